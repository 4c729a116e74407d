"""Special powers at the table: to place a tile or to buy uses none, and a power is one press away."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.window.controller.basket_deciders import BuyDecider
from acquire_core import RULESETS
from acquire_core.actions import CHANCE, Action, Buy, Place, UsePower
from tests.support.evenings import ReportedEvening

from .driver import Window
from .online_screens import at_table
from .screens import HAND, SCREENS, position

Open = Callable[..., Window]
NONE = UsePower(0, None)


def given(sitting: Window) -> list[Action]:
    return [step.action for step in sitting.table.match.steps if step.action.seat != CHANCE]


def press_number(sitting: Window) -> None:
    sitting.key("4")


def click_tile(sitting: Window) -> None:
    sitting.click("tile 8C")


def click_square(sitting: Window) -> None:
    places = sitting.table.places
    sitting.click(places.squares["ABCDEFGHI".index("C") * 12 + 7].middle)


def choose_and_enter(sitting: Window) -> None:
    while sitting.top.focus_manager.focus != "tile 8C":
        sitting.key(pygame.K_TAB)
    sitting.key(pygame.K_RETURN)


def cart(sitting: Window) -> tuple[str, ...]:
    decider = sitting.table.decider
    assert isinstance(decider, BuyDecider)
    return decider.cart.bought


@pytest.mark.parametrize("place", [press_number, click_tile, click_square, choose_and_enter])
def test_a_tile_is_placed_at_once_and_no_power_is_used(window: Open, place: Callable[[Window], None]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(position(HAND, special_powers=True))
    assert sitting.table.question_text() == "Place a tile" and sitting.table.snapshot.is_placing
    place(sitting)
    sitting.settle()
    assert given(sitting) == [NONE, Place(0, "8C")]
    sitting.key("u")
    assert given(sitting) == [] and sitting.table.question_text() == "Place a tile"


@pytest.mark.parametrize("key", ["t", "f"])
def test_a_power_before_the_tile_is_one_key_or_click(window: Open, key: str) -> None:
    for use in (lambda sitting: sitting.key(key), lambda sitting: sitting.click(f"choice {key}")):
        sitting = window(bot_delay_ms=0)
        sitting.sit_at(position(HAND, special_powers=True))
        use(sitting)
        sitting.settle()
        assert given(sitting) == [UsePower(0, {"t": "take5", "f": "play4"}[key])]
        prompt = sitting.table.controller.prompt
        assert prompt is not None and prompt.phase == "place" and not prompt.with_power


def test_a_purchase_uses_no_power_and_a_power_is_one_press_away(window: Open) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["power-buy"](sitting)
    assert sitting.table.question_text() == "Buy up to 3 shares"
    sitting.key("l")
    sitting.key(pygame.K_RETURN)
    sitting.settle()
    assert [NONE, Buy(0, ("luxor",))] == [action for action in given(sitting) if action.seat == 0][2:4]
    for use in (lambda: sitting.key("1"), lambda: sitting.click("choice 1")):
        SCREENS["power-buy"](sitting)
        use()
        sitting.settle()
        assert given(sitting)[-1] == UsePower(0, "free3") and "Up to 3 shares for nothing." in sitting.written()


@pytest.mark.parametrize(("power", "text"), [("1", "Take 2 free"), ("2", "Buy 2 for")])
def test_a_power_leaves_in_the_cart_what_was_put_there(window: Open, power: str, text: str) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["power-buy"](sitting)
    sitting.key("l")
    sitting.key("t")
    sitting.key(power)
    sitting.settle()
    assert any(label.startswith(text) for label in sitting.written())
    assert cart(sitting) == ("luxor", "tower")
    sitting.click("undo")
    sitting.settle()
    assert sitting.table.question_text() == "Buy up to 3 shares" and cart(sitting) == ("luxor", "tower")
    sitting.key(pygame.K_RETURN)
    sitting.settle()
    assert Buy(0, ("luxor", "tower")) in given(sitting)


def test_the_cart_is_there_again_after_trades_and_no_later(window: Open) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["power-buy"](sitting)
    for key in "ll3s":
        sitting.key(key)
        sitting.settle()
    assert sitting.table.question_text() == "Buy up to 3 shares" and cart(sitting) == ("luxor", "luxor")
    sitting.key(pygame.K_RETURN)
    sitting.settle()
    sitting.key("2")
    sitting.settle()
    assert cart(sitting) == ()  # the purchase of the next turn


def test_a_purchase_answered_elsewhere_leaves_no_cart_for_a_later_turn(window: Open) -> None:
    """As where a computer player answers for a while in the place of the person."""
    sitting = window(bot_delay_ms=0)
    SCREENS["power-buy"](sitting)
    for key in "lt1":
        sitting.key(key)
    sitting.settle()
    assert cart(sitting) == ("luxor", "tower")
    match, controller = sitting.table.match, sitting.table.controller
    match.answer(Buy(0, ()))
    controller._forget_question()
    sitting.settle()
    assert controller.prompt is not None and controller.prompt.phase == "place"
    match.answer(Place(0, sitting.table.snapshot.seen.hand[1]))
    controller._forget_question()
    sitting.settle()
    assert cart(sitting) == ()


def test_the_preview_and_the_hint_are_those_of_the_tile(window: Open) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(position(HAND, special_powers=True))
    sitting.point(*sitting.widget("tile 1C").box.middle)
    ahead = sitting.table.pointed_preview()
    assert ahead is not None and ahead.lines
    sitting.key("h")
    sitting.finish_work()
    hints = sitting.table.controller.hints
    assert hints and all(isinstance(hint.action, Place | UsePower) for hint in hints)


def test_a_screen_reader_hears_of_tiles_and_powers(window: Open) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(position(HAND, special_powers=True))
    question = next(node for node in sitting.table.accessible_parts() if node.key == "question")
    assert "Place a tile." in question.name and "use no power" in question.name
    names = {widget.name: widget.spoken_name() for widget in sitting.top.focus_manager.focusable_widgets()}
    assert names["choice t"].startswith("Take 5") and names["choice f"].startswith("Play 4")


def test_two_people_at_one_keyboard_read_who_places(window: Open) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(position(HAND, "Annabel,Bea", special_powers=True))
    if sitting.top is not sitting.table:
        sitting.key(pygame.K_RETURN)
        sitting.settle()
    assert sitting.table.question_text() == "Annabel places a tile."


def test_online_the_tile_lies_there_while_the_word_on_the_power_is_sent(window: Open) -> None:
    sitting = window(bot_delay_ms=0)
    table = at_table(sitting, RULESETS["classic"].replace(special_powers=True))
    match = table.evening.match
    assert match is not None and match.seat is not None
    tile = match.observe(match.seat).hand[0]
    sitting.key("1")
    assert submitted(table) == [UsePower(match.seat, None)]
    assert sitting.table.sent_tile() == tile and "Sending your answer …" in sitting.written()
    match.receive_actions((UsePower(match.seat, None),), True)
    sitting.turn()
    assert submitted(table) == [UsePower(match.seat, None), Place(match.seat, tile)]
    assert sitting.table.decider is None, "nobody is asked in between"


def test_online_no_key_of_the_table_uses_a_power(window: Open) -> None:
    sitting = window(bot_delay_ms=0)
    table = at_table(sitting, RULESETS["classic"].replace(special_powers=True))
    sitting.key("p")
    assert submitted(table) == [] and sitting.top is not sitting.table, "P shows the seats, as its button says"
    sitting.key(pygame.K_ESCAPE)
    for key in ("m", pygame.K_ESCAPE, "v", pygame.K_ESCAPE, "b", "h", "u", "r"):
        sitting.key(key)
    assert submitted(table) == []


def submitted(table: ReportedEvening) -> list[object]:
    return [order[1] for order in table.peer.orders if order[0] == "submit"]
