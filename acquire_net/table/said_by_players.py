"""What players say of themselves while they play: who has handed a seat to a computer player, and who has left for now.

Each peer reads it from each player's own presence. It is what that program says, and changes nothing in the game: clocks run, and
the others may vote to go on without a player as after a broken link.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Wants


class SeatsSaying:
    """Which seats say one thing, and whether that has changed."""

    def __init__(self, seats: Mapping[bytes, int], says: Callable[[Participant], bool]) -> None:
        """Begin with nobody. `seats` are those that count, by identity."""
        self._seats, self._says = seats, says
        self._saying: frozenset[int] = frozenset()

    def take_change(self, people: Collection[Participant]) -> frozenset[int] | None:
        """Return the seats that say it now, or None if they are the same as before."""
        before = self._saying
        self._saying = frozenset(self._seats[each.identity] for each in people
                                 if each.identity in self._seats and self._says(each))
        return None if self._saying == before else self._saying


def handed_seats(seats: Mapping[bytes, int], computers: Collection[int]) -> SeatsSaying:
    """Return for whom a computer player answers although a person has signed the table; `computers` were signed as such."""
    persons = {identity: seat for identity, seat in seats.items() if seat not in computers}
    return SeatsSaying(persons, lambda each: each.computer)


def seats_left_for_now(seats: Mapping[bytes, int]) -> SeatsSaying:
    """Return who has closed the program and means to come back to the game."""
    return SeatsSaying(seats, lambda each: each.wants == Wants.BACK_LATER)
