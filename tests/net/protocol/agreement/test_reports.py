"""What a seat reports of the log, and what follows from reports (docs/spec/protocol.md, section 9)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from acquire_net.protocol.messages import Lock
from acquire_net.protocol.quorum import quorum_of
from acquire_net.protocol.reports import Outcome, SeatAccount, Tip, account_of, conclude_reports, proof_in
from tests.net.protocol.agreement.frames import (
    NEXT,
    OTHER,
    START,
    VIEW,
    ack_of,
    block_after,
    is_signed,
    leave,
    report,
    sync,
    terms,
)

NOBODY: frozenset[int] = frozenset()
LOWER, UPPER = Lock(1, bytes(64)), Lock(2, bytes(64))


# --- what counts as a report

def test_a_report_of_the_start_needs_no_proof() -> None:
    assert account_of(sync(0), terms(4)) == SeatAccount(START)


def test_a_report_names_what_was_acknowledged_and_locked() -> None:
    message = sync(0, said=report(acked=NEXT, lock=LOWER))
    assert account_of(message, terms(4)) == SeatAccount(START, ack_of(NEXT), LOWER)


def test_a_later_tip_needs_the_acks_of_all_live_seats() -> None:
    whole = report(NEXT)
    assert account_of(sync(0, said=whole, block=6), terms(4)) == SeatAccount(NEXT)
    for missing in range(4):
        proof = tuple(signature for signature in whole.proof if signature[0] != missing)
        assert account_of(sync(0, said=report(NEXT, proof=proof), block=6), terms(4)) is None
    assert account_of(sync(0, said=report(NEXT, seats=5), block=6), terms(4)) is None
    assert account_of(sync(0, said=report(NEXT, proof=whole.proof[::-1]), block=6), terms(4)) is None


@pytest.mark.parametrize("message", [
    sync(0, view=VIEW + 1),
    sync(0, view=VIEW - 1),
    leave(0, view=VIEW + 1),
    sync(0, block=4),
    sync(0, said=report(NEXT, proof=())),
    sync(0, said=report(START, proof=report(NEXT).proof)),
    sync(0, said=report(NEXT, proof=()), block=6),
], ids=["later view", "earlier view", "goodbye of a later view", "before the start", "another start", "proof of the start",
        "no proof"])
def test_what_cannot_be_true_in_this_view_is_no_report(message: object) -> None:
    assert account_of(message, terms(4)) is None  # type: ignore[arg-type]


def test_a_goodbye_of_an_earlier_view_says_nothing_of_this_one() -> None:
    """Its author has signed nothing here."""
    early = leave(0, promised=7, said=report(acked=OTHER, lock=UPPER), view=VIEW - 1)
    assert account_of(early, terms(4)) == SeatAccount(START)


def test_a_proof_holds_the_acks_of_the_tip() -> None:
    proof = proof_in(sync(0, said=report(NEXT), block=6))
    assert [message.author for message in proof] == [0, 1, 2, 3]
    assert all(is_signed(message) and message.body == ack_of(NEXT) and message.block == 5 for message in proof)


# --- what follows without a lock

def follows(accounts: Mapping[int, SeatAccount], seats: int = 4, excused: frozenset[int] = NOBODY,
            has_liar: bool = False) -> Outcome | Tip | None:
    return conclude_reports(accounts, excused, has_liar, terms(seats), lambda lock: None)


def plain(*authors: int, tip: Tip = START, acked: Tip | None = None) -> dict[int, SeatAccount]:
    return {author: SeatAccount(tip, ack_of(acked) if acked is not None else None) for author in authors}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_nothing_follows_from_too_few(seats: int) -> None:
    needed = quorum_of(seats)
    assert follows(plain(*range(needed - 1)), seats) is None
    assert follows(plain(*range(needed)), seats) == START


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_goodbyes_are_read_and_not_counted(seats: int) -> None:
    excused = frozenset({seats - 1})
    needed = quorum_of(seats - 1)
    by_leave = plain(seats - 1, tip=NEXT)
    assert follows({**plain(*range(needed - 1)), **by_leave}, seats, excused) is None
    assert follows({**plain(*range(needed)), **by_leave}, seats, excused) == NEXT


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_block_that_a_goodbye_acknowledged_is_no_vote(seats: int) -> None:
    """Its author may be gone with the contents; who stays and has them votes for it."""
    excused = frozenset({seats - 1})
    staying = range(quorum_of(seats - 1))
    by_leave = plain(seats - 1, acked=NEXT)
    assert follows({**plain(*staying), **by_leave}, seats, excused) == START
    assert follows({**plain(*staying), **plain(0, acked=NEXT), **by_leave}, seats, excused) == NEXT
    assert follows({**plain(*staying), **plain(0, acked=OTHER), **by_leave}, seats, excused) == OTHER


def test_nothing_follows_from_nobody() -> None:
    assert follows({}, 2, frozenset({0, 1})) is None


def test_what_nobody_has_acknowledged_is_void() -> None:
    assert follows(plain(0, 1, 2)) == START


def test_one_acknowledgement_keeps_a_block() -> None:
    assert follows({**plain(0, 1), **plain(2, acked=NEXT)}) == NEXT


def test_the_highest_tip_stands() -> None:
    assert follows({**plain(0, 1), **plain(2, tip=NEXT)}) == NEXT


def test_what_is_acknowledged_below_the_highest_tip_is_in_it_already() -> None:
    further = block_after(NEXT)
    assert follows({**plain(0, 1, acked=NEXT), **plain(2, tip=NEXT)}) == NEXT
    assert follows({**plain(0, acked=NEXT), **plain(1, 2, tip=NEXT, acked=further)}) == further


def test_two_tips_of_one_height_are_two_logs() -> None:
    assert follows({**plain(0, 1, tip=NEXT), **plain(2, tip=OTHER)}) is None


def test_two_blocks_stand_beside_each_other_only_with_a_convicted_liar() -> None:
    accounts = {**plain(0, 1, acked=NEXT), **plain(2, acked=OTHER)}
    assert follows(accounts) is None
    assert follows(accounts, has_liar=True) == NEXT


def test_of_two_equals_the_smaller_head() -> None:
    accounts = {**plain(0, acked=NEXT), **plain(1, acked=OTHER), **plain(2)}
    assert follows(accounts, has_liar=True) == min((NEXT, OTHER), key=lambda tip: tip.head)


# --- what follows from locks

def forced(locks: Mapping[int, Lock | None], outcomes: Mapping[Lock, Outcome], has_liar: bool = False) -> Outcome | Tip | None:
    accounts = {seat: SeatAccount(START, ack_of(NEXT), lock) for seat, lock in locks.items()}
    return conclude_reports(accounts, NOBODY, has_liar, terms(4), outcomes.get)


ONE, TWO = Outcome(frozenset({3}), START), Outcome(frozenset(), START)


def test_a_lock_is_decided_again_whatever_else_is_reported() -> None:
    assert forced({0: None, 1: LOWER, 2: None}, {LOWER: ONE}) == ONE


def test_of_locks_the_highest_attempt_counts() -> None:
    assert forced({0: LOWER, 1: UPPER, 2: None}, {LOWER: ONE, UPPER: TWO}) == TWO


def test_a_lock_that_is_not_here_cannot_be_judged() -> None:
    with pytest.raises(LookupError):
        forced({0: None, 1: LOWER, 2: None}, {})


def test_two_locks_of_one_attempt_need_a_convicted_liar() -> None:
    other = Lock(1, bytes([1]) * 64)
    assert forced({0: LOWER, 1: other, 2: None}, {LOWER: ONE, other: TWO}) is None
    assert forced({0: LOWER, 1: other, 2: None}, {LOWER: ONE, other: TWO}, has_liar=True) == ONE
    assert forced({0: LOWER, 1: other, 2: None}, {LOWER: ONE, other: ONE}) == ONE


def test_too_few_reports_force_nothing() -> None:
    assert forced({0: LOWER, 1: LOWER}, {LOWER: ONE}) is None


# --- terms

def test_attempts_are_led_in_turn_by_live_seats() -> None:
    for seats in range(2, 7):
        given = terms(seats)
        assert [given.leader_of(attempt) for attempt in range(1, seats + 1)] == [(VIEW + attempt) % seats
                                                                                 for attempt in range(1, seats + 1)]


def test_outcomes_agree_whatever_state_they_name() -> None:
    """Seats that disagree about a state are not in one quorum; but the log is the same."""
    assert ONE.agrees_with(Outcome(frozenset({3}), Tip(START.blocks, START.head, bytes(32))))
    assert not ONE.agrees_with(TWO)
    assert not ONE.agrees_with(Outcome(frozenset({3}), NEXT))
