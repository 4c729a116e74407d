"""When another seat comes to another state from the same log: both are shown, so that people can see who is wrong (section 7).

Nobody has lied for certain, and which of the two programs is right cannot be decided at the table. So nobody is convicted and
nobody is left out of a majority. The block cannot become final among those who differ; the table stands still until the smaller
part of it is left behind, as a seat is that does not answer. Each side sends its state to the other, for the report.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import msgspec

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.facts import Disagreement
from acquire_net.protocol.messages import MOST_STATE_BYTES, CanonicalState
from acquire_net.protocol.pages import Conviction

if TYPE_CHECKING:
    from acquire_net.protocol.session import Session


def state_bytes(canonical: dict[str, Any]) -> bytes:
    """A canonical state as it is sent."""
    return msgspec.json.encode(canonical, order="sorted")


class Disagreeing:
    def __init__(self, peer: Session) -> None:
        self.peer = peer
        self._noticed: dict[int, tuple[Conviction, bytes]] = {}
        """Who says something else about which block, and this seat's own state there."""
        self._shown: set[int] = set()

    def look(self) -> None:
        """Whether somebody has acknowledged another state than this seat has."""
        replica = self.peer.replica
        for seat, conviction in replica.disagreements.items():
            known, after = self._noticed.get(seat), replica.open.after
            here = (conviction.block, conviction.view) == (replica.state.block, replica.state.view)
            if (known is None or known[0] != conviction) and here and after is not None:
                self._noticed[seat] = conviction, state_bytes(after.canonical())
                self._shown.discard(seat)
                self._tell(seat, None)
                self._send(seat, asks=True)

    def _tell(self, seat: int, theirs: bytes | None) -> None:
        conviction, mine = self._noticed[seat]
        self.peer.tell(Disagreement(conviction, mine, theirs))

    def remind(self) -> None:
        """Asks again for a state that has not come, as long as the block is open."""
        for seat, (conviction, _) in self._noticed.items():
            if seat not in self._shown and conviction.block == self.peer.state.block and self.peer.takes_part:
                self._send(seat, asks=True)

    def _send(self, seat: int, asks: bool) -> None:
        conviction, mine = self._noticed[seat]
        if len(mine) <= MOST_STATE_BYTES and not self.peer.asking:
            self.peer.show_state(seat, CanonicalState(conviction.head, int(asks), mine), conviction)

    def take(self, sender: int, message: Signed) -> None:
        """The state of another. It counts from its author alone, where this seat disagrees with him; it is no evidence."""
        peer, author = self.peer, message.author
        if author != sender or author not in self._noticed:
            return
        conviction, _ = self._noticed[author]
        body = cast(CanonicalState, message.body)
        if (message.block, body.head) != (conviction.block, conviction.head) or not peer.replica.is_signed(message):
            return
        if body.asks:
            self._send(author, asks=False)
        if author not in self._shown:
            self._shown.add(author)
            self._tell(author, body.state)
