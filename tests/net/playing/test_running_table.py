"""A running table by itself: its owner is a test, which carries frames by the keys of links and has no socket."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from acquire_net import events
from acquire_net.crypto.curve import curve_keys
from acquire_net.links.channels import TABLE, pack_frames
from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Wants
from acquire_net.lobby.options import checked_options, days_options
from acquire_net.mailbox import table_mail
from acquire_net.playing.running_table import RunningTable
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.session_events import Finished, LinksChanged, LinkState
from acquire_net.table.journal import read_journal
from acquire_net.table.resuming import ResumeFile
from tests.support.memory_mailbox import MemoryLink, MemoryMailbox
from tests.support.table_on_disk import DiskTable, choices

SEATS = 3
STRANGER = b"s" * 32
OVER_DAYS = checked_options(days_options("mail.example.org"))
MAX_TURNS = 5000


class Tables:
    """The running tables of all seats, and which of them have a link to each other."""

    def __init__(self, folder: Path, options: tuple[tuple[str, str], ...] = ()) -> None:
        self.keys = [curve_keys(secrets.token_bytes) for _ in range(SEATS)]
        self.disk = DiskTable(folder, SEATS, options=options, begin=False)
        self.disk.use_link_keys(self.keys)
        self.links = {frozenset((one, other)) for one in range(SEATS) for other in range(one)}
        self.reported: list[list[events.PeerEvent]] = [[] for _ in range(SEATS)]
        self.now_ms = 0
        self.rng = random.Random(1)
        self.tables: list[RunningTable] = []
        for number in range(SEATS):
            self.disk.begin(number)
            seat = self.disk.seats[number]
            assert seat is not None
            table = RunningTable(seat, ResumeFile(seat.journal.path, seat.table, {}), 0)
            self.reported[number] += table.open_post(self.keys[number], lambda: None)
            self.tables.append(table)

    def linked(self, me: int) -> set[bytes]:
        return {STRANGER, *(self.keys[other].public for other in range(SEATS) if frozenset((me, other)) in self.links)}

    def run_turn(self) -> None:
        """Let each of them do what a peer does in one turn, with all that the others have sent before."""
        self.now_ms += 100
        for me, table in enumerate(self.tables):
            self.reported[me] += table.pass_time(self.now_ms, self.linked(me))
            if table.seat.session.is_asked and not table.seat.session.asking:
                table.seat.submit(self.rng.choice(choices(table.seat.session.state.game, me)))
            output = table.take_output(self.linked(me))
            self.reported[me] += output.events
            self.reported[me] += table.finish_turn()
            for key, frame in output.send:
                if key in self.linked(me):
                    assert frame[:1] == TABLE
                    to = [each.public for each in self.keys].index(key)
                    self.tables[to].receive(self.keys[me].public, frame[1:], self.now_ms)

    def play(self) -> None:
        for _ in range(MAX_TURNS):
            self.run_turn()
            if all(table.seat.is_complete for table in self.tables):
                return
        raise AssertionError(f"not over after {MAX_TURNS} turns")

    def check_one_result(self) -> None:
        assert not any(table.is_playing for table in self.tables)
        assert len({table.seat.session.state.head for table in self.tables}) == 1
        assert all(any(isinstance(item, Finished) for item in reported) for reported in self.reported)


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    yield made
    for table in made.tables:
        table.close()


def person(tables: Tables, seat: int, wants: Wants = Wants.PLAY, computer: bool = False) -> Participant:
    identity, is_linked = tables.disk.table.seats[seat].identity, wants != Wants.BACK_LATER
    return Participant(identity, "", tables.keys[seat].public, wants, is_linked, 0, computer=computer)


def test_tables_play_a_game_and_those_who_watch_are_shown_all_of_it(tables: Tables) -> None:
    tables.play()
    tables.check_one_result()
    for table in tables.tables:
        assert len(table.log) == 1 + len(read_journal(table.seat.journal.path).entries) > SEATS


def test_a_seat_without_a_link_to_another_gets_its_frames_from_the_third(tables: Tables) -> None:
    tables.links.remove(frozenset((0, 2)))
    tables.play()
    tables.check_one_result()


def test_frames_of_strangers_and_of_other_tables_are_left_out(tables: Tables) -> None:
    table = tables.tables[0]
    own_mark, junk = table.seat.tid[:4], b"\x01\0\0\0\0"
    table.receive(STRANGER, own_mark + junk, 0)
    table.receive(tables.keys[1].public, b"else" + junk, 0)
    with pytest.raises(MalformedError):
        table.receive(tables.keys[1].public, own_mark + junk, 0)
    status = tables.tables[1].seat.session._make_status()
    assert status is not None
    [(_, payload)] = pack_frames([(0, status.frame)])
    table.receive(tables.keys[1].public, own_mark + payload, 0)


def test_a_seat_that_was_lost_counts_as_linked_no_more(tables: Tables) -> None:
    table = tables.tables[0]
    assert table.linked_seats(tables.linked(0)) == [1, 2]
    table.on_lost(2)
    assert table.linked_seats(tables.linked(0)) == [1] and table.gone == {2}


def test_what_people_ask_for_is_reported_once_and_stops_the_clocks(tables: Tables) -> None:
    table, linked = tables.tables[0], tables.linked(0)
    quiet = [person(tables, seat) for seat in range(SEATS)]
    assert [*table.check_people(quiet, linked, 0)] == []
    asks = [*quiet[:1], person(tables, 1, Wants.PAUSE), person(tables, 2, computer=True)]
    assert [*table.check_people(asks, linked, 10)] == [], "it looks now and then"
    assert [*table.check_people(asks, linked, 100)] == [events.HandedOver((2,)), events.Paused((1,))]
    assert table.seat.session.liveness.paused
    assert [*table.check_people(asks, linked, 200)] == []
    assert [*table.check_people(quiet, linked, 300)] == [events.HandedOver(()), events.Paused(())]
    assert not table.seat.session.liveness.paused


def test_who_has_left_for_now_is_reported_until_the_player_is_back(tables: Tables) -> None:
    table, linked = tables.tables[0], tables.linked(0)
    quiet = [person(tables, seat) for seat in range(SEATS)]
    left = [*quiet[:1], person(tables, 1, Wants.BACK_LATER), person(tables, 2, Wants.BACK_LATER)]
    assert [*table.check_people(left, linked, 100)] == [events.LeftForNow((1, 2))]
    assert [*table.check_people(left, linked, 200)] == [] and not table.seat.session.liveness.paused
    table.on_lost(2)
    assert [*table.check_people([*left[:2], quiet[2]], linked, 300)] == [events.LeftForNow((1,))]
    assert [*table.check_people(quiet, linked, 400)] == [events.LeftForNow(())]


def test_a_link_that_is_lost_is_reported_and_that_of_a_lost_seat_is_not(tables: Tables) -> None:
    table, quiet = tables.tables[0], [person(tables, seat) for seat in range(SEATS)]
    table.on_lost(1)
    [lost] = table.check_people(quiet, {STRANGER}, 0)
    assert isinstance(lost, LinksChanged)
    assert lost.states == (LinkState.HERE, LinkState.HERE, LinkState.LOST)


def test_over_days_all_goes_by_the_mailbox_where_there_is_no_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mailbox = MemoryMailbox()
    monkeypatch.setattr(table_mail, "MailLink", lambda keys, *rest: MemoryLink(mailbox, keys))
    tables = Tables(tmp_path, OVER_DAYS)
    tables.links.clear()
    tables.play()
    tables.check_one_result()
    assert mailbox.puts
    for reported in tables.reported:
        assert [item.text for item in reported if isinstance(item, events.Notice)] == [table_mail.MAILBOX_IS_READ]
        assert not any(isinstance(item, events.Trouble) for item in reported)
    tables.tables[0].write_letters(everything=True)
    [written] = tables.tables[0].finish_turn()
    assert isinstance(written, events.LettersWritten) and [seat for seat, _ in written.texts] == [1, 2]
    for table in tables.tables:
        assert table.store_letters() == []
        table.close()


def test_only_a_table_over_days_has_letters(tables: Tables) -> None:
    table = tables.tables[0]
    table.write_letters(everything=True)
    assert table.read_letters([]) == table.store_letters() == table.finish_turn() == []
