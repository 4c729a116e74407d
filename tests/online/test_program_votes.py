"""Votes to go on without a player, typed at real programs: what they cost the table, and how many it takes at each size.

tests/net/protocol/test_votes.py has the same with sessions alone, and more of it.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.online.network import HostNetwork, needs_a_network
from tests.online.programs import Company, Program
from tests.support.few_cases import few_cases

NEEDED = {3: 2, 4: 2, 5: 3, 6: 3}
"""Seats, and how many votes it takes where one of them is absent: more than half of the others."""
ABSENT_S = 30
FROZEN_S = 5.0
"""A table that needs so long for an answer is called frozen."""
NOTHING_COMES_S = 12.0
"""For so long the table is watched where nothing must happen: longer than an attempt takes to end."""
ENDS_S = 25.0
LETS_TIME_PASS = """from acquire_net.table.table_seat import TableSeat
TableSeat._answer_at_zero = lambda self: None"""
"""A program that does not answer when the clock of its player is at zero."""


class Voters:
    """Programs at one table, typed at by the test. Seats are those of the game."""

    def __init__(self, programs: Sequence[Program], computers: Iterable[Program] = ()) -> None:
        self.seats: dict[int, Program] = {}
        self.names: list[str] = []
        for program in programs:
            started = program.wait_for("started")
            self.seats[started["seat"]] = program
            self.names = started["names"]
        self.computers = {seat for seat, program in self.seats.items() if program in list(computers)}
        self._read = dict.fromkeys(self.seats, 0)
        """Events up to here have been looked at for questions."""
        self._rng = random.Random(len(programs))

    def events(self, seat: int) -> list[dict[str, Any]]:
        self.seats[seat].skip()
        return self.seats[seat].events

    def wait_until(self, is_so: Callable[[], bool], what: str, patience_s: float = 60.0) -> None:
        end_s = time.monotonic() + patience_s
        while not is_so():
            assert time.monotonic() < end_s, f"no {what}: { {seat: self.seats[seat].last() for seat in self.seats} }"
            time.sleep(0.002)

    # --- questions and answers

    def asked(self) -> int:
        """Wait for a question that is open; return the seat."""
        found: list[int] = []

        def is_asked() -> bool:
            found[:] = [seat for seat in self.seats if self._open_question(seat) is not None]
            return bool(found)

        self.wait_until(is_asked, "question")
        return found[0]

    def _open_question(self, seat: int) -> dict[str, Any] | None:
        new = self.events(seat)[self._read[seat]:]
        return next((event for event in reversed(new) if event["event"] == "question"), None)

    def answer(self, seat: int, watching: Iterable[int] | None = None, patience_s: float = FROZEN_S) -> float:
        """Type an answer; return after how many milliseconds all of these seats show it as final."""
        question = self._open_question(seat)
        assert question is not None
        line = self._rng.choice(question["legal"])
        others = list(self.seats if watching is None else watching)
        before = {other: len(self.events(other)) for other in others}
        began_s = time.monotonic()
        self.seats[seat].type_line(line)
        shown: dict[int, int] = {}

        def is_final() -> bool:
            for other in set(others) - set(shown):
                for place, event in enumerate(self.events(other)[before[other]:], before[other]):
                    if event["event"] == "action" and (event["seat"], event["line"]) == (seat, line):
                        shown[other] = place
            return len(shown) == len(others)

        self.wait_until(is_final, f"answer of {self.names[seat]}: {line}", patience_s)
        self._read[seat] = shown[seat]
        return 1000 * (time.monotonic() - began_s)

    def answer_until_asked(self, target: int) -> None:
        """Play on until this seat has to decide."""
        while (seat := self.asked()) != target:
            self.answer(seat, patience_s=20.0)

    # --- votes

    def drop(self, voter: int, target: int) -> None:
        self.seats[voter].type_line(f"drop {self.names[target]}")

    def wait_for_vote(self, voter: int, target: int, seats: Iterable[int]) -> None:
        def is_shown(seat: int) -> bool:
            return any(event["event"] == "vote" and (event["author"], event["target"]) == (voter, target) and event["holds"]
                       for event in self.events(seat))

        self.wait_until(lambda: all(is_shown(seat) for seat in seats), f"vote of {voter} about {target}", FROZEN_S)

    def losses(self, seat: int) -> list[dict[str, Any]]:
        return [event for event in self.events(seat) if event["event"] == "lost"]

    def nobody_is_lost(self, seconds: float = 0.0) -> None:
        end_s = time.monotonic() + seconds
        while True:
            assert not any(self.losses(seat) for seat in self.seats)
            if time.monotonic() >= end_s:
                return
            time.sleep(0.1)

    def wait_for_loss(self, target: int, seats: Sequence[int], why: int) -> set[int]:
        """Wait until all of these seats read that the target is out; return who voted for that."""
        self.wait_until(lambda: all(self.losses(seat) for seat in seats), f"loss of {target}", ENDS_S)
        read = [self.losses(seat) for seat in seats]
        assert all([event["seat"] for event in events] == [target] for events in read), read
        votes = read[0][0]["votes"]
        assert all(event["votes"] == votes for [event] in read)
        assert {vote["why"] for vote in votes} == {why}, votes
        for seat, [event] in zip(seats, read, strict=True):  # a question from before is asked again
            self._read[seat] = self.events(seat).index(event)
        return {vote["author"] for vote in votes}

    def play_on(self, seats: Sequence[int], answers: int = 3) -> None:
        """The others make moves of the game; where one of them is a computer player, it may make them."""
        for _ in range(answers):
            persons = [seat for seat in seats if seat not in self.computers]
            before = {seat: sum(event["event"] == "action" for event in self.events(seat)) for seat in seats}

            def goes_on(persons: list[int] = persons, before: dict[int, int] = before) -> bool:
                return (any(self._open_question(seat) is not None for seat in persons)
                        or all(sum(event["event"] == "action" for event in self.events(seat)) > before[seat] for seat in seats))

            self.wait_until(goes_on, "move")
            asked = next((seat for seat in persons if self._open_question(seat) is not None), None)
            if asked is not None:
                self.answer(asked, seats, patience_s=20.0)


# --- what a vote costs

def delays(table: Voters) -> tuple[list[float], list[float]]:
    """Return the milliseconds to a final answer before there was any vote, and right after each vote about the player asked.

    Of a table of n at most n - 2 vote about the same player, so nobody can be lost.
    """
    seats = sorted(table.seats)
    voters = {target: iter([seat for seat in seats if seat != target][:len(seats) - 2]) for target in seats}
    number = sum(len(seats) - 2 for _ in seats)
    without = [table.answer(table.asked()) for _ in range(max(number, 8))]
    after = []
    for _ in range(20 * number):
        target = table.asked()
        voter = next(voters[target], None)
        if voter is not None:
            table.drop(voter, target)
            if len(after) % 2:  # else the vote and the answer are under way at the same time
                table.wait_for_vote(voter, target, seats)
        waited = table.answer(target)
        if voter is not None:
            after.append(waited)
        if len(after) == number:
            break
    table.nobody_is_lost()
    return without, after


def show_delays(seats: int, without: list[float], after: list[float]) -> None:
    for what, times in (("without a vote", without), ("after a vote", after)):
        times = sorted(times)
        print(f"{seats} seats, {what}: an answer is final after {statistics.median(times):.0f} ms, 95 of 100 within "
              f"{times[len(times) * 95 // 100]:.0f}, at most {times[-1]:.0f}, {len(times)} times")


@contextmanager
def seated_people(company: Company, players: int, *words: object, computers: int = 0, wraps: Sequence[Sequence[str]] = (),
                  first: str = "") -> Iterator[Voters]:
    """People type at all programs but the last `computers`."""
    seat = ("--json", "--once", *([] if wraps else ["--port", 0, "--no-announce"]))
    place = [*wraps] or [()] * players

    def bot(number: int) -> tuple[str, ...]:
        return ("--bot", "1") if number >= players - computers else ()

    host = company.run("Player 1", "host", "--seats", players, "--name", "Player 1", *seat, *words, wrap=place[0], first=first)
    code = host.wait_for("table")["code"]
    programs = [host, *(company.run(f"Player {number + 1}", "join", code, "--name", f"Player {number + 1}", *seat, *bot(number),
                                    wrap=place[number], first=first) for number in range(1, players))]
    yield Voters(programs, programs[players - computers:] if computers else ())


@contextmanager
def people(folder: Path, players: int, *words: object, computers: int = 0,
           first: str = "") -> Iterator[tuple[Voters, HostNetwork]]:
    """Each on a host of their own."""
    needs_a_network()
    wraps = range(1, players + 1)
    with HostNetwork(players) as network, Company(folder) as company, \
            seated_people(company, players, *words, computers=computers, wraps=[network.on(host) for host in wraps],
                          first=first) as table:
        yield table, network


@pytest.mark.fully
def test_a_vote_about_a_player_who_is_there_stops_nobody(tmp_path: Path) -> None:
    with Company(tmp_path) as company, seated_people(company, 3) as table:
        show_delays(3, *delays(table))


@pytest.mark.fully
@pytest.mark.parametrize("players", few_cases(pytest.mark.more_cases, [3, 4, 5, 6]))
def test_on_hosts_a_vote_about_a_player_who_is_there_stops_nobody(tmp_path: Path, players: int) -> None:
    with people(tmp_path, players) as (table, _):
        show_delays(players, *delays(table))


# --- how many it takes

def host_of(table: Voters, seat: int) -> int:
    """Return the number of the host on which this player sits."""
    return int(table.names[seat].removeprefix("Player "))


@pytest.mark.campaign
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_player_who_is_there_is_lost_by_all_others_and_by_no_fewer(tmp_path: Path, players: int) -> None:
    with people(tmp_path, players) as (table, _):
        target = table.asked()
        *most, last = others = [seat for seat in sorted(table.seats) if seat != target]
        for voter in most:
            table.drop(voter, target)
            table.wait_for_vote(voter, target, table.seats)
        table.nobody_is_lost(NOTHING_COMES_S)
        table.drop(last, target)
        assert table.wait_for_loss(target, sorted(table.seats), why=0) == set(others)
        table.play_on(others)


@pytest.mark.campaign
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_an_absent_player_is_lost_by_more_than_half_of_the_others_and_by_no_fewer(tmp_path: Path, players: int) -> None:
    with people(tmp_path, players, "--vote") as (table, network):
        target = table.asked()
        others = [seat for seat in sorted(table.seats) if seat != target]
        network.pull(host_of(table, target))
        time.sleep(ABSENT_S + 2)
        *most, last = others[:NEEDED[players]]
        for voter in most:
            table.drop(voter, target)
            table.wait_for_vote(voter, target, others)
        table.nobody_is_lost(NOTHING_COMES_S)
        table.drop(last, target)
        assert table.wait_for_loss(target, others, why=1) == {*most, last}
        table.play_on(others)


@pytest.mark.campaign
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_player_out_of_time_is_lost_as_if_absent(tmp_path: Path, players: int) -> None:
    """The own program would answer at zero; one that does not is out of time half a minute later."""
    with people(tmp_path, players, "--vote", "--clock", 10, "--bank", "none", first=LETS_TIME_PASS) as (table, _):
        target = table.asked()
        others = [seat for seat in sorted(table.seats) if seat != target]
        time.sleep(10 + ABSENT_S + 3)
        *most, last = others[:NEEDED[players]]
        for voter in most:
            table.drop(voter, target)
            table.wait_for_vote(voter, target, others)
        table.nobody_is_lost(NOTHING_COMES_S)
        table.drop(last, target)
        assert table.wait_for_loss(target, sorted(table.seats), why=2) == {*most, last}
        table.play_on(others)


@pytest.mark.campaign
@pytest.mark.parametrize("absent", [True, False])
@pytest.mark.parametrize(("players", "computers"), [(3, 1), (4, 1), (5, 2), (6, 3), (6, 1)])
def test_computer_players_vote_as_most_persons_do(tmp_path: Path, players: int, computers: int, absent: bool) -> None:
    """With more than half of the persons they vote too, and before that they do not; with one alone only where it is absent."""
    with people(tmp_path, players, "--vote", computers=computers) as (table, network):
        table.play_on(sorted(table.seats))  # a table that loses a player before the first tile begins anew
        target, *voters = [seat for seat in sorted(table.seats) if seat not in table.computers]
        others = [seat for seat in sorted(table.seats) if seat != target]
        if absent:
            network.pull(host_of(table, target))
            time.sleep(ABSENT_S + 2)
        half = len(voters) // 2  # of the persons who could vote
        needed = NEEDED[players] if absent else players - 1
        least = 1 if absent else 2
        enough = next((number for number in range(1, len(voters) + 1)
                       if number + (computers if number >= least and 2 * number > len(voters) else 0) >= needed), None)
        if enough is None:  # one person and computer players
            table.drop(voters[0], target)
            table.wait_for_vote(voters[0], target, others)
            table.nobody_is_lost(NOTHING_COMES_S)
            return
        assert enough > half or enough == needed
        for voter in voters[:enough - 1]:
            table.drop(voter, target)
            table.wait_for_vote(voter, target, others)
        table.nobody_is_lost(NOTHING_COMES_S)
        table.drop(voters[enough - 1], target)
        who = table.wait_for_loss(target, others, why=1 if absent else 0)
        assert who & set(voters) == set(voters[:enough]) and len(who) >= needed
        table.play_on(others)


@pytest.mark.campaign
@pytest.mark.parametrize("absent", [True, False])
def test_of_two_players_no_vote_counts(tmp_path: Path, absent: bool) -> None:
    with people(tmp_path, 2, "--vote") as (table, network):
        target = table.asked()
        other = 1 - target
        if absent:
            network.pull(host_of(table, target))
            time.sleep(ABSENT_S + 2)
        table.drop(other, target)
        table.wait_until(lambda: any(event["event"] == "note" and "no vote" in event["text"] for event in table.events(other)),
                         "note that there is no vote")
        table.nobody_is_lost(NOTHING_COMES_S)
        network.plug_in(host_of(table, target))
        table.answer(target, patience_s=30.0)
