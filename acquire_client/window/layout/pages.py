"""Pages that are not the table: title, new game, settings, game over, lists."""

from __future__ import annotations

from dataclasses import dataclass

from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.table import board_squares


@dataclass(frozen=True, slots=True)
class TitleLayout:
    title: Box
    line: Box
    menu: tuple[Box, ...]
    board: Box
    squares: tuple[Box, ...]
    sheet: Box
    foot: Box


def title_layout(window: Box, unit: Unit, entries: int, sheet_rows: int, has_note: bool = False) -> TitleLayout:
    """Return the menu and the game beside it; with a note, the first entry has room for two lines."""
    left = Box(int(window.w * 0.06), int(window.h * 0.09), int(window.w * 0.27), int(window.h * 0.84))
    title = left.top(int(window.h * 0.11))
    line = Box(left.x, title.bottom, left.w, unit(28))
    room = Box(left.x, line.bottom + unit(22), left.w, left.bottom - line.bottom - unit(52))
    first, gap = 2 * unit.text(15) + 2 * unit(4) if has_note else 0, unit(9)
    if first + gap + (entries - 1) * (unit.target(36) + gap) > room.h:
        gap = unit(5)
    height = max(28, min(unit.target(48), (room.h - gap * (entries - 1)) // entries))
    first = max(first, height)
    height = max(28, min(height, (room.h - first - gap * (entries - 1)) // max(1, entries - 1)))
    menu = (room.top(first), *room.without_top(first + gap).stacked(entries - 1, height, gap))
    foot = Box(left.x, window.h - unit(38), left.w, unit(24))
    demo = Box(int(window.w * 0.385), int(window.h * 0.09), int(window.w * 0.575), int(window.h * 0.82))
    sheet = demo.foot(sheet_rows * max(18, min(unit(21), int(demo.h * 0.4) // sheet_rows)) + 2 * unit(8))
    board = demo.without_foot(sheet.h + unit(10))
    squares = board_squares(board.inset(unit(8)), unit(3))
    return TitleLayout(title, line, menu, board, squares, sheet, foot)


@dataclass(frozen=True, slots=True)
class PageLayout:
    """A page with a heading, a body of columns, and a row of buttons at its foot."""

    head: Box
    body: Box
    foot: Box
    row: int
    """The height of one line of controls."""


def page_layout(window: Box, unit: Unit) -> PageLayout:
    page = window.inset(int(window.w * 0.05), int(window.h * 0.05))
    head = page.top(unit(46))
    foot = page.foot(unit.target(44))
    body = page.without_top(head.h + unit(14)).without_foot(foot.h + unit(18))
    return PageLayout(head, body, foot, unit.target(34))


@dataclass(frozen=True, slots=True)
class StatisticsLayout:
    """Four large figures, two tables of which the first row is a heading, the largest merger, and a note."""

    figures: tuple[Box, ...]
    levels: tuple[Box, ...]
    rules: tuple[Box, ...]
    merger: Box
    note: Box


def statistics_layout(body: Box, unit: Unit, rows: int) -> StatisticsLayout:
    """Lay out the page for tables of so many rows, which become lower where they do not fit otherwise."""
    gap = unit(14)
    figures = body.top(min(max(unit(62), unit.text(24) + unit.text(12) + unit(22)), body.h // 4))
    note = body.foot(max(18, min(unit(22), unit.text(12) + 8)))
    rest = body.without_top(figures.h + gap).without_foot(note.h + unit(6))
    wanted = max(unit(26), unit.text(13) + 8)
    height = max(14, min(wanted, (rest.h - gap) // (rows + 2)))
    levels, rules = rest.top(height * rows).columns((1, 1), unit(28))
    return StatisticsLayout(figures.columns([1] * 4, unit(10)), levels.rows([1] * rows), rules.rows([1] * rows),
                            Box(rest.x, rest.y + height * rows + gap, rest.w, 2 * height), note)
