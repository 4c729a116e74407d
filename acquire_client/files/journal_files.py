"""Where the journals of tables over the network lie. Nothing here reads one, so it needs nothing of the network."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from acquire_client.files.folders import Folders

TABLES = "tables"
"""The folder of journals."""


def journal_files(where: Folders) -> list[Path]:
    """Return the journals, the latest first; files that are gone meanwhile are left out."""
    found = []
    for path in (where.data / TABLES).glob("*.acqlog"):
        with suppress(OSError):
            found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]
