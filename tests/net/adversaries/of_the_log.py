"""Lies about blocks, views and history: two different messages, acknowledgements of what is not so, seats dropped by nobody."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace as changed

from acquire_net.crypto.transcript import digest
from acquire_net.protocol.codec import encode, to_sign
from acquire_net.protocol.dealing import DecideAction, SignResult
from acquire_net.protocol.lockstep import MOST_VIEWS_AHEAD
from acquire_net.protocol.messages import Ack, Decide, Envelope, Kind, Status, Sync, View
from acquire_net.protocol.pages import mask_of
from tests.net.adversaries.table import Scene, Told


def silence(scene: Scene) -> Told:
    return []


# --- two where there is one

def two_decisions(scene: Scene) -> Told | None:
    """Both are legal and proven."""
    step, session = scene.state.step, scene.session
    if not isinstance(step, DecideAction) or step.seat != scene.seat:
        return None
    said = cast(Decide, scene.body()).action
    others = [action for action in scene.state.game.choices(scene.seat) if action != said]  # type: ignore[attr-defined]
    if not others:
        return None
    body = step.declare(scene.state, scene.rng.choice(others), session.secrets, session.secrets)
    return scene.split([scene.message.frame], [scene.says(body)])


def two_shares(scene: Scene) -> Told | None:
    """The same shares with two good proofs: the bytes differ, and that is enough."""
    step = scene.state.step
    if step is None or scene.state.block != scene.message.block:
        return None
    body = step.contribute(scene.state, scene.seat, {}, scene.session.secrets)
    return [scene.message.frame, scene.says(body)] if body is not None else None


def late_second(scene: Scene) -> Told | None:
    """Of a block that everybody has closed."""
    for page in scene.session.replica.log[-8:]:
        for content in page.contents:
            if content.author == scene.seat and content.kind in (Kind.DECIDE, Kind.SHARES):
                other = scene.says(Decide(b"play 0", (), b""), kind=Kind.DECIDE, block=page.index, view=page.view)
                return [scene.message.frame, other]
    return None


def late_out_of_turn(scene: Scene) -> Told | None:
    for page in scene.session.replica.log[-8:]:
        if page.contents and page.certificate is None and scene.seat not in [content.author for content in page.contents]:
            other = scene.says(Decide(b"play 0", (), b""), kind=Kind.DECIDE, block=page.index, view=page.view)
            return [scene.message.frame, other]
    return None


# --- acknowledgements

def other_state(scene: Scene) -> Told:
    return [scene.says(changed(cast(Ack, scene.body()), state=scene.rng.randbytes(32)))]


def two_heads(scene: Scene) -> Told:
    return scene.split([scene.message.frame], [scene.says(changed(cast(Ack, scene.body()), head=scene.rng.randbytes(64)))])


def late_ack(scene: Scene) -> Told | None:
    for page in scene.session.replica.log[-8:]:
        if page.certificate is None and scene.seat in page.acks:
            body = Ack(scene.rng.randbytes(64), bytes(32))
            return [scene.message.frame, scene.says(body, block=page.index, view=page.view)]
    return None


def other_head(scene: Scene) -> Told | None:
    """Nobody can prove that it has not been told something else, but with this head it stays alone."""
    if isinstance(scene.state.step, SignResult) or scene.message.block < 4:
        return None
    return [scene.says(changed(cast(Ack, scene.body()), head=scene.rng.randbytes(64)))]


# --- views

def views_of_others(scene: Scene) -> Told:
    """Everybody seems to want to go on without one seat; the liar cannot sign for them."""
    lost = mask_of([scene.others[0]])
    return [scene.message.frame, *(scene.says(View(lost, b""), kind=Kind.VIEW, view=scene.message.view + 1, author=seat)
                                   for seat in scene.state.live if seat != scene.seat)]


def view_of_few(scene: Scene) -> Told:
    others = scene.others
    kept = (len(scene.state.live) + 1) // 2 - 1  # with the liar, half of the table at most
    lost = mask_of(others[kept:])
    return [scene.message.frame, scene.says(View(lost, b""), kind=Kind.VIEW, view=scene.message.view + 1)]


def two_views(scene: Scene) -> Told:
    number, one = scene.message.view + 5, mask_of(scene.others[:1])
    frames = [scene.says(View(lost, b""), kind=Kind.VIEW, view=number) for lost in (0, one)]
    return [scene.message.frame, *frames]


def two_promises(scene: Scene) -> Told:
    number = scene.message.view + 3
    return [scene.message.frame, *(scene.says(Sync(0, shown), kind=Kind.SYNC, view=number) for shown in ((), (b"x",)))]


def far_promise(scene: Scene) -> Told:
    """Past it no number would be left."""
    return [scene.message.frame, *(scene.says(body, kind=kind, view=number) for number in (MOST_VIEWS_AHEAD * 2, (1 << 32) - 1)
                                   for kind, body in ((Kind.SYNC, Sync(0, ())), (Kind.VIEW, View(0, b""))))]


# --- what it says to have

def invented_history(scene: Scene) -> Told:
    everything = (1 << 6) - 1
    body = changed(cast(Status, scene.body()), told=scene.rng.randbytes(32), contents=everything, acks=everything, promised=900,
                   syncs=everything, views=everything, hears=everything, left=everything, convicted=everything)
    return [scene.says(body, block=scene.message.block + 1000, view=900), scene.says(body, view=900)]


def begs(scene: Scene) -> Told:
    nothing = Status(bytes(32), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    return [scene.message.frame, *(scene.says(nothing, kind=Kind.STATUS, block=0, view=0) for _ in range(20))]


def other_table(scene: Scene) -> Told:
    """As if it had agreed to other options: then it sits at another table, and nothing that it signs counts at this one."""
    old = scene.message.envelope
    table = digest("tid", b"other options")
    signature = scene.session.signer.sign(to_sign(table, old.kind, old.author, old.block, old.view, old.body))
    return [encode(Envelope(old.kind, old.author, old.block, old.view, old.body, signature))]


# --- something for some

def two_shares_to_two(scene: Scene) -> Told | None:
    both = two_shares(scene)
    return scene.split([both[0]], [both[1]]) if isinstance(both, list) else None


def shares_for_some(scene: Scene) -> Told:
    return scene.split([scene.message.frame], [])


def ack_for_some(scene: Scene) -> Told:
    return scene.split([scene.message.frame], [])
