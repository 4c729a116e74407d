"""Key pairs for links: X25519, which is what CURVE of ZeroMQ uses. Both halves are 32 raw bytes; how they are spelt is the
link's affair."""

from __future__ import annotations

from dataclasses import dataclass, field

import nacl.bindings as sodium

from acquire_net.crypto.hashing import Entropy

KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class CurveKeys:
    public: bytes
    secret: bytes = field(repr=False)


def curve_keys(entropy: Entropy) -> CurveKeys:
    """Return a fresh pair, for one evening.

    >>> len(curve_keys(lambda count: bytes(range(count))).public)
    32
    """
    secret = entropy(KEY_BYTES)
    return CurveKeys(sodium.crypto_scalarmult_base(secret), secret)
