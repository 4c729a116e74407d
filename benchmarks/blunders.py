"""How often computer players blunder in the last turn of a game, as a table; tests/core/blunder_judge.py says what a blunder is.

    python -m benchmarks.blunders --level 2 3 4 --games 2000 --jobs 2

One seat of the level sits with others of mixed levels, seats rotate, and only its decisions are judged. "1 of 30" is one
blunder in thirty occasions to make it. The same command finds the same blunders, whatever `--jobs` is, but for level 6, which
thinks by the clock (`--level 6 --think 5`). Each of the first few is printed with its game, and `--game N` plays that game alone.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from acquire_core import RULESETS
from acquire_core.ai import find_level
from tests.core.blunder_games import Count, level_game
from tests.core.blunder_judge import KINDS

SHOWN = 5
"""Blunders of a level that are printed one by one."""


def count_in_parallel(level: str, args: argparse.Namespace) -> Count:
    play = partial(level_game, level, args.rules, args.players, args.seed, args.think)
    numbers = range(args.games) if args.game is None else [args.game]
    total = Count()
    for count in _spread(play, numbers, args.jobs):
        total.add(count)
    return total


def _spread(play: partial[Count], numbers: range | list[int], jobs: int) -> Iterator[Count]:
    if jobs == 1:
        yield from map(play, numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, numbers, chunksize=16)


def main() -> None:
    parser = argparse.ArgumentParser(description="How often computer players blunder in the last turn of a game.")
    parser.add_argument("--level", nargs="+", default=["2", "3", "4"], help="levels, by number or name")
    parser.add_argument("--rules", default="classic", choices=RULESETS)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--game", type=int, metavar="N", help="only this one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--think", type=int, metavar="MS", help="how long level 6 thinks about a decision, at most")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    args = parser.parse_args()
    games = f"{args.games} games a level" if args.game is None else f"game {args.game}"
    print(f"{games}, {args.rules}, {args.players} players, seed {args.seed}; blunders of occasions\n")
    print("  ".join(["level".ljust(12), *(kind.rjust(15) for kind in KINDS), "not judged", "seconds".rjust(8)]))
    for name in args.level:
        level, began = find_level(name), time.perf_counter()
        found = count_in_parallel(level.name, args)
        kinds = found.kinds()
        cells = [f"{kinds[kind]} of {found.occasions[kind]}".rjust(15) for kind in KINDS]
        seconds = f"{time.perf_counter() - began:8.1f}"
        print("  ".join([f"{level.number} {level.name}".ljust(12), *cells, f"{found.not_judged:10}", seconds]), flush=True)
        for number, blunder in found.blunders[:SHOWN]:
            print(f"    game {number}, turn {blunder.turn}: {blunder.kind}: {blunder.played}, better: {blunder.better}")


if __name__ == "__main__":
    main()
