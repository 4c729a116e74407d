"""Hints are rows beside the board: pointed at they are previewed, pressed they are played."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.window.controller.deciders import act_text
from acquire_client.window.layout.box import MIN_TARGET, Box
from acquire_client.window.layout.scale import fitting_unit
from acquire_client.window.layout.table import table_layout
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.table_view.hint_rows import HintRow, hint_places
from acquire_client.window.widgets.button import Button
from acquire_core.actions import Buy, Place

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
