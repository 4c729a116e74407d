"""Real windows at one table: each a process under a display of its own, played by keys that come through that display.

What a window shows it writes down itself (tests/online/watched_window.py). The keys are sent with xdotool, so they go the way of
a keyboard: server, SDL, event, scene. Xvfb and xdotool are needed; `missing_tools` says which one is not here.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from tests.support.displays import start_display

TOOLS = ("Xvfb", "xdotool")
PATIENCE_S = 240.0
STEP_S = 20.0
"""So long a window may take until it answers to a key; another one before that would go too far."""
AGAIN_S = 15.0
"""After so long the keys of an answer are pressed again, if nothing has come of them."""
SETTINGS = {"language": "en", "volume": 0, "turn_volume": 0, "bot_delay_ms": 0, "width": 1280, "height": 720}


def missing_tools() -> list[str]:
    return [tool for tool in TOOLS if shutil.which(tool) is None]


class RealWindow:
    """A window, and the person before it."""

    def __init__(self, folder: Path, name: str, wrap: Sequence[str] = (), **settings: object) -> None:
        """Open it; `wrap` is what starts the program on another host."""
        self.folder, self.name, self.wrap = folder, name, tuple(wrap)
        self.home = folder / "home"
        (self.home / "config").mkdir(parents=True, exist_ok=True)
        values = {**SETTINGS, "name": name, **settings}
        (self.home / "config" / "settings.json").write_text(json.dumps(values), "utf-8")
        self._tried: tuple[int, float] = (-1, 0.0)
        self.keys_pressed = 0
        self._sent = 0
        """So many presses of keys the program must have seen; with Shift it is two."""
        # Without -r a busy display repeats keys that nobody holds down.
        self.display, self.number = start_display("1280x720", ["-r"])
        self.process: subprocess.Popen[bytes] | None = None
        self.open()

    # --- the program ---

    @property
    def _environment(self) -> dict[str, str]:
        return {**os.environ, "DISPLAY": self.number, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy",
                "ACQUIRE_HOME": str(self.home)}

    def open(self) -> None:
        """Start the program and wait for its title."""
        (self.folder / "report.json").unlink(missing_ok=True)
        self._sent = 0
        with (self.folder / "errors.txt").open("ab") as errors:
            self.process = subprocess.Popen([*self.wrap, sys.executable, "-m", "tests.online.watched_window", str(self.folder)],
                                            env=self._environment, stdout=errors, stderr=errors)
        self.wait_for(lambda report: bool(report.get("scenes")), "its title")
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "."], env=self._environment, capture_output=True,
                               text=True, check=False).stdout.split()
        for window in found:
            subprocess.run(["xdotool", "windowfocus", window], env=self._environment, check=False, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        """End the program as a power cut does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Close the program as the system does when it shuts down."""
        assert self.process is not None
        self.process.terminate()
        self.process.wait(30)

    def close(self) -> None:
        for process in (self.process, self.display):
            if process is not None and process.poll() is None:
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()

    # --- what it shows ---

    def report(self) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads((self.folder / "report.json").read_text("utf-8"))
        except FileNotFoundError:
            return {}
        return found

    @property
    def top(self) -> str:
        scenes = self.report().get("scenes") or [""]
        return str(scenes[-1])

    @property
    def evening(self) -> dict[str, Any]:
        return self.report().get("evening") or {}

    @property
    def match(self) -> dict[str, Any]:
        return self.report().get("match") or {}

    def moments(self) -> list[dict[str, Any]]:
        path = self.folder / "moments.jsonl"
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []

    def picture(self, name: str) -> Path:
        """Return a picture of the window as it is now."""
        wanted = self.folder / f"{name}.shoot"
        wanted.touch()
        self.press("Shift_L")  # the loop sleeps until something comes
        end = time.monotonic() + 10
        while wanted.exists() and time.monotonic() < end:
            time.sleep(0.02)
        return self.folder / f"{name}.png"

    # --- the person ---

    def press(self, *keys: str) -> None:
        self.keys_pressed += len(keys)
        self._sent += sum(key.count("+") + 1 for key in keys)
        subprocess.run(["xdotool", "key", "--delay", "30", *keys], env=self._environment, check=True, stderr=subprocess.DEVNULL)

    def write(self, text: str) -> None:
        """Type a text into the field that has the focus."""
        # X has a name for each of these; xdotool's own typing changes the map of keys, which a busy display notices late.
        names = {" ": "space", ".": "period", ":": "colon", "-": "minus", "#": "numbersign", "[": "bracketleft",
                 "]": "bracketright"}
        for letter in text:
            self.press(f"shift+{letter.lower()}" if letter.isupper() else names.get(letter, letter))
            self.wait_until_seen()

    def wait_until_seen(self) -> None:
        """Wait until the window has answered to all keys: a person looks before they press the next one."""
        end = time.monotonic() + STEP_S
        while self.report().get("pressed", 0) < self._sent and time.monotonic() < end:
            time.sleep(0.01)
        self._sent = self.report().get("pressed", 0)

    def wait_for(self, what: Callable[[dict[str, Any]], bool], name: str, patience_s: float = PATIENCE_S) -> dict[str, Any]:
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            report = self.report()
            if report and what(report):
                return report
            if self.process is not None and self.process.poll() is not None:
                raise AssertionError(f"the window of {self.name} ended while it waited for {name}; see {self.folder}/errors.txt")
            time.sleep(0.02)
        self.picture("stuck")
        raise AssertionError(f"{self.name} waits for {name} in vain: {json.dumps(self.report())[:1500]}")

    def wait_for_scene(self, *names: str) -> None:
        self.wait_for(lambda report: report["scenes"][-1:] and report["scenes"][-1] in names, " or ".join(names))

    def tab_to(self, widget: str) -> None:
        assert self.tries_tab_to(widget), f"Tab never comes to {widget}: {self.report().get('widgets')}"

    def tries_tab_to(self, widget: str) -> bool:
        for _ in range(40):
            self.wait_until_seen()
            if self.report().get("focus") == widget:
                return True
            self.press("Tab")
        return False

    def answer_if_asked(self) -> bool:
        """Press the keys of the answer where the table asks this person; return True if keys were pressed."""
        report = self.report()
        match = report.get("match") or {}
        keys, step, now = match.get("keys"), match.get("steps", 0), time.monotonic()
        if report.get("scenes", [])[-1:] == ["Dialog"]:
            keys = ["Return"]  # whether the game shall really end
        if not keys or (self._tried[0] == step and now - self._tried[1] < AGAIN_S):
            return False
        self._tried = step, now
        self.press(*keys)
        return True


# --- what several do together ---

def host(window: RealWindow, places: int) -> None:
    """From the title to a lobby with so many seats."""
    window.press("p")
    window.wait_for_scene("TogetherScene")
    window.tab_to("host")
    window.press("Return")
    window.wait_for_scene("LobbyScene")
    window.wait_for(lambda report: bool(report["evening"]["members"]), "its lobby")
    if window.evening["places"] != places:
        window.tab_to("seats")
        while (now := window.evening["places"]) != places:
            window.press("Right" if now < places else "Left")
            window.wait_for(lambda report, now=now: report["evening"]["places"] != now, "another number of seats")  # type: ignore[misc]


def join_by_code(window: RealWindow, code: str) -> None:
    """From the title to the lobby of the table to which a code leads."""
    window.press("p")
    window.wait_for_scene("TogetherScene")
    window.tab_to("code")
    window.write(code)
    window.press("Return")
    window.wait_for_scene("LobbyScene")


def say(window: RealWindow, line: str, others: Sequence[RealWindow]) -> None:
    """Write a line where the focus is, and wait until all others have it."""
    window.write(line)
    window.press("Return")
    for other in others:
        other.wait_for(lambda report: [window.name, line] in report["evening"]["chat"], f"a line of {window.name}")


def join(window: RealWindow) -> float:
    """From the title to the lobby of the only table that is near; return the seconds until the table was listed."""
    window.press("p")
    window.wait_for_scene("TogetherScene")
    began = time.monotonic()
    window.wait_for(lambda report: report["tables"] > 0, "a table near it")
    listed = time.monotonic() - began
    end = time.monotonic() + PATIENCE_S
    while window.top == "TogetherScene":  # a table that was not heard for a while is not in the list for that time
        assert time.monotonic() < end, f"{window.name} never comes to a table"
        if window.report()["tables"] and window.tries_tab_to("table 1"):
            window.press("Return")
            again = time.monotonic() + STEP_S
            while window.top == "TogetherScene" and time.monotonic() < again:
                time.sleep(0.02)
    window.wait_for_scene("LobbyScene", "OnlineTableScene")
    return listed


def add_computer(window: RealWindow, count: int) -> None:
    """Let a computer player sit down at this host's table when so many sit there."""
    window.wait_for(lambda report: len(report["evening"]["members"]) == count and f"computer {count}" in report["widgets"],
                    "all persons, and a free seat")
    window.tab_to(f"computer {count}")
    window.press("Return")
    window.wait_for_scene("AddComputerPage")
    window.press("Return")
    window.wait_for(lambda report: len(report["evening"]["members"]) > count, "a computer player")


def begin(windows: Sequence[RealWindow], computers: int = 0) -> None:
    """Say in each lobby that its person is ready, and wait for the tables."""
    count = len(windows) + computers
    for window in windows:
        window.wait_for(lambda report: sum(member[1] for member in report["evening"]["members"]) == count, "all players")
    for window in windows:
        press_until(window, "Return", lambda report: report["scenes"][-1] != "LobbyScene" or report["evening"]["own_wish"])
    for window in windows:
        window.wait_for_scene("OnlineTableScene")


def play_until(windows: Iterable[RealWindow], done: Callable[[], bool], patience_s: float = 600) -> None:
    """Let all people play until something holds."""
    windows = list(windows)
    end = time.monotonic() + patience_s
    while not done():
        for window in windows:
            window.answer_if_asked()
        if time.monotonic() > end:
            for window in windows:
                window.picture("stuck")
            raise AssertionError(f"they play on and on: {[json.dumps(window.report())[:700] for window in windows]}")
        time.sleep(0.02)


def press_until(window: RealWindow, key: str, done: Callable[[dict[str, Any]], bool], patience_s: float = PATIENCE_S) -> None:
    """Press a key until something holds: at once, and again after a while, as people do."""
    end = time.monotonic() + patience_s
    while not done(window.report()):
        window.press(key)
        window.wait_until_seen()
        again = time.monotonic() + 2
        while time.monotonic() < again and not done(window.report()):
            time.sleep(0.02)
        if time.monotonic() > end:
            window.picture("stuck")
            raise AssertionError(f"{window.name} presses {key} in vain: {json.dumps(window.report())[:1000]}")


def is_over(window: RealWindow) -> bool:
    return bool(window.match.get("over")) or window.top == "GameOver"
