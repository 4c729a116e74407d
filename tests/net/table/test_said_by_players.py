"""For whom a computer player answers at the moment, by what the players' own programs say."""

from __future__ import annotations

from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Wants
from acquire_net.table.said_by_players import handed_seats

ANN, BEN, BOT, GUEST = (bytes([number]) * 32 for number in range(4))
SEATS = {ANN: 0, BEN: 1, BOT: 2}


def person(identity: bytes, computer: bool = False) -> Participant:
    return Participant(identity, "x", identity, Wants.PLAY, True, 0, computer)


def test_who_hands_a_seat_over_is_reported_when_it_changes() -> None:
    seats = handed_seats(SEATS, {2})
    assert seats.take_change([person(ANN), person(BEN), person(BOT, computer=True)]) is None, "it was signed as one"
    assert seats.take_change([person(ANN), person(BEN, computer=True), person(BOT, computer=True)]) == {1}
    assert seats.take_change([person(BEN, computer=True), person(GUEST, computer=True)]) is None, "a guest has no seat"
    assert seats.take_change([person(BEN)]) == frozenset()
