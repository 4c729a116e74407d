"""Drag tiles, shares and chains with a real mouse. A drop on its place is done; all else goes back, and nothing is done."""

import random
from collections.abc import Callable

import pygame
import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.window.controller.basket_deciders import BuyDecider, DisposeDecider
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.table_view.dragging import basket_box
from acquire_core.actions import Action, Buy, Dispose, Place
from tests.client.window.whole_game import MAX_DECISIONS, chosen

from .driver import IN_WHOLE_GAMES, Window
from .hands import without_forced
from .screens import SCREENS

Point = tuple[int, int]


def press(window: Window, at: Point) -> None:
    window.turn(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
    window.turn(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))


def move(window: Window, at: Point) -> None:
    window.turn(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0)))


def let_go(window: Window, at: Point) -> None:
    window.turn(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))


def drag(window: Window, name: str, to: Point) -> None:
    """Drag from a widget to a place, over a few places between."""
    x, y = window.widget(name).box.middle
    press(window, (x, y))
    for step in range(1, 5):
        move(window, (x + (to[0] - x) * step // 4, y + (to[1] - y) * step // 4))
    let_go(window, to)


def square(table: TableScene, tile: str) -> Point:
    return table.places.squares["ABCDEFGHI".index(tile[-1]) * 12 + int(tile[:-1]) - 1].middle


def basket(table: TableScene) -> Point:
    assert isinstance(table.decider, BuyDecider)
    return basket_box(table.decider, table.places, table.unit).middle


def by_dragging(window: Window, table: TableScene, action: Action) -> None:
    """Do an action by drag and drop; what was put together is confirmed by its button."""
    decider = table.decider
    assert decider is not None
    match action:
        case Place(_, tile):
            drag(window, f"tile {tile}", square(table, tile))
        case Buy(_, chains, ()):
            for chain in chains:
                drag(window, f"stock {chain}", basket(table))
            window.click("confirm")
        case Dispose(_, _, sell, trade):
            assert isinstance(decider, DisposeDecider)
            for part, wanted in (("trade", 0), ("sell", 0), ("trade", trade), ("sell", sell)):
                split = decider.split
                now = split.trade if part == "trade" else split.sell
                step = 2 if part == "trade" else 1
                source, target = ("hold", part) if wanted > now else (part, "hold")
                for _ in range(abs(wanted - now) // step):
                    drag(window, f"part {source}", window.widget(f"part {target}").box.middle)
            window.click("confirm")
        case _:
            key = next(choice.key for choice in decider.prompt.choices if choice.action == action)
            if window.widget(f"choice {key}").load is not None:
                drag(window, f"choice {key}", table.places.board.middle)
            else:
                window.click(f"choice {key}")


def answers(table: TableScene) -> list[Action]:
    """Return what people have answered so far."""
    people = set(table.match.people)
    match = table.match
    assert isinstance(match, LocalMatch)
    return [action for action in match.game.actions() if action.seat in people]


@pytest.mark.fully
@pytest.mark.parametrize("seed", [3, 5])
def test_a_whole_game_by_drag_and_drop(window: Callable[..., Window], seed: int) -> None:
    sitting = window(bot_delay_ms=0, width=1024, height=640)
    table = sitting.play("Anna,Ada:casual,Ben:casual", seed=seed)
    sitting.draws_each = IN_WHOLE_GAMES
    rng, made, kinds = random.Random(seed), [], set()
    for _ in range(MAX_DECISIONS):
        if isinstance(sitting.top, GameOver):
            break
        if isinstance(sitting.top, Dialog):
            sitting.click("answer 0")
        elif table.decider is not None:
            action, before = chosen(table, rng), len(answers(table))
            if isinstance(action, Place):  # first dropped where it does not belong
                drag(sitting, f"tile {action.tile}", table.places.sheet.middle)
            assert len(answers(table)) == before, "nothing is answered that was not dropped on its place"
            made.append(action)
            kinds.add(type(action).__name__)
            by_dragging(sitting, table, action)
        sitting.settle()
    assert isinstance(sitting.top, GameOver) and kinds >= {"Place", "Buy", "Dispose"}
    assert without_forced(answers(table), made) == made


def test_a_tile_goes_back_where_it_is_not_dropped_on_its_square(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    table, before = sitting.table, answers(sitting.table)
    for place in (square(table, "5E"), table.places.sheet.middle, sitting.widget("tile 8C").box.middle, (-5, -5)):
        drag(sitting, "tile 5D", place)
        assert answers(table) == before and table.focus_manager.dragged is None
    drag(sitting, "tile 6G", square(table, "6G"))
    assert answers(table) == before, "a tile that cannot be placed cannot be dragged"
    drag(sitting, "tile 5D", square(table, "5D"))
    assert answers(table)[-1] == Place(0, "5D")


def test_escape_ends_a_drag_and_nothing_else(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    table, before = sitting.table, answers(sitting.table)
    press(sitting, sitting.widget("tile 5D").box.middle)
    move(sitting, square(table, "5D"))
    assert table.focus_manager.dragged is not None
    sitting.key(pygame.K_ESCAPE)
    assert table.focus_manager.dragged is None and sitting.top is table
    let_go(sitting, square(table, "5D"))
    assert answers(table) == before


def test_a_press_that_hardly_moves_is_a_click(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    x, y = sitting.widget("tile 5D").box.middle
    press(sitting, (x, y))
    move(sitting, (x + 4, y - 3))
    let_go(sitting, (x + 4, y - 3))
    assert answers(sitting.table)[-1] == Place(0, "5D")


def test_shares_go_into_the_basket_and_back(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    sitting.key("4")
    table = sitting.table
    decider, before = table.decider, answers(table)
    assert isinstance(decider, BuyDecider)
    drag(sitting, "stock tower", basket(table))
    drag(sitting, "stock luxor", basket(table))
    drag(sitting, "stock luxor", table.places.sheet.middle)
    assert decider.cart.bought == ("tower", "luxor")
    drag(sitting, "basket 0", table.places.board.middle)
    assert decider.cart.bought == ("tower", "luxor"), "it goes back into the basket"
    drag(sitting, "basket 0", table.places.actions.middle)
    assert decider.cart.bought == ("luxor",)
    sitting.click("basket 0")
    assert decider.cart.bought == () and answers(table) == before


def test_shares_move_between_the_parts_of_a_disposal(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["dispose"](sitting)
    table = sitting.table
    decider, before = table.decider, answers(table)
    assert isinstance(decider, DisposeDecider) and decider.split.hold == 1
    drag(sitting, "part hold", sitting.widget("part sell").box.middle)
    assert (decider.split.hold, decider.split.sell) == (0, 1)
    drag(sitting, "part sell", sitting.widget("part trade").box.middle)
    assert (decider.split.hold, decider.split.sell) == (0, 1), "one share cannot be traded"
    drag(sitting, "part sell", sitting.widget("part hold").box.middle)
    assert decider.split.hold == 1 and answers(table) == before


def test_the_square_lights_up_and_the_tile_is_at_the_pointer(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    table = sitting.table
    x, y = square(table, "5D")
    half = table.places.squares[0].w // 2
    press(sitting, sitting.widget("tile 5D").box.middle)
    move(sitting, table.places.action_bar.middle)
    painter = sitting.app.painter
    lit = painter.surface.get_at((x, y - table.places.squares[0].h // 2 - 2 * painter.unit(2)))
    assert lit[:3] == pygame.Color(painter.look.mark)[:3]
    dragged = painter.surface.get_at((table.places.action_bar.middle[0] - half + 6, table.places.action_bar.middle[1]))
    assert dragged[:3] == pygame.Color(painter.look.loose.fill)[:3]


@pytest.mark.parametrize(("name", "over", "is_hand"), [
    ("place-busy", "tile 5D", True), ("place-busy", "tile 6G", False), ("place-busy", "hint", True), ("buy", "confirm", True),
    ("menu", "answer 0", True), ("settings", "look", True)])
def test_the_pointer_is_a_hand_over_what_can_be_pressed(window: Callable[..., Window], name: str, over: str,
                                                        is_hand: bool) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS[name](sitting)
    sitting.point(*sitting.widget(over).box.middle)
    assert sitting.app.is_hand == is_hand
    sitting.point(sitting.app.size[0] - 1, sitting.app.size[1] - 1)
    assert not sitting.app.is_hand


def test_under_a_dialog_nothing_has_a_hand(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    tile = sitting.widget("tile 5D").box.middle
    sitting.key(pygame.K_F10)
    assert isinstance(sitting.top, Dialog)
    sitting.point(*tile)
    assert not sitting.app.is_hand
