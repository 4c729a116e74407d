"""A usual run has every value of a window's parameters in some case, and what it leaves out runs with --ci."""

import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from tests.support.table_sizes import table_sizes
from tests.support.usual_cases import FILES_WITH_FULL_CASES, usual_cases

ROOT = Path(__file__).parent.parent
SIBLINGS = "tests/client/window/test_siblings.py::test_buttons_of_one_row_have_one_size"


def test_every_value_is_in_a_usual_case_and_few_cases_are_left() -> None:
    axes = [[(axis, place) for place in range(places)] for axis, places in enumerate((9, 3, 4, 2))]
    cases = [frozenset(case) for case in product(*axes)]
    usual = usual_cases(cases)
    assert set().union(*(cases[number] for number in usual)) == {value for axis in axes for value in axis}
    assert len(usual) == 9
    assert all(usual_cases(cases[:many]) for many in range(1, 20))


def test_a_usual_run_has_one_size_of_a_table_and_the_night_has_all() -> None:
    def sizes(mark: pytest.MarkDecorator) -> dict[int, list[str]]:
        return {param.values[0]: [each.name for each in param.marks] for param in mark.args[1]}

    assert sizes(table_sizes(range(3, 6))) == {3: [], 4: ["more_cases"], 5: ["more_cases"]}
    assert sizes(table_sizes([4, 2, 3], usual=3)) == {2: ["more_cases"], 3: [], 4: ["more_cases"]}
    with pytest.raises(AssertionError):
        table_sizes([2, 3], usual=4)


def collected(*words: str) -> set[str]:
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "0", "--collect-only", "-p", "no:cacheprovider", *words],
                          cwd=ROOT, capture_output=True, text=True, check=True)
    return {line for line in done.stdout.splitlines() if "::" in line}


@pytest.mark.fully
def test_the_night_has_all_cases_and_a_usual_run_each_scene_and_each_window_once() -> None:
    whole, usual = collected(SIBLINGS, "--ci"), collected(SIBLINGS)
    assert usual < whole and len(usual) == 9 and len(whole) == 45
    parts = {case.partition("[")[2].rstrip("]").rsplit("-", 4)[0] for case in whole}
    for part in parts:
        assert sum(f"[{part}-" in case for case in usual) == 1
    assert {case.rpartition("-")[2] for case in usual} == {"de]", "en]"}
    assert len(collected(next(iter(whole - usual)))) == 1, "a case that is asked for by its name runs"


def test_the_run_before_a_change_has_every_file_with_full_cases(pytestconfig: pytest.Config) -> None:
    """It collects the files in which the mark is written, and this test looks at those that are collected with it."""
    [pattern] = re.findall(r"grep -rl --include='test_\*\.py' '(\S+)' tests \| grep -v '\^tests/net/model/'",
                           (ROOT / ".ci" / "run").read_text("utf-8"))
    files = {path.relative_to(ROOT) for path in pytestconfig.stash[FILES_WITH_FULL_CASES]}
    assert len(files) > 50 or "tests" not in pytestconfig.args
    without = [file for file in sorted(files) if not re.search(pattern, (ROOT / file).read_text("utf-8"))]
    assert [file for file in without if not file.is_relative_to("tests/net/model")] == []
