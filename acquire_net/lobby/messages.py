"""The messages that peers send before and beside the table, as structs with limits (docs/spec/protocol.md, "Lobby messages").

A frame of talk is one byte, its kind, and a message. Whatever matters for longer than a moment is signed by its author under the
name of the gathering, which its founder drew: what was said on another evening verifies nowhere.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from acquire_net.crypto.hashing import digest
from acquire_net.lobby.table_spec import (
    MAX_HELLO_BYTES,
    MAX_TABLE_ATTEMPTS,
    MAX_TABLE_BYTES,
    Addresses,
    AnyMessage,
    Name,
    OptionLine,
    RuleLine,
    YesOrNo,
    decode_strictly,
)
from acquire_net.players.names import PlayerNameError, checked_line, checked_name
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.messages import MAX_SEATS, Mask, Message, ShortDigest, Signature
from acquire_net.protocol.verifier import Signer, Verifier

MAX_LOBBY_PEERS = 16
"""Six who play, and some who watch."""
MAX_EXCLUDED = 16
MAX_PRESENCE_BYTES = 2048
MAX_TABLE_PROPOSAL_BYTES = 3200
"""With six names and keys it is still a table of MAX_TABLE_BYTES."""
MAX_ROUND_BYTES = 2048
MAX_LINE_BYTES = 300

Serial = Annotated[int, Meta(ge=0, lt=1 << 62)]
Revision = Annotated[int, Meta(ge=0, lt=1 << 32)]
LobbyId = Annotated[bytes, Meta(max_length=32)]
TableBytes = Annotated[bytes, Meta(max_length=MAX_TABLE_BYTES)]
MaybeDigest = Annotated[bytes, Meta(max_length=64)]


class LobbyKind(IntEnum):
    HELLO = 1
    ROUND = 2
    PRESENCE = 3
    PROPOSAL = 4
    READY = 5
    SAY = 6


class Wants(IntEnum):
    """What somebody is there for."""
    LEFT = 0
    WATCH = 1
    PLAY = 2
    PAUSE = 3
    """To play, after a while: the others are asked to wait."""


class Presence(Message, frozen=True):
    """What a peer says of itself. Of two, the one with the higher serial number counts."""
    serial: Serial
    identity: ShortDigest
    curve: ShortDigest
    nonce: ShortDigest
    wants: Annotated[int, Meta(ge=0, lt=4)]
    name: Name
    addresses: Addresses
    computer: YesOrNo = 0
    """Whether a computer player decides at this machine."""


class SignedPresence(Message, frozen=True):
    presence: Annotated[bytes, Meta(max_length=MAX_PRESENCE_BYTES)]
    signature: Signature


class Proposal(Message, frozen=True):
    """What somebody suggests to play, and with whom."""
    revision: Revision
    before: MaybeDigest
    """Of the proposal that the author changed; nothing, for the first."""
    author: ShortDigest
    places: Annotated[int, Meta(ge=2, lt=MAX_SEATS + 1)]
    rules: Annotated[tuple[RuleLine, ...], Meta(min_length=1, max_length=48)]
    options: Annotated[tuple[OptionLine, ...], Meta(max_length=32)]
    seated: Annotated[tuple[ShortDigest, ...], Meta(max_length=MAX_SEATS)]
    excluded: Annotated[tuple[ShortDigest, ...], Meta(max_length=MAX_EXCLUDED)]
    attempt: Annotated[int, Meta(ge=0, lt=MAX_TABLE_ATTEMPTS)]


class SignedProposal(Message, frozen=True):
    proposal: Annotated[bytes, Meta(max_length=MAX_TABLE_PROPOSAL_BYTES)]
    signature: Signature


class KnownPresence(Message, frozen=True):
    identity: ShortDigest
    serial: Serial


class LobbyRound(Message, frozen=True):
    """What the author has, so that the other can send him what he lacks. It is sent to whoever has introduced himself, and not
    signed: it says nothing about anybody else."""
    gathering: LobbyId
    known: Annotated[tuple[KnownPresence, ...], Meta(max_length=MAX_LOBBY_PEERS)]
    revision: Revision
    proposal: MaybeDigest
    table: MaybeDigest
    ready: Mask
    started: YesOrNo
    heard: Serial
    linked: Annotated[int, Meta(ge=0, lt=1 << MAX_LOBBY_PEERS)]
    """To whom of `known` the author has a link, as a mask."""


class SignedReady(Message, frozen=True):
    identity: ShortDigest
    table: TableBytes
    signature: Signature


class ChatMessage(Message, frozen=True):
    serial: Serial
    oldest: Serial
    line: Annotated[str, Meta(min_length=1, max_length=MAX_LINE_BYTES)]
    signature: Signature


MAX_BYTES_OF: dict[LobbyKind, int] = {
    LobbyKind.HELLO: MAX_HELLO_BYTES + 128,
    LobbyKind.ROUND: MAX_ROUND_BYTES,
    LobbyKind.PRESENCE: MAX_PRESENCE_BYTES + 128,
    LobbyKind.PROPOSAL: MAX_TABLE_PROPOSAL_BYTES + 128,
    LobbyKind.READY: MAX_TABLE_BYTES + 256,
    LobbyKind.SAY: 2 * MAX_LINE_BYTES,
}


def frame_of(kind: LobbyKind, message: Message | bytes) -> bytes:
    return bytes((kind,)) + (message if isinstance(message, bytes) else msgspec.msgpack.encode(message))


def split_frame(frame: bytes) -> tuple[LobbyKind, bytes]:
    """The kind of a frame, and its message as it was received. Raises MalformedError."""
    try:
        kind = LobbyKind(frame[0])
    except (IndexError, ValueError):
        raise MalformedError("a frame of talk that has no known kind") from None
    if len(frame) - 1 > MAX_BYTES_OF[kind]:
        raise MalformedError(f"{kind.name} of {len(frame) - 1} bytes; the longest has {MAX_BYTES_OF[kind]}")
    return kind, frame[1:]


def read_message(kind: LobbyKind, data: bytes, message: type[AnyMessage]) -> AnyMessage:
    return decode_strictly(data, message, MAX_BYTES_OF[kind])


# --- what is signed

def sign_presence(presence: Presence, gathering: bytes, signer: Signer) -> bytes:
    body = msgspec.msgpack.encode(presence)
    return msgspec.msgpack.encode(SignedPresence(body, signer.sign(digest("presence", gathering, body))))


def read_presence(data: bytes) -> tuple[SignedPresence, Presence]:
    """A presence whose signature is not yet believed. Raises MalformedError."""
    signed = read_message(LobbyKind.PRESENCE, data, SignedPresence)
    presence = decode_strictly(signed.presence, Presence, MAX_PRESENCE_BYTES)
    try:
        checked_name(presence.name)
    except PlayerNameError as bad:
        raise MalformedError(f"a name that cannot be shown: {bad}") from None
    if not all(address and all("!" <= letter <= "~" for letter in address) for address in presence.addresses):
        raise MalformedError("an address with letters that no address has")
    return signed, presence


def check_presence(signed: SignedPresence, presence: Presence, gathering: bytes, verifier: Verifier) -> None:
    """Raises MalformedError where its author has not signed it for this gathering."""
    if not verifier.verify(presence.identity, digest("presence", gathering, signed.presence), signed.signature):
        raise MalformedError("a presence that its author did not sign for this gathering")


def sign_proposal(proposal: Proposal, gathering: bytes, signer: Signer) -> bytes:
    body = msgspec.msgpack.encode(proposal)
    return msgspec.msgpack.encode(SignedProposal(body, signer.sign(digest("proposal", gathering, body))))


def read_proposal(data: bytes, gathering: bytes) -> tuple[SignedProposal, Proposal, bytes]:
    """A proposal whose signature is not yet believed, and its digest. Raises MalformedError."""
    signed = read_message(LobbyKind.PROPOSAL, data, SignedProposal)
    proposal = decode_strictly(signed.proposal, Proposal, MAX_TABLE_PROPOSAL_BYTES)
    if len(set(proposal.seated)) != len(proposal.seated) or len(proposal.seated) > proposal.places:
        raise MalformedError("a proposal that seats a player twice, or more than there are places")
    if len(set(proposal.excluded)) != len(proposal.excluded) or set(proposal.excluded) & set(proposal.seated):
        raise MalformedError("a proposal that seats whom it excludes, or excludes a player twice")
    if not proposal.revision:
        raise MalformedError("a proposal without a revision")
    return signed, proposal, digest("proposal", gathering, signed.proposal)


def check_proposal(signed: SignedProposal, proposal: Proposal, name: bytes, verifier: Verifier) -> None:
    """Raises MalformedError where its author has not signed it for this gathering; `name` is its digest."""
    if not verifier.verify(proposal.author, name, signed.signature):
        raise MalformedError("a proposal that its author did not sign for this gathering")


def sign_line(serial: int, oldest: int, line: str, gathering: bytes, signer: Signer) -> bytes:
    return msgspec.msgpack.encode(ChatMessage(serial, oldest, line, signer.sign(_line_digest(gathering, serial, line))))


def read_line(data: bytes) -> ChatMessage:
    """A line whose signature is not yet believed. Raises MalformedError."""
    said = read_message(LobbyKind.SAY, data, ChatMessage)
    try:
        checked_line(said.line, MAX_LINE_BYTES)
    except PlayerNameError as bad:
        raise MalformedError(f"a line that cannot be shown: {bad}") from None
    if not 1 <= said.oldest <= said.serial:
        raise MalformedError("a line whose number cannot be")
    return said


def check_line(said: ChatMessage, identity: bytes, gathering: bytes, verifier: Verifier) -> None:
    """Raises MalformedError where this is not the author's line in this gathering."""
    if not verifier.verify(identity, _line_digest(gathering, said.serial, said.line), said.signature):
        raise MalformedError("a line that its author did not sign for this gathering")


def _line_digest(gathering: bytes, serial: int, line: str) -> bytes:
    return digest("say", gathering, serial.to_bytes(8, "little"), line.encode("utf-8"))
