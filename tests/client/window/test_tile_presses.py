"""What a press on a tile or the digit of a key means, by what is asked; no window is needed to know."""

from collections.abc import Callable

from acquire_client.window.controller.deciders import Decider
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.table_view.board_view import hand_widgets
from acquire_core.actions import Place
from tests.support.text_play import position, positioned

from .desk import Desk

SEVEN_CHAINS = ["AA.CC.FF.II.", "............", "LL.TT.WW..o."]


def asked(hand: str = "11D 9I") -> tuple[Desk, Decider]:
    """Return a table whose only person is asked for a tile; 11D would found an eighth chain."""
    desk = Desk(positioned(position(SEVEN_CHAINS, [hand.split()], shares=[{"luxor": 1}, {}, {}]), "Anna,random,random"))
    desk.go_on()
    assert desk.controller.decider is not None
    return desk, desk.controller.decider


def test_a_tile_that_cannot_be_placed_is_refused_with_the_reason_of_the_rules() -> None:
    desk, decider = asked()
    refusal = decider.refusal_of_tile("11D")
    assert refusal.startswith("11D cannot be placed: ") and refusal.endswith(".")
    assert not decider.refusal_of_tile("9I") and not decider.refusal_of_tile("5E"), "it can be placed, and it is not in the hand"
    assert not decider.click_square("11D") and not desk.answers


def test_digits_mean_the_tiles_of_the_hand_in_their_order() -> None:
    decider = asked()[1]
    assert [decider.tile_of_number(letter) for letter in ("1", "2", "3", "0", "", "a")] == ["9I", "11D", None, None, None, None]


def test_digits_and_tiles_mean_nothing_where_no_tile_is_asked_for() -> None:
    desk = asked()[0]
    desk.controller.submit(Place(0, "9I"))
    desk.go_on()
    decider = desk.controller.decider
    assert decider is not None and decider.prompt.phase == "buy"
    assert decider.tile_of_number("1") is None and not decider.refusal_of_tile("11D") and not decider.click_square("11D")


def test_only_a_tile_that_can_be_placed_is_pressed() -> None:
    desk, decider = asked()
    effects, places = desk.controller.look().effects, [Box(0, 0, 40, 40), Box(50, 0, 40, 40)]

    def widgets(place: Callable[[str], object] | None) -> dict[str, bool]:
        return {widget.name: widget.enabled for widget in hand_widgets(effects, places, Unit(1280, 720, 1.0), str, place)}

    assert widgets(decider.click_square) == {"tile 9I": True, "tile 11D": False}
    assert not any(widgets(None).values())
    first = hand_widgets(effects, places, Unit(1280, 720, 1.0), str, decider.click_square)[0]
    first.release_mouse(*first.box.middle)
    assert (first.number, first.word, desk.answers) == (1, "alone", [Place(0, "9I")])
