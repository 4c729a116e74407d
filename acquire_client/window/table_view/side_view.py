"""The panel beside the board: the log. Hints are in hint_rows.py, and the stage of a merger in stage_view.py."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import copy

from acquire_client.view_model.log import LogLine
from acquire_client.view_model.words import TableNames
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.widgets.lines import ListLine, ListView

Translate = Callable[..., str]


def side_inner(box: Box, unit: Unit) -> tuple[Box, Box]:
    """Return where the heading of the panel stands, and what is below it."""
    inner = box.inset(unit(12), unit(8))
    return inner.top(unit(22)), inner.without_top(unit(27))


def tight_side_inner(box: Box, unit: Unit) -> tuple[Box, Box]:
    """Return the same closer together, for a low panel with much to say."""
    inner = box.inset(unit(12), unit(3))
    return inner.top(unit(16)), inner.without_top(unit(16))


def log_places(box: Box, unit: Unit) -> tuple[Box, Box, Box]:
    """Return what lies in the heading of the log, from its end: the button that copies and the one that shows passes; and the
    log."""
    inner = box.inset(unit(12), unit(5))
    head = inner.top(max(28, unit(28)))
    passes, copying = head.end(int(head.w * 0.66)).columns((1.25, 1), unit(6))
    return copying, passes, inner.without_top(head.h + unit(4))


class LogList:
    """The list of the log. A game has hundreds of lines, so their rows are kept, and made again only when the lines, their place
    or the size of the text changes. A click calls `choose` with the number of the line."""

    def __init__(self, choose: Callable[[int], None]) -> None:
        self._choose = choose
        self._list: ListView | None = None
        self._made_of: object = None
        """What the list was made of: where one of it differs, the list is made again."""

    def widget(self, unit: Unit, lines: Sequence[LogLine], shows_passes: bool, names: TableNames, top: int | None,
               painter: Painter, place: Box, new: Collection[int] = ()) -> ListView:
        """Return the log from the row `top` on or with the newest line last. Lines with the numbers `new` are marked."""
        made_of = unit.size, tuple(lines), shows_passes, names, painter, place, frozenset(new)
        if self._list is None or self._made_of != made_of:
            self._list, self._made_of = self._make_list(unit, lines, shows_passes, names, painter, place, new), made_of
        shown = copy(self._list)  # the rows are shared; where it is scrolled to and what is chosen in it is its own
        if top is not None:
            shown.scroll_by(top - shown.top)
        return shown

    def _make_list(self, unit: Unit, lines: Sequence[LogLine], shows_passes: bool, names: TableNames, painter: Painter,
                   place: Box, new: Collection[int]) -> ListView:
        shown = [number for number, line in enumerate(lines) if shows_passes or not line.quiet]
        rows = [_list_line(lines[number], names, new=number in new) for number in shown]
        return ListView("log", place, rows, max(unit(21), unit.text(13) + 6), at_end=True, size=12.5, painter=painter,
                        choose=lambda at: self._choose(shown[at]), spoken=names.translate("What happened"))


def _list_line(line: LogLine, names: TableNames, new: bool) -> ListLine:
    avatar = None if line.seat is None else _avatar(line.seat, names)
    return ListLine(_line_text(line, names.translate), line.chain, strong=bool(line.turn), new=new, avatar=avatar)


def _avatar(seat: int, names: TableNames) -> tuple[int, str]:
    return seat, names.seat(seat)


def log_text(lines: Sequence[LogLine], shows_passes: bool, translate: Translate) -> str:
    """Return the same lines as text."""
    return "\n".join(_line_text(line, translate) for line in lines if shows_passes or not line.quiet)


def _line_text(line: LogLine, translate: Translate) -> str:
    if line.round:
        return translate("Round {turn}: {name} leads", turn=line.turn, name=line.text)
    return translate("Turn {turn}: {name}", turn=line.turn, name=line.text) if line.turn else line.text


def paint_heading(painter: Painter, box: Box, title: str, note: str = "", head: Box | None = None) -> None:
    """Paint the heading of the panel in a box, in its usual place or in `head`."""
    head = head or side_inner(box, painter.unit)[0]
    used = painter.text(head, title, 12, "dim", bold=True)
    painter.text(head.without_left(used + painter.unit(12)), note, 11, "dim", "right", cut=True)
