"""A match over its turns: the net worth of every seat at the beginning of each, and at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_core.events import BonusPaid, Event
from acquire_core.record import Record

from .sheet import score_sheet
from .words import TableNames


@dataclass(frozen=True, slots=True)
class History:
    """`turns` are the numbers of the turns, `worth` one row of amounts for each seat."""

    turns: tuple[int, ...]
    worth: tuple[tuple[int, ...], ...]


def history_of(record: Record, names: TableNames) -> History:
    """The record is replayed; concealed money is in it, so it is for those who may know it."""
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
    return History(tuple(turns), tuple(tuple(row) for row in worth))


def bonuses_by_seat(events: Sequence[Event], seats: int) -> tuple[int, ...]:
    """What each seat has got as bonuses, final ones included."""
    totals = [0] * seats
    for event in events:
        if isinstance(event, BonusPaid):
            totals[event.seat] += event.dollars
    return tuple(totals)
