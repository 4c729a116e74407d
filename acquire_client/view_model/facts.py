"""The table in sentences, one fact a line: for screen readers, and wherever nothing can be drawn."""

from __future__ import annotations

from acquire_core import Observation, Ruleset
from acquire_core.actions import POWER_TITLES
from acquire_core.ruleset import TIER_NAMES, format_option

from .price_card import price_card, range_text
from .sheet import ChainRow, ScoreSheet, SeatColumn
from .words import TableNames, chain_title, counted, dollars, listing


def board_facts(seen: Observation) -> tuple[str, ...]:
    """Every chain with its tiles, and the loose tiles, in board order."""
    board = seen.board
    facts = []
    for chain, size in seen.sizes.items():
        if size:
            tiles = " ".join(tile for tile, owner in board.items() if owner == chain)
            facts.append(f"{chain_title(chain)}, {counted(size, 'tile')}: {tiles}.")
    if not facts:
        facts.append("No chain is on the board.")
    loose = " ".join(tile for tile, owner in board.items() if owner is None)
    return (*facts, f"Loose tiles: {loose}." if loose else "There are no loose tiles.")


def standing_now(seen: Observation, names: TableNames) -> str:
    """Who would win if the game ended now, as far as that may be known.

    >>> from acquire_core import RULESETS, Game, ShuffledBag
    >>> seen = Game(RULESETS["classic"].replace(holdings="open"), 2, tiles=ShuffledBag(1)).observe(None)
    >>> standing_now(seen, TableNames(("Ada", "Bo")))
    'If the game ended now, Ada and Bo would share the win with $6,000.'
    """
    if None in seen.cash:
        return "Who would win now cannot be told: cash is concealed under these rules."
    money = seen.if_ended
    best = [seat for seat, amount in enumerate(money) if amount == max(money)]
    does = "win" if len(best) == 1 else "share the win"
    return f"If the game ended now, {listing(names.seat(seat) for seat in best)} would {does} with {dollars(max(money))}."


def turn_facts(seen: Observation, sheet: ScoreSheet) -> tuple[str, ...]:
    """What matters at the beginning of a turn: the chains on the board, and the own money and tiles."""
    names = [seat.name for seat in sheet.seats]
    chains = [_chain_fact(row, names) for row in sheet.chains if row.size] or ["No chain is on the board."]
    return (*chains, _seat_fact(sheet.seats[seen.seat])) if seen.seat is not None else tuple(chains)


def sheet_facts(sheet: ScoreSheet) -> tuple[str, ...]:
    """Every chain, then every seat, then the bag."""
    facts = [_chain_fact(row, [seat.name for seat in sheet.seats]) for row in sheet.chains]
    facts += [_seat_fact(seat) for seat in sheet.seats]
    facts.append(f"{counted(sheet.bag_count, 'tile')} in the bag.")
    if sheet.laid_away:
        facts.append(f"Out of the game: {' '.join(sheet.laid_away)}.")
    return tuple(facts)


def _spoken(ranges: str) -> str:
    return ranges.replace("-", " to ").replace("+", " and more")


def _seat_fact(seat: SeatColumn) -> str:
    money = "cash concealed" if seat.cash is None else f"cash {dollars(seat.cash)}"
    if seat.net_worth is not None:
        money += f", net worth {dollars(seat.net_worth)}"
    powers = f", powers left: {listing(POWER_TITLES[power] for power in seat.powers_left)}" if seat.powers_left else ""
    left = ", has left the game" if seat.retired else ""
    return f"{seat.name}: {money}, {counted(len(seat.tiles) + seat.hidden_tiles, 'tile')}{powers}{left}."


def _chain_fact(row: ChainRow, names: list[str]) -> str:
    size = f"{counted(row.size, 'tile')}{', safe' if row.safe else ''}" if row.size else "not on the board"
    price = f", {dollars(row.price)} a block" if row.price else ""
    held = [f"{name} {'some' if blocks is True else blocks}" for name, blocks in zip(names, row.blocks, strict=True) if blocks]
    concealed = ", holdings concealed" if None in row.blocks else ""
    return f"{chain_title(row.chain)}: {size}{price}, market {row.market}{', ' + ', '.join(held) if held else ''}{concealed}."


def rules_facts(ruleset: Ruleset) -> tuple[str, ...]:
    """The name of the rules, what was changed in them, and the price card line by line."""
    card = price_card(ruleset)
    facts = [f"Rules: {ruleset.name}."]
    facts += [f"Changed: {name} is {format_option(value)}." for name, value in ruleset.changes().items()]
    facts += [f"{tier.capitalize()}: {listing(map(chain_title, chains))}."
              for tier, chains in zip(TIER_NAMES, card.tiers, strict=True)]
    for row in card.rows:
        sizes = [f"{tier} {_spoken(range_text(ranges))}" for tier, ranges in zip(TIER_NAMES, row.sizes, strict=True)
                 if ranges]
        facts.append(f"{dollars(row.price)} a block: sizes {', '.join(sizes)}; bonuses {listing(map(dollars, row.bonuses))}.")
    return tuple(facts)
