"""What a screen reader gets of the window: names, roles, values and the focus in every scene, and what it can do there."""

from collections.abc import Callable

import pytest

from acquire_client.window.screen_reader.nodes import NodeAction, NodeRole
from acquire_client.window.screen_reader.tree import ROOT

from .driver import Window
from .fake_reader import FakeReader, with_reader
from .screens import QUESTIONS, SCREENS

Open = Callable[..., Window]
NAMES = {"Cash", "Player"}
SCENES = {**SCREENS, **{f"{name} asked": show for name, show in QUESTIONS.items()}}
ROWS_OF = {NodeRole.GRID: NodeRole.ROW, NodeRole.TABLE: NodeRole.ROW, NodeRole.LIST: NodeRole.LIST_ITEM}
VALUES = (NodeRole.CHOICE, NodeRole.SLIDER, NodeRole.COUNTER)


def check_tree(window: Window, reader: FakeReader) -> None:
    """Check what has to hold of every tree."""
    tree = reader.tree
    assert tree is not None
    manager = window.top.focus_manager
    for number, one in tree.nodes.items():
        node = one.node
        assert node.name, f"{node.role} {node.key} has no name"
        assert len(set(one.children)) == len(one.children)
        if any(node.supports(action) for action in NodeAction if action is not NodeAction.FOCUS):
            assert node.box is not None or not node.can_press
            assert node.name.strip()
        if node.role in VALUES:
            assert node.less_key and node.more_key
        assert (node.number is not None) == (node.role in (NodeRole.SLIDER, NodeRole.COUNTER))
        if node.number is not None:
            assert node.number.low <= node.number.now <= node.number.high
        for child in one.children:
            inner = tree.nodes[child].node
            assert child > number
            if node.role in ROWS_OF:
                assert inner.role is ROWS_OF[node.role]
            if node.box is not None and inner.box is not None:
                assert node.box.x <= inner.box.x <= inner.box.right <= node.box.right, (node, inner)
                assert node.box.y <= inner.box.y <= inner.box.bottom <= node.box.bottom, (node, inner)
    below = [child for node in tree.nodes.values() for child in node.children]
    assert sorted([ROOT, *below]) == sorted(tree.nodes), "each node but the root has one parent"
    wanted = manager.focused_widget
    assert reader.focus.widget == ("" if wanted is None or not wanted.enabled else wanted.name)
    described = {node.widget for node in reader.nodes.values() if node.widget}
    assert described == {widget.name for widget in manager.widgets}
    for widget in manager.widgets:
        node = reader.node(widget.name)
        assert node.enabled == widget.enabled and node.takes_focus == widget.takes_focus


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_has_names_roles_and_one_focus(window: Open, name: str) -> None:
    one = window(bot_delay_ms=0)
    SCENES[name](one)
    reader = with_reader(one)
    check_tree(one, reader)
    assert sum(node.role is NodeRole.MAIN_BUTTON for node in reader.nodes.values()) <= 1
