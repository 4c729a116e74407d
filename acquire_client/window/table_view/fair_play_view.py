"""The tab that says what is proven: a mark and a sentence for each line. What stands there is in view_model/fair_play.py."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_client.view_model.fair_play import FairLine, Standing
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box

COLOURS = {Standing.GOOD: "good", Standing.WAITS: "dim", Standing.BAD: "bad"}


def paint_fair_play(painter: Painter, box: Box, lines: Sequence[FairLine]) -> None:
    """Paint the lines from the top, each behind its mark, all in the size in which they fit. Where that is too small to be read,
    the last ones are left out: the first ones say what is wrong."""
    unit, mark, texts = painter.unit, painter.unit(20), [line.text for line in lines]
    gap = min(unit(6), box.h // (6 * max(1, len(lines))))
    pixels = painter.fitting_paragraphs(texts, box.w - mark, box.h - gap * len(lines), 13)
    if pixels < unit.text(13):  # the size is worth more than the room between the lines
        gap, pixels = 0, painter.fitting_paragraphs(texts, box.w - mark, box.h, 13)
    height, y = painter.line_height(pixels), box.y
    for line in lines:
        row = Box(box.x, y, box.w, max(0, box.bottom - y))
        if row.h < height:
            return
        painter.text(row.top(height).left(mark), line.standing.value, 13, COLOURS[line.standing], bold=True, pixels=pixels)
        colour = "bad" if line.standing is Standing.BAD else "text"
        y += painter.paragraph(row.without_left(mark), line.text, 13, colour, cut=True, pixels=pixels) + gap
