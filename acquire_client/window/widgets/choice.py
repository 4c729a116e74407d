"""One of several values, shown one at a time between two arrows; and a number on a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole, NumberRange
from acquire_client.window.widgets.widget import Widget


class Choice(Widget):
    """Left and right, or a click on either half, step through the values. `labels` are what is shown for them; `spoken` is the
    name for a screen reader where no label stands in front."""

    def __init__(self, name: str, box: Box, labels: Sequence[str], at: int, change: Callable[[int], None], label: str = "",
                 tip: str = "", enabled: bool = True, spoken: str = "") -> None:
        super().__init__(name, box, tip, enabled)
        self.spoken = spoken
        self.labels, self.at, self.change, self.label = tuple(labels), at, change, label

    @property
    def _field_box(self) -> Box:
        return self.box.without_left(int(self.box.w * 0.42)) if self.label else self.box

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        if self.label:
            painter.text(self.box.left(int(self.box.w * 0.42)).without_end(painter.unit(8)), self.label, 13)
        field = self._field_box
        ink = "text" if self.enabled else "dim"
        painter.panel(field, "raised" if hovered and self.enabled else "panel", "line", 6)
        arrow = min(field.h, painter.unit(24))
        if self.enabled:
            painter.text(field.left(arrow), "←", 13, "dim", "centre")
            painter.text(field.end(arrow), "→", 13, "dim", "centre")
        painter.text(field.inset(arrow, 0), self.labels[self.at], 13, ink, "centre", cut=True)

    def spoken_name(self) -> str:
        return self.spoken or self.label or self.tip

    def accessible_node(self) -> AccessibleNode:
        return replace(super().accessible_node(), role=NodeRole.CHOICE, value=self.labels[self.at],
                       less_key=pygame.K_LEFT, more_key=pygame.K_RIGHT)

    def _step_by(self, by: int) -> None:
        self.change((self.at + by) % len(self.labels))

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._step_by(1 if event.key == pygame.K_RIGHT else -1)
            return True
        return False

    def release_mouse(self, x: float, y: float) -> None:
        field = self._field_box
        if field.holds(x, y):
            self._step_by(1 if x >= field.middle[0] else -1)


class Slider(Widget):
    """A number from `low` to `high` in steps."""

    def __init__(self, name: str, box: Box, label: str, value: int, low: int, high: int, step: int,
                 change: Callable[[int], None], shown: Callable[[int], str] = str, tip: str = "",
                 label_share: float = 0.42, marks: Sequence[int] = ()) -> None:
        """`marks` are values with a sign on the line."""
        super().__init__(name, box, tip)
        self.marks = marks
        self.label, self.value, self.low, self.high, self.step = label, value, low, high, step
        self.change, self.shown, self.label_share = change, shown, label_share

    @property
    def _value_width(self) -> int:
        return max(56, int(self.box.w * 0.12))

    @property
    def _line_box(self) -> Box:
        field = self.box.without_left(int(self.box.w * self.label_share))
        return field.without_end(min(self._value_width, field.w // 3)).inset(8, 0)

    def _place_of(self, value: int) -> int:
        """Return where a value is on the line, from the left edge of the window."""
        line = self._line_box
        return line.x + round((value - self.low) / max(1, self.high - self.low) * line.w)

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        painter.text(self.box.left(int(self.box.w * self.label_share)).without_end(painter.unit(8)), self.label, 13)
        line = self._line_box
        y, thick = line.middle[1], max(4, painter.unit(5))
        knob = self._place_of(self.value)
        painter.panel(Box(line.x, y - thick // 2, line.w, thick), "raised", None, 3)
        painter.panel(Box(line.x, y - thick // 2, max(thick, knob - line.x), thick), "mine", None, 3)
        reach = max(7, painter.unit(8))
        for mark in self.marks:
            painter.fill(Box(self._place_of(mark) - 1, y - reach, max(2, painter.unit(2)), 2 * reach), "bad")
        painter.dot(knob, y, max(6, painter.unit(8)), "text" if hovered or pressed else "mine")
        value = self.box.end(min(self._value_width, self.box.w // 5))
        painter.text(value, self.shown(self.value), 13, "text", "right", figures=True)

    def spoken_name(self) -> str:
        return self.label

    def accessible_node(self) -> AccessibleNode:
        return replace(super().accessible_node(), role=NodeRole.SLIDER, value=self.shown(self.value),
                       number=NumberRange(self.value, self.low, self.high, self.step), less_key=pygame.K_LEFT,
                       more_key=pygame.K_RIGHT)

    def _set_value(self, value: int) -> None:
        value = max(self.low, min(self.high, value))
        if value != self.value:
            self.value = value
            self.change(value)

    def press_key(self, event: pygame.event.Event) -> bool:
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_PAGEDOWN: -5, pygame.K_PAGEUP: 5}
        if event.key in steps:
            self._set_value(self.value + steps[event.key] * self.step)
            return True
        if event.key in (pygame.K_HOME, pygame.K_END):
            self._set_value(self.low if event.key == pygame.K_HOME else self.high)
            return True
        return False

    def press_mouse(self, x: float, y: float) -> None:
        self.drag_mouse(x, y)

    def drag_mouse(self, x: float, y: float) -> None:
        line = self._line_box
        raw = self.low + (x - line.x) / max(1, line.w) * (self.high - self.low)
        self._set_value(self.low + round((raw - self.low) / self.step) * self.step)

    def turn_wheel(self, steps: int) -> bool:
        self._set_value(self.value + steps * self.step)
        return True
