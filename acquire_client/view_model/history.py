"""A match over its turns: the net worth of every seat at the beginning of each, and at the end."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from acquire_client.view_model.sheet import score_sheet
from acquire_client.view_model.words import TableNames
from acquire_core.events import BlocksScored, BonusPaid, Event, MarketDrew
from acquire_core.record import Record


@dataclass(frozen=True, slots=True)
class History:
    """`turns` are the numbers of turns, or of rounds if `rounds` is True; `worth` has one row of amounts for each seat."""

    turns: tuple[int, ...]
    worth: tuple[tuple[int, ...], ...]
    rounds: bool


def history_of(record: Record, names: TableNames) -> History:
    """Return the course of a game by replaying its record; concealed money is in it, so it is for those who may know it."""
    turns: list[int] = []
    worth: list[list[int]] = [[] for _ in range(record.players)]
    last = 0
    for step in record.replay():
        game = step.game
        if game.turn != last or game.over:
            sheet = score_sheet(game.snapshot(), record.ruleset, names)
            if game.turn == last and turns:
                turns.pop()
                for row in worth:
                    row.pop()
            last = game.turn
            turns.append(last)
            for row, seat in zip(worth, sheet.seats, strict=True):
                row.append(seat.net_worth or 0)
    return History(tuple(turns), tuple(tuple(row) for row in worth), names.rounds)


def picked_columns(count: int, most: int) -> list[int]:
    """Return so many numbers of a row at most, evenly from the first to the last.

    >>> picked_columns(9, 3)
    [0, 4, 8]
    """
    wanted = min(count, most)
    return [round(number * (count - 1) / max(1, wanted - 1)) for number in range(wanted)]


def history_csv(history: History, names: TableNames, standings: Sequence[tuple[int, int, int]], bonuses: Sequence[int]) -> str:
    """Return the net worth by turn, a column for each seat, then money and bonuses at the end, as comma-separated values."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow([names.translate("turn"), *map(_plain_name, names.seats)])
    for number, turn in enumerate(history.turns):
        out.writerow([turn, *(row[number] for row in history.worth)])
    out.writerow([])
    out.writerow([names.translate("rank"), names.translate("name"), names.translate("dollars")])
    out.writerows([rank, _plain_name(names.holder(side)), dollars] for rank, side, dollars in standings)
    out.writerow([])
    out.writerow([names.translate("name"), names.translate("bonuses")])
    out.writerows([_plain_name(name), dollars] for name, dollars in zip(names.seats, bonuses, strict=True))
    return text.getvalue()


@dataclass(frozen=True, slots=True)
class Holding:
    """What a seat had of one chain at the end of a game, what was paid for it, and all bonuses of the game from that chain."""

    blocks: int
    dollars: int
    bonuses: int


def holdings_at_end(events: Sequence[Event], kept: Sequence[Mapping[str, int]]) -> tuple[dict[str, Holding], ...]:
    """Return for each seat its chains. `kept` are the blocks that nobody paid for; blocks that were paid for are in the
    events."""
    rows = [{chain: Holding(count, 0, 0) for chain, count in blocks.items()} for blocks in kept]
    for event in events:
        if isinstance(event, BonusPaid):
            now = rows[event.seat][event.chain]
            rows[event.seat][event.chain] = replace(now, bonuses=now.bonuses + event.dollars)
        elif isinstance(event, BlocksScored):
            now = rows[event.seat][event.chain]
            rows[event.seat][event.chain] = replace(now, blocks=now.blocks + event.count, dollars=now.dollars + event.dollars)
    return tuple(rows)


def market_at_end(events: Sequence[Event], chains: Sequence[str]) -> dict[str, Holding] | None:
    """Return the shares with which the market competed last for each chain (R35); None where it never did. It keeps no bonus."""
    drawn = {event.chain: event.blocks for event in events if isinstance(event, MarketDrew)}
    return {chain: Holding(drawn.get(chain, 0), 0, 0) for chain in chains} if drawn else None


def history_json(history: History, names: TableNames, standings: Sequence[tuple[int, int, int]],
                 holdings: Sequence[Mapping[str, Holding]]) -> str:
    """Return the same for programs, with the shares and bonuses of every seat by chain."""
    seats = [{"name": name, "net_worth": worth, "chains": {chain: asdict(held) for chain, held in chains.items()}}
             for name, worth, chains in zip(names.seats, history.worth, holdings, strict=True)]
    ranking = [{"rank": rank, "name": names.holder(side), "dollars": dollars} for rank, side, dollars in standings]
    return json.dumps({"turns": history.turns, "seats": seats, "ranking": ranking}, indent=1, ensure_ascii=False) + "\n"


def _plain_name(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return "'" + name if name[:1] in ("=", "+", "-", "@") else name


def bonuses_by_seat(events: Sequence[Event], seats: int) -> tuple[int, ...]:
    """Return what each seat has got as bonuses, final ones included."""
    totals = [0] * seats
    for event in events:
        if isinstance(event, BonusPaid):
            totals[event.seat] += event.dollars
    return tuple(totals)
