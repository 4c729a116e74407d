"""Every game on a bad day ends, or stands still for a reason that was named; and nobody honest is ever blamed.

What must hold is in table.py and process.py; what goes wrong, in scenarios.py. A failure prints a line that shows it again.
"""

from __future__ import annotations

import time
from collections import Counter

import pytest

from tests.simulation.scenarios import KINDS, simulate
from tests.support.counts import Count

CAMPAIGN_GAMES = 20_000
CAMPAIGN_FIRST = 1_000_000


def test_games_end_or_pause_with_a_named_reason(count: Count) -> None:
    ends = Counter(simulate(seed).ends for seed in range(count(5, 400)))
    assert ends["finished"] > ends.total() / 2


@pytest.mark.fully
def test_games_in_rounds_end_or_pause_with_a_named_reason(count: Count) -> None:
    """All seats answer at once, with the same faults."""
    ends = Counter(simulate(seed, rounds=True).ends for seed in range(count(8, 400)))
    assert ends["finished"] > ends.total() / 2


def test_a_seed_says_everything(count: Count) -> None:
    kinds = list(KINDS)
    for kind in kinds[::len(kinds) // count(1, 6)]:
        assert simulate(3, kind) == simulate(3, kind), kind


@pytest.mark.campaign
@pytest.mark.parametrize(("games", "rounds"), [(CAMPAIGN_GAMES, False), (CAMPAIGN_GAMES // 10, True)], ids=["turns", "rounds"])
def test_campaign(games: int, rounds: bool) -> None:
    ends: Counter[str] = Counter()
    started = time.monotonic()
    for seed in range(CAMPAIGN_FIRST, CAMPAIGN_FIRST + games):
        ends[simulate(seed, rounds=rounds).ends] += 1
        if ends.total() % 500 == 0:
            print(f"{ends.total()} of {games} games, {time.monotonic() - started:.0f} s, {dict(ends)}", flush=True)
    assert ends["finished"] > games / 2
