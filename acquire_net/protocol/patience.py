"""Who has been heard when, and for how long a seat that is waited for may be silent (section 2.9).

A seat counts as alive while this peer hears it, or while another that this peer hears says that it does. So a link that is cut
in one direction, or between two of many, is no reason to go on without anybody.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from acquire_net.protocol.pages import mask_of


@dataclass(frozen=True, slots=True)
class Timing:
    """How patient a peer is; every peer has its own, no message depends on them."""
    status_ms: int = 1000
    """How often it says what it has and whom it hears."""
    silent_ms: int = 5000
    """After that a seat is shown as not answering."""
    pause_ms: int = 30_000
    """After that the table is shown as paused."""
    grace_ms: int = 300_000
    """After that a seat that is waited for may be voted out, if it is silent or owes what is no decision of a person."""
    auto_drop: bool = True
    """Whether it is, without asking the person."""
    decision_ms: int | None = None
    """How long a person may take for a decision, where the table has agreed on that; then comes the bank of the seat."""
    bank_ms: int = 0
    """What each seat has for all its decisions of a game that take longer."""
    retry_ms: int = 4000
    """How long an attempt at a new view may take before the next one."""


class Patience:
    def __init__(self, timing: Timing, seats: int, now_ms: int) -> None:
        self.timing = timing
        self.now = now_ms
        """Time that has passed for this peer; what a clock shows says only how much is added."""
        self._shown = now_ms
        self.paused = False
        """Whether somebody has asked the table to wait."""
        self.waiting_since = now_ms
        self._alive: dict[int, int] = dict.fromkeys(range(seats), now_ms)
        self._heard: dict[int, int] = dict(self._alive)

    def pass_time(self, shown_ms: int) -> int:
        """How much of it has passed: a clock that is set, or a machine that slept, is no reason to lose patience with anybody."""
        elapsed = min(max(0, shown_ms - self._shown), 2 * self.timing.status_ms)
        self.now += elapsed
        self._shown = shown_ms
        return elapsed

    def set_paused(self, paused: bool) -> None:
        """While people pause, nobody is lost; and when they go on, nobody has been silent."""
        if self.paused and not paused:
            self.waiting_since = self.now
            self._alive = dict.fromkeys(self._alive, self.now)
        self.paused = paused

    def shown_at(self, time_ms: int) -> int:
        """What the clock will show then, if nobody sets it."""
        return time_ms - self.now + self._shown

    def restart(self, now_ms: int) -> None:
        """After a restart nobody has been heard, and nobody has been silent."""
        self.now = self.waiting_since = self._shown = now_ms
        self._alive = dict.fromkeys(self._alive, now_ms)
        self._heard = dict.fromkeys(self._heard, now_ms - self.timing.silent_ms)

    def heard(self, seat: int) -> None:
        """Over its own link."""
        self._alive[seat] = self._heard[seat] = self.now

    def alive(self, seat: int) -> None:
        """By something new that it signed, or by somebody who hears it."""
        self._alive[seat] = self.now

    def is_heard(self, seat: int) -> bool:
        """Whether this peer hears the seat over its own link."""
        return self.now - self._heard[seat] < self.timing.silent_ms

    def hears(self, own_seat: int) -> int:
        """The mask of the seats that this peer hears itself."""
        return mask_of(seat for seat in self._heard if seat == own_seat or self.is_heard(seat))

    def silence_ms(self, seat: int) -> int:
        return self.now - self._alive[seat]

    def silent(self, waited_for: Collection[int]) -> tuple[tuple[int, ...], bool]:
        """Which of these are not answering, and whether that is long enough to call it a pause."""
        silence = {seat: min(self.silence_ms(seat), self.now - self.waiting_since) for seat in sorted(waited_for)}
        return (tuple(seat for seat, ms in silence.items() if ms > self.timing.silent_ms),
                any(ms > self.timing.pause_ms for ms in silence.values()))

    def away(self, seats: Collection[int]) -> tuple[int, ...]:
        """Which of these have been silent for longer than a pause needs, whether or not they are waited for."""
        return tuple(seat for seat in sorted(seats) if self.silence_ms(seat) > self.timing.pause_ms)

    def is_over(self, seat: int) -> bool:
        """Whether this peer would go on without a seat that is waited for."""
        return self._drops and self.silence_ms(seat) > self.timing.grace_ms

    def is_short(self, seat: int) -> bool:
        """Whether it would go along if another wants to."""
        return self._drops and self.silence_ms(seat) > min(self.timing.silent_ms, self.timing.grace_ms)

    @property
    def _drops(self) -> bool:
        return self.timing.auto_drop and not self.paused
