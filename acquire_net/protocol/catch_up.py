"""How seats catch up: each reports in its STATUS what it has, and is sent what it lacks (docs/spec/protocol.md, section 8).

What a seat lacks is found in missing_frames.py. Here it is decided how much of it is sent, and how often.
"""

from __future__ import annotations

from typing import cast

from acquire_net.protocol.claims import Claims
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.liveness import Liveness
from acquire_net.protocol.messages import Status
from acquire_net.protocol.missing_frames import HelpBudget, missing_frames, status_of
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.view_change import ViewChange


class CatchUp:
    """The session owns it, signs each `next_status`, and sends the frames that `frames_for` returns. A round begins whenever
    `is_due` is true. Between two rounds each seat gets so much and not more, however often it asks: what it lacks still it gets
    in the next. So a seat that is far behind catches up, and a liar costs little."""

    def __init__(self, seat: int, replica: Replica, view_change: ViewChange, claims: Claims, liveness: Liveness,
                 first_beat: int = 0) -> None:
        self.seat = seat
        self.replica = replica
        self.view_change = view_change
        self.claims = claims
        self.liveness = liveness
        self.beat = first_beat
        """The number of the last own STATUS. It only grows, also from one run of the program to the next."""
        self.statuses: dict[int, Signed] = {}
        """The newest STATUS of every other seat, to be passed on."""
        self._round_at = liveness.now
        """When this seat has last reported what it has."""
        self._budget = HelpBudget()

    # --- rounds

    @property
    def is_due(self) -> bool:
        """Return True if this seat should report again what it has."""
        return self.liveness.now >= self.due_ms

    @property
    def due_ms(self) -> int:
        return self._round_at + self.liveness.timing.status_ms

    def begin_round(self) -> None:
        """Note that this seat reports now what it has. Each of the others gets as much as in the round before."""
        self.restart()
        self._budget.renew()

    def restart(self) -> None:
        """Begin a round after a restart of the program."""
        self._round_at = self.liveness.now

    # --- the own STATUS

    def next_status(self, asks: int = 0, answers: int = 0, asker: int = -1) -> Status:
        """Return what this seat has and whom it hears. It may ask what it has signed before its restart, or answer an `asker`."""
        self.beat += 1
        return status_of(self.replica, self.view_change, self.claims, self.liveness.heard_mask(self.seat), self.beat, asks,
                         answers, asker)

    # --- those of the others

    def hold_status(self, message: Signed) -> None:
        """Hold a STATUS that is newer than all that are known of its author."""
        self.statuses[message.author] = message

    def frames_for(self, message: Signed) -> list[bytes]:
        """Return what the author of this STATUS lacks, as far as there is room for it in this round. First comes the STATUS of
        each seat that it does not hear and this seat hears."""
        author, status = message.author, cast(Status, message.body)
        frames = [self.statuses[seat].frame for seat in self.replica.state.live
                  if seat not in (author, self.seat) and not status.hears >> seat & 1 and self.liveness.is_heard(seat)
                  and seat in self.statuses]
        frames += missing_frames(self.replica, self.view_change, self.claims, message, status)
        return [frame for frame in frames if self._budget.takes(author, frame)]

    def may_answer(self, seat: int) -> bool:
        """Count an answer to a seat that asks after its restart. Return True if there is room for it in this round."""
        return self._budget.takes_answer(seat)

    def may_send(self, seat: int, frame: bytes) -> bool:
        """Return True, and count the frame, if there is room for it in this round."""
        return self._budget.has_room(seat, frame) and self._budget.takes(seat, frame)
