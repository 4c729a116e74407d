"""Run the command in a process of its own, play games for it, and hold what it printed."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

from acquire_core import RULESETS, Game, RandomPlayer, ShuffledBag
from tests.support.acquire_program import MAIN


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


REPORTS_WORK = """
import contextlib
from acquire_client.commands import long_runs
usual_bar = long_runs.progress_bar
reports = ["at work"]
@contextlib.contextmanager
def reporting_bar(*words, **named):
    def report():
        while reports:
            print(reports.pop(), flush=True)
    def advance(number):
        report()
        usual_advance(number)
    with usual_bar(*words, **named) as usual_advance:
        if not AFTER_STEP:
            report()
        yield advance
long_runs.progress_bar = reporting_bar
"""
"""A program that prints a line when a command with a progress bar is at work."""


def acquire_process_at_work(*words: object, after_step: bool = True) -> "subprocess.Popen[str]":
    """Return a process of a command with a progress bar that has done its first step, or else has just begun its work.

    Ctrl-C meets its work then, however long the machine takes to start it.
    """
    process = acquire_process(*words, program=REPORTS_WORK.replace("AFTER_STEP", str(after_step)) + MAIN)
    assert process.stdout is not None
    if not process.stdout.readline():
        raise AssertionError(process.communicate()[1])
    return process


def acquire_process(*words: object, program: str = MAIN, **environment: str) -> "subprocess.Popen[str]":
    """Start the same in a process of its own, for pipes, signals and encodings."""
    return subprocess.Popen([sys.executable, "-c", program, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, encoding="latin-1", env={**os.environ, **environment})


def played(players: int = 3, seed: int = 7, ruleset: str = "classic", **options: object) -> Game:
    """Return a finished random game."""
    game = Game(RULESETS[ruleset].replace(**options), players, tiles=ShuffledBag(seed))
    player = RandomPlayer(seed)
    while not game.over:
        game.apply_code(player.code(game))
    return game


SEATS = [("Ada", "person"), ("Bo", "bot-random"), ("Cy", "bot-random")]
