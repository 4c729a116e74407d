"""A seat that says whatever it likes to whomever it likes: all it could sign, as frames that may reach anybody at any time."""

from __future__ import annotations

from typing import cast

from acquire_net.protocol.codec import Signed, decode, encode, to_sign
from acquire_net.protocol.dealing import DecideAction
from acquire_net.protocol.lockstep import seats_of
from acquire_net.protocol.messages import Decide, Envelope, Kind, Message, Sync, View
from tests.net.model.seats import Seats
from tests.net.model.table import HONEST, OTHER, SIGNERS


class Adversary:
    """Knows what every honest seat knows. What it says about the block at which such a seat stands, is one list for that seat."""

    def __init__(self, seats: Seats) -> None:
        self.seats = seats
        assert seats.model.liar is not None
        self.seat = seats.model.liar
        self._says: dict[int, frozenset[int]] = {}

    def says(self, number: int) -> frozenset[int]:
        if number not in self._says:
            self._says[number] = frozenset(self._think(number))
        return self._says[number]

    def _sign(self, kind: Kind, body: Message, block: int, view: int, table: bytes) -> int:
        data = encode(body)
        signature = SIGNERS[self.seat].sign(to_sign(table, kind, self.seat, block, view, data))
        return self.seats.frames.number(encode(Envelope(kind, self.seat, block, view, data, signature)))

    def _think(self, number: int) -> list[int]:
        session = self.seats.all[number].session
        state, opened = session.state, session.replica.open
        if self.seat not in state.live or self.seats.all[number].is_at_the_end:
            return []
        found = []
        if isinstance(state.step, DecideAction) and state.step.seat == self.seat:
            found += [self._sign(Kind.DECIDE, Decide(action, (), b""), state.block, state.view, state.table)
                      for action in (HONEST, OTHER)]
        if opened.ack is not None:
            found.append(self._sign(Kind.ACK, opened.ack, state.block, state.view, state.table))
        others = [seat for seat in state.live if seat != self.seat]
        masks = [0, *(1 << seat for seat in others)]
        shown = {(), session.views.to_show()}
        contents = {b"", opened.head}
        for view in range(state.view + 1, self.seats.model.views + 1):
            for mask in masks:
                if not session.replica.may_go_on(seats_of(mask)):
                    continue
                found += [self._sign(Kind.SYNC, Sync(mask, frames), state.block, view, state.table) for frames in shown]
                found += [self._sign(Kind.VIEW, View(mask, content), state.block, view, state.table) for content in contents]
        return found


def describe(message: Signed) -> str:
    """A message as a person would say it."""
    text = f"{message.kind.name} of {message.author} (block {message.block}, view {message.view}"
    body = message.body
    if message.kind == Kind.DECIDE:
        text += f", says {cast(Decide, body).action.decode()}"
    elif message.kind == Kind.ACK:
        text += f", head {body.head.hex()[:4]}"  # type: ignore[attr-defined]
    elif message.kind == Kind.SYNC:
        shown = [decode(frame) for frame in cast(Sync, body).messages]
        text += f", without {_names(cast(Sync, body).lost)}, shows " + ("; ".join(
            f"{one.kind.name} of {one.author} for {one.block}" for one in shown) or "nothing")
    elif message.kind == Kind.VIEW:
        content = cast(View, body).content
        text += f", without {_names(cast(View, body).lost)}, {'head ' + content.hex()[:4] if content else 'void'}"
    return text + ")"


def _names(mask: int) -> str:
    return ", ".join(map(str, seats_of(mask))) or "nobody"
