"""What binds a proof to its place: its context, its challenge, and its nonce (docs/spec/protocol.md, sections 0 and 3)."""

from __future__ import annotations

from acquire_net.crypto.group import Group
from acquire_net.crypto.hashing import Entropy, digest, encode_number


def proof_context(*, sid: bytes, epoch: int, round: int, block: int, head: bytes, kind: str, author: int,
                  extra: bytes = b"") -> bytes:
    """Return `ctx`: where, when, by whom and for what something is proven. No proof verifies in another one."""
    place = (encode_number(epoch), encode_number(round), encode_number(block))
    return digest("ctx", sid, *place, head, kind.encode("ascii"), encode_number(author), extra)


def derive_challenge(group: Group, label: str, *fields: bytes) -> int:
    """Return `Hq(label; fields…)`, a number below the order of the group."""
    return int.from_bytes(digest(label, *fields), "little") % group.order


def derive_nonce(group: Group, *, secret: bytes, ctx: bytes, statement: bytes, counter: int, entropy: Entropy) -> bytes:
    """Return the nonce of a proof. It is fresh if the entropy is. If that should ever fail or repeat, as in a copied virtual
    machine, the nonce still differs wherever something else is proven."""
    return group.scalar_from_hash(digest("nonce", secret, ctx, statement, encode_number(counter), entropy(32)))
