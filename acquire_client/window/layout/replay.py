"""A replay: the table as it is played at, the column beside the board for a review, and an action bar to move in time."""

from __future__ import annotations

from dataclasses import dataclass

from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.table import TableLayout, table_layout

STEPPERS = 5


@dataclass(frozen=True, slots=True)
class ReplayLayout:
    """`table` has the board, sheet and side; the rest lies in its action bar."""

    table: TableLayout
    column: Box
    """Sheet and side together."""
    hand: Box
    words: Box
    """What is said of the moment: `event` and `question` together."""
    event: Box
    question: Box
    slider: Box
    steppers: tuple[Box, ...]
    speed: Box
    chances: Box
    time: Box


def replay_layout(window: Box, unit: Unit, sheet_rows: int) -> ReplayLayout:
    table = table_layout(window, unit, sheet_rows)
    right, bottom = max(table.sheet.right, table.side.right), max(table.sheet.bottom, table.side.bottom)
    column = Box(table.sheet.x, table.sheet.y, right - table.sheet.x, bottom - table.sheet.y)
    inner = table.action_bar.inset(unit(14), unit(8))
    gap = unit(8)
    row = min(unit.target(34), (inner.h - unit(44) - 2 * gap) // 2)
    steppers = inner.foot(max(28, row))
    slider = Box(inner.x, steppers.y - gap - max(28, row), inner.w, max(28, row))
    words = Box(inner.x, inner.y, inner.w, slider.y - gap - inner.y)
    hand, text = words.end(int(inner.w * 0.34)), words.without_end(int(inner.w * 0.34) + gap)
    event, question = text.rows((1.15, 1))
    left, speed, chances, time = steppers.columns((3.4, 2.0, 1.9, 2.1), unit(14))
    return ReplayLayout(table, column, hand, text, event, question, slider, left.columns([1] * STEPPERS, unit(6)), speed, chances,
                        time)


@dataclass(frozen=True, slots=True)
class ReviewLayout:
    """The column of a review: a row for each player below their head, the curve, what can be chosen, and the list."""

    head: Box
    explain: Box
    players: tuple[Box, ...]
    curve: Box
    filters: tuple[Box, Box]
    again: Box
    list: Box


MIN_CURVE, MIN_LIST = 84, 64
CURVE_SHARE = 0.46
"""Of the room that curve and list share."""


def review_layout(column: Box, unit: Unit, players: int) -> ReviewLayout:
    """Lay the parts out one below the other; in a wide column the curve is beside them, and in a low one the list too."""
    inner = column.inset(unit(12), unit(6))
    head = inner.top(max(28, unit(28)))
    row = max(18, min(unit(22), unit.text(12) + 7))
    body, gap, buttons_h = inner.without_top(head.h + unit(2)), unit(8), max(28, unit(30))
    table_h = row * (players + 1)
    below = body.h - table_h - buttons_h - 2 * gap
    findings = None
    if below < MIN_CURVE + MIN_LIST and column.w > column.h:
        left, curve = body.columns((1, 1), 2 * gap)
        lower = left.without_top(table_h + gap)
        if lower.h < buttons_h + gap + MIN_LIST:
            curve, findings = curve.columns((1, 1.3), gap)
    else:
        left = body
        curve = body.without_top(table_h + unit(6)).top(max(MIN_CURVE, int((below - unit(6)) * CURVE_SHARE)))
        lower = body.without_top(table_h + unit(6) + curve.h + gap)
    mine, every, again = lower.top(buttons_h).columns((1, 1, 1.5), gap)
    return ReviewLayout(head, head.end(unit(150)), left.top(table_h).rows([1] * (players + 1)), curve, (mine, every), again,
                        findings or lower.without_top(buttons_h + gap))
