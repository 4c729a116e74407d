"""Two seats come to two states from one log (docs/spec/protocol.md, section 7): show both, so that people see who is wrong.

Nobody has lied for certain, and which of the two programs is right cannot be decided at the table. So nobody is convicted and
nobody is left out of a majority. The block cannot become final among those who differ. The table stands still until the larger
part goes on without the smaller one, as without seats that do not answer. Each side sends its state to the other, for the report.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import msgspec
from msgspec import Struct

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.log_types import Conviction
from acquire_net.protocol.messages import MAX_STATE_BYTES, CanonicalState
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.session_events import Disagreement


def state_bytes(canonical: dict[str, Any]) -> bytes:
    """Return a canonical state as it is sent."""
    return msgspec.json.encode(canonical, order="sorted")


class ShowState(Struct, frozen=True):
    """Send this seat the own state of the block at which both differ."""
    seat: int
    state: CanonicalState
    conviction: Conviction


class Divergence:
    """Notice who comes to another state. Each call yields what is to be reported, and which states are to be sent."""

    def __init__(self, replica: Replica) -> None:
        self.replica = replica
        self._noticed: dict[int, tuple[Conviction, bytes]] = {}
        """Who says something else about which block, and this seat's own state there."""
        self._shown: set[int] = set()

    def look_for_disagreement(self) -> Iterator[Disagreement | ShowState]:
        """Notice who has acknowledged another state than this seat has, and ask for it."""
        replica = self.replica
        for seat, conviction in replica.disagreements.items():
            known, after = self._noticed.get(seat), replica.open.after
            here = (conviction.block, conviction.view) == (replica.state.block, replica.state.view)
            if (known is None or known[0] != conviction) and here and after is not None:
                self._noticed[seat] = conviction, state_bytes(after.canonical_state())
                self._shown.discard(seat)
                yield self._report(seat, None)
                yield from self._show(seat, asks=True)

    def _report(self, seat: int, theirs: bytes | None) -> Disagreement:
        conviction, mine = self._noticed[seat]
        return Disagreement(conviction, mine, theirs)

    def remind_others(self) -> Iterator[ShowState]:
        """Ask again for each state that has not come, as long as the block is open."""
        for seat, (conviction, _) in self._noticed.items():
            if seat not in self._shown and conviction.block == self.replica.state.block:
                yield from self._show(seat, asks=True)

    def _show(self, seat: int, asks: bool) -> Iterator[ShowState]:
        conviction, mine = self._noticed[seat]
        if len(mine) <= MAX_STATE_BYTES:
            yield ShowState(seat, CanonicalState(conviction.head, int(asks), mine), conviction)

    def take(self, sender: int, message: Signed) -> Iterator[Disagreement | ShowState]:
        """Take in the state of another seat. It counts only from its author, if the two disagree; it is not evidence."""
        author = message.author
        if author != sender or author not in self._noticed:
            return
        conviction, _ = self._noticed[author]
        body = cast(CanonicalState, message.body)
        if (message.block, body.head) != (conviction.block, conviction.head) or not self.replica.bindings.is_signed(message):
            return
        if body.asks:
            yield from self._show(author, asks=False)
        if author not in self._shown:
            self._shown.add(author)
            yield self._report(author, body.state)
