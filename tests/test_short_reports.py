"""Workers leave out of their reports what nobody reads, and nothing else."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.short_reports import QUICK, only_what_counts

ROOT = Path(__file__).parent.parent
CONFTEST = """
from tests.support.short_reports import shorten_reports

def pytest_sessionstart(session): shorten_reports(session.config)
"""
TESTS = """
import time, pytest

def test_passes(): pass
def test_fails(): assert 0, "the test itself"
def test_is_skipped(): pytest.skip("not here")

@pytest.fixture
def bad_setup(): assert 0, "its setup"
@pytest.fixture
def bad_teardown():
    yield
    assert 0, "its teardown"
@pytest.fixture
def slow_setup(): time.sleep(0.05)

def test_with_a_bad_setup(bad_setup): pass
def test_with_a_bad_teardown(bad_teardown): pass
def test_with_a_slow_setup(slow_setup): pass
"""


def report(when: str, **changed: Any) -> dict[str, Any]:
    return {"when": when, "outcome": "passed", "sections": [], "duration": 0.0} | changed


@pytest.mark.parametrize(("name", "data"), [
    ("testreport", report("call")),
    ("testreport", report("setup", outcome="failed")),
    ("testreport", report("setup", outcome="skipped")),
    ("testreport", report("teardown", outcome="failed")),
    ("testreport", report("setup", sections=[("Captured stdout setup", "seed 7")])),
    ("testreport", report("teardown", duration=QUICK)),
    ("runtest_protocol_complete", None),
    ("warning_recorded", None),
])
def test_what_counts_is_sent(name: str, data: object) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    only_what_counts(lambda name, **said: sent.append((name, said)))(name, data=data)
    assert sent == [(name, {"data": data})]


@pytest.mark.parametrize(("name", "data"), [
    ("logstart", None), ("logfinish", None), ("testreport", report("setup")), ("testreport", report("teardown")),
])
def test_what_nobody_reads_is_not(name: str, data: object) -> None:
    only_what_counts(lambda name, **said: pytest.fail(name))(name, data=data)


def test_a_run_of_a_worker_counts_and_shows_all_that_it_did(tmp_path: Path) -> None:
    tests = tmp_path / "test_some.py"
    tests.write_text(TESTS, "utf-8")
    (tmp_path / "conftest.py").write_text(CONFTEST, "utf-8")
    words = ["-n", "1", "-rs", "--durations=0", "-p", "no:cacheprovider", f"--rootdir={tmp_path}", "-c", "/dev/null", str(tests)]
    done = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT, capture_output=True, text=True)
    counts = {"1 failed", "3 passed", "1 skipped", "2 errors"}
    assert done.returncode == 1 and counts <= set(done.stdout.splitlines()[-1].strip("= ").partition(" in ")[0].split(", "))
    for reason in ("the test itself", "its setup", "its teardown", "not here", "s setup "):
        assert reason in done.stdout
