"""Proof that a peer knows the secret of its key (docs/spec/protocol.md, section 2): without it a key could cancel all others.

Schnorr's proof: t = wG, k = Hq("pop"; statement, key, t), s = w + k secret; sent are k and s. The statement says for which table,
which commitments and which seat.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from acquire_net.crypto.group import BYTES, EncodingError, Group, scalar_bytes, strict_scalars
from acquire_net.crypto.hashing import Entropy
from acquire_net.crypto.transcript import derive_challenge, derive_nonce

PROOF_BYTES = 2 * BYTES


class PossessionClaim(Struct, frozen=True):
    """What a verifier has before it: all public."""
    group: Group
    key: bytes
    k: int
    s: int


EQUATIONS: dict[str, Callable[[PossessionClaim], bytes]] = {
    "key": lambda claim: claim.group.combine_points((claim.s, -claim.k), (claim.group.base, claim.key)),
}
"""From an honest proof each gives the commitment of the prover back; from another one a point that does not fit the challenge."""


def prove(group: Group, statement: bytes, *, secret: bytes, key: bytes, entropy: Entropy) -> bytes:
    w = derive_nonce(group, secret=secret, ctx=statement, statement=key, counter=0, entropy=entropy)
    k = scalar_bytes(derive_challenge(group, "pop", statement, key, group.times_base(w)))
    return k + group.scalar_add(w, group.scalar_multiply(k, secret))


def verify(group: Group, statement: bytes, *, key: bytes, proof: bytes) -> bool:
    try:
        group.decode_point(key)
        k, s = strict_scalars(group, proof, 2)
    except EncodingError:
        return False
    claim = PossessionClaim(group, key, k, s)
    return derive_challenge(group, "pop", statement, key, *(equation(claim) for equation in EQUATIONS.values())) == k
