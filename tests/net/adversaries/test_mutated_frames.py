"""Frames of recorded games, damaged: the decoder knows only MalformedError, and a session neither breaks nor blames an honest
seat.

    pytest -m campaign tests/net/adversaries/test_mutated_frames.py     100,000 of them
"""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterator
from functools import lru_cache

import pytest

from acquire_net.protocol.bindings import UNBOUND
from acquire_net.protocol.codec import MalformedError, decode_frame, encode_message, to_sign
from acquire_net.protocol.divergence import state_bytes
from acquire_net.protocol.messages import SEALED_KINDS, CanonicalState, Envelope, Kind
from tests.net.adversaries.memory import held
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.recording import RecordingTable
from tests.net.adversaries.table import LiarsTable
from tests.support.counts import Count

SEATS = 4


GAMES = ("toy", "toy rounds")


@lru_cache
def recorded(game: str) -> tuple[bytes, ...]:
    """Return every frame of a game with lots, a seat that is lost and a new deck, and a state: all kinds but a goodbye and
    hands."""
    table = RecordingTable(Opening(game, SEATS, cards=17, raffles=True), seed=3)
    table.play_on(lambda: len(table.peers[0].session.replica.log) > 12)
    table.cut.add(SEATS - 1)
    table.play_on()
    session = table.peers[0].session
    state = session._sign(Kind.STATE, CanonicalState(session.state.head, 1, state_bytes(session.state.canonical_state())), 0)
    assert state is not None
    frames = tuple(dict.fromkeys([*(frame for _, _, frame in table.sent), state.frame]))
    assert {decode_frame(frame).kind for frame in frames} == {*Kind} - {Kind.LEAVE, Kind.HANDS} - (
        SEALED_KINDS if game == "toy" else {Kind.DECIDE})
    return frames


def damaged(frame: bytes, rng: random.Random, game: str) -> bytes:
    data = bytearray(frame)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at = rng.randrange(len(data)) if rng.random() < 0.5 else min(rng.randrange(24), len(data) - 1)
        match rng.randrange(6):
            case 0:
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                data[at] = rng.choice((0, 0x7F, 0x80, 0x90, 0xC0, 0xC4, 0xC6, 0xCF, 0xDC, 0xDD, 0xDF, 0xFF))
            case 2:
                del data[at:at + rng.randint(1, 40)]
            case 3:
                data[at:at] = rng.randbytes(rng.randint(1, 8))
            case 4:
                other = rng.choice(recorded(game))
                data[at:at + 40] = other[at:at + 40]
            case _:
                data[at:at] = data[at:at + rng.randint(1, 60)]
        if not data:
            data = bytearray(b"\x00")
    return bytes(data)


def really_damaged(rng: random.Random, game: str) -> bytes:
    """No frame as it was: the recorded table has the same tid here, so it would be a second version of an honest one."""
    while (frame := damaged(rng.choice(recorded(game)), rng, game)) in recorded(game):
        pass
    return frame


def bodies_signed_again(table: LiarsTable, seat: int, rng: random.Random) -> Iterator[bytes]:
    """Yield what a seat could sign: any body and place, with its own good signature."""
    replica, game = table.peers[0].session.replica, table.opening.game
    while True:
        old = decode_frame(rng.choice(recorded(game))).envelope
        block, view = rng.choice(((old.block, old.view), (replica.state.block, replica.state.view), (replica.state.block + 1, 0)))
        name = replica.bindings.table_at(block, 0 if old.kind in UNBOUND else view)
        body = damaged(old.body, rng, game) if rng.random() < 0.7 else old.body
        if name is not None:
            signature = table.keys[seat].sign(to_sign(name, old.kind, seat, block, view, body))
            yield encode_message(Envelope(old.kind, seat, block, view, body, signature))


def hammer(frames: int, seed: int) -> None:
    """A table in the middle of its game; every few hundred frames a new one, a few blocks further on."""
    rng, each = random.Random(seed), 250
    for start in range(0, frames, each):
        game = GAMES[start // each % 2]
        table = LiarsTable(Opening(game, SEATS, cards=17, raffles=True), seed=start)
        stop = rng.randint(1, 16)
        table.play_on(lambda: len(table.peers[0].session.replica.log) >= stop)  # noqa: B023
        session = table.peers[0].session
        signed = bodies_signed_again(table, SEATS - 1, rng)
        for number in range(min(each, frames - start)):
            frame = next(signed) if number % 3 == 0 else really_damaged(rng, game)
            try:
                session.receive(rng.randrange(1, SEATS), frame)
            except MalformedError:
                pass
            if number % 20 == 0:
                session.tick(session.liveness.now + 100)
            assert held(session) < SEATS * 60
        session.take_ready()
        assert {*session.replica.convicted} <= {SEATS - 1}, session.replica.convicted


def only_malformed(frames: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(frames):
        game = rng.choice(GAMES)
        frame = damaged(rng.choice(recorded(game)), rng, game)
        try:
            message = decode_frame(frame)
        except MalformedError:
            continue
        assert message.frame == frame and (message.fault or encode_message(message.body) == message.envelope.body)


def test_damaged_frames_are_malformed_or_forged(count: Count) -> None:
    only_malformed(count(2000, 10_000), seed=1)
    hammer(count(400, 5000), seed=1)


@pytest.mark.campaign
def test_a_hundred_thousand_damaged_frames() -> None:
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    only_malformed(100_000, seed)
    hammer(100_000, seed)


def test_a_length_that_is_not_there_takes_no_memory() -> None:
    """The decoder believes no length that it has not received."""
    frames = [head + b"\xff\xff\xff\xff" for head in (b"\x96\x10\x00\x05\x00\xc6", b"\xdd", b"\xdf", b"\xc6", b"\xdb")]
    tracemalloc.start()
    for frame in frames * 20:
        with pytest.raises(MalformedError):
            decode_frame(frame)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000
