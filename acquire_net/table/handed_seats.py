"""For whom a computer player answers at the moment, although a person has signed the table.

Each peer reads it from each player's own presence. It is what the other program says, and changes nothing in the game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from acquire_net.lobby.membership import Participant


class HandedSeats:
    def __init__(self, seats: Mapping[bytes, int], computers: Collection[int]) -> None:
        """Begin with nobody. `seats` are the seats of the table by identity; `computers` those that were signed as such."""
        self._persons = {identity: seat for identity, seat in seats.items() if seat not in computers}
        self._handed: frozenset[int] = frozenset()

    def take_change(self, people: Collection[Participant]) -> frozenset[int] | None:
        """Return the seats that have been handed to a computer player, or None if they are the same as before."""
        before = self._handed
        self._handed = frozenset(self._persons[each.identity] for each in people
                                 if each.computer and each.identity in self._persons)
        return None if self._handed == before else self._handed
