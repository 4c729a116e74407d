"""Sealed frames and sealed lines: only the two owners of the keys read them, and each only what was meant for it."""

import nacl.bindings as sodium
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.crypto.curve import CurveKeys
from acquire_net.crypto.sealing import SEAL_BYTES, SealedLine, SealError, open_frame, seal_frame


def keys(number: int) -> CurveKeys:
    secret = bytes((number,)) * 32
    return CurveKeys(sodium.crypto_scalarmult_base(secret), secret)


ADA, BO, EVE = map(keys, (1, 2, 3))


@given(st.binary(max_size=300))
def test_a_frame_is_read_by_the_one_it_was_sealed_for_and_by_nobody_else(frame: bytes) -> None:
    sealed = seal_frame(ADA, BO.public, frame)
    assert len(sealed) == len(frame) + SEAL_BYTES and open_frame(BO, ADA.public, sealed) == frame
    assert len(frame) < 8 or frame not in sealed
    for reader, sender in [(EVE, ADA), (BO, EVE), (ADA, BO), (ADA, ADA), (BO, BO)]:
        with pytest.raises(SealError):
            open_frame(reader, sender.public, sealed)


def test_the_same_frame_is_the_same_bytes_and_another_way_or_frame_is_not() -> None:
    assert seal_frame(ADA, BO.public, b"a frame") == seal_frame(ADA, BO.public, b"a frame")
    ways = (ADA, BO.public), (BO, ADA.public), (ADA, EVE.public)
    others = {seal_frame(*way, frame) for way in ways for frame in (b"1", b"2")}
    assert len({sealed[:24] for sealed in others}) == 6


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_changed_byte_is_found(place: int, change: int) -> None:
    sealed = bytearray(seal_frame(ADA, BO.public, b"a frame of a table"))
    sealed[place % len(sealed)] ^= change
    with pytest.raises(SealError):
        open_frame(BO, ADA.public, bytes(sealed))


@pytest.mark.parametrize("sealed", [b"", bytes(24), bytes(SEAL_BYTES), bytes(500)])
def test_what_nobody_has_sealed_is_refused(sealed: bytes) -> None:
    with pytest.raises(SealError):
        open_frame(BO, ADA.public, sealed)


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33), bytes(32), b"\1" + bytes(31)])
def test_a_key_that_is_none_is_refused(key: bytes) -> None:
    """The last two are points of small order, with which everybody would have the same secret."""
    with pytest.raises(SealError):
        seal_frame(ADA, key, b"a frame")
    with pytest.raises(SealError):
        SealedLine(ADA, key, bytes(8), bytes(8), calls=True)


def line(**changes: bytes) -> tuple[SealedLine, SealedLine]:
    nonces = {"caller_nonce": b"caller's", "other_nonce": b"answerer"}
    return (SealedLine(ADA, BO.public, calls=True, **nonces), SealedLine(BO, ADA.public, calls=False, **{**nonces, **changes}))


def test_a_line_carries_messages_both_ways_in_order() -> None:
    ada, bo = line()
    for message in (b"one", b"", b"three" * 100):
        assert bo.open(ada.seal(message)) == message and ada.open(bo.seal(message)) == message


def test_a_line_takes_no_message_twice_out_of_order_back_or_of_another_line() -> None:
    ada, bo = line()
    first, second = ada.seal(b"one"), ada.seal(b"two")
    _, other = line(other_nonce=b"tomorrow")
    for receiver, sealed in [(bo, second), (ada, first), (other, first), (bo, first[:-1])]:
        with pytest.raises(SealError):
            receiver.open(sealed)
    assert bo.open(first) == b"one"
    with pytest.raises(SealError):
        bo.open(first)
    assert bo.open(second) == b"two"
