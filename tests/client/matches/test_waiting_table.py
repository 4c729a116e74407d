"""The table to which a seat can return, read from its journal."""

import shutil
from pathlib import Path

import pytest

from acquire_client.files.folders import Folders
from acquire_client.files.journal_files import TABLES
from acquire_client.matches import journals
from acquire_client.matches.waiting_table import WaitingTable, other_tables_over_days, waiting_table
from acquire_net import resume_info_path, secrets_path

JOURNAL = Path(__file__).parents[2] / "compatibility" / "541e15f" / "two-players.acqlog"


def test_a_journal_says_with_whom_the_table_plays_and_how_far_it_is(tmp_path: Path) -> None:
    where = Folders(tmp_path, tmp_path, tmp_path / "records")
    assert waiting_table(where) is None
    (tmp_path / TABLES).mkdir()
    journal = tmp_path / TABLES / "1.acqlog"
    shutil.copyfile(JOURNAL, journal)
    for beside in (resume_info_path(journal), secrets_path(journal)):
        beside.write_bytes(b"")
    found = waiting_table(where)
    assert found is not None and found.names == ("Ada", "Ben") and found.turn > 10
    assert found.waits_for == () and not found.waits_for_me, "this game is over"
    assert len(found.identities) == 2 and found.lobby_id == b"", "the file of links is empty here"
    journal.write_bytes(journal.read_bytes()[:-900] + b"x" * 900)
    assert waiting_table(where) == WaitingTable(journal), "what cannot be read is offered all the same, and the resume says why"


def test_tables_over_days_wait_beside_the_first_one_unless_they_are_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = Folders(tmp_path, tmp_path, tmp_path / "records")
    first, over, runs = (tmp_path / f"{name}.acqlog" for name in ("first", "over", "runs"))
    whole = JOURNAL.read_bytes()
    over.write_bytes(whole)
    runs.write_bytes(whole[:len(whole) // 2])
    monkeypatch.setattr("acquire_client.matches.waiting_table.tables_over_days", lambda where: [first, over, runs])
    [found] = other_tables_over_days(where, first)
    assert found.journal == runs and found.names == ("Ada", "Ben") and found.waits_for and not found.is_over


def test_a_journal_that_has_not_changed_is_verified_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where, runs, verified = Folders(tmp_path, tmp_path, tmp_path / "records"), tmp_path / "runs.acqlog", list[Path]()

    def check(path: Path) -> journals.CheckedJournal:
        verified.append(path)
        return journals.check_journal(path)

    monkeypatch.setattr("acquire_client.matches.waiting_table.check_journal", check)
    monkeypatch.setattr("acquire_client.matches.waiting_table.tables_over_days", lambda where: [runs])
    whole = JOURNAL.read_bytes()
    runs.write_bytes(whole[:len(whole) // 2])
    one = other_tables_over_days(where, tmp_path)
    assert one == other_tables_over_days(where, tmp_path) and verified == [runs]
    runs.write_bytes(whole[:len(whole) // 3])
    assert [table.turn for table in other_tables_over_days(where, tmp_path)] < [table.turn for table in one]
    assert verified == [runs, runs]
