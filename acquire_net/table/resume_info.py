"""How a seat comes back to its table: the key of its links and where the others were last, in a file beside the journal.

The key is what the others admit, so the file is its owner's alone, and nothing else holds it: the journal may be given to
anybody, and knows the public half only. So the file says everything twice, each with a checksum. Where no half is whole, only
this machine cannot come back: the journal is untouched, and the others can go on.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from acquire_net.errors import StorageError, Wording
from acquire_net.lobby.table_spec import Addresses, PeerAddress
from acquire_net.private_files import delete_privately, replace_privately
from acquire_net.protocol.messages import MAX_SEATS, Message, ShortDigest
from acquire_net.table.side_file import delete_side_files

FIRST_LINE = b"acquire links 2\n"
"""Of each half; then come the length of what follows, its CRC-32, and itself."""
MAX_FILE_BYTES = 32_000


class ResumeInfoError(StorageError, ValueError):
    """This file does not lead back to a table; the text says why."""


class _StoredResumeInfo(Message, frozen=True):
    secret: ShortDigest
    public: ShortDigest
    port: Annotated[int, Meta(ge=0, lt=1 << 16)]
    relay: PeerAddress
    lobby_id: Annotated[bytes, Meta(max_length=32)]
    peers: Annotated[tuple[tuple[ShortDigest, Addresses], ...], Meta(max_length=MAX_SEATS)]
    host: Annotated[bytes, Meta(max_length=32)] = b""
    founded_s: Annotated[int, Meta(ge=0, lt=1 << 36)] = 0


@dataclass(frozen=True, slots=True)
class ResumeInfo:
    secret: bytes = field(repr=False)
    public: bytes
    port: int
    peers: Mapping[bytes, tuple[str, ...]]
    """Where each of the others, by the key of its links, can be tried."""
    relay: str = ""
    lobby_id: bytes = b""
    """The id of the lobby that the table came from; every message to that lobby is bound to it."""
    host: bytes = b""
    """Who hosts that lobby; empty in files of older programs."""
    founded_s: int = 0
    """When the table was founded, by the clock of this machine; 0 in files of older programs. A program plays several tables with
    one key, and at a mailbox the later one has the higher marks."""

    def write(self, path: Path) -> None:
        """Write the file. Raises OSError if the disk refuses it."""
        stored = _StoredResumeInfo(self.secret, self.public, self.port, self.relay, self.lobby_id,
                                   tuple(sorted(self.peers.items())), self.host, self.founded_s)
        replace_privately(path, 2 * _packed_half(msgspec.msgpack.encode(stored)))

    @classmethod
    def read(cls, path: Path) -> ResumeInfo:
        """Read the file. Raises ResumeInfoError."""
        try:
            with path.open("rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
        except OSError as error:
            raise ResumeInfoError(Wording("'{path}' cannot be read: {why}", path=path, why=error.strerror or error)) from None
        halves = data, data[len(data) // 2:]
        if len(data) > MAX_FILE_BYTES or not any(half.startswith(FIRST_LINE) for half in halves):
            raise ResumeInfoError(Wording("'{path}' does not hold the links of a table", path=path))
        try:
            body = _unpack_half(halves[0]) or _unpack_half(halves[1])
            if body is None:
                raise msgspec.DecodeError("its checksums do not fit")
            stored = msgspec.msgpack.decode(body, type=_StoredResumeInfo)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise ResumeInfoError(Wording("'{path}' is damaged: {why}. It held the key by which the others know this seat, "
                                          "so nobody can come back from here, unless there is a copy of this file. The "
                                          "journal beside it is untouched, and the others can go on without this seat",
                                          path=path, why=error)) from None
        return cls(stored.secret, stored.public, stored.port, dict(stored.peers), stored.relay, stored.lobby_id, stored.host,
                   stored.founded_s)


def _packed_half(body: bytes) -> bytes:
    return FIRST_LINE + len(body).to_bytes(4, "little") + zlib.crc32(body).to_bytes(4, "little") + body


def _unpack_half(data: bytes) -> bytes | None:
    """Return the first half of this, if it is whole."""
    begin = len(FIRST_LINE) + 8
    body = data[begin:begin + int.from_bytes(data[begin - 8:begin - 4], "little")]
    return body if data.startswith(_packed_half(body)) else None


def resume_info_path(journal: Path) -> Path:
    """Return the path of the file beside this journal."""
    return journal.with_suffix(".links")


def lobby_of_journal(journal: Path) -> bytes:
    """Return the id of the lobby that the table of this journal came from; empty where the file beside it does not say it."""
    try:
        return ResumeInfo.read(resume_info_path(journal)).lobby_id
    except ResumeInfoError:
        return b""


def forget_resume_info(journal: Path) -> None:
    """Delete the file: nobody returns to a table after its end, or after having left it for good. If the disk does not delete the
    file, go on all the same."""
    with contextlib.suppress(OSError):
        delete_privately(resume_info_path(journal))
    delete_side_files(journal)
