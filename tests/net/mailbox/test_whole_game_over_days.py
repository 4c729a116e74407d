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
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from acquire_core import RULESETS
from acquire_net.crypto.curve import CurveKeys, curve_keys
from acquire_net.crypto.sealing import seal_frame
from acquire_net.lobby.table_spec import Agreement
from acquire_net.mailbox import mail_link, table_mail
from acquire_net.mailbox.table_mail import MAILBOX_IS_READ, TableMail
from acquire_net.table.acquire_game import game_of, rules_lines
from acquire_net.table.journal import read_journal
from acquire_net.table.verify import verify_journal
from tests.support.peers_on_loopback import LOOPBACK, PATIENCE_S
from tests.support.table_on_disk import GROUP, VERIFIER, DiskTable, choices

SEATS = 4
MAIN = "import sys; from acquire_client.cli import main; sys.exit(main())"


class DaysTable:
    """Four seats with journals on the disk, each of which is closed again before the next one is opened."""

    def __init__(self, folder: Path, mailbox: KilledMailbox, **game: object) -> None:
        self.mailbox = mailbox
        self.keys = [curve_keys(secrets.token_bytes) for _ in range(SEATS)]
        self.disk = DiskTable(folder, SEATS, 1, begin=False, **game)  # type: ignore[arg-type]
        seats = tuple(replace(seat, curve=keys.public) for seat, keys in zip(self.disk.table.seats, self.keys, strict=True))
        self.disk.table = replace(self.disk.table, seats=seats)
        self.disk.signatures = {seat: Agreement(self.disk.table).sign(signer) for seat, signer in enumerate(self.disk.signers)}
        self.rng = random.Random(1)
        self.blocks_at_visits: list[tuple[int, int, bool]] = []
        """Seat, block at the end, and whether the person was asked."""
        for seat in range(SEATS):
            self.disk.begin(seat)
            self.disk.kill(seat)

    def visit(self, me: int) -> None:
        self.disk.now += 1
        seat = self.disk.resume(me)
        mail = TableMail(seat, self.keys[me], (LOOPBACK, self.mailbox.port), 0, lambda: None)
        was_asked, is_read, end = False, False, time.monotonic() + PATIENCE_S
        try:
            while not is_read or seat.has_work or seat.session.is_asked or mail.link.waiting_count:
                assert time.monotonic() < end, mail.link.trouble
                is_read = any(text == MAILBOX_IS_READ for text in mail.deliver(0, ())) or is_read
                output = seat.take_output()
                self.disk.facts[me] += output.events
                mail.sort_output(output, ())
                if seat.has_work:
                    seat.session.do_spare_work()
                elif seat.session.is_asked and not seat.session.asking:
                    was_asked = True
                    seat.submit_encoded(self.rng.choice(choices(seat.session.state.game, me)))
                elif not is_read:
                    time.sleep(0.001)
            mail.sort_output(seat.take_output(), ())
        finally:
            self.blocks_at_visits.append((me, seat.session.state.block, was_asked))
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
    """How many bytes each key has sealed."""
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
    table = DaysTable(tmp_path, killed_mailbox, make_game=game_of, rules=rules_lines(RULESETS["classic"]))
    kills = play(table, killed_mailbox, lambda turn: turn % 73 == 5, lost_at=301)
    check(table)
    print(f"{len(table.blocks_at_visits)} visits, {table.blocks_at_visits[-1][1]} blocks, "
          f"{sum(asked for _, _, asked in table.blocks_at_visits)} visits with a question, {kills} kills, "
          f"{max(sent.values()):,} bytes of one seat")
    assert kills >= 10 and max(sent.values()) < 400_000
