"""Frames sealed for one other peer, and a sealed line between two programs: what a mailbox carries and cannot read.

Both rest on the X25519 keys of links. Only the two owners of the keys can seal or open, so who opens a frame knows who sealed it.
The nonce of a frame follows from the frame and the secret of the two: the same frame is sealed to the same bytes, and nobody else
can tell from them what is in it.
"""

from __future__ import annotations

import nacl.bindings as sodium
from nacl.exceptions import CryptoError

from acquire_net.crypto.curve import CurveKeys
from acquire_net.crypto.hashing import digest
from acquire_net.errors import RemoteError, Wording

NONCE_BYTES = 24
SEAL_BYTES = NONCE_BYTES + 16
"""By so much a sealed frame is longer."""
LINE_NONCE_BYTES = 8
"""Of each of the two, for one line."""


class SealError(RemoteError, ValueError):
    """These bytes were not sealed by that peer for this one."""


def _shared_secret(keys: CurveKeys, other: bytes) -> bytes:
    """Return what only the owners of two keys can compute. Raises SealError for a key that is none."""
    try:
        return sodium.crypto_box_beforenm(other, keys.secret)
    except (CryptoError, RuntimeError, ValueError, TypeError):
        raise SealError(Wording("this is not a key of a link")) from None


def seal_frame(keys: CurveKeys, to: bytes, frame: bytes) -> bytes:
    """Return a frame that only the owner of this key can read. Raises SealError.

    >>> ada, bo = (CurveKeys(sodium.crypto_scalarmult_base(bytes([n]) * 32), bytes([n]) * 32) for n in (1, 2))
    >>> open_frame(bo, ada.public, seal_frame(ada, bo.public, b"a frame"))
    b'a frame'
    """
    secret = _shared_secret(keys, to)
    nonce = digest("sealed", secret, keys.public, to, frame)[:NONCE_BYTES]
    return nonce + sodium.crypto_box_afternm(frame, nonce, secret)


def open_frame(keys: CurveKeys, sender: bytes, sealed: bytes) -> bytes:
    """Return what the owner of this key has sealed for this peer. Raises SealError, also for what it has sealed for others and
    for what this peer has sealed itself."""
    secret = _shared_secret(keys, sender)
    nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    try:
        frame = sodium.crypto_box_open_afternm(rest, nonce, secret)
    except (CryptoError, RuntimeError, ValueError, TypeError):
        frame = None
    if frame is None or digest("sealed", secret, sender, keys.public, frame)[:NONCE_BYTES] != nonce:
        raise SealError(Wording("this is not a frame that its sender has sealed for this seat"))
    return frame


class SealedLine:
    """One connection between two programs whose keys each of them knows: every message once, in order, and unchanged."""

    def __init__(self, keys: CurveKeys, other: bytes, caller_nonce: bytes, other_nonce: bytes, calls: bool) -> None:
        """`calls` is True at the end that has called. Raises SealError for a key that is none."""
        self._secret = _shared_secret(keys, other)
        self._nonce = caller_nonce + other_nonce
        self._out, self._in = (b"\0", b"\1") if calls else (b"\1", b"\0")
        self._sent = self._received = 0

    def seal(self, message: bytes) -> bytes:
        nonce = self._nonce + self._out + self._sent.to_bytes(NONCE_BYTES - 2 * LINE_NONCE_BYTES - 1, "little")
        self._sent += 1
        return sodium.crypto_box_afternm(message, nonce, self._secret)

    def open(self, sealed: bytes) -> bytes:
        """Return the next message of the other end. Raises SealError."""
        nonce = self._nonce + self._in + self._received.to_bytes(NONCE_BYTES - 2 * LINE_NONCE_BYTES - 1, "little")
        try:
            message = sodium.crypto_box_open_afternm(sealed, nonce, self._secret)
        except (CryptoError, RuntimeError, ValueError, TypeError):
            raise SealError(Wording("this is not the next message of this line")) from None
        self._received += 1
        return message
