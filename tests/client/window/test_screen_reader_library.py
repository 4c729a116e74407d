"""The tree as AccessKit takes it, where the extra a11y is installed; no screen reader is needed."""

from collections.abc import Callable
from typing import Any

import pytest

from acquire_client.window.screen_reader import adapter
from acquire_client.window.screen_reader.nodes import NodeAction, NodeRole, ReaderRequest, Speech
from acquire_client.window.screen_reader.tree import ROOT, AccessibleTree
from acquire_client.window.widgets.field import TextField

from .driver import Window
from .fake_reader import with_reader
from .screens import SCREENS

accesskit: Any = pytest.importorskip("accesskit", reason="AccessKit is not installed: pip install 'acquire-p2p[a11y]'")
Open = Callable[..., Window]


def tree_of(window: Window) -> AccessibleTree:
    tree = with_reader(window).tree
    assert tree is not None
    return tree


def test_every_role_action_and_way_to_speak_is_known_to_the_library() -> None:
    assert all(hasattr(accesskit.Role, role.value) for role in NodeRole)
    assert all(hasattr(accesskit.Action, action.value) for action in NodeAction)
    assert all(hasattr(accesskit.Live, speech.value) for speech in Speech)


@pytest.mark.parametrize("name", ["place", "buy", "settings", "new-game", "save-elsewhere", "prices", "over", "replay"])
def test_a_whole_tree_becomes_an_update(window: Open, name: str) -> None:
    one = window(bot_delay_ms=0)
    SCREENS[name](one)
    tree = tree_of(one)
    update = adapter.tree_update(tree, None)
    made = dict(update.nodes)
    assert update.tree.root == ROOT and update.focus == tree.focus and update.focus in made
    assert tree.nodes.keys() <= made.keys()
    for number, expected in tree.nodes.items():
        node, is_named = expected.node, made[number]
        assert is_named.role == getattr(accesskit.Role, node.role.value)
        assert node.name in (is_named.label or is_named.value)
        assert is_named.is_disabled != node.enabled
        assert [is_named.supports_action(getattr(accesskit.Action, action.value)) for action in NodeAction] == [
            node.supports(action) for action in NodeAction]
        if node.box is not None:
            assert (is_named.bounds.x0, is_named.bounds.y1) == (node.box.x, node.box.bottom)
        assert set(is_named.children) <= made.keys()


def test_an_update_has_only_what_changed(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["settings"](one)
    reader = with_reader(one)
    before = reader.tree
    one.key("right")
    one.now_ms += 1000
    one.turn()
    assert reader.tree is not None and before is not None
    update = adapter.tree_update(reader.tree, before)
    assert update.tree is None
    assert 0 < len(update.nodes) < len(reader.tree.nodes) / 2


def test_letters_of_a_field_are_counted_in_bytes_and_words_in_letters(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["save-elsewhere"](one)
    field = one.top.focus_manager.focused_widget
    assert isinstance(field, TextField)
    field.text, field.cursor = "Größe 2 €", 5
    tree = tree_of(one)
    made = dict(adapter.tree_update(tree, None).nodes)
    entry = made[tree.focus]
    letters = made[entry.children[0]]
    assert (entry.value, letters.value) == ("Größe 2 €", "Größe 2 €")
    assert list(letters.character_lengths) == [1, 1, 2, 2, 1, 1, 1, 1, 3]
    assert list(letters.word_lengths) == [6, 2, 1]
    assert entry.text_selection.focus.character_index == 5


def test_a_small_window_has_places_in_its_own_pixels(window: Open) -> None:
    one = window(bot_delay_ms=0)
    tree = tree_of(one)
    whole, half = (dict(adapter.tree_update(tree, None, shrunk).nodes)[ROOT].bounds for shrunk in (1.0, 2.0))
    assert (half.x1, half.y1) == (whole.x1 / 2, whole.y1 / 2)


def test_the_value_is_read_where_the_platform_has_only_names(window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["settings"](one)
    tree = tree_of(one)
    number = next(number for number, node in tree.nodes.items() if node.node.widget == "look")
    for is_linux, expected in ((True, "Theme: Dark"), (False, "Theme")):
        monkeypatch.setattr(adapter, "IS_LINUX_LIKE", is_linux)
        made = dict(adapter.tree_update(tree, None).nodes)[number]
        assert (made.label, made.value) == (expected, "Dark")


def test_requests_of_the_library_are_translated_and_unknown_ones_dropped() -> None:
    class Raw:
        def __init__(self, action: Any, data: Any = None) -> None:
            self.action, self.target, self.data = action, 7, data

    kinds, acts = accesskit.ActionDataKind, accesskit.Action
    assert adapter._request_from(Raw(acts.CLICK)) == ReaderRequest(NodeAction.PRESS, 7)
    assert adapter._request_from(Raw(acts.SET_VALUE, (kinds.NUMERIC_VALUE, 3.0))) == ReaderRequest(NodeAction.SET_VALUE, 7, 3.0)
    assert adapter._request_from(Raw(acts.SET_VALUE, (kinds.VALUE, "Ada"))) == ReaderRequest(NodeAction.SET_VALUE, 7, "Ada")
    assert adapter._request_from(Raw(acts.SHOW_CONTEXT_MENU)) is None
