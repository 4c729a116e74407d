"""Leaks that are put into the honest code, so that it can be seen that they are found.

Each is what a careless change could do, in a line or two; every seat of the table then makes the mistake, and its messages are
still accepted by the others but where it says so. A plant is a function that patches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast
from weakref import WeakKeyDictionary

import msgspec
import pytest

from acquire_net.crypto import dleq, hashing, possession, remask, shuffle_proof
from acquire_net.crypto.group import Group
from acquire_net.crypto.hashing import Entropy, encode_number
from acquire_net.crypto.shuffle_proof import Deck, Prepared, Shuffled
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.dealing import DrawTiles
from acquire_net.protocol.messages import Kind, Message, Status
from acquire_net.protocol.redeal import RemaskHands
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.protocol.state import Secrets, State

Patch = pytest.MonkeyPatch


ONE = (1).to_bytes(32, "little")


# --- shuffles

def _masks_replaced(patch: Patch, chosen: Callable[[Group, Deck, Entropy, list[bytes]], Sequence[bytes]]) -> None:
    """What a shuffle was prepared with, changed when it is used: so it is of no account when it was prepared."""
    shuffle = shuffle_proof.shuffle_deck

    def careless(group: Group, *, key: bytes, deck: Deck, entropy: Entropy, prepared: Prepared | None = None) -> Shuffled:
        prepared = prepared or shuffle_proof.prepare(group, len(deck), entropy)
        prepared.masks[:] = chosen(group, deck, entropy, prepared.masks)
        prepared.mask_points[:] = [group.times_base(mask) for mask in prepared.masks]
        prepared.key = b""
        return shuffle(group, key=key, deck=deck, entropy=entropy, prepared=prepared)

    patch.setattr(shuffle_proof, "shuffle_deck", careless)


def is_start(group: Group, deck: Deck) -> bool:
    """Of this deck the shuffler stays honest: with the identity in what it gives back it would be refused."""
    return deck[0][0] == group.identity


def one_mask_for_all_positions(patch: Patch) -> None:
    _masks_replaced(patch, lambda group, deck, entropy, masks: masks if is_start(group, deck) else masks[:1] * len(masks))


def no_mask(patch: Patch) -> None:
    _masks_replaced(patch, lambda group, deck, entropy, masks: masks if is_start(group, deck) else [bytes(32)] * len(masks))


def one_mask_for_two_positions(patch: Patch) -> None:
    _masks_replaced(patch, lambda group, deck, entropy, masks: [masks[0], masks[0], *masks[2:]])


def masks_of_the_shuffle_before(patch: Patch) -> None:
    """What one deck was prepared for serves the next one, too."""
    drawn: dict[int, list[bytes]] = {}

    def again(group: Group, deck: Deck, entropy: Entropy, masks: list[bytes]) -> list[bytes]:
        kept = drawn.setdefault(id(entropy), list(masks))[:len(masks)]
        return kept + masks[len(kept):]

    _masks_replaced(patch, again)


def no_permutation(patch: Patch) -> None:
    patch.setattr(shuffle_proof, "draw_permutation", lambda seed, count: tuple(range(count)))


def what_was_prepared_serves_again(patch: Patch) -> None:
    """Permutation, masks and commitments are not thrown away with the deck they were prepared for."""
    def kept(secrets: SeatSecrets, count: int) -> Prepared | None:
        prepared = secrets._prepared
        if prepared is None or prepared.count != count:
            return None
        prepared.is_used = False
        return prepared

    patch.setattr(SeatSecrets, "take_prepared", kept)


def nonces_of_the_shuffle_before(patch: Patch) -> None:
    """What was prepared for one proof serves the next one, too."""
    drawn: dict[int, list[bytes]] = {}
    spare = shuffle_proof._draw_spare

    def kept(group: Group, prepared: Prepared, entropy: Entropy) -> shuffle_proof._Spare:
        found = spare(group, prepared, entropy)
        again = drawn.setdefault(id(entropy), found.nonces)[:prepared.count]
        found.nonces[:len(again)] = again
        points = shuffle_proof.make_generators(group, prepared.count + 1)[1:]
        found.nonce_point = shuffle_proof._sum_of_multiples(group, found.nonces, points)
        return found

    patch.setattr(shuffle_proof, "_draw_spare", kept)


# --- shares

def share_of_the_next_position(patch: Patch) -> None:
    positions = DrawTiles.owed_positions

    def one_more(step: DrawTiles, state: State, author: int) -> list[int]:
        return positions(step, state, author) + list(state.deal.bag[len(step.seats):][:1])

    patch.setattr(DrawTiles, "owed_positions", one_more)


def share_of_the_own_tile(patch: Patch) -> None:
    patch.setattr(DrawTiles, "owed_positions", lambda step, state, author: list(state.deal.bag[:len(step.seats)]))


# --- secrets

def one_key_for_all_epochs(patch: Patch) -> None:
    key = SeatSecrets.epoch_key
    patch.setattr(SeatSecrets, "epoch_key", lambda secrets, epoch: key(secrets, 0))


def one_tag_for_all_epochs(patch: Patch) -> None:
    made, new_tag = WeakKeyDictionary[SeatSecrets, bytes](), SeatSecrets.new_tag
    patch.setattr(SeatSecrets, "new_tag", lambda secrets: made.setdefault(secrets, new_tag(secrets)))


def key_in_the_journal(patch: Patch) -> None:
    record = Session.record

    def talkative(session: Session, entry: JournalEntry) -> None:
        record(session, entry)
        if len(session.state.deal.keys) and not session.state.game.has_begun:
            session.outbox.journal.append(JournalEntry(b"a note: " + session.secrets.epoch_key(0)))

    patch.setattr(Session, "record", talkative)


def a_tile_in_a_status(patch: Patch) -> None:
    status = Session._make_status

    def telling(session: Session, answers: int = 0) -> Signed | None:
        found = status(session, answers)
        hand = session.state.deal.hands[session.seat]
        if found is None or not hand:
            return found
        body = msgspec.structs.replace(cast(Status, found.body), answers=1 + cast(int, session.secrets.read(hand[0])))
        return session._sign(Kind.STATUS, body)

    patch.setattr(Session, "_make_status", telling)


# --- new decks

def _remask_with(patch: Patch, known: bool) -> None:
    contribute = RemaskHands.contribute

    def same(step: RemaskHands, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        drawn: list[bytes] = []
        random_scalar = state.group.random_scalar
        with pytest.MonkeyPatch.context() as inner:
            def once(entropy: Entropy) -> bytes:
                drawn.append(drawn[0] if drawn else ONE if known else random_scalar(entropy))
                return drawn[-1]

            inner.setattr(state.group, "random_scalar", once)
            return contribute(step, state, author, earlier, secrets)

    patch.setattr(RemaskHands, "contribute", same)


def one_mask_for_the_whole_hand(patch: Patch) -> None:
    _remask_with(patch, known=False)


def a_known_mask_for_the_hand(patch: Patch) -> None:
    """The number 1; none at all would be refused."""
    _remask_with(patch, known=True)


# --- nonces of the proofs about one secret

PROVERS = (dleq, possession, remask)


def nonces_without_entropy(patch: Patch) -> None:
    """A broken source of entropy, while nonces are hedged: nothing may be found."""
    for module in PROVERS:
        prove = module.prove
        patch.setattr(module, "prove", lambda *args, prove=prove, **named: prove(*args, **{**named, "entropy": bytes}))


def nonces_of_public_data(patch: Patch) -> None:
    """The same source, and the secret left out of the hash."""
    nonces_without_entropy(patch)

    def unhedged(group: Group, *, secret: bytes, ctx: bytes, statement: bytes, counter: int, entropy: Entropy) -> bytes:
        return group.scalar_from_hash(hashing.digest("nonce", b"", ctx, statement, encode_number(counter), entropy(32)))

    for module in PROVERS:
        patch.setattr(module, "derive_nonce", unhedged)


def nonces_of_entropy_alone(patch: Patch) -> None:
    """The same source, and nothing but it."""
    nonces_without_entropy(patch)
    for module in PROVERS:
        patch.setattr(module, "derive_nonce", lambda group, *, entropy, **rest: group.scalar_from_hash(entropy(64)))


def one_nonce_for_all_proofs(patch: Patch) -> None:
    """Random, and used again."""
    drawn: dict[bytes, bytes] = {}

    def kept(group: Group, *, secret: bytes, ctx: bytes, statement: bytes, counter: int, entropy: Entropy) -> bytes:
        return drawn.setdefault(secret + encode_number(counter), group.scalar_from_hash(entropy(64)))

    for module in PROVERS:
        patch.setattr(module, "derive_nonce", kept)
