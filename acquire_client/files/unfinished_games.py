"""Games that have begun and are not over: each has a file of its own, and a lock while a program plays it.

So two windows never write the same file, and none offers to continue what another one is playing. The file is written in one
step after every turn, and removed when the game is over.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from acquire_client.files.file_lock import FileLock, is_locked
from acquire_client.files.saves import SUFFIX, SaveError, load, write_whole
from acquire_core.record import Record
from acquire_net import replace_file

FOLDER = "unfinished"
LOCK_SUFFIX = ".lock"
OLD_AUTOSAVE = f"interrupted{SUFFIX}"
"""The one file for all games that versions before this one had, beside the saved games."""


class ClaimedGame:
    """One game that this program plays: nobody else writes its file. Nothing is created before the first `write`."""

    def __init__(self, path: Path, lock: FileLock | None = None, content: bytes | None = None) -> None:
        self.path = path
        self._lock = lock
        self._content = content
        """What lay in the file when this program looked last; None if there was none."""
        self._one_at_a_time = threading.Lock()

    @property
    def is_written(self) -> bool:
        """Return True if some of the game lies in the file."""
        return self._content is not None

    def write(self, text: str) -> None:
        """Replace the file; an `OSError` says why it cannot be.

        The lock tells of other programs where the system has locks. Where it has none, a file that has changed since is another
        program's: then this game goes on under another name, and neither is lost.
        """
        with self._one_at_a_time:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self._is_mine():
                self._take_another_name()
            content = text.encode("utf-8")
            write_whole(self.path, content)
            self._content = content

    def _is_mine(self) -> bool:
        self._lock = self._lock or FileLock(lock_path(self.path))
        if not self._lock.acquire():
            return False
        found = content_of(self.path)
        return found is None or found == self._content

    def _take_another_name(self) -> None:
        self._release_lock()
        self.path, self._content = new_path(self.path.parent), None
        self._lock = FileLock(lock_path(self.path))
        self._lock.acquire()

    def remove(self) -> None:
        """Remove the file of a game that is over, and let go of it."""
        with self._one_at_a_time:
            if self._content is not None and content_of(self.path) == self._content:
                try:
                    self.path.unlink(missing_ok=True)
                except OSError:
                    pass  # it stays in the list of unfinished games, from which its last turn can be played again
            self._content = None
            self._release_lock()

    def release(self) -> None:
        """Let go of a game that can be continued: from now on any program may do that."""
        with self._one_at_a_time:
            self._release_lock()

    def _release_lock(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None


class UnfinishedGames:
    """The folder of these games, in the folder of the saved ones."""

    def __init__(self, records: Path) -> None:
        self.records = records
        self.folder = records / FOLDER

    def new_game(self) -> ClaimedGame:
        """Return the place of a game that begins."""
        return ClaimedGame(new_path(self.folder))

    def paths(self) -> list[Path]:
        """Return the files, the newest first."""
        return newest_first(self.folder)

    def free_paths(self) -> Iterator[Path]:
        """Yield the files of games that no program plays now, the newest first."""
        return (path for path in self.paths() if not self.is_open(path))

    def is_open(self, path: Path) -> bool:
        """Return True if a program plays the game, this one included."""
        return is_locked(lock_path(path))

    def claim(self, path: Path) -> tuple[ClaimedGame, Record] | None:
        """Return a game and its record, to be continued here; None if another program plays it or has finished it.

        The record is read behind the lock: what another program has played since the list was shown is in it. A `SaveError` says
        why the file cannot be read.
        """
        lock = FileLock(lock_path(path))
        if not lock.acquire():
            return None
        content = content_of(path)
        try:
            record = load(path) if content is not None else None
        except SaveError:
            lock.release()
            raise
        if record is None:
            lock.release()
            return None
        return ClaimedGame(path, lock, content), record

    def take_over_old(self) -> None:
        """Move the one autosave of versions before this one in among the games, so that it can be continued."""
        old = self.records / OLD_AUTOSAVE
        try:
            if old.is_file():
                self.folder.mkdir(parents=True, exist_ok=True)
                replace_file(old, new_path(self.folder))
        except OSError:
            pass  # another window has just done it; or nothing can be written, and the old file stays in the list of saved games

    def remove_needless(self, is_needless: Callable[[Path], bool]) -> None:
        """Remove the games that no program plays and that would only fill the list.

        It looks before it locks: in a list that is made meanwhile, a game that is locked is played now.
        """
        for path in list(self.free_paths()):
            try:
                if is_needless(path):
                    self.delete(path, is_needless)
            except OSError:
                pass

    def delete(self, path: Path, is_wanted: Callable[[Path], bool] = lambda path: True) -> bool:
        """Delete a game, readable or not, unless another program plays it; return True if it is gone."""
        lock = FileLock(lock_path(path))
        try:
            if not lock.acquire() or not is_wanted(path):
                return False
            path.unlink(missing_ok=True)
            return True
        finally:
            lock.release()


def lock_path(path: Path) -> Path:
    return path.with_name(path.name + LOCK_SUFFIX)


def new_path(folder: Path) -> Path:
    """Return a name that no other game has: when the game began, and a number by chance."""
    return folder / f"{time.strftime('%Y-%m-%d-%H%M')}-{secrets.token_hex(4)}{SUFFIX}"


def content_of(path: Path) -> bytes | None:
    """Return what lies in a file; None if it is not there or cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def newest_first(folder: Path) -> list[Path]:
    """Return the records in a folder; one that cannot be looked at hides no other."""
    found = []
    try:
        paths = list(folder.glob(f"*{SUFFIX}"))
    except OSError:
        return []
    for path in paths:
        try:
            found.append((path.stat().st_mtime_ns, path))
        except OSError:
            pass  # gone since, or a link that leads nowhere
    return [path for _, path in sorted(found, reverse=True)]
