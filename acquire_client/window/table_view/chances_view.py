"""What an analysis has found, beside the board of a replay: win chances as curves, the largest swings, and what was better."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from acquire_client.view_model.review import MistakeRow, chance_curves, other_mistakes, signed_points, swing_rows, turns_by_column
from acquire_client.view_model.words import TableNames
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.pages import seat_colours, times_of
from acquire_client.window.table_view.side_view import Translate, paint_heading, side_inner
from acquire_client.window.widgets.drawn import Series, draw_chart
from acquire_client.window.widgets.lines import ListLine, ListView
from acquire_core.analysis import Analysis

MAX_COLUMNS = 300
MAX_MISTAKES = 8
SHARES = (1.15, 1.0, 1.0)
"""Of the height: curves, list, and what was better."""


@dataclass(frozen=True, slots=True)
class FoundMove:
    """A swing or a mistake: its line in the list, its move, and the explanation below the list."""

    line: str
    note: str
    move: int
    told: str
    better: str


class WinChances:
    """An analysis made ready for the window."""

    def __init__(self, analysis: Analysis, names: TableNames, translate: Translate) -> None:
        self.finished = analysis.finished
        self._moves = [point.move for point in analysis.points]
        columns = min(MAX_COLUMNS, len(self._moves))
        self.curves = chance_curves(analysis, names, columns) if columns else ()
        self.times = times_of(turns_by_column(analysis, columns), translate) if columns else []
        self.found: list[FoundMove] = []
        for swing, row in zip(analysis.swings, swing_rows(analysis, names), strict=True):
            move = row.mistake.move if row.mistake is not None else swing.moves[0][0] if swing.moves else 0
            moves = f"{row.mover}: {row.moves}." if row.mover else f"{row.moves}."
            self.found.append(FoundMove(translate("Turn {turn}: {name}", turn=row.turn, name=row.who),
                                        signed_points(row.after - row.before), move,
                                        f"{names.words.percent(row.before)} → {names.words.percent(row.after)}, {row.cause}. "
                                        f"{moves}",
                                        _better_text(row.mistake, translate)))
        for mistake in other_mistakes(analysis, names)[:MAX_MISTAKES]:
            self.found.append(FoundMove(translate("Turn {turn}: {name}", turn=mistake.turn, name=mistake.who),
                                        signed_points(mistake.played_chance - mistake.better_chance), mistake.move, "",
                                        _better_text(mistake, translate)))

    def place_of_move(self, move: int) -> float:
        """Return how far along the curves a move is, from 0 to 1."""
        return max(0, bisect_right(self._moves, move) - 1) / max(1, len(self._moves) - 1)


def _better_text(row: MistakeRow | None, translate: Translate) -> str:
    if row is None:
        return ""
    played = translate("{name} chose: {move} ({chance:%}).", name=row.who, move=row.played, chance=row.played_chance)
    better = translate("Better was: {move} ({chance:%}).", move=row.better, chance=row.better_chance)
    return " ".join(filter(None, (played, better, row.reason, row.then)))


def _column_parts(box: Box, unit: Unit) -> tuple[Box, ...]:
    return side_inner(box, unit)[1].rows(SHARES, unit(10))


def found_widget(box: Box, unit: Unit, chances: WinChances, translate: Translate, chosen: int | None,
                 choose: Callable[[int], None]) -> ListView:
    height = max(28, unit.text(13) + 10)
    lines = [ListLine(one.line, note=one.note) for one in chances.found]
    place = _column_parts(box, unit)[1]
    top = None if chosen is None else max(0, chosen - place.h // height // 2)
    return ListView("swings", place, lines, height, choose=choose, chosen=chosen, size=13, top=top,
                    empty=translate("No swing is larger than the error of the figures."))


def paint_curves(painter: Painter, box: Box, chances: WinChances, here: float | None = None) -> None:
    colours = seat_colours(painter)
    series = [Series(one.name, one.values, colours[number % len(colours)]) for number, one in enumerate(chances.curves)]
    if series:
        draw_chart(painter, box, series, 0, 1, [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")], chances.times, here)


def paint_chances(painter: Painter, box: Box, chances: WinChances, move: int, chosen: int | None, translate: Translate) -> None:
    note = "" if chances.finished else translate("The time did not suffice for everything.")
    paint_heading(painter, box, translate("Win chances"), note)
    curve, _, told = _column_parts(box, painter.unit)
    paint_curves(painter, curve, chances, chances.place_of_move(move))
    if chosen is None:
        painter.paragraph(told, translate("Choose a swing to go there and read what was better, and why."), 13, "dim")
        return
    one, y = chances.found[chosen], told.y
    for text, colour in ((one.told, "text"), (one.better or translate("Nothing clearly better was found."), "good")):
        if text and y < told.bottom - painter.unit(16):
            y += painter.paragraph(Box(told.x, y, told.w, told.bottom - y), text, 13, colour, cut=True) + painter.unit(6)
