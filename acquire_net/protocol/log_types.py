"""What the log is made of, and what becomes of a message that is offered to it (protocol.md, sections 1, 7, 9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto

from msgspec import Struct

from acquire_net.errors import Wording
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.messages import MAX_SEATS, Kind

OTHER_STATE = Wording("acknowledged another state than this head leads to")


class Fate(Enum):
    """What became of a message."""
    NEW = auto()
    KNOWN = auto()
    EARLY = auto()
    """Of a block or view that this replica has not reached."""
    PARKED = auto()
    """Signed, and of a relay: it is checked when those before it have been."""
    STALE = auto()
    """About a block or view that has ended: it changes nothing any more."""
    FORGED = auto()
    """Its author did not sign it: the peer that sent it is at fault, not the author."""
    GUILTY = auto()
    """Its author is convicted by it."""
    IDLE = auto()
    """Of no use: of a seat that is gone, or about a view that cannot be."""


class Conviction(Struct, frozen=True):
    """A provable fault: these frames, after this much of the log, can only have come from a liar or a broken program.

    A replica that has followed the log up to this block and view, and is offered the frames in this order, comes to the same
    conclusion (evidence.py).
    """
    seat: int
    block: int
    reason: str
    frames: tuple[bytes, ...]
    view: int = 0
    head: bytes = b""
    """The block in which a seat acknowledges another state. This is not certainly a lie: one of the two programs is wrong."""

    @property
    def is_about_state(self) -> bool:
        return self.reason == OTHER_STATE


class Certificate(Struct, frozen=True):
    """How a view has ended: a PROPOSE with enough CONFIRMs, as a LINK."""
    view: int
    """The view that begins with it."""
    lost: tuple[int, ...]
    blocks: int
    """How many blocks the log had then, before the loss."""
    head: bytes
    frame: bytes


class FinalBlock(Struct, frozen=True):
    """A block of the log that is final: by the acknowledgements of all, or where `certificate` closes it."""
    index: int
    view: int
    contents: tuple[Signed, ...]
    acks: Mapping[int, Signed]
    certificate: Certificate | None
    before: bytes
    """The head of the block before."""
    head: bytes

    def message_by(self, seat: int, is_ack: bool) -> Signed | None:
        """Return what a seat has signed for this block: its ACK, or its content."""
        if is_ack:
            return self.acks.get(seat)
        return next((content for content in self.contents if content.author == seat), None)

    @property
    def certain_authors(self) -> tuple[int, ...]:
        """Return who had to contribute, where that is certain: in a block that all have acknowledged."""
        return tuple(content.author for content in self.contents) if self.certificate is None else ()


def out_of_turn(sent: Kind, authors: Sequence[int], due: Kind) -> str:
    """Return the fault of a seat that sent this kind of message where the block waited for other seats, or for another kind."""
    if len(authors) == 1:
        wanted = Wording("seat {seat} had to send {kind}", seat=authors[0], kind=due.name)
    else:
        wanted = Wording("seats {seats} had to send {kind}", seats=tuple(map(str, authors)), kind=due.name)
    return Wording("sent a message out of turn: it sent {sent}, but {due}", sent=sent.name, due=wanted)


def mask_of(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in set(seats))


def seats_of(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(MAX_SEATS) if mask >> seat & 1)
