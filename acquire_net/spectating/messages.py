"""The messages between a seat's spectator server and its spectators (docs/spec/protocol.md, section 11).

A spectator says how many lines of the journal it has, receives the next ones, and asks again: nothing is sent without a request.
No message is signed, because none needs to be: the lines prove themselves, and the addresses of other seats and the time that a
seat has left are only hints.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from acquire_net.lobby.table_spec import Addresses, decode_strictly
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.messages import MAX_FRAME_BYTES, MAX_SEATS, BlockIndex, Digest, Message, Seat, ShortDigest

MAX_LINES_AT_ONCE = 256
"""Lines in one message."""
MAX_SHOWN_LINES = 1 << 24
"""Lines of one journal; a game has some thousand."""
MAX_LINE_OF_JOURNAL_BYTES = MAX_FRAME_BYTES + 64
MAX_WATCH_BYTES = 128
MAX_LINES_BYTES = MAX_LINE_OF_JOURNAL_BYTES + 1024
"""Several short lines, or one of the greatest length."""
MAX_WAYS_BYTES = 9000
MAX_CLOCK_BYTES = 64
MAX_CLOCK_MS = 1 << 28
"""More than the longest bank, of four hours, and the longest decision have."""

LineNumber = Annotated[int, Meta(ge=0, lt=MAX_SHOWN_LINES)]
Milliseconds = Annotated[int, Meta(ge=0, lt=MAX_CLOCK_MS)]
JournalLine = Annotated[bytes, Meta(min_length=1, max_length=MAX_LINE_OF_JOURNAL_BYTES)]


class SpectatingKind(IntEnum):
    WATCH = 1
    LINES = 2
    WAYS = 3
    FULL = 4
    CLOCK = 5


class WatchRequest(Message, frozen=True):
    """To a spectator server: the spectator has so many lines of this table."""
    table: Digest
    have: LineNumber


class JournalLines(Message, frozen=True):
    """From a spectator server: the lines from this one on, each an entry of its journal."""
    table: Digest
    first: LineNumber
    lines: Annotated[tuple[JournalLine, ...], Meta(min_length=1, max_length=MAX_LINES_AT_ONCE)]


class SeatAddress(Message, frozen=True):
    """Where the open port of a seat is."""
    identity: ShortDigest
    addresses: Addresses


class SeatAddresses(Message, frozen=True):
    """From a spectator server: the addresses of the other seats."""
    seats: Annotated[tuple[SeatAddress, ...], Meta(max_length=MAX_SEATS)]


class NoRoom(Message, frozen=True):
    """From a spectator server: it has no room for another spectator."""


class ShownClock(Message, frozen=True):
    """From a spectator server: the time that the deciding seat has left, by the account of the seat that shows the game."""
    seat: Seat
    block: BlockIndex
    decision_ms: Milliseconds
    bank_ms: Milliseconds
    runs: Annotated[int, Meta(ge=0, le=1)]
    """0 while a pause or an attempt stops all clocks."""
    banks_ms: Annotated[tuple[Milliseconds, ...], Meta(max_length=MAX_SEATS)]


SpectatingMessage = WatchRequest | JournalLines | SeatAddresses | NoRoom | ShownClock

_KINDS: dict[SpectatingKind, tuple[type[SpectatingMessage], int]] = {
    SpectatingKind.WATCH: (WatchRequest, MAX_WATCH_BYTES),
    SpectatingKind.LINES: (JournalLines, MAX_LINES_BYTES),
    SpectatingKind.WAYS: (SeatAddresses, MAX_WAYS_BYTES),
    SpectatingKind.FULL: (NoRoom, 8),
    SpectatingKind.CLOCK: (ShownClock, MAX_CLOCK_BYTES),
}
_KIND_OF = {kind: number for number, (kind, _) in _KINDS.items()}


def frame_of(message: SpectatingMessage) -> bytes:
    return bytes((_KIND_OF[type(message)],)) + msgspec.msgpack.encode(message)


def read_message(frame: bytes) -> SpectatingMessage:
    """Decode a message. Raises MalformedError."""
    try:
        kind, most = _KINDS[SpectatingKind(frame[0])]
    except (IndexError, ValueError):
        raise MalformedError("a spectating frame of an unknown kind") from None
    return decode_strictly(frame[1:], kind, most)
