"""Who has closed their program and means to come back to the game.

Each peer reads it from each player's own presence. It is what that program says, and changes nothing in the game: its clocks run,
and the others may vote to go on without the player as after a broken link.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Wants


class SeatsLeftForNow:
    def __init__(self, seats: Mapping[bytes, int]) -> None:
        """Begin with nobody. `seats` are the seats of the table by identity."""
        self._seats = seats
        self._away: frozenset[int] = frozenset()

    def take_change(self, people: Collection[Participant]) -> frozenset[int] | None:
        """Return the seats whose players have left for now, or None if they are the same as before."""
        before = self._away
        self._away = frozenset(self._seats[each.identity] for each in people
                               if each.wants == Wants.BACK_LATER and each.identity in self._seats)
        return None if self._away == before else self._away
