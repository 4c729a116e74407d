"""Hints are rows beside the board: pointed at they are previewed, pressed they are played."""

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from acquire_client.window.controller.deciders import act_text
from acquire_client.window.layout.box import MIN_TARGET, Box
from acquire_client.window.layout.scale import fitting_unit
from acquire_client.window.layout.table import table_layout
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.screen_reader.nodes import NodeAction
from acquire_client.window.table_view.hint_rows import HintRow, hint_places
from acquire_client.window.widgets.button import Button
from acquire_core.actions import Action, Buy, Place

from .boxes import is_inside, overlap
from .driver import Window
from .screens import SCREENS
from .sizes import SCALES, SIZES


def hinted(window: Callable[..., Window], screen: str = "place-busy", **settings: object) -> tuple[Window, TableScene]:
    """Return a question with its hints."""
    sitting = window(bot_delay_ms=0, **settings)
    SCREENS[screen](sitting)
    sitting.key("h")
    assert sitting.app.workers.settle(120)
    sitting.turn()
    assert sitting.table.controller.hints
    return sitting, sitting.table


def rows(table: TableScene) -> list[HintRow]:
    return [widget for widget in table.focus_manager.widgets if isinstance(widget, HintRow)]


def confirm(table: TableScene) -> str:
    button = table.focus_manager.widget_named("confirm")
    return button.label if isinstance(button, Button) else ""


def test_rows_tell_rank_chance_and_one_reason(window: Callable[..., Window]) -> None:
    sitting, table = hinted(window)
    hints = table.controller.hints or ()
    assert [row.label for row in rows(table)] == [hint.text for hint in hints] and len(hints) == 3
    texts = sitting.written()
    for number, hint in enumerate(hints, 1):
        assert str(number) in texts and f"{round(100 * hint.win)}% to win" in texts and hint.why.split()[0] in " ".join(texts)
    assert not [text for text in texts if text.startswith("wins ")]


def written_in(sitting: Window, row: HintRow) -> str:
    return " ".join(sitting.sizes_written(lambda: row.draw(sitting.app.painter, False, False, False)))


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_rows_with_room_tell_what_follows_and_what_is_owned_then(window: Callable[..., Window], size: tuple[int, int]) -> None:
    sitting, table = hinted(window, width=size[0], height=size[1])
    for row, hint in zip(rows(table), table.controller.hints or (), strict=True):
        text = written_in(sitting, row)
        assert hint.outlook and hint.outlook in text and hint.why in text
        assert (hint.then in text) == (size == (1280, 800)), "what follows is left out first"


def test_rows_without_room_tell_one_reason(window: Callable[..., Window]) -> None:
    sitting, table = hinted(window, width=1024, height=640)
    for row, hint in zip(rows(table), table.controller.hints or (), strict=True):
        assert hint.why in written_in(sitting, row) and hint.outlook not in written_in(sitting, row)


def test_a_small_chance_is_not_said_to_be_none(window: Callable[..., Window]) -> None:
    sitting, table = hinted(window)
    hint = (table.controller.hints or ())[0]
    for win, text in ((0.0, "under 1% to win"), (0.004, "under 1% to win"), (0.006, "1% to win")):
        row = HintRow(0, Box(0, 0, 500, 80), [replace(hint, win=win)], sitting.app.translate, lambda: None)
        assert row.note == text


def test_a_row_under_the_pointer_is_previewed_on_the_board(window: Callable[..., Window]) -> None:
    sitting, table = hinted(window)
    hints = table.controller.hints or ()
    assert table.pointed_preview() is None
    sitting.point(*rows(table)[1].box.middle)
    ahead, action = table.pointed_preview(), hints[1].action
    assert isinstance(action, Place) and ahead is not None and action.tile in ahead.board
    assert action.tile in table._board_marks(ahead).ghost and action.tile not in table.snapshot.seen.board
    assert confirm(table) == "", "the pointer alone does not choose"


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE])
def test_a_row_with_the_focus_is_named_by_the_primary_button_and_played(window: Callable[..., Window], key: int) -> None:
    sitting, table = hinted(window)
    action = (table.controller.hints or ())[1].action
    while table.focus_manager.focus != "hint 1":
        sitting.key(pygame.K_TAB)
    assert confirm(table) == act_text(action, table.controller.names)
    ahead = table.pointed_preview()
    assert isinstance(action, Place) and ahead is not None and action.tile in ahead.board
    before = len(table.match.steps)
    sitting.key(key)
    assert table.match.steps[before].action == action and not table.controller.hinting


def test_the_primary_button_takes_its_own_word_back_when_the_focus_goes_on(window: Callable[..., Window]) -> None:
    sitting, table = hinted(window, "buy")
    own = confirm(table)
    while table.focus_manager.focus != "hint 0":
        sitting.key(pygame.K_TAB)
    sitting.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert confirm(table) == own and own.startswith("Buy ")


def test_a_click_on_a_row_plays_it_whatever_lies_in_the_cart(window: Callable[..., Window]) -> None:
    sitting, table = hinted(window, "buy")
    action, before = (table.controller.hints or ())[0].action, len(table.match.steps)
    assert isinstance(action, Buy)
    sitting.click("hint 0")
    assert table.match.steps[before].action == action


def test_a_row_is_confirmed_like_any_answer_that_is_final(window: Callable[..., Window]) -> None:
    sitting, table = hinted(window, "buy", confirm=True)
    before = len(table.match.steps)
    sitting.click("hint 0")
    assert isinstance(sitting.top, Dialog) and len(table.match.steps) == before


def test_a_button_held_on_a_row_and_let_go_elsewhere_plays_nothing(window: Callable[..., Window]) -> None:
    sitting, table = hinted(window)
    x, y = rows(table)[0].box.middle
    action, before = (table.controller.hints or ())[0].action, len(table.match.steps)
    sitting.turn(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1))
    sitting.turn(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(1, 1), button=1))
    assert len(table.match.steps) == before and confirm(table) == act_text(action, table.controller.names)


@pytest.mark.parametrize("scale", SCALES)
def test_rows_keep_apart_and_stay_in_their_panel(scale: float) -> None:
    for w, h in SIZES:
        unit = fitting_unit(w, h, scale)
        for count in (1, 3):
            side = table_layout(Box(0, 0, w, h), unit, 13, 6).side
            boxes = hint_places(side, unit, count)[1]
            assert boxes and all(is_inside(box, side) and box.h >= MIN_TARGET for box in boxes), f"{w}x{h} at {scale}"
            assert not any(overlap(one, other) for one, other in zip(boxes, boxes[1:], strict=False))


def test_the_coach_of_the_tutorial_gives_way_to_the_same_rows(window: Callable[..., Window]) -> None:
    sitting, table = hinted(window, "tutorial")
    before = len(table.match.steps)
    action = (table.controller.hints or ())[0].action
    sitting.click("hint 0")
    assert table.match.steps[before].action == action


HINTED = ("buy", "dispose", "place-busy")


def focus_first_hint(table: TableScene) -> str:
    """Move the focus to the first row whose hint is not what the primary button says without it; return what it says then."""
    alone = confirm(table)
    for row in rows(table):
        table.focus_for_reader(row.name)
        if confirm(table) != alone:
            return confirm(table)
    raise AssertionError("every hint is what was put together")


@pytest.mark.parametrize("screen", HINTED)
@pytest.mark.parametrize("way", ["mouse", "reader", "enter"])
def test_the_primary_button_plays_the_hint_that_it_names(window: Callable[..., Window], screen: str, way: str,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    """To press it moves the focus away from the row; what it says stays."""
    sitting, table = hinted(window, screen)
    label = focus_first_hint(table)
    hint = table._hint_at(table.focus_manager.focus)
    assert hint is not None
    answers: list[Action] = []
    monkeypatch.setattr(table, "submit", answers.append)
    if way == "mouse":
        sitting.click("confirm")
    elif way == "reader":
        table.act_for_reader(sitting.widget("confirm").accessible_node(), NodeAction.PRESS)
    else:
        sitting.key(pygame.K_RETURN)
    assert answers == [hint.action] and label


def test_away_from_hints_and_button_the_button_says_what_was_put_together(window: Callable[..., Window]) -> None:
    sitting, table = hinted(window, "buy")
    alone = confirm(table)
    named = focus_first_hint(table)
    table.focus_for_reader("confirm")
    assert confirm(table) == named != alone
    table.focus_for_reader("hint")
    assert confirm(table) == alone
