"""The letters of a peer at a table over days: what its person wants written or read, beside links and the mailbox."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from acquire_net import events
from acquire_net.crypto.curve import CurveKeys
from acquire_net.errors import Wording
from acquire_net.mailbox.kept_letters import KeptLettersError
from acquire_net.mailbox.letters import Letter
from acquire_net.mailbox.seat_letters import SeatLetters
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.table.session_start import ResumeError
from acquire_net.table.table_seat import TableSeat


class PeerLetters:
    """For the thread of the peer, which calls `finish_orders` behind each output of the seat. What cannot be read or written on
    the disk is reported, and tried again when it is wanted. Where a method returns events, the peer reports them."""

    def __init__(self, seat: TableSeat, keys: CurveKeys) -> None:
        self._seat = seat
        self._keys = keys
        self.is_in_doubt = True
        """True if letters have shown that the disk of this seat may be an old copy, or what they have shown cannot be read."""
        self._opened: SeatLetters | None = None
        self._entries_before: list[JournalEntry] = []
        """By what the journal has grown while they could not be opened."""
        self._content_wanted: bool | None = None
        """If letters are to be written: True if all since the beginning."""
        self._just_read: list[events.LettersRead] = []
        """What came of letters and is not stored yet."""

    def begin(self) -> list[events.PeerEvent]:
        """Hand the session what was kept of letters, before the mailbox is read: a seat that answered by letter owes nothing."""
        try:
            opened = self._open()
            self.is_in_doubt = opened.is_in_doubt
            opened.go_on(may_wake=False)
        except KeptLettersError as trouble:
            return [_trouble_event(trouble)]
        return []

    def _open(self) -> SeatLetters:
        """Return the letters of the seat. Raises KeptLettersError."""
        if self._opened is None:
            self._opened = SeatLetters(self._seat, self._keys)
            self._opened.add_entries(self._entries_before)
        return self._opened

    def write(self, everything: bool) -> None:
        self._content_wanted = everything

    def read(self, letters: Sequence[Letter]) -> list[events.PeerEvent]:
        """Read letters. A seat that has signed by a disk which they show to be old ends its program: it asks first when it comes
        back. Raises ResumeError."""
        try:
            mine = self._open()
        except KeptLettersError as trouble:
            return [events.LettersRead((), troubles=(str(trouble),))]
        had_doubt = mine.is_in_doubt
        try:
            read = mine.take_letters(letters)
        except KeptLettersError as trouble:  # the disk did not take that it may be old, and it may be old all the same
            read = events.LettersRead((), is_in_doubt=mine.is_in_doubt, troubles=(str(trouble),))
        self.is_in_doubt = mine.is_in_doubt
        if read.is_in_doubt and not had_doubt and not self._seat.session.asking:
            raise ResumeError(Wording("a letter has shown that the journal of this table on this machine is an old copy. Come "
                                      "back to the table: then this seat signs nothing until all others have answered"))
        self._just_read.append(read)
        return []

    def finish_orders(self) -> list[events.PeerEvent]:
        """Keep what letters have brought, and write those that are wanted: now the output of the seat is taken. While the disk
        does not take it, nothing is written, because what a letter says cannot be taken back."""
        found: list[events.PeerEvent] = []
        if self._just_read:
            read, self._just_read = self._just_read, []
            try:
                self._open().store()
            except KeptLettersError as trouble:
                read = [events.LettersRead((), troubles=(str(trouble),))]
            found += read
        if self._content_wanted is not None:
            everything, self._content_wanted = self._content_wanted, None
            found.append(self._written_letters(everything))
        return found

    def _written_letters(self, everything: bool) -> events.LettersWritten:
        if self._seat.disk_trouble:
            return events.LettersWritten(trouble=self._seat.disk_trouble)
        try:
            return self._open().written_texts(everything)
        except KeptLettersError as trouble:
            return events.LettersWritten(trouble=str(trouble))

    def go_on(self, may_wake: bool) -> None:
        """Hand the session what has waited, now that the output of before is on the disk. It signs again by that only where it
        `may_wake`: the mailbox is heard first, because it may know of signatures that no letter knows of."""
        if self._opened is not None:
            self._opened.go_on(may_wake)

    def add_entries(self, entries: Iterable[JournalEntry]) -> None:
        """Note by what the journal has grown."""
        if self._opened is not None:
            self._opened.add_entries(entries)
        else:
            self._entries_before += entries

    def store(self) -> list[events.PeerEvent]:
        """Keep what letters have brought, and at the end of the game what the others may still need."""
        if self._opened is not None:
            try:
                self._opened.store()
            except KeptLettersError as trouble:
                return [_trouble_event(trouble)]
        return []


def _trouble_event(trouble: KeptLettersError) -> events.Trouble:
    return events.Trouble(Wording("{text}", text=trouble).as_sentence)
