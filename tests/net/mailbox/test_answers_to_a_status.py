"""What a seat of a table over days puts into the box of one who has left a STATUS: what it may lack, and not all over again."""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from acquire_net.crypto.curve import curve_keys
from acquire_net.mailbox import table_mail
from acquire_net.mailbox.answered_file import AnsweredFile
from acquire_net.mailbox.table_mail import MAILBOX_IS_READ, TableMail
from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.messages import Kind
from tests.support.memory_mailbox import MemoryLink, MemoryMailbox, Put
from tests.support.table_on_disk import DiskTable, choices

SEATS = 3
MAX_VISITS = 400


class Days:
    """A toy game in which the seats come one after the other, and never meet."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, keeps: Callable[[Put], bool] = lambda put: True) -> None:
        self.mailbox = MemoryMailbox(keeps)
        monkeypatch.setattr(table_mail, "MailLink", lambda keys, *rest: MemoryLink(self.mailbox, keys))
        monkeypatch.setattr(table_mail, "WAKE_MS", 0)
        self.keys = [curve_keys(secrets.token_bytes) for _ in range(SEATS)]
        self.disk = DiskTable(folder, SEATS, 1, begin=False)
        self.disk.use_link_keys(self.keys)
        self.rng = random.Random(1)
        self.visits = 0
        for seat in range(SEATS):
            self.disk.begin(seat)
            self.disk.kill(seat)

    def visit(self, me: int, is_killed: bool = False) -> None:
        self.visits += 1
        self.disk.now += 1
        seat = self.disk.resume(me)
        mail = TableMail(seat, self.keys[me], ("mailbox", 1), 0, lambda: None)
        is_read = False
        for _ in range(1000):
            is_read = any(text == MAILBOX_IS_READ for text in mail.deliver(0, (), False)) or is_read
            output = seat.take_output()
            self.disk.facts[me] += output.events
            mail.sort_output(output, ())
            if seat.has_work:
                seat.session.do_spare_work()
            elif seat.session.is_asked and not seat.session.asking:
                seat.submit_encoded(self.rng.choice(choices(seat.session.state.game, me)))
            elif is_read:
                break
        assert is_read
        if not is_killed:
            mail.close()
        self.disk.kill(me)

    def play(self, before_visit: Callable[[int], None] = lambda visit: None, is_killed: bool = False) -> None:
        for turn in range(MAX_VISITS):
            before_visit(turn)
            self.visit(turn % SEATS, is_killed)
            if all(self.disk.finished(seat) for seat in range(SEATS)):
                return
        raise AssertionError(f"not over after {MAX_VISITS} visits")

    def author_of(self, put: Put) -> int:
        return decode_frame(put.frame).author

    def seat_of(self, key: bytes) -> int:
        return [keys.public for keys in self.keys].index(key)


def without_statuses(days: Days) -> list[Put]:
    return [put for put in days.mailbox.puts if decode_frame(put.frame).kind != Kind.STATUS]


def repeated(days: Days, puts: list[Put]) -> tuple[int, int]:
    """Return how often a seat has put an own frame again, and a frame of another author."""
    own = [put for put in puts if days.author_of(put) == days.seat_of(put.sender)]
    return len(own) - len(Counter((put.sender, put.to, put.frame) for put in own)), len(puts) - len(own)


def test_of_a_whole_game_little_is_said_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each frame goes to two boxes. What its author has put there nobody passes on, and what was answered stays answered."""
    days = Days(tmp_path, monkeypatch)
    days.play()
    puts = without_statuses(days)
    again, passed_on = repeated(days, puts)
    assert len(puts) > 200 and again < len(puts) // 50 and passed_on < len(puts) // 8


@pytest.mark.fully
def test_programs_that_are_killed_say_some_of_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have kept no note of what was answered; that costs bytes and no more."""
    days = Days(tmp_path, monkeypatch)
    days.play(is_killed=True)
    assert not list(tmp_path.rglob("*.answered"))


@pytest.mark.parametrize("lost_at", [20, pytest.param(45, marks=pytest.mark.fully)])
def test_a_mailbox_that_loses_its_disk_gets_all_of_it_again(tmp_path: Path, lost_at: int,
                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    days = Days(tmp_path, monkeypatch)

    def lose(visit: int) -> None:
        if visit == lost_at:
            days.mailbox.lose_disk()

    days.play(lose)


@pytest.mark.parametrize(("author", "to"), [(0, 1), pytest.param(2, 0, marks=pytest.mark.fully)])
def test_what_an_author_hides_from_one_seat_another_passes_on(tmp_path: Path, author: int, to: int,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    def is_hidden(put: Put) -> bool:
        return (days.seat_of(put.sender), days.seat_of(put.to)) == (author, to) and decode_frame(put.frame).kind != Kind.STATUS

    days = Days(tmp_path, monkeypatch, keeps=lambda put: not is_hidden(put))
    days.play()
    passed_on = {put.frame for put in without_statuses(days) if days.seat_of(put.to) == to and not is_hidden(put)}
    assert {put.frame for put in days.mailbox.puts if is_hidden(put)} & passed_on


@pytest.mark.fully
def test_frames_that_are_lost_by_chance_come_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of five, of all authors; a STATUS as well."""
    chance = random.Random(3)
    days = Days(tmp_path, monkeypatch, keeps=lambda put: chance.random() > 0.2)
    days.play()


def test_the_note_of_what_was_answered_goes_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days = Days(tmp_path, monkeypatch)
    seen: set[Path] = set()
    days.play(lambda visit: seen.update(tmp_path.rglob("*.answered")))
    assert len(seen) == SEATS and not list(tmp_path.rglob("*.answered"))


@pytest.mark.parametrize("damaged", [b"", b"{}", b"-1", b"1e400", b"9007199254740992", b"9" * 2000, b"\xff"])
def test_a_damaged_note_says_that_nothing_was_answered(tmp_path: Path, damaged: bytes) -> None:
    file = AnsweredFile(tmp_path / "table.acqlog")
    file.write_said(7)
    assert file.read() == 7
    file.path.write_bytes(damaged)
    assert file.read() == 0
