"""The lines of the chat, as a list shows them."""

from __future__ import annotations

from collections.abc import Mapping

from acquire_client.matches.evening import ChatLine
from acquire_client.view_model.words import printable
from acquire_client.window.widgets.lines import ListLine


def chat_line(line: ChatLine, seats: Mapping[bytes, int]) -> ListLine:
    """Return a line of the chat behind the avatar of its author, as far as that player has a seat here."""
    seat = seats.get(line.author)
    name = printable(line.name)
    return ListLine(f"{name}: {printable(line.text)}", avatar=None if seat is None else (seat, name))
