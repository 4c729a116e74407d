"""The strip in which a notice is shown for a few seconds."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box
from acquire_client.window.layout.notices import notice_strip


def draw_notice(painter: Painter, window: Box, pressable: Sequence[Box], text: str, bad: bool) -> Box:
    """Draw a notice where it covers nothing that can be pressed, and return its box. Long ones are written smaller first."""
    unit = painter.unit
    padding, margin = unit(14), unit(4)
    strip = notice_strip(window, unit, pressable)
    pixels = unit.text(13)
    while True:
        lines = painter.wrapped(text, strip.w - 2 * padding, pixels)
        height = len(lines) * (painter.fonts.line_height(pixels) + max(1, pixels // 8))
        if height <= strip.h - margin or pixels <= MIN_TEXT:
            break
        pixels -= 1
    if height > strip.h - margin:
        strip = notice_strip(window, unit, pressable, height + margin)
    width = min(strip.w, max(painter.fonts.text_width(line, pixels) for line in lines) + 2 * padding + 2)
    box = strip.centred(width, strip.h)
    painter.panel(box, "raised", "bad" if bad else "line", 8, max(1, unit(1.5)))
    height = min(height, box.h)
    painter.paragraph(box.inset(padding, (box.h - height) // 2), text, 13, align="centre", cut=True)
    return box
