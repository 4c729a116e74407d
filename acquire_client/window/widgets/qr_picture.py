"""A QR code that can be pressed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from acquire_client.view_model.qr_code import QUIET, Modules, qr_modules
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole
from acquire_client.window.widgets.widget import ACTIVATING, Widget

LIGHT, DARK = "#FFFFFF", "#000000"
"""In every look: cameras want dark modules on light ground."""


class QrPicture(Widget):
    """The QR code of a text, as large as whole pixels allow. `spoken` is its name for a screen reader."""

    def __init__(self, name: str, box: Box, text: str, act: Callable[[], None], spoken: str, tip: str = "") -> None:
        super().__init__(name, box, tip)
        self.text, self.act, self.spoken = text, act, spoken

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        paint_qr(painter, self.box, self.text)

    def spoken_name(self) -> str:
        return self.spoken

    def accessible_node(self) -> AccessibleNode:
        return replace(super().accessible_node(), role=NodeRole.BUTTON, description=self.text, can_press=True)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key in ACTIVATING and not event.mod & (pygame.KMOD_ALT | pygame.KMOD_CTRL):
            self.act()
            return True
        return False

    def release_mouse(self, x: float, y: float) -> None:
        if self.holds_point(x, y):
            self.act()


def qr_box(box: Box, text: str) -> tuple[Box, int]:
    """Return the square that the QR code of a text takes in the middle of a box, and how many pixels a module has."""
    count = len(qr_modules(text)) + 2 * QUIET
    side = max(1, min(box.w, box.h) // count)
    return box.centred(side * count, side * count), side


def paint_qr(painter: Painter, box: Box, text: str) -> None:
    """Paint the QR code of a text into the middle of a box."""
    square, side = qr_box(box, text)

    def paint(place: Box) -> None:
        painter.fill(place, LIGHT)
        for dark in _dark_boxes(qr_modules(text), place, side):
            painter.fill(dark, DARK)

    painter.kept(("qr", text), square, paint)


def _dark_boxes(modules: Modules, place: Box, side: int) -> list[Box]:
    """Return the boxes of the dark modules, those of one line that touch as one."""
    found: list[Box] = []
    for y, row in enumerate(modules):
        start: int | None = None
        for x, is_dark in enumerate((*row, False)):
            if is_dark and start is None:
                start = x
            elif not is_dark and start is not None:
                found.append(Box(place.x + (QUIET + start) * side, place.y + (QUIET + y) * side, (x - start) * side, side))
                start = None
    return found
