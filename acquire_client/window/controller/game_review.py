"""The analysis of one game in the background: how far it is, what it has found, and how it is ended."""

from __future__ import annotations

from acquire_client.workers import Workers
from acquire_core.analysis import Analysis, Effort, analyse
from acquire_core.record import Record

REVIEW_SECONDS = 30


class GameReview:
    """Several screens may show one review: each sees by `changes` whether there is something new."""

    def __init__(self, workers: Workers, record: Record, effort: Effort | None = None) -> None:
        self._workers, self.record = workers, record
        self.effort = effort or Effort(seconds=REVIEW_SECONDS)
        self.analysis: Analysis | None = None
        """What was found; None until the work has ended."""
        self.share_done: float | None = None
        """How far the work is, from 0 to 1; None while none is done."""
        self.was_stopped = False
        """Whether a person ended the work early."""
        self.changes = 0
        self._work = 0
        """The number of the work that counts; what an earlier one finds is thrown away."""

    @property
    def is_running(self) -> bool:
        return self.share_done is not None

    @property
    def is_empty(self) -> bool:
        """Return True if the work has ended and found nothing, because the record is too short."""
        return self.analysis is not None and not self.analysis.points

    def begin_work(self) -> None:
        """Begin the analysis, unless it is done already or under way."""
        if self.is_running or self.analysis is not None:
            return
        self._work += 1
        self.was_stopped, self.share_done = False, 0.0
        record, effort, work = self.record, self.effort, self._work

        def report(share: float) -> None:
            if work == self._work and self.share_done is not None:
                self.share_done = share

        def take(analysis: Analysis) -> None:
            if work == self._work:
                self.analysis, self.share_done = analysis, None
                self.changes += 1

        def is_ended() -> bool:
            return self.was_stopped or work != self._work

        self._workers.start(lambda: analyse(record, effort, report, is_ended), take, low_priority=True)

    def stop_early(self) -> None:
        """End the work; what it has found by then is kept."""
        if self.is_running:
            self.was_stopped = True

    def cancel_work(self) -> None:
        """End the work and throw away what it finds."""
        self._work += 1
        self.share_done = None

    def change_effort(self, effort: Effort) -> None:
        """Take another effort; what was found before is thrown away."""
        self.cancel_work()
        self.effort, self.analysis = effort, None
        self.changes += 1
