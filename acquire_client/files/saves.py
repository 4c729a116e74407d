"""Games on the disk: records written whole or not at all, and never over a file that is not the game's own."""

from __future__ import annotations

import errno
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from acquire_client.language import message
from acquire_client.trouble import TranslatedError
from acquire_client.view_model.words import printable
from acquire_core.record import Record, RecordError, load_record
from acquire_net import replace_file, retry_while_open, sync_folder

SUFFIX = ".acquire"


class SaveError(TranslatedError):
    """A file that cannot be written or read as asked; the message is for people."""


class FileThereError(SaveError):
    """The game cannot be written there, because another file has this name."""


_OWN_SEAT = re.compile(r"(?:\Agame-[0-9]+|-[0-9a-f]{12})-seat([0-5])")
"""Behind the names that this program gives; what a person has called a file says nothing."""


def seat_mark(own_seat: int | None) -> str:
    """Return what the name of a file says of the seat of the person at this machine; nothing where all persons sat here."""
    return "" if own_seat is None else f"-seat{own_seat}"


def own_seat_of(path: Path) -> int | None:
    """Return the seat of the person at this machine, which the name of a file has and its record has not; None where all persons
    sat here.

    >>> own_seat_of(Path("2026-11-29-1805-0123456789ab-seat2.acquire")), own_seat_of(Path("2026-11-29-1805-0123456789ab.acquire"))
    (2, None)
    >>> own_seat_of(Path("game-3-seat1.acquire"))
    1
    """
    found = _OWN_SEAT.search(path.stem)
    return int(found[1]) if found else None


class RecordFolder:
    """Where one game is kept: the file it was saved to last, or a free name in a folder. `own_seat` is the seat of the person at
    this machine, if other persons may have played on other machines."""

    def __init__(self, folder: Path, own: Path | None = None, own_seat: int | None = None) -> None:
        self.folder = folder
        self.own = own
        self._own_seat = own_seat

    def save(self, record: Record, path: Path | None = None, force: bool = False) -> Path:
        """Write the record; without a path to the game's own file, or to a free name in the folder."""
        if path is None and self.own is None:
            return self.save_into(self.folder, record, f"{seat_mark(self._own_seat)}{SUFFIX}")
        wanted = path or self.own or self.folder
        try:
            if wanted == self.own or force:
                write_whole(wanted, record.text())
            else:
                write_new(wanted, record.text())
        except FileExistsError:
            raise FileThereError(message("there is a file '{path}' already"), path=printable(str(wanted))) from None
        except (OSError, ValueError) as error:  # ValueError: a path with a null character, a record that is too long
            raise _unwritable(wanted, error) from None
        self.own = wanted
        return wanted

    def save_into(self, folder: Path, record: Record, suffix: str = SUFFIX) -> Path:
        """Write the record under a free name in a folder; from now on this is the game's own file."""
        try:
            self.own = write_free(folder, "game", suffix, record.text())
        except (OSError, ValueError) as error:
            raise _unwritable(free_path(folder, "game", suffix), error) from None
        return self.own


def _unwritable(path: Path, error: Exception) -> SaveError:
    return SaveError(message("'{path}' cannot be written: {why}"), path=printable(str(path)), why=error)


JOURNAL_HEAD, RECORD_HEAD = b"acquire journal ", b"acquire record "
"""How the journal of a table without a host and the record of a game begin."""


def begins_with(path: Path, first: bytes) -> bool:
    """Return True if a file says of itself what it is; one that cannot be read says nothing."""
    try:
        with path.open("rb") as file:
            return file.read(len(first)) == first
    except (OSError, ValueError):
        return False


def write_whole(path: Path, content: str | bytes, is_durable: bool = True) -> None:
    """Replace a file in one step, so that a reader finds either the old content or the new one, also behind a power cut. Two
    windows may do so at the same moment: the last one counts. What `is_durable` is on the disk when this returns."""
    with _written_beside(path, content, is_durable) as beside:
        replace_file(beside, path)
        if is_durable:
            sync_folder(path.parent)


def write_new(path: Path, content: str | bytes, is_durable: bool = True) -> None:
    """Write a file whole. Raises FileExistsError, and changes nothing, where this name is taken, in whatever moment."""
    with _written_beside(path, content, is_durable) as beside:
        _take_name(beside, path)
        if is_durable:
            sync_folder(path.parent)


def write_free(folder: Path, name: str, suffix: str, content: str | bytes) -> Path:
    """Write something under the first free name of a folder, which no other program takes; an `OSError` says why it cannot be."""
    while True:
        path = free_path(folder, name, suffix)
        try:
            write_new(path, content)
        except FileExistsError:  # another program was faster
            continue
        return path


def move_to_free(path: Path, folder: Path, name: str, suffix: str) -> Path:
    """Give a file the first free name of a folder; an `OSError` says why it cannot be."""
    while True:
        new = free_path(folder, name, suffix)
        try:
            _take_name(path, new)
        except FileExistsError:
            continue
        retry_while_open(lambda: path.unlink(missing_ok=True))
        return new


@contextmanager
def _written_beside(path: Path, content: str | bytes, is_durable: bool) -> Iterator[Path]:
    """Write a file beside the one that is meant; it is there for as long as the caller needs it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path.parent)) from None
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        beside.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        if is_durable:
            with retry_while_open(lambda: beside.open("r+b")) as file:
                os.fsync(file.fileno())
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def _take_name(file: Path, path: Path) -> None:
    """Give a file a second name, or on a disk without them another one. Raises FileExistsError where it is taken."""
    try:
        os.link(file, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links, such as that of a stick
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        try:
            replace_file(file, path)
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def free_path(folder: Path, name: str, suffix: str) -> Path:
    """Return the first of name-1, name-2, … that is not there; in a folder that cannot be looked into the first of all. Another
    program may take it: `write_free` and `move_to_free` notice that."""
    number = 1
    while os.path.lexists(path := folder / f"{name}-{number}{suffix}"):
        number += 1
    return path


def path_from(text: str) -> Path:
    """Return the path that a person typed; `~` stands for the home folder where one is known."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def load(path: Path) -> Record:
    try:
        return load_record(path)
    except RecordError as error:
        raise SaveError(message("'{path}': {why}"), path=printable(str(path)), why=error) from None
    except (OSError, ValueError) as error:
        raise SaveError(message("'{path}' cannot be read: {why}"), path=printable(str(path)), why=error) from None
