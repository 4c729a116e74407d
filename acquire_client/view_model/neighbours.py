"""What a tile would touch on the board, in words. The rules decide what may be placed; here is only what lies around it."""

from __future__ import annotations

from collections.abc import Mapping

from .board import COLUMNS, ROWS
from .words import chain_title, counted, listing

Board = Mapping[str, str | None]


def neighbours(tile: str) -> tuple[str, ...]:
    """The squares beside a tile: left, right, above, below.

    >>> neighbours("1B")
    ('2B', '1A', '1C')
    """
    column, row = int(tile[:-1]), ROWS.index(tile[-1])
    around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return tuple(f"{c}{ROWS[r]}" for c, r in around if c in COLUMNS and 0 <= r < len(ROWS))


def loose_group(tile: str, board: Board) -> set[str]:
    """The loose tiles that are connected to a tile, without the tile itself."""
    found: set[str] = set()
    todo = [tile]
    while todo:
        for square in neighbours(todo.pop()):
            if square in board and board[square] is None and square not in found:
                found.add(square)
                todo.append(square)
    return found - {tile}


def effect(tile: str, board: Board, sizes: Mapping[str, int]) -> str:
    """What placing a tile does, in a few words.

    >>> effect("5E", {"4E": "tower", "6E": None}, {"tower": 3})
    'Tower grows from 3 to 5 tiles'
    """
    chains = {chain for square in neighbours(tile) if (chain := board.get(square)) is not None}
    loose = loose_group(tile, board)
    if not chains:
        if not loose:
            return "lies alone"
        founds = any(size == 0 for size in sizes.values())  # all seven chains on the board: at best a loose group
        return f"{'founds a chain' if founds else 'makes a loose group'} of {len(loose) + 1} tiles"
    if len(chains) == 1:
        chain, = chains
        return f"{chain_title(chain)} grows from {sizes[chain]} to {counted(sizes[chain] + 1 + len(loose), 'tile')}"
    order = sorted(chains, key=lambda chain: (-sizes[chain], chain))
    largest = [chain for chain in order if sizes[chain] == sizes[order[0]]]
    if len(largest) > 1:
        return f"merges {listing(f'{chain_title(chain)} ({sizes[chain]})' for chain in order)}; the largest are equal"
    rest = listing(f"{chain_title(chain)} ({sizes[chain]})" for chain in order[1:])
    return f"merges {rest} into {chain_title(order[0])} ({sizes[order[0]]})"
