"""Charts, the stage of a merger and the end of a game for a screen reader, as lists and tables of sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acquire_client.language import message
from acquire_client.view_model.history import Holding
from acquire_client.view_model.merger_stage import BONUS_WORDS, MergerStage, StageHolder, bonus_note, decision_text, equation_text
from acquire_client.view_model.settlement import Worth
from acquire_client.view_model.words import TableNames, chain_title
from acquire_client.window.layout.box import Box
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole

Translate = Callable[..., str]


def list_node(key: str, name: str, box: Box, lines: Sequence[str]) -> AccessibleNode:
    """Return lines that are only read."""
    items = tuple(AccessibleNode(f"line {number}", NodeRole.LIST_ITEM, line) for number, line in enumerate(lines))
    return AccessibleNode(key, NodeRole.LIST, name, box, items)


def chart_node(name: str, box: Box, curves: Sequence[tuple[str, Sequence[float]]], told: Callable[[float], str],
               translate: Translate) -> AccessibleNode:
    """Return a chart as what each of its curves is at the beginning and at the end. `told` writes a value."""
    text = message("{name}: {first} at the beginning, {last} at the end")
    lines = [translate(text, name=whose, first=told(values[0]), last=told(values[-1])) for whose, values in curves if values]
    return list_node("chart", name, box, lines)


# --- a merger ---

def stage_node(box: Box, stage: MergerStage, names: TableNames, then: Sequence[int] = ()) -> AccessibleNode:
    """Return a merger: its chains, who gets which bonus of the one that is settled now and why, and who decides `then`."""
    translate = names.translate
    lines = []
    if stage.survivor is not None:
        lines.append(translate("{chain} survives.", chain=chain_title(stage.survivor.chain)))
    chains = [*([stage.survivor] if stage.survivor is not None else []), *stage.others]
    lines += [f"{chain_title(chain.chain)}: {equation_text(chain, names)}" for chain in chains]
    if stage.chains:
        now = stage.chains[-1]
        lines.append(f"{chain_title(now.chain)}: {bonus_note(now, names)}")
        lines += [_holder_text(holder, names) for holder in now.holders]
    if then:
        lines.append(translate("Then: {names}", names=", ".join(map(names.seat, then))))
    return list_node("merger", translate("Merger by {name}", name=names.seat(stage.seat)), box, lines)


def _holder_text(holder: StageHolder, names: TableNames) -> str:
    translate = names.translate
    parts = [translate("The market") if holder.seat is None else names.seat(holder.seat),
             translate("{count:share|shares}", count=holder.shares)]
    if holder.bonus is not None:
        parts += [translate(BONUS_WORDS[holder.bonus.reason]), translate("+{amount:$}", amount=holder.dollars)]
    if holder.decision is not None:
        parts.append(decision_text(holder.decision, names))
    return ", ".join(parts)


# --- the end of a game ---

def podium_node(box: Box, standings: Sequence[tuple[int, int, int]], worth: Sequence[Worth], names: TableNames) -> AccessibleNode:
    """Return the players, or teams, with their money before the last bonuses, these bonuses and what their shares brought."""
    lines = []
    for rank, holder, money in standings:
        seats = range(holder, len(worth), 2) if names.teams else (holder,)
        cash, bonuses, shares = (round(sum(amounts)) for amounts in zip(
            *((worth[seat].cash, worth[seat].bonuses, worth[seat].shares) for seat in seats), strict=True))
        lines.append(names.translate(
            "{rank}. {name}: {money:$}, of it cash {cash:$}, bonuses {bonuses:$}, shares {shares:$}", rank=rank,
            name=names.holder(holder), money=money, cash=cash, bonuses=bonuses, shares=shares))
    return list_node("podium", names.translate("Standings"), box, lines)


def holdings_node(box: Box, holdings: Sequence[dict[str, Holding]], names: TableNames) -> AccessibleNode:
    """Return what each seat had of each chain at the end, with all bonuses that came from it."""
    translate = names.translate
    rows = []
    for number, (name, row) in enumerate(zip(names.seats, holdings, strict=True)):
        cells = [AccessibleNode("name", NodeRole.ROW_HEADER, name)]
        for chain, held in row.items():
            told = translate("{chain}: {count:share|shares}", chain=chain_title(chain), count=held.blocks)
            paid = translate("bonuses {amount:$}", amount=held.bonuses) if held.bonuses else ""
            cells.append(AccessibleNode(chain, NodeRole.CELL, ", ".join(filter(None, (told, paid)))))
        rows.append(AccessibleNode(f"seat {number}", NodeRole.ROW, name, children=tuple(cells)))
    return AccessibleNode("holdings", NodeRole.TABLE, translate("Shares and bonuses"), box, tuple(rows))
