"""Messages as a person would say them: the lines of a trace."""

from __future__ import annotations

from typing import cast

from acquire_net.protocol.codec import Signed, decode
from acquire_net.protocol.lockstep import seats_of
from acquire_net.protocol.messages import Decide, Kind, Sync, View


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
