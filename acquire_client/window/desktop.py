"""Add an entry to the menu of a Linux desktop: `acquire --install-desktop`. On other systems, say that it is for Linux."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import platformdirs

from acquire_client.version import NOT_INSTALLED, program_path
from acquire_client.window.sdl import WINDOW_CLASS

ENTRY = f"""[Desktop Entry]
Type=Application
Name=Acquire
Comment=The board game of hotel chains
Comment[de]=Das Brettspiel der Hotelketten
Exec={{command}}
Icon={{icon}}
Categories=Game;BoardGame;
Terminal=false
StartupWMClass={WINDOW_CLASS}
"""


class DesktopError(Exception):
    """There is no such menu here, or it cannot be written; the message is for people."""


def install_entry(data: Path | None = None) -> Path:
    """Write the entry and its icon into the person's own folders; the file of the entry."""
    if not sys.platform.startswith("linux"):
        raise DesktopError("only desktops of Linux have such a menu; a link to the command 'acquire' does the same elsewhere")
    from acquire_client.window.assets.shapes import save_icon

    data = data or Path(platformdirs.PlatformDirs().user_data_dir)
    icon, entry = data / "icons" / "acquire-p2p.png", data / "applications" / "acquire-p2p.desktop"
    try:
        for path in (icon, entry):
            path.parent.mkdir(parents=True, exist_ok=True)
        save_icon(icon)
        entry.write_text(ENTRY.format(command=quote_for_exec(_command()), icon=escape_value(str(icon))), encoding="utf-8")
    except OSError as error:
        raise DesktopError(f"the entry cannot be written: {error.strerror or error}") from None
    return entry


def escape_value(text: str) -> str:
    """Return a text as the value of a key in a desktop entry."""
    return text.replace("\\", r"\\").replace("\n", r"\n")


def quote_for_exec(command: str) -> str:
    """Return the path of a program as the key Exec wants it: in double quotes, for it knows no others, and escaped twice.

    >>> print(quote_for_exec("/home/anna/Spiele für Acquire/acquire"))
    "/home/anna/Spiele für Acquire/acquire"
    >>> print(quote_for_exec("/home/100 %/$HOME"))
    "/home/100 %%/\\\\$HOME"
    """
    return escape_value('"' + re.sub(r'(["`$\\])', r"\\\1", command).replace("%", "%%") + '"')


def _command() -> str:
    """Return what starts this program. Raise DesktopError where nothing does."""
    path = program_path()
    if path is None:
        raise DesktopError(NOT_INSTALLED)
    return path
