"""`acquire keep`: what it refuses, what it says, and when it runs the person's own command."""

from __future__ import annotations

import queue
import sys
import threading
import time
from pathlib import Path

import pytest

from acquire_client.commands import keep
from acquire_client.commands.keep import TableKeeper, run_notice
from acquire_client.files.folders import folders
from acquire_client.matches.kept_tables import TableVisit, _follow_visit, has_mailbox
from tests.client.command_line import Acquire

JOURNAL = Path("7f.acqlog")


@pytest.mark.parametrize(("words", "says"), [
    (("--notify", "no-such-program-here x"), "there is no program 'no-such-program-here'"),
    (("--notify", ""), "--notify: there is no program"),
    (("--notify", "mail 'x"), "--notify: no closing quotation"),
    (("--every", "0"), "from 1 to 1440"),
    (("--service", "cron"), "invalid choice: 'cron'"),
    (("--service", "systemd", "--once"), "do not go together"),
    (("FILE",), "unrecognized arguments"),
])
def test_a_command_line_that_makes_no_sense_is_refused(acquire: Acquire, words: tuple[str, ...], says: str) -> None:
    answer = acquire("keep", *words)
    assert answer.code == 2 and says in answer.err and not answer.out


def test_where_no_table_is_over_days_once_says_so(acquire: Acquire) -> None:
    answer = acquire("keep", "--once")
    assert answer.code == 1 and "there is no table over days to come back to" in answer.err and not answer.out


def test_what_is_no_journal_of_such_a_table_is_left_alone(tmp_path: Path) -> None:
    assert not has_mailbox(tmp_path / "gone.acqlog")
    (tmp_path / "text.acqlog").write_text("dear diary")
    assert not has_mailbox(tmp_path / "text.acqlog")


def test_news_are_shown_once_and_the_command_runs_once_for_each_decision(monkeypatch: pytest.MonkeyPatch,
                                                                         capsys: pytest.CaptureFixture[str]) -> None:
    mine, theirs = TableVisit(("Ben",), True, 7), TableVisit(("Ben",), False, 8)
    coming = iter([mine, mine, theirs, theirs, TableVisit(("Ben",), True, 12), TableVisit(trouble="the disk is full"),
                   TableVisit(("Ben",), actions=30, is_over=True)])
    notices: list[dict[str, str]] = []
    monkeypatch.setattr(keep, "tables_over_days", lambda where: [JOURNAL])
    monkeypatch.setattr(keep, "visit_table", lambda config, journal, ended: next(coming))
    monkeypatch.setattr(keep, "run_notice", lambda command, values: notices.append(values))
    keeper = TableKeeper(folders(), None, "bell")  # type: ignore[arg-type]
    for _ in range(7):
        assert keeper.visit_all(threading.Event()) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Table with Ben: it is your turn, and acquire resume asks you", "Table with Ben: nothing is asked of you",
        "Table with Ben: it is your turn, and acquire resume asks you", "7f.acqlog: the disk is full",
        "Table with Ben: the game is over"]
    assert notices == [{"ACQUIRE_PLAYERS": "Ben", "ACQUIRE_TABLE": "7f.acqlog"}] * 2


def test_after_an_interrupt_no_further_table_is_visited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keep, "tables_over_days", lambda where: [JOURNAL])
    ended = threading.Event()
    ended.set()
    assert TableKeeper(folders(), None).visit_all(ended) == 1  # type: ignore[arg-type]


def test_an_interrupt_ends_a_visit_and_reports_nothing_of_it(monkeypatch: pytest.MonkeyPatch,
                                                             capsys: pytest.CaptureFixture[str]) -> None:
    def visit_until_interrupted(config: object, journal: object, ended: threading.Event) -> TableVisit:
        ended.set()
        return TableVisit(trouble="nothing was heard of the mailbox")

    monkeypatch.setattr(keep, "tables_over_days", lambda where: [JOURNAL])
    monkeypatch.setattr(keep, "visit_table", visit_until_interrupted)
    TableKeeper(folders(), None).visit_all(threading.Event())  # type: ignore[arg-type]
    assert not capsys.readouterr().out
    ended = threading.Event()
    ended.set()
    visit = _follow_visit(queue.SimpleQueue(), ended, time.monotonic() + 600)
    assert visit == TableVisit(trouble="nothing was heard of the mailbox")


def test_the_command_gets_names_and_journal_and_its_failures_end_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                                         capsys: pytest.CaptureFixture[str]) -> None:
    written = tmp_path / "written"
    script = tmp_path / "bell.py"
    script.write_text(f"import os, pathlib; pathlib.Path({str(written)!r}).write_text(os.environ['ACQUIRE_PLAYERS'])")
    run_notice(f'"{sys.executable}" "{script}"', {"ACQUIRE_PLAYERS": "Ben and Cleo"})
    assert written.read_text() == "Ben and Cleo" and not capsys.readouterr().err
    run_notice(f'"{sys.executable}" -c "raise SystemExit(3)"', {})
    assert "ended with code 3" in capsys.readouterr().err
    run_notice(str(tmp_path / "nobody"), {})
    assert "--notify: " in capsys.readouterr().err
    monkeypatch.setattr(keep, "NOTIFY_S", 0.2)
    run_notice(f'"{sys.executable}" -c "import time; time.sleep(60)"', {})
    assert "was ended" in capsys.readouterr().err
