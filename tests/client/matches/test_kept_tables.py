"""Tables over days that are visited without a screen, where they have waited too long for a player."""

from __future__ import annotations

import json
import queue
import secrets
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from acquire_client.commands import keep
from acquire_client.commands.keep import TableKeeper
from acquire_client.files.folders import folders
from acquire_client.matches import kept_tables
from acquire_client.matches.kept_tables import HOUR_S, MEETING_S, TableVisit, _meet_others, meeting_at, visit_table
from acquire_core import RULESETS
from acquire_net import events
from acquire_net.config import PeerConfig
from acquire_net.crypto.signing import SigningKey
from acquire_net.lobby.lobby import Offer
from acquire_net.lobby.options import days_options
from acquire_net.protocol.dealing import DecideAction
from acquire_net.protocol.liveness import Debt, Timing
from acquire_net.table import opening
from acquire_net.table.acquire_game import rules_lines
from acquire_net.table.journal import read_journal
from acquire_net.table.patience_file import PatienceFile, PatienceNotes
from acquire_net.table.side_file import PATIENCE
from acquire_net.table.verify import verify_journal
from tests.support.open_mailbox import OpenMailbox
from tests.support.peers_on_loopback import LOOPBACK, PATIENCE_S, wait_until
from tests.support.people_at_peers import PersonAtPeer, begin_table
from tests.support.seat_of_peer import seat_of

JOURNAL = Path("7f.acqlog")


def test_all_programs_of_a_table_meet_once_in_each_hour() -> None:
    begins = [meeting_at(Path(folder) / "7f.acqlog", 1_800_000_000 + 60 * minute)
              for minute in range(600) for folder in ("here", "there")]
    assert begins[::2] == begins[1::2] and all(at_s % MEETING_S == 0 for at_s in begins)
    assert {at_s // HOUR_S for at_s in begins} >= {500_000 + hour for hour in range(10)}
    assert len(set(begins)) == len({at_s // HOUR_S for at_s in begins})
    for minute, at_s in enumerate(begins[::2]):
        now_s = 1_800_000_000 + 60 * minute
        assert now_s < at_s + MEETING_S and at_s - now_s < 2 * HOUR_S
        assert meeting_at(JOURNAL, at_s) == meeting_at(JOURNAL, at_s + MEETING_S - 1) == at_s
        assert meeting_at(JOURNAL, at_s + MEETING_S) > at_s


class Clock:
    """A clock that runs as fast as a program looks at it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, now_s: float) -> None:
        self.now_s = now_s
        monkeypatch.setattr(kept_tables, "time", self)

    def time(self) -> float:
        return self.now_s

    def monotonic(self) -> float:
        self.now_s += 1
        return self.now_s


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the days that the table has waited, at each look; then the last ones."""
    found: list[float] = [9.0]
    monkeypatch.setattr(kept_tables, "days_waited", lambda journal: found.pop(0) if len(found) > 1 else found[0])
    monkeypatch.setattr(kept_tables, "LOOK_S", 0.001)
    return found


def meet(visit: TableVisit, *news: object) -> TableVisit:
    waiting: queue.SimpleQueue[object] = queue.SimpleQueue()
    for item in news:
        waiting.put(item)
    return _meet_others(visit, JOURNAL, 7, waiting, threading.Event())


def test_a_visit_between_two_meetings_says_when_the_next_one_is(monkeypatch: pytest.MonkeyPatch, waited: list[float]) -> None:
    at_s = meeting_at(JOURNAL, 1_800_000_000)
    clock = Clock(monkeypatch, at_s - 60)
    assert meet(TableVisit(("Ben",))).meets_at_s == at_s and clock.now_s < at_s
    waited[:] = [6.9]
    assert meet(TableVisit(("Ben",))).meets_at_s is None


def test_a_program_stays_at_a_meeting_as_long_as_there_is_reason_to(monkeypatch: pytest.MonkeyPatch,
                                                                    waited: list[float]) -> None:
    at_s = meeting_at(JOURNAL, 1_800_000_000)
    clock = Clock(monkeypatch, at_s + 10)
    met = meet(TableVisit(("Ben",)), events.Trouble("the line broke"))
    assert met == TableVisit(("Ben",), meets_at_s=meeting_at(JOURNAL, at_s + MEETING_S)) and clock.now_s >= at_s + MEETING_S
    clock.now_s, waited[:] = at_s, [9, 9, 0]
    assert meet(TableVisit(("Ben",))) == TableVisit(("Ben",)) and clock.now_s < at_s + 60
    for news, found in ((events.PeerStopped("the disk is full"), TableVisit(("Ben",), trouble="the disk is full")),
                        (events.Ended((), "it is over", (), "", None), TableVisit(("Ben",), is_over=True))):
        clock.now_s, waited[:] = at_s, [9]
        assert meet(TableVisit(("Ben",)), news) == found and clock.now_s < at_s + 60
    clock.now_s = at_s
    for visit in (TableVisit(is_asked=True), TableVisit(trouble="nothing was heard of the mailbox"), TableVisit(is_over=True)):
        assert meet(visit) == visit and clock.now_s < at_s + 60


def test_a_keeper_comes_to_each_meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    coming = iter([TableVisit(("Ben",)), TableVisit(("Ben",), meets_at_s=1_000_120), TableVisit(("Ben",), meets_at_s=999_990)])
    monkeypatch.setattr(keep, "tables_over_days", lambda where: [JOURNAL])
    monkeypatch.setattr(keep, "visit_table", lambda config, journal, ended: next(coming))
    monkeypatch.setattr(time, "time", lambda: 1_000_000.0)
    keeper = TableKeeper(folders(), None)  # type: ignore[arg-type]
    for pause_s in (600, 120, 1):
        keeper.visit_all(threading.Event())
        assert keeper.pause_s(600) == pause_s


@pytest.fixture
def members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[PersonAtPeer]]:
    """Yield three at a table that waits a day for each player, when all have gone home."""
    monkeypatch.setattr(opening, "Timing", partial(Timing, absent_ms=2000))
    with OpenMailbox(tmp_path / "mailbox") as mailbox:
        found = [PersonAtPeer(PeerConfig(SigningKey(secrets.token_bytes(32)), f"Player {number}", tmp_path / str(number), "0",
                                         port=0, announces=False)) for number in range(3)]
        try:
            begin_table(found, Offer(rules_lines(RULESETS["classic"]), 3, days_options(f"{LOOPBACK}:{mailbox.port}", "1")))
            wait_until(lambda: sum(has_noted_one(member) for member in found) == 2)
            for member in found:
                member.stop()
            yield found
        finally:
            for member in found:
                member.stop()


def journal_of(member: PersonAtPeer) -> Path:
    return next(member.setup.folder.glob("*.acqlog"))


def has_noted_one(member: PersonAtPeer) -> bool:
    """Return True if a member waits for the decision of another one, and has noted that."""
    seat = seat_of(member.peer)
    if seat is None or not isinstance(seat.session.state.step, DecideAction):
        return False
    debts = PatienceFile(seat.journal.path).read_said() or PatienceNotes()
    return [each.debt for each in debts.debts] == [Debt(seat.session.state.step.seat, seat.session.state.block, 0, False)]


@pytest.mark.fully
def test_programs_that_look_in_for_seconds_meet_and_go_on_without_a_player(members: list[PersonAtPeer],
                                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    notes = [journal_of(member).with_suffix(PATIENCE) for member in members]
    keeping = [member for member, path in zip(members, notes, strict=True) if json.loads(path.read_bytes())["debts"]]
    assert len(keeping) == 2
    for path in notes:
        found = json.loads(path.read_bytes())
        for debt in found["debts"]:
            debt[4] -= 86_400  # since when
        path.write_text(json.dumps(found))
    monkeypatch.setattr(kept_tables, "meeting_at", lambda journal, now_s: int(now_s) + 1000)
    ended = threading.Event()
    for member in keeping:
        visit = visit_table(member.setup, journal_of(member), ended)
        assert visit.meets_at_s and not visit.trouble
    monkeypatch.setattr(kept_tables, "meeting_at", lambda journal, now_s: int(now_s) - 1)
    visits: list[TableVisit] = []
    threads = [threading.Thread(target=lambda member=member: visits.append(visit_table(member.setup, journal_of(member), ended)))
               for member in keeping]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(2 * PATIENCE_S)
    assert [(visit.trouble, visit.meets_at_s) for visit in visits] == [("", None)] * 2
    for member in keeping:
        report = verify_journal(read_journal(journal_of(member)))
        assert report.lost
