"""How fast sums of multiples of points are, as a table: by each build that runs here, for loose points and for kept ones, and
point by point with PyNaCl.

    python benchmarks/multiscalar.py --seconds 0.3

Times are the best of many, in microseconds: what a quiet machine would give.
"""

import argparse
import random
import time
from collections.abc import Callable
from functools import partial
from types import ModuleType

import nacl.bindings

from acquire_client.terminal.console import make_console, plain_table
from acquire_net.crypto import multiscalar_portable
from acquire_net.crypto.cpu import multiscalar_builds

SIZES = [1, 8, 108, 220, 500]
SCALAR_BITS = [253, 128]
GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493


def best_us(work: Callable[[], object], seconds: float) -> float:
    """At least three times, and for that long."""
    best, began, runs = float("inf"), time.perf_counter(), 0
    while runs < 3 or time.perf_counter() - began < seconds:
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
        runs += 1
    return best * 1e6


def point_by_point(scalars: bytes, points: bytes) -> bytes:
    total = (1).to_bytes(32, "little")
    for i in range(0, len(points), 32):
        multiple = nacl.bindings.crypto_scalarmult_ed25519_noclamp(scalars[i : i + 32], points[i : i + 32])
        total = nacl.bindings.crypto_core_ed25519_add(total, multiple)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast sums of multiples of points are.")
    parser.add_argument("--seconds", type=float, default=0.3, help="for each figure")
    seconds = parser.parse_args().seconds
    rng = random.Random(1)
    points = b"".join(nacl.bindings.crypto_core_ed25519_from_uniform(rng.randbytes(32)) for _ in range(max(SIZES)))
    console = make_console()

    builds = [*multiscalar_builds(), multiscalar_portable]
    names = [build.__name__.rpartition(".")[2] for build in builds]
    columns = ["build", "bits", "points", "loose", "kept", "kept, width 8"]
    table = plain_table(*columns, numbers=columns[1:])
    for bits in SCALAR_BITS:
        for n in SIZES:
            scalars = b"".join((rng.getrandbits(bits) % GROUP_ORDER).to_bytes(32, "little") for _ in range(n))
            some = points[: 32 * n]
            for build, name in zip(builds, names, strict=True):
                given = (some, build.Points(some), build.Points(some, width=8))
                times = [best_us(partial(build.combine, scalars, each), seconds) for each in given]
                table.add_row(name, str(bits), str(n), *(f"{us:,.1f}" for us in times))
            table.add_row("PyNaCl", str(bits), str(n), f"{best_us(partial(point_by_point, scalars, some), seconds):,.1f}", "", "")
    console.print(table)

    point, deck, many = points[:32], points[: 32 * 108], points[: 32 * 500]
    table = plain_table("", *names, "PyNaCl", numbers=[*names, "PyNaCl"])
    rows: list[tuple[str, Callable[[ModuleType], Callable[[], object]]]] = [
        ("valid_point", lambda sums: partial(sums.valid_point, point)),
        ("Points of 108", lambda sums: partial(sums.Points, deck)),
        ("the same, strict", lambda sums: partial(sums.Points, deck, strict=True)),
        ("the same, width 8", lambda sums: partial(sums.Points, deck, width=8)),
        ("subsets of 500", lambda sums: partial(sums.subsets_in_subgroup, rng.randbytes(16 * 500), sums.Points(many, width=2))),
    ]
    of_the_library = {"valid_point": best_us(lambda: nacl.bindings.crypto_core_ed25519_is_valid_point(point), seconds)}
    for title, work in rows:
        ours = [best_us(work(build), seconds) for build in builds]
        table.add_row(title, *(f"{us:,.1f}" for us in ours), f"{of_the_library[title]:,.1f}" if title in of_the_library else "")
    console.print(table)


if __name__ == "__main__":
    main()
