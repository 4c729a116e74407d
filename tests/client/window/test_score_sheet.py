"""The score sheet: shape and colour show who leads, siblings have one size, and a chain has a card wherever it is shown."""

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from acquire_client.theme import LOOKS, visible_on
from acquire_client.view_model.board import COLUMNS, ROWS
from acquire_client.window.assets.fonts import Fonts
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.layout.table import sheet_columns, sheet_line_count
from acquire_client.window.table_view.sheet_view import NAME, RANK_SIZE, WORTH, sheet_cell
from acquire_client.window.widgets.focus_manager import TIP_DELAY_MS
from acquire_client.window.widgets.lines import ListView
from tests.client.window.sizes import SCALES, SIZES
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .driver import Window
from .screens import HAND, NAMES, SCREENS, position

LUXOR, AMERICAN = 0, 2
"""Columns of the sheet. Of Luxor Dan has 10 shares, Clementine 4 and Annabel 1."""
CARD_OF_LUXOR = ("Luxor: 3 tiles, $300 a share.\n1st bonus $3,000, 2nd $1,500.\n1 more tile: $400.\n"
                 "Dan 10, Clementine 4, Annabel 1; 10 left.")


def pill(sitting: Window, seat: int, chain: int) -> Box:
    """Return the middle of a cell of the sheet, as large as the mark of a bonus."""
    unit, seats = sitting.app.painter.unit, len(sitting.table.match.players)
    inner = sitting.table.places.sheet.inset(unit(8))
    row = inner.stacked(sheet_line_count(seats), inner.h // sheet_line_count(seats))[1 + seat]
    place = sheet_columns(row, 7, unit)[1 + chain]
    return place.centred(min(place.w, unit(30)), min(place.h - 2, unit(21)))


def rest_on(sitting: Window, x: int, y: int) -> str | None:
    """Return the tooltip for a pointer that rests there."""
    sitting.point(x, y)
    sitting.now_ms += TIP_DELAY_MS
    sitting.turn()
    return None if sitting.app._tip is None else sitting.app._tip[0]


def square(sitting: Window, tile: str) -> tuple[int, int]:
    return sitting.table.places.squares[ROWS.index(tile[-1]) * len(COLUMNS) + int(tile[:-1]) - 1].middle


@pytest.mark.parametrize("look", LOOKS)
def test_the_first_bonus_is_a_pill_in_the_colour_of_the_chain_and_the_second_a_ring(window: Callable[..., Window],
                                                                                    look: str) -> None:
    sitting = window(bot_delay_ms=0, look=look, width=1920, height=1080)
    SCREENS["place-busy"](sitting)
    sitting.app.draw()
    surface, colours = sitting.app.painter.surface, LOOKS[look]

    def at(box: Box, x: int) -> str:
        red, green, blue = surface.get_at((box.x + x, box.middle[1]))[:3]
        return f"#{red:02X}{green:02X}{blue:02X}"

    dan, clementine, annabel = (pill(sitting, seat, LUXOR) for seat in (3, 2, 0))
    fill = colours.chains["luxor"].fill
    assert at(dan, 6) == fill
    assert at(clementine, 6) == colours.panel and at(clementine, 0) == visible_on(fill, colours.panel)
    assert at(annabel, 6) == at(annabel, 0) == colours.mine.fill, "neither, in the row of who decides"
    assert {"filled: 1st bonus", "ring: 2nd bonus"} <= set(sitting.written())


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.fully)])
@pytest.mark.parametrize("scale", few_cases(pytest.mark.more_cases, SCALES, lambda scale: scale == 2.0))
def test_siblings_have_one_size_of_text(window: Callable[..., Window], scale: float, language: str, count: Count,
                                        monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: dict[str, set[int]] = {}
    picture = Fonts.text_picture

    def noted(fonts: Fonts, text: str, pixels: int, *rest: Any) -> pygame.Surface:
        sizes.setdefault(text, set()).add(pixels)
        return picture(fonts, text, pixels, *rest)

    sitting = window(bot_delay_ms=0, language=language, scale=scale)
    table = sitting.sit_at(position(HAND, NAMES))
    monkeypatch.setattr(Fonts, "text_picture", noted)
    sheet, translate = table.snapshot.sheet, table.translate
    money = [amount for seat in sheet.seats for amount in (seat.cash, seat.net_worth)]
    siblings = {"names": [seat.name for seat in sheet.seats],
                "money": [translate("{amount:$}", amount=amount) for amount in money],
                "rows": [translate(title) for title in ("Left", "Size")]}
    for w, h in SIZES[::200 // count(6, 50)]:
        sizes.clear()
        sitting.app.resize_window(w, h)
        sitting.written()
        for what, texts in siblings.items():
            assert len(set.union(*(sizes.get(text, set()) for text in texts))) <= 1, f"{what} at {w}x{h}"


@pytest.mark.parametrize(("holdings", "ranks"), [("open", ["2", "3", "4", "1"]), ("hidden", [])])
def test_ranks_are_shown_where_all_money_is_open(window: Callable[..., Window], holdings: str, ranks: list[str],
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    write = Painter.text

    def noted(painter: Painter, box: Box, text: str, size: float = 13, *rest: Any, **more: Any) -> int:
        drawn.extend([text] if text.isdigit() and size == RANK_SIZE else [])
        return write(painter, box, text, size, *rest, **more)

    sitting = window(bot_delay_ms=0)
    sitting.sit_at(position(HAND, "Ada,Ben:casual,Cleo:casual,Dan:casual", holdings=holdings))
    monkeypatch.setattr(Painter, "text", noted)
    sitting.app.painter.forget()
    sitting.app.draw()
    assert drawn == ranks


def test_the_card_of_a_chain_is_shown_on_its_body_and_in_its_column(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    board = sitting.table.snapshot.seen.board
    for tile in (tile for tile, chain in board.items() if chain == "luxor"):
        assert rest_on(sitting, *square(sitting, tile)) == CARD_OF_LUXOR
    assert rest_on(sitting, *sitting.widget("chain luxor").box.middle) == CARD_OF_LUXOR
    loose = next(tile for tile, chain in board.items() if chain is None)
    assert rest_on(sitting, *square(sitting, loose)) is None
    assert rest_on(sitting, *square(sitting, "5A")) is None


def test_lines_of_the_log_have_the_avatar_of_who_acted(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, width=1280, height=720)
    table = sitting.play(seed=9)
    sitting.key(next(choice.key for choice in table.decider.prompt.choices if choice.action))  # type: ignore[union-attr]
    sitting.settle()
    log = sitting.widget("log")
    assert isinstance(log, ListView)
    names = table.controller.names.seats
    acted = [row for _, row in log.rows if row.text.startswith(names) and not row.strong]
    assert len(acted) > 5
    assert all(row.avatar is not None and row.text.startswith(names[row.avatar[0]] + " ") for row in acted)
    assert all(row.avatar is None for _, row in log.rows if not row.text.startswith(names))


FIRST_NAMES = "Maximiliane,Clementine:casual,Annabel:casual,Florentina:casual"


@pytest.mark.parametrize("scale", few_cases(pytest.mark.more_cases, SCALES, lambda scale: scale == 2.0))
def test_first_names_are_whole_in_the_sheet_at_every_size_and_scale(window: Callable[..., Window], scale: float, count: Count,
                                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[str] = []
    shortened = Painter._shortened_text

    def noted(painter: Painter, text: str, *rest: Any) -> str:
        cut.append(text)
        return shortened(painter, text, *rest)

    sitting = window(bot_delay_ms=0, scale=scale)
    names = sitting.sit_at(position(HAND, FIRST_NAMES)).controller.names.seats
    monkeypatch.setattr(Painter, "_shortened_text", noted)
    for w, h in SIZES[:7 + count(1, 60)]:
        sitting.app.resize_window(w, h)
        assert set(names) <= set(sitting.written()) and not set(cut) & set(names), f"{w}x{h}"


def test_a_name_without_room_is_shortened_to_what_no_other_name_is(window: Callable[..., Window]) -> None:
    sitting = window(width=1280, height=720, bot_delay_ms=0, scale=2.0)
    table = sitting.sit_at(position(HAND, "Maximiliane Annabell,Clementine King:casual,Clementine Byron:casual,Ben:casual"))
    assert {"Maximiliane", "Clementine K.", "Clementine B.", "Ben"} <= set(sitting.written())
    name = sheet_cell(table.places.sheet, table.snapshot.sheet, table.unit, 0, NAME)
    assert "Maximiliane Annabell" in (rest_on(sitting, *name.middle) or "")


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
def test_prices_of_four_digits_lose_their_sign_before_they_become_small(window: Callable[..., Window],
                                                                        size: tuple[int, int]) -> None:
    """In German, at a large size of text, a price of 1,100 dollars made all prices half as large as the figures above them."""
    sitting = window(width=size[0], height=size[1], scale=1.5, language="de", bot_delay_ms=0)
    SCREENS["end"](sitting)
    drawn = sitting.sizes_written()
    assert "Preis in $" in drawn
    assert min(drawn["1.100"]) >= 0.7 * max(drawn["42"])


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 1.0), ((1024, 640), 1.0), ((1024, 640), 2.0), ((1920, 1080), 1.0)])
def test_prices_side_by_side_are_farther_apart_than_words(window: Callable[..., Window], size: tuple[int, int], scale: float,
                                                          language: str) -> None:
    """Prices of three digits with their sign filled their columns, and their row read as a line of words."""
    sitting = window(width=size[0], height=size[1], scale=scale, language=language, bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    drawn, table, fonts = sitting.sizes_written(), sitting.table, sitting.app.painter.fonts
    forms = ("$300", "$400"), ("300\N{NO-BREAK SPACE}$", "400\N{NO-BREAK SPACE}$"), ("300", "400")
    (one, other), = (form for form in forms if set(form) <= drawn.keys())
    pixels, = drawn[one]
    places = [sheet_cell(table.places.sheet, table.snapshot.sheet, table.unit, 0, column) for column in (0, 1)]
    widths = [fonts.text_width(text, pixels, True, True) for text in (one, other)]
    gap = places[1].middle[0] - places[0].middle[0] - sum(widths) / 2
    assert gap >= 2 * fonts.text_width(" ", pixels, True, True)


@pytest.mark.parametrize(("holdings", "is_known"), [("open", True), ("piles", False), ("hidden", False)])
def test_money_says_what_a_player_would_have_if_the_game_ended_now(window: Callable[..., Window], holdings: str,
                                                                   is_known: bool) -> None:
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    table = sitting.sit_at(position(HAND, holdings=holdings))
    seen, sheet = table.controller.shown.seen, table.snapshot.sheet
    for seat, name in enumerate(("Annabel", "Ben, level 2")):
        cell = sheet_cell(table.places.sheet, sheet, table.unit, seat, WORTH)
        money, worth = seen.if_ended[seat], sheet.seats[seat].net_worth
        text = f"If the game ended now: ${money:,}, of it ${money - (worth or 0):,} in bonuses."
        assert rest_on(sitting, *cell.middle) == (text if is_known else None)
        assert rest_on(sitting, *sheet_cell(table.places.sheet, sheet, table.unit, seat, NAME).middle) == name


def test_three_bonuses_have_three_marks(window: Callable[..., Window]) -> None:
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    board = ["AA..WW......", *["............"] * 8]
    shares = [{"american": 1}, {"american": 3}, {"american": 5}, {"american": 7, "worldwide": 1}]
    table = sitting.sit_at(position("9I 12A", board=board, shares=shares, rules="tycoon-2023"))
    assert {"filled: 1st bonus", "ring: 2nd, line: 3rd"} <= set(sitting.written())
    reader = {node.key: node.name for part in table.accessible_parts() for row in part.children if row.key == "seat 1"
              for node in row.children}
    assert reader["american"] == "American: 3 shares, 3rd bonus"
    sitting.app.draw()
    surface, fill = sitting.app.painter.surface, pygame.Color(LOOKS["dark"].chains["american"].fill)
    marked = []
    for seat in range(4):
        box = pill(sitting, seat, AMERICAN)
        foot, side = (surface.get_at((box.middle[0], box.bottom - 1))[:3], surface.get_at((box.x, box.middle[1]))[:3])
        marked.append((foot == fill[:3], side == fill[:3]))
    assert marked[1] == (True, False) and marked[0] == (False, False), "a line for the third, nothing for the fourth"


def test_a_cart_says_that_it_gains_the_third_place_where_that_is_paid(window: Callable[..., Window]) -> None:
    shares = [{}, {"american": 5}, {"american": 7}, {}]
    for rules, is_paid in (("tycoon-2023", True), ("classic", False)):
        sitting = window(width=1280, height=720, bot_delay_ms=0)
        sitting.sit_at(position("9I 12A", board=["AA..........", *["............"] * 8], shares=shares, rules=rules))
        sitting.key("1")
        sitting.key("a")
        assert any("American: third place" in text for text in sitting.written()) == is_paid
