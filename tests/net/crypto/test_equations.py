"""Every equation of every verification is needed: there is a liar whom it alone sees.

Three things are shown of each lie. The verifier refuses it. Of the commitments that the verifier computes again, exactly one is
not the liar's. And with that one equation removed, the lie is accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from acquire_net.crypto import dleq, possession, remask, shuffle_proof
from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.crypto.transcript import challenge

from . import cheats
from . import plain_curve as plain
from .cheats import Cheat
from .plain_group import PlainGroup

GROUPS = pytest.mark.parametrize("group", [Edwards25519(), TransparentGroup()], ids=["edwards25519", "transparent"])

SEEN_BY_ONE: dict[str, tuple[ModuleType, str, Callable[[Group], Cheat]]] = {
    "a key that nobody knows": (possession, "key", cheats.key_nobody_knows),
    "a share under another key": (dleq, "key", lambda group: cheats.shares_under_another_key(group, 1)),
    "five shares under another key": (dleq, "key", lambda group: cheats.shares_under_another_key(group, 5)),
    "a wrong share": (dleq, "images", lambda group: cheats.one_wrong_share(group, 1)),
    "a wrong share among five": (dleq, "images", lambda group: cheats.one_wrong_share(group, 5)),
    "two wrong shares whose errors cancel": (dleq, "images", cheats.errors_that_cancel),
    "a tile re-masked by a wrong key": (remask, "key", lambda group: cheats.remasked_with(group, wrong="key")),
    "a tile re-masked with a wrong mask": (remask, "mask", lambda group: cheats.remasked_with(group, wrong="mask")),
    "a tile exchanged while re-masking": (remask, "tile", lambda group: cheats.remasked_with(group, wrong="tile")),
    "multiples of tiles": (shuffle_proof, "rows", lambda group: cheats.multiples_of_tiles(group, 4)),
    "tiles mixed into each other": (shuffle_proof, "product", lambda group: cheats.mixed_tiles(group, 4)),
    "a broken chain, first link": (shuffle_proof, "chain", lambda group: cheats.mixed_tiles(group, 4, leap=0)),
    "a broken chain, third link": (shuffle_proof, "chain", lambda group: cheats.mixed_tiles(group, 4, leap=2)),
    "a broken chain, last link": (shuffle_proof, "chain", lambda group: cheats.mixed_tiles(group, 4, leap=3)),
    "weights of his choice": (shuffle_proof, "permuted weights", lambda group: cheats.weights_of_his_choice(group, 4)),
    "another tile": (shuffle_proof, "second components", lambda group: cheats.marked_card(group, 4, 1)),
    "a mask that stays on": (shuffle_proof, "first components", lambda group: cheats.marked_card(group, 4, 0)),
}

SEEN_BY_SOME: dict[str, tuple[set[str], Callable[[Group], Cheat]]] = {
    "a duplicate that the matrix owns up to": (
        {"product", "first components", "second components"}, lambda group: cheats.consistent_duplicate(group, 4)),
    "a tile missing behind an honest matrix": (
        {"first components", "second components"}, lambda group: cheats.missing_tile(group, 4)),
    "a foreign deck": ({"first components", "second components"}, lambda group: cheats.foreign_deck(group, 4)),
    "a deck under another key": ({"second components"}, lambda group: cheats.another_key(group, 4)),
}


def equations_that_see(cheat: Cheat, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of those whose result is not what the liar committed to. They stay as they are."""
    computed: dict[str, bytes] = {}
    equations = cheat.case.module.EQUATIONS
    with monkeypatch.context() as patch:
        for name, equation in list(equations.items()):
            patch.setitem(equations, name, lambda claim, name=name, equation=equation: computed.setdefault(name, equation(claim)))
        assert not cheat.case.verify()
    assert list(computed) == list(equations) == list(cheat.committed)
    return {name for name, point in computed.items() if point != cheat.committed[name]}


def accepted_without(cheat: Cheat, names: set[str], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the lie passes a verifier who, instead of computing these, believes the liar."""
    with monkeypatch.context() as patch:
        for name in names:
            patch.setitem(cheat.case.module.EQUATIONS, name, lambda claim, name=name: cheat.committed[name])
        return cheat.case.verify()


@GROUPS
@pytest.mark.parametrize("lie", SEEN_BY_ONE)
def test_one_equation_alone_sees_the_lie(group: Group, lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, make = SEEN_BY_ONE[lie]
    cheat = make(group)
    assert cheat.case.module is module
    assert equations_that_see(cheat, monkeypatch) == {name}
    for removed in module.EQUATIONS:
        assert accepted_without(cheat, {removed}, monkeypatch) == (removed == name)


def test_every_equation_has_its_liar() -> None:
    every = {(module, name) for module in (possession, dleq, remask, shuffle_proof) for name in module.EQUATIONS}
    assert {(module, name) for module, name, _ in SEEN_BY_ONE.values()} == every


@GROUPS
@pytest.mark.parametrize("lie", SEEN_BY_SOME)
def test_the_equations_see_the_lie(group: Group, lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names, make = SEEN_BY_SOME[lie]
    cheat = make(group)
    assert equations_that_see(cheat, monkeypatch) == names
    assert accepted_without(cheat, names, monkeypatch)
    assert not accepted_without(cheat, names - {min(names)}, monkeypatch)


@GROUPS
@pytest.mark.parametrize("lie", SEEN_BY_ONE)
def test_the_hash_is_needed_too(group: Group, lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may choose the challenge proves anything."""
    module, _, make = SEEN_BY_ONE[lie]
    case = make(group).case
    start = 64 * len(case.public.get("deck", ())) if module is shuffle_proof else 0
    k = int.from_bytes(case.proof[start:start + 32], "little")
    monkeypatch.setattr(module, "challenge", lambda *fields: k)
    assert case.verify()


@GROUPS
def test_the_weights_of_a_batch_are_needed(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors that cancel pass where all weights are 1, and so nowhere else."""
    assert not cheats.errors_that_cancel(group).case.verify()
    monkeypatch.setattr(dleq, "_weights", lambda ctx, statement, count: [1] * count)
    assert cheats.errors_that_cancel(group).case.verify()


# --- strict decoding is needed too ------------------------------------------------------------------------------------

class LaxGroup(PlainGroup):
    """Takes any point of the curve."""

    def point(self, data: bytes, identity_ok: bool = False) -> bytes:
        return data


class LaxTransparentGroup(TransparentGroup):
    """Takes the identity everywhere."""

    def point(self, data: bytes, identity_ok: bool = False) -> bytes:
        return super().point(data, identity_ok=True)

    def points(self, data: bytes, identity_ok: bool = False) -> Any:
        return super().points(data, identity_ok=True)


def share_outside_the_subgroup(group: Group) -> Cheat:
    """The share plus the point of order 2, with an even challenge: every equation holds."""
    liar, ctx = cheats.Liar(group, "torsion"), b"ctx"
    secret, base, torsion = liar.number(), liar.point(), plain.encode((0, plain.P - 1))
    key, image = liar.base(secret), group.add(liar.sum((secret, base)), torsion)
    while True:
        w = liar.number()
        committed = {"key": liar.base(w), "images": liar.sum((w, base))}
        k = challenge(group, "dleq", ctx, key, base, image, *committed.values())
        # The equation multiplies by q - k, which is even when k is odd.
        if k % 2 == 1:
            case = cheats.Case(group, dleq, ctx, dict(key=key, bases=[base], images=[image]), liar.cells(k, w + k * secret))
            return Cheat(case, committed)


def test_a_share_outside_of_the_subgroup_is_refused_by_the_decoder_alone() -> None:
    cheat = share_outside_the_subgroup(LaxGroup())
    assert cheat.case.verify()
    assert not cheat.case.but(group=PlainGroup()).verify()
    assert not cheat.case.but(group=Edwards25519()).verify()
    assert not cheat.case.but(group=Edwards25519(compiled=False)).verify()


@pytest.mark.parametrize("where", [0, 1], ids=["commitment", "link"])
def test_a_shuffle_proof_with_a_point_outside_of_the_subgroup_is_refused_by_the_decoder_alone(where: int) -> None:
    cheat = cheats.outside_the_subgroup(LaxGroup(), where, plain.encode((0, plain.P - 1)))
    assert cheat.case.verify()
    for strict in (PlainGroup(), Edwards25519(), Edwards25519(compiled=False)):
        assert not cheat.case.but(group=strict).verify()


def test_a_key_that_is_the_identity_is_refused_by_the_decoder_alone() -> None:
    """Its owner proves shares that are the identity too, which take no mask off."""
    for strict, lax in ((PlainGroup(), LaxGroup()), (TransparentGroup(), LaxTransparentGroup())):
        liar = cheats.Liar(lax, "identity")
        base = liar.point()
        cheat = cheats.shares_of(lax, secret=0, key=lax.identity, bases=[base], images=[lax.identity])
        assert cheat.case.verify()
        assert not cheat.case.but(group=strict).verify()
