"""Buttons, what is either on or off, and what is pressed without looking like a button."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole
from acquire_client.window.widgets.widget import ACTIVATING, Widget

# Fill, edge and ink by kind; hovering changes the fill to the second colour.
KINDS = {
    "plain": ("raised", "line", "line", "text"),
    "primary": ("accent", "accent", None, "accent_ink"),
    "quiet": ("panel", "raised", None, "text"),
    "chosen": ("raised", "line", "mine", "text"),
}

TWO_LINES = 1.9
"""So many times its size a label with a note needs of height, so that both have a line."""


@dataclass(frozen=True, slots=True)
class _ButtonParts:
    """Where the parts of a button are written; None for what it has not, or has no room for."""

    label: Box
    mark: Box | None
    hint: Box | None
    note: Box | None

    def moved_down(self, by: int) -> _ButtonParts:
        mark, hint, note = (None if box is None else box.moved(y=by) for box in (self.mark, self.hint, self.note))
        return _ButtonParts(self.label.moved(y=by), mark, hint, note)


def _hint_pixels(painter: Painter, height: int) -> int:
    return max(MIN_TEXT, min(painter.unit.text(11), int((height - 2 * painter.unit(3)) * 0.45)))


class Button(Widget):
    """`label` on a rounded rectangle; `hint` is the key that does the same, written small at its end.

    `chain` puts the mark of a chain in front of the label. A `note` below the label may be cut where a tooltip tells it whole.
    `spoken` is the name for a screen reader where the label is a mark and no words.
    """

    min_shared_size = 0.8

    def __init__(self, name: str, box: Box, label: str, act: Callable[[], None], *, kind: str = "plain", hint: str = "",
                 chain: str = "", note: str = "", tip: str = "", enabled: bool = True, size: float = 13,
                 spoken: str = "") -> None:
        super().__init__(name, box, tip, enabled)
        self.spoken = spoken
        self.label, self.act, self.kind, self.hint, self.chain, self.note, self.size = label, act, kind, hint, chain, note, size

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        fill, over, edge, ink = KINDS[self.kind]
        if not self.enabled:
            fill, edge, ink = "panel", "line", "dim"
        if edge is None and self.kind == "quiet" and painter.look.panel == painter.look.ground:
            edge = "line"  # in such a look it would be a loose word
        painter.panel(self.box, over if hovered and self.enabled else fill, edge, 7, max(1, painter.unit(1.5)))
        if self.chain and not self.label:
            side = min(painter.unit(26), self.box.w - painter.unit(6), self.box.h - 2 * painter.unit(3))
            painter.chain(self.box.centred(side, side), self.chain, radius=4)
            return
        parts, quiet = self._parts(painter), "dim" if self.kind != "primary" else ink
        if pressed:
            parts = parts.moved_down(painter.unit(1))
        if parts.mark is not None:
            painter.chain(parts.mark, self.chain, radius=4)
        if parts.hint is not None:
            painter.text(parts.hint, self.hint, 11, quiet, "right", pixels=_hint_pixels(painter, self.box.h))
        align = "left" if self.chain or self.hint or self.note else "centre"
        for line, row in self._lines(painter, parts.label):
            painter.text(row, line, self.size, ink, align, bold=self._is_bold, pixels=self.label_pixels)
        if parts.note is not None:
            align = "left" if parts.note.y > parts.label.y else "right"
            painter.text(parts.note, self.note, 11, quiet, align, cut=bool(self.tip), pixels=self.note_pixels)

    @property
    def _is_bold(self) -> bool:
        return bool(self.note) or self.kind in ("primary", "chosen")

    def _parts(self, painter: Painter) -> _ButtonParts:
        """Return where mark, key, label and note are written; where they have no room for each other, the label goes first."""
        unit, mark, hint, note = painter.unit, None, None, None
        inner = self.box.inset(unit(10 if self.hint or self.chain else 4), unit(3))
        if self.chain:
            side = min(unit(22), inner.h)
            mark, inner = inner.left(side).centred(side, side), inner.without_left(side + unit(8))
        if self.hint:
            width = painter.fonts.text_width(self.hint, _hint_pixels(painter, self.box.h)) + unit(2)
            beside = inner.without_end(width + unit(4))
            if painter.fonts.text_width(self.label, MIN_TEXT, self.kind == "primary") <= beside.w or inner.h >= 3 * MIN_TEXT:
                hint, inner = inner.end(width), beside
        if self.note and inner.h >= TWO_LINES * unit.text(self.size):
            inner, note = inner.rows((1.15, 1))
        elif self.note:  # too low for two lines
            width = painter.fonts.text_width(self.note, unit.text(11))
            beside = inner.without_end(width + unit(8))
            if painter.fonts.text_width(self.label, unit.text(self.size), True) <= beside.w:
                note, inner = inner.end(width), beside
        return _ButtonParts(inner, mark, hint, note)

    def _lines(self, painter: Painter, label: Box) -> list[tuple[str, Box]]:
        """Return the label in its line; one that is too long for it, in two."""
        lines = [self.label]
        if not self.note and label.h >= 3 * MIN_TEXT and painter.fonts.text_width(self.label, MIN_TEXT, self._is_bold) > label.w:
            lines = painter.wrapped(self.label, label.w, MIN_TEXT, self._is_bold)
        return list(zip(lines, label.rows([1] * len(lines)), strict=True))

    def sibling_key(self) -> Hashable:
        """Return the first word of its name, as in the choices of a question; its row where the name is one word."""
        if type(self) is not Button or not self.label:
            return None
        group, *rest = self.name.split(maxsplit=1)
        return group if rest else (self.box.y, self.box.h), self.size

    def fit_texts(self, painter: Painter) -> tuple[int, int]:
        parts = self._parts(painter)
        label = min(painter.fitting(line, row, self.size, self._is_bold) for line, row in self._lines(painter, parts.label))
        return label, 0 if parts.note is None else painter.fitting(self.note, parts.note, 11)

    def spoken_name(self) -> str:
        return self.spoken or self.label or self.tip

    def accessible_node(self) -> AccessibleNode:
        rest = [text for text in (self.note if self.note not in self.tip else "", self.tip) if text != self.spoken_name()]
        return replace(super().accessible_node(), role=NodeRole.MAIN_BUTTON if self.kind == "primary" else NodeRole.BUTTON,
                       description=" ".join(filter(None, rest)), shortcut=self.hint, can_press=True,
                       chosen=True if self.kind == "chosen" else None)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key in ACTIVATING and not event.mod & (pygame.KMOD_ALT | pygame.KMOD_CTRL):
            self.act()
            return True
        return False

    def release_mouse(self, x: float, y: float) -> None:
        if self.holds_point(x, y):
            self.act()


def widths_of_labels(painter: Painter, labels: Sequence[tuple[str, str]], bold: bool = False) -> list[int]:
    """Return how wide buttons with these labels and keys want to be, for dividing a row among them."""
    unit, fonts = painter.unit, painter.fonts
    return [fonts.text_width(label, unit.text(13), bold) + fonts.text_width(hint, unit.text(11)) + unit(30)
            for label, hint in labels]


class ClickArea(Widget):
    """A part of the picture that can be clicked and draws nothing; keys have another way to the same. `spoken` is its name for a
    screen reader."""

    takes_focus = False
    gives_way = True

    def __init__(self, name: str, box: Box, act: Callable[[], None], tip: str = "", spoken: str = "") -> None:
        super().__init__(name, box, tip)
        self.act, self.spoken = act, spoken

    def spoken_name(self) -> str:
        return self.spoken or self.tip

    def accessible_node(self) -> AccessibleNode:
        return replace(super().accessible_node(), role=NodeRole.BUTTON, can_press=True)

    def release_mouse(self, x: float, y: float) -> None:
        if self.holds_point(x, y):
            self.act()


class Toggle(Widget):
    """A switch with its label in front of it."""

    def __init__(self, name: str, box: Box, label: str, on: bool, change: Callable[[bool], None], tip: str = "",
                 enabled: bool = True) -> None:
        super().__init__(name, box, tip, enabled)
        self.label, self.on, self.change = label, on, change

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        width, height = painter.unit(38), min(painter.unit(20), self.box.h)
        track = self.box.end(width).centred(width, height)
        painter.panel(track, "mine" if self.on else "raised", "line", 10)
        radius = max(3, height // 2 - painter.unit(3))
        x = track.right - height // 2 if self.on else track.x + height // 2
        painter.dot(x, track.middle[1], radius, "accent_ink" if self.on else "dim")
        painter.text(self.box.without_end(width + painter.unit(8)), self.label, 13, "text" if self.enabled else "dim")

    def spoken_name(self) -> str:
        return self.label

    def accessible_node(self) -> AccessibleNode:
        return replace(super().accessible_node(), role=NodeRole.SWITCH, can_press=True, on=self.on)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key in ACTIVATING:
            self.change(not self.on)
            return True
        return False

    def release_mouse(self, x: float, y: float) -> None:
        if self.holds_point(x, y):
            self.change(not self.on)
