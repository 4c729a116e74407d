"""The board and the score sheet as tables for a screen reader. Each cell says which column it belongs to, because not every
platform does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from acquire_client.view_model.board import BoardPicture, Square
from acquire_client.view_model.majorities import bonus_places
from acquire_client.view_model.price_card import BONUS_TITLES, PriceCard, range_text
from acquire_client.view_model.sheet import ChainRow, ScoreSheet, SeatColumn, worth_ranks
from acquire_client.view_model.words import chain_title
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.table import sheet_columns, sheet_lines
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole

Translate = Callable[..., str]


@dataclass(frozen=True, slots=True)
class BoardSpeech:
    """What is said of squares beside what lies there."""

    own: Mapping[str, str] = field(default_factory=dict)
    """Own tiles, with what they would do."""
    placed_by: str = ""
    """Who placed the tile that is new."""
    safe: Collection[str] = ()
    """The chains that are safe."""
    pressable: Collection[str] = ()
    """The squares on which a click means something."""
    chosen: str | None = None
    """The square that is chosen by the keyboard."""
    widget: str = ""
    """The name of the widget that the board is, with the focus or without."""
    takes_focus: bool = False
    dead: Collection[str] = ()
    """Empty squares on which no tile can ever be placed."""
    recent: Collection[str] = ()
    """The tiles that others have placed since the own last turn."""


def board_node(box: Box, squares: Sequence[Box], picture: BoardPicture, speech: BoardSpeech,
               translate: Translate) -> AccessibleNode:
    """Return the board as nine rows of squares."""
    count = len(picture.rows[0])
    rows = []
    for number, row in enumerate(picture.rows):
        places = squares[number * count:(number + 1) * count]
        cells = tuple(_square_node(square, place, speech, translate) for square, place in zip(row, places, strict=True))
        name = translate("Row {row}", row=row[0].tile[-1])
        rows.append(AccessibleNode(f"row {number}", NodeRole.ROW, name, places[0].to(places[-1]), cells))
    value = "" if speech.chosen is None else _square_text(_square_of(picture, speech.chosen), speech, translate)
    name = translate("Board") if not value else f"{translate('Board')}: {value}"
    return AccessibleNode("board", NodeRole.GRID, name, box, tuple(rows), widget=speech.widget, takes_focus=speech.takes_focus,
                          value=value)


def _square_of(picture: BoardPicture, tile: str) -> Square:
    return next(square for row in picture.rows for square in row if square.tile == tile)


def _square_node(square: Square, place: Box, speech: BoardSpeech, translate: Translate) -> AccessibleNode:
    return AccessibleNode(f"square {square.tile}", NodeRole.CELL, _square_text(square, speech, translate), place,
                          can_press=square.tile in speech.pressable,
                          chosen=square.tile == speech.chosen if speech.chosen is not None else None)


def _square_text(square: Square, speech: BoardSpeech, translate: Translate) -> str:
    parts = [square.tile]
    if square.chain is not None:
        parts.append(chain_title(square.chain))
        if square.chain in speech.safe:
            parts.append(translate("safe"))
    elif square.occupied:
        parts.append(translate("loose tile"))
    elif square.tile in speech.own:
        parts += [translate("your tile"), speech.own[square.tile]]
    else:
        parts.append(translate("empty"))
        if square.tile in speech.dead:
            parts.append(translate("dead"))
    if square.new and speech.placed_by:
        parts.append(translate("just placed by {name}", name=speech.placed_by))
    elif square.tile in speech.recent:
        parts.append(translate("new since your last turn"))
    return ", ".join(parts)


# --- the sheet ---

def sheet_node(box: Box, sheet: ScoreSheet, unit: Unit, translate: Translate, cards: Mapping[str, str] | None = None,
               pressable: bool = False) -> AccessibleNode:
    """Return the sheet as a table: a row for each seat, then what is left, sizes and prices of the chains. `cards` tell more of
    each chain; with `pressable` the heads of columns stand for the widgets that lie over them."""
    lines = sheet_lines(box, len(sheet.seats), unit)
    heads = [_head_node("players", translate("Player"), pressable),
             *(_head_node(f"chain {row.chain}", chain_title(row.chain), pressable, (cards or {}).get(row.chain, ""))
               for row in sheet.chains),
             _head_node("money", translate("Cash"), pressable), _head_node("worth", translate("Worth"), False)]
    rows = [_row_node("heads", "", lines[0], heads, sheet, unit)]
    ranks = worth_ranks(sheet)
    marks = [bonus_places(row, sheet.bonus_places) for row in sheet.chains]
    for number, (seat, line) in enumerate(zip(sheet.seats, lines[1:], strict=False)):
        cells = [AccessibleNode("name", NodeRole.ROW_HEADER, _seat_text(seat, ranks[number], translate))]
        cells += [_cell(row.chain, _shares_text(row, number, places[number] if row.size else 0, translate))
                  for row, places in zip(sheet.chains, marks, strict=True)]
        cells += [_cell("cash", _money_text(translate("Cash"), seat.cash, translate)),
                  _cell("worth", _money_text(translate("Worth"), seat.net_worth, translate))]
        rows.append(_row_node(f"seat {number}", seat.name, line, cells, sheet, unit))
    first = 1 + len(sheet.seats)
    for title, line, text in ((translate("Left"), lines[first], _left_text), (translate("Size"), lines[first + 1], _size_text),
                              (translate("Price"), lines[first + 2], _price_text)):
        cells = [AccessibleNode("name", NodeRole.ROW_HEADER, title)]
        cells += [_cell(row.chain, text(row, translate)) for row in sheet.chains]
        rows.append(_row_node(f"market {line.y}", title, line, cells, sheet, unit))
    note = translate("{count:tile|tiles} in the bag", count=sheet.bag_count)
    return AccessibleNode("sheet", NodeRole.TABLE, translate("Score sheet"), box, tuple(rows), description=note)


def _head_node(key: str, name: str, pressable: bool, description: str = "") -> AccessibleNode:
    return AccessibleNode(key, NodeRole.COLUMN_HEADER, name, description=description, widget=key if pressable else "",
                          can_press=pressable)


def _cell(key: str, name: str) -> AccessibleNode:
    return AccessibleNode(key, NodeRole.CELL, name)


def _row_node(key: str, name: str, line: Box, cells: Sequence[AccessibleNode], sheet: ScoreSheet, unit: Unit) -> AccessibleNode:
    places = sheet_columns(line, len(sheet.chains), unit)
    placed = tuple(replace(cell, box=place) for cell, place in zip(cells, places, strict=False))
    return AccessibleNode(key, NodeRole.ROW, name or ", ".join(cell.name for cell in cells), line, placed)


def _seat_text(seat: SeatColumn, rank: int, translate: Translate) -> str:
    parts = [seat.name]
    if rank:
        parts.append(translate("rank {rank}", rank=rank))
    if seat.deciding:
        parts.append(translate("decides now"))
    elif seat.on_turn:
        parts.append(translate("on turn"))
    if seat.retired:
        parts.append(translate("has left the game"))
    return ", ".join(parts)


def _shares_text(row: ChainRow, seat: int, place: int, translate: Translate) -> str:
    """Return what a seat has of a chain, and which bonus it would get."""
    held = row.blocks[seat]
    chain = chain_title(row.chain)
    if held is None:
        return translate("{chain}: concealed", chain=chain)
    if held is True:
        return translate("{chain}: some shares", chain=chain)
    shares = translate("{chain}: {count:share|shares}", chain=chain, count=int(held))
    return f"{shares}, {translate(BONUS_TITLES[place - 1])}" if place else shares


def _money_text(title: str, amount: int | None, translate: Translate) -> str:
    text = translate("concealed") if amount is None else translate("{amount:$}", amount=amount)
    return f"{title}: {text}"


def _left_text(row: ChainRow, translate: Translate) -> str:
    return translate("{chain}: {left} left", chain=chain_title(row.chain), left=row.market)


def _size_text(row: ChainRow, translate: Translate) -> str:
    if not row.size:
        return f"{chain_title(row.chain)}: {translate('not on the board')}"
    text = f"{chain_title(row.chain)}: {translate('{count:tile|tiles}', count=row.size)}"
    return f"{text}, {translate('safe')}" if row.safe else text


def _price_text(row: ChainRow, translate: Translate) -> str:
    price = translate("{amount:$}", amount=row.price) if row.price else translate("no price")
    return f"{chain_title(row.chain)}: {price}"


# --- the price card ---

def prices_node(box: Box, card: PriceCard, tiers: Sequence[str], translate: Translate) -> AccessibleNode:
    """Return the price card: the chains of each tier, then a row for each price, with the sizes at which each tier has it, and
    the bonuses."""
    heads = tuple(_cell(tier, f"{tier}: {', '.join(map(chain_title, chains))}")
                  for tier, chains in zip(tiers, card.tiers, strict=True))
    rows = [AccessibleNode("tiers", NodeRole.ROW, "; ".join(cell.name for cell in heads), children=heads)]
    for number, row in enumerate(card.rows):
        price = translate("{amount:$}", amount=row.price)
        cells = [AccessibleNode("price", NodeRole.ROW_HEADER, f"{translate('Price')}: {price}")]
        cells += [_cell(tier, f"{tier}: {range_text(ranges).replace('-', '–')}") for tier, ranges in
                  zip(tiers, row.sizes, strict=True) if ranges]
        cells += [_cell(f"bonus {at}", f"{translate(BONUS_TITLES[at])}: {translate('{amount:$}', amount=bonus)}")
                  for at, bonus in enumerate(row.bonuses)]
        rows.append(AccessibleNode(f"price {number}", NodeRole.ROW, price, children=tuple(cells)))
    return AccessibleNode("prices", NodeRole.TABLE, translate("Prices and bonuses"), box, tuple(rows))
