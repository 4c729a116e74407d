"""Proof that a hidden tile was put under a new key unchanged (docs/spec/protocol.md, section 10), by the one who holds it.

The slot is the pair (A, R) with R = M + xA, which only the holder of x can open. The holder publishes T = (rG, M + rK') under the
new joint key, and proves knowledge of x and r with

    X = xG        T1 = rG        T2 - R = rK' - xA
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from acquire_net.crypto.group import BYTES, Group, scalar_bytes, strict_scalars
from acquire_net.crypto.hashing import Entropy
from acquire_net.crypto.transcript import derive_challenge, derive_nonce

PROOF_BYTES = 3 * BYTES

Pair = tuple[bytes, bytes]


class RemaskClaim(Struct, frozen=True):
    """What a verifier has before it: all public."""
    group: Group
    key_x: bytes
    new_key: bytes
    A: bytes
    residual: bytes
    remasked: Pair
    k: int
    s_x: int
    s_r: int


def _key(claim: RemaskClaim) -> bytes:
    return claim.group.combine_points((claim.s_x, -claim.k), (claim.group.base, claim.key_x))


def _mask(claim: RemaskClaim) -> bytes:
    return claim.group.combine_points((claim.s_r, -claim.k), (claim.group.base, claim.remasked[0]))


def _tile(claim: RemaskClaim) -> bytes:
    numbers = (claim.s_r, -claim.s_x, -claim.k, claim.k)
    return claim.group.combine_points(numbers, (claim.new_key, claim.A, claim.remasked[1], claim.residual))


EQUATIONS: dict[str, Callable[[RemaskClaim], bytes]] = {"key": _key, "mask": _mask, "tile": _tile}
"""From an honest proof each gives the commitment of the prover back; from another one a point that does not fit the challenge."""


def prove(group: Group, ctx: bytes, *, secret_x: bytes, mask_r: bytes, key_x: bytes, new_key: bytes, A: bytes, residual: bytes,
          remasked: Pair, entropy: Entropy) -> bytes:
    statement = (key_x, new_key, A, residual, *remasked)
    w_x, w_r = (derive_nonce(group, secret=secret_x + mask_r, ctx=ctx, statement=b"".join(statement), counter=counter,
                             entropy=entropy) for counter in range(2))
    tile = group.subtract_points(group.multiply_point(w_r, new_key), group.multiply_point(w_x, A))
    k = scalar_bytes(derive_challenge(group, "remask", ctx, *statement, group.times_base(w_x), group.times_base(w_r), tile))
    answers = ((w_x, secret_x), (w_r, mask_r))
    return k + b"".join(group.scalar_add(w, group.scalar_multiply(k, secret)) for w, secret in answers)


def verify(group: Group, ctx: bytes, *, key_x: bytes, new_key: bytes, A: bytes, residual: bytes, remasked: Pair,
           proof: bytes) -> bool:
    try:
        first, second = remasked
        statement = [group.decode_point(point) for point in (key_x, new_key, A, residual, first, second)]
        k, s_x, s_r = strict_scalars(group, proof, 3)
    except ValueError:  # EncodingError, or no pair
        return False
    claim = RemaskClaim(group, key_x, new_key, A, residual, remasked, k, s_x, s_r)
    return derive_challenge(group, "remask", ctx, *statement, *(equation(claim) for equation in EQUATIONS.values())) == k
