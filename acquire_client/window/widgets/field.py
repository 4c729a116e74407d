"""A line of text to be typed. Letters come as TEXTINPUT alone, for accents and input methods send no keys for them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole
from acquire_client.window.widgets.choice import LABEL_SHARE
from acquire_client.window.widgets.clipboard import read_clipboard, write_clipboard
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget


class TextField(Widget):
    """What it holds is `text`; `change` hears of every change, `entered` of the Enter key. A `label` stands in front of it, as in
    the choices of a page of settings; without one, `spoken` is its name for a screen reader."""

    wants_text = True
    min_shared_size = 0.8

    def __init__(self, name: str, box: Box, text: str, change: Callable[[str], None], *, longest: int = 20, ghost: str = "",
                 entered: Callable[[], object] | None = None, tip: str = "", spoken: str = "",
                 max_bytes: int | None = None, label: str = "") -> None:
        super().__init__(name, box, tip)
        self.label = label
        self.max_bytes = max_bytes
        """What it may hold in UTF-8; None where only characters are counted."""
        self.spoken = spoken
        self.text, self.change, self.longest, self.ghost, self.entered = text, change, longest, ghost, entered
        self.cursor = len(text)
        self.all_chosen = False
        self.composition = ""

    def continue_from(self, before: Widget) -> None:
        """Stay where the person types: other news of a page must not move the cursor or end a choice of all."""
        if isinstance(before, TextField) and before.text == self.text:
            self.cursor, self.all_chosen, self.composition = before.cursor, before.all_chosen, before.composition

    @property
    def field_box(self) -> Box:
        """Return where the text is."""
        return self.box.without_left(int(self.box.w * LABEL_SHARE)) if self.label else self.box

    def _label_box(self, painter: Painter) -> Box:
        return self.box.left(int(self.box.w * LABEL_SHARE)).without_end(painter.unit(8))

    def sibling_key(self) -> Hashable:
        return ("choice", True) if self.label else None

    def fit_texts(self, painter: Painter) -> tuple[int, int]:
        return painter.fitting(self.label, self._label_box(painter), 13) if self.label else 0, 0

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        if self.label:
            painter.text(self._label_box(painter), self.label, 13, pixels=self.label_pixels)
        field = self.field_box
        painter.panel(field, "board", "mark" if focused else "line", 6)
        spare = field.h - round(1.2 * painter.unit.text(14))  # in a low field the text is worth more than the air around it
        inner = field.inset(painter.unit(9), max(1, min(painter.unit(3), spare // 2)))
        shown = self.text[:self.cursor] + self.composition + self.text[self.cursor:]
        pixels = painter.fitting(shown or self.ghost, inner, 14)
        if focused and self.all_chosen and self.text:
            painter.fill(inner.left(painter.fonts.text_width(shown, pixels)), "raised")
        painter.text(inner, shown or self.ghost, 14, "text" if shown else "dim", cut=True, pixels=pixels)
        if focused:
            at = inner.x + painter.fonts.text_width(shown[:self.cursor + len(self.composition)], pixels)
            at = min(at, inner.right - 1)
            painter.line((at, inner.y + 2), (at, inner.bottom - 2), "text", max(1, painter.unit(1.5)))
            if self.composition:
                start = inner.x + painter.fonts.text_width(self.text[:self.cursor], pixels)
                painter.line((start, inner.bottom - 1), (at, inner.bottom - 1), "text")

    def spoken_name(self) -> str:
        return self.spoken or self.label or self.ghost or self.tip

    def accessible_node(self) -> AccessibleNode:
        return replace(super().accessible_node(), role=NodeRole.TEXT_INPUT, value=self.text, cursor=self.cursor)

    def _set_text(self, text: str, cursor: int) -> None:
        self.all_chosen = False
        self.text, self.cursor = text[:self.longest], min(cursor, self.longest)
        self.change(self.text)

    def type_text(self, text: str) -> bool:
        clean = "".join(character for character in text if character.isprintable())
        before, after = ("", "") if self.all_chosen else (self.text[:self.cursor], self.text[self.cursor:])
        clean = clean[:self.longest - len(before) - len(after)]
        while clean and self.max_bytes is not None and len(f"{before}{clean}{after}".encode("utf-8", "replace")) > self.max_bytes:
            clean = clean[:-1]
        self.composition = ""
        self._set_text(before + clean + after, len(before) + len(clean))
        return True

    def show_composition(self, text: str) -> None:
        self.composition = "".join(character for character in text[:40] if character.isprintable())

    def press_key(self, event: pygame.event.Event) -> bool:
        if self.composition:
            return True
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self._press_shortcut(event.key)
        moves = {pygame.K_LEFT: self.cursor - 1, pygame.K_RIGHT: self.cursor + 1, pygame.K_HOME: 0, pygame.K_END: len(self.text)}
        if event.key in moves:
            self.all_chosen = False
            self.cursor = max(0, min(len(self.text), moves[event.key]))
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            first = self.cursor - (event.key == pygame.K_BACKSPACE)
            if self.all_chosen:
                self._set_text("", 0)
            elif 0 <= first < len(self.text):
                self._set_text(self.text[:first] + self.text[first + 1:], first)
        elif event.key in ENTER_KEYS and self.entered is not None:
            self.entered()
        else:
            # Letters come once more as TEXTINPUT; no key of the scene may take them first.
            return bool(event.unicode) and event.unicode.isprintable()
        return True

    def _press_shortcut(self, key: int) -> bool:
        if key == pygame.K_a:
            self.all_chosen = True
        elif key in (pygame.K_c, pygame.K_x):
            write_clipboard(self.text)
            if key == pygame.K_x:
                self._set_text("", 0)
        elif key == pygame.K_v:
            self.type_text(read_clipboard()[:self.longest])
        else:
            return False
        return True

    def press_mouse(self, x: float, y: float) -> None:
        self.all_chosen, self.cursor = False, len(self.text)
