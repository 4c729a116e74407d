"""What happens at a table, as plain events: who signed what, what came to whom, and who began which view.

Messages are those of the protocol, without signatures. Heads and states are bytes, or anything that can be compared with its own
kind. The names of PROPOSEs and the versions of contents are anything that can be looked up.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

Head = Any  # bytes or anything that can be compared with its own kind
Seats = frozenset[int]


@dataclass(frozen=True, slots=True)
class Tip:
    """A log of so many blocks, with its head and the state after it."""
    blocks: int
    head: Head
    state: Head = b""


@dataclass(frozen=True, slots=True)
class Report:
    tip: Tip
    acked: tuple[Head, Head] | None = None
    """Head and state of the block after the tip."""
    lock: tuple[int, Hashable] | None = None
    """Attempt and name of a PROPOSE."""


@dataclass(frozen=True, slots=True)
class Content:
    author: int
    view: int
    block: int
    version: Hashable
    kind: Hashable = ""


@dataclass(frozen=True, slots=True)
class Ack:
    author: int
    view: int
    block: int
    head: Head
    state: Head = b""


@dataclass(frozen=True, slots=True)
class Claim:
    author: int
    view: int
    block: int
    target: int
    why: int
    number: int = 1
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Leave:
    author: int
    view: int
    promised: int
    report: Report


@dataclass(frozen=True, slots=True)
class Sync:
    author: int
    view: int
    attempt: int
    report: Report
    mask: Seats = frozenset()
    case: tuple[Claim | Leave, ...] = ()


@dataclass(frozen=True, slots=True)
class Propose:
    author: int
    view: int
    attempt: int
    excused: Seats
    lost: Seats
    tip: Tip
    reports: tuple[Sync | Leave, ...]
    case: tuple[Claim, ...] = ()
    name: Hashable = None

    @property
    def outcome(self) -> tuple[Seats, int, Head]:
        return self.lost, self.tip.blocks, self.tip.head


@dataclass(frozen=True, slots=True)
class Vote:
    author: int
    view: int
    attempt: int
    proposal: Hashable


class Prepare(Vote):
    __slots__ = ()


class Confirm(Vote):
    __slots__ = ()


Message = Content | Ack | Claim | Leave | Sync | Propose | Prepare | Confirm


@dataclass(frozen=True, slots=True)
class Signed:
    seat: int
    message: Message


@dataclass(frozen=True, slots=True)
class Received:
    """What others have signed has come to a seat: whole frames, and frames within frames before them."""
    seat: int
    message: Message


@dataclass(frozen=True, slots=True)
class Entered:
    """A seat begins a view. `is_over` where the table removes nobody any more, because the game is over or not yet dealt."""
    seat: int
    view: int
    live: Seats
    start: Tip
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Convicts:
    seat: int
    target: int


Event = Signed | Received | Entered | Convicts
