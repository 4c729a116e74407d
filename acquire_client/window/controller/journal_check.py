"""A journal that is verified in the background: how far the work is, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from acquire_client.matches.journals import CheckedJournal, check_journal
from acquire_client.workers import Workers


class JournalCheck:
    """Screens see by `changes` whether there is something new. The same journal may be verified again and again."""

    def __init__(self, workers: Workers, path: Path) -> None:
        self._workers, self.path = workers, path
        self.found: CheckedJournal | None = None
        """What the last work found; None until one has ended."""
        self.share_done: float | None = None
        """How far the work is, from 0 to 1; None while none is done."""
        self.changes = 0

    @property
    def is_running(self) -> bool:
        return self.share_done is not None

    def begin_work(self, then: Callable[[CheckedJournal], None] = lambda found: None) -> None:
        """Verify the journal as it lies on the disk now, unless that is under way; `then` gets what was found."""
        if self.is_running:
            return
        self.share_done, self.found = 0.0, None

        def report(done: int, of: int) -> None:
            self.share_done = done / max(1, of)

        def take(found: CheckedJournal) -> None:
            self.found, self.share_done = found, None
            self.changes += 1
            then(found)

        self._workers.start(lambda: check_journal(self.path, report), take, low_priority=True)
