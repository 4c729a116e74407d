"""The view model in a terminal, with rich: the console that all commands print to, boards, score sheets and price cards.

Everything reads without colour too: a chain is its letter, the new tile stands in brackets, what matters has a word or mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from acquire_client.terminal.output import output_choice
from acquire_client.theme import CHAIN_PAINTS, LOOSE_PAINT, Paint
from acquire_client.view_model.board import COLUMNS, BoardPicture, Square, letter
from acquire_client.view_model.position import Position
from acquire_client.view_model.price_card import PriceCard, range_text
from acquire_client.view_model.sheet import ChainRow, ScoreSheet, SeatColumn
from acquire_client.view_model.words import chain_title
from acquire_core.actions import POWER_TITLES
from acquire_core.ruleset import TIER_NAMES

HEADING = "bold"
QUIET = "dim"
CHANGED = "bold yellow"
GOOD, BAD = "green", "bold red"

BOARD_WIDTH = 3 + 3 * len(COLUMNS)
GAP = 3
TINY_WIDTH = 50
"""In fewer columns the price card has letters in the place of names."""
TINY_TIERS = {"cheap": "cheap", "medium": "mid", "expensive": "high"}

COLOUR_SETTINGS: dict[str, dict[str, Any]] = {
    "auto": {}, "always": {"force_terminal": True, "no_color": False}, "never": {"color_system": None}}


class PipeConsole(Console):
    """A console that reports a reader who has gone instead of ending the program by itself."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class _HeadBox(box.Box):
    """A line under the head of a table and nothing else, also where there are no lines but `-`."""

    def substitute(self, options: ConsoleOptions, safe: bool = True) -> box.Box:
        return _ASCII_HEAD if options.ascii_only else self


_HEAD = "    \n    \n {0}{0} \n    \n    \n    \n    \n    \n"
_ASCII_HEAD = box.Box(_HEAD.format("-"), ascii=True)
HEAD_BOX = _HeadBox(_HEAD.format("─"))


def make_console(stderr: bool = False) -> Console:
    """Return a console that prints text as it is: no markup, no emoji codes, no guessed highlights."""
    return PipeConsole(stderr=stderr, markup=False, emoji=False, highlight=False, **COLOUR_SETTINGS[output_choice().colours])


def is_watched(console: Console) -> bool:
    """Return True if a person sees lines appear and change; colours may be wanted without one."""
    return console.file.isatty() and not console.is_dumb_terminal


def unicode_output(console: Console) -> bool:
    return console.encoding.lower().startswith("utf")


def plain_table(*columns: str, numbers: Iterable[str] = (), show_header: bool = True) -> Table:
    """Return the house's table: a line under the head, nothing else. `numbers` are the columns that stand right."""
    right = set(numbers)
    table = Table(box=HEAD_BOX, pad_edge=False, header_style=HEADING, show_edge=False, show_header=show_header,
                  padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def heading_text(text: str) -> Text:
    return Text(text, style=HEADING)


def indent_content(content: RenderableType) -> Padding:
    return Padding(content, (0, 0, 0, 2), expand=False)


def chain_text(chain: str, style: str = "") -> Text:
    """Return a chain's letter on its colour and its name beside it."""
    return Text.assemble(_chain_label(chain), (f" {chain_title(chain)}", style))


def _chain_label(chain: str) -> Text:
    return Text(f" {chain[0].upper()} ", style=_paint(CHAIN_PAINTS[chain]))


def _paint(paint: Paint) -> str:
    return f"{paint.ink} on {paint.fill}"


def board_text(picture: BoardPicture, unicode: bool = True) -> Text:
    """Return nine rows of twelve squares, three characters each, with their numbers and letters; below them what marks squares
    on which no tile can ever be placed, where there are some."""
    text = Text(no_wrap=True)
    text.append("   " + "".join(f"{column:^3}" for column in COLUMNS), QUIET)
    for row in picture.rows:
        text.append("\n")
        text.append(f" {row[0].tile[-1]} ", style=QUIET)
        for square in row:
            text.append(*_square_text(square, unicode))
    if any(square.dead for row in picture.rows for square in row):
        text.append(f"\n    {_dead_mark(unicode)} dead: no tile can ever go there", style=QUIET)
    return text


def _dead_mark(unicode: bool) -> str:
    return "×" if unicode else "x"


def _square_text(square: Square, unicode: bool) -> tuple[str, str]:
    mark = letter(square)
    if square.dead:
        return f" {_dead_mark(unicode)} ", QUIET
    if not square.occupied:
        return (" · " if unicode else " . "), QUIET
    paint = LOOSE_PAINT if square.chain is None else CHAIN_PAINTS[square.chain]
    return (f"[{mark}]" if square.new else f" {mark} "), ("bold " if square.new else "") + _paint(paint)


def sheet_table(sheet: ScoreSheet) -> Table:
    """Return chains and market on the left, a column for each seat, the money below."""
    table = _market_table(sheet, sheet.seats)
    table.add_section()
    table.add_row("cash", "", "", "", *(_money_text(seat.cash) for seat in sheet.seats))
    table.add_row("net worth", "", "", "", *(_money_text(seat.net_worth) for seat in sheet.seats), style=HEADING)
    return table


def _market_table(sheet: ScoreSheet, seats: Sequence[SeatColumn]) -> Table:
    """Return chains and market, with the shares of these seats."""
    table = plain_table("chain", "size", "price", "market", numbers=("size", "price", "market"))
    for seat in seats:
        table.add_column(_seat_name(seat), justify="right", overflow="fold", min_width=6, max_width=10)
    for row in sheet.chains:
        quiet = "" if row.size else QUIET
        size = f"{row.size}{' safe' if row.safe else ''}" if row.size else "-"
        table.add_row(chain_text(row.chain, quiet), Text(size, GOOD if row.safe else quiet), Text(_price_text(row), quiet),
                      Text(str(row.market), quiet), *(Text(_shares_text(row.blocks[at]), quiet) for at in range(len(seats))))
    return table


def narrow_sheet_table(sheet: ScoreSheet) -> Table:
    """Return the sheet lying on its side, chains by their letters: six seats fit into 60 columns."""
    table = plain_table("")
    table.padding = 0
    table.columns[0].min_width, table.columns[0].max_width = 6, 10
    for row in sheet.chains:
        table.add_column(_chain_label(row.chain), justify="right", width=4)
    for money in ("cash", "net"):
        table.add_column(money, justify="right", min_width=7)
    table.add_row("size", *(str(row.size) if row.size else "-" for row in sheet.chains))
    if any(row.safe for row in sheet.chains):
        table.add_row("", *(Text("safe" if row.safe else "", GOOD) for row in sheet.chains))
    table.add_row("price", *(str(row.price) if row.price else "-" for row in sheet.chains))
    table.add_row("market", *(str(row.market) for row in sheet.chains))
    table.add_section()
    for number, seat in enumerate(sheet.seats):
        table.add_row(_seat_name(seat), *(_shares_text(row.blocks[number]) for row in sheet.chains), _money_text(seat.cash),
                      Text(_money_text(seat.net_worth), HEADING))
    return table


def stacked_sheet(sheet: ScoreSheet) -> Group:
    """Return the sheet in three tables, one below the other: chains, shares, money. Six seats fit into 40 columns."""
    shares, money = plain_table(""), plain_table("", "cash", "net worth", numbers=("cash", "net worth"))
    shares.padding = 0
    for row in sheet.chains:
        shares.add_column(_chain_label(row.chain), justify="right", width=3)
    for number, seat in enumerate(sheet.seats):
        shares.add_row(_seat_name(seat), *(_shares_text(row.blocks[number]) for row in sheet.chains))
        money.add_row(_seat_name(seat), _money_text(seat.cash), Text(_money_text(seat.net_worth), HEADING))
    for table in (shares, money):
        table.columns[0].max_width = 12
    return Group(_market_table(sheet, ()), "", shares, "", money)


def _price_text(row: ChainRow) -> str:
    return f"{row.price:,}" if row.price else "-"


def _shares_text(count: int | None) -> str:
    """Return a number as text; `+` for a pile that nobody may count, `?` for what nobody may see."""
    if count is None:
        return "?"
    return "+" if count is True else str(count) if count else ""


def _money_text(dollars: int | None) -> str:
    return "?" if dollars is None else f"{dollars:,}"


def _seat_name(seat: SeatColumn) -> Text:
    return Text(("> " if seat.deciding else "") + seat.name, style="strike" if seat.retired else "")


def hands_table(sheet: ScoreSheet) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold", max_width=14)
    table.add_column()
    for seat in sheet.seats:
        tiles = list(seat.tiles) + ["??"] * seat.hidden_tiles
        notes = ["has left"] if seat.retired else []
        if seat.powers_left:
            notes.append("powers: " + ", ".join(POWER_TITLES[power] for power in seat.powers_left))
        hand = Text(" ".join(f"{tile:<3}" for tile in tiles) or "no tiles")
        table.add_row(seat.name, Text.assemble(hand, *((f"  {note}", QUIET) for note in notes)))
    return table


def notes_line(sheet: ScoreSheet) -> Text:
    """Return what the bag holds and what the marks of concealed amounts mean, where there are some."""
    notes = [f"{sheet.bag_count} tiles in the bag"]
    if sheet.laid_away:
        notes.append(f"out of the game: {' '.join(sheet.laid_away)}")
    shares = [count for row in sheet.chains for count in row.blocks]
    if None in shares or any(seat.cash is None for seat in sheet.seats):
        notes.append("? means concealed")
    if any(count is True for count in shares):
        notes.append("+ means some shares")
    return Text("; ".join(notes), style=QUIET)


def position_screen(position: Position, moves: int, line: int | None, console: Console) -> Group:
    """Return one moment of a game: what happened, the board, the sheet and the hands; side by side where there is room."""
    turn = f", turn {position.turn}" if position.turn else ", opening"
    title = Text.assemble((f"Move {position.move} of {moves}{turn}", HEADING))
    if position.action:
        title.append(f"   {position.action}")
        title.append(f"   (line {line})" if line else "", style=QUIET)
    return Group(
        title, *(indent_content(Text(sentence)) for sentence in position.lines), "",
        board_and_sheet(position.board, position.sheet, console), "",
        hands_table(position.sheet), notes_line(position.sheet), Text(position.question, style=HEADING))


def board_and_sheet(picture: BoardPicture, score: ScoreSheet, console: Console) -> RenderableType:
    """Return board and sheet side by side where there is room; a sheet that is too wide lies on its side, and where even that is
    too wide it is divided."""
    board = board_text(picture, unicode_output(console))
    sheet = sheet_table(score)
    wanted = _wanted_width(sheet, console)
    if wanted <= console.width - BOARD_WIDTH - GAP:
        beside = Table.grid(padding=(0, GAP, 0, 0))
        beside.add_row(board, sheet)
        return beside
    if wanted <= console.width:
        return Group(board, "", sheet)
    lying = narrow_sheet_table(score)
    if _wanted_width(lying, console) <= console.width:
        return Group(board, "", lying)
    return Group(board, "", stacked_sheet(score))


def _wanted_width(table: Table, console: Console) -> int:
    return Measurement.get(console, console.options.update(width=1000), table).maximum


def price_card_table(card: PriceCard, console: Console) -> Table:
    """Return sizes by tier, price and bonuses: the table that lies beside every board."""
    unicode, narrow, tiny = unicode_output(console), console.width < 80, console.width < TINY_WIDTH
    names = ("1st", "2nd", "3rd") if tiny else ("first", "second", "third")
    places = names[:len(card.rows[0].bonuses)]
    # Three bonuses and their commas have no room in 40 columns.
    money = "{:d}" if tiny and len(places) == len(names) else "{:,}"
    table = plain_table()
    table.padding = (0, 0 if narrow else 1, 0, 0)
    most = max(map(len, card.tiers))
    for tier, chains in zip(TIER_NAMES, card.tiers, strict=True):
        lines = [Text(TINY_TIERS[tier] if tiny else tier), *(_card_chain(chain, narrow, tiny) for chain in chains)]
        table.add_column(Text("\n").join(lines + [Text()] * (most - len(chains))))
    for name in ("price", *places):
        table.add_column(Text("\n" * most + name), justify="right")
    for row in card.rows:
        sizes = [range_text(ranges).replace("-", "–") if unicode and ranges else range_text(ranges) for ranges in row.sizes]
        table.add_row(*sizes, Text(money.format(row.price), style=HEADING), *(money.format(bonus) for bonus in row.bonuses))
    return table


def _card_chain(chain: str, narrow: bool, tiny: bool) -> Text:
    if tiny:
        return _chain_label(chain)
    return Text(chain_title(chain)) if narrow else chain_text(chain)
