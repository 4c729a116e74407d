"""When a seat goes on to another attempt, and to which: each lasts longer than the one before (docs/spec/protocol.md, section 9).

Time is what the session says. A liar alone pulls nobody: it takes two seats that this one wants to keep, at a table of three one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from acquire_net.protocol.reports import ViewTerms

FIRST_MS = 2000
MAX_DOUBLINGS = 5
JUMP_MS = 2000
"""Between two attempts that this seat goes on to because others have, so that nobody is hurried through their numbers."""
MAX_CHOSEN_TRIES = 3
"""After so many attempts a seat that is unwanted may lead, if it is there."""
RENEW_MS = 60_000
"""The pace begins anew at most so often."""


class Pace:
    def __init__(self) -> None:
        self._tries = 0
        self._began_ms = 0
        self._renewed_ms = -RENEW_MS

    def begin_view(self) -> None:
        self._tries = 0

    def begin_attempt(self, now_ms: int) -> None:
        """Count an attempt that this seat takes part in."""
        self._tries += 1
        self._began_ms = now_ms

    def begin_anew(self, now_ms: int) -> None:
        """Return to short attempts, because a seat is heard again that was not."""
        if now_ms - self._renewed_ms >= RENEW_MS:
            self._renewed_ms, self._tries = now_ms, min(self._tries, 1)

    def restart_pace(self, now_ms: int) -> None:
        """Begin the time of the attempt again, after a restart."""
        self._began_ms = now_ms

    @property
    def is_patient(self) -> bool:
        """Return True if this seat has tried a few times, in attempts of all leaders that it wants to keep."""
        return self._tries > MAX_CHOSEN_TRIES

    @property
    def lasts_ms(self) -> int:
        """Return how long the attempt under way may take."""
        return FIRST_MS << min(max(self._tries - 1, 0), MAX_DOUBLINGS)

    def is_over(self, now_ms: int) -> bool:
        return now_ms - self._began_ms >= self.lasts_ms

    def may_jump(self, now_ms: int) -> bool:
        return now_ms - self._began_ms >= JUMP_MS


def max_attempt(mine: int, terms: ViewTerms) -> int:
    """Return the highest attempt that is looked at."""
    return mine + 2 * len(terms.live)


def next_attempt(above: int, terms: ViewTerms, avoided: Collection[int]) -> int:
    """Return the first attempt above this one whose leader this seat does not avoid, or the next where there is none."""
    for attempt in range(above + 1, above + 1 + len(terms.live)):
        if terms.leader_of(attempt) not in avoided:
            return attempt
    return above + 1


def jump_to(mine: int, others: Mapping[int, int], terms: ViewTerms, unwanted: Collection[int],
            avoided: Collection[int]) -> int | None:
    """Return the attempt to which enough of the others, by seat, have gone on, or None. Seats that are unwanted pull nobody, and
    those that are avoided do not lead.

    >>> from acquire_net.protocol.reports import Tip
    >>> terms = ViewTerms(0, (0, 1, 2, 3), Tip(0, b"", b""))
    >>> jump_to(1, {1: 3, 2: 5}, terms, {3}, {3}), jump_to(1, {1: 3}, terms, {3}, {3})
    (4, None)
    """
    higher = sorted(attempt for seat, attempt in others.items() if seat not in unwanted and attempt > mine)
    needed = 1 if len(terms.live) == 3 else 2
    if len(higher) < needed:
        return None
    return min(next_attempt(higher[0] - 1, terms, avoided), max_attempt(mine, terms))
