"""Widgets that stand in a row or below each other write in one size: the largest at which the text of each of them fits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

from acquire_client.window.widgets.widget import Widget


def link_siblings(widgets: Sequence[Widget]) -> None:
    """Let widgets of one kind know those in their row; where there is none, those in their column."""
    rows: defaultdict[Hashable, list[Widget]] = defaultdict(list)
    columns: defaultdict[Hashable, list[Widget]] = defaultdict(list)
    linked = [widget for widget in widgets if widget.sibling_kind]
    for widget in linked:
        rows[widget.sibling_kind, widget.box.y, widget.box.h].append(widget)
        columns[widget.sibling_kind, widget.box.x, widget.box.w].append(widget)
    for widget in linked:
        row = rows[widget.sibling_kind, widget.box.y, widget.box.h]
        column = columns[widget.sibling_kind, widget.box.x, widget.box.w]
        widget.siblings = tuple(row if len(row) > 1 else column)
