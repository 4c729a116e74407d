"""What one seat alone knows: a key and a nonce for every epoch, and through them its own tiles.

A key is made when the seat commits to it, and at no other time: one that was lost is lost. What was made must be on disk before
anything that depends on it is sent; `take_if_changed` gives the bytes for that. Nothing of this is ever in the journal.
"""

from __future__ import annotations

import msgspec

from acquire_net.crypto.group import Group
from acquire_net.crypto.hashing import Entropy
from acquire_net.crypto.shuffle_proof import Prepared, Shuffled, deck_bytes, prepare, prepare_for, restore_shuffle, tile_points
from acquire_net.errors import StorageError, Wording
from acquire_net.protocol.dealing import OpenKeys, commitment_to_key
from acquire_net.protocol.points import pairs_of
from acquire_net.protocol.state import InvariantError, Slot, State


class DamagedSecretsError(StorageError, ValueError):
    """The bytes are not those that `take_if_changed` gave."""


class SecretLostError(StorageError, LookupError):
    """The secret of an epoch to which this seat has committed is not here any more."""


MAX_SHUFFLES = 4
"""Own shuffles that are kept until they are proven. The newest counts; a view change may fall back to one before it."""


MAX_SEALED_ANSWERS = 4
"""Own sealed answers that are kept. The newest counts; a step that is void is answered again."""


class _StoredShuffle(msgspec.Struct, array_like=True):
    """What was drawn for one shuffle: it must be there after a restart, for the deck goes out before its proof is made."""
    deck: bytes
    order: tuple[int, ...]
    masks: tuple[bytes, ...]
    commitment_masks: tuple[bytes, ...]


class _StoredSecrets(msgspec.Struct, array_like=True):
    seat: int
    keys: dict[int, bytes]
    nonces: dict[int, bytes]
    shuffles: list[_StoredShuffle] = []


class _StoredAnswer(msgspec.Struct, array_like=True):
    """A sealed answer that is to be opened: nobody else has it."""
    commitment: bytes
    action: bytes
    nonce: bytes


class _SecretsWithAnswers(_StoredSecrets, array_like=True):
    answers: list[_StoredAnswer] = []


class SeatSecrets:
    """It is made with `stored=None` for a new table, or from the bytes of the file of secrets for one that is resumed. The
    session owns it; steps use it as `Secrets`, and the replica as the `Reader` of the own tiles. What goes into `_known` goes
    to the disk: each method that changes it must set `_changed`, or a restart loses what others rely on. Prepared shuffles,
    proofs and read tiles are only in memory and can be made again."""

    def __init__(self, group: Group, seat: int, tile_count: int, entropy: Entropy, stored: bytes | None = None) -> None:
        self.group = group
        self.seat = seat
        self.tile_count = tile_count
        self.entropy = entropy
        self._tiles: dict[tuple[int, int, int], int] = {}
        """Own tiles that were read, by the name of their slot."""
        self._changed = False
        self._prepared: Prepared | None = None
        """The work that was done ahead for one shuffle; it must never serve two decks."""
        self._shuffled: dict[bytes, Shuffled] = {}
        """Own decks with what proves them, by their bytes."""
        self._proofs: dict[bytes, dict[bytes, bytes]] = {}
        """By own deck and context. A second proof would be another message; and where no tile is left to shuffle, decks are equal
        and their proofs are not."""
        if stored is None:
            self._known = _SecretsWithAnswers(seat, {}, {})
            return
        try:
            self._known = msgspec.msgpack.decode(stored, type=_SecretsWithAnswers)
        except msgspec.MsgspecError as error:
            raise DamagedSecretsError(Wording("the file of this seat's secrets cannot be read: {error}", error=error)) from None
        if self._known.seat != seat:
            raise DamagedSecretsError(Wording("these are the secrets of another seat"))

    def __repr__(self) -> str:
        return f"<secrets of seat {self.seat}>"

    def make_epoch(self, epoch: int) -> None:
        """Make the key and the nonce of a new epoch, unless they were made before and no other seat has received them yet."""
        if epoch not in self._known.keys:
            self._known.keys[epoch] = self.group.random_scalar(self.entropy)
            self._known.nonces[epoch] = self.entropy(32)
            self._changed = True

    def epoch_key(self, epoch: int) -> bytes:
        return self._secret_of(self._known.keys, epoch)

    def epoch_nonce(self, epoch: int) -> bytes:
        return self._secret_of(self._known.nonces, epoch)

    def new_tag(self) -> bytes:
        """Return the power for one TAG. It is needed once and kept nowhere."""
        return self.group.random_scalar(self.entropy)

    @staticmethod
    def _secret_of(table: dict[int, bytes], epoch: int) -> bytes:
        if epoch not in table:
            raise SecretLostError(Wording("the secrets of epoch {epoch} are not here any more", epoch=epoch))
        return table[epoch]

    def prepare(self, count: int, key: bytes = b"") -> None:
        """Prepare what of a shuffle of so many tiles can be done before it is this seat's turn, or the joint key is known."""
        if self._prepared is None or self._prepared.count != count:
            self._prepared = prepare(self.group, count, self.entropy)
        if key and self._prepared.key != key:
            prepare_for(self.group, key, self._prepared)

    def is_prepared(self, count: int, key: bytes = b"") -> bool:
        return self._prepared is not None and self._prepared.count == count and key in (b"", self._prepared.key)

    def take_prepared(self, count: int) -> Prepared | None:
        """Return what was prepared for a deck of this size, and forget it: two decks must not have a permutation in common."""
        if self._prepared is None or self._prepared.count != count:
            return None
        prepared, self._prepared = self._prepared, None
        return prepared

    def keep_shuffled(self, shuffled: Shuffled) -> None:
        """Remember a deck that this seat is about to send, with the secrets that its proof needs."""
        deck, prepared = deck_bytes(shuffled.deck), shuffled.prepared
        self._shuffled[deck] = shuffled
        self._known.shuffles.append(_StoredShuffle(deck, prepared.permutation, tuple(prepared.masks),
                                                   tuple(prepared.commitment_masks)))
        for forgotten in self._known.shuffles[:-MAX_SHUFFLES]:
            self._known.shuffles.remove(forgotten)
            self._shuffled.pop(forgotten.deck, None)
            self._proofs.pop(forgotten.deck, None)
        self._changed = True

    def own_shuffle(self, deck: bytes) -> Shuffled:
        """Return what makes the proof of an own deck. Raise SecretLostError where that is not here any more."""
        if deck not in self._shuffled:
            stored = next((found for found in self._known.shuffles if found.deck == deck), None)
            if stored is None:
                raise SecretLostError(Wording("the secrets of an own shuffle are not here any more"))
            prepared = restore_shuffle(self.group, stored.order, stored.masks, stored.commitment_masks)
            self._shuffled[deck] = Shuffled(pairs_of(deck), prepared)
        return self._shuffled[deck]

    def can_prove(self, deck: bytes, ctx: bytes) -> bool:
        """Return True if this is an own deck and its proof in this context is still to be made."""
        return self.proof_of(deck, ctx) is None and any(found.deck == deck for found in self._known.shuffles)

    def keep_proof(self, deck: bytes, ctx: bytes, proof: bytes) -> None:
        self._proofs.setdefault(deck, {})[ctx] = proof

    def proof_of(self, deck: bytes, ctx: bytes) -> bytes | None:
        return self._proofs.get(deck, {}).get(ctx)

    def keep_answer(self, commitment: bytes, action: bytes, nonce: bytes) -> None:
        """Remember an answer to which this seat is about to commit."""
        self._known.answers = [*self._known.answers, _StoredAnswer(commitment, action, nonce)][-MAX_SEALED_ANSWERS:]
        self._changed = True

    def answer_to(self, commitment: bytes) -> tuple[bytes, bytes]:
        """Return the answer and the nonce behind an own commitment. Raise SecretLostError where they are not here any more."""
        found = next((each for each in self._known.answers if each.commitment == commitment), None)
        if found is None:
            raise SecretLostError(Wording("a sealed answer is not here any more"))
        return found.action, found.nonce

    def has_key(self, epoch: int, public: bytes, group: Group) -> bool:
        """Return True if the key of this epoch is here, and is the one that the others know."""
        key = self._known.keys.get(epoch)
        return key is not None and group.times_base(key) == public

    def fits_state(self, state: State) -> bool:
        """Return True if the secrets behind all that this seat has committed to are here. An old copy of them may lack some."""
        mine = {epoch: keys[self.seat] for epoch, keys in state.deal.keys.items() if self.seat in keys}
        if not all(self.has_key(epoch, key, state.group) for epoch, key in mine.items()):
            return False
        sealed = state.sealed.by_seat.get(self.seat) if state.sealed is not None else None
        if sealed is not None and all(each.commitment != sealed for each in self._known.answers):
            return False
        if not isinstance(state.step, OpenKeys) or self.seat not in state.step.commits:
            return True
        epoch = state.deal.epoch
        key, nonce = self._known.keys.get(epoch), self._known.nonces.get(epoch)
        return (key is not None and nonce is not None
                and commitment_to_key(state, self.seat, nonce, state.group.times_base(key)) == state.step.commits[self.seat])

    def take_if_changed(self) -> bytes | None:
        if not self._changed:
            return None
        self._changed = False
        known = self._known
        if not known.answers:  # other games have the file that they always had
            return msgspec.msgpack.encode(_StoredSecrets(known.seat, known.keys, known.nonces, known.shuffles))
        return msgspec.msgpack.encode(known)

    def read(self, slot: Slot) -> int | None:
        if slot.holder != self.seat or slot.epoch not in self._known.keys:
            return None
        if slot.name not in self._tiles:
            point = self.group.subtract_points(slot.residual, self.group.multiply_point(self._known.keys[slot.epoch], slot.mask))
            try:
                self._tiles[slot.name] = tile_points(self.group, self.tile_count).index(point)
            except ValueError:
                raise InvariantError("a tile of the own hand is not in the deck") from None
        return self._tiles[slot.name]
