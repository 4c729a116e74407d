"""What a session hands to its driver: what has happened, and what must be on disk before what may be sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from msgspec import Struct

from acquire_net.protocol.log_types import Conviction, FinalBlock
from acquire_net.protocol.state import State


class BlockFinal(Struct, frozen=True):
    final_block: FinalBlock
    state: State


@dataclass(frozen=True, slots=True)
class SeatLost:
    seat: int
    reason: str
    claims: tuple[tuple[int, int], ...] = field(default=(), compare=False)
    """Where it was neither its goodbye nor evidence: who wanted to go on without it, and why, as in a CLAIM."""
    silent_ms: int = field(default=0, compare=False)
    """For how long it had been silent here."""


@dataclass(frozen=True, slots=True)
class DrawVoid:
    """Tiles that were being drawn are drawn again from a new deck, because seats were lost that had not let go of them."""
    seats: tuple[int, ...]
    """For whom they are drawn."""
    lost: tuple[int, ...]


class ClaimChanged(Struct, frozen=True):
    """A seat wants to go on without another, for a new reason, or does not want to any more."""
    author: int
    target: int
    why: int
    holds: bool
    votes: int
    """How many seats want to go on without the target now, of those that count."""
    needed: int
    """How many would have to."""


class TableSplit(Struct, frozen=True):
    """There are two logs of this table: more seats have lied than it bears, and the others were cut off from each other."""
    reason: str


class SeatConvicted(Struct, frozen=True):
    conviction: Conviction


class NotAnswering(Struct, frozen=True):
    """Seats that are waited for and silent, or late with what they owe; empty when all answer again."""
    seats: tuple[int, ...]
    paused: bool


class LinkState(IntEnum):
    """How well this peer hears a seat."""
    HERE = 0
    SLOW = 1
    """Nothing has come for two seconds."""
    LOST = 2
    """There is no link to it, but another seat has passed on something new of it."""
    AWAY = 3
    """Nothing has come for five seconds, over any link."""


class LinksChanged(Struct, frozen=True):
    """How well each seat is heard, by seat; the own seat, and those that are lost, count as here."""
    states: tuple[LinkState, ...]
    silent_ms: tuple[int, ...]
    """For how long nothing new of the seat has come."""


class SeatReturns(Struct, frozen=True):
    """A seat whose program was away is back, and has so many of the blocks that it lacked; at the end all of them."""
    seat: int
    done: int
    total: int


class OutOfTime(Struct, frozen=True):
    """A person has thought for longer than the table's clock allows; after the grace the others go on without the seat."""
    seat: int


class Adjourned(Struct, frozen=True):
    """Too few seats are left to go on without these; the journal can be resumed for ever. With none, enough are here again."""
    seats: tuple[int, ...]


class Regroup(Struct, frozen=True):
    """Seats were lost before the game had begun: the others start again without them."""
    lost: tuple[int, ...]


class Finished(Struct, frozen=True):
    """The game is over; `signed` are the seats that signed its result."""
    result: bytes
    signed: tuple[int, ...]


class RolledBack(Struct, frozen=True):
    """Others hold messages of this seat that its journal does not have: the journal is an old copy, or incomplete."""
    blocks: int


class TwoOfUs(Struct, frozen=True):
    """Another program signs with this seat's key, or this seat was resumed from an old copy of its journal and had signed
    something else before."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A seat acknowledges the same log and another state: one of the two programs is wrong. This is reported again when its state
    is here."""
    conviction: Conviction
    mine: bytes
    theirs: bytes | None
    report: str = field(default="", compare=False)
    """The file in which both states are written; empty if there is none."""


@dataclass(frozen=True, slots=True)
class SeatStopped:
    """Something has happened that cannot be: this program is wrong, or its memory or disk. It says nothing any more."""
    reason: str
    report: str = field(default="", compare=False)
    """The file in which the state is written; empty if there is none."""


Fact = (BlockFinal | SeatLost | DrawVoid | SeatConvicted | NotAnswering | OutOfTime | Adjourned | Regroup | Finished | RolledBack
        | TwoOfUs | Disagreement | SeatStopped | ClaimChanged | TableSplit | SeatReturns)


class JournalEntry(Struct, frozen=True):
    """One line of the journal: a frame, or the signatures that closed a block."""
    frame: bytes
    acks: tuple[tuple[int, bytes], ...] = ()


class Ready(Struct, frozen=True):
    """In this order: `secrets` and `journal` onto the disk, then `send`, then `facts`."""
    secrets: bytes | None
    journal: tuple[JournalEntry, ...]
    must_sync: bool
    """True if the journal must have reached the disk before anything is sent."""
    send: tuple[tuple[int, bytes], ...]
    facts: tuple[Fact, ...]
    wake_ms: int
    has_work: bool = False
    """True if there is something to do when nothing has come in: call `do_spare_work`."""


@dataclass
class Outbox:
    """What a session collects for its next Ready."""
    journal: list[JournalEntry] = field(default_factory=list)
    must_sync: bool = False
    send: list[tuple[int, bytes]] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)

    def keep_needed(self, first: int, is_needed: Callable[[int, bytes], bool]) -> None:
        """Send nothing that is not needed; `is_needed` is asked with the seat and the frame, for all from this place on."""
        self.send[first:] = [(seat, frame) for seat, frame in self.send[first:] if is_needed(seat, frame)]
