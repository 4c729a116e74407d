"""A release is cut by one command, which changes the version and the changelog, or nothing at all."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

from tools import cut_release, release

from . import ROOT

KIND = "added"
PROJECT = '[project]\nname = "a"\nversion = "0.1.0"  # the only place\n\n[tool.mypy]\npython_version = "3.11"\n'


def test_texts_are_changed_in_one_place() -> None:
    assert cut_release.with_version(PROJECT, "1.0.0") == PROJECT.replace("0.1.0", "1.0.0")
    assert cut_release.with_version((ROOT / "pyproject.toml").read_text("utf-8"), "77.0.0").count("77.0.0") == 1
    with pytest.raises(release.ReleaseError, match="0 sections of 1.0.0"):
        cut_release.with_summary("## [0.1.0] - x\n", "1.0.0", "For people.")


@pytest.mark.parametrize(("version", "says"), [
    ("1.0", "not a version"), ("v1.0.0", "not a version"), ("1.0.0rc1", "not a version"), ("01.0.0", "not a version"),
    ("0.9.0", "not later than 0.9.0"), ("0.10.0", "has a section of 0.10.0 already")])
def test_a_version_that_cannot_be_the_next_one_is_refused(version: str, says: str) -> None:
    with pytest.raises(release.ReleaseError, match=says):
        cut_release.check_version(version, "0.9.0", "## [0.10.0] - x\n\n- All.\n")


def test_the_next_version_may_have_more_digits() -> None:
    cut_release.check_version("0.10.0", "0.9.0", "")


def git(root: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", *words]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make a checkout that has what a release changes, and its history."""
    root = tmp_path / "checkout"
    root.mkdir()
    for name in ("CHANGELOG.md", "pyproject.toml"):
        shutil.copy2(ROOT / name, root)
    shutil.copytree(ROOT / "news", root / "news")
    (root / "news" / f"a-thing.{KIND}.md").write_text("A thing of\ntwo lines.\n", "utf-8")
    (root / "news" / "summary.md").write_text("For people.\n", "utf-8")
    git(root, "init", "-q", ".")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "All")
    return root


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_checkout_with_other_changes_stays_as_it_is(checkout: Path, monkeypatch: pytest.MonkeyPatch,
                                                      capsys: pytest.CaptureFixture[str]) -> None:
    (checkout / "news" / "summary.md").write_text("Other.\n", "utf-8")
    before = git(checkout, "diff")
    monkeypatch.setattr(cut_release.cut, "__defaults__", (checkout,))
    assert cut_release.main(["77.0.0"]) == 1
    assert "not cut: the checkout has other changes: news/summary.md" in capsys.readouterr().err
    assert git(checkout, "diff") == before and git(checkout, "status", "--porcelain") == " M news/summary.md\n"


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.skipif(importlib.util.find_spec("towncrier") is None, reason="towncrier is not installed")
def test_what_is_cut_is_what_the_draft_has_shown(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "ROOT", checkout)
    drafted = release.drafted_notes("77.0.0")
    fragments = [path.name for path in (checkout / "news").iterdir() if path.name.count(".") == 2 and path.suffix == ".md"]
    notes = cut_release.cut("77.0.0", "2026-12-01", checkout)
    assert notes == drafted and notes.startswith("For people.\n") and "\n- A thing of\n  two lines.\n" in f"{notes}\n"
    assert release.project_version(checkout) == "77.0.0"
    assert "\n## [77.0.0] - 2026-12-01\n" in (checkout / "CHANGELOG.md").read_text("utf-8")
    assert sorted(path.name for path in (checkout / "news").iterdir()) == ["README.md", "template.md.jinja"]
    changed = {line[3:] for line in git(checkout, "status", "--porcelain").splitlines()}
    assert changed == {"CHANGELOG.md", "pyproject.toml", "news/summary.md", *(f"news/{name}" for name in fragments)}
    with pytest.raises(release.ReleaseError, match="has a section of 77.0.0 already|not later"):
        cut_release.cut("77.0.0", "2026-12-01", checkout)
