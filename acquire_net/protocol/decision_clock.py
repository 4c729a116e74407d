"""Account for the time that each seat takes for its decisions: so much for each one, then a bank for the whole game.

The clock has no time of its own: it counts the milliseconds that it is given. Every peer keeps its own account and no message
depends on it, so two accounts may differ by as much as the links are slow. Where a peer cannot know, the account is generous.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import attrgetter

from msgspec import Struct


class ClockReading(Struct, frozen=True):
    """Show the clock of the seat that decides, in milliseconds."""
    seat: int
    block: int
    decision_ms: int
    """What is left of the time for this decision."""
    bank_ms: int
    """What is left of the seat's bank for the rest of the game."""
    overdue_ms: int
    """For how long both have been used up."""
    runs: bool
    """False while a pause or an attempt at a view change stops all clocks."""

    @property
    def left_ms(self) -> int:
        return self.decision_ms + self.bank_ms


class _CountedDecision(Struct):
    """What is counted of one decision of a seat."""
    block: int
    used_ms: int = 0
    was_given_back: bool = False
    """True if the seat got the time for this decision back once."""


class DecisionClock:
    """Count the time of all seats of one table, as one peer sees it.

    >>> clock = DecisionClock(seats=2, decision_ms=40_000, bank_ms=60_000)
    >>> clock.start_decisions({1}, block=7)
    >>> clock.pass_time(50_000)
    >>> clock.decision_left_ms(1), clock.bank_left_ms(1), clock.overdue_ms(1)
    (0, 50000, 0)
    """

    def __init__(self, seats: int, decision_ms: int | None, bank_ms: int = 0) -> None:
        """Begin with full banks. Without a time for a decision nothing is counted and no seat is ever overdue."""
        self._decision_ms = decision_ms
        self._bank_ms = 0 if decision_ms is None else bank_ms
        self._bank_used = [0] * seats
        """In decisions that are over."""
        self._given_back = [0] * seats
        """How much of the bank a seat got back because it had been cut off."""
        self._decisions: dict[int, _CountedDecision] = {}
        """By seat, what is not gone from its bank yet. Several seats may be asked at once."""
        self._asked: frozenset[int] = frozenset()
        self._is_paused = self._is_attempting = False
        self._silent: frozenset[int] = frozenset()

    # --- what happens at the table

    def start_decisions(self, seats: Collection[int], block: int) -> None:
        """Ask these seats for their decisions in a block, each with a clock of its own; the clocks of others stand still.

        A seat that is asked again in the same block goes on where it was.
        """
        for seat in [seat for seat, decision in self._decisions.items() if decision.block != block]:
            self._settle(seat)
        for seat in seats:
            self._decisions.setdefault(seat, _CountedDecision(block))
        self._asked = frozenset(seats)

    def stop_decision(self) -> None:
        """Note that no seat is asked for a decision: the answers are here, or something else is due."""
        self._asked = frozenset()

    def close_block(self, block: int) -> None:
        """Note that all blocks up to this one are final: what the decisions used of the banks is gone."""
        for seat in [seat for seat, decision in self._decisions.items() if decision.block <= block]:
            self._settle(seat)

    def set_paused(self, paused: bool) -> None:
        """Stop all clocks while the table is paused."""
        self._is_paused = paused

    def set_attempting(self, attempting: bool) -> None:
        """Stop all clocks while nobody may sign an answer, as during an attempt at a view change."""
        self._is_attempting = attempting

    def set_silent(self, seats: Collection[int]) -> None:
        """Name the seats that are not heard. One that is heard again gets the time back for which it may have been cut off."""
        for seat in self._silent.difference(seats):
            self.give_back(seat)
        self._silent = frozenset(seats)

    def give_back(self, seat: int) -> None:
        """Begin the decision of a seat anew: it was cut off or restarted, and did not know how its time went by.

        Once for a decision, and of the bank no more in a game than the whole bank, so that nobody gains much by it.
        """
        decision = self._decisions.get(seat)
        if decision is None or decision.was_given_back:
            return
        decision.was_given_back = True
        used = self._used_of_bank(seat)
        kept = max(0, used - (self._bank_ms - self._given_back[seat]))
        self._given_back[seat] += used - kept
        self._bank_used[seat] += kept
        decision.used_ms = 0

    def pass_time(self, elapsed_ms: int) -> None:
        if self.is_running:
            for seat in self._asked:
                self._decisions[seat].used_ms += elapsed_ms

    # --- what an account knows after a restart

    @property
    def bank_used_ms(self) -> tuple[int, ...]:
        """Return how much of its bank each seat has used, with the decision that is counted now."""
        return tuple(used + self._used_of_bank(seat) for seat, used in enumerate(self._bank_used))

    def restore_bank(self, bank_used_ms: Sequence[int]) -> None:
        """Go on with an account that was kept. Every seat has the full time for its decision again."""
        self._decisions, self._asked = {}, frozenset()
        self._bank_used = [min(max(0, used), self._bank_ms) for used in bank_used_ms][:len(self._bank_used)]
        self._bank_used += [0] * (len(self._given_back) - len(self._bank_used))

    # --- what is left

    @property
    def is_running(self) -> bool:
        return self._decision_ms is not None and bool(self._asked) and not self._is_paused and not self._is_attempting

    @property
    def clock_readings(self) -> tuple[ClockReading, ...]:
        """Return the clocks of all seats that are asked, in the order of seats; none where the table has no clock."""
        if self._decision_ms is None:
            return ()
        return tuple(ClockReading(seat, self._decisions[seat].block,
                                  self._decision_ms - min(self._used_by(seat), self._decision_ms), self.bank_left_ms(seat),
                                  self.overdue_ms(seat), self.is_running)
                     for seat in sorted(self._asked))

    @property
    def clock_reading(self) -> ClockReading | None:
        """Return the clock of the seat that is asked, or of several the one with the least time left; None where nobody is."""
        return min(self.clock_readings, key=attrgetter("left_ms"), default=None)

    def decision_left_ms(self, seat: int) -> int | None:
        """Return what a seat has for the decision that it is asked for, or for its next one; None without a clock."""
        if self._decision_ms is None:
            return None
        return self._decision_ms - min(self._used_by(seat), self._decision_ms)

    def bank_left_ms(self, seat: int) -> int:
        return self._bank_ms - self.bank_used_ms[seat]

    def overdue_ms(self, seat: int) -> int:
        """Return for how long a seat that is asked has had neither time for its decision nor a bank."""
        if self._decision_ms is None or seat not in self._asked:
            return 0
        return max(0, self._used_by(seat) - self._decision_ms - self._bank_at_first(seat))

    # --- inside

    def _used_by(self, seat: int) -> int:
        return self._decisions[seat].used_ms if seat in self._decisions else 0

    def _bank_at_first(self, seat: int) -> int:
        """Return what was in the bank when the decision began."""
        return self._bank_ms - self._bank_used[seat]

    def _used_of_bank(self, seat: int) -> int:
        """Return what the decision that is counted has taken out of the bank of its seat."""
        if self._decision_ms is None:
            return 0
        return min(max(0, self._used_by(seat) - self._decision_ms), self._bank_at_first(seat))

    def _settle(self, seat: int) -> None:
        self._bank_used[seat] += self._used_of_bank(seat)
        del self._decisions[seat]
        self._asked -= {seat}
