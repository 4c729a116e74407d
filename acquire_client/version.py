"""Which program this is: the versions of the distribution and of Python, and the CPU variant in use."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

DISTRIBUTION = "acquire-p2p"
NOT_INSTALLED = "the command 'acquire' is not installed: 'pip install .' does that"
"""Where `program_path` finds nothing."""


def is_frozen() -> bool:
    """Return True in a program that was packed into one folder, with a Python of its own and no pip."""
    return bool(getattr(sys, "frozen", False))


def own_archive() -> Path | None:
    """Return the one file (.pyz) that this program is, if it is one. Its Python alone does not find the modules in it."""
    path = Path(sys.argv[0])
    return path.resolve() if path.suffix == ".pyz" and path.is_file() else None


def own_command() -> list[str]:
    """Return the words that start the command `acquire` of this installation, whatever is in the path."""
    if is_frozen():
        return [sys.executable]
    archive = own_archive()
    return [sys.executable, str(archive)] if archive else [sys.executable, "-P", "-m", "acquire_client"]


def program_path() -> str | None:
    """Return the file that starts this program: packed its own file, else the command beside this Python, or on the path."""
    if is_frozen():
        return os.environ.get("APPIMAGE") or sys.executable
    beside = Path(sys.executable).with_name("acquire.exe" if sys.platform == "win32" else "acquire")
    return str(beside) if beside.exists() else shutil.which("acquire")


def metadata_in(folder: str, name: str) -> Iterator[str]:
    """Yield the files with the metadata of a distribution in a folder, such as `rich-14.0.0.dist-info/METADATA`.

    Raise OSError for what is not a folder.
    """
    for entry in os.listdir(folder or "."):
        start, end = os.path.splitext(entry)
        if start.partition("-")[0].lower() == name.replace("-", "_").lower():
            path = os.path.join(folder, entry)
            files = {".dist-info": [os.path.join(path, "METADATA")], ".egg-info": [os.path.join(path, "PKG-INFO"), path]}
            yield from filter(os.path.isfile, files.get(end, []))  # a folder may be left behind without its content


def _version_in_metadata(name: str) -> str | None:
    """Return the version in the first metadata of the path; None where there are none, or an archive comes first.

    The title page shows the version. To load `importlib.metadata` for that took a twentieth of the time until it was drawn.
    """
    for folder in sys.path:
        try:
            for file in metadata_in(folder, name):
                with open(file, encoding="utf-8", errors="replace") as lines:
                    return next((line.partition(":")[2].strip() for line in lines if line.lower().startswith("version:")), None)
        except FileNotFoundError:
            continue
        except OSError:  # an archive, or nothing that may be read
            return None
    return None


@cache
def distribution_version(name: str) -> str | None:
    """Return the version of an installed distribution; None if it is not installed."""
    found = _version_in_metadata(name)
    if found is not None:
        return found
    import importlib.metadata  # slow to load; it looks into archives too

    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def program_version() -> str:
    return distribution_version(DISTRIBUTION) or "(run from its source)"


def cpu_variant() -> str | None:
    """Return the engine's variant for this CPU; None if the engine cannot be loaded."""
    try:
        from acquire_core.engine.game import cpu_variant as in_use
    except ImportError:
        return None
    return str(in_use())


def version_line() -> str:
    variant = cpu_variant()
    engine = f"{variant} engine" if variant else "engine not loadable, see 'acquire doctor'"
    return f"acquire {program_version()}, {platform.python_implementation()} {platform.python_version()}, {engine}"
