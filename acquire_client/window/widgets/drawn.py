"""What is only looked at: line charts and tooltips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box


@dataclass(frozen=True, slots=True)
class Series:
    name: str
    values: tuple[float, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class ChartMark:
    """A sign on a chart: where along its turns (0 to 1), at which value, what is written in it, and its colour."""

    at: float
    value: float
    text: str
    colour: str
    chosen: bool = False


Marks = Sequence[tuple[float, str]]
"""Places along an axis and what is written there."""
MARKERS_A_LINE = 9


def chart_plot(painter: Painter, box: Box, ticks: Marks) -> Box:
    """Return where a chart has its lines: beside the figures of its axis, the names at its end, and the times below it."""
    unit = painter.unit
    axis = max((painter.fonts.text_width(label, unit.text(11), figures=True) for _, label in ticks), default=0) + unit(12)
    return Box(box.x + axis, box.y + unit(6), box.w - axis - _name_width(painter, box) - unit(10), box.h - unit(26))


def _name_width(painter: Painter, box: Box) -> int:
    return min(painter.unit(120), box.w // 4)


def mark_place(plot: Box, mark: ChartMark, low: float, high: float) -> tuple[int, int]:
    """Return the middle of a mark."""
    return plot.x + round(mark.at * plot.w), plot.bottom - round((mark.value - low) / ((high - low) or 1.0) * plot.h)


def draw_chart(painter: Painter, box: Box, series: Sequence[Series], low: float, high: float, ticks: Marks,
               times: Marks = (), here: float | None = None, marks: Sequence[ChartMark] = ()) -> None:
    """Draw lines over turns, named at their ends. Beside its colour each has marks of its own shape, also in front of its name.

    `times` are places from 0 to 1 along the turns; so is `here`, a moment that is marked. The chosen one of `marks` lies on top.
    """
    unit = painter.unit
    pixels = unit.text(11)
    plot, name_width = chart_plot(painter, box, ticks), _name_width(painter, box)
    axis = plot.x - box.x
    span = (high - low) or 1.0
    for value, label in ticks:
        y = plot.bottom - round((value - low) / span * plot.h)
        painter.line((plot.x, y), (plot.right, y))
        painter.text(Box(box.x, y - pixels, axis - unit(8), 2 * pixels), label, 11, "dim", "right", figures=True, pixels=pixels)
    free = plot.x
    for at, label in times:
        x, width = plot.x + round(at * plot.w), painter.fonts.text_width(label, pixels)
        painter.line((x, plot.bottom), (x, plot.bottom + unit(4)))
        left = x if at == 0 else min(x - width // 2, plot.right - width)
        if left < free:
            continue  # it would run into the one before
        free = left + width + unit(8)
        painter.text(Box(left, plot.bottom + unit(4), width + 1, 2 * pixels), label, 11, "dim", pixels=pixels)
    if here is not None:
        x = plot.x + round(here * plot.w)
        painter.line((x, plot.y), (x, plot.bottom), "mark", max(2, unit(2)))
    size = max(7, unit(8))
    for number, one in enumerate(series):
        count = max(1, len(one.values) - 1)
        points = [(plot.x + at * plot.w / count, plot.bottom - (value - low) / span * plot.h) for at,
                  value in enumerate(one.values)]
        painter.polyline(points, one.colour, max(2, unit(2.4)))
        every = max(1, len(points) // MARKERS_A_LINE)
        first = every * number // max(1, len(series))    # so that those of lines that lie over each other do not
        for point in points[first::every]:
            painter.marker(*point, number, size, one.colour)
    for mark in sorted(marks, key=lambda mark: mark.chosen):
        _draw_mark(painter, mark_place(plot, mark, low, high), mark)
    ends = [plot.bottom - (one.values[-1] - low) / span * plot.h for one in series]
    apart = min(unit(17), plot.h / max(1, len(series) - 1))
    heights = spread_labels(ends, apart, plot.y, plot.bottom)
    for number, (one, height) in enumerate(zip(series, heights, strict=True)):
        painter.marker(plot.right + unit(14), height, number, size, one.colour)
        room = max(round(apart), MIN_TEXT + 2)
        name = Box(plot.right + unit(22), round(height) - room // 2, name_width - unit(12), room)
        painter.text(name, one.name, 12, one.colour, bold=True, cut=True)


MARK_RADIUS = 8


def mark_radius(painter: Painter) -> int:
    return max(MARK_RADIUS, painter.unit(MARK_RADIUS))


def _draw_mark(painter: Painter, middle: tuple[int, int], mark: ChartMark) -> None:
    radius = mark_radius(painter)
    circle = Box(middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius)
    if mark.chosen:
        gap = max(2, painter.unit(2))
        painter.dot(*middle, radius + 2 * gap, "mark")
        painter.dot(*middle, radius + gap, "panel")
    painter.dot(*middle, radius, mark.colour)
    painter.text(circle, mark.text, 11, "panel", "centre", bold=True, pixels=painter.unit.text(11), cut=True)


def spread_labels(heights: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Return the heights moved so far that labels there do not cover each other, in the same order.

    >>> spread_labels([50, 48, 49, 10], 20, 0, 60)
    [60, 20, 40, 0]
    """
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    placed = [max(low, value) for value in heights]
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + apart)
    if order:
        placed[order[-1]] = min(placed[order[-1]], high)
    for before, after in reversed(list(pairwise(order))):
        placed[before] = min(placed[before], placed[after] - apart)
    return placed


def tip_box(w: int, h: int, beside: Box, window: Box, clear: Sequence[Box], gap: int) -> Box:
    """Return where a tooltip of this size goes: above what it belongs to, else below, else above all that must stay clear.

    >>> card, question, window = Box(10, 80, 20, 18), Box(0, 60, 90, 15), Box(0, 0, 100, 100)
    >>> tip_box(30, 12, card, window, [], 2).y, tip_box(30, 12, card, window, [question], 2).y
    (66, 46)
    """
    x = min(max(window.x + gap, beside.middle[0] - w // 2), window.right - w - gap)
    above, below = Box(x, beside.y - h - gap, w, h), Box(x, min(beside.bottom + gap, window.bottom - h), w, h)
    highest = min((box.y for box in clear), default=beside.y)
    for box in (above, below, Box(x, highest - h - gap, w, h)):
        if box.y >= window.y and not any(box.overlaps(other) for other in (beside, *clear)):
            return box
    return above if above.y >= window.y else below


def draw_tip(painter: Painter, text: str, beside: Box, window: Box, clear: Sequence[Box] = ()) -> None:
    """Draw a tooltip above or below what it belongs to, always inside the window, and never over what must stay `clear`."""
    unit = painter.unit
    pixels = unit.text(12)
    most = min(unit(360), window.w - unit(24))
    lines = painter.wrapped(text, most, pixels)
    height = painter.fonts.line_height(pixels) + 2
    w = max(painter.fonts.text_width(line, pixels) for line in lines) + unit(20)
    h = len(lines) * height + unit(14)
    box = tip_box(w, h, beside, window, clear, unit(6))
    painter.panel(box, "raised", "dim", 6)
    inner = box.inset(unit(10), unit(7))
    for number, line in enumerate(lines):
        painter.text(Box(inner.x, inner.y + number * height, inner.w, height), line, 12, pixels=pixels, cut=True)
