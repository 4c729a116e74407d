"""A flood costs a signature check a message: memory stays bounded, and no proof is checked for what nobody waits for."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from acquire_net.protocol.bindings import UNBOUND
from acquire_net.protocol.certificates import make_link
from acquire_net.protocol.codec import decode_frame, encode_message, to_sign
from acquire_net.protocol.messages import (
    Ack,
    Claim,
    Commit,
    Confirm,
    Envelope,
    Kind,
    Leave,
    Message,
    Open,
    Prepare,
    Propose,
    Result,
    SeatReport,
    Shuffle,
    ShuffleProof,
    Sync,
)
from acquire_net.protocol.missing_frames import MAX_HELP_BYTES
from acquire_net.protocol.session import Session
from acquire_net.protocol.shuffling import ProveShuffles, ShuffleDeck
from acquire_net.protocol.state import State
from tests.net.adversaries.memory import held
from tests.net.adversaries.of_the_log import empty_status, silence
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import Liar, LiarsTable
from tests.support.counts import Count


def signed(session: Session, seat: int, table: LiarsTable, kind: Kind, body: Message, block: int, view: int) -> bytes:
    data, bindings = encode_message(body), session.replica.bindings
    name = bindings.table_at(block, 0 if kind in UNBOUND else view) or bindings.tid
    return encode_message(Envelope(kind, seat, block, view, data,
                                   table.keys[seat].sign(to_sign(name, kind, seat, block, view, data))))


def at_the_shuffle(kind: Kind = Kind.SHUFFLE) -> LiarsTable:
    """Everybody waits for the first to shuffle, or to prove it, and it does not."""
    table = LiarsTable(Opening(seats=4, cards=16), Liar(0, ((kind, silence),), random.Random(0)))
    table.settle()
    return table


def test_no_proof_is_checked_for_what_nobody_waits_for(proofs: list[str], count: Count) -> None:
    table = at_the_shuffle()
    session, rng = table.peers[2].session, random.Random(1)
    assert isinstance(session.state.step, ShuffleDeck)
    proofs.clear()
    block = session.state.block
    for number in range(count(100, 1000)):
        body = Shuffle(rng.randbytes(64 * 16), rng.randbytes(128))
        for at in (block, block + 1, block - 1, block + 7):  # its turn is not yet; the next block; a closed one; far away
            session.receive(3, signed(session, 3, table, Kind.SHUFFLE, body, at, number % 3))
        session.do_spare_work()
    assert not proofs, "a shuffle out of turn costs no more than its signature"
    assert held(session) < 100
    assert {*session.replica.convicted} == {3}, "it has said many things for one block"


def test_one_bad_deck_is_looked_at_and_no_second_one(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    check = ShuffleDeck.check

    def counted(step: ShuffleDeck, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        looked.append(author)
        check(step, state, author, body, earlier)

    monkeypatch.setattr(ShuffleDeck, "check", counted)
    table = at_the_shuffle()
    session, rng = table.peers[2].session, random.Random(1)
    assert isinstance(session.state.step, ShuffleDeck) and session.replica.owing_seats() == (0,)
    looked.clear()
    for _ in range(50):
        body = Shuffle(rng.randbytes(64 * 15) + b"\xff" * 64)
        session.receive(0, signed(session, 0, table, Kind.SHUFFLE, body, session.state.block, 0))
        session.do_spare_work()
    assert looked == [0]
    assert {*session.replica.convicted} == {0} and held(session) < 100


def test_one_bad_proof_is_checked_and_no_second_one(proofs: list[str]) -> None:
    table = at_the_shuffle(Kind.PROOF)
    session, rng = table.peers[2].session, random.Random(1)
    assert isinstance(session.state.step, ProveShuffles) and session.replica.owing_seats() == (0,)
    proofs.clear()
    for _ in range(50):
        points = [table.group.times_base(table.group.random_scalar(rng.randbytes)) for _ in range(2 * 16 + 6)]
        body = ShuffleProof(b"".join(points) + bytes((5 + 16) * 32))
        session.receive(0, signed(session, 0, table, Kind.PROOF, body, session.state.block, 0))
        session.do_spare_work()
    assert len(proofs) == 1
    assert {*session.replica.convicted} == {0} and held(session) < 100


def report_of(rng: random.Random) -> SeatReport:
    return SeatReport(rng.randbytes(64), rng.randbytes(32), (), None, None)


def test_memory_is_bounded_whatever_a_seat_signs(count: Count) -> None:
    table = LiarsTable(Opening(seats=4, cards=16))
    table.play_on(lambda: table.asked() == 0)
    session, rng = table.peers[0].session, random.Random(2)
    block, most = session.state.block, 0
    for number in range(count(150, 800)):
        attempt, target = rng.choice((1, rng.randint(1, 9), number + 1, rng.randrange(1, 1 << 32))), rng.randrange(3)
        propose = Propose(attempt, 0, 0, block, rng.randbytes(64), rng.randbytes(32), (), ())
        bodies: list[tuple[Kind, Message]] = [
            (Kind.ACK, Ack(rng.randbytes(64), rng.randbytes(32))), (Kind.COMMIT, Commit(rng.randbytes(64))),
            (Kind.OPEN, Open(rng.randbytes(32), rng.randbytes(32), rng.randbytes(64))),
            (Kind.RESULT, Result(rng.randbytes(64), rng.randbytes(64))),
            (Kind.SYNC, Sync(attempt, report_of(rng), rng.randrange(16), (rng.randbytes(300),), 0)), (Kind.PROPOSE, propose),
            (Kind.PREPARE, Prepare(attempt, rng.randbytes(64))), (Kind.CONFIRM, Confirm(attempt, rng.randbytes(64))),
            (Kind.CLAIM, Claim(target, number % 5, number + 1, number % 2)),
            (Kind.LEAVE, Leave(0, report_of(rng))), (Kind.STATUS, empty_status(number))]
        kind, body = rng.choice(bodies[:-2] if number < 100 else bodies)
        at, view = rng.choice((block, block + 1, rng.randrange(block), block + 1000)), rng.choice((0, 1, number, number * 1000))
        frame = signed(session, 3, table, kind, body, max(at, 2), view)
        session.receive(3, frame)
        if kind == Kind.PROPOSE:
            proposal = decode_frame(frame)
            session.receive(3, make_link(proposal, [], [proposal]).message.frame)
        most = max(most, held(session))
        if number % 50 == 0:
            table.collect()
            table.wire.clear()
    assert most < 200, most
    assert {*session.replica.convicted} <= {3}


def test_attempts_and_claims_without_end_cost_little_and_bring_nobody_to_sign(count: Count) -> None:
    """A liar whose every word is true: it begins one attempt after another, and claims against everybody, and has no case."""
    table = LiarsTable(Opening(seats=4, cards=16))
    table.play_on(lambda: table.asked() == 0)
    session, liar = table.peers[0].session, table.peers[3].session
    session.take_ready()
    block, report, before = session.state.block, liar.view_change.report(), table.verifier.calls
    frames = journal = sent = 0
    for attempt in range(1, count(200, 2000)):
        bodies: list[tuple[Kind, Message]] = [(Kind.SYNC, Sync(attempt, report, 7, (), 0)),
                                              (Kind.PREPARE, Prepare(attempt, bytes(64)))]
        bodies += [(Kind.CLAIM, Claim(target, 1, attempt, 1)) for target in range(3)]
        for kind, body in bodies:
            session.receive(3, signed(session, 3, table, kind, body, block, 0))
        frames += 2
        ready = session.take_ready()
        journal, sent = journal + len(ready.journal), sent + len(ready.send)
        assert held(session) < 60
    assert not session.view_change.has_promised and not session.replica.convicted and not journal
    assert sent <= 3 * 3, "each claim is passed on once in ten seconds"
    claims_and_syncs = frames // 2 * 4
    assert table.verifier.calls - before < claims_and_syncs + 40, "PREPAREs of attempts far away are not even verified"


def test_forged_messages_take_nobodys_place() -> None:
    """A liar fills the waiting room with messages in another seat's name: that seat's own messages still find room."""
    table = LiarsTable(Opening(seats=3))
    table.play_on(lambda: table.asked() is not None)
    session, block = table.peers[0].session, table.peers[0].session.state.block
    for number in range(200):
        data = encode_message(Result(bytes(64), number.to_bytes(64, "little")))
        session.receive(2, encode_message(Envelope(Kind.RESULT, 1, block + 1, 0, data, bytes(64))))
    assert not session.early


def test_who_asks_again_and_again_gets_only_so_much() -> None:
    table = LiarsTable(Opening(seats=3))
    table.play_on()
    session = table.peers[0].session
    session.take_ready()
    for beat in range(400):
        session.receive(2, signed(session, 2, table, Kind.STATUS, empty_status(beat), 0, 0))
    assert sum(len(frame) for _, frame in session.take_ready().send) <= MAX_HELP_BYTES
