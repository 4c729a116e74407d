"""Texts that belong together have one size, and all sizes are steps of the type scale."""

from collections import defaultdict
from collections.abc import Callable

import pytest

from acquire_client.window.layout.box import MIN_TEXT, TYPE_SCALE, Box
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.table_view.board_view import HandTile, coordinate_pixels
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget

from .driver import Window
from .screens import SCREENS

CASES = [(1024, 640, 1.0, "de"), (1024, 640, 2.0, "de"), (1280, 720, 1.0, "en"), (1280, 720, 1.5, "de"), (2560, 1440, 0.75, "en")]


def rows_of(widgets: list[Widget]) -> list[list[Button]]:
    rows: defaultdict[tuple[object, ...], list[Button]] = defaultdict(list)
    for widget in widgets:
        if isinstance(widget, Button) and widget.label:
            rows[widget.box.y, widget.box.h, widget.size].append(widget)
    return [row for row in rows.values() if len(row) > 1]


@pytest.mark.parametrize(("w", "h", "scale", "language"), CASES)
@pytest.mark.parametrize("name", ["place-busy", "buy", "found", "powers", "menu", "saves", "over", "title", "tutorial"])
def test_buttons_of_one_row_have_one_size(window: Callable[..., Window], name: str, w: int, h: int, scale: float,
                                          language: str) -> None:
    sitting = window(width=w, height=h, scale=scale, language=language, bot_delay_ms=0)
    SCREENS[name](sitting)
    drawn = sitting.sizes_written()
    rows = rows_of(sitting.top.focus_manager.widgets)
    assert rows or name in ("title",)
    for row in rows:
        assert len({button.label_pixels for button in row}) == 1, [button.label for button in row]
        assert all(button.label_pixels in (drawn[button.label] or {button.label_pixels}) for button in row)


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5])
def test_words_of_the_hand_and_names_of_squares_have_one_size(window: Callable[..., Window], scale: float) -> None:
    sitting = window(width=1280, height=720, scale=scale, bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    table, painter = sitting.top, sitting.top.painter
    assert isinstance(table, TableScene)
    tiles = [widget for widget in table.focus_manager.widgets if isinstance(widget, HandTile)]
    assert len({widget.label_pixels for widget in tiles}) == 1 and tiles[0].label_pixels
    drawn = sitting.sizes_written()
    square = coordinate_pixels(painter, table.places.squares[0])
    empty = min(square, painter.unit.text(11))
    assert {size for tile in ("5A", "6A", "12D") for size in drawn[tile]} == {empty}
    assert square >= empty, "own tiles are never written smaller than empty squares"
    assert all(square in drawn[tile] for tile in ("1C", "5D", "12A"))


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_all_texts_that_need_not_shrink_have_a_size_of_the_type_scale(window: Callable[..., Window], scale: float) -> None:
    sitting = window(width=1280, height=720, scale=scale)
    unit = sitting.app.painter.unit
    steps = {max(MIN_TEXT, round(step * unit.size)) for step in TYPE_SCALE}
    assert {unit.text(size / 2) for size in range(16, 70)} <= steps
    asked = Box(0, 0, 2000, 200)
    assert {sitting.app.painter.fitting("Turn", asked, size) for size in (9, 11.5, 12, 12.5, 14, 17, 19, 26, 30)} <= steps


@pytest.mark.parametrize(("w", "h", "scale"), [(1024, 640, 1.0), (1024, 640, 2.0), (1280, 720, 2.0)])
def test_chains_show_their_prices_all_together_or_not_at_all(window: Callable[..., Window], w: int, h: int, scale: float) -> None:
    sitting = window(width=w, height=h, scale=scale, bot_delay_ms=0)
    SCREENS["found-first"](sitting)
    shown = sitting.sizes_written()
    assert [("$200" in shown), ("$400" in shown)] in ([True, True], [False, False])
