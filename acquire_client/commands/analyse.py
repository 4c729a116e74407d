"""`acquire analyse`: win chances over a recorded game, what moved them most, and the better moves that were there, with reasons.

`--time` bounds the whole of it; `--playouts` gives the same figures each time. Ctrl-C ends it early and shows what was found.
"""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from acquire_client.commands import CommandError, UsageError
from acquire_client.commands.arguments import MAX_SEED, add_json_argument, parse_path, parse_seconds, whole_number
from acquire_client.commands.long_runs import INTERRUPTED, noted_interrupts, progress_bar
from acquire_client.commands.outputs import refuse_file_there, write_output
from acquire_client.commands.records import add_record_arguments, load, show_header
from acquire_client.terminal.console import BAD, QUIET, make_console
from acquire_client.terminal.output import print_remark
from acquire_client.terminal.review_screen import review_screen
from acquire_client.view_model.words import TableNames, printable
from acquire_core.analysis import Analysis, Effort, analyse
from acquire_core.analysis_findings import LEVEL, MAX_PLAYOUTS
from acquire_core.record import Record

DEFAULT_SECONDS = 20.0
SUFFIXES = (".json", ".txt")
PAGE_COLUMNS = 100
STEPS = 1000  # of the bar


def configure(parser: argparse.ArgumentParser) -> None:
    add_record_arguments(parser)
    how_long = parser.add_mutually_exclusive_group()
    how_long.add_argument("--time", metavar="S", type=parse_seconds,
                          help=f"seconds for the whole analysis (default: {DEFAULT_SECONDS:.0f})")
    how_long.add_argument("--playouts", metavar="N", type=whole_number(1, MAX_PLAYOUTS),
                          help="instead of a time: games imagined from each position, so that the figures repeat exactly")
    parser.add_argument("--level", metavar="LEVEL", default=LEVEL, help=f"the computer player that looks for better moves "
                                                                        f"(default: {LEVEL})")
    parser.add_argument("--seed", metavar="N", type=whole_number(0, MAX_SEED), default=0,
                        help="seed of the imagined games (default: 0)")
    parser.add_argument("--save", metavar="PATH", type=parse_path, action="append", default=[],
                        help="also keep it in a file, .json for programs or .txt for people; may be given twice")
    parser.add_argument("--force", action="store_true", help="write over a file that is there already")
    add_json_argument(parser, "print JSON, as docs/players/analysis.md describes it")


def run(args: argparse.Namespace) -> int:
    effort = chosen_effort(args)
    for path in args.save:
        refuse_file(path, args.force)
    record = load(args.file, args.tolerate, "analyse", rounds=True)
    names = TableNames.of_seats([seat.name for seat in record.seats], record.ruleset)
    with noted_interrupts() as interrupted, progress_bar(STEPS, "analysing", count=False) as advance:
        found = analyse(record, effort, Steps(advance), interrupted)
    unsaved = [save(path, report_page(found, names, args.file) if path.suffix == ".txt" else as_json(found))
               for path in args.save]
    if args.json:
        print(as_json(found), end="")
    else:
        show(make_console(), record, found, names, args.file, interrupted())
    for path, error in zip(args.save, unsaved, strict=True):
        if error is not None:  # the work is shown all the same
            raise error
        print_remark(f"Saved in '{printable(str(path))}'.")
    return INTERRUPTED if interrupted() and not found.finished else 0


def chosen_effort(args: argparse.Namespace) -> Effort:
    time = args.time if args.time is not None or args.playouts is not None else DEFAULT_SECONDS
    try:
        return Effort(time, args.playouts, args.level, args.seed)
    except ValueError as error:
        raise UsageError(f"--level: {error}") from None


class Steps:
    """Turns shares of the work into steps of a bar."""

    def __init__(self, advance: Callable[[int], None]) -> None:
        self.advance, self.taken = advance, 0

    def __call__(self, share: float) -> None:
        steps = int(share * STEPS)
        if steps > self.taken:
            self.advance(steps - self.taken)
            self.taken = steps


def show(console: Console, record: Record, found: Analysis, names: TableNames, path: Path, interrupted: bool = False) -> None:
    show_header(console, record, path)
    console.print()
    if not found.finished:
        why = "interrupted" if interrupted else "the time was too short to look at everything"
        console.print(Text(f"Incomplete: {why}.", style=BAD))
    console.print(review_screen(found, names, console))
    console.print()
    console.print(Text("The curve is what the table could know, a move is judged by what its seat knew, both by imagined games "
                       "that go on by what the program has learnt. Money kept is what the costly moves left of the money at the "
                       "end, also where no chance is left to lose.", style=QUIET))


# --- files ------------------------------------------------------------------------------------------------------------

def refuse_file(path: Path, force: bool) -> None:
    """Raise an error before the work begins if a file cannot be written."""
    if path.suffix not in SUFFIXES:
        raise UsageError(f"--save {printable(str(path))}: the name ends in {' or '.join(SUFFIXES)}")
    refuse_file_there(path, force)


def save(path: Path, text: str) -> CommandError | None:
    """Return what went wrong; None if nothing did."""
    try:
        write_output(path, text)
    except CommandError as error:
        return error
    return None


def as_json(found: Analysis) -> str:
    return json.dumps(found.as_dict(), indent=1) + "\n"


def report_page(found: Analysis, names: TableNames, path: Path) -> str:
    """Return what the terminal shows, for a file."""
    paper = io.StringIO()
    console = Console(file=paper, width=PAGE_COLUMNS, markup=False, emoji=False, highlight=False, color_system=None)
    show(console, found.record, found, names, path)
    return "".join(f"{line.rstrip()}\n" for line in paper.getvalue().splitlines())
