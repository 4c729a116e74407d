"""Lies about tiles of the own hand, and actions that nobody may take: the part of it that needs no Acquire."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace as changed

from acquire_net.protocol.dealing import DecideAction
from acquire_net.protocol.messages import Decide, Kind, Opening, Result
from tests.net.adversaries.of_the_deal import flipped
from tests.net.adversaries.table import LieFrames, Scene
from tests.support.toy_game import ToyGame


def _opened(scene: Scene) -> tuple[Decide, Opening] | None:
    body = cast(Decide, scene.body())
    return (body, body.openings[0]) if len(body.openings) == 1 else None


def _with(scene: Scene, body: Decide, opening: Opening, tile: int | None = None) -> LieFrames:
    action = body.action if tile is None else b"play %d" % tile
    return [scene.says(changed(body, action=action, openings=(opening,)))]


def tile_not_in_hand(scene: Scene) -> LieFrames | None:
    found = _opened(scene)
    game = scene.state.game
    if found is None or not isinstance(game, ToyGame):
        return None
    hand = game.own.get(scene.seat, set()) | game.known[scene.seat]
    absent = sorted(game.unseen_tiles() - hand)
    if not absent:
        return None
    tile = scene.rng.choice(absent)
    return _with(scene, found[0], changed(found[1], tile=tile), tile)


def tile_played_already(scene: Scene) -> LieFrames | None:
    """Its card is on the table, and in its hand it still has a share that would open it."""
    found, game = _opened(scene), scene.state.game
    if found is None or not isinstance(game, ToyGame):
        return None
    gone = [card for seat, card in game.played if seat == scene.seat]
    return _with(scene, found[0], changed(found[1], tile=gone[-1]), gone[-1]) if gone else None


def other_slot(scene: Scene) -> LieFrames | None:
    found = _opened(scene)
    if found is None or len(scene.state.deal.hands[scene.seat]) < 2:
        return None
    hand = scene.state.deal.hands[scene.seat]
    other = next(place for place in range(len(hand)) if place != found[1].slot)
    return _with(scene, found[0], changed(found[1], slot=other))


def no_such_slot(scene: Scene) -> LieFrames | None:
    found = _opened(scene)
    return _with(scene, found[0], changed(found[1], slot=len(scene.state.deal.hands[scene.seat]))) if found else None


def anothers_share(scene: Scene) -> LieFrames | None:
    found = _opened(scene)
    if found is None:
        return None
    secrets = scene.table.peers[scene.others[0]].session.secrets
    slot = scene.state.deal.hands[scene.seat][found[1].slot]
    share = scene.state.group.multiply_point(secrets.epoch_key(slot.epoch), slot.mask)
    return _with(scene, found[0], changed(found[1], share=share))


def fitting_share(scene: Scene) -> LieFrames | None:
    """What is left of the slot minus the tile that one would like: the first check passes, the proof cannot."""
    found, game = _opened(scene), scene.state.game
    if found is None or not isinstance(game, ToyGame):
        return None
    absent = sorted(game.unseen_tiles() - game.own.get(scene.seat, set()) - game.known[scene.seat])
    if not absent:
        return None
    group, tile = scene.state.group, scene.rng.choice(absent)
    slot = scene.state.deal.hands[scene.seat][found[1].slot]
    share = group.subtract_points(slot.residual, group.hash_to_point(b"tile/%d" % tile))
    return _with(scene, found[0], Opening(found[1].slot, tile, share), tile)


def broken_proof(scene: Scene) -> LieFrames | None:
    body = cast(Decide, scene.body())
    return [scene.says(changed(body, proofs=flipped(body.proofs, scene.rng.randrange(60))))] if body.proofs else None


def no_proof(scene: Scene) -> LieFrames | None:
    body = cast(Decide, scene.body())
    return [scene.says(changed(body, openings=(), proofs=b""))] if body.openings else None


def shows_less(scene: Scene) -> LieFrames | None:
    """It keeps back a card that it should show."""
    body = cast(Decide, scene.body())
    if not body.action.startswith(b"show") or len(body.openings) < 2:
        return None
    left = body.openings[1:]
    known = sorted(scene.state.game.known[scene.seat])  # type: ignore[attr-defined]
    numbers = sorted([opening.tile for opening in left] + known)
    return [scene.says(changed(body, action=b"show " + b" ".join(b"%d" % n for n in numbers), openings=left))]


def gibberish(scene: Scene) -> LieFrames:
    return [scene.says(changed(cast(Decide, scene.body()), action=scene.rng.randbytes(20), openings=(), proofs=b""))]


def out_of_turn(scene: Scene) -> LieFrames | None:
    """A decision for the block after the one that it acknowledges here, which is another's, or nobody's to decide."""
    session, block = scene.session, scene.message.block + 1
    after = session.state if session.state.block == block else session.replica.open.after
    if block < 3 or after is None or after.block != block or after.step is None:
        return None
    if isinstance(after.step, DecideAction) and after.step.seat == scene.seat:
        return None
    return [scene.message.frame, scene.says(Decide(b"play 1", (), b""), kind=Kind.DECIDE, block=block)]


def something_else(scene: Scene) -> LieFrames:
    return [scene.says(Result(scene.state.head, scene.rng.randbytes(64)), kind=Kind.RESULT)]


def other_result(scene: Scene) -> LieFrames:
    return [scene.says(Result(scene.state.head, scene.rng.randbytes(64)))]


def result_of_another_log(scene: Scene) -> LieFrames:
    return [scene.says(Result(scene.rng.randbytes(64), scene.rng.randbytes(64)))]
