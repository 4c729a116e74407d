"""The honest code over edwards25519 against an attacker who tries everything (attacker.py), and the leaks that it must find."""

from __future__ import annotations

import random

import pytest

from acquire_net.crypto import remask
from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.crypto.shuffle_proof import tile_points
from tests.net.privacy import plants
from tests.net.privacy.attacker import View, what_the_coalition_can_compute
from tests.net.privacy.coalitions import honest_sets
from tests.net.privacy.recorded_table import RecordedTable, Scenario, believing
from tests.net.privacy.worlds import Plant
from tests.support.counts import Count
from tests.support.fake_signing import entropy_of
from tests.support.few_cases import few_cases

SMALL = Scenario(seats=2, cards=6, hand=1, plays=1)
THREE = Scenario(seats=3, cards=8, hand=1, plays=1)
HANDS = Scenario(seats=3, cards=10, hand=2, plays=1)
DEALT = Scenario(seats=3, cards=10, hand=2, plays=0)
LOTS = Scenario(seats=2, cards=8, hand=1, raffles=True, plays=3)
ONE_LEAVES = Scenario(seats=3, cards=10, hand=2, plays=0, leavers=(2,))
TWO_LEAVE = Scenario(seats=4, cards=10, hand=1, plays=0, leavers=(3, 2))


@pytest.fixture(autouse=True)
def _believing(monkeypatch: pytest.MonkeyPatch) -> None:
    believing(monkeypatch)


def found(scenario: Scenario, coalition: set[int], seed: int) -> list[str]:
    table = RecordedTable(scenario, seed, Edwards25519())
    table.play_out()
    return what_the_coalition_can_compute(View.of(table, coalition))


SCENARIOS = [SMALL, THREE, HANDS, LOTS, ONE_LEAVES, TWO_LEAVE]


@pytest.mark.parametrize("number", few_cases(pytest.mark.fully, range(len(SCENARIOS)), 3))
def test_a_coalition_computes_nothing(number: int, count: Count) -> None:
    scenario = SCENARIOS[number]
    chosen = coalitions(scenario)
    if count(1, 2) == 1:
        chosen = random.Random(f"{scenario}").sample(chosen, min(2, len(chosen)))
    find_nothing(scenario, chosen, range(1))


@pytest.mark.campaign
@pytest.mark.parametrize("scenario", SCENARIOS, ids=range(len(SCENARIOS)))
def test_a_coalition_computes_nothing_in_many_games(scenario: Scenario) -> None:
    find_nothing(scenario, coalitions(scenario), range(100))


def coalitions(scenario: Scenario) -> list[set[int]]:
    return [{*range(scenario.seats)} - {*honest} for honest in honest_sets(scenario)]


def find_nothing(scenario: Scenario, chosen: list[set[int]], seeds: range) -> None:
    for seed in seeds:
        table = RecordedTable(scenario, seed, Edwards25519())
        table.play_out()
        for coalition in chosen:
            findings = what_the_coalition_can_compute(View.of(table, coalition))
            assert not findings, f"seed {seed}, coalition {coalition}: {findings[:5]}"


LEAKS: dict[Plant, tuple[Scenario, set[int], str]] = {
    plants.one_mask_for_all_positions: (HANDS, {0}, "mask: "),
    plants.one_mask_for_two_positions: (SMALL, {0}, "mask: "),
    plants.no_mask: (THREE, {0, 2}, "mask: "),
    plants.masks_of_the_shuffle_before: (ONE_LEAVES, {0, 2}, "mask: "),
    plants.what_was_prepared_serves_again: (TWO_LEAVE, {2, 3}, "mask: "),
    plants.nonces_of_the_shuffle_before: (ONE_LEAVES, {0, 2}, "order: "),
    plants.share_of_the_next_position: (THREE, {0}, "tile: position "),
    plants.share_of_the_own_tile: (THREE, {0, 1}, "tile: slot "),
    plants.one_key_for_all_epochs: (ONE_LEAVES, {2}, "equal: OPEN "),
    plants.one_tag_for_all_epochs: (TWO_LEAVE, {2, 3}, "tag: "),
    plants.key_in_the_journal: (SMALL, {0}, "secret: OPEN key of seat 1"),
    plants.one_mask_for_the_whole_hand: (ONE_LEAVES, {0, 2}, "tile: "),
    plants.a_known_mask_for_the_hand: (ONE_LEAVES, {0, 2}, "tile: slot "),
    plants.nonces_of_public_data: (SMALL, {0}, "secret: of seat 1, from a nonce that was guessed"),
    plants.nonces_of_entropy_alone: (SMALL, {0}, "secret: of seat 1"),
    plants.one_nonce_for_all_proofs: (SMALL, {0}, "secret: of seat 1, from two proofs"),
}


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario, coalition, expected = LEAKS[plant]
    plant(monkeypatch)
    findings = found(scenario, coalition, seed=2)
    assert any(finding.startswith(expected) for finding in findings), findings[:5]


def test_hedging_saves_the_keys_when_entropy_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every proof about a key made with the same bytes for entropy, and with those that one would guess first."""
    plants.nonces_without_entropy(monkeypatch)
    for scenario, coalition in ((HANDS, {0}), (ONE_LEAVES, {2})):
        assert not found(scenario, coalition, seed=2)


def test_where_the_only_honest_shuffler_does_not_permute_the_coalition_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """No point shows it, as every deck has new masks; but what lies where is what the others decide."""
    def hands(seed: int) -> dict[int, list[int]]:
        table = RecordedTable(DEALT, seed, TransparentGroup())
        table.play_out()
        return table.hands(range(3))

    honest = [hands(seed) for seed in range(3)]
    assert honest[0] != honest[1] != honest[2]
    plants.no_permutation(monkeypatch)
    dealt = [hands(seed) for seed in range(3)]
    assert dealt[0] == dealt[1] == dealt[2] == {0: [3, 4], 1: [5, 6], 2: [7, 8]}


def test_a_tile_without_a_mask_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """(O, M) under the new key, with a proof that would be good."""
    monkeypatch.undo()
    group = Edwards25519()
    x, entropy = group.random_scalar(entropy_of("x")), entropy_of("nonces")
    tile, mask = tile_points(group, 2)
    pair = dict(key_x=group.times_base(x), new_key=group.base, A=mask, residual=group.add(tile, group.multiply_point(x, mask)),
                remasked=(group.identity, tile))
    proof = remask.prove(group, b"", secret_x=x, mask_r=bytes(32), **pair, entropy=entropy)
    assert not remask.verify(group, b"", **pair, proof=proof)
