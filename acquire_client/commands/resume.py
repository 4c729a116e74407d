"""`acquire resume`: come back to a table that this machine was at, whatever became of the program or the machine."""

from __future__ import annotations

import argparse

from acquire_client.commands import CommandError
from acquire_client.commands.arguments import parse_path
from acquire_client.commands.network_seat import add_seat_arguments, play_at_table
from acquire_client.files.folders import folders
from acquire_client.matches.own_peer import journal_to_resume
from acquire_net import Resume, resume_info_path


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", metavar="FILE", type=parse_path, nargs="?",
                        help="the journal of the table (default: the last one that has not come to its end)")
    add_seat_arguments(parser, says_ready=False)


def run(args: argparse.Namespace) -> int:
    where = folders()
    journal = args.journal
    if journal is None:
        journal = journal_to_resume(where)
        if journal is None:
            raise CommandError(f"there is no table to come back to in '{where.data}'")
    elif not journal.exists():
        raise CommandError(f"'{journal}' cannot be resumed: there is no such file")
    elif not resume_info_path(journal).exists():
        raise CommandError(f"'{journal}' cannot be resumed: beside it there is no file '{resume_info_path(journal).name}', "
                           "which says where the others are. After the end of a game 'acquire verify' and 'acquire replay' read "
                           "it")
    return play_at_table(args, Resume(journal), where)
