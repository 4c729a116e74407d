"""Put what a session wants kept on the disk, in the one order that survives anything, and let out only what the disk has.

While the disk refuses, the table waits: an action that the disk did not take has not been said, so nothing is lost and no seat
can be taken for a liar.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from acquire_net.protocol.session_events import Ready
from acquire_net.table.clock_file import ClockFile
from acquire_net.table.journal import DiskError, Journal
from acquire_net.table.side_file import delete_side_files


class JournalWriter:
    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.trouble = ""
        """Why the table waits for the disk, and what to do about it; empty when it does not."""
        self._clock_file = ClockFile(journal.path)
        self._waiting: deque[Ready] = deque()
        self._first_is_written = False
        self._has_forgotten = False

    def write(self, ready: Ready) -> Iterator[Ready]:
        """Yield each output of the session, this one last, as soon as the disk has all that it must have before it is sent. What
        the disk does not take is tried again with the next call."""
        self._waiting.append(ready)
        while self._waiting:
            try:
                self._write_parts(self._waiting[0])
            except DiskError as trouble:
                self.trouble = str(trouble.strerror or trouble)
                return
            self._first_is_written = False
            self.trouble = ""
            yield self._waiting.popleft()

    def _write_parts(self, ready: Ready) -> None:
        """Write each part once, though the call may be repeated after trouble."""
        if not self._first_is_written:
            if ready.secrets is not None:
                self.journal.write_secrets(ready.secrets)
            self.journal.append_entries(ready.journal)
            self._first_is_written = True
        if ready.must_sync:
            self.journal.sync_to_disk()

    def keep_clock(self, bank_used_ms: tuple[int, ...]) -> None:
        """Keep what the banks of the clock have lost, as long as the game lasts."""
        if not self._has_forgotten:
            self._clock_file.keep_used(bank_used_ms)

    def forget_secrets(self) -> None:
        """Delete the secrets, which this seat will never need again, when the disk has all that says so."""
        if self._has_forgotten or self._waiting:
            return
        try:
            self.journal.forget_secrets()
            delete_side_files(self.journal.path)
            self._has_forgotten = True
        except DiskError as trouble:
            self.trouble = str(trouble.strerror or trouble)
