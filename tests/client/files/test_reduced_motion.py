"""The first start begins without motion where the desktop was asked for less of it."""

import plistlib
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from acquire_client.files import settings
from acquire_client.files.reduced_motion import linux_files_prefer, mac_prefers, prefers_reduced_motion
from acquire_client.files.settings import Settings, SettingsFile


@pytest.mark.parametrize(("name", "text", "expected"), [
    ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", True),
    ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations = False\n", True),
    ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", False),
    ("gtk-3.0/settings.ini", "[Settings]\ngtk-font-name=Inter 10%\n", False),
    ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
    ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", False),
    ("kdeglobals", "[KDE]\nAnimationDurationFactor=never\n", False),
    ("kdeglobals", "no section\n", False),
])
def test_files_of_linux_desktops_are_read(tmp_path: Path, name: str, text: str, expected: bool) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert linux_files_prefer(tmp_path) == expected


def test_without_files_or_with_damaged_ones_there_is_no_wish(tmp_path: Path) -> None:
    assert not linux_files_prefer(tmp_path)
    (tmp_path / "kdeglobals").write_bytes(b"\xff\xfe[KDE]")
    assert not linux_files_prefer(tmp_path)


@pytest.mark.parametrize(("kept", "expected"), [({"reduceMotion": True}, True), ({"reduceMotion": 1}, True),
                                               ({"reduceMotion": False}, False), ({}, False)])
def test_the_file_of_a_mac_is_read(tmp_path: Path, kept: dict[str, object], expected: bool) -> None:
    path = tmp_path / "universalaccess.plist"
    path.write_bytes(plistlib.dumps(kept))
    assert mac_prefers(path) == expected
    path.write_bytes(b"damaged")
    assert not mac_prefers(path) and not mac_prefers(tmp_path / "missing")


@pytest.mark.parametrize(("answer", "expected"), [("false\n", True), ("true\n", False), ("", False)])
def test_gnome_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str, expected: bool) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "GNOME")
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/gsettings")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=answer))
    assert prefers_reduced_motion() == expected
    monkeypatch.delenv("XDG_CURRENT_DESKTOP")
    assert not prefers_reduced_motion()


def test_only_the_first_start_asks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "prefers_reduced_motion", lambda: True)
    file = SettingsFile(tmp_path)
    assert file.load().animation == "none"
    assert file.save(Settings(animation="fast"))
    assert file.load().animation == "fast"
    monkeypatch.setattr(settings, "prefers_reduced_motion", lambda: False)
    assert SettingsFile(tmp_path / "other").load().animation == "normal"
