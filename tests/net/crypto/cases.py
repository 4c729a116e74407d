"""An honest message of every kind of proof, made from a seed: what completeness, damage and hostile bytes are tried on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from acquire_net.crypto import dleq, possession, remask, shuffle_proof
from acquire_net.crypto.group import Group
from acquire_net.crypto.transcript import proof_context
from tests.net.crypto.seeded import SeededEntropy

PLACE = dict(sid=b"session " * 8, epoch=0, round=1, block=7, head=b"headhead" * 8, author=2)


@dataclass(frozen=True)
class Case:
    group: Group
    module: ModuleType
    ctx: bytes
    public: dict[str, Any]
    """The statement, as `verify` takes it by keyword: points, lists of points, decks."""
    proof: bytes

    def verify(self) -> bool:
        return bool(self.module.verify(self.group, self.ctx, **self.public, proof=self.proof))

    def but(self, **changes: Any) -> Case:
        """Return the same with another proof, another context or other parts of the statement."""
        own = {name: changes.pop(name) for name in ("ctx", "proof", "group") if name in changes}
        return replace(self, public=self.public | changes, **own)


def possession_case(group: Group, *seed: object) -> Case:
    entropy = SeededEntropy("possession", *seed)
    secret, statement = group.random_scalar(entropy), b"the table, the commitments, the seat"
    key = group.times_base(secret)
    return Case(group, possession, statement, {"key": key},
                possession.prove(group, statement, secret=secret, key=key, entropy=entropy))


def dleq_case(group: Group, count: int, *seed: object) -> Case:
    entropy = SeededEntropy("dleq", count, *seed)
    secret = group.random_scalar(entropy)
    key = group.times_base(secret)
    bases = [group.times_base(group.random_scalar(entropy)) for _ in range(count)]
    public = dict(key=key, bases=bases, images=[group.multiply_point(secret, base) for base in bases])
    ctx = proof_context(**PLACE, kind="share", extra=b"purpose, position")  # type: ignore[arg-type]
    return Case(group, dleq, ctx, public, dleq.prove(group, ctx, secret=secret, **public, entropy=entropy))


def remask_case(group: Group, *seed: object) -> Case:
    entropy = SeededEntropy("remask", *seed)
    x, r, new_x, a = (group.random_scalar(entropy) for _ in range(4))
    tile, new_key, A = shuffle_proof.tile_points(group, 4)[3], group.times_base(new_x), group.times_base(a)
    public = dict(key_x=group.times_base(x), new_key=new_key, A=A, residual=group.add(tile, group.multiply_point(x, A)),
                  remasked=(group.times_base(r), group.add(tile, group.multiply_point(r, new_key))))
    ctx = proof_context(**PLACE, kind="remask")  # type: ignore[arg-type]
    return Case(group, remask, ctx, public, remask.prove(group, ctx, secret_x=x, mask_r=r, **public, entropy=entropy))


def shuffle_case(group: Group, count: int, *seed: object, from_start: bool = False) -> Case:
    """Return the second shuffle of a deck, or the first one."""
    entropy = SeededEntropy("shuffle", count, *seed)
    key = group.times_base(group.random_scalar(entropy))
    deck = shuffle_proof.start_deck(group, count)
    if not from_start:
        deck = shuffle_proof.shuffle_deck(group, key=key, deck=deck, entropy=entropy).deck
    shuffled = shuffle_proof.shuffle_deck(group, key=key, deck=deck, entropy=entropy)
    ctx = proof_context(**PLACE, kind="shuffle")  # type: ignore[arg-type]
    public = dict(key=key, deck=deck)
    return Case(group, shuffle_proof, ctx, public | {"shuffled_deck": shuffled.deck},
                shuffle_proof.prove(group, ctx, **public, shuffled=shuffled, entropy=entropy))


CASES: dict[str, Callable[[Group], Case]] = {
    "possession": possession_case,
    "one share": lambda group: dleq_case(group, 1),
    "five shares": lambda group: dleq_case(group, 5),
    "remask": remask_case,
    "first shuffle of three": lambda group: shuffle_case(group, 3, from_start=True),
    "shuffle of five": lambda group: shuffle_case(group, 5),
    "shuffle of one": lambda group: shuffle_case(group, 1),
}


# --- changing a statement ---------------------------------------------------------------------------------------------

def points_of(value: Any) -> Iterator[bytes]:
    """Yield all points of a part of a statement, in order."""
    if isinstance(value, bytes):
        yield value
    else:
        for part in value:
            yield from points_of(part)


def with_point(value: Any, place: int, point: Any) -> Any:
    """Return the same part of a statement with another point at that place."""
    def rebuilt(part: Any) -> Any:
        nonlocal place
        if isinstance(part, bytes):
            place -= 1
            return point if place == -1 else part
        return type(part)(rebuilt(inner) for inner in part)

    return rebuilt(value)


def places(case: Case) -> Iterator[tuple[str, int, bytes]]:
    """Yield every point of a statement: the keyword, its place there, the point."""
    for name, value in case.public.items():
        for place, point in enumerate(points_of(value)):
            yield name, place, point
