"""What all seats of a table know after a final block: the deal, the game, who is live, and the step that comes next.

Values only. A `State` is never changed: a step makes the next one from it, so that a block can be tried and forgotten. Steps are
in dealing.py and redeal.py; who has agreed to a block is replica.py's. What is made anew for each block is a Struct of msgspec,
which is made, and copied with a change, several times as fast as a dataclass.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

from msgspec import Struct
from msgspec.structs import replace

from acquire_net.crypto.group import Group
from acquire_net.crypto.hashing import digest
from acquire_net.crypto.shuffle_proof import Prepared, Shuffled, tile_points
from acquire_net.crypto.transcript import proof_context
from acquire_net.errors import LocalError, RemoteError
from acquire_net.protocol.messages import Kind, Message
from acquire_net.protocol.sealed_game import SealedGame

Pair = tuple[bytes, bytes]


class InvalidContributionError(RemoteError, ValueError):
    """A message that its author must not have sent; the text says why, and the signed message proves it."""


class InvariantError(LocalError, AssertionError):
    """What cannot be while every proof held: a mistake in this program, or in the mathematics. The table stops."""


_NAME = struct.Struct("<III")


class Slot(Struct, frozen=True):
    """A hidden tile in a hand: the mask is its first component, the residual what is left of the second for its holder to strip.

    A tile that all know has no slot any more, though it may still be in the hand: nothing is to be proven about it again.
    """
    epoch: int
    round: int
    position: int
    holder: int
    mask: bytes
    residual: bytes

    @property
    def name(self) -> tuple[int, int, int]:
        return self.epoch, self.round, self.position


class Deal(Struct, frozen=True):
    """The deck and the hands as everybody sees them."""
    epoch: int = 0
    """The generation of the deck: one more for every attempt at a new one."""
    round: int = 0
    """How often this generation was shuffled again."""
    keys: Mapping[int, Mapping[int, bytes]] = {}  # msgspec makes an empty default anew
    """Public keys by epoch and seat."""
    joint: bytes = b""
    deck: tuple[Pair, ...] = ()
    bag: tuple[int, ...] = ()
    """The positions of the deck that are still to be drawn, the next one first."""
    stale: bool = False
    """A tile of the bag has been seen and put back: it is shuffled before anybody draws in private."""
    unmatched: bool = False
    """The deck is new and still holds the tiles that lie hidden in hands."""
    opened: Mapping[int, int] = {}
    """The tiles of an opened bag by position; those that are still unseen are still in it."""
    hands: tuple[tuple[Slot, ...], ...] = ()
    """The hidden tiles of every seat."""

    def with_hand(self, seat: int, hand: tuple[Slot, ...]) -> Deal:
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1:]))


class Commitments(Struct, frozen=True):
    """What seats have committed to in a sealed step of the game, and where: final, and not opened yet."""
    step: bytes
    epoch: int
    block: int
    by_seat: Mapping[int, bytes]


class Reader(Protocol):
    """A follower of a table: a seat, which can read its own tiles, or a spectator, which can read none."""

    def read(self, slot: Slot) -> int | None:
        """Return the tile of a hidden slot if this is its holder, else None."""


class OutsideReader:
    def read(self, slot: Slot) -> int | None:
        return None


class State(Struct, frozen=True):
    """The replica holds the newest one, and each `Step` makes the next from it in `apply`. Honest seats have the same `digest`
    after the same block and view, and an ACK carries it. The game in it may also know the tiles that its `Reader` has read, and
    these stay out of the digest. Keys and nonces of one seat are in `SeatSecrets` and never here."""

    group: Group
    identities: tuple[bytes, ...]
    table: bytes
    """sid; before the nonces are open, tid."""
    game: SealedGame
    live: tuple[int, ...]
    deal: Deal
    step: Step | None = None
    """What the next block is made of; None where the deal and the game have to be asked, and at the end."""
    over: bool = False
    block: int = 0
    head: bytes = bytes(64)
    view: int = 0
    lost: tuple[int, ...] = ()
    """The seats that are gone for good, in the order in which they went."""
    sealed: Commitments | None = None
    """Answers that are to be opened. They survive a loss, and the new deck after it."""
    majority: bool = False
    """True if the table has agreed on `quorum` = `majority`: at five seats three go on."""

    def proof_context(self, kind: str, author: int, extra: bytes = b"") -> bytes:
        return proof_context(sid=self.table, epoch=self.deal.epoch, round=self.deal.round, block=self.block, head=self.head,
                             kind=kind, author=author, extra=extra)

    def key_of(self, seat: int, epoch: int | None = None) -> bytes:
        return self.deal.keys[self.deal.epoch if epoch is None else epoch][seat]

    def epochs_of(self, seat: int) -> tuple[int, ...]:
        """Return the epochs in which a seat has a key."""
        return tuple(epoch for epoch, keys in sorted(self.deal.keys.items()) if seat in keys)

    def are_keys_of(self, seat: int, opened: Sequence[bytes]) -> bool:
        """Return True if these are the secret keys of a seat, one for each of its epochs."""
        epochs = self.epochs_of(seat)
        if len(opened) != len(epochs):
            return False
        try:
            publics = [self.group.times_base(self.group.decode_scalar(key)) for key in opened]
        except ValueError:
            return False
        return publics == [self.key_of(seat, epoch) for epoch in epochs]

    def tile_of(self, point: bytes) -> int:
        points = tile_points(self.group, self.game.tile_count)
        try:
            return points.index(point)
        except ValueError:
            raise InvariantError("a tile that is not in the deck") from None

    def canonical_state(self) -> dict[str, Any]:
        """Return what the digest covers, as JSON-able data, for the report of a disagreement."""
        deal = self.deal
        return {
            "game": self.game.canonical_state(),
            "live": list(self.live),
            "epoch": deal.epoch,
            "round": deal.round,
            "bag": len(deal.bag),
            "joint": deal.joint.hex(),
            "next": self.step.event_bytes(self).hex() if self.step is not None else "",
            "hands": [[list(slot.name) for slot in hand] for hand in deal.hands],
        }

    @property
    def digest(self) -> bytes:
        """Return 32 bytes over what all know: the game, and enough of the deal to tell two different ones apart."""
        deal = self.deal
        fields = [b"".join([_NAME.pack(slot.epoch, slot.round, slot.position) for slot in hand]) for hand in deal.hands]
        return digest("state", self.game.digest(), bytes(self.live), deal.epoch.to_bytes(4, "little"),
                      deal.round.to_bytes(4, "little"), len(deal.bag).to_bytes(4, "little"), deal.joint,
                      self.step.event_bytes(self) if self.step is not None else b"", *fields)[:32]


class Secrets(Protocol):
    """What only the author of a contribution has: keys by epoch. The session keeps them, on disk before they are used."""

    def make_epoch(self, epoch: int) -> None: ...
    def epoch_key(self, epoch: int) -> bytes: ...
    def epoch_nonce(self, epoch: int) -> bytes: ...
    def new_tag(self) -> bytes: ...
    def take_prepared(self, count: int) -> Prepared | None: ...
    def keep_shuffled(self, shuffled: Shuffled) -> None: ...
    def own_shuffle(self, deck: bytes) -> Shuffled: ...
    def keep_proof(self, deck: bytes, ctx: bytes, proof: bytes) -> None: ...
    def proof_of(self, deck: bytes, ctx: bytes) -> bytes | None: ...
    def keep_answer(self, commitment: bytes, action: bytes, nonce: bytes) -> None: ...
    def answer_to(self, commitment: bytes) -> tuple[bytes, bytes]: ...
    def entropy(self, count: int) -> bytes: ...
    def read(self, slot: Slot) -> int | None: ...


class Step(Protocol):
    """What a block is made of: who contributes what, what each contribution must prove, and what follows from them all.

    `earlier` holds the contributions of this block that are there already; only a relay looks at them.
    """
    kind: ClassVar[Kind]
    relay: ClassVar[bool]
    """True if authors contribute one after another, each building on the one before."""

    def required_authors(self, state: State) -> tuple[int, ...]: ...
    def event_bytes(self, state: State) -> bytes:
        """Return what happens in this block apart from the contributions, for its head."""

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        """Check a contribution. Raises InvalidContributionError if it is not what its author had to contribute."""

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message | None:
        """Return the author's contribution, made without asking a person; None where a person decides."""

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        """Return the state after the block, but for its index and head."""
