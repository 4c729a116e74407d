"""Frames in a file: for tables whose peers have no link, only a stick or letters between them.

A bundle is what one seat has to say to another. It may come late, twice, or before one that was written earlier: frames are
idempotent and sessions ask again for what they lack, so nothing here needs an order. Who wrote the bundle is a hint, as the
sender of a link is; what counts is who signed the frames.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from acquire_net.errors import RemoteError, Wording
from acquire_net.protocol.messages import MAX_FRAME_BYTES, Message, Seat

FIRST_LINE = b"acquire bundle 1\n"
MAX_FRAMES = 4096
MAX_BUNDLE_BYTES = 16_000_000
QUESTION_BYTES = 16


class BundleError(RemoteError, ValueError):
    """The bytes are not a bundle; the text says why."""


Question = Annotated[bytes, Meta(max_length=QUESTION_BYTES)]
"""By which a seat that doubts its disk knows the answers to it; empty where there is none."""


class _StoredBundle(Message, frozen=True):
    table: Annotated[bytes, Meta(min_length=64, max_length=64)]
    sender: Seat
    to: Seat
    frames: Annotated[tuple[Annotated[bytes, Meta(max_length=MAX_FRAME_BYTES)], ...], Meta(max_length=MAX_FRAMES)]
    known: Annotated[int, Meta(ge=0, lt=1 << 62)] = 0
    asks: Question = b""
    answers: Question = b""


class Bundle(Struct, frozen=True):
    table: bytes
    """tid: a seat may sit at several tables."""
    sender: int
    to: int
    frames: tuple[bytes, ...]
    known: int = 0
    """How many signatures of the addressed seat its author has."""
    asks: bytes = b""
    answers: bytes = b""


def pack_bundle(bundle: Bundle) -> bytes:
    """Return a bundle as bytes; of too many frames the last ones."""
    return FIRST_LINE + msgspec.msgpack.encode(_StoredBundle(bundle.table, bundle.sender, bundle.to, bundle.frames[-MAX_FRAMES:],
                                                             bundle.known, bundle.asks, bundle.answers))


def unpack_bundle(data: bytes) -> Bundle:
    """Decode a bundle. Raises BundleError."""
    if len(data) > MAX_BUNDLE_BYTES:
        raise BundleError(Wording("{bytes} bytes are too many for a bundle; the longest that is read has {most}",
                                  bytes=f"{len(data):,}", most=f"{MAX_BUNDLE_BYTES:,}"))
    if not data.startswith(FIRST_LINE):
        raise BundleError(Wording("this is not a bundle of messages: it does not begin with '{line}'",
                                  line=FIRST_LINE[:-1].decode()))
    try:
        stored = msgspec.msgpack.decode(data[len(FIRST_LINE):], type=_StoredBundle)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BundleError(Wording("a damaged bundle: {error}; ask its sender to send it again", error=error)) from None
    return Bundle(stored.table, stored.sender, stored.to, stored.frames, stored.known, stored.asks, stored.answers)
