"""Lies that only Acquire makes possible: what the rules forbid, and tiles shown or set aside that must not be."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, cast

from acquire_core.actions import Action, Buy, DeclareEnd, Discard, Dispose, Pass, Place, ReplaceHand, Show
from acquire_core.tile_source import TILE_NAMES
from acquire_net.crypto import dleq
from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.dealing import DecideAction, decide_extra, opened_slots, openings_by_epoch
from acquire_net.protocol.messages import Decide, Kind, Opening
from tests.net.adversaries.table import Lie, LieFrames, Scene


def _game(scene: Scene) -> Any:
    return scene.state.game


def _own(scene: Scene) -> dict[int, int]:
    """The hidden tiles of the own hand, and the slots in which they lie."""
    hand = scene.state.deal.hands[scene.seat]
    read = {scene.session.secrets.read(slot): place for place, slot in enumerate(hand)}
    return {tile: place for tile, place in read.items() if tile is not None}


def _asks(scene: Scene, kind: type) -> bool:
    """Whether the liar is asked for an action of this kind."""
    return isinstance(scene.state.step, DecideAction) and any(isinstance(action, kind) for action in _game(scene).legal_actions())


def proven(scene: Scene, action: bytes, tiles: Collection[int]) -> LieFrames:
    """The action with perfect proofs for these tiles of the own hand."""
    step, state, secrets, own = scene.state.step, scene.state, scene.session.secrets, _own(scene)
    assert isinstance(step, DecideAction)
    hand = state.deal.hands[scene.seat]
    slots = {tile: hand[own[tile]] for tile in sorted(tiles)}
    openings = tuple(Opening(own[tile], tile, state.group.multiply_point(secrets.epoch_key(slot.epoch), slot.mask))
                     for tile, slot in slots.items())
    body = Decide(action, openings, b"")
    proofs = [dleq.prove(state.group, state.proof_context("decide", scene.seat, decide_extra(action, openings)),
                         secret=secrets.epoch_key(epoch),
                         key=state.key_of(scene.seat, epoch), bases=[slot.mask for slot, _ in found],
                         images=[opening.share for _, opening in found], entropy=secrets.entropy)
              for epoch, found in openings_by_epoch(opened_slots(state, scene.seat, body)).items()]
    return [scene.says(Decide(action, openings, b"".join(proofs)))]


def _says(make: Callable[[Scene], Action | None]) -> Lie:
    """An action that names no tile."""
    def lie(scene: Scene) -> LieFrames | None:
        action = make(scene) if isinstance(scene.state.step, DecideAction) else None
        return proven(scene, _game(scene).action_bytes(action), ()) if action is not None else None
    return lie


def not_in_hand(scene: Scene) -> LieFrames | None:
    if not _asks(scene, Place) or not _own(scene):
        return None
    absent = sorted(_game(scene).unseen_tiles() - {*_own(scene)})
    tile = scene.rng.choice(absent)
    body = Decide(b"place " + TILE_NAMES[tile].encode(), (), b"")
    own = scene.rng.choice(sorted(_own(scene)))
    frames = cast(list[bytes], proven(scene, body.action, (own,)))
    honest = cast(Decide, decode_frame(frames[0]).body)
    [opening] = honest.openings
    return [scene.says(Decide(body.action, (Opening(opening.slot, tile, opening.share),), honest.proofs))]


def on_the_board(scene: Scene) -> LieFrames | None:
    if not _asks(scene, Place) or not _own(scene):
        return None
    game = _game(scene)
    known = {TILE_NAMES.index(tile) for tile in game.observe().known_tiles(scene.seat)}
    gone = sorted({*range(game.tile_count)} - game.unseen_tiles() - known)
    return proven(scene, b"place " + TILE_NAMES[scene.rng.choice(gone)].encode(), ()) if gone else None


def another_slot(scene: Scene) -> LieFrames | None:
    body, own = cast(Decide, scene.body()), _own(scene)
    if not body.action.startswith(b"place") or len(body.openings) != 1 or len(own) < 2:
        return None
    [opening] = body.openings
    other = next(place for place in own.values() if place != opening.slot)
    return [scene.says(Decide(body.action, (Opening(other, opening.tile, opening.share),), body.proofs))]


def anothers_share(scene: Scene) -> LieFrames | None:
    body = cast(Decide, scene.body())
    if len(body.openings) != 1:
        return None
    [opening] = body.openings
    slot = scene.state.deal.hands[scene.seat][opening.slot]
    secrets = scene.table.peers[scene.others[0]].session.secrets
    share = scene.state.group.multiply_point(secrets.epoch_key(slot.epoch), slot.mask)
    return [scene.says(Decide(body.action, (Opening(opening.slot, opening.tile, share),), body.proofs))]


def _names(tiles: Collection[int]) -> tuple[str, ...]:
    return tuple(TILE_NAMES[tile] for tile in sorted(tiles))


def shows_a_playable_tile(scene: Scene) -> LieFrames | None:
    """The whole hand, perfectly proven; but there is something to place in it."""
    own = _own(scene)
    if not _asks(scene, Place) or len(own) != len(scene.state.deal.hands[scene.seat]) or not own:
        return None
    return proven(scene, _game(scene).action_bytes(Show(None, _names(own))), own)


def hides_a_playable_tile(scene: Scene) -> LieFrames | None:
    own = _own(scene)
    if not _asks(scene, Place) or len(own) != len(scene.state.deal.hands[scene.seat]) or len(own) < 2:
        return None
    playable = {TILE_NAMES.index(action.tile) for action in _game(scene).legal_actions() if isinstance(action, Place)}
    shown = {*own} - {min(playable)}
    return proven(scene, _game(scene).action_bytes(Show(None, _names(shown))), shown)


def false_dead_tile(scene: Scene) -> LieFrames | None:
    """Where dead tiles may be set aside: one that is not dead."""
    own = _own(scene)
    dead = {TILE_NAMES.index(tile) for action in _game(scene).legal_actions() if isinstance(action, Discard)
            for tile in action.tiles}
    alive = sorted({*own} - dead)
    if not _asks(scene, Discard) or not alive:
        return None
    tile = scene.rng.choice(alive)
    return proven(scene, _game(scene).action_bytes(Discard(None, _names([tile]))), [tile])


def discards_out_of_turn(scene: Scene) -> LieFrames | None:
    own = _own(scene)
    if not own or not _asks(scene, Place):
        return None
    tile = scene.rng.choice(sorted(own))
    return proven(scene, _game(scene).action_bytes(Discard(None, _names([tile]))), [tile])


def _too_many_blocks(scene: Scene) -> Action | None:
    buys = [action for action in _game(scene).legal_actions() if isinstance(action, Buy) and action.chains]
    return Buy(None, buys[0].chains[:1] * 4) if buys else None


def _not_for_sale(scene: Scene) -> Action | None:
    if not _asks(scene, Buy):
        return None
    chains = ("tower", "luxor", "american", "worldwide", "festival", "imperial", "continental")
    active = {chain for action in _game(scene).legal_actions() if isinstance(action, Buy) for chain in action.chains}
    absent = [chain for chain in chains if chain not in active]
    return Buy(None, (absent[0],)) if absent else None


def _miscounts(scene: Scene) -> Action | None:
    disposals = [action for action in _game(scene).legal_actions() if isinstance(action, Dispose)]
    return Dispose(None, disposals[0].hold + 1, disposals[0].sell, disposals[0].trade) if disposals else None


def misspells(scene: Scene) -> LieFrames | None:
    """One action has one spelling: two would be two messages that say the same."""
    body = cast(Decide, scene.body())
    return [scene.says(Decide(body.action.replace(b" ", b"  ", 1), body.openings, body.proofs))] if b" " in body.action else None


def leaves_for_another(scene: Scene) -> LieFrames | None:
    return proven(scene, b"retire", ()) if isinstance(scene.state.step, DecideAction) else None


NOT_ALLOWED = "the rules do not allow"

ROWS: list[tuple[str, Kind, Lie, str]] = [
    ("places a tile that is not in its hand", Kind.DECIDE, not_in_hand, "tile"),
    ("places a tile that is on the board", Kind.DECIDE, on_the_board, NOT_ALLOWED),
    ("places a tile from another slot", Kind.DECIDE, another_slot, "is not the tile it says"),
    ("places a tile with another's share", Kind.DECIDE, anothers_share, "is not the tile it says"),
    ("shows a hand that can be played", Kind.DECIDE, shows_a_playable_tile, NOT_ALLOWED),
    ("shows a hand and hides what can be played", Kind.DECIDE, hides_a_playable_tile, NOT_ALLOWED),
    ("sets a living tile aside", Kind.DECIDE, false_dead_tile, NOT_ALLOWED),
    ("sets a tile aside when nobody asks", Kind.DECIDE, discards_out_of_turn, NOT_ALLOWED),
    ("passes", Kind.DECIDE, _says(lambda scene: Pass(None) if _asks(scene, Place) else None), NOT_ALLOWED),
    ("replaces its hand", Kind.DECIDE, _says(lambda scene: ReplaceHand(None, True) if _asks(scene, Place) else None),
     NOT_ALLOWED),
    ("ends the game", Kind.DECIDE, _says(lambda scene: DeclareEnd(None, True) if _asks(scene, Place) else None), NOT_ALLOWED),
    ("buys too much", Kind.DECIDE, _says(_too_many_blocks), NOT_ALLOWED),
    ("buys what is not for sale", Kind.DECIDE, _says(_not_for_sale), NOT_ALLOWED),
    ("miscounts in a merger", Kind.DECIDE, _says(_miscounts), NOT_ALLOWED),
    ("another spelling", Kind.DECIDE, misspells, NOT_ALLOWED),
    ("leaves as if that were a move", Kind.DECIDE, leaves_for_another, NOT_ALLOWED),
]
