"""A seat in the words of the game: what is told to a screen, in which order, and what never is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from acquire_client.matches.online import OnlineMatch
from acquire_core import Action
from acquire_core.actions import Buy, Place
from acquire_core.ruleset import RULESETS, Ruleset
from acquire_net import news
from acquire_net.protocol.facts import NotAnswering, SeatLost
from acquire_net.table.acquire_game import game_of, rules_lines
from acquire_net.table.seat_at_table import SeatAtTable
from tests.support.table_on_disk import DiskTable


class Seats:
    """All seats of one table, each with its screen's match."""

    def __init__(self, folder: Path, players: int = 3, rules: Ruleset | str = "classic", seed: int = 1,
                 options: tuple[tuple[str, str], ...] = ()) -> None:
        ruleset = RULESETS[rules] if isinstance(rules, str) else rules
        self.disk = DiskTable(folder, players, seed, make_game=game_of, rules=rules_lines(ruleset), options=options)
        self.seats = {seat: SeatAtTable(driver, self.disk.table) for seat, driver in enumerate(self.disk.drivers) if driver}
        self.news: dict[int, list[object]] = {seat: [] for seat in self.seats}
        names = [seat.name for seat in self.disk.table.seats]
        self.matches = {seat: OnlineMatch(ruleset, names, seat, self.seats[seat].submit) for seat in self.seats}
        self.now = 0

    def settle(self) -> None:
        wire: list[tuple[int, int, bytes]] = []
        while True:
            for number, seat in self.seats.items():
                told = seat.pump()
                wire += [(number, to, frame) for to, frame in told.send]
                self.news[number] += told.news
                for item in told.news:
                    if isinstance(item, news.Played):
                        self.matches[number].receive_actions(item.actions, item.asked, item.opened_bag)
                    elif isinstance(item, news.Declined):
                        self.matches[number].receive_refusal()
                    self.matches[number].poll()
            if not wire and not any(seat.has_work for seat in self.seats.values()):
                return
            for seat in self.seats.values() if not wire else ():
                seat.work()
            for sender, to, frame in wire:
                if to in self.seats:
                    self.seats[to].receive(sender, frame)
            wire = []

    def pass_time(self, ms: int) -> None:
        for _ in range(0, ms, 500):
            self.now += 500
            for seat in self.seats.values():
                seat.tick(self.now)
            self.settle()

    def asked(self) -> OnlineMatch | None:
        asked = [match for match in self.matches.values() if match.asked is not None]
        assert len(asked) <= 1
        return asked[0] if asked else None

    def of_kind(self, seat: int, kind: type) -> list[object]:
        return [item for item in self.news[seat] if isinstance(item, kind)]


def play(seats: Seats, rng: random.Random, most: int = 1000) -> None:
    seats.settle()
    for _ in range(most):
        match = seats.asked()
        if match is None:
            return
        match.answer(match.forced() or rng.choice(match.legal_actions()))
        seats.settle()


@pytest.mark.parametrize(("rules", "players"), [("classic", 3), ("tycoon-2023", 2)])
def test_a_whole_game_is_told_to_every_screen(tmp_path: Path, rules: str, players: int) -> None:
    seats = Seats(tmp_path, players, rules)
    play(seats, random.Random(2))
    begun, ended, phrases = set(), set(), set()
    for seat in range(players):
        first, *_ = seats.news[seat]
        assert isinstance(first, news.Begun) and first.seat == seat
        begun.add((first.table, first.names, first.ruleset))
        end, = seats.of_kind(seat, news.Ended)
        assert isinstance(end, news.Ended)
        ended.add((end.standings, end.reason, end.head))
        assert end.signed == tuple(range(players))
        phrase, = seats.of_kind(seat, news.CheckPhrase)
        assert isinstance(phrase, news.CheckPhrase) and len(phrase.words) == 6
        phrases.add(phrase)
        assert seats.matches[seat].over
        assert tuple(seats.matches[seat].game.standings()) == end.standings
        waits = seats.of_kind(seat, news.WaitingFor)
        assert waits[-1] == news.WaitingFor((), False)
    assert len(begun) == len(ended) == len(phrases) == 1


def test_an_answer_against_the_rules_is_declined_and_nothing_is_said(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.settle()
    match = seats.asked()
    assert match is not None and match.seat is not None
    wrong: Action = Place(match.seat, next(tile for tile in match.view(None).unseen if tile not in match.view(match.seat).hand))
    match.answer(wrong)
    told = seats.seats[match.seat].pump()
    assert not told.send
    declined, = told.news
    assert isinstance(declined, news.Declined) and "tile" in declined.reason
    other = next(seat for seat in seats.matches if seat != match.seat)
    seats.seats[other].submit(Buy(other))
    assert any(isinstance(item, news.Declined) for item in seats.seats[other].pump().news)


def test_who_is_waited_for_is_named_and_a_silent_seat_too(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.settle()
    match = seats.asked()
    assert match is not None and match.seat is not None
    other = next(seat for seat in seats.seats if seat != match.seat)
    assert seats.of_kind(other, news.WaitingFor)[-1] == news.WaitingFor((match.seat,), True)
    gone = seats.seats.pop(match.seat)
    seats.matches.pop(match.seat)
    seats.pass_time(100_000)
    silent = seats.of_kind(other, NotAnswering)
    assert silent and isinstance(silent[0], NotAnswering) and silent[0].seats == (match.seat,)
    lost, = seats.of_kind(other, SeatLost)
    assert isinstance(lost, SeatLost) and lost.seat == match.seat
    play(seats, random.Random(3))
    assert all(other.over for other in seats.matches.values())
    gone.close()


def test_a_goodbye_is_heard_by_all(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.settle()
    seats.seats[0].leave()
    seats.pass_time(3000)
    for seat in (1, 2):
        lost, = seats.of_kind(seat, SeatLost)
        assert isinstance(lost, SeatLost) and lost == SeatLost(0, "left")
    play(seats, random.Random(4))
    assert all(seats.matches[seat].over for seat in (1, 2))
