"""One seat's machine: a session, its driver, its disk and clock, and the person in front of it.

The driver keeps the order that a session asks for: secrets, journal, sync if it must, frames, facts. It can be killed after
each of these, and starts again from what is on its disk. A person thinks for a while and does something legal.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from acquire_net.protocol.codec import MalformedError, Signed, decode_frame
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import (
    Adjourned,
    BlockFinal,
    ClaimChanged,
    Disagreement,
    DrawVoid,
    Fact,
    Finished,
    NotAnswering,
    OutOfTime,
    Ready,
    Regroup,
    RolledBack,
    SeatConvicted,
    SeatLost,
    SeatStopped,
    TableSplit,
    TwoOfUs,
)
from tests.support.simulated_clock import SeatClock
from tests.support.simulated_disk import Disk, DiskError

if TYPE_CHECKING:
    from tests.simulation.table import SimulatedTable

TICK_MS = 400
DISK_RETRY_MS = 300

STAGES = ("before the journal", "before the sync", "before sending", "amid sending", "after sending")
"""Where a driver may be killed while it handles one Ready."""


class Violation(AssertionError):
    """Something that must never happen has happened."""


class Process:
    def __init__(self, table: SimulatedTable, seat: int, disk: Disk, clock: SeatClock, rng: random.Random) -> None:
        self.table = table
        self.seat = seat
        self.disk = disk
        self.clock = clock
        self.rng = rng
        self.session: Session | None = None
        self.incarnation = 0
        self.dies_at_stage: str | None = None
        self.comes_back_ms: int | None = None
        self.dead = False
        """Never to be started again."""
        self.ever_rolled_back = False
        """Whether it was started from an old copy of its journal."""
        self.keeps: frozenset[Kind] = frozenset()
        """What it no longer says, though it is there."""
        self.lies = False
        """True if a clever liar runs this seat: then nothing is promised of what it reports."""
        self.dawdles = 0.0
        """How often its person does not decide before the clock is at zero."""
        self.votes_when_stuck = False
        """Whether its person wants to go on without seats that do not answer."""
        self.forgotten: set[bytes] = set()
        """What this seat had signed that the old copy does not have."""
        self.facts: list[Fact] = []
        self.silent: NotAnswering | None = None
        self.adjourned = False
        self.seen_block = -1
        self._pending: Ready | None = None
        self._written = False
        self._thinking = False
        self._working = False

    @property
    def up(self) -> bool:
        return self.session is not None

    def has(self, kind: type[Fact]) -> bool:
        return any(isinstance(fact, kind) for fact in self.facts)

    # --- life and death

    def start(self) -> None:
        if self.up or self.dead:
            return
        self.incarnation += 1
        self.silent, self.adjourned, self.seen_block = None, False, -1
        resumed = self.incarnation > 1
        session = self.table.new_session(self.seat, self.disk.secrets, self.clock.now, resumed, self.incarnation)
        if resumed:
            for entry in self.disk.journal:
                session.replay(entry)
            self.seen_block = session.state.block - 1
            session.resume(self.clock.now, self.rng.getrandbits(62) | 1)
            self.table.check_after_replay(self, session)
        self.session = session
        self._tick(self.incarnation)
        self._flush()

    def kill(self) -> None:
        if not self.up:
            return
        self.session, self._pending, self._written, self._thinking, self._working = None, None, False, False, False
        self.dies_at_stage = None
        self.disk.crash()
        if self.comes_back_ms is not None and not self.dead:
            self.table.agenda.after(self.comes_back_ms, self.start)

    def _killed_at(self, stage: str) -> bool:
        if self.dies_at_stage != stage:
            return False
        self.kill()
        return True

    # --- what reaches it

    def receive(self, sender: int, frame: bytes) -> None:
        if self.session is not None and self._pending is None:
            try:
                self.session.receive(sender, frame)
            except MalformedError as malformed:
                if not self.table.processes[sender].lies and not self.lies:
                    raise Violation(f"seat {self.seat} cannot read a frame of seat {sender}: {malformed}") from malformed
            self._flush()

    def do(self, what: Callable[[Session], None]) -> None:
        """Something the person wants, if the program runs and does not wait for its disk."""
        if self.session is not None and self._pending is None:
            what(self.session)
            self._flush()

    def _tick(self, incarnation: int) -> None:
        if self.session is None or incarnation != self.incarnation:
            return
        if self._pending is None:
            self.session.tick(self.clock.now)
            self._answer_at_zero()
            self._flush()
        self.table.agenda.after(TICK_MS + self.rng.randrange(50), self._tick, incarnation)

    # --- the driver

    def _flush(self) -> None:
        if self.session is None:
            return
        if self._pending is None:
            self._pending = self.session.take_ready()
        ready = self._pending
        has_journal = bool(ready.journal) or ready.secrets is not None
        if has_journal and self._killed_at("before the journal"):
            return
        try:
            if not self._written:
                if ready.secrets is not None:
                    self.disk.write_secrets(ready.secrets)
                if ready.journal:
                    self.disk.write(ready.journal)
                self._written = True
            if has_journal and self._killed_at("before the sync"):
                return
            if ready.must_sync:
                self.disk.sync()
        except DiskError:
            self.table.agenda.after(DISK_RETRY_MS, self._try_again, self.incarnation)
            return
        if has_journal and self._killed_at("before sending"):
            return
        self._pending, self._written = None, False
        for count, (receiver, frame) in enumerate(ready.send):
            if count and has_journal and self._killed_at("amid sending"):
                return
            if not self.keeps or not self._keeps(decode_frame(frame)):
                self.table.network.send(self.seat, receiver, frame)
        if has_journal and self._killed_at("after sending"):
            return
        for fact in ready.facts:
            self._take_fact(fact)
        if ready.has_work and not self._working:
            self._working = True
            self.table.agenda.after(self.rng.choice((0, 5, 30, 200)), self._work, self.incarnation)
        self._think()

    def _work(self, incarnation: int) -> None:
        """What is done when nothing comes in; it takes its time."""
        if self.session is None or incarnation != self.incarnation:
            return
        self._working = False
        if self._pending is None:
            self.session.do_spare_work()
            self._flush()

    def _keeps(self, message: Signed) -> bool:
        return message.author == self.seat and message.kind in self.keeps

    def _try_again(self, incarnation: int) -> None:
        if incarnation == self.incarnation and self.session is not None and self._pending is not None:
            self._flush()

    def _take_fact(self, fact: Fact) -> None:
        assert self.session is not None
        self.facts.append(fact)
        if self.lies:
            return
        match fact:
            case BlockFinal():
                self.table.check_block(self, fact)
            case SeatConvicted(conviction) | Disagreement(conviction) if self.table.processes[conviction.seat].lies:
                pass
            case TableSplit() if self.table.may_split:
                self.table.has_split = True
            case SeatConvicted(conviction):
                raise Violation(f"seat {self.seat} convicts honest seat {conviction.seat}: {conviction.reason}")
            case Disagreement() | SeatStopped():
                raise Violation(f"seat {self.seat}: {fact}")
            case TwoOfUs() if not self.ever_rolled_back:
                raise Violation(f"seat {self.seat} learns that there are two of it")
            case RolledBack():
                if not self.ever_rolled_back:
                    raise Violation(f"seat {self.seat} learns that its journal is old, and it is not")
            case NotAnswering():
                self.silent = fact if fact.seats else None
                if self.votes_when_stuck and fact.seats and fact.paused:
                    self.table.agenda.after(self.rng.choice((100, 1000, 5000)), self._vote_against_silent, self.incarnation)
            case Adjourned(seats):
                self.adjourned = bool(seats)
            case TableSplit():
                raise Violation(f"seat {self.seat}: {fact}")
            case SeatLost() | DrawVoid() | Finished() | Regroup() | OutOfTime() | ClaimChanged():
                pass

    # --- the person

    def vote(self, seats: tuple[int, ...]) -> None:
        """Want to go on without these seats; an empty vote takes back."""
        self.do(lambda session: session.vote(seats))

    def _vote_against_silent(self, incarnation: int) -> None:
        if incarnation == self.incarnation and self.silent is not None and self.silent.paused:
            self.vote(tuple(seat for seat in self.silent.seats if seat != self.seat))

    def _answer_at_zero(self) -> None:
        """A program answers for its person before the time of all others is up, as a seat at a real table does."""
        session = self.session
        if session is None or not session.is_asked or session.intent is not None:
            return
        is_late = any(reading.seat == self.seat and reading.left_ms <= 0 for reading in session.decision_clock.clock_readings)
        if is_late and (choices := self.table.choices(session)):
            session.submit(choices[0])

    def _think(self) -> None:
        if self.session is None or self._thinking or not self.session.is_asked or self.session.intent is not None:
            return
        self._thinking = True
        if self.dawdles and self.rng.random() < self.dawdles:
            thinks_ms = self.rng.choice((3000, 10_000, 30_000))
        else:
            thinks_ms = self.rng.choice((1, 20, 20, 200, 1500))
        self.table.agenda.after(thinks_ms, self._choose, self.incarnation)

    def _choose(self, incarnation: int) -> None:
        if incarnation != self.incarnation or self.session is None:
            return
        self._thinking = False
        if self._pending is not None or not self.session.is_asked or self.session.intent is not None:
            return
        choices = self.table.choices(self.session)
        if not choices and not self.session.asking:  # since a restart it may lack its secrets, and say goodbye once it wakes
            raise Violation(f"seat {self.seat} is asked and has no choice")
        try:
            if choices:
                self.session.submit(self.rng.choice(choices))
        except RefusedError as refused:
            if not self.session.asking:
                raise Violation(f"seat {self.seat} is offered an action that is refused: {refused}") from refused
        self._flush()
