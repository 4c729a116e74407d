"""The same run with hidden tiles elsewhere: a coalition gets the same bytes and relations. The argument is in worlds.py."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.net.privacy import plants
from tests.net.privacy.coalitions import honest_sets
from tests.net.privacy.formal_group import FormalGroup, HonestEntropy, same_relations
from tests.net.privacy.recorded_table import Scenario
from tests.net.privacy.worlds import Plant, differences, hidden_tiles, other_arrangements, world
from tests.support.counts import Count
from tests.support.fake_signing import entropy_of
from tests.support.few_cases import few_cases

SCENARIOS = {
    "two seats": Scenario(seats=2, cards=7),
    "three seats": Scenario(seats=3, cards=10, plays=2),
    "four seats": Scenario(seats=4, cards=13),
    "lots are put back": Scenario(seats=2, cards=10, hand=1, raffles=True, plays=3),
    "a seat leaves": Scenario(seats=3, cards=11, plays=1, leavers=(2,)),
    "two seats leave": Scenario(seats=4, cards=13, plays=1, leavers=(1, 3)),
}


def compared(scenario: Scenario, honest: Sequence[int], seed: int, patch: pytest.MonkeyPatch, plant: Plant | None = None,
             worlds: int = 1, careless: bool = False) -> tuple[list[str], int]:
    """Return what tells the worlds apart, and in how many of them honest hands were others."""
    found, moved, rng = [], 0, random.Random(f"worlds {seed}")
    with patch.context() as inner:
        one = world(scenario, honest, seed, inner, plant=plant, careless=careless)
    for _ in range(worlds):
        wanted = other_arrangements(one, honest, rng)
        with patch.context() as inner:
            other = world(scenario, honest, seed, inner, like=one, wanted=wanted, plant=plant, careless=careless)
        found += differences(one, other)
        moved += one.table.hands(honest) != other.table.hands(honest)
    return found, moved


@pytest.mark.parametrize("name", few_cases(pytest.mark.fully, SCENARIOS, 3))
def test_a_coalition_of_any_seats_sees_the_same_whatever_is_hidden(name: str, count: Count,
                                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = list(honest_sets(SCENARIOS[name]))
    if count(1, 2) == 1:
        chosen = random.Random(name).sample(chosen, min(2, len(chosen)))
    look_the_same(name, chosen, range(count(1, 2)), monkeypatch, worlds=1)


@pytest.mark.campaign
@pytest.mark.parametrize("name", SCENARIOS)
def test_many_runs_look_the_same_whatever_is_hidden(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    look_the_same(name, list(honest_sets(SCENARIOS[name])), range(100), monkeypatch, worlds=3)


def look_the_same(name: str, chosen: Sequence[Sequence[int]], seeds: range, patch: pytest.MonkeyPatch, worlds: int) -> None:
    moved = 0
    for seed in seeds:
        for honest in chosen:
            found, others = compared(SCENARIOS[name], honest, seed, patch, worlds=worlds)
            assert not found, f"{name}, seed {seed}, honest {honest}: {found}"
            moved += others
    assert moved, "no hand was ever another one"


@pytest.mark.parametrize("name", few_cases(pytest.mark.fully, ["three seats", "a seat leaves"]))
def test_it_does_not_help_a_coalition_to_shuffle_badly(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one number for all its keys, masks and tags: what one honest shuffler hides stays hidden."""
    for honest in ((0,), (1,)):
        assert not compared(SCENARIOS[name], honest, 3, monkeypatch, worlds=2, careless=True)[0]


def test_a_small_bag_in_every_order_looks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seats, five cards of which three are hidden from the other seat: all six orders."""
    scenario, honest = Scenario(seats=2, cards=6, hand=1, plays=0), (1,)
    with monkeypatch.context() as patch:
        one = world(scenario, honest, 7, patch)
    assert len(hidden_tiles(one, honest)) == 3
    hands = {one.arrangements[-1]}
    for seed in range(20):
        wanted = other_arrangements(one, honest, random.Random(seed))
        with monkeypatch.context() as patch:
            other = world(scenario, honest, 7, patch, like=one, wanted=wanted)
        hands.add(other.arrangements[-1])
        assert not differences(one, other)
    assert len(hands) == 6


LEAKS: dict[Plant, tuple[Scenario, tuple[int, ...], str]] = {
    plants.one_mask_for_all_positions: (Scenario(), (1, 2), "other relations"),
    plants.one_mask_for_two_positions: (Scenario(), (1, 2), "other relations"),
    plants.no_mask: (Scenario(), (1,), "another one"),
    plants.no_permutation: (Scenario(), (1,), "no such world"),
    plants.share_of_the_next_position: (Scenario(plays=0), (0, 1), "other relations"),
    plants.share_of_the_own_tile: (Scenario(), (0, 1), "other relations"),
    plants.key_in_the_journal: (Scenario(), (0, 1), "secret number"),
    plants.a_tile_in_a_status: (Scenario(), (0, 1), "another one"),
    plants.one_mask_for_the_whole_hand: (Scenario(3, 11, plays=0, leavers=(2,)), (0, 1), "other relations"),
}


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_leak_tells_the_worlds_apart(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario, honest, expected = LEAKS[plant]
    found = compared(scenario, honest, 1, monkeypatch, plant, worlds=2)[0]
    assert any(expected in text for text in found), found
    assert not compared(scenario, honest, 1, monkeypatch)[0]


# --- the formal group itself

def test_points_are_equal_if_and_only_if_their_expressions_are() -> None:
    group = FormalGroup()
    x, y = (group.random_scalar(HonestEntropy(entropy_of(seed))) for seed in range(2))
    tile = group.hash_to_point(b"tile/0")
    assert group.multiply_point(x, group.times_base(y)) == group.multiply_point(y, group.times_base(x))
    assert group.subtract_points(group.add(tile, group.times_base(x)), tile) == group.times_base(x)
    assert group.subtract_points(tile, tile) == group.identity
    assert group.multiply_point(x, tile) != group.multiply_point(y, tile)
    with pytest.raises(AssertionError):
        group.scalar_add(x, y)


def test_relations_are_compared_and_not_points() -> None:
    x, y, z = ({(number,): 1} for number in range(3))
    both = {(0,): 1, (1,): 1}
    assert same_relations([x, y, z], [z, x, y])
    assert same_relations([x, y, both], [y, {(0,): 5, (2,): 1}, {(0,): 5, (1,): 1, (2,): 1}])
    assert not same_relations([x, y, both], [x, y, z])
    assert not same_relations([x, y, both], [x, both, y])
