"""Who is there, who owes something, and for how long: what each peer knows by its own clock (docs/spec/protocol.md, section 9).

A seat counts as present by its own frames over its own link, or by a newer signed STATUS of it that another seat passes on. What
others merely say about it does not count. A person may think as long as the table allows; a program may not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from msgspec import Struct

from acquire_net.protocol.log_types import mask_of


@dataclass(frozen=True, slots=True)
class Timing:
    """How patient a peer is. Every peer has its own; no message depends on them."""
    status_ms: int = 1000
    """How often it sends its STATUS."""
    silent_ms: int = 5000
    """After that a seat is shown as not answering."""
    pause_ms: int = 30_000
    """After that the table is shown as paused."""
    absent_ms: int = 30_000
    """After that a seat that is silent, or owes something, counts as absent where others want to go on without it."""
    grace_ms: int = 300_000
    """After that programs agree to go on without an absent seat."""
    auto_drop: bool = True
    """True if programs do that by themselves, without asking a person."""
    decision_ms: int | None = None
    """How long a person may take for a decision, where the table has agreed on that; then comes the bank of the seat."""
    bank_ms: int = 0
    """What each seat has for all its decisions of a game that take longer."""
    patience_days: int | None = None
    """At a table over days: after a seat has owed one message for so many days, programs agree to go on without it."""


class Debt(Struct, frozen=True, order=True):
    """What a seat owes the open block of a view: its content, or its ACK once all contents are there."""
    seat: int
    block: int
    view: int
    is_ack: bool


class Liveness:
    """The session owns it, and only `pass_time` moves its time on: `now` counts milliseconds, and a machine that slept adds at
    most two times of a STATUS. `on_frame` and `on_status` note who is there; `count_debts` and `count_missed` add up who owes
    something, and the owner says who that is. The answer is `why_overdue`; in a pause nobody is overdue. It does not know the
    log, so all that it says is this peer's own view."""

    def __init__(self, timing: Timing, seats: int, now_ms: int) -> None:
        self.timing = timing
        self.now = now_ms
        """Time that has passed for this peer. A clock that shows something else only adds to it."""
        self._shown = now_ms
        """What the clock of the machine showed last."""
        self.paused = False
        """True if a player has asked the table to wait."""
        self._paused_at = now_ms
        self.waiting_since = now_ms
        """Since when the table has waited for what comes next; a pause does not count."""
        self._present: dict[int, int] = dict.fromkeys(range(seats), now_ms)
        """When each seat was last there, over its own link or by a STATUS that was passed on."""
        self._heard: dict[int, int] = dict(self._present)
        """When a frame last came from each seat over its own link."""
        self._beats: dict[int, int] = {}
        """The number of the newest STATUS of each seat."""
        self._days_owed: dict[Debt, float] = {}
        """For how many days of the calendar each debt has stood. The owner counts them."""
        self._block = -1
        """The block for which `_owed` counts."""
        self._owed: Counter[int] = Counter()
        """For how long each seat has owed something for the open block, in whatever view, while it could have answered."""
        self._debtors: frozenset[int] = frozenset()
        """Which of them owe it still."""
        self._missed: Counter[int] = Counter()
        """For how long each seat has not joined the attempt under way."""
        self._overdue_total: Counter[int] = Counter()
        """For how long each seat has owed something beyond `absent_ms`, in the whole game."""

    def pass_time(self, shown_ms: int) -> int:
        """Return how much time has passed. A clock that is set, or a machine that slept, makes nobody absent."""
        elapsed = min(max(0, shown_ms - self._shown), 2 * self.timing.status_ms)
        self.now += elapsed
        self._shown = shown_ms
        return elapsed

    def set_paused(self, paused: bool) -> None:
        """Note a pause: nobody is absent in it, and its time is not counted. What was owed before it is owed after it."""
        if self.paused and not paused:
            self.waiting_since = min(self.now, self.waiting_since + self.now - self._paused_at)
            self._present = {seat: min(self.now, at + self.now - self._paused_at) for seat, at in self._present.items()}
        if paused and not self.paused:
            self._paused_at = self.now
        self.paused = paused

    def shown_at(self, time_ms: int) -> int:
        """Return what the clock will show then, if nobody sets it."""
        return time_ms - self.now + self._shown

    def restart_clock(self, now_ms: int) -> None:
        """Begin after a restart: nobody has been heard, and nobody has been silent."""
        self.now = self.waiting_since = self._shown = now_ms
        self._present = dict.fromkeys(self._present, now_ms)
        self._heard = dict.fromkeys(self._heard, now_ms - self.timing.silent_ms)

    # --- who is heard

    def on_frame(self, seat: int) -> bool:
        """Note a frame over a seat's own link; return True if it was not heard before."""
        is_back = not self.is_heard(seat)
        self._present[seat] = self._heard[seat] = self.now
        return is_back

    def on_status(self, seat: int, beat: int, is_live: bool = True) -> bool:
        """Note a signed STATUS of a seat, from any link; return True if it is newer than what is known.

        One that was passed on keeps nobody present for longer than the grace: a liar could dole out old ones. One that has waited
        elsewhere says nothing about now.
        """
        if beat <= self._beats.get(seat, -1):
            return False
        self._beats[seat] = beat
        if is_live and self.now - self._heard[seat] < self.timing.grace_ms:
            self._present[seat] = self.now
        return True

    def is_heard(self, seat: int) -> bool:
        """Return True if this peer hears the seat over its own link."""
        return self.now - self._heard[seat] < self.timing.silent_ms

    def heard_seats(self, own_seat: int) -> frozenset[int]:
        return frozenset(seat for seat in self._heard if seat == own_seat or self.is_heard(seat))

    def heard_mask(self, own_seat: int) -> int:
        """Return the mask of the seats that this peer hears itself."""
        return mask_of(self.heard_seats(own_seat))

    def silence_ms(self, seat: int) -> int:
        return self.now - self._present[seat]

    # --- who owes something

    def begin_block(self, block: int) -> None:
        """Settle what was owed for the block before."""
        if self._block != block:
            self._block = block
            self._owed.clear()
            self.waiting_since = self.now

    def count_debts(self, elapsed_ms: int, debtors: frozenset[int], counts: bool) -> None:
        """Note who owes something to the open block. The time `counts` unless an attempt is under way: then nobody may answer.

        A block has one time, however often it becomes void: a seat that begins it anew gains nothing by it.
        """
        self._debtors = debtors
        if self.paused or not counts:
            return
        for seat in debtors:
            if self._owed[seat] >= self.timing.absent_ms:
                self._overdue_total[seat] += elapsed_ms
            self._owed[seat] += elapsed_ms

    def count_missed(self, elapsed_ms: int, seats: frozenset[int]) -> None:
        """Add this time for seats that have not joined the attempt under way; a pause adds nothing and takes nothing back."""
        if not self.paused:
            self._missed = Counter({seat: self._missed[seat] + elapsed_ms for seat in seats})

    def owed_ms(self, seat: int) -> int:
        return max(self._owed[seat] if seat in self._debtors else 0, self._missed[seat])

    def why_overdue(self, seat: int, clock_overdue_ms: int = 0) -> int:
        """Return the reason for which a seat is overdue here, as in a CLAIM: silence, clock, debt; or 0."""
        if self.paused:
            return 0
        if self.silence_ms(seat) >= self.timing.absent_ms:
            return 1
        if clock_overdue_ms >= self.timing.absent_ms:
            return 2
        return 3 if self.owed_ms(seat) >= self.timing.absent_ms else 0

    def is_beyond_grace(self, seat: int, clock_overdue_ms: int = 0) -> bool:
        """Return True if a seat has been overdue for the grace, at once or, with interruptions of its own, over the game."""
        if not self.why_overdue(seat, clock_overdue_ms):
            return False
        longest = max(self.silence_ms(seat), clock_overdue_ms, self.owed_ms(seat))
        return longest >= max(self.timing.grace_ms, self.timing.absent_ms) or self._overdue_total[seat] >= self.timing.grace_ms

    def set_days_owed(self, days: Mapping[Debt, float]) -> None:
        """Take over for how many days of the calendar each debt has stood. The owner counts them: a program that looks in for a
        minute a day has no other time that would pass."""
        self._days_owed = dict(days)

    def has_waited_for(self, debt: Debt) -> bool:
        """Return True if a seat has owed this for the days that the table has agreed on. Each debt has days of its own: where one
        seat was waited for, the next has only now something to answer."""
        agreed = self.timing.patience_days
        return agreed is not None and self._days_owed.get(debt, 0.0) >= agreed

    def is_out_of_patience(self, debt: Debt) -> bool:
        """Return True if a seat has owed this for all the days, and is not there either."""
        return self.has_waited_for(debt) and self.why_overdue(debt.seat) > 0

    # --- what people are shown

    def silent_seats(self, waited_for: Collection[int]) -> tuple[tuple[int, ...], bool]:
        """Return which of these are not answering, and whether that is long enough to call it a pause."""
        silence = {seat: min(self.silence_ms(seat), self.now - self.waiting_since) for seat in sorted(waited_for)}
        return (tuple(seat for seat, ms in silence.items() if ms > self.timing.silent_ms),
                any(ms > self.timing.pause_ms for ms in silence.values()))

    def away_seats(self, seats: Collection[int]) -> tuple[int, ...]:
        """Return which of these have been silent for longer than a pause needs, whether or not they are waited for."""
        return tuple(seat for seat in sorted(seats) if self.silence_ms(seat) > self.timing.pause_ms)
