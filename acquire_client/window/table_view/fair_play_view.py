"""The tab that says what is proven: a mark and a sentence for each line. What stands there is in view_model/fair_play.py."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_client.view_model.fair_play import FairLine, Standing
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box

COLOURS = {Standing.GOOD: "good", Standing.WAITS: "dim", Standing.BAD: "bad"}


def paint_fair_play(painter: Painter, box: Box, lines: Sequence[FairLine]) -> None:
    """Paint the lines from the top, each behind its mark; what does not fit is left out."""
    unit = painter.unit
    pixels = unit.text(13)
    mark, y = unit(20), box.y
    height = max(unit(20), pixels + 6)
    for line in lines:
        row = Box(box.x, y, box.w, max(0, box.bottom - y))
        if row.h < height:
            return
        painter.text(row.top(height).left(mark), line.standing.value, 13, COLOURS[line.standing], bold=True)
        colour = "bad" if line.standing is Standing.BAD else "text"
        y += max(height, painter.paragraph(row.without_left(mark), line.text, 13, colour, cut=True)) + unit(6)
