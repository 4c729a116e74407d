"""A replay: the table as it is played at, the column beside the board for an analysis, and an action bar to move in time."""

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
    told: Box
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
    told, question = text.rows((1.15, 1))
    left, speed, chances, time = steppers.columns((3.4, 2.0, 1.9, 2.1), unit(14))
    return ReplayLayout(table, column, hand, told, question, slider, left.columns([1] * STEPPERS, unit(6)), speed, chances, time)
