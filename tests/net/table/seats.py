"""Seats of one table in one process, each with its journal, and with its screen or without."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from acquire_client.matches.online import OnlineMatch
from acquire_core.ruleset import RULESETS, Ruleset
from acquire_net import events, is_over_days
from acquire_net.table.acquire_game import game_of, rules_lines
from acquire_net.table.table_seat import TableSeat
from tests.support.steps_of_time import steps_of_time
from tests.support.table_on_disk import DiskTable


class SeatsOnDisk:
    """All seats of one table, and what each of them reports."""

    def __init__(self, disk: DiskTable) -> None:
        self.disk = disk
        self.seats = {number: TableSeat(seat.session, seat.journal) for number, seat in enumerate(self.disk.seats) if seat}
        self.news: dict[int, list[events.PeerEvent]] = {seat: [] for seat in self.seats}
        self.now = 0

    def settle(self) -> None:
        """Carry messages until no seat has anything to send or to do."""
        wire: list[tuple[int, int, bytes]] = []
        while True:
            for number, seat in self.seats.items():
                output = seat.take_output()
                wire += [(number, to, frame) for to, frame in output.send]
                self.news[number] += output.events
                self.show_events(number, output.events)
            if not wire and not any(seat.has_work for seat in self.seats.values()):
                return
            for seat in self.seats.values() if not wire else ():
                if seat.has_work:
                    seat.session.do_spare_work()
            for sender, to, frame in wire:
                if to in self.seats:
                    self.seats[to].session.receive(sender, frame)
            wire = []

    def show_events(self, number: int, reported: Sequence[events.PeerEvent]) -> None:
        """Show a person what their seat reports; here there is no screen."""

    def pass_time(self, ms: int, step_ms: int = 0) -> None:
        for step in steps_of_time(ms, step_ms):
            self.now += step
            for seat in self.seats.values():
                seat.tick(self.now)
            self.settle()

    def of_kind(self, seat: int, kind: type) -> list[events.PeerEvent]:
        return [item for item in self.news[seat] if isinstance(item, kind)]


class Seats(SeatsOnDisk):
    """All seats of one table, each with its screen's match."""

    def __init__(self, folder: Path, players: int = 3, rules: Ruleset | str = "classic", seed: int = 1,
                 options: tuple[tuple[str, str], ...] = ()) -> None:
        ruleset = RULESETS[rules] if isinstance(rules, str) else rules
        super().__init__(DiskTable(folder, players, seed, make_game=game_of, rules=rules_lines(ruleset), options=options))
        names = [seat.name for seat in self.disk.table.seats]
        self.matches = {seat: OnlineMatch(ruleset, names, seat, self.seats[seat].submit, whole_turns=is_over_days(options))
                        for seat in self.seats}

    def show_events(self, number: int, reported: Sequence[events.PeerEvent]) -> None:
        match = self.matches[number]
        for item in reported:
            if isinstance(item, events.Played):
                match.receive_actions(item.actions, item.asked, item.opened_bag)
            elif isinstance(item, events.Declined):
                match.receive_refusal()
            match.poll()

    def asked(self) -> OnlineMatch | None:
        asked = [match for match in self.matches.values() if match.asked_seat is not None]
        assert len(asked) <= 1
        return asked[0] if asked else None


def play(seats: Seats, rng: random.Random, most: int = 1000) -> None:
    seats.settle()
    for _ in range(most):
        match = seats.asked()
        if match is None:
            return
        match.answer(match.forced_answer() or rng.choice(match.legal_actions()))
        seats.settle()
