"""Files that only their owner may read: keys, secrets, the way back to a table, and whom this machine has played with."""

from __future__ import annotations

import os
import stat
from pathlib import Path

OWNER_ONLY = stat.S_IRUSR | stat.S_IWUSR


def replace_privately(path: Path, data: bytes) -> None:
    """The old file or the new one is there at any moment, on the disk when this returns, and nobody else can read either."""
    new = _half_written(path)
    write_privately(new, data)
    os.replace(new, path)
    sync_folder(path.parent)


def write_privately(path: Path, data: bytes, must_be_new: bool = False) -> None:
    """All of it, on the disk when this returns; half of it may be there where it raises OSError. FileExistsError, and nothing has
    happened, where it must be new and is not."""
    how = os.O_EXCL if must_be_new else os.O_TRUNC
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | how | getattr(os, "O_BINARY", 0), OWNER_ONLY)
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(handle, OWNER_ONLY)  # in case another program has made the file
        left = memoryview(data)
        while left:
            left = left[os.write(handle, left):]
        os.fsync(handle)
    finally:
        os.close(handle)


def delete_privately(path: Path) -> None:
    """The file, and what is left of one that was being written."""
    path.unlink(missing_ok=True)
    _half_written(path).unlink(missing_ok=True)


def _half_written(path: Path) -> Path:
    return path.with_name(path.name + "-new")


def sync_folder(folder: Path) -> None:
    """So that the name of a new file survives as well. Not every system can do this."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
