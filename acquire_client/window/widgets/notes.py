"""Small text below a label: in one line, or in two where it would be much smaller in one, or cut."""

from __future__ import annotations

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box

CLOSE = 1.25
"""How much of the height of their lines a label and its note take at most, so that they stay together in a high box."""
SMALL_NOTE = 0.95
"""A note that is smaller than this share of its size in one line is written in two, if they have room."""


def two_lines(painter: Painter, text: str, box: Box, largest: int, smallest: int, bold: bool = False) -> list[str]:
    """Return a text in two lines that fit into a box and are larger than `smallest`; empty if there are no such lines, or a word
    would be broken."""
    for pixels in range(min(largest, int(box.h / 2.4)), smallest, -1):
        lines = painter.wrapped(text, box.w, pixels, bold)
        fits = all(painter.fonts.text_width(line, pixels, bold) <= box.w for line in lines)
        if len(lines) == 2 and " ".join(lines) == text and fits:
            return lines
    return []


def is_small(painter: Painter, note: str, box: Box, size: float, bold: bool = False) -> bool:
    """Return True if a note is cut in one line, or much smaller than it should be."""
    pixels = painter.fitting(note, box, size, bold)
    return pixels < SMALL_NOTE * painter.unit.text(size) or painter.fonts.text_width(note, pixels, bold) > box.w


def label_and_note(painter: Painter, box: Box, label_size: float, note: str, note_size: float) -> tuple[Box, Box]:
    """Return where a label is, and its note below it. For a note of two lines the label gives up what it does not need."""
    one, two = painter.line_height(painter.unit.text(label_size), True), 2 * painter.line_height(painter.unit.text(note_size))
    label, low = box.centred(box.w, min(box.h, round(CLOSE * (one + two)))).rows((1.15, 1))
    if is_small(painter, note, low, note_size):
        close = box.centred(box.w, min(box.h, one + two))
        label = close.top(min(label.h, one))
        low = close.without_top(label.h)
    return label, low


def note_lines(painter: Painter, note: str, box: Box, size: float, bold: bool = False) -> list[tuple[str, Box]]:
    """Return the lines of a note, and where each of them is."""
    one, most = painter.fitting(note, box, size, bold), painter.unit.text(size)
    least = one if painter.fonts.text_width(note, one, bold) <= box.w else MIN_TEXT - 1
    if is_small(painter, note, box, size, bold) and (lines := two_lines(painter, note, box, most, least, bold)):
        close = box.centred(box.w, min(box.h, 2 * painter.line_height(most, bold)))
        return list(zip(lines, close.rows((1, 1)), strict=True))
    return [(note, box)]
