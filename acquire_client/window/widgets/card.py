"""A large button that says with a few sentences what it begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.widgets.button import KINDS, Button

TITLE_SIZE, TEXT_SIZE, LARGEST_ABOUT = 20, 11, 14.5


class CardButton(Button):
    """Title and note at the top, sentences below, and a strip at the foot that names the act, with its key.

    The whole card can be clicked; the strip of a primary card is gold. `faces` are seats with their names.
    """

    def __init__(self, name: str, box: Box, title: str, about: Sequence[str], act: Callable[[], None], *, strip: str,
                 kind: str = "plain", hint: str = "", note: str = "", faces: Sequence[tuple[int, str]] = ()) -> None:
        super().__init__(name, box, title, act, kind=kind, hint=hint, note=note, size=TITLE_SIZE)
        self.about, self.strip, self.faces = tuple(about), strip, tuple(faces)
        self.about_size = LARGEST_ABOUT
        """Of the sentences; cards that lie side by side have one size."""

    def spoken_name(self) -> str:
        return " ".join(filter(None, (self.label, self.note, *self.about, self.strip)))

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        unit, primary = painter.unit, self.kind == "primary"
        painter.panel(self.box, "raised" if hovered else "panel", "line", 10, max(1, unit(1.5)))
        inner = self.box.inset(unit(16), unit(14))
        foot = inner.foot(self._strip_height(unit)).moved(y=unit(1) if pressed else 0)
        self._draw_strip(painter, foot, primary, hovered)
        head = inner.top(self._title_height(unit))
        painter.text(head, self.label, TITLE_SIZE, bold=True)
        y = head.bottom
        if self.note:
            line = Box(inner.x, y, inner.w, self._note_height(unit))
            painter.text(line, self.note, 12.5, "dim", bold=True)
            y = line.bottom
        if self.faces:
            side = min(self._face_side(unit), (inner.w - unit(6) * (len(self.faces) - 1)) // len(self.faces))
            for number, (seat, name) in enumerate(self.faces):
                painter.avatar(Box(inner.x + number * (side + unit(8)), y + unit(8), side, side), seat, name)
            y += side + unit(14)
        y += unit(8)
        for sentence in self.about:
            room = Box(inner.x, y, inner.w, max(1, foot.y - unit(6) - y))
            y += painter.paragraph(room, sentence, self.about_size) + unit(8)

    def has_room_for(self, painter: Painter, about_size: float) -> bool:
        """Return True if the sentences have room in this size."""
        unit = painter.unit
        pixels, width = unit.text(about_size), self.box.w - 2 * unit(16)
        taken = self._title_height(unit) + self._strip_height(unit) + unit(14) * 2 + unit(22)
        taken += self._note_height(unit) if self.note else 0
        taken += self._face_side(unit) + unit(14) if self.faces else 0
        lines = sum(len(painter.wrapped(sentence, width, pixels)) for sentence in self.about)
        return taken + lines * painter.line_height(pixels) + unit(8) * len(self.about) <= self.box.h

    @staticmethod
    def _title_height(unit: Unit) -> int:
        return max(unit(30), unit.text(TITLE_SIZE) + 8)

    @staticmethod
    def _note_height(unit: Unit) -> int:
        return max(unit(20), unit.text(12.5) + 5)

    @staticmethod
    def _face_side(unit: Unit) -> int:
        return max(unit(34), 22)

    @staticmethod
    def _strip_height(unit: Unit) -> int:
        return max(unit(40), unit.text(13) + 12)

    def _draw_strip(self, painter: Painter, strip: Box, primary: bool, hovered: bool) -> None:
        fill, over, edge, ink = KINDS["primary" if primary else "plain"]
        unit = painter.unit
        painter.panel(strip, over if hovered else fill, edge, 7, max(1, unit(1.5)))
        inner = strip.inset(unit(10), unit(3))
        width = painter.fonts.text_width(self.hint, unit.text(TEXT_SIZE)) + unit(2)
        painter.text(inner.end(width), self.hint, TEXT_SIZE, ink if primary else "dim", "right")
        painter.text(inner.without_end(width + unit(6)), self.strip, 14, ink, bold=primary)
