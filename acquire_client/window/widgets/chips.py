"""Short facts, each on a rounded ground, one behind the other in as many lines as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box

SIZE = 12
SMALLEST_SHARE = 0.8
"""A chip that is longer than a line is written smaller, but not smaller than this share; on the last line it is counted then."""


def paint_chips(painter: Painter, box: Box, title: str, chips: Sequence[str], more: Callable[[int], str]) -> None:
    """Paint a title and chips behind it; `more` says how many are left out where not all have room. A screen reader gets all."""
    unit, pixels = painter.unit, painter.unit.text(SIZE)
    height, gap, inside = max(18, unit(22)), unit(5), unit(8)
    with painter.described_as(box, f"{title} {'; '.join(chips)}"):
        x, y = box.x, box.y
        width = painter.fonts.text_width(title, pixels) + unit(4)
        painter.text(Box(x, y, min(width, box.w), height), title, SIZE, "dim", pixels=pixels, cut=True)
        x += width + gap
        for number, chip in enumerate(chips):
            left = len(chips) - number
            rest = painter.fonts.text_width(more(left), pixels) + gap
            width = min(box.w, painter.fonts.text_width(chip, pixels) + 2 * inside)
            is_last_line = y + 2 * height + gap > box.bottom
            room = box.right - x - (rest if is_last_line and left > 1 else 0)
            if width > room and not is_last_line:
                x, y = box.x, y + height + gap
                is_last_line = y + 2 * height + gap > box.bottom
                room = box.w - (rest if is_last_line and left > 1 else 0)
            fitting = painter.fitting(chip, Box(x, y, max(1, room - 2 * inside), height), SIZE)
            if width > room and is_last_line and (x > box.x or fitting < SMALLEST_SHARE * pixels):
                painter.text(Box(x, y, box.right - x, height), more(left), SIZE, "dim", pixels=pixels, cut=True)
                return
            place = Box(x, y, min(width, room), height)
            painter.panel(place, "raised", None, 10)
            painter.text(place.inset(inside, 0), chip, SIZE, "text", pixels=min(pixels, fitting), cut=True)
            x += place.w + gap
