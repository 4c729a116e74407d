"""What the session fuzzer has found, each as small as it can be: one frame, or a few, that stopped or steered an honest seat."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from acquire_net.protocol.codec import decode
from acquire_net.protocol.facts import SeatLost
from acquire_net.protocol.links import make_link, proposal_digest
from acquire_net.protocol.messages import Confirm, Kind, Leave, Propose, Sync
from acquire_net.protocol.pages import Conviction, mask_of
from tests.net.adversaries.hostile_frames import Forger
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import Liar, LiarsTable

LIAR = 1


def table_of(seats: int, liar: int = LIAR) -> tuple[LiarsTable, Forger]:
    """A table in the middle of its game, and the hand that signs for the liar."""
    table = LiarsTable(Opening(seats=seats, cards=3 * seats + 2), Liar(liar, (), random.Random(0)), seed=1)
    table.play_on(lambda: len(table.peers[0].session.replica.log) >= 8)
    assert not table.is_over()
    return table, Forger(liar, table.keys[liar], lambda: [peer.session for peer in table.players], random.Random(0))


def leads(table: LiarsTable, seat: int) -> int:
    """The first attempt that this seat leads."""
    terms = table.peers[0].session.replica.terms
    return next(attempt for attempt in range(1, 7) if terms.leader(attempt) == seat)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_proposal_from_one_block_ahead_stops_nobody(seats: int) -> None:
    table, forger = table_of(seats)
    session = table.peers[0].session
    state = session.state
    body = Propose(leads(table, LIAR) + 1, 0, 0, state.block, state.head, bytes(32), (), ())  # another leads: it convicts nobody
    frame = forger.sign(Kind.PROPOSE, body, state.block + 1)
    assert frame is not None
    session.receive(LIAR, frame)
    assert not session.stopped


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_proposal_that_excuses_everybody_stops_nobody(seats: int) -> None:
    table, forger = table_of(seats)
    session = table.peers[0].session
    state = session.state
    body = Propose(leads(table, LIAR), mask_of(state.live), 0, state.block, state.head, bytes(32), (), ())
    frame = forger.sign(Kind.PROPOSE, body)
    assert frame is not None
    session.receive(LIAR, frame)
    assert not session.stopped


@pytest.mark.parametrize("seats", [5, 6])
def test_seats_that_are_gone_make_no_quorum_smaller(seats: int) -> None:
    """Seats 2 and on were lost as convicted; the liar excuses them once more, and its CONFIRM alone was a certificate."""
    table, forger = table_of(seats)
    gone = [seat for seat in range(seats) if seat >= 3]
    for seat in gone:
        for peer in table.players:
            peer.session.replica.convicted[seat] = Conviction(seat, 0, "a lie", ())
    session = table.peers[0].session
    for _ in range(60):
        table.pass_time(500)
        if session.live == (0, 1, 2):
            break
    assert session.live == (0, 1, 2)
    state = session.state
    for excused in (mask_of(gone), mask_of([*gone, 5])):
        body = Propose(leads(table, LIAR), excused, mask_of([0]), state.block, state.head, bytes(32), (), ())
        proposal = decode(forger.sign(Kind.PROPOSE, body) or b"")
        vote = decode(forger.sign(Kind.CONFIRM, Confirm(body.attempt, proposal_digest(proposal))) or b"")
        for votes in ([vote], []):
            session.receive(LIAR, make_link(proposal, (), votes).message.frame)
            assert session.live == (0, 1, 2)
            assert session.state.view == state.view
            assert not any(isinstance(fact, SeatLost) and fact.seat == 0 for fact in session.outbox.facts)


def test_seats_whose_attempts_are_far_apart_find_each_other() -> None:
    """One of two honest seats was away for ten minutes of attempts; both then went on, always too far apart to be looked at."""
    table, forger = table_of(3, liar=2)
    malformed = forger.sign(Kind.SYNC, b"\x00")
    assert malformed is not None
    for seat in (0, 1):
        table.peers[seat].session.receive(2, malformed)
        table.peers[seat].session.tick(table.now)
    assert all(peer.session.view_change.promised for peer in table.players)
    table.wire.clear()
    table.cut = {1, 2}
    for peer in table.players:
        peer.session.take_ready()
    for _ in range(2 * 60 * 12):
        table.now += 500
        table.peers[0].session.tick(table.now)
        table.peers[0].session.take_ready()
    assert table.peers[0].session.view_change.book.attempt > 2 * 3 + 1
    table.cut = {2}
    for _ in range(2 * 60 * 3):
        table.pass_time(500)
        if all(peer.session.live == (0, 1) for peer in table.players):
            return
    attempts = [peer.session.view_change.book.attempt for peer in table.players]
    raise AssertionError(f"they are in attempts {attempts}")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nobody_joins_a_first_attempt_far_ahead(seats: int) -> None:
    """A high SYNC is held, but it leads to an attempt near the own one."""
    table, forger = table_of(seats)
    report = table.peers[0].session.view_change.report()
    acked = table.peers[0].session.replica.open.acks.get(LIAR)
    report = replace(report, acked=acked.body if acked is not None else None)
    leave = forger.sign(Kind.LEAVE, Leave((1 << 32) - 2, report))
    frame = forger.sign(Kind.SYNC, Sync((1 << 32) - 2, report, 1 << LIAR, (), 0))
    session = table.peers[0].session
    for shown in (frame, leave):
        assert shown is not None
        session.receive(LIAR, shown)
    assert session.view_change.promised
    assert session.view_change.book.attempt <= 2 * seats
