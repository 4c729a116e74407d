"""The board as a picture of squares: what lies where, and which tile has just been placed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

COLUMNS = tuple(range(1, 13))
ROWS = "ABCDEFGHI"


@dataclass(frozen=True, slots=True)
class Square:
    """One square. `chain` is None on loose tiles as well as on empty squares."""

    tile: str
    occupied: bool = False
    chain: str | None = None
    new: bool = False
    """Placed by the last action."""
    dead: bool = False
    """No tile can ever be placed there."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Nine rows of twelve squares.

    >>> board_picture({"1A": None, "2A": "tower"}, new=["2A"]).rows[0][1]
    Square(tile='2A', occupied=True, chain='tower', new=True, dead=False)
    """

    rows: tuple[tuple[Square, ...], ...]
    _hash: int = field(init=False, repr=False, compare=False)
    """Kept, for a picture is looked up several times each time that it is drawn."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(self.rows))

    def __hash__(self) -> int:
        return self._hash

    @property
    def tiles(self) -> dict[str, str | None]:
        """Return what lies on the board, with the chain of each tile."""
        return {square.tile: square.chain for row in self.rows for square in row if square.occupied}

    def text(self) -> str:
        """Return the letters of tests and records: `.` empty, `o` loose, a capital for a chain."""
        return "\n".join("".join(letter(square) for square in row) for row in self.rows)


def letter(square: Square) -> str:
    """Return one character that says what lies on a square, without any colour."""
    if square.chain is not None:
        return square.chain[0].upper()
    return "o" if square.occupied else "."


def board_picture(board: Mapping[str, str | None], new: Collection[str] = (), dead: Collection[str] = ()) -> BoardPicture:
    """Return the picture of a board; `board` is that of a snapshot: occupied squares only, loose ones None."""
    tiles = ((f"{column}{row}" for column in COLUMNS) for row in ROWS)
    return BoardPicture(tuple(
        tuple(Square(tile, tile in board, board.get(tile), tile in new, tile in dead) for tile in row) for row in tiles))
