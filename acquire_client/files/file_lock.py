"""A lock that tells whether another live program uses a file.

The system keeps the lock and takes it away when the program ends, however it ends: a crash leaves nothing behind that blocks, and
no process number is compared, which the system could have given to another program since.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

_OF_ANOTHER_PROGRAM = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_WINDOWS_OFFSET = 1 << 40
"""Windows locks bytes and not files: one far behind the end, so that nobody is kept from reading."""


class FileLock:
    """A lock for one program at a time, on a file beside the one that is protected.

    Where the file system has no locks, or the folder cannot be written to, `acquire` succeeds without one: a person who plays
    alone must not be stopped by that.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Return True unless another program holds the lock."""
        while self._handle is None:
            try:
                handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            except OSError:
                return True
            try:
                _lock(handle)
            except OSError as error:
                os.close(handle)
                if error.errno in _OF_ANOTHER_PROGRAM:
                    return False
                _remove(self.path)  # it locks nothing
                return True
            if self._is_in_place(handle):
                self._handle = handle
            else:
                os.close(handle)  # its last owner removed the file between the two calls
        return True

    def _is_in_place(self, handle: int) -> bool:
        """Return True if the locked file is still the one that others find under this name."""
        try:
            return os.path.samestat(os.fstat(handle), os.stat(self.path))
        except OSError:
            return False

    def release(self) -> None:
        """Give the lock back and remove its file."""
        if self._handle is None:
            return
        handle, self._handle = self._handle, None
        if os.name != "nt":
            _remove(self.path)  # while it is locked: nobody else can have locked this file meanwhile
        os.close(handle)
        if os.name == "nt":
            _remove(self.path)  # an open file cannot be removed there; one that another program has opened stays


def is_locked(path: Path) -> bool:
    """Return True if another program, or another part of this one, holds the lock."""
    if not path.exists():
        return False
    lock = FileLock(path)
    free = lock.acquire()
    lock.release()
    return not free


def _lock(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        os.lseek(handle, _WINDOWS_OFFSET, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        pass
