"""What another seat lacks of what is here, whoever wrote it: how lost messages, and peers that were away, find back (2.8)."""

from __future__ import annotations

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.lockstep import Replica
from acquire_net.protocol.messages import Status
from acquire_net.protocol.pages import mask_of, seats_of
from acquire_net.protocol.views import Views

MOST_HELP_BYTES = 1_000_000
"""Sent to one seat between two of the own STATUS: whoever lacks more asks again."""

MOST_CLAIMS = 20
"""Whoever says so often that this seat is behind, and each time shows nothing of it, is not believed: before every answer goes
what the asker lacks, so that an honest one has shown it, unless the network loses the same frames twenty times."""


def is_behind(replica: Replica, views: Views, me: int, block: int, status: Status) -> bool:
    """Whether another, who is at this block, says to have heard something from this seat that is not here (2.8)."""
    opened = replica.open
    if block > replica.state.block:
        return True
    if block == replica.state.block:
        if status.contents >> me & 1 and me not in opened.said:
            return True
        if status.acks >> me & 1 and me not in opened.acks:
            return True
    if status.promised <= replica.state.view:
        return False
    return bool((status.syncs >> me & 1 and me not in views.syncs(status.promised))
                or (status.views >> me & 1 and me not in replica.views.get(status.promised, {})))


def status_of(replica: Replica, views: Views, hears: int, asks: int, answers: int) -> Status:
    """What a seat has and whom it hears, for the others to see what it lacks."""
    opened, promised = replica.open, views.promised
    contents = mask_of(replica.hands if replica.state.over else opened.said)
    return Status(
        told=replica.told(contents),
        contents=contents,
        acks=mask_of(opened.acks),
        promised=promised,
        syncs=mask_of(views.syncs(promised)),
        views=mask_of(replica.views.get(promised, {})),
        hears=hears,
        left=mask_of(replica.left),
        convicted=mask_of(replica.convicted),
        asks=asks,
        answers=answers,
    )


def missing_frames(replica: Replica, views: Views, message: Signed, status: Status) -> list[bytes]:
    """The frames for the author of this STATUS."""
    frames = [goodbye.frame for seat, goodbye in replica.left.items() if not status.left >> seat & 1]
    here = (replica.state.block, replica.state.view)
    if (message.block, message.view) < here:
        frames += _closed_pages(replica, message, status)
    if replica.state.over:
        has = status.contents if message.block == replica.state.block else 0
        frames += [hand.frame for seat, hand in sorted(replica.hands.items()) if not has >> seat & 1]
    elif (message.block, message.view) == here:
        opened = replica.open
        for mask, known in ((status.contents, opened.said), (status.acks, opened.acks)):
            frames += [found.frame for seat, found in sorted(known.items()) if not mask >> seat & 1]
        known = opened.said
        if not status.contents & ~mask_of(known) and status.told != replica.told(status.contents):
            frames += [known[seat].frame for seat in seats_of(status.contents)]  # somebody told the two of us different things
        # A liar has told us something that nobody else may have heard.
        frames += [ack.frame for ack in opened.acks.values() if opened.ack is not None and ack.body != opened.ack]
    for seat, conviction in replica.convicted.items():
        if not status.convicted >> seat & 1:
            frames += conviction.frames
    if status.promised <= views.promised and views.promised > replica.state.view:
        same = status.promised == views.promised
        syncs, signed = views.syncs(views.promised), replica.views.get(views.promised, {})
        for mask, known in ((status.syncs, syncs), (status.views, signed)):
            frames += [found.frame for seat, found in sorted(known.items()) if not (same and mask >> seat & 1)]
    return _first(frames)


def _closed_pages(replica: Replica, message: Signed, status: Status) -> list[bytes]:
    frames: list[bytes] = []
    for page in replica.log:
        if page.index < message.block:
            continue
        has_contents = status.contents if page.index == message.block and page.view == message.view else 0
        has_acks = status.acks if page.index == message.block and page.view == message.view else 0
        if has_acks == mask_of(page.acks):
            has_acks = 0  # it has them all and has not closed the page: one of them says something else
        if has_contents == mask_of(content.author for content in page.contents) and status.told != replica.told_in(page):
            has_contents = 0
        frames += [content.frame for content in page.contents if not has_contents >> content.author & 1]
        for conviction in replica.convicted.values():
            if conviction.block == page.index:
                frames += conviction.frames
        if page.certificate is None:
            frames += [ack.frame for seat, ack in sorted(page.acks.items()) if not has_acks >> seat & 1]
        if len(frames) > 400:
            break
    for certificate in replica.certificates:
        # One that its author has overtaken in a lower view is among them: block and lost seats are two pages.
        if certificate.view > message.view and certificate.block + 2 >= message.block:
            frames += certificate.frames
    return frames


def _first(frames: list[bytes]) -> list[bytes]:
    total = 0
    for count, frame in enumerate(frames):
        total += len(frame)
        if total > MOST_HELP_BYTES:
            return frames[:count]
    return frames
