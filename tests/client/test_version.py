"""The version in the name of the folder of metadata is the one that the metadata has."""

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
def test_the_name_of_the_folder_has_the_version_of_its_metadata(name: str) -> None:
    assert version.distribution_version(name) == importlib.metadata.version(name)


def test_what_is_not_installed_has_no_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "other_thing_more-2.0.dist-info").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "missing")])
    assert version.distribution_version("other-thing") is None


def test_the_first_of_the_path_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for folder, number in (("near", "1.5"), ("far", "2.0")):
        (tmp_path / folder / f"Other_Thing-{number}.dist-info").mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "near"), str(tmp_path / "far")])
    assert version.distribution_version("other-thing") == "1.5"


def test_metadata_in_an_archive_is_found_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "program.pyz", "w") as archive:
        archive.writestr("other_thing-3.1.dist-info/METADATA", "Metadata-Version: 2.1\nName: other-thing\nVersion: 3.1\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "program.pyz")])
    assert version.distribution_version("other-thing") == "3.1"
