"""How fast computer players decide, as a table: decisions of each level, worlds inside a search, the stop flag, two threads.

    python benchmarks/thinking.py --rules classic --players 4 --seconds 2

Decisions are asked of observations from games between casual players, every question of them in turn. Times are of the
processor for one thread, of the clock for the stop flag and for threads.
"""

import argparse
import os
import statistics
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from acquire_client.terminal.console import make_console, plain_table
from acquire_core import Game, Observation, ShuffledBag
from acquire_core.ai import LEVELS, make_bot
from acquire_core.ai.search import Mind
from acquire_core.ai.weights import shipped_weights

GAMES = 6
STOPS = 30
Row = tuple[str, str]


def questions(rules: str, players: int) -> list[Observation]:
    """Return every decision of some games."""
    found = []
    for seed in range(GAMES):
        game = Game(rules, players, tiles=ShuffledBag(seed))
        bot = make_bot("casual", seed)
        while not game.over:
            seen = game.observe(game.owed()[0])
            found.append(seen)
            game.apply_code(bot.choose(seen).code)
    return found


def decision_times(asked: list[Observation], seconds: float) -> Iterator[tuple[str, float, float]]:
    """Yield for each level its name and the mean and the longest seconds of a decision; those by the clock are left out."""
    for level in LEVELS:
        if level.usual_ms is not None:
            continue
        bot = make_bot(level.name, 1)
        count, longest, began = 0, 0.0, time.thread_time()
        before = began
        while before - began < seconds:
            bot.choose(asked[(count * 7919) % len(asked)])
            now = time.thread_time()
            longest, before, count = max(longest, now - before), now, count + 1
        yield f"level {level.number} {level.name}", (before - began) / count, longest


def decisions(asked: list[Observation], seconds: float) -> Iterator[Row]:
    for title, mean, longest in decision_times(asked, seconds):
        yield title, f"{1 / mean:,.0f} decisions/s, at most {1000 * longest:.1f} ms"


def middle(asked: list[Observation]) -> Observation:
    """Return a purchase with many options in the middle of a game."""
    half = [seen for seen in asked if seen.phase == "buy" and 25 <= seen.turn <= 45]
    return max(half, key=lambda seen: len(seen.legal_codes()))


def world_rates(asked: list[Observation], seconds: float) -> Iterator[tuple[str, float]]:
    """Yield how many worlds of each kind a search tries in a second."""
    kinds = (("random playouts in the search", None, 0, 16), ("worlds of two turns by value", shipped_weights(), 2, 8),
             ("worlds of eight turns by value", shipped_weights("taught"), 8, 12))
    for title, weights, turns, most in kinds:
        mind, tried, began = Mind(1), 0, time.thread_time()
        while time.thread_time() - began < seconds:
            tried += sum(found[1] for found in mind.search(middle(asked), weights, 2000, turns, 0.8, most))
        yield title, tried / (time.thread_time() - began)


def worlds(asked: list[Observation], seconds: float) -> Iterator[Row]:
    for title, rate in world_rates(asked, seconds):
        yield title, f"{rate:,.0f}/s"


def stop_flag(asked: list[Observation]) -> Row:
    """Measure how long after `stop` a search of the highest level answers."""
    bot, seen, late = make_bot("master", 1), middle(asked), []
    for _ in range(STOPS):
        pressed = [0.0]

        def press(pressed: list[float] = pressed) -> None:
            pressed[0] = time.perf_counter()
            bot.stop()

        timer = threading.Timer(0.1, press)
        timer.start()
        bot.choose(seen, deadline_ms=60_000)
        if pressed[0]:
            late.append(time.perf_counter() - pressed[0])
        timer.cancel()
    if not late:
        return "the stop flag of level 6", "every search ended by itself"
    return "the stop flag of level 6", f"answers after {1000 * statistics.median(late):.2f} ms, at most {1000 * max(late):.2f} ms"


def two_threads(asked: list[Observation], seconds: float) -> Row:
    """Count the worlds that eight lanes try in so many seconds of the clock, in one thread and in two."""
    rates = []
    for threads in (1, 2):
        with ThreadPoolExecutor(threads) as pool:
            mind, tried, began = Mind(1), 0, time.perf_counter()
            while time.perf_counter() - began < seconds:
                found = mind.search(middle(asked), shipped_weights("taught"), 4000, 8, 0.8, 12, lanes=8,
                                    executor=pool if threads > 1 else None)
                tried += sum(option[1] for option in found)
            rates.append(tried / (time.perf_counter() - began))
    return "two threads of level 6", f"{rates[1] / rates[0]:.2f} times the worlds of one ({os.cpu_count()} cores)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each row (default: 2)")
    args = parser.parse_args()
    asked = questions(args.rules, args.players)
    table = plain_table("what", "how fast")
    rows = (*decisions(asked, args.seconds), *worlds(asked, args.seconds), stop_flag(asked), two_threads(asked, args.seconds))
    for row in rows:
        table.add_row(*row)
    make_console().print(table)


if __name__ == "__main__":
    main()
