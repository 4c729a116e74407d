"""Buttons, what is either on or off, and what is pressed without looking like a button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

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


class Button(Widget):
    """`label` on a rounded rectangle; `hint` is the key that does the same, written small at its end.

    `chain` puts the mark of a chain in front of the label. A `note` below the label may be cut where a tooltip tells it whole.
    `spoken` is the name for a screen reader where the label is a mark and no words.
    """

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
        inner = self.box.inset(painter.unit(10 if self.hint or self.chain else 4),
                               painter.unit(3)).moved(y=painter.unit(1) if pressed else 0)
        if self.chain and not self.label:
            side = min(painter.unit(26), self.box.w - painter.unit(6), inner.h)
            painter.chain(self.box.centred(side, side), self.chain, radius=4)
            return
        if self.chain:
            side = min(painter.unit(22), inner.h)
            painter.chain(inner.left(side).centred(side, side), self.chain, radius=4)
            inner = inner.without_left(side + painter.unit(8))
        if self.hint:
            pixels = max(MIN_TEXT, min(painter.unit.text(11), int(inner.h * 0.45)))
            width = painter.fonts.text_width(self.hint, pixels) + painter.unit(2)
            beside = inner.without_end(width + painter.unit(4))
            if painter.fonts.text_width(self.label, MIN_TEXT, self.kind == "primary") <= beside.w or inner.h >= 3 * MIN_TEXT:
                painter.text(inner.end(width), self.hint, 11, "dim" if self.kind != "primary" else ink, "right", pixels=pixels)
                inner = beside  # where there is no room for both, the label is worth more than its key
        if self.note:
            upper, lower = inner.rows((1.15, 1))
            painter.text(upper, self.label, self.size, ink, "left", bold=True)
            painter.text(lower, self.note, 11, "dim" if self.kind != "primary" else ink, cut=bool(self.tip))
        else:
            align, bold = "left" if self.chain or self.hint else "centre", self.kind in ("primary", "chosen")
            lines = [self.label]
            if painter.fonts.text_width(self.label, MIN_TEXT, bold) > inner.w and inner.h >= 3 * MIN_TEXT:
                lines = painter.wrapped(self.label, inner.w, MIN_TEXT, bold)  # too long for one line, so in two small ones
            for line, row in zip(lines, inner.rows([1] * len(lines)), strict=True):
                painter.text(row, line, self.size, ink, align, bold=bold)

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
        return replace(super().accessible_node(), role=NodeRole.BUTTON, description=self.tip if self.spoken else "",
                       can_press=True)

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
