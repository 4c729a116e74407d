"""Coverage is configured for what is measured; the measuring itself is the night's."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import pytest

from tools.measure_coverage import NOT_TRACED, PACKAGES, TESTS, coverage_settings

from . import ROOT


def read(kind: str) -> configparser.ConfigParser:
    found = configparser.ConfigParser(interpolation=None)
    found.read_string(coverage_settings(kind, Path("/copy"), Path("/report")))
    return found


@pytest.mark.parametrize("kind", TESTS)
def test_programs_that_tests_start_are_followed_and_the_report_is_kept(kind: str) -> None:
    assert read(kind)["run"]["patch"] == "subprocess"
    assert read(kind)["run"]["parallel"] == "True"
    assert read(kind)["json"]["output"] == "/report/coverage.json"
    assert all((ROOT / path).exists() for path in TESTS[kind] if path.startswith("tests"))


def test_what_is_not_traced_is_there() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "tests/core").glob("test_*.py")]
    for words in NOT_TRACED.split(" and "):
        name = words.removeprefix("not ")
        assert name != words and any(re.search(rf"def test_\w*{name}", text) for text in texts), words


def test_python_and_cython_are_measured_apart() -> None:
    assert read("python")["run"]["source"].split(", ") == [f"/copy/{package}" for package in PACKAGES]
    assert "plugins" not in read("python")["run"]
    assert read("cython")["run"]["plugins"] == "Cython.Coverage"
    assert read("cython")["run"]["omit"] == "*.py"
    assert (read("python")["run"]["branch"], read("cython")["run"]["branch"]) == ("True", "False")


def test_every_folder_with_compiled_modules_is_measured() -> None:
    folders = {path.parent.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.pyx")}
    assert {f"/copy/{folder.as_posix()}" for folder in folders} == set(read("cython")["run"]["source"].split(", "))
