"""Lists: lines that scroll, one of which may be chosen. Long lines are broken if there is a painter to measure them, else cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole
from acquire_client.window.widgets.widget import ACTIVATING, Widget


@dataclass(frozen=True, slots=True)
class ListLine:
    """`avatar` is the number and the name of the player who stands in front; the mark of `chain` stands there without one, else
    behind the text. `strong` marks the head of a section, `note` stands at the end; `goes_on` is what did not fit into the row
    above. A bar stands before what is `new`."""

    text: str
    chain: str = ""
    strong: bool = False
    note: str = ""
    goes_on: bool = False
    new: bool = False
    avatar: tuple[int, str] | None = None

    @property
    def ends_with_chain(self) -> bool:
        return bool(self.chain) and (self.avatar is not None or self.goes_on)


@dataclass(frozen=True, slots=True)
class _LineRoom:
    """The room that each line of a list has; measured once for all of them, because the log of a game has hundreds."""

    painter: Painter
    pixels: int
    width: int
    indent: int

    def broken(self, line: ListLine) -> list[ListLine]:
        """Return the rows into which a line is broken."""
        width = self.width - (self.indent if line.avatar is not None and line.chain else 0)
        if self.painter.fonts.text_width(line.text, self.pixels, line.strong) <= width:
            return [line]
        first, *rest = self.painter.wrapped(line.text, width, self.pixels, line.strong)
        rows = [replace(line, text=first), *(ListLine(text, goes_on=True, new=line.new) for text in rest)]
        if line.avatar is not None and rest:
            rows[0], rows[-1] = replace(rows[0], chain=""), replace(rows[-1], chain=line.chain)
        return rows


class ListView(Widget):
    """Newest at the bottom if `at_end`. `choose` is called with the number of the line that is picked."""

    def __init__(self, name: str, box: Box, lines: Sequence[ListLine], line_height: int, *, at_end: bool = False,
                 choose: Callable[[int], None] | None = None, chosen: int | None = None, size: float = 13,
                 top: int | None = None, empty: str = "", painter: Painter | None = None, spoken: str = "") -> None:
        super().__init__(name, box)
        self.spoken = spoken
        self.line_height, self.choose, self.chosen, self.size, self.empty = line_height, choose, chosen, size, empty
        self.rows = list(enumerate(lines))
        """Each with the number of its line."""
        self._has_avatars = any(line.avatar is not None for line in lines)
        if painter is not None:
            unit = painter.unit
            indent = self._chain_indent(unit)
            room = _LineRoom(painter, self._text_pixels(unit), box.w - unit(10) - (2 * unit(6) if choose else 0) - indent, indent)
            self.rows = [(number, row) for number, line in self.rows for row in room.broken(line)]
        last = max(0, len(self.rows) - self.rows_shown)
        self.top = max(0, min(last, last if top is None and at_end else top or 0))

    @property
    def rows_shown(self) -> int:
        """Return how many rows fit."""
        return max(1, self.box.h // self.line_height)

    @property
    def at_bottom(self) -> bool:
        return self.top >= len(self.rows) - self.rows_shown

    def _text_pixels(self, unit: Unit) -> int:
        return max(11, min(unit.text(self.size), int(self.line_height / 1.2)))

    def _chain_indent(self, unit: Unit) -> int:
        """Return the room for the mark of a chain or a player: it grows with the text."""
        return min(self.line_height - 4, max(unit(15), self._text_pixels(unit))) + unit(6)

    def _row_box(self, number: int) -> Box:
        """Return where a row is, as the list is scrolled now."""
        return Box(self.box.x, self.box.y + (number - self.top) * self.line_height, self.box.w, self.line_height)

    def _row_at(self, y: float) -> int:
        """Return the number of the row at a height; behind the last row there are further numbers."""
        return self.top + int(y - self.box.y) // self.line_height

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        if not self.rows:
            painter.text(self.box.top(self.line_height), self.empty, self.size, "dim", cut=True)
        bar = len(self.rows) > self.rows_shown
        pixels, indent = self._text_pixels(painter.unit), self._chain_indent(painter.unit)
        beside_bar = painter.unit(10) if bar else 0
        for number in range(self.top, min(len(self.rows), self.top + self.rows_shown)):
            self._draw_line(painter, self._row_box(number).without_end(beside_bar), number, pixels, indent)
        if bar:
            track = self.box.end(painter.unit(4))
            length = max(12, track.h * self.rows_shown // len(self.rows))
            at = track.y + (track.h - length) * self.top // max(1, len(self.rows) - self.rows_shown)
            painter.panel(Box(track.x, at, track.w, length), "line", None, 2)

    def _draw_line(self, painter: Painter, row: Box, number: int, pixels: int, indent: int) -> None:
        line = self.rows[number][1]
        if self.chosen == number:
            painter.panel(row, "raised", None, 5)
        if line.new:
            painter.fill(row.left(max(2, painter.unit(2))), "mine")
        inner = row.inset(painter.unit(6) if self.choose else 0, 0)
        if line.note:
            width = painter.fonts.text_width(line.note, pixels) + painter.unit(8)
            painter.text(inner.end(width), line.note, self.size, "dim", "right", pixels=pixels)
            inner = inner.without_end(width)
        if not line.strong:
            if line.avatar is not None:
                painter.avatar(inner.left(indent - painter.unit(6)), *line.avatar)
            elif line.chain and not line.ends_with_chain:
                painter.chip(inner.left(indent - painter.unit(6)), line.chain)
            if not self.choose or line.chain or line.goes_on or self._has_avatars:
                inner = inner.without_left(indent)
        room = inner.without_end(indent) if line.ends_with_chain else inner
        used = painter.text(room, line.text, self.size, "text", bold=line.strong, cut=True, pixels=pixels)
        if line.ends_with_chain:
            painter.chip(inner.without_left(used + painter.unit(6)).left(indent - painter.unit(6)), line.chain)

    def spoken_name(self) -> str:
        return self.spoken

    def accessible_node(self) -> AccessibleNode:
        """Return the list with one node for each line, in whole also where it is broken into rows or cannot be seen."""
        chosen = None if self.chosen is None or not self.rows else self.rows[self.chosen][0]
        texts: dict[int, list[str]] = {}
        boxes: dict[int, Box] = {}
        for at, (number, row) in enumerate(self.rows):
            texts.setdefault(number, []).append(f"{row.text}, {row.note}" if row.note else row.text)
            if self.top <= at < self.top + self.rows_shown and number not in boxes:
                row_box = self._row_box(at)
                boxes[number] = row_box.top(self.box.bottom - row_box.y)
        items = [AccessibleNode(f"line {number}", NodeRole.LIST_ITEM, name, boxes.get(number),
                                can_press=self.choose is not None and number in boxes,
                                chosen=None if self.choose is None else number == chosen)
                 for number, parts in texts.items() if (name := " ".join(parts).strip())]
        return replace(super().accessible_node(), role=NodeRole.LIST, description="" if items else self.empty,
                       children=tuple(items))

    def scroll_by(self, by: int) -> bool:
        top = max(0, min(len(self.rows) - self.rows_shown, self.top + by))
        moved, self.top = top != self.top, top
        return moved

    def can_press_at(self, x: float, y: float) -> bool:
        return self.choose is not None and self._row_at(y) < len(self.rows)

    def turn_wheel(self, steps: int) -> bool:
        self.scroll_by(-3 * steps)
        return True

    def _pick_row(self, number: int) -> None:
        if self.choose is not None and self.rows:
            self.chosen = max(0, min(len(self.rows) - 1, number))
            if not self.top <= self.chosen < self.top + self.rows_shown:
                self.top = max(0, self.chosen - self.rows_shown // 2)
            self.choose(self.rows[self.chosen][0])

    def press_key(self, event: pygame.event.Event) -> bool:
        pages = {pygame.K_PAGEUP: -self.rows_shown, pygame.K_PAGEDOWN: self.rows_shown, pygame.K_HOME: -len(self.rows),
                 pygame.K_END: len(self.rows)}
        if event.key in pages:
            return self.scroll_by(pages[event.key])
        if self.choose is not None:
            if event.key in (pygame.K_UP, pygame.K_DOWN) and self.rows:
                by = 1 if event.key == pygame.K_DOWN else -1
                before = self.chosen
                self._pick_row(by + (self.chosen if self.chosen is not None else -by))
                return self.chosen != before
            if event.key in ACTIVATING:
                self._pick_row(self.chosen or 0)
                return bool(event.key == pygame.K_SPACE)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            return self.scroll_by(1 if event.key == pygame.K_DOWN else -1)
        return False

    def release_mouse(self, x: float, y: float) -> None:
        if self.holds_point(x, y):
            number = self._row_at(y)
            if number < len(self.rows):
                self._pick_row(number)
