"""One game again, or many: `python -m tests.simulation --help`."""

from __future__ import annotations

import argparse
import time
from collections import Counter

from tests.simulation.scenarios import KINDS, options_of, simulate
from tests.simulation.table import Violation


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, help="one game, exactly as a failure named it")
    parser.add_argument("--games", type=int, default=100, help="how many games, where no seed is given")
    parser.add_argument("--first", type=int, default=0, help="the first of their seeds")
    parser.add_argument("--kind", choices=list(KINDS), help="only this kind of trouble; otherwise the seed decides")
    parser.add_argument("--rounds", action="store_true", help="games in which all seats answer at once")
    parser.add_argument("--go-on", action="store_true", help="do not stop at the first failure")
    chosen = parser.parse_args()
    if chosen.seed is not None:
        name, options = options_of(chosen.seed, chosen.kind, chosen.rounds)
        print(f"seed {chosen.seed}, {name}: {options}")
        print(simulate(chosen.seed, chosen.kind, rounds=chosen.rounds))
        return 0
    ends: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    failures, started = 0, time.monotonic()
    for count, seed in enumerate(range(chosen.first, chosen.first + chosen.games), 1):
        try:
            ends[simulate(seed, chosen.kind, rounds=chosen.rounds).ends] += 1
            kinds[options_of(seed, chosen.kind)[0]] += 1
        except Violation as violation:
            failures += 1
            print(f"\n{violation}", flush=True)
            if not chosen.go_on:
                return 1
        if count % 100 == 0 or count == chosen.games:
            seconds = time.monotonic() - started
            rate = f"{count / seconds:.1f} games/s"
            print(f"{count} of {chosen.games} games, {failures} failures, {rate}, {dict(ends)}", flush=True)
    print(dict(kinds))
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
