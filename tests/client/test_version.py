"""The version that is found is the one that `importlib.metadata` finds, also where it is not asked."""

import importlib.metadata
import sys
import zipfile
from pathlib import Path

import pytest

from acquire_client import version


@pytest.fixture(autouse=True)
def forget_versions() -> None:
    version.distribution_version.cache_clear()


@pytest.mark.parametrize("name", [version.DISTRIBUTION, "pyzmq", "PyNaCl", "msgspec", "rich", "platformdirs"])
def test_the_version_is_that_of_the_metadata(name: str) -> None:
    assert version.distribution_version(name) == importlib.metadata.version(name)


def install(folder: Path, number: str, metadata: str = "") -> str:
    """Install a distribution into a folder of the path, as dist-info or else with these metadata; return the folder."""
    file = folder / (metadata or f"other_thing-{number}.dist-info/METADATA")
    file.parent.mkdir(parents=True)
    file.write_text(f"Metadata-Version: 2.1\nName: other-thing\nVersion: {number}\n", "utf-8")
    return str(folder)


def found_on(path: list[str], monkeypatch: pytest.MonkeyPatch) -> str | None:
    """Return the version that is found on a path, which is the one that `importlib.metadata` finds."""
    monkeypatch.setattr(sys, "path", path)
    found = version.distribution_version("other-thing")
    if found is not None:
        assert found == importlib.metadata.version("other-thing")
    return found


def test_what_is_not_installed_has_no_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "other_thing_more-2.0.dist-info").mkdir()
    (tmp_path / "other_thing-2.0.dist-info").mkdir()  # left behind by a removal
    assert found_on([str(tmp_path), str(tmp_path / "missing")], monkeypatch) is None


def test_the_first_of_the_path_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = [install(tmp_path / "near", "1.5", "Other_Thing-1.5.dist-info/METADATA"), install(tmp_path / "far", "2.0")]
    assert found_on(path, monkeypatch) == "1.5"


@pytest.mark.parametrize("metadata", ["other_thing.egg-info/PKG-INFO", "other_thing-3.0-py3.11.egg-info/PKG-INFO"])
def test_metadata_of_a_checkout_count_where_they_come_first(metadata: str, monkeypatch: pytest.MonkeyPatch,
                                                            tmp_path: Path) -> None:
    path = [install(tmp_path / "checkout", "3.0", metadata), install(tmp_path / "installed", "2.0")]
    assert found_on(path, monkeypatch) == "3.0"


def test_an_egg_info_may_be_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert found_on([install(tmp_path / "system", "3.0", "other_thing-3.0.egg-info")], monkeypatch) == "3.0"


def test_a_version_that_the_name_cannot_hold_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = [install(tmp_path, "1.0-beta", "other_thing-1.0_beta.dist-info/METADATA")]
    assert found_on(path, monkeypatch) == "1.0-beta"


def test_metadata_in_an_archive_count_where_it_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "program.pyz", "w") as archive:
        archive.writestr("other_thing-3.1.dist-info/METADATA", "Metadata-Version: 2.1\nName: other-thing\nVersion: 3.1\n")
    assert found_on([str(tmp_path / "program.pyz"), install(tmp_path / "installed", "2.0")], monkeypatch) == "3.1"
