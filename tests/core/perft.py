"""Perft: how many sequences of legal lines of a given length lead away from a position.

Two engines that agree on the number agree on every list of legal lines on the way. Chance nodes count like
decisions: each tile that may come is one branch. Nothing here knows an engine: it is given two functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

G = TypeVar("G")


def perft(game: G, depth: int, legal: Callable[[G], Sequence[str]], apply_copy: Callable[[G, str], G]) -> int:
    """Return the number of legal sequences of exactly `depth` lines; a game that is over earlier adds none.

    `legal` lists the lines of the node, `apply_copy` plays one on a copy and leaves its argument as it was.
    """
    if depth == 0:
        return 1
    lines = legal(game)
    if depth == 1:
        return len(lines)
    return sum(perft(apply_copy(game, line), depth - 1, legal, apply_copy) for line in lines)


def divide(game: G, depth: int, legal: Callable[[G], Sequence[str]], apply_copy: Callable[[G, str], G]) -> dict[str, int]:
    """Perft by first line: where two engines differ, follow the line whose numbers differ."""
    return {line: perft(apply_copy(game, line), depth - 1, legal, apply_copy) for line in legal(game)}
