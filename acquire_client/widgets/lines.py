"""Lists: lines that scroll, one of which may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from ..assets.painter import Painter
from ..layout.box import Box
from .widget import ACTIVATING, Widget


@dataclass(frozen=True, slots=True)
class Line:
    """`chain` puts its mark in front, `strong` marks the head of a section, `note` stands at the end."""

    text: str
    chain: str = ""
    strong: bool = False
    note: str = ""


class Lines(Widget):
    """Newest at the bottom if `at_end`. `choose` is called with the number of the line that is picked."""

    def __init__(self, name: str, box: Box, lines: Sequence[Line], line_height: int, *, at_end: bool = False,
                 choose: Callable[[int], None] | None = None, chosen: int | None = None, size: float = 13,
                 top: int | None = None, empty: str = "") -> None:
        super().__init__(name, box)
        self.lines, self.line_height, self.choose, self.chosen, self.size = list(lines), line_height, choose, chosen, size
        self.empty = empty
        last = max(0, len(self.lines) - self.shown)
        self.top = max(0, min(last, last if top is None and at_end else top or 0))

    @property
    def shown(self) -> int:
        """How many lines fit."""
        return max(1, self.box.h // self.line_height)

    @property
    def at_bottom(self) -> bool:
        return self.top >= len(self.lines) - self.shown

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        if not self.lines:
            painter.text(self.box.top(self.line_height), self.empty, self.size, "dim", cut=True)
        bar = len(self.lines) > self.shown
        for number in range(self.top, min(len(self.lines), self.top + self.shown)):
            row = Box(self.box.x, self.box.y + (number - self.top) * self.line_height, self.box.w, self.line_height)
            self._draw_line(painter, row.without_end(painter.unit(10) if bar else 0), number)
        if bar:
            track = self.box.end(painter.unit(4))
            length = max(12, track.h * self.shown // len(self.lines))
            at = track.y + (track.h - length) * self.top // max(1, len(self.lines) - self.shown)
            painter.panel(Box(track.x, at, track.w, length), "line", None, 2)

    def _draw_line(self, painter: Painter, row: Box, number: int) -> None:
        line = self.lines[number]
        if self.chosen == number:
            painter.panel(row, "raised", None, 5)
        inner = row.inset(painter.unit(6) if self.choose else 0, 0)
        pixels = max(11, min(painter.unit.text(self.size), int(row.h / 1.2)))
        if line.note:
            width = painter.fonts.width(line.note, pixels) + painter.unit(8)
            painter.text(inner.end(width), line.note, self.size, "dim", "right", pixels=pixels)
            inner = inner.without_end(width)
        if not line.strong:
            side = min(row.h - 4, painter.unit(15))
            if line.chain:
                painter.chip(inner.left(side), line.chain)
            if not self.choose or line.chain:
                inner = inner.without_left(side + painter.unit(6))
        painter.text(inner, line.text, self.size, "text", bold=line.strong, cut=True, pixels=pixels)

    def scroll(self, by: int) -> bool:
        top = max(0, min(len(self.lines) - self.shown, self.top + by))
        moved, self.top = top != self.top, top
        return moved

    def wheel(self, steps: int) -> bool:
        self.scroll(-3 * steps)
        return True

    def _pick(self, number: int) -> None:
        if self.choose is not None and self.lines:
            self.chosen = max(0, min(len(self.lines) - 1, number))
            if not self.top <= self.chosen < self.top + self.shown:
                self.top = max(0, self.chosen - self.shown // 2)
            self.choose(self.chosen)

    def key(self, event: pygame.event.Event) -> bool:
        pages = {pygame.K_PAGEUP: -self.shown, pygame.K_PAGEDOWN: self.shown, pygame.K_HOME: -len(self.lines),
                 pygame.K_END: len(self.lines)}
        if event.key in pages:
            return self.scroll(pages[event.key])
        if self.choose is not None:
            if event.key in (pygame.K_UP, pygame.K_DOWN) and self.lines:
                by = 1 if event.key == pygame.K_DOWN else -1
                before = self.chosen
                self._pick(by + (self.chosen if self.chosen is not None else -by))
                return self.chosen != before
            if event.key in ACTIVATING:
                self._pick(self.chosen or 0)
                return bool(event.key == pygame.K_SPACE)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            return self.scroll(1 if event.key == pygame.K_DOWN else -1)
        return False

    def release(self, x: float, y: float) -> None:
        if self.holds(x, y):
            number = self.top + int(y - self.box.y) // self.line_height
            if number < len(self.lines):
                self._pick(number)
