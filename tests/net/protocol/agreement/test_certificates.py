"""Locks and certificates: what a LINK holds, and what of it counts (docs/spec/protocol.md, section 9)."""

from __future__ import annotations

import pytest

from acquire_net.protocol.certificates import (
    Locks,
    has_quorum,
    locks_in,
    make_link,
    open_link,
    outcome_in,
    proposal_digest,
    vote_on,
)
from acquire_net.protocol.codec import UNSIGNED, MalformedError, Signed, decode_frame, encode_message
from acquire_net.protocol.messages import Envelope, Kind, Link, Lock
from acquire_net.protocol.quorum import quorum_of
from acquire_net.protocol.reports import Outcome
from tests.net.protocol.agreement.frames import (
    NEXT,
    VIEW,
    confirm,
    is_signed,
    leave,
    lock_of,
    prepare,
    propose,
    report,
    sync,
    terms,
)

PROPOSAL = propose(3, tip=NEXT, lost=[2], reports=[sync(seat) for seat in range(3)])


def link_frame(link: Link, author: int = 3, block: int = 5, view: int = VIEW) -> Signed:
    return decode_frame(encode_message(Envelope(Kind.LINK, author, block, view, encode_message(link), UNSIGNED)))


def test_a_link_gives_back_what_was_put_into_it() -> None:
    opened = open_link(make_link(PROPOSAL, [prepare(1, PROPOSAL), prepare(0, PROPOSAL)], [confirm(2, PROPOSAL)]).message)
    assert opened.proposal.frame == PROPOSAL.frame
    assert opened.name == proposal_digest(PROPOSAL)
    assert [vote.frame for vote in opened.prepares.values()] == [prepare(seat, PROPOSAL).frame for seat in (0, 1)]
    assert [vote.frame for vote in opened.confirms.values()] == [confirm(2, PROPOSAL).frame]
    assert (opened.view, opened.attempt, opened.lock) == (VIEW, 1, lock_of(PROPOSAL))
    assert opened.outcome == outcome_in(PROPOSAL) == Outcome(frozenset({2}), NEXT)


def test_a_signature_is_enough_to_make_the_vote_again() -> None:
    for kind, make in ((Kind.PREPARE, prepare), (Kind.CONFIRM, confirm)):
        vote = make(1, PROPOSAL)
        assert vote_on(PROPOSAL, kind, 1, vote.envelope.signature).frame == vote.frame


def test_proposals_of_two_leaders_have_two_names() -> None:
    assert proposal_digest(propose(3)) != proposal_digest(propose(2))
    assert proposal_digest(propose(3)) != proposal_digest(propose(3, attempt=2))


@pytest.mark.parametrize("link", [
    link_frame(Link(PROPOSAL.frame, (), ()), author=2),
    link_frame(Link(PROPOSAL.frame, (), ()), block=6),
    link_frame(Link(PROPOSAL.frame, (), ()), view=VIEW + 1),
    link_frame(Link(sync(0).frame, (), ()), author=0),
    link_frame(Link(b"\xff", (), ())),
    link_frame(Link(PROPOSAL.frame, ((1, bytes(64)), (0, bytes(64))), ())),
    link_frame(Link(PROPOSAL.frame, (), ((1, bytes(64)), (1, bytes(64))))),
], ids=["another author", "another block", "another view", "no PROPOSE", "no frame", "out of order", "a seat twice"])
def test_a_badly_made_link_is_malformed(link: Signed) -> None:
    with pytest.raises(MalformedError):
        open_link(link)


# --- when votes are enough

@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_enough_are_as_many_as_the_table_says(seats: int) -> None:
    for size in range(seats + 1):
        votes = [confirm(seat, PROPOSAL) for seat in range(size)]
        assert has_quorum(votes, PROPOSAL, terms(seats), is_signed) == (size >= quorum_of(seats))


def test_a_vote_twice_is_one() -> None:
    assert not has_quorum([confirm(0, PROPOSAL)] * 5, PROPOSAL, terms(4), is_signed)


def test_what_its_author_has_not_signed_is_no_vote() -> None:
    forged = vote_on(PROPOSAL, Kind.CONFIRM, 2, bytes(64))
    assert not has_quorum([confirm(0, PROPOSAL), confirm(1, PROPOSAL), forged], PROPOSAL, terms(4), is_signed)


def test_seats_that_do_not_play_have_no_vote() -> None:
    assert not has_quorum([confirm(seat, PROPOSAL) for seat in (0, 4, 5)], PROPOSAL, terms(4), is_signed)


def test_excused_seats_have_no_vote_and_are_not_counted() -> None:
    excusing = propose(3, excused=[1])
    assert not has_quorum([confirm(seat, excusing) for seat in (0, 1)], excusing, terms(4), is_signed)
    assert has_quorum([confirm(seat, excusing) for seat in (0, 2)], excusing, terms(4), is_signed)


def test_nobody_is_no_quorum_even_where_all_are_excused() -> None:
    excusing = propose(3, excused=[0, 1, 2, 3])
    assert not has_quorum([], excusing, terms(4), is_signed)
    assert not has_quorum([confirm(3, excusing)], excusing, terms(4), is_signed)


def test_seats_that_are_gone_are_not_excused_once_more() -> None:
    excusing = propose(3, excused=[4, 5])
    assert not has_quorum([confirm(0, excusing), confirm(1, excusing)], excusing, terms(4), is_signed)


# --- chains

def test_a_lock_is_whole_with_all_locks_below_it() -> None:
    lowest = propose(3, attempt=1)
    middle = propose(0, attempt=2, reports=[sync(0, 2, report(lock=lock_of(lowest)))])
    top = propose(1, attempt=3, reports=[sync(0, 3, report(lock=lock_of(middle))), leave(2, said=report(lock=lock_of(lowest)))])
    locks = Locks()
    locks.keep(make_link(top))
    assert not locks.is_whole(lock_of(top))
    locks.keep(make_link(middle))
    assert not locks.is_whole(lock_of(top))
    locks.keep(make_link(lowest))
    assert locks.is_whole(lock_of(top))
    assert [link.attempt for link in locks.lock_chain(lock_of(top))] == [1, 2, 3]
    assert locks.lock_chain(None) == []


def test_a_lock_rests_on_lower_attempts_only() -> None:
    lower = propose(3, attempt=5)
    upper = propose(0, attempt=2, reports=[sync(0, 2, report(lock=lock_of(lower)))])
    locks = Locks()
    locks.keep(make_link(lower))
    locks.keep(make_link(upper))
    assert not locks.is_whole(lock_of(upper))


def test_a_lock_is_found_by_attempt_and_name() -> None:
    locks = Locks()
    locks.keep(make_link(PROPOSAL))
    assert lock_of(PROPOSAL) in locks
    assert Lock(2, proposal_digest(PROPOSAL)) not in locks
    assert Lock(1, bytes(64)) not in locks
    assert locks.outcome_of(lock_of(PROPOSAL)) == outcome_in(PROPOSAL)
    assert locks.outcome_of(Lock(1, bytes(64))) is None


def test_locks_are_read_from_reports_of_the_own_view() -> None:
    lock = Lock(1, bytes(64))
    reports = [sync(0, 2, report(lock=lock)), leave(1, said=report(lock=Lock(2, bytes(64))), view=VIEW - 1), sync(2, 2)]
    assert locks_in(propose(0, attempt=2, reports=reports)) == {lock}
