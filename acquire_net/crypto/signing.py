"""Ed25519 signatures, which say who sent what (protocol.md, section 0). What is signed is a digest that the protocol makes."""

from __future__ import annotations

import nacl.bindings as sodium
from nacl.exceptions import CryptoError

from acquire_net.crypto.group import Edwards25519, EncodingError
from acquire_net.crypto.hashing import digest

SIGNATURE_BYTES = 64
SEED_BYTES = 32
FINGERPRINT_BYTES = 10
SHORT_FINGERPRINT_BYTES = 5
"""In codes and announcements of programs before ACQ-MP/3, and in the names of rooms at a relay."""

_GROUP = Edwards25519()


class SigningKey:
    """The secret half. The seed is all there is to keep.

    >>> key = SigningKey(bytes(32))
    >>> verify(key.public, b"message", key.sign(b"message"))
    True
    """

    __slots__ = ("_secret", "public")

    def __init__(self, seed: bytes) -> None:
        self.public, self._secret = sodium.crypto_sign_seed_keypair(seed)

    def __repr__(self) -> str:
        return f"<SigningKey of {self.public.hex()}>"

    def sign(self, message: bytes) -> bytes:
        return sodium.crypto_sign(message, self._secret)[:SIGNATURE_BYTES]


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return True if the owner of this key signed this message. The key passes the strict decoder as any point does."""
    if not isinstance(signature, bytes) or len(signature) != SIGNATURE_BYTES:
        return False
    try:
        sodium.crypto_sign_open(signature + message, _GROUP.decode_point(public))
    except (EncodingError, CryptoError):
        return False
    return True


def fingerprint_of(identity: bytes) -> bytes:
    """Return the 80 bits that people compare and that join codes carry instead of the whole key.

    >>> fingerprint_of(bytes(32)).hex()
    '35a47bbc5fcd20ee7aeb'
    """
    return digest("fingerprint", identity)[:FINGERPRINT_BYTES]


def matches_fingerprint(identity: bytes, mark: bytes) -> bool:
    """Return True if this is the fingerprint of the identity, in its length of today or of before.

    >>> matches_fingerprint(bytes(32), bytes.fromhex("35a47bbc5f")), matches_fingerprint(bytes(32), b"5")
    (True, False)
    """
    return len(mark) in (FINGERPRINT_BYTES, SHORT_FINGERPRINT_BYTES) and fingerprint_of(identity).startswith(mark)
