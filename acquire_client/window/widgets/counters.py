"""Numbers that go up and down: a card of the market with its blocks in the cart, and a row of a disposal."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

import pygame

from acquire_client.view_model.words import chain_title
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole, NumberRange
from acquire_client.window.widgets.notes import label_and_note, note_lines
from acquire_client.window.widgets.widget import DragLoad, Widget

LABEL_SIZE, NOTE_SIZE = 13, 11.5
LINE = 1.35
"""How high a line of text is, of its size."""
WIDEST_NUMBER = "25"
MIN_MARK = 16
"""Pixels of the mark of a chain on a narrow card, where it gives room to how many shares are left."""
UP_KEYS = (pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS, pygame.K_SPACE, pygame.K_UP)
DOWN_KEYS = (pygame.K_MINUS, pygame.K_KP_MINUS, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_DOWN)


class StockCard(Widget):
    """A chain in the market. A click takes a block, one on its lower edge puts it back; so do plus and minus."""

    def __init__(self, name: str, box: Box, chain: str, price: str, note: str, count: int, can_add: bool, can_remove: bool,
                 add: Callable[[], None], remove: Callable[[], None], tip: str) -> None:
        super().__init__(name, box, tip)
        self.chain, self.price, self.note, self.count = chain, price, note, count
        self.can_add, self.can_remove, self.add, self.remove = can_add, can_remove, add, remove
        self.load = DragLoad("stock", chain) if can_add else None

    @property
    def _minus_box(self) -> Box:
        return self.box.foot(max(28, self.box.h // 3))

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        unit = painter.unit
        live = self.can_add or self.can_remove
        fill = "raised" if live else "panel"
        edge = painter.look.mine.ink if self.count else "line"
        painter.panel(self.box, "over" if hovered and live else fill, edge, 7, max(1, unit(1.5)))
        minus = self._minus_box
        mark, top, low, align = self._upper_boxes(painter)
        painter.chain(mark, self.chain, radius=5)
        painter.text(top, self.price, 13, "text" if live else "dim", align, bold=True, figures=True)
        note = self.note if self.shows_icon else self._left_number
        if _has_room(painter, note, low):
            painter.text(low, note, 11, "dim", "right")
        painter.line((minus.x + unit(6), minus.y), (minus.right - unit(6), minus.y))
        self._draw_count(painter, minus)

    @property
    def _left_number(self) -> str:
        """Return the number of the note, without its words."""
        return next(word for word in self.note.split() if any(map(str.isdigit, word)))

    def _upper_boxes(self, painter: Painter) -> tuple[Box, Box, Box, str]:
        """Return where the mark, the price and the note are, and how the price is aligned."""
        unit = painter.unit
        upper = self.box.without_foot(self._minus_box.h).inset(unit(6), unit(4))
        side = min(upper.h, unit(30), upper.w // 2 - unit(2))
        top, low = upper.without_left(side + unit(5)).rows((1.1, 1))
        align = "right"
        pixels = painter.fitting(self.price, top, 13, True, True)
        if pixels < unit.text(11) or painter.fonts.text_width(self.price, pixels, True, True) > top.w:
            # A narrow card has the price below the mark, where it has the whole width.
            foot = upper.foot(min(round(upper.h * 0.55), painter.line_height(unit.text(13))))
            top, align = Box(self.box.x, foot.y, self.box.w, foot.h).inset(unit(2), 0), "centre"
            low = upper.without_foot(foot.h)
            number = painter.fonts.text_width(WIDEST_NUMBER, painter.fitting(WIDEST_NUMBER, low, 11))
            side = min(low.h, unit(30))
            if low.w - side - unit(2) < number <= low.w - unit(2) - MIN_MARK:
                side = low.w - unit(2) - number
            upper, low = low, low.without_left(side + unit(2))
        return upper.left(side).centred(side, side), top, low, align

    def sibling_key(self) -> Hashable:
        return "stock"

    def has_room_for_icon(self, painter: Painter) -> bool:
        """Return True if the whole note has room; else all cards have only its number."""
        return _has_room(painter, self.note, self._upper_boxes(painter)[2])

    def _draw_count(self, painter: Painter, minus: Box) -> None:
        """Draw minus, the count and plus; on a narrow card the count has no sign, so that the three keep apart."""
        unit, count = painter.unit, f"{self.count:+d}"
        signs = painter.fonts.text_width(f"−{count}+", unit.text(15), True)
        is_narrow = signs + 2 * unit(8) + 2 * unit(6) > minus.w
        ends = minus.inset(unit(4 if is_narrow else 8), 0)
        if self.count:
            painter.text(ends, "−" if self.can_remove else "", 15, "text", "left", bold=True)
            painter.text(minus, count.lstrip("+") if is_narrow else count, 15, painter.look.mine.ink, "centre", bold=True)
        elif self.can_remove and not self.can_add:
            painter.text(minus, "−", 15, "text", "centre", bold=True)
        if self.can_add:
            painter.text(ends, "+", 15, "text", "right", bold=True)
            if self.can_remove and not self.count:
                painter.text(ends, "−", 15, "text", "left", bold=True)

    def can_press_at(self, x: float, y: float) -> bool:
        return self.can_add or self.can_remove

    def spoken_name(self) -> str:
        return chain_title(self.chain)

    def accessible_node(self) -> AccessibleNode:
        low, high = self.count - self.can_remove, self.count + self.can_add
        return replace(super().accessible_node(), role=NodeRole.COUNTER, value=str(self.count),
                       description=" ".join(filter(None, (self.price, self.note, self.tip))),
                       number=NumberRange(self.count, low, high), less_key=pygame.K_MINUS, more_key=pygame.K_PLUS)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        if event.key in UP_KEYS:
            if self.can_add:
                self.add()
            return True
        if event.key in DOWN_KEYS:
            if self.can_remove:
                self.remove()
            return True
        return False

    def release_mouse(self, x: float, y: float) -> None:
        if not self.holds_point(x, y):
            return
        if self._minus_box.holds(x, y) and x < self.box.middle[0] and self.can_remove:
            self.remove()
        elif self.can_add:
            self.add()


def _has_room(painter: Painter, text: str, box: Box) -> bool:
    return painter.fonts.text_width(text, painter.fitting(text, box, 11)) <= box.w


def stepper_head(unit: Unit) -> int:
    """Return how high the upper part of a stepper wants to be, for its label and a note of two lines."""
    return unit(4) + round(LINE * (unit.text(LABEL_SIZE) + 2 * unit.text(NOTE_SIZE)))


class Stepper(Widget):
    """A label, a number between minus and plus, and a button for as much as possible. Left and right change it too."""

    def __init__(self, name: str, box: Box, label: str, note: str, count: int, most: int, step: int,
                 change: Callable[[int], None], hint: str, all_label: str, tip: str = "", head: int = 0) -> None:
        """`head` is how high the label with a note of two lines wants to be; the number has half of the box at most."""
        super().__init__(name, box, tip)
        self._number_h = max(28, min(box.h // 2, box.h - head))
        self.label, self.note, self.count, self.most, self.step = label, note, count, most, step
        self.change, self.hint, self.all_label = change, hint, all_label
        self.load = DragLoad("part", name.partition(" ")[2]) if count else None

    def _part_boxes(self) -> tuple[Box, Box, Box, Box]:
        """Return minus, number, plus, all."""
        low = self.box.foot(self._number_h).inset(6, 0).without_foot(4)
        minus, number, plus, most = low.columns((1, 1.1, 1, 1.5), 4)
        return minus, number, plus, most

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        unit = painter.unit
        edge = painter.look.mine.ink if self.count else "line"
        painter.panel(self.box, "raised" if hovered else "panel", edge, 7, max(1, unit(1.5)))
        minus, number, plus, most = self._part_boxes()
        upper = self._head_rows(painter)[0]
        painter.text(upper.end(unit(16)), self.hint, 11, "dim", "right")
        painter.text(upper.without_end(unit(16)), self.label, LABEL_SIZE, bold=True)
        for line, row in self._note_lines(painter):
            painter.text(row, line, NOTE_SIZE, "dim", cut=True, pixels=self.note_pixels)
        for box, sign, live in ((minus, "−", self.count > 0), (plus, "+", self.count < self.most)):
            painter.panel(box, "raised" if live else "panel", "line", 6)
            painter.text(box, sign, 15, "text" if live else "dim", "centre", bold=True)
        ink = painter.look.mine.ink if self.count else "text"
        painter.text(number, str(self.count), 17, ink, "centre", bold=True, figures=True)
        painter.panel(most, "raised" if self.count < self.most else "panel", "line", 6)
        painter.text(most, self.all_label, 12, "text" if self.count < self.most else "dim", "centre")

    def _head_rows(self, painter: Painter) -> tuple[Box, Box]:
        """Return where the label is, and its note, which may have two lines."""
        unit = painter.unit
        top = self.box.y + unit(3)
        head = Box(self.box.x, top, self.box.w, self._part_boxes()[0].y - top).inset(unit(9), 0)
        return label_and_note(painter, head, LABEL_SIZE, self.note, NOTE_SIZE)

    def _note_lines(self, painter: Painter) -> list[tuple[str, Box]]:
        return note_lines(painter, self.note, self._head_rows(painter)[1], NOTE_SIZE)

    def sibling_key(self) -> Hashable:
        return "part"

    def fit_texts(self, painter: Painter) -> tuple[int, int]:
        return 0, min(painter.fitting(line, row, NOTE_SIZE) for line, row in self._note_lines(painter))

    def spoken_name(self) -> str:
        return self.label

    def accessible_node(self) -> AccessibleNode:
        return replace(super().accessible_node(), role=NodeRole.COUNTER, value=str(self.count), shortcut=self.hint,
                       description=" ".join(filter(None, (self.note, self.tip))),
                       number=NumberRange(self.count, 0, self.most, self.step), less_key=pygame.K_LEFT, more_key=pygame.K_RIGHT)

    def can_press_at(self, x: float, y: float) -> bool:
        minus, _, plus, most = self._part_boxes()
        return self.load is not None or any(box.holds(x, y) for box in (minus, plus, most))

    def press_key(self, event: pygame.event.Event) -> bool:
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, **dict.fromkeys(UP_KEYS, 1), **dict.fromkeys(DOWN_KEYS, -1)}
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        if event.key in steps:
            self.change(self.count + steps[event.key] * self.step)
            return True
        if event.key in (pygame.K_HOME, pygame.K_END):
            self.change(0 if event.key == pygame.K_HOME else self.most)
            return True
        return False

    def release_mouse(self, x: float, y: float) -> None:
        minus, _, plus, most = self._part_boxes()
        if minus.holds(x, y):
            self.change(self.count - self.step)
        elif plus.holds(x, y):
            self.change(self.count + self.step)
        elif most.holds(x, y):
            self.change(self.most)

    def turn_wheel(self, steps: int) -> bool:
        self.change(self.count + steps * self.step)
        return True
