"""The door to AccessKit, which hands the tree to the screen reader of the platform. The extra `a11y` installs it.

The library calls its handlers on a thread of its own, and on Linux it holds a lock while it does so, for which every call of ours
waits with Python's lock in hand. A handler that ran Python code could be interrupted there, and both would wait for ever. So the
handlers are methods of a deque, which nothing interrupts, and the loop of the window looks into it. Nothing is called before the
library has reported that a screen reader is there.
"""

from __future__ import annotations

import sys
from collections import deque
from functools import partial
from typing import Any

from acquire_client.window.layout.box import Box
from acquire_client.window.screen_reader.nodes import NodeAction, NodeRole, ReaderRequest, Speech
from acquire_client.window.screen_reader.tree import ROOT, AccessibleTree, NumberedNode

try:
    import accesskit
except ImportError:
    accesskit = None  # without the extra the window is as it would be without this folder

PLATFORM: str = sys.platform
IS_LINUX_LIKE = PLATFORM not in ("win32", "darwin")
NEEDS_HIDDEN_WINDOW = accesskit is not None and not IS_LINUX_LIKE
"""Whether the adapter must be made before the window is shown for the first time."""
_NAMED_WITH_VALUE = (NodeRole.CHOICE, NodeRole.SEGMENTS, NodeRole.SLIDER, NodeRole.COUNTER)
"""What AT-SPI has no text for but its name."""
_ACTIONS = tuple(NodeAction)
_RUN = 1 << 40
"""Added to the number of a text that is typed: the number of its letters, which are a node of their own."""


def open_adapter(window: Any) -> PlatformAdapter | None:
    """Return the tree's way to the platform, None where there is none."""
    if accesskit is None:
        return None
    try:
        return PlatformAdapter(window)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # the library panics with one where the window does not suit it; the game can be played all the same
        return None


class PlatformAdapter:
    """The tree of one window at the platform. `window` is what the system calls the window: a HWND on Windows, an NSWindow on
    macOS, nothing elsewhere."""

    def __init__(self, window: Any) -> None:
        self._asked: deque[Any] = deque()
        self._activity: deque[bool] = deque()
        activate, deactivate = partial(self._activity.append, True), partial(self._activity.append, False)
        if PLATFORM == "win32":
            self._adapter = accesskit.windows.SubclassingAdapter(window, activate, self._asked.append)
        elif PLATFORM == "darwin":
            accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
            self._adapter = accesskit.macos.SubclassingAdapter.for_window(window, activate, self._asked.append)
        else:
            self._adapter = accesskit.unix.Adapter(activate, self._asked.append, deactivate)

    @property
    def has_news(self) -> bool:
        return bool(self._activity or self._asked)

    def activity_changes(self) -> list[bool]:
        """Return whether a screen reader came (True) or went (False) since the last call, the oldest first."""
        return [self._activity.popleft() for _ in range(len(self._activity))]

    def requests(self) -> list[ReaderRequest]:
        """Return what was asked for since the last call."""
        raw = [self._asked.popleft() for _ in range(len(self._asked))]
        return [request for one in raw if (request := _request_from(one)) is not None]

    def show(self, tree: AccessibleTree, before: AccessibleTree | None, shrunk: float) -> None:
        """Show a tree, as changes of the one before if there is one. `shrunk` is how many units of the tree a pixel has."""
        update = tree_update(tree, before, shrunk)
        events = self._adapter.update_if_active(lambda: update)
        if events is not None:
            events.raise_events()

    def show_focus(self, is_focused: bool) -> None:
        """Report whether the window has the keyboard. On Windows the library sees it by itself."""
        events = None
        if PLATFORM == "darwin":
            events = self._adapter.update_view_focus_state(is_focused)
        elif IS_LINUX_LIKE:
            self._adapter.update_window_focus_state(is_focused)
        if events is not None:
            events.raise_events()

    def show_place(self, place: Box) -> None:
        """Report where the window is on the screen, in pixels. Only X11 needs it."""
        if IS_LINUX_LIKE:
            self._adapter.set_root_window_bounds(_rectangle(place, 1), _rectangle(place, 1))


def tree_update(tree: AccessibleTree, before: AccessibleTree | None, shrunk: float = 1.0) -> Any:
    """Return what AccessKit has to know: all of a tree, or what has changed since the one before."""
    update = accesskit.TreeUpdate(tree.focus)
    if before is None:
        update.tree = accesskit.Tree(ROOT)
    for node in tree.changes_since(before):
        update.nodes.append((node.number, _library_node(node, shrunk)))
        if node.node.cursor is not None:
            update.nodes.append((_RUN + node.number, _letters_node(node.node.value)))
    return update


def _rectangle(box: Box, shrunk: float) -> Any:
    return accesskit.Rect(box.x / shrunk, box.y / shrunk, box.right / shrunk, box.bottom / shrunk)


def _library_node(numbered: NumberedNode, shrunk: float) -> Any:
    node = numbered.node
    made = accesskit.Node(getattr(accesskit.Role, node.role.value))
    children = [*numbered.children]
    name = node.name
    if IS_LINUX_LIKE and node.role in _NAMED_WITH_VALUE:
        name = f"{name}: {node.value}"
    if node.role is NodeRole.LABEL:
        made.set_value(name)  # the name of a label is its value
    else:
        made.set_label(name)
        if node.value or node.cursor is not None:
            made.set_value(node.value)
    if node.description:
        made.set_description(node.description)
    if node.shortcut:
        made.set_keyboard_shortcut(node.shortcut)
    if node.box is not None:
        made.set_bounds(_rectangle(node.box, shrunk))
    if not node.enabled:
        made.set_disabled()
    if node.on is not None:
        made.set_toggled(accesskit.Toggled.TRUE if node.on else accesskit.Toggled.FALSE)
    if node.chosen is not None:
        made.set_selected(node.chosen)
    if node.modal:
        made.set_modal()
    if node.speech is not Speech.OFF:
        made.set_live(getattr(accesskit.Live, node.speech.value))
    if node.number is not None:
        made.set_numeric_value(node.number.now)
        made.set_min_numeric_value(node.number.low)
        made.set_max_numeric_value(node.number.high)
        made.set_numeric_value_step(node.number.step)
    if node.cursor is not None:
        run = _RUN + numbered.number
        position = accesskit.TextPosition(run, node.cursor)
        made.set_text_selection(accesskit.TextSelection(position, position))
        children.append(run)
    for action in _ACTIONS:
        if node.supports(action):
            made.add_action(getattr(accesskit.Action, action.value))
    made.set_children(children)
    return made


def _letters_node(text: str) -> Any:
    """Return the letters of a text that is typed, with the lengths of letters in bytes and of words in letters."""
    made = accesskit.Node(accesskit.Role.TEXT_RUN)
    made.set_value(text)
    made.set_character_lengths([len(letter.encode()) for letter in text])
    words = text.split(" ")
    made.set_word_lengths([len(word) + (at < len(words) - 1) for at, word in enumerate(words) if word or at < len(words) - 1])
    return made


def _request_from(raw: Any) -> ReaderRequest | None:
    """Return what the library reports in our words; None for what no node of ours offers."""
    action = next((one for one in _ACTIONS if getattr(accesskit.Action, one.value) == raw.action), None)
    if action is None:
        return None
    value = None
    if raw.data is not None and raw.data[0] in (accesskit.ActionDataKind.VALUE, accesskit.ActionDataKind.NUMERIC_VALUE):
        value = raw.data[1]
    return ReaderRequest(action, raw.target, value)
