"""The entry in the menu of a Linux desktop."""

import sys
from pathlib import Path

import pytest

from acquire_client.window.desktop import DesktopError, install_entry


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a space in its name, and the command in it."""
    folder = tmp_path / "my bin"
    folder.mkdir()
    path = folder / "acquire"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    monkeypatch.setattr(sys, "platform", "linux")
    return path


def test_the_entry_starts_the_command_and_shows_its_icon(command: Path, tmp_path: Path) -> None:
    entry = install_entry(tmp_path / "data")
    lines = dict(line.split("=", 1) for line in entry.read_text("utf-8").splitlines()[1:])
    assert lines["Exec"] == f"'{command}'"
    assert Path(lines["Icon"]).read_bytes().startswith(b"\x89PNG")


def test_a_folder_that_cannot_be_written_is_told(command: Path, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    with pytest.raises(DesktopError, match="cannot be written"):
        install_entry(tmp_path / "data")


def test_elsewhere_and_without_the_command_there_is_a_sentence(command: Path, tmp_path: Path,
                                                               monkeypatch: pytest.MonkeyPatch) -> None:
    command.unlink()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(DesktopError, match="not installed"):
        install_entry(tmp_path / "data")
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(DesktopError, match="Linux"):
        install_entry(tmp_path / "data")
