"""The screen reader as the window sees it: it gets the tree when there is something new, and its requests are taken in between.

Nothing is built before a screen reader has come. While things move, the tree is built a few times a second and not for each
picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from weakref import WeakKeyDictionary, ref

from acquire_client.window.layout.box import Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeAction, NodeRole, ReaderRequest, Speech
from acquire_client.window.screen_reader.tree import (
    AccessibleTree,
    NewLines,
    NodeNumbers,
    SceneContent,
    numbered_tree,
    scene_node,
    window_node,
)

BUILD_MS = 100
"""The shortest time between two trees."""


class ReaderAdapter(Protocol):
    """The part of the door that is used here; tests have another one."""

    @property
    def has_news(self) -> bool: ...

    def activity_changes(self) -> list[bool]: ...

    def requests(self) -> list[ReaderRequest]: ...

    def show(self, tree: AccessibleTree, before: AccessibleTree | None, shrunk: float) -> None: ...

    def show_focus(self, is_focused: bool) -> None: ...

    def show_place(self, place: Box) -> None: ...


@dataclass(frozen=True, slots=True)
class NodeRequest:
    """What the screen reader asks for, of a node of the tree that it has."""

    node: AccessibleNode
    action: NodeAction
    value: str | float | None


class ScreenReader:
    """The window calls `take_requests` in each round of its loop, `note_picture` after each picture, and `show` when due."""

    def __init__(self, adapter: ReaderAdapter) -> None:
        self.is_active = False
        """Whether there is a screen reader, which needs the tree."""
        self.tree: AccessibleTree | None = None
        """What the screen reader has."""
        self._adapter = adapter
        self._numbers = NodeNumbers()
        self._is_stale = False
        self._built_ms: int | None = None
        self._picture: object = None
        self._scene: ref[object] | None = None
        self._scene_number = 0
        self._new_lines: WeakKeyDictionary[object, NewLines] = WeakKeyDictionary()
        self._has_keyboard = True
        self._place: Box | None = None

    @property
    def has_news(self) -> bool:
        return self._adapter.has_news

    def take_requests(self) -> list[NodeRequest]:
        """Take what has come from the screen reader. A request for something that is gone is left out."""
        for came in self._adapter.activity_changes():
            self.is_active, self.tree, self._is_stale, self._built_ms = came, None, came, None
        requests = []
        for request in self._adapter.requests():
            found = None if self.tree is None else self.tree.nodes.get(request.number)
            if found is not None and found.node.supports(request.action):
                requests.append(NodeRequest(found.node, request.action, request.value))
        return requests

    # --- when to show ---

    def note_picture(self, picture: object, had_input: bool) -> None:
        """Remember that something may have changed. A `picture` like the last one, without input since, shows only motion."""
        if self.is_active and (had_input or picture != self._picture):
            self._is_stale, self._picture = True, picture

    def due_ms(self, now_ms: int) -> int | None:
        """Return in how many milliseconds the tree is to be shown; None if nothing has changed."""
        if not self._is_stale:
            return None
        return 0 if self._built_ms is None else max(0, self._built_ms + BUILD_MS - now_ms)

    # --- what to show ---

    def show(self, scene: object, content: SceneContent, title: str, notice: tuple[str, bool] | None, shrunk: float,
             now_ms: int) -> None:
        """Show a scene. `notice` is a text and whether something went wrong; `shrunk` how many units of it a pixel has."""
        self._is_stale, self._built_ms = False, now_ms
        is_new_scene = self._scene is None or self._scene() is not scene
        if is_new_scene:
            self._scene, self._scene_number = ref(scene), self._scene_number + 1
        news = self._new_lines.setdefault(scene, NewLines()).node_for(content.lines, is_new_scene)
        spoken = () if news is None else (news,)
        root = window_node(title, content.box, [scene_node(content, self._scene_number, spoken), *_notice_nodes(notice)])
        tree = numbered_tree(root, content.focus, self._numbers)
        before = self.tree
        if before is None:
            self._show_window()
        if tree != before:
            self._adapter.show(tree, before, shrunk)
            self.tree = tree

    # --- the window itself ---

    def show_focus(self, has_keyboard: bool) -> None:
        """Take whether the window has the keyboard."""
        self._has_keyboard = has_keyboard
        if self.is_active:
            self._adapter.show_focus(has_keyboard)

    def show_place(self, place: Box) -> None:
        """Take where the window is on the screen."""
        self._place = place
        if self.is_active:
            self._adapter.show_place(place)

    def _show_window(self) -> None:
        """Report what was not reported while no screen reader was there."""
        self._adapter.show_focus(self._has_keyboard)
        if self._place is not None:
            self._adapter.show_place(self._place)


def _notice_nodes(notice: tuple[str, bool] | None) -> Sequence[AccessibleNode]:
    if notice is None:
        return ()
    text, is_bad = notice
    return (AccessibleNode(f"notice {text}", NodeRole.ALERT, text, speech=Speech.ASSERTIVE if is_bad else Speech.POLITE),)
