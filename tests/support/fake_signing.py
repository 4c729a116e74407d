"""Signers and verifiers for tests: transparent ones, which are fast and prove nothing, and those of the real keys."""

from __future__ import annotations

import random
from collections.abc import Callable

from acquire_net.crypto.hashing import digest
from acquire_net.crypto.signing import verify


class TransparentSigner:
    """Signs with a hash that everybody can make: fast, and worth nothing. For simulations in which nobody forges."""

    def __init__(self, name: bytes) -> None:
        self.public = digest("seats", name)[:32]

    def sign(self, message: bytes) -> bytes:
        return digest("seats", self.public, message)


class TransparentVerifier:
    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        return digest("seats", public, message) == signature


def entropy_of(seed: object) -> Callable[[int], bytes]:
    return random.Random(repr(seed)).randbytes


class Ed25519Verifier:
    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        return verify(public, message, signature)
