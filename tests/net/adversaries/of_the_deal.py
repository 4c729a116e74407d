"""Lies about keys, shuffles and shares: everything that a seat has to prove before tiles are drawn, and while they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace as changed

from acquire_net.crypto import dleq, shuffle_proof
from acquire_net.protocol.dealing import (
    Coin,
    DrawTiles,
    OpenKeys,
    OpenPositions,
    commitment_to_key,
    make_shares,
)
from acquire_net.protocol.messages import Commit, Kind, Message, Open, Shares, Shuffle, ShuffleProof
from acquire_net.protocol.points import pairs_of, pairs_out
from acquire_net.protocol.shuffling import ProveShuffles, ShuffleDeck
from acquire_net.protocol.state import State
from tests.net.adversaries.table import LieFrames, Scene

NOT_REDUCED = b"\xff" * 31 + b"\x7f"
"""No encoding of a point or scalar in either group: too large for both."""


def flipped(data: bytes, at: int = 0) -> bytes:
    return data[:at] + bytes((data[at] ^ 1,)) + data[at + 1:]


def said_by(scene: Scene, seat: int, kind: Kind, block: int | None = None) -> Message | None:
    """What this seat has contributed to the open block, or to a closed one, as the liar has heard."""
    replica = scene.session.replica
    known = (replica.open.all_contributions if block is None or block == replica.state.block
             else {content.author: content for content in replica.log[block].contents})
    return known[seat].body if seat in known and known[seat].kind == kind else None


# --- keys

def bad_possession(scene: Scene) -> LieFrames:
    body = cast(Open, scene.body())
    return [scene.says(changed(body, proof=flipped(body.proof, 40)))]


def other_nonce(scene: Scene) -> LieFrames:
    return [scene.says(changed(cast(Open, scene.body()), nonce=scene.rng.randbytes(32)))]


def other_key(scene: Scene) -> LieFrames:
    body = cast(Open, scene.body())
    return [scene.says(changed(body, key=scene.state.group.add(body.key, scene.state.group.base)))]


def _commits_to(scene: Scene, key: bytes) -> LieFrames:
    nonce = scene.session.secrets.epoch_nonce(scene.state.deal.epoch)
    return [scene.says(Commit(commitment_to_key(scene.state, scene.seat, nonce, key)))]


def commits_to_identity(scene: Scene) -> LieFrames:
    return _commits_to(scene, scene.state.group.identity)


def opens_identity(scene: Scene) -> LieFrames:
    return [scene.says(changed(cast(Open, scene.body()), key=scene.state.group.identity))]


def commits_to_no_point(scene: Scene) -> LieFrames:
    return _commits_to(scene, NOT_REDUCED)


def opens_no_point(scene: Scene) -> LieFrames:
    return [scene.says(changed(cast(Open, scene.body()), key=NOT_REDUCED))]


def _victim(scene: Scene) -> int:
    return scene.others[0]


def copies_commitment(scene: Scene) -> LieFrames:
    victim = scene.table.peers[_victim(scene)].session
    nonce, key = victim.secrets.epoch_nonce(0), victim.state.group.times_base(victim.secrets.epoch_key(0))
    return [scene.says(Commit(commitment_to_key(victim.state, victim.seat, nonce, key)))]


def _opening_of_the_victim(scene: Scene) -> Open:
    step, victim = scene.state.step, _victim(scene)
    assert isinstance(step, OpenKeys)
    return cast(Open, step.contribute(scene.state, victim, {}, scene.table.peers[victim].session.secrets))


def copies_opening(scene: Scene) -> LieFrames:
    return [scene.says(_opening_of_the_victim(scene))]


def commits_to_copied_key(scene: Scene) -> LieFrames:
    """As if the victim's key had become known: even then it cannot be used."""
    victim = scene.table.peers[_victim(scene)].session
    return _commits_to(scene, victim.state.group.times_base(victim.secrets.epoch_key(0)))


def opens_copied_key(scene: Scene) -> LieFrames:
    return [scene.says(changed(_opening_of_the_victim(scene), nonce=scene.session.secrets.epoch_nonce(0)))]


# --- decks, which come to light when they are proven

def _deck(scene: Scene) -> list[tuple[bytes, bytes]]:
    return list(pairs_of(cast(Shuffle, scene.body()).deck))


def _masked_again(scene: Scene, pair: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    group = scene.state.group
    mask = group.random_scalar(scene.rng.randbytes)
    return group.add(pair[0], group.times_base(mask)), group.add(pair[1], group.multiply_point(mask, scene.state.deal.joint))


def sends(scene: Scene, deck: list[tuple[bytes, bytes]]) -> LieFrames:
    """This deck, with what its session needs to prove it: the secrets of the honest one."""
    secrets, honest = scene.session.secrets, cast(Shuffle, scene.body())
    secrets.keep_shuffled(shuffle_proof.Shuffled(tuple(deck), secrets.own_shuffle(honest.deck).prepared))
    return [scene.says(changed(honest, deck=pairs_out(deck)))]


def duplicate_tile(scene: Scene) -> LieFrames:
    deck = _deck(scene)
    one, other = scene.rng.sample(range(len(deck)), 2)
    deck[one] = _masked_again(scene, deck[other])
    return sends(scene, deck)


def foreign_tile(scene: Scene) -> LieFrames:
    deck, group = _deck(scene), scene.state.group
    place = scene.rng.randrange(len(deck))
    deck[place] = _masked_again(scene, (group.base, group.hash_to_point(b"tile/", b"a tile that there is not")))
    return sends(scene, deck)


def _before(scene: Scene) -> tuple[tuple[bytes, bytes], ...]:
    earlier = {seat: content.body for seat, content in scene.session.replica.open.all_contributions.items() if seat != scene.seat}
    return cast(ShuffleDeck, scene.state.step).deck_before(scene.state, earlier, scene.seat)


def shuffle_of_another_deck(scene: Scene) -> LieFrames:
    """Return an honest shuffle with an honest proof, but of a deck that nobody has made."""
    first, *others = _before(scene)
    shuffled = shuffle_proof.shuffle_deck(scene.state.group, key=scene.state.deal.joint,
                                          deck=(_masked_again(scene, first), *others), entropy=scene.rng.randbytes)
    scene.session.secrets.keep_shuffled(shuffled)
    return [scene.says(changed(cast(Shuffle, scene.body()), deck=pairs_out(shuffled.deck)))]


def last_deck_with_identity(scene: Scene) -> LieFrames | None:
    return sends(scene, _with_identity(scene)) if scene.seat == max(scene.state.live) else None


# --- decks that are refused at once

def missing_tile(scene: Scene) -> LieFrames:
    return [scene.says(changed(cast(Shuffle, scene.body()), deck=pairs_out(_deck(scene)[1:])))]


def _with_identity(scene: Scene) -> list[tuple[bytes, bytes]]:
    (_, second), *others = _deck(scene)
    return [(scene.state.group.identity, second), *others]


def deck_with_identity(scene: Scene) -> LieFrames | None:
    if scene.seat == max(scene.state.live):
        return None  # nobody builds on the last one, so it is decoded later
    return [scene.says(changed(cast(Shuffle, scene.body()), deck=pairs_out(_with_identity(scene))))]


def builds_on_nothing(scene: Scene) -> LieFrames:
    return [scene.says(changed(cast(Shuffle, scene.body()), before=scene.rng.randbytes(128)))]


def two_shuffles(scene: Scene) -> LieFrames | None:
    """Both good; the next in turn builds on one of them, and must not be blamed by those who hold the other."""
    if scene.seat == max(scene.state.live):
        return None  # nobody builds on the last one
    shuffled = shuffle_proof.shuffle_deck(scene.state.group, key=scene.state.deal.joint, deck=_before(scene),
                                          entropy=scene.rng.randbytes)
    other = scene.says(changed(cast(Shuffle, scene.body()), deck=pairs_out(shuffled.deck)))
    return scene.split([scene.message.frame], [other])


# --- proofs of decks

def _proof(scene: Scene, state: State | None = None, author: int | None = None, anew: bool = False) -> bytes | None:
    """An honest proof of the liar's deck, but for something; with `anew` it is about a second shuffle of the deck before."""
    step = scene.state.step
    if not isinstance(step, ProveShuffles) or scene.state.block != scene.message.block:
        return None
    before = step.step.deck_before(step.shuffling, step.shuffles, scene.seat)
    shuffled = scene.session.secrets.own_shuffle(cast(Shuffle, step.shuffles[scene.seat]).deck)
    group, key, state = scene.state.group, step.shuffling.deal.joint, state or step.shuffling
    if anew:
        shuffled = shuffle_proof.shuffle_deck(group, key=key, deck=before, entropy=scene.rng.randbytes)
    return shuffle_proof.prove(group, state.proof_context("shuffle", scene.seat if author is None else author), key=key,
                               deck=before,
                               shuffled=shuffled, entropy=scene.rng.randbytes)


def _proves(scene: Scene, proof: bytes | None) -> LieFrames | None:
    return None if proof is None else [scene.says(ShuffleProof(proof))]


def _shuffling(scene: Scene) -> State:
    step = scene.state.step
    return step.shuffling if isinstance(step, ProveShuffles) else scene.state


def broken_shuffle_proof(scene: Scene) -> LieFrames:
    proof = cast(ShuffleProof, scene.body()).proof
    return [scene.says(ShuffleProof(flipped(proof, scene.rng.randrange(len(proof)))))]


def short_shuffle_proof(scene: Scene) -> LieFrames:
    return [scene.says(ShuffleProof(cast(ShuffleProof, scene.body()).proof[:-32]))]


def proof_of_another_deck(scene: Scene) -> LieFrames | None:
    return _proves(scene, _proof(scene, anew=True))


def shuffle_for_another_session(scene: Scene) -> LieFrames | None:
    return _proves(scene, _proof(scene, state=changed(_shuffling(scene), table=bytes(64))))


def shuffle_for_another_epoch(scene: Scene) -> LieFrames | None:
    state = _shuffling(scene)
    return _proves(scene, _proof(scene, state=changed(state, deal=changed(state.deal, epoch=state.deal.epoch + 1))))


def shuffle_for_another_block(scene: Scene) -> LieFrames | None:
    """For the block in which the proof stands, and not the one of the decks."""
    return _proves(scene, _proof(scene, state=scene.state))


def shuffle_for_another_seat(scene: Scene) -> LieFrames | None:
    return _proves(scene, _proof(scene, author=scene.others[0]))


def two_shuffle_proofs(scene: Scene) -> LieFrames | None:
    """Both hold, and they are two messages of one block."""
    other = _proof(scene)
    return None if other is None else scene.split([scene.message.frame], [scene.says(ShuffleProof(other))])


# --- shares

def _draws(scene: Scene) -> bool:
    return isinstance(scene.state.step, DrawTiles) and scene.state.block == scene.message.block


def replayed_share(scene: Scene) -> LieFrames | None:
    """The shares of an earlier draw for as many tiles, with their good proof."""
    for page in reversed(scene.session.replica.log):
        old = said_by(scene, scene.seat, Kind.SHARES, page.index)
        if old is not None and len(cast(Shares, old).shares) == len(cast(Shares, scene.body()).shares):
            return [scene.says(old)]
    return None


def _shares(scene: Scene, state: State | None = None, purpose: bytes | None = None, further: int = 0) -> LieFrames | None:
    """Good shares of a draw, but for something."""
    step = scene.state.step
    if not _draws(scene) or not isinstance(step, DrawTiles):
        return None
    positions = [position + further for position in step.owed_positions(scene.state, scene.seat)]
    if max(positions) >= len(scene.state.deal.deck):
        return None
    masks = [scene.state.deal.deck[position][0] for position in positions]
    return [scene.says(make_shares(state or scene.state, scene.seat, purpose or b"draw" + step.event_bytes(scene.state),
                                   positions,
                                   masks, scene.session.secrets))]


def share_of_another_position(scene: Scene) -> LieFrames | None:
    return _shares(scene, further=1)


def share_for_another_session(scene: Scene) -> LieFrames | None:
    return _shares(scene, state=changed(scene.state, table=bytes(64)))


def share_for_another_purpose(scene: Scene) -> LieFrames | None:
    return _shares(scene, purpose=b"public")


def _with_first_share(scene: Scene, share: bytes) -> LieFrames:
    body = cast(Shares, scene.body())
    return [scene.says(changed(body, shares=share + body.shares[32:]))]


def wrong_share(scene: Scene) -> LieFrames:
    group, body = scene.state.group, cast(Shares, scene.body())
    return _with_first_share(scene, group.add(body.shares[:32], group.base))


def share_of_another_key(scene: Scene) -> LieFrames | None:
    """With a perfect proof, about a key that is not the liar's."""
    step, state, group = scene.state.step, scene.state, scene.state.group
    if not _draws(scene) or not isinstance(step, DrawTiles):
        return None
    positions = step.owed_positions(state, scene.seat)
    bases = [state.deal.deck[position][0] for position in positions]
    secret = group.random_scalar(scene.rng.randbytes)
    images = [group.multiply_point(secret, base) for base in bases]
    proof = dleq.prove(group, state.proof_context("share", scene.seat), secret=secret, key=group.times_base(secret), bases=bases,
                       images=images, entropy=scene.rng.randbytes)
    return [scene.says(Shares(b"".join(images), proof))]


def broken_proof(scene: Scene) -> LieFrames:
    body = cast(Shares, scene.body())
    return [scene.says(changed(body, proof=flipped(body.proof, scene.rng.randrange(60))))]


def share_too_many(scene: Scene) -> LieFrames:
    body = cast(Shares, scene.body())
    return [scene.says(changed(body, shares=body.shares + scene.state.group.base))]


def point_not_reduced(scene: Scene) -> LieFrames:
    return _with_first_share(scene, NOT_REDUCED)


def share_identity(scene: Scene) -> LieFrames:
    return _with_first_share(scene, scene.state.group.identity)


def scalar_not_reduced(scene: Scene) -> LieFrames:
    """The same number, written another way: libsodium would take it."""
    body, order = cast(Shares, scene.body()), scene.state.group.order
    s = int.from_bytes(body.proof[32:], "little") + order
    return [scene.says(changed(body, proof=body.proof[:32] + s.to_bytes(32, "little")))]


def _at(step: type) -> Callable[[Scene], bool]:
    return lambda scene: isinstance(scene.state.step, step) and scene.state.block == scene.message.block


def wrong_coin(scene: Scene) -> LieFrames | None:
    return wrong_share(scene) if _at(Coin)(scene) else None


def wrong_lot(scene: Scene) -> LieFrames | None:
    return wrong_share(scene) if _at(OpenPositions)(scene) else None


wrong_bag = wrong_lot
