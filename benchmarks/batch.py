"""How fast games go for programs that learn, as a table: random games in bulk, lock step, views as numbers, PettingZoo.

    python benchmarks/batch.py --rules classic --players 4 --games 1000 --seconds 1

A step is one decision in one game. Random codes are uniform over the legal ones, so these games are not those of `acquire bench`.
It needs the extra `rl`.
"""

import argparse
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import numpy as np

from acquire_client.terminal.console import HEADING, make_console, plain_table
from acquire_client.tools import machine
from acquire_client.tools.bench import NANOSECONDS, PER_SECOND, Work, measure
from acquire_core import Game, ShuffledBag
from acquire_core.batch import Batch, features, play_random_batch
from acquire_core.rl import env, raw_env

SEED = 1
EARLY_STEPS = 60
Row = tuple[str, str, Work]


def rows(rules: str, players: int, games: int) -> Iterator[Row]:
    """Yield what is measured: a title, its unit, and the work."""
    threads = min(os.cpu_count() or 1, 8)
    yield "random games, results as arrays", PER_SECOND, random_games(rules, players, 1)
    if threads > 1:
        yield f"the same in {threads} threads", PER_SECOND, random_games(rules, players, threads)
    batch = Batch(rules, players, games, SEED, auto_reset=True)
    yield f"steps of {games:,} games, codes at random", PER_SECOND, steps(batch, observe=False, masks=False)
    yield "with observations", PER_SECOND, steps(batch, observe=True, masks=False)
    yield "with observations and masks", PER_SECOND, steps(batch, observe=True, masks=True)
    numbers, mask = batch.observe(), batch.masks()
    yield "one observation in a batch", NANOSECONDS, each(batch, lambda: batch.observe(out=numbers))
    yield "one mask in a batch", NANOSECONDS, each(batch, lambda: batch.masks(out=mask))
    yield "the legal codes of one game in a batch", NANOSECONDS, each(batch, batch.legal)
    yield "features() of one Observation", NANOSECONDS, one_observation(rules, players)
    yield "steps of raw_env, last() and step()", PER_SECOND, environment(raw_env(rules, players))
    yield "steps of env with its wrappers", PER_SECOND, environment(env(rules, players))


def random_games(rules: str, players: int, threads: int) -> Work:
    """Return the work of several threads, each of which plays a part."""
    pool = ThreadPoolExecutor(threads)

    def work(games: int) -> int:
        part = -(-games // threads)
        list(pool.map(lambda k: play_random_batch(rules, players, part, SEED + k * part), range(threads)))
        return part * threads

    return work


def steps(batch: Batch, observe: bool, masks: bool) -> Work:
    generator = np.random.default_rng(SEED)
    numbers, mask = batch.observe(), batch.masks()

    def work(at_least: int) -> int:
        rounds = -(-at_least // len(batch))
        for _ in range(rounds):
            if observe:
                batch.observe(out=numbers)
            if masks:
                batch.masks(out=mask)
            batch.step(batch.random_codes(generator))
        return rounds * len(batch)

    return work


def each(batch: Batch, call: Callable[[], object]) -> Work:
    """Return work of which one call serves all games of the batch."""
    def work(at_least: int) -> int:
        rounds = -(-at_least // len(batch))
        for _ in range(rounds):
            call()
        return rounds * len(batch)

    return work


def one_observation(rules: str, players: int) -> Work:
    game = Game(rules, players, tiles=ShuffledBag(SEED))
    for _ in range(EARLY_STEPS):
        game.apply_code(game.legal_codes()[0])
    seen = game.observe(game.owed()[0])
    out = features(seen)

    def work(times: int) -> int:
        for _ in range(times):
            features(seen, out)
        return times

    return work


def environment(table: Any) -> Work:
    """Return a random program as PettingZoo's documentation writes it; it picks from the mask by itself."""
    generator = np.random.default_rng(SEED)

    def work(at_least: int) -> int:
        done = 0
        for seed in count(SEED):
            table.reset(seed=seed)
            for _ in table.agent_iter():
                seen, _, terminated, truncated, _ = table.last()
                if terminated or truncated:
                    break
                table.step(int(generator.choice(np.flatnonzero(seen["action_mask"]))))
                done += 1
            if done >= at_least:
                break
        return done

    return work


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast games go for programs that learn.")
    parser.add_argument("--rules", default="classic", help="the ruleset (default: classic)")
    parser.add_argument("--players", type=int, default=4, help="seats (default: 4)")
    parser.add_argument("--games", type=int, default=1000, help="games in a batch (default: 1000)")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each figure (default: 1)")
    args = parser.parse_args()
    console = make_console()
    console.print(f"{args.rules}, {args.players} players, {machine.cpu_facts()['name']}", style=HEADING)
    console.print()
    table = plain_table("", "best", "median", "", numbers=("best", "median"))
    for title, unit, work in rows(args.rules, args.players, args.games):
        best, median = measure(work, args.seconds).values(unit)
        table.add_row(title, f"{best:,.0f}", f"{median:,.0f}", unit)
    console.print(table)


if __name__ == "__main__":
    main()
