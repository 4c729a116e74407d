"""Does anything that a coalition sees go together with a hidden tile? Every bit of many dealings, against questions about tiles.

A dealing gives bytes, laid out in every dealing alike, and the answers to some yes-or-no questions of which the coalition can
know nothing. For every bit and question the four counts make a chi-square, and its p-value times the number of all such pairs
is what Bonferroni allows to be distinguished from chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt

LANES = 255
"""Dealings that are added up in one byte for each bit."""

PLANES = [bytes(value >> bit & 1 for value in range(256)) for bit in range(8)]


def ones(dealings: Sequence[bytes]) -> list[int]:
    """Return how many of them have each bit."""
    size = len(dealings[0])
    totals = [0] * (8 * size)
    for start in range(0, len(dealings), LANES):
        for bit, plane in enumerate(PLANES):
            added = sum(int.from_bytes(dealing.translate(plane), "little") for dealing in dealings[start:start + LANES])
            for place, times in enumerate(added.to_bytes(size, "little")):
                totals[8 * place + bit] += times
    return totals


def surprise(dealings: Sequence[bytes], answers: Sequence[Sequence[bool]]) -> tuple[float, int, int]:
    """Return the smallest p-value after Bonferroni, with the bit and the question that it belongs to."""
    lengths = {len(dealing) for dealing in dealings}
    if len(lengths) > 1:
        raise ValueError(f"dealings of different lengths: {sorted(lengths)}")
    count, all_bits = len(dealings), ones(dealings)
    varying = sum(0 < times < count for times in all_bits)
    best, at, about = 0.0, 0, 0
    for question in range(len(answers[0])):
        yes = [dealing for dealing, answer in zip(dealings, answers, strict=True) if answer[question]]
        if not 0 < len(yes) < count:
            continue
        counts = list(zip(all_bits, ones(yes), strict=True))
        scores = {(times, both): (both * count - times * len(yes)) ** 2 / (times * (count - times))
                  for times, both in {*counts} if 0 < times < count}  # many bits have the same counts
        strongest = max(scores, key=scores.__getitem__)
        chi_square = scores[strongest] * count / (len(yes) * (count - len(yes)))
        if chi_square > best:
            best, at, about = chi_square, counts.index(strongest), question
    return min(1.0, erfc(sqrt(best / 2)) * max(1, varying * len(answers[0]))), at, about
