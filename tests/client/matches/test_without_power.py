"""A tile or a purchase says by itself that no power is used: one answer for a player, two for the rules and the record."""

import random

import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.match import prompt_of
from acquire_client.matches.online import OnlineMatch
from acquire_client.matches.players import players_from
from acquire_client.view_model.hints import hints_from
from acquire_client.view_model.without_power import single_answers, without_power
from acquire_core import RULESETS, IllegalAction, read_record
from acquire_core.actions import CHANCE, Action, Buy, Place, UsePower
from acquire_core.refusals import Reason
from tests.support.text_play import position, positioned

from .sitting import Sitting

POWERS = RULESETS["classic"].replace(special_powers=True)


def new_match(seats: str = "Anna,Ben", seed: int = 4) -> LocalMatch:
    return LocalMatch.start(POWERS, players_from(seats), seed)


def given(match: LocalMatch) -> list[Action]:
    return [step.action for step in match.steps if step.action.seat != CHANCE]


def test_to_place_is_to_use_no_power_and_is_taken_back_at_once() -> None:
    match = new_match()
    seat = match.asked_seat or 0
    tile = match.observe(seat).hand[0]
    assert match.game.phase == "power_start" and match.refusal_of(Place(seat, tile)) is None
    assert match.refusal_of(Place(seat, "12I")) is not None and match.unplayable_tiles() == {}
    before, digest = len(match.steps), match.game.digest()
    match.answer(Place(seat, tile))
    assert given(match)[-2:] == [UsePower(seat, None), Place(seat, tile)]
    assert match.game.phase == "power_buy" and match.undoable_count == 1 and match.forced_answer() == Buy(seat)
    assert len(match.undo()) == 2 and len(match.steps) == before and match.game.digest() == digest
    match.answer(Place(seat, tile))
    match.answer(Buy(seat))
    assert given(match)[-2:] == [UsePower(seat, None), Buy(seat)]
    assert LocalMatch.resume(read_record(match.record().text())).game.digest() == match.game.digest()


def test_a_purchase_is_asked_for_where_there_is_a_share_to_get() -> None:
    match = positioned(position(["LL.TT......."], [["9I"]], options={"special_powers": True}))
    match.answer(Place(0, "9I"))
    assert match.game.phase == "power_buy" and match.forced_answer() is None


def test_a_refused_tile_leaves_the_question_about_the_power() -> None:
    match = new_match()
    seat, digest = match.asked_seat or 0, match.game.digest()
    with pytest.raises(IllegalAction):
        match.answer(Place(seat, next(tile for tile in ("1A", "12I") if tile not in match.observe(seat).hand)))
    assert match.game.digest() == digest and match.undoable_count == 0


def test_a_tile_of_a_seat_that_is_not_asked_is_refused_with_a_reason() -> None:
    match = new_match()
    for seat in (1 - (match.asked_seat or 0), 5):
        reason = match.game.refusal(Place(seat, "5E"))
        assert reason is not None and match.refusal_of(Place(seat, "5E")) == reason.value
    sitting, asked, _ = asked_for_power()
    other = sitting.matches[1 - asked]
    assert other.refusal_of(Place(1 - asked, other.observe(1 - asked).hand[0])) == Reason.WRONG_SEAT.value
    other.whole_turns = True
    with pytest.raises(IllegalAction):
        other.answer(Place(1 - asked, other.observe(1 - asked).hand[0]))
    assert other.game.digest() == sitting.matches[asked].game.digest() and other.undoable_count == 0


def test_a_power_is_one_answer() -> None:
    match = new_match()
    seat = match.asked_seat or 0
    prompt = prompt_of(match, match.names)
    assert prompt.phase == "place" and prompt.with_power
    assert {choice.key: choice.action for choice in prompt.choices}["t"] == UsePower(seat, "take5")
    assert single_answers("power_start", UsePower(seat, "take5")) == (UsePower(seat, "take5"),)
    match.answer(UsePower(seat, "play4"))
    assert match.game.phase == "place" and not prompt_of(match, match.names).with_power


def test_what_is_final_behind_the_tile_is_final_with_it() -> None:
    game = position(["LL.........."], [["3A"]], options={"special_powers": True}, bag=("9I",))
    match = positioned(game)
    assert not match.is_final(Place(0, "3A")), "the purchase can be asked again"
    match.answer(Place(0, "3A"))
    assert match.is_final(Buy(0)), "a tile is drawn behind it"


def test_a_hint_names_a_tile_where_no_power_is_the_best() -> None:
    match = new_match("Anna,Ben", 6)
    seat = match.asked_seat or 0
    hints = hints_from(match.hint_job()(), match.observe(seat), prompt_of(match, match.names), match.names)
    assert hints and all(isinstance(hint.action, Place | UsePower) for hint in hints)
    for hint in hints:
        assert match.refusal_of(hint.action) is None and hint.text
    assert any(isinstance(hint.action, Place) for hint in hints)


# --- over the network ---

def asked_for_power() -> tuple[Sitting, int, OnlineMatch]:
    sitting = Sitting(POWERS, 2, 3)
    seat = sitting.go_on()
    assert seat is not None
    return sitting, seat, sitting.matches[seat]


def playable(match: OnlineMatch, seat: int) -> Place:
    ahead = without_power(match.observe(seat))
    assert ahead is not None
    return next(action for action in ahead.legal_actions() if isinstance(action, Place))


def test_online_the_tile_is_sent_when_the_word_on_the_power_is_final() -> None:
    sitting, seat, match = asked_for_power()
    place = playable(match, seat)
    match.answer(place)
    assert sitting.sent == [UsePower(seat, None)] and match.pending == place
    assert match.asked_seat is None and match.is_sending
    sitting.table.act(sitting.sent.pop())
    assert not sitting.sent, "nothing is sent before it is final"
    sitting.go_on()
    assert sitting.sent == [place] and match.pending == place and match.asked_seat is None
    sitting.table.act(sitting.sent.pop())
    sitting.go_on()
    assert match.pending is None and match.asked_seat == seat and match.game.phase == "power_buy"
    assert not sitting.sent


def test_online_a_table_that_refuses_leaves_the_question() -> None:
    sitting, seat, match = asked_for_power()
    match.answer(playable(match, seat))
    match.receive_refusal()
    match.poll()
    assert match.pending is None and match.asked_seat == seat and match.game.phase == "power_start"
    sitting.sent.clear()
    match.receive_actions((), True)
    match.poll()
    assert not sitting.sent, "the tile is forgotten with it"


def test_online_a_clock_that_answers_for_the_seat_drops_the_tile() -> None:
    sitting, seat, match = asked_for_power()
    match.answer(playable(match, seat))
    sitting.sent.clear()
    match.receive_own_answer(UsePower(seat, None))
    match.poll()
    sitting.table.act(UsePower(seat, None))
    sitting.go_on()
    assert not sitting.sent and match.asked_seat == seat and match.game.phase == "place"


def test_online_the_report_that_the_seat_is_asked_may_come_later() -> None:
    sitting, seat, match = asked_for_power()
    place = playable(match, seat)
    match.answer(place)
    sitting.sent.clear()
    match.receive_actions((UsePower(seat, None),), False)
    match.poll()
    assert not sitting.sent and match.pending == place
    match.receive_actions((), True)
    match.poll()
    assert sitting.sent == [place]


def test_over_days_both_are_prepared_and_taken_back_together() -> None:
    sitting, seat, match = asked_for_power()
    sent: list[Action] = []
    match.whole_turns, match._submit = True, lambda *answers: sent.extend(answers)
    place = playable(match, seat)
    match.answer(place)
    assert not sent and match.game.phase == "power_buy" and match.undoable_count == 2
    assert [step.action for step in match.undo()] == [UsePower(seat, None), place]
    assert match.game.phase == "power_start" and match.undoable_count == 0
    match.answer(place)
    match.answer(Buy(seat))
    assert sent[:4] == [UsePower(seat, None), place, UsePower(seat, None), Buy(seat)]


def test_over_days_a_refused_tile_leaves_the_question_about_the_power() -> None:
    _, seat, match = asked_for_power()
    match.whole_turns = True
    steps, digest = len(match.steps), match.game.digest()
    with pytest.raises(IllegalAction):
        match.answer(Place(seat, next(tile for tile in ("1A", "12I") if tile not in match.observe(seat).hand)))
    assert match.game.phase == "power_start" and match.game.digest() == digest and len(match.steps) == steps
    assert match.undoable_count == 0 and match.asked_seat == seat


def test_whole_games_by_single_answers_are_the_games_of_the_rules() -> None:
    match, rng = new_match(seed=9), random.Random(9)
    for _ in range(400):
        if match.is_over:
            break
        seat = match.asked_seat
        ahead = without_power(match.observe(seat))
        legal = match.game.legal_actions() if ahead is None else ahead.legal_actions()
        match.answer(rng.choice(legal))
    assert match.is_over
    assert any(isinstance(action, UsePower) and action.power is None for action in given(match))
