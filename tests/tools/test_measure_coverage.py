"""Coverage is configured for what is measured, and what gcc counts becomes a table; the measuring itself is the night's."""

from __future__ import annotations

import configparser
from pathlib import Path
from typing import Any

import pytest

from tools.measure_coverage import KINDS, PACKAGES, TESTS, coverage_settings, lines_of_cython, table_of

from . import ROOT


def test_programs_that_tests_start_are_followed_and_the_report_is_kept() -> None:
    settings = configparser.ConfigParser(interpolation=None)
    settings.read_string(coverage_settings(Path("/copy"), Path("/report")))
    assert (settings["run"]["patch"], settings["run"]["parallel"], settings["run"]["branch"]) == ("subprocess", "True", "True")
    assert settings["run"]["source"].split(", ") == [f"/copy/{package}" for package in PACKAGES]
    assert settings["json"]["output"] == "/report/coverage.json"


@pytest.mark.parametrize("kind", KINDS)
def test_the_tests_that_are_run_are_there(kind: str) -> None:
    assert TESTS[kind] and all((ROOT / path).exists() for path in TESTS[kind])


def counted(name: str, **lines: int) -> dict[str, Any]:
    """Return one file as gcov prints it: how often its lines ran, by names such as `line4`."""
    counts = [{"line_number": int(line.removeprefix("line")), "count": count} for line, count in lines.items()]
    return {"file": name, "lines": counts}


def test_a_line_in_several_modules_ran_if_it_ran_in_one_and_all_that_is_not_our_code_is_left_out(tmp_path: Path) -> None:
    board, search = "acquire_core/board.pxd", "acquire_core/search.pyx"
    (tmp_path / "acquire_core").mkdir()
    (tmp_path / board).write_text("cdef int a = <int>1, *b = &a\n\ncdef int c\n", encoding="utf-8")
    (tmp_path / search).write_text('cdef f():\n    """Say."""\n    # why\n    return 1\n    return 2\n', encoding="utf-8")
    one = [counted(board, line3=0, line1=2), counted("/usr/include/python3.11/object.h", line1=5)]
    other = [counted(board, line3=1, line1=0, line400=0), counted(search, line2=0, line3=0, line4=0, line5=0)]
    hits = lines_of_cython([{"files": one}, {"files": other}], tmp_path)
    assert hits == {board: {1: True, 3: True}, search: {4: False, 5: False}}
    assert [line.split() for line in table_of(hits).splitlines()] == [
        ["Name", "Lines", "Missed", "Cover", "Missing"],
        [board, "2", "0", "100%"],
        [search, "2", "2", "0%", "4-5"],
        ["TOTAL", "4", "2", "50%"]]


def test_a_table_of_nothing() -> None:
    assert table_of({}).splitlines()[-1].split() == ["TOTAL", "0", "0", "0%"]
