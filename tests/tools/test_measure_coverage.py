"""Coverage is configured for what is measured, and what gcc counts becomes a table; the measuring itself is the night's."""

from __future__ import annotations

import configparser
from pathlib import Path
from typing import Any

import pytest

from tools.measure_coverage import KINDS, PACKAGES, coverage_settings, lines_of_cython, table_of

from . import ROOT


def test_programs_that_tests_start_are_followed_and_the_report_is_kept() -> None:
    settings = configparser.ConfigParser(interpolation=None)
    settings.read_string(coverage_settings(Path("/copy"), Path("/report")))
    assert (settings["run"]["patch"], settings["run"]["parallel"], settings["run"]["branch"]) == ("subprocess", "True", "True")
    assert settings["run"]["source"].split(", ") == [f"/copy/{package}" for package in PACKAGES]
    assert settings["json"]["output"] == "/report/coverage.json"


@pytest.mark.parametrize("kind", KINDS)
def test_the_tests_that_are_run_are_there(kind: str) -> None:
    tests = KINDS[kind][1]
    assert tests and all((ROOT / path).exists() for path in tests)


def counted(name: str, counts: dict[int, int]) -> dict[str, Any]:
    """Return one file as gcov prints it: how often each of its lines ran."""
    return {"file": name, "lines": [{"line_number": line, "count": count} for line, count in counts.items()]}


BOARD, SEARCH = "acquire_core/board.pxd", "acquire_core/search.pyx"


def test_a_line_in_several_modules_ran_if_it_ran_in_one(tmp_path: Path) -> None:
    (tmp_path / "acquire_core").mkdir()
    (tmp_path / BOARD).write_text("cdef int a = <int>1, *b = &a\ncdef int c\n", encoding="utf-8")
    one, other = [counted(BOARD, {2: 0, 1: 2})], [counted(BOARD, {2: 1, 1: 0})]
    assert lines_of_cython([{"files": one}, {"files": other}], tmp_path) == {BOARD: {1: True, 2: True}}


def test_what_is_no_code_of_ours_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "acquire_core").mkdir()
    (tmp_path / SEARCH).write_text('cdef f():\n    """Say."""\n    # why\n\n    return 1\n    return 2\n', encoding="utf-8")
    beyond_the_end = 400
    files = [counted(SEARCH, {2: 0, 3: 0, 4: 1, 5: 0, 6: 0, beyond_the_end: 0}), counted("/usr/include/Python.h", {1: 5})]
    assert lines_of_cython([{"files": files}], tmp_path) == {SEARCH: {5: False, 6: False}}


def test_a_table_has_a_row_for_each_file_and_their_sum() -> None:
    hits = {BOARD: {4: True, 9: True}, SEARCH: {4: False, 5: False}}
    assert [line.split() for line in table_of(hits).splitlines()] == [
        ["Name", "Lines", "Missed", "Cover", "Missing"],
        [BOARD, "2", "0", "100%"],
        [SEARCH, "2", "2", "0%", "4-5"],
        ["TOTAL", "4", "2", "50%"]]


def test_a_table_of_nothing() -> None:
    assert table_of({}).splitlines()[-1].split() == ["TOTAL", "0", "0", "0%"]
