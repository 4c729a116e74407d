"""Try a packed program as people meet it: `python -m tools.try_installers PROGRAM`, or `--build` to pack one first.

PROGRAM is the file to start, such as `dist/acquire/acquire`, or a .pyz. Beside it stands the `acquire` of this Python, installed
by pip, and both must say the same: what they list, and the game of four levels from a seed. Then its window opens on an X server
without a screen, and its first picture is timed, beside that of the other program; a whole game is played in it by the keyboard;
and it plays a game over the network with the program of pip, once as its host and once as its guest. Where the tar and the folder
of an AppImage lie beside it, they are tried as well. It needs Xvfb and xdotool.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame

from tests.client.window.real_window import Display
from tools.build_installers import MAX_FOLDER_BYTES, size_of
from tools.commands import run
from tools.trees import ROOT, copy_tests, copy_tree
from tools.verify_release import GAME, VerificationError, table_lines, take_steps

MAX_START_S = 2.0
STARTS = 3
MAX_WAIT_S = 60
ICON_SIZE = 256
MIN_COLOURS = 10
"""A screen without a window has one colour, and one with an empty window has two."""
WINDOW_TESTS = ("tests/client/window/test_real_window.py::test_a_whole_game_is_played_by_the_keyboard_alone",
                "tests/client/window/test_real_window.py::test_a_game_is_begun_and_left_by_the_keyboard")
NETWORK_TESTS = ("tests/online/test_packed_program.py",)


def seconds_of_a_core(process: int) -> float:
    """Return how long a process of Linux has run on any core."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def number_of_colours(picture: pygame.Surface) -> int:
    """Return how many colours a picture has, as far as every 16th point shows."""
    width, height = picture.get_size()
    return len({tuple(picture.get_at((x, y))) for x in range(0, width, 16) for y in range(0, height, 16)})


def check_entry(path: Path, command: str, icon: str) -> None:
    """Raise VerificationError for an entry that starts something else, or in which the tool of desktops finds a fault."""
    keys = dict(line.split("=", 1) for line in path.read_text("utf-8").splitlines() if "=" in line)
    if (keys.get("Type"), keys.get("Exec"), keys.get("Icon")) != ("Application", command, icon):
        raise VerificationError(f"{path} starts {keys.get('Exec')} and shows {keys.get('Icon')}")
    if shutil.which("desktop-file-validate"):
        run(["desktop-file-validate", path], path.parent)


def check_icon(path: Path, size: int = ICON_SIZE) -> None:
    """Raise VerificationError where this is not a picture of that width and height."""
    found = pygame.image.load(path, ".png").get_size()
    if found != (size, size):
        raise VerificationError(f"{path} has {found[0]} x {found[1]} points, and should have {size} of each")


@dataclass(frozen=True, order=True, slots=True)
class Start:
    """How long a program took until its first picture, and how long it has had a core: on a busy machine, far less."""

    seconds: float
    of_a_core: float

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s ({self.of_a_core:.1f} s of a core)"


class Trial:
    """A packed program on this machine."""

    def __init__(self, program: Path, work: Path, max_start_s: float = MAX_START_S) -> None:
        self.program, self.work, self.max_start_s = program.resolve(), work, max_start_s
        self.words: list[str | Path] = [sys.executable, self.program] if program.suffix == ".pyz" else [self.program]
        self.environment = {"ACQUIRE_HOME": str(work / "home"), "SHIV_ROOT": str(work / "shiv")}

    def size(self) -> str:
        size = self.program.stat().st_size if self.program.suffix == ".pyz" else size_of(self.program.parent)
        if size > MAX_FOLDER_BYTES:
            raise VerificationError(f"{size:,} bytes, and {MAX_FOLDER_BYTES:,} are allowed")
        return f"{size:,} bytes"

    def answer(self, *words: str) -> str:
        """Run a command of the packed program and return what it prints."""
        return run([*self.words, *words], self.work, **self.environment)

    def expected(self, *words: str) -> str:
        """Return what the program of this Python prints."""
        return run([sys.executable, "-P", "-m", "acquire_client", *words], self.work, **self.environment, PYTHONPATH="")

    def doctor(self) -> str:
        """Ask for everything that a packed program can lose: its parts, the engine, the variants for this CPU, pygame."""
        found = json.loads(run([*self.words, "doctor", "--json"], self.work, **self.environment, SDL_VIDEODRIVER="dummy"))
        lost = [name for name in ("pyzmq", "PyNaCl", "msgspec", "zeroconf", "ifaddr", "rich", "platformdirs", "segno")
                if found["packages"][name] is None]
        if lost or not found["engine"]["loaded"] or not found["pygame"]["found"]:
            raise VerificationError(f"without {', '.join(lost)}; engine {found['engine']}; pygame {found['pygame']}")
        return f"{self.answer('-V').strip()}; {found['pygame']['name']} {found['pygame']['version']}"

    def same_words(self) -> str:
        commands = (("help",), ("rules", "--json"), ("help", "host"), ("completion", "bash"))
        for words in commands:
            if self.answer(*words) != self.expected(*words):
                raise VerificationError(f"acquire {' '.join(words)} prints something else than the program of pip")
        return f"{len(commands)} commands"

    def same_game(self) -> str:
        digests = [hashlib.sha256(text.encode()).hexdigest()[:8] for text in (self.answer(*GAME), self.expected(*GAME))]
        if digests[0] != digests[1]:
            raise VerificationError("the game from one seed goes another way than with the program of pip")
        return f"digest {digests[0]}"

    def worker_processes(self) -> str:
        words = ("arena", "--seats", "1,2", "--games", "8", "--seed", "3", "--jobs", "2", "--json")
        first, second = (json.loads(text) for text in (self.answer(*words), self.expected(*words)))
        if first["seats"] != second["seats"]:
            raise VerificationError("two processes play other games than with the program of pip")
        return "2 processes"

    def start_of_the_window(self) -> str:
        """Time several starts, from the command to the first picture, in turn with the program of pip."""
        of_pip = [sys.executable, "-P", "-m", "acquire_client"]
        starts, beside = zip(*((self._start_once(self.words), self._start_once(of_pip)) for _ in range(STARTS)), strict=True)
        best = min(starts)
        said = f"{best}; the first time {starts[0]}; of pip {min(beside)}"
        if best.seconds > self.max_start_s:
            raise VerificationError(f"{said}, and {self.max_start_s:g} s are allowed")
        return said

    def _start_once(self, words: Sequence[str | Path]) -> Start:
        folder = Path(tempfile.mkdtemp(dir=self.work))
        display = Display(folder)
        environment = {**os.environ, **self.environment, "DISPLAY": display.name, "SDL_VIDEODRIVER": "x11",
                       "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": ""}
        environment.pop("WAYLAND_DISPLAY", None)
        began = time.monotonic()
        program = subprocess.Popen([*map(str, words)], cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            while time.monotonic() < began + MAX_WAIT_S and program.poll() is None:
                if number_of_colours(display.picture()) >= MIN_COLOURS:
                    return Start(time.monotonic() - began, seconds_of_a_core(program.pid))
                time.sleep(0.02)
            raise VerificationError(f"no picture after {time.monotonic() - began:.0f} s")
        finally:
            program.terminate()
            program.wait(30)
            display.close()

    def tar(self) -> str:
        """Unpack the tar that lies beside the program, see its entry and its icon, start what is in it, put it into a menu."""
        place = self.work / "Spiele für Acquire"
        with tarfile.open(self.wrapped("*.tar.gz")) as packed:
            packed.extractall(place, filter="data")
        [folder] = place.iterdir()
        check_entry(folder / "acquire-p2p.desktop", "acquire", "acquire-p2p")
        check_icon(folder / "acquire-p2p.png")
        program, data = folder / "acquire" / "acquire", self.work / "menu"
        version = self.version_of(program)
        run([program, "--install-desktop"], self.work, XDG_DATA_HOME=str(data), SDL_VIDEODRIVER="dummy", **self.environment)
        entry = next(data.rglob("*.desktop"))
        check_entry(entry, f'"{program}"', str(next(data.rglob("*.png"))))
        return f"{version}; its entry, its icon, and a menu"

    def app_folder(self) -> str:
        """Start the folder of an AppImage by its AppRun, also by a link from elsewhere."""
        folder = self.wrapped("*.AppDir")
        check_entry(folder / "acquire-p2p.desktop", "acquire", "acquire-p2p")
        for name in ("acquire-p2p.png", ".DirIcon"):
            check_icon(folder / name)
        link = self.work / "a link"
        link.symlink_to(folder / "AppRun")
        return f"{self.version_of(folder / 'AppRun')}, and by a link {self.version_of(link)}"

    def version_of(self, program: Path) -> str:
        """Start another copy of the program and return its version, which must be that of the packed one."""
        found = run([program, "-V"], self.work, **self.environment).strip()
        if found != self.answer("-V").strip():
            raise VerificationError(f"{program} is another program: {found}")
        return found

    def wrapped(self, pattern: str) -> Path:
        """Return what was made of the folder of the program."""
        return next(self.program.parent.parent.glob(pattern))

    def tests(self, *names: str) -> str:
        """Run tests with the packed program, away from the sources: the other program is the one that pip has installed."""
        away = self.work / "away"
        if not away.exists():
            copy_tests(away)
        words = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--ci", "-p", "no:cacheprovider", *names]
        return run(words, away, ACQUIRE_PROGRAM=str(self.program), PYTHONPATH="").strip().splitlines()[-1]

    def steps(self) -> dict[str, Callable[[], str]]:
        found: dict[str, Callable[[], str]] = {
            "size": self.size, "doctor": self.doctor, "same words": self.same_words, "same game": self.same_game,
            "worker processes": self.worker_processes, "window": self.start_of_the_window}
        if self.program.suffix != ".pyz":  # the tests start a file
            found["a game in the window"] = lambda: self.tests(*WINDOW_TESTS)
            found["a network game"] = lambda: self.tests(*NETWORK_TESTS)
        for name, pattern, step in (("tar", "*.tar.gz", self.tar), ("AppDir", "*.AppDir", self.app_folder)):
            if any(self.program.parent.parent.glob(pattern)):
                found[name] = step
        return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="try a packed program as people meet it")
    parser.add_argument("program", type=Path, nargs="?", help="the file that starts it")
    parser.add_argument("--build", action="store_true", help="build a wheel of this checkout, pack it, and try that")
    parser.add_argument("--start", type=float, default=MAX_START_S, metavar="SECONDS", help="how long its window may take")
    args = parser.parse_args(arguments)
    if args.build == (args.program is not None):
        parser.error("name a program, or say --build")
    missing = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
    if missing:
        print(f"not tried: {' and '.join(missing)} is missing")
        return 0
    with tempfile.TemporaryDirectory(prefix="acquire-packed-") as folder:
        work = Path(folder)
        program = packed_here(work) if args.build else args.program
        rows = take_steps(Trial(program, work, args.start).steps())
    print()
    print("\n".join(table_lines(rows)))
    return 0 if all(row.holds for row in rows) else 1


def packed_here(work: Path) -> Path:
    """Build a wheel from a clean copy of the checkout, pack it, and return the program."""
    tree = work / "tree"
    tree.mkdir()
    copy_tree(tree)
    run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", work / "wheels", tree], work)
    wheel = next((work / "wheels").glob("*.whl"))
    print(run([sys.executable, "-m", "tools.build_installers", wheel, work / "built", "--only", "folder"], ROOT), end="")
    return work / "built" / "acquire" / "acquire"


if __name__ == "__main__":
    sys.exit(main())
