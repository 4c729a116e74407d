"""What a screen reader gets of the window: names, roles, values and the focus in every scene, and what it can do there."""

import re
from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from acquire_client.window.scenes.scene import Scene
from acquire_client.window.screen_reader import adapter
from acquire_client.window.screen_reader.nodes import NodeAction, NodeRole, ReaderRequest
from acquire_client.window.screen_reader.reader import ScreenReader
from acquire_client.window.screen_reader.tree import ROOT
from tests.support.few_cases import few_cases

from .driver import Window
from .fake_reader import FakeReader, with_reader
from .screens import QUESTIONS, SCREENS
from .texts import english_words

Open = Callable[..., Window]
SCENES = {**SCREENS, **{f"{name} asked": show for name, show in QUESTIONS.items()}}
ROWS_OF = {NodeRole.GRID: NodeRole.ROW, NodeRole.TABLE: NodeRole.ROW, NodeRole.LIST: NodeRole.LIST_ITEM,
           NodeRole.SEGMENTS: NodeRole.SEGMENT}
VALUES = (NodeRole.CHOICE, NodeRole.SEGMENTS, NodeRole.SLIDER, NodeRole.COUNTER)


def tree_children(reader: FakeReader, number: int) -> list[str]:
    assert reader.tree is not None
    return [reader.nodes[child].name for child in reader.tree.nodes[number].children]


def widget_value(window: Window, reader: FakeReader, name: str) -> str:
    """Return what the reader has of a widget, a moment later."""
    pass_time(window)
    return reader.node(name).value


def pass_time(window: Window) -> None:
    """Let so much time pass that the reader gets what has changed."""
    window.now_ms += 1000
    window.turn()


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
    assert sum(node.role is NodeRole.MAIN_BUTTON for node in reader.nodes.values()) <= 1
    assert reader.focus.widget == ("" if wanted is None or not wanted.enabled else wanted.name)
    described = {node.widget for node in reader.nodes.values() if node.widget}
    assert described == {widget.name for widget in manager.widgets}
    for widget in manager.widgets:
        node = reader.node(widget.name)
        assert node.enabled == widget.enabled and node.takes_focus == widget.takes_focus


USUAL_SCENES = {*[name for name in SCREENS if "-" not in name][::2], *[f"{name} asked" for name in QUESTIONS]}


@pytest.mark.parametrize("name", few_cases(pytest.mark.fully, SCENES, lambda name: name in USUAL_SCENES))
def test_every_scene_has_names_roles_and_one_focus_in_both_languages(window: Open, name: str) -> None:
    one = window(bot_delay_ms=0, language="de")
    SCENES[name](one)
    reader = with_reader(one)
    check_tree(one, reader)
    for node in reader.nodes.values():
        for text in (node.name, node.value, node.description):
            assert not english_words(text), text
    one.app.change_settings(replace(one.app.settings, language="en"))
    pass_time(one)
    check_tree(one, reader)
    spoken = " ".join(f"{node.name} {node.value} {node.description}" for node in reader.nodes.values()).casefold()
    assert not [text for _, text in one.top.written if re.search("[a-z]{4}", text) and text.casefold() not in spoken]


def test_german_and_english_trees_have_the_same_nodes(window: Open) -> None:
    trees = []
    for language in ("en", "de"):
        one = window(bot_delay_ms=0, language=language)
        SCREENS["place"](one)
        trees.append([(node.key, node.role, node.widget) for node in with_reader(one).nodes.values()])
    assert trees[0] == trees[1]


# --- what is there ---

def test_squares_say_what_lies_there_and_own_tiles_what_they_would_do(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["place-busy"](one)
    reader = with_reader(one)
    names = {node.key: node.name for node in reader.nodes.values()}
    assert names["square 1A"] == "1A, American"
    assert names["square 5B"] == "5B, loose tile"
    assert names["square 1I"] == "1I, empty"
    assert names["square 8C"] == "8C, your tile, Festival grows from 5 to 6 tiles"
    assert reader.node("tile 8C").name == "8C: Festival grows from 5 to 6 tiles."
    assert reader.node("tile 8C").shortcut == "4"
    assert not reader.node("tile 6G").enabled
    one.key("4")
    pass_time(one)
    assert {node.key: node.name for node in reader.nodes.values()}["square 8C"] == "8C, Festival, just placed by Annabel"


def test_each_cell_of_the_sheet_names_its_column(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["place-busy"](one)
    reader = with_reader(one)
    rows = {node.name: tree_children(reader, number) for number, node in reader.nodes.items() if node.role is NodeRole.ROW}
    assert rows["Annabel"][1:4] == ["Luxor: 1 share", "Tower: 4 shares, 1st bonus", "American: 5 shares, 2nd bonus"]
    assert rows["Annabel"][-2:] == ["Cash: $12,300", "Worth: $27,700"]
    assert rows["Size"][:3] == ["Size", "Luxor: 3 tiles", "Tower: 4 tiles"]
    assert rows["Price"][1] == "Luxor: $300" and rows["Left"][1] == "Luxor: 10 left"
    heads = [node for node in reader.nodes.values() if node.role is NodeRole.COLUMN_HEADER]
    assert [head.name for head in heads][:2] == ["Player", "Luxor"]
    assert "1st bonus $3,000" in heads[1].description


def test_what_the_sheet_hides_is_not_spoken(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["place"](one)
    reader = with_reader(one)
    spoken = " ".join(node.name for node in reader.nodes.values())
    assert "Cash: concealed" in spoken and "Luxor: some shares" in spoken
    others = {tile for seat in one.table.match.game.snapshot()["hands"][1:] for tile in seat["tiles"]}
    mine = one.table.snapshot.seen.hand
    hidden = [f"{tile}, empty" for tile in sorted(others - set(mine))]
    assert hidden and all(text in spoken for text in hidden)


def test_values_of_choices_switches_and_counters_are_those_on_the_screen(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["settings"](one)
    reader = with_reader(one)
    assert (reader.node("look").name, reader.node("look").value) == ("Theme", "Dark")
    assert (reader.node("labels").on, reader.node("fullscreen").on) == (True, False)
    assert reader.node("volume").number is not None and reader.node("volume").value == "0%"
    other = window(bot_delay_ms=0)
    SCREENS["buy"](other)
    reader = with_reader(other)
    tower = reader.node("stock tower")
    assert (tower.name, tower.value, tower.role) == ("Tower", "1", NodeRole.COUNTER)
    assert "$400 a share" in tower.description


def test_a_merger_says_who_gets_what_and_why(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["merger-two"](one)
    reader = with_reader(one)
    number = next(number for number, node in reader.nodes.items() if node.name == "Merger by Annabel")
    assert tree_children(reader, number) == [
        "Tower survives.", "Tower: 3 × $300", "Luxor: 2 × $200",
        "Luxor, $200 a share: 1st bonus $2,000; Tied for second: $1,000 shared by 2, $500 each",
        "Annabel: first, 6 shares, +$2,000", "Ben: tied for second, 4 shares, +$500", "The market, 4 shares, counts as a holder",
        "You decide now", "Then: Ben"]


def test_a_review_reads_out_the_chosen_mistake(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["review"](one)
    reader = with_reader(one)
    assert re.search("Better|better", reader.spoken[0])
    row = r"Annabel\. Accuracy: \d+%, Money: \d+%, Mistakes: .*, Luck: .*"
    assert any(re.fullmatch(row, node.name) for node in reader.nodes.values())


def test_the_tutorial_reads_out_each_step(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["tutorial"](one)
    reader = with_reader(one)
    assert [text for text in reader.spoken if text.startswith("Step 1 of 8: A tile. You buy shares of hotel chains")]
    one.click("show")
    pass_time(one)
    assert [text for text in reader.spoken if text.startswith("Step 2 of 8: A chain is founded.")]


def test_lists_are_whole_where_they_scroll_and_where_lines_are_broken(window: Open) -> None:
    one = window(bot_delay_ms=0, width=1024, height=640)
    SCREENS["place"](one)
    reader = with_reader(one)
    number = reader.number_of("log")
    lines = tree_children(reader, number)
    shown = [line for line in one.table.controller.log.lines if not line.quiet]
    assert lines == [f"Turn {line.turn}: {line.text}" if line.turn else line.text for line in shown]
    assert len(lines) > 20


def test_a_text_of_the_picture_is_read_where_no_part_describes_it(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["help"](one)
    reader = with_reader(one)
    names = [node.name for node in reader.nodes.values()]
    assert names.count("How to play") == 2, "the heading, and the name of the page"
    assert any(name.startswith("A chain of 11 tiles is safe") for name in names)


def test_a_page_over_the_table_hides_the_table(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["menu"](one)
    reader = with_reader(one)
    dialog = next(node for node in reader.nodes.values() if node.role is NodeRole.DIALOG)
    assert dialog.modal and dialog.name == "Leave the table?" and "can be continued from the menu" in dialog.description
    assert not [node for node in reader.nodes.values() if node.role is NodeRole.GRID]


# --- what is read out by itself ---

def test_the_question_and_new_lines_of_the_log_are_read_out_once(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["place-busy"](one)
    reader = with_reader(one)
    assert reader.spoken == ["Your turn: Place a tile. Choose a tile: 1 to 6, a click, or the arrows and Enter."]
    reader.spoken.clear()
    for _ in range(3):
        pass_time(one)
    assert reader.spoken == []
    one.key("4")
    pass_time(one)
    assert "Annabel places 8C.\nFestival grows to 6 tiles." in reader.spoken
    assert "Your turn: Buy up to 3 shares. Cash $12,300; up to 3 shares." in reader.spoken
    reader.spoken.clear()
    one.key("t")
    pass_time(one)
    assert reader.spoken == ["Total $400, cash left $11,900   Tower: majority"]
    one.key(pygame.K_F9)
    pass_time(one)
    reader.spoken.clear()
    one.key(pygame.K_ESCAPE)
    pass_time(one)
    assert not [text for text in reader.spoken if "places" in text], "the log was read before"


def test_what_computer_players_are_asked_is_not_read_out_but_what_they_do(window: Open) -> None:
    one = window(bot_delay_ms=600)
    one.play("Anna,Ada:casual,Ben:casual", seed=5)
    reader = with_reader(one)
    one.settle()
    one.key("1")
    for _ in range(40):
        one.now_ms += 700
        assert one.app.workers.settle()
        one.turn()
        if one.table.decider is None and one.table.match.asked_seat not in (None, 0):
            break
    one.key("n")
    reader.spoken.clear()
    for _ in range(60):
        one.now_ms += 700
        assert one.app.workers.settle()
        one.turn()
    assert [text for text in reader.spoken if "Ada places" in text]
    assert not [text for text in reader.spoken if text in ("Ada places a tile.", "Ada may buy shares.")]


def test_a_notice_is_read_out(window: Open) -> None:
    one = window(bot_delay_ms=0)
    reader = with_reader(one)
    one.app.show_notice("All is well.")
    pass_time(one)
    assert reader.spoken == ["All is well."]


# --- what a screen reader does ---

def test_pressing_a_tile_places_it(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["place-busy"](one)
    reader = with_reader(one)
    reader.ask(NodeAction.FOCUS, "tile 12A")
    pass_time(one)
    assert one.top.focus_manager.focus == "tile 12A" and reader.focus.widget == "tile 12A"
    assert reader.node("confirm").name == "Place 12A"
    reader.ask(NodeAction.PRESS, "tile 12A")
    one.turn()
    assert "12A" in one.table.snapshot.seen.board


def test_pressing_a_square_places_the_own_tile_there(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["place-busy"](one)
    reader = with_reader(one)
    reader.ask(NodeAction.PRESS, "12A, your tile, Luxor grows from 3 to 4 tiles")
    one.turn()
    assert "12A" in one.table.snapshot.seen.board


def test_a_number_goes_up_and_down_and_to_a_value(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["dispose"](one)
    reader = with_reader(one)
    reader.ask(NodeAction.SET_VALUE, "part sell", 1.0)
    one.turn()
    assert [widget_value(one, reader, f"part {part}") for part in ("sell", "trade", "hold")] == ["1", "0", "0"]
    one.app.show_menu()
    SCREENS["buy"](one)
    reader = with_reader(one)
    reader.ask(NodeAction.LESS, "stock tower")
    one.turn()
    assert widget_value(one, reader, "stock tower") == "0"
    reader.ask(NodeAction.MORE, "stock american")
    one.turn()
    assert widget_value(one, reader, "stock american") == "1"
    assert reader.focus.widget == "stock american"


def test_choices_sliders_switches_and_texts_are_changed(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["settings"](one)
    reader = with_reader(one)
    reader.ask(NodeAction.MORE, "look")
    reader.ask(NodeAction.PRESS, "labels")
    reader.ask(NodeAction.SET_VALUE, "volume", 40.0)
    one.turn()
    now = one.app.settings
    assert (now.look, now.labels, now.volume) == ("light", False, 40)
    other = window(bot_delay_ms=0)
    SCREENS["save-elsewhere"](other)
    reader = with_reader(other)
    reader.ask(NodeAction.SET_VALUE, "path", "Größe 2")
    other.turn()
    assert widget_value(other, reader, "path") == "Größe 2"


def test_a_line_of_a_list_is_chosen(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["saves-damaged"](one)
    reader = with_reader(one)
    second = next(node for node in reader.nodes.values() if node.role is NodeRole.LIST_ITEM and not node.chosen)
    reader.ask(NodeAction.PRESS, second.name)
    one.turn()
    pass_time(one)
    assert reader.node(second.name).chosen


def test_a_request_for_what_is_gone_or_cannot_be_done_is_left_out(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["place-busy"](one)
    reader = with_reader(one)
    before = one.table.snapshot
    for request in (ReaderRequest(NodeAction.PRESS, 10**9), ReaderRequest(NodeAction.PRESS, reader.number_of("tile 6G")),
                    ReaderRequest(NodeAction.MORE, reader.number_of("tile 8C")), ReaderRequest(NodeAction.PRESS, ROOT)):
        reader.asked.append(request)
        one.turn()
    assert one.table.snapshot.seen.board == before.seen.board


# --- when there is no screen reader ---

def test_without_the_extra_the_library_is_not_needed(monkeypatch: pytest.MonkeyPatch, window: Open) -> None:
    monkeypatch.setattr(adapter, "accesskit", None)
    assert adapter.open_adapter(None) is None
    assert window().app.reader is None


def test_no_tree_is_built_before_a_reader_comes_and_after_it_went(window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    content = Scene.accessible_content
    monkeypatch.setattr(Scene, "accessible_content", lambda scene: built.append(scene) or content(scene))
    one = window(bot_delay_ms=0)
    reader = FakeReader()
    one.app.reader = ScreenReader(reader)
    SCREENS["place"](one)
    assert not built and not reader.updates and not one.top.written
    reader.came.append(True)
    one.turn()
    assert len(built) == 1 and len(reader.updates) == 1 and reader.focused == [True]
    reader.came.append(False)
    one.turn()
    count = len(reader.updates)
    one.key("h")
    pass_time(one)
    assert len(reader.updates) == count and not one.top.written


def test_while_things_move_few_trees_are_built_and_the_last_one_is_right(window: Open) -> None:
    one = window(bot_delay_ms=0, animation="slow")
    SCREENS["place-busy"](one)
    reader = with_reader(one)
    count, drawn = len(reader.updates), one.app.drawn
    one.key("4")
    for _ in range(60):
        one.now_ms += 10
        one.turn()
    assert one.app.drawn - drawn > 15
    assert len(reader.updates) - count <= 7
    pass_time(one)
    check_tree(one, reader)
    assert one.app.reader is not None and one.app.reader.due_ms(one.now_ms) is None


def test_only_what_changed_is_handed_over(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["place-busy"](one)
    reader = with_reader(one)
    assert len(reader.updates[0]) == len(reader.nodes)
    one.key(pygame.K_TAB)
    pass_time(one)
    assert len(reader.updates) == 2 and len(reader.updates[1]) < 12
    one.turn()
    assert len(reader.updates) == 2


def test_numbers_stay_with_their_nodes(window: Open) -> None:
    one = window(bot_delay_ms=0)
    SCREENS["place-busy"](one)
    reader = with_reader(one)
    before = {node.widget: number for number, node in reader.nodes.items() if node.widget}
    one.key("4")
    pass_time(one)
    after = {node.widget: number for number, node in reader.nodes.items() if node.widget}
    assert {name: after[name] for name in after.keys() & before.keys()} == {
        name: before[name] for name in after.keys() & before.keys()}
    assert len(after.keys() & before.keys()) > 10


def test_the_window_reports_its_place_and_whether_it_has_the_keyboard(window: Open) -> None:
    one = window(bot_delay_ms=0)
    reader = with_reader(one)
    one.turn(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    one.turn(pygame.event.Event(pygame.WINDOWMOVED, x=40, y=30))
    assert reader.focused == [True, False]
    assert reader.places[-1][:2] == (40, 30)
