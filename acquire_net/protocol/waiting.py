"""Whom this peer waits for, for what, and how long it has done so (section 2.9).

Silence is patience.py's. Here are seats that are heard and do not say what their programs owe: a share, a key, a shuffle, an
acknowledgement, their part in going on without somebody who left. A person may think as long as the table allows; a program may
not. Every reason to wait for a seat has its own time, which is counted once for a block, however often the block becomes void:
so who begins something anew gains time once, and no honest seat pays for what another holds back from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum, auto
from typing import TYPE_CHECKING

from acquire_net.protocol.dealing import DecideAction, SignResult
from acquire_net.protocol.facts import Adjourned, NotAnswering, OutOfTime

if TYPE_CHECKING:
    from acquire_net.protocol.session import Session


LEAST_ROUNDS = 10
"""Of STATUS while the seat is heard, whatever the grace is: what was lost is sent again after one, and may be lost again."""


class Debt(Enum):
    """Why a seat is waited for."""
    CONTENT = auto()
    ACK = auto()
    DECISION = auto()
    """What its person decides."""
    RESTARTED = auto()
    """Content or ACK of a seat that still asks the others what it said before its restart."""
    PROMISED = auto()
    """The same of one that has promised itself to a view that this peer has not joined, and may not sign until that is over."""
    STATE = auto()
    """It has acknowledged another state than this peer comes to."""
    ATTEMPT = auto()
    """SYNC or VIEW where nobody has to be asked: to begin a block anew, or to go on without those who left or are convicted."""


class Waiting:
    def __init__(self, peer: Session) -> None:
        self.peer = peer
        self._of_block = -1
        self._counted: Counter[tuple[int, Debt]] = Counter()
        self._heard: Counter[int] = Counter()
        """How much of that a seat was heard: whoever was cut off gets some time to catch up, however long the others waited."""
        self._restarted: set[int] = set()
        self._out_of_time: set[int] = set()
        self._not_answering: tuple[tuple[int, ...], bool] = ((), False)
        self._too_few: tuple[int, ...] = ()
        """Who is away, where the others are too few without them."""

    def seats(self) -> frozenset[int]:
        """Seats without whose word nothing goes on."""
        peer = self.peer
        if peer.state.over or peer.finished or peer.replica.regroup:
            return frozenset()
        if peer.views.trying:
            return peer.views.waited_for()
        return frozenset(seat for seat, _ in self._of_the_block())

    def _of_the_block(self) -> Iterator[tuple[int, Debt]]:
        replica = self.peer.replica
        for seat in replica.owing():
            yield seat, Debt.DECISION if isinstance(self.peer.state.step, DecideAction) else Debt.CONTENT
        if replica.open.ack is not None:
            acks = replica.open.acks  # another head than this one is no answer
            yield from ((seat, Debt.ACK) for seat in self.peer.live
                        if seat not in acks or acks[seat].body != replica.open.ack)

    def _debts(self) -> set[tuple[int, Debt]]:
        """What others owe this peer. After the last decision nobody is dropped any more, so nothing is counted either."""
        peer = self.peer
        if not peer.takes_part or peer.asking or isinstance(peer.state.step, SignResult):
            return set()
        found = {(seat, self._excused(seat, debt)) for seat, debt in self._of_the_block()}
        found |= {(seat, Debt.STATE) for seat in peer.replica.disagreeing()}
        if peer.views.trying and peer.views.lost <= peer.replica.excused():
            found |= {(seat, Debt.ATTEMPT) for seat in peer.views.held_up_by()}
        return {(seat, debt) for seat, debt in found if seat != peer.seat}

    def _excused(self, seat: int, debt: Debt) -> Debt:
        if debt is Debt.DECISION:
            return debt
        if seat in self._restarted:
            return Debt.RESTARTED
        return Debt.PROMISED if self.peer.views.is_promised(seat) else debt

    def restarted(self, seat: int, asks: bool) -> None:
        """Whether a seat says that it asks after a restart."""
        if asks and seat not in self._restarted:
            self.peer.decision_clock.give_back(seat)
        (self._restarted.add if asks else self._restarted.discard)(seat)

    # --- time

    @property
    def _waited(self) -> Counter[tuple[int, Debt]]:
        """For how many milliseconds, as far as the open block goes."""
        if self._of_block != self.peer.state.block:
            self._of_block = self.peer.state.block
            self._counted.clear()
            self._heard.clear()
            self._out_of_time.clear()
        return self._counted

    def pass_time(self, elapsed_ms: int) -> None:
        feed_the_clock(self.peer, elapsed_ms)
        if self.peer.patience.paused:
            return
        patience, trying = self.peer.patience, self.peer.views.trying
        # During an attempt nobody signs anything about the block, so nobody owes it.
        debts = {(seat, debt) for seat, debt in self._debts() if not trying or debt in (Debt.ATTEMPT, Debt.STATE)}
        self._waited.update(dict.fromkeys(debts, elapsed_ms))
        late = {seat for seat, _ in debts if patience.silence_ms(seat) < self.peer.timing.silent_ms}
        self._heard.update(dict.fromkeys(late, elapsed_ms))

    def _allowed_ms(self, debt: Debt) -> int:
        """How long it may take before the grace begins."""
        if debt is Debt.RESTARTED:
            return self.peer.timing.grace_ms  # who asks the others may have to wait for them as long as they do for him
        return 0

    def _over_ms(self, seat: int, debt: Debt) -> int:
        """For how long a seat has owed this beyond what it may take."""
        if debt is Debt.DECISION:
            return self.peer.decision_clock.overdue_ms(seat)
        return self._waited[seat, debt] - self._allowed_ms(debt)

    def _is_longer(self, seat: int, part: int) -> bool:
        """Whether a seat that owes something has been waited for longer than this part of the grace, for whatever reason."""
        timing = self.peer.timing
        # That a seat is cut off is noticed so late, at first hand and then by hearsay.
        least_ms = (LEAST_ROUNDS * timing.status_ms + 2 * timing.silent_ms) // part
        grace_ms = max(timing.grace_ms // part, least_ms)
        owes = any(debtor == seat for debtor, _ in self._debts())
        in_attempt = self.peer.views.trying and (seat, Debt.ATTEMPT) in self._waited
        return ((owes or in_attempt) and self._heard[seat] > least_ms
                and any(self._over_ms(seat, debt) > grace_ms for debt in Debt))

    def is_over(self, seat: int) -> bool:
        """Whether this peer would go on without a seat that is there and does nothing."""
        return self.peer.timing.auto_drop and self._is_longer(seat, 1)

    def is_short(self, seat: int) -> bool:
        """Whether it would go along if another wants to: their clocks have not begun at one moment."""
        return self.peer.timing.auto_drop and self._is_longer(seat, 2)

    # --- telling people

    def tell(self) -> None:
        """What has changed about who is waited for."""
        peer = self.peer
        silent, paused = peer.patience.silent(self._missed() - {peer.seat})
        slow = {seat: self._over_ms(seat, debt) for seat, debt in self._debts()}
        stuck = {seat for seat, ms in slow.items() if ms > peer.timing.pause_ms}
        found = (tuple(sorted({*silent, *(seat for seat, ms in slow.items() if ms > peer.timing.silent_ms)})),
                 paused or bool(stuck))
        if found != self._not_answering:
            self._not_answering = found
            peer.tell(NotAnswering(*found))
        self._tell_who_is_out_of_time()
        away = tuple(sorted({*peer.patience.away({*peer.live} - {peer.seat}), *stuck})) if found[1] else ()
        lost = {*away, *peer.replica.excused(), *peer.views.bound, *peer.views.against}
        too_few = away if away and not peer.replica.may_go_on(lost) else ()
        if too_few != self._too_few:
            self._too_few = too_few
            if too_few:
                peer.tell(Adjourned(too_few))

    def _missed(self) -> frozenset[int]:
        """Whose silence holds the table up: to go on without somebody takes everybody else."""
        waited, peer = self.seats(), self.peer
        takes_all = waited and (peer.views.trying or waited & peer.replica.excused())
        return frozenset(peer.live) if takes_all else waited

    def _tell_who_is_out_of_time(self) -> None:
        reading = self.peer.decision_clock.reading
        if (reading is not None and reading.overdue_ms and reading.seat != self.peer.seat
                and reading.seat not in self._out_of_time):
            self._out_of_time.add(reading.seat)
            self.peer.tell(OutOfTime(reading.seat))


def feed_the_clock(peer: Session, elapsed_ms: int) -> None:
    """Report to the clock of the decisions who is asked, what stops it, whom this peer hears, and how much time has passed."""
    clock, step, state = peer.decision_clock, peer.state.step, peer.state
    clock.close_block(state.block - 1)
    if isinstance(step, DecideAction) and step.seat not in peer.replica.open.said and not (state.over or peer.replica.regroup):
        clock.start_decision(step.seat, state.block)
    else:
        clock.stop_decision()
    clock.set_paused(peer.patience.paused)
    clock.set_attempting(peer.views.trying or bool(peer.asking))
    silent_ms = peer.timing.silent_ms
    clock.set_silent([seat for seat in peer.live if seat != peer.seat and peer.patience.silence_ms(seat) > silent_ms])
    clock.pass_time(elapsed_ms)
