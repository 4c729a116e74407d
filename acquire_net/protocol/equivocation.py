"""Two statements that no honest seat signs both: what convicts a liar without looking at anything else (protocol.md, section 9).

A seat signs one contribution and one ACK for each block and view, one SYNC, PROPOSE, PREPARE and CONFIRM for each attempt, and
every report says the truth about what it has signed before. A seat that crashed sends the same bytes again; a block that became
void is signed again in a higher view. Final and void blocks are kept elsewhere, and statements of the current view here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import cast

from acquire_net.errors import Wording
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.messages import MAX_SEATS, STATEMENTS, Ack, Confirm, Kind, Leave, Sync

MAX_STATEMENTS = 2
"""Statements of one author and kind that are kept of attempts below the own one."""
MAX_NEAR = 2 * MAX_SEATS + 1
"""Statements that are kept of the own attempt and those above it: as many as there are attempts that a seat looks at."""
MAX_RECENT = 4
"""Messages of one author that have no place any more, kept for a while: evidence comes as frames, one behind the other."""

TWO_CONTENTS = Wording("signed two different messages for one block")
WRONG_REPORT = Wording("acknowledged a block and reported something else")
FORGOTTEN_LOCK = Wording("confirmed an attempt and reported no lock of it")
AFTER_GOODBYE = Wording("signed something after its goodbye")
_IN_ATTEMPTS = (Kind.SYNC, Kind.PROPOSE, Kind.PREPARE, Kind.CONFIRM)
_TWICE = {
    Kind.SYNC: Wording("reported in two ways for one attempt"),
    Kind.PROPOSE: Wording("proposed two ends of one view in one attempt"),
    Kind.PREPARE: Wording("prepared two proposals of one attempt"),
    Kind.CONFIRM: Wording("confirmed two proposals of one attempt"),
}


def is_same(one: Signed, other: Signed) -> bool:
    """Return True if two messages say the same. Two signatures below one text are not a lie."""
    a, b = one.envelope, other.envelope
    return (a.kind, a.author, a.block, a.view, a.body) == (b.kind, b.author, b.block, b.view, b.body)


def find_contradiction(one: Signed, other: Signed) -> str:
    """Return why no honest seat has signed both of these, or nothing. Both signatures must hold, and both must be readable."""
    a, b = one.envelope, other.envelope
    if a.kind is b.kind is Kind.ACK and a.block != b.block:
        return ""  # what nearly every call asks
    if a.author != b.author or is_same(one, other) or one.fault or other.fault:
        return ""
    return _contradiction_in(one, other) or _contradiction_in(other, one)


def _contradiction_in(one: Signed, other: Signed) -> str:
    if one.kind == Kind.LEAVE and (reason := _after_goodbye(one, other)):
        return reason
    if one.view != other.view:
        return ""
    if one.is_content and other.is_content and one.block == other.block:
        return TWO_CONTENTS
    if one.kind == other.kind == Kind.ACK and one.block == other.block:
        return Wording("acknowledged one block in two ways")
    if one.kind == other.kind and one.kind in _TWICE and one.attempt == other.attempt:
        return _TWICE[one.kind]
    if one.kind == Kind.ACK and other.kind in (Kind.SYNC, Kind.LEAVE):
        return _wrong_report(one, other)
    if one.kind == Kind.CONFIRM and other.kind in (Kind.SYNC, Kind.LEAVE):
        return _forgotten_lock(one, other)
    return ""


def _wrong_report(ack: Signed, message: Signed) -> str:
    """Return the reason if a report hides an ACK: each acknowledged block is the tip, below it, or the one after it."""
    report, body = cast(Sync | Leave, message.body).report, cast(Ack, ack.body)
    if ack.block == message.block:
        return "" if report.acked == body else WRONG_REPORT
    if ack.block > message.block or (ack.block == message.block - 1 and report.head != body.head):
        return WRONG_REPORT
    return ""


def _forgotten_lock(confirm: Signed, message: Signed) -> str:
    """Return the reason if a report hides a CONFIRM: a seat reports the highest attempt that it has confirmed."""
    body, report = cast(Confirm, confirm.body), cast(Sync | Leave, message.body).report
    if message.kind == Kind.SYNC and message.attempt <= body.attempt:
        return ""
    lock = report.lock
    if lock is None or lock.attempt < body.attempt or (lock.attempt == body.attempt and lock.proposal != body.proposal):
        return FORGOTTEN_LOCK
    return ""


def _after_goodbye(leave: Signed, other: Signed) -> str:
    if other.view > leave.view and (other.is_content or other.kind == Kind.ACK or other.kind in _IN_ATTEMPTS):
        return AFTER_GOODBYE
    if other.view == leave.view and other.kind in _IN_ATTEMPTS and other.attempt > cast(Leave, leave.body).promised:
        return AFTER_GOODBYE
    return ""


@dataclass
class Statements:
    """What every seat has said about the current view, as much of it as convicts."""
    own_attempt: int = 0
    """The attempt of this program's seat: what others say of it and of those above it is kept longest."""
    _of: dict[tuple[int, Kind], list[Signed]] = field(default_factory=dict)
    _recent: dict[int, list[Signed]] = field(default_factory=dict)

    def statements_by(self, author: int) -> Iterable[Signed]:
        """Yield what is kept of this author."""
        if not self._of and not self._recent:
            return  # nearly always, and each ACK asks
        for kind in _IN_ATTEMPTS:
            yield from self._of.get((author, kind), ())
        yield from self._recent.get(author, ())

    def find_same(self, message: Signed) -> Signed | None:
        """Return the same statement, if it is kept."""
        kept = self._of.get((message.author, message.kind), ())
        return next((known for known in kept if is_same(known, message)), None)

    def keep(self, message: Signed) -> None:
        """Keep a statement, and enough of its author's others that no two of one attempt escape by what comes between them."""
        assert message.kind in STATEMENTS
        kept = sorted([*self._of.get((message.author, message.kind), ()), message], key=lambda known: known.attempt)
        below = [known for known in kept if known.attempt < self.own_attempt]
        near = kept[len(below):][:MAX_NEAR]
        highest = kept[-1:] if len(kept) > len(below) + len(near) else []  # a seat that was away finds the others by it
        self._of[message.author, message.kind] = [*below[-MAX_STATEMENTS:], *near, *highest]

    def keep_recent(self, message: Signed) -> None:
        """Keep a signed message that has no place here any more, beside the last few of its author."""
        kept = self._recent.setdefault(message.author, [])
        kept[:] = [known for known in kept if not is_same(known, message)][1 - MAX_RECENT:]
        kept.append(message)

    def begin_view(self) -> None:
        """Forget what was said about the view that has ended."""
        self._of.clear()
        self.own_attempt = 0
