"""A whole game of four, never more than one at once, through a mailbox that is killed ten times and once loses its disk."""

from __future__ import annotations

import random
import re
import secrets
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from acquire_core import RULESETS
from acquire_net import days_options
from acquire_net.crypto.curve import CurveKeys, curve_keys
from acquire_net.crypto.sealing import seal_frame
from acquire_net.mailbox import mail_link, table_mail
from acquire_net.mailbox.table_mail import MAILBOX_IS_READ, TableMail
from acquire_net.protocol.codec import Signed, decode_frame
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.table.acquire_game import AcquireGame, game_of, rules_lines
from acquire_net.table.journal import read_journal
from acquire_net.table.verify import verify_journal
from tests.support.acquire_program import MAIN
from tests.support.peers_on_loopback import LOOPBACK, PATIENCE_S
from tests.support.table_on_disk import GROUP, VERIFIER, DiskTable, choices

SEATS = 4


@dataclass(slots=True)
class Visit:
    """What a program has done while it was there."""

    seat: int
    times_asked: int = 0
    """How often its person was asked."""
    signatures: int = 0
    said: set[tuple[int, Kind]] = field(default_factory=set)
    """What it has said in which block, but for what it has acknowledged."""

    def add_entries(self, entries: Iterable[JournalEntry]) -> None:
        for entry in entries:
            message = decode_frame(entry.frame) if entry.frame else None
            if message is not None and message.author == self.seat:
                self.said.add((message.block, message.kind))


def whole_turn(game: SealedGame, seat: int, rng: random.Random) -> bytes:
    """Return all that a seat answers in a row, chosen by lot."""
    if not isinstance(game, AcquireGame):
        return rng.choice(choices(game, seat))
    answers = [rng.choice(game.legal_actions())]
    while following := game.after_answers(answers).legal_actions():
        answers.append(rng.choice(following))
    return game.action_bytes(*answers)


class DaysTable:
    """Four seats with journals on the disk, each of which is closed again before the next one is opened."""

    def __init__(self, folder: Path, mailbox: KilledMailbox, **game: object) -> None:
        self.mailbox = mailbox
        self.keys = [curve_keys(secrets.token_bytes) for _ in range(SEATS)]
        self.disk = DiskTable(folder, SEATS, 1, begin=False, **game)  # type: ignore[arg-type]
        self.signed: Counter[int] = Counter()
        """How often each seat has signed, where that is counted."""
        self.disk.use_link_keys(self.keys)
        self.rng = random.Random(1)
        self.visits: list[Visit] = []
        for seat in range(SEATS):
            self.disk.begin(seat)
            self.disk.kill(seat)

    def visit(self, me: int) -> None:
        self.disk.now += 1
        seat = self.disk.resume(me)
        mail = TableMail(seat, self.keys[me], (LOOPBACK, self.mailbox.port), 0, lambda: None)
        visit, is_read, end, signatures = Visit(me), False, time.monotonic() + PATIENCE_S, self.signed[me]
        self.visits.append(visit)
        try:
            while not is_read or seat.has_work or seat.session.is_asked or mail.link.waiting_count:
                assert time.monotonic() < end, mail.link.trouble
                is_read = any(text == MAILBOX_IS_READ for text in mail.deliver(0, (), False)) or is_read
                output = seat.take_output()
                self.disk.facts[me] += output.events
                visit.add_entries(output.entries)
                mail.sort_output(output, ())
                if seat.has_work:
                    seat.session.do_spare_work()
                elif seat.session.is_asked and not seat.session.asking:
                    visit.times_asked += 1
                    seat.submit_encoded(whole_turn(seat.session.state.game, me, self.rng))
                elif not is_read:
                    time.sleep(0.001)
            output = seat.take_output()
            visit.add_entries(output.entries)
            mail.sort_output(output, ())
        finally:
            visit.signatures = self.signed[me] - signatures
            mail.close()
            self.disk.kill(me)


def play(table: DaysTable, mailbox: KilledMailbox, killed_at: Callable[[int], bool], lost_at: int) -> int:
    """Play until all have the result; return how often the mailbox was killed."""
    kills = 0
    for turn in range(20_000):
        table.visit(turn % SEATS)
        if all(table.disk.finished(seat) for seat in range(SEATS)):
            break
        if killed_at(turn) or turn == lost_at:
            kills += 1
            mailbox.end()
            if turn == lost_at:
                shutil.rmtree(mailbox.folder)
            mailbox.begin()
    return kills


class KilledMailbox:
    """A relay with a mailbox that is a process of its own, and is killed."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self._process: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        words = ["relay", "--bind", LOOPBACK, "--port", str(self.port), "--mailbox", str(self.folder)]
        self._process = subprocess.Popen([sys.executable, "-c", MAIN, *words], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        found = re.match(r"Relay on port (\d+)", self._process.stdout.readline())
        assert found is not None
        self.port = int(found[1])

    def end(self) -> None:
        assert self._process is not None and self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Counter[bytes]:
    """Return how many bytes each key has sealed."""
    counted: Counter[bytes] = Counter()

    def seal(keys: CurveKeys, to: bytes, frame: bytes) -> bytes:
        sealed = seal_frame(keys, to, frame)
        counted[keys.public] += len(sealed)
        return sealed

    monkeypatch.setattr(mail_link, "seal_frame", seal)
    return counted


def check(table: DaysTable) -> None:
    """All have the same game, and each journal proves it."""
    disk = table.disk
    reports = [verify_journal(read_journal(disk.path(seat)), disk.make_game, VERIFIER, GROUP) for seat in range(SEATS)]
    assert len({(report.head, report.result) for report in reports}) == 1 and reports[0].result is not None
    assert all(report.signed_by == (0, 1, 2, 3) and not report.convictions and not report.lost for report in reports)


@pytest.fixture
def killed_mailbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KilledMailbox]:
    monkeypatch.setattr(table_mail, "WAKE_MS", 0)
    mailbox = KilledMailbox(tmp_path / "mail")
    mailbox.begin()
    yield mailbox
    mailbox.end()


@pytest.mark.more_cases
def test_a_whole_toy_game(tmp_path: Path, killed_mailbox: KilledMailbox, sent: Counter[bytes]) -> None:
    table = DaysTable(tmp_path, killed_mailbox)
    kills = play(table, killed_mailbox, lambda turn: turn % 11 == 5, lost_at=60)
    assert kills >= 10
    check(table)
    assert max(sent.values()) < 400_000


@pytest.mark.campaign
def test_a_whole_game_of_acquire(tmp_path: Path, killed_mailbox: KilledMailbox, sent: Counter[bytes]) -> None:
    table = acquire_table(tmp_path, killed_mailbox)
    kills = play(table, killed_mailbox, lambda turn: turn % 73 == 5, lost_at=301)
    check(table)
    asked = sum(visit.times_asked for visit in table.visits)
    print(f"{len(table.visits)} visits, {last_block(table)} blocks, {asked} questions, {kills} kills, "
          f"{max(sent.values()):,} bytes of one seat")
    # 400 kB of a game of 200 blocks; few are longer.
    assert kills >= 10 and max(sent.values()) < 60_000 + 1_700 * last_block(table)


@pytest.mark.campaign
def test_how_often_a_program_is_needed_in_a_turn(tmp_path: Path, killed_mailbox: KilledMailbox,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn of a decision and a draw, as almost all are without a merger, needs each program twice and its person once. In a
    longer one no program is needed more than once for each decision and twice for each draw: it signs its share and its ACK."""
    table = acquire_table(tmp_path, killed_mailbox)

    def sign(session: Session, kind: Kind, *rest: Any) -> Signed | None:
        table.signed[session.seat] += kind is not Kind.STATUS  # which says what is here, and may be left out at any time
        return original(session, kind, *rest)

    original = Session._sign
    monkeypatch.setattr(Session, "_sign", sign)
    play(table, killed_mailbox, lambda turn: False, lost_at=-1)
    check(table)
    found: dict[str, list[int]] = {}
    for steps, needed, asked in turns(table.visits):
        assert max(needed) <= len(steps) + steps.count("draw") and sum(asked) == steps.count("decide"), (steps, needed, asked)
        found.setdefault(" ".join(steps), []).append(max(needed))
    for steps, counts in sorted(found.items(), key=lambda each: -len(each[1])):
        print(f"{len(counts):3} turns of {steps}: each program at most {max(counts)} times")
    assert max(found["decide draw"]) <= 2 and len(found["decide draw"]) > 20


def acquire_table(folder: Path, mailbox: KilledMailbox) -> DaysTable:
    return DaysTable(folder, mailbox, make_game=game_of, rules=rules_lines(RULESETS["classic"]),
                     options=tuple(sorted(days_options(LOOPBACK).items())))


def last_block(table: DaysTable) -> int:
    return max(block for visit in table.visits for block, _ in visit.said)


def turns(visits: Sequence[Visit]) -> Iterator[tuple[list[str], list[int], list[int]]]:
    """Yield for each turn its steps, in how many visits each program had to sign something, and how often each person was asked,
    the one whose turn it is first. A turn begins with its first decision and ends before that of the next one."""
    made: dict[int, tuple[str, int, int]] = {}
    for number, visit in enumerate(visits):
        for block, kind in visit.said:
            if kind in (Kind.DECIDE, Kind.SHARES):
                made.setdefault(block, ("decide" if kind == Kind.DECIDE else "draw", visit.seat, number))
    decisions = [(block, seat, number) for block, (step, seat, number) in sorted(made.items()) if step == "decide"]
    # In a game of four each turn is that of the next seat; a decision between, in a merger, belongs to the turn.
    mover, first, start = decisions[0][1], decisions[0][0], decisions[0][2]
    for block, seat, number in decisions[1:]:
        if seat != (mover + 1) % SEATS or made[block - 1][0] == "decide":
            continue
        steps = [made[each][0] for each in range(first, block)]
        during = visits[start:number]
        order = [(mover + place) % SEATS for place in range(SEATS)]
        yield (steps, [sum(visit.seat == each and visit.signatures > 0 for visit in during) for each in order],
               [sum(visit.times_asked for visit in during if visit.seat == each) for each in order])
        mover, first, start = seat, block, number
