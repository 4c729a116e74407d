"""The score sheet in the window: seats above, the market below, in the same columns of chains."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from acquire_client.language import message
from acquire_client.theme import visible_on
from acquire_client.view_model.majorities import bonus_places
from acquire_client.view_model.sheet import ChainRow, ScoreSheet, SeatColumn, worth_ranks
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box, Unit
from acquire_client.window.layout.table import MARKET_LINES, sheet_columns, sheet_lines
from acquire_client.window.table_view.motion import Roll

MONEY_TITLES = (message("Cash"), message("Worth"))
SIGNED_TITLES = (message("Cash $"), message("Worth $"))
"""Where amounts have no room for their sign."""
MARKET_ROWS = (message("Left"), message("Size"), message("Price"))
KEY_TO_MARKS = (message("filled: 1st bonus"), message("ring: 2nd bonus"))
KEY_TO_THREE_MARKS = (KEY_TO_MARKS[0], message("ring: 2nd, line: 3rd"))
CONCEALED, NOTHING = "?", "–"
"""A dash is drawn so thin that it must not be quiet as well."""
MARKET_LEFT = -MARKET_LINES
"""The row of what is left in the market, for `sheet_cell`."""
NAME, CASH, WORTH = -10, -2, -1
"""Columns, for `sheet_cell`."""
NO_ROLLS: Mapping[str, Roll] = {}
MIN_NAME_SHARE, SHORT_NAME_SHARE = 0.65, 0.8
"""Of the size of text in the sheet: names become so small where all of them fit then. Else those that have no room at the second
size are shortened, and a tooltip has all of each."""
MARK_REACH = 4
"""How far the mark of the seat that decides reaches out of its row."""
RANK_SIZE = 11.25
"""Of the text of ranks."""


@dataclass(frozen=True, slots=True)
class SeatCell:
    """What a seat has of one chain, and which bonus of the chain it gets; `dim` where another seat gets the bonuses."""

    chain: str
    text: str
    bonus: int
    dim: bool


def sheet_areas(box: Box, seats: int, chains: int, unit: Unit) -> tuple[tuple[Box, Box], tuple[Box, ...]]:
    """Return where a sheet tells of the players, beside the chains at both sides, and the column of each chain."""
    lines = sheet_lines(box, seats, unit)
    columns = sheet_columns(lines[0].to(lines[-1]), chains, unit)
    return (columns[0], columns[-2].to(columns[-1])), columns[1:-2]


def row_tips(area: Box, rows: Sequence[Box], tips: Sequence[str]) -> list[tuple[Box, str]]:
    """Return the part of each row that lies in a column, with what is said of it."""
    return [(Box(area.x, row.y, area.w, row.h), tip) for row, tip in zip(rows, tips, strict=False)]


def draw_sheet(painter: Painter, box: Box, sheet: ScoreSheet, translate: Callable[..., str],
               rolls: Mapping[str, Roll] = NO_ROLLS, ring: tuple[int, float] | None = None) -> None:
    """Draw the sheet, which is painted when something of it has changed or moves. Below it there must be the colour of a panel.
    `ring` is the seat around whose avatar a ring is turned, and how far."""
    rows = sheet_lines(box, len(sheet.seats), painter.unit)
    whole = rows[0].to(rows[-1]).inset(-painter.unit(MARK_REACH), 0)  # the mark of who decides reaches out of its row
    words = tuple(translate(text) for text in (*MONEY_TITLES, *MARKET_ROWS, *KEY_TO_MARKS))  # they tell the language
    painter.layer("sheet", (sheet, words, rolls, ring), whole, lambda: _paint_sheet(painter, rows, sheet, translate, rolls, ring))


def _paint_sheet(painter: Painter, rows: Sequence[Box], sheet: ScoreSheet, translate: Callable[..., str],
                 rolls: Mapping[str, Roll], ring: tuple[int, float] | None) -> None:
    """Paint the sheet row by row. A row is painted when it has changed; money is written each time, for it may be counting, and
    prices that roll."""
    marks = [bonus_places(row, sheet.bonus_places) for row in sheet.chains]
    columns = sheet_columns(rows[1], len(sheet.chains), painter.unit)
    shown = _names_that_fit(painter, columns[0], sheet)
    money = _shown_money(painter, sheet, min(columns[-2:], key=lambda place: place.w), translate)
    cash, worth = map(translate, MONEY_TITLES if money.has_sign else SIGNED_TITLES)
    _draw_head(painter, rows[0], tuple(chain.chain for chain in sheet.chains), (cash, worth))
    for number, (seat, row) in enumerate(zip(sheet.seats, rows[1:], strict=False)):
        cells = tuple(_cell_of(chain, mark, number) for chain, mark in zip(sheet.chains, marks, strict=True))
        _draw_seat(painter, row, number, seat, cells, shown)
        _draw_money(painter, row, len(cells), seat, money.texts[number], money.pixels)
        if ring is not None and ring[0] == number:
            avatar = _avatar_place(columns[0], row, painter.unit, shown.ranks[number] > 0)
            painter.turning_ring(avatar.inset(-max(2, painter.unit(2.5))), painter.look.mine.ink, ring[1])
    first = 1 + len(sheet.seats)
    painter.line((rows[first].x, rows[first].y), (rows[first].right, rows[first].y))
    _draw_market(painter, rows[first:], sheet, any(map(any, marks)), translate, rolls)


def sheet_cell(box: Box, sheet: ScoreSheet, unit: Unit, row: int, column: int) -> Box:
    """Return a cell of the sheet: `row` is a seat or MARKET_LEFT, `column` the number of a chain, or NAME, CASH or WORTH."""
    rows = sheet_lines(box, len(sheet.seats), unit)
    columns = sheet_columns(rows[row + 1 if row >= 0 else row], len(sheet.chains), unit)
    return columns[column + 1 if column >= 0 else column]


def shown_signs(painter: Painter, box: Box, sheet: ScoreSheet, translate: Callable[..., str]) -> tuple[bool, bool]:
    """Return whether money and prices are written with their dollar sign."""
    columns = sheet_columns(sheet_lines(box, len(sheet.seats), painter.unit)[1], len(sheet.chains), painter.unit)
    money = _shown_money(painter, sheet, min(columns[-2:], key=lambda place: place.w), translate)
    prices = _shown_prices(painter, [chain.price for chain in sheet.chains], columns[1:-2], translate)
    return money.has_sign, prices.has_sign


def amount_text(amount: int, has_sign: bool, translate: Callable[..., str]) -> str:
    return translate("{amount:$}", amount=amount) if has_sign else translate("{amount:,}", amount=amount)


def _draw_head(painter: Painter, row: Box, chains: tuple[str, ...], titles: tuple[str, str]) -> None:
    def paint(row: Box) -> None:
        columns = sheet_columns(row, len(chains), painter.unit)
        for chain, place in zip(chains, columns[1:], strict=False):
            side = max(min(place.h - 3, place.w, painter.unit(24)), 14)
            painter.chain(place.centred(side, side), chain, radius=4, patterned=False)
        pixels = min(painter.fitting(title, place, 11.5) for title, place in zip(titles, columns[-2:], strict=True))
        for title, place in zip(titles, columns[-2:], strict=True):
            painter.text(place, title, 11.5, "dim", "right", pixels=pixels)

    painter.kept(("head", chains, titles), row, paint)


def _is_bold(seat: SeatColumn) -> bool:
    return seat.deciding or seat.on_turn


def _shares_text(owned: int | None) -> str:
    return CONCEALED if owned is None else "+" if owned is True else str(owned) if owned else ""


@dataclass(frozen=True, slots=True)
class ShownMoney:
    """Cash and worth of each seat as they are written, with the dollar sign where all have room for it, in one size."""

    texts: tuple[tuple[str, ...], ...]
    has_sign: bool
    pixels: int


def _shown_money(painter: Painter, sheet: ScoreSheet, column: Box, translate: Callable[..., str]) -> ShownMoney:
    """Return how the money of all seats is written; it loses its sign before it becomes smaller than other figures."""
    room = column.without_end(painter.unit(3))

    def shown(has_sign: bool) -> ShownMoney:
        texts = tuple(tuple(_money_text(amount, has_sign, translate) for amount in (seat.cash, seat.net_worth))
                      for seat in sheet.seats)
        widest = max((text for pair in texts for text in pair), key=len)
        return ShownMoney(texts, has_sign, painter.fitting(widest, room, 13, True, True))

    with_sign = shown(has_sign=True)
    is_small = with_sign.pixels < max(MIN_TEXT, round(MIN_SHARE_OF_MONEY * painter.fitting("0", column, 13, True, True)))
    return shown(has_sign=False) if is_small else with_sign


def _money_text(amount: int | None, has_sign: bool, translate: Callable[..., str]) -> str:
    return CONCEALED if amount is None else amount_text(amount, has_sign, translate)


def _cell_of(chain: ChainRow, marks: Sequence[int], seat: int) -> SeatCell:
    text, bonus = _shares_text(chain.blocks[seat]), marks[seat] if chain.size else 0
    return SeatCell(chain.chain, text, bonus, text == CONCEALED or (any(marks) and not bonus))


def seat_places(cell: Box, unit: Unit, is_ranked: bool) -> tuple[Box, Box, Box]:
    """Return where rank, avatar and name of a seat stand."""
    rank = cell.left(unit(13) if is_ranked else 0)
    rest = cell.without_left(rank.w)
    avatar = rest.left(min(cell.h, unit(24)))
    return rank, avatar, rest.without_left(avatar.w + unit(6))


def _avatar_place(cell: Box, row: Box, unit: Unit, is_ranked: bool) -> Box:
    """Return where the disc of a seat lies in its row; `cell` is the first one of any row."""
    place = seat_places(Box(cell.x, row.y, cell.w, row.h), unit, is_ranked)[1]
    side = min(place.h - 3, unit(21))
    return place.centred(side, side)


def avatar_places(painter: Painter, box: Box, sheet: ScoreSheet) -> list[Box]:
    """Return where the discs of the seats lie."""
    rows = sheet_lines(box, len(sheet.seats), painter.unit)
    cell = sheet_columns(rows[1], len(sheet.chains), painter.unit)[0]
    ranks = _names_that_fit(painter, cell, sheet).ranks
    return [_avatar_place(cell, row, painter.unit, rank > 0) for row, rank in zip(rows[1:], ranks, strict=False)]


def short_forms(name: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return a name and the shorter ways to write it that no other of these names has.

    >>> short_forms("Ada King Lovelace", ["Ada King Lovelace", "Ada Byron", "Ben"])
    ('Ada King Lovelace', 'Ada L.')
    >>> short_forms("Ben", ["Ada", "Ben"])
    ('Ben',)
    """
    def forms_of(name: str) -> tuple[str, ...]:
        words = name.split()
        return (f"{words[0]} {words[-1][0]}.", words[0]) if len(words) > 1 else ()

    taken = {form for other in names if other != name for form in (other, *forms_of(other), other.split()[0])}
    return (name, *(form for form in forms_of(name) if form not in taken))


@dataclass(frozen=True, slots=True)
class ShownNames:
    """How the names of the seats are written, all in one size, and the rank beside each, 0 where no ranks are shown."""

    names: tuple[str, ...]
    pixels: int
    ranks: tuple[int, ...]


def _names_that_fit(painter: Painter, cell: Box, sheet: ScoreSheet) -> ShownNames:
    """Return how names and ranks are written in a cell.

    Names are as large as the longest allows in bold, so a turn changes no size. Where that is too small, those that have no room
    are shortened. Ranks are shown where they make no name smaller or shorter.
    """
    unit, names = painter.unit, [seat.name for seat in sheet.seats]
    (_, _, whole), (_, _, beside_rank) = (seat_places(cell, unit, is_ranked) for is_ranked in (False, True))

    def width(text: str, pixels: int) -> int:
        return painter.fonts.text_width(text, pixels, True)

    def smallest(share: float) -> int:
        return min(round(share * unit.text(13)), int(cell.h / 1.2))

    forms = [short_forms(name, names) for name in names]
    pixels = min(painter.fitting(name, whole, 13, True) for name in names)
    if pixels < smallest(MIN_NAME_SHARE) or any(width(name, pixels) > whole.w for name in names):
        first = min(painter.fitting(form[-1], whole, 13, True) for form in forms)
        pixels = max(MIN_TEXT, smallest(MIN_NAME_SHARE), min(first, smallest(SHORT_NAME_SHARE)))
    shown = tuple(next((form for form in of_name if width(form, pixels) <= whole.w), of_name[-1]) for of_name in forms)
    ranks = worth_ranks(sheet)
    if not any(ranks) or max(width(name, pixels) for name in shown) > beside_rank.w:
        ranks = (0,) * len(names)
    return ShownNames(shown, pixels, ranks)


def _draw_seat(painter: Painter, row: Box, number: int, seat: SeatColumn, cells: tuple[SeatCell, ...],
               shown: ShownNames) -> None:
    """Draw the row of a seat without its money. The first bonus is a pill in the colour of the chain, the second a ring,
    the third a line."""
    unit, look = painter.unit, painter.look
    ink, bold = "dim" if seat.retired else "text", _is_bold(seat)
    ground = look.mine.fill if seat.deciding else look.panel
    name_shown, rank = shown.names[number], shown.ranks[number]

    def paint(row: Box) -> None:
        columns = sheet_columns(row, len(cells), unit)
        rank_place, _, name = seat_places(columns[0], unit, rank > 0)
        if rank:
            painter.text(rank_place, str(rank), RANK_SIZE, "dim", "centre", figures=True)
        painter.avatar(_avatar_place(columns[0], row, unit, rank > 0), number, seat.name)
        painter.text(name, name_shown, 13, ink, bold=bold, cut=True, pixels=shown.pixels)
        for cell, place in zip(cells, columns[1:-2], strict=True):
            colours, cell_ink = look.chains[cell.chain], "dim" if cell.dim else ink
            if cell.bonus:
                paint_pill(painter, pill_place(place, unit), cell.chain, cell.bonus, ground)
                cell_ink = colours.ink if cell.bonus == 1 else ink
            painter.text(place, cell.text, 13, cell_ink, "centre", bold=cell.bonus == 1, figures=True)

    if seat.deciding:  # its mark reaches out of the row, so it cannot be kept with it
        painter.panel(row.inset(-unit(MARK_REACH), 1), look.mine.fill, look.outline and look.mine.ink, 5)
        painter.panel(Box(row.x - unit(MARK_REACH), row.y + 3, unit(3), row.h - 6), look.mine.ink, None, 2)
    painter.kept(("seat", number, seat.name, ink, bold, seat.deciding, cells, rank, name_shown, shown.pixels),
                 row, paint)


def pill_place(place: Box, unit: Unit) -> Box:
    """Return where in a cell the number of shares has its pill."""
    return place.centred(min(place.w, unit(30)), min(place.h - 2, unit(21)))


def paint_pill(painter: Painter, pill: Box, chain: str, bonus: int, ground: str) -> None:
    """Paint the mark of a bonus of a chain: filled for the first one, a ring for the second, a line for the third."""
    fill = painter.look.chains[chain].fill
    if bonus == 3:
        painter.panel(pill.foot(max(2, painter.unit(2))).inset(pill.w // 5, 0), visible_on(fill, ground), None, 1)
        return
    painter.panel(pill, fill if bonus == 1 else None, visible_on(fill, ground), 10, max(1, painter.unit(1.5)))


def _draw_money(painter: Painter, row: Box, chains: int, seat: SeatColumn, money: tuple[str, ...], pixels: int) -> None:
    """Write cash and worth of a seat, the worth in bold."""
    columns = sheet_columns(row, chains, painter.unit)
    for place, text, is_total in zip(columns[-2:], money, (False, True), strict=True):
        ink = "dim" if seat.retired or text == CONCEALED else "text"
        painter.text(place, text, 13, ink, "right", is_total, figures=True, pixels=pixels)


def _draw_market(painter: Painter, rows: Sequence[Box], sheet: ScoreSheet, with_key: bool, translate: Callable[..., str],
                 rolls: Mapping[str, Roll]) -> None:
    """Draw what is left, sizes and prices of the chains, and beside them the tiles in the bag and the key to the marks. All of it
    is painted when something of it has changed, but for prices that roll."""
    titles = tuple(translate(title) for title in MARKET_ROWS)
    chains = tuple(replace(chain, blocks=()) for chain in sheet.chains)
    area, rolling = Box(rows[0].x, rows[0].y, rows[0].w, rows[0].h * len(rows)), tuple(rolls)

    def paint(box: Box) -> None:
        _paint_market(painter, box.stacked(len(rows), rows[0].h), sheet, titles, with_key, translate, rolling)

    painter.kept(("market", chains, sheet.bag_count, sheet.bonus_places, with_key, titles, rolling), area, paint)
    if rolling:
        places = sheet_columns(rows[2], len(sheet.chains), painter.unit)[1:-2]
        shown = _shown_prices(painter, [chain.price for chain in sheet.chains], places, translate)
        for chain, place, price in zip(sheet.chains, places, shown.texts, strict=True):
            if chain.chain in rolls:
                roll = rolls[chain.chain]
                _draw_roll(painter, place, _price_text(roll.old, shown.has_sign, translate), price, roll.gone, shown.pixels)


MIN_SHARE_OF_SIZE, MIN_SHARE_OF_MONEY = 0.85, 0.9
"""Prices, and money, lose their sign before they become smaller than this share of the other figures."""
SIGN_GAP = 4
"""So many units prices with a sign leave free in their column, where others leave 2: else their row reads as a line of words."""


@dataclass(frozen=True, slots=True)
class ShownPrices:
    """The prices of a row as they are written, with the dollar sign where all have room for it, in one size."""

    texts: tuple[str, ...]
    has_sign: bool
    pixels: int


def _price_text(price: int, has_sign: bool, translate: Callable[..., str]) -> str:
    return amount_text(price, has_sign, translate) if price else NOTHING


def _shown_prices(painter: Painter, prices: Sequence[int], places: Sequence[Box], translate: Callable[..., str]) -> ShownPrices:
    room = min(places, key=lambda place: place.w).without_end(painter.unit(2))
    texts = tuple(_price_text(price, True, translate) for price in prices)
    least = max(MIN_TEXT, int(painter.unit.text(12.5) * MIN_SHARE_OF_SIZE))
    apart = room.without_end(painter.unit(SIGN_GAP) - painter.unit(2))
    has_sign = all(painter.fonts.text_width(text, least, True, True) <= apart.w for text in texts)
    if has_sign:
        room = apart
    else:
        texts = tuple(_price_text(price, False, translate) for price in prices)
    return ShownPrices(texts, has_sign, min(painter.fitting(text, room, 12.5, True, True) for text in texts))


def _draw_roll(painter: Painter, place: Box, old: str, new: str, gone: float, pixels: int) -> None:
    """Draw a price that rolls up, as the wheel of a counter; the new one shines until it stands."""
    way = round(place.h * gone)
    with painter.within(place):
        painter.text(place.moved(0, -way), old, 12.5, "dim", "centre", bold=True, figures=True, pixels=pixels)
        painter.text(place.moved(0, place.h - way), new, 12.5, "mark", "centre", bold=True, figures=True, pixels=pixels)


def _paint_market(painter: Painter, rows: Sequence[Box], sheet: ScoreSheet, row_titles: Sequence[str], with_key: bool,
                  translate: Callable[..., str], rolling: Sequence[str]) -> None:
    columns, titles = sheet_columns(rows[0], len(sheet.chains), painter.unit), list(row_titles)
    prices = _shown_prices(painter, [chain.price for chain in sheet.chains], columns[1:-2], translate)
    if not prices.has_sign:
        titles[2] = translate("Price in $")
    texts = ([str(chain.market) for chain in sheet.chains], [str(chain.size or NOTHING) for chain in sheet.chains],
             ["" if chain.chain in rolling else text for chain, text in zip(sheet.chains, prices.texts, strict=True)])
    key = KEY_TO_MARKS if sheet.bonus_places < 3 else KEY_TO_THREE_MARKS
    beside = (translate("{count:tile|tiles} in the bag", count=sheet.bag_count),
              *(map(translate, key) if with_key else ("", "")))
    inks = ["text" if chain.size else "dim" for chain in sheet.chains]
    bold = ([False] * len(inks), [chain.safe for chain in sheet.chains], [True] * len(inks))
    title_pixels = min(painter.fitting(title, _title_place(columns[0], painter.unit), 12) for title in titles)
    end = Box(columns[-2].x, rows[0].y, rows[0].right - columns[-2].x, rows[0].h)
    beside_pixels = min(painter.fitting(text, end, 11.5) for text in beside)
    for title, cells, is_bold, text, row in zip(titles, texts, bold, beside, rows, strict=True):
        columns = sheet_columns(row, len(cells), painter.unit)
        painter.text(_title_place(columns[0], painter.unit), title, 12, "dim", pixels=title_pixels)
        _paint_cells(painter, columns[1:-2], cells, inks, is_bold, prices.pixels if row is rows[2] else 0)
        painter.text(Box(end.x, row.y, end.w, row.h), text, 11.5, "dim", "right", pixels=beside_pixels)


def _title_place(cell: Box, unit: Unit) -> Box:
    return cell.without_left(unit(5))


def _paint_cells(painter: Painter, places: Sequence[Box], cells: Sequence[str], inks: Sequence[str],
                 is_bold: Sequence[bool], pixels: int) -> None:
    """Write what a row of the market says of each chain, all in one size: in this one, or in the largest that fits."""
    room = min(places, key=lambda place: place.w).without_end(painter.unit(2))
    pixels = pixels or min(painter.fitting(text, room, 12.5, bold, True) for text, bold in zip(cells, is_bold, strict=True))
    for place, text, ink, bold in zip(places, cells, inks, is_bold, strict=True):
        is_dash = text == NOTHING
        painter.text(place, text, 12.5, "text" if is_dash else ink, "centre", bold=bold or is_dash, figures=True, pixels=pixels)
