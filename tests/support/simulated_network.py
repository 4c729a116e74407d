"""A network between the seats of one table that loses, repeats, delays, reorders and cuts, all from one seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tests.support.simulated_clock import Agenda


@dataclass(frozen=True)
class NetworkFaults:
    loss: float = 0.0
    """The part of frames that never arrive: 0 to 0.3."""
    in_bursts: bool = False
    """Whether all that is sent at one moment over one link is lost together, as when a connection breaks."""
    duplication: float = 0.0
    """The part that arrive twice: 0 to 0.1."""
    reordering: bool = False
    """Whether a frame may overtake another of the same link."""
    delay_ms: int = 10
    """What most frames take."""
    tail_ms: int = 0
    """What the slowest ones take, up to 2000; there are few of them."""
    one_way_cuts: int = 0
    """How often one direction of one link is cut for a while."""
    partitions: tuple[int, ...] = ()
    """For each split of the table, how many seats are on the smaller side."""
    split_ms: int = 5000
    """How long a cut or a split lasts, at most."""
    flapping_ms: int = 0
    """Cut links come back and go again after so many milliseconds: 200."""
    slow_seats: int = 0
    """How many seats need ten times as long for everything."""


@dataclass(frozen=True)
class Cut:
    """Links that carry nothing between two moments."""
    start: int
    end: int
    links: frozenset[tuple[int, int]]
    flapping_ms: int = 0

    def holds(self, now: int, link: tuple[int, int]) -> bool:
        if not self.start <= now < self.end or link not in self.links:
            return False
        return not self.flapping_ms or (now - self.start) // self.flapping_ms % 2 == 0


class SimulatedNetwork:
    def __init__(self, agenda: Agenda, faults: NetworkFaults, seats: int, rng: random.Random,
                 deliver: Callable[[int, int, bytes], None]) -> None:
        self.agenda = agenda
        self.faults = faults
        self.seats = seats
        self.rng = rng
        self.deliver = deliver
        self.cuts: list[Cut] = []
        self.slow = frozenset(rng.sample(range(seats), min(faults.slow_seats, seats)))
        self.sent = 0
        self.sees: Callable[[bytes], None] = lambda frame: None
        """Is shown every frame that is sent."""
        self._burst: dict[tuple[int, int], tuple[int, bool]] = {}
        """When something was sent over a link before, and whether it was lost."""
        self._last: dict[tuple[int, int], int] = {}
        """When the last frame of a link arrives, where nothing is reordered."""
        self._busy: dict[int, int] = {}
        """Until when a slow seat is busy."""

    def plan(self, until_ms: int) -> None:
        """Choose when which links are cut."""
        rng, faults = self.rng, self.faults
        for _ in range(faults.one_way_cuts):
            sender, receiver = rng.sample(range(self.seats), 2)
            self._cut(rng, until_ms, [(sender, receiver)])
        for size in faults.partitions:
            inside = set(rng.sample(range(self.seats), min(size, self.seats - 1)))
            outside = set(range(self.seats)) - inside
            self._cut(rng, until_ms, [link for a in inside for b in outside for link in ((a, b), (b, a))])

    def _cut(self, rng: random.Random, until_ms: int, links: Iterable[tuple[int, int]]) -> None:
        start = rng.randrange(until_ms)
        end = start + rng.randint(200, self.faults.split_ms)
        self.cuts.append(Cut(start, end, frozenset(links), self.faults.flapping_ms))

    def heal(self) -> None:
        self.faults = NetworkFaults()
        self.cuts = []
        self.slow = frozenset()

    def send(self, sender: int, receiver: int, frame: bytes) -> None:
        faults, rng = self.faults, self.rng
        self.sent += 1
        self.sees(frame)
        if faults.loss and self._is_lost((sender, receiver)):
            return
        if any(cut.holds(self.agenda.now, (sender, receiver)) for cut in self.cuts):
            return
        for _ in range(2 if faults.duplication and rng.random() < faults.duplication else 1):
            self.agenda.at(self._arrival(sender, receiver), self._arrive, sender, receiver, frame)

    def _is_lost(self, link: tuple[int, int]) -> bool:
        before, was_lost = self._burst.get(link, (-1, False))
        if self.faults.in_bursts and before == self.agenda.now:
            return was_lost
        lost = self.rng.random() < self.faults.loss
        self._burst[link] = self.agenda.now, lost
        return lost

    def _arrival(self, sender: int, receiver: int) -> int:
        faults, rng, link = self.faults, self.rng, (sender, receiver)
        delay = rng.randint(faults.delay_ms // 2, faults.delay_ms)
        if faults.tail_ms and rng.random() < 0.2:
            delay += int(min(faults.tail_ms, faults.tail_ms / 20 * rng.paretovariate(1.0)))
        time = self.agenda.now + delay
        if not faults.reordering:
            time = self._last[link] = max(time, self._last.get(link, 0))
        if receiver in self.slow:
            time = self._busy[receiver] = max(time, self._busy.get(receiver, 0)) + 10
        return time

    def _arrive(self, sender: int, receiver: int, frame: bytes) -> None:
        if not any(cut.holds(self.agenda.now, (sender, receiver)) for cut in self.cuts):
            self.deliver(sender, receiver, frame)
