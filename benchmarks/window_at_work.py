"""How soon a key is on the screen while the program has other work: proofs of a table over the network, and a review.

    python -m benchmarks.window_at_work [--keys 200]

A key is posted at moments that have nothing to do with the loop, and the clock runs until the picture that follows it was handed
to the display: so the nap of the loop counts (docs/decisions/0008). At the table over the network two other programs answer at
once, and a computer player answers for the person here, so that shares and proofs are checked without a rest. Everything is drawn
in software at 1280x720, under SDL's dummy driver where none is named in SDL_VIDEODRIVER.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from acquire_client.matches.evening import EveningStage
from acquire_client.matches.own_peer import own_peer_config
from acquire_client.terminal.console import make_console, plain_table
from acquire_client.window import network
from acquire_client.window.scenes.lobby import LobbyScene
from acquire_client.window.scenes.online_table import OnlineTableScene
from acquire_client.window.scenes.replay import ReplayScene
from acquire_client.window.scenes.setup import SetupScene
from acquire_core import RULESETS, Game, ShuffledBag
from acquire_core.ai import make_bot
from acquire_core.record import Record
from acquire_net import Host, Offer, rules_lines
from benchmarks.online import start_seat
from benchmarks.window import late_in_a_game
from tests.client.window.driver import Window

PLAYERS = 3
STAND_IN = "casual"
PAUSE_S = (0.06, 0.14)
"""The least and the most between two keys: a person who presses one after the other."""
MAX_MS = 30.0
"""What a key may take until its picture."""
PATIENCE_S = 300.0


class Hands(threading.Thread):
    """Press Tab again and again, in a thread of its own, until `stop` is called."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._ends = threading.Event()
        self._chance = random.Random(3)

    def run(self) -> None:
        while not self._ends.wait(self._chance.uniform(*PAUSE_S)):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=0,
                                                 posted_s=time.perf_counter()))
            pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_TAB, mod=0, unicode="", scancode=0))

    def stop(self) -> None:
        self._ends.set()
        self.join()


class Watch:
    """Run the loop of a window, and note how long each key took from being pressed to its picture."""

    def __init__(self, window: Window) -> None:
        self.app = window.app
        self.times_ms: list[float] = []

    def run_until(self, done: Callable[[], bool]) -> None:
        """Let the loop run as it does for people, until something holds."""
        app, end = self.app, time.monotonic() + PATIENCE_S
        while not done():
            assert time.monotonic() < end, f"not within {PATIENCE_S:.0f} s: {type(app.scenes[-1]).__name__}"
            events = app._wait_for_events()
            drawn = app.drawn
            app.run_once(events)
            if app.drawn > drawn:
                now = time.perf_counter()
                self.times_ms += [1000 * (now - event.posted_s) for event in events if hasattr(event, "posted_s")]

    def keys_while(self, works: Callable[[], bool], count: int) -> list[float]:
        """Press keys as long as the program works, and no more than so many; return how long they took."""
        self.times_ms.clear()
        hands = Hands()
        hands.start()
        self.run_until(lambda: len(self.times_ms) >= count or not works())
        hands.stop()
        return list(self.times_ms)


def whole_game() -> Record:
    """Return a game of four that was played to its end."""
    game, bot = Game("classic", 4, tiles=ShuffledBag(5)), make_bot("casual", 5)
    while not game.over:
        game.apply_code(bot.choose(game.observe(game.owed()[0])).code)
    return game.record([(name, "casual") for name in ("Annabel", "Ben", "Clementine", "Dan")])


def while_idle(window: Window, count: int) -> list[float]:
    window.sit_at(late_in_a_game())
    return Watch(window).keys_while(lambda: True, count)


def while_reviewing(window: Window, count: int) -> list[float]:
    found = list[float]()
    while len(found) < count:
        found += _while_one_review(window, count - len(found))
    return found


def _while_one_review(window: Window, count: int) -> list[float]:
    scene = ReplayScene(window.app, whole_game())
    window.app.replace(scene)
    scene.open_review()
    found = Watch(window).keys_while(lambda: scene.review.is_running, count)
    scene.review.cancel_work()
    return found


def at_a_table(window: Window, folder: Path, count: int) -> tuple[list[float], list[float]]:
    """Return how long keys took while the bag was mixed and proven, and during the game."""
    network.own_peer_config = partial(own_peer_config, port=0, announces=False)
    mixing, playing = list[float](), list[float]()
    while len(playing) < count:
        mixed, played = _at_one_table(window, folder / str(len(playing)), count - len(playing))
        mixing += mixed
        playing += played
    return mixing, playing


def _at_one_table(window: Window, folder: Path, count: int) -> tuple[list[float], list[float]]:
    app, watch = window.app, Watch(window)
    app.sit_down_online(Host(Offer(rules_lines(RULESETS["classic"]), PLAYERS)), "Annabel")
    evening = app.evening
    assert evening is not None
    watch.run_until(lambda: evening.listening is not None)
    assert evening.listening is not None
    others = [start_seat(number, PLAYERS, folder / str(number), evening.listening.code) for number in range(1, PLAYERS)]
    try:
        watch.run_until(lambda: isinstance(app.scenes[-1], LobbyScene) and app.scenes[-1].can_be_ready)
        evening.peer.set_ready(True)
        watch.run_until(lambda: isinstance(app.scenes[-1], SetupScene))
        mixing = watch.keys_while(lambda: isinstance(app.scenes[-1], SetupScene), count)
        watch.run_until(lambda: isinstance(app.scenes[-1], OnlineTableScene))
        evening.hand_over(STAND_IN)
        return mixing, watch.keys_while(lambda: evening.stage is EveningStage.PLAYING, count)
    finally:
        for other in others:
            other.kill()
            other.wait()
        app.leave_table()
        app.wait_for_goodbyes()


def row(what: str, times_ms: Sequence[float]) -> tuple[str, ...]:
    ordered = sorted(times_ms)
    return (what, f"{statistics.median(ordered):.1f} ms", f"{ordered[len(ordered) * 95 // 100]:.1f} ms", f"{ordered[-1]:.1f} ms",
            f"{sum(each <= MAX_MS for each in ordered) / len(ordered):.0%}", f"{len(ordered)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=int, default=200, help="so many for each row")
    count = parser.parse_args().keys
    logging.getLogger("acquire").addHandler(logging.NullHandler())  # what the log file of a window holds is not printed
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    with tempfile.TemporaryDirectory() as folder:
        window = Window(Path(folder) / "home", animation="normal", width=1280, height=720)
        idle = while_idle(window, count)
        reviewing = while_reviewing(window, count)
        mixing, playing = at_a_table(window, Path(folder), count)
        window.app.leave_all()
        window.app.workers.settle()
        window.app.workers.close()
    shown = plain_table("a key until its picture", "median", "95 of 100", "longest", f"within {MAX_MS:.0f} ms", "keys")
    for what, times in (("while a person is asked and nothing works", idle), ("while a review is computed", reviewing),
                        ("while the bag is mixed and proven", mixing), ("while a game with proofs goes on", playing)):
        shown.add_row(*row(what, times))
    console = make_console()
    console.print(shown)
    console.print(f"load of the machine before: {load:.2f}")


if __name__ == "__main__":
    main()
