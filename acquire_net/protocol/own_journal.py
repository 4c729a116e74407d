"""What the journal of this seat has already: its length, and the whole frames of the open block that stand in it as evidence.

Of the ACKs of a final block the journal has the signatures alone. Evidence is written as whole frames, for a reader that finds it
alone. An ACK that stands there whole is not written a second time when its block is closed.
"""

from __future__ import annotations

from collections.abc import Iterable

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.log_types import FinalBlock
from acquire_net.protocol.session_events import JournalEntry

MAX_JOURNAL_BYTES = 48_000_000
"""Beyond that this seat begins no attempt for claims: a journal of 64 MB is not read again."""
BYTES_OF_AN_ACK = 70
"""What the signature of an ACK takes in the journal."""


class OwnJournal:
    """The session asks it for the entries of evidence, and of a block that closes, and writes them. It counts what went onto the
    disk and what was read from there."""

    def __init__(self) -> None:
        self._bytes = 0
        self._whole: set[bytes] = set()
        """Frames that are in the journal as evidence. ACKs of the open block that are among them stand there once."""

    @property
    def has_room(self) -> bool:
        """Return True if the journal is not near the length at which it could not be read again."""
        return self._bytes < MAX_JOURNAL_BYTES

    def count(self, entries: Iterable[JournalEntry]) -> None:
        """Count entries that go onto the disk now."""
        self._bytes += sum(len(entry.frame) + BYTES_OF_AN_ACK * len(entry.acks) for entry in entries)

    def note_read(self, entry: JournalEntry) -> None:
        """Note an entry that was read after a restart: whether a frame was evidence cannot be seen from it."""
        self.count([entry])
        if entry.frame:
            self._whole.add(entry.frame)

    def evidence_entry(self, frame: bytes) -> JournalEntry:
        """Return the entry of a frame that convicts, also where it is there already: a judge reads all frames one behind the
        other."""
        self._whole.add(frame)
        return JournalEntry(frame)

    def whole_ack_entry(self, ack: Signed) -> JournalEntry | None:
        """Return the entry of an ACK as a whole frame, or None if it is there already. A verifier with other rules cannot tell
        what a signature alone is under."""
        return None if ack.frame in self._whole else self.evidence_entry(ack.frame)

    def closing_entry(self, final_block: FinalBlock, own_seat: int) -> JournalEntry | None:
        """Return the entry that closes a block which all have acknowledged, or None if it would be empty. The own ACK was written
        when it was signed."""
        others = tuple((seat, ack.envelope.signature) for seat, ack in sorted(final_block.acks.items())
                       if seat != own_seat and ack.frame not in self._whole)
        self._whole.clear()
        return JournalEntry(b"", others) if others else None
