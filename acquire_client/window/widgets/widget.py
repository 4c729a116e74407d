"""What all widgets have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole


@dataclass(frozen=True, slots=True)
class DragLoad:
    """What is dragged away from a widget: its kind, and which one of that kind."""

    kind: str
    name: str


class Widget:
    """Something in a box. `tip` is shown when the pointer rests on it or the focus stays there."""

    takes_focus = True
    wants_text = False
    """Whether letters go to it, instead of to the keys of the scene."""
    gives_way = False
    """Whether a notice may cover it for a few seconds."""
    role = NodeRole.GROUP
    sibling_kind = ""
    """Widgets of one kind in a row or column write in one size; empty for those that do not care."""
    siblings: Sequence[Widget] = ()
    _shared: tuple[float, int] | None = None
    """The size of text that all siblings have, for a unit."""
    load: DragLoad | None = None
    """What can be dragged away from it."""

    def __init__(self, name: str, box: Box, tip: str = "", enabled: bool = True) -> None:
        self.name = name
        self.box = box
        self.tip = tip
        self.enabled = enabled

    def tip_at(self, x: float, y: float) -> tuple[str, Box]:
        """Return the tip for a pointer that rests there, and beside what it is shown."""
        return self.tip, self.box

    def own_pixels(self, painter: Painter) -> int:
        """Return the largest size at which the text of this widget fits; 0 if it has none."""
        return 0

    def text_pixels(self, painter: Painter) -> int:
        """Return the size in which this widget and its siblings write; 0 if none of them has a text."""
        if self._shared is None or self._shared[0] != painter.unit.size:
            sizes = [pixels for widget in (self.siblings or (self,)) if (pixels := widget.own_pixels(painter))]
            self._shared = painter.unit.size, min(sizes, default=0)
        return self._shared[1]

    def can_press_at(self, x: float, y: float) -> bool:
        """Return True if a press there does something: the pointer becomes a hand."""
        return self.enabled

    def holds_point(self, x: float, y: float) -> bool:
        return self.box.holds(x, y)

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        """Draw it; the ring of the focus is drawn by the focus manager."""

    def press_key(self, event: pygame.event.Event) -> bool:
        """Take a key while this widget has the focus; return False if it means nothing here."""
        return False

    def type_text(self, text: str) -> bool:
        return False

    def show_composition(self, text: str) -> None:
        """Show what an input method holds before it is typed."""

    def press_mouse(self, x: float, y: float) -> None:
        """Take the button of the mouse that goes down on it."""

    def drag_mouse(self, x: float, y: float) -> None:
        """Follow the mouse that moves with its button down."""

    def release_mouse(self, x: float, y: float) -> None:
        """Take the button that goes up, there or elsewhere."""

    def turn_wheel(self, steps: int) -> bool:
        return False

    def accessible_node(self) -> AccessibleNode:
        """Return what a screen reader gets of it."""
        return AccessibleNode(f"widget {self.name}", self.role, self.spoken_name(), self.box, widget=self.name,
                              description=self.tip, takes_focus=self.takes_focus, enabled=self.enabled)

    def spoken_name(self) -> str:
        """Return its name for a screen reader, in the language of the window."""
        return self.tip

    def focus_ring(self) -> Box:
        """Return where the mark of the focus is drawn."""
        return self.box


ENTER_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)
ACTIVATING = (*ENTER_KEYS, pygame.K_SPACE)
