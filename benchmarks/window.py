"""How fast the window is, as a table: a picture at four sizes, a key until it is drawn, the start, memory, what waiting costs.

    python -m benchmarks.window

The position is late in a game of four. Everything is drawn in software, under SDL's dummy driver where none is named in
SDL_VIDEODRIVER. A key waits up to 20 ms more until the loop looks (docs/decisions/0008).
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from acquire_client.files.settings import FILE_NAME
from acquire_client.matches.local import LocalMatch
from acquire_client.terminal.console import make_console, plain_table
from acquire_client.window import network, scenes
from acquire_core import Game, ShuffledBag
from acquire_core.ai import make_bot
from tests.client.window.driver import Window

SIZES = ((1024, 640), (1280, 720), (1920, 1080), (2560, 1440))
PICTURES = 80
WAITS_S = 10.0
LATE_TURN = 40
STARTS = 15
# The command `acquire` up to its first picture. pygame is loaded first, as the command loads it, to replace `flip`.
START = """
import os, sys
from acquire_client.window.sdl import load_pygame
load_pygame()
import pygame.display

def report_first_picture():
    os.write(1, b"drawn\\n")
    os._exit(0)

pygame.display.flip = report_first_picture
sys.argv = ["acquire"]
from acquire_client.entry import main
main()
"""


def late_in_a_game() -> LocalMatch:
    game, bot = Game("classic", 4, tiles=ShuffledBag(5)), make_bot("casual", 5)
    while not (game.turn >= LATE_TURN and game.phase == "place" and game.owed()[0] == 0):
        seat = game.owed()[0]
        game.apply_code(bot.choose(game.observe(seat)).code)
    kinds = [("Annabel", "person"), ("Ben", "casual"), ("Clementine", "strong"), ("Dan", "expert")]
    return LocalMatch.resume(game.record(kinds))


def milliseconds(work: Callable[[], object]) -> tuple[float, float]:
    """Return the median and the longest of many times."""
    times = []
    for _ in range(PICTURES):
        begun = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - begun))
    return statistics.median(times), max(times)


def start_ms(home: Path) -> list[float]:
    """Return how long each start took, in milliseconds. A first one is not counted: Python may compile the program in it. There
    are settings, because without them another page comes before the title."""
    (home / "config").mkdir(parents=True)
    (home / "config" / FILE_NAME).write_text("{}", "utf-8")
    environment = {**os.environ, "ACQUIRE_HOME": str(home)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    found = []
    for _ in range(1 + STARTS):
        begun = time.perf_counter()
        with subprocess.Popen([sys.executable, "-c", START], stdout=subprocess.PIPE, env=environment) as process:
            assert process.stdout is not None and process.stdout.readline() == b"drawn\n"
            found.append(1000 * (time.perf_counter() - begun))
    return found[1:]


def waiting_share(window: Window) -> float:
    """Return the part of a core that the loop takes while a person is asked and does nothing.

    What the loop imports once after its first picture is imported before: it belongs to the start.
    """
    scenes.load_all()
    network.load_all()
    timer = threading.Timer(WAITS_S, lambda: pygame.event.post(pygame.event.Event(pygame.QUIT)))
    timer.start()
    before = time.process_time()
    window.app.run()
    return (time.process_time() - before) / WAITS_S


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    rows: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        window = Window(Path(folder) / "home", animation="normal")
        window.sit_at(late_in_a_game())
        for width, height in SIZES:
            window.app.resize_window(width, height)
            window.app.draw()
            median, longest = milliseconds(window.app.draw)
            rows.append((f"full picture at {width}x{height}", f"{median:.1f} ms, at most {longest:.1f}"))
        window.app.resize_window(1280, 720)
        keys = iter([pygame.K_TAB] * PICTURES)
        median, longest = milliseconds(lambda: window.key(next(keys)))
        rows.append(("a key until its picture, 1280x720", f"{median:.1f} ms, at most {longest:.1f}"))
        starts = start_ms(Path(folder) / "start")
        rows.append(("from the command to the title", f"{statistics.median(starts):.0f} ms, at most {max(starts):.0f}"))
        rows.append(("a core while a person is asked", f"{waiting_share(window):.1%}"))
        if sys.platform.startswith("linux"):
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            rows.append(("memory at its peak, all sizes drawn", f"{peak:.0f} MB"))
    table = plain_table("what", "figure")
    for row in rows:
        table.add_row(*row)
    make_console().print(table)


if __name__ == "__main__":
    main()
