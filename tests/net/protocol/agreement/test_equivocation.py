"""Pairs of statements that convict, and those of honest seats, which never do (docs/spec/protocol.md, section 9)."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.equivocation import (
    AFTER_GOODBYE,
    FORGOTTEN_LOCK,
    MAX_NEAR,
    MAX_RECENT,
    MAX_STATEMENTS,
    TWO_CONTENTS,
    WRONG_REPORT,
    Statements,
    find_contradiction,
    is_same,
)
from acquire_net.protocol.messages import MAX_SEATS, Commit, Hands, Kind, Lock, Open
from tests.net.protocol.agreement.frames import (
    NEXT,
    OTHER,
    VIEW,
    ack,
    block_after,
    claim,
    confirm,
    leave,
    lock_of,
    prepare,
    propose,
    report,
    say,
    sync,
)

ONE, TWO = propose(3, 1), propose(3, 1, tip=NEXT)
HIGHER = propose(0, 2)
COMMIT = say(1, Kind.COMMIT, Commit(bytes(64)))


# --- what convicts

PAIRS: dict[str, tuple[Signed, Signed, str]] = {
    "two contents": (COMMIT, say(1, Kind.COMMIT, Commit(bytes([1]) * 64)), TWO_CONTENTS),
    "contents of two kinds": (COMMIT, say(1, Kind.OPEN, Open(bytes(32), bytes(32), bytes(64))), TWO_CONTENTS),
    "two ACKs": (ack(1, NEXT), ack(1, OTHER), "acknowledged one block in two ways"),
    "two SYNCs": (sync(1, 2), sync(1, 2, lost=[3]), "reported in two ways for one attempt"),
    "two PROPOSEs": (ONE, TWO, "proposed two ends of one view in one attempt"),
    "two PREPAREs": (prepare(1, ONE), prepare(1, TWO), "prepared two proposals of one attempt"),
    "two CONFIRMs": (confirm(1, ONE), confirm(1, TWO), "confirmed two proposals of one attempt"),
    "an ACK, and a report without it": (ack(1, NEXT), sync(1), WRONG_REPORT),
    "an ACK, and a report of another block": (ack(1, NEXT), sync(1, said=report(acked=OTHER)), WRONG_REPORT),
    "an ACK, and a report of a tip long before": (ack(1, block_after(NEXT)), sync(1, said=report(acked=NEXT)), WRONG_REPORT),
    "an ACK, and a report of another log": (ack(1, OTHER), sync(1, said=report(NEXT), block=6), WRONG_REPORT),
    "an ACK, and a goodbye without it": (ack(1, NEXT), leave(1), WRONG_REPORT),
    "a CONFIRM, and a higher report without a lock": (confirm(1, ONE), sync(1, 2), FORGOTTEN_LOCK),
    "a CONFIRM, and a higher report of a lower lock": (
        confirm(1, HIGHER), sync(1, 3, report(lock=lock_of(ONE))), FORGOTTEN_LOCK),
    "a CONFIRM, and a higher report of another lock": (
        confirm(1, ONE), sync(1, 2, report(lock=lock_of(TWO))), FORGOTTEN_LOCK),
    "a CONFIRM, and a goodbye without a lock": (confirm(1, ONE), leave(1, promised=1), FORGOTTEN_LOCK),
    "a goodbye, and a content of a later view": (leave(1), say(1, Kind.COMMIT, Commit(bytes(64)), view=VIEW + 1), AFTER_GOODBYE),
    "a goodbye, and an ACK of a later view": (leave(1), ack(1, NEXT, VIEW + 1), AFTER_GOODBYE),
    "a goodbye, and a SYNC of a later view": (leave(1), sync(1, view=VIEW + 1), AFTER_GOODBYE),
    "a goodbye, and a SYNC above its promise": (leave(1, promised=2), sync(1, 3), AFTER_GOODBYE),
    "a goodbye, and a PREPARE above its promise": (leave(1), prepare(1, ONE), AFTER_GOODBYE),
    "a goodbye, and a CONFIRM above its promise": (leave(1, said=report(lock=lock_of(ONE))), confirm(1, ONE), AFTER_GOODBYE),
    "a goodbye, and a PROPOSE above its promise": (leave(3), propose(3, 1), AFTER_GOODBYE),
}


@pytest.mark.parametrize("name", PAIRS)
def test_these_two_convict_in_either_order(name: str) -> None:
    one, other, reason = PAIRS[name]
    assert find_contradiction(one, other) == reason
    assert find_contradiction(other, one) == reason


@pytest.mark.parametrize("name", PAIRS)
def test_what_two_seats_say_contradicts_nothing(name: str) -> None:
    one, other, _ = PAIRS[name]
    stranger = say(2 if other.author != 2 else 4, other.kind, other.body, other.block, other.view)
    assert not find_contradiction(one, stranger)


# --- what does not convict

NO_PAIRS: dict[str, tuple[Signed, Signed]] = {
    "a content again in a higher view": (COMMIT, say(1, Kind.COMMIT, Commit(bytes([1]) * 64), view=VIEW + 1)),
    "contents of two blocks": (COMMIT, say(1, Kind.COMMIT, Commit(bytes([1]) * 64), block=6)),
    "an ACK again in a higher view": (ack(1, NEXT), ack(1, OTHER, VIEW + 1)),
    "a void block acknowledged, and a report of the next view": (ack(1, NEXT), sync(1, view=VIEW + 1)),
    "SYNCs of two attempts": (sync(1, 1), sync(1, 2, lost=[3])),
    "SYNCs of two views": (sync(1, 1), sync(1, 1, lost=[3], view=VIEW + 1)),
    "a PREPARE, and a report without a lock": (prepare(1, ONE), sync(1, 2)),
    "a CONFIRM, and the report of the same attempt": (confirm(1, ONE), sync(1, 1)),
    "a CONFIRM, and a report of it": (confirm(1, ONE), sync(1, 2, report(lock=lock_of(ONE)))),
    "a CONFIRM, and a report of a higher lock": (confirm(1, ONE), sync(1, 3, report(lock=lock_of(HIGHER)))),
    "a CONFIRM of one view, and a report of the next": (confirm(1, ONE), sync(1, 2, view=VIEW + 1)),
    "an ACK, and a report of it": (ack(1, NEXT), sync(1, said=report(acked=NEXT))),
    "an ACK, and a report of it as the tip": (ack(1, NEXT), sync(1, said=report(NEXT), block=6)),
    "an ACK, and a report of a tip long after it": (ack(1, NEXT), sync(1, said=report(block_after(NEXT)), block=7)),
    "a goodbye, and what was promised before it": (leave(1, promised=2), sync(1, 2)),
    "a goodbye, and a content of its view": (leave(1), COMMIT),
    "a goodbye, and an earlier view": (leave(1, view=VIEW + 1), sync(1, 9)),
    "a goodbye, and its keys": (leave(1), say(1, Kind.HANDS, Hands(()), view=0)),
    "claims": (claim(1, 2), claim(1, 2, holds=0)),
    "a goodbye, and a claim": (leave(1), claim(1, 2, view=VIEW + 1)),
    "something that cannot be read": (COMMIT, say(1, Kind.COMMIT, b"\x00")),
}


@pytest.mark.parametrize("name", NO_PAIRS)
def test_these_two_may_stand_beside_each_other(name: str) -> None:
    one, other = NO_PAIRS[name]
    assert not find_contradiction(one, other)
    assert not find_contradiction(other, one)


@pytest.mark.parametrize("message", [COMMIT, ack(1, NEXT), sync(1), ONE, prepare(1, ONE), confirm(1, ONE), leave(1),
                                     claim(1, 2)])
def test_two_signatures_below_one_text_are_no_lie(message: Signed) -> None:
    again = say(message.author, message.kind, message.body, message.block, message.view, signer=5)
    assert again.frame != message.frame
    assert is_same(message, again)
    assert not find_contradiction(message, again)


# --- an honest seat, whatever happens to it

def honest_view(view: int, block_stands: bool, attempts: int, confirms: tuple[int, ...], leaves: bool) -> list[Signed]:
    """Return what seat 1 signs in a view: a block, perhaps one more that it acknowledges, attempts, and perhaps a goodbye."""
    tip = NEXT
    said = [say(1, Kind.COMMIT, Commit(bytes(64)), 5, view), ack(1, tip, view),
            say(1, Kind.COMMIT, Commit(bytes([1]) * 64), 6, view)]
    acked = block_after(tip) if block_stands else None
    if acked is not None:
        said.append(ack(1, acked, view))
    lock: Lock | None = None
    for attempt in range(1, attempts + 1):
        said.append(sync(1, attempt, report(tip, acked, lock), block=6, view=view))
        proposal = propose(0, attempt, tip, block=6, view=view)
        said.append(prepare(1, proposal))
        if attempt in confirms:
            said.append(confirm(1, proposal))
            lock = lock_of(proposal)
    if leaves:
        said.append(leave(1, attempts, report(tip, acked, lock), block=6, view=view))
    return said


@pytest.mark.parametrize("block_stands", [False, True])
@pytest.mark.parametrize("leaves", [False, True])
def test_nothing_that_an_honest_seat_signs_contradicts_itself(block_stands: bool, leaves: bool) -> None:
    for attempts, confirms in product(range(4), [(), (1,), (2,), (1, 2), (1, 3), (3,)]):
        first = honest_view(VIEW, block_stands, attempts, confirms, leaves=False)
        second = honest_view(VIEW + 1, not block_stands, attempts, confirms, leaves)
        for one, other in combinations(first + second, 2):
            assert not find_contradiction(one, other), (one, other)


# --- what is kept of it

def test_statements_of_the_own_attempt_and_those_above_it_are_kept_whatever_comes_between() -> None:
    """Two of one attempt convict, so none of them may be pushed out by others of its author."""
    statements = Statements(own_attempt=3)
    attempts = [*range(1, 30), 1000]
    random.Random(1).shuffle(attempts)
    for attempt in attempts:
        statements.keep(sync(1, attempt))
    statements.keep(sync(2, 1))
    kept = sorted(message.attempt for message in statements.statements_by(1))
    assert kept == [1, 2, *range(3, 3 + MAX_NEAR), 1000], "the highest too: who was away for long finds the others by it"
    assert MAX_NEAR > 2 * MAX_SEATS, "all attempts that a seat looks at"


def test_of_attempts_below_the_own_one_the_highest_are_kept() -> None:
    statements = Statements(own_attempt=10)
    for attempt in (1, 5, 3, 4, 2):
        statements.keep(sync(1, attempt))
    assert [message.attempt for message in statements.statements_by(1)] == [4, 5] and MAX_STATEMENTS == 2
    assert statements.find_same(sync(1, 5)) is not None and statements.find_same(sync(1, 1)) is None


def test_the_last_few_messages_are_kept_whatever_they_are() -> None:
    """Evidence comes as frames, one behind the other: the second meets the first."""
    statements = Statements()
    for attempt in range(1, 20):
        statements.keep_recent(sync(1, attempt))
        statements.keep_recent(sync(1, attempt))
    assert len([*statements.statements_by(1)]) == MAX_RECENT
    assert any(is_same(known, sync(1, 19)) for known in statements.statements_by(1))
    assert not [*statements.statements_by(2)]


def test_a_view_forgets_the_statements_of_the_one_before() -> None:
    statements = Statements()
    statements.keep(sync(1, 1))
    statements.begin_view()
    assert not [*statements.statements_by(1)]
