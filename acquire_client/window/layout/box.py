"""A rectangle in whole pixels, the ways to cut it, and the unit in which all sizes are given."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

REFERENCE = (1280, 720)
SMALLEST = (1024, 640)
"""The smallest picture that is laid out; a smaller window shows it shrunk."""
SCALES = (0.75, 1.0, 1.25, 1.5, 2.0)
MIN_TARGET = 28
MIN_TEXT = 11
TYPE_SCALE = (9, 11, 13, 15, 18, 24, 32)
"""All sizes of text, in units: names on squares, notes, body, questions, headings, titles, the result."""


class Box(NamedTuple):
    """A rectangle; pygame takes it as it is.

    >>> Box(0, 0, 100, 30).columns((1, 3), gap=4)[1]
    Box(x=28, y=0, w=72, h=30)
    """

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + self.w // 2, self.y + self.h // 2

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom

    def overlaps(self, other: Box) -> bool:
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def inset(self, x: int, y: int | None = None) -> Box:
        y = x if y is None else y
        return Box(self.x + x, self.y + y, max(0, self.w - 2 * x), max(0, self.h - 2 * y))

    def to(self, last: Box) -> Box:
        """Return the box from the corner of this one to the end of another, which lies below it or behind it."""
        return Box(self.x, self.y, last.right - self.x, last.bottom - self.y)

    def moved(self, x: int = 0, y: int = 0) -> Box:
        return Box(self.x + x, self.y + y, self.w, self.h)

    def top(self, height: int) -> Box:
        return Box(self.x, self.y, self.w, min(height, self.h))

    def foot(self, height: int) -> Box:
        height = min(height, self.h)
        return Box(self.x, self.bottom - height, self.w, height)

    def left(self, width: int) -> Box:
        return Box(self.x, self.y, min(width, self.w), self.h)

    def end(self, width: int) -> Box:
        width = min(width, self.w)
        return Box(self.right - width, self.y, width, self.h)

    def without_top(self, height: int) -> Box:
        height = min(height, self.h)
        return Box(self.x, self.y + height, self.w, self.h - height)

    def without_foot(self, height: int) -> Box:
        return Box(self.x, self.y, self.w, max(0, self.h - height))

    def without_left(self, width: int) -> Box:
        width = min(width, self.w)
        return Box(self.x + width, self.y, self.w - width, self.h)

    def without_end(self, width: int) -> Box:
        return Box(self.x, self.y, max(0, self.w - width), self.h)

    def centred(self, width: int, height: int) -> Box:
        width, height = min(width, self.w), min(height, self.h)
        return Box(self.x + (self.w - width) // 2, self.y + (self.h - height) // 2, width, height)

    def columns(self, shares: Sequence[float], gap: int = 0) -> tuple[Box, ...]:
        return tuple(Box(self.x + start, self.y, size, self.h) for start, size in _share_out(self.w, shares, gap))

    def rows(self, shares: Sequence[float], gap: int = 0) -> tuple[Box, ...]:
        return tuple(Box(self.x, self.y + start, self.w, size) for start, size in _share_out(self.h, shares, gap))

    def stacked(self, count: int, height: int, gap: int = 0) -> tuple[Box, ...]:
        """Return rows of one height from the top down."""
        return tuple(Box(self.x, self.y + number * (height + gap), self.w, height) for number in range(count))

    def grid(self, count: int, across: int, height: int, gap: int) -> tuple[Box, ...]:
        """Return cells of one size, line by line."""
        width = (self.w - gap * (across - 1)) // across
        return tuple(Box(self.x + number % across * (width + gap), self.y + number // across * (height + gap), width, height)
                     for number in range(count))


def _share_out(length: int, shares: Sequence[float], gap: int) -> list[tuple[int, int]]:
    room, whole = max(0, length - gap * (len(shares) - 1)), sum(shares)
    edges = [round(room * sum(shares[:number]) / whole) for number in range(len(shares) + 1)]
    return [(edges[number] + number * gap, edges[number + 1] - edges[number]) for number in range(len(shares))]


@lru_cache(maxsize=100)
def nearest_step(size: float) -> int:
    """Return the nearest size of the type scale, of two the larger; each line of a list asks for it several times."""
    return min(TYPE_SCALE, key=lambda step: (abs(step - size), -step))


class Unit:
    """Lengths for one window: `unit(13)` is what is 13 pixels long in the reference window at scale 1.

    One number multiplies all of them, so boxes, margins, tiles and type keep their proportions at every scale.
    """

    def __init__(self, w: int, h: int, scale: float) -> None:
        self.size = min(w / REFERENCE[0], h / REFERENCE[1]) * scale

    def __call__(self, length: float) -> int:
        return max(1, round(length * self.size))

    def text(self, size: float) -> int:
        """Return a size of text: the nearest of the type scale, never below the smallest that can be read."""
        return max(MIN_TEXT, round(nearest_step(size) * self.size))

    def target(self, height: float) -> int:
        """Return the height of something to be clicked, never below the smallest that can be hit."""
        return max(MIN_TARGET, round(height * self.size))
