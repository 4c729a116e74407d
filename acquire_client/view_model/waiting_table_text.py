"""What the title says of the table that waits: with whom, how far the game is, and who is there."""

from __future__ import annotations

from acquire_client.language import Words
from acquire_client.matches.waiting_table import WaitingTable
from acquire_client.view_model.words import printable


def waiting_table_text(table: WaitingTable, words: Words, there: int = 0) -> str:
    """Return the line below the button that leads back; empty where the journal says nothing. `there` is how many of the others
    are there, as they announce it."""
    if not table.names:
        return ""
    others = words.translate("with {names:and}", names=[printable(name) for name in table.names])
    parts = [others, words.translate("turn {turn}", turn=table.turn)] if table.turn else [others]
    if there:
        parts.append(_text_of_others(table, words, there))
    if table.waits_for_me:
        parts.append(words.translate("it waits for you"))
    elif table.waits_for and not there:
        parts.append(words.translate("it waits for {names:and}", names=[printable(name) for name in table.waits_for]))
    return " · ".join(parts)


def _text_of_others(table: WaitingTable, words: Words, there: int) -> str:
    if there < len(table.names):
        return words.translate("{there} of {others} are there", there=there, others=len(table.names))
    if there == 1:
        return words.translate("{name} is there", name=printable(table.names[0]))
    return words.translate("everyone is there")
