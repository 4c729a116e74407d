"""The card at the open port for those who watch: where the table that sits here shows its game, and which table that is.

It is fixed in form and signed by the seat's identity. Without a port nothing is shown: either the game has not begun, and then no
table is named, or those who sit at it have agreed on having no spectators.
"""

from __future__ import annotations

import struct

from msgspec import Struct

from acquire_net.crypto import signing
from acquire_net.crypto.hashing import digest, encode_number
from acquire_net.discovery.card import TABLE_DIFFERS, NotATableError, OtherVersionError, asked_at
from acquire_net.errors import Wording
from acquire_net.protocol.verifier import Signer, Verifier
from acquire_net.protocol.version import PROTOCOL

WATCH_REQUEST = b"ACQWATC1"
TABLE_BYTES = 64
NO_KEY, NO_TABLE = bytes(32), bytes(TABLE_BYTES)

_SIGNED = struct.Struct("<8sH32s32sH64s64s")
_BEGINNING = b"ACQWATC"


class WatchCard(Struct, frozen=True):
    identity: bytes
    curve: bytes = NO_KEY
    port: int = 0
    table: bytes = NO_TABLE
    """Its tid."""

    @property
    def has_begun(self) -> bool:
        return self.table != NO_TABLE

    @property
    def may_be_watched(self) -> bool:
        return self.port != 0 and self.has_begun


def sign_watch_card(signer: Signer, curve: bytes = NO_KEY, port: int = 0, table: bytes = NO_TABLE) -> bytes:
    signature = signer.sign(_digest(PROTOCOL, signer.public, curve, port, table))
    return _SIGNED.pack(WATCH_REQUEST, PROTOCOL, signer.public, curve, port, table, signature)


def _digest(protocol: int, identity: bytes, curve: bytes, port: int, table: bytes) -> bytes:
    return digest("watch", encode_number(protocol), identity, curve, encode_number(port), table)


def read_watch_card(data: bytes, verifier: Verifier = signing) -> WatchCard:
    """Decode and verify a watch card. Raises NotATableError or OtherVersionError."""
    if not data.startswith(_BEGINNING):
        raise NotATableError(Wording("what answers there is not an Acquire table that can be watched: check address and port"))
    if data[:len(WATCH_REQUEST)] != WATCH_REQUEST:
        raise OtherVersionError(Wording("that table is shown in another way: one of the two programs needs a newer version"))
    if len(data) != _SIGNED.size:
        raise NotATableError(Wording("a card of {bytes} bytes where {size} belong: not an Acquire table, or a damaged answer",
                                     bytes=len(data), size=_SIGNED.size))
    _, protocol, identity, curve, port, table, signature = _SIGNED.unpack(data)
    if not verifier.verify(identity, _digest(protocol, identity, curve, port, table), signature):
        raise NotATableError(Wording("the card is not signed by its owner: another program pretends to be this table; ask "
                                     "for a new join code"))
    if protocol != PROTOCOL:
        older = Wording("this machine") if protocol > PROTOCOL else Wording("the other machine")
        raise OtherVersionError(Wording(TABLE_DIFFERS, mine=PROTOCOL, theirs=protocol, older=older))
    return WatchCard(identity, curve, port, table)


def fetch_watch_card(host: str, port: int, timeout_s: float) -> WatchCard:
    """Ask for the card and wait for it. Raises one of the kinds of CardError."""
    return read_watch_card(asked_at(host, port, WATCH_REQUEST, _SIGNED.size, timeout_s))
