"""Keep since when a table over days waits for each seat, in a file beside its journal, for a program that comes back.

Each program counts by its own calendar, from the day on which it saw first that the seat owes this: so a program that looks in
seldom is more patient, never less. Where the file is lost or damaged, the days are counted anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, structs

from acquire_net.protocol.liveness import Debt
from acquire_net.protocol.messages import MAX_SEATS
from acquire_net.table.side_file import PATIENCE, SideFile

DAY_S = 86_400
MAX_GAP_S = 30 * DAY_S
"""Between two looks of this program, or the days are counted anew: a mailbox may have deleted what the others had answered."""

Number = Annotated[int, Meta(ge=0, lt=1 << 32)]
Seconds = Annotated[int, Meta(ge=0, lt=1 << 40)]


class OwedSince(msgspec.Struct, frozen=True, array_like=True):
    """What a seat owes, and when this program saw that first, in seconds since 1970."""
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    block: Number
    view: Number
    is_ack: bool
    since_s: Seconds
    has_asked: bool = False
    """True once the seat was found to lack what it needs, and was sent it. That begins its days anew, and only once: else it
    could ask for ever."""

    @classmethod
    def of(cls, debt: Debt, since_s: int) -> OwedSince:
        return cls(debt.seat, debt.block, debt.view, debt.is_ack, since_s)

    @property
    def debt(self) -> Debt:
        return Debt(self.seat, self.block, self.view, self.is_ack)


class PatienceNotes(msgspec.Struct, frozen=True):
    """For what a program waits, and what its calendar has shown."""
    debts: Annotated[tuple[OwedSince, ...], Meta(max_length=MAX_SEATS)] = ()
    latest_s: Seconds = 0
    """The latest that the calendar had shown when anything was noted, at least once in a day."""
    is_behind: bool = False
    """True if the calendar was set back, more than a day before that. A machine that forgets its calendar when it is switched off
    shows 1970 until it is set again, and what was noted meanwhile would seem to be half a century old."""
    outage_s: Seconds = 0
    """Since when the mailbox cannot be reached, or 0."""


class PatienceFile(SideFile[PatienceNotes]):
    def __init__(self, journal: Path, calendar: Callable[[], float] = time.time) -> None:
        super().__init__(journal, PATIENCE, PatienceNotes)
        self._calendar = calendar
        self._known: PatienceNotes | None = None

    @property
    def _notes(self) -> PatienceNotes:
        return self._known or self.read_said() or PatienceNotes()

    def count_days(self, debts: Collection[Debt], unable: Collection[int] = ()) -> dict[Debt, float]:
        """Return for how many days each of these has been owed without a break; note those that are new, forget all others. The
        `unable` seats were found to lack what they need, and are sent it now."""
        known, now_s = self._notes, int(self._calendar())
        noted = {each.debt: each for each in _still_counting(known, now_s)}
        found = tuple(noted.get(debt, OwedSince.of(debt, now_s)) for debt in sorted(debts))
        found = tuple(structs.replace(each, since_s=now_s, has_asked=True)
                      if each.seat in unable and each.debt in noted and not each.has_asked else each for each in found)
        is_behind = _is_behind(known, now_s)
        if (found, is_behind, 0) != (known.debts, known.is_behind, known.outage_s) or now_s > known.latest_s + DAY_S:
            known = PatienceNotes(found, max(known.latest_s, now_s), is_behind)
            self.write_said(known)
        self._known = known
        return {each.debt: max(0, now_s - each.since_s) / DAY_S for each in found}

    def note_outage(self) -> None:
        """Note that the mailbox cannot be reached: where that lasts for a day or longer, its days do not count."""
        known = self._notes
        if not known.outage_s:
            known = structs.replace(known, outage_s=max(1, int(self._calendar())))
            self.write_said(known)
        self._known = known

    def longest_days(self) -> float:
        """Return for how many days the seat has been waited for that is waited for longest, as the file says."""
        known, now_s = self.read_said() or PatienceNotes(), int(self._calendar())
        return max((now_s - each.since_s for each in _still_counting(known, now_s)), default=0) / DAY_S


def days_waited(journal: Path) -> float:
    """Return for how many days the table of this journal has waited for another seat, as this program has noted it."""
    return PatienceFile(journal).longest_days()


def _is_behind(known: PatienceNotes, now_s: int) -> bool:
    return now_s < known.latest_s - DAY_S


def _still_counting(known: PatienceNotes, now_s: int) -> tuple[OwedSince, ...]:
    """Return what was noted, without the days of an outage; nothing where what the calendar had shown then and what it shows now
    do not belong together, or nobody has looked for long."""
    is_broken = _is_behind(known, now_s) != known.is_behind or any(each.since_s > now_s + DAY_S for each in known.debts)
    if is_broken or now_s > known.latest_s + MAX_GAP_S:
        return ()
    lost_s = now_s - known.outage_s if known.outage_s else 0
    if lost_s < DAY_S:
        return known.debts
    return tuple(structs.replace(each, since_s=min(now_s, each.since_s + lost_s)) for each in known.debts)
