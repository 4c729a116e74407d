"""What all widgets have in common."""

from __future__ import annotations

from collections.abc import Hashable
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
    label_pixels = note_pixels = 0
    """The sizes of its texts, where they are those of all its siblings; 0 where each text has the largest that fits."""
    min_shared_size = 0.0
    """A text becomes no smaller than this part of its size for the sake of a sibling; 0 where all have one size in any case."""
    shows_icon = True
    """Whether its icon may be drawn; siblings show theirs all together or not at all."""
    load: DragLoad | None = None
    """What can be dragged away from it."""

    def __init__(self, name: str, box: Box, tip: str = "", enabled: bool = True) -> None:
        self.name = name
        self.box = box
        self.tip = tip
        self.enabled = enabled

    def continue_from(self, before: Widget) -> None:
        """Take over from the widget in whose place it comes what a person has done there and the scene does not know."""

    def tip_at(self, x: float, y: float) -> tuple[str, Box]:
        """Return the tip for a pointer that rests there, and beside what it is shown."""
        return self.tip, self.box

    def sibling_key(self) -> Hashable:
        """Return what it has in common with the widgets that write in the same size; None if there are none."""
        return None

    def has_room_for_icon(self, painter: Painter) -> bool:
        """Return False if it has an icon and no room for it."""
        return True

    def fit_texts(self, painter: Painter) -> tuple[int, int]:
        """Return the sizes in pixels in which label and note fit; 0 for one that is not there, or has no siblings."""
        return 0, 0

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
        """Return what a screen reader gets of it. A tip that is its name is not said twice."""
        name = self.spoken_name()
        return AccessibleNode(f"widget {self.name}", self.role, name, self.box, widget=self.name,
                              description="" if self.tip == name else self.tip, takes_focus=self.takes_focus,
                              enabled=self.enabled)

    def spoken_name(self) -> str:
        """Return its name for a screen reader, in the language of the window."""
        return self.tip

    def focus_ring(self) -> Box:
        """Return where the mark of the focus is drawn."""
        return self.box


ENTER_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)
ACTIVATING = (*ENTER_KEYS, pygame.K_SPACE)
