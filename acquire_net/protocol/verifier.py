"""How signatures are made and believed, as the protocol sees it: real in crypto/signing.py, transparent in a simulation."""

from __future__ import annotations

from typing import Protocol

MAX_REMEMBERED = 4096


class Signer(Protocol):
    @property
    def public(self) -> bytes: ...
    def sign(self, message: bytes) -> bytes: ...


class Verifier(Protocol):
    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool: ...


class RememberingVerifier:
    """Checks each signature once: a frame that is sent again and again costs a look-up."""

    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier
        self._verdicts: dict[tuple[bytes, bytes, bytes], bool] = {}

    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        key = public, message, signature
        verdict = self._verdicts.get(key)
        if verdict is None:
            if len(self._verdicts) >= MAX_REMEMBERED:
                for old in list(self._verdicts)[:MAX_REMEMBERED // 2]:
                    del self._verdicts[old]
            verdict = self._verdicts[key] = self._verifier.verify(public, message, signature)
        return verdict
