"""What the program of a seat answers when the clock of its person is at zero: legal at every question, and no surprise."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from acquire_core import RULESETS, Action, Ruleset
from acquire_core.actions import (
    Buy,
    ChooseSurvivor,
    DeclareEnd,
    Dispose,
    Found,
    Pick,
    Place,
    ReplaceHand,
    Trade2,
    UsePower,
)
from acquire_net import events
from acquire_net.protocol.sealed_game import AskDecision, GameFinished
from acquire_net.protocol.session_events import NotAnswering, OutOfTime, SeatLost
from acquire_net.table.answers_at_zero import answers_at_zero
from acquire_net.table.table_seat import ANSWERS_AFTER_MS
from tests.core.policies import random_ruleset
from tests.net.table.seats import Seats, play
from tests.support.counts import Count
from tests.support.few_cases import few_cases
from tests.support.honest_table import Table

SLOW = 0


def sit_through(rules: Ruleset, players: int, seed: int, who_answers: bool, most: int = 2500) -> tuple[list[Action], bool]:
    """Play a game in which seat 0 never answers, and nobody else unless `who_answers`. Return its answers, and if it ended."""
    rng, table, answers = random.Random(seed), Table(rules, players, random.Random(seed)), []
    for number in range(most):
        question = table.question()
        if isinstance(question, GameFinished):
            return answers, True
        if not isinstance(question, AskDecision):
            table.answer_chance(question)
            continue
        view = table.views[question.seat]
        if question.seat != SLOW and who_answers:
            legal = view.legal_actions()
            table.act(rng.choice(legal))
            continue
        action = next(answers_at_zero(view, number))
        assert action in view.legal_actions(), action
        table.act(action)
        answers.append(action)
    return answers, False


def is_no_surprise(action: Action) -> bool:
    match action:
        case Buy(_, chains, sell):
            return not chains and not sell
        case Dispose(_, _, sell, trade):
            return not sell and not trade
        case UsePower(_, power):
            return power is None
        case DeclareEnd(_, yes) | ReplaceHand(_, yes):
            return not yes
    return not isinstance(action, Trade2)


@pytest.mark.parametrize("rules", few_cases(
    pytest.mark.more_cases, sorted(RULESETS), lambda rules: rules in ("classic", "dos-1988")))
@pytest.mark.parametrize("who_answers", [True, False])
def test_a_game_ends_in_which_a_seat_never_answers(rules: str, who_answers: bool, count: Count) -> None:
    """Or nobody: what is not announced ends by the stall."""
    seen: set[type] = set()
    for seed in range(count(2, 12)):
        players = 2 + (seed + 1) % 5
        answers, ended = sit_through(RULESETS[rules], players, seed, who_answers)
        assert ended, f"{rules}, seed {seed}"
        assert all(is_no_surprise(action) for action in answers)
        seen |= {type(action) for action in answers}
    assert {Place, Found, Buy} <= seen


def test_every_question_of_every_option_has_an_answer(count: Count) -> None:
    seen: set[type] = set()
    for seed in range(max(15, count(15, 300))):  # fewer do not meet every question
        rng = random.Random(1000 + seed)
        players = rng.randint(2, 6)
        rules = random_ruleset(rng, players)
        answers, _ = sit_through(rules, players, seed, who_answers=True, most=600)
        assert all(is_no_surprise(action) for action in answers)
        seen |= {type(action) for action in answers}
    assert {Place, Found, Buy, Dispose, DeclareEnd, UsePower} <= seen


@pytest.mark.parametrize(("options", "kind"), [({"open_pick": True}, Pick), ({"special_powers": True}, UsePower),
                                               ({"special_powers": True, "play4_mandatory": True}, UsePower),
                                               ({"sell_shares": True}, Buy), ({"dead_policy": "choice"}, Place),
                                               ({"safe_size": 3}, ChooseSurvivor), ({"found_optional": True}, Found)])
def test_rules_that_ask_more(options: dict[str, object], kind: type) -> None:
    seen: set[type] = set()
    for seed in range(4):
        answers, ended = sit_through(RULESETS["classic"].replace(**options), 3, seed, who_answers=True)
        assert ended and all(is_no_surprise(action) for action in answers)
        seen |= {type(action) for action in answers}
    assert kind in seen


# --- at a table that keeps the clock

OPTIONS = (("bank", "1"), ("clock", "20"))


def slow_seats(folder: Path, players: int = 3, **given: object) -> tuple[Seats, int]:
    seats = Seats(folder, players, options=OPTIONS, **given)  # type: ignore[arg-type]
    seats.settle()
    match = seats.asked()
    assert match is not None and match.seat is not None
    return seats, match.seat


def test_the_question_comes_with_the_clock(tmp_path: Path) -> None:
    seats, slow = slow_seats(tmp_path)
    for seat in seats.seats:
        first = seats.of_kind(seat, events.Clock)[0]
        assert isinstance(first, events.Clock) and (first.seat, first.runs) == (slow, True)
        assert (first.decision_ms, first.bank_ms, first.banks_ms) == (20_000, 60_000, (60_000,) * 3)
        questions = (item for item in seats.news[seat] if isinstance(item, events.Played) and item.asked)
        asked = next(questions) if seat == slow else None
        assert asked is None or seats.news[seat].index(first) < seats.news[seat].index(asked), "before the question"


def test_the_clock_is_reported_when_it_changes_its_pace_and_every_few_seconds(tmp_path: Path) -> None:
    seats, slow = slow_seats(tmp_path)
    seats.pass_time(26_000, step_ms=500)
    clocks = [item for item in seats.of_kind(1, events.Clock) if isinstance(item, events.Clock)]
    assert [(clock.decision_ms, clock.bank_ms) for clock in clocks] == [
        (20_000, 60_000), (15_000, 60_000), (10_000, 60_000), (5000, 60_000), (0, 60_000), (0, 55_000)]
    seats.news[1].clear()
    seats.seats[1].session.liveness.set_paused(True)
    seats.pass_time(20_000, step_ms=500)
    stopped, = seats.of_kind(1, events.Clock)
    assert isinstance(stopped, events.Clock) and not stopped.runs and stopped.bank_ms == 54_000
    seats.seats[1].session.liveness.set_paused(False)
    seats.pass_time(1000, step_ms=500)
    goes_on = seats.of_kind(1, events.Clock)[1]
    assert isinstance(goes_on, events.Clock) and (goes_on.seat, goes_on.runs, goes_on.bank_ms) == (slow, True, 53_500)
    assert goes_on.banks_ms[slow] == 53_500 and goes_on.block == stopped.block


def test_at_zero_the_own_program_answers_and_says_so(tmp_path: Path) -> None:
    seats, slow = slow_seats(tmp_path)
    others = [seat for seat in seats.seats if seat != slow]
    seats.pass_time(80_000)
    assert seats.asked() is not None and not any(seats.of_kind(seat, events.AnsweredAtZero) for seat in seats.seats)
    seats.pass_time(1000)
    answered, = seats.of_kind(slow, events.AnsweredAtZero)
    assert isinstance(answered, events.AnsweredAtZero) and isinstance(answered.action, Place)
    for seat in seats.seats:
        assert answered.action in [step.action for step in seats.matches[seat].steps], "a move like any other"
    assert all(seats.of_kind(seat, OutOfTime) == [OutOfTime(slow)] for seat in others)
    assert not any(seats.of_kind(seat, NotAnswering) for seat in others)
    assert 0 < ANSWERS_AFTER_MS <= 1000


@pytest.mark.fully
def test_a_whole_game_in_which_one_seat_never_answers(tmp_path: Path) -> None:
    """It loses no seat by that, and everybody else plays on in peace."""
    seats, slow = slow_seats(tmp_path)
    rng, waits = random.Random(3), 0
    while (match := seats.asked()) is not None:
        if match.seat == slow:
            waits += 1
            seats.pass_time(21_000 if waits > 1 else 81_000)
        else:
            play(seats, rng, most=1)
    assert waits > 20 and all(match.is_over for match in seats.matches.values())
    assert len(seats.of_kind(slow, events.AnsweredAtZero)) == waits
    assert not any(seats.of_kind(seat, SeatLost) or seats.of_kind(seat, events.Declined) for seat in seats.seats)


def test_an_answer_that_comes_too_late_is_declined_and_changes_nothing(tmp_path: Path) -> None:
    seats, slow = slow_seats(tmp_path)
    match = seats.matches[slow]
    late = match.legal_actions()[-1]
    seats.pass_time(81_000)
    before = [step.action for step in match.steps]
    seats.seats[slow].submit(late)
    seats.settle()
    assert len(seats.of_kind(slow, events.Declined)) == 1 and [step.action for step in match.steps] == before


def test_while_the_disk_takes_nothing_the_program_waits_with_its_answer(tmp_path: Path) -> None:
    seats, slow = slow_seats(tmp_path)
    seat = seats.seats[slow]
    seat._writer.trouble = "No space left on device"
    seat.tick(1)
    for now in range(2, 90):
        seat._writer.trouble = "No space left on device"
        seat.tick(1000 * now)
    assert seat.session.decision_clock.overdue_ms(slow) > ANSWERS_AFTER_MS and seat.session.intent is None
    seats.now = 90_000
    seat._writer.trouble = ""
    seats.pass_time(500)
    assert len(seats.of_kind(slow, events.AnsweredAtZero)) == 1


def test_without_a_clock_nobody_answers_for_anybody(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.settle()
    seats.pass_time(400_000)
    assert seats.asked() is not None
    assert not any(seats.of_kind(seat, kind) for seat in seats.seats for kind in (events.Clock, events.AnsweredAtZero, OutOfTime))
