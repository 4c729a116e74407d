"""The tree of the window: the scene on top, with what its widgets and parts say of themselves; and what changes in it.

Numbers are given to nodes by their place in the tree, so a node keeps its number as long as the thing is there. A screen reader
then hears of what has changed and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from acquire_client.window.layout.box import Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole, Speech, label_node

ROOT = 1
_MODAL_ROLES = {True: NodeRole.DIALOG, False: NodeRole.GROUP}


@dataclass(frozen=True, slots=True)
class SceneContent:
    """What a scene says of itself. Without a title the first of its texts stands for one, also for widgets without a name.

    `parts` are what the scene describes: a node with the name of a widget stands for that widget. `written` are the texts
    of the last picture with their places: those that lie in none of the parts are read as they stand there.
    """

    title: str
    box: Box
    parts: tuple[AccessibleNode, ...]
    written: tuple[tuple[Box, str], ...]
    widgets: tuple[AccessibleNode, ...]
    focus: str | None
    is_overlay: bool = False
    description: str = ""
    lines: tuple[str, ...] = ()
    """The lines of the log, of which new ones are read out."""


def scene_node(content: SceneContent, number: int, spoken: Sequence[AccessibleNode] = ()) -> AccessibleNode:
    """Return a scene as a node: its parts, other texts, its widgets, and what is only `spoken`. `number` keeps scenes apart."""
    described = {node.widget for part in content.parts for node in part.walk() if node.widget}
    boxes = [part.box for part in content.parts if part.box is not None]
    title = content.title or next((text for _, text in content.written), "")
    widgets = [node if node.name else replace(node, name=title) for node in content.widgets if node.widget not in described]
    labels = [label_node(f"text {at}", text, _common_part(box, content.box)) for at, (box, text) in enumerate(
        (box, text) for box, text in content.written if text.strip() and not any(one.holds(*box.middle) for one in boxes))]
    children = (*content.parts, *labels, *widgets, *spoken)
    return AccessibleNode(f"scene {number}", _MODAL_ROLES[content.is_overlay], title, content.box, children,
                          description=content.description, modal=content.is_overlay)


def _common_part(box: Box, room: Box) -> Box:
    """Return the part of a box that lies in a room."""
    x, y = max(box.x, room.x), max(box.y, room.y)
    return Box(x, y, max(0, min(box.right, room.right) - x), max(0, min(box.bottom, room.bottom) - y))


@dataclass(frozen=True, slots=True)
class NumberedNode:
    """A node with its number and those of its children; `node` has no children any more."""

    number: int
    node: AccessibleNode
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AccessibleTree:
    """All nodes by their numbers, and which of them has the focus: the root where no widget has."""

    nodes: Mapping[int, NumberedNode]
    focus: int

    def changes_since(self, before: AccessibleTree | None) -> list[NumberedNode]:
        """Return the nodes that are new or different."""
        old = before.nodes if before is not None else {}
        return [node for number, node in self.nodes.items() if old.get(number) != node]


@dataclass(slots=True)
class NodeNumbers:
    """Numbers for nodes by their paths. They are never given to another path."""

    _given: dict[tuple[str, ...], int] = field(default_factory=dict)

    def number_of(self, path: tuple[str, ...]) -> int:
        return self._given.setdefault(path, ROOT + len(self._given))


def numbered_tree(root: AccessibleNode, focus: str | None, numbers: NodeNumbers) -> AccessibleTree:
    """Return a tree with numbers; `focus` is the name of the widget that has the focus."""
    nodes: dict[int, NumberedNode] = {}
    focused = ROOT

    def add(node: AccessibleNode, path: tuple[str, ...]) -> int:
        nonlocal focused
        number = numbers.number_of(path)
        nodes[number] = NumberedNode(number, node, ())  # before its children, so parents stand first
        children = tuple(add(child, (*path, child.key)) for child in node.children)
        nodes[number] = NumberedNode(number, replace(node, children=()) if children else node, children)
        if focus is not None and node.widget == focus and node.takes_focus and node.enabled:
            focused = number
        return number

    add(root, (root.key,))
    return AccessibleTree(nodes, focused)


def window_node(title: str, box: Box, children: Iterable[AccessibleNode]) -> AccessibleNode:
    return AccessibleNode("window", NodeRole.WINDOW, title, box, tuple(children))


@dataclass(slots=True)
class NewLines:
    """Find out which lines of a log are new, so that they can be read out once. What was there at first counts as read."""

    _known: tuple[str, ...] | None = None
    _count: int = 0
    _text: str = ""

    def node_for(self, lines: tuple[str, ...], is_new_scene: bool = False) -> AccessibleNode | None:
        """Return a node that reads the lines behind those of the last call; None before there are any. In a scene that has just
        come back, what was read before is not there any more."""
        before, self._known = self._known, lines
        if is_new_scene:
            self._text = ""
        if before is not None and len(lines) > len(before) and lines[:len(before)] == before:
            self._text, self._count = "\n".join(lines[len(before):]), self._count + 1
        if not self._text:
            return None
        return label_node(f"news {self._count % 2}", self._text, None, Speech.POLITE)
