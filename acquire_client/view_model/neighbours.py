"""What a tile would touch on the board, in words. The rules decide what may be placed; here is only what lies around it."""

from __future__ import annotations

from collections.abc import Mapping

from acquire_client.language import ENGLISH, Words
from acquire_client.view_model.board import COLUMNS, ROWS
from acquire_client.view_model.words import chain_title

Board = Mapping[str, str | None]


def neighbour_squares(tile: str) -> tuple[str, ...]:
    """Return the squares beside a tile: left, right, above, below.

    >>> neighbour_squares("1B")
    ('2B', '1A', '1C')
    """
    column, row = int(tile[:-1]), ROWS.index(tile[-1])
    around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return tuple(f"{c}{ROWS[r]}" for c, r in around if c in COLUMNS and 0 <= r < len(ROWS))


def loose_group(tile: str, board: Board) -> set[str]:
    """Return the loose tiles that are connected to a tile, without the tile itself."""
    found: set[str] = set()
    todo = [tile]
    while todo:
        for square in neighbour_squares(todo.pop()):
            if square in board and board[square] is None and square not in found:
                found.add(square)
                todo.append(square)
    return found - {tile}


def chains_beside(tile: str, board: Board) -> set[str]:
    """Return the chains that a tile would touch."""
    return {chain for square in neighbour_squares(tile) if (chain := board.get(square)) is not None}


def effect_text(tile: str, board: Board, sizes: Mapping[str, int], words: Words = ENGLISH) -> str:
    """Return what placing a tile does, in a few words.

    >>> effect_text("5E", {"4E": "tower", "6E": None}, {"tower": 3})
    'Tower grows from 3 to 5 tiles'
    """
    chains = chains_beside(tile, board)
    size = len(loose_group(tile, board)) + 1
    if not chains:
        if size == 1:
            return words.translate("lies alone")
        if any(size == 0 for size in sizes.values()):
            return words.translate("founds a chain of {size:tile|tiles}", size=size)
        return words.translate("makes a loose group of {size:tile|tiles}", size=size)  # all seven chains are on the board
    order = sorted(chains, key=lambda chain: (-sizes[chain], chain))
    largest = sizes[order[0]]
    if len(chains) == 1:
        return words.translate("{chain} grows from {before} to {size:tile|tiles}", chain=chain_title(order[0]), before=largest,
                               size=largest + size)
    sized = [f"{chain_title(chain)} ({sizes[chain]})" for chain in order]
    if sizes[order[1]] == largest:
        return words.translate("merges {chains:and}; the largest are equal", chains=sized)
    return words.translate("merges {chains:and} into {survivor}", chains=sized[1:], survivor=sized[0])
