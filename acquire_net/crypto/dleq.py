"""Proof that several points were multiplied by the secret of one key (docs/spec/protocol.md, section 4): shares of tiles, tags.

Chaum and Pedersen's proof of `log_G key = log_base image`. For several bases it is about one combination of them and the same
combination of the images: the weights, of 128 bits, are a hash of all points, so nobody could choose points that fit. The first
weight is 1, which makes one base the same as many.

    A = sum e_i base_i    D = sum e_i image_i    T1 = wG    T2 = wA    k = Hq("dleq"; …, T1, T2)    s = w + k secret
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from acquire_net.crypto.group import BYTES, EncodingError, Group, Table, join_points, scalar_bytes, strict_scalars
from acquire_net.crypto.hashing import Entropy, digest, draw_weights
from acquire_net.crypto.transcript import derive_challenge, derive_nonce

PROOF_BYTES = 2 * BYTES
FEW = 8
"""Up to so many points one sum of them all costs less than one of the bases, one of the images, and one of these two."""


class EqualityClaim(Struct, frozen=True):
    """What a verifier has before it: all public."""
    group: Group
    key: bytes
    weights: Sequence[int]
    bases: Table
    images: Table
    k: int
    s: int


EQUATIONS: dict[str, Callable[[EqualityClaim], bytes]] = {
    "key": lambda claim: claim.group.combine_tables(
        (claim.s, -claim.k), claim.group.table_of_key(claim.group.base), claim.group.table_of_key(claim.key)),
    "images": lambda claim: claim.group.combine_tables(
        [claim.s * weight for weight in claim.weights] + [-claim.k * weight for weight in claim.weights],
        claim.bases, claim.images),
}
"""From an honest proof each gives the commitment of the prover back; from another one a point that does not fit the challenge."""


def prove(group: Group, ctx: bytes, *, secret: bytes, key: bytes, bases: Sequence[bytes], images: Sequence[bytes],
          entropy: Entropy) -> bytes:
    if not bases or len(bases) != len(images):
        raise ValueError(f"{len(bases)} bases and {len(images)} images")
    statement = (key, b"".join(bases), b"".join(images))
    base = bases[0] if len(bases) == 1 else group.combine_points(_draw_weights(ctx, statement, len(bases)), bases)
    w = derive_nonce(group, secret=secret, ctx=ctx, statement=b"".join(statement), counter=0, entropy=entropy)
    k = scalar_bytes(derive_challenge(group, "dleq", ctx, *statement, group.times_base(w), group.multiply_point(w, base)))
    return k + group.scalar_add(w, group.scalar_multiply(k, secret))


def verify(group: Group, ctx: bytes, *, key: bytes, bases: Sequence[bytes], images: Sequence[bytes], proof: bytes) -> bool:
    if not bases or len(bases) != len(images):
        return False
    try:
        group.decode_point(key)
        k, s = strict_scalars(group, proof, 2)
        statement = (key, join_points(bases), join_points(images))
        base_points, image_points = (group.points_to_sum(points) for points in statement[1:])
        chosen = _draw_weights(ctx, statement, len(bases))
        if len(bases) > FEW:
            base_points, image_points = (group.make_table([group.combine_tables(chosen, points)])
                                         for points in (base_points, image_points))
            chosen = [1]
        claim = EqualityClaim(group, key, chosen, base_points, image_points, k, s)
        first_moves = [equation(claim) for equation in EQUATIONS.values()]
        for points in statement[1:]:
            group.all_decoded(points)
    except EncodingError:
        return False
    return derive_challenge(group, "dleq", ctx, *statement, *first_moves) == k


def _draw_weights(ctx: bytes, statement: tuple[bytes, ...], count: int) -> list[int]:
    if count == 1:
        return [1]
    drawn = draw_weights("weight", digest("weights", ctx, *statement), count)
    return [1, *(int.from_bytes(weight, "little") for weight in drawn[1:])]
