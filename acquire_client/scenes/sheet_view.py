"""The score sheet in the window: seats above, the market below, in the same columns of chains."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acquire_core import Ruleset

from ..assets.painter import Painter
from ..language import message
from ..layout.box import Box, Unit
from ..layout.table import TableLayout, sheet_columns
from ..view_model.board import COLUMNS, ROWS
from ..view_model.majorities import places
from ..view_model.sheet import ScoreSheet, SeatColumn
from ..view_model.words import dollars
from .motion import Flight

MARKET_ROWS = (message("Market"), message("Size"), message("Price"), message("1st bonus"), message("2nd bonus"),
               message("3rd bonus"))
CONCEALED = "?"


def sheet_rows(seats: int, bonus_places: int) -> int:
    """How many lines the sheet has, its head included."""
    return 1 + seats + 3 + bonus_places


def sheet_halves(box: Box, seats: int, bonus_places: int, unit: Unit) -> tuple[Box, Box]:
    """Where a sheet tells of the players, and below that of the chains."""
    inner = box.inset(unit(8))
    row = inner.h // sheet_rows(seats, bonus_places)
    return inner.top(row * (1 + seats)), inner.without_top(row * (1 + seats))


def draw_sheet(painter: Painter, box: Box, sheet: ScoreSheet, ruleset: Ruleset, say: Callable[..., str],
               dimmed: bool = False) -> None:
    painter.panel(box, "panel", "line", 10)
    m = painter.unit(8)
    inner = box.inset(m)
    count = sheet_rows(len(sheet.seats), ruleset.bonus_places)
    rows = inner.stacked(count, inner.h // count)
    _draw_head(painter, rows[0], sheet, say)
    marks = [places(row) for row in sheet.chains]
    room = sheet_columns(rows[1], len(sheet.chains), painter.unit)[0].without_left(painter.unit(5))
    size = min(painter.fitting(seat.name, room, 13, _is_bold(seat)) for seat in sheet.seats)  # one long name, and all are smaller
    for number, seat in enumerate(sheet.seats):
        _draw_seat(painter, rows[1 + number], sheet, number, seat, marks, size)
    first = 1 + len(sheet.seats)
    painter.line((inner.x, rows[first].y), (inner.right, rows[first].y))
    for number, row in enumerate(rows[first:]):
        _draw_market(painter, row, number, sheet, ruleset, say)


def draw_flights(painter: Painter, places: TableLayout, flights: Sequence[Flight], sheet: ScoreSheet, bonus_places: int) -> None:
    """Bonuses on their way from the board to the money of their seats."""
    inner = places.sheet.inset(painter.unit(8))
    count = sheet_rows(len(sheet.seats), bonus_places)
    rows = inner.stacked(count, inner.h // count)
    for number, flight in enumerate(flights):
        begin = places.squares[ROWS.index(flight.tile[-1]) * len(COLUMNS) + int(flight.tile[:-1]) - 1].middle
        aim = sheet_columns(rows[1 + flight.seat], len(sheet.chains), painter.unit)[-2].middle
        x, y = (round(one + (other - one) * flight.gone) for one, other in zip(begin, aim, strict=True))
        h = painter.unit(26)
        below = round(number * (h + painter.unit(3)) * (1 - flight.gone))  # side by side at first, each in its row at the end
        pill = Box(x - painter.unit(52), y - h // 2 + below, painter.unit(104), h)
        painter.panel(pill, "panel", "accent", 8, max(1, painter.unit(1.5)))
        painter.chip(pill.left(h).inset(painter.unit(4)), flight.chain)
        room = pill.without_left(h).without_end(painter.unit(8))
        painter.text(room, "+" + dollars(flight.dollars), 13, "good", "right", bold=True, figures=True)


def _draw_head(painter: Painter, row: Box, sheet: ScoreSheet, say: Callable[..., str]) -> None:
    places_ = sheet_columns(row, len(sheet.chains), painter.unit)
    for chain, place in zip(sheet.chains, places_[1:], strict=False):
        side = min(place.h - 3, place.w, painter.unit(24))
        painter.chain(place.centred(max(side, 14), max(side, 14)), chain.chain, radius=4, patterned=False)
    painter.text(places_[-2], say("Cash"), 11.5, "dim", "right")
    painter.text(places_[-1], say("Net"), 11.5, "dim", "right")


def _is_bold(seat: SeatColumn) -> bool:
    return seat.deciding or seat.on_turn


def _draw_seat(painter: Painter, row: Box, sheet: ScoreSheet, number: int, seat: SeatColumn,
               marks: list[tuple[int, ...]], name_pixels: int) -> None:
    columns = sheet_columns(row, len(sheet.chains), painter.unit)
    if seat.deciding:
        painter.panel(row.inset(-painter.unit(4), 1), "raised", None, 5)
        painter.panel(Box(row.x - painter.unit(4), row.y + 3, painter.unit(3), row.h - 6), "accent", None, 2)
    ink = "dim" if seat.retired else "text"
    painter.text(columns[0].without_left(painter.unit(5)), seat.name, 13, ink, bold=_is_bold(seat), cut=True, pixels=name_pixels)
    for chain, place, mark in zip(sheet.chains, columns[1:-2], marks, strict=True):
        blocks = chain.blocks[number]
        shown = CONCEALED if blocks is None else "+" if blocks is True else str(blocks) if blocks else ""
        if mark[number] and chain.size:
            pill = place.centred(min(place.w, painter.unit(30)), min(place.h - 4, painter.unit(21)))
            painter.panel(pill, "line" if mark[number] == 1 else None, "line", 5)
        painter.text(place, shown, 13, "dim" if blocks is None else ink, "centre", bold=mark[number] == 1, figures=True)
    for place, money, bold in ((columns[-2], seat.cash, False), (columns[-1], seat.net_worth, True)):
        painter.text(place, CONCEALED if money is None else f"{money:,}", 13, "dim" if money is None else ink, "right", bold,
                     figures=True)


def _draw_market(painter: Painter, row: Box, number: int, sheet: ScoreSheet, ruleset: Ruleset, say: Callable[..., str]) -> None:
    columns = sheet_columns(row, len(sheet.chains), painter.unit)
    painter.text(columns[0].without_left(painter.unit(5)), say(MARKET_ROWS[number]), 12, "dim")
    for chain, place in zip(sheet.chains, columns[1:], strict=False):
        ink, text = "text" if chain.size else "dim", "–"
        if number == 0:
            text = str(chain.market)
        elif number == 1 and chain.size:
            text, ink = str(chain.size), "good" if chain.safe else ink
        elif number == 2 and chain.price:
            text = str(chain.price)
        elif number > 2 and chain.price:
            text = str(ruleset.bonuses(chain.price)[number - 3])
        painter.text(place, text, 12.5 if number < 3 else 11.5, ink, "centre", bold=number == 2 or (number == 1 and chain.safe),
                     figures=number < 3)
    if number == 0:
        wide = Box(columns[-2].x, row.y, columns[-1].right - columns[-2].x, row.h)
        painter.text(wide, say("Bag {count}", count=sheet.bag_count), 12, "dim", "right")
    elif number == 1 and any(chain.safe for chain in sheet.chains):
        wide = Box(columns[-2].x, row.y, columns[-1].right - columns[-2].x, row.h)
        painter.text(wide, say("green: safe"), 11, "good", "right")
