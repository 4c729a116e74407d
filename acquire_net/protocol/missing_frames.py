"""The frames, by any author, that another seat lacks: how lost messages are replaced and absent peers catch up (2.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from acquire_net.crypto.hashing import digest
from acquire_net.protocol.claims import Claims
from acquire_net.protocol.codec import UNSIGNED, Signed
from acquire_net.protocol.log_types import FinalBlock, mask_of, seats_of
from acquire_net.protocol.messages import Envelope, Kind, Status
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.view_change import ViewChange

MAX_HELP_BYTES = 1_000_000
"""Sent to one seat between two of the own STATUS: a seat that lacks more asks again."""

MAX_RESTART_ANSWERS = 20
"""Signed for one seat that asks after a restart, between two of the own STATUS; an honest one asks once or twice in that time."""

MAX_CLOSED_FRAMES = 400
"""Frames of closed blocks in one answer; the block with which this is exceeded is sent whole."""

MAX_CLAIMS = 20
"""A seat that says so often that this seat is behind, and each time shows nothing of it, is not believed. Before every answer
goes what the asker lacks, so that an honest one has shown it, unless the network loses the same frames twenty times."""

_MASKS = ((Kind.SYNC, "syncs"), (Kind.PROPOSE, "proposed"), (Kind.PREPARE, "prepares"), (Kind.CONFIRM, "confirms"))


class HelpBudget:
    """How much this seat does for each other seat between two of its own STATUS: one that asks again and again gets no more."""

    def __init__(self) -> None:
        self._sent: Counter[int] = Counter()
        self._answered: Counter[int] = Counter()

    def renew(self) -> None:
        self._sent.clear()
        self._answered.clear()

    def has_room(self, seat: int, frame: bytes) -> bool:
        """Return True if this frame can still be sent to a seat."""
        return self._sent[seat] + len(frame) <= MAX_HELP_BYTES

    def takes(self, seat: int, frame: bytes) -> bool:
        """Count a frame for a seat, and return True if it can be sent. After one that cannot, no other one can either, so that
        what comes first is what arrives."""
        self._sent[seat] += len(frame)
        return self._sent[seat] <= MAX_HELP_BYTES

    def takes_answer(self, seat: int) -> bool:
        """Count a STATUS that is signed for a seat after its restart, and return True if it can be sent."""
        self._answered[seat] += 1
        return self._answered[seat] <= MAX_RESTART_ANSWERS


def is_behind(replica: Replica, view_change: ViewChange, me: int, message: Signed, status: Status) -> bool:
    """Return True if another says to have received something of this seat that is not here (2.8)."""
    opened, here = replica.open, (replica.state.block, replica.state.view)
    if message.block > here[0] or message.view > here[1]:
        return True
    if (message.block, message.view) != here:
        return False
    if (status.contents >> me & 1 and me not in opened.all_contributions) or (status.acks >> me & 1 and me not in opened.acks):
        return True
    book = view_change.book
    if status.attempt > book.attempt:
        return any(getattr(status, name) >> me & 1 for _, name in _MASKS)
    return status.attempt == book.attempt and any(getattr(status, name) >> me & 1 and me not in book.statements_of(kind)
                                                  for kind, name in _MASKS)


def status_of(replica: Replica, view_change: ViewChange, claims: Claims, hears: int, beat: int,
              asks: int, answers: int, asker: int = -1) -> Status:
    """Return what a seat has and whom it hears, for the others to see what it lacks.

    An answer to the `asker` speaks of the highest attempt in which that seat has said something, if this one is behind in it.
    """
    opened, book = replica.open, view_change.book
    attempt = max([book.attempt, *(message.attempt for message in book.statements_by(asker))])
    contents = mask_of(replica.hands if replica.state.over else opened.all_contributions)
    masks = {name: mask_of(book.statements_in(attempt, kind)) if attempt else 0 for kind, name in _MASKS}
    return Status(
        told=_digest_of_open(replica, contents),
        contents=contents,
        acks=mask_of(opened.acks),
        attempt=attempt,
        claims=claims.digest,
        beat=beat,
        hears=hears,
        left=mask_of(replica.left),
        convicted=mask_of(replica.convicted),
        asks=asks,
        answers=answers,
        **masks,
    )


def _digest_of_open(replica: Replica, mask: int) -> bytes:
    """Return the digest of the contributions of these seats to the open block."""
    contributions = replica.open.all_contributions
    frames = (contributions[seat].frame for seat in seats_of(mask) if seat in contributions)
    return digest("told", replica.state.head, *frames)[:32]


def _digest_of_final(final_block: FinalBlock) -> bytes:
    """Return the digest of all contributions to a final block, in the same form as that of an open one."""
    return digest("told", final_block.before, *(content.frame for content in final_block.contents))[:32]


def is_block_lost(replica: Replica, me: int, last_status: Mapping[int, Signed]) -> bool:
    """Return True if nobody can put the open block together any more: a seat has left without its content of it, and every other
    seat says in its last STATUS that it has received that goodbye and no such content."""
    step = replica.state.step
    if step is None:
        return False
    missing = set(step.required_authors(replica.state)) - set(replica.open.all_contributions)
    gone = missing & set(replica.left) - set(replica.convicted)
    others = set(replica.state.live) - replica.excused_seats() - {me}
    return any(all(_has_goodbye_alone(replica, last_status.get(seat), author) for seat in others) for author in gone)


def _has_goodbye_alone(replica: Replica, message: Signed | None, author: int) -> bool:
    """Return True if a seat says by its STATUS that it is at the open block and has of this author a goodbye and no content."""
    if message is None:
        return False
    status = cast(Status, message.body)
    is_here = (message.block, message.view) == (replica.state.block, replica.state.view)
    return is_here and bool(status.left >> author & 1) and not status.contents >> author & 1


def missing_frames(replica: Replica, view_change: ViewChange, claims: Claims, message: Signed, status: Status) -> list[bytes]:
    """Return the frames that the author of this STATUS lacks."""
    frames = [goodbye.frame for seat, goodbye in replica.left.items() if not status.left >> seat & 1]
    for seat, conviction in replica.convicted.items():
        if not status.convicted >> seat & 1:
            frames += conviction.frames
    here = (replica.state.block, replica.state.view)
    if (message.block, message.view) < here:
        frames += _of_final_blocks(replica, message, status)
    if replica.state.over:
        has = status.contents if message.block == replica.state.block else 0
        frames += [hand.frame for seat, hand in sorted(replica.hands.items()) if not has >> seat & 1]
    elif (message.block, message.view) == here:
        frames += _of_the_open_block(replica, status)
    if message.view == replica.state.view and not replica.state.over:
        frames += _of_the_attempt(view_change, status)
        if status.asks:  # it may not know what it has said in attempts in which this seat is behind, or ahead
            frames += [own.frame for own in view_change.book.statements_by(message.author) if own.frame not in frames]
        if replica.decided is not None:
            frames.append(replica.decided.message.frame)
        if status.claims != claims.digest:
            frames += claims.claim_frames
    return first_frames(frames)


def frames_since(replica: Replica, view_change: ViewChange, claims: Claims, seat: int, block: int) -> list[bytes]:
    """Return the frames that a seat lacks that has closed all blocks before this one, and of which nothing else is known."""
    nothing = Status(bytes(32), 0, 0, 0, 0, 0, 0, 0, bytes(8), 0, 0, 0, 0, 0, 0)
    found: dict[bytes, None] = {}
    for view in sorted({0, replica.state.view}):
        for index in range(block, replica.state.block + 1):
            asks = Signed(Envelope(Kind.STATUS, seat, index, view, b"", UNSIGNED), nothing, b"")
            found.update(dict.fromkeys(missing_frames(replica, view_change, claims, asks, nothing)))
    return list(found)


def _of_the_open_block(replica: Replica, status: Status) -> list[bytes]:
    frames, opened = [], replica.open
    for mask, known in ((status.contents, opened.all_contributions), (status.acks, opened.acks)):
        frames += [found.frame for seat, found in sorted(known.items()) if not mask >> seat & 1]
    known = opened.all_contributions
    if not status.contents & ~mask_of(known) and status.told != _digest_of_open(replica, status.contents):
        frames += [known[seat].frame for seat in seats_of(status.contents)]  # a seat has sent different contents to the two of us
    # A liar has sent us something that no other seat may have received.
    frames += [ack.frame for ack in opened.acks.values() if opened.ack is not None and ack.body != opened.ack]
    return frames


def _of_the_attempt(view_change: ViewChange, status: Status) -> list[bytes]:
    """Return what the author lacks of the attempt here; the highest SYNCs where it takes part in a lower one, and the locks
    where it takes part in a higher one: without them the goodbye or report that names a lock does not count there."""
    book = view_change.book
    links = [link.message.frame for link in view_change.replica.locks]
    if status.attempt > book.attempt:
        return links
    if not book.attempt:
        return []
    found: list[bytes] = []
    for kind, name in _MASKS:
        has = getattr(status, name) if status.attempt == book.attempt else 0
        found += [message.frame for seat, message in book.statements_of(kind).items() if not has >> seat & 1]
    return links + found if found else []


def _of_final_blocks(replica: Replica, message: Signed, status: Status) -> list[bytes]:
    frames: list[bytes] = []
    certificates = [certificate for certificate in replica.certificates if certificate.view > message.view]
    for final_block in replica.log:
        if final_block.index < message.block:
            continue
        while certificates and certificates[0].view <= final_block.view:
            frames.append(certificates.pop(0).frame)
        has_contents = status.contents if final_block.index == message.block and final_block.view == message.view else 0
        has_acks = status.acks if final_block.index == message.block and final_block.view == message.view else 0
        if has_acks == mask_of(final_block.acks):
            has_acks = 0  # it has them all and has not closed the block: one of them says something else
        authors = mask_of(content.author for content in final_block.contents)
        if has_contents == authors and status.told != _digest_of_final(final_block):
            has_contents = 0
        frames += [content.frame for content in final_block.contents if not has_contents >> content.author & 1]
        for conviction in replica.convicted.values():
            if conviction.block == final_block.index:
                frames += conviction.frames
        if final_block.certificate is None:
            frames += [ack.frame for seat, ack in sorted(final_block.acks.items()) if not has_acks >> seat & 1]
        if len(frames) > MAX_CLOSED_FRAMES:
            return frames
    return frames + [certificate.frame for certificate in certificates]


def first_frames(frames: list[bytes], max_bytes: int = MAX_HELP_BYTES) -> list[bytes]:
    """Return as many frames as have so many bytes together at most."""
    total = 0
    for count, frame in enumerate(frames):
        total += len(frame)
        if total > max_bytes:
            return frames[:count]
    return frames
