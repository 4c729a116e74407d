"""A table over days whose players have agreed for how many days they wait for each other."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from acquire_net.lobby.options import checked_options, days_options
from acquire_net.lobby.table_spec import AdmissionError
from acquire_net.protocol.liveness import Liveness, Timing
from acquire_net.table.patience_file import PatienceFile
from acquire_net.table.resume_info import forget_resume_info
from acquire_net.table.side_file import delete_side_files
from tests.support.table_on_disk import DiskTable

WEEK = checked_options(days_options("mail.example.org", "7"))
WITHOUT = checked_options(days_options("mail.example.org"))
MINUTE_MS = 60_000


def table_of_three(folder: Path, options: tuple[tuple[str, str], ...] = WEEK) -> tuple[DiskTable, int]:
    """A table that waits for the decision of a player whose program has ended, and the seat of that one."""
    table = DiskTable(folder, 3, options=options)
    table.settle()
    table.play(random.Random(1).choice, most=4)
    [away] = [seat for seat, found in enumerate(table.seats) if found is not None and found.session.is_asked]
    table.kill(away)
    return table, away


def run_on(table: DiskTable, day: float) -> None:
    """Let the programs that are there run for two minutes of this day."""
    table.day = day
    table.pass_time(2 * MINUTE_MS)


def is_lost(table: DiskTable, away: int) -> bool:
    return all(away in found.session.state.lost for found in table.seats if found is not None)


def look_in(table: DiskTable, day: float, *seats: int) -> None:
    """The programs of these seats run for two minutes of a day, with nobody else."""
    table.day = day
    for seat in seats:
        if table.seats[seat] is None:
            table.resume(seat)
    table.settle()
    table.pass_time(2 * MINUTE_MS)
    for seat in seats:
        table.kill(seat)


def test_after_the_days_those_who_are_there_together_go_on(tmp_path: Path) -> None:
    table, away = table_of_three(tmp_path)
    table.pass_time(2 * MINUTE_MS)
    run_on(table, 6.9)
    assert not is_lost(table, away)
    run_on(table, 7)
    assert is_lost(table, away)
    table.play(random.Random(2).choice)
    others = [seat for seat in range(3) if seat != away]
    assert all(table.finished(seat) for seat in others)
    assert not any(list(table.home(seat).glob("*.patience*")) for seat in others)


def test_the_days_go_on_while_no_program_runs(tmp_path: Path) -> None:
    table, away = table_of_three(tmp_path)
    one, other = (seat for seat in range(3) if seat != away)
    look_in(table, 0, one, other)
    look_in(table, 3, one)
    table.resume(one)
    look_in(table, 8, one, other)
    for seat in (one, other):
        assert away in table.resume(seat).session.state.lost


def test_each_program_has_to_have_waited_itself(tmp_path: Path) -> None:
    """One that has seen the open block for a day alone is still patient, so its part of the agreement is missing."""
    table, away = table_of_three(tmp_path)
    one, other = (seat for seat in range(3) if seat != away)
    look_in(table, 0, one, other)
    PatienceFile(table.path(other)).path.unlink()
    look_in(table, 7.5, one, other)
    assert away not in table.resume(one).session.state.lost
    table.resume(other)
    run_on(table, 14.6)
    assert is_lost(table, away)


def test_who_answers_in_time_is_waited_for_anew(tmp_path: Path) -> None:
    table, away = table_of_three(tmp_path)
    table.pass_time(1000)
    table.day = 6.5
    table.resume(away)
    table.play(random.Random(3).choice, most=3)
    [next_one] = [seat for seat, found in enumerate(table.seats) if found is not None and found.session.is_asked]
    table.kill(next_one)
    table.pass_time(1000)
    run_on(table, 8)
    assert not is_lost(table, next_one)
    run_on(table, 13.6)
    assert is_lost(table, next_one)


def test_nobody_is_lost_for_whom_the_table_does_not_wait(tmp_path: Path) -> None:
    """Over days most players are away most of the time."""
    table = DiskTable(tmp_path, 3, options=WEEK)
    table.settle()
    [asked] = [seat for seat, found in enumerate(table.seats) if found is not None and found.session.is_asked]
    away = (asked + 1) % 3
    table.kill(away)
    table.pass_time(2 * MINUTE_MS)
    run_on(table, 20)
    assert not is_lost(table, away) and not is_lost(table, asked)


def test_without_that_option_a_table_over_days_waits_for_ever(tmp_path: Path) -> None:
    table, away = table_of_three(tmp_path, WITHOUT)
    table.pass_time(2 * MINUTE_MS)
    run_on(table, 400)
    assert not is_lost(table, away)


@pytest.mark.parametrize("found", [b"", b"{}", b'{"block":1,"view":0,"since_s":-1}', b'{"block":0,"view":0,"since_s":"x"}',
                                   b"[" * 5000],
                         ids=["empty", "no fields", "before 1970", "a text", "deep"])
def test_a_damaged_file_begins_the_days_anew(tmp_path: Path, found: bytes) -> None:
    file = PatienceFile(tmp_path / "a.acqlog", lambda: 5 * 86_400.0)
    file.path.write_bytes(found)
    assert file.days_open(1, 0) == 0
    assert PatienceFile(tmp_path / "a.acqlog", lambda: 8 * 86_400.0).days_open(1, 0) == 3


def test_a_new_view_begins_the_days_anew(tmp_path: Path) -> None:
    """In it all owe the block again, also those for whom nobody has waited."""
    now = [10 * 86_400.0]
    file = PatienceFile(tmp_path / "a.acqlog", lambda: now[0])
    assert file.days_open(4, 0) == 0
    now[0] = 20 * 86_400.0
    assert file.days_open(4, 0) == 10 and file.days_open(4, 1) == 0


def test_days_of_another_block_or_view_count_nothing() -> None:
    """A block may close between two looks at the calendar, and the next one is new."""
    liveness = Liveness(Timing(absent_ms=1000, patience_days=7), 3, 0)
    liveness.pass_time(2000)
    liveness.count_days(4, 1, 7.0)
    assert liveness.is_out_of_patience(2, 4, 1)
    assert not liveness.is_out_of_patience(2, 5, 1) and not liveness.is_out_of_patience(2, 4, 2)
    liveness.count_days(4, 1, 6.9)
    assert not liveness.is_out_of_patience(2, 4, 1)


def test_a_calendar_that_is_set_back_begins_the_days_anew(tmp_path: Path) -> None:
    now = [10 * 86_400.0]
    file = PatienceFile(tmp_path / "a.acqlog", lambda: now[0])
    assert file.days_open(4, 2) == 0
    now[0] = 2 * 86_400.0
    assert file.days_open(4, 2) == 0
    now[0] = 3 * 86_400.0
    assert file.days_open(4, 2) == 1 and file.days_open(5, 2) == 0


def test_a_disk_that_takes_nothing_stops_nobody(tmp_path: Path) -> None:
    file = PatienceFile(tmp_path / "missing" / "a.acqlog", lambda: 5.0)
    assert file.days_open(1, 0) == 0
    delete_side_files(tmp_path / "missing" / "a.acqlog")


def test_who_leaves_for_good_keeps_nothing_of_it(tmp_path: Path) -> None:
    table, away = table_of_three(tmp_path)
    table.pass_time(1000)
    kept = next(seat for seat in range(3) if seat != away)
    assert PatienceFile(table.path(kept)).path.exists()
    forget_resume_info(table.path(kept))
    assert not PatienceFile(table.path(kept)).path.exists()


def test_patience_counts_days_and_only_at_a_table_over_days() -> None:
    assert ("patience", "7") in WEEK and not dict(WITHOUT).get("patience")
    for wrong in ("0", "366", "a week", "-1"):
        with pytest.raises(AdmissionError, match="is not a value of the option patience; it may be none or 1 to 365 days"):
            checked_options(days_options("mail.example.org", wrong))
    with pytest.raises(AdmissionError, match="patience counts days, at a table over days: set mailbox, or patience to none"):
        checked_options({"patience": "7"})
