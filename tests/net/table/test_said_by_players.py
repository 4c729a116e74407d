"""What the players' own programs say of them: for whom a computer player answers, and who has left for now."""

from __future__ import annotations

from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Wants
from acquire_net.table.pauses import Pauses
from acquire_net.table.said_by_players import BEGINNINGS_MS, MAX_BEGINNINGS, handed_seats, seats_left_for_now
from tests.support.lobby_network import started_table

ANN, BEN, BOT, GUEST = (bytes([number]) * 32 for number in range(4))
SEATS = {ANN: 0, BEN: 1, BOT: 2}


def person(identity: bytes, computer: bool = False, wants: Wants = Wants.PLAY, is_linked: bool = True) -> Participant:
    return Participant(identity, "x", identity, wants, is_linked, 0, computer)


def test_who_hands_a_seat_over_is_reported_when_it_changes() -> None:
    seats = handed_seats(SEATS, {2})
    assert seats.take_change([person(ANN), person(BEN), person(BOT, computer=True)], 0) is None, "it was signed as one"
    assert seats.take_change([person(ANN), person(BEN, computer=True), person(BOT, computer=True)], 0) == {1}
    assert seats.take_change([person(BEN, computer=True), person(GUEST, computer=True)], 0) is None, "a guest has no seat"
    assert seats.take_change([person(BEN)], 0) == frozenset()


def test_only_who_has_no_link_has_left_for_now_and_never_the_own_seat() -> None:
    seats = seats_left_for_now(SEATS, ANN)
    closing = person(ANN, wants=Wants.BACK_LATER, is_linked=False)
    assert seats.take_change([closing, person(BEN, wants=Wants.BACK_LATER)], 0) is None, "a program that answers is not closed"
    assert seats.take_change([closing, person(BEN, wants=Wants.BACK_LATER, is_linked=False)], 0) == {1}
    assert seats.take_change([closing, person(BEN, is_linked=False)], 0) == frozenset()


def test_who_says_something_again_and_again_is_not_heard_for_a_while() -> None:
    seats = handed_seats(SEATS, {2})
    for now in range(MAX_BEGINNINGS):
        assert seats.take_change([person(BEN, computer=True)], now) == {1}
        assert seats.take_change([person(BEN)], now) == frozenset()
    handed = [person(BEN, computer=True)]
    assert seats.take_change(handed, BEGINNINGS_MS - 1) is None
    assert seats.take_change([*handed, person(ANN, computer=True)], BEGINNINGS_MS - 1) == {0}, "each seat counts by itself"
    assert seats.take_change([*handed, person(ANN, computer=True)], BEGINNINGS_MS) == {0, 1}


def test_one_seat_fills_no_screens_and_takes_back_no_votes_for_long() -> None:
    """It says something else each moment, which its honest friends pass on."""
    network = started_table(3)
    seats = {network[number].identity: number for number in range(3)}
    left, pauses, changes = seats_left_for_now(seats, network[0].identity), Pauses(seats, 0), 0
    network.cut(0, 2)
    for turn in range(1200):
        network[2].membership.renew_presence(wants=(Wants.BACK_LATER, Wants.PAUSE, Wants.PLAY)[turn % 3])
        network.run(50)
        found = network[0].participants
        changes += sum(each.take_change(found, 50 * turn) is not None for each in (left, pauses))
    assert 0 < changes <= 4 * MAX_BEGINNINGS
