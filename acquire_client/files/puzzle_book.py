"""The puzzles that ship with the program, one for each day of a year, and those of a file that a person has made."""

from __future__ import annotations

import datetime
from functools import cache
from pathlib import Path

from acquire_core.puzzles import MAX_BYTES, Puzzle, PuzzleError, read_puzzles

OWN_FILE = "own.puzzles"
"""The puzzles that `acquire puzzles` has found, in the folder of data."""
SHIPPED = Path(__file__).with_name("year.puzzles")


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    return load_puzzles(SHIPPED)


def load_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file. Raises PuzzleError, and OSError where the file cannot be read."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    puzzles = read_puzzles(data)
    if not puzzles:
        raise PuzzleError("there is no puzzle in it")
    return puzzles


def own_puzzles(folder: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles that a person has found in games; none where there is no file, or it makes no sense."""
    try:
        return load_puzzles(folder / OWN_FILE)
    except (OSError, PuzzleError):
        return ()


def puzzle_of_day(day: datetime.date) -> Puzzle:
    """Return the puzzle of a day: the same for everybody who has this version."""
    puzzles = shipped_puzzles()
    return puzzles[day.toordinal() % len(puzzles)]
