"""What programs at a table cost: most of these tests wait for people, cables and other programs."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture
def fully(count: Callable[[int, int], int]) -> None:
    """With --ci only: what takes many seconds of waiting."""
    if not count(0, 1):
        pytest.skip("with --ci")
