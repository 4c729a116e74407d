"""Which numbers of seats a test tries in the usual run: one of them, and all under --ci."""

from collections.abc import Iterable

import pytest


def table_sizes(sizes: Iterable[int], usual: int | None = None) -> pytest.MarkDecorator:
    """Return a test's parameter `seats`; the usual run has the smallest table, or the one that is named."""
    every = sorted(sizes)
    chosen = every[0] if usual is None else usual
    assert chosen in every
    return pytest.mark.parametrize("seats", [pytest.param(seats, marks=[] if seats == chosen else [pytest.mark.more_cases])
                                             for seats in every])
