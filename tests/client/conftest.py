"""The command as a function, and recorded games for it."""

import random
from pathlib import Path
from types import SimpleNamespace

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


@pytest.fixture
def same_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the computer players of online matches decide the same in each run."""
    monkeypatch.setattr("acquire_client.matches.online.secrets", SimpleNamespace(randbits=random.Random(1).getrandbits))


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
    """A recorded game of Ada, Bo and Cy."""
    path = tmp_path_factory.mktemp("records") / "game.acquire"
    path.write_text(game.record(SEATS).text(), encoding="utf-8", newline="\n")
    return path


@pytest.fixture(scope="session")
def game() -> Game:
    return played()
