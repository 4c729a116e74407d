"""The seat of a peer that runs, for tests that look behind its events."""

from __future__ import annotations

from acquire_net.peer import Peer
from acquire_net.table.table_seat import TableSeat


def seat_of(peer: Peer | None) -> TableSeat | None:
    """Return the seat at the last table that this peer has begun; None before, and once the peer has ended."""
    return None if peer is None or peer._table is None else peer._table.seat
