"""The list of the log is broken into rows once, and again when anything changes that it shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame
import pytest

from acquire_client.language import Words
from acquire_client.view_model.log import LogLine
from acquire_client.view_model.words import TableNames
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.table_view.side_view import LogList
from acquire_client.window.widgets.lines import ListView

from .driver import Window
from .screens import _middle

BOX = Box(0, 0, 300, 200)
NAMES = TableNames(("Ada", "Bo"))
LONG = "founds Luxor with 4C and 5C, gets a free share, and buys two shares of Tower for $600"
LINES = tuple(line for turn in range(1, 9) for line in (
    LogLine("Ada", turn=turn, seat=0), LogLine("draws a tile", quiet=True, seat=0), LogLine(LONG, "luxor", ("4C", "5C"), seat=0)))


@dataclass(frozen=True)
class Given:
    """What the list is made of."""

    unit: Unit = Unit(1280, 800, 1)
    lines: Sequence[LogLine] = LINES
    passes: bool = False
    names: TableNames = NAMES
    place: Box = BOX
    new: tuple[int, ...] = (3,)


class Log:
    """A log in a panel. `chosen` has the numbers of the lines that were clicked."""

    def __init__(self, painter: Painter) -> None:
        self.chosen: list[int] = []
        self.painter = painter
        self.list = LogList(self.chosen.append)

    def show(self, given: Given = Given(), top: int | None = None) -> ListView:
        return self._made_by(self.list, given, top)

    def show_from_nothing(self, given: Given = Given(), top: int | None = None) -> ListView:
        return self._made_by(LogList(self.chosen.append), given, top)

    def _made_by(self, maker: LogList, given: Given, top: int | None) -> ListView:
        self.painter.unit = given.unit
        return maker.widget(given.unit, given.lines, given.passes, given.names, top, self.painter, given.place, given.new)


@pytest.fixture
def log(window: Callable[..., Window]) -> Log:
    return Log(window().app.painter)


def test_what_has_not_changed_is_not_broken_again(log: Log) -> None:
    first = log.show()
    assert len(first.rows) > len([line for line in LINES if not line.quiet]), "long lines are broken"
    again = log.show()
    assert again is not first and again.rows is first.rows


@pytest.mark.parametrize("change", [
    Given(lines=[*LINES, LogLine("Bo", turn=9, seat=1)]), Given(lines=LINES[3:]), Given(lines=[*LINES[:-1], LogLine("ends it")]),
    Given(passes=True), Given(names=NAMES.in_language(Words("de"))), Given(names=TableNames(("Ann", "Bo"))),
    Given(place=Box(0, 0, 200, 200)), Given(place=Box(0, 0, 300, 90)), Given(new=()), Given(new=(3, 5)),
    Given(unit=Unit(1920, 1080, 1)),
])
def test_a_change_is_shown_as_if_the_list_was_made_from_nothing(log: Log, change: Given) -> None:
    before, after, wanted = log.show(), log.show(change), log.show_from_nothing(change)
    assert after.rows == wanted.rows
    assert (after.box, after.top, after.line_height, after.spoken) == (wanted.box, wanted.top, wanted.line_height, wanted.spoken)
    assert (before.rows, before.box, before.line_height) != (after.rows, after.box, after.line_height), "this is to be seen"


def test_lines_added_to_the_same_list_are_shown(log: Log) -> None:
    lines = list(LINES)
    before = log.show(Given(lines=lines))
    lines.append(LogLine("Bo", turn=9, seat=1))
    assert len(log.show(Given(lines=lines)).rows) == len(before.rows) + 1


def test_each_list_is_scrolled_and_chosen_from_alone(log: Log) -> None:
    first = log.show(top=2)
    first.scroll_by(3)
    first.release_mouse(*first.box.top(5).middle)
    assert first.top == 5 and first.chosen is not None and log.chosen
    for top in (None, 0, 4, 1000):
        again = log.show(top=top)
        assert again.top == log.show_from_nothing(top=top).top and again.chosen is None


def test_a_click_names_the_line_and_not_the_row(log: Log) -> None:
    shown = log.show(top=0)
    rows = [number for number, (_, row) in enumerate(shown.rows[:shown.rows_shown]) if not row.goes_on]
    for row in rows[:3]:
        shown.release_mouse(*shown._row_box(row).middle)
    assert log.chosen == [0, 2, 3], "the quiet line is not shown"


@pytest.mark.parametrize("key", [pygame.K_F6, pygame.K_1], ids=["F6", "a tile"])
def test_the_log_shows_its_end_again_and_stays_there(window: Callable[..., Window], key: int) -> None:
    """What was scrolled up before the key does not come back with the next change of the table."""
    sitting = window(bot_delay_ms=800)
    _middle(sitting)
    table = sitting.table
    sitting.point(*sitting.widget("log").box.middle)
    sitting.turn(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=5))
    assert not shown_log(table).at_bottom
    sitting.key(key)
    table.rebuild()
    assert shown_log(table).at_bottom


def shown_log(table: TableScene) -> ListView:
    found = table.focus_manager.widget_named("log")
    assert isinstance(found, ListView)
    return found
