"""Charts and the end of a game for a screen reader, as lists and tables of sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from acquire_client.language import message
from acquire_client.view_model.history import Holding
from acquire_client.view_model.settlement import Worth
from acquire_client.view_model.words import TableNames, chain_title
from acquire_client.window.layout.box import Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole

Translate = Callable[..., str]


def list_node(key: str, name: str, box: Box, lines: Sequence[str]) -> AccessibleNode:
    """Return lines that are only read."""
    items = tuple(AccessibleNode(f"line {number}", NodeRole.LIST_ITEM, line) for number, line in enumerate(lines))
    return AccessibleNode(key, NodeRole.LIST, name, box, items)


def chart_node(name: str, box: Box, curves: Sequence[tuple[str, Sequence[float]]], figure_text: Callable[[float], str],
               translate: Translate) -> AccessibleNode:
    """Return a chart as what each of its curves is at the beginning and at the end. `figure_text` writes a value."""
    text = message("{name}: {first} at the beginning, {last} at the end")
    lines = [translate(text, name=whose, first=figure_text(values[0]), last=figure_text(values[-1]))
             for whose, values in curves if values]
    return list_node("chart", name, box, lines)


# --- the end of a game ---

def podium_node(box: Box, standings: Sequence[tuple[int, int, int]], worth: Sequence[Worth], names: TableNames) -> AccessibleNode:
    """Return the players, or teams, with their money before the last bonuses, these bonuses and what their shares brought."""
    lines = []
    for rank, holder, money in standings:
        cash, bonuses, shares = (round(sum(amounts)) for amounts in zip(
            *((worth[seat].cash, worth[seat].bonuses, worth[seat].shares) for seat in names.seats_of(holder)), strict=True))
        lines.append(names.translate(
            "{rank}. {name}: {money:$}, of it cash {cash:$}, final bonuses {bonuses:$}, shares {shares:$}", rank=rank,
            name=names.holder(holder), money=money, cash=cash, bonuses=bonuses, shares=shares))
    return list_node("podium", names.translate("Standings"), box, lines)


def holdings_node(box: Box, holders: Sequence[tuple[str, Mapping[str, Holding]]], translate: Translate) -> AccessibleNode:
    """Return what each holder had of each chain at the end, with all bonuses that came from it."""
    rows = []
    for number, (name, row) in enumerate(holders):
        cells = [AccessibleNode("name", NodeRole.ROW_HEADER, name)]
        for chain, held in row.items():
            shares = translate("{chain}: {count:share|shares}", chain=chain_title(chain), count=held.blocks)
            paid = translate("bonuses {amount:$}", amount=held.bonuses) if held.bonuses else ""
            cells.append(AccessibleNode(chain, NodeRole.CELL, ", ".join(filter(None, (shares, paid)))))
        rows.append(AccessibleNode(f"holder {number}", NodeRole.ROW, name, children=tuple(cells)))
    return AccessibleNode("holdings", NodeRole.TABLE, translate("Shares and bonuses"), box, tuple(rows))
