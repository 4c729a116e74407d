"""The score sheet: one table with chains and market on the left and every seat's blocks, cash and net worth beside them.

Net worth is cash plus all blocks at the price of the moment. Bonuses are not in it, for who earns them is open till the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from acquire_client.view_model.words import TableNames
from acquire_core import Observation, Ruleset
from acquire_core.actions import POWERS


@dataclass(frozen=True, slots=True)
class ChainRow:
    """One chain: its size, the price of a block (0: it has none), the market's blocks, and each seat's.

    Blocks are a number, or as the rules conceal them: True or False for a pile or none, None for nothing known.
    """

    chain: str
    size: int
    safe: bool
    price: int
    market: int
    blocks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SeatColumn:
    """One seat: its money (None where it is concealed), its known tiles, how many more it has, and where it stands."""

    name: str
    cash: int | None
    net_worth: int | None
    tiles: tuple[str, ...]
    hidden_tiles: int
    powers_left: tuple[str, ...]
    on_turn: bool
    deciding: bool
    retired: bool


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Everything on the table but the board."""

    chains: tuple[ChainRow, ...]
    seats: tuple[SeatColumn, ...]
    bag_count: int
    laid_away: tuple[str, ...]
    bonus_places: int = 2
    """How many players get a bonus of a chain."""


def score_sheet(snapshot: Mapping[str, Any], ruleset: Ruleset, names: TableNames) -> ScoreSheet:
    """Return the sheet of a `Game.snapshot()`."""
    chains = tuple(
        ChainRow(chain=chain, size=size, safe=size >= ruleset.safe_size, price=ruleset.price(number, size),
                 market=snapshot["market"][chain], blocks=tuple(shares[chain] for shares in snapshot["shares"]))
        for number, (chain, size) in enumerate(snapshot["sizes"].items()))
    over = snapshot["to_move"] is None
    seats = tuple(_seat_column(seat, snapshot, ruleset, names, chains, over) for seat in range(len(snapshot["cash"])))
    return ScoreSheet(chains, seats, snapshot["bag_count"], tuple(snapshot["discard"]), ruleset.bonus_places)


def _seat_column(seat: int, snapshot: Mapping[str, Any], ruleset: Ruleset, names: TableNames, chains: tuple[ChainRow, ...],
          over: bool) -> SeatColumn:
    # After the end the blocks of scored chains are sold, and what is left is worthless (R42).
    stock = 0 if over else sum((row.blocks[seat] or 0) * row.price for row in chains if row.size or ruleset.score_inactive)
    used = snapshot["powers_used"][seat]
    return SeatColumn(
        name=names.seat(seat),
        cash=snapshot["cash"][seat],
        net_worth=snapshot["cash"][seat] + stock,
        tiles=tuple(snapshot["hands"][seat]["tiles"]),
        hidden_tiles=snapshot["hands"][seat]["hidden"],
        powers_left=tuple(power for power in POWERS if power not in used) if ruleset.special_powers else (),
        on_turn=not over and snapshot["turn"] > 0 and snapshot["current"] == seat,
        deciding=snapshot["to_move"] == seat,
        retired=seat in snapshot["retired"],
    )


def sheet_seen(seen: Observation, names: TableNames) -> ScoreSheet:
    """Return the sheet that one seat, or the public, may see.

    What the option `holdings` conceals is None, True or False, except the shares that holders show during a merger (R25a).
    """
    whole = score_sheet(_facts_of(seen), seen.ruleset, names)
    if seen.over:
        return whole  # at the end everything is counted out on the table
    shares, shown = seen.shares, seen.shown_shares

    def visible(chain: str) -> tuple[int | None, ...]:
        return shown.get(chain) or tuple(None if held is None else held[chain] for held in shares)

    chains = tuple(replace(row, blocks=visible(row.chain)) for row in whole.chains)
    seats = tuple(replace(column, cash=cash, net_worth=None if cash is None else column.net_worth)
                  for column, cash in zip(whole.seats, seen.cash, strict=True))
    return replace(whole, chains=chains, seats=seats)


def _facts_of(seen: Observation) -> dict[str, Any]:
    """Return what a sheet needs of `Observation.as_dict`, which also writes out the whole history each time."""
    tiles, ledger = [list(seen.known_tiles(seat)) for seat in range(seen.players)], seen.ledger
    return {
        "turn": seen.turn, "current": seen.current, "to_move": seen.to_move, "retired": list(seen.retired),
        "sizes": seen.sizes, "market": seen.market, "bag_count": seen.bag_count, "discard": list(seen.discard),
        "cash": [cash for cash, _ in ledger], "shares": [shares for _, shares in ledger],
        "hands": [{"tiles": known, "hidden": count - len(known)} for known, count in zip(tiles, seen.hand_counts, strict=True)],
        "powers_used": [[power for power in POWERS if seen.ruleset.special_powers and power not in left]
                        for left in seen.powers_left]}


def worth_ranks(sheet: ScoreSheet) -> tuple[int, ...]:
    """Return the rank of each seat by its net worth, equal ones alike; 0 for each where one of them is concealed."""
    worths = [seat.net_worth for seat in sheet.seats]
    known = [worth for worth in worths if worth is not None]
    if len(known) < len(worths):
        return (0,) * len(worths)
    return tuple(1 + sum(other > worth for other in known) for worth in known)
