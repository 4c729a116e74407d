"""Lies while a new deck is made after a seat was lost: about the own hand under the new key, and about tags."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace as changed

from acquire_net.crypto import dleq
from acquire_net.protocol.messages import Kind, Message, Open, Remask, Shares, Shuffle, Tag
from acquire_net.protocol.points import pairs_of
from acquire_net.protocol.redeal import ShareTags, TagAll, split_points
from tests.net.adversaries.of_the_deal import flipped, sends
from tests.net.adversaries.table import Lie, LieFrames, Scene


def _epoch(scene: Scene) -> bool:
    return scene.state.deal.epoch > 0 and scene.state.block == scene.message.block


# --- remasking

def other_tile(scene: Scene) -> LieFrames | None:
    body, group = cast(Remask, scene.body()), scene.state.group
    pairs = split_points(body.pairs)
    pairs[1] = group.add(pairs[1], group.base)
    return [scene.says(changed(body, pairs=b"".join(pairs)))]


def swapped_tiles(scene: Scene) -> LieFrames | None:
    body = cast(Remask, scene.body())
    if len(body.pairs) < 128:
        return None
    return [scene.says(changed(body, pairs=body.pairs[64:128] + body.pairs[:64] + body.pairs[128:]))]


def tile_left_out(scene: Scene) -> LieFrames:
    body = cast(Remask, scene.body())
    return [scene.says(changed(body, pairs=body.pairs[64:], proofs=body.proofs[96:]))]


def broken_remask_proof(scene: Scene) -> LieFrames:
    body = cast(Remask, scene.body())
    return [scene.says(changed(body, proofs=flipped(body.proofs, scene.rng.randrange(90))))]


def remask_proof_missing(scene: Scene) -> LieFrames:
    body = cast(Remask, scene.body())
    return [scene.says(changed(body, proofs=body.proofs[96:]))]


# --- tags

def _images(scene: Scene, powers: list[bytes]) -> LieFrames | None:
    """Each pair to another of these powers, with a proof about the first of them."""
    step, state, group = scene.state.step, scene.state, scene.state.group
    if not isinstance(step, TagAll):
        return None
    earlier = {seat: content.body for seat, content in scene.session.replica.open.all_contributions.items() if seat != scene.seat}
    before = split_points(step.pairs_before(state, earlier, scene.seat))
    images = [group.multiply_point(powers[place // 2 % len(powers)], point) for place, point in enumerate(before)]
    key = group.times_base(powers[0])
    proof = dleq.prove(group, state.proof_context("tag", scene.seat), secret=powers[0], key=key, bases=before, images=images,
                       entropy=scene.rng.randbytes)
    return [scene.says(changed(cast(Tag, scene.body()), key=key, pairs=b"".join(images), proof=proof))]


def two_powers(scene: Scene) -> LieFrames | None:
    """Marks cards: half of them would get tags of their own."""
    return _images(scene, [scene.state.group.random_scalar(scene.rng.randbytes) for _ in range(2)])


def tag_key_identity(scene: Scene) -> LieFrames:
    return [scene.says(changed(cast(Tag, scene.body()), key=scene.state.group.identity))]


def tags_to_identity(scene: Scene) -> LieFrames:
    """The power zero: all tags would be equal."""
    body, group = cast(Tag, scene.body()), scene.state.group
    return [scene.says(changed(body, pairs=group.identity * (len(body.pairs) // 32)))]


def tag_left_out(scene: Scene) -> LieFrames:
    body = cast(Tag, scene.body())
    return [scene.says(changed(body, pairs=body.pairs[64:]))]


def broken_tag_proof(scene: Scene) -> LieFrames:
    body = cast(Tag, scene.body())
    return [scene.says(changed(body, proof=flipped(body.proof, scene.rng.randrange(60))))]


def tags_of_something_else(scene: Scene) -> LieFrames:
    return [scene.says(changed(cast(Tag, scene.body()), before=scene.rng.randbytes(128)))]


# --- shares of tags, and keys of two epochs

def wrong_tag_share(scene: Scene) -> LieFrames | None:
    body, group = cast(Shares, scene.body()), scene.state.group
    if not isinstance(scene.state.step, ShareTags) or not _epoch(scene):
        return None
    return [scene.says(changed(body, shares=group.add(body.shares[:32], group.base) + body.shares[32:]))]


def tag_shares_of_the_old_key(scene: Scene) -> LieFrames | None:
    step, state, group = scene.state.step, scene.state, scene.state.group
    if not isinstance(step, ShareTags) or not _epoch(scene):
        return None
    secret = scene.session.secrets.epoch_key(0)
    bases = [pair[0] for pair in step.pairs]
    images = [group.multiply_point(secret, base) for base in bases]
    proof = dleq.prove(group, state.proof_context("share", scene.seat), secret=secret, key=state.key_of(scene.seat, 0),
                       bases=bases,
                       images=images, entropy=scene.rng.randbytes)
    return [scene.says(Shares(b"".join(images), proof))]


def old_key_again(scene: Scene) -> LieFrames | None:
    body = cast(Open, scene.body())
    return [scene.says(changed(body, key=scene.state.key_of(scene.seat, 0)))] if _epoch(scene) else None


def _first(scene: Scene, kind: Kind) -> Message:
    """Return what the liar contributed of this kind the first time."""
    return next(content.body for page in scene.session.replica.log for content in page.contents
                if content.author == scene.seat and content.kind == kind)


def old_shuffle_again(scene: Scene) -> LieFrames | None:
    """Return a deck, in place of the one that is to be made."""
    return sends(scene, list(pairs_of(cast(Shuffle, _first(scene, Kind.SHUFFLE)).deck))) if _epoch(scene) else None


def old_proof_again(scene: Scene) -> LieFrames | None:
    return [scene.says(_first(scene, Kind.PROOF))] if _epoch(scene) else None


ROWS: list[tuple[str, Kind, Lie, str]] = [
    ("another tile under the new key", Kind.REMASK, other_tile, "is not proven to be the same"),
    ("hand tiles in another order", Kind.REMASK, swapped_tiles, "is not proven to be the same"),
    ("a hand tile left out", Kind.REMASK, tile_left_out, "points"),
    ("a broken proof of a hand tile", Kind.REMASK, broken_remask_proof, "is not proven to be the same"),
    ("a proof of a hand tile missing", Kind.REMASK, remask_proof_missing, "as many proofs"),
    ("tags of two powers", Kind.TAG, two_powers, "not one power"),
    ("a tag key that is the identity", Kind.TAG, tag_key_identity, "identity"),
    ("tags of the power zero", Kind.TAG, tags_to_identity, "identity"),
    ("a tag left out", Kind.TAG, tag_left_out, "points"),
    ("a broken proof of tags", Kind.TAG, broken_tag_proof, "not one power"),
    ("tags built on what nobody signed", Kind.TAG, tags_of_something_else, "builds on"),
    ("a wrong share of a tag", Kind.SHARES, wrong_tag_share, "the shares are not those of its key"),
    ("shares of tags with the old key", Kind.SHARES, tag_shares_of_the_old_key, "the shares are not those of its key"),
    ("the old key opened again", Kind.OPEN, old_key_again, "opens something else"),
    ("the old proof of a shuffle again", Kind.PROOF, old_proof_again, "not a proven shuffle"),
]
