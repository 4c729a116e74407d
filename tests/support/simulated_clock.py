"""Virtual time: what happens next, and what each seat's own clock shows meanwhile."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


class Agenda:
    """Things to be done at a time, in that order; those of one time in the order in which they were put down."""

    def __init__(self) -> None:
        self.now = 0
        self._heap: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self._serial = 0

    def at(self, time_ms: int, do: Callable[..., None], *arguments: Any) -> None:
        self._serial += 1
        heapq.heappush(self._heap, (max(time_ms, self.now), self._serial, do, arguments))

    def after(self, delay_ms: int, do: Callable[..., None], *arguments: Any) -> None:
        self.at(self.now + delay_ms, do, *arguments)

    def step(self) -> bool:
        """Do the next thing. Return False when there is none."""
        if not self._heap:
            return False
        self.now, _, do, arguments = heapq.heappop(self._heap)
        do(*arguments)
        return True


@dataclass(frozen=True)
class ClockFaults:
    jumps: int = 0
    """How often a clock is set, forward or back."""
    jump_ms: int = 3_600_000
    drift: float = 0.0
    """Clocks run up to this much too fast or too slow; 0.05 is 5 %."""


@dataclass
class SeatClock:
    """What one machine shows: wrong by an offset that is set now and then, and by a drift."""
    agenda: Agenda
    rate: float = 1.0
    offset_ms: int = 0
    _since: int = field(default=0)
    _shown: float = field(default=0.0)

    @property
    def now(self) -> int:
        return max(0, int(self._shown + (self.agenda.now - self._since) * self.rate) + self.offset_ms)

    def set(self, by_ms: int) -> None:
        self.offset_ms += by_ms

    def heal(self) -> None:
        """Let the clock run as it should from now on; what it shows stays wrong."""
        self._shown += (self.agenda.now - self._since) * self.rate
        self._since, self.rate = self.agenda.now, 1.0
