"""The stage of an auction in the panel beside the board: who bids for what against whom, and who has answered."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_client.view_model.rounds import ORDER, Auction, Bidder, auction_facts, auction_title, bidder_text
from acquire_client.view_model.words import TableNames
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box
from acquire_client.window.screen_reader.nodes import AccessibleNode
from acquire_client.window.screen_reader.page_nodes import list_node
from acquire_client.window.table_view.side_view import paint_heading, side_inner


def paint_auctions(painter: Painter, box: Box, auctions: Sequence[Auction], answered: Sequence[int], names: TableNames) -> None:
    """Paint a row for each seat that bids; several groups of tiles stand below one another, with a line between them. In a low
    panel seats stand side by side before they become too small to read."""
    unit = painter.unit
    inner = side_inner(box, unit)[1]
    paint_heading(painter, box, auction_title(auctions[0], names))
    gap = unit(7)
    room = inner.h - gap * (len(auctions) - 1)
    readable = max(MIN_TEXT + 4, unit.text(12) + 5)
    across = next((number for number in (1, 2) if _row_count(auctions, number) * readable <= room), 3)
    rows = _row_count(auctions, across)
    note_h = 2 * painter.line_height(unit.text(12)) + unit(4)
    has_note = room - note_h >= rows * readable
    height = min(unit(32), max(MIN_TEXT + 4, (room - (note_h if has_note else 0)) // max(1, rows)))
    y = inner.y
    for number, auction in enumerate(auctions):
        if number:
            painter.line((inner.x, y + gap // 2), (inner.right, y + gap // 2))
            y += gap
        lines = -(-len(auction.bidders) // across)
        cells = Box(inner.x, y, inner.w, height * lines).grid(len(auction.bidders), across, height, 0)
        for bidder, cell in zip(auction.bidders, cells, strict=True):
            place = cell.without_end(unit(14)) if across > 1 else cell
            _paint_bidder(painter, place, auction, bidder, bidder.seat in answered, names, is_narrow=across > 1)
        y += height * lines
    if has_note:
        below = Box(inner.x, y + unit(4), inner.w, inner.bottom - y - unit(4))
        painter.paragraph(below, _note(auctions, names), 12, "dim", cut=True)


def _note(auctions: Sequence[Auction], names: TableNames) -> str:
    """Return what a bid costs, and who is first in a tie where there is one auction."""
    if len(auctions) > 1:
        return names.translate("In each group the higher bid goes first, and the last pays nothing.")
    return auction_facts(auctions[0], names)[1]


def _row_count(auctions: Sequence[Auction], across: int) -> int:
    """Return how many rows there are with so many seats side by side; a group begins a row of its own."""
    return sum(-(-len(auction.bidders) // across) for auction in auctions)


def _paint_bidder(painter: Painter, row: Box, auction: Auction, bidder: Bidder, has_answered: bool, names: TableNames,
                  is_narrow: bool) -> None:
    """Paint who bids, for what, and whether the bid is in: in a narrow place as a mark alone."""
    unit = painter.unit
    side = min(row.h - 2, unit(21))
    name, what, state = row.without_left(unit(28)).columns((1.6, 1, 0.3) if is_narrow else (1.3, 1, 1.2), unit(8))
    pixels = min(painter.fitting(names.seat(other.seat), name, 13, True) for other in auction.bidders)
    painter.avatar(row.left(unit(24)).centred(side, side), bidder.seat, names.seat(bidder.seat))
    painter.text(name, names.seat(bidder.seat), 13, bold=True, cut=True, pixels=pixels)
    if auction.kind != ORDER:
        mark = min(row.h - 4, unit(18))
        painter.chain(what.left(mark).centred(mark, mark), auction.chain, radius=4)
        what = what.without_left(mark + unit(6))
    wanted = str(bidder.wanted) if is_narrow and auction.kind != ORDER else bidder_text(bidder, names)
    painter.text(what, wanted, 13, cut=True, figures=True)
    text = ("✓" if has_answered else "…") if is_narrow else state_text(has_answered, names)
    painter.text(state, text, 12, "good" if has_answered else "dim", "right", cut=True)


def state_text(has_answered: bool, names: TableNames) -> str:
    """Return whether a seat has answered; its bid is shown with the others."""
    return names.translate("has bid ✓") if has_answered else names.translate("bids …")


def auction_nodes(box: Box, auctions: Sequence[Auction], answered: Sequence[int],
                  names: TableNames) -> tuple[AccessibleNode, ...]:
    """Return the auctions for a screen reader; nothing where nobody bids."""
    if not auctions:
        return ()
    lines = [f"{names.seat(bidder.seat)}, {bidder_text(bidder, names)}, {state_text(bidder.seat in answered, names)}"
             for auction in auctions for bidder in auction.bidders]
    return list_node("auction", auction_title(auctions[0], names), box, [*lines, _note(auctions, names)]),
