"""Lies about sealed answers: what a seat commits to, and what it opens."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace as changed

from acquire_net.protocol.dealing import find_places, make_openings
from acquire_net.protocol.messages import Answer, Decide, Kind, Opening, Seal
from acquire_net.protocol.sealed_answers import SealAnswers, commitment_to_answer
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.protocol.state import Commitments
from tests.net.adversaries.of_the_deal import flipped, said_by
from tests.net.adversaries.table import LieFrames, Scene
from tests.support.toy_rounds import ToyRounds


def _game(scene: Scene) -> ToyRounds:
    game = scene.state.game
    assert isinstance(game, ToyRounds)
    return game


def _commits_to(scene: Scene, action: bytes, nonce: bytes, commitment: bytes = b"") -> LieFrames:
    """A commitment to this. The liar's own session goes on with it, and will open what its person has chosen."""
    step, session = scene.state.step, scene.session
    assert isinstance(step, SealAnswers) and session.intent is not None
    place = Commitments(step.step, scene.state.deal.epoch, scene.state.block, {})
    commitment = commitment or commitment_to_answer(scene.state, place, scene.seat, action, nonce)
    session.secrets.keep_answer(commitment, session.intent, nonce)
    return [scene.says(Seal(commitment))]


def _proven(scene: Scene, action: bytes, nonce: bytes) -> Answer:
    """An answer with all that proves its tiles."""
    places = find_places(scene.state, scene.seat, _game(scene).to_prove(scene.seat, action), scene.session.secrets)
    opened = make_openings(scene.state, scene.seat, action, places, scene.session.secrets)
    return Answer(nonce, action, opened.openings, opened.proofs)


def another_answer(scene: Scene) -> LieFrames | None:
    """Legal and proven, and not what it committed to."""
    body = cast(Answer, scene.body())
    others = [action for action in _game(scene).choices(scene.seat) if action != body.action]
    return [scene.says(_proven(scene, scene.rng.choice(others), body.nonce))] if others else None


def another_nonce(scene: Scene) -> LieFrames:
    return [scene.says(changed(cast(Answer, scene.body()), nonce=scene.rng.randbytes(32)))]


def answer_of_an_earlier_step(scene: Scene) -> LieFrames | None:
    """What it has opened before, in a step in which it was allowed too."""
    for page in reversed(scene.session.replica.log):
        for content in page.contents:
            if content.kind == Kind.ANSWER and content.author == scene.seat:
                try:
                    _game(scene).to_prove(scene.seat, cast(Answer, content.body).action)
                except RefusedError:
                    continue
                return [scene.says(content.body)]
    return None


def two_answers(scene: Scene) -> LieFrames | None:
    """To each of two other seats something else; both are good proofs, and one of them opens what it committed to."""
    body = cast(Answer, scene.body())
    others = [action for action in _game(scene).choices(scene.seat) if action != body.action]
    if not others:
        return None
    return scene.split([scene.message.frame], [scene.says(_proven(scene, scene.rng.choice(others), body.nonce))])


def opens_twice(scene: Scene) -> LieFrames | None:
    """The same answer with two good proofs: the bytes differ, and that is enough."""
    body = cast(Answer, scene.body())
    return [scene.message.frame, scene.says(_proven(scene, body.action, body.nonce))] if body.openings else None


def two_commitments(scene: Scene) -> LieFrames:
    return scene.split([scene.message.frame], [scene.says(Seal(scene.rng.randbytes(64)))])


def _other_commitment(scene: Scene) -> tuple[int, bytes] | None:
    for seat in scene.others:
        said = said_by(scene, seat, Kind.SEAL)
        if said is not None:
            return seat, cast(Seal, said).commitment
    return None


def copies_commitment(scene: Scene) -> LieFrames | None:
    other = _other_commitment(scene)
    return _commits_to(scene, b"", scene.rng.randbytes(32), other[1]) if other is not None else None


def copies_opening(scene: Scene) -> LieFrames | None:
    """What the other seat has opened is tried for its own, where it was seen; else its own answer is."""
    sealed = scene.state.sealed
    assert sealed is not None
    mine = sealed.by_seat[scene.seat]
    for seat, commitment in sealed.by_seat.items():
        said = said_by(scene, seat, Kind.ANSWER)
        if seat != scene.seat and commitment == mine and said is not None:
            theirs = cast(Answer, said)
            return [scene.says(changed(theirs, openings=(), proofs=b""))]
    return [scene.message.frame]


def commits_to_what_is_forbidden(scene: Scene) -> LieFrames | None:
    """A bid that is too high, or a card that all know not to be in its hand."""
    game = _game(scene)
    gone = sorted({*game.start} | {card for _, card in game.played})
    action = b"play %d" % scene.rng.choice(gone) if game.has_bid else b"bid 10"
    return _commits_to(scene, action, scene.rng.randbytes(32))


def opens_what_is_forbidden(scene: Scene) -> LieFrames:
    game = _game(scene)
    nonce = cast(Answer, scene.body()).nonce
    sealed = scene.state.sealed
    assert sealed is not None
    cards = (b"play %d" % card for card in range(game.cards))
    for action in (b"bid 10", *cards):
        if commitment_to_answer(scene.state, sealed, scene.seat, action, nonce) == sealed.by_seat[scene.seat]:
            openings = () if action.startswith(b"bid") else cast(Answer, scene.body()).openings
            tile = int(action.split()[1])
            return [scene.says(Answer(nonce, action, tuple(changed(opening, tile=tile) for opening in openings),
                                      cast(Answer, scene.body()).proofs if openings else b""))]
    raise AssertionError("it has committed to something else")


def commits_to_an_absent_tile(scene: Scene) -> LieFrames | None:
    game = _game(scene)
    absent = sorted(game.unseen_tiles() - game.own.get(scene.seat, set()) - game.known[scene.seat])
    action = scene.session.intent
    if not game.has_bid or not absent or action is None or not action.startswith(b"play"):
        return None
    if not game.to_prove(scene.seat, action):  # all know that card
        return None
    return _commits_to(scene, b"play %d" % scene.rng.choice(absent), scene.rng.randbytes(32))


def broken_proof(scene: Scene) -> LieFrames | None:
    body = cast(Answer, scene.body())
    return [scene.says(changed(body, proofs=flipped(body.proofs, scene.rng.randrange(60))))] if body.proofs else None


def no_proof(scene: Scene) -> LieFrames | None:
    body = cast(Answer, scene.body())
    return [scene.says(changed(body, openings=(), proofs=b""))] if body.openings else None


def opens_too_early(scene: Scene) -> LieFrames | None:
    """In the block in which all commit, and before its own commitment."""
    action = scene.session.intent
    assert action is not None
    return [scene.says(Answer(bytes(32), action, (), b""), kind=Kind.ANSWER)]


def decides_openly(scene: Scene) -> LieFrames:
    action = scene.session.intent
    assert action is not None
    return [scene.says(Decide(action, (), b""), kind=Kind.DECIDE)]


def another_tile(scene: Scene) -> LieFrames | None:
    """The tile that it committed to, which another slot of its hand does not hold."""
    body = cast(Answer, scene.body())
    hand = scene.state.deal.hands[scene.seat]
    if len(body.openings) != 1 or len(hand) < 2:
        return None
    [opening] = body.openings
    other = next(place for place in range(len(hand)) if place != opening.slot)
    return [scene.says(changed(body, openings=(Opening(other, opening.tile, opening.share),)))]
