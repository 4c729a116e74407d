"""One member's box in a mailbox: a file of sealed frames that grows by whole entries and survives being killed at any moment.

The file begins with a line of text. Every entry after it has its length, its CRC-32 and its bytes, as in a journal. What is
acknowledged has reached the disk, also where an earlier run could not put it there; a torn last entry was acknowledged to nobody
and is cut off. What its owner has taken is noted in an entry of its own, and when that is most of the file, the file is replaced
whole.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from acquire_net.crypto.curve import KEY_BYTES
from acquire_net.crypto.sealing import NONCE_BYTES, SEAL_BYTES
from acquire_net.errors import StorageError, Wording
from acquire_net.private_files import replace_privately
from acquire_net.protocol.messages import MAX_FRAME_BYTES, MAX_SEATS, Message

FIRST_LINE = b"acquire mailbox 1\n"
MAX_SENDERS = MAX_SEATS - 1
MAX_SEALED_BYTES = MAX_FRAME_BYTES + SEAL_BYTES
REPLACE_BYTES = 65_536
"""A file is replaced when so much of it is of no use, and more than half."""

NOTE_MARKS_S = 5
"""A mark that rises by itself is noted on the disk so often. Every frame has a mark of its own."""
_LONGEST_ENTRY = MAX_SEALED_BYTES + 256
_LOST_NUMBERS = 1 << 20
"""Left out behind damage, where frames may have been that their owner was given already."""

Key = Annotated[bytes, Meta(min_length=KEY_BYTES, max_length=KEY_BYTES)]
Number = Annotated[int, Meta(ge=0, lt=1 << 62)]


class MailboxError(StorageError, OSError):
    """The disk of the mailbox did not take it. Nothing was acknowledged."""


class _Opened(Message, frozen=True, tag=0):
    """The first entry: whose box it is, who may put something into it, their marks, when a member was here, the number of the
    next frame that comes, and when the box was opened."""
    owner: Key
    senders: Annotated[tuple[Key, ...], Meta(max_length=MAX_SENDERS)]
    marks: Annotated[tuple[Number, ...], Meta(max_length=MAX_SENDERS)]
    own_mark: Number
    seen_s: Number
    next_number: Number
    opened_s: Number = 0


class _Put(Message, frozen=True, tag=1):
    number: Number
    sender: Annotated[int, Meta(ge=0, lt=MAX_SENDERS)]
    mark: Number
    at_s: Number
    sealed: Annotated[bytes, Meta(min_length=1, max_length=MAX_SEALED_BYTES)]


class _Taken(Message, frozen=True, tag=2):
    """All frames up to this number have been taken."""
    up_to: Number


class _Noted(Message, frozen=True, tag=3):
    """When a member was here, and the mark of the owner."""
    own_mark: Number
    seen_s: Number


_Stored = _Opened | _Put | _Taken | _Noted
_decoder = msgspec.msgpack.Decoder(_Stored)
_encoder = msgspec.msgpack.Encoder()


class WaitingFrame(Struct, frozen=True):
    """One frame that waits, and where its bytes are."""
    number: int
    sender: bytes
    at_s: int
    mark: int
    place: int
    size: int
    nonce: bytes
    """By which it is known if it comes twice."""


def nonce_of(sealed: bytes) -> bytes:
    """Return by what a frame is known: its nonce follows from what is in it."""
    return sealed[:NONCE_BYTES]


def _packed(stored: _Stored) -> bytes:
    data = _encoder.encode(stored)
    return len(data).to_bytes(4, "little") + zlib.crc32(data).to_bytes(4, "little") + data


def _read_entries(data: bytes) -> Iterator[tuple[int, _Stored | None]]:
    """Yield where each entry ends, and the entry; None, and where the whole entries end, if there is more."""
    place = len(FIRST_LINE)
    while place < len(data):
        size = int.from_bytes(data[place:place + 4], "little")
        body = data[place + 8:place + 8 + size]
        if len(body) < size or size > _LONGEST_ENTRY or zlib.crc32(body).to_bytes(4, "little") != data[place + 4:place + 8]:
            yield place, None
            return
        try:
            stored = _decoder.decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            yield place, None
            return
        place += 8 + size
        yield place, stored


class MemberBox:
    """Who may put something into it, and how much, is the affair of the mailbox (store.py)."""

    def __init__(self, path: Path, owner: bytes, senders: Sequence[bytes]) -> None:
        self.path = path
        self.owner = owner
        self.senders = tuple(senders)
        self.frames: dict[int, WaitingFrame] = {}
        """What waits, by number, in order."""
        self.marks: dict[bytes, int] = dict.fromkeys(self.senders, 0)
        """The highest of each sender: how much it had signed at its last frame."""
        self.own_mark = 0
        """The same of the owner, at the last visit."""
        self.seen_s = 0
        """When owner or senders were here last."""
        self.lost_bytes = 0
        """What was behind the first entry that cannot be read, when the file was opened."""
        self.opened_s = 0
        self._next = 1
        self._noted_s = 0
        """When the own mark was put on the disk."""
        self._mark_waits = False
        self._handle = -1
        """Opened when it is needed, if it is not there."""
        self._good = 0
        self._must_cut = False
        self._is_unsure = False
        """True if the last sync of an earlier run may have failed: then the system may show what is not on the disk."""

    @classmethod
    def create_file(cls, path: Path, owner: bytes, senders: Sequence[bytes], now_s: int) -> MemberBox:
        box = cls(path, owner, senders)
        box.seen_s = box.opened_s = now_s
        box._next = max(1, now_s << 20)  # above all that a box here had before, which the owner may have been given
        box._replace_file(())
        return box

    @classmethod
    def read_file(cls, path: Path) -> MemberBox | None:
        """Open the file of a box; None if it does not even say whose it is. Raises MailboxError."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise _disk_error(path, error) from None
        entries = _read_entries(data) if data.startswith(FIRST_LINE) else iter(())
        good, first = next(entries, (0, None))
        if not isinstance(first, _Opened) or len(first.marks) != len(first.senders):
            return None
        box = cls(path, first.owner, first.senders)
        box.marks.update(zip(first.senders, first.marks, strict=True))
        box.own_mark, box.seen_s, box._next = first.own_mark, first.seen_s, first.next_number
        box.opened_s = first.opened_s
        for end, stored in entries:
            if stored is None or not box._take_entry(stored, end):
                box.lost_bytes = len(data) - good
                box._next += _LOST_NUMBERS
                break
            good = end
        box._good, box._must_cut, box._is_unsure = good, good < len(data), True
        box._open_file()
        return box

    def _take_entry(self, stored: _Stored, end: int) -> bool:
        """Take in an entry of the file. Return False if it does not belong there."""
        match stored:
            case _Put(number, sender, mark, at_s, sealed):
                if number <= next(reversed(self.frames), 0) or sender >= len(self.senders):
                    return False
                self._hold(number, self.senders[sender], mark, at_s, sealed, end)
            case _Taken(up_to):
                self._forget(up_to)
            case _Noted(own_mark, seen_s):
                self.own_mark = max(self.own_mark, own_mark)
                self.seen_s = max(self.seen_s, seen_s)
            case _:
                return False
        return True

    def _hold(self, number: int, sender: bytes, mark: int, at_s: int, sealed: bytes, end: int) -> None:
        self.frames[number] = WaitingFrame(number, sender, at_s, mark, end - len(sealed), len(sealed), nonce_of(sealed))
        self.marks[sender] = max(self.marks[sender], mark)
        self.seen_s = max(self.seen_s, at_s)
        self._next = max(self._next, number + 1)

    def _forget(self, up_to: int) -> None:
        self.frames = {number: frame for number, frame in self.frames.items() if number > up_to}

    # --- what the mailbox does with it

    def put_frames(self, sender: bytes, frames: Sequence[bytes], mark: int, now_s: int) -> None:
        """Keep these. They are on the disk when this returns. Raises MailboxError; then none of them waits."""
        place = self.senders.index(sender)
        parts = [_packed(_Put(self._next + step, place, mark, now_s, sealed)) for step, sealed in enumerate(frames)]
        end, first = self._good, self._next
        self._append(b"".join(parts))
        for step, (part, sealed) in enumerate(zip(parts, frames, strict=True)):
            end += len(part)
            self._hold(first + step, sender, mark, now_s, sealed, end)

    def make_sure(self) -> None:
        """Put what was found in the file on the disk, before any of it is acknowledged. Raises MailboxError."""
        if self._is_unsure:
            self._replace_file(self._kept_entries())

    def read_frame(self, frame: WaitingFrame) -> bytes:
        """Return the bytes of a frame that waits. Raises MailboxError, also where the file has others now."""
        self._open_file()
        try:
            os.lseek(self._handle, frame.place, os.SEEK_SET)
            data = os.read(self._handle, frame.size)
        except OSError as error:
            raise _disk_error(self.path, error) from None
        if len(data) != frame.size or nonce_of(data) != frame.nonce:
            raise MailboxError(0, Wording("{path}: the file was changed while it was in use", path=self.path))
        return data

    def drop_frames(self, up_to: int, now_s: int) -> None:
        """Forget all frames up to this number. Raises MailboxError."""
        if any(number <= up_to for number in self.frames):
            self._append(_packed(_Taken(min(up_to, self._next - 1))) + _packed(_Noted(self.own_mark, now_s)))
            self._forget(up_to)
            self._note_is_there(now_s)
            self._replace_if_useless()

    def drop_old(self, before_s: int) -> int:
        """Forget the frames that came before this time, and return how many. Raises MailboxError."""
        old = [number for number, frame in self.frames.items() if frame.at_s < before_s]
        if old:
            for number in old:
                del self.frames[number]
            self._replace_file(self._kept_entries())
        return len(old)

    def note_visit(self, own_mark: int, now_s: int, every_s: int) -> None:
        """Note that the owner was here, if the last note is so old, and its mark, every few seconds. Raises MailboxError."""
        if own_mark > self.own_mark:
            self.own_mark, self._mark_waits = own_mark, True
        if now_s - self.seen_s >= every_s or (self._mark_waits and abs(now_s - self._noted_s) >= NOTE_MARKS_S):
            self._append(_packed(_Noted(self.own_mark, now_s)))
            self._note_is_there(now_s)
            self._replace_if_useless()

    def note_mark(self, now_s: int) -> None:
        """Put the mark of the owner on the disk if it waits for that. Raises MailboxError."""
        if self._mark_waits:
            self._append(_packed(_Noted(self.own_mark, now_s)))
            self._note_is_there(now_s)

    def _note_is_there(self, now_s: int) -> None:
        self.seen_s = max(self.seen_s, now_s)
        self._noted_s, self._mark_waits = now_s, False

    def _replace_if_useless(self) -> None:
        waiting = sum(frame.size for frame in self.frames.values())
        if self._good - waiting > max(REPLACE_BYTES, waiting):
            self._replace_file(self._kept_entries())

    def set_senders(self, senders: Sequence[bytes]) -> None:
        """Let these, and nobody else, put something in. Frames of others are dropped. Raises MailboxError."""
        before = self.senders, self.marks, self.frames
        kept = list(self._kept_frames(senders))
        self.senders = tuple(senders)
        self.marks = {sender: before[1].get(sender, 0) for sender in senders}
        try:
            self._replace_file([_Put(frame.number, self.senders.index(frame.sender), frame.mark, frame.at_s, sealed)
                                for frame, sealed in kept])
        except BaseException:
            self.senders, self.marks, self.frames = before
            raise

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def delete_file(self) -> None:
        self.close()
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise _disk_error(self.path, error) from None

    # --- the file

    def _kept_frames(self, senders: Sequence[bytes]) -> Iterator[tuple[WaitingFrame, bytes]]:
        return ((frame, self.read_frame(frame)) for frame in self.frames.values() if frame.sender in senders)

    def _kept_entries(self) -> list[_Put]:
        return [_Put(frame.number, self.senders.index(frame.sender), frame.mark, frame.at_s, sealed)
                for frame, sealed in self._kept_frames(self.senders)]

    def _replace_file(self, puts: Iterable[_Put]) -> None:
        """Write the file anew: at any moment the old one or the new one is there."""
        marks = tuple(self.marks[sender] for sender in self.senders)
        data = FIRST_LINE + _packed(_Opened(self.owner, self.senders, marks, self.own_mark, self.seen_s,
                                            self._next, self.opened_s))
        frames: dict[int, WaitingFrame] = {}
        for put in puts:
            data += _packed(put)
            frames[put.number] = WaitingFrame(put.number, self.senders[put.sender], put.at_s, put.mark,
                                              len(data) - len(put.sealed), len(put.sealed), nonce_of(put.sealed))
        try:
            replace_privately(self.path, data)
        except OSError as error:
            raise _disk_error(self.path, error) from None
        self.close()
        self.frames = frames
        self._good, self._must_cut, self._mark_waits, self._is_unsure = len(data), False, False, False

    def _open_file(self) -> None:
        """Open the file if it is not open. Raises MailboxError."""
        if self._handle < 0:
            try:
                self._handle = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))
            except OSError as error:
                raise _disk_error(self.path, error) from None

    def _append(self, data: bytes) -> None:
        """Append the whole of this, and put it on the disk. Raises MailboxError, and the next call cuts off what was written."""
        self._open_file()
        try:
            if self._must_cut:
                os.ftruncate(self._handle, self._good)
            os.lseek(self._handle, self._good, os.SEEK_SET)
            self._must_cut = True  # until the whole of it is there
            left = memoryview(data)
            while left:
                left = left[os.write(self._handle, left):]
            os.fsync(self._handle)
        except OSError as error:
            raise _disk_error(self.path, error) from None
        self._must_cut = False
        self._good += len(data)


def _disk_error(path: Path, error: OSError) -> MailboxError:
    return MailboxError(error.errno or 0, Wording("{path}: {why}", path=path, why=error.strerror or error))
