"""The window from outside, over the bus of screen readers on Linux: AT-SPI, as Orca uses it."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from .real_window import PATIENCE_S, RealWindow, eventually, needs_a_screen, real_window

LAUNCHERS = [path for path in (Path("/usr/libexec/at-spi-bus-launcher"), Path("/usr/lib/at-spi-bus-launcher"),
                               Path("/usr/lib/at-spi2-core/at-spi-bus-launcher")) if path.exists()]
MISSING = [tool for tool in ("dbus-daemon", "gdbus") if shutil.which(tool) is None] + ["at-spi2-core"] * (not LAUNCHERS)
ROOT = "/org/a11y/atspi/accessible/root"
PUSH_BUTTON, TABLE = 43, 55
Place = tuple[str, str]
"""Whose node it is, and its path."""

pytest.importorskip("accesskit", reason="AccessKit is not installed: pip install 'acquire-p2p[a11y]'")
pytestmark = [needs_a_screen, pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}")]


class ReaderBus:
    """A session bus of its own with AT-SPI on it, and what a screen reader does there."""

    def __init__(self, window: RealWindow) -> None:
        self.environment = window.environment
        self._daemon = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address=1"], env=self.environment,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._daemon.stdout is not None
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._daemon.stdout.readline().strip()
        self._launcher = subprocess.Popen([str(LAUNCHERS[0]), "--launch-immediately"], env=self.environment,
                                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        get_address = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress")
        assert eventually(lambda: bool(self._call(self.environment, *get_address)))
        found = re.search("'(.*)'", self._call(self.environment, *get_address))
        assert found is not None
        self._of_readers = {**self.environment, "DBUS_SESSION_BUS_ADDRESS": found[1]}

    def _call(self, environment: dict[str, str], owner: str, path: str, method: str, *values: str) -> str:
        command = ["gdbus", "call", "--session", "--dest", owner, "--object-path", path, "--method", method, *values]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE_S).stdout

    def enable(self, is_on: bool) -> None:
        """Come or go, as a screen reader that is started or ended."""
        self._call(self.environment, "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties.Set", "org.a11y.Status",
                   "IsEnabled", f"<{str(is_on).lower()}>")

    def ask(self, place: Place, method: str) -> str:
        return self._call(self._of_readers, *place, f"org.a11y.atspi.{method}")

    def children(self, place: Place) -> list[Place]:
        return re.findall(r"'(:[\d.]+)', (?:objectpath )?'([^']+)'", self.ask(place, "Accessible.GetChildren"))

    def name(self, place: Place) -> str:
        answer = self._call(self._of_readers, *place, "org.freedesktop.DBus.Properties.Get", "org.a11y.atspi.Accessible", "Name")
        return answer.strip().removeprefix("(<").removesuffix(">,)")[1:-1]

    def role(self, place: Place) -> int:
        """Return the number that AT-SPI gives to what a node is."""
        return int(self.ask(place, "Accessible.GetRole").split()[1].rstrip(",)"))

    def scene(self) -> Place | None:
        """Return the node of the scene on top; None while no program is on the bus."""
        for program in self.children(("org.a11y.atspi.Registry", ROOT)):
            for window in self.children(program):
                return next(iter(self.children(window)), None)
        return None

    def find(self, name: str) -> Place | None:
        """Return the node in the scene on top whose name begins so."""
        scene = self.scene()
        places = [] if scene is None else self.children(scene)
        return next((place for place in places if self.name(place).startswith(name)), None)

    def press(self, name: str) -> None:
        place = self.find(name)
        assert place is not None, name
        self._call(self._of_readers, *place, "org.a11y.atspi.Action.DoAction", "0")

    def close(self) -> None:
        for process in (self._launcher, self._daemon):
            process.terminate()
            process.wait(PATIENCE_S)


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[tuple[RealWindow, ReaderBus]]:
    with real_window(tmp_path) as window:
        bus = ReaderBus(window)
        try:
            yield window, bus
        finally:
            bus.close()


def test_a_screen_reader_finds_the_window_plays_a_tile_and_goes(outside: tuple[RealWindow, ReaderBus]) -> None:
    window, bus = outside
    bus.enable(True)
    window.start()
    assert eventually(lambda: bus.find("Tutorial") is not None)
    tutorial = bus.find("Tutorial")
    assert tutorial is not None and bus.role(tutorial) == PUSH_BUTTON
    bus.press("Tutorial")
    assert eventually(lambda: bus.find("Step 1 of 8") is not None)
    board = bus.find("Board")
    assert board is not None and bus.role(board) == TABLE and len(bus.children(board)) == 9
    assert [bus.name(cell) for cell in bus.children(bus.children(board)[4])][3:5] == [
        "4E, loose tile", "5E, your tile, founds a chain of 2 tiles"]
    bus.press("5E: ")
    assert eventually(lambda: bus.find("Your turn: Name your chain") is not None)
    bus.enable(False)
    assert eventually(lambda: bus.scene() is None)
    bus.enable(True)
    assert eventually(lambda: bus.find("Your turn: Name your chain") is not None)
    assert window.process.poll() is None
