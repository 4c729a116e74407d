"""How long pictures take while everything moves: a game at the table with all motion on, as a distribution for each size.

    python -m benchmarks.motion [WIDTHxHEIGHT …]

One person and five computer players, who think in threads meanwhile. The clock of the window goes on by 16 ms for each
picture, so every motion is drawn step by step however fast the machine is. Each time is that of one round of the loop that
draws: what is due, the whole picture, and its way to the window. The second line of a size is the time of a core that this took,
which other work on the machine does not lengthen.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.terminal.console import make_console, plain_table
from acquire_client.window.table_view.motion import FRAME_MS
from acquire_core import RULESETS
from acquire_core.ai import make_bot
from tests.client.window.driver import Window

SEATS = "Annabel,Ben:casual,Clementine:casual,Dan:casual,Eve:casual,Florentina:casual"
SEED = 7
PICTURES = 6000
LONG_MS = 20.0
SHARES = (50, 90, 99, 99.9, 100)
"""The part of the pictures, in percent, that takes no longer than what is printed."""
THINKING_MS = 500
"""How long the person looks before each answer."""


def picture_times_ms(window: Window, count: int) -> tuple[list[float], list[float]]:
    """Play until so many pictures were drawn, in a new game where one is over; return how long each took, by the clock and on a
    core."""
    found: list[float] = []
    on_core: list[float] = []
    bot, asked_since, table = make_bot("casual", SEED), 0, None
    while len(found) < count:
        if table is None or table.match.is_over:
            table = window.sit_at(LocalMatch.start(RULESETS["classic"].replace(holdings="open"), players_from(SEATS), SEED))
        window.now_ms += FRAME_MS
        drawn, begun, core_begun = window.app.drawn, time.perf_counter(), time.thread_time()
        window.turn()
        if window.app.drawn > drawn:
            found.append(1000 * (time.perf_counter() - begun))
            on_core.append(1000 * (time.thread_time() - core_begun))
        if table.decider is None:
            asked_since = window.now_ms
            if not table.motion.is_running:
                window.app.workers.settle()
        elif window.now_ms - asked_since > THINKING_MS:
            table.submit(bot.choose(table.match.observe(table.match.asked_seat)).action)
    return found, on_core


def at_share(times_ms: Sequence[float], percent: float) -> float:
    """Return the time that this part of the pictures does not exceed."""
    return sorted(times_ms)[max(0, min(len(times_ms) - 1, round(len(times_ms) * percent / 100) - 1))]


def size(text: str) -> tuple[int, int]:
    """Return a size that was typed. Raises ValueError, of which the command line makes a sentence."""
    width, height = map(int, text.split("x"))
    return width, height


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=size, metavar="WIDTHxHEIGHT", help="of the window (default: 1280x720)")
    shown = plain_table("picture", *(f"{percent} %" for percent in SHARES), f"within {LONG_MS:.0f} ms")
    for width, height in parser.parse_args().sizes or [(1280, 720)]:
        with tempfile.TemporaryDirectory() as folder:
            window = Window(Path(folder), width=width, height=height, animation="normal", bot_delay_ms=800)
            measured = picture_times_ms(window, PICTURES)
            window.close()
        for name, times_ms in zip((f"{width}x{height}", "  on a core"), measured, strict=True):
            within = sum(found <= LONG_MS for found in times_ms) / len(times_ms)
            shown.add_row(name, *(f"{at_share(times_ms, percent):.1f} ms" for percent in SHARES), f"{within:.2%}")
    make_console().print(shown)


if __name__ == "__main__":
    main()
