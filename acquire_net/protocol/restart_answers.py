"""What the others have answered since a seat was restarted, and whether it may sign again (docs/spec/protocol.md, section 8).

Safety rests on the own disk. Asking finds out that it is an old copy, and nobody may keep a seat asking.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum, auto
from typing import NamedTuple

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.liveness import Liveness
from acquire_net.protocol.messages import Status
from acquire_net.protocol.missing_frames import MAX_CLAIMS, is_behind
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.view_change import ViewChange

ROUNDS_TO_WAKE, ROUNDS_TO_BE_HEARD = 10, 5
"""Of STATUS after the first answer: then a seat that was restarted asks no longer; and so long it waits for seats to be heard."""


class Verdict(Enum):
    """What a seat that was restarted does now."""
    WAIT = auto()
    ASK_AGAIN = auto()
    WAKE = auto()


class _Answer(NamedTuple):
    message: Signed
    status: Status
    here: tuple[int, int]
    """The block and view of this seat when it came."""


class RestartAnswers:
    """The session owns it and uses it while it is `asking`: `begin` when it starts to ask, `take` for each STATUS that answers,
    and `verdict` to find out what to do next. While a seat is heard that has answered, the verdict is WAKE after
    `ROUNDS_TO_WAKE` at the latest, so that no seat can keep this one asking."""

    def __init__(self, replica: Replica, view_change: ViewChange, seat: int, liveness: Liveness) -> None:
        self.replica = replica
        self.view_change = view_change
        self.seat = seat
        self.liveness = liveness
        self.begin()

    def begin(self) -> None:
        """Forget all answers: this seat asks from now on."""
        self._answers: dict[int, _Answer] = {}
        self._first_ms: int | None = None
        self._claimed: Counter[int] = Counter()
        self._asked_again_at: tuple[int, int] | None = None

    @property
    def _here(self) -> tuple[int, int]:
        return self.replica.state.block, self.replica.state.view

    def take(self, sender: int, message: Signed, status: Status) -> None:
        """Hold the answer of a seat in place of an older one."""
        self._answers[sender] = _Answer(message, status, self._here)
        self._claimed[sender] += 1
        self._first_ms = self.liveness.now if self._first_ms is None else self._first_ms

    def note_news(self) -> None:
        """Note that something new came: from now on a seat that says that this one is behind is believed as often as before."""
        self._claimed.clear()

    def verdict(self, keeps_own: bool) -> Verdict:
        """Return whether the others have said enough: no seat that is heard is ahead, or has a message of this seat that is new.

        `keeps_own` says whether something that this seat has said about the next block is here already: then it has closed the
        open block before. Such messages come with every answer, so an answer that came at an earlier block does not count.
        """
        replica, status_ms = self.replica, self.liveness.timing.status_ms
        others = set(replica.state.live) - replica.excused_seats() - {self.seat}
        needed = {seat for seat in others if self.liveness.is_heard(seat)}
        if others and not needed & set(self._answers):
            return Verdict.WAIT
        waited_ms = 0 if self._first_ms is None else self.liveness.now - self._first_ms
        if waited_ms < ROUNDS_TO_BE_HEARD * status_ms:
            needed = others
        if waited_ms >= ROUNDS_TO_WAKE * status_ms:
            return Verdict.WAKE
        if any(seat not in self._answers for seat in needed):
            return Verdict.WAIT
        if replica.state.over:
            return Verdict.WAKE
        if keeps_own or any(self._is_behind(seat) for seat in needed):
            return Verdict.WAIT
        if all(self._answers[seat].here == self._here for seat in needed):
            return Verdict.WAKE
        if self._asked_again_at == self._here:
            return Verdict.WAIT
        self._asked_again_at = self._here
        return Verdict.ASK_AGAIN

    def _is_behind(self, seat: int) -> bool:
        message, status, _ = self._answers[seat]
        return is_behind(self.replica, self.view_change, self.seat, message, status) and self._claimed[seat] < MAX_CLAIMS
