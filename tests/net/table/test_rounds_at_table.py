"""Simultaneous play at a table with real files: journals, restarts, reports and records."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from acquire_core import Game
from acquire_core.actions import Action, Bid, Buy, DeclareEnd, Place
from acquire_core.hidden_draws import hide_draws
from acquire_core.record import read_record
from acquire_core.ruleset import RULESETS
from acquire_net import events
from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519
from acquire_net.lobby.options import days_options
from acquire_net.lobby.table_spec import AdmissionError, SeatAt, TableSpec, table_id
from acquire_net.protocol.sealed_game import AskAnswers, RefusedError
from acquire_net.protocol.session_events import NotAnswering, SeatLost
from acquire_net.spectating.watched_table import AlreadyShown, WatchedTable
from acquire_net.table import acquire_game
from acquire_net.table.acquire_game import AcquireGame, game_of, rules_lines, ruleset_of
from acquire_net.table.journal import encode_entry, read_journal
from acquire_net.table.session_start import resume_session
from acquire_net.table.table_seat import TableSeat
from acquire_net.table.verify import verify_journal
from tests.net.table.seats import SeatsOnDisk
from tests.support.fake_signing import entropy_of
from tests.support.table_on_disk import GROUP, VERIFIER, DiskTable

ROUNDS = RULESETS["classic"].replace(simultaneous=True)
ONE_LOOSE_TILE = "\n".join(["............"] * 8 + [".o.........."])


@pytest.fixture
def table_of_rounds(tmp_path: Path) -> Iterator[RoundsTable]:
    table = RoundsTable(tmp_path, 3)
    yield table
    for seat in table.seats.values():
        seat.close()


class RoundsTable(SeatsOnDisk):
    def __init__(self, folder: Path, players: int, **more: Any) -> None:
        super().__init__(DiskTable(folder, players, 5, make_game=game_of, rules=rules_lines(ROUNDS), **more))

    def asked(self) -> list[int]:
        return [number for number, seat in self.seats.items() if seat.session.is_asked and seat.session.intent is None]

    def answer(self, seat: int, rng: random.Random) -> None:
        actions = self.game(seat).legal_actions()
        ends = [action for action in actions if isinstance(action, DeclareEnd) and action.yes]
        bids: list[Action] = actions[:3] if isinstance(actions[0], Bid) else []
        self.seats[seat].submit(rng.choice(ends or bids or actions))
        self.settle()

    def game(self, seat: int) -> AcquireGame:
        game = self.seats[seat].session.state.game
        assert isinstance(game, AcquireGame)
        return game

    def kill_and_resume(self, seat: int) -> None:
        self.seats.pop(seat).close()
        session, journal = resume_session(self.disk.path(seat), game_of, self.disk.signers[seat], VERIFIER,
                                          entropy_of(("again", self.now)), self.disk.timing, self.now, GROUP)
        self.seats[seat] = TableSeat(session, journal, resumed=True)
        self.pass_time(3000)


def test_a_table_over_days_is_refused_with_a_sentence() -> None:
    assert ruleset_of(rules_lines(ROUNDS), 3) == ROUNDS
    seats = tuple(SeatAt(bytes((seat,)), bytes((seat,)) * 32, bytes((seat,)) * 32, f"Player {seat}") for seat in range(3))
    table = TableSpec(seats, rules_lines(ROUNDS), tuple(sorted(days_options("mail.example.org").items())), 0)
    with pytest.raises(AdmissionError, match="simultaneous play does not go together with a table over days"):
        game_of(table, 0)


@pytest.mark.fully
def test_a_seat_whose_time_is_up_is_answered_for_in_each_step(tmp_path: Path) -> None:
    """Seat 2 never answers; the others answer at once. The clock of each seat that is asked runs."""
    table, rng = RoundsTable(tmp_path, 3, options=(("bank", "1"), ("clock", "20"))), random.Random(6)
    table.settle()
    for _ in range(60):
        for seat in [seat for seat in table.asked() if seat != 2]:
            table.answer(seat, rng)
        if 2 in table.asked():
            table.pass_time(90_000)
    forced = [item for item in table.of_kind(2, events.AnsweredAtZero) if isinstance(item, events.AnsweredAtZero)]
    assert {Place, Buy} <= {type(item.action) for item in forced} and table.game(0).actions() and not table.of_kind(0, SeatLost)
    assert table.game(0).digest() == table.game(2).digest() and table.game(0).observe().turn > 3
    sealed = [item.seats for item in table.news[0] if isinstance(item, events.AnswersSealed)]
    assert (0, 1) in sealed and any(2 in seats for seats in sealed)
    for sitting in table.seats.values():
        sitting.close()


@pytest.mark.fully
def test_a_whole_game_with_restarts_is_played_reported_and_verified(table_of_rounds: RoundsTable) -> None:
    table, rng, answers = table_of_rounds, random.Random(3), 0
    table.settle()
    while asked := table.asked():
        table.answer(rng.choice(asked), rng)
        answers += 1
        if answers in (4, 17, 40, 41, 60):
            table.kill_and_resume(answers % 3)
    ended = [item for seat in range(3) for item in table.of_kind(seat, events.Ended)]
    assert len({item.head for item in ended if isinstance(item, events.Ended)}) == 1 and len(ended) == 3
    for seat in range(3):
        played = [action for item in table.news[seat] if isinstance(item, events.Played) for action in item.actions]
        assert not table.of_kind(seat, events.Declined)
        assert played[-1] == table.game(seat).actions()[-1]
        waits = [item for item in table.news[seat] if isinstance(item, events.WaitingFor)]
        assert any(item.deciding and len(item.seats) == 3 for item in waits) and waits[-1].seats == ()
        report = verify_journal(read_journal(table.disk.path(seat)), game_of, VERIFIER, GROUP)
        assert report.result is not None and not report.convictions and report.signed_by == (0, 1, 2)
        assert isinstance(report.game, AcquireGame) and report.game.standings() == table.game(0).standings()
        record = acquire_game.record_of(report.table, report.game, report.drawn_tiles(GROUP))
        assert read_record(record.text()).text() == record.text()


def test_a_seat_that_was_away_while_all_others_sealed_is_asked_when_it_is_back(table_of_rounds: RoundsTable) -> None:
    table, rng = table_of_rounds, random.Random(4)
    table.settle()
    away = table.seats.pop(2)
    for seat in (0, 1):
        table.answer(seat, rng)
    table.pass_time(8000)
    waits = [item for item in table.news[0] if isinstance(item, events.WaitingFor)]
    assert waits[-1] == events.WaitingFor((2,), True) and table.of_kind(0, NotAnswering)
    played = [action for item in table.news[0] if isinstance(item, events.Played) for action in item.actions]
    assert played and not any(isinstance(action, Place) for action in played)
    table.seats[2] = away
    table.pass_time(3000)
    assert table.asked() == [2]
    table.answer(2, rng)
    assert table.game(0).digest() == table.game(2).digest() and not any(table.of_kind(seat, events.Caught) for seat in range(3))


def test_a_watcher_follows_rounds_and_sees_no_answer_before_the_last(tmp_path: Path) -> None:
    """With the real group and signatures, for a watcher believes no others."""
    keys = [signing.SigningKey(bytes((seat + 1,)) * 32) for seat in range(2)]
    table, rng = RoundsTable(tmp_path, 2, signers=keys, verifier=signing, group=Edwards25519()), random.Random(1)
    table.settle()
    for number in range(15):
        table.answer(table.asked()[0], rng)
        if number not in (6, 14):
            continue
        contents = read_journal(table.disk.path(0))
        watched = WatchedTable(table_id(table.disk.table), keys[0].public, AlreadyShown())
        for line in (contents.opening, *contents.entries):
            watched.take(encode_entry(line))
        played = [action for item in watched.take_events() if isinstance(item, events.Played) for action in item.actions]
        assert played == list(hide_draws(table.game(0).actions(), None))
    for seat in table.seats.values():
        seat.close()


def test_a_sealed_answer_is_one_line_also_where_a_decision_may_be_a_whole_turn() -> None:
    """One seat alone is asked for a tile: the founding behind it is asked openly, when all know the tile."""
    game = AcquireGame(ROUNDS, 2, 0, whole_turns=True)
    position = Game.from_position(ROUNDS, 2, board=ONE_LOOSE_TILE, hands=[["3I"], []], sealed=True)
    game._game = position
    assert game.next_question() == AskAnswers((0,), b"1 place")
    game.check_answer(0, b"place 3I", game.to_prove(0, b"place 3I"))
    both = b"place 3I\nfound Tower"
    with pytest.raises(RefusedError, match="one line"):
        game.check_answer(0, both, game.to_prove(0, both))

