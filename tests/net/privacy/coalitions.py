"""Which seats are honest against a coalition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.net.privacy.recorded_table import Scenario


def honest_sets(scenario: Scenario) -> Iterator[tuple[int, ...]]:
    """Yield the sets of seats, or only a spectator, that work together against the rest; an honest seat always stays."""
    for size in range(1, scenario.seats + 1):
        for honest in combinations(range(scenario.seats), size):
            if set(honest) - set(scenario.leavers):
                yield honest
