"""Rectangles for hundreds of windows: nothing overlaps, nothing leaves the window, everything to be hit is large enough."""

from itertools import combinations

import pytest

from acquire_client.window.layout.box import MIN_TARGET, Box, Unit
from acquire_client.window.layout.pages import page_layout, statistics_layout, title_layout
from acquire_client.window.layout.replay import replay_layout, review_layout
from acquire_client.window.layout.scale import REPLAY_ROOMS, fitting_unit
from acquire_client.window.layout.table import MIN_SIDE, TALL_GAINS, sheet_columns, table_layout, watched_layout
from tests.client.window.boxes import is_inside, overlap, parts_of_replay, parts_of_table
from tests.client.window.sizes import SCALES, SIZES
from tests.support.few_cases import few_cases


@pytest.mark.parametrize("scale", few_cases(pytest.mark.more_cases, SCALES, lambda scale: scale == 2.0))
def test_the_parts_of_the_table_keep_apart(scale: float) -> None:
    for w, h in SIZES:
        window, unit = Box(0, 0, w, h), fitting_unit(w, h, scale)
        for rows, hand in ((10, 6), (13, 6), (14, 11)):
            places = table_layout(window, unit, rows, hand)
            parts = parts_of_table(places) | {f"helper {number}": box for number, box in enumerate(places.helpers)}
            for (one, first), (other, second) in combinations(parts.items(), 2):
                assert not overlap(first, second), f"{w}x{h} at {scale}: {one} {first} lies over {other} {second}"
            for name, box in parts.items():
                assert is_inside(box, window), f"{w}x{h} at {scale}: {name} {box} leaves the window"
            assert places.sheet.w >= MIN_SIDE
            assert places.side.h >= 100
            for box in (places.confirm, places.actions, *places.helpers, *places.tiles, places.squares[0]):
                assert min(box.w, box.h) >= MIN_TARGET, f"{w}x{h} at {scale}: {box}"


@pytest.mark.parametrize("scale", few_cases(pytest.mark.more_cases, SCALES, lambda scale: scale == 2.0))
def test_the_parts_of_a_watched_table_keep_apart_and_its_squares_are_larger(scale: float) -> None:
    for w, h in SIZES:
        window, unit = Box(0, 0, w, h), fitting_unit(w, h, scale)
        for rows in (10, 14):
            places, played = watched_layout(window, unit, rows), table_layout(window, unit, rows)
            parts = {name: box for name, box in parts_of_table(places).items() if name != "actions"}
            parts["helper"] = places.helpers[0]
            for (one, first), (other, second) in combinations(parts.items(), 2):
                assert not overlap(first, second), f"{w}x{h} at {scale}: {one} {first} lies over {other} {second}"
            for name, box in parts.items():
                assert is_inside(box, window), f"{w}x{h} at {scale}: {name} {box} leaves the window"
            assert min(places.confirm.h, places.helpers[0].h) >= MIN_TARGET and places.side.h >= 100
            (_, _, wide, high), (_, _, w_played, h_played) = places.squares[0], played.squares[0]
            assert TALL_GAINS * wide * high >= w_played * h_played and places.question.w >= 150


@pytest.mark.parametrize("scale", few_cases(pytest.mark.more_cases, SCALES, lambda scale: scale == 2.0))
def test_the_parts_of_a_replay_keep_apart(scale: float) -> None:
    for w, h in SIZES:
        window, unit = Box(0, 0, w, h), fitting_unit(w, h, scale)
        for rows in (9, 13):
            places = replay_layout(window, unit, rows)
            parts = parts_of_replay(places)
            for (one, first), (other, second) in combinations(parts.items(), 2):
                assert not overlap(first, second), f"{w}x{h} at {scale}: {one} {first} lies over {other} {second}"
            for name, box in parts.items():
                room = places.table.action_bar if name not in ("board", "column") else window
                assert is_inside(box, room), f"{w}x{h}: {name} {box}"
            for box in (places.slider, places.speed, places.chances, places.time, *places.steppers):
                assert min(box.w, box.h) >= MIN_TARGET, f"{w}x{h} at {scale}: {box}"
            assert places.event.h >= 14 and places.question.h >= 13


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_parts_of_a_review_keep_apart(scale: float, players: int) -> None:
    for w, h in SIZES:
        unit = fitting_unit(w, h, scale, REPLAY_ROOMS)
        column = replay_layout(Box(0, 0, w, h), unit, players + 7).column
        places = review_layout(column, unit, players)
        parts = {"head": places.head, "curve": places.curve, "mine": places.filters[0], "all": places.filters[1],
                 "again": places.again, "list": places.list}
        parts |= {f"player {number}": row for number, row in enumerate(places.players)}
        for (one, first), (other, second) in combinations(parts.items(), 2):
            assert not overlap(first, second), f"{w}x{h} at {scale}: {one} {first} lies over {other} {second}"
        for name, box in parts.items():
            assert is_inside(box, column), f"{w}x{h} at {scale}: {name} {box} leaves {column}"
        assert min(places.again.h, places.filters[0].h, places.explain.h) >= MIN_TARGET
        assert places.list.h >= MIN_TARGET and places.curve.h >= 84


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("rows", [2, 8, 10])
def test_the_parts_of_the_statistics_keep_apart(scale: float, rows: int) -> None:
    for w, h in SIZES:
        body = Box(30, 40, int(w * 0.7), int(h * 0.6))
        places = statistics_layout(body, Unit(w, h, scale), rows)
        parts = [*places.figures, *places.levels, *places.rules, places.merger, places.note]
        for one, other in combinations(parts, 2):
            assert not overlap(one, other), f"{w}x{h} at {scale}"
        assert all(is_inside(box, body) and box.h >= 14 for box in parts), f"{w}x{h} at {scale}"


def test_squares_lie_on_the_board_side_by_side_and_are_nearly_square() -> None:
    for w, h in SIZES:
        places = table_layout(Box(0, 0, w, h), Unit(w, h, 1.0))
        assert len(places.squares) == 108
        assert all(is_inside(square, places.board) for square in places.squares)
        for number in range(11):
            assert places.squares[number].right < places.squares[number + 1].x
        assert 0.9 < places.squares[0].w / places.squares[0].h < 1.25
        used = places.squares[-1].right - places.squares[0].x
        assert used > 0.4 * min(w, 2 * h)


@pytest.mark.parametrize("scale", SCALES)
def test_pages_keep_their_parts_apart(scale: float) -> None:
    for w, h in SIZES:
        window, unit = Box(0, 0, w, h), fitting_unit(w, h, scale)
        page = page_layout(window, unit)
        title = title_layout(window, unit, 9, 10)
        of_title = (title.title, title.line, *title.menu, title.board, title.sheet, title.foot)
        for boxes in ((page.head, page.body, page.foot), of_title):
            for first, second in combinations(boxes, 2):
                assert not overlap(first, second), f"{w}x{h} at {scale}: {first} lies over {second}"
            assert all(is_inside(box, window) for box in boxes)
        assert min(box.h for box in (*title.menu, page.foot)) >= MIN_TARGET


@pytest.mark.parametrize(("size", "below"), [
    ((1280, 720), False), ((1024, 640), False), ((1024, 768), False), ((1920, 1200), False),
    ((1024, 1000), True), ((1024, 1280), True), ((1080, 1920), True)])
def test_in_a_tall_window_the_sheet_goes_below_a_larger_board(size: tuple[int, int], below: bool) -> None:
    places = table_layout(Box(0, 0, *size), Unit(*size, 1.0))
    assert (places.sheet.y >= places.board.bottom) == below
    if below:
        assert places.squares[0].w > size[0] / 15 and places.board.w > 0.95 * size[0]
        assert places.action_bar.h < 0.25 * size[1]


def test_the_columns_of_the_sheet_fill_its_rows() -> None:
    for width in range(400, 1400, 7):
        cells = sheet_columns(Box(10, 0, width, 20), 7, Unit(1280, 720, 1.0))
        assert cells[0].x == 10 and cells[-1].right == 10 + width
        assert all(one.right < other.x for one, other in zip(cells, cells[1:], strict=False))


def test_a_box_can_be_cut_without_losing_a_pixel() -> None:
    for width in range(1, 200):
        cells = Box(3, 5, width, 9).columns((1, 2, 0.5), 0)
        assert sum(cell.w for cell in cells) == width
        assert cells[-1].right == 3 + width
