"""The program in a real window of an X server without a screen: typed at by xdotool, as somebody would type."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.view_model.prompts import Context, prompt_for
from acquire_core import RULESETS
from acquire_core.actions import Action, Buy, DeclareEnd, Dispose, Place
from acquire_core.ai import bot_named

MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}")
PATIENCE_S = 30


@pytest.fixture
def display() -> Iterator[str]:
    """An X server of its own, on the first number that is free."""
    reading, writing = os.pipe()
    # Without -noreset it begins anew whenever a hand has let go, and a window that comes just then finds no display.
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1300x800x24", "-nolisten", "tcp", "-noreset"],
                              pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    assert number, "Xvfb does not start"
    yield f":{number}"
    server.terminate()
    server.wait(PATIENCE_S)


def eventually(true: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


class RealWindow:
    """The program in a process of its own, and the keyboard of its display."""

    def __init__(self, display: str, home: Path) -> None:
        self.records = home / "data" / "acquire" / "records"
        self.settings = home / "config" / "acquire" / "settings.json"
        self.environment = {**os.environ, "DISPLAY": display, "HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"),
                            "XDG_DATA_HOME": str(home / "data"), "XDG_RUNTIME_DIR": str(home), "LANG": "C.UTF-8"}
        for name in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "LC_ALL"):
            self.environment.pop(name, None)

    def start(self) -> None:
        self.hand("mousemove", "650", "400")
        root = self.under_the_pointer()
        program = "import sys; from acquire_client.cli import main; sys.exit(main())"
        self.process = subprocess.Popen([sys.executable, "-c", program], env=self.environment, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        assert eventually(lambda: self.under_the_pointer() != root or self.process.poll() is not None)
        assert self.process.poll() is None, self.process.communicate()
        self.window = self.under_the_pointer()
        self.hand("windowfocus", "--sync", self.window)

    def type_keys(self, keys: Sequence[str]) -> None:
        """Key after key, each when the server has heard the one before: two of a kind within 2 ms are a held key to SDL."""
        for first in range(0, len(keys), 100):
            self.hand(*(word for key in keys[first:first + 100]
                        for word in ("key", "--delay", "0", key, "getmouselocation", "sleep", "0.004")))

    def hand(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=PATIENCE_S)
        return done.stdout.strip()

    def under_the_pointer(self) -> str:
        return self.hand("getmouselocation", "--shell").rpartition("WINDOW=")[2]

    def ended(self) -> None:
        """It has been left, and had nothing to complain about."""
        out, err = self.process.communicate(timeout=PATIENCE_S)
        assert (self.process.returncode, out, err) == (0, "", "")


@pytest.fixture
def real(display: str, tmp_path: Path) -> Iterator[RealWindow]:
    one = RealWindow(display, tmp_path)
    yield one
    one.process.kill()
    one.process.wait(PATIENCE_S)


def test_a_game_is_begun_and_left_by_the_keyboard(real: RealWindow) -> None:
    real.start()
    real.hand("key", "--delay", "100", "n")
    real.hand("key", "--delay", "60", "ctrl+a")
    real.hand("type", "--delay", "40", "Zoe")
    real.hand("key", "--delay", "60", "Return")
    assert eventually(lambda: real.settings.exists() and "Zoe,Ada:casual" in real.settings.read_text("utf-8"))
    real.hand("windowsize", real.window, "1100", "700")
    for key in ("F9", "Escape", "F10", "Return"):
        real.hand("key", "--delay", "100", key)
    saved = real.records / "interrupted.acquire"
    assert eventually(saved.exists)
    real.hand("key", "--delay", "100", "Escape")
    real.ended()
    assert saved.read_text("utf-8").startswith("acquire")


def test_a_whole_game_is_played_by_the_keyboard_alone(real: RealWindow) -> None:
    """Two people at one keyboard: every key is known beforehand, because nothing happens that they do not do."""
    match = LocalMatch.start(RULESETS["classic"], players_from("Anna,Bea"), 8)
    real.records.mkdir(parents=True)
    (real.records / "interrupted.acquire").write_text(match.record().text(), "utf-8")
    real.settings.parent.mkdir(parents=True)
    real.settings.write_text(json.dumps({"language": "en", "animation": "normal", "volume": 0}), "utf-8")
    keys = ["c", *keys_of(match), "F7", "Escape"]
    assert match.over and len(keys) > 200
    real.start()
    real.type_keys(keys)
    kept = real.records / "game-1.acquire"
    assert eventually(kept.exists), keys
    assert kept.read_text("utf-8") == match.record().text()
    real.hand("key", "Escape")
    real.ended()
    assert not (real.records / "interrupted.acquire").exists()


def keys_of(match: LocalMatch) -> Iterator[str]:
    """Play the match to its end as two bots would, and name the keys that say the same in the window."""
    sitting = None
    while not match.over:
        forced = match.forced()
        if forced is not None:
            match.answer_forced(forced)
            continue
        seat = match.asked
        assert seat is not None
        if seat != sitting:
            sitting = seat
            yield "Return"                      # I am …
        seen = match.view(seat)
        action = bot_named("casual", len(match.steps)).choose(seen).action
        yield from keys_for(action, match)
        match.answer(action)


def keys_for(action: Action, match: LocalMatch) -> Iterator[str]:
    match action:
        case Place(seat, tile):
            yield str(match.view(seat).hand.index(tile) + 1)
        case Buy(_, chains):
            yield from (*(chain[0] for chain in chains), "Return")
        case Dispose(_, _, sell, trade):
            yield from (*["t"] * (trade // 2), *["s"] * sell, "Return")
        case _:
            merger = match.merger
            context = Context(merger.defunct, merger.survivor, merger.size, merger.price, match.unplayable())
            prompt = prompt_for(match.view(match.asked), match.names, context)
            yield next(choice.key.lower() for choice in prompt.choices if choice.action == action)
            if isinstance(action, DeclareEnd) and action.yes:
                yield "Return"                  # are you sure? Yes
