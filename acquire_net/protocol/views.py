"""How the rest goes on without a seat: the attempts at a new view, as one peer sees them (section 2.9).

Whoever wants a new view sends a SYNC: everything he holds of the open block and the one before, the views that he has signed, and
the promise to sign nothing below that view any more. When all who would remain have sent theirs, each of them comes to the same
conclusion from the same messages, signs it as a VIEW, and a VIEW of all of them is a certificate (lockstep.py). An attempt whose
members name different seats, or that takes too long, is followed by one with a higher number; what a lower one may have decided,
a higher one decides again (`binding`). Here the attempts are kept; view_change.py makes the messages.
"""

from __future__ import annotations

from typing import cast

from acquire_net.protocol.codec import Malformed, Signed, decode
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.lockstep import Replica
from acquire_net.protocol.messages import Ack, Kind, Sync, View
from acquire_net.protocol.pages import Certificate, mask_of, seats_of

MOST_SHOWN = 60
MOST_SHOWN_BYTES = 200_000
"""What a SYNC takes is more; without a liar a third of it is needed. A SYNC that is too long would convict its author."""
MOST_OWN_VIEWS = 16
"""Own views shown in a SYNC; every attempt that failed after all had shown what they hold has left one."""


class Views:
    def __init__(self, replica: Replica, seat: int) -> None:
        self.replica = replica
        self.seat = seat
        self.promised = 0
        """The highest view that this seat has promised itself to."""
        self.promised_at = 0
        self.promised_from = 0
        """The view in which it did so."""
        self.signed = 0
        """The highest view that it has signed."""
        self.needed: frozenset[int] = frozenset()
        """Seats that a lower view may have left behind, so that no higher one can have them."""
        self._latest: dict[int, Signed] = {}
        """The highest SYNC of each seat: whoever has sent it has given up all lower ones."""

    @property
    def trying(self) -> bool:
        """Whether an attempt is under way; until it is over, nothing is signed about the open block. After the last decision
        there are none: nobody can be dropped any more, and what is signed then is the same in every view."""
        return self.promised > self.replica.state.view and not isinstance(self.replica.state.step, SignResult)

    @property
    def next_number(self) -> int:
        return max([self.replica.state.view, self.promised, *(sync.view for sync in self._latest.values())]) + 1

    def remember(self, message: Signed) -> None:
        self._latest[message.author] = message
        if message.author == self.seat:
            self.promised = max(self.promised, message.view)
            self.promised_from = self.replica.state.view

    def is_news(self, message: Signed) -> bool:
        """Whether a SYNC belongs to an attempt that may still succeed, and is not here yet."""
        known = self._latest.get(message.author)
        return (message.view > self.replica.state.view and message.author in self.replica.state.live
                and (known is None or message.view > known.view))

    def over(self, certificate: Certificate) -> None:
        self.promised = max(self.promised, certificate.view)
        self.needed = frozenset()
        self._latest = {seat: sync for seat, sync in self._latest.items() if sync.view > certificate.view}

    def syncs(self, view: int) -> dict[int, Signed]:
        """The SYNCs of one attempt by seat."""
        return {seat: sync for seat, sync in sorted(self._latest.items()) if sync.view == view}

    def is_promised(self, seat: int) -> bool:
        """Whether this seat has promised itself to a view that has not come, and may sign nothing about the block until then."""
        return seat in self._latest and self._latest[seat].view > self.replica.state.view

    def lost_by(self, message: Signed) -> set[int]:
        """The live seats without whom the author of this SYNC wants to go on."""
        return set(seats_of(cast(Sync, message.body).lost)) & set(self.replica.state.live)

    @property
    def own(self) -> Signed | None:
        found = self._latest.get(self.seat)
        return found if found is not None and found.view == self.promised else None

    @property
    def lost(self) -> set[int]:
        """The same for this seat's own attempt."""
        return self.lost_by(self.own) if self.own is not None else set()

    @property
    def bound(self) -> set[int]:
        """Seats that this one has signed a view without, so that others may have gone on without them."""
        own = [signed[self.seat] for signed in self.replica.views.values() if self.seat in signed]
        lost = {seat for message in own for seat in seats_of(cast(View, message.body).lost)}
        return (lost | self.needed) & set(self.replica.state.live)

    @property
    def against(self) -> set[int]:
        """Seats that are bound in the same way to go on without this one."""
        return {seat for signed in self.replica.views.values() for seat, message in signed.items()
                if seat != self.seat and self.seat in seats_of(cast(View, message.body).lost)}

    @property
    def others(self) -> list[Signed]:
        """The SYNCs of the others for the own attempt, or for a higher one that this seat has not joined."""
        return [sync for seat, sync in sorted(self._latest.items()) if seat != self.seat and sync.view >= self.promised]

    @property
    def remaining(self) -> set[int]:
        return set(self.replica.state.live) - self.lost

    def waited_for(self) -> frozenset[int]:
        """Without whom the own attempt cannot succeed."""
        syncs, views = self.syncs(self.promised), self.replica.views.get(self.promised, {})
        return frozenset(seat for seat in self.remaining if seat not in syncs or seat not in views)

    def held_up_by(self) -> frozenset[int]:
        """Those of them whose turn it is: nobody can sign a VIEW while somebody's SYNC is missing, or differs."""
        without = frozenset(seat for seat in self.remaining
                            if seat not in self._latest or self._latest[seat].view < self.promised)
        may_be_signed = self.promised_from == self.replica.state.view and self.shown_by_all() is not None
        return without or (self.waited_for() if may_be_signed else frozenset())

    def to_show(self) -> tuple[bytes, ...]:
        """What this seat holds of the open block and the one before, the views that it has signed, and the last certificate."""
        frames: list[bytes] = []
        for page in self.replica.log[-1:]:
            if page.index == self.replica.state.block - 1:
                frames += [content.frame for content in page.contents] + [ack.frame for _, ack in sorted(page.acks.items())]
        opened = self.replica.open
        frames += [content.frame for _, content in sorted(opened.said.items())]
        frames += [ack.frame for _, ack in sorted(opened.acks.items())]
        for certificate in self.replica.certificates[-1:]:
            frames += certificate.frames
        own = [signed[self.seat].frame for _, signed in sorted(self.replica.views.items()) if self.seat in signed]
        frames += own[-MOST_OWN_VIEWS:]
        total = sum(map(len, frames))
        for frame in opened.frames:  # what could not be put together, as far as there is room for it
            if frame not in frames and total + len(frame) <= MOST_SHOWN_BYTES and len(frames) < MOST_SHOWN:
                frames.append(frame)
                total += len(frame)
        return tuple(frames)

    def shown_by_all(self) -> list[list[Signed]] | None:
        """What all who would remain have shown, one list a seat; None while somebody has not, or means another attempt."""
        lost, syncs = self.lost, self.syncs(self.promised)
        if any(seat not in syncs or self.lost_by(syncs[seat]) != lost for seat in self.remaining):
            return None
        if not self.replica.may_go_on(lost):
            return None
        return [_readable(cast(Sync, syncs[seat].body).messages) for seat in sorted(self.remaining)]

    def binding(self, shown: list[list[Signed]]) -> list[tuple[int, View]]:
        """The block and body of each VIEW of a lower number that may have become a certificate somewhere, the lowest first.

        It may have, if all who are here and should have signed it did: those who are not here may have the rest. If one of
        them did not, it never will, for it has promised itself to a higher view now.
        """
        signers: dict[tuple[int, int, int, bytes], set[int]] = {}
        for message in (message for of_seat in shown for message in of_seat if message.kind == Kind.VIEW and not message.fault):
            if self.replica.state.view < message.view < self.promised and self.replica.is_signed(message):
                body = cast(View, message.body)
                signers.setdefault((message.view, message.block, body.lost, body.content), set()).add(message.author)
        return [(block, View(lost, content)) for (_, block, lost, content), authors in sorted(signers.items())
                if authors >= self.remaining - set(seats_of(lost))]

    def head_acknowledged_by_all(self, shown: list[Signed]) -> bytes | None:
        """The head of the open block that all who would remain have acknowledged, if there is one."""
        acks = {(message.author, cast(Ack, message.body).head) for message in shown if message.kind == Kind.ACK}
        heads = sorted({head for _, head in acks})
        return next((head for head in heads if all((seat, head) in acks for seat in self.remaining)), None)

    @property
    def lost_mask(self) -> int:
        return mask_of(self.lost)


def is_told_in_two_ways(shown: list[Signed]) -> bool:
    """Whether somebody has signed two different contents of one block."""
    contents = {(message.author, message.frame) for message in shown if message.is_content}
    return len({author for author, _ in contents}) < len(contents)


def _readable(frames: tuple[bytes, ...]) -> list[Signed]:
    found = []
    for frame in frames:
        try:
            found.append(decode(frame))
        except Malformed:
            continue  # nothing of it can count, whoever wrote it
    return found
