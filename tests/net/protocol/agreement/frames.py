"""Signed frames of a view that begins with five final blocks, and who has signed them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from acquire_net.crypto.hashing import digest
from acquire_net.protocol.certificates import proposal_digest
from acquire_net.protocol.codec import Signed, decode_frame, encode_message, of_envelope, to_sign
from acquire_net.protocol.log_types import mask_of
from acquire_net.protocol.messages import (
    Ack,
    Claim,
    Confirm,
    Envelope,
    Kind,
    Leave,
    Lock,
    Message,
    Prepare,
    Propose,
    SeatReport,
    Sync,
)
from acquire_net.protocol.reports import Tip, ViewTerms
from tests.support.fake_signing import TransparentSigner, TransparentVerifier

TABLE = b"the table"
KEYS = [TransparentSigner(b"%d" % seat) for seat in range(6)]
START = Tip(5, digest("head", b"start"), digest("state", b"start")[:32])
VIEW = 2
LEADER = 3
"""Of attempt 1 of view 2, at four seats."""


def block_after(tip: Tip, name: bytes = b"") -> Tip:
    """Return the log with one more block; another name is another block."""
    return Tip(tip.blocks + 1, digest("head", tip.head, name), digest("state", tip.head, name)[:32])


NEXT = block_after(START)
OTHER = block_after(START, b"other")


def ack_of(tip: Tip) -> Ack:
    return Ack(tip.head, tip.state)


def terms(seats: int, view: int = VIEW, majority: bool = False) -> ViewTerms:
    return ViewTerms(view, tuple(range(seats)), START, majority)


def is_signed(message: Signed) -> bool:
    signed = of_envelope(TABLE, message.envelope)
    return TransparentVerifier().verify(KEYS[message.author].public, signed, message.envelope.signature)


def say(seat: int, kind: Kind, body: Message | bytes, block: int = 5, view: int = VIEW, signer: int | None = None) -> Signed:
    """Return a frame of this seat, signed by itself or by another."""
    data = body if isinstance(body, bytes) else encode_message(body)
    key = KEYS[seat if signer is None else signer]
    return decode_frame(encode_message(Envelope(kind, seat, block, view, data,
                                                key.sign(to_sign(TABLE, kind, seat, block, view, data)))))


def ack(seat: int, tip: Tip, view: int = VIEW) -> Signed:
    """Return the ACK of the last block of this log."""
    return say(seat, Kind.ACK, ack_of(tip), tip.blocks - 1, view)


def report(tip: Tip = START, acked: Tip | None = None, lock: Lock | None = None, seats: int = 4,
           proof: tuple[tuple[int, bytes], ...] | None = None) -> SeatReport:
    if proof is None:
        signers = range(seats) if tip.blocks > START.blocks else ()
        proof = tuple((seat, ack(seat, tip).envelope.signature) for seat in signers)
    return SeatReport(tip.head, tip.state, proof, ack_of(acked) if acked is not None else None, lock)


def sync(seat: int, attempt: int = 1, said: SeatReport | None = None, lost: Iterable[int] = (), case: Iterable[Signed] = (),
         block: int = 5, view: int = VIEW) -> Signed:
    body = Sync(attempt, said or report(), mask_of(lost), tuple(frame.frame for frame in case), 0)
    return say(seat, Kind.SYNC, body, block, view)


def leave(seat: int, promised: int = 0, said: SeatReport | None = None, block: int = 5, view: int = VIEW) -> Signed:
    return say(seat, Kind.LEAVE, Leave(promised, said or report()), block, view)


def claim(author: int, target: int, why: int = 1, number: int = 1, holds: int = 1, block: int = 5, view: int = VIEW) -> Signed:
    return say(author, Kind.CLAIM, Claim(target, why, number, holds), block, view)


def propose(seat: int, attempt: int = 1, tip: Tip = START, reports: Iterable[Signed] = (), lost: Iterable[int] = (),
            excused: Iterable[int] = (), case: Iterable[Signed] = (), block: int = 5, view: int = VIEW) -> Signed:
    body = Propose(attempt, mask_of(excused), mask_of(lost), tip.blocks, tip.head, tip.state,
                   tuple(frame.frame for frame in reports), tuple(frame.frame for frame in case))
    return say(seat, Kind.PROPOSE, body, block, view)


def prepare(seat: int, proposal: Signed) -> Signed:
    body = Prepare(cast(Propose, proposal.body).attempt, proposal_digest(proposal))
    return say(seat, Kind.PREPARE, body, proposal.block, proposal.view)


def confirm(seat: int, proposal: Signed) -> Signed:
    body = Confirm(cast(Propose, proposal.body).attempt, proposal_digest(proposal))
    return say(seat, Kind.CONFIRM, body, proposal.block, proposal.view)


def lock_of(proposal: Signed) -> Lock:
    return Lock(cast(Propose, proposal.body).attempt, proposal_digest(proposal))
