"""What an imagined answer would change in the cells of the score sheet: the new values, each in the dashed frame of a preview."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from acquire_client.view_model.preview import Preview
from acquire_client.view_model.sheet import ScoreSheet, sheet_seen
from acquire_client.view_model.words import TableNames
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.table_view.sheet_view import CASH, MARKET_LEFT, NOTHING, WORTH, amount_text, sheet_cell, shown_signs


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell as `sheet_cell` counts, and its value after the answer."""

    row: int
    column: int
    value: int
    is_money: bool


class SheetAhead:
    """What previews would change in the cells of one sheet. The changes of each preview are worked out once, and also whether
    money and prices have room for their dollar signs."""

    def __init__(self) -> None:
        self._found: list[tuple[Preview, tuple[CellChange, ...]]] = []
        """Each preview with its changes."""
        self._signs: tuple[tuple[Box, float], tuple[bool, bool]] | None = None
        """The box of the sheet and the unit, and whether money and prices have their signs there."""

    def changes(self, ahead: Preview | None, sheet: ScoreSheet, names: TableNames) -> tuple[CellChange, ...]:
        if ahead is None:
            return ()
        found = next((changes for preview, changes in self._found if preview is ahead), None)
        if found is None:
            found = tuple(_changes_in(ahead, sheet, names))
            self._found.append((ahead, found))
        return found

    def paint(self, painter: Painter, box: Box, ahead: Preview | None, sheet: ScoreSheet, names: TableNames) -> None:
        """Paint what a preview would change over the old values."""
        changes, place = self.changes(ahead, sheet, names), (box, painter.unit.size)
        if not changes:
            return
        if self._signs is None or self._signs[0] != place:
            self._signs = place, shown_signs(painter, box, sheet, names.translate)
        paint_changes(painter, box, sheet, changes, self._signs[1], names.translate)


def _changes_in(ahead: Preview, sheet: ScoreSheet, names: TableNames) -> Iterator[CellChange]:
    """Yield what changes. Where the rules conceal what players hold, only the own row does, and not by a bonus: it would tell
    what others hold."""
    if ahead.seen.over:
        return
    after = sheet_seen(ahead.seen, names)
    for column, (now, then) in enumerate(zip(sheet.chains, after.chains, strict=True)):
        values = ((now.market, then.market, False), (now.size, ahead.sizes[now.chain], False),
                  (now.price, ahead.prices[now.chain], True))
        for number, (before, value, is_money) in enumerate(values):
            if before != value:
                yield CellChange(MARKET_LEFT + number, column, value, is_money)
    is_open = ahead.seen.ruleset.holdings == "open"
    for seat, (one, other) in enumerate(zip(sheet.seats, after.seats, strict=True)):
        if not is_open and (ahead.pays_bonuses or seat != ahead.seen.seat):
            continue
        for column, cash, amount in ((CASH, one.cash, other.cash), (WORTH, one.net_worth, other.net_worth)):
            if amount is not None and cash != amount:
                yield CellChange(seat, column, amount, True)
        for column, (now, then) in enumerate(zip(sheet.chains, after.chains, strict=True)):
            shares = then.blocks[seat]
            if shares is not None and now.blocks[seat] != shares:
                yield CellChange(seat, column, shares, False)


def paint_changes(painter: Painter, box: Box, sheet: ScoreSheet, changes: Sequence[CellChange], signs: tuple[bool, bool],
                  translate: Callable[..., str]) -> None:
    """Paint the new values over the old ones, all prices in one size; `signs` says whether money and prices have theirs."""
    unit, look = painter.unit, painter.look
    cells = [sheet_cell(box, sheet, unit, change.row, change.column).inset(0, 1) for change in changes]
    texts = [_change_text(change, signs, translate) for change in changes]
    fitting = {is_money: min((painter.fitting(text, cell.inset(unit(3), 0), 12.5, True, True)
                              for text, cell, change in zip(texts, cells, changes, strict=True) if change.is_money == is_money),
                             default=0) for is_money in (False, True)}
    for change, cell, text in zip(changes, cells, texts, strict=True):
        is_mine = change.row >= 0 and sheet.seats[change.row].deciding
        painter.fill(cell, look.mine.fill if is_mine else look.panel)
        painter.dashed(cell.inset(-max(1, unit(1.5)), 0), "mark", 4, 1.5)
        painter.text(cell.inset(2, 0), text, 12.5, "mark", "centre", bold=True, figures=True, cut=True,
                     pixels=fitting[change.is_money])


def _change_text(change: CellChange, signs: tuple[bool, bool], translate: Callable[..., str]) -> str:
    """Return a new value as the sheet writes it: `signs` are those of money and of prices."""
    if not change.value and change.row < 0:
        return NOTHING
    return amount_text(change.value, signs[change.row < 0], translate) if change.is_money else str(change.value)
