"""The command as a function, and recorded games for it."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from acquire_client import cli
from acquire_core import RULESETS, Game, RandomPlayer, ShuffledBag

VARIABLES = ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLORTERM", "ACQUIRE_TRACEBACK", "PYTHONIOENCODING",
             "SDL_VIDEODRIVER")


@dataclass(frozen=True)
class Output:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the machine that runs the tests prefers must not decide them."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture
def acquire(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Output]:
    """`acquire("rules", "classic", columns=60)`: one command line in this process."""

    def run(*words: object, columns: int = 80) -> Output:
        monkeypatch.setenv("COLUMNS", str(columns))
        capsys.readouterr()
        code = cli.main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Output(code, out, err)

    return run


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


@pytest.fixture(scope="session")
def game() -> Game:
    return played()


@pytest.fixture(scope="session")
def record(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded game of Ada, Bo and Cy."""
    path = tmp_path_factory.mktemp("records") / "game.acquire"
    path.write_text(game.record(SEATS).text(), encoding="utf-8", newline="\n")
    return path
