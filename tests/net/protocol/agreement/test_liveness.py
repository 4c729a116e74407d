"""Who is there, who owes something and for how long (protocol.md, section 9): a seat is heard by its own words alone."""

from __future__ import annotations

import pytest

from acquire_net.protocol.liveness import Liveness, Timing

TIMING = Timing(status_ms=1000, silent_ms=5000, pause_ms=30_000, absent_ms=30_000, grace_ms=120_000)
ME, OTHER = 0, 1
SOMEBODY = frozenset({OTHER})


def wait(liveness: Liveness, ms: int, debtors: frozenset[int] = frozenset(), counts: bool = True,
         missed: frozenset[int] = frozenset(), hears: bool = False) -> None:
    """Let time pass as ticks do."""
    for _ in range(0, ms, 1000):
        elapsed = liveness.pass_time(liveness.shown_at(liveness.now) + 1000)
        if hears:
            liveness.on_frame(OTHER)
        liveness.count_debts(elapsed, debtors, counts)
        liveness.count_missed(elapsed, missed)


# --- silence

def test_half_a_minute_of_silence_is_a_reason_and_less_is_none() -> None:
    liveness = Liveness(TIMING, 3, 0)
    wait(liveness, 29_000)
    assert liveness.why_overdue(OTHER) == 0
    wait(liveness, 1000)
    assert liveness.why_overdue(OTHER) == 1


def test_a_frame_over_its_own_link_ends_a_silence() -> None:
    liveness = Liveness(TIMING, 3, 0)
    wait(liveness, 60_000)
    assert liveness.on_frame(OTHER)
    assert not liveness.on_frame(OTHER)
    assert liveness.why_overdue(OTHER) == 0
    assert liveness.is_heard(OTHER)
    assert liveness.heard_seats(ME) == {ME, OTHER}


def test_a_newer_status_keeps_it_present_but_is_no_link() -> None:
    liveness = Liveness(TIMING, 3, 0)
    wait(liveness, 40_000)
    assert liveness.on_status(OTHER, beat=1)
    assert liveness.why_overdue(OTHER) == 0
    assert not liveness.is_heard(OTHER)


def test_a_status_that_has_waited_in_a_mailbox_shows_nobody_to_be_there() -> None:
    liveness = Liveness(TIMING, 3, 0)
    wait(liveness, 40_000)
    assert liveness.on_status(OTHER, beat=1, is_live=False), "it is newer than what was known"
    assert liveness.why_overdue(OTHER) == 1


def test_an_old_status_is_no_word_of_it() -> None:
    liveness = Liveness(TIMING, 3, 0)
    assert liveness.on_status(OTHER, beat=7)
    wait(liveness, 40_000)
    for beat in (7, 6, 0):
        assert not liveness.on_status(OTHER, beat)
    assert liveness.why_overdue(OTHER) == 1


def test_statuses_that_are_doled_out_keep_nobody_present_beyond_the_grace() -> None:
    liveness = Liveness(TIMING, 3, 0)
    for beat in range(1, 200):
        wait(liveness, 1000)
        liveness.on_status(OTHER, beat)
    assert liveness.why_overdue(OTHER) == 1


def test_a_clock_that_is_set_makes_nobody_absent() -> None:
    liveness = Liveness(TIMING, 3, 0)
    assert liveness.pass_time(10**9) <= 2 * TIMING.status_ms
    assert liveness.pass_time(0) == 0
    assert liveness.why_overdue(OTHER) == 0


def test_after_a_restart_nobody_is_heard_and_nobody_was_silent() -> None:
    liveness = Liveness(TIMING, 3, 0)
    wait(liveness, 60_000)
    liveness.restart_clock(5_000_000)
    assert liveness.why_overdue(OTHER) == 0
    assert liveness.heard_seats(ME) == {ME}


# --- debts

def test_half_a_minute_of_owing_is_a_reason() -> None:
    liveness = Liveness(TIMING, 3, 0)
    wait(liveness, 29_000, SOMEBODY, hears=True)
    assert liveness.why_overdue(OTHER) == 0
    wait(liveness, 1000, SOMEBODY, hears=True)
    assert liveness.why_overdue(OTHER) == 3


def test_who_has_paid_owes_nothing() -> None:
    liveness = Liveness(TIMING, 3, 0)
    wait(liveness, 40_000, SOMEBODY, hears=True)
    wait(liveness, 1000, hears=True)
    assert liveness.why_overdue(OTHER) == 0
    assert liveness.owed_ms(OTHER) == 0


def test_a_block_that_begins_anew_gives_no_new_time() -> None:
    """Else a seat could have the block void again and again."""
    liveness = Liveness(TIMING, 3, 0)
    liveness.begin_block(7)
    wait(liveness, 20_000, SOMEBODY, hears=True)
    wait(liveness, 1000, hears=True)
    liveness.begin_block(7)
    wait(liveness, 10_000, SOMEBODY, hears=True)
    assert liveness.why_overdue(OTHER) == 3
    liveness.begin_block(8)
    assert liveness.why_overdue(OTHER) == 0


def test_during_an_attempt_the_block_is_owed_by_nobody() -> None:
    liveness = Liveness(TIMING, 3, 0)
    wait(liveness, 60_000, SOMEBODY, counts=False, hears=True)
    assert liveness.why_overdue(OTHER) == 0


def test_who_does_not_join_an_attempt_is_overdue() -> None:
    liveness = Liveness(TIMING, 3, 0)
    wait(liveness, 30_000, missed=SOMEBODY, hears=True)
    assert liveness.why_overdue(OTHER) == 3
    wait(liveness, 1000, hears=True)
    assert liveness.why_overdue(OTHER) == 0


def test_a_clock_that_is_used_up_is_a_reason_after_half_a_minute() -> None:
    liveness = Liveness(TIMING, 3, 0)
    assert liveness.why_overdue(OTHER, clock_overdue_ms=29_999) == 0
    assert liveness.why_overdue(OTHER, clock_overdue_ms=30_000) == 2


# --- the grace

def test_the_grace_is_longer_than_a_reason() -> None:
    liveness = Liveness(TIMING, 3, 0)
    wait(liveness, 119_000)
    assert not liveness.is_beyond_grace(OTHER)
    wait(liveness, 1000)
    assert liveness.is_beyond_grace(OTHER)


def test_interruptions_of_its_own_are_added_up_over_the_game() -> None:
    """Who withholds what it owes for a minute again and again is beyond the grace the moment it is overdue once more."""
    liveness = Liveness(TIMING, 3, 0)
    for block in range(4):
        liveness.begin_block(block)
        wait(liveness, 61_000, SOMEBODY, hears=True)
    liveness.begin_block(9)
    assert not liveness.is_beyond_grace(OTHER)
    wait(liveness, 31_000, SOMEBODY, hears=True)
    assert liveness.is_beyond_grace(OTHER)


def test_a_grace_below_half_a_minute_is_half_a_minute() -> None:
    liveness = Liveness(Timing(absent_ms=30_000, grace_ms=1000), 3, 0)
    wait(liveness, 29_000)
    assert not liveness.is_beyond_grace(OTHER)
    wait(liveness, 1000)
    assert liveness.is_beyond_grace(OTHER)


# --- a pause

def test_while_people_pause_nobody_is_absent_and_nobody_owes() -> None:
    liveness = Liveness(TIMING, 3, 0)
    liveness.set_paused(True)
    wait(liveness, 300_000, SOMEBODY, missed=SOMEBODY)
    assert liveness.why_overdue(OTHER) == 0
    assert liveness.why_overdue(OTHER, clock_overdue_ms=10**6) == 0
    liveness.set_paused(False)
    assert liveness.why_overdue(OTHER) == 0
    wait(liveness, 29_000)
    assert liveness.why_overdue(OTHER) == 0


@pytest.mark.parametrize(("silent_ms", "expected"),
                         [(6_000, ((OTHER,), False)), (31_000, ((OTHER,), True)), (4_000, ((), False))])
def test_people_are_shown_who_does_not_answer(silent_ms: int, expected: tuple[tuple[int, ...], bool]) -> None:
    liveness = Liveness(TIMING, 3, 0)
    wait(liveness, silent_ms)
    assert liveness.silent_seats({OTHER}) == expected
