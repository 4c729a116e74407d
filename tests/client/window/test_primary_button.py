"""What the primary button of a table says and does, by what is asked and what happens; no window is needed to know."""

from acquire_client.view_model.hints import Hint
from acquire_client.window.controller.basket_deciders import BuyDecider
from acquire_client.window.controller.deciders import Decider
from acquire_client.window.layout.box import Box
from acquire_client.window.table_view.primary_button import PRIMARY_NAMES, PrimaryActs, primary_button
from acquire_client.window.widgets.button import Button
from acquire_core.actions import Place
from tests.support.text_play import position, positioned

from .desk import Desk

PLACE = Box(0, 0, 200, 40)


class Pressed:
    """Note what the button has done besides answering."""

    def __init__(self) -> None:
        self.hints: list[Hint] = []
        self.results = self.hurries = 0
        self.acts = PrimaryActs(self.hints.append, self._show_result, self._hurry_up)

    def _show_result(self) -> None:
        self.results += 1

    def _hurry_up(self) -> None:
        self.hurries += 1

    def button(self, decider: Decider | None = None, hint: Hint | None = None, *, has_ended: bool = False,
               is_thinking: bool = False) -> Button | None:
        return primary_button(PLACE, decider, hint, self.acts, str, has_ended=has_ended, is_thinking=is_thinking)


def asked(*answers: Place) -> tuple[Desk, Decider]:
    """Return a table whose only person is asked, after these answers."""
    desk = Desk(positioned(position(["LL.........."], [["9I", "5E"]], shares=[{"luxor": 1}, {}, {}]), "Anna,random,random"))
    desk.go_on()
    for answer in answers:
        desk.controller.submit(answer)
        desk.go_on()
    assert desk.controller.decider is not None
    return desk, desk.controller.decider


def test_an_answer_is_named_and_confirmed_once_it_is_chosen() -> None:
    desk, decider = asked()
    assert Pressed().button(decider) is None, "no tile is chosen yet"
    decider.follow_focus("tile 5E")
    button = Pressed().button(decider)
    assert button is not None and (button.name, button.label, button.kind) == ("confirm", "Place 5E", "primary")
    button.act()
    assert desk.answers == [Place(0, "5E")]


def test_to_buy_nothing_is_a_quiet_button() -> None:
    decider = asked(Place(0, "9I"))[1]
    button = Pressed().button(decider)
    assert isinstance(decider, BuyDecider) and button is not None and button.kind == "plain" and button.enabled
    decider.take_share("luxor")
    button = Pressed().button(decider)
    assert button is not None and button.kind == "primary"


def test_the_hint_that_has_the_focus_comes_before_what_was_chosen() -> None:
    pressed, (desk, decider) = Pressed(), asked()
    decider.follow_focus("tile 5E")
    hint = Hint(None, Place(0, "9I"), "place 9I", 0, 0.0, 0.0, "")
    button = pressed.button(decider, hint)
    assert button is not None and button.label == "Place 9I"
    button.act()
    assert pressed.hints == [hint] and not desk.answers


def test_a_question_comes_before_the_result_and_that_before_the_waiting() -> None:
    pressed, decider = Pressed(), asked(Place(0, "9I"))[1]
    buttons = [pressed.button(decider, has_ended=True, is_thinking=True), pressed.button(has_ended=True, is_thinking=True),
               pressed.button(is_thinking=True)]
    assert tuple(button.name for button in buttons if button is not None) == PRIMARY_NAMES
    for button in buttons[1:]:
        assert button is not None
        button.act()
    assert (pressed.results, pressed.hurries) == (1, 1)
    assert pressed.button() is None
