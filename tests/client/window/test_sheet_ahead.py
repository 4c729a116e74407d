"""A preview shows in the cells of the score sheet what it would change, and nothing that the rules conceal."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.theme import LOOKS
from acquire_client.window.controller import basket_deciders
from acquire_client.window.layout.box import Box
from acquire_client.window.table_view.sheet_ahead import CellChange
from acquire_client.window.table_view.sheet_view import CASH, MARKET_LEFT, WORTH, sheet_cell
from acquire_core.actions import Dispose

from .driver import Window
from .screens import EMPTY, HAND, SCREENS, position

LUXOR, TOWER, FESTIVAL = 0, 1, 3
LEFT, SIZE, PRICE = MARKET_LEFT, MARKET_LEFT + 1, MARKET_LEFT + 2


def cell(sitting: Window, row: int, column: int) -> Box:
    table = sitting.table
    return sheet_cell(table.places.sheet, table.snapshot.sheet, table.unit, row, column)


def pixels(sitting: Window, box: Box) -> bytes:
    sitting.app.draw()
    return pygame.image.tobytes(sitting.app.painter.surface.subsurface(box), "RGB")


def changes(sitting: Window) -> dict[tuple[int, int], int]:
    table = sitting.table
    found = table._sheet_ahead.changes(table.pointed_preview(), table.snapshot.sheet, table.controller.names)
    return {(change.row, change.column): change.value for change in found}


@pytest.mark.parametrize("look", LOOKS)
def test_a_tile_that_is_pointed_at_changes_size_and_price_in_the_sheet(window: Callable[..., Window], look: str) -> None:
    sitting = window(width=1280, height=720, bot_delay_ms=0, look=look)
    sitting.sit_at(position(HAND))
    size, other = cell(sitting, SIZE, FESTIVAL), cell(sitting, SIZE, LUXOR)
    before = pixels(sitting, size), pixels(sitting, other)
    assert not changes(sitting), "nothing is shown by itself"
    sitting.point(*sitting.widget("tile 8C").box.middle)
    found = changes(sitting)
    assert found[SIZE, FESTIVAL] == 6 and found[PRICE, FESTIVAL] == 700
    assert {(row, column) for row, column in found if row < 0} == {(SIZE, FESTIVAL), (PRICE, FESTIVAL)}
    assert found[0, WORTH] == 28_000, "three shares at $100 more"
    assert pixels(sitting, size) != before[0] and pixels(sitting, other) == before[1]
    sitting.point(5, 5)
    assert not changes(sitting) and pixels(sitting, size) == before[0]


def test_a_cart_changes_shares_cash_and_what_is_left(window: Callable[..., Window]) -> None:
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    sitting.sit_at(position(HAND))
    for key in "4tl":
        sitting.key(key)
    assert changes(sitting) == {(LEFT, LUXOR): 9, (LEFT, TOWER): 14, (0, LUXOR): 2, (0, TOWER): 5, (0, CASH): 11_600}


def test_what_is_sold_in_a_merger_changes_cash_shares_and_what_is_left(window: Callable[..., Window]) -> None:
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    SCREENS["merger-two"](sitting)
    assert not changes(sitting), "keeping all of them changes nothing"
    before = sitting.table.snapshot.sheet
    sitting.key("s")
    found = changes(sitting)
    assert found[0, CASH] == (before.seats[0].cash or 0) + 200
    assert found[0, LUXOR] == (before.chains[LUXOR].blocks[0] or 0) - 1
    assert found[LEFT, LUXOR] == before.chains[LUXOR].market + 1


def test_a_disposal_that_begins_with_the_last_choice_shows_nothing_ahead(window: Callable[..., Window],
                                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(basket_deciders, "last_disposal", lambda seat, past: Dispose(seat, 0, 4, 0))
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    SCREENS["merger-two"](sitting)
    decider = sitting.table.decider
    assert isinstance(decider, basket_deciders.DisposeDecider) and decider.split.sell == 6
    assert not changes(sitting), "the person has not asked for a preview"
    sitting.key("s", pygame.KMOD_SHIFT)
    assert decider.split.sell == 5 and changes(sitting)


@pytest.mark.parametrize("holdings", ["piles", "hidden"])
def test_where_holdings_are_concealed_the_market_changes_and_the_own_row(window: Callable[..., Window], holdings: str) -> None:
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    sitting.sit_at(position(HAND, holdings=holdings))
    sitting.point(*sitting.widget("tile 8C").box.middle)
    assert set(changes(sitting)) == {(SIZE, FESTIVAL), (PRICE, FESTIVAL), (0, WORTH)}
    sitting.point(*sitting.widget("tile 5D").box.middle)
    assert all(row < 0 for row, _ in changes(sitting)), "a bonus would tell what others hold"
    for key in "4tl":
        sitting.key(key)
    assert changes(sitting) == {(LEFT, LUXOR): 9, (LEFT, TOWER): 14, (0, LUXOR): 2, (0, TOWER): 5, (0, CASH): 11_600}


def test_a_disposal_behind_which_the_next_bonus_is_paid_tells_nothing_of_it(window: Callable[..., Window]) -> None:
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    board = ["....L.......", "....L.......", ".TTT.AAAA...", *["............"] * 6]
    shares = [{"luxor": 4, "tower": 4}, {"luxor": 1}, {}, {}]
    sitting.sit_at(position("5C 9I", board=board, shares=shares, holdings="hidden"))
    sitting.key("1")
    decider = sitting.table.decider
    assert isinstance(decider, basket_deciders.DisposeDecider) and decider.prompt.gone == "tower"
    sitting.key("s")
    assert (LEFT, TOWER) in changes(sitting) and all(row < 0 for row, _ in changes(sitting))


def test_a_preview_is_looked_at_once(window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    sitting.sit_at(position(HAND))
    sitting.point(*sitting.widget("tile 8C").box.middle)
    table = sitting.table
    first: tuple[CellChange, ...] = table._sheet_ahead.changes(table.pointed_preview(), table.snapshot.sheet,
                                                               table.controller.names)
    sitting.app.draw()
    again = table._sheet_ahead.changes(table.pointed_preview(), table.snapshot.sheet, table.controller.names)
    assert first and again is first


@pytest.mark.parametrize("holdings", ["open", "piles", "hidden"])
def test_a_tile_that_merges_shows_what_becomes_of_the_survivor(window: Callable[..., Window], holdings: str) -> None:
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    board = ["LLLLL.TTT...", ".....o......", *[EMPTY] * 7]
    sitting.sit_at(position("6A 9I", board=board, holdings=holdings))
    sitting.point(*sitting.widget("tile 6A").box.middle)
    found = changes(sitting)
    assert (found[SIZE, LUXOR], found[PRICE, LUXOR]) == (10, 600), "five, three, the tile, and the loose one that joins"
    assert (found[SIZE, TOWER], found[PRICE, TOWER]) == (0, 0), "the chain that is taken over leaves the board"
    assert any("$500 → $600" in text for text in sitting.written())
    if holdings != "open":
        assert {row for row, _ in found if row >= 0} == set(), "and nothing of what players hold"


def test_a_tie_shows_no_survivor_before_it_is_chosen(window: Callable[..., Window]) -> None:
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    sitting.sit_at(position("6A 9I", board=["LLLLL.TTTTT.", *[EMPTY] * 8], holdings="hidden"))
    sitting.point(*sitting.widget("tile 6A").box.middle)
    assert not changes(sitting)
