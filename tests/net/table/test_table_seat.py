"""A seat in the words of the game: what is reported to a screen, in which order, and what never is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from acquire_core import Action
from acquire_core.actions import Buy, Place
from acquire_net import events
from acquire_net.protocol.session_events import NotAnswering, OutOfTime, SeatLost
from tests.net.table.seats import Seats, play
from tests.support.few_cases import few_cases


@pytest.mark.parametrize(("rules", "players"), few_cases(pytest.mark.fully, [("classic", 3), ("tycoon-2023", 2)]))
def test_a_whole_game_is_reported_to_every_screen(tmp_path: Path, rules: str, players: int) -> None:
    seats = Seats(tmp_path, players, rules)
    play(seats, random.Random(2))
    begun, ended, phrases = set(), set(), set()
    for seat in range(players):
        first, *_ = seats.news[seat]
        assert isinstance(first, events.Begun) and first.seat == seat
        begun.add((first.table, first.names, first.ruleset))
        end, = seats.of_kind(seat, events.Ended)
        assert isinstance(end, events.Ended)
        ended.add((end.standings, end.reason, end.head))
        assert end.signed == tuple(range(players))
        phrase, = seats.of_kind(seat, events.CheckPhrase)
        assert isinstance(phrase, events.CheckPhrase) and len(phrase.words) == 6
        phrases.add(phrase)
        assert seats.matches[seat].is_over
        assert tuple(seats.matches[seat].game.standings()) == end.standings
        waits = seats.of_kind(seat, events.WaitingFor)
        assert waits[-1] == events.WaitingFor((), False)
    assert len(begun) == len(ended) == len(phrases) == 1


def test_an_answer_against_the_rules_is_declined_and_nothing_is_said(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.settle()
    match = seats.asked()
    assert match is not None and match.seat is not None
    hand = match.observe(match.seat).hand
    wrong: Action = Place(match.seat, next(tile for tile in match.observe(None).unseen if tile not in hand))
    match.answer(wrong)
    output = seats.seats[match.seat].take_output()
    assert not output.send
    declined, = output.events
    assert isinstance(declined, events.Declined) and "tile" in declined.reason
    other = next(seat for seat in seats.matches if seat != match.seat)
    seats.seats[other].submit(Buy(other))
    assert any(isinstance(item, events.Declined) for item in seats.seats[other].take_output().events)


def test_who_is_waited_for_is_named_and_a_silent_seat_too(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.settle()
    match = seats.asked()
    assert match is not None and match.seat is not None
    other = next(seat for seat in seats.seats if seat != match.seat)
    assert seats.of_kind(other, events.WaitingFor)[-1] == events.WaitingFor((match.seat,), True)
    gone = seats.seats.pop(match.seat)
    seats.matches.pop(match.seat)
    seats.pass_time(100_000)
    silent = seats.of_kind(other, NotAnswering)
    assert silent and isinstance(silent[0], NotAnswering) and silent[0].seats == (match.seat,)
    lost, = seats.of_kind(other, SeatLost)
    assert isinstance(lost, SeatLost) and lost.seat == match.seat
    play(seats, random.Random(3))
    assert all(other.is_over for other in seats.matches.values())
    gone.close()


def test_what_was_reported_while_the_disk_refused_is_reported_when_it_works_again(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    play(seats, random.Random(3), most=2)
    seat = seats.seats[0]
    before = len(seats.news[0])
    seat.session.outbox.facts.append(OutOfTime(1))
    seat._writer.write = lambda ready: iter([ready])  # type: ignore[method-assign]
    seat._writer.trouble = "No space left on device"
    assert [type(event) for event in seat.take_output().events] == [events.DiskTrouble]
    seat._writer.trouble = ""
    seats.settle()
    found = seats.news[0][before:]
    assert found[0] == events.DiskTrouble("") and OutOfTime(1) in found


def test_a_goodbye_is_heard_by_all(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.settle()
    seats.seats[0].leave()
    seats.pass_time(3000)
    for seat in (1, 2):
        lost, = seats.of_kind(seat, SeatLost)
        assert isinstance(lost, SeatLost) and lost == SeatLost(0, "left")
    play(seats, random.Random(4))
    assert all(seats.matches[seat].is_over for seat in (1, 2))
