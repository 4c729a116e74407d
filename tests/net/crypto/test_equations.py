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
from acquire_net.crypto import group as group_module
from acquire_net.crypto.cpu import multiscalar
from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.crypto.transcript import derive_challenge
from tests.net.crypto import cheats
from tests.net.crypto import plain_curve as plain
from tests.net.crypto.cases import shuffle_case
from tests.net.crypto.cheats import Cheat, to_verify
from tests.net.crypto.plain_group import PlainGroup

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
    "weights of the prover's choice": (shuffle_proof, "permuted weights", lambda group: cheats.weights_of_his_choice(group, 4)),
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
    """Return the names of those whose result is not what the liar committed to. They stay as they are."""
    computed: dict[str, Any] = {}
    equations = cheat.case.module.EQUATIONS
    with monkeypatch.context() as patch:
        for name, equation in list(equations.items()):
            patch.setitem(equations, name, lambda claim, name=name, equation=equation: computed.setdefault(name, equation(claim)))
        assert not cheat.case.verify()
    assert list(computed) == list(equations) == list(cheat.committed)
    return {name for name, found in computed.items() if point_of(cheat, found) != cheat.committed[name]}


def point_of(cheat: Cheat, found: Any) -> bytes:
    """Return what an equation gives. That of a shuffle gives terms, which are to be added up."""
    return found if isinstance(found, bytes) else shuffle_proof.sum_terms(cheat.case.group, found)


def believed(cheat: Cheat, name: str) -> Any:
    """Return what the equation would give if the liar were right."""
    point = cheat.committed[name]
    if cheat.case.module is not shuffle_proof:
        return point
    return [shuffle_proof.Term(shuffle_proof.Column(point, cheat.case.group.make_table([point])), [1])]


def accepted_without(cheat: Cheat, names: set[str], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return True if the lie passes a verifier who, instead of computing these, believes the liar."""
    with monkeypatch.context() as patch:
        for name in names:
            patch.setitem(cheat.case.module.EQUATIONS, name, lambda claim, name=name: believed(cheat, name))
        accepted = cheat.case.verify()
        if cheat.case.module is shuffle_proof:
            assert shuffle_proof.verify_together(cheat.case.group, [cheats.to_verify(cheat.case)]) == accepted
        return accepted


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
    if module is shuffle_proof:  # its challenge is not sent
        case, k = fitting_any_challenge(case)
    else:
        k = int.from_bytes(case.proof[:32], "little")
    monkeypatch.setattr(module, "derive_challenge", lambda *fields: k)
    assert case.verify()


def fitting_any_challenge(case: cheats.Case) -> tuple[cheats.Case, int]:
    """Return the same shuffle with the first moves that the verifier computes, and the challenge for which they are right."""
    proven = cheats.to_verify(case)
    claim = shuffle_proof.ClaimReader(case.group).read(*proven)
    first_moves = b"".join(shuffle_proof.sum_terms(case.group, equation(claim)) for equation in shuffle_proof.EQUATIONS.values())
    at = 64 * len(proven.deck)
    assert not case.but(proof=case.proof[:at] + first_moves + case.proof[at + len(first_moves):]).verify(), "another challenge"
    return case.but(proof=case.proof[:at] + first_moves + case.proof[at + len(first_moves):]), claim.k


@GROUPS
def test_the_weights_of_a_batch_are_needed(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors that cancel pass where all weights are 1, and so nowhere else."""
    assert not cheats.errors_that_cancel(group).case.verify()
    monkeypatch.setattr(dleq, "_draw_weights", lambda ctx, statement, count: [1] * count)
    assert cheats.errors_that_cancel(group).case.verify()


def all_ones(label: str, seed: bytes, count: int) -> list[bytes]:
    return [(1).to_bytes(32, "little")] * count


@GROUPS
def test_the_weights_of_the_links_are_needed(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain is broken in two places, and the errors cancel where all links weigh the same."""
    cheat = cheats.mixed_tiles(group, 4, leaps_that_cancel=True)
    assert equations_that_see(cheat, monkeypatch) == {"chain"}
    monkeypatch.setattr(shuffle_proof, "chain_weights", lambda seed, chain, count: all_ones("", b"", count))
    assert cheats.mixed_tiles(group, 4, leaps_that_cancel=True).case.verify()
    assert not cheats.mixed_tiles(group, 4).case.verify()
    assert not cheats.mixed_tiles(group, 4, leap=0).case.verify()


@GROUPS
def test_the_weights_of_proofs_that_are_looked_at_together_are_needed(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [cheat.case for cheat in cheats.two_whose_errors_cancel(group, 4)]
    assert not any(case.verify() for case in made)
    proofs = [cheats.to_verify(case) for case in made]
    assert not shuffle_proof.verify_together(group, proofs)
    drawn = shuffle_proof.draw_weights
    monkeypatch.setattr(shuffle_proof, "draw_weights",
                        lambda label, *args: (all_ones if label == "weight" else drawn)(label, *args))
    assert shuffle_proof.verify_together(group, proofs)
    assert not shuffle_proof.verify_together(group, proofs[:1])


# --- strict decoding is needed too ------------------------------------------------------------------------------------

class LaxGroup(PlainGroup):
    """Takes any point of the curve."""

    def decode_point(self, data: bytes, identity_ok: bool = False) -> bytes:
        return data


class LaxTransparentGroup(TransparentGroup):
    """Takes the identity everywhere."""

    def decode_point(self, data: bytes, identity_ok: bool = False) -> bytes:
        return super().decode_point(data, identity_ok=True)

    def decode_points(self, data: bytes, identity_ok: bool = False) -> Any:
        return super().decode_points(data, identity_ok=True)


def share_outside_the_subgroup(group: Group) -> Cheat:
    """The share plus the point of order 2, with an even challenge: every equation holds."""
    liar, ctx = cheats.Liar(group, "torsion"), b"ctx"
    secret, base, torsion = liar.number(), liar.point(), plain.encode((0, plain.P - 1))
    key, image = liar.base(secret), group.add(liar.sum((secret, base)), torsion)
    while True:
        w = liar.number()
        committed = {"key": liar.base(w), "images": liar.sum((w, base))}
        k = derive_challenge(group, "dleq", ctx, key, base, image, *committed.values())
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


@pytest.mark.parametrize("where", [0, 1], ids=["commitment", "link"])
def test_together_a_point_outside_of_the_subgroup_is_refused_by_the_subsets_alone(
        where: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where hundreds of points are checked together. The sum of all equations holds for every second choice of weights, and
    they are other ones beside other proofs."""
    monkeypatch.setattr(group_module, "MANY_POINTS", 0)
    cheat = cheats.outside_the_subgroup(LaxGroup(), where, plain.encode((0, plain.P - 1)))
    lies = [[shuffle_proof.ToVerify(*to_verify(case)) for case in (cheat.case, shuffle_case(Edwards25519(), 1, number))]
            for number in range(16)]
    assert not any(shuffle_proof.verify_together(Edwards25519(), each) for each in lies)
    monkeypatch.setattr(multiscalar, "subsets_in_subgroup", lambda subsets, *points: True)
    assert 0 < sum(shuffle_proof.verify_together(Edwards25519(), each) for each in lies) < 16


def test_a_key_that_is_the_identity_is_refused_by_the_decoder_alone() -> None:
    """Its owner proves shares that are the identity too, which take no mask off."""
    for strict, lax in ((PlainGroup(), LaxGroup()), (TransparentGroup(), LaxTransparentGroup())):
        liar = cheats.Liar(lax, "identity")
        base = liar.point()
        cheat = cheats.shares_of(lax, secret=0, key=lax.identity, bases=[base], images=[lax.identity])
        assert cheat.case.verify()
        assert not cheat.case.but(group=strict).verify()
