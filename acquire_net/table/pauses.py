"""Who has asked the table to wait: as long as a player does, no clock runs and nobody is left behind.

Each peer judges by itself, from each player's own presence. A seat's pauses are counted and end after a while, so that no player
can hold a table up for ever. A seat that asks again and again is not heard for a while (said_by_players.py): each pause, however
short, takes back the votes of the others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Wants
from acquire_net.table.said_by_players import SeatsSaying

MAX_PAUSE_MS = 15 * 60_000
"""Of one seat in one game."""


def who_may_pause(people: Collection[Participant], own: bytes, has_waited_all_days: bool) -> tuple[Participant, ...]:
    """Return whose pauses count at a table over days: those of the own player and of those to whom there is a link.

    What a player has asked for who went away is passed on among the others, so each program that comes for a few minutes would
    find the table paused, and none would ever go on without that player. Where the table has waited for a seat for all its days,
    only the own player counts: programs that meet for a few minutes begin to count the pauses anew, and one player who is there
    and pauses each time would keep a seat whose player never comes again."""
    return tuple(each for each in people if each.identity == own or each.is_linked and not has_waited_all_days)


class Pauses:
    def __init__(self, seats: Mapping[bytes, int], now_ms: int) -> None:
        """Begin without a pause. `seats` are the seats of the table, by identity."""
        self._asking = SeatsSaying(seats, lambda each: each.wants == Wants.PAUSE)
        self._used: dict[int, int] = dict.fromkeys(seats.values(), 0)
        self._seen_ms = now_ms
        self._paused: frozenset[int] = frozenset()

    def take_change(self, people: Collection[Participant], now_ms: int) -> frozenset[int] | None:
        """Return the seats for which the table waits now, or None if they are the same as before."""
        for seat in self._paused:
            self._used[seat] += max(0, now_ms - self._seen_ms)
        self._seen_ms = now_ms
        self._asking.take_change(people, now_ms)
        before, self._paused = self._paused, frozenset(seat for seat in self._asking.now if self._used[seat] < MAX_PAUSE_MS)
        return None if self._paused == before else self._paused
