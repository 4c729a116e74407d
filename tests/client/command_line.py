"""Run the command in a process of its own, play games for it, and hold what it printed."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

from acquire_core import RULESETS, Game, RandomPlayer, ShuffledBag


@dataclass(frozen=True)
class Output:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Acquire = Callable[..., Output]
"""The fixture `acquire` of conftest.py."""


def acquire_process(*words: object, **environment: str) -> "subprocess.Popen[str]":
    """The same in a process of its own, for pipes, signals and encodings."""
    program = "import sys; from acquire_client.cli import main; sys.exit(main())"
    return subprocess.Popen([sys.executable, "-c", program, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, encoding="latin-1", env={**os.environ, **environment})


def played(players: int = 3, seed: int = 7, ruleset: str = "classic", **options: object) -> Game:
    """A finished random game."""
    game = Game(RULESETS[ruleset].replace(**options), players, tiles=ShuffledBag(seed))
    player = RandomPlayer(seed)
    while not game.over:
        game.apply_code(player.code(game))
    return game


SEATS = [("Ada", "person"), ("Bo", "bot-random"), ("Cy", "bot-random")]
