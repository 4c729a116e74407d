"""The messages that peers send before and beside the table, as structs with limits (docs/spec/protocol.md, "Lobby messages").

A lobby frame is one byte, its kind, and a message. Whatever matters for longer than a moment is signed by its author together
with the lobby's id, which its founder drew at random: a message of another evening verifies nowhere.
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
    """What a peer is in the lobby for."""
    LEFT = 0
    WATCH = 1
    PLAY = 2
    PAUSE = 3
    """To play, after a while: the others are asked to wait."""
    BACK_LATER = 4
    """In a game: this program closes, and its player means to come back."""


class Presence(Message, frozen=True):
    """What a peer says of itself. Of two, the one with the higher serial number counts."""
    serial: Serial
    identity: ShortDigest
    curve: ShortDigest
    nonce: ShortDigest
    wants: Annotated[int, Meta(ge=0, lt=5)]
    name: Name
    addresses: Addresses
    computer: YesOrNo = 0
    """1 if a computer player decides at this machine."""


class SignedPresence(Message, frozen=True):
    presence: Annotated[bytes, Meta(max_length=MAX_PRESENCE_BYTES)]
    signature: Signature


class Proposal(Message, frozen=True):
    """What a peer suggests to play, and with whom."""
    revision: Revision
    before: MaybeDigest
    """Digest of the proposal that the author changed; empty for the first."""
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
    """A summary of what its author has, so that the receiver can send what the author lacks. It goes to peers that have
    introduced themselves. It is not signed, because it says nothing about any other peer."""
    lobby_id: LobbyId
    known: Annotated[tuple[KnownPresence, ...], Meta(max_length=MAX_LOBBY_PEERS)]
    revision: Revision
    proposal: MaybeDigest
    table: MaybeDigest
    ready: Mask
    started: YesOrNo
    heard: Serial
    linked: Annotated[int, Meta(ge=0, lt=1 << MAX_LOBBY_PEERS)]
    """A mask of those in `known` to whom the author has a link."""


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
    """Return the kind of a frame, and its message as it was received. Raises MalformedError."""
    try:
        kind = LobbyKind(frame[0])
    except (IndexError, ValueError):
        raise MalformedError("a lobby frame of an unknown kind") from None
    if len(frame) - 1 > MAX_BYTES_OF[kind]:
        raise MalformedError(f"{kind.name} of {len(frame) - 1} bytes; the longest has {MAX_BYTES_OF[kind]}")
    return kind, frame[1:]


def read_message(kind: LobbyKind, data: bytes, message: type[AnyMessage]) -> AnyMessage:
    return decode_strictly(data, message, MAX_BYTES_OF[kind])


# --- signed messages

def sign_presence(presence: Presence, lobby_id: bytes, signer: Signer) -> bytes:
    body = msgspec.msgpack.encode(presence)
    return msgspec.msgpack.encode(SignedPresence(body, signer.sign(digest("presence", lobby_id, body))))


def read_presence(data: bytes) -> tuple[SignedPresence, Presence]:
    """Decode a presence without checking its signature. Raises MalformedError."""
    signed = read_message(LobbyKind.PRESENCE, data, SignedPresence)
    presence = decode_strictly(signed.presence, Presence, MAX_PRESENCE_BYTES)
    try:
        checked_name(presence.name)
    except PlayerNameError as bad:
        raise MalformedError(f"a name that cannot be shown: {bad}") from None
    if not all(address and all("!" <= letter <= "~" for letter in address) for address in presence.addresses):
        raise MalformedError("an address with characters that no address has")
    return signed, presence


def check_presence(signed: SignedPresence, presence: Presence, lobby_id: bytes, verifier: Verifier) -> None:
    """Check the signature of a presence. Raises MalformedError if its author has not signed it for this lobby."""
    if not verifier.verify(presence.identity, digest("presence", lobby_id, signed.presence), signed.signature):
        raise MalformedError("a presence that its author did not sign for this lobby")


def sign_proposal(proposal: Proposal, lobby_id: bytes, signer: Signer) -> bytes:
    body = msgspec.msgpack.encode(proposal)
    return msgspec.msgpack.encode(SignedProposal(body, signer.sign(digest("proposal", lobby_id, body))))


def read_proposal(data: bytes, lobby_id: bytes) -> tuple[SignedProposal, Proposal, bytes]:
    """Decode a proposal without checking its signature, and return its digest too. Raises MalformedError."""
    signed = read_message(LobbyKind.PROPOSAL, data, SignedProposal)
    proposal = decode_strictly(signed.proposal, Proposal, MAX_TABLE_PROPOSAL_BYTES)
    if len(set(proposal.seated)) != len(proposal.seated) or len(proposal.seated) > proposal.places:
        raise MalformedError("a proposal that seats a player twice, or more players than there are places")
    if len(set(proposal.excluded)) != len(proposal.excluded) or set(proposal.excluded) & set(proposal.seated):
        raise MalformedError("a proposal that seats an excluded player, or excludes a player twice")
    if not proposal.revision:
        raise MalformedError("a proposal without a revision")
    return signed, proposal, digest("proposal", lobby_id, signed.proposal)


def check_proposal(signed: SignedProposal, proposal: Proposal, name: bytes, verifier: Verifier) -> None:
    """Check the signature of a proposal, whose digest is `name`. Raises MalformedError if it was not signed for this lobby."""
    if not verifier.verify(proposal.author, name, signed.signature):
        raise MalformedError("a proposal that its author did not sign for this lobby")


def sign_line(serial: int, oldest: int, line: str, lobby_id: bytes, signer: Signer) -> bytes:
    return msgspec.msgpack.encode(ChatMessage(serial, oldest, line, signer.sign(_line_digest(lobby_id, serial, line))))


def read_line(data: bytes) -> ChatMessage:
    """Decode a chat line without checking its signature. Raises MalformedError."""
    chat = read_message(LobbyKind.SAY, data, ChatMessage)
    try:
        checked_line(chat.line, MAX_LINE_BYTES)
    except PlayerNameError as bad:
        raise MalformedError(f"a line that cannot be shown: {bad}") from None
    if not 1 <= chat.oldest <= chat.serial:
        raise MalformedError("a line whose number is impossible")
    return chat


def check_line(chat: ChatMessage, identity: bytes, lobby_id: bytes, verifier: Verifier) -> None:
    """Check the signature of a chat line. Raises MalformedError if its author has not signed it for this lobby."""
    if not verifier.verify(identity, _line_digest(lobby_id, chat.serial, chat.line), chat.signature):
        raise MalformedError("a line that its author did not sign for this lobby")


def _line_digest(lobby_id: bytes, serial: int, line: str) -> bytes:
    return digest("say", lobby_id, serial.to_bytes(8, "little"), line.encode("utf-8"))
