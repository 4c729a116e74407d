"""What a table asks, tells and keeps, without a window and without pygame."""

import subprocess
import sys
from pathlib import Path

import pytest

from acquire_client.language import ENGLISH, Words
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.online import OnlineMatch
from acquire_client.matches.players import players_from
from acquire_client.window.controller.basket_deciders import BuyDecider
from acquire_client.window.controller.deciders import KeyPress
from acquire_client.window.controller.table_controller import Due, ObjectionKind
from acquire_core import RULESETS
from acquire_core.actions import Action, Buy, DeclareEnd, Found, Place
from acquire_core.refusals import Reason
from tests.client.matches.sitting import Sitting
from tests.support.few_cases import few_cases
from tests.support.text_play import position, positioned

from .desk import Desk


def local(seats: str, seed: int = 3, **rules: object) -> LocalMatch:
    return LocalMatch.start(RULESETS["classic"].replace(**rules), players_from(seats), seed)  # type: ignore[arg-type]


def test_the_controller_needs_no_pygame() -> None:
    code = ("import sys; sys.modules['pygame'] = None\n"
            "import acquire_client.window.controller.table_controller")
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[3])


def test_a_question_is_put_answered_and_logged() -> None:
    desk = Desk(local("Anna,Ada:random"))
    assert desk.go_on() is Due.QUESTION
    controller = desk.controller
    assert controller.prompt is not None and controller.prompt.phase == "place"
    shown = len(controller.log.lines)
    assert controller.decider is not None and controller.decider.click_square(controller.shown.seen.hand[0])
    action, = desk.answers
    assert controller.objection_to(action) is None
    controller.submit(action)
    assert controller.decider is None
    assert [step.action for step in controller.advance(desk.now_ms)][:1] == [action]
    assert len(controller.log.lines) > shown


def test_what_the_rules_refuse_is_an_objection_with_their_reason() -> None:
    desk = Desk(local("Anna,Ada:random"))
    desk.go_on()
    foreign = next(tile for tile in ("1A", "2B", "3C") if tile not in desk.controller.shown.seen.hand)
    objection = desk.controller.objection_to(Place(0, foreign))
    assert objection is not None and objection.kind is ObjectionKind.REFUSED and objection.reason in {one.value for one in Reason}


def test_the_end_is_confirmed_and_what_is_final_on_request() -> None:
    end = DeclareEnd(0, True)
    game = position(["LLLLLLLLLLL."], [["9I"], ["12I"]], shares=[{"luxor": 3}, {}, {}])
    desk = Desk(positioned(game, "Anna,random,random"), confirms=True)
    controller = desk.controller
    while end not in controller.match.game.legal_actions():
        assert desk.go_on() is Due.QUESTION and controller.match.asked_seat == 0
        action = controller.match.game.legal_actions()[0]
        final = controller.objection_to(action)
        assert final is None or (final.kind is ObjectionKind.FINAL and "taken back" in controller.warning_of(final))
        controller.submit(action)
    desk.go_on()
    objection = controller.objection_to(end)
    assert objection is not None and objection.kind is ObjectionKind.ENDS_THE_GAME and controller.warning_of(objection)


def test_between_two_people_the_table_is_handed_over_and_hides_hands() -> None:
    desk = Desk(local("Anna,Ben"))
    controller = desk.controller
    assert desk.go_on() is Due.HAND_OVER
    assert controller.viewer is None and controller.look().seen.hand == ()
    seat = controller.match.asked_seat
    assert seat is not None
    controller.take_seat(seat)
    assert desk.go_on() is Due.QUESTION
    assert controller.viewer == seat and controller.look().seen.hand
    while controller.match.asked_seat == seat:
        controller.submit(controller.match.game.legal_actions()[0])
        due = desk.go_on()
    assert due is Due.HAND_OVER and controller.viewer is None
    assert controller.lines_since(1 - seat)


def test_undo_takes_back_the_answer_and_its_lines() -> None:
    desk = Desk(positioned(position(["....o......."], [["6A", "9I"], ["12I"]]), "Anna,random,random"))
    desk.go_on()
    controller = desk.controller
    before = [line.text for line in controller.log.lines]
    assert not controller.undo()
    controller.submit(Place(0, "6A"))
    desk.go_on()
    assert controller.prompt is not None and controller.prompt.phase == "found"
    controller.submit(Found(0, "tower"))
    desk.go_on()
    assert controller.undo(everything=True)
    assert [line.text for line in controller.log.lines] == before and controller.match.undoable_count == 0
    assert desk.go_on() is Due.QUESTION and controller.prompt.phase == "place"


def test_a_cart_is_put_together_with_letters_and_confirmed() -> None:
    desk = Desk(positioned(position(["LL..TTT....."], [["9I"], ["12I"]]), "Anna,random,random"))
    desk.go_on()
    desk.controller.submit(Place(0, "9I"))
    desk.go_on()
    decider = desk.controller.decider
    assert isinstance(decider, BuyDecider)
    desk.press("l", "t", "t")
    assert desk.refreshed == 3 and "Total" in decider.fact_line() and decider.can_confirm()
    decider.press_key(KeyPress("backspace"))
    decider.press_key(KeyPress("t", "t", shift=True))
    decider.confirm()
    assert desk.answers == [Buy(0, ("luxor",))]


def test_hints_come_from_a_thread_and_go_with_the_answer() -> None:
    desk = Desk(positioned(position(["LL..TTT....."], [["9I", "3A"], ["12I"]]), "Anna,random,random"))
    desk.go_on()
    controller = desk.controller
    controller.toggle_hint()
    assert controller.hinting and controller.hints is None
    assert desk.workers.settle(120)
    desk.workers.deliver_results()
    assert controller.hints and controller.hints[0].text
    controller.submit(Place(0, "9I"))
    assert not controller.hinting and controller.hints is None


def test_another_language_tells_everything_anew_and_keeps_what_was_put_together() -> None:
    desk = Desk(positioned(position(["LL..TTT....."], [["9I"], ["12I"]]), "Anna,random,random"))
    desk.go_on()
    desk.controller.submit(Place(0, "9I"))
    desk.go_on()
    desk.press("l")
    english = [line.text for line in desk.controller.log.lines]
    desk.controller.change_options(Words("de"), desk.controller.options)
    assert [line.text for line in desk.controller.log.lines] != english
    decider = desk.controller.decider
    assert isinstance(decider, BuyDecider) and decider.cart.bought == ("luxor",)
    assert desk.controller.prompt is decider.prompt


def test_a_game_is_kept_each_turn_and_forgotten_at_its_end() -> None:
    desk = Desk(local("Ada:random,Ben:random"))
    assert desk.go_on(5000) is Due.END
    assert desk.autosave.noted.count("over") == 1 and desk.autosave.noted[-1] == "over"
    turns = [int(note.split()[1]) for note in desk.autosave.noted[:-1]]
    assert turns == sorted(turns) and turns[0] <= 2 and len(turns) > 20
    desk.controller.leave()
    assert desk.autosave.noted[-1] == "left"


@pytest.mark.parametrize("seed", few_cases(pytest.mark.more_cases, [4, 5]))
def test_a_table_over_the_network_is_played_by_the_same_controller(seed: int) -> None:
    """The controller never knows: an answer goes out, and what the table has agreed on arrives by `poll`."""
    sitting = Sitting("classic", 3, seed)
    sent: list[Action] = []
    match = OnlineMatch(RULESETS["classic"], ["Anna", "Bo", "Cy"], 0, sent.append)
    desk, received, questions = Desk(match), 0, 0
    for _ in range(400):
        asked = sitting.go_on()
        view = sitting.table.views[0]
        match.receive_actions(view.actions()[received:], asked == 0, view.opened_bag)
        received = len(view.actions())
        desk.controller.advance(desk.now_ms)
        due = desk.controller.ask_next()
        if due is Due.END:
            break
        if asked == 0:
            if not sent:  # a forced answer has gone out by itself
                assert due is Due.QUESTION
                questions += 1
                action = match.legal_actions()[0]
                assert desk.controller.objection_to(action) is None or isinstance(action, DeclareEnd)
                desk.controller.submit(action)
                assert match.asked_seat is None and desk.controller.ask_next() is Due.NOTHING  # sent, and not agreed on yet
            sitting.table.act(sent.pop())
        elif asked is not None:
            assert due is Due.NOTHING and desk.controller.decider is None
            other = sitting.matches[asked]
            sitting.answer(asked, other.forced_answer() or other.legal_actions()[0])
    assert match.is_over and questions > 10 and len(desk.controller.log.lines) > 100
    assert desk.controller.question_text() == ENGLISH.translate("The game is over.")
