"""How fast sums of multiples of points are, as a table: for loose points, for kept ones, and point by point with PyNaCl.

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
from acquire_net.crypto import multiscalar, multiscalar_portable

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

    columns = ["bits", "points", "combine", "Points", "Points(width=8)", "portable", "PyNaCl"]
    table = plain_table(*columns, numbers=columns)
    for bits in SCALAR_BITS:
        for n in SIZES:
            scalars = b"".join((rng.getrandbits(bits) % GROUP_ORDER).to_bytes(32, "little") for _ in range(n))
            some = points[: 32 * n]
            kept, wide = multiscalar.Points(some), multiscalar.Points(some, width=8)
            works: list[Callable[[], object]] = [
                *(partial(multiscalar.combine, scalars, given) for given in (some, kept, wide)),
                partial(multiscalar_portable.combine, scalars, some),
                partial(point_by_point, scalars, some),
            ]
            table.add_row(str(bits), str(n), *(f"{best_us(work, seconds):,.1f}" for work in works))
    console.print(table)

    point, deck = points[:32], points[: 32 * 108]
    table = plain_table("", "native", "portable", "PyNaCl", numbers=["native", "portable", "PyNaCl"])
    rows: list[tuple[str, Callable[[ModuleType], object]]] = [
        ("valid_point", lambda sums: sums.valid_point(point)),
        ("Points of 108", lambda sums: sums.Points(deck)),
        ("the same, strict", lambda sums: sums.Points(deck, strict=True)),
        ("the same, width 8", lambda sums: sums.Points(deck, width=8)),
    ]
    of_the_library = {"valid_point": best_us(lambda: nacl.bindings.crypto_core_ed25519_is_valid_point(point), seconds)}
    for title, work in rows:
        ours = [best_us(partial(work, sums), seconds) for sums in (multiscalar, multiscalar_portable)]
        table.add_row(title, *(f"{us:,.1f}" for us in ours), f"{of_the_library[title]:,.1f}" if title in of_the_library else "")
    console.print(table)


if __name__ == "__main__":
    main()
