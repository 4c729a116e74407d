"""The scale of the picture: the one that was chosen, or the largest that a window has room for.

One number multiplies the unit, so everything grows by it. A scene says how many units of room it needs at least, for a wide
window and for a tall one. Where the window has less at the chosen scale, a smaller one is used.
"""

from __future__ import annotations

from functools import lru_cache

from acquire_client.window.layout.box import Unit

Room = tuple[float, float]
"""A width and a height in units."""
TABLE_ROOMS: tuple[Room, ...] = ((853, 480), (640, 960))
"""What the table needs: with the sheet beside the board, or below it. Pages need as much."""
REPLAY_ROOMS: tuple[Room, ...] = ((1024, 576), (800, 1200))
"""What a replay needs for its review: the curve, and a list of whole sentences."""
FORM_ROOMS: tuple[Room, ...] = ((1180, 664), (1180, 900))
"""What pages of a new game need, whose choices have whole sentences below them."""
MIN_UNIT = 0.75
"""Pixels. Below this, text and buttons have their smallest sizes already, and only what lies between them would shrink."""


def fitting_scale(w: int, h: int, chosen: float, rooms: tuple[Room, ...] = TABLE_ROOMS) -> float:
    """Return the chosen scale, or the nearest for which the window has room.

    >>> fitting_scale(1280, 720, 2.0), fitting_scale(1080, 1920, 2.0), fitting_scale(1280, 720, 0.75)
    (1.5, 2.0, 0.75)
    """
    base = Unit(w, h, 1).size
    most = max(min(w / base / wide, h / base / high) for wide, high in rooms)
    return max(min(chosen, int(100 * most + 0.5) / 100), min(1.0, MIN_UNIT / base))


@lru_cache(maxsize=32)
def fitting_unit(w: int, h: int, chosen: float, rooms: tuple[Room, ...] = TABLE_ROOMS) -> Unit:
    """Return the unit of a window at the scale that fits."""
    return Unit(w, h, fitting_scale(w, h, chosen, rooms))
