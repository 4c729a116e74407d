"""Ed25519 signatures, which say who sent what (protocol.md, section 0). What is signed is a digest that the protocol makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import nacl.bindings as sodium
from nacl.exceptions import CryptoError

from acquire_net.crypto.group import BASE, BYTES, ORDER, Edwards25519, EncodingError, strict_scalar
from acquire_net.crypto.hashing import digest, draw_short_words, signature_challenge

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


class SignatureToVerify(NamedTuple):
    """What `verify` takes, as one value."""
    public: bytes
    message: bytes
    signature: bytes


def verify_together(signed: Sequence[SignatureToVerify]) -> bool:
    """Return True if all of these hold. False means that they did not hold in one equation; `verify` says it of each alone.

    The equation of a signature (R, s) is s B = R + h A (RFC 8032). All are added up with weights of 128 bits, a hash of all of
    them. Keys and R are in a group of prime order: there a false equation among them passes with a chance of 2^-128. What the
    library accepts beyond that, an R outside of this group, is False here."""
    if not _GROUP.is_compiled:  # without our own sums this saves nothing
        return all(verify(each.public, each.message, each.signature) for each in signed)
    try:
        if any(not isinstance(each.public, bytes) or not isinstance(each.signature, bytes)
               or len(each.signature) != SIGNATURE_BYTES for each in signed):
            return False
        keys = [_GROUP.decode_point(public) for public in dict.fromkeys(each.public for each in signed)]
        parts = [(each.public, signature_challenge(each.signature, each.public, each.message), each.signature)
                 for each in signed]
        drawn = draw_short_words("weight", digest("signatures", *map(b"".join, parts)), len(parts))
        weights = [int.from_bytes(drawn[start:start + 16], "little") for start in range(0, len(drawn), 16)]
        of_base, of_keys = 0, dict.fromkeys(keys, 0)
        for weight, (public, hashed, signature) in zip(weights, parts, strict=True):
            of_base -= weight * int.from_bytes(strict_scalar(signature[BYTES:], ORDER), "little")
            of_keys[public] += weight * int.from_bytes(hashed, "little")
        points = _GROUP.decode_for_one_sum(b"".join([signature[:BYTES] for _, _, signature in parts]), drawn)
        total = _GROUP.combine_tables([*weights, *of_keys.values(), of_base], points, b"".join(keys), BASE)
    except EncodingError:
        return False
    return total == _GROUP.identity


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
