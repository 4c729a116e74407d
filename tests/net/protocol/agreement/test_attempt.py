"""What a seat holds of an attempt (docs/spec/protocol.md, section 9): the highest message of each seat and kind."""

from __future__ import annotations

import pytest

from acquire_net.protocol.attempt import AttemptBook
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.messages import Kind
from tests.net.protocol.agreement.frames import NEXT, confirm, lock_of, prepare, propose, report, sync

ME = 0


def book_of(*messages: Signed) -> AttemptBook:
    book = AttemptBook(ME)
    for message in messages:
        book.keep(message)
    return book


def test_who_has_sent_no_report_has_promised_nothing() -> None:
    book = book_of(sync(1, 3), sync(2, 5))
    assert not book.has_promised
    assert book.attempt == 0
    assert book.is_empty is False
    assert AttemptBook(ME).is_empty


def test_the_own_report_is_a_promise() -> None:
    book = book_of(sync(ME, 3))
    assert book.has_promised
    assert book.attempt == 3


def test_a_promise_never_falls() -> None:
    assert book_of(sync(ME, 3), sync(ME, 2)).attempt == 3


def test_what_was_signed_itself_is_known_by_its_highest_attempt() -> None:
    low, high = propose(ME, 2), propose(ME, 6)
    book = book_of(sync(ME, 6), low, high, prepare(ME, low), prepare(ME, high), confirm(ME, low))
    assert (book.proposed, book.prepared, book.confirmed) == (6, 6, 2)
    assert book.lock == lock_of(low)
    book.keep(confirm(ME, high))
    assert book.lock == lock_of(high)
    book.keep(confirm(ME, low))
    assert book.lock == lock_of(high)


def test_what_others_have_signed_binds_nobody_else() -> None:
    proposal = propose(1, 3)
    book = book_of(proposal, prepare(1, proposal), confirm(1, proposal))
    assert (book.proposed, book.prepared, book.confirmed, book.lock) == (0, 0, 0, None)


def test_of_another_seat_the_highest_attempt_is_held() -> None:
    book = book_of(sync(1, 3))
    assert not book.keep(sync(1, 2))
    assert not book.keep(sync(1, 3, report(acked=NEXT)))
    assert book.keep(sync(1, 4))
    found = book.sync_of(1)
    assert found is not None
    assert found.frame == sync(1, 4).frame
    assert book.attempts_by_seat() == {1: 4}
    assert book.sync_of(2) is None


def test_only_what_belongs_to_the_own_attempt_is_of_use() -> None:
    book = book_of(sync(ME, 3), sync(1, 3), sync(2, 4), sync(3, 2))
    assert {*book.statements_of(Kind.SYNC)} == {ME, 1}
    book.keep(sync(ME, 4))
    assert {*book.statements_of(Kind.SYNC)} == {ME, 2}


def test_a_proposal_is_that_of_the_leader() -> None:
    book = book_of(sync(ME, 3), propose(1, 3), propose(2, 3))
    found = book.own_proposal(1)
    assert found is not None
    assert found.author == 1
    assert book.own_proposal(3) is None


@pytest.mark.parametrize(("kind", "make"), [(Kind.PREPARE, prepare), (Kind.CONFIRM, confirm)])
def test_votes_are_for_one_proposal_at_its_block(kind: Kind, make: object) -> None:
    mine, other, moved = propose(1, 3), propose(2, 3), propose(1, 3, block=6)
    book = book_of(sync(ME, 3), make(1, mine), make(2, other), make(3, moved))  # type: ignore[operator]
    assert [vote.author for vote in book.votes_for(kind, mine)] == [1]


def test_what_is_held_is_given_in_the_order_in_which_it_is_of_use() -> None:
    proposal = propose(1, 3)
    book = book_of(confirm(2, proposal), prepare(1, proposal), proposal, sync(2, 3), sync(1, 3))
    assert [message.kind for message in book.messages] == [Kind.SYNC, Kind.SYNC, Kind.PROPOSE, Kind.PREPARE, Kind.CONFIRM]
