"""One of several values: between two arrows, or a few of them side by side; and a number on a line.

The labels in front of them are siblings, and so are the values, so a page of settings has one size for each.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole, NumberRange
from acquire_client.window.widgets.widget import Widget

MAX_SEGMENTS = 5
"""More values than these are shown one at a time."""
LABEL_SHARE = 0.42
"""How much of a row its label has."""


class Choice(Widget):
    """Left and right, or a click on either half, step through the values. `labels` are what is shown for them; `spoken` is the
    name for a screen reader where no label stands in front."""

    def __init__(self, name: str, box: Box, labels: Sequence[str], at: int, change: Callable[[int], None], label: str = "",
                 tip: str = "", enabled: bool = True, spoken: str = "", meter: tuple[int, int] | None = None) -> None:
        """`meter` is how many of how many marks below the value are filled."""
        super().__init__(name, box, tip, enabled)
        self.spoken, self.meter = spoken, meter
        self.labels, self.at, self.change, self.label = tuple(labels), at, change, label

    min_shared_size = 0.8

    @property
    def _field_box(self) -> Box:
        return self.box.without_left(int(self.box.w * LABEL_SHARE)) if self.label else self.box

    def _label_box(self, painter: Painter) -> Box:
        return self.box.left(int(self.box.w * LABEL_SHARE)).without_end(painter.unit(8))

    def _value_box(self, painter: Painter) -> Box:
        """Return where the value stands, between the arrows."""
        place = self._field_box.inset(self._arrow_width(painter), 0)
        return place if self.meter is None else place.without_foot(self._meter_place(painter).h + painter.unit(4))

    def _arrow_width(self, painter: Painter) -> int:
        return min(self._field_box.h, painter.unit(24))

    def sibling_key(self) -> Hashable:
        return ("choice", bool(self.label))

    def fit_texts(self, painter: Painter) -> tuple[int, int]:
        label = painter.fitting(self.label, self._label_box(painter), 13) if self.label else 0
        place = self._value_box(painter)
        return label, min(painter.fitting(one, place, 13) for one in self.labels)

    def _draw_label(self, painter: Painter) -> None:
        if self.label:
            painter.text(self._label_box(painter), self.label, 13, pixels=self.label_pixels)

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        self._draw_label(painter)
        field = self._field_box
        ink = "text" if self.enabled else "dim"
        painter.panel(field, "raised" if hovered and self.enabled else "panel", "line", 6)
        arrow = self._arrow_width(painter)
        if self.enabled:
            side = min(painter.unit(13), arrow)
            painter.icon(field.left(arrow).centred(side, side), "left", "dim")
            painter.icon(field.end(arrow).centred(side, side), "right", "dim")
        painter.text(self._value_box(painter), self.labels[self.at], 13, ink, "centre", cut=True, pixels=self.note_pixels)
        if self.meter is not None:
            self._draw_meter(painter, *self.meter)

    def _meter_place(self, painter: Painter) -> Box:
        """Return where the marks below the value are: close to the edge, so that they keep apart from the value."""
        return self._field_box.inset(self._arrow_width(painter), max(2, painter.unit(2))).foot(max(2, painter.unit(3)))

    def _draw_meter(self, painter: Painter, filled: int, count: int) -> None:
        unit, foot = painter.unit, self._meter_place(painter)
        marks = foot.centred(min(foot.w, count * unit(14)), foot.h).columns([1] * count, unit(2))
        for number, mark in enumerate(marks):
            is_filled = number < filled and self.enabled
            painter.fill(mark if is_filled else mark.foot(max(1, mark.h // 3)), "mine" if is_filled else "line")

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


class Segments(Choice):
    """All values side by side, the chosen one filled. A click takes one; left and right step through them."""

    def __init__(self, name: str, box: Box, labels: Sequence[str], at: int, change: Callable[[int], None], label: str = "",
                 tip: str = "", enabled: bool = True, spoken: str = "", shares: Sequence[float] = ()) -> None:
        """`shares` are the widths of the segments in relation to each other; all are equally wide without them."""
        super().__init__(name, box, labels, at, change, label, tip, enabled, spoken)
        self._shares = tuple(shares) or (1,) * len(self.labels)

    def segment_boxes(self) -> tuple[Box, ...]:
        return self._field_box.columns(self._shares)

    def fit_texts(self, painter: Painter) -> tuple[int, int]:
        label = painter.fitting(self.label, self._label_box(painter), 13) if self.label else 0
        return label, min(painter.fitting(text, box.inset(segment_margin(painter), 0), 13, at == self.at)
                          for at, (text, box) in enumerate(zip(self.labels, self.segment_boxes(), strict=True)))

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        self._draw_label(painter)
        unit, boxes = painter.unit, self.segment_boxes()
        painter.panel(self._field_box, "panel", "line", 6)
        for at, (text, box) in enumerate(zip(self.labels, boxes, strict=True)):
            is_chosen = at == self.at
            if is_chosen:
                painter.panel(box, "raised", "mine" if self.enabled else "line", 6, max(1, unit(1.5)))
            elif at and at - 1 != self.at:
                painter.line((box.x, box.y + unit(7)), (box.x, box.bottom - unit(7)))
            ink = "text" if is_chosen and self.enabled else "dim"
            painter.text(box.inset(segment_margin(painter), 0), text, 13, ink, "centre", bold=is_chosen, pixels=self.note_pixels)

    def accessible_node(self) -> AccessibleNode:
        """Return the group with its value, and each value as a part of it that can be pressed."""
        parts = tuple(AccessibleNode(f"segment {at}", NodeRole.SEGMENT, text, box, can_press=True, enabled=self.enabled,
                                     on=at == self.at)
                      for at, (text, box) in enumerate(zip(self.labels, self.segment_boxes(), strict=True)))
        return replace(super().accessible_node(), role=NodeRole.SEGMENTS, children=parts)

    def can_press_at(self, x: float, y: float) -> bool:
        return self.enabled and self._field_box.holds(x, y)

    def release_mouse(self, x: float, y: float) -> None:
        at = next((at for at, box in enumerate(self.segment_boxes()) if box.holds(x, y)), self.at)
        if at != self.at:
            self.change(at)


def segment_margin(painter: Painter) -> int:
    """Return how much room a segment leaves on either side of its text."""
    return painter.unit(6)


def choice_among(painter: Painter, name: str, box: Box, labels: Sequence[str], at: int, change: Callable[[int], None],
                 label: str = "", tip: str = "", enabled: bool = True, spoken: str = "") -> Choice:
    """Return segments where the values are few and short enough for the box, else a choice between two arrows.

    Segments are equally wide where all texts fit so; otherwise each has the room of its text and an equal part of the rest. Their
    texts become a little smaller for that, but not as small as could just be read.
    """
    room = box.w - int(box.w * LABEL_SHARE) if label else box.w
    pixels, margin = max(MIN_TEXT, min(painter.unit.text(13), int(box.h / 1.2))), 2 * segment_margin(painter) + 2
    least = max(MIN_TEXT, round(Choice.min_shared_size * pixels))
    while 1 < len(labels) <= MAX_SEGMENTS and pixels >= least:
        widths = [painter.fonts.text_width(text, pixels, True) + margin for text in labels]
        if sum(widths) <= room:
            spare = (room - sum(widths)) / len(labels)
            shares = () if max(widths) * len(labels) <= room else [width + spare for width in widths]
            return Segments(name, box, labels, at, change, label, tip, enabled, spoken, shares)
        pixels -= 1
    return Choice(name, box, labels, at, change, label, tip, enabled, spoken)


class Slider(Widget):
    """A number from `low` to `high` in steps."""

    min_shared_size = Choice.min_shared_size

    def __init__(self, name: str, box: Box, label: str, value: int, low: int, high: int, step: int,
                 change: Callable[[int], None], shown: Callable[[int], str] = str, tip: str = "",
                 label_share: float = LABEL_SHARE, marks: Sequence[int] = ()) -> None:
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

    def sibling_key(self) -> Hashable:
        return ("choice", True) if self.label_share == LABEL_SHARE else None

    def _label_box(self, painter: Painter) -> Box:
        return self.box.left(int(self.box.w * self.label_share)).without_end(painter.unit(8))

    def _shown_box(self) -> Box:
        return self.box.end(min(self._value_width, self.box.w // 5))

    def fit_texts(self, painter: Painter) -> tuple[int, int]:
        value = min(painter.fitting(self.shown(value), self._shown_box(), 13, figures=True)
                    for value in (self.low, self.value, self.high))
        return painter.fitting(self.label, self._label_box(painter), 13), value

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        painter.text(self._label_box(painter), self.label, 13, pixels=self.label_pixels)
        line = self._line_box
        y, thick = line.middle[1], max(4, painter.unit(5))
        knob = self._place_of(self.value)
        painter.panel(Box(line.x, y - thick // 2, line.w, thick), "raised", None, 3)
        painter.panel(Box(line.x, y - thick // 2, max(thick, knob - line.x), thick), "mine", None, 3)
        reach = max(7, painter.unit(8))
        for mark in self.marks:
            painter.fill(Box(self._place_of(mark) - 1, y - reach, max(2, painter.unit(2)), 2 * reach), "bad")
        painter.dot(knob, y, max(6, painter.unit(8)), "text" if hovered or pressed else "mine")
        painter.text(self._shown_box(), self.shown(self.value), 13, "text", "right", figures=True, pixels=self.note_pixels)

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
