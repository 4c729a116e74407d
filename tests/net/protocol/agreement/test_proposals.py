"""Each way in which a PROPOSE can fail to follow from its frames (docs/spec/protocol.md, section 9), and what convicts nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from acquire_net.protocol.certificates import outcome_in
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.log_types import mask_of
from acquire_net.protocol.messages import Kind, Lock, Sync
from acquire_net.protocol.proposals import (
    ProposalError,
    case_is_signed,
    check_conclusion,
    fault_in_proposal,
    read_proposal,
    report_is_proven,
    seats_to_name,
)
from acquire_net.protocol.reports import Outcome, Tip
from tests.net.protocol.agreement.frames import (
    LEADER,
    NEXT,
    OTHER,
    START,
    VIEW,
    ack,
    block_after,
    claim,
    confirm,
    is_signed,
    leave,
    lock_of,
    prepare,
    propose,
    report,
    say,
    sync,
    terms,
)


def nothing_known(lock: Lock) -> Outcome | None:
    return None


def fault(proposal: Signed, seats: int = 4, outcome_of: Callable[[Lock], Outcome | None] = nothing_known) -> str:
    return fault_in_proposal(proposal, terms(seats), outcome_of, is_signed)


def syncs(*seats: int, **said: Any) -> list[Signed]:
    return [sync(seat, **said) for seat in seats]


# --- what a leader names

def masks(*wanted: tuple[int, ...]) -> dict[int, int]:
    return {seat: mask_of(seats) for seat, seats in enumerate(wanted)}


def test_a_leader_names_all_whom_enough_of_those_who_stay_want_to_lose() -> None:
    assert seats_to_name(masks((4, 5), (4, 5), (4, 5), (4, 5), (), ()), [4, 5], 4, 0) == [4, 5]


def test_no_seat_is_named_for_whom_the_named_would_have_to_sign() -> None:
    """Seats 3 and 4 are each named by four, but by three together who are neither of them."""
    wanted = masks((4,), (3, 4), (3, 4), (4,), (3,), (3, 4))
    assert seats_to_name(wanted, [3, 4], 4, 0) == [4]


def test_nobody_is_named_without_a_case_or_by_too_few() -> None:
    assert seats_to_name(masks((3,), (3,), (3,), ()), [], 3, 0) == []
    assert seats_to_name(masks((3,), (3,), (), ()), [3], 3, 0) == []


@pytest.mark.parametrize("liar", [(2, 3, 4), (3, 4), (3,), (4,), ()])
def test_a_report_that_is_not_meant_holds_nothing_up(liar: tuple[int, ...]) -> None:
    """Seat 5 reports what it likes and signs nothing. Four honest seats want to lose 4, three of them 3 as well: in some turn the
    leader names what the four sign without the liar."""
    wanted = masks((4,), (3, 4), (3, 4), (4,), (), liar)
    honest = {0: {4}, 1: {3, 4}, 2: {3, 4}, 3: {4}}
    signed = [sum(set(named) <= wants and seat not in named for seat, wants in honest.items())
              for named in (seats_to_name(wanted, [2, 3, 4], 4, turn) for turn in range(6)) if named]
    assert max(signed) >= 4


# --- what follows

def test_a_view_may_end_without_a_loss() -> None:
    assert not fault(propose(LEADER, reports=syncs(0, 1, 2)))


def test_a_block_that_was_acknowledged_stands() -> None:
    assert not fault(propose(LEADER, tip=NEXT, reports=[*syncs(0, 1), sync(2, said=report(acked=NEXT))]))


def test_a_seat_is_lost_with_a_case_and_enough_that_name_it() -> None:
    case = [claim(0, 2), claim(1, 2)]
    assert not fault(propose(LEADER, lost=[2], reports=syncs(0, 1, 3, lost=[2]), case=case))


def test_a_seat_that_said_goodbye_is_lost_with_its_report() -> None:
    reports = [*syncs(0, 1), leave(2)]
    assert not fault(propose(LEADER, lost=[2], excused=[2], reports=reports))


def test_a_convicted_seat_is_lost_without_a_report() -> None:
    assert not fault(propose(LEADER, lost=[2], excused=[2], reports=syncs(0, 1)))


def test_the_leader_need_not_report() -> None:
    read = read_proposal(propose(LEADER, lost=[2], excused=[2], reports=[*syncs(0, 1), leave(2)]), terms(4), is_signed)
    assert read.goodbyes == {2}
    assert not read.convicted
    assert {*read.accounts} == {0, 1, 2}


# --- every way to fail

UNSIGNED_PROOF = tuple((seat, bytes(64)) for seat in range(4))
BAD: dict[str, tuple[Signed, str]] = {
    "an unsigned claim": (propose(LEADER, reports=syncs(0, 1, 2), case=[say(0, Kind.CLAIM, claim(0, 2).body, signer=1)]), "case"),
    "an unreadable claim": (propose(LEADER, reports=syncs(0, 1, 2), case=[say(0, Kind.CLAIM, b"\x00")]), "case"),
    "a case of another kind": (propose(LEADER, reports=syncs(0, 1, 2), case=[ack(0, NEXT)]), "case"),
    "an unsigned report": (
        propose(LEADER, reports=[*syncs(0, 1), say(2, Kind.SYNC, sync(2).body, signer=1)]), "nobody has signed"),
    "an unreadable report": (propose(LEADER, reports=[*syncs(0, 1), say(2, Kind.SYNC, b"\x00")]), "nobody has signed"),
    "a report of another kind": (propose(LEADER, reports=[*syncs(0, 1), ack(2, NEXT)]), "nobody has signed"),
    "a report of a seat that does not play": (propose(LEADER, reports=syncs(0, 1, 5)), "nobody has signed"),
    "a report of another attempt": (propose(LEADER, reports=[*syncs(0, 1), sync(2, attempt=2)]), "another attempt"),
    "a goodbye after its promise": (
        propose(LEADER, lost=[2], excused=[2], reports=[*syncs(0, 1), leave(2, promised=1)]), "promised"),
    "a proof that does not hold": (
        propose(LEADER, tip=NEXT, reports=[*syncs(0, 1), sync(2, said=report(NEXT, proof=UNSIGNED_PROOF), block=6)]), "proof"),
    "two reports of a seat": (propose(LEADER, reports=[*syncs(0, 1), sync(1, lost=[2])]), "two reports"),
    "an excused seat that reports": (propose(LEADER, lost=[2], excused=[2], reports=syncs(0, 1, 2)), "excused and not excused"),
    "a goodbye that excuses nobody": (propose(LEADER, reports=[*syncs(0, 1, 3), leave(2)]), "excused and not excused"),
    "too few reports": (propose(LEADER, reports=syncs(0, 1)), "does not follow"),
    "no report at all": (propose(LEADER), "does not follow"),
    "everybody excused": (propose(LEADER, excused=[0, 1, 2, 3], lost=[0]), "does not follow"),
    "two tips": (propose(LEADER, reports=[sync(0), sync(1, said=report(NEXT), block=6), sync(2, said=report(OTHER), block=6)]),
                 "does not follow"),
    "two blocks without a liar": (
        propose(LEADER, tip=NEXT, reports=[sync(0), sync(1, said=report(acked=NEXT)), sync(2, said=report(acked=OTHER))]),
        "does not follow"),
    "a block that was acknowledged is void": (
        propose(LEADER, reports=[*syncs(0, 1), sync(2, said=report(acked=NEXT))]), "another end"),
    "a block that nobody has acknowledged stands": (propose(LEADER, tip=NEXT, reports=syncs(0, 1, 2)), "another end"),
    "another state": (propose(LEADER, tip=Tip(START.blocks, START.head, bytes(32)), reports=syncs(0, 1, 2)), "another end"),
    "another head": (propose(LEADER, tip=OTHER, reports=[*syncs(0, 1), sync(2, said=report(acked=NEXT))]), "another end"),
    "an excused seat is kept": (propose(LEADER, excused=[2], reports=syncs(0, 1)), "kept a seat"),
    "a loss without claims": (propose(LEADER, lost=[2], reports=syncs(0, 1, 3, lost=[2])), "without a case"),
    "a loss with too few claims": (
        propose(LEADER, lost=[2], reports=syncs(0, 1, 3, lost=[2]), case=[claim(0, 2)]), "without a case"),
    "a loss with claims of one seat": (
        propose(LEADER, lost=[2], reports=syncs(0, 1, 3, lost=[2]), case=[claim(0, 2), claim(0, 2, number=2)]), "without a case"),
    "a loss with old claims": (
        propose(LEADER, lost=[2], reports=syncs(0, 1, 3, lost=[2]), case=[claim(0, 2, view=1), claim(1, 2, view=1)]),
        "without a case"),
    "a loss with claims of another block": (
        propose(LEADER, lost=[2], reports=syncs(0, 1, 3, lost=[2]), case=[claim(0, 2, block=3), claim(1, 2, block=3)]),
        "without a case"),
    "a loss with claims taken back": (
        propose(LEADER, lost=[2], reports=syncs(0, 1, 3, lost=[2]), case=[claim(0, 2), claim(1, 2, holds=0)]), "without a case"),
    "a loss with claims against another": (
        propose(LEADER, lost=[2], reports=syncs(0, 1, 3, lost=[2]), case=[claim(0, 1), claim(3, 1)]), "without a case"),
    "a present seat that two of three do not want": (
        propose(LEADER, lost=[2], reports=syncs(0, 1, 3, lost=[2]), case=[claim(0, 2, why=0), claim(1, 2, why=0)]),
        "without a case"),
    "a loss that too few reports name": (
        propose(LEADER, lost=[2], reports=[*syncs(0, 1, lost=[2]), sync(3)], case=[claim(0, 2), claim(1, 2)]), "without a case"),
    "everybody else": (propose(LEADER, lost=[0, 1, 2], reports=syncs(3, lost=[0, 1, 2])), "does not follow"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_does_not_follow_convicts(name: str) -> None:
    proposal, reason = BAD[name]
    assert reason in fault(proposal)


# --- locks

LOCKED = propose(LEADER, attempt=1, lost=[2])
NEXT_LEADER = 0


def with_lock(tip: Tip = START, lost: tuple[int, ...] = (2,)) -> Signed:
    reports = [sync(0, 2, report(lock=lock_of(LOCKED))), sync(1, 2), sync(3, 2)]
    return propose(NEXT_LEADER, 2, tip, reports, lost)


def known(lock: Lock) -> Outcome | None:
    return outcome_in(LOCKED) if lock == lock_of(LOCKED) else None


def test_what_may_have_been_decided_is_proposed_again_and_needs_no_case() -> None:
    assert not fault(with_lock(), outcome_of=known)
    read = read_proposal(with_lock(), terms(4), is_signed)
    assert check_conclusion(read, with_lock(), terms(4), known, is_signed)


@pytest.mark.parametrize("proposal", [with_lock(lost=()), with_lock(lost=(1,)), with_lock(lost=(1, 2)), with_lock(tip=NEXT)])
def test_another_outcome_than_the_locked_one_convicts(proposal: Signed) -> None:
    assert "may have been decided" in fault(proposal, outcome_of=known)


# --- what convicts nobody: it cannot be judged here

@pytest.mark.parametrize("proposal", [
    propose(2, reports=syncs(0, 1, 2)),
    propose(LEADER, lost=[5], reports=syncs(0, 1, 2)),
    propose(LEADER, excused=[5], reports=syncs(0, 1, 2)),
    propose(LEADER, reports=[*syncs(0, 1), sync(2, said=report(block_after(START, b"x"), proof=()), block=6)]),
    propose(LEADER, reports=[*syncs(0, 1), sync(2, block=4)]),
    propose(LEADER, reports=[*syncs(0, 1), sync(2, view=VIEW - 1)]),
    with_lock(),
], ids=["it does not lead here", "a lost seat that does not play here", "an excused one", "a tip without proof",
        "a tip below the start", "a report of another view", "a lock that is not here"])
def test_what_speaks_of_something_that_is_not_here_convicts_nobody(proposal: Signed) -> None:
    def judged() -> bool:
        return check_conclusion(read_proposal(proposal, terms(4), is_signed), proposal, terms(4), nothing_known, is_signed)

    assert not fault(proposal)
    with pytest.raises(LookupError):
        judged()


def test_where_a_signature_cannot_be_checked_nobody_is_convicted() -> None:
    def unknown(message: Signed) -> bool:
        raise LookupError("not bound here")

    assert not fault_in_proposal(propose(LEADER, reports=syncs(0, 1)), terms(4), nothing_known, unknown)


def test_the_text_says_what_was_wrong() -> None:
    proposal = propose(LEADER, excused=[2], reports=syncs(0, 1))
    read = read_proposal(proposal, terms(4), is_signed)
    with pytest.raises(ProposalError, match="kept a seat that is excused"):
        check_conclusion(read, proposal, terms(4), nothing_known, is_signed)


# --- parts of a SYNC

def test_every_frame_of_a_case_is_a_signed_claim_or_goodbye() -> None:
    good = [claim(0, 2), leave(1)]
    assert case_is_signed(sync(3, case=good), is_signed)
    for bad in (ack(0, NEXT), sync(0), prepare(0, LOCKED), confirm(0, LOCKED), say(0, Kind.CLAIM, b"\x00"),
                say(0, Kind.CLAIM, claim(0, 2).body, signer=1)):
        assert not case_is_signed(sync(3, case=[*good, bad]), is_signed)
    body = Sync(1, report(), 0, (b"\xff",), 0)
    assert not case_is_signed(say(3, Kind.SYNC, body), is_signed)


def test_every_signature_of_a_proof_holds() -> None:
    whole = report(NEXT)
    assert report_is_proven(sync(0, said=whole, block=6), is_signed)
    assert report_is_proven(sync(0), is_signed)
    for wrong in range(4):
        proof = tuple((seat, bytes(64) if seat == wrong else signature) for seat, signature in whole.proof)
        assert not report_is_proven(sync(0, said=report(NEXT, proof=proof), block=6), is_signed)
    swapped = tuple((seat, whole.proof[1 - seat][1] if seat < 2 else signature) for seat, signature in whole.proof)
    assert not report_is_proven(sync(0, said=report(NEXT, proof=swapped), block=6), is_signed)
