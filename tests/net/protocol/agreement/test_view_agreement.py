"""What the log knows of how views end, and what a LINK or a statement is worth by it (docs/spec/protocol.md, section 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from acquire_net.protocol.agreement import MAX_UNEXCUSED, Charge, LinkVerdict, ViewAgreement, liars_behind
from acquire_net.protocol.certificates import OpenedLink, make_link, open_link, vote_on
from acquire_net.protocol.codec import Signed, decode_frame
from acquire_net.protocol.log_types import Fate
from acquire_net.protocol.messages import Kind
from tests.net.protocol.agreement.frames import (
    LEADER,
    NEXT,
    VIEW,
    ack,
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

NEW_LOCK, NEW_CERTIFICATE = LinkVerdict(Fate.NEW), LinkVerdict(Fate.NEW, is_certificate=True)

VOID = propose(LEADER, reports=[sync(seat) for seat in range(3)])
"""The open block is void, and nobody is lost."""
STANDS = propose(LEADER, tip=NEXT, reports=[sync(seat, said=report(acked=NEXT)) for seat in range(3)])
"""The open block stands."""
AGAIN = propose(0, 2, reports=[sync(seat, 2) for seat in range(3)])
"""The outcome of VOID in another attempt."""
UNFOUNDED = propose(LEADER, reports=[sync(seat) for seat in range(3)], lost=[2])
"""A seat is lost against which there is no case."""
WITHOUT_CASE = "proposed to lose seat 2 without a case"


def lock(proposal: Signed, seats: Iterable[int] = range(3)) -> OpenedLink:
    return make_link(proposal, [prepare(seat, proposal) for seat in seats])


def certificate(proposal: Signed, seats: Iterable[int] = range(3)) -> OpenedLink:
    return make_link(proposal, (), [confirm(seat, proposal) for seat in seats])


def forged(proposal: Signed, kind: Kind) -> list[Signed]:
    return [vote_on(proposal, kind, seat, bytes(64)) for seat in range(3)]


def ended(link: OpenedLink | None = None) -> ViewAgreement:
    """Return what is known after a view that has ended with this certificate."""
    agreement = ViewAgreement(terms(4))
    if link is not None:
        agreement.keep_end(link)
    agreement.begin_view(terms(4, VIEW + 1))
    return agreement


@pytest.fixture
def agreement() -> ViewAgreement:
    return ViewAgreement(terms(4))


# --- locks

def test_a_lock_holds_with_enough_prepares(agreement: ViewAgreement) -> None:
    assert agreement.judge_link(lock(VOID), is_signed) == NEW_LOCK
    assert agreement.judge_link(lock(VOID, [0, 1]), is_signed) == LinkVerdict(Fate.IDLE)


def test_judging_keeps_nothing(agreement: ViewAgreement) -> None:
    agreement.judge_link(lock(VOID), is_signed)
    agreement.judge_link(certificate(VOID), is_signed)
    assert not list(agreement.open.locks) and agreement.open.end is None


def test_a_lock_that_is_kept_is_known(agreement: ViewAgreement) -> None:
    assert agreement.keep_lock(lock(VOID)) is Fate.NEW
    assert lock_of(VOID) in agreement.open.locks
    assert agreement.judge_link(lock(VOID, [1, 2, 3]), is_signed) == LinkVerdict(Fate.KNOWN)


@pytest.mark.parametrize("link", [
    make_link(VOID, forged(VOID, Kind.PREPARE)),
    make_link(VOID),
    lock(propose(LEADER, reports=[sync(0)]), seats=[4, 5]),
    lock(say(LEADER, Kind.PROPOSE, VOID.envelope.body, signer=0)),
], ids=["forged votes", "no votes", "votes of seats that do not play", "a forged PROPOSE"])
def test_what_nobody_here_has_signed_is_forged(agreement: ViewAgreement, link: OpenedLink) -> None:
    assert agreement.judge_link(link, is_signed) == LinkVerdict(Fate.FORGED)


def test_who_prepares_what_does_not_follow_is_charged_and_its_leader_last(agreement: ViewAgreement) -> None:
    verdict = agreement.judge_link(lock(UNFOUNDED, [0, 2]), is_signed)
    prepared = f"prepared a proposal whose author {WITHOUT_CASE}"
    assert verdict.fate is Fate.GUILTY
    assert [(charge.seat, charge.reason) for charge in verdict.charges] == [(0, prepared), (2, prepared), (LEADER, WITHOUT_CASE)]


def test_each_charge_against_a_voter_shows_the_one_vote_first(agreement: ViewAgreement) -> None:
    for charge in agreement.judge_link(lock(UNFOUNDED, [0, 2]), is_signed).charges[:-1]:
        link = open_link(decode_frame(charge.frames[-1]))
        assert list(link.prepares) == [charge.seat]
        assert ViewAgreement(terms(4)).judge_link(link, is_signed).charges[0] == charge


def test_one_prepare_is_enough_to_be_charged_and_a_forged_one_is_not(agreement: ViewAgreement) -> None:
    votes = [prepare(0, UNFOUNDED), *forged(UNFOUNDED, Kind.PREPARE)[1:]]
    assert [charge.seat for charge in agreement.judge_link(make_link(UNFOUNDED, votes), is_signed).charges] == [0, LEADER]


def test_charges_show_the_locks_that_a_judge_needs(agreement: ViewAgreement) -> None:
    defying = propose(0, 2, tip=NEXT, reports=[sync(seat, 2, report(lock=lock_of(VOID))) for seat in range(3)])
    agreement.keep_lock(lock(VOID))
    charges = agreement.judge_link(lock(defying, [1]), is_signed).charges
    assert [charge.seat for charge in charges] == [1, 0]
    assert charges[0].frames == (lock(VOID).message.frame, lock(defying, [1]).message.frame)
    assert charges[1].frames == (lock(VOID).message.frame, defying.frame)


def test_what_cannot_be_judged_charges_nobody(agreement: ViewAgreement) -> None:
    unknown = propose(0, 2, reports=[sync(seat, 2, report(lock=lock_of(VOID))) for seat in range(3)])
    assert agreement.judge_link(lock(unknown), is_signed) == NEW_LOCK


# --- certificates

def test_a_certificate_holds_with_enough_confirms(agreement: ViewAgreement) -> None:
    assert agreement.judge_link(certificate(VOID), is_signed) == NEW_CERTIFICATE
    assert agreement.judge_link(certificate(VOID, [0, 1]), is_signed) == LinkVerdict(Fate.FORGED), "nor is it a lock"
    assert agreement.judge_link(make_link(VOID, (), forged(VOID, Kind.CONFIRM)), is_signed) == LinkVerdict(Fate.FORGED)


def test_a_view_ends_once(agreement: ViewAgreement) -> None:
    agreement.keep_end(certificate(VOID))
    assert agreement.end_of(VIEW) is agreement.open.end is not None
    assert agreement.judge_link(certificate(AGAIN), is_signed) == LinkVerdict(Fate.KNOWN, is_certificate=True)
    assert agreement.judge_link(certificate(STANDS), is_signed) == NEW_CERTIFICATE, "it says that there are two logs"


# --- views that have ended

def test_a_view_begins_with_nothing_known_and_the_one_before_stays(agreement: ViewAgreement) -> None:
    agreement.keep_lock(lock(VOID))
    agreement.keep_end(certificate(VOID))
    agreement.begin_view(terms(4, VIEW + 1))
    assert agreement.open.terms.view == VIEW + 1
    assert not list(agreement.open.locks) and agreement.open.end is None
    assert agreement.terms_of(VIEW) == terms(4)
    assert agreement.judge_link(lock(VOID), is_signed).fate is Fate.KNOWN
    assert agreement.terms_of(VIEW + 2) is agreement.end_of(VIEW + 2) is None


def test_a_late_lock_is_kept_in_its_own_view() -> None:
    agreement = ended(certificate(VOID))
    assert agreement.judge_link(lock(VOID), is_signed) == NEW_LOCK
    assert agreement.keep_lock(lock(VOID)) is Fate.STALE
    assert agreement.judge_link(lock(VOID), is_signed) == LinkVerdict(Fate.KNOWN)
    assert not list(agreement.open.locks)


def test_a_late_lock_still_charges() -> None:
    assert [charge.seat for charge in ended().judge_link(lock(UNFOUNDED), is_signed).charges] == [0, 1, 2, LEADER]


@pytest.mark.parametrize(("link", "end", "fate"), [
    (certificate(VOID), None, Fate.STALE),
    (certificate(VOID), certificate(VOID, [1, 2, 3]), Fate.KNOWN),
    (certificate(AGAIN), certificate(VOID), Fate.KNOWN),
    (certificate(STANDS), certificate(VOID), Fate.NEW),
    (certificate(STANDS, [0, 1]), certificate(VOID), Fate.IDLE),
    (make_link(STANDS, (), [*(confirm(seat, STANDS) for seat in range(3)), forged(STANDS, Kind.CONFIRM)[0]][1:]),
     certificate(VOID), Fate.FORGED),
    (certificate(say(LEADER, Kind.PROPOSE, STANDS.envelope.body, signer=0)), certificate(VOID), Fate.FORGED),
], ids=["no end is known", "the same", "the same outcome", "another outcome", "too few", "one forged vote", "a forged PROPOSE"])
def test_a_late_certificate_is_compared_with_the_end_that_is_known(link: OpenedLink, end: OpenedLink | None, fate: Fate) -> None:
    assert ended(end).judge_link(link, is_signed) == LinkVerdict(fate, is_certificate=True)


def test_late_and_unsigned_is_only_late() -> None:
    proposal = say(LEADER, Kind.PROPOSE, VOID.envelope.body, signer=0)
    assert ended(certificate(VOID)).judge_link(lock(proposal), is_signed) == LinkVerdict(Fate.STALE)
    before = propose(LEADER, view=VIEW - 1)
    assert ended(certificate(VOID)).judge_link(lock(before), is_signed) == LinkVerdict(Fate.STALE), "of a view before all"


# --- LINKs that wait for evidence

def excusing(*excused: int) -> OpenedLink:
    return certificate(propose(LEADER, excused=excused))


def are_convicted(*convicted: int) -> Callable[[frozenset[int], Signed], bool]:
    return lambda seats, proposal: seats <= set(convicted)


def test_a_link_waits_until_all_that_it_excuses_are_excused(agreement: ViewAgreement) -> None:
    link = excusing(0, 1)
    agreement.wait_for_evidence(link)
    assert agreement.take_link_with_evidence(are_convicted(1)) is None
    assert agreement.take_link_with_evidence(are_convicted(0, 1)) is link
    assert agreement.take_link_with_evidence(are_convicted(0, 1)) is None


def test_a_link_waits_once_and_only_the_last_few_do(agreement: ViewAgreement) -> None:
    links = [certificate(propose(LEADER, attempt, excused=[0])) for attempt in range(1, MAX_UNEXCUSED + 3)]
    for link in (*links, links[-1]):
        agreement.wait_for_evidence(link)
    waited = [agreement.take_link_with_evidence(are_convicted(0)) for _ in range(MAX_UNEXCUSED + 1)]
    assert waited == [*links[-MAX_UNEXCUSED:], None]


def test_no_link_waits_beyond_its_view(agreement: ViewAgreement) -> None:
    agreement.wait_for_evidence(excusing(0))
    agreement.begin_view(terms(4, VIEW + 1))
    agreement.wait_for_evidence(excusing(0))
    assert agreement.take_link_with_evidence(are_convicted(0)) is None


# --- statements

FORGED_CLAIM = say(0, Kind.CLAIM, claim(0, 2).envelope.body, signer=1)
UNPROVEN = report(NEXT, proof=tuple((seat, bytes(64)) for seat in range(4)))


@pytest.mark.parametrize(("statement", "fault"), [
    (sync(1), ""),
    (sync(1, case=[claim(0, 2)]), ""),
    (sync(1, case=[FORGED_CLAIM]), "showed a case that its authors did not sign"),
    (propose(LEADER, case=[FORGED_CLAIM]), "showed a case that its authors did not sign"),
    (sync(1, said=UNPROVEN, block=6), "reported a tip whose proof does not hold"),
    (leave(1, said=UNPROVEN, block=6), "reported a tip whose proof does not hold"),
    (leave(1), ""),
    (prepare(1, UNFOUNDED), ""),
    (UNFOUNDED, WITHOUT_CASE),
    (VOID, ""),
    (propose(LEADER, lost=[2], view=VIEW + 1), ""),
])
def test_a_statement_is_judged_by_itself(agreement: ViewAgreement, statement: Signed, fault: str) -> None:
    assert agreement.fault_of(statement, is_signed) == fault


def test_a_late_statement_is_judged_by_its_own_view() -> None:
    assert ended().fault_of(UNFOUNDED, is_signed) == WITHOUT_CASE


def test_nothing_is_wrong_where_signatures_cannot_be_checked(agreement: ViewAgreement) -> None:
    def unknown(message: Signed) -> bool:
        raise LookupError

    for statement in (sync(1, case=[FORGED_CLAIM]), leave(1, said=UNPROVEN, block=6), UNFOUNDED):
        assert agreement.fault_of(statement, unknown) == ""


def test_a_judge_needs_the_locks_that_a_proposal_rests_on(agreement: ViewAgreement) -> None:
    middle = propose(0, 2, reports=[sync(seat, 2, report(lock=lock_of(VOID))) for seat in range(3)])
    top = propose(1, 3, reports=[sync(seat, 3, report(lock=lock_of(middle))) for seat in range(3)])
    for link in (lock(middle), lock(VOID), lock(STANDS)):
        agreement.keep_lock(link)
    assert agreement.frames_to_judge(top) == [lock(VOID).message.frame, lock(middle).message.frame, top.frame]
    assert agreement.frames_to_judge(sync(1)) == [sync(1).frame]
    assert ViewAgreement(terms(4, VIEW + 1)).frames_to_judge(top) == [top.frame]


# --- two ends of one view

def nothing_known(seat: int) -> list[Signed]:
    return []


def test_two_ends_of_a_view_convict_all_who_have_signed_both() -> None:
    one, other = certificate(VOID, [0, 1, 2]), certificate(STANDS, [1, 2, 3])
    charges = {charge.seat: charge for charge in liars_behind([one, other], nothing_known, is_signed)}
    assert {*charges} == {0, 1, 2, LEADER}
    assert charges[LEADER] == Charge(LEADER, "proposed two ends of one view in one attempt", (VOID.frame, STANDS.frame))
    assert charges[1].reason == "confirmed two proposals of one attempt"
    assert charges[0].reason == "reported in two ways for one attempt", "both ends hold a report of it"


def test_an_end_convicts_beside_what_else_its_signer_has_said() -> None:
    known = {1: [ack(1, NEXT)], 0: [sync(0)]}
    charges = list(liars_behind([certificate(VOID)], lambda seat: known.get(seat, []), is_signed))
    assert charges == [Charge(1, "acknowledged a block and reported something else", (sync(1).frame, ack(1, NEXT).frame))]


def test_nobody_is_convicted_by_what_it_has_not_signed() -> None:
    ends = [make_link(VOID, (), forged(VOID, Kind.CONFIRM)), make_link(propose(0, 2), (), forged(STANDS, Kind.CONFIRM))]
    assert not list(liars_behind(ends, nothing_known, is_signed))
    unsigned = make_link(say(LEADER, Kind.PROPOSE, STANDS.envelope.body, signer=0))
    for ends in ([make_link(VOID), unsigned], [unsigned, make_link(VOID)]):
        assert LEADER not in {charge.seat for charge in liars_behind(ends, nothing_known, is_signed)}
