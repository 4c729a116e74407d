"""One seat's disk: a journal of which the last lines may be lost, a file of secrets that is replaced whole, and what goes wrong.

What was written and not synced may survive a crash in part; the first line that did not survive whole ends the journal.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from acquire_net.protocol.session_events import JournalEntry


@dataclass(frozen=True)
class DiskFaults:
    errors: float = 0.0
    """How often a write or a sync fails; part of the lines may have been written."""
    full: int = 0
    """How often the disk is full for a while."""
    full_ms: int = 4000
    loses_tail: bool = False
    """Whether a crash loses what was not synced, or a part of it. Otherwise all that was written is there."""


class DiskError(OSError):
    """Nothing can be said about what of the last write is on the disk."""


class Disk:
    def __init__(self, faults: DiskFaults, rng: random.Random) -> None:
        self.faults = faults
        self.rng = rng
        self.secrets: bytes | None = None
        self.journal: list[JournalEntry] = []
        self.synced = 0
        """So many lines survive whatever happens."""
        self.known_good = 0
        """So many lines were written without an error: the next write continues there."""
        self.is_full = False

    def heal(self) -> None:
        self.faults = DiskFaults()
        self.is_full = False

    def _may_fail(self) -> bool:
        return self.is_full or (self.faults.errors > 0 and self.rng.random() < self.faults.errors)

    def write_secrets(self, secrets: bytes) -> None:
        """Write into a new file, synced, which then takes the place of the old one."""
        if self._may_fail():
            raise DiskError("the secrets cannot be written")
        self.secrets = secrets

    def write(self, entries: tuple[JournalEntry, ...]) -> None:
        del self.journal[self.known_good:]
        if self._may_fail():
            self.journal += entries[:self.rng.randint(0, len(entries))]
            raise DiskError("the journal cannot be written")
        self.journal += entries
        self.known_good = len(self.journal)

    def sync(self) -> None:
        if self._may_fail():
            raise DiskError("the journal cannot be synced")
        self.synced = len(self.journal)

    def crash(self) -> None:
        if self.faults.loses_tail:
            del self.journal[self.rng.randint(self.synced, len(self.journal)):]
        # What an interrupted write left is read as far as it is whole, and belongs to the journal from now on.
        self.synced = self.known_good = len(self.journal)

    def roll_back(self, lines: int) -> None:
        """Put an old copy in the place of the journal."""
        del self.journal[lines:]
        self.synced = self.known_good = len(self.journal)
