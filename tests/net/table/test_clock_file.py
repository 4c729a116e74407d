"""What a program that comes back knows of the banks of a table's clock."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from acquire_net.table.clock_file import ClockFile
from acquire_net.table.resume_info import forget_resume_info
from acquire_net.table.table_seat import TableSeat
from tests.support.table_on_disk import DiskTable

OPTIONS = (("bank", "2"), ("clock", "20"))


def asked(table: DiskTable) -> int:
    found = [seat for seat, driver in enumerate(table.seats) if driver is not None and driver.session.is_asked]
    assert len(found) == 1
    return found[0]


def bank_ms(table: DiskTable, seat: int, of: int) -> int:
    driver = table.seats[seat]
    assert isinstance(driver, TableSeat)
    return driver.session.decision_clock.bank_left_ms(of)


def test_a_bank_is_what_it_was_when_the_program_comes_back(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 3, options=OPTIONS)
    table.settle()
    slow = asked(table)
    table.pass_time(50_000)
    table.play(random.Random(0).choice, most=1)
    before = bank_ms(table, slow, slow)
    assert 85_000 <= before <= 95_000
    table.kill(slow)
    table.resume(slow)
    assert before <= bank_ms(table, slow, slow) <= before + 1500, "at most what was not kept yet"
    assert all(bank_ms(table, slow, seat) == 120_000 for seat in range(3) if seat != slow)
    table.pass_time(3000)
    for seat in range(3):
        assert abs(bank_ms(table, seat, slow) - before) < 2000, "at the others it is the same"


def test_after_the_game_nothing_of_it_is_left(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 2, options=OPTIONS)
    table.settle()
    table.pass_time(30_000)
    assert all(ClockFile(table.path(seat)).path.exists() for seat in range(2))
    table.play(random.Random(0).choice)
    assert all(table.finished(seat) for seat in range(2))
    assert not any(list(table.home(seat).glob("*.clock*")) for seat in range(2))


def test_who_leaves_for_good_keeps_nothing_of_it(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 2, options=OPTIONS)
    table.settle()
    table.pass_time(30_000)
    forget_resume_info(table.path(0))
    assert not ClockFile(table.path(0)).path.exists()


@pytest.mark.parametrize("data", [b"", b"[1, 2", b'{"a": 1}', b"[-1, 3]", b"[1e99]", b"\xff" * 50, b"[" + b"1," * 9 + b"1]",
                                  b"[12345678901234567890]"])
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, data: bytes) -> None:
    table = DiskTable(tmp_path, 2, options=OPTIONS)
    table.settle()
    table.kill(0)
    ClockFile(table.path(0)).path.write_bytes(data)
    table.resume(0)
    assert [bank_ms(table, 0, seat) for seat in range(2)] == [120_000, 120_000]


def test_a_disk_that_takes_no_account_stops_nothing(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 2, options=OPTIONS)
    table.settle()
    (ClockFile(table.path(0)).path.with_name(ClockFile(table.path(0)).path.name + "-new")).mkdir()
    table.pass_time(30_000)
    assert not ClockFile(table.path(0)).path.exists()
    table.play(random.Random(0).choice, most=1)
    assert isinstance(table.seats[0], TableSeat) and not table.seats[0].disk_trouble
