"""Chains as bodies: which sides hang together, and where the emblem stands."""

from acquire_client.view_model.board import BoardPicture, board_picture
from acquire_client.view_model.bodies import (
    DOWN,
    DOWN_LEFT,
    DOWN_RIGHT,
    LEFT,
    RIGHT,
    UP,
    UP_LEFT,
    UP_RIGHT,
    emblem_squares,
    joined_sides,
)

CHAINS = {"T": "tower", "L": "luxor", "o": None}


def picture(*rows: str) -> BoardPicture:
    return board_picture({f"{x}{'ABCDEFGHI'[y]}": CHAINS[mark] for y, row in enumerate(rows) for x, mark in enumerate(row, 1)
                          if mark != "."})


def test_squares_of_one_chain_hang_together_and_of_two_do_not() -> None:
    sides = joined_sides(picture("TTL", "T.o"))
    assert sides == {"1A": RIGHT | DOWN, "2A": LEFT, "3A": 0, "1B": UP}


def test_four_squares_leave_nothing_open_between_them() -> None:
    sides = joined_sides(picture("TT", "TT"))
    assert sides == {"1A": RIGHT | DOWN | DOWN_RIGHT, "2A": LEFT | DOWN | DOWN_LEFT,
                     "1B": UP | RIGHT | UP_RIGHT, "2B": UP | LEFT | UP_LEFT}


def test_three_squares_around_a_corner_leave_it_open() -> None:
    assert joined_sides(picture("TT", ".T"))["2A"] == LEFT | DOWN
    assert joined_sides(picture("T.", "TL", "TT"))["1B"] == UP | DOWN, "the chain does not go on through another one"


def test_the_emblem_stands_nearest_to_the_middle_and_always_on_the_chain() -> None:
    assert emblem_squares(picture("TTTTT")) == {"tower": "3A"}
    assert emblem_squares(picture("TTT", "T..", "TTT"))["tower"] in {"1B", "2A", "2C"}, "the middle itself is not of the chain"
    assert emblem_squares(picture("TT.LL")) == {"tower": "1A", "luxor": "4A"}
