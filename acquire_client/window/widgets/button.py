"""Buttons, what is either on or off, and what is pressed without looking like a button."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole
from acquire_client.window.widgets.notes import label_and_note, note_lines, two_lines
from acquire_client.window.widgets.widget import ACTIVATING, Widget

# Fill, edge and ink by kind; hovering changes the fill to the second colour.
KINDS = {
    "plain": ("raised", "over", "line", "text"),
    "primary": ("accent", "accent", None, "accent_ink"),
    "quiet": ("panel", "raised", None, "text"),
    "chosen": ("raised", "over", "mine", "text"),
}

TWO_LINES = 1.9
"""So many times its size a label with a note needs of height, so that both have a line."""

SMALL_LABEL = 0.8
"""A label that is smaller than this share of its size in one line is written in two, if they are larger."""

NOTE_SIZE = 11
KEY_GAP = 7
"""Units between a label and a key that is near it."""
NARROW_CHAIN = 120
"""Units: a narrower button gives its margins to the name of its chain."""


@dataclass(frozen=True, slots=True)
class _ButtonParts:
    """Where the parts of a button are written; None for what it has not, or has no room for."""

    label: Box
    mark: Box | None
    """Where the mark of a chain or an icon is drawn."""
    hint: Box | None
    note: Box | None

    def moved_down(self, by: int) -> _ButtonParts:
        mark, hint, note = (None if box is None else box.moved(y=by) for box in (self.mark, self.hint, self.note))
        return _ButtonParts(self.label.moved(y=by), mark, hint, note)


def _hint_pixels(painter: Painter, height: int) -> int:
    return max(MIN_TEXT, min(painter.unit.text(11), int((height - 2 * painter.unit(3)) * 0.45)))


class Button(Widget):
    """`label` on a rounded rectangle; `hint` is the key that does the same, written small at its end.

    `chain` puts the mark of a chain in front of the label, `icon` an icon, where the label does not become smaller by it; without
    a label it stands alone. With `key_is_near` the key stands behind the label and not at the end: without a frame, both would
    be loose words. A `note` below the label may be cut where a tooltip has all of it. `spoken` is the name for a screen reader
    where the label is a mark and no words. Buttons of one `group` are siblings wherever they lie.
    """

    min_shared_size = 0.8

    def __init__(self, name: str, box: Box, label: str, act: Callable[[], None], *, kind: str = "plain", hint: str = "",
                 chain: str = "", note: str = "", tip: str = "", enabled: bool = True, size: float = 13,
                 spoken: str = "", icon: str = "", group: str = "", key_is_near: bool = False) -> None:
        super().__init__(name, box, tip, enabled)
        self.key_is_near = key_is_near
        self.spoken, self.icon, self.group = spoken, icon, group
        self._found: tuple[tuple[object, ...], _ButtonParts] | None = None
        self.label, self.act, self.kind, self.hint, self.chain, self.note, self.size = label, act, kind, hint, chain, note, size

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        fill, over, edge, ink = KINDS[self.kind]
        if not self.enabled:
            fill, edge, ink = "panel", "line", "dim"
        if edge is None and self.kind == "quiet" and painter.look.panel == painter.look.ground:
            edge = "line"  # in such a look it would be a loose word
        painter.panel(self.box, over if hovered and self.enabled else fill, edge, 7, max(1, painter.unit(1.5)))
        if not self.label and (self.chain or self.icon):
            self._draw_mark_alone(painter, ink, pressed)
            return
        parts, quiet = self._parts(painter), "dim" if self.kind != "primary" else ink
        if self.key_is_near:
            parts = self._parts_together(painter, parts)
        if pressed:
            parts = parts.moved_down(painter.unit(1))
        align = "left" if self.chain or self.hint or self.note else "centre"
        if parts.mark is not None and self.chain:
            painter.chain(parts.mark, self.chain, radius=4)
        elif parts.mark is not None:
            if align == "centre":
                pixels = self.label_pixels or painter.fitting(self.label, parts.label, self.size, self._is_bold)
                beside = (parts.label.w - painter.fonts.text_width(self.label, pixels, self._is_bold)) // 2
                parts, align = replace(parts, mark=parts.mark.moved(x=beside), label=parts.label.without_left(beside)), "left"
            painter.icon(parts.mark or parts.label, self.icon, ink)
        if parts.hint is not None:
            painter.text(parts.hint, self.hint, 11, quiet, "right", pixels=_hint_pixels(painter, self.box.h))
        for line, row in self._lines(painter, parts.label):
            painter.text(row, line, self.size, ink, align, bold=self._is_bold, pixels=self.label_pixels)
        if parts.note is not None:
            align = "left" if parts.note.y > parts.label.y else "right"
            for line, row in self._note_lines(painter, parts):
                painter.text(row, line, NOTE_SIZE, quiet, align, cut=bool(self.tip), pixels=self.note_pixels)

    def _draw_mark_alone(self, painter: Painter, ink: str, pressed: bool) -> None:
        side = min(painter.unit(26 if self.chain else 16), self.box.w - painter.unit(6), self.box.h - 2 * painter.unit(3))
        place = self.box.centred(side, side).moved(y=painter.unit(1) if pressed else 0)
        if self.chain:
            painter.chain(place, self.chain, radius=4)
        else:
            painter.icon(place, self.icon, ink)

    @property
    def _is_bold(self) -> bool:
        return bool(self.note) or self.kind in ("primary", "chosen")

    def _parts(self, painter: Painter) -> _ButtonParts:
        """Return where mark, key, label and note are written. They are found once, as long as nothing of the button changes."""
        key = painter.unit.size, self.shows_icon, self.box, self.label, self.kind, self.hint, self.note, self.icon
        if self._found is None or self._found[0] != key:
            self._found = key, self._find_parts(painter)
        return self._found[1]

    def _find_parts(self, painter: Painter) -> _ButtonParts:
        """Find the parts; where they have no room for each other, the label goes first."""
        plain = self._parts_beside(painter, 0)
        if not self.icon or self.chain or not self.shows_icon or len(self._lines(painter, plain.label)) > 1:
            return plain
        side = icon_side(painter, self.size, plain.label.h)
        parts = self._parts_beside(painter, side + icon_gap(painter))
        pixels = painter.fitting(self.label, plain.label, self.size, self._is_bold)
        is_lost = (parts.hint is None) != (plain.hint is None) or (parts.note is None) != (plain.note is None)
        is_lost |= painter.fonts.text_width(self.label, pixels, self._is_bold) > parts.label.w
        if plain.note is not None and parts.note is not None:
            is_lost |= painter.fonts.text_width(self.note, painter.fitting(self.note, plain.note, 11)) > parts.note.w
        if is_lost:
            return plain
        return replace(parts, mark=self.box.inset(painter.unit(10 if self.hint else 4), 0).left(side).centred(side, side))

    def _parts_beside(self, painter: Painter, icon_width: int) -> _ButtonParts:
        """Return the parts beside an icon of this width."""
        unit, mark, hint, note = painter.unit, None, None, None
        is_narrow = bool(self.chain) and self.box.w < unit(NARROW_CHAIN)
        inner = self.box.inset(unit(6 if is_narrow else 10 if self.hint or self.chain else 4), unit(3))
        if self.chain:
            side = min(unit(22), inner.h)
            mark, inner = inner.left(side).centred(side, side), inner.without_left(side + unit(6 if is_narrow else 8))
        inner = inner.without_left(icon_width)
        if self.hint:
            width = painter.fonts.text_width(self.hint, _hint_pixels(painter, self.box.h)) + unit(2)
            beside = inner.without_end(width + unit(4))
            lines = self.label.split() if inner.h >= 3 * MIN_TEXT else [self.label]
            if all(painter.fonts.text_width(line, MIN_TEXT, self.kind == "primary") <= beside.w for line in lines):
                hint, inner = inner.end(width), beside
        if self.note and inner.h >= TWO_LINES * unit.text(self.size):
            inner, note = label_and_note(painter, inner, self.size, self.note, NOTE_SIZE)
        elif self.note and (self.shows_icon or not self.chain):  # too low for two lines
            width = painter.fonts.text_width(self.note, unit.text(11))
            beside = inner.without_end(width + unit(8))
            if painter.fonts.text_width(self.label, unit.text(self.size), True) <= beside.w:
                note, inner = inner.end(width), beside
        return _ButtonParts(inner, mark, hint, note)

    def _parts_together(self, painter: Painter, parts: _ButtonParts) -> _ButtonParts:
        """Return the parts with the key close behind the label, all of them in the middle of the button."""
        if parts.hint is None or len(self._lines(painter, parts.label)) > 1:
            return parts
        pixels = self.label_pixels or painter.fitting(self.label, parts.label, self.size, self._is_bold)
        width, gap = painter.fonts.text_width(self.label, pixels, self._is_bold), painter.unit(KEY_GAP)
        spare = parts.hint.x - parts.label.x - width - gap
        if spare <= 0:
            return parts
        label = Box(parts.label.x + spare // 2, parts.label.y, width + gap // 2, parts.label.h)
        mark = None if parts.mark is None else parts.mark.moved(x=spare // 2)
        return replace(parts, mark=mark, label=label, hint=parts.hint.moved(x=spare // 2 - spare))

    def _lines(self, painter: Painter, label: Box) -> list[tuple[str, Box]]:
        """Return the label in its line; one that is too long for it, or would be much smaller in it than in two, in two."""
        lines = [self.label]
        if not self.note and label.h >= 3 * MIN_TEXT:
            one = painter.fitting(self.label, label, self.size, self._is_bold)
            if painter.fonts.text_width(self.label, one, self._is_bold) > label.w:
                lines = painter.wrapped(self.label, label.w, one, self._is_bold)
            elif one < SMALL_LABEL * painter.unit.text(self.size):
                lines = two_lines(painter, self.label, label, painter.unit.text(self.size), one, self._is_bold) or lines
        if len(lines) > 1:
            label = label.centred(label.w, min(label.h, len(lines) * painter.line_height(painter.unit.text(self.size), True)))
        return list(zip(lines, label.rows([1] * len(lines)), strict=True))

    def _note_lines(self, painter: Painter, parts: _ButtonParts) -> list[tuple[str, Box]]:
        if parts.note is None:
            return []
        is_beside = parts.note.y <= parts.label.y
        return [(self.note, parts.note)] if is_beside else note_lines(painter, self.note, parts.note, NOTE_SIZE)

    def sibling_key(self) -> Hashable:
        """Return its group, or the first word of its name, as in the choices of a question, or the row where the name is one."""
        if type(self) is not Button or not self.label:
            return None
        if self.group:
            return self.group, self.size
        group, *rest = self.name.split(maxsplit=1)
        return group if rest else (self.box.y, self.box.h), self.size

    def has_room_for_icon(self, painter: Painter) -> bool:
        """Return False if an icon, or the note of a chain, has no room; chains beside each other show their notes alike."""
        parts = self._parts(painter)
        return (not self.icon or parts.mark is not None) and not (self.chain and self.note and parts.note is None)

    def fit_texts(self, painter: Painter) -> tuple[int, int]:
        parts = self._parts(painter)
        label = min(painter.fitting(line, row, self.size, self._is_bold) for line, row in self._lines(painter, parts.label))
        return label, min((painter.fitting(line, row, NOTE_SIZE) for line, row in self._note_lines(painter, parts)), default=0)

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


def icon_side(painter: Painter, size: float, height: int) -> int:
    """Return how large an icon is beside a label of this size."""
    return max(10, min(painter.unit(size * 1.25), height))


def icon_gap(painter: Painter) -> int:
    return painter.unit(6)


def widths_of_labels(painter: Painter, labels: Sequence[tuple[str, str]], bold: bool = False, icon_room: int = 0) -> list[int]:
    """Return how wide buttons with these labels and keys want to be, for dividing a row among them. Where all of them fit into
    `icon_room` with an icon each, there is room for these too. Where they do not fit at all, margins stay as they are and words
    give way, so that a short label is not the first to become small."""
    unit, fonts, margin = painter.unit, painter.fonts, painter.unit(30)
    words = [fonts.text_width(label, unit.text(13), bold) + fonts.text_width(hint, unit.text(11)) for label, hint in labels]
    icon, room = icon_side(painter, 13, unit(17)) + icon_gap(painter), icon_room - margin * len(words)
    if sum(words) > room > 0:
        return [margin + round(width * room / sum(words)) for width in words]
    extra = icon if sum(words) + icon * len(words) <= room else 0
    return [margin + width + extra for width in words]


class ClickArea(Widget):
    """A part of the picture that can be clicked and draws nothing; keys have another way to the same. `spoken` is its name for a
    screen reader, `part_tips` are boxes in it with tooltips of their own."""

    takes_focus = False
    gives_way = True

    def __init__(self, name: str, box: Box, act: Callable[[], None], tip: str = "", spoken: str = "",
                 part_tips: Sequence[tuple[Box, str]] = ()) -> None:
        super().__init__(name, box, tip)
        self.act, self.spoken, self.part_tips = act, spoken, part_tips

    def tip_at(self, x: float, y: float) -> tuple[str, Box]:
        return next(((tip, box) for box, tip in self.part_tips if box.holds(x, y)), (self.tip, self.box))

    def spoken_name(self) -> str:
        return self.spoken or self.tip

    def accessible_node(self) -> AccessibleNode:
        return replace(super().accessible_node(), role=NodeRole.BUTTON, can_press=True)

    def release_mouse(self, x: float, y: float) -> None:
        if self.holds_point(x, y):
            self.act()


class Toggle(Widget):
    """A switch with its label in front of it."""

    min_shared_size = 0.8

    def __init__(self, name: str, box: Box, label: str, on: bool, change: Callable[[bool], None], tip: str = "",
                 enabled: bool = True) -> None:
        super().__init__(name, box, tip, enabled)
        self.label, self.on, self.change = label, on, change

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        width, height = painter.unit(38), min(painter.unit(20), self.box.h)
        track = self.box.end(width).centred(width, height)
        shines = self.on and self.enabled
        painter.panel(track, "mine" if shines else "raised", "line", 10)
        radius = max(3, height // 2 - painter.unit(3))
        x = track.right - height // 2 if self.on else track.x + height // 2
        painter.dot(x, track.middle[1], radius, "accent_ink" if shines else "dim")
        painter.text(self._label_box(painter), self.label, 13, "text" if self.enabled else "dim", pixels=self.label_pixels)

    def _label_box(self, painter: Painter) -> Box:
        return self.box.without_end(painter.unit(38) + painter.unit(8))

    def sibling_key(self) -> Hashable:
        return ("choice", True)

    def fit_texts(self, painter: Painter) -> tuple[int, int]:
        return painter.fitting(self.label, self._label_box(painter), 13), 0

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
