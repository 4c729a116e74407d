"""Who has asked the table to wait: as long as a player does, no clock runs and nobody is left behind.

Each peer judges by itself, from each player's own presence. A seat's pauses are counted and end after a while, so that no player
can hold a table up for ever.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Wants

MAX_PAUSE_MS = 15 * 60_000
"""Of one seat in one game."""


def who_is_there(people: Collection[Participant], own: bytes) -> list[Participant]:
    """Return the own player and those to whom there is a link: at a table over days no pause of others counts. What a player has
    asked for who went away is passed on among the others, so each program that comes for a few minutes would find the table
    paused, and none would ever go on without that player."""
    return [each for each in people if each.is_linked or each.identity == own]


class Pauses:
    def __init__(self, seats: Mapping[bytes, int], now_ms: int) -> None:
        """Begin without a pause. `seats` are the seats of the table, by identity."""
        self._seats = seats
        self._used: dict[int, int] = dict.fromkeys(seats.values(), 0)
        self._seen_ms = now_ms
        self._asking: frozenset[int] = frozenset()

    def take_change(self, people: Collection[Participant], now_ms: int) -> frozenset[int] | None:
        """Return the seats for which the table waits now, or None if they are the same as before."""
        for seat in self._asking:
            self._used[seat] += max(0, now_ms - self._seen_ms)
        self._seen_ms = now_ms
        asking = {self._seats[each.identity] for each in people if each.wants == Wants.PAUSE and each.identity in self._seats}
        before, self._asking = self._asking, frozenset(seat for seat in asking if self._used[seat] < MAX_PAUSE_MS)
        return None if self._asking == before else self._asking
