"""The view change, in every order of events on a small table (PROTOCOL.md 2.9, T6): what must hold holds in every state.

Explored over the real session code. What must hold: no two final heads for a block; nobody signs about a block below a view that
it has promised or signed, nor two things for one slot, also across a restart; no honest seat is convicted, or told that its
journal is an old copy; and from every state, once the network has healed, with all seats or with any one of them dead, every
living seat comes to the end, or is dropped, or is adjourned because too few are left.

    pytest -m campaign tests/net/model -s       minutes for the small tables, hours for the larger ones
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.net.model.explorer import Explorer
from tests.net.model.mutations import MUTATIONS, TWICE
from tests.net.model.seats import Model

pytestmark = pytest.mark.campaign


def explored(model: Model, most: int | None = None, heal_every: int = 1) -> None:
    found = Explorer(model, heal_every).explore(most)
    print(f"\n{model}\n{found}")
    assert not found.fault, str(found)


def walked(model: Model, walks: int, steps: int, seed: int = 0) -> None:
    found = Explorer(model, forgetful=False).walk(seed, walks, steps)
    print(f"\n{model}, {walks} walks\n{found}")
    assert not found.fault, str(found)


def test_three_seats_agree_in_every_order_of_events(count: Callable[[int, int], int]) -> None:
    explored(Model(seats=3, blocks=1, views=1, single_acks=False), most=count(3000, 10**9), heal_every=count(10, 5))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_that_crashes_and_comes_back_says_nothing_else_than_before(seat: int, count: Callable[[int, int], int]) -> None:
    explored(Model(seats=3, blocks=1, views=1, single_acks=False, restarts=frozenset({seat})),
             most=count(150, 3000), heal_every=count(10, 20))


@pytest.mark.parametrize("liar", [0, 1])
def test_a_liar_splits_nobody_and_gets_nobody_convicted(liar: int, count: Callable[[int, int], int]) -> None:
    explored(Model(seats=3, blocks=2, views=1, single_acks=False, liar=liar), most=count(150, 3000), heal_every=count(10, 20))


def test_four_seats_on_ways_at_random(count: Callable[[int, int], int]) -> None:
    walked(Model(seats=4, blocks=3, views=3), walks=count(2, 60), steps=60)


@pytest.mark.parametrize("broken", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_a_broken_rule_is_found_out(broken: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """On ways at random, which are there sooner than all ways in their order."""
    model, sign = MUTATIONS[broken]
    broken(monkeypatch)
    explorer = Explorer(model)
    found = next((found for seed in range(100) if (found := explorer.walk(seed, walks=10, steps=40)).fault), None)
    assert found is not None, f"{broken.__name__} does no harm"
    print(f"\n{broken.__name__}: {found}")
    assert re.search(sign, found.fault), str(found)


def test_the_rules_as_they_are_stand_the_same_ways() -> None:
    explorer = Explorer(TWICE)
    for seed in range(30):
        found = explorer.walk(seed, walks=10, steps=40)
        assert not found.fault, str(found)


CAMPAIGN = [
    Model(seats=3, blocks=1, views=2),
    Model(seats=3, blocks=3, views=1, single_acks=False),
    *[Model(seats=3, blocks=2, views=1, single_acks=False, restarts=frozenset({seat})) for seat in range(3)],
    *[Model(seats=3, blocks=3, views=1, single_acks=False, liar=liar) for liar in range(3)],
    Model(seats=4, blocks=1, views=1, single_acks=False),
    *[Model(seats=4, blocks=1, views=1, single_acks=False, restarts=frozenset({seat})) for seat in range(2)],
    *[Model(seats=4, blocks=1, views=1, single_acks=False, liar=liar) for liar in range(2)],
]


@pytest.mark.campaign
@pytest.mark.parametrize("model", CAMPAIGN, ids=str)
def test_larger_tables(model: Model) -> None:
    explored(model, most=5_000_000, heal_every=50)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("seats", [3, 4])
def test_long_ways_at_random(seats: int, seed: int) -> None:
    for restarts, liar in [(frozenset(), None), (frozenset({seed % seats}), None), (frozenset(), seed % seats)]:
        walked(Model(seats=seats, blocks=3, views=4, restarts=restarts, liar=liar), walks=500, steps=150, seed=seed)
