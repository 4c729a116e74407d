"""Marks on the avatars of a table over the network: how well a seat is heard, and whether a computer player answers there."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_client.theme import DARK_INK
from acquire_client.view_model.seat_state import SeatMark, SeatState
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box

AMBER = "#F0A030"
COMPUTER = "C"


def paint_seat_marks(painter: Painter, places: Sequence[Box], states: Sequence[SeatState]) -> None:
    """Paint the marks over the discs: hollow with seconds for a seat that is away, dashed for a lost link, an amber dot for a
    slow one, and a letter where a computer player stands in."""
    for place, state in zip(places, states, strict=True):
        if state.mark is SeatMark.AWAY:
            painter.dot(*place.middle, place.w // 2, "panel")
            painter.dashed_ring(place, "bad")
            painter.text(place, str(min(99, state.silent_s)), 9, "text", "centre", bold=True, figures=True, pixels=MIN_TEXT)
        elif state.mark is SeatMark.LINK_LOST:
            painter.dashed_ring(place.inset(-max(2, painter.unit(2.5))), "bad")
        elif state.mark is SeatMark.SLOW:
            side = max(6, place.w // 3)
            painter.dot(place.x + side // 3, place.y + side // 3, side // 2 + 1, "panel")
            painter.dot(place.x + side // 3, place.y + side // 3, side // 2, AMBER)
        if state.by_computer and state.mark is not SeatMark.AWAY:
            side = max(MIN_TEXT + 1, round(place.w * 0.56))
            chip = Box(place.right - side * 2 // 3, place.bottom - side + 1, side, side)
            painter.panel(chip, AMBER, DARK_INK, 3, 1)
            painter.text(chip, COMPUTER, 9, DARK_INK, "centre", bold=True, pixels=MIN_TEXT)
