"""The card at the open port: who waits there. A join code has 80 bits of a fingerprint, and CURVE needs a whole key at once.

A card has a fixed form and is signed by the identity: protocol, identity, CURVE key of this evening. It is asked for and read
without any secret, so an attacker can show an old card again; but the attacker lacks the secret of its key, so no link comes up.
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from acquire_net.crypto import signing
from acquire_net.crypto.hashing import digest, encode_number
from acquire_net.crypto.signing import matches_fingerprint
from acquire_net.errors import SetupError, Wording, pattern
from acquire_net.links.adapters import with_scopes
from acquire_net.protocol.verifier import Signer, Verifier
from acquire_net.protocol.version import PROTOCOL

CARD_REQUEST = b"ACQCARD1"
MAX_CARD_BYTES = 256
"""No answer is read further, of whatever version."""
MAX_ASKED, ASK_AGAIN_S = 4, 0.2
"""How often to ask again when the answer breaks off, and the first pause before that; it doubles each time."""

_SIGNED = struct.Struct("<8sH32s32s64s")
_BEGINNING = b"ACQCARD"
_Found = tuple[int, int, int, str, Any]
"""What the system says of an address."""


class Card(Struct, frozen=True):
    protocol: int
    identity: bytes
    curve: bytes

    def is_of(self, mark: bytes) -> bool:
        """Return True if this is the card of whom a join code with this fingerprint means."""
        return matches_fingerprint(self.identity, mark)


OTHER_PROGRAM = Wording("the program that answers there is not the one that this join code means: the code is old, or another "
                        "program pretends; ask for a new one")


class CardError(SetupError):
    """There is no card to be had there; the text says why, and what to do."""


class UnreachableError(CardError):
    """Nobody listens there, or there is no way."""


class NoAnswerError(CardError):
    """A program may be there, but it does not answer in time."""


class NotATableError(CardError):
    """A program answers, but it is not a table of this game."""


TABLE_DIFFERS = pattern("this machine speaks ACQ-MP/{mine}, that table ACQ-MP/{theirs}: {older} needs a newer version of the "
                        "program")


class OtherVersionError(CardError):
    """A table, of a version that this program cannot join."""


def sign_card(signer: Signer, curve: bytes, protocol: int = PROTOCOL) -> bytes:
    signature = signer.sign(digest("card", encode_number(protocol), signer.public, curve))
    return _SIGNED.pack(CARD_REQUEST, protocol, signer.public, curve, signature)


def read_card(data: bytes, verifier: Verifier = signing) -> Card:
    """Decode and verify a card. Raises NotATableError or OtherVersionError."""
    if not data.startswith(_BEGINNING):
        raise NotATableError(Wording("what answers there is not an Acquire table: check address and port"))
    if data[:len(CARD_REQUEST)] != CARD_REQUEST:
        raise OtherVersionError(Wording("that table shows a card of another kind: one of the two programs needs a newer version"))
    if len(data) != _SIGNED.size:
        raise NotATableError(Wording("a card of {bytes} bytes where {size} belong: not an Acquire table, or a damaged answer",
                                     bytes=len(data), size=_SIGNED.size))
    _, protocol, identity, curve, signature = _SIGNED.unpack(data)
    if not verifier.verify(identity, digest("card", encode_number(protocol), identity, curve), signature):
        raise NotATableError(Wording("the card is not signed by its owner: another program pretends to be this table; ask "
                                     "for a new join code"))
    if protocol != PROTOCOL:
        older = Wording("this machine") if protocol > PROTOCOL else Wording("the other machine")
        raise OtherVersionError(Wording(TABLE_DIFFERS, mine=PROTOCOL, theirs=protocol, older=older))
    return Card(protocol, identity, curve)


def fetch_card(host: str, port: int, timeout_s: float = 5.0, verifier: Verifier = signing) -> Card:
    """Ask for the card and wait for it. Raises one of the four kinds of CardError. Looking a name up comes on top."""
    return read_card(asked_at(host, port, CARD_REQUEST, _SIGNED.size, timeout_s), verifier)


def asked_at(host: str, port: int, request: bytes, size: int, timeout_s: float) -> bytes:
    """Return the answer to a request at this address, not read yet, of at most MAX_CARD_BYTES and one more. A whole answer has
    `size` bytes; where it breaks off, ask again a few times. Raises CardError."""
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        found = [each for way in with_scopes(host) for each in socket.getaddrinfo(way, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError, OverflowError) as error:
        raise UnreachableError(Wording("there is no address called '{host}' ({error}): check its spelling",
                                       host=host, error=_error_text(error))) from None
    deadline_s = time.monotonic() + timeout_s
    data = _asked_once(found, request, deadline_s, place)
    for pause_s in (ASK_AGAIN_S * 2 ** times for times in range(MAX_ASKED - 1)):
        if not _is_broken_off(data, request, size) or time.monotonic() + pause_s >= deadline_s:
            break
        time.sleep(pause_s)
        data = _asked_once(found, request, deadline_s, place)
    if not data:
        raise NotATableError(Wording("{place} closes the connection without a card: it is not an Acquire table, or too many "
                                     "strangers are connected; check the port, and try again in a few seconds", place=place))
    return data


def _is_broken_off(data: bytes, request: bytes, size: int) -> bool:
    return len(data) < size and data[:len(request)] == request[:len(data)]


def _asked_once(found: Sequence[_Found], request: bytes, deadline_s: float, place: str) -> bytes:
    trouble: CardError = UnreachableError(Wording("there is no address for {place}: check its spelling", place=place))
    for left, (family, kind, protocol, _, address) in zip(range(len(found), 0, -1), found, strict=True):
        with socket.socket(family, kind, protocol) as sock:
            try:
                sock.settimeout(max((deadline_s - time.monotonic()) / left, 0.01))
                sock.connect(address)
            except TimeoutError:
                trouble = NoAnswerError(Wording("{place} does not answer: is the machine on, in the same network, and does "
                                                "its firewall let this program in?", place=place))
            except ConnectionResetError:
                return b""
            except OSError as error:
                trouble = UnreachableError(Wording("nobody can be reached at {place} ({error}): is the table open, and are "
                                                   "address and port right?", place=place, error=_error_text(error)))
            else:
                return _answer(sock, request, deadline_s, place)
    raise trouble


def _answer(sock: socket.socket, request: bytes, deadline_s: float, place: str) -> bytes:
    """Return everything up to the end of the connection, but not more than a card may have."""
    data = b""
    try:
        sock.sendall(request)
        while len(data) <= MAX_CARD_BYTES:
            sock.settimeout(max(deadline_s - time.monotonic(), 0.01))
            more = sock.recv(MAX_CARD_BYTES + 1 - len(data))
            if not more:
                break
            data += more
    except TimeoutError:
        raise NoAnswerError(Wording("{place} takes the connection and does not answer in time: try again, or check the "
                                    "port", place=place)) from None
    except OSError:
        pass  # what had been said before the connection broke is judged
    return data


def _error_text(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
