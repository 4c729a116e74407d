"""What a seat of a table over days leaves in its mailbox for those who are not there, and what it takes from there.

Frames of the log go into the boxes of seats without a link. A STATUS goes there once a visit, and only when something may be
missing: all else that is said each second means nothing a day later. A frame stays in the own box until its block is closed here,
because a journal has the signatures of others only when they close a block.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Set
from typing import cast

from acquire_net.crypto.curve import CurveKeys
from acquire_net.errors import Wording, pattern
from acquire_net.mailbox.answered_file import AnsweredFile
from acquire_net.mailbox.mail_link import MailArrival, MailLink
from acquire_net.protocol.codec import UNSIGNED, MalformedError, Signed, decode_frame
from acquire_net.protocol.messages import Kind, Status
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.table.table_seat import MailState, SeatOutput, TableSeat

SHORT_LIVED = frozenset({Kind.STATUS, Kind.STATE, Kind.CLAIM})
"""What is said again and again, or counts for a minute."""
WAKE_MS = 3000
"""After a restart, so long a link to another seat may come up, which asks better than a mailbox can say."""
MAILBOX_IS_READ = pattern("Everything that waited in the mailbox is here.")
MAILBOX_IS_BACK = pattern("The mailbox can be reached again.")
GOOD_NEWS = frozenset({MAILBOX_IS_READ, MAILBOX_IS_BACK})
"""Sentences of `deliver` after which nobody has to do anything."""
MAX_NEEDED = 10_000
"""Frames of blocks that are not closed yet: more than a mailbox keeps for one seat, unless it lies."""
QUIET_TURNS = 3
"""So that what follows from the last frame is reported before it is said that nothing more waits."""
MARK_BITS = 24
"""Of a mark, for the count of signatures; above them is when the table was founded."""
MAX_AT_ONCE = 100
"""Frames that are handled before everything else that is due."""

log = logging.getLogger("acquire.mail")


class JournalSignatures:
    """The signatures in a journal, by seat. How many of its own a seat has is its mark at a mailbox: what others have said makes
    an old copy of a journal longer, and no signature of this seat more."""

    def __init__(self, entries: Iterable[JournalEntry]) -> None:
        self._found: defaultdict[int, set[bytes]] = defaultdict(set)
        self.add_entries(entries)

    def add_entries(self, entries: Iterable[JournalEntry]) -> None:
        for entry in entries:
            for seat, signature in entry.acks:
                self._found[seat].add(signature)
            if entry.frame:
                message = decode_frame(entry.frame)
                if message.envelope.signature != UNSIGNED:
                    self._found[message.author].add(message.envelope.signature)

    def of(self, seat: int) -> Set[bytes]:
        return self._found[seat]


def mark_of(signatures: Collection[bytes], founded_s: int = 0) -> int:
    """Return the mark of a seat with these signatures, at a table that was founded then."""
    return (founded_s << MARK_BITS) + min(len(signatures), (1 << MARK_BITS) - 1)


class TableMail:
    """The mailbox of one seat, for the thread of its peer."""

    def __init__(self, seat: TableSeat, keys: CurveKeys, place: tuple[str, int], founded_s: int,
                 wake: Callable[[], None]) -> None:
        self._seat = seat
        self._members = tuple(each.curve for each in seat.table.seats)
        self._signatures = JournalSignatures(seat.journal.contents.entries)
        self._founded_s = founded_s
        self._mark_at_first = self._mark
        self._has_grown = False
        """True if the own journal is longer than at the beginning of this visit."""
        self._needed: list[tuple[int, int]] = []
        """Number and block of the frames that are not dropped yet."""
        self._last_number = 0
        self._statuses: dict[int, tuple[int, Signed]] = {}
        """The newest STATUS of each seat that waited, and its number, until all before it is handled."""
        self._numbers: dict[bytes, int] = {}
        """With which number each frame came that its author has left here since a STATUS was answered last: a later STATUS comes
        behind all those before."""
        self._put_first: set[tuple[int, bytes]] = set()
        """What was put for each seat on this visit before a STATUS was answered."""
        self._answered_file = AnsweredFile(seat.journal.path)
        self._answered_before = self._answered = self._answered_file.read()
        self._looked_ms: int | None = None
        self._has_said_status = self._lets_status_out = False
        self._reported = self._old_disk = ""
        self._quiet_turns = 0
        """Turns since everything that waited has been handled, up to the one in which that is said."""
        self.state = MailState.UNREAD
        """What was known of the mailbox when it was looked into last, for the seat."""
        self.link = MailLink(keys, *place, self._members, wake)
        self.link.start(self._mark_at_first)

    @property
    def _own_signatures(self) -> Set[bytes]:
        return self._signatures.of(self._seat.session.seat)

    @property
    def _mark(self) -> int:
        return mark_of(self._own_signatures, self._founded_s)

    @property
    def has_old_disk(self) -> bool:
        """Return True if the mailbox has seen more signatures of this seat than its journal had when it came."""
        return self.link.mark is not None and self.link.mark > self._mark_at_first

    @property
    def lets_letters_wake(self) -> bool:
        """Return True if letters may show that the disk is the newest: the mailbox has seen no more, or cannot be asked."""
        return bool(self.link.trouble) if self.link.mark is None else not self.has_old_disk

    def close(self) -> None:
        self.link.close()
        if self._answered != self._answered_before and self.link.has_put_all and not self._seat.session.state.over:
            self._answered_file.write_said(self._answered)

    # --- what goes out

    def sort_output(self, output: SeatOutput, linked: Collection[int]) -> list[tuple[int, bytes]]:
        """Return what goes over links, and leave the rest in the boxes of seats that have none. All of it is on the disk."""
        self._signatures.add_entries(output.entries)
        self._has_grown = self._has_grown or bool(output.entries)
        boxes: list[tuple[bytes, bytes]] = []
        for seat, frame in output.send:
            if seat not in linked and self._outlives_a_day(frame):
                boxes.append((self._members[seat], frame))
                if not self._has_said_status:
                    self._put_first.add((seat, frame))
        self._lets_status_out = False
        self.link.put_frames(boxes, self._mark)
        return [(seat, frame) for seat, frame in output.send if seat in linked]

    def _outlives_a_day(self, frame: bytes) -> bool:
        message = decode_frame(frame)
        own_status = message.kind == Kind.STATUS and message.author == self._seat.session.seat
        return message.kind not in SHORT_LIVED or (own_status and self._lets_status_out)

    # --- what comes in

    def deliver(self, now_ms: int, linked: Collection[int], is_in_doubt: bool) -> Iterator[str]:
        """Hand the session what waited for this seat, and yield sentences for its person. While letters have put its disk in
        doubt, the mailbox does not wake it."""
        if not self._seat.disk_trouble:  # what was handled before is on the disk
            self.link.drop_frames(self._droppable())
        is_up_to_date = self.link.is_up_to_date  # before the arrivals are taken: what follows may be newer
        arrivals = self.link.take_arrivals(MAX_AT_ONCE)
        for arrival in arrivals:
            self._take_arrival(arrival)
        if is_up_to_date:
            self.state = MailState.READ if len(arrivals) < MAX_AT_ONCE else MailState.UNREAD
        else:
            self.state = MailState.AWAY if self.link.trouble else MailState.UNREAD
        if self.link.has_looked and len(arrivals) < MAX_AT_ONCE:
            self._look_around(now_ms, linked, is_in_doubt)
        trouble = self.link.trouble or self._old_disk
        if trouble != self._reported:
            self._reported = trouble
            yield Wording("{text}", text=trouble).as_sentence if trouble else Wording(MAILBOX_IS_BACK)
        if self._has_said_status and not self._seat.has_work and self._quiet_turns < QUIET_TURNS:
            self._quiet_turns += 1
            if self._quiet_turns == QUIET_TURNS:
                yield Wording(MAILBOX_IS_READ)

    def _take_arrival(self, arrival: MailArrival) -> None:
        self._last_number = arrival.number
        sender = self._members.index(arrival.sender)
        try:
            message = decode_frame(arrival.frame)
            if message.kind == Kind.STATUS and message.author == sender:
                self._statuses[sender] = arrival.number, message  # the last one says all that those before it said
                return
            if message.kind in SHORT_LIVED:
                return
            # A frame of a later block has no use before this one is closed, and comes again when it has: its author may lie.
            if message.block <= self._seat.session.state.block + 1 and len(self._needed) < MAX_NEEDED:
                self._needed.append((arrival.number, message.block))
                if message.author == sender:
                    self._numbers[arrival.frame] = arrival.number
            self._receive(sender, message)
        except MalformedError as mistake:
            log.warning("a frame in the mailbox, of seat %d: %s", sender, mistake)

    def _receive(self, sender: int, message: Signed) -> None:
        self._seat.session.receive(sender, message.frame, is_live=False)

    def _droppable(self) -> int:
        """Return up to which number nothing in the box is needed any more."""
        state = self._seat.session.state
        self._needed = [] if state.over else [each for each in self._needed if each[1] >= state.block]
        return self._needed[0][0] - 1 if self._needed else self._last_number

    def _look_around(self, now_ms: int, linked: Collection[int], is_in_doubt: bool) -> None:
        """Do what can be done when nothing more waits: sign again, answer, and say what is here if something may be missing."""
        session = self._seat.session
        if self._looked_ms is None:
            self._looked_ms = now_ms
        if session.asking and not linked and now_ms - self._looked_ms >= WAKE_MS:
            self._trust_own_disk(is_in_doubt)
        if session.asking:
            return
        if self.link.was_new and self._answered_before:
            self._answered_before = self._answered = 0  # the numbers are those of another box
            self._answered_file.write_said(0)
        for sender, (number, message) in self._take_statuses():
            self._answer(sender, number, message)
        self._put_first.clear()
        self._numbers.clear()
        if not self._has_said_status:
            self._has_said_status = True
            if self.link.was_new or not (session.is_asked or self._has_grown):
                self._lets_status_out = True
                for seat in session.live:
                    if seat != session.seat and seat not in linked:
                        session.on_link_up(seat)

    def _answer(self, sender: int, number: int, message: Signed) -> None:
        """Hand the session a STATUS that waited, and leave out of its answer what waits in the box of that seat already: what
        this seat has put there on this visit or one before, and what another author has put there since."""
        outbox = self._seat.session.outbox
        count, put = len(outbox.send), self._put_first.union(outbox.send)
        self._receive(sender, message)
        if not cast(Status, message.body).asks:
            outbox.keep_needed(count, lambda to, frame: to != sender or (
                (to, frame) not in put and self._is_lacking(sender, number, frame)))
        self._answered = max(self._answered, number)

    def _is_lacking(self, seat: int, number: int, frame: bytes) -> bool:
        """Return True if a seat that has left a STATUS with this number may lack a frame of the answer."""
        message, is_new = decode_frame(frame), number > self._answered_before
        if message.author == seat:
            return True
        if message.author == self._seat.session.seat:
            return is_new or message.envelope.signature not in self._own_signatures
        return is_new and self._numbers.get(frame, 0) < number

    def _take_statuses(self) -> Iterable[tuple[int, tuple[int, Signed]]]:
        found, self._statuses = self._statuses, {}
        return found.items()

    def _trust_own_disk(self, is_in_doubt: bool) -> None:
        mark = self.link.mark
        if mark is not None and is_in_doubt:
            self._old_disk = Wording("a letter has shown that the journal of this table on this machine may be an old copy. This "
                                     "seat signs nothing until all others have answered by letters, or another player is there "
                                     "at the same time")
        elif mark is not None and not self.has_old_disk:
            self._seat.session.trust_own_disk()
        elif mark is not None:
            self._old_disk = Wording("the journal of this table on this machine is an old copy: the mailbox has seen a longer "
                                     "one. This seat signs nothing until another player is there at the same time")
