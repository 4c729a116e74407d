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
        verdict = self._verdicts.get((public, message, signature))
        if verdict is None:
            verdict = self._verifier.verify(public, message, signature)
            self._remember(public, message, signature, verdict)
        return verdict

    def remember_own(self, public: bytes, message: bytes, signature: bytes) -> None:
        """Remember a signature that this program has just made, because checking it would show nothing new."""
        self._remember(public, message, signature, True)

    def _remember(self, public: bytes, message: bytes, signature: bytes, verdict: bool) -> None:
        if len(self._verdicts) >= MAX_REMEMBERED:
            for old in list(self._verdicts)[:MAX_REMEMBERED // 2]:
                del self._verdicts[old]
        self._verdicts[public, message, signature] = verdict
