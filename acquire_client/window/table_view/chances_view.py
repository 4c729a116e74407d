"""Win chances, or shares of all money, as curves: with a mark for each mistake, and clicked or dragged to go to a moment."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from acquire_client.language import message
from acquire_client.view_model.findings import Finding, findings, player_reviews
from acquire_client.view_model.review import chance_curves, has_money_shares, turns_by_column
from acquire_client.view_model.words import TableNames
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.scenes.pages import seat_colours, times_of
from acquire_client.window.table_view.side_view import Translate
from acquire_client.window.widgets.drawn import ChartMark, Series, chart_plot, draw_chart, mark_place, mark_radius
from acquire_client.window.widgets.widget import Widget
from acquire_core.analysis import Analysis

MAX_COLUMNS = 300
CURVE_TITLES = {False: message("Win chances"), True: message("Shares of all money")}
"""By whether the curves are those of money."""


class WinChances:
    """An analysis made ready for the window; the findings of the seats in `own` come first. With `of_money` the curves are the
    shares of all money, which still differ where a game is lost or won already; chances lie flat there."""

    def __init__(self, analysis: Analysis, names: TableNames, own: Sequence[int], translate: Translate,
                 of_money: bool = False) -> None:
        self.finished = analysis.finished
        self.has_money = has_money_shares(analysis)
        self.of_money = of_money and self.has_money
        self.title = translate(CURVE_TITLES[self.of_money])
        self._values = [point.money_shares if self.of_money else point.chances for point in analysis.points]
        self._moves = [point.move for point in analysis.points]
        columns = min(MAX_COLUMNS, len(self._moves))
        self.curves = chance_curves(analysis, names, columns, self.of_money) if columns else ()
        self.top = 0.5 if self.of_money and all(value <= 0.5 for values in self._values for value in values) else 1.0
        """The share at the upper end of the axis: half where no curve is higher, as is usual for the money of several players."""
        self.ticks = tuple((value, translate("{scale:%}", scale=value)) for value in (0.0, self.top / 2, self.top))
        self.times = times_of(turns_by_column(analysis, columns), names.rounds, translate) if columns else []
        self.players = player_reviews(analysis, names)
        self.found: tuple[Finding, ...] = findings(analysis, names, own)

    def place_of_move(self, move: int) -> float:
        """Return how far along the curves a move is, from 0 to 1."""
        return self._point_of(move) / max(1, len(self._moves) - 1)

    def move_at(self, place: float) -> int:
        """Return the move of the point that is so far along the curves."""
        last = len(self._moves) - 1
        return self._moves[max(0, min(last, round(place * last)))]

    def _point_of(self, move: int) -> int:
        return max(0, bisect_right(self._moves, move) - 1)

    def mark_of(self, number: int, chosen: bool = False) -> ChartMark:
        """Return the mark of a finding: on the curve of its player, where its turn begins."""
        one = self.found[number]
        point = self._point_of(one.move - 1)
        return ChartMark(self.place_of_move(one.move - 1), self._values[point][one.seat], one.kind.value,
                         "bad" if one.is_mistake and not one.is_about_money else "dim", chosen)


def curve_plot(painter: Painter, box: Box, chances: WinChances) -> Box:
    """Return where in a box the curves have their lines."""
    return chart_plot(painter, box, chances.ticks)


def paint_curves(painter: Painter, box: Box, chances: WinChances, here: float | None = None,
                 marks: Sequence[ChartMark] = ()) -> None:
    colours = seat_colours(painter)
    series = [Series(one.name, one.values, colours[number % len(colours)]) for number, one in enumerate(chances.curves)]
    if series:
        draw_chart(painter, box, series, 0, chances.top, chances.ticks, chances.times, here, marks)


class CurveArea(Widget):
    """The plot of the curves, over which it lies without drawing anything: a click on a mark chooses its finding, another click
    or dragging goes to the moment. Keys have other ways to both."""

    takes_focus = False

    def __init__(self, name: str, plot: Box, radius: int, chances: WinChances, shown: Sequence[int],
                 choose: Callable[[int], None], go_to: Callable[[int], None]) -> None:
        super().__init__(name, plot)
        self.plot, self.radius, self.chances, self.shown, self.choose, self.go_to = plot, radius, chances, shown, choose, go_to

    def holds_point(self, x: float, y: float) -> bool:
        return self.plot.inset(-self.radius).holds(x, y)

    def finding_at(self, x: float, y: float) -> int | None:
        """Return the finding whose mark lies there, the nearest of several."""
        near = []
        for number in self.shown:
            middle = mark_place(self.plot, self.chances.mark_of(number), 0, self.chances.top)
            distance = (middle[0] - x) ** 2 + (middle[1] - y) ** 2
            if distance <= self.radius ** 2:
                near.append((distance, number))
        return min(near)[1] if near else None

    def tip_at(self, x: float, y: float) -> tuple[str, Box]:
        number = self.finding_at(x, y)
        if number is None:
            return "", self.box
        middle = mark_place(self.plot, self.chances.mark_of(number), 0, self.chances.top)
        radius = self.radius
        return self.chances.found[number].title, Box(middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius)

    def press_mouse(self, x: float, y: float) -> None:
        number = self.finding_at(x, y)
        if number is not None:
            self.choose(number)
        else:
            self.drag_mouse(x, y)

    def drag_mouse(self, x: float, y: float) -> None:
        self.go_to(self.chances.move_at((x - self.plot.x) / max(1, self.plot.w)))


def curve_area(painter: Painter, box: Box, chances: WinChances, shown: Sequence[int], choose: Callable[[int], None],
               go_to: Callable[[int], None]) -> CurveArea:
    return CurveArea("curve", curve_plot(painter, box, chances), mark_radius(painter), chances, shown, choose, go_to)
