"""A release is exactly its files; what does not belong to it ends it with a reason."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import manifests, release, verify_release
from tools.commands import run

from . import ROOT

PLATFORMS = ("macosx_11_0_arm64", "macosx_10_9_x86_64", "manylinux_2_17_aarch64.manylinux2014_aarch64",
             "manylinux_2_17_x86_64.manylinux2014_x86_64", "win_amd64", "win_arm64")


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    for name in ["acquire_p2p-1.0.0.tar.gz", *(f"acquire_p2p-1.0.0-cp311-abi3-{platform}.whl" for platform in PLATFORMS)]:
        (tmp_path / name).write_text(name)
    return tmp_path


def test_a_release_is_one_sdist_and_six_wheels(dist: Path) -> None:
    assert len(release.checked_files(dist, "1.0.0")) == 7


@pytest.mark.parametrize(("change", "says"), [
    (lambda dist: (dist / "acquire_p2p-1.0.0.tar.gz").unlink(), "0 of acquire_p2p-1.0.0.tar.gz"),
    (lambda dist: (dist / f"acquire_p2p-1.0.0-cp311-abi3-{PLATFORMS[0]}.whl").unlink(), "0 of acquire_p2p-1.0.0-cp311-abi3-mac"),
    (lambda dist: (dist / "acquire_p2p-1.0.0-cp312-cp312-win_amd64.whl").touch(), "cp312-win_amd64.whl does not belong"),
    (lambda dist: (dist / "acquire_p2p-0.1.0.tar.gz").touch(), "acquire_p2p-0.1.0.tar.gz does not belong"),
    (lambda dist: (dist / "acquire_p2p-1.0.0-cp311-abi3-macosx_12_0_arm64.whl").touch(), "2 of "),
    (lambda dist: (dist / "acquire_p2p-1.0.0-cp311-abi3-win_arm64.whl").write_bytes(bytes(2_500_001)), "more than 2,500,000"),
])
def test_a_file_too_many_or_too_few_or_too_large_ends_it(dist: Path, change: Callable[[Path], object], says: str) -> None:
    change(dist)
    with pytest.raises(release.ReleaseError, match=re.escape(says)):
        release.checked_files(dist, "1.0.0")


def test_the_tag_is_that_of_the_version() -> None:
    release.check_tag("1.0.0", {})
    release.check_tag("1.0.0", {"GITHUB_REF_TYPE": "branch", "GITHUB_REF_NAME": "main"})
    release.check_tag("1.0.0", {"GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": "v1.0.0"})
    with pytest.raises(release.ReleaseError, match=re.escape("the tag is v1.0.1, and pyproject.toml says 1.0.0")):
        release.check_tag("1.0.0", {"GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": "v1.0.1"})


def test_checksums_are_those_that_sha256sum_reads(dist: Path) -> None:
    line, = release.checksum_lines([dist / "acquire_p2p-1.0.0.tar.gz"], dist)
    assert re.fullmatch(r"[0-9a-f]{64}  acquire_p2p-1\.0\.0\.tar\.gz", line)


def test_notes_are_the_section_of_the_version() -> None:
    assert release.release_notes("## [1.0.0] - x\n\nAll.\n", "1.0.1") is None


def test_licences_are_listed_by_name_once() -> None:
    parts = {"components": [
        {"name": "b", "version": "2",
         "licenses": [{"license": {"id": "MIT"}}, {"license": {"name": "declared license file: X"}}]},
        {"name": "A", "version": "1",
         "licenses": [{"expression": "MIT OR Apache-2.0"}, {"license": {"name": "MIT OR Apache-2.0"}}]},
        {"name": "c"}]}
    assert list(release.licence_lines(parts))[2:] == [
        "| A | 1 | MIT OR Apache-2.0 |", "| b | 2 | MIT |", "| c |  | see its package |"]


def test_the_wheels_are_those_that_cibuildwheel_is_asked_for() -> None:
    """The identifiers that `cibuildwheel --print-build-identifiers --archs all` prints are these six."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
    assert settings["build"] == "cp311-*"
    skipped = {word.strip("*_-") for word in settings["skip"].split()}
    assert skipped == {"win32", "i686", "musllinux", "ppc64le", "s390x", "armv7l", "riscv64", "universal2"}
    assert len(release.PLATFORMS) == 6
    assert settings["manylinux-x86_64-image"] == settings["manylinux-aarch64-image"] == "manylinux_2_28"


@pytest.mark.fully
def test_a_python_is_found_once_and_the_table_has_a_row_for_each_step() -> None:
    pythons = verify_release.pythons_here()
    assert pythons and set(pythons) <= set(verify_release.VERSIONS)
    rows = [verify_release.Row("a", 1.4, "fine"), verify_release.Row("b", 2, "broken\nmore", holds=False)]
    assert list(verify_release.table_lines(rows))[2:] == ["| a | 1 | fine |", "| b | 2 | **failed**: broken |"]


def test_a_step_that_does_not_hold_is_a_row(tmp_path: Path) -> None:
    verification = verify_release.Verification(tmp_path, [])
    assert verification.take_step("one", lambda: "done")
    assert not verification.take_step("two", lambda: run(["false"], tmp_path))
    assert [row.holds for row in verification.rows] == [True, False]
    assert "false ended with 1" in verification.rows[1].result


def test_a_machine_without_git_has_a_moment_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert verify_release.Verification(tmp_path, []).moment == "1700000000"


def test_installers_are_all_there_and_of_this_version(tmp_path: Path) -> None:
    for name in manifests.FILES.values():
        (tmp_path / name.format(version="1.0.0")).write_text(name)
    (tmp_path / "acquire-p2p-1.0.0-cp313-linux-x86_64.pyz").touch()
    assert len(release.checked_installers(tmp_path, "1.0.0")) == 7
    (tmp_path / "acquire-p2p-0.1.0-macos-arm64.dmg").touch()
    (tmp_path / "acquire-p2p-1.0.0-macos-arm64.dmg").unlink()
    with pytest.raises(release.ReleaseError, match=r"no acquire-p2p-1\.0\.0-macos-arm64\.dmg; .*0\.1\.0.* does not belong"):
        release.checked_installers(tmp_path, "1.0.0")


@pytest.mark.parametrize("before", ["", "Loading\n\n"], ids=["alone", "behind other lines"])
def test_a_draft_begins_with_the_summary_for_people(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, before: str) -> None:
    said = SimpleNamespace(returncode=0, stdout=f"{before}## [1.0.0] - x\n\n### Added\n\n- A thing.\n", stderr="")
    monkeypatch.setattr("tools.release.subprocess.run", lambda *_, **__: said)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    assert release.drafted_notes("1.0.0") == "### Added\n\n- A thing."
    (tmp_path / "news").mkdir()
    (tmp_path / "news" / "summary.md").write_text("For people.\n")
    assert release.drafted_notes("1.0.0") == "For people.\n\n### Added\n\n- A thing."
    said.stdout = "Loading\n"
    with pytest.raises(release.ReleaseError, match="towncrier drafts no section"):
        release.drafted_notes("1.0.0")
