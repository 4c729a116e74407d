"""Computer players among themselves at this machine: all hands are open, the game can be paused, and no dead button is left."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.pages import ChartPage, LinesPage
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.scenes.watch_computers import WatchComputersScene
from acquire_core import RULESETS

from .driver import Window

Open = Callable[..., Window]


def watched(window: Open, turn: int = 12, seats: str = "Ada:casual,Ben:casual,Cleo:beginner", **settings: object) -> Window:
    sitting = window(width=1280, height=800, bot_delay_ms=60_000, **settings)
    match = LocalMatch.start(RULESETS["classic"], players_from(seats), 5)
    while match.game.turn < turn:
        match.answer(match.bot_action())
    match.poll()
    sitting.app.play(match)
    sitting.turn()
    return sitting


def names_of(sitting: Window) -> set[str]:
    return {widget.name for widget in sitting.top.focus_manager.widgets}


def table_of(sitting: Window) -> WatchComputersScene:
    table = sitting.table
    assert isinstance(table, WatchComputersScene)
    return table


def tiles_of_all(sitting: Window) -> set[str]:
    hands = sitting.table.match.game.snapshot()["hands"]  # type: ignore[attr-defined]
    return {tile for hand in hands for tile in hand["tiles"]}


def test_all_hands_shares_and_money_are_open_and_can_be_hidden(window: Open) -> None:
    sitting = watched(window)
    table = sitting.table
    assert isinstance(table, WatchComputersScene) and tiles_of_all(sitting) <= set(sitting.written())
    assert all(seat.cash is not None for seat in table.snapshot.sheet.seats)
    assert any(" draws " in line.text and line.text[-2] in "ABCDEFGHI" for line in table.controller.log.lines)
    spoken = {node.key: node.name for node in table.accessible_parts()}
    assert spoken["hand 1"] == "Tiles of Ben: " + ", ".join(table.snapshot.sheet.seats[1].tiles)
    sitting.key("o")
    seats = table.snapshot.sheet.seats
    assert "Hands and shares are hidden." in sitting.written() and all(seat.cash is None for seat in seats)
    assert not any(" draws " in line.text and line.text[-2] in "ABCDEFGHI" for line in table.controller.log.lines)
    assert "hand 1" not in {node.key for node in table.accessible_parts()} and table.snapshot.seen.hand == ()
    sitting.click("hands")
    assert tiles_of_all(sitting) <= set(sitting.written())


def test_hidden_hands_are_hidden_at_the_next_table_too(window: Open) -> None:
    sitting = watched(window)
    sitting.key("o")
    assert not sitting.app.file.load().open_hands
    again = watched(window, open_hands=False)
    assert "Hands and shares are hidden." in again.written() and table_of(again).snapshot.seen.hand == ()
    again.key("o")
    assert again.app.file.load().open_hands and "Hands and shares are hidden." not in again.written()


def test_only_what_does_something_can_be_pressed(window: Open) -> None:
    sitting = watched(window)
    assert not {"undo", "reset", "hint"} & names_of(sitting) and {"hands", "pause", "hurry"} <= names_of(sitting)
    assert not any(name.startswith("tile ") for name in names_of(sitting))
    assert all(widget.enabled for widget in sitting.top.focus_manager.widgets)


@pytest.mark.parametrize("by_key", [True, False])
def test_a_pause_halts_the_computers_until_it_goes_on(window: Open, by_key: bool) -> None:
    sitting = watched(window)
    table = table_of(sitting)
    sitting.key("p") if by_key else sitting.click("pause")
    before = len(table.match.steps)
    for _ in range(4):
        sitting.now_ms += 100_000
        assert sitting.app.workers.settle()
        sitting.turn()
    assert len(table.match.steps) == before and "paused" in sitting.written()
    sitting.key("space") if by_key else sitting.click("hurry")
    for _ in range(4):
        sitting.now_ms += 100_000
        assert sitting.app.workers.settle()
        sitting.turn()
    assert len(table.match.steps) > before and not table.is_paused and not table.controller.runner.hurried


def test_space_plays_to_the_end_and_a_pause_stops_that_too(window: Open) -> None:
    sitting = watched(window, turn=40)
    sitting.key("space")
    assert sitting.table.controller.runner.hurried and "hurry" not in names_of(sitting)
    sitting.key("p")
    assert table_of(sitting).is_paused and not sitting.table.controller.runner.hurried and "hurry" in names_of(sitting)
    sitting.key("space")
    sitting.key("space")
    for _ in range(600):
        assert sitting.app.workers.settle()
        sitting.turn()
        if isinstance(sitting.top, GameOver):
            break
    assert isinstance(sitting.top, GameOver)
    sitting.key("t")
    assert sitting.top is sitting.table and not {"hurry", "pause", "hands"} & names_of(sitting)


def test_function_keys_show_what_is_open(window: Open) -> None:
    sitting = watched(window)
    sitting.key(pygame.K_F3)
    assert isinstance(sitting.top, LinesPage) and tiles_of_all(sitting) <= {
        word.strip(":") for line in sitting.top.lines for word in line.text.split()}
    sitting.key(pygame.K_ESCAPE)
    sitting.key(pygame.K_F5)
    assert isinstance(sitting.top, ChartPage)
    sitting.key(pygame.K_ESCAPE)
    sitting.key("o")
    sitting.key(pygame.K_F5)
    assert sitting.top is sitting.table


def test_a_table_with_a_person_never_opens_hands(window: Open) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.play()
    assert type(table) is TableScene
    table.controller.open_hands(True)
    assert not table.controller.is_open


def test_six_hands_fit_at_all_scales(window: Open) -> None:
    for width, height, scale in ((1280, 800, 2.0), (1024, 640, 1.0), (1280, 720, 0.75)):
        sitting = window(width=width, height=height, bot_delay_ms=60_000, scale=scale)
        seats = "Ada:casual,Ben:casual,Cleo:casual,Dan:casual,Eve:casual,Fritz:casual"
        sitting.app.play(LocalMatch.start(RULESETS["classic"], players_from(seats), 5))
        sitting.turn()
        table = sitting.table
        assert isinstance(table, WatchComputersScene)
        bar = table.places.action_bar
        assert all(bar.x <= row.x and row.right <= table.places.confirm.x and row.bottom <= bar.bottom for row in table.rows)
        assert not sitting.app.painter.clipped
