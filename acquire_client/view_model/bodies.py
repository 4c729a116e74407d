"""Chains as bodies: where the squares of a chain hang together, and on which of them its emblem stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from acquire_client.view_model.board import COLUMNS, ROWS, BoardPicture

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
UP_RIGHT, DOWN_RIGHT, DOWN_LEFT, UP_LEFT = 16, 32, 64, 128
_STEPS = {UP: (0, -1), RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0)}
_CORNERS = {UP_RIGHT: (UP, RIGHT), DOWN_RIGHT: (DOWN, RIGHT), DOWN_LEFT: (DOWN, LEFT), UP_LEFT: (UP, LEFT)}


@lru_cache(maxsize=64)
def joined_sides(picture: BoardPicture) -> Mapping[str, int]:
    """Return for each tile of a chain the sides at which the same chain goes on.

    A corner is joined where the square behind it and both squares beside it are of the chain, so that nothing shows between four.

    >>> from acquire_client.view_model.board import board_picture
    >>> joined_sides(board_picture({"1A": "tower", "2A": "tower"})) == {"1A": RIGHT, "2A": LEFT}
    True
    """
    rows = picture.rows
    chains = {(x, y): square.chain for y, row in enumerate(rows) for x, square in enumerate(row) if square.chain is not None}
    found = {}
    for (x, y), chain in chains.items():
        sides = sum(side for side, (dx, dy) in _STEPS.items() if chains.get((x + dx, y + dy)) == chain)
        for corner, (vertical, horizontal) in _CORNERS.items():
            behind = x + _STEPS[horizontal][0], y + _STEPS[vertical][1]
            if sides & vertical and sides & horizontal and chains.get(behind) == chain:
                sides |= corner
        found[rows[y][x].tile] = sides
    return found


@lru_cache(maxsize=64)
def emblem_squares(picture: BoardPicture) -> Mapping[str, str]:
    """Return for each chain the tile nearest to the middle of its body; of equally near ones the first by rows.

    >>> from acquire_client.view_model.board import board_picture
    >>> emblem_squares(board_picture({"1A": "tower", "2A": "tower", "3A": "tower", "3B": None}))
    {'tower': '2A'}
    """
    squares: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(picture.rows):
        for x, square in enumerate(row):
            if square.chain is not None:
                squares.setdefault(square.chain, []).append((x, y))
    found = {}
    for chain, places in squares.items():
        middle_x, middle_y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
        x, y = min(places, key=lambda place: ((place[0] - middle_x) ** 2 + (place[1] - middle_y) ** 2, place[1], place[0]))
        found[chain] = f"{COLUMNS[x]}{ROWS[y]}"
    return found


@lru_cache(maxsize=64)
def chain_sizes(picture: BoardPicture) -> Mapping[str, int]:
    """Return how many squares each chain on the board has."""
    return Counter(square.chain for row in picture.rows for square in row if square.chain is not None)
