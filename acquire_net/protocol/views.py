"""How the rest goes on without a seat: the attempts at a new view, as one peer sees them (section 2.9).

Whoever wants a new view sends a SYNC: everything he holds of the open block and the one before, and the promise to sign nothing
below that view any more. When all who would remain have sent theirs, each of them comes to the same conclusion from the same
messages, signs it as a VIEW, and a VIEW of all of them is a certificate (lockstep.py). An attempt whose members name different
seats, or that takes too long, is followed by one with a higher number. Here the attempts are kept; session.py makes the messages.
"""

from __future__ import annotations

from typing import cast

from acquire_net.protocol.codec import Malformed, Signed, decode
from acquire_net.protocol.lockstep import Certificate, Replica, mask_of, seats_of
from acquire_net.protocol.messages import Ack, Sync

MOST_ATTEMPTS = 8
"""Views to come of which SYNCs are kept."""


class Views:
    def __init__(self, replica: Replica, seat: int) -> None:
        self.replica = replica
        self.seat = seat
        self.promised = 0
        """The highest view that this seat has promised itself to."""
        self.promised_at = 0
        self.signed = 0
        """The highest view that it has signed."""
        self.syncs: dict[int, dict[int, Signed]] = {}

    @property
    def trying(self) -> bool:
        """Whether an attempt is under way; until it is over, nothing is signed about the open block."""
        return self.promised > self.replica.state.view

    @property
    def next_number(self) -> int:
        return max([self.replica.state.view, self.promised, *self.syncs]) + 1

    def remember(self, message: Signed) -> None:
        self.syncs.setdefault(message.view, {})[message.author] = message
        if message.author == self.seat:
            self.promised = max(self.promised, message.view)

    def is_news(self, message: Signed) -> bool:
        """Whether a SYNC belongs to an attempt that may still succeed, and is not here yet."""
        return (message.view > self.replica.state.view and message.author in self.replica.state.live
                and message.author not in self.syncs.get(message.view, {})
                and (message.view in self.syncs or len(self.syncs) < MOST_ATTEMPTS))

    def over(self, certificate: Certificate) -> None:
        self.promised = max(self.promised, certificate.view)
        self.syncs = {view: found for view, found in self.syncs.items() if view > certificate.view}

    def lost_by(self, message: Signed) -> set[int]:
        """The live seats without whom the author of this SYNC wants to go on."""
        return set(seats_of(cast(Sync, message.body).lost)) & set(self.replica.state.live)

    @property
    def lost(self) -> set[int]:
        """The same for this seat's own attempt."""
        own = self.syncs.get(self.promised, {}).get(self.seat)
        return self.lost_by(own) if own is not None else set()

    @property
    def others(self) -> list[Signed]:
        """The SYNCs of the others for the own attempt."""
        return [sync for seat, sync in sorted(self.syncs.get(self.promised, {}).items()) if seat != self.seat]

    def waited_for(self) -> frozenset[int]:
        """Without whom the own attempt cannot succeed."""
        syncs, views = self.syncs.get(self.promised, {}), self.replica.views.get(self.promised, {})
        return frozenset(seat for seat in self.replica.state.live
                         if seat not in self.lost and (seat not in syncs or seat not in views))

    def to_show(self) -> tuple[bytes, ...]:
        """What this seat holds of the open block and the one before."""
        frames: list[bytes] = []
        for page in self.replica.log[-1:]:
            if page.index == self.replica.state.block - 1:
                frames += [content.frame for content in page.contents] + [ack.frame for _, ack in sorted(page.acks.items())]
        opened = self.replica.open
        frames += [content.frame for _, content in sorted(opened.contents.items())]
        frames += [ack.frame for _, ack in sorted(opened.acks.items())]
        return tuple(frames)

    def shown_by_all(self) -> list[list[Signed]] | None:
        """What all who would remain have shown, one list a seat; None while somebody has not, or means another attempt."""
        lost = self.lost
        remaining = [seat for seat in self.replica.state.live if seat not in lost]
        syncs = self.syncs.get(self.promised, {})
        if any(seat not in syncs or self.lost_by(syncs[seat]) != lost for seat in remaining):
            return None
        if not self.replica.may_go_on(lost):
            return None
        return [_readable(cast(Sync, syncs[seat].body).messages) for seat in remaining]

    def head_acknowledged_by_all(self) -> bytes | None:
        """The head of the open block that all who would remain have acknowledged, if there is one."""
        acks = self.replica.open.acks
        remaining = [seat for seat in self.replica.state.live if seat not in self.lost]
        heads = {cast(Ack, acks[seat].body).head if seat in acks else b"" for seat in remaining}
        return heads.pop() or None if len(heads) == 1 else None

    @property
    def lost_mask(self) -> int:
        return mask_of(self.lost)


def _readable(frames: tuple[bytes, ...]) -> list[Signed]:
    found = []
    for frame in frames:
        try:
            found.append(decode(frame))
        except Malformed:
            continue  # nothing of it can count, whoever wrote it
    return found
