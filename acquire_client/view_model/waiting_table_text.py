"""What the title says of the tables that wait: with whom, how far the game is, and who is there."""

from __future__ import annotations

from collections.abc import Sequence

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


def waiting_tables_text(tables: Sequence[WaitingTable], words: Words) -> str:
    """Return the line below the button that leads to several tables: at which of them it is the turn of the person here."""
    mine = [table for table in tables if table.waits_for_me]
    parts = [words.translate("{count:table|tables}", count=len(tables))]
    if len(mine) == 1 and mine[0].names:
        parts.append(words.translate("your turn with {names:and}", names=[printable(name) for name in mine[0].names]))
    elif mine:
        parts.append(words.translate("your turn at {count:table|tables}", count=len(mine)))
    return " · ".join(parts)


def table_row(table: WaitingTable, words: Words) -> tuple[str, str]:
    """Return what a list of tables says of one: with whom, and how it stands there."""
    if not table.names:
        return printable(table.journal.name), words.translate("This table cannot be read; coming back says why.")
    parts = [words.translate("turn {turn}", turn=table.turn)] if table.turn else []
    if table.waits_for_me:
        parts.append(words.translate("it is your turn"))
    elif table.waits_for:
        parts.append(words.translate("it waits for {names:and}", names=[printable(name) for name in table.waits_for]))
    if table.is_over_days:
        parts.append(words.translate("over days"))
    return words.translate("with {names:and}", names=[printable(name) for name in table.names]), " · ".join(parts)
