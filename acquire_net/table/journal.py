"""A table on disk: the signed log, and apart from it what only this seat may know.

`<id>.acqlog` grows by entries and is never rewritten; it holds no secret and may be given to anybody. `<id>.secrets` holds the
seat's keys, readable by its owner alone, and is deleted when the game is over. A caller keeps the order of `Ready`: secrets,
entries, and only then the network. Nothing is sent before its entry has reached the disk.

A file begins with a line of text. Every entry after it has its length, its CRC-32 and its bytes: a power cut leaves at most a
torn last entry, which is cut off and reported; anything else that does not fit is damage, and an error names its place.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from acquire_net.errors import StorageError, Wording
from acquire_net.lobby.table_spec import MAX_TABLE_BYTES
from acquire_net.private_files import delete_privately, lock_file, replace_privately, sync_folder
from acquire_net.protocol.messages import MAX_FRAME_BYTES, MAX_SEATS, Message, Seat, Signature
from acquire_net.protocol.session_events import JournalEntry


def first_line(kind: bytes, form: int) -> bytes:
    """Return how a file of this kind begins. The form is raised when earlier programs would read it wrongly."""
    return b"%s %d\n" % (kind, form)


KIND = b"acquire journal"
FORM = 3
FIRST_LINE = first_line(KIND, FORM)
MAX_ENTRY_BYTES = MAX_FRAME_BYTES + 64
MAX_JOURNAL_FILE_BYTES = 64_000_000
"""A game has half a megabyte, and a few megabytes with many re-deals. A longer file is not a journal of a game."""


class DamagedJournalError(StorageError, ValueError):
    """The file is not a journal, or not whole; the text says where, and what can be done."""


class EmptyJournalError(DamagedJournalError):
    """It ends before it says which table it is of."""


class DiskError(StorageError, OSError):
    """The disk did not take it. Nothing that depends on it has been or will be sent; it is tried again."""


class JournalInUseError(StorageError, ValueError):
    """Another program has this table open."""


class _Opening(Message, frozen=True, tag=0):
    """The first entry: the table that all have signed."""
    table: Annotated[bytes, Meta(max_length=MAX_TABLE_BYTES)]
    signatures: Annotated[tuple[Signature, ...], Meta(max_length=MAX_SEATS)]


class _Frame(Message, frozen=True, tag=1):
    frame: Annotated[bytes, Meta(min_length=1, max_length=MAX_FRAME_BYTES)]


class _Acks(Message, frozen=True, tag=2):
    """The signatures that closed a block: what they sign is computed, so only they are kept."""
    signatures: Annotated[tuple[tuple[Seat, Signature], ...], Meta(min_length=1, max_length=MAX_SEATS)]


_Stored = _Opening | _Frame | _Acks
_decoder = msgspec.msgpack.Decoder(_Stored)
_encoder = msgspec.msgpack.Encoder()


@dataclass(frozen=True, slots=True)
class JournalOpening:
    """Which table this is: its bytes, and the signatures of all seats under them."""
    table: bytes
    signatures: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class JournalContents:
    """What a journal holds."""
    opening: JournalOpening
    entries: tuple[JournalEntry, ...]
    good_bytes: int
    """Up to the end of the last whole entry."""
    torn_bytes: int
    """What follows it: the rest of an entry that was being written when the power went."""


def journal_of(folder: Path, tid: bytes) -> Path:
    """Return the path of a table's journal. Its name follows from the table, never from anything that a peer has chosen."""
    return folder / f"{tid[:16].hex()}.acqlog"


def _packed_entry(stored: _Stored) -> bytes:
    data = _encoder.encode(stored)
    return len(data).to_bytes(4, "little") + zlib.crc32(data).to_bytes(4, "little") + data


def _to_store(part: JournalOpening | JournalEntry) -> _Stored:
    if isinstance(part, JournalOpening):
        return _Opening(part.table, part.signatures)
    return _Acks(part.acks) if part.acks else _Frame(part.frame)


def _from_store(stored: _Stored) -> JournalOpening | JournalEntry:
    if isinstance(stored, _Opening):
        return JournalOpening(stored.table, stored.signatures)
    return JournalEntry(stored.frame) if isinstance(stored, _Frame) else JournalEntry(b"", stored.signatures)


def encode_entry(part: JournalOpening | JournalEntry) -> bytes:
    """Return one entry as a journal holds it, without its length and checksum: for links, which have their own."""
    return _encoder.encode(_to_store(part))


def decode_entry(data: bytes) -> JournalOpening | JournalEntry:
    """Decode an entry. Raises DamagedJournalError."""
    if len(data) > MAX_ENTRY_BYTES:
        raise DamagedJournalError(Wording("an entry of {bytes} bytes; the longest that is read has {most}",
                                          bytes=f"{len(data):,}", most=f"{MAX_ENTRY_BYTES:,}"))
    try:
        return _from_store(_decoder.decode(data))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedJournalError(Wording("an entry that cannot be read: {error}", error=error)) from None


def pack_journal(opening: JournalOpening, entries: Sequence[JournalEntry]) -> bytes:
    """Return a whole journal as bytes."""
    return FIRST_LINE + _packed_entry(_to_store(opening)) + b"".join(_packed_entry(_to_store(e)) for e in entries)


def unpack_journal(data: bytes, torn_tail_ok: bool = True) -> JournalContents:
    """Return the contents of a journal's bytes. Raises DamagedJournalError."""
    if len(data) > MAX_JOURNAL_FILE_BYTES:
        raise DamagedJournalError(Wording("{bytes} bytes are too many for a journal; the longest that is read has "
                                          "{most}",
                                          bytes=f"{len(data):,}", most=f"{MAX_JOURNAL_FILE_BYTES:,}"))
    if not data.startswith(FIRST_LINE):
        if other := other_form_text(data, KIND, FORM):
            raise DamagedJournalError(Wording("this journal {other}", other=other))
        kind = EmptyJournalError if FIRST_LINE.startswith(data) else DamagedJournalError
        raise kind(f"this is not a journal of a table: it does not begin with '{FIRST_LINE[:-1].decode()}'")
    opening: JournalOpening | None = None
    entries: list[JournalEntry] = []
    place = len(FIRST_LINE)
    for start, end, stored in _read_entries(data, place):
        if stored is None:
            if end < len(data) or not torn_tail_ok:
                raise DamagedJournalError(Wording("entry {number} at byte {start} is damaged; the file was changed after it "
                                                  "was written. Ask another player of this table for a copy of the journal: "
                                                  "all have the same game", number=len(entries) + 1, start=start))
            break
        part = _from_store(stored)
        if isinstance(part, JournalOpening) != (opening is None):
            raise DamagedJournalError(Wording("entry {number} at byte {start} does not belong there",
                                              number=len(entries) + 1, start=start))
        if isinstance(part, JournalOpening):
            opening = part
        else:
            entries.append(part)
        place = end
    if opening is None:
        raise EmptyJournalError(Wording("the journal ends before it says which table it is of; nothing was played yet, so it "
                                        "can be deleted"))
    return JournalContents(opening, tuple(entries), place, len(data) - place)


def _read_entries(data: bytes, place: int) -> Iterator[tuple[int, int, _Stored | None]]:
    """Yield start, end and entry; None as the entry where it cannot be read, with the end that it should have."""
    while place < len(data):
        size = int.from_bytes(data[place:place + 4], "little")
        end = place + 8 + size
        body = data[place + 8:end]
        if place + 8 > len(data) or end > len(data):
            # Where the length itself is wrong, whole entries may follow: only a short rest can be a torn tail.
            torn = len(data) - place <= MAX_ENTRY_BYTES + 8 and size <= MAX_ENTRY_BYTES
            yield place, len(data) if torn else place, None
            return
        if size > MAX_ENTRY_BYTES or zlib.crc32(body).to_bytes(4, "little") != data[place + 4:place + 8]:
            yield place, end, None
            return
        try:
            stored = _decoder.decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            yield place, place, None
            return
        yield place, end, stored
        place = end


def other_form_text(data: bytes, kind: bytes, form: int) -> str:
    """Return what to say of a file of this kind in another form; nothing if it is not such a file."""
    found = re.match(re.escape(kind) + rb" ([0-9]{1,4})\n", data)
    if found is None:
        return ""
    return (f"was written by another version of the program, in form {found[1].decode()}, and this one reads form {form}: "
            "read it with the version that wrote it")


def read_journal(path: Path) -> JournalContents:
    """Return the contents of a journal on disk, opened for reading only. Raises DamagedJournalError or OSError."""
    return unpack_journal(_read_file(path))


def _read_file(path: Path) -> bytes:
    if path.stat().st_size > MAX_JOURNAL_FILE_BYTES:
        raise DamagedJournalError(Wording("{name} is longer than any journal of a game", name=path.name))
    return path.read_bytes()


def secrets_path(journal: Path) -> Path:
    """Return the path of the file beside this journal that holds the secrets of the seat. Without it the seat cannot play on."""
    return journal.with_suffix(".secrets")


class Journal:
    """The journal of one table while it is played: one program at a time."""

    def __init__(self, path: Path, handle: int, contents: JournalContents, read: bytes = b"") -> None:
        """`read` is what lay in the file, up to the end of the last whole entry."""
        self.path = path
        self.contents = contents
        self._handle = handle
        self._good = contents.good_bytes
        self._must_cut = contents.torn_bytes > 0
        self._unsynced = bytearray(read)
        """What was written since the last sync."""
        self._is_lost = bool(read)
        """True if a sync has failed, or may have failed in an earlier run: the system may have thrown away what was written, and
        still show it, and the next sync would not say so."""

    @property
    def secrets_path(self) -> Path:
        return secrets_path(self.path)

    @classmethod
    def create_file(cls, path: Path, opening: JournalOpening) -> Journal:
        """Create the journal of a table. Raises DiskError; then there is no file, and nobody has sent anything for this table."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            raise _disk_error(path, error) from None
        journal = cls(path, handle, JournalContents(opening, (), 0, 0))
        try:
            _lock_journal(handle, path)
            journal._write(pack_journal(opening, ()))
            journal.sync_to_disk()
            _sync_folder_of(path)
        except DiskError:
            journal.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        except BaseException:
            journal.close()
            raise
        return journal

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Open a journal that was begun before. A torn tail is cut off with the next entry."""
        try:
            handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise _disk_error(path, error) from None
        try:
            _lock_journal(handle, path)
            data = _read_file(path)
            contents = unpack_journal(data)
        except BaseException:
            os.close(handle)
            raise
        return cls(path, handle, contents, data[:contents.good_bytes])

    def append_entries(self, entries: Sequence[JournalEntry]) -> None:
        """Append all entries or none; `sync_to_disk` puts them on the disk. Raises DiskError; then call it again."""
        if entries:
            self._write(b"".join(_packed_entry(_to_store(entry)) for entry in entries))

    def _write(self, data: bytes) -> None:
        try:
            if self._must_cut:
                os.ftruncate(self._handle, self._good)
            self._must_cut = True  # until the whole of it is there
            self._write_at(self._good, data)
            self._must_cut = False
        except OSError as error:
            raise _disk_error(self.path, error) from None
        self._good += len(data)
        self._unsynced += data

    def _write_at(self, place: int, data: bytes) -> None:
        os.lseek(self._handle, place, os.SEEK_SET)
        written = 0
        while written < len(data):
            written += os.write(self._handle, data[written:])

    def sync_to_disk(self) -> None:
        """Return when all that was appended is on the disk. Raises DiskError; then the next call writes it once more."""
        try:
            if self._is_lost:
                self._write_at(self._good - len(self._unsynced), bytes(self._unsynced))
            os.fsync(self._handle)
        except OSError as error:
            self._is_lost = True
            raise _disk_error(self.path, error) from None
        self._is_lost = False
        self._unsynced.clear()

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)  # the lock goes with it
            self._handle = -1

    # --- secrets

    def write_secrets(self, data: bytes) -> None:
        """Replace the secrets file: at any moment the old one or the new one is there, and only the owner can read it."""
        try:
            replace_privately(self.secrets_path, data)
        except OSError as error:
            raise _disk_error(self.secrets_path, error) from None

    def read_secrets(self) -> bytes | None:
        """Return the seat's secrets, or None where they are gone: then this seat can only say goodbye."""
        try:
            return self.secrets_path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _disk_error(self.secrets_path, error) from None

    def forget_secrets(self) -> None:
        try:
            delete_privately(self.secrets_path)
        except OSError as error:
            raise _disk_error(self.secrets_path, error) from None


_WHAT_TO_DO = {
    "ENOSPC": Wording("the disk is full: make room, and the table goes on"),
    "EDQUOT": Wording("the quota of this account is used up: make room, and the table goes on"),
    "EROFS": Wording("the disk is read-only: choose another folder with ACQUIRE_HOME, or make it writable"),
    "EACCES": Wording("this account may not write there: choose another folder with ACQUIRE_HOME, or change its permissions"),
    "EPERM": Wording("this account may not write there: choose another folder with ACQUIRE_HOME, or change its permissions"),
    "EEXIST": Wording("there is a journal of this table already: resume it instead of starting again"),
    "ENOENT": Wording("there is no such file"),
}


def _disk_error(path: Path, error: OSError) -> DiskError:
    name = errno.errorcode.get(error.errno or 0, "")
    advice = _WHAT_TO_DO.get(name, Wording("try again, or choose another folder with ACQUIRE_HOME"))
    return DiskError(error.errno, Wording("{path}: {why}; {advice}", path=path, why=error.strerror or error, advice=advice))


def _sync_folder_of(path: Path) -> None:
    try:
        sync_folder(path.parent)
    except OSError as error:
        raise _disk_error(path, error) from None


def _lock_journal(handle: int, path: Path) -> None:
    """Let only one program at a time write: two of one seat would look like a liar. The lock ends with the program, however it
    ends."""
    try:
        lock_file(handle)
    except OSError:
        raise JournalInUseError(Wording("{path} is open in another program: close that one first; a table has one program a "
                                        "seat", path=path)) from None
