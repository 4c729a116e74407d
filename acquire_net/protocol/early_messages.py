"""Messages for the next block of this view that came before the block opened: one content and one ACK of each seat."""

from __future__ import annotations

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.replica import Replica


class EarlyMessages:
    def __init__(self, replica: Replica, seat: int) -> None:
        self.replica = replica
        self.seat = seat
        self._kept: dict[tuple[int, bool, int], Signed] = {}
        """By author, whether it is a content, and who showed it."""

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, message: Signed, sender: int) -> None:
        """Keep a message that is of the next block, if none of its kind is kept yet.

        Whether it is signed cannot be known before the nonces are. Then each seat shows what is its own, and what is mine.
        """
        state = self.replica.state
        is_next = (message.block, message.view) == (state.block + 1, state.view)
        if not is_next or message.author not in state.live or not (message.is_content or message.kind == Kind.ACK):
            return
        bindings = self.replica.bindings
        is_bound = bindings.table_of(message) is not None
        key = message.author, message.is_content, message.author if is_bound else sender
        if key not in self._kept and (bindings.is_signed(message) if is_bound else message.author in (sender, self.seat)):
            self._kept[key] = message

    def take_due(self) -> Signed | None:
        """Return a message whose block is open now, in turn and once, and forget those that are past; None if there is none."""
        state = self.replica.state
        for key, message in list(self._kept.items()):
            if (message.block, message.view) == (state.block, state.view):
                return self._kept.pop(key)
            if message.block <= state.block or message.view != state.view:
                del self._kept[key]
        return None

    def kept_of(self, author: int) -> list[Signed]:
        return [message for message in self._kept.values() if message.author == author]

    def forget_all(self) -> None:
        self._kept.clear()
