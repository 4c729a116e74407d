"""The rows of a hint beside the board: rank, the chance to win as a bar, one reason, and all of them where all rows have room
for theirs. A row plays its move when it is pressed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from acquire_client.language import message
from acquire_client.view_model.hints import Hint
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TARGET, MIN_TEXT, Box, Unit
from acquire_client.window.table_view.side_view import Translate, paint_heading, side_inner, tight_side_inner
from acquire_client.window.widgets.button import Button

CHANCE, SMALL_CHANCE = message("{chance:%} to win"), message("under {chance:%} to win")
HIGH_ROW = 92
"""Units: so high is a row at most; then three lines of reasons have room."""
REASON_SIZES = (12, 11.5, 11)
"""Sizes of text for several reasons, the first one that fits."""
LOW_ROW = 50
"""Units: in a lower row the move and the bar keep close together, so that the reason below them is as large as elsewhere."""
ROW = "hint "
"""How the names of the rows begin; their number follows."""


class HintRow(Button):
    """One option. It is pressed like a button, and looks like a line of a list. All rows have the size of text in which each of
    their `labels` fits."""

    def __init__(self, number: int, box: Box, hints: Sequence[Hint], translate: Translate, act: Callable[[], None]) -> None:
        hint = hints[number]
        super().__init__(f"{ROW}{number}", box, hint.text, act, kind="quiet", tip=_reasons(hint)[0], size=12.5)
        self.rank, self.why, self.labels = number + 1, hint.why, [each.text for each in hints]
        self.hints = hints
        self.chance = hint.win if hint.games else None
        self.note = _chance_text(hint.win, translate) if hint.games else ""

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        unit = painter.unit
        if hovered or focused:
            painter.panel(self.box, "raised", None, 6)
        is_low = self.box.h < unit(LOW_ROW)
        inner = self.box.inset(unit(6), unit(1 if is_low else 2))
        head_h = _low_head(unit) if is_low else max(unit(20), unit.text(12.5) + 6)
        bar_h = max(4, unit(3 if is_low else 5))
        head = inner.top(min(inner.h - bar_h, head_h))
        number = head.left(max(unit(18), unit.text(12.5) + 2))
        painter.text(number, str(self.rank), self.size, "dim", bold=True)
        rest = head.without_left(number.w)
        share = rest.left(int(rest.w * 0.74) if self.note else rest.w)
        pixels = min(painter.fitting(label, share, self.size, bold=True) for label in self.labels)
        if self.note:
            width = painter.fonts.text_width(self.note, pixels, False, True) + 2
            painter.text(rest.end(width), self.note, 12, "text", "right", figures=True, pixels=pixels)
            rest = rest.without_end(width + unit(8))
        painter.text(rest, self.label, self.size, "text", bold=self.rank == 1, cut=True, pixels=pixels)
        below = inner.without_top(head.h).without_left(number.w)
        if self.chance is not None:
            bar = below.top(bar_h)
            painter.panel(bar, "raised", "line", 2)
            painter.panel(bar.left(max(2, round(bar.w * self.chance))), "mine", None, 2)
            below = below.without_top(bar.h + unit(1 if is_low else 2))
        if below.h >= MIN_TEXT + 3:
            text, pixels = self._reasons_with_room(below, painter)
            painter.paragraph(below, text, 12, "dim", cut=True, pixels=pixels)

    def _reasons_with_room(self, box: Box, painter: Painter) -> tuple[str, int]:
        """Return the reasons for which each row has room, with their size, hardly smaller than else: all, those without what
        follows, or the first one, in a size that is not chosen here."""
        for texts in zip(*map(_reasons, self.hints), strict=True):
            for size in REASON_SIZES:
                pixels = painter.unit.text(size)
                most = box.h // painter.line_height(pixels)
                if all(len(painter.wrapped(text, box.w, pixels)) <= most for text in texts):
                    return texts[self.rank - 1], pixels
        return self.why, 0


def _reasons(hint: Hint) -> tuple[str, str]:
    """Return why a move is good, what follows and what is owned then, and the same without what follows."""
    return " ".join(filter(None, (hint.why, hint.then, hint.outlook))), " ".join(filter(None, (hint.why, hint.outlook)))


def _chance_text(chance: float, translate: Translate) -> str:
    """Return the chance to win; one that would be written as nothing is small, and not nothing."""
    return translate(SMALL_CHANCE, chance=0.01) if round(100 * chance) < 1 else translate(CHANCE, chance=chance)


def _low_head(unit: Unit) -> int:
    """Return how high the line of a move is in a low row."""
    return round(unit.text(12.5) * 1.25)


def hint_places(box: Box, unit: Unit, count: int) -> tuple[Box, list[Box]]:
    """Return where the heading is, and the places of as many rows as the panel has room for, the best hint first.

    Where two rows have no room for their reasons, heading and rows are closer, and the first row alone has its reason.
    """
    head, inner = side_inner(box, unit)
    gap, least = unit(4), max(MIN_TARGET, unit.text(12.5) + 6 + max(4, unit(5)) + 2 * unit(2))
    shown = max(1, min(count, (inner.h + gap) // (least + gap)))
    height = min(unit(HIGH_ROW) + 2 * (unit.text(12) - unit(12)), (inner.h - (shown - 1) * gap) // shown)
    if shown == 1 < count:
        close_head, close_inner = tight_side_inner(box, unit)
        low = max(MIN_TARGET, _low_head(unit) + max(4, unit(3)) + 2 * unit(1))
        if close_inner.h >= 2 * low + unit(2):
            first, second = close_inner.without_foot(low + unit(2)), close_inner.foot(low)
            return close_head, [first, second]
    return head, [Box(inner.x, inner.y + number * (height + gap), inner.w, height) for number in range(shown)]


def shown_hints(box: Box, unit: Unit, hints: Sequence[Hint]) -> Sequence[Hint]:
    """Return those hints for whose rows the panel has room; most tables have none, and are asked for each picture."""
    return hints[:len(hint_places(box, unit, len(hints))[1])] if hints else ()


def hint_named(name: str | None, shown: Sequence[Hint]) -> Hint | None:
    """Return the hint in the row with this name; None if it is another widget, or that row is not shown."""
    if name is None or not name.startswith(ROW):
        return None
    number = int(name.removeprefix(ROW))
    return shown[number] if number < len(shown) else None


def hint_widgets(box: Box, unit: Unit, hints: Sequence[Hint], translate: Translate,
                 play: Callable[[Hint], None]) -> list[HintRow]:
    """Return a row for each hint; `play` gets the hint whose row was pressed."""
    return [HintRow(number, place, hints, translate, partial(play, hint))
            for number, (hint, place) in enumerate(zip(hints, hint_places(box, unit, len(hints))[1], strict=False))]


def paint_hints(painter: Painter, box: Box, count: int, is_looking: bool, translate: Translate) -> None:
    """Paint what stands around this many rows; while the hints are looked for, it says so."""
    head = hint_places(box, painter.unit, count)[0]
    paint_heading(painter, box, translate("Hint"), translate("H closes"), head)
    if is_looking:
        inner = side_inner(box, painter.unit)[1]
        painter.text(inner.top(painter.unit(24)), translate("A strong player looks at it …"), 13, "dim")
