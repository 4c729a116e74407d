"""A table that shows the last round only (A35), in the window: its switch, its log, its chart."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.files.saves import RecordFolder
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.matches.table_log import HEADING, HEADING_OF_LAST_ROUND, NO_CHART
from acquire_client.window.scenes.new_game import NewGameScene
from acquire_client.window.scenes.pages import ChartPage
from acquire_client.window.scenes.replay import ReplayScene
from acquire_client.window.scenes.saved_games import SavedGamesPage
from acquire_client.window.scenes.table import TableScene
from acquire_core import RULESETS, RandomPlayer
from acquire_core.actions import Place
from acquire_core.record_header import LAST_ROUND, WHOLE

from .driver import Window


def match_of_turn(turn: int, log: str) -> LocalMatch:
    match = LocalMatch.start(RULESETS["classic"].replace(holdings="open"), players_from("Anna,Ben:casual,Cleo:casual"), 7, log)
    player = RandomPlayer(3)
    while match.game.turn < turn or match.asked_seat != 0:
        match.answer(match.game.action_of(player.code(match.game)))
    match.poll()
    return match


@pytest.mark.parametrize("log", [WHOLE, LAST_ROUND])
def test_the_log_begins_behind_the_own_last_turn(window: Callable[..., Window], log: str) -> None:
    sitting = window()
    match = match_of_turn(9, log)
    table = sitting.sit_at(match)
    early = next(step.action.tile for step in match.steps if isinstance(step.action, Place))
    shown = "\n".join(line.text for line in table.controller.lines_shown)
    assert (f"places {early}." in shown) == (log == WHOLE)
    assert [line.turn for line in table.controller.lines_shown if line.turn][-1] == match.game.turn
    assert (f"places {early}." in "\n".join(table.spoken_lines())) == (log == WHOLE)
    written = sitting.written()
    assert (HEADING if log == WHOLE else HEADING_OF_LAST_ROUND) in written
    assert len([line for line in table.controller.lines_shown if line.turn]) == (match.game.turn if log == WHOLE else 3)


def test_a_click_on_a_line_of_the_last_round_shows_its_tiles(window: Callable[..., Window]) -> None:
    table = window().sit_at(match_of_turn(9, LAST_ROUND))
    number, line = next((at, line) for at, line in enumerate(table.controller.lines_shown) if line.tiles)
    table._point_at(number)
    assert table.glow == line.tiles


def test_the_chart_waits_for_the_end(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.sit_at(match_of_turn(9, LAST_ROUND))
    sitting.key(pygame.K_F5)
    assert not isinstance(sitting.top, ChartPage) and NO_CHART in " ".join(sitting.written())
    sitting.sit_at(match_of_turn(9, WHOLE))
    sitting.key(pygame.K_F5)
    assert isinstance(sitting.top, ChartPage)


@pytest.mark.parametrize("log", [WHOLE, LAST_ROUND])
def test_a_saved_game_is_watched_from_its_beginning_only_where_all_may_be_seen(window: Callable[..., Window], log: str) -> None:
    sitting = window()
    RecordFolder(sitting.app.records).save(match_of_turn(9, log).record())
    sitting.app.push(SavedGamesPage(sitting.app))
    sitting.turn()
    sitting.key(pygame.K_r)
    assert isinstance(sitting.top, ReplayScene if log == WHOLE else SavedGamesPage)


def test_a_custom_game_offers_it_and_remembers_it(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.app.push(NewGameScene(sitting.app))
    sitting.turn()
    sitting.click("log")
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, TableScene) and sitting.table.controller.match.log == LAST_ROUND
    assert sitting.app.settings.log == LAST_ROUND
    scene = NewGameScene(sitting.app)
    sitting.app.push(scene)
    sitting.turn()
    assert scene.log == LAST_ROUND
    sitting.click("log")
    sitting.key(pygame.K_RETURN)
    assert sitting.app.settings.log == WHOLE and sitting.table.controller.match.log == WHOLE
