"""All hands of a table at which only computer players sit: who watches may see them, for nobody's secret is at stake."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_client.view_model.sheet import ScoreSheet
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit

USUAL_HAND = 6
NAME_SHARE = 1.7
"""How wide a name is, of the width of a tile."""
MIN_GAP = 2


def hand_rows(box: Box, seats: int, unit: Unit) -> tuple[Box, ...]:
    """Return a row for the hand of each seat, in two columns where there are more than two of them."""
    across = 1 if seats <= 2 else 2
    lines, gap = -(-seats // across), unit(6)
    height = min(unit(46), (box.h - gap * (lines - 1)) // lines)
    cells = box.grid(seats, across, height, gap)
    width = min(cells[0].w - unit(10), unit(620))
    return tuple(cell.left(width) for cell in cells)


def hand_tiles(row: Box, count: int, unit: Unit) -> tuple[Box, tuple[Box, ...]]:
    """Return where the name of a seat stands in its row, and where its tiles lie."""
    name, *tiles = row.columns([NAME_SHARE, *[1] * max(USUAL_HAND, count)], max(MIN_GAP, unit(4)))
    return name, tuple(tiles[:count])


def paint_hands(painter: Painter, rows: Sequence[Box], sheet: ScoreSheet) -> None:
    """Paint who holds what; the seat that decides stands out."""
    unit = painter.unit
    for number, (row, seat) in enumerate(zip(rows, sheet.seats, strict=True)):
        name, tiles = hand_tiles(row, len(seat.tiles), unit)
        if seat.deciding:
            painter.panel(Box(row.x - unit(4), row.y - unit(3), row.w + unit(8), row.h + unit(6)), "raised", None, 6)
        side = min(name.h, unit(22))
        painter.avatar(name.left(side).centred(side, side), number, seat.name)
        painter.text(name.without_left(side + unit(6)), seat.name, 13, "text" if seat.deciding else "dim", bold=seat.deciding,
                     cut=True)
        for tile, place in zip(seat.tiles, tiles, strict=True):
            painter.tile(place, tile)
