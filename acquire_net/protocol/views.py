"""How the rest goes on without a seat: the attempts at a new view, as one peer sees them (section 2.9).

Whoever wants a new view sends a SYNC: everything he holds of the open block and the one before, and the promise to sign nothing
below that view any more. When all who would remain have sent theirs, each of them comes to the same conclusion from the same
messages, signs it as a VIEW, and a VIEW of all of them is a certificate (lockstep.py). An attempt whose members name different
seats, or that takes too long, is followed by one with a higher number. Here the attempts are kept; session.py makes the messages.
"""

from __future__ import annotations

from typing import cast

from acquire_net.protocol.codec import Malformed, Signed, decode
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.lockstep import Replica
from acquire_net.protocol.messages import Ack, Kind, Sync, View
from acquire_net.protocol.pages import Certificate, mask_of, seats_of
from acquire_net.protocol.state import State

MOST_ATTEMPTS = 8
"""Views to come of which SYNCs are kept."""
MOST_SHOWN = 60
MOST_SHOWN_BYTES = 200_000
"""What a SYNC takes is more; without a liar a third of it is needed. A SYNC that is too long would convict its author."""


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
        """Whether an attempt is under way; until it is over, nothing is signed about the open block. After the last decision
        there are none: nobody can be dropped any more, and what is signed then is the same in every view."""
        return self.promised > self.replica.state.view and not isinstance(self.replica.state.step, SignResult)

    @property
    def next_number(self) -> int:
        return max([self.replica.state.view, self.promised, *self.syncs]) + 1

    def remember(self, message: Signed) -> None:
        self.syncs.setdefault(message.view, {})[message.author] = message
        if message.author == self.seat:
            self.promised = max(self.promised, message.view)
        while len(self.syncs) > MOST_ATTEMPTS:  # those to come matter; what is below the own promise cannot succeed
            del self.syncs[min(view for view in self.syncs if view != self.promised)]

    def is_news(self, message: Signed) -> bool:
        """Whether a SYNC belongs to an attempt that may still succeed, and is not here yet."""
        return (message.view > self.replica.state.view and message.view >= self.promised
                and message.author in self.replica.state.live and message.author not in self.syncs.get(message.view, {}))

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
    def bound(self) -> set[int]:
        """Seats that this one has signed a view without, which others may have followed: it never goes on with them again."""
        own = [signed[self.seat] for _, signed in sorted(self.replica.views.items()) if self.seat in signed]
        return set(seats_of(cast(View, own[-1].body).lost)) & set(self.replica.state.live) if own else set()

    @property
    def bonds(self) -> dict[int, set[int]]:
        """The same for every other seat of which that is known here."""
        found = {}
        for _, signed in sorted(self.replica.views.items()):
            for seat, message in signed.items():
                if seat != self.seat:
                    found[seat] = set(seats_of(cast(View, message.body).lost)) & set(self.replica.state.live)
        return found

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
        total = sum(map(len, frames))
        for frame in opened.frames:  # what could not be put together, as far as there is room for it
            if frame not in frames and total + len(frame) <= MOST_SHOWN_BYTES and len(frames) < MOST_SHOWN:
                frames.append(frame)
                total += len(frame)
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

    def head_acknowledged_by_all(self, shown: list[list[Signed]]) -> bytes | None:
        """The head of the open block that all who would remain have acknowledged, if there is one."""
        state = self.replica.state
        remaining = [seat for seat in state.live if seat not in self.lost]
        acks = {(message.author, cast(Ack, message.body).head) for message in _all_of(shown, state) if message.kind == Kind.ACK}
        heads = {head for _, head in acks}
        return next((head for head in sorted(heads) if all((seat, head) in acks for seat in remaining)), None)

    def is_told_in_two_ways(self, shown: list[list[Signed]]) -> bool:
        """Whether somebody has signed two different contents of the open block."""
        contents = {(message.author, message.frame) for message in _all_of(shown, self.replica.state) if message.is_content}
        return len({author for author, _ in contents}) < len(contents)

    @property
    def lost_mask(self) -> int:
        return mask_of(self.lost)


def _all_of(shown: list[list[Signed]], state: State) -> list[Signed]:
    return [message for of_seat in shown for message in of_seat if (message.block, message.view) == (state.block, state.view)]


def _readable(frames: tuple[bytes, ...]) -> list[Signed]:
    found = []
    for frame in frames:
        try:
            found.append(decode(frame))
        except Malformed:
            continue  # nothing of it can count, whoever wrote it
    return found
