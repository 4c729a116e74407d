"""Find out whether a person has asked the desktop for less motion, so that the window begins without it.

The program asks once: at its first start, when there is no file of settings yet. Where nothing can be found out, it takes motion
to be welcome.
"""

from __future__ import annotations

import configparser
import ctypes
import os
import plistlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

SPI_GETCLIENTAREAANIMATION = 0x1042
TIMEOUT_S = 1.0
GSETTINGS = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations")
GTK_FILES = ("gtk-4.0/settings.ini", "gtk-3.0/settings.ini")


def prefers_reduced_motion() -> bool:
    """Return True if the desktop says that there should be no animations."""
    if sys.platform == "win32":
        return _windows_prefers()
    if sys.platform == "darwin":
        return mac_prefers(Path.home() / "Library/Preferences/com.apple.universalaccess.plist")
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return linux_files_prefer(folder) or _gnome_prefers()


def mac_prefers(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return bool(plistlib.load(file).get("reduceMotion"))
    except (OSError, plistlib.InvalidFileException, ValueError, AttributeError):
        return False


def linux_files_prefer(folder: Path) -> bool:
    """Return True if the settings of GTK or of KDE in this folder turn animations off."""
    gtk = (_option_of(folder / name, "Settings", "gtk-enable-animations") for name in GTK_FILES)
    if any(value.lower() in ("0", "false") for value in gtk):
        return True
    try:
        return float(_option_of(folder / "kdeglobals", "KDE", "AnimationDurationFactor")) == 0
    except ValueError:
        return False


def _option_of(path: Path, section: str, name: str) -> str:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(path.read_text("utf-8"))
        return parser.get(section, name, fallback="")
    except (OSError, UnicodeDecodeError, configparser.Error):
        return ""


def _gnome_prefers() -> bool:
    """Ask GNOME and its relatives, which keep their settings in a file of their own kind."""
    if not os.environ.get("XDG_CURRENT_DESKTOP") or shutil.which(GSETTINGS[0]) is None:
        return False
    try:
        asked = subprocess.run(GSETTINGS, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.stdout.strip() == "false"


def _windows_prefers() -> bool:
    windows: Any = getattr(ctypes, "windll", None)
    shown = ctypes.c_int(1)
    try:
        known = windows.user32.SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(shown), 0)
    except (AttributeError, OSError):
        return False
    return bool(known) and not shown.value
