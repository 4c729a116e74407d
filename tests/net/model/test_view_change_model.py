"""The view change, in every order of events on a small table (PROTOCOL.md 2.9, T6): what must hold holds in every state.

Explored over the real session code. What must hold: no two final heads for a block; nobody signs about a block below a view that
it has promised or signed, nor two things for one slot, also across a restart; no honest seat is convicted, or told that its
journal is an old copy; and once the network has healed, with all seats or with any one of them dead, every living seat comes to
the end, or is dropped, or is adjourned because too few are left.

    pytest tests/net/model                                   a table of three seats and one block, seconds
    pytest tests/net/model --ci                              four seats, a restart, a liar, broken rules: a minute
    pytest -n 0 -s -m campaign tests/net/model               all tables, with their figures: hours, and NumPy
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import pytest

from tests.net.model.explorer import Explorer, Found, Outcome
from tests.net.model.mutations import MUTATIONS, TWICE, half_is_a_majority
from tests.net.model.seats import Model

if TYPE_CHECKING:
    from tests.net.model.sweep import Sweep

SMALL = Model(seats=3, blocks=1, views=1)


def explored(model: Model, heal_every: int = 1, most: int | None = None, search: type[Explorer | Sweep] = Explorer) -> Found:
    found = search(model, heal_every).explore(most)
    assert not found.fault, f"{model}\n{found}"
    assert found.complete or most is not None
    return found


def sweep() -> type[Sweep]:
    """The search in arrays, for the tables that are too large for the other."""
    module = pytest.importorskip("tests.net.model.sweep", reason="NumPy is not installed: pip install 'acquire-p2p[rl]'")
    return cast("type[Sweep]", module.Sweep)


def test_three_seats_agree_in_every_order_of_events(count: Callable[[int, int], int]) -> None:
    explored(SMALL, heal_every=count(200, 4))


def test_four_seats_agree_in_every_order_of_events(count: Callable[[int, int], int]) -> None:
    most, search = (None, sweep()) if count(0, 1) else (1000, Explorer)
    explored(Model(seats=4, blocks=1, views=1), heal_every=2000, most=most, search=search)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_crashes_and_comes_back_says_nothing_else_than_before(seat: int, count: Callable[[int, int], int]) -> None:
    explored(Model(seats=3, blocks=1, views=1, restarts=seat), heal_every=50, most=count(300, 3000))


@pytest.mark.parametrize("liar", [0, 1])
def test_a_liar_splits_nobody_and_gets_nobody_convicted(liar: int, count: Callable[[int, int], int]) -> None:
    explored(Model(seats=3, blocks=1, views=1, liar=liar), heal_every=20, most=count(300, 8000))


@pytest.mark.fully
@pytest.mark.parametrize("model", [SMALL, Model(seats=3, blocks=1, views=1, liar=1),
                                   Model(seats=3, blocks=1, views=0, restarts=0)], ids=str)
def test_a_sweep_finds_the_same_states(model: Model) -> None:
    one, other = (explored(model, 50, search=search) for search in (Explorer, sweep()))
    assert (one.states, one.depth) == (other.states, other.depth)


@pytest.mark.fully
def test_a_sweep_finds_a_broken_rule_out(monkeypatch: pytest.MonkeyPatch) -> None:
    half_is_a_majority(monkeypatch)
    model, sign, heal_every = MUTATIONS[half_is_a_majority]
    one, other = (search(model, heal_every).explore() for search in (Explorer, sweep()))
    assert re.search(sign, one.fault) and re.search(sign, other.fault)
    assert len(one.trace) == len(other.trace), "on a shortest way"


@pytest.mark.fully
def test_what_is_left_out_makes_no_difference(count: Callable[[int, int], int]) -> None:
    """Ways at random with every frame on its own, to seats that remember everything, come to nothing that was not explored."""
    known = Explorer(SMALL).outcomes()
    found: set[Outcome] = set()
    for seed in range(count(1, 10)):
        found |= Explorer(SMALL, forgetful=False).outcomes_of_walks(seed, walks=10, steps=40)
    assert len(found) > 20
    assert found <= known


SLOW = {"half_is_a_majority", "concludes_from_its_own", "is_not_bound", "keeps_acknowledgements_back", "shows_no_contents"}
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


CAMPAIGN = {
    Model(seats=3, blocks=1, views=1): 1,
    Model(seats=3, blocks=3, views=1): 10,
    Model(seats=4, blocks=1, views=1): 10,
    Model(seats=4, blocks=3, views=1): 200,
    TWICE: 100,
    **{Model(seats=3, blocks=1, views=1, restarts=seat): 100 for seat in range(2)},
    **{Model(seats=3, blocks=3, views=1, restarts=seat): 1000 for seat in range(3)},
    **{Model(seats=3, blocks=1, views=1, liar=liar): 100 for liar in range(2)},
    **{Model(seats=3, blocks=3, views=1, liar=liar): 100 for liar in range(3)},
    Model(seats=4, blocks=1, views=1, liar=1): 100,
    **{Model(seats=4, blocks=3, views=1, liar=liar): 10_000 for liar in range(3)},
    Model(seats=4, blocks=3, views=1, liar=3): 1000,
    Model(seats=4, blocks=1, views=1, liar=0, doubts=(0b0001,)): 1000,
}
"""The tables that are explored whole, each with how many of its states are healed: one of so many."""


@pytest.mark.campaign
@pytest.mark.parametrize("model", CAMPAIGN, ids=str)
def test_the_whole_table(model: Model) -> None:
    found = explored(model, CAMPAIGN[model], search=sweep())
    print(f"\n{model!s:40} {found.states:>12,} states, depth {found.depth:>2}, {found.local_states:>7,} local ones, "
          f"{found.healed:>8,} healed, {found.seconds:>6.0f} s of CPU")


LONGER = {
    Model(seats=3, blocks=1, views=2): 1000,
    **{Model(seats=4, blocks=1, views=1, restarts=seat): 1000 for seat in range(2)},
    Model(seats=4, blocks=1, views=1, liar=0): 10_000,
}
"""Tables whose end has not been seen: each is followed so far."""


@pytest.mark.campaign
@pytest.mark.parametrize("model", LONGER, ids=str)
def test_the_first_states_of_a_longer_table(model: Model) -> None:
    found = explored(model, LONGER[model], most=20_000_000, search=sweep())
    print(f"\n{model}: {found}")


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("seats", [3, 4])
def test_long_ways_at_random(seats: int, seed: int) -> None:
    """Where there are too many attempts at a view to see them all."""
    for restarts, liar in [(None, None), (seed % seats, None), (None, seed % seats)]:
        model = Model(seats=seats, blocks=3, views=4, restarts=restarts, liar=liar)
        found = Explorer(model, forgetful=False).walk(seed, walks=60, steps=150)
        assert not found.fault, f"{model}\n{found}"
