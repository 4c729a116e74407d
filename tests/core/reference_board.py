"""The board of the reference rules: squares, neighbours, and what a tile would do there (R1-R3, R12).

A board is a dict from occupied squares to the chain they belong to, `None` for a loose tile. Nothing is cached:
every question is answered by looking at the squares again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

COLUMN_NUMBERS = range(1, 13)
ROW_LETTERS = "ABCDEFGHI"

Board = dict[str, str | None]

# R1: all 108 tiles in board order, column then row.
ALL_TILES: tuple[str, ...] = tuple(f"{column}{row}" for column in COLUMN_NUMBERS for row in ROW_LETTERS)
PLACE_IN_ORDER: Mapping[str, int] = {tile: place for place, tile in enumerate(ALL_TILES)}


def column_of(tile: str) -> int:
    return int(tile[:-1])


def row_of(tile: str) -> int:
    """0 for row A, 8 for row I."""
    return ROW_LETTERS.index(tile[-1])


def in_board_order(tiles: Iterable[str]) -> list[str]:
    return sorted(tiles, key=PLACE_IN_ORDER.__getitem__)


def _neighbours(tile: str) -> list[str]:
    """R2: the squares above, below, left and right, never diagonally."""
    column, row = column_of(tile), row_of(tile)
    beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [f"{c}{ROW_LETTERS[r]}" for c, r in beside if c in COLUMN_NUMBERS and 0 <= r < len(ROW_LETTERS)]


NEIGHBOURS: Mapping[str, list[str]] = {tile: _neighbours(tile) for tile in ALL_TILES}


def sizes(board: Mapping[str, str | None], chains: Sequence[str]) -> dict[str, int]:
    """Return how many tiles each chain has; 0 is a chain off the board."""
    count = dict.fromkeys(chains, 0)
    for chain in board.values():
        if chain is not None:
            count[chain] += 1
    return count


def chains_touched(board: Mapping[str, str | None], tile: str) -> set[str]:
    return {chain for square in NEIGHBOURS[tile] if (chain := board.get(square)) is not None}


def loose_touched(board: Mapping[str, str | None], tile: str) -> set[str]:
    return {square for square in NEIGHBOURS[tile] if square in board and board[square] is None}


def loose_group(board: Mapping[str, str | None], tile: str) -> set[str]:
    """Return a loose tile and every loose tile connected to it, step by step (R13, R17)."""
    group: set[str] = set()
    to_visit = [tile]
    while to_visit:
        square = to_visit.pop()
        if square not in group:
            group.add(square)
            to_visit.extend(loose_touched(board, square))
    return group


def chain_group(board: Mapping[str, str | None], tile: str) -> set[str]:
    """Return a tile of a chain and everything of that chain connected to it."""
    group: set[str] = set()
    to_visit = [tile]
    while to_visit:
        square = to_visit.pop()
        if square not in group:
            group.add(square)
            to_visit.extend(near for near in NEIGHBOURS[square] if board.get(near) == board[tile])
    return group


def read_board(drawing: str, chains: Sequence[str]) -> Board:
    """Nine rows A..I of twelve squares: `.` empty, `o` loose, else the initial of a chain. Spaces do not matter.

    A position that the rules cannot reach is refused with ValueError.
    """
    rows = [row for line in drawing.strip().splitlines() if (row := "".join(line.split()))]
    if len(rows) != len(ROW_LETTERS) or any(len(row) != len(COLUMN_NUMBERS) for row in rows):
        raise ValueError("a board has nine rows of twelve squares")
    meaning: dict[str, str | None] = {chain[0].upper(): chain for chain in chains}
    meaning["o"] = None
    board: Board = {}
    for letter, row in zip(ROW_LETTERS, rows, strict=True):
        for column, mark in zip(COLUMN_NUMBERS, row, strict=True):
            if mark == ".":
                continue
            if mark not in meaning:
                raise ValueError(f"no chain of this ruleset begins with {mark!r}")
            board[f"{column}{letter}"] = meaning[mark]
    _refuse_impossible(board, chains)
    return board


def _refuse_impossible(board: Board, chains: Sequence[str]) -> None:
    """R3: a chain is one connected group of two or more tiles, apart from other chains and from loose tiles."""
    for chain in chains:
        squares = {tile for tile in board if board[tile] == chain}
        if len(squares) == 1:
            raise ValueError(f"{chain} has one tile only")
        if squares and chain_group(board, min(squares)) != squares:
            raise ValueError(f"{chain} is not connected")
    for tile, owner in board.items():
        if owner is not None:
            for near in NEIGHBOURS[tile]:
                if near in board and board[near] != owner:
                    raise ValueError(f"{tile} of {owner} touches {near}, which belongs to {board[near] or 'no chain'}")
