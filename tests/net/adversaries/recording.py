"""A table that keeps every frame that was ever sent."""

from __future__ import annotations

from acquire_net.protocol.session_events import SeatConvicted
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import BadNetwork


class RecordingTable(BadNetwork):
    """Keeps every frame that was ever sent."""
    window = 12

    def __init__(self, opening: Opening, seed: int, loss: float = 0.0) -> None:
        self.sent: list[tuple[int, int, bytes]] = []
        super().__init__(opening, None, seed, loss)

    def collect(self, *seats: int) -> None:
        before = len(self.wire)
        super().collect(*seats)
        self.sent += self.wire[before:]

    def check_nobody_convicted(self) -> None:
        for peer in self.peers:
            assert not peer.session.replica.convicted, peer.session.replica.convicted
            assert not [fact for fact in peer.facts if isinstance(fact, SeatConvicted)]
