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
    """Yield the names of the metadata of a distribution in a folder, such as `rich-14.0.0.dist-info`. What was left behind
    without its content does not count. Raise OSError where there is no folder."""
    for entry in os.listdir(folder or "."):
        start, end = os.path.splitext(entry)
        path = os.path.join(folder, entry)
        if start.partition("-")[0].lower() == name.replace("-", "_").lower() and (
                end == ".dist-info" and os.path.isfile(os.path.join(path, "METADATA"))
                or end == ".egg-info" and (os.path.isfile(path) or os.path.isfile(os.path.join(path, "PKG-INFO")))):
            yield entry


def _version_in_name(name: str) -> str | None:
    """Return the version in the name of the first metadata of the path; None where the name does not tell it for certain.

    The title page shows the version. To load `importlib.metadata` for that took a twentieth of the time until it was drawn.
    """
    for folder in sys.path:
        try:
            found = next(metadata_in(folder, name), None)
        except FileNotFoundError:
            continue
        except OSError:  # an archive
            return None
        if found is not None:
            start, end = os.path.splitext(found)
            version = start.partition("-")[2]
            return version if end == ".dist-info" and not {"-", "_"} & set(version) else None  # both stand for other signs
    return None


@cache
def distribution_version(name: str) -> str | None:
    """Return the version of an installed distribution; None if it is not installed."""
    found = _version_in_name(name)
    if found is not None:
        return found
    import importlib.metadata  # slow to load; it knows the rest

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
