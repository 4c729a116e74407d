"""The list of mutants stays true: each old text is found once, and the runner reports what tests make of a mistake."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tools.mutant_list import KERNEL, MUTANTS, NETWORK, Mutant
from tools.mutants import KILLED, SURVIVED, UNKNOWN, Workshop, key_of, mutated_text

from . import ROOT


def test_there_are_thirty_with_names_of_their_own() -> None:
    assert len(MUTANTS) == 30
    assert len({mutant.name for mutant in MUTANTS}) == 30
    assert all(mutant.file.startswith("acquire_core/") and mutant.is_compiled for mutant in KERNEL)
    assert all(mutant.file.startswith("acquire_net/") and not mutant.is_compiled for mutant in NETWORK)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_old_text_of_a_mutant_occurs_once(mutant: Mutant) -> None:
    text = (ROOT / mutant.file).read_text("utf-8")
    assert mutated_text(text, mutant) != text
    assert mutant.tests
    assert all((ROOT / test).exists() for test in mutant.tests)


def test_a_text_that_is_not_there_or_twice_is_refused() -> None:
    mutant = Mutant("m", "a.py", "x", "y", ("t.py",))
    for text in ("", "xx"):
        with pytest.raises(ValueError, match="instead of once"):
            mutated_text(text, mutant)


@pytest.fixture
def small_tree(tmp_path: Path) -> Path:
    if shutil.which("git") is None:
        pytest.skip("git decides what belongs to a tree, and it is not installed")
    root = tmp_path / "root"
    root.mkdir()
    (root / "sums.py").write_text("def larger(a, b):\n    return max(a, b)\n", encoding="utf-8")
    (root / "test_good.py").write_text("import sums\n\ndef test_it():\n    assert sums.larger(1, 2) == 2\n", encoding="utf-8")
    (root / "test_blind.py").write_text("import sums\n\ndef test_it():\n    assert sums.larger(1, 1) == 1\n", encoding="utf-8")
    (root / "test_broken.py").write_text("def test_it():\n    assert False\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    return root


@pytest.mark.parametrize(("test", "new", "verdict"), [
    ("test_good.py", "min(a, b)", KILLED), pytest.param("test_blind.py", "min(a, b)", SURVIVED, marks=pytest.mark.fully),
    pytest.param("test_broken.py", "min(a, b)", UNKNOWN, marks=pytest.mark.fully),
    pytest.param("test_good.py", "max(a, b", UNKNOWN, marks=pytest.mark.fully),
], ids=["noticed", "not noticed", "tests that fail anyway", "a mutant that is not Python"])
def test_the_runner_reports_what_the_tests_find(small_tree: Path, tmp_path: Path, test: str, new: str, verdict: str) -> None:
    workshop = Workshop(tmp_path / "copy", small_tree)
    assert workshop.judge(Mutant("m", "sums.py", "max(a, b)", new, (test,))) == verdict
    assert (tmp_path / "copy" / "sums.py").read_text() == (small_tree / "sums.py").read_text()


def test_a_verdict_holds_for_one_mutant_of_one_text(small_tree: Path) -> None:
    one = Mutant("m", "sums.py", "max", "min", ("test_good.py",))
    first = key_of(one, small_tree)
    assert key_of(Mutant("m", "sums.py", "max", "sum", ("test_good.py",)), small_tree) != first
    (small_tree / "sums.py").write_text("max\n", encoding="utf-8")
    assert key_of(one, small_tree) != first
