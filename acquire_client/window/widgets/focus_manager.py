"""The focus manager: which widget has the focus, which is under the pointer, which is held down.

Tab and Shift+Tab go round in the order of the list; arrows go to the nearest widget in their direction, unless the focused one
needs them itself. The ring of the focus appears as soon as the player uses the keyboard.

What is held down and moved becomes a drag, if the widget has a load. Letting it go calls `drop`; the Escape key ends it without.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.siblings import Groups, level_siblings
from acquire_client.window.widgets.widget import DragLoad, Widget

TIP_DELAY_MS = 400
DRAG_PIXELS = 8
"""How far the pointer must move with its button down before it is a drag and not a click."""
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}


class FocusManager:
    """Each scene has one. The scene gives it widgets by `set_widgets` and events by `handle_event`, and draws it last. Widgets
    are made anew with every change of the scene, so focus, pointer and press are kept by the name of a widget: a name must mean
    the same thing before and after. Under the pointer the later ones in the list lie on top."""

    def __init__(self) -> None:
        self.widgets: list[Widget] = []
        self._is_levelled = False
        """Whether widgets that belong together have one size of text."""
        self._levelled_groups: Groups = {}
        """The groups of the last picture, whose texts have their sizes."""
        self.focus: str | None = None
        self.by_keyboard = False
        """True if the keyboard was used last; only then the ring of the focus is drawn."""
        self.hovered: str | None = None
        self.held: str | None = None
        """The name of the widget on which the button of the mouse went down; None when it is up."""
        self.pointer = (-1.0, -1.0)
        self.dragged: DragLoad | None = None
        """What is being dragged."""
        self.drop: Callable[[DragLoad, float, float], None] | None = None
        """Take what is dropped; without it nothing can be dragged."""
        self._pressed_at = (0.0, 0.0)
        """Where the pointer was when the button went down."""
        self._rested_since: int | None = None
        """Since when the pointer has not moved; None when something was pressed since."""
        self._stepped: tuple[str | None, int] | None = None
        """Where the focus was moved to by the keyboard, and when; None when anything else was done since."""

    # --- the widgets ---

    def set_widgets(self, widgets: Sequence[Widget], focus: str | None = None) -> None:
        """Set other widgets; the focus stays with its name, or goes to `focus`, or to the first that takes it."""
        focused, self.widgets, self._is_levelled = self.focused_widget, list(widgets), False
        names = [widget.name for widget in self.focusable_widgets()]
        if focus in names:
            self.focus = focus
        elif self.focus not in names:
            self.focus = names[0] if names else None
        typing = self.focused_widget
        if typing is not None and focused is not None and typing.name == focused.name:
            typing.continue_from(focused)
        held = self.widget_named(self.held)
        if held is None:
            self.held = None
        if held is None or held.load != self.dragged or not held.enabled:
            self.dragged = None
        self._hover_at(*self.pointer)

    def focusable_widgets(self) -> list[Widget]:
        return [widget for widget in self.widgets if widget.takes_focus and widget.enabled]

    def widget_named(self, name: str | None) -> Widget | None:
        return next((widget for widget in self.widgets if widget.name == name), None)

    @property
    def focused_widget(self) -> Widget | None:
        return self.widget_named(self.focus)

    def widget_at(self, x: float, y: float) -> Widget | None:
        return next((widget for widget in reversed(self.widgets) if widget.holds_point(x, y)), None)

    @property
    def text_box(self) -> Box | None:
        """Return the box of the field that is typed into; None where no field has the focus."""
        widget = self.focused_widget
        return widget.field_box if isinstance(widget, TextField) else None

    # --- events ---

    def handle_event(self, event: pygame.event.Event, now_ms: int = 0) -> bool:
        """Give an event to the widget that it is for. Return True if a widget took it."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            self._rested_since = self._stepped = None
        if event.type == pygame.KEYDOWN and self.dragged is not None and event.key == pygame.K_ESCAPE:
            self.cancel_drag()
            return True
        if event.type == pygame.KEYDOWN:
            before = self.focus
            took = self._press_key(event)
            if self.focus != before and (event.key == pygame.K_TAB or event.key in ARROWS):
                self._stepped = self.focus, now_ms
            return took
        if event.type == pygame.TEXTINPUT:
            widget = self.focused_widget
            return widget is not None and widget.wants_text and widget.type_text(event.text)
        if event.type == pygame.TEXTEDITING:
            widget = self.focused_widget
            if widget is not None:
                widget.show_composition(event.text)
            return widget is not None
        if event.type == pygame.MOUSEMOTION:
            self.pointer = event.pos
            self._rested_since = now_ms
            held = self.widget_named(self.held)
            if held is not None and held.load is not None and self.drop is not None:
                self._begin_drag(held, *event.pos)
            elif held is not None:
                held.drag_mouse(*event.pos)
            return self._hover_at(*event.pos) or held is not None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press_mouse(*event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            held, self.held = self.widget_named(self.held), None
            dragged, self.dragged = self.dragged, None
            if dragged is not None and self.drop is not None:
                self.drop(dragged, *event.pos)
            elif held is not None:
                held.release_mouse(*event.pos)
            return held is not None or dragged is not None
        if event.type == pygame.MOUSEWHEEL:
            widget = self.widget_at(*self.pointer)
            return widget is not None and widget.enabled and widget.turn_wheel(event.y)
        return False

    def _press_mouse(self, x: float, y: float) -> bool:
        widget = self.widget_at(x, y)
        if widget is None or not widget.enabled:
            return widget is not None
        if widget.takes_focus:
            self.focus, self.by_keyboard = widget.name, False
        self.held, self.dragged, self._pressed_at = widget.name, None, (x, y)
        widget.press_mouse(x, y)
        return True

    def _begin_drag(self, held: Widget, x: float, y: float) -> None:
        """Let what is held be dragged, once the pointer is far enough from where it was pressed."""
        if max(abs(x - self._pressed_at[0]), abs(y - self._pressed_at[1])) >= DRAG_PIXELS:
            self.dragged = held.load

    def cancel_drag(self) -> None:
        """Let what is dragged go back to where it was; letting the button go does nothing any more."""
        self.held = self.dragged = None

    def can_press_here(self) -> bool:
        """Return True if the pointer is over something that can be pressed or dragged."""
        widget = self.widget_at(*self.pointer)
        return self.dragged is not None or (widget is not None and widget.can_press_at(*self.pointer))

    def _hover_at(self, x: float, y: float) -> bool:
        widget = self.widget_at(x, y)
        name = None if widget is None else widget.name
        changed, self.hovered = name != self.hovered, name
        return changed

    def _press_key(self, event: pygame.event.Event) -> bool:
        widget = self.focused_widget
        if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self.by_keyboard = True
            self.step_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if widget is not None and widget.enabled and widget.press_key(event):
            self.by_keyboard = True
            return True
        if event.key in ARROWS and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self.by_keyboard = True
            return self._move_toward(*ARROWS[event.key])
        return False

    def focus_on(self, name: str) -> bool:
        """Give the focus to a widget as the keyboard would; return False if it cannot have it."""
        if name not in [widget.name for widget in self.focusable_widgets()]:
            return False
        self.focus, self.by_keyboard = name, True
        return True

    def step_focus(self, by: int) -> None:
        """Move to the next widget round the list, or to the one before."""
        names = [widget.name for widget in self.focusable_widgets()]
        if names:
            at = names.index(self.focus) + by if self.focus in names else 0
            self.focus = names[at % len(names)]

    def _move_toward(self, dx: int, dy: int) -> bool:
        here = self.focused_widget
        if here is None:
            self.step_focus(1)
            return True
        x, y = here.box.middle
        found, best = None, 0.0
        for widget in self.focusable_widgets():
            if widget.name == here.name:
                continue
            ox, oy = widget.box.middle
            ahead, aside = (ox - x) * dx + (oy - y) * dy, abs((ox - x) * dy) + abs((oy - y) * dx)
            if ahead <= 0 or _gap_between(here.box, widget.box, dx, dy) < 0:
                continue
            distance = ahead + 2.5 * aside
            if found is None or distance < best:
                found, best = widget.name, distance
        if found is not None:
            self.focus = found
        return found is not None

    # --- drawing ---

    def draw(self, painter: Painter, active: bool = True) -> None:
        if not self._is_levelled:
            self._levelled_groups = level_siblings(self.widgets, painter, self._levelled_groups)
            self._is_levelled = True
        for widget in self.widgets:
            widget.draw(painter, active and widget.name == self.focus, active and widget.name == self.hovered,
                        widget.name == self.held)
        focused = self.focused_widget
        if active and focused is not None and self.by_keyboard:
            painter.ring(focused.focus_ring())

    def due_tip(self, now_ms: int) -> tuple[str, Box] | None:
        """Return the tooltip that is due: of the widget on which the pointer rests, or to which the focus was moved by the
        keyboard."""
        tip, since = self._tip_and_since()
        return tip if now_ms - since >= TIP_DELAY_MS else None

    def tip_due_ms(self, now_ms: int) -> int | None:
        """Return how long until a tooltip has to appear."""
        tip, since = self._tip_and_since()
        return TIP_DELAY_MS - (now_ms - since) if tip is not None and now_ms - since < TIP_DELAY_MS else None

    def _tip_and_since(self) -> tuple[tuple[str, Box] | None, int]:
        """Return the tooltip of what is pointed at with the box that it belongs to, and since when that has been pointed at."""
        name, since = self.hovered, self._rested_since
        is_stepped = self._stepped is not None and self._stepped[0] == self.focus
        if self._stepped is not None and is_stepped:
            name, since = self._stepped
        widget = self.widget_named(name)
        if widget is None or since is None:
            return None, 0
        tip = (widget.tip, widget.box) if is_stepped else widget.tip_at(*self.pointer)
        return (tip, since) if tip[0] else (None, 0)


def _gap_between(here: Box, there: Box, dx: int, dy: int) -> int:
    """Return how far apart two boxes are in a direction; below zero if one reaches far into the other."""
    if dx:
        apart = there.x - here.right if dx > 0 else here.x - there.right
    else:
        apart = there.y - here.bottom if dy > 0 else here.y - there.bottom
    return apart + 4
