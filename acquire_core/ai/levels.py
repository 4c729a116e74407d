"""The levels as rows of a table: what a bot does at each, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass


class NoSuchBot(ValueError):
    """A computer player that cannot be made; the message says why."""


class LevelError(NoSuchBot):
    """A level that does not exist; the message lists those that do."""


COMMAND = "cmd:"
"""`cmd:./my-bot` is a program that takes a seat, and not a level. Those who only read what is typed need not load the arena."""
PLAIN = "plain:"
"""`plain:4000` is a search of so many random playouts a decision: no level, but a yardstick that knows nothing."""
MAX_PLAYOUTS = 10_000_000


@dataclass(frozen=True)
class Level:
    """One row. `algorithm` is random, greedy, value or search; the other columns are read by that algorithm alone."""

    number: int
    name: str
    algorithm: str
    blur_dollars: float = 0.0
    """Noise on what an option is worth to a greedy player, which makes mistakes that people make too."""
    lookahead: int = 0
    """Own decisions of the same turn that a greedy player sees behind the first; who sees none is not prudent either."""
    weights: str = ""
    """Which shipped weights it plays by, if it plays by a trained value. A search then plays worlds by it for `turns` turns, else
    at random to the end."""
    worlds: int | None = 0
    """Imagined worlds a decision; None for as many as there is time for."""
    turns: int = 0
    prior_weight: float = 0.0
    """How many worlds the trained value of an option counts for."""
    noise: float = 0.0
    """Deviation of the noise on trained values."""
    win_weight: float = 0.8
    """How much of the reward is winning; the rest is the share of all money."""
    most_options: int = 16
    believes: bool = False
    """Whether rivals' hands are guessed from what they did, instead of evenly."""
    lanes: int = 1
    """Parts of a search that may run on several cores."""
    usual_ms: int | None = None
    """How long a level thinks that the clock ends, where nobody says."""
    help: str = ""

    @property
    def weighs_options(self) -> bool:
        """Return True if the level compares its options closely: then a personality can decide, and figures can be shown."""
        return self.algorithm in ("value", "search")


LEVELS: tuple[Level, ...] = (
    Level(0, "random", "random", help="any legal move"),
    Level(1, "beginner", "greedy", blur_dollars=1175, lookahead=0, help="looks at one step and misjudges it"),
    Level(2, "casual", "greedy", blur_dollars=50, lookahead=6, help="the best turn as if the game ended after it"),
    Level(3, "club", "value", weights="net", noise=0.05, help="knows what positions are worth, and misjudges them a little"),
    Level(4, "strong", "value", weights="net", noise=0.005, help="takes what is worth most, as many games have taught it"),
    Level(5, "expert", "search", weights="net", worlds=32, turns=2, prior_weight=16, most_options=8,
          help="plays its best options a few turns ahead, with imagined hands"),
    Level(6, "master", "search", weights="taught", worlds=None, turns=8, prior_weight=32, most_options=12, lanes=8, believes=True,
          usual_ms=1000, help="the same further ahead, on all cores for as long as it may, and guesses what others hold"),
)


def find_level(level: int | str) -> Level:
    """Return the row of a number or a name; or, for measuring, that of a plain search.

    >>> find_level("plain:4000").worlds
    4000
    """
    for row in LEVELS:
        if level == row.name or (type(level) is int and level == row.number) or level == str(row.number):
            return row
    if isinstance(level, str) and level.startswith(PLAIN):
        number = level.removeprefix(PLAIN)
        if number.isdecimal() and number.isascii() and 0 < int(number[:9]) <= MAX_PLAYOUTS and len(number) < 9:
            return Level(-1, level, "search", worlds=int(number), help="random playouts and nothing else")
        raise LevelError(f"{PLAIN} is followed by a number of playouts from 1 to {MAX_PLAYOUTS}, not by {number[:20]!r}")
    known = ", ".join(f"{row.number} {row.name}" for row in LEVELS)
    raise LevelError(f"there is no level {level!r}; there are {known}")
