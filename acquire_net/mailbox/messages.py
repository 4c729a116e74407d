"""What a member and its mailbox say to each other, each message sealed for the other end (docs/spec/protocol.md, section 16).

The member asks and the mailbox answers, one answer for each request, in order.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from acquire_net.errors import RemoteError
from acquire_net.mailbox.box import MAX_SEALED_BYTES, MAX_SENDERS, Key, Number
from acquire_net.protocol.messages import Message

MAX_MESSAGE_BYTES = 300_000
MAX_FIRST_BYTES = 512
"""Of the first message of a connection, which proves the key: more is not read of a stranger."""
MAX_PUT_BYTES = 200_000
"""Of the frames of one message, beyond the first; and of the frames in one answer."""
LENGTH_BYTES = 4

SealedFrame = Annotated[bytes, Meta(min_length=1, max_length=MAX_SEALED_BYTES)]


class MailMessageError(RemoteError, ValueError):
    """The other end does not speak as a mailbox or a member does."""


class OpenBox(Message, frozen=True, tag=0):
    """Open the own box for these senders. It comes first on every connection."""
    senders: Annotated[tuple[Key, ...], Meta(max_length=MAX_SENDERS)]
    mark: Number


class PutFrames(Message, frozen=True, tag=1):
    to: Key
    mark: Number
    frames: Annotated[tuple[SealedFrame, ...], Meta(min_length=1, max_length=1000)]


class FetchFrames(Message, frozen=True, tag=2):
    """Give what waits behind this number."""
    after: Number
    mark: Number


class DropFrames(Message, frozen=True, tag=3):
    """Forget what waits up to this number."""
    up_to: Number


class OpenedAnswer(Message, frozen=True, tag=16):
    mark: Number
    """The highest that the mailbox has seen of this member, before this connection."""
    is_new: bool
    """True if there was no box of this member."""


class KeptAnswer(Message, frozen=True, tag=17):
    """Done: what was put is on the disk, or what was dropped is gone."""


class MailFrame(Message, frozen=True):
    number: Number
    sender: Key
    sealed: SealedFrame


class FramesAnswer(Message, frozen=True, tag=18):
    frames: Annotated[tuple[MailFrame, ...], Meta(max_length=4000)]


class RefusalAnswer(Message, frozen=True, tag=19):
    reason: Annotated[bytes, Meta(max_length=16)]


MailRequest = OpenBox | PutFrames | FetchFrames | DropFrames
MailAnswer = OpenedAnswer | KeptAnswer | FramesAnswer | RefusalAnswer
_requests = msgspec.msgpack.Decoder(MailRequest)
_answers = msgspec.msgpack.Decoder(MailAnswer)
_encoder = msgspec.msgpack.Encoder()


def encode_mail(message: MailRequest | MailAnswer) -> bytes:
    return _encoder.encode(message)


def decode_request(data: bytes) -> MailRequest:
    """Decode what a member asks. Raises MailMessageError."""
    try:
        request: MailRequest = _requests.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MailMessageError(str(error)) from None
    return request


def decode_answer(data: bytes) -> MailAnswer:
    """Decode what a mailbox answers. Raises MailMessageError."""
    try:
        answer: MailAnswer = _answers.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MailMessageError(str(error)) from None
    return answer
