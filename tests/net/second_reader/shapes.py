"""The messages of section 0 of docs/spec/protocol.md: which fields a body may have. No line of `acquire_net`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec.msgpack as msgpack

COMMIT, OPEN, SHUFFLE, SHARES, DECIDE, REMASK, TAG, RESULT, PROOF, SEAL, ANSWER = range(1, 12)
ACK, SYNC, PROPOSE, LEAVE, STATUS, HANDS, STATE, PREPARE, CONFIRM, CLAIM, LINK = range(16, 27)
IN_ATTEMPTS = (SYNC, PROPOSE, PREPARE, CONFIRM)

Shape = Callable[[Any], bool]


def number(low: int, high: int) -> Shape:
    return lambda value: type(value) is int and low <= value <= high


def data(low: int, high: int | None = None) -> Shape:
    return lambda value: type(value) is bytes and low <= len(value) <= (low if high is None else high)


def several(most: int, each: Shape) -> Shape:
    return lambda value: type(value) is list and len(value) <= most and all(map(each, value))


def fields(*shapes: Shape) -> Shape:
    return lambda value: type(value) is list and len(value) == len(shapes) and all(
        shape(each) for shape, each in zip(shapes, value, strict=True))


def or_nil(shape: Shape) -> Shape:
    return lambda value: value is None or shape(value)


SEAT, MASK, ATTEMPT, BLOCK = number(0, 5), number(0, 63), number(1, 2**32 - 1), number(0, 2**24 - 1)
SIGNATURES = several(6, fields(SEAT, data(64)))
ACKED = fields(data(64), data(32))
REPORT = fields(data(64), data(32), SIGNATURES, or_nil(ACKED), or_nil(fields(ATTEMPT, data(64))))
CASE = several(10, data(0, 1200))
OPENING = fields(number(0, 10), number(0, 127), data(32))
LONG = number(0, 2**62 - 1)

BODIES: dict[int, Shape] = {
    COMMIT: fields(data(64)),
    OPEN: fields(data(32), data(32), data(64)),
    SHUFFLE: fields(data(0, 8192), data(0, 128)),
    SHARES: fields(data(0, 6208), data(0, 64)),
    DECIDE: fields(data(1, 200), several(11, OPENING), data(0, 704)),
    REMASK: fields(data(0, 704), data(0, 1056)),
    TAG: fields(data(32), data(0, 12416), data(64), data(0, 128)),
    RESULT: fields(data(64), data(64)),
    PROOF: fields(data(0, 12640)),
    SEAL: fields(data(64)),
    ANSWER: fields(data(32), data(1, 200), several(11, OPENING), data(0, 704)),
    ACK: ACKED,
    SYNC: fields(ATTEMPT, REPORT, MASK, CASE, MASK),
    PROPOSE: fields(ATTEMPT, MASK, MASK, BLOCK, data(64), data(32), several(6, data(0, 4096)), CASE),
    LEAVE: fields(number(0, 2**32 - 1), REPORT),
    STATUS: fields(data(32), MASK, MASK, number(0, 2**32 - 1), MASK, MASK, MASK, MASK, data(8), LONG, MASK, MASK, MASK, LONG,
                   LONG),
    HANDS: fields(several(64, data(32))),
    STATE: fields(data(64), number(0, 1), data(0, 60_000)),
    PREPARE: fields(ATTEMPT, data(64)),
    CONFIRM: fields(ATTEMPT, data(64)),
    CLAIM: fields(SEAT, number(0, 4), number(1, 2**16 - 1), number(0, 1)),
    LINK: fields(data(0, 32_000), SIGNATURES, SIGNATURES),
}
ENVELOPE = fields(lambda kind: kind in BODIES, SEAT, BLOCK, number(0, 2**32 - 1), data(0, 64_000), data(64))


@dataclass(frozen=True)
class Frame:
    kind: int
    author: int
    block: int
    view: int
    body: bytes
    signature: bytes
    fields: list[Any] | None
    """None where the body is not what this kind has."""

    @property
    def said(self) -> tuple[int, int, int, int, bytes]:
        """Return what is signed."""
        return self.kind, self.author, self.block, self.view, self.body

    @property
    def is_content(self) -> bool:
        return self.kind < 16

    @property
    def report(self) -> list[Any]:
        """Head, state, proof, acked, lock; of a SYNC or LEAVE."""
        assert self.fields is not None
        found: list[Any] = self.fields[1]
        return found

    @property
    def attempt(self) -> int:
        assert self.fields is not None
        return int(self.fields[0])


def unpacked(data_: bytes) -> Any:
    """Raises AssertionError where these are not the shortest bytes for it."""
    try:
        value = msgpack.decode(data_)
        same = msgpack.encode(value) == data_
    except Exception as error:
        raise AssertionError(str(error)) from None
    assert same
    return value


def frame_of(raw: bytes) -> Frame:
    """Raises AssertionError where nobody can have meant this as a frame."""
    assert len(raw) <= 64_256
    envelope = unpacked(raw)
    assert ENVELOPE(envelope)
    try:
        body = unpacked(envelope[4])
        read = body if BODIES[envelope[0]](body) else None
    except AssertionError:
        read = None
    assert envelope[0] != LINK or (read is not None and envelope[5] == bytes(64))
    return Frame(*envelope, read)
