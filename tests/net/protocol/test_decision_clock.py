"""The account of the time for decisions: what counts, what stops it, what a seat gets back, and what a restart knows."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from acquire_net.protocol.decision_clock import ClockReading, DecisionClock
from tests.support.counts import Count

DECISION_MS, BANK_MS = 40_000, 180_000


def clock(seats: int = 3, bank_ms: int = BANK_MS) -> DecisionClock:
    return DecisionClock(seats, DECISION_MS, bank_ms)


def decide(of: DecisionClock, seat: int, block: int, ms: int) -> None:
    of.start_decisions({seat}, block)
    of.pass_time(ms)
    of.stop_decision()
    of.close_block(block)


def test_first_the_time_for_the_decision_runs_then_the_bank_then_the_seat_is_overdue() -> None:
    of = clock()
    of.start_decisions({1}, block=7)
    assert of.clock_reading == ClockReading(1, 7, DECISION_MS, BANK_MS, 0, runs=True)
    of.pass_time(39_999)
    assert (of.decision_left_ms(1), of.bank_left_ms(1), of.overdue_ms(1)) == (1, BANK_MS, 0)
    of.pass_time(10_001)
    assert (of.decision_left_ms(1), of.bank_left_ms(1), of.overdue_ms(1)) == (0, 170_000, 0)
    of.pass_time(170_000)
    assert (of.decision_left_ms(1), of.bank_left_ms(1), of.overdue_ms(1)) == (0, 0, 0)
    of.pass_time(250)
    assert of.clock_reading == ClockReading(1, 7, 0, 0, 250, runs=True)
    assert of.clock_reading.left_ms == 0


def test_the_bank_is_for_the_whole_game_and_each_seat_has_its_own() -> None:
    of = clock()
    for block, (seat, ms) in enumerate([(0, 50_000), (1, 20_000), (0, 100_000), (2, 41_000), (0, 39_000)]):
        decide(of, seat, block, ms)
    assert [of.bank_left_ms(seat) for seat in range(3)] == [110_000, BANK_MS, 179_000]
    assert of.bank_used_ms == (70_000, 0, 1000)
    of.start_decisions({0}, 5)
    of.pass_time(DECISION_MS + 110_001)
    assert of.overdue_ms(0) == 1
    of.stop_decision()
    of.close_block(5)
    of.start_decisions({0}, 6)
    assert (of.decision_left_ms(0), of.bank_left_ms(0), of.overdue_ms(0)) == (DECISION_MS, 0, 0)
    of.pass_time(DECISION_MS + 3)
    assert of.overdue_ms(0) == 3, "with an empty bank the decision alone has time"


def test_time_counts_only_while_a_seat_is_asked() -> None:
    of = clock()
    of.pass_time(90_000)
    assert of.clock_reading is None and of.bank_used_ms == (0, 0, 0)
    of.start_decisions({2}, 4)
    of.pass_time(10_000)
    of.stop_decision()  # the answer is here and not final yet
    of.pass_time(500_000)
    assert of.clock_reading is None and of.overdue_ms(2) == 0
    assert (of.decision_left_ms(2), of.decision_left_ms(0)) == (30_000, DECISION_MS)


def test_a_block_that_becomes_void_goes_on_where_the_decision_was() -> None:
    of = clock()
    of.start_decisions({2}, 4)
    of.pass_time(50_000)
    of.stop_decision()
    of.start_decisions({2}, 4)
    assert (of.decision_left_ms(2), of.bank_left_ms(2)) == (0, 170_000)
    of.pass_time(1000)
    of.close_block(3)
    assert of.bank_left_ms(2) == 169_000 and of.clock_reading is not None, "an earlier block says nothing about this one"
    of.close_block(9)
    assert of.clock_reading is None and of.bank_left_ms(2) == 169_000


def test_another_question_settles_the_one_before_without_a_word_about_its_block() -> None:
    of = clock()
    of.start_decisions({2}, 4)
    of.pass_time(50_000)
    of.start_decisions({2}, 9)
    assert (of.decision_left_ms(2), of.bank_left_ms(2)) == (DECISION_MS, 170_000)


@pytest.mark.parametrize("stop", [DecisionClock.set_paused, DecisionClock.set_attempting])
def test_a_pause_and_an_attempt_stop_all_clocks(stop: Callable[[DecisionClock, bool], None]) -> None:
    of = clock()
    of.start_decisions({0}, 1)
    of.pass_time(5000)
    stop(of, True)
    of.pass_time(1_000_000)
    assert of.clock_reading == ClockReading(0, 1, 35_000, BANK_MS, 0, runs=False)
    stop(of, False)
    of.pass_time(5000)
    assert of.clock_reading == ClockReading(0, 1, 30_000, BANK_MS, 0, runs=True)


def test_while_one_of_two_reasons_to_stop_holds_no_clock_runs() -> None:
    of = clock()
    of.start_decisions({0}, 1)
    of.set_paused(True)
    of.set_attempting(True)
    of.set_paused(False)
    of.pass_time(1000)
    assert of.decision_left_ms(0) == DECISION_MS and not of.is_running


def test_without_a_clock_nothing_is_counted() -> None:
    of = DecisionClock(2, None, BANK_MS)
    of.start_decisions({0}, 1)
    of.pass_time(10**9)
    assert of.clock_reading is None and of.decision_left_ms(0) is None and of.overdue_ms(0) == of.bank_left_ms(0) == 0


def test_a_seat_that_is_heard_again_begins_its_decision_anew_and_gets_its_bank_back() -> None:
    of = clock()
    decide(of, 1, 0, 60_000)
    of.start_decisions({1}, 1)
    of.set_silent({1})
    of.pass_time(DECISION_MS + 30_000)
    assert of.bank_left_ms(1) == 130_000
    of.set_silent({1, 2})
    of.set_silent({2})
    assert (of.decision_left_ms(1), of.bank_left_ms(1)) == (DECISION_MS, 160_000)
    of.set_silent(())
    assert of.bank_left_ms(2) == BANK_MS, "who is not asked has nothing to get back"


def test_time_is_given_back_once_for_a_decision_and_of_the_bank_at_most_the_whole() -> None:
    of = clock(bank_ms=60_000)
    for block in range(8):
        of.start_decisions({1}, block)
        of.pass_time(DECISION_MS + 25_000)
        of.give_back(1)
        assert of.decision_left_ms(1) == DECISION_MS
        of.pass_time(10_000)
        of.give_back(1)
        assert of.decision_left_ms(1) == 30_000, "only once"
        of.close_block(block)
    assert of.bank_left_ms(1) == 0
    assert of.bank_used_ms[1] == 60_000
    of.start_decisions({1}, 8)
    of.give_back(0)
    of.pass_time(DECISION_MS + 1)
    assert of.overdue_ms(1) == 1, "another seat's return gives this one nothing"


def test_an_account_that_was_kept_goes_on_after_a_restart() -> None:
    before = clock()
    decide(before, 0, 0, 60_000)
    before.start_decisions({1}, 1)
    before.pass_time(50_000)
    after = clock()
    after.restore_bank(before.bank_used_ms)
    after.start_decisions({1}, 1)
    assert (after.decision_left_ms(1), after.bank_left_ms(1)) == (DECISION_MS, 170_000), "the decision has its full time"
    assert after.bank_left_ms(0) == 160_000 and after.bank_left_ms(2) == BANK_MS


@pytest.mark.parametrize("kept", [(), (1,), (10**9, -5, 7, 8, 9)])
def test_an_account_that_does_not_fit_the_table_does_no_harm(kept: tuple[int, ...]) -> None:
    of = clock()
    of.restore_bank(kept)
    for seat in range(3):
        assert 0 <= of.bank_left_ms(seat) <= BANK_MS
        decide(of, seat, seat, 50_000)
        assert 0 <= of.bank_left_ms(seat) <= BANK_MS


def test_whatever_happens_no_account_leaves_its_bounds(count: Count) -> None:
    """A bank is never negative and never more than full, only the seat that is asked is overdue."""
    for seed in range(count(200, 2000)):
        rng, of = random.Random(seed), clock(bank_ms=30_000)
        for block in range(40):
            seat = rng.randrange(3)
            of.start_decisions({seat}, block)
            for _ in range(rng.randrange(6)):
                match rng.randrange(6):
                    case 0:
                        of.set_paused(rng.random() < 0.5)
                    case 1:
                        of.set_attempting(rng.random() < 0.3)
                    case 2:
                        of.set_silent(rng.sample(range(3), rng.randrange(3)))
                    case 3:
                        of.give_back(rng.randrange(3))
                    case 4:
                        of.stop_decision()
                        of.start_decisions({seat}, block)
                    case _:
                        of.pass_time(rng.choice((100, 20_000, 60_000)))
                for other in range(3):
                    assert 0 <= of.bank_left_ms(other) <= 30_000
                    assert other == seat or of.overdue_ms(other) == 0
                    assert not of.overdue_ms(other) or of.bank_left_ms(other) == of.decision_left_ms(other) == 0
            of.close_block(block)
            assert of.clock_reading is None


def test_seats_that_are_asked_at_once_have_a_clock_each() -> None:
    of = clock()
    of.start_decisions({0, 2}, 7)
    of.pass_time(50_000)
    assert of.clock_readings == (ClockReading(0, 7, 0, 170_000, 0, runs=True), ClockReading(2, 7, 0, 170_000, 0, runs=True))
    of.start_decisions({2}, 7)  # the answer of seat 0 is here
    of.pass_time(175_000)
    assert (of.overdue_ms(0), of.overdue_ms(2)) == (0, 5000) and [reading.seat for reading in of.clock_readings] == [2]
    assert of.bank_used_ms == (10_000, 0, BANK_MS)
    of.give_back(0)
    of.give_back(2)
    assert of.bank_used_ms == (0, 0, 0) and of.overdue_ms(2) == 0
    of.pass_time(41_000)
    of.start_decisions({0, 1, 2}, 8)
    assert of.bank_used_ms == (0, 0, 1000) and of.clock_reading == ClockReading(2, 8, DECISION_MS, 179_000, 0, runs=True)
