"""How signatures are made and believed, as the protocol sees it: real in crypto/signing.py, transparent in a simulation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from acquire_net.crypto.signing import SignatureToVerify

MAX_REMEMBERED = 4096
SIGNATURES_AT_ONCE = 2048
"""A game of four has 1,500 signatures, and twice as many at once cost a tenth less each."""


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


class DeferredVerifier:
    """Takes every signature for good, and checks them later, many in one equation.

    What follows from its answers counts only if `all_hold` returns True. Then every answer was right, so nothing else would have
    followed from a verifier that checks each one first. False says nothing of any single one.
    """

    def __init__(self, verify_together: Callable[[Sequence[SignatureToVerify]], bool]) -> None:
        self._verify_together = verify_together
        self._deferred: list[SignatureToVerify] = []
        self._have_held = True

    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        self._deferred.append(SignatureToVerify(public, message, signature))
        if len(self._deferred) >= SIGNATURES_AT_ONCE:
            self.all_hold()
        return True

    def all_hold(self) -> bool:
        """Check those that were taken for good since the last time. Return True if these and all before them hold."""
        deferred, self._deferred = self._deferred, []
        self._have_held = self._have_held and self._verify_together(deferred)
        return self._have_held
