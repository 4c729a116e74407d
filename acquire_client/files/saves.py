"""Games on the disk: records written whole or not at all, and never over a file that is not the game's own."""

from __future__ import annotations

import errno
import os
import re
import secrets
import threading
from pathlib import Path

from acquire_client.language import message
from acquire_client.trouble import TranslatedError
from acquire_client.view_model.words import printable
from acquire_core.record import Record, RecordError, load_record
from acquire_net import replace_file

SUFFIX = ".acquire"

_taking_a_name = threading.Lock()
"""Two threads must not find the same name free."""


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
        wanted = path or self.own or free_path(self.folder, "game", f"{seat_mark(self._own_seat)}{SUFFIX}")
        try:
            if wanted != self.own and not force and wanted.exists():
                raise FileThereError(message("there is a file '{path}' already"), path=printable(str(wanted)))
            write_whole(wanted, record.text())
        except (OSError, ValueError) as error:  # ValueError: a path with a null character, a record that is too long
            raise SaveError(message("'{path}' cannot be written: {why}"), path=printable(str(wanted)), why=error) from None
        self.own = wanted
        return wanted


JOURNAL_HEAD, RECORD_HEAD = b"acquire journal ", b"acquire record "
"""How the journal of a table without a host and the record of a game begin."""


def begins_with(path: Path, first: bytes) -> bool:
    """Return True if a file says of itself what it is; one that cannot be read says nothing."""
    try:
        with path.open("rb") as file:
            return file.read(len(first)) == first
    except (OSError, ValueError):
        return False


def write_whole(path: Path, content: str | bytes) -> None:
    """Replace a file in one step, so that a reader finds either the old content or the new one. Two windows may do so at the
    same moment: the last one counts."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path.parent)) from None
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        beside.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        replace_file(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def write_free(folder: Path, name: str, suffix: str, content: str | bytes) -> Path:
    """Write something under the first free name of a folder; an `OSError` says why it cannot be."""
    with _taking_a_name:
        path = free_path(folder, name, suffix)
        write_whole(path, content)
    return path


def free_path(folder: Path, name: str, suffix: str) -> Path:
    """Return the first of name-1, name-2, … that is not there; in a folder that cannot be looked into the first of all."""
    number = 1
    while os.path.exists(path := folder / f"{name}-{number}{suffix}"):
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
