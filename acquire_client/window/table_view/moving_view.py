"""Draw what is on its way over the table: tiles to their squares, shares between market and players, bonuses to their money."""

from __future__ import annotations

from acquire_client.view_model.sheet import ScoreSheet
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.layout.table import TableLayout
from acquire_client.window.table_view.board_view import square_box
from acquire_client.window.table_view.motion import Flight, Motion, ShareFlight, Slide
from acquire_client.window.table_view.sheet_view import CASH, MARKET_LEFT, NAME, sheet_cell


def draw_moving(painter: Painter, places: TableLayout, motion: Motion, sheet: ScoreSheet) -> None:
    """Draw everything that moves over the board, the sheet and the action bar."""
    for number, flight in enumerate(motion.flights):
        _draw_bonus(painter, places, flight, number, sheet)
    for share in motion.share_flights:
        _draw_share(painter, places, share, sheet)
    for slide in motion.slides:
        _draw_slide(painter, places, slide, sheet)


def _between(begin: tuple[int, int], aim: tuple[int, int], way: float) -> tuple[int, int]:
    return round(begin[0] + (aim[0] - begin[0]) * way), round(begin[1] + (aim[1] - begin[1]) * way)


def _draw_slide(painter: Painter, places: TableLayout, slide: Slide, sheet: ScoreSheet) -> None:
    square, place = square_box(places.squares, slide.tile), slide.hand_place
    if place is not None and place < len(places.tiles):
        begin = places.tiles[place].middle
    else:
        begin = sheet_cell(places.sheet, sheet, painter.unit, slide.seat, NAME).left(painter.unit(24)).middle
    x, y = _between(begin, square.middle, slide.way)
    painter.tile(Box(x - square.w // 2, y - square.h // 2, square.w, square.h), slide.tile)


def _draw_share(painter: Painter, places: TableLayout, flight: ShareFlight, sheet: ScoreSheet) -> None:
    column = next(number for number, row in enumerate(sheet.chains) if row.chain == flight.chain)
    market = sheet_cell(places.sheet, sheet, painter.unit, MARKET_LEFT, column).middle
    seat = sheet_cell(places.sheet, sheet, painter.unit, flight.seat, column).middle
    x, y = _between(market, seat, flight.gone if flight.to_seat else 1 - flight.gone)
    w, h = painter.unit(17), painter.unit(22)

    def paint(box: Box) -> None:
        colours = painter.look.chains[flight.chain]
        painter.panel(box, colours.fill, painter.look.panel, 3, max(1, painter.unit(1.5)))
        painter.text(box, flight.chain[0].upper(), 12, colours.ink, "centre", bold=True)

    painter.kept(("share", flight.chain), Box(x - w // 2, y - h // 2, w, h), paint)


def _draw_bonus(painter: Painter, places: TableLayout, flight: Flight, number: int, sheet: ScoreSheet) -> None:
    """Draw a coin: it is small, so that it covers no number for long."""
    aim = sheet_cell(places.sheet, sheet, painter.unit, flight.seat, CASH).middle
    x, y = _between(square_box(places.squares, flight.tile).middle, aim, flight.gone)
    side = painter.unit(20)
    below = round(number * (side + painter.unit(3)) * (1 - flight.gone))  # side by side at first, each in its row at the end

    def paint(box: Box) -> None:
        painter.panel(box, "good", painter.look.panel, 20, max(1, painter.unit(1.5)))
        painter.text(box, "$", 12, "panel", "centre", bold=True)

    painter.kept(("coin",), Box(x - side // 2, y - side // 2 + below, side, side), paint)
