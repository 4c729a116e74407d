"""What the title says of the table that waits: with whom, how far the game is, and who is missing."""

from __future__ import annotations

from acquire_client.language import Words
from acquire_client.matches.waiting_table import WaitingTable
from acquire_client.view_model.words import printable


def waiting_table_text(table: WaitingTable, words: Words) -> str:
    """Return the line below the button that leads back; empty where the journal says nothing."""
    if not table.names:
        return ""
    others = words.translate("with {names:and}", names=[printable(name) for name in table.names])
    parts = [others, words.translate("turn {turn}", turn=table.turn)] if table.turn else [others]
    if table.waits_for_me:
        parts.append(words.translate("it waits for you"))
    elif table.waits_for:
        parts.append(words.translate("it waits for {names:and}", names=[printable(name) for name in table.waits_for]))
    return " · ".join(parts)
