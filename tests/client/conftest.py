"""The command as a function, and recorded games for it."""

import random
import secrets
from pathlib import Path

import pytest

from acquire_client import cli
from acquire_core import Game
from tests.client.command_line import SEATS, Acquire, Output, played

VARIABLES = ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLORTERM", "ACQUIRE_TRACEBACK", "PYTHONIOENCODING",
             "SDL_VIDEODRIVER")


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the machine that runs the tests prefers must not decide them."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games and computer players for which the program draws a seed be the same in each run. Keys are drawn as ever."""
    chance = random.Random(1)
    monkeypatch.setattr(secrets, "randbits", chance.getrandbits)
    monkeypatch.setattr(secrets, "SystemRandom", lambda: chance)


@pytest.fixture
def acquire(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Acquire:
    """`acquire("rules", "classic", columns=60)`: one command line in this process."""

    def run(*words: object, columns: int = 80) -> Output:
        monkeypatch.setenv("COLUMNS", str(columns))
        capsys.readouterr()
        code = cli.main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Output(code, out, err)

    return run


@pytest.fixture(scope="session")
def record(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a recorded game of Ada, Bo and Cy."""
    path = tmp_path_factory.mktemp("records") / "game.acquire"
    path.write_text(game.record(SEATS).text(), encoding="utf-8", newline="\n")
    return path


@pytest.fixture(scope="session")
def game() -> Game:
    return played()
