"""Lies about blocks, the end of a view and history: two different messages, reports of what is not so, claims of nobody."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace as changed

from acquire_net.crypto.hashing import digest
from acquire_net.protocol.bindings import FIRST_BLOCK_WITH_SID
from acquire_net.protocol.certificates import make_link
from acquire_net.protocol.codec import decode_frame, encode_message, to_sign
from acquire_net.protocol.dealing import DecideAction, SignResult
from acquire_net.protocol.log_types import mask_of
from acquire_net.protocol.messages import (
    BODIES,
    MAX_ATTEMPTS,
    Ack,
    Claim,
    Confirm,
    Decide,
    Envelope,
    Kind,
    Leave,
    Lock,
    Message,
    Prepare,
    Propose,
    SeatReport,
    Status,
    Sync,
)
from tests.net.adversaries.table import LieFrames, Scene


def silence(scene: Scene) -> LieFrames:
    return []


# --- two where there is one

def two_decisions(scene: Scene) -> LieFrames | None:
    """Both are legal and proven."""
    step, session = scene.state.step, scene.session
    if not isinstance(step, DecideAction) or step.seat != scene.seat:
        return None
    said = cast(Decide, scene.body()).action
    others = [action for action in scene.state.game.choices(scene.seat) if action != said]  # type: ignore[attr-defined]
    if not others:
        return None
    body = step.declare_action(scene.state, scene.rng.choice(others), session.secrets, session.secrets)
    return scene.split([scene.message.frame], [scene.says(body)])


def two_shares(scene: Scene) -> LieFrames | None:
    """The same shares with two good proofs: the bytes differ, and that is enough."""
    step = scene.state.step
    if step is None or scene.state.block != scene.message.block:
        return None
    body = step.contribute(scene.state, scene.seat, {}, scene.session.secrets)
    return [scene.message.frame, scene.says(body)] if body is not None else None


def late_second(scene: Scene) -> LieFrames | None:
    """Of a block that everybody has closed."""
    for page in scene.session.replica.log[-8:]:
        for content in page.contents:
            if content.author == scene.seat and content.kind in (Kind.DECIDE, Kind.SHARES):
                other = scene.says(Decide(b"play 0", (), b""), kind=Kind.DECIDE, block=page.index, view=page.view)
                return [scene.message.frame, other]
    return None


def late_out_of_turn(scene: Scene) -> LieFrames | None:
    for page in scene.session.replica.log[-8:]:
        if page.contents and page.certificate is None and scene.seat not in [content.author for content in page.contents]:
            other = scene.says(Decide(b"play 0", (), b""), kind=Kind.DECIDE, block=page.index, view=page.view)
            return [scene.message.frame, other]
    return None


# --- acknowledgements

def other_state(scene: Scene) -> LieFrames:
    return [scene.says(changed(cast(Ack, scene.body()), state=scene.rng.randbytes(32)))]


def two_heads(scene: Scene) -> LieFrames:
    return scene.split([scene.message.frame], [scene.says(changed(cast(Ack, scene.body()), head=scene.rng.randbytes(64)))])


def late_ack(scene: Scene) -> LieFrames | None:
    for page in scene.session.replica.log[-8:]:
        if page.certificate is None and scene.seat in page.acks:
            body = Ack(scene.rng.randbytes(64), bytes(32))
            return [scene.message.frame, scene.says(body, block=page.index, view=page.view)]
    return None


def other_head(scene: Scene) -> LieFrames | None:
    """Nobody can prove that it has not received something else, but with this head it stays alone."""
    if isinstance(scene.state.step, SignResult) or scene.message.block < 4:
        return None
    return [scene.says(changed(cast(Ack, scene.body()), head=scene.rng.randbytes(64)))]


# --- how a view ends

def _here(scene: Scene, body: Message, author: int | None = None) -> bytes:
    """Return what the liar says about its open block and view, in an attempt or against a seat."""
    kind = next(kind for kind in (Kind.SYNC, Kind.PROPOSE, Kind.PREPARE, Kind.CONFIRM, Kind.LEAVE, Kind.CLAIM)
                if isinstance(body, BODIES[kind]))
    return scene.says(body, kind=kind, block=scene.state.block, view=scene.state.view, author=author)


def _report(scene: Scene, **fields: object) -> SeatReport:
    return changed(scene.session.view_change.report(), **fields)


def _led(scene: Scene, mine: bool) -> int:
    """Return an attempt which the liar leads, or does not lead."""
    return next(attempt for attempt in range(1, 8) if (scene.session.replica.view_terms.leader_of(attempt) == scene.seat) == mine)


def _proposal(scene: Scene, attempt: int, lost: int = 0, reports: tuple[bytes, ...] = ()) -> bytes:
    report = _report(scene)
    return _here(scene, Propose(attempt, 0, lost, scene.state.block, report.head, report.state, reports, ()))


def claims_of_others(scene: Scene) -> LieFrames:
    """Everybody seems to want to go on without one seat; the liar cannot sign for them."""
    target = scene.others[0]
    return [scene.message.frame, *(_here(scene, Claim(target, 1, 1, 1), seat) for seat in scene.state.live if seat != target)]


def claims_alone(scene: Scene) -> LieFrames:
    """It misses all others at once, and none of them misses anybody."""
    return [scene.message.frame, *(_here(scene, Claim(seat, why, number, 1)) for number in range(1, 40) for seat in scene.others
                                   for why in (number % 5,))]


def case_of_nobody(scene: Scene) -> LieFrames:
    """Two claims in the names of others, so that everybody would have to join."""
    target, *rest = scene.others
    case = tuple(_here(scene, Claim(target, 1, 1, 1), seat) for seat in rest[:1] or [target])
    return [scene.message.frame, _here(scene, Sync(1, _report(scene), mask_of([target]), case, 0))]


def two_syncs(scene: Scene) -> LieFrames:
    return [scene.message.frame, *(_here(scene, Sync(1, _report(scene), lost, (), 0)) for lost in (0, mask_of(scene.others[:1])))]


def two_proposals(scene: Scene) -> LieFrames:
    """In an attempt of another leader, where neither counts."""
    attempt = _led(scene, mine=False)
    return [scene.message.frame, *(_proposal(scene, attempt, lost) for lost in (0, mask_of(scene.others[:1])))]


def proposal_of_nothing(scene: Scene) -> LieFrames:
    """Its own report is all that it has."""
    attempt = _led(scene, mine=True)
    sync = _here(scene, Sync(attempt, _report(scene), mask_of(scene.others[:1]), (), 0))
    return [scene.message.frame, sync, _proposal(scene, attempt, mask_of(scene.others[:1]), (sync,))]


def prepared_nothing(scene: Scene) -> LieFrames:
    """It shows the others a lock that does not follow from anything, and has sent them neither PROPOSE nor PREPARE."""
    attempt = _led(scene, mine=True)
    sync = _here(scene, Sync(attempt, _report(scene), 0, (), 0))
    proposal = decode_frame(_proposal(scene, attempt, mask_of(scene.others[:1]), (sync,)))
    empty = make_link(proposal)
    prepare = decode_frame(_here(scene, Prepare(attempt, empty.name)))
    return [scene.message.frame, make_link(proposal, [prepare]).message.frame]


def two_prepares(scene: Scene) -> LieFrames:
    return [scene.message.frame, *(_here(scene, Prepare(1, bytes((number,)) * 64)) for number in range(2))]


def two_confirms(scene: Scene) -> LieFrames:
    return [scene.message.frame, *(_here(scene, Confirm(1, bytes((number,)) * 64)) for number in range(2))]


def hides_ack(scene: Scene) -> LieFrames | None:
    """It has acknowledged the block, and reports that it has not."""
    if scene.state.block != scene.message.block:
        return None
    return [scene.message.frame, _here(scene, Sync(1, _report(scene, acked=None), 0, (), 0))]


def hides_lock(scene: Scene) -> LieFrames:
    """It has confirmed an attempt, and says in the next that it knows of no lock; where that came about, it would be lost."""
    return [scene.message.frame, _here(scene, Confirm(1, bytes(64))), _here(scene, Sync(2, _report(scene), 0, (), 0))]


def other_lock(scene: Scene) -> LieFrames:
    return [scene.message.frame, _here(scene, Confirm(1, bytes(64))),
            _here(scene, Sync(2, _report(scene, lock=Lock(1, bytes((1,)) * 64)), 0, (), 0))]


def invented_proof(scene: Scene) -> LieFrames | None:
    """It reports the block that it acknowledges as its tip, with signatures that nobody has made."""
    proof = tuple((seat, scene.rng.randbytes(64)) for seat in scene.state.live)
    ack = cast(Ack, scene.body())
    report = SeatReport(ack.head, ack.state, proof, None, None)
    if scene.message.block != scene.state.block or scene.message.block < FIRST_BLOCK_WITH_SID:
        return None
    if isinstance(scene.state.step, SignResult):
        return None  # no block follows the result, and nobody reads what is said of one
    return [scene.message.frame, scene.says(Sync(1, report, 0, (), 0), kind=Kind.SYNC, block=scene.state.block + 1)]


def after_goodbye(scene: Scene) -> LieFrames:
    attempt = len(scene.state.live) + 1
    return [scene.message.frame, _here(scene, Leave(0, _report(scene))), _here(scene, Sync(attempt, _report(scene), 0, (), 0))]


def goodbye_that_hides(scene: Scene) -> LieFrames | None:
    if scene.state.block != scene.message.block:
        return None
    return [scene.message.frame, _here(scene, Leave(0, _report(scene, acked=None)))]


def far_attempt(scene: Scene) -> LieFrames:
    """Past it no number would be left."""
    numbers = 1000, MAX_ATTEMPTS - 1
    return [scene.message.frame, *(_here(scene, body) for number in numbers for body in (
        Sync(number, _report(scene), 0, (), 0), Prepare(number, bytes(64)), Confirm(number, bytes(64))))]


# --- what it says to have

def invented_history(scene: Scene) -> LieFrames:
    everything = (1 << 6) - 1
    body = changed(cast(Status, scene.body()), told=scene.rng.randbytes(32), contents=everything, acks=everything, attempt=900,
                   syncs=everything, proposed=everything, prepares=everything, confirms=everything, hears=everything,
                   left=everything, convicted=everything)
    return [scene.says(body, block=scene.message.block + 1000, view=900), scene.says(body, view=900)]


def begs(scene: Scene) -> LieFrames:
    return [scene.message.frame, *(scene.says(empty_status(beat), kind=Kind.STATUS, block=0, view=0) for beat in range(20))]


def empty_status(beat: int) -> Status:
    """It has nothing and hears nobody."""
    return Status(bytes(32), 0, 0, 0, 0, 0, 0, 0, bytes(8), beat, 0, 0, 0, 0, 0)


def other_table(scene: Scene) -> LieFrames:
    """As if it had agreed to other options: then it sits at another table, and nothing that it signs counts at this one."""
    old = scene.message.envelope
    table = digest("tid", b"other options")
    signature = scene.session.signer.sign(to_sign(table, old.kind, old.author, old.block, old.view, old.body))
    return [encode_message(Envelope(old.kind, old.author, old.block, old.view, old.body, signature))]


# --- something for some

def two_shares_to_two(scene: Scene) -> LieFrames | None:
    both = two_shares(scene)
    return scene.split([both[0]], [both[1]]) if isinstance(both, list) else None


def shares_for_some(scene: Scene) -> LieFrames:
    return scene.split([scene.message.frame], [])


def ack_for_some(scene: Scene) -> LieFrames:
    return scene.split([scene.message.frame], [])
