"""Frames that are not what a frame has to be: with a signature that holds, which convicts, and without one, which is noise."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import msgspec
from msgspec.structs import replace as changed

from acquire_net.protocol.codec import encode_message
from acquire_net.protocol.messages import MAX_FRAME_BYTES, Decide, Kind, Link, Opening
from tests.net.adversaries.table import Lie, LieFrames, Scene


def _body_made(make: Callable[[bytes], bytes]) -> Lie:
    return lambda scene: [scene.says(make(scene.message.envelope.body))]


def _longer_header(body: bytes) -> bytes:
    """The same fields, announced by three bytes instead of one."""
    return b"\xdc\x00" + bytes((body[0] & 0x0F,)) + body[1:]


SIGNED: dict[str, Lie] = {
    "a length in a longer encoding": _body_made(_longer_header),
    "bytes after the end": _body_made(lambda body: body + b"\x00"),
    "cut short": _body_made(lambda body: body[:-1]),
    "nothing at all": _body_made(lambda body: b""),
    "a field too many": _body_made(lambda body: bytes((body[0] + 1,)) + body[1:] + b"\xc0"),
    "a huge list": _body_made(lambda body: b"\xdd\xff\xff\xff\xff" + body),
    "huge bytes": _body_made(lambda body: body[:1] + b"\xc6\xff\xff\xff\xff" + body[1:]),
    "lists in lists": _body_made(lambda body: b"\x91" * 60_000),
    "a map": _body_made(lambda body: b"\x81\xa1a\x01"),
    "bytes that are too long": _body_made(lambda body: body[:1] + b"\xc5\x80\x00" + bytes(0x8000) + body[1:]),
}


def bad_goodbye(scene: Scene) -> LieFrames:
    return [scene.message.frame, scene.says(b"\x91\x01", kind=Kind.LEAVE)]


def _as_said(kind: Kind, body: bytes) -> Lie:
    return lambda scene: [scene.message.frame, scene.says(body, kind=kind)]


bad_claim = _as_said(Kind.CLAIM, b"\x94\xff\x00\x01\x01")
bad_promise = _as_said(Kind.SYNC, b"\x95\x01\xdd\x7f\xff\xff\xff")
bad_proposal = _as_said(Kind.PROPOSE, b"\x98\x00")
bad_prepare = _as_said(Kind.PREPARE, b"\x92\x01\xc4\x01\x00")
bad_confirm = _as_said(Kind.CONFIRM, b"\x92\x00\xc4\x40" + bytes(64))


def bad_status(scene: Scene) -> LieFrames:
    return [scene.says(_longer_header(scene.message.envelope.body))]


def too_many_openings(scene: Scene) -> LieFrames:
    openings = tuple(Opening(0, 0, bytes(32)) for _ in range(12))
    return [scene.says(changed(cast(Decide, scene.body()), openings=openings))]


# --- by any author

def _noise(make: Callable[[Scene], bytes]) -> Lie:
    return lambda scene: [scene.message.frame, make(scene)]


def _fields(scene: Scene, **fields: object) -> bytes:
    return encode_message(changed(scene.message.envelope, **fields))


UNSIGNED: dict[str, Lie] = {
    "noise": _noise(lambda scene: scene.rng.randbytes(scene.rng.randrange(400))),
    "a frame too long": _noise(lambda scene: bytes(MAX_FRAME_BYTES + 1)),
    "an unknown kind": _noise(lambda scene: _fields(scene, kind=15)),
    "a kind far away": _noise(lambda scene: _fields(scene, kind=1 << 40)),
    "another version's envelope": _noise(lambda scene: msgspec.msgpack.encode([1, *msgspec.msgpack.decode(scene.message.frame)])),
    "an envelope in a longer encoding": _noise(lambda scene: _longer_header(scene.message.frame)),
    "an envelope with a huge body": _noise(lambda scene: b"\x96\x10\x00\x05\x00\xc6\xff\xff\xff\xff"),
    "a seat that there is not": _noise(lambda scene: _fields(scene, author=len(scene.state.identities))),
    "a block beyond all games": _noise(lambda scene: _fields(scene, block=(1 << 24) - 1)),
    "a negative block": _noise(lambda scene: _fields(scene, block=-1)),
    "a LINK of noise": _noise(lambda scene: _fields(scene, kind=Kind.LINK, body=scene.rng.randbytes(200), signature=bytes(64))),
    "a LINK without a PROPOSE": _noise(lambda scene: _fields(scene, kind=Kind.LINK, signature=bytes(64),
                                                             body=encode_message(Link(scene.message.frame, (), ())))),
    "a signature that does not hold": _noise(lambda scene: _fields(scene, signature=scene.rng.randbytes(64))),
    "a changed body below its signature": _noise(lambda scene: _fields(scene, body=scene.message.envelope.body[:-1] + b"\x07")),
}
