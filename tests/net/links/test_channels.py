"""What links carry: frames together in one payload, marked with their table, and no more of them than a seat may send."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.links.channels import (
    BURST_FRAMES,
    FRAMES_PER_S,
    MARK_BYTES,
    MAX_PAYLOAD_BYTES,
    TABLE,
    TableChannel,
    pack_frames,
    unpack_frames,
)
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.messages import MAX_FRAME_BYTES

ADA, BEN = b"a" * 32, b"b" * 32
TID = bytes(range(64))

FRAMES = st.lists(st.tuples(st.integers(0, 5), st.binary(min_size=1, max_size=60)), max_size=30)


@given(FRAMES)
def test_what_was_packed_is_unpacked_in_order(sends: list[tuple[int, bytes]]) -> None:
    got: dict[int, list[bytes]] = {}
    for seat, payload in pack_frames(sends):
        got.setdefault(seat, []).extend(unpack_frames(payload))
    assert got == {seat: [frame for to, frame in sends if to == seat] for seat in {to for to, _ in sends}}


def test_what_does_not_fit_together_goes_one_after_the_other() -> None:
    big = bytes(MAX_FRAME_BYTES)
    payloads = [payload for _, payload in pack_frames([(1, big)] * 12)]
    assert len(payloads) > 1 and all(len(payload) <= max(MAX_PAYLOAD_BYTES, len(big) + 4) for payload in payloads)
    assert [frame for payload in payloads for frame in unpack_frames(payload)] == [big] * 12


@given(st.binary(max_size=80))
def test_any_bytes_are_frames_or_malformed(payload: bytes) -> None:
    try:
        frames = unpack_frames(payload)
    except MalformedError:
        return
    assert b"".join(len(frame).to_bytes(4, "little") + frame for frame in frames) == payload


TOO_LONG = (MAX_FRAME_BYTES + 1).to_bytes(4, "little")


@pytest.mark.parametrize("payload", [b"\1", b"\0\0\0\0", b"\5\0\0\0abcd", TOO_LONG + bytes(9)])
def test_frames_that_do_not_fit_are_malformed(payload: bytes) -> None:
    with pytest.raises(MalformedError):
        unpack_frames(payload)


def test_frames_of_another_table_are_left_out() -> None:
    channel, other = TableChannel(TID, [ADA], 0.0), TableChannel(bytes(64), [ADA], 0.0)
    (seat, frame), = channel.payloads_for([(3, b"hello")])
    assert seat == 3 and frame[:1] == TABLE and frame[1:1 + MARK_BYTES] == TID[:MARK_BYTES]
    assert list(channel.frames_from(ADA, frame[1:], 0.0)) == [b"hello"]
    assert list(other.frames_from(ADA, frame[1:], 0.0)) == []


def test_who_sends_more_than_a_seat_may_is_heard_no_further_and_the_others_are() -> None:
    channel = TableChannel(TID, [ADA, BEN], 0.0)
    (_, many), = channel.payloads_for([(0, b"x")] * (BURST_FRAMES + 5))
    (_, one), = channel.payloads_for([(0, b"x")])
    with pytest.raises(MalformedError, match="more frames"):
        list(channel.frames_from(ADA, many[1:], 0.0))
    assert list(channel.frames_from(BEN, one[1:], 0.0)) == [b"x"]
    for _ in range(FRAMES_PER_S):
        assert list(channel.frames_from(ADA, one[1:], 1.0)) == [b"x"]
    with pytest.raises(MalformedError):
        list(channel.frames_from(ADA, one[1:], 1.0))
