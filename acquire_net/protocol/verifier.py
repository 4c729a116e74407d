"""How signatures are made and believed, as the protocol sees it: real in crypto/signing.py, transparent in a simulation."""

from __future__ import annotations

from typing import Protocol


class Signer(Protocol):
    @property
    def public(self) -> bytes: ...
    def sign(self, message: bytes) -> bytes: ...


class Verifier(Protocol):
    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool: ...
