"""Illegal play at a real table of Acquire: refused by everybody, proven to anybody, and the others play on to the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.net.adversaries.of_acquire import ROWS
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import Liar, LiarsTable
from tests.support.counts import Count

LIVELY = (("dead_policy", "choice"), ("safe_size", 3), ("no_tile", "skip"))
"""Chains are soon safe, so that tiles die while hands still hold others."""


def a_game_with(row: tuple[str, Any, Any, str], seats: int, seed: int, to_the_end: bool) -> LiarsTable:
    """Ends soon after the lie unless it is to be played to the end: most of a long game has nothing to do with it."""
    name, kind, lie, _ = row
    for attempt in range(6):
        rng = random.Random(repr((name, seats, seed, attempt)))
        liar = Liar(rng.randrange(seats), ((kind, lie),), rng, skip=rng.randint(0, 4) if attempt < 2 else 0)
        table = LiarsTable(Opening("classic", seats, options=LIVELY), liar, seed=rng.randrange(1 << 30))
        table.play_on(lambda table=table: liar.has_lied and not to_the_end and table.all_have_gone_on())  # type: ignore[misc] # noqa: B023
        if liar.has_lied:
            return table
    raise AssertionError(f"{name}: there was no moment for it with {seats} seats")


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_illegal_play_names_its_author(row: tuple[str, Any, Any, str], count: Count) -> None:
    rng = random.Random(row[0])
    for seats in rng.sample(range(2, 7), 3) if count(1, 2) > 1 else [rng.choice((2, 3))]:
        to_the_end = count(1, 2) > 1 and seats in (2, 3)
        table = a_game_with(row, seats, 1, to_the_end)
        assert table.liar is not None
        table.check_convicted({table.liar.seat}, row[3])
        if to_the_end:
            table.check_finished(without={table.liar.seat})
        else:
            assert all(table.liar.seat in peer.session.state.lost for peer in table.players)
            table.check_heads()
