"""What seats report of the log when a view ends, and what follows from their reports (docs/spec/protocol.md, section 9).

Nothing here knows a session: signatures, contents and links are looked up by functions that are given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from msgspec import Struct

from acquire_net.protocol.codec import Signed, decode_frame, encode_message
from acquire_net.protocol.messages import Ack, Envelope, Kind, Leave, Lock, SeatReport, Sync
from acquire_net.protocol.quorum import quorum_of


class Tip(Struct, frozen=True):
    """A log of so many blocks, its head, and the state after it."""
    blocks: int
    head: bytes
    state: bytes


class ViewTerms(Struct, frozen=True):
    """What all seats know alike of a view: who plays, and where its log began."""
    view: int
    live: tuple[int, ...]
    start: Tip
    majority: bool = False

    def leader_of(self, attempt: int) -> int:
        """Return the seat that proposes in this attempt."""
        return self.live[(self.view + attempt) % len(self.live)]

    def needed_signers(self, excused: frozenset[int]) -> int:
        """Return how many seats outside these must sign: at least one, and seats that do not play make it no fewer."""
        return max(1, quorum_of(len(set(self.live) - excused), self.majority))


class Outcome(Struct, frozen=True):
    """How a view ends: the seats that are lost, and the log with which the next one begins."""
    lost: frozenset[int]
    tip: Tip

    def agrees_with(self, other: Outcome) -> bool:
        """Return True if both end the view alike."""
        return (self.lost, self.tip.blocks, self.tip.head) == (other.lost, other.tip.blocks, other.tip.head)


class SeatAccount(Struct, frozen=True):
    """A report as it is counted."""
    tip: Tip
    acked: Ack | None = None
    lock: Lock | None = None


def account_of(message: Signed, terms: ViewTerms) -> SeatAccount | None:
    """Return what a SYNC or LEAVE says of the log in this view, or None where it cannot be true. Signatures are not looked at."""
    if message.kind == Kind.LEAVE and message.view < terms.view:
        return SeatAccount(terms.start)  # its author has signed nothing in this view
    if message.view != terms.view:
        return None
    report = report_in(message)
    tip = Tip(message.block, report.head, report.state)
    if tip.blocks < terms.start.blocks or (tip.blocks == terms.start.blocks and (tip != terms.start or report.proof)):
        return None
    if tip.blocks > terms.start.blocks and tuple(seat for seat, _ in report.proof) != terms.live:
        return None
    return SeatAccount(tip, report.acked, report.lock)


def report_in(message: Signed) -> SeatReport:
    return cast(Sync | Leave, message.body).report


def proof_in(message: Signed) -> list[Signed]:
    """Return the ACKs by which a report proves its tip."""
    report = report_in(message)
    if not message.block:
        return []
    body = encode_message(Ack(report.head, report.state))
    return [decode_frame(encode_message(Envelope(Kind.ACK, seat, message.block - 1, message.view, body, signature)))
            for seat, signature in report.proof]


def conclude_reports(accounts: Mapping[int, SeatAccount], excused: frozenset[int], has_liar: bool, terms: ViewTerms,
                     outcome_of: Callable[[Lock], Outcome | None]) -> Outcome | Tip | None:
    """Return what follows from these reports: an Outcome that a lock forces, or the Tip with which the view ends, or None.

    `has_liar` is True if a seat among the excused is convicted. A goodbye brings its tip and its lock, and no vote for the
    block after the tip: its author may be gone with the contents of it. Raises LookupError where a lock is not known here.
    """
    if sum(seat not in excused for seat in accounts) < terms.needed_signers(excused):
        return None
    locks = [account.lock for account in accounts.values() if account.lock is not None]
    if locks:
        return _forced_outcome(locks, has_liar, outcome_of)
    tips = [account.tip for account in accounts.values()]
    tip = max(tips, key=lambda tip: tip.blocks)
    if any(other.blocks == tip.blocks and other != tip for other in tips):
        return None
    votes: dict[tuple[bytes, bytes], int] = {}
    for seat, account in accounts.items():
        if seat not in excused and account.tip == tip and account.acked is not None:
            key = account.acked.head, account.acked.state
            votes[key] = votes.get(key, 0) + 1
    if not votes:
        return tip  # the open block is void
    if len(votes) > 1 and not has_liar:
        return None  # the author of two contents must be excused first
    head, state = min(votes, key=lambda key: (-votes[key], key))
    return Tip(tip.blocks + 1, head, state)


def _forced_outcome(locks: list[Lock], has_liar: bool, outcome_of: Callable[[Lock], Outcome | None]) -> Outcome | None:
    """Return the outcome that may have been decided, so that it is decided again."""
    top = max(lock.attempt for lock in locks)
    found: dict[bytes, Outcome] = {}
    for lock in locks:
        if lock.attempt == top:
            outcome = outcome_of(lock)
            if outcome is None:
                raise LookupError("a lock whose LINK is not here")
            found[lock.proposal] = outcome
    first = found[min(found)]
    if not has_liar and any(not first.agrees_with(other) for other in found.values()):
        return None  # more seats lie than the table bears; those who prepared both must be excused first
    return first
