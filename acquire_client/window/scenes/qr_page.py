"""The QR code of a join code, as large as the window has room for."""

from __future__ import annotations

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.pages import Page
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode, label_node
from acquire_client.window.widgets.qr_picture import paint_qr


class QrPage(Page):
    shares = (0.6, 0.92)

    def __init__(self, shell: Shell, code: str) -> None:
        super().__init__(shell, shell.translate("The join code, for a camera"))
        self.code = code

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        line = max(unit(26), unit.text(15) + 8)
        self.picture, self.line = self.body.without_foot(line + unit(6)), self.body.foot(line)

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        return (label_node("qr", self.translate("QR code of the join code"), self.picture),)

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        paint_qr(painter, self.picture, self.code)
        painter.text(self.line, self.code, 15, "text", "centre", figures=True)
