"""One seat of the model as a table of what can happen to it: local states with numbers, and what each event makes of them.

What an event does to a seat depends on that seat alone. So the session code runs once for every pair of a local state and an
event, and a state of the whole table is a tuple of numbers (explorer.py). The network is everything that anybody has ever sent:
any of it may reach anybody at any time, again and again, or never. A seat that is slow for ever cannot be told from one that has
crashed, so a crash for good needs no event of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.facts import Entry, Ready, RolledBack, TwoOfUs
from acquire_net.protocol.lockstep import seats_of
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.session import Session
from tests.net.model.table import HONEST, Frames, clone, fingerprint, forget_what_comes_again, new_session, restarted

Event = tuple[str, Any]
"""`deliver` these frames at once, `decide`, `doubt` these seats (a mask), `ask` a seat after a restart, `restart` with so many
lines of the journal, or `torn`: the same in the middle of a delivery, when some lines were written and nothing was sent."""


@dataclass(frozen=True)
class Model:
    """An instance, and its bounds."""
    seats: int
    blocks: int
    views: int
    """The highest view that is tried."""
    restarts: frozenset[int] = frozenset()
    """Seats of which one may crash once and come back."""
    liar: int | None = None
    """A seat that says to everybody whatever it likes; it is no session but the frames of adversary.py."""
    single_acks: bool = True
    """Whether acknowledgements come one by one, or all at once when all have been sent."""
    doubts: tuple[int, ...] | None = None
    """The masks of seats that may be doubted together; each single one, and nobody, unless said otherwise."""

    @property
    def honest(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if seat != self.liar)

    def masks(self, seat: int) -> tuple[int, ...]:
        masks = self.doubts if self.doubts is not None else (0, *(1 << other for other in range(self.seats)))
        return tuple(mask for mask in masks if not mask >> seat & 1)


@dataclass(slots=True, eq=False)
class Seat:
    """A local state: the session, and what is remembered about it to judge it by."""
    number: int
    seat: int
    session: Session
    sent: frozenset[int]
    signed: frozenset[int]
    """Every frame that it has signed since the beginning, across a restart."""
    finals: frozenset[tuple[int, bytes]]
    """Every head that was ever final for it, by block."""
    journal: tuple[Entry, ...] | None
    """Kept as long as it may still be restarted."""
    synced: int
    faults: tuple[str, ...] = ()
    key: tuple[Any, ...] = ()

    @property
    def is_at_the_end(self) -> bool:
        return self.session.state.over or isinstance(self.session.state.step, SignResult)


class Seats:
    """All local states that have come up."""

    def __init__(self, model: Model, forgetful: bool = True) -> None:
        self.model = model
        self.forgetful = forgetful
        self.frames = Frames()
        self.all: list[Seat] = []
        self._numbers: dict[Any, int] = {}
        self._deliveries: list[dict[tuple[int, ...], int]] = []
        self._own: dict[tuple[int, bool], tuple[tuple[Event, int], ...]] = {}
        self._help: dict[tuple[int, int], tuple[int, frozenset[int]]] = {}
        self.runs = 0
        """How often the session code was run."""

    def first(self, seat: int) -> int:
        session = new_session(seat, self.model.seats, self.model.blocks)
        nothing: frozenset[Any] = frozenset()
        return self._after(Seat(-1, seat, session, nothing, nothing, nothing,
                                () if seat in self.model.restarts else None, 0), session)

    # --- events

    def deliver(self, number: int, frames: tuple[int, ...]) -> int:
        known = self._deliveries[number]
        found = known.get(frames)
        if found is None:
            messages = [self.frames.messages[frame] for frame in frames]

            def act(session: Session) -> None:
                for message in messages:
                    session.receive(message.author, message.frame)

            found = known[frames] = self._run(number, act)
        return found

    def decide(self, number: int) -> int:
        return self._run(number, lambda session: session.submit(HONEST))

    def doubt(self, number: int, mask: int) -> int:
        """The person gives up on these seats, and what is under way has taken long enough."""

        def act(session: Session) -> None:
            session.views.promised_at = -(10**9)
            session.vote(seats_of(mask))
            session.votes = set()

        return self._run(number, act)

    def own_events(self, number: int, bounded: bool = True) -> tuple[tuple[Event, int], ...]:
        """What may happen to a seat without a frame."""
        key = number, bounded
        if key not in self._own:
            self._own[key] = tuple((event, after) for event, after in self._find_own(number, bounded) if after != number)
        return self._own[key]

    def _find_own(self, number: int, bounded: bool) -> list[tuple[Event, int]]:
        me, found = self.all[number], []
        if me.session.asked and not me.session.asking:
            found.append((("decide", 0), self.decide(number)))
        if not bounded:
            return found
        for mask in self.model.masks(me.seat):
            after = self.doubt(number, mask)
            if self.all[after].session.views.promised <= self.model.views:
                found.append((("doubt", mask), after))
        if me.journal is not None and not me.session.state.over:
            found += [(("restart", lines), self._restart(me, me.journal[:lines]))
                      for lines in range(me.synced, len(me.journal) + 1)]
        return found

    def torn(self, number: int, frames: tuple[int, ...]) -> tuple[tuple[Event, int], ...]:
        """Crashes while frames are being dealt with: some lines of it have reached the disk, nothing was sent."""
        me, after = self.all[number], self.all[self.deliver(number, frames)]
        if me.journal is None or after.journal is None:
            return ()
        return tuple((("torn", lines), self._restart(me, after.journal[:lines]))
                     for lines in range(len(me.journal) + 1, len(after.journal)))

    def ask(self, asker: int, helper: int) -> tuple[int, int]:
        """A restarted seat asks, and is answered at once; what else it is sent is on its way, as everything is."""
        me, other = self.all[asker], clone(self.all[helper].session)
        status = clone(me.session)._status()
        if status is None:
            return asker, helper
        other.receive(me.seat, status.frame)
        helper_after = self._after(self.all[helper], other, answers=False)
        answers = [frame for to, frame in self._last.send
                   if to == me.seat and self._kind(frame) == Kind.STATUS]
        for answer in answers:
            author = self.all[helper].seat
            asker = self._run(asker, lambda session, answer=answer, author=author: session.receive(author, answer))
        return asker, helper_after

    def help(self, asker: int, helper: int) -> tuple[int, frozenset[int]]:
        """The same for any seat, and all that it is sent: as it goes when the network has healed."""
        key = asker, helper
        if key not in self._help:
            me, other = self.all[asker], clone(self.all[helper].session)
            status = clone(me.session)._status()
            assert status is not None
            other.receive(me.seat, status.frame)
            author, frames, after = self.all[helper].seat, set(), asker
            for to, frame in other.take_ready().send:
                if to == me.seat and self._kind(frame) == Kind.STATUS:
                    after = self._run(after, lambda session, frame=frame: session.receive(author, frame))
                elif to == me.seat:
                    frames.add(self.frames.number(frame))
            self._help[key] = after, frozenset(frames)
        return self._help[key]

    # --- making local states

    def _kind(self, frame: bytes) -> Kind:
        return self.frames.messages[self.frames.number(frame)].kind

    def _run(self, number: int, act: Callable[[Session], None]) -> int:
        before = self.all[number]
        session = clone(before.session)
        act(session)
        return self._after(before, session)

    def _restart(self, before: Seat, journal: tuple[Entry, ...]) -> int:
        session = restarted(before.seat, self.model.seats, self.model.blocks, journal)
        without = Seat(-1, before.seat, session, before.sent, before.signed, before.finals, None, 0, before.faults)
        return self._after(without, session, replayed=True)

    def _after(self, before: Seat, session: Session, answers: bool = True, replayed: bool = False) -> int:
        self.runs += 1
        ready = self._last = session.take_ready()
        number = self.frames.number
        told = frozenset(number(frame) for _, frame in ready.send)
        told = frozenset(frame for frame in told if self.frames.messages[frame].kind != Kind.STATUS)
        new = [self.frames.messages[number(entry.frame)] for entry in ready.journal if not entry.acks]
        own = [message for message in new if message.author == before.seat]
        signed = before.signed | {number(message.frame) for message in own}
        faults = list(before.faults)
        for message in own:
            faults += self._signed_badly(before, message, signed)
        pages = {(page.index, page.head) for page in session.replica.log}
        finals = before.finals | pages
        faults += self._judged(before, session, ready, finals)
        journal, synced = before.journal, before.synced
        if journal is not None:
            journal += ready.journal
            synced = len(journal) if ready.must_sync else synced
            synced = min(synced, len(journal))
        if self.forgetful:
            forget_what_comes_again(session)
        mark = fingerprint(session, self.frames)
        sent = before.sent | told
        key = before.seat, mark, sent, signed, finals, journal, synced, tuple(faults)
        if key[:5] == before.key[:5] and key[7] == before.key[7] and before.number >= 0:
            return before.number  # nothing but the journal
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.all)
            self.all.append(Seat(found, before.seat, session, sent, signed, finals, journal, synced, tuple(faults), key))
            self._deliveries.append({})
        return found

    def _signed_badly(self, before: Seat, message: Any, signed: frozenset[int]) -> list[str]:
        """Whoever signed a view never signs about a block in a lower one; and one thing, once, for one slot.
        After the last decision there are no views any more, and nothing that could be void."""
        faults = []
        promises = (Kind.VIEW, Kind.SYNC)
        of_result = message.kind == Kind.RESULT or any(
            old.kind == Kind.RESULT and (old.block, old.view) == (message.block, message.view)
            for old in (self.frames.messages[number] for number in signed))
        for old in (self.frames.messages[number] for number in before.signed):
            below = old.kind in promises and old.view > message.view
            if below and message.kind not in promises and message.kind != Kind.LEAVE and not of_result:
                faults.append(f"seat {before.seat} signs {message!r} after {old!r}")
            slot = (message.is_content or message.kind, message.block, message.view)
            if message.kind in promises:
                slot = (message.kind, 0, message.view)
            other = (old.is_content or old.kind, old.block if old.kind not in promises else 0, old.view)
            if slot == other and old.frame != message.frame:
                faults.append(f"seat {before.seat} signs two different {message!r}")
        return faults

    def _judged(self, before: Seat, session: Session, ready: Ready, finals: frozenset[tuple[int, bytes]]) -> list[str]:
        faults = []
        for seat, conviction in session.replica.convicted.items():
            if seat != self.model.liar:
                faults.append(f"seat {before.seat} convicts seat {seat}: {conviction.reason}")
        if len({index for index, _ in finals}) != len(finals):
            faults.append(f"seat {before.seat} has two final heads for one block")
        for fact in ready.facts:
            if isinstance(fact, (RolledBack, TwoOfUs)):
                faults.append(f"seat {before.seat} is told {type(fact).__name__}")
        return [fault for fault in faults if fault not in before.faults]
