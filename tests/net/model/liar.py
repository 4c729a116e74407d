"""A seat that says whatever it likes to whomever it likes: what it could sign that an honest seat might act upon.

It knows what every honest seat knows, and says to each something about the block at which that seat stands. What follows from a
SYNC follows from all that is shown together, so it shows nothing, or all that the others hold with one of its own decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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

    def says(self, session: Session, shown: tuple[bytes, ...], views: int) -> Iterator[int]:
        """What comes alone."""
        state = session.state
        if self.seat not in state.live:
            return
        yield from self.decides(session)
        yield from self.acknowledges(session)
        for view in range(max(state.view, session.views.promised) + 1, views + 1):
            for mask in (0, *(1 << seat for seat in state.live if seat not in (self.seat, session.seat))):
                if session.replica.may_go_on(seats_of(mask)):
                    yield from self.promises(session, view, mask, shown)

    def decides(self, session: Session) -> list[int]:
        step, view = session.state.step, session.state.view
        if not isinstance(step, DecideAction) or step.seat != self.seat:
            return []
        return [self._sign(session, Kind.DECIDE, Decide(action, (), b""), view) for action in (HONEST, OTHER)]

    def acknowledges(self, session: Session) -> list[int]:
        ack = session.replica.open.ack
        return [self._sign(session, Kind.ACK, ack, session.state.view)] if ack is not None else []

    def promises(self, session: Session, view: int, mask: int, shown: Iterable[bytes]) -> Iterator[int]:
        decisions = [(self.frames.messages[frame].frame,) for frame in self.decides(session)] or [()]
        own = {self.frames.messages[frame].frame for frame in self.decides(session)}
        honest = tuple(frame for frame in shown if frame not in own)
        for frames in dict.fromkeys(((), *((*honest, *decision) for decision in decisions))):
            yield self._sign(session, Kind.SYNC, Sync(mask, frames), view)

    def certifies(self, session: Session, view: int, block: int, body: View) -> int:
        return self._sign(session, Kind.VIEW, body, view, block)
