"""Files that only their owner may read: keys, secrets, how to resume a table, and whom this machine has played with."""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

DISK_REFUSES = {errno.EIO, errno.ENOSPC, errno.EROFS, *({errno.EDQUOT} if hasattr(errno, "EDQUOT") else ())}
"""By what a system says that it could not sync; by anything else, that it cannot sync a folder at all."""
OWNER_ONLY = stat.S_IRUSR | stat.S_IWUSR
WAITS_S = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3)
"""The waits for a program that has a file open: virus scanners and indexers look at a file for a moment."""

T = TypeVar("T")


def retry_while_open(act: Callable[[], T]) -> T:
    """Do what Windows refuses while another program has the file open; give up after the waits. Elsewhere try once."""
    for wait_s in WAITS_S if sys.platform == "win32" else ():
        try:
            return act()
        except PermissionError:
            time.sleep(wait_s)
    return act()


def replace_file(new: Path, path: Path) -> None:
    """Give a file its name in one step, over the one that had it."""
    retry_while_open(lambda: os.replace(new, path))


def replace_privately(path: Path, data: bytes) -> None:
    """Replace a file whole: at any moment the old one or the new one is there, and only the owner can read it. The new one is on
    the disk when this returns."""
    new = _half_written(path)
    write_privately(new, data)
    replace_file(new, path)
    sync_folder(path.parent)


def write_privately(path: Path, data: bytes, must_be_new: bool = False) -> None:
    """Write a file that only the owner can read; it is on the disk when this returns. After an OSError half of it may be there.

    Raises FileExistsError, and changes nothing, where the file must be new and is not."""
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
    """Delete the file, and what is left of one that was being written."""
    path.unlink(missing_ok=True)
    _half_written(path).unlink(missing_ok=True)


def _half_written(path: Path) -> Path:
    return path.with_name(path.name + "-new")


def lock_file(handle: int) -> None:
    """Let no other program lock this file until this one ends, however it ends. Raises OSError if another one has locked it."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        os.lseek(handle, 1 << 40, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def sync_folder(folder: Path) -> None:
    """Put the folder on the disk, so that the name of a new file survives as well. Not every system can do this; raises OSError
    where one can, and the disk refuses."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno in DISK_REFUSES:
            raise
    finally:
        os.close(handle)
