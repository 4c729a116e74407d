"""What commands that read a record share: its arguments, good words for files that are none, and the head of what they print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from acquire_client.commands import CommandError
from acquire_client.commands.arguments import parse_file_to_read
from acquire_client.files.saves import JOURNAL_HEAD, begins_with
from acquire_client.language import ENGLISH
from acquire_client.terminal.console import HEADING, QUIET
from acquire_client.view_model.rule_changes import change_names
from acquire_client.view_model.words import counted, printable
from acquire_core import Ruleset
from acquire_core.record import Record, RecordError, load_record
from acquire_core.ruleset import refuse_rounds

MAX_NAMED_CHANGES = 3
"""Of rules with more changed options than this only the number is said."""


def add_record_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=parse_file_to_read,
                        help="a record, such as 'acquire simulate --record DIR' writes")
    parser.add_argument("--tolerate", action="store_true", help="read a record that was cut off as far as it goes")


def load(path: Path, tolerate: bool | None, command: str, *, rounds: bool = False) -> Record:
    """Return the record in a file; a file that holds none, or cannot be read, is answered with a sentence. So is simultaneous
    play, but for commands that know its `rounds`. `tolerate` is None for a command without that option."""

    def checked(record: Record) -> Record:
        if not rounds:
            refuse_rounds(record.ruleset)
        return record

    try:
        if begins_with(path, JOURNAL_HEAD):  # verified first, and read as the record that it proves
            from acquire_client.commands.journals import read_verified
            from acquire_client.matches.journals import opened_record

            return checked(opened_record(read_verified(path))[0])
        try:
            return checked(load_record(path))
        except RecordError as error:
            if not tolerate:
                raise
            record = checked(load_record(path, tolerate_truncation=True))
            print(f"acquire {command}: {printable(str(error))}; reading the {counted(len(record.actions), 'move')} before that",
                  file=sys.stderr)
            return record
    except RecordError as error:
        hint = "; --tolerate reads what is there" if "cut off" in error.reason and tolerate is False else ""
        raise CommandError(f"'{path}': {error}{hint}") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character, rules that are not built here
        raise CommandError(f"'{path}' cannot be read: {getattr(error, 'strerror', None) or error}") from None


def named_rules(ruleset: Ruleset) -> str:
    """Return the name of the rules, with what was changed in them.

    >>> from acquire_core import RULESETS
    >>> named_rules(RULESETS["classic"].replace(holdings="open"))
    'classic + open holdings'
    """
    changes = change_names(ruleset, ENGLISH)
    if not changes:
        return ruleset.name
    few = len(changes) <= MAX_NAMED_CHANGES
    return f"{ruleset.name} + {', '.join(changes)}" if few else f"{ruleset.name} with {len(changes)} changed options"


def show_header(console: Console, record: Record, path: Path) -> None:
    """Show the file, the rules, who sat there, and where the tiles came from."""
    seats = ", ".join(f"{printable(seat.name)} ({seat.kind})" for seat in record.seats)
    tiles = f"tiles {record.tiles}" + (f", seed {record.seed}" if record.seed is not None else "")
    console.print(Text(printable(str(path)), style=HEADING))
    console.print(f"{named_rules(record.ruleset)}; {seats}; {tiles}{'; sealed' if record.sealed else ''}", style=QUIET)
