"""A large button that says with a few sentences what it begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.widgets.button import KINDS, Button


class CardButton(Button):
    """The title stands at the top with the key at its end, the sentences below it."""

    def __init__(self, name: str, box: Box, title: str, about: Sequence[str], act: Callable[[], None], *, kind: str = "plain",
                 hint: str = "") -> None:
        super().__init__(name, box, title, act, kind=kind, hint=hint, size=18)
        self.about = tuple(about)

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        fill, over, edge, ink = KINDS[self.kind]
        unit = painter.unit
        painter.panel(self.box, over if hovered else fill, edge, 10, max(1, unit(1.5)))
        quiet = "dim" if self.kind != "primary" else ink
        inner = self.box.inset(unit(18), unit(14)).moved(y=unit(1) if pressed else 0)
        head = inner.top(max(unit(30), unit.text(self.size) + 8))
        pixels = unit.text(11)
        width = min(head.w // 2, painter.fonts.text_width(self.hint, pixels) + unit(2))
        painter.text(head.end(width), self.hint, 11, quiet, "right")
        painter.text(head.without_end(width + unit(6)), self.label, self.size, ink, bold=True)
        painter.paragraph(inner.without_top(head.h + unit(8)), "\n".join(self.about), 13.5, ink)
