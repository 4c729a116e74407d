"""What all widgets have in common."""

from __future__ import annotations

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box


class Widget:
    """Something in a box. `tip` is shown when the pointer rests on it or the focus stays there."""

    takes_focus = True
    wants_text = False
    """Whether letters go to it, instead of to the keys of the scene."""

    def __init__(self, name: str, box: Box, tip: str = "", enabled: bool = True) -> None:
        self.name = name
        self.box = box
        self.tip = tip
        self.enabled = enabled

    def holds_point(self, x: float, y: float) -> bool:
        return self.box.holds(x, y)

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        """Draw it; the ring of the focus is drawn by the focus manager."""

    def press_key(self, event: pygame.event.Event) -> bool:
        """A key while it has the focus; whether it took it."""
        return False

    def type_text(self, text: str) -> bool:
        return False

    def show_composition(self, text: str) -> None:
        """What an input method shows before it is typed."""

    def press_mouse(self, x: float, y: float) -> None:
        """The button of the mouse goes down on it."""

    def drag_mouse(self, x: float, y: float) -> None:
        """The mouse moves with its button down."""

    def release_mouse(self, x: float, y: float) -> None:
        """The button goes up, there or elsewhere."""

    def turn_wheel(self, steps: int) -> bool:
        return False

    def focus_ring(self) -> Box:
        """Where the mark of the focus is drawn."""
        return self.box


ACTIVATING = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
