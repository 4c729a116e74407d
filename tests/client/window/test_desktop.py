"""The entry in the menu of a Linux desktop."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from acquire_client.window import desktop
from acquire_client.window.desktop import DesktopError, install_entry
from acquire_client.window.sdl import WINDOW_CLASS


def value_of(entry: Path, key: str) -> str:
    """Read a key as the specification of desktop entries says: first the escapes of all values."""
    lines = dict(line.split("=", 1) for line in entry.read_text("utf-8").splitlines()[1:])
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "s": " "}.get(match[1], match[1]), lines[key])


def program_of(entry: Path) -> str:
    """Read the program of Exec: in double quotes, where a backslash guards four characters, and %% is a percent sign."""
    quoted = re.fullmatch(r'"((?:[^"`$\\]|\\["`$\\])*)"', value_of(entry, "Exec"))
    assert quoted is not None
    return re.sub(r"\\(.)", r"\1", quoted[1]).replace("%%", "%")


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a space in its name, and the command in it."""
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
    assert program_of(entry) == str(command)
    assert Path(value_of(entry, "Icon")).read_bytes().startswith(b"\x89PNG")
    assert value_of(entry, "StartupWMClass") == WINDOW_CLASS, "so the desktop knows whose window it is"


@pytest.mark.parametrize("name", ["Spiele für Acquire", "it's", "100 % $HOME `x`", 'a"b', "back\\slash", "two\nlines", "plain"])
def test_any_folder_may_hold_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    program = f"/opt/{name}/acquire"
    monkeypatch.setattr(desktop, "_command", lambda: program)
    monkeypatch.setattr(sys, "platform", "linux")
    entry = install_entry(tmp_path / name)
    assert program_of(entry) == program
    assert Path(value_of(entry, "Icon")) == tmp_path / name / "icons" / "acquire-p2p.png"


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="no desktop-file-validate")
def test_the_tool_of_desktops_finds_no_fault(command: Path, tmp_path: Path) -> None:
    entry = install_entry(tmp_path / "data")
    done = subprocess.run(["desktop-file-validate", str(entry)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_a_folder_that_cannot_be_written_is_reported(command: Path, tmp_path: Path) -> None:
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
