"""The levels as rows of a table: what a bot does at each, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass


class LevelError(ValueError):
    """A level that does not exist; the message lists those that do."""


@dataclass(frozen=True)
class Level:
    """One row. `algorithm` is random, greedy or search; the other columns are read by that algorithm alone."""

    number: int
    name: str
    algorithm: str
    blur_dollars: float = 0.0
    """Noise on what an option is worth, which makes mistakes that people make too."""
    lookahead: int = 0
    """Own decisions of the same turn that a greedy player sees behind the first."""
    playouts: int = 0
    win_weight: float = 0.8
    """How much of the reward is winning; the rest is the share of all money."""
    most_options: int = 16
    help: str = ""


LEVELS: tuple[Level, ...] = (
    Level(0, "random", "random", help="any legal move"),
    Level(1, "beginner", "greedy", blur_dollars=1250, lookahead=0, help="looks at one step and misjudges it"),
    Level(2, "casual", "greedy", blur_dollars=50, lookahead=6, help="the best turn as if the game ended after it"),
    Level(3, "club", "search", playouts=30, help="tries its options in a few imagined games"),
    Level(4, "strong", "search", playouts=1000, help="the same in a thousand imagined games"),
)


def find_level(level: int | str) -> Level:
    """The row of a number or a name."""
    for row in LEVELS:
        if level == row.name or (type(level) is int and level == row.number) or level == str(row.number):
            return row
    known = ", ".join(f"{row.number} {row.name}" for row in LEVELS)
    raise LevelError(f"there is no level {level!r}; there are {known}")
