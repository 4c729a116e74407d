"""A screen reader that is not there: it comes when a test says so, keeps the tree it is given, and asks for what a test wants."""

from acquire_client.window.layout.box import Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeAction, ReaderRequest, Speech
from acquire_client.window.screen_reader.reader import ScreenReader
from acquire_client.window.screen_reader.tree import ROOT, AccessibleTree, NumberedNode

from .driver import Window


class FakeReader:
    """Stands in the place of the door to the platform; `spoken` is what a screen reader would have read out by itself."""

    def __init__(self) -> None:
        self.came: list[bool] = []
        self.asked: list[ReaderRequest] = []
        self.tree: AccessibleTree | None = None
        self.updates: list[list[NumberedNode]] = []
        self.spoken: list[str] = []
        self.focused: list[bool] = []
        self.places: list[Box] = []

    # --- what the window sees of it ---

    @property
    def has_news(self) -> bool:
        return bool(self.came or self.asked)

    def activity_changes(self) -> list[bool]:
        came, self.came = self.came, []
        return came

    def requests(self) -> list[ReaderRequest]:
        asked, self.asked = self.asked, []
        return asked

    def show(self, tree: AccessibleTree, before: AccessibleTree | None, shrunk: float) -> None:
        changes = tree.changes_since(before)
        if before is not None:
            assert self.tree is before, "these are changes of a tree that the reader does not have"
        for changed in changes:
            old = None if before is None else before.nodes.get(changed.number)
            if changed.node.speech is not Speech.OFF and (old is None or old.node.name != changed.node.name):
                self.spoken.append(changed.node.name)
        self.tree = tree
        self.updates.append(changes)

    def show_focus(self, is_focused: bool) -> None:
        self.focused.append(is_focused)

    def show_place(self, place: Box) -> None:
        self.places.append(place)

    # --- what a test does with it ---

    @property
    def nodes(self) -> dict[int, AccessibleNode]:
        assert self.tree is not None
        return {number: node.node for number, node in self.tree.nodes.items()}

    @property
    def focus(self) -> AccessibleNode:
        assert self.tree is not None
        return self.nodes[self.tree.focus]

    def number_of(self, name: str) -> int:
        """Return the number of the node of a widget, or of the one node with this name."""
        found = [number for number, node in self.nodes.items() if node.widget == name] or [
            number for number, node in self.nodes.items() if node.name == name]
        assert len(found) == 1, f"{len(found)} nodes are called {name}"
        return found[0]

    def node(self, name: str) -> AccessibleNode:
        return self.nodes[self.number_of(name)]

    def ask(self, action: NodeAction, name: str, value: str | float | None = None) -> None:
        self.asked.append(ReaderRequest(action, self.number_of(name), value))

    def dump(self) -> str:
        """Return the tree as lines, one a node, for a test or a person to read."""
        assert self.tree is not None
        lines: list[str] = []

        def add(number: int, depth: int) -> None:
            assert self.tree is not None
            node, parts = self.tree.nodes[number].node, []
            parts = [f"{'  ' * depth}{node.role.name.lower()} '{node.name}'"]
            parts += [f"= {node.value}"] if node.value else []
            parts += [f"({node.description})"] if node.description else []
            parts += [action.name.lower() for action in NodeAction if node.supports(action)]
            parts += [word for word, holds in (("disabled", not node.enabled), ("on", node.on), ("chosen", node.chosen),
                                               ("FOCUS", number == self.tree.focus),
                                               (node.speech.name.lower(), node.speech is not Speech.OFF)) if holds]
            lines.append(" ".join(parts))
            for child in self.tree.nodes[number].children:
                add(child, depth + 1)

        add(ROOT, 0)
        return "\n".join(lines)


def with_reader(window: Window) -> FakeReader:
    """Give a window a screen reader that has just come."""
    reader = FakeReader()
    window.app.reader = ScreenReader(reader)
    reader.came.append(True)
    window.turn()
    return reader
