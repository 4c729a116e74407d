"""One seat at a table: the session, the journal that keeps it, and the words of the game, in one hand. It knows no sockets.

The session is public: the owner of the links gives frames, links and time to `session`, and calls `take_output` after every
input. What it returns for sending has then reached the disk. Only what needs more than the session has a method here.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from acquire_net import events
from acquire_net.errors import Wording
from acquire_net.lobby.table_spec import TableSpec, read_table, table_id
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import Disagreement, Fact, Finished, JournalEntry, SeatConvicted, SeatStopped
from acquire_net.table.journal import Journal
from acquire_net.table.journal_writer import JournalWriter
from acquire_net.table.patience_file import PatienceFile
from acquire_net.table.reports import write_disagreement, write_evidence, write_stop
from acquire_net.table.translation import GameTranslation

ANSWERS_AFTER_MS = 500
"""So long after zero the own program answers: until then a person may, and the clocks of the others are at zero too."""

log = logging.getLogger("acquire.seat")


class MailState(Enum):
    """If something of the other seats may wait in a mailbox."""
    READ = "nothing waits there, or the table has none"
    UNREAD = "something may wait there"
    AWAY = "something may wait there, and it cannot be reached"


class SeatOutput(Struct, frozen=True):
    """What may go out now, to which seat, and what has happened, in this order."""
    send: tuple[tuple[int, bytes], ...]
    events: tuple[events.PeerEvent, ...]
    wake_ms: int
    entries: tuple[JournalEntry, ...] = ()
    """By which the journal has grown, for those who watch."""


class Translation(Protocol):
    """The words of a game: translation.py has those of Acquire."""

    def encode_answers(self, *answers: Any) -> bytes:
        """Return answers of the own seat as they are sent together, or the first of them where all are too long."""

    def answers_at_zero(self) -> Iterator[Any]:
        """Yield what the program answers for the person whose time is up, the best first."""

    def begun_events(self, resumed: bool, /) -> Iterable[events.PeerEvent]:
        """Return what is reported first."""

    def report(self, facts: Iterable[Fact], /) -> Iterator[events.PeerEvent]:
        """Yield what is new."""


class TableSeat:
    """`begin_seat` and `resume_seat` of resuming.py make it. Orders of the person are `submit` and `leave`, time is `tick`, and
    `take_output` is where all comes out. The order there must stay: first the disk, then the frames, then the events; while the
    disk refuses (`disk_trouble`), facts wait in `_held_facts`."""

    def __init__(self, session: Session, journal: Journal, resumed: bool = False,
                 translate: Callable[[Session, TableSpec, Path], Translation] = GameTranslation,
                 calendar: Callable[[], float] = time.time) -> None:
        """`calendar` is the time of day in seconds, by which a table over days counts its patience."""
        self.session = session
        self.journal = journal
        self.table = read_table(journal.contents.opening.table)
        self.is_finished = self.has_left = False
        self.has_work = False
        """True if the session has something to do when nothing has come in: call its `do_spare_work`."""
        self._writer = JournalWriter(journal)
        """Writes what the session wants kept, and says which frames may go out."""
        self._patience = PatienceFile(journal.path, calendar)
        self._translation = translate(session, self.table, journal.path)
        self._reported_trouble = ""
        self._answered_at: tuple[int, int] | None = None
        """The block and view in which the own program has answered, because the clock was at zero."""
        self._events = [*self._translation.begun_events(resumed)]
        """What is returned by the next `take_output`."""
        self._held_facts: list[Fact] = []
        """What the session has reported since the disk began to refuse."""

    @property
    def disk_trouble(self) -> str:
        """Return why the table waits for the disk, and what to do about it; empty when it does not."""
        return self._writer.trouble

    @property
    def tid(self) -> bytes:
        """Return the number of the table, as all have signed it."""
        return table_id(self.table)

    @property
    def left(self) -> tuple[bytes, ...]:
        """Return the identities that have said goodbye to this table."""
        return tuple(self.table.seats[seat].identity for seat in self.session.replica.left)

    @property
    def convicted(self) -> tuple[bytes, ...]:
        """Return the identities of those who broke the rules of the table, as it is proven here."""
        return tuple(self.table.seats[seat].identity for seat in self.session.replica.convicted)

    @property
    def is_complete(self) -> bool:
        """Return True after the end, if nothing that anybody still owed to the table is missing here."""
        session = self.session
        return self.is_finished and (not session.opens_hand or set(session.live) <= set(session.replica.hands))

    # --- orders

    def submit(self, *answers: Any) -> None:
        """Answer for the own seat, at a table over days also several times in a row: those that are too long to be sent together
        are asked again. What is not taken is reported by `Declined`."""
        try:
            self.submit_encoded(self._translation.encode_answers(*answers))
        except (RefusedError, ValueError) as refused:
            self._events.append(events.Declined(str(refused)))

    def submit_encoded(self, action: bytes) -> None:
        """Answer in the bytes that are sent. Raise RefusedError, and nothing has happened."""
        if self.disk_trouble:
            raise RefusedError(Wording("the table waits for the disk: {why}", why=self.disk_trouble))
        if self.session.stopped:
            raise RefusedError(Wording("this seat has stopped: {why}", why=self.session.stopped))
        self.session.submit(action)

    def tick(self, now_ms: int, mail: MailState = MailState.READ) -> None:
        """Let time pass. `mail` is what is known of the mailbox of a table over days."""
        self._count_days(mail)
        self.session.tick(now_ms)
        self._answer_at_zero()

    def _count_days(self, mail: MailState) -> None:
        """Count the days of patience; while something of the others may wait unread, none of them owes anything for sure."""
        liveness, absence = self.session.liveness, self.session.absence
        if liveness.timing.patience_days is None or self.is_finished:
            return
        if mail is MailState.READ:
            liveness.set_days_owed(self._patience.count_days(absence.patience_debts, absence.take_unable()))
        else:
            liveness.set_days_owed({})
            if mail is MailState.AWAY:
                self._patience.note_outage()

    def _answer_at_zero(self) -> None:
        """Decide for the person whose time is up, so that nobody waits for them any longer."""
        session = self.session
        here = session.state.block, session.state.view
        if (session.decision_clock.overdue_ms(session.seat) < ANSWERS_AFTER_MS or not session.is_asked or session.asking
                or self.disk_trouble or self._answered_at == here):
            return
        self._answered_at = here
        for action in self._translation.answers_at_zero():
            try:
                self.submit_encoded(self._translation.encode_answers(action))
            except RefusedError:
                continue
            self._events.append(events.AnsweredAtZero(action))
            return

    def leave(self) -> None:
        """Leave the game for good."""
        self.has_left = True
        self.session.leave()

    def close(self) -> None:
        self.journal.close()

    # --- what goes out

    def take_output(self, keeps_secrets_of_finished: bool = False) -> SeatOutput:
        """Write what must be written, and only then say what may be sent. Call it after every input. The secrets of a finished
        game are forgotten, unless its owner has something of it to write yet: without them no seat is opened again."""
        ready = self.session.take_ready()
        self.has_work = ready.has_work
        send: list[tuple[int, bytes]] = []
        facts: list[Fact] = []
        entries: list[JournalEntry] = []
        for written in self._writer.write(ready):
            send += written.send
            facts += written.facts
            entries += written.journal
        for fact in facts:
            self._write_report(fact)
        if self._needs_no_secrets() and not (keeps_secrets_of_finished and self.session.finished):
            self._writer.forget_secrets()
        self._writer.keep_clock(self.session.decision_clock.bank_used_ms)
        self._report(facts)
        happened, self._events = tuple(self._events), []
        return SeatOutput(tuple(send), happened, ready.wake_ms, tuple(entries))

    def _report(self, facts: list[Fact]) -> None:
        if self.disk_trouble != self._reported_trouble:
            self._reported_trouble = self.disk_trouble
            self._events.append(events.DiskTrouble(self.disk_trouble))
        self._held_facts += facts
        if self.disk_trouble:
            return  # what the disk does not have yet, has not happened
        facts, self._held_facts = self._held_facts, []
        self.is_finished = self.is_finished or any(isinstance(fact, Finished) for fact in facts)
        self._events += self._translation.report(facts)

    def _write_report(self, fact: Fact) -> None:
        """Write beside the journal what people and other machines need, if something is wrong."""
        path, session = self.journal.path, self.session
        match fact:
            case SeatConvicted(conviction):
                write_evidence(path, self.journal.contents.opening.table, session.replica, conviction)
            case Disagreement(conviction):
                write_evidence(path, self.journal.contents.opening.table, session.replica, conviction)
                write_disagreement(path, session.state.table, session.seat, fact)
            case SeatStopped(reason):
                log.error("seat %d has stopped: %s\n%s", session.seat, reason, session.stop_trace)
                write_stop(path, session.state, session.seat, reason)

    def _needs_no_secrets(self) -> bool:
        """Return True at an end after which this seat will never need its secrets again.

        These are the ends: the game has its result; the table begins anew without a lost seat; this seat said goodbye or is
        convicted, and has no say any more; the others have gone on without it. An adjourned or stopped table is not at its end:
        a seat that returns to it needs them.
        """
        session, replica = self.session, self.session.replica
        is_out = session.seat in replica.left or session.seat in replica.convicted
        is_gone = is_out or session.dropped or session.seat in session.state.lost
        return not session.stopped and (session.finished or bool(replica.regroup) or is_gone)
