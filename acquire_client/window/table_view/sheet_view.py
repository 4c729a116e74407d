"""The score sheet in the window: seats above, the market below, in the same columns of chains."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acquire_client.language import message
from acquire_client.view_model.board import COLUMNS, ROWS
from acquire_client.view_model.majorities import bonus_places
from acquire_client.view_model.sheet import ChainRow, ScoreSheet, SeatColumn
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box, Unit
from acquire_client.window.layout.table import TableLayout, sheet_columns
from acquire_client.window.table_view.motion import Flight
from acquire_core import Ruleset

MARKET_ROWS = (message("Market"), message("Size"), message("Price"), message("1st bonus"), message("2nd bonus"),
               message("3rd bonus"))
CONCEALED = "?"


def sheet_rows(seats: int, bonus_places: int) -> int:
    """Return how many lines the sheet has, its head included."""
    return 1 + seats + 3 + bonus_places


def sheet_halves(box: Box, seats: int, bonus_places: int, unit: Unit) -> tuple[Box, Box]:
    """Return where a sheet tells of the players, and below that of the chains."""
    inner = box.inset(unit(8))
    row = inner.h // sheet_rows(seats, bonus_places)
    return inner.top(row * (1 + seats)), inner.without_top(row * (1 + seats))


def draw_sheet(painter: Painter, box: Box, sheet: ScoreSheet, ruleset: Ruleset, translate: Callable[..., str]) -> None:
    """Draw the sheet row by row. What stands there is painted when it has changed; money is written each time, for it may be
    counting."""
    inner = box.inset(painter.unit(8))
    count = sheet_rows(len(sheet.seats), ruleset.bonus_places)
    rows = inner.stacked(count, inner.h // count)
    _draw_head(painter, rows[0], tuple(chain.chain for chain in sheet.chains), (translate("Cash"), translate("Net")))
    marks = [bonus_places(row) for row in sheet.chains]
    room = sheet_columns(rows[1], len(sheet.chains), painter.unit)[0].without_left(painter.unit(5))
    size = min(painter.fitting(seat.name, room, 13, _is_bold(seat)) for seat in sheet.seats)  # one long name, and all are smaller
    for number, (seat, row) in enumerate(zip(sheet.seats, rows[1:], strict=False)):
        cells = tuple((_told_blocks(chain.blocks[number]), mark[number], chain.size > 0)
                      for chain, mark in zip(sheet.chains, marks, strict=True))
        _draw_seat(painter, row, seat, cells, size, translate)
    first = 1 + len(sheet.seats)
    painter.line((inner.x, rows[first].y), (inner.right, rows[first].y))
    for number, row in enumerate(rows[first:]):
        market = tuple(_of_market(number, chain, ruleset) for chain in sheet.chains)
        _draw_market(painter, row, translate(MARKET_ROWS[number]), market, _beside_market(number, sheet, translate),
                     _amounts_alike(number, sheet, ruleset), translate)


def draw_flights(painter: Painter, places: TableLayout, flights: Sequence[Flight], sheet: ScoreSheet, bonus_places: int,
                 translate: Callable[..., str]) -> None:
    """Draw bonuses on their way from the board to the money of their seats."""
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
        painter.text(room, translate("+{amount:$}", amount=flight.dollars), 13, "good", "right", bold=True, figures=True)


def _draw_head(painter: Painter, row: Box, chains: tuple[str, ...], titles: tuple[str, str]) -> None:
    def paint(row: Box) -> None:
        columns = sheet_columns(row, len(chains), painter.unit)
        for chain, place in zip(chains, columns[1:], strict=False):
            side = max(min(place.h - 3, place.w, painter.unit(24)), 14)
            painter.chain(place.centred(side, side), chain, radius=4, patterned=False)
        for title, place in zip(titles, columns[-2:], strict=True):
            painter.text(place, title, 11.5, "dim", "right")

    painter.kept(("head", chains, titles), row, paint)


def _is_bold(seat: SeatColumn) -> bool:
    return seat.deciding or seat.on_turn


def _told_blocks(owned: int | None) -> str:
    return CONCEALED if owned is None else "+" if owned is True else str(owned) if owned else ""


def _draw_seat(painter: Painter, row: Box, seat: SeatColumn, cells: tuple[tuple[str, int, bool], ...], name_pixels: int,
               translate: Callable[..., str]) -> None:
    """Draw the row of a seat; `cells` tell what the seat has of each chain, for which place it gets a bonus, and whether the
    chain is on the board."""
    ink, bold, unit = "dim" if seat.retired else "text", _is_bold(seat), painter.unit
    columns = sheet_columns(row, len(cells), unit)

    def paint(row: Box) -> None:
        columns = sheet_columns(row, len(cells), unit)
        painter.text(columns[0].without_left(unit(5)), seat.name, 13, ink, bold=bold, cut=True, pixels=name_pixels)
        for (told, bonus, active), place in zip(cells, columns[1:-2], strict=True):
            if bonus and active:
                pill = place.centred(min(place.w, unit(30)), min(place.h - 4, unit(21)))
                painter.panel(pill, "line" if bonus == 1 else None, "line", 5)
            painter.text(place, told, 13, "dim" if told == CONCEALED else ink, "centre", bold=bonus == 1, figures=True)

    if seat.deciding:  # its mark reaches out of the row, so it cannot be kept with it
        painter.panel(row.inset(-unit(4), 1), "raised", None, 5)
        painter.panel(Box(row.x - unit(4), row.y + 3, unit(3), row.h - 6), "accent", None, 2)
    painter.kept(("seat", seat.name, ink, bold, cells, name_pixels), row, paint)
    for place, money, is_total in ((columns[-2], seat.cash, False), (columns[-1], seat.net_worth, True)):
        told = CONCEALED if money is None else translate("{amount:$}", amount=money)
        painter.text(place, told, 13, "dim" if money is None else ink, "right", is_total, figures=True)


def _amounts_alike(number: int, sheet: ScoreSheet, ruleset: Ruleset) -> tuple[int, ...]:
    """Return all amounts that are written like those of one of MARKET_ROWS: all prices, or all bonuses; none where there is no
    money."""
    prices = tuple(chain.price for chain in sheet.chains if chain.price)
    if number < 3:
        return prices if number == 2 else ()
    return tuple(bonus for price in prices for bonus in ruleset.bonuses(price))


def _of_market(number: int, chain: ChainRow, ruleset: Ruleset) -> tuple[int | None, str, bool]:
    """Return what one of MARKET_ROWS says of a chain, its colour, and whether it is bold."""
    ink = "text" if chain.size else "dim"
    if number == 0:
        return chain.market, ink, False
    if number == 1 and chain.size:
        return chain.size, "good" if chain.safe else ink, chain.safe
    if number == 2 and chain.price:
        return chain.price, ink, True
    if number > 2 and chain.price:
        return ruleset.bonuses(chain.price)[number - 3], ink, False
    return None, ink, number == 2


def _beside_market(number: int, sheet: ScoreSheet, translate: Callable[..., str]) -> tuple[str, float, str]:
    """Return what stands at the end of one of MARKET_ROWS, its size and colour."""
    if number == 0:
        return translate("Bag {count}", count=sheet.bag_count), 12, "dim"
    return translate("green: safe") if number == 1 and any(chain.safe for chain in sheet.chains) else "", 11, "good"


def _draw_market(painter: Painter, row: Box, title: str, cells: tuple[tuple[int | None, str, bool], ...],
                 beside: tuple[str, float, str], amounts: tuple[int, ...], translate: Callable[..., str]) -> None:
    """Draw one of MARKET_ROWS. Money is written in full, or in thousands where one of `amounts` is too wide for its column."""
    is_bonus = bool(amounts) and not any(bold for _, _, bold in cells)

    def in_full(amount: int) -> str:
        return translate("{amount:$}", amount=amount)

    def paint(row: Box) -> None:
        columns = sheet_columns(row, len(cells), painter.unit)
        room = min(place.w for place in columns[1:-2])
        bold = figures = not is_bonus
        fits = all(painter.fonts.text_width(in_full(amount), MIN_TEXT, bold, figures) <= room for amount in amounts)
        painter.text(columns[0].without_left(painter.unit(5)), title, 12, "dim")
        for (value, ink, bold), place in zip(cells, columns[1:], strict=False):
            text = "–" if value is None else str(value)
            if amounts and value is not None:
                text = in_full(value) if fits else translate("${thousands:g}k", thousands=value / 1000)
            painter.text(place, text, 11.5 if is_bonus else 12.5, ink, "centre", bold=bold, figures=figures)
        end = columns[-2]
        text, size, ink = beside
        painter.text(Box(end.x, row.y, row.right - end.x, row.h), text, size, ink, "right")

    painter.kept(("market", title, cells, beside, amounts), row, paint)
