"""The tables that this machine finds on its network, and where one of them is reached: at the nearest of its addresses."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

from acquire_net import FoundTable, OwnAddress, TableAddress, TableSearch, nearest_first, own_addresses

ADDRESSES_S = 5.0
"""So long the own addresses are believed to be the same."""


class NearTables(Protocol):
    """The tables that this machine finds, as long as it is open."""

    def snapshot(self) -> Sequence[FoundTable]: ...

    def close(self) -> None: ...


def search_near(on_change: Callable[[], None]) -> NearTables:
    """Look for tables on this network; `on_change` is called in another thread when the list has changed."""
    return TableSearch(on_change=on_change)


def address_of(table: FoundTable) -> TableAddress:
    """Return the nearest address of a table, of two that are as near the one of IPv4, which makes a shorter code."""
    now = int(time.monotonic() // ADDRESSES_S)
    host = nearest_first(sorted(table.hosts, key=lambda host: ":" in host), _own_addresses(now))[0]
    return TableAddress(host, table.port, table.fingerprint)


@lru_cache(maxsize=1)
def _own_addresses(now: int) -> tuple[OwnAddress, ...]:
    return own_addresses()
