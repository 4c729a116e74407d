"""The view change, in every order of events on a small table (PROTOCOL.md 2.9, T6): what must hold holds in every state.

Explored over the real session code. What must hold: no two final heads for a block; nobody signs about a block below a view that
it has promised or signed, nor two things for one slot, also across a restart; no honest seat is convicted, or told that its
journal is an old copy; and once the network has healed, with all seats or with any one of them dead, every living seat comes to
the end, or is dropped, or is adjourned because too few are left.

    pytest tests/net/model                                   a table of three seats and one block, seconds
    pytest tests/net/model --ci                              four seats, a restart, a liar, broken rules: a minute
    pytest -n 0 -s -m campaign tests/net/model               all tables, with their figures: hours
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.net.model.explorer import Explorer, Found, Outcome
from tests.net.model.mutations import MUTATIONS
from tests.net.model.seats import Model

SMALL = Model(seats=3, blocks=1, views=1)


def explored(model: Model, heal_every: int = 1, most: int | None = None) -> Found:
    found = Explorer(model, heal_every).explore(most)
    assert not found.fault, f"{model}\n{found}"
    assert found.complete or most is not None
    return found


def test_three_seats_agree_in_every_order_of_events(count: Callable[[int, int], int]) -> None:
    explored(SMALL, heal_every=count(200, 1))


def test_four_seats_agree_in_every_order_of_events(count: Callable[[int, int], int]) -> None:
    explored(Model(seats=4, blocks=1, views=1), heal_every=100, most=count(1000, 10**9))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_crashes_and_comes_back_says_nothing_else_than_before(seat: int, count: Callable[[int, int], int]) -> None:
    explored(Model(seats=3, blocks=1, views=1, restarts=seat), heal_every=50, most=count(300, 20_000))


@pytest.mark.parametrize("liar", [0, 1])
def test_a_liar_splits_nobody_and_gets_nobody_convicted(liar: int, count: Callable[[int, int], int]) -> None:
    explored(Model(seats=3, blocks=1, views=1, liar=liar), heal_every=20, most=count(300, 20_000))


def test_what_is_left_out_makes_no_difference(count: Callable[[int, int], int]) -> None:
    """Ways at random with every frame on its own, to seats that remember everything, come to nothing that was not explored."""
    known = Explorer(SMALL).outcomes()
    found: set[Outcome] = set()
    for seed in range(count(1, 60)):
        found |= Explorer(SMALL, forgetful=False).outcomes_of_walks(seed, walks=10, steps=40)
    assert len(found) > 20
    assert found <= known


SLOW = {"half_is_a_majority", "concludes_from_its_own", "is_not_bound"}
"""Broken rules that show themselves only after thousands of states."""


@pytest.mark.parametrize("broken", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_a_broken_rule_is_found_out(broken: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch,
                                    count: Callable[[int, int], int]) -> None:
    if broken.__name__ in SLOW and not count(0, 1):
        pytest.skip("takes ten seconds: with --ci")
    model, sign, heal_every = MUTATIONS[broken]
    broken(monkeypatch)
    found = Explorer(model, heal_every).explore()
    assert re.search(sign, found.fault), str(found)
