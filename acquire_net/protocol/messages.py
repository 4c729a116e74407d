"""Every message of the protocol as a struct, and every limit with its reason (docs/spec/protocol.md, section 2).

A message travels in an `Envelope`, signed by its author. Which seat may send which kind when, is not decided here.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import msgspec
from msgspec import Meta

MAX_SEATS = 6
MAX_TILES = 128
"""A full deck has 108; room for a larger board, and a hostile length stays small."""
MAX_HAND = 11
"""Take 5 on top of a hand of six."""
MAX_ACTION_BYTES = 200
"""The longest line of notation has 61 characters."""
MAX_BODY_BYTES = 64_000
"""The longest are a state of six seats shown in a disagreement, and a shuffle of 20 kB."""
MAX_FRAME_BYTES = MAX_BODY_BYTES + 256
MAX_STATE_BYTES = 60_000
"""Shown in a disagreement: the longest state of six seats has a tenth of that, so it needs no pieces."""
MAX_BLOCKS = 1 << 24
"""A game has a few hundred."""
MAX_VIEWS = 1 << 32
"""As many as are signed over. Views are counted one by one, so a game has a few."""
MAX_ATTEMPTS = 1 << 32
"""Attempts of one view: the pace allows more than ten years of them."""
MAX_CASE_FRAMES = 10
"""CLAIM and LEAVE frames that show why an attempt may begin: five claims against each of two seats."""
MAX_SYNC_BYTES = 4096
"""A SYNC with ten claims has 2.9 kB."""
MAX_CLAIM_BYTES = 1200
"""A CLAIM has 120 bytes, and a LEAVE, which may stand beside it in a case, 800."""
MAX_PROPOSAL_BYTES = 32_000
"""A PROPOSE with six reports and ten claims has 20 kB."""

PAIR_BYTES = 64
POINT_BYTES = 32
REMASK_PROOF_BYTES = 96

Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Mask = Annotated[int, Meta(ge=0, lt=1 << MAX_SEATS)]
BlockIndex = Annotated[int, Meta(ge=0, lt=MAX_BLOCKS)]
ViewNumber = Annotated[int, Meta(ge=0, lt=MAX_VIEWS)]
Point = Annotated[bytes, Meta(min_length=POINT_BYTES, max_length=POINT_BYTES)]
Digest = Annotated[bytes, Meta(min_length=64, max_length=64)]
ShortDigest = Annotated[bytes, Meta(min_length=32, max_length=32)]
Proof = Annotated[bytes, Meta(min_length=64, max_length=64)]
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
Before = Annotated[bytes, Meta(max_length=128)]
"""In a relay: the digest of the body that the author built on and its author's signature; empty for the first. Without it nobody
could tell a bad contribution from a good one to something else, which a liar had sent to this author alone."""
Pairs = Annotated[bytes, Meta(max_length=(MAX_TILES + MAX_SEATS * MAX_HAND) * PAIR_BYTES)]


class Kind(IntEnum):
    """Up to CONTENT_BELOW what a block is made of, one message an author; from there on what is said about blocks."""
    COMMIT = 1
    OPEN = 2
    SHUFFLE = 3
    SHARES = 4
    DECIDE = 5
    REMASK = 6
    TAG = 7
    RESULT = 8
    PROOF = 9
    SEAL = 10
    ANSWER = 11
    ACK = 16
    SYNC = 17
    PROPOSE = 18
    LEAVE = 19
    STATUS = 20
    HANDS = 21
    STATE = 22
    PREPARE = 23
    CONFIRM = 24
    CLAIM = 25
    LINK = 26


CONTENT_BELOW = 16
SEALED_KINDS = frozenset({Kind.SEAL, Kind.ANSWER})
"""Contents of games in which several seats answer at once. At other tables they are not messages: older programs do not know
them."""


class Message(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """Fields travel as an array in the order in which they stand here."""


class Envelope(Message, frozen=True):
    kind: Kind
    author: Seat
    block: BlockIndex
    view: ViewNumber
    body: Annotated[bytes, Meta(max_length=MAX_BODY_BYTES)]
    signature: Signature


class Commit(Message, frozen=True):
    """Binds to the key and the nonce before anybody has seen those of others (2.2)."""
    commitment: Digest


class Open(Message, frozen=True):
    nonce: ShortDigest
    key: Point
    proof: Proof


class Shuffle(Message, frozen=True):
    """A permuted and re-encrypted deck (2.3)."""
    deck: Annotated[bytes, Meta(max_length=MAX_TILES * PAIR_BYTES)]
    before: Before = b""


class ShuffleProof(Message, frozen=True):
    """The proof that the author's deck in the block before is a shuffle and nothing else (2.3)."""
    proof: Annotated[bytes, Meta(max_length=MAX_TILES * 3 * 32 + 352)]


class Shares(Message, frozen=True):
    """The author's shares of several positions, with one proof; both empty if the author owes none (2.4)."""
    shares: Annotated[bytes, Meta(max_length=(MAX_TILES + MAX_SEATS * MAX_HAND) * POINT_BYTES)]
    proof: Annotated[bytes, Meta(max_length=64)]


class Opening(Message, frozen=True):
    """One tile of the own hand for all to see: its place in the hand, what it is, and the own share of it."""
    slot: Annotated[int, Meta(ge=0, lt=MAX_HAND)]
    tile: Annotated[int, Meta(ge=0, lt=MAX_TILES)]
    share: Point


class Decide(Message, frozen=True):
    action: Annotated[bytes, Meta(min_length=1, max_length=MAX_ACTION_BYTES)]
    openings: Annotated[tuple[Opening, ...], Meta(max_length=MAX_HAND)]
    proofs: Annotated[bytes, Meta(max_length=MAX_HAND * 64)]
    """One for each epoch from which the opened tiles come, the oldest first."""


class Seal(Message, frozen=True):
    """Binds to an answer before anybody has seen those of others."""
    commitment: Digest


class Answer(Message, frozen=True):
    """Opens the author's commitment: what it binds to, and tiles as in a decision."""
    nonce: ShortDigest
    action: Annotated[bytes, Meta(min_length=1, max_length=MAX_ACTION_BYTES)]
    openings: Annotated[tuple[Opening, ...], Meta(max_length=MAX_HAND)]
    proofs: Annotated[bytes, Meta(max_length=MAX_HAND * 64)]


class Remask(Message, frozen=True):
    """The author's hidden tiles under the new key, each with its proof (2.10, R4)."""
    pairs: Annotated[bytes, Meta(max_length=MAX_HAND * PAIR_BYTES)]
    proofs: Annotated[bytes, Meta(max_length=MAX_HAND * REMASK_PROOF_BYTES)]


class Tag(Message, frozen=True):
    """Deck and remasked hands, raised to a secret power (2.10, R5)."""
    key: Point
    pairs: Pairs
    proof: Proof
    before: Before = b""


class Result(Message, frozen=True):
    """What the seats sign when the game is over. A seat that names another head has another log, and its signature does not count
    for this one."""
    head: Digest
    result: Digest


class Ack(Message, frozen=True):
    head: Digest
    state: ShortDigest


SeatSignature = tuple[Seat, Signature]
Attempt = Annotated[int, Meta(ge=1, lt=MAX_ATTEMPTS)]


class Lock(Message, frozen=True):
    """The highest attempt of this view in which the author has signed a CONFIRM, and what it confirmed."""
    attempt: Attempt
    proposal: Digest


class SeatReport(Message, frozen=True):
    """What the author has of the log in this view. `Envelope.block` says how many blocks are final for it."""
    head: Digest
    state: ShortDigest
    """Head and state of its last final block, its tip."""
    proof: Annotated[tuple[SeatSignature, ...], Meta(max_length=MAX_SEATS)]
    """The signatures of all live seats under ACKs of the tip; empty where the view began with this tip."""
    acked: Ack | None
    """Its own ACK of the block after the tip."""
    lock: Lock | None


class Sync(Message, frozen=True):
    """The promise to sign no content and no ACK of this view any more, and nothing below this attempt."""
    attempt: Attempt
    report: SeatReport
    mask: Mask
    """The seats that the author would lose now."""
    case: Annotated[tuple[Annotated[bytes, Meta(max_length=MAX_CLAIM_BYTES)], ...], Meta(max_length=MAX_CASE_FRAMES)]
    """CLAIM and LEAVE frames: why an attempt may begin."""
    convicted: Mask


class Propose(Message, frozen=True):
    """How the view ends, by the leader of an attempt, with the reports from which that follows."""
    attempt: Attempt
    excused: Mask
    """Seats that have said goodbye or are convicted: they are not counted."""
    lost: Mask
    blocks: BlockIndex
    """How many blocks the log has then."""
    head: Digest
    state: ShortDigest
    reports: Annotated[tuple[Annotated[bytes, Meta(max_length=MAX_SYNC_BYTES)], ...], Meta(max_length=MAX_SEATS)]
    case: Annotated[tuple[Annotated[bytes, Meta(max_length=MAX_CLAIM_BYTES)], ...], Meta(max_length=MAX_CASE_FRAMES)]


class Prepare(Message, frozen=True):
    """The author is convinced by this PROPOSE. `Envelope.block` is that of the PROPOSE."""
    attempt: Attempt
    proposal: Digest


class Confirm(Message, frozen=True):
    """The author has seen enough PREPAREs of this PROPOSE."""
    attempt: Attempt
    proposal: Digest


class Claim(Message, frozen=True):
    """The author wants to go on without a seat. A claim slows nobody, and convicts nobody."""
    target: Seat
    why: Annotated[int, Meta(ge=0, le=4)]
    """0: a person votes, and the seat is there; 1: the seat is silent; 2: its clock is used up; 3: its program owes something;
    4: nobody was asked, and 1, 2 or 3 has lasted for the grace."""
    number: Annotated[int, Meta(ge=1, lt=1 << 16)]
    """A higher one takes the place of a lower one."""
    holds: Annotated[int, Meta(ge=0, le=1)]
    """0 takes it back."""


class Link(Message, frozen=True):
    """A PROPOSE with the signatures under its PREPAREs (a lock) or CONFIRMs (a certificate). It is not signed itself."""
    proposal: Annotated[bytes, Meta(max_length=MAX_PROPOSAL_BYTES)]
    prepares: Annotated[tuple[SeatSignature, ...], Meta(max_length=MAX_SEATS)]
    confirms: Annotated[tuple[SeatSignature, ...], Meta(max_length=MAX_SEATS)]


class Leave(Message, frozen=True):
    """A signed goodbye: the author will not come back. It signs nothing after it."""
    promised: Annotated[int, Meta(ge=0, lt=MAX_ATTEMPTS)]
    """The highest attempt of this view for which the author has sent a SYNC."""
    report: SeatReport


class Status(Message, frozen=True):
    """What the author has and whom it hears, so that any seat can send what it lacks; never evidence of anything (2.8)."""
    told: ShortDigest
    """Digest of the contents of the open block that the author has: a seat that was sent different ones notices it."""
    contents: Mask
    acks: Mask
    attempt: Annotated[int, Meta(ge=0, lt=MAX_ATTEMPTS)]
    """The own attempt in this view, or 0; and whose messages of it are here."""
    syncs: Mask
    proposed: Mask
    prepares: Mask
    confirms: Mask
    claims: Annotated[bytes, Meta(min_length=8, max_length=8)]
    """Over the claims that are here."""
    beat: Annotated[int, Meta(ge=0, lt=1 << 62)]
    """Higher in every STATUS of an author: a newer one shows that the author is there, even if another seat passes it on."""
    hears: Mask
    left: Mask
    convicted: Mask
    asks: Annotated[int, Meta(ge=0, lt=1 << 62)]
    """A number of the author's own choice while it asks after a restart, else 0."""
    answers: Annotated[int, Meta(ge=0, lt=1 << 62)]
    """The number of the seat that this answers, else 0."""


class Hands(Message, frozen=True):
    """The author's keys of all epochs, opened by consent after the game."""
    keys: Annotated[tuple[Point, ...], Meta(max_length=64)]


class CanonicalState(Message, frozen=True):
    """The state to which the author's program comes after the block with this head, for seats that come to another one; never
    evidence of anything."""
    head: Digest
    asks: Annotated[int, Meta(ge=0, lt=2)]
    """1 if the state of the addressed seat is still missing."""
    state: Annotated[bytes, Meta(max_length=MAX_STATE_BYTES)]
    """JSON in ASCII or UTF-8, its names in order."""


BODIES: dict[Kind, type[Message]] = {
    Kind.COMMIT: Commit,
    Kind.OPEN: Open,
    Kind.SHUFFLE: Shuffle,
    Kind.SHARES: Shares,
    Kind.DECIDE: Decide,
    Kind.REMASK: Remask,
    Kind.TAG: Tag,
    Kind.RESULT: Result,
    Kind.PROOF: ShuffleProof,
    Kind.SEAL: Seal,
    Kind.ANSWER: Answer,
    Kind.ACK: Ack,
    Kind.SYNC: Sync,
    Kind.PROPOSE: Propose,
    Kind.LEAVE: Leave,
    Kind.STATUS: Status,
    Kind.HANDS: Hands,
    Kind.STATE: CanonicalState,
    Kind.PREPARE: Prepare,
    Kind.CONFIRM: Confirm,
    Kind.CLAIM: Claim,
    Kind.LINK: Link,
}
STATEMENTS = frozenset({Kind.SYNC, Kind.PROPOSE, Kind.PREPARE, Kind.CONFIRM, Kind.CLAIM})
"""What is said about a view, and signed."""
