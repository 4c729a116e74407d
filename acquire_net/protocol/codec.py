"""Bytes to messages and back (docs/spec/protocol.md, section 0), in one canonical encoding; all else is `MalformedError`.

A frame is decoded, encoded again and compared: two frames of one message cannot exist. Signatures and hashes are over the bytes
that were received.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import msgspec

from acquire_net.crypto.hashing import digest
from acquire_net.errors import RemoteError
from acquire_net.protocol.messages import (
    BODIES,
    CONTENT_BELOW,
    MAX_FRAME_BYTES,
    Confirm,
    Envelope,
    Kind,
    Message,
    Prepare,
    Propose,
    Sync,
)


class MalformedError(RemoteError, ValueError):
    """Not a message of this protocol."""


UNSIGNED = bytes(64)
"""In place of a signature in a LINK, of which every part is signed."""
_NOTHING = Message()
_encoder = msgspec.msgpack.Encoder()
_envelopes = msgspec.msgpack.Decoder(Envelope)
_bodies = {kind: msgspec.msgpack.Decoder(body) for kind, body in BODIES.items()}


class Signed(msgspec.Struct, frozen=True, eq=False):
    """A message that was taken apart, with the bytes that it came in. Its signature is not yet believed."""
    envelope: Envelope
    body: Message
    frame: bytes
    fault: str = ""
    """Why the body cannot be read, where the envelope can: if the signature holds, its author is to blame."""

    @property
    def kind(self) -> Kind:
        return self.envelope.kind

    @property
    def author(self) -> int:
        return self.envelope.author

    @property
    def block(self) -> int:
        return self.envelope.block

    @property
    def view(self) -> int:
        return self.envelope.view

    @property
    def is_content(self) -> bool:
        return self.envelope.kind < CONTENT_BELOW

    @property
    def attempt(self) -> int:
        """Return to which attempt a SYNC, PROPOSE, PREPARE or CONFIRM belongs."""
        return cast(Sync | Propose | Prepare | Confirm, self.body).attempt

    def __repr__(self) -> str:
        return f"<{self.kind.name} of seat {self.author}, block {self.block}, view {self.view}>"


def encode_message(message: Message) -> bytes:
    return _encoder.encode(message)


def decode_frame(frame: bytes) -> Signed:
    if len(frame) > MAX_FRAME_BYTES:
        raise MalformedError(f"a frame of {len(frame)} bytes; the longest has {MAX_FRAME_BYTES}")
    try:
        envelope = _envelopes.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedError(str(error), frame) from None
    if _encoder.encode(envelope) != frame:
        raise MalformedError("not in the one encoding that a message has", frame)
    try:
        body = _bodies[envelope.kind].decode(envelope.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return _unreadable_frame(envelope, frame, str(error))
    if _encoder.encode(body) != envelope.body:
        return _unreadable_frame(envelope, frame, "not in the one encoding that a message has")
    if envelope.kind == Kind.LINK and envelope.signature != UNSIGNED:
        raise MalformedError("a LINK has no signature of its own", frame)
    return Signed(envelope, body, frame)


def _unreadable_frame(envelope: Envelope, frame: bytes, fault: str) -> Signed:
    """Return a frame with its fault. Raises MalformedError for a LINK: nobody signed it, so the peer that sent it is at fault."""
    if envelope.kind == Kind.LINK:
        raise MalformedError(fault, frame)
    return Signed(envelope, _NOTHING, frame, fault=fault)


@lru_cache(maxsize=2)
def body_digest(body: bytes) -> bytes:
    """Return what a signature covers in place of the body, so that a signature can be shown and checked without it.

    The last ones are remembered, because the ACKs of a block, which come one after the other, have one body."""
    return digest("body", body)


def to_sign(table: bytes, kind: Kind, author: int, block: int, view: int, body: bytes) -> bytes:
    """Return what a signature covers; `table` is sid, or tid where sid does not exist yet."""
    return to_sign_digest(table, kind, author, block, view, body_digest(body))


def to_sign_digest(table: bytes, kind: Kind, author: int, block: int, view: int, digest_of_body: bytes) -> bytes:
    return digest("sig", table, block.to_bytes(4, "little"), view.to_bytes(4, "little"), bytes((author, kind)), digest_of_body)


def of_envelope(table: bytes, envelope: Envelope) -> bytes:
    return to_sign(table, envelope.kind, envelope.author, envelope.block, envelope.view, envelope.body)
