"""A seat that says whatever it likes to whomever it likes: what it could sign that an honest seat might act upon.

It knows what every honest seat knows, and says to each something about the block at which that seat stands: either decision
where it is asked for one, an acknowledgement or none, any attempt at a view, and the VIEW that is wanted of it or none. What
follows from an attempt follows from all that its members show together, so it is enough that it shows what no other would.
"""

from __future__ import annotations

from collections.abc import Iterator

from acquire_net.protocol.codec import encode, to_sign
from acquire_net.protocol.dealing import DecideAction
from acquire_net.protocol.lockstep import seats_of
from acquire_net.protocol.messages import Decide, Envelope, Kind, Message, Sync, View
from acquire_net.protocol.session import Session
from tests.net.model.table import HONEST, OTHER, SIGNERS, Frames


class Liar:
    def __init__(self, seats: int, seat: int, frames: Frames) -> None:
        self.seats = seats
        self.seat = seat
        self.frames = frames

    def _sign(self, session: Session, kind: Kind, body: Message, view: int, block: int | None = None) -> int:
        data, state = encode(body), session.state
        block = state.block if block is None else block
        signature = SIGNERS[self.seat].sign(to_sign(state.table, kind, self.seat, block, view, data))
        return self.frames.number(encode(Envelope(kind, self.seat, block, view, data, signature)))

    def says(self, session: Session, views: int, masks: tuple[int, ...]) -> Iterator[int]:
        """What comes alone; it wants to go on without one of these masks of seats."""
        state = session.state
        if self.seat not in state.live:
            return
        yield from self.decides(session)
        yield from self.acknowledges(session)
        if self.seat in session.replica.convicted:
            return  # no attempt of which he is a member comes to anything here
        for view in range(max(state.view, session.views.promised) + 1, views + 1):
            for mask in masks:
                if not mask >> session.seat & 1 and session.replica.may_go_on(seats_of(mask)):
                    yield self._sign(session, Kind.SYNC, Sync(mask, ()), view)

    def decides(self, session: Session) -> list[int]:
        step, view = session.state.step, session.state.view
        if not isinstance(step, DecideAction) or step.seat != self.seat:
            return []
        return [self._sign(session, Kind.DECIDE, Decide(action, (), b""), view) for action in (HONEST, OTHER)]

    def acknowledges(self, session: Session) -> list[int]:
        ack = session.replica.open.ack
        return [self._sign(session, Kind.ACK, ack, session.state.view)] if ack is not None else []

    def promises(self, session: Session, view: int, mask: int, left: tuple[bytes, ...]) -> Iterator[int]:
        """SYNCs that show nothing, or what those have said who are left out, with a decision of its own and with or without its
        acknowledgement."""
        frames = self.frames.messages
        decisions = [(frames[number].frame,) for number in self.decides(session)] or [()]
        acks = [(), *((frames[number].frame,) for number in self.acknowledges(session))]
        for shown in dict.fromkeys(((), *((*left, *decision, *ack) for decision in decisions for ack in acks))):
            yield self._sign(session, Kind.SYNC, Sync(mask, shown), view)

    def certifies(self, session: Session, view: int, block: int, body: View) -> int:
        return self._sign(session, Kind.VIEW, body, view, block)
