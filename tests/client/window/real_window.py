"""The program in a real window of an X server without a screen, and a hand for its mouse and its keyboard.

It has no door for tests: what goes in is a mouse and a keyboard, what comes out are pixels and files.
"""

import json
import os
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from acquire_client.files.unfinished_games import UnfinishedGames
from acquire_client.window.layout.box import Box
from tests.support.acquire_program import MAIN
from tests.support.displays import start_display

MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
needs_a_screen = pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}")
PATIENCE_S = 120
"""No test waits so long for what happens; it only ends what never will."""
BATCH = 100

# Two of a kind within 2 ms are a held key to SDL, so each thing is done when the server has heard of the one before.
PAUSE = ("getmouselocation", "sleep", "0.004")


def eventually(true: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def program_words() -> list[str]:
    """Return what starts the program: that of this Python, or the file in ACQUIRE_PROGRAM, such as a packed one."""
    packed = os.environ.get("ACQUIRE_PROGRAM")
    return [packed] if packed else [sys.executable, "-c", MAIN]


class Display:
    """An X server of its own, on the first number that is free, with its screen in a file."""

    def __init__(self, folder: Path, size: str = "1300x800") -> None:
        self._screen = folder / "Xvfb_screen0"
        # Without -noreset it begins anew whenever a hand has let go, and a window that comes just then finds no display.
        self._server, self.name = start_display(size, ["-fbdir", str(folder), "-noreset"])

    def picture(self) -> pygame.Surface:
        """Return what the screen shows now, from the file that the server keeps in the format of xwd."""
        data = self._screen.read_bytes()
        head = struct.unpack(">25I", data[:100])
        size, height, line, colours = head[0], head[5], head[12], head[19]
        begin = size + 12 * colours
        return pygame.image.frombuffer(data[begin:begin + line * height], (line // 4, height), "BGRA")

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(PATIENCE_S)


class RealWindow:
    """The program in a process of its own, and the hands at its display."""

    def __init__(self, display: Display, home: Path) -> None:
        self.display = display
        self.records = home / "data" / "acquire" / "records"
        self.settings = home / "config" / "acquire" / "settings.json"
        self.environment = {**os.environ, "DISPLAY": display.name, "HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"),
                            "XDG_DATA_HOME": str(home / "data"), "XDG_RUNTIME_DIR": str(home), "LANG": "C.UTF-8"}
        for name in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "LC_ALL", "ACQUIRE_HOME"):
            self.environment.pop(name, None)

    @property
    def autosave(self) -> Path:
        """Return the game that was written last of those that are not over; a file that does not exist while there is none."""
        return next(iter(UnfinishedGames(self.records).paths()), self.records / "no unfinished game")

    def write_settings(self, **settings: object) -> None:
        self.settings.parent.mkdir(parents=True)
        self.settings.write_text(json.dumps({"language": "en", "volume": 0, **settings}), "utf-8")

    def start(self) -> None:
        if not self.settings.exists():
            self.write_settings()  # without settings the first start asks for them
        self.hand("mousemove", "650", "400")
        root = self.under_the_pointer()
        self.process = subprocess.Popen(program_words(), env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)
        assert eventually(lambda: self.under_the_pointer() != root or self.process.poll() is not None)
        assert self.process.poll() is None, self.process.communicate()
        self.window = self.under_the_pointer()
        self.hand("windowfocus", "--sync", self.window)
        where = dict(line.split("=") for line in self.hand("getwindowgeometry", "--shell", self.window).splitlines())
        self.corner = int(where["X"]), int(where["Y"])

    # --- hands ---

    def hand(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=PATIENCE_S)
        return done.stdout.strip()

    def type_keys(self, keys: Sequence[str]) -> None:
        self.do([("key", "--delay", "0", key) for key in keys])

    def do(self, things: Sequence[tuple[str, ...]]) -> None:
        """Things in the words of xdotool, one after the other; WINDOW among the words is this window."""
        for first in range(0, len(things), BATCH):
            self.hand(*(self.window if word == "WINDOW" else word
                        for thing in things[first:first + BATCH] for word in (*thing, *PAUSE)))

    # --- what can be seen from outside ---

    def under_the_pointer(self) -> str:
        return self.hand("getmouselocation", "--shell").rpartition("WINDOW=")[2]

    def comes_to_show(self, wanted: pygame.Surface, boxes: Sequence[Box]) -> bool:
        """Return True if the window looks like a picture in these boxes, pixel for pixel, before long."""
        expected = [_pixels(wanted, box) for box in boxes]

        def alike() -> bool:
            screen = self.display.picture()
            return [_pixels(screen, box.moved(*self.corner)) for box in boxes] == expected

        return eventually(alike)

    def ended(self) -> None:
        """It has been left, and had nothing to complain about."""
        out, err = self.process.communicate(timeout=PATIENCE_S)
        assert (self.process.returncode, out, err) == (0, "", "")


def _pixels(picture: pygame.Surface, box: Box) -> bytes:
    return pygame.image.tobytes(picture.subsurface(box), "RGB")


@contextmanager
def real_window(folder: Path, screen: str = "1300x800") -> Iterator[RealWindow]:
    display = Display(folder, screen)
    one = RealWindow(display, folder)
    try:
        yield one
    finally:
        if hasattr(one, "process"):
            one.process.kill()
            one.process.wait(PATIENCE_S)
        display.close()
