"""The clock of the decisions on one screen: counts down what the table has reported last, and says what is worth a line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from acquire_client.terminal.presenters import Presenter
from acquire_client.terminal.presenters.events import EventPresenter
from acquire_client.view_model import clock as texts
from acquire_client.view_model.words import TableNames
from acquire_core.actions import Action
from acquire_net import events

WARNS_AT_MS = 10_000
LATE_S = 2.0
"""So long after zero a line is meant for the question before: nobody reads the next one and answers it sooner."""
WORTH_A_LINE_MS = 5000
"""How long another player thinks before a line shows the time that they have left."""


@dataclass(frozen=True, slots=True)
class ClockLine:
    text: str
    is_urgent: bool = False
    """True where a person has to act now: it is shown in another colour, and a bell rings."""


class OnlineClock:
    """The `OnlineGame` owns it and gives it each `Clock` by `show`. Between two of them it counts down by its own time:
    `current_clock` says what is left now, for prompts and for the word `clock`. Each line is written once for a decision, and a
    new block or seat is another decision."""

    def __init__(self, names: TableNames, seat: int | None, now_s: Callable[[], float] = time.monotonic) -> None:
        self.names = names
        self.seat = seat
        """The seat of the player at this screen; None for a spectator."""
        self._now_s = now_s
        self._clock: events.Clock | None = None
        self._heard_at_s = 0.0
        """When `_clock` was reported."""
        self._began_with_ms = 0
        """What was left when the decision was reported first."""
        self._answered_at_s = -LATE_S
        self._said: set[str] = set()
        """What was said of the decision that is counted."""

    def receive_clock(self, clock: events.Clock) -> Iterator[ClockLine]:
        """Take what the table reports. Yield the lines that a person wants to read of it, each once for a decision."""
        before = self._clock
        left_ms = clock.decision_ms + clock.bank_ms
        if before is None or (before.seat, before.block) != (clock.seat, clock.block):
            self._said.clear()
            self._began_with_ms = left_ms
        self._clock, self._heard_at_s = clock, self._now_s()
        if not clock.runs:
            return
        say = self._own_line if clock.seat == self.seat else self._other_line
        if line := say(clock, left_ms):
            yield line

    def show(self, clock: events.Clock, presenter: Presenter, *, is_person: bool, rings: bool) -> None:
        """Take what the table reports and say what is worth a line. Scripts count down by themselves."""
        lines = list(self.receive_clock(clock))
        if isinstance(presenter, EventPresenter):
            presenter.show_clock(clock)
            return
        for line in lines:
            if clock.seat != self.seat:
                presenter.show_note(line.text)
            elif is_person:
                presenter.show_warning(line.text, bell=rings and line.is_urgent)

    def show_answer(self, action: Action, presenter: Presenter, *, rings: bool) -> None:
        """Say what the program has answered for the person."""
        self._answered_at_s = self._now_s()
        if isinstance(presenter, EventPresenter):
            presenter.show_forced_answer(action)
        else:
            presenter.show_warning(texts.answered_at_zero(action, self.names.words), bell=rings)

    @property
    def has_just_answered(self) -> bool:
        """Return True if a line that comes now is meant for the question that the program has answered."""
        return self._now_s() - self._answered_at_s < LATE_S

    def _own_line(self, clock: events.Clock, left_ms: int) -> ClockLine | None:
        words = self.names.words
        if 0 < left_ms <= WARNS_AT_MS:
            return self._line_once("warning", texts.own_warning(left_ms, words), is_urgent=True)
        if not clock.decision_ms and clock.bank_ms:
            return self._line_once("bank", texts.bank_begins(clock.bank_ms, words), is_urgent=True)
        return None

    def _other_line(self, clock: events.Clock, left_ms: int) -> ClockLine | None:
        words, name = self.names.words, self.names.seat(clock.seat)
        if 0 < left_ms <= WARNS_AT_MS:
            return self._line_once("warning", texts.other_warning(name, left_ms, words))
        if left_ms and self._began_with_ms - left_ms >= WORTH_A_LINE_MS:
            part = "clock" if clock.decision_ms else "bank"
            return self._line_once(part, texts.other_clock(name, clock.decision_ms, clock.bank_ms, words=words))
        return None

    def _line_once(self, what: str, text: str, is_urgent: bool = False) -> ClockLine | None:
        if what in self._said:
            return None
        self._said.add(what)
        return ClockLine(text, is_urgent)

    def current_clock(self) -> events.Clock | None:
        """Return the clock as it stands at this moment; None where the table has reported none."""
        return None if self._clock is None else self._clock.after(int(1000 * (self._now_s() - self._heard_at_s)))

    def describe_clock(self, deciding: int | None) -> str:
        """Return how the clock of the seat that decides stands; empty where none is known."""
        clock = self.current_clock()
        if clock is None or clock.seat != deciding:
            return ""
        if clock.seat == self.seat:
            return texts.own_clock(clock.decision_ms, clock.bank_ms, clock.runs, self.names.words)
        return texts.other_clock(self.names.seat(clock.seat), clock.decision_ms, clock.bank_ms, clock.runs, self.names.words)

    @property
    def is_running(self) -> bool:
        """Return True while there is something to count down."""
        clock = self.current_clock()
        return clock is not None and clock.runs and bool(clock.decision_ms + clock.bank_ms)

    def time_left(self, deciding: int | None) -> str:
        """Return what a prompt shows, such as '0:40', of the bank where that is what runs; empty without a clock."""
        clock = self.current_clock()
        return texts.minutes_text(clock.decision_ms or clock.bank_ms) if clock is not None and clock.seat == deciding else ""

    def overview_lines(self, deciding: int | None) -> Iterator[str]:
        """Yield how the clock stands and what is in the banks: the answer to the word 'clock'."""
        yield self.describe_clock(deciding) or texts.no_clock(self.names.words)
        clock = self.current_clock()
        if clock is not None and any(clock.banks_ms):
            names = [self.names.seat(seat) for seat in range(len(clock.banks_ms))]
            yield texts.bank_lines(names, list(clock.banks_ms), self.names.words)


def duration_text(seconds: float) -> str:
    """Return for how long, where it is long enough to be worth a word.

    >>> duration_text(2.0), duration_text(42.4), duration_text(150.0)
    ('', ', for 42 s', ', for 2 min')
    """
    return "" if seconds < 5 else f", for {int(seconds)} s" if seconds < 120 else f", for {int(seconds // 60)} min"
