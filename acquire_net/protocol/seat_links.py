"""How well each seat is heard, for those who look at it: links that are lost or slow, and seats that come back.

It decides nothing: `liveness.py` says who is absent. A seat sends a STATUS each second.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from acquire_net.protocol.session_events import LinksChanged, LinkState, SeatReturns

SLOW_MS = 2000
AWAY_MS = 5000


class SeatLinks:
    def __init__(self, seats: int) -> None:
        self._states = (LinkState.HERE,) * seats

    def take_change(self, linked: Collection[int], silent_ms: Sequence[int]) -> LinksChanged | None:
        """Return how well the seats are heard if that has changed. `linked` are those to which there is a link, and those that do
        not count."""
        states = tuple(link_state(seat in linked, ms) for seat, ms in enumerate(silent_ms))
        if states == self._states:
            return None
        self._states = states
        return LinksChanged(states, tuple(silent_ms))


def link_state(is_linked: bool, silent_ms: int) -> LinkState:
    """
    >>> link_state(True, 900), link_state(False, 900), link_state(True, 2100), link_state(False, 6000)
    (<LinkState.HERE: 0>, <LinkState.LOST: 2>, <LinkState.SLOW: 1>, <LinkState.AWAY: 3>)
    """
    if silent_ms > AWAY_MS:
        return LinkState.AWAY
    if not is_linked:
        return LinkState.LOST
    return LinkState.SLOW if silent_ms > SLOW_MS else LinkState.HERE


class ReturningSeats:
    """Which seats were started again, or lack blocks that are final here, and how far they have come."""

    def __init__(self) -> None:
        self._first: dict[int, int] = {}
        """The block with which each began."""
        self._reported: dict[int, tuple[int, int]] = {}

    def on_status(self, seat: int, block: int, own_block: int, asks: bool) -> SeatReturns | None:
        """Take a STATUS of a seat, over its own link; return what is new about its return. A seat that is one block behind does
        not count: it has not received the last signature yet."""
        if asks or block + 1 < own_block:
            first = self._first.setdefault(seat, block)
            now = max(0, block - first), max(1, own_block - first)
            if self._reported.get(seat) == now:
                return None
            self._reported[seat] = now
            return SeatReturns(seat, *now)
        if seat not in self._first:
            return None
        total = max(1, own_block - self._first.pop(seat))
        self._reported.pop(seat, None)
        return SeatReturns(seat, total, total)
