"""How much the tests try, and whether they repeat: one place for counts, seeds and hypothesis profiles.

    pytest -q                   a few minutes on a laptop
    pytest --ci                 the counts that a release promises
    pytest --ci --counted       of them the tests that have counts at all: the others do what they do without --ci
    pytest --fully              only the tests with the mark `fully`, which a plain run leaves out, with the usual counts
    pytest --smoke              a tenth of the usual counts, for sanitized builds
    pytest -m campaign          hours; damaged texts are new every time
    pytest -m campaign --slice 1/3 TESTS    every third of them, for a campaign that three nights share
    pytest --rewrite-golden     rewrites what golden games recorded, never what they expect

Cases with the mark `more_cases` run with --ci only. It need not be written: `tests.support.usual_cases` says who gets it.
"""

import contextlib
import gc
import importlib
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from hypothesis.internal.conjecture import providers

from tests.support.acquire_program import begin_from_nothing
from tests.support.short_reports import shorten_reports
from tests.support.slices import slice_numbers, slice_of
from tests.support.usual_cases import FILES_WITH_FULL_CASES, cases_for_the_night

TESTS = Path(__file__).resolve().parent
MEASURES_COVERAGE = "COVERAGE_PROCESS_CONFIG"
"""What coverage.py sets for programs that tests start, and it does not follow a fork."""
LONGEST_NAME = 100
"""A value of more characters is not written into the name of a test."""

# A shell starts background jobs with Ctrl-C ignored, `nohup` its command with SIGHUP ignored, and programs inherit that: tests of
# these signals would wait for ever. A function is not inherited, and with one the tests themselves still outlive their terminal.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)

# A test that fails today fails tomorrow. Only a campaign has new cases every time, and prints their seeds.
_REPEATABLE = settings(deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
# Hypothesis would also try constants that it finds in the sources of all modules that are loaded by then: other ones in each
# worker and each run, and three seconds of each worker in a new checkout.
if hasattr(providers, "_get_local_constants"):
    providers._get_local_constants = lambda: providers._local_constants
settings.register_profile("smoke", _REPEATABLE, max_examples=10)
settings.register_profile("normal", _REPEATABLE, max_examples=20)
settings.register_profile("full", _REPEATABLE, max_examples=60)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("acquire")
    group.addoption("--ci", action="store_true", help="the full counts that a release promises")
    group.addoption("--counted", action="store_true", help="only tests that have other counts with --ci")
    group.addoption("--fully", action="store_true", help="only tests marked `fully`, with the usual counts")
    group.addoption("--smoke", action="store_true", help="a tenth of the usual counts")
    group.addoption("--slice", metavar="K/N", help="of the chosen tests every N-th one, from the K-th on")
    group.addoption("--rewrite-golden", action="store_true", help="rewrite the recorded part of golden games")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--ci") and config.getoption("--smoke"):
        raise pytest.UsageError("--ci asks for more and --smoke for less: give one of them")
    try:
        slice_numbers(config.getoption("--slice") or "1/1")
    except ValueError as error:
        raise pytest.UsageError(f"--slice: {error}") from None
    if config.getoption("--ci"):
        profile = "full"
    else:
        profile = "smoke" if config.getoption("--smoke") else "normal"
    settings.load_profile(profile)
    if config.getoption("--ci") or MEASURES_COVERAGE in os.environ:
        begin_from_nothing()
    if not config.getoption("--ci"):
        os.fsync = _only_looked_at


def _only_looked_at(handle: int) -> None:
    """Stand for `os.fsync`: nobody takes the power away from a test, and waiting for the disk was a tenth of the time of all.
    Programs that tests start wait for it, and tests of what a full disk does replace it."""
    os.fstat(handle)


def pytest_sessionstart(session: pytest.Session) -> None:
    shorten_reports(session.config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Begin with a share of the modules of tests, of which each worker has another, and leave their bytecode to the others.

    All workers collect all tests. In a new checkout each would translate every module at the same time as the others: most of the
    time that they need to start.
    """
    workers = getattr(session.config, "workerinput", {"workerid": "gw0", "workercount": 1})
    if sys.dont_write_bytecode or workers["workercount"] == 1:
        return
    paths = sorted(path for argument in session.config.args for path in Path(argument).rglob("test_*.py"))
    for path in paths[int(workers["workerid"].removeprefix("gw"))::workers["workercount"]]:
        # What does not let itself be imported says so again when its turn comes.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.resolve().relative_to(TESTS.parent).with_suffix("").parts))


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Name a long text by its length. An older pytest would write each of sixteen million bytes into the name of a test."""
    return f"{argname} of {len(val):,}" if isinstance(val, str | bytes) and len(val) > LONGEST_NAME else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "/online/" not in item.nodeid)  # it waits for programs: at the end nobody would do anything else
    for item in list(cases_for_the_night(items)):
        item.add_marker("more_cases")
    config.stash[FILES_WITH_FULL_CASES] = {item.path for item in items if item.get_closest_marker("fully")}
    _keep(items, [item for item in items if _is_chosen(item, config)], config)


@pytest.hookimpl(specname="pytest_collection_modifyitems", trylast=True)
def pytest_slice_of_what_was_chosen(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take the slice after `-m` and `-k` have chosen, so that it is a slice of the tests that would run."""
    if text := config.getoption("--slice"):
        _keep(items, slice_of(items, text), config)


def _keep(items: list[pytest.Item], kept: list[pytest.Item], config: pytest.Config) -> None:
    if len(kept) < len(items):
        held = set(kept)
        config.hook.pytest_deselected(items=[item for item in items if item not in held])
        items[:] = kept


def pytest_collection_finish() -> None:
    """What thousands of tests are made of need not be looked through again and again: a tenth of the time of all. Nor what one
    of them makes, so often: a twentieth."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


def _is_chosen(item: pytest.Item, config: pytest.Config) -> bool:
    if item.get_closest_marker("more_cases") is not None and not config.getoption("--ci"):
        return False
    is_marked = item.get_closest_marker("fully") is not None
    if config.getoption("--fully"):
        return is_marked
    return (config.getoption("--ci") or not is_marked) and (not config.getoption("--counted") or _is_counted(item))


def _is_counted(item: pytest.Item) -> bool:
    return ("count" in getattr(item, "fixturenames", ()) or is_hypothesis_test(getattr(item, "obj", None))
            or any(item.get_closest_marker(mark) for mark in ("fully", "more_cases")))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one more than there are cores: some tests wait for other programs, and a core need not wait with them."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def count(pytestconfig: pytest.Config) -> Callable[[int, int], int]:
    """`count(normal, ci)` is how many cases a test should try in this run."""

    def chosen(normal: int, ci: int) -> int:
        if pytestconfig.getoption("--ci"):
            return ci
        return max(min(1, normal), normal // 10) if pytestconfig.getoption("--smoke") else normal

    return chosen


@pytest.fixture(scope="session")
def rewrite_golden(pytestconfig: pytest.Config) -> bool:
    """Return True if golden games shall be rewritten instead of compared."""
    return bool(pytestconfig.getoption("--rewrite-golden"))
