"""How a seat comes back to its table: the key of its links and where the others were last, in a file beside the journal.

The key is what the others admit, so the file is its owner's alone. A damaged one costs the way back by this machine only: the
journal is untouched, and whoever is at the table can still be looked for by join code.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from acquire_net.private_files import forget, replace_privately
from acquire_net.protocol.lobby import Addresses, PeerAddress
from acquire_net.protocol.messages import MOST_SEATS, Message, ShortDigest

FIRST_LINE = b"acquire links 1\n"
MOST_BYTES = 16_000



class NoLinks(ValueError):
    """There is no way back in this file; the text says why."""


class _Stored(Message, frozen=True):
    secret: ShortDigest
    public: ShortDigest
    port: Annotated[int, Meta(ge=0, lt=1 << 16)]
    relay: PeerAddress
    gathering: Annotated[bytes, Meta(max_length=32)]
    peers: Annotated[tuple[tuple[ShortDigest, Addresses], ...], Meta(max_length=MOST_SEATS)]


@dataclass(frozen=True, slots=True)
class LinkBook:
    secret: bytes = field(repr=False)
    public: bytes
    port: int
    peers: Mapping[bytes, tuple[str, ...]]
    """Where each of the others, by the key of its links, can be tried."""
    relay: str = ""
    gathering: bytes = b""
    """The name of the gathering that the table came from: whoever says something to it names it."""

    def write(self, path: Path) -> None:
        """Raises OSError where the disk does not take it."""
        stored = _Stored(self.secret, self.public, self.port, self.relay, self.gathering,
                         tuple(sorted(self.peers.items())))
        replace_privately(path, FIRST_LINE + msgspec.msgpack.encode(stored))

    @classmethod
    def read(cls, path: Path) -> LinkBook:
        """Raises NoLinks."""
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise NoLinks(f"'{path}' cannot be read: {error.strerror or error}") from None
        if len(data) > MOST_BYTES or not data.startswith(FIRST_LINE):
            raise NoLinks(f"'{path}' does not hold the links of a table")
        try:
            stored = msgspec.msgpack.decode(data[len(FIRST_LINE):], type=_Stored)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise NoLinks(f"'{path}' is damaged: {error}") from None
        return cls(stored.secret, stored.public, stored.port, dict(stored.peers), stored.relay, stored.gathering)


def links_of(journal: Path) -> Path:
    """The file beside this journal."""
    return journal.with_suffix(".links")


def forget_links(journal: Path) -> None:
    """Nobody comes back to a table after its last word, or after having left it for good. Where the disk does not let go of the
    file, that is no reason to stop."""
    with contextlib.suppress(OSError):
        forget(links_of(journal))
