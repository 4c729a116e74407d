"""What players say of themselves while they play: who has handed a seat to a computer player, and who has left for now.

Each peer reads it from each player's own presence. It is what that program says, and changes nothing in the game: clocks run, and
the others may vote to go on without a player as after a broken link. A program may change what it says as often as it likes, so
each peer takes only a few changes: else one seat could fill the screens of all others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping

from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Wants

MAX_BEGINNINGS = 5
"""In BEGINNINGS_MS: a seat that begins to say one thing more often is not heard until the time is over."""
BEGINNINGS_MS = 60_000


class SeatsSaying:
    """Which seats say one thing, and whether that has changed."""

    def __init__(self, seats: Mapping[bytes, int], says: Callable[[Participant], bool]) -> None:
        """Begin with nobody. `seats` are those that count, by identity."""
        self._seats, self._says = seats, says
        self.now: frozenset[int] = frozenset()
        """The seats that say it, as they were taken last."""
        self._begun_ms = {seat: deque[int](maxlen=MAX_BEGINNINGS) for seat in seats.values()}
        """When each seat has begun to say it."""

    def take_change(self, people: Collection[Participant], now_ms: int) -> frozenset[int] | None:
        """Return the seats that say it now, or None if they are the same as before."""
        before = self.now
        saying = {self._seats[each.identity] for each in people if each.identity in self._seats and self._says(each)}
        self.now = frozenset(seat for seat in saying if seat in before or self._is_heard(seat, now_ms))
        return None if self.now == before else self.now

    def _is_heard(self, seat: int, now_ms: int) -> bool:
        """Return True if a seat may begin to say it once more, and count that."""
        begun_ms = self._begun_ms[seat]
        if len(begun_ms) == MAX_BEGINNINGS and now_ms - begun_ms[0] < BEGINNINGS_MS:
            return False
        begun_ms.append(now_ms)
        return True


def handed_seats(seats: Mapping[bytes, int], computers: Collection[int]) -> SeatsSaying:
    """Return for whom a computer player answers although a person has signed the table; `computers` were signed as such."""
    persons = {identity: seat for identity, seat in seats.items() if seat not in computers}
    return SeatsSaying(persons, lambda each: each.computer)


def seats_left_for_now(seats: Mapping[bytes, int], own: bytes) -> SeatsSaying:
    """Return who of the others has closed the program and means to come back to the game. A program to which there is a link is
    not closed, whatever it says."""
    others = {identity: seat for identity, seat in seats.items() if identity != own}
    return SeatsSaying(others, lambda each: each.wants == Wants.BACK_LATER and not each.is_linked)
