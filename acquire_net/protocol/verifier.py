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


class DoubtfulSignatureError(Exception):
    """One of the signatures that were taken for good is not, or could not be checked together with others. It says nothing of
    any single one: what followed from them is void, and is done again with each of them checked."""


class DeferredVerifier:
    """Takes every signature for good, and checks them later, many in one equation.

    What follows from its answers counts only once `check_all` has returned. Then every answer was right, so nothing else would
    have followed from a verifier that checks each one first.
    """

    def __init__(self, verify_together: Callable[[Sequence[SignatureToVerify]], bool]) -> None:
        self._verify_together = verify_together
        self._deferred: list[SignatureToVerify] = []

    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        self._deferred.append(SignatureToVerify(public, message, signature))
        if len(self._deferred) >= SIGNATURES_AT_ONCE:
            self.check_all()
        return True

    def check_all(self) -> None:
        """Check all that were taken for good. Raises DoubtfulSignatureError."""
        deferred, self._deferred = self._deferred, []
        if not self._verify_together(deferred):
            raise DoubtfulSignatureError
