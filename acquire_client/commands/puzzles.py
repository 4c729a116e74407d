"""`acquire puzzles`: positions of recorded games in which one answer is clearly the best, for the page of puzzles in the window.

They are added to the puzzles that were found before. Ctrl-C ends the search early and keeps what was found. Files that hold no
puzzles are named with the reason, and the others are searched all the same.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from acquire_client.commands import CommandError
from acquire_client.commands.analyse import Steps
from acquire_client.commands.arguments import MAX_SEED, add_json_argument, parse_file_to_read, parse_path, whole_number
from acquire_client.commands.long_runs import INTERRUPTED, noted_interrupts, progress_bar
from acquire_client.commands.outputs import write_output
from acquire_client.commands.records import load
from acquire_client.files.folders import folders
from acquire_client.files.puzzle_book import OWN_FILE, load_puzzles
from acquire_client.terminal.console import make_console, plain_table
from acquire_client.terminal.output import print_remark
from acquire_client.view_model.moves import move_text
from acquire_client.view_model.words import counted, printable
from acquire_core.puzzle_search import NoPuzzlesHere, find_puzzles
from acquire_core.puzzles import MAX_PUZZLES, THEMES, Puzzle, PuzzleError, write_puzzles

STEPS = 1000  # of the bar


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", type=parse_file_to_read, nargs="+",
                        help="records of games that were played here")
    parser.add_argument("--theme", metavar="THEME", choices=THEMES, action="append",
                        help=f"look for puzzles of this theme only: {', '.join(THEMES)}; may be given more than once")
    parser.add_argument("--seed", metavar="N", type=whole_number(0, MAX_SEED), default=0,
                        help="seed of the imagined games (default: 0)")
    parser.add_argument("--save", metavar="FILE", type=parse_path,
                        help="add the puzzles to this file instead of those that the window shows as your own")
    add_json_argument(parser, "print the puzzles as JSON")


def run(args: argparse.Namespace) -> int:
    target: Path = args.save or folders().data / OWN_FILE
    known = puzzles_before(target)
    found: list[tuple[Path, Puzzle]] = []
    refusals: list[str] = []
    with noted_interrupts() as interrupted, progress_bar(STEPS, "searching", count=False) as advance:
        for path, puzzle in search_files(args, Steps(advance), interrupted, refusals):
            found.append((path, puzzle))
    new = [puzzle for _, puzzle in found if puzzle.digest not in {each.digest for each in known}]
    if new:
        keep(target, (*known, *new))
    if args.json:
        print(json.dumps([puzzle_dict(path, puzzle) for path, puzzle in found], indent=2))
    elif len(refusals) < len(args.files):
        show(found)
    if new:
        print_remark(f"{counted(len(new), 'new puzzle')} in '{printable(str(target))}'.")
    if len(refusals) == len(args.files):
        raise CommandError(refusals[0] if len(refusals) == 1 else "no file could be searched", refusals[len(refusals) == 1:])
    for refusal in refusals:
        print_remark(refusal)
    return INTERRUPTED if interrupted() else 0


def puzzles_before(target: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles that a file has already: it is read before the search, so that no work is lost to a wrong name."""
    try:
        return load_puzzles(target)
    except FileNotFoundError:
        return ()
    except PuzzleError as wrong:
        raise CommandError(f"'{target}' holds no puzzles: {wrong}; --save FILE names another file") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise CommandError(f"'{target}' cannot be read: {getattr(error, 'strerror', None) or error}") from None


def search_files(args: argparse.Namespace, report: Callable[[float], None], stopped: Callable[[], bool],
                 refusals: list[str]) -> Iterator[tuple[Path, Puzzle]]:
    """Yield the puzzles of all files; what is wrong with a file is added to `refusals`."""
    for number, path in enumerate(args.files):
        if stopped():
            return

        def report_file(share: float, number: int = number) -> None:
            report((number + share) / len(args.files))

        try:
            record = load(path, None, "puzzles")
            for puzzle in find_puzzles(record, args.seed, args.theme or THEMES, report_file, stopped):
                yield path, puzzle
        except CommandError as error:
            refusals.append(printable(str(error)))
        except NoPuzzlesHere as why:
            refusals.append(printable(f"'{path}': {why}"))


def keep(target: Path, puzzles: Sequence[Puzzle]) -> None:
    if len(puzzles) > MAX_PUZZLES:
        raise CommandError(f"'{target}' would have {len(puzzles):,} puzzles, and a file has at most {MAX_PUZZLES:,}; "
                           "--save FILE names another file")
    write_output(target, write_puzzles(puzzles))


# --- what is shown ----------------------------------------------------------------------------------------------------

def show(found: Sequence[tuple[Path, Puzzle]]) -> None:
    if not found:
        print("No position was found in which one answer is clearly the best.")
        return
    table = plain_table("file", "turn", "seat", "theme", "grade", "best answer", "wins", "next best",
                        numbers=("turn", "seat", "wins", "next best"))
    for path, puzzle in found:
        game = puzzle.game()
        best = game.action_of(puzzle.best.code)
        table.add_row(printable(path.name), str(game.turn), str(best.seat), puzzle.theme, puzzle.grade, move_text(best),
                      f"{puzzle.best.chance:.0%}", f"{puzzle.answers[1].chance:.0%}")
    make_console().print(table)


def puzzle_dict(path: Path, puzzle: Puzzle) -> dict[str, Any]:
    game = puzzle.game()
    return {"file": str(path), "turn": game.turn, "seat": game.to_move, "theme": puzzle.theme, "grade": puzzle.grade,
            "answers": [{"answer": move_text(game.action_of(answer.code)), "code": answer.code, "chance": answer.chance}
                        for answer in puzzle.answers],
            "line": puzzle.line()}
