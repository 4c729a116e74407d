"""`acquire resume`: come back to a table that this machine was at, whatever became of the program or the machine."""

from __future__ import annotations

import argparse
from pathlib import Path

from acquire_client.commands import CommandError
from acquire_client.commands.network_seat import add_seat_arguments, journal_files, play_at_table
from acquire_client.files.folders import folders
from acquire_net import DamagedJournalError, EmptyJournalError, Resume, read_journal, resume_info_path


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", metavar="FILE", type=Path, nargs="?",
                        help="the journal of the table (default: the last one that has not come to its end)")
    add_seat_arguments(parser, says_ready=False)


def run(args: argparse.Namespace) -> int:
    where = folders()
    journal = args.journal
    if journal is None:
        journal = next((path for path in journal_files(where) if resume_info_path(path).exists() and has_begun(path)), None)
        if journal is None:
            raise CommandError(f"there is no table to come back to in '{where.data}'")
    elif not resume_info_path(journal).exists():
        raise CommandError(f"'{journal}' cannot be resumed: beside it there is no file '{resume_info_path(journal).name}', "
                           "which says where the others are. After the end of a game 'acquire verify' and 'acquire replay' read "
                           "it")
    return play_at_table(args, Resume(journal), where)


def has_begun(journal: Path) -> bool:
    """Return True if anything was signed at this table; nothing was, where the program was killed right at the start."""
    try:
        read_journal(journal)
    except EmptyJournalError:
        return False
    except (DamagedJournalError, OSError):
        pass  # the resume itself will report what is wrong with the journal
    return True
