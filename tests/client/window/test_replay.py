"""Replays in the window: every moment is that of the record, keys and slider go there, an analysis can be had and left off."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.matches.replay_match import ReplayMatch
from acquire_client.view_model.replaying import RecordReplay
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.replay import ReplayScene
from acquire_client.window.scenes.saved_games import SavedGamesPage
from acquire_client.window.widgets.choice import Slider
from acquire_core.actions import DrawTile
from acquire_core.analysis import Effort
from acquire_core.events import BonusPaid
from tests.client.window.replays import finished, unfinished, watch

from .driver import Window


@pytest.mark.parametrize("rules", ["classic", "dos-1988", "tycoon-2023"])
def test_every_moment_is_that_of_the_record(rules: str) -> None:
    record = finished(rules)
    replay = RecordReplay(ReplayMatch(record))
    assert replay.stops[-1] == len(record.actions)
    for move in (1, *replay.stops[::37], len(record.actions)):
        game, moment = record.game(move), replay.moment_after(move)
        assert moment.board.tiles == game.observe(None).board
        assert moment.bag_count == game.observe(None).bag_count
        assert [seat.cash for seat in moment.sheet.seats] == list(game.snapshot()["cash"])
    skipped = set(range(1, len(record.actions) + 1)) - set(replay.stops)
    assert skipped and all(isinstance(record.actions[move], DrawTile) for move in skipped)


def test_a_game_that_goes_on_shows_no_more_than_the_table_sees(window: Callable[..., Window]) -> None:
    replay = RecordReplay(ReplayMatch(unfinished()))
    last = replay.moment_after(replay.stops[-1])
    assert last.hand == () and {seat.cash for seat in last.sheet.seats} == {None}
    assert not any("draws 1" in line.text for line in replay.lines)
    scene = watch(window(), unfinished())
    window_key = scene.focus_manager.widget_named("chances")
    assert window_key is not None and not window_key.enabled
    scene.ask()
    assert scene.done_share is None


def test_turns_are_stepped_forth_and_back() -> None:
    replay = RecordReplay(ReplayMatch(finished()))
    at, turns = 0, []
    while True:
        further = replay.turn_from(at, 1)
        if further == at:
            break
        at = further
        turns.append(replay.moment_after(replay.stops[at]).turn)
    assert turns == sorted(turns) and len(set(turns)) >= len(turns) - 1
    before = at
    at = replay.turn_from(at, -1)
    assert 0 <= at < before
    for _ in range(len(turns) + 2):
        at = replay.turn_from(at, -1)
    assert at == 0


def test_keys_the_slider_and_the_log_go_to_their_moments(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = watch(sitting, finished())
    sitting.key(pygame.K_END)
    assert scene.moment.move == len(finished().actions)
    sitting.key(pygame.K_LEFT)
    assert scene.stop == len(scene.replay.stops) - 2
    sitting.key(pygame.K_HOME)
    sitting.key(pygame.K_RIGHT)
    sitting.key(pygame.K_RIGHT)
    assert scene.stop == 2
    sitting.key(pygame.K_PAGEDOWN)
    assert scene.stop > 2
    slider = sitting.widget("moment")
    assert isinstance(slider, Slider)
    box = slider._line_box
    sitting.click((box.x + box.w // 2, box.middle[1]))
    assert abs(scene.stop - len(scene.replay.stops) // 2) <= 2
    scene._from_line(0)
    assert scene.stop == scene.replay.stop_at(scene.replay.move_of_line(0))
    sitting.key(pygame.K_ESCAPE)
    assert sitting.top is not scene


def test_it_plays_by_itself_at_the_chosen_speed_to_the_end(window: Callable[..., Window]) -> None:
    sitting = window(animation="slow")
    scene = watch(sitting, finished())
    scene.go_to_stop(len(scene.replay.stops) - 4)
    sitting.key(pygame.K_SPACE)
    assert scene.playing_since is not None
    before = scene.stop
    sitting.now_ms += scene.pause_ms - 1
    sitting.turn()
    assert scene.stop == before
    for _ in range(6):
        sitting.now_ms += scene.pause_ms
        sitting.turn()
    assert scene.stop == len(scene.replay.stops) - 1 and scene.playing_since is None
    sitting.key(pygame.K_SPACE)
    assert scene.stop == 0 and scene.playing_since is not None
    sitting.key(pygame.K_RIGHT)
    assert scene.playing_since is None


def test_an_analysis_tells_what_was_better_and_a_click_goes_there(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = watch(sitting, finished())
    scene.effort = Effort(playouts=30)
    sitting.key("a")
    assert scene.done_share is not None
    sitting.finish_work()
    assert scene.chances is not None and scene.showing and scene.done_share is None
    assert scene.chances.curves and scene.chances.found
    better = next(number for number, one in enumerate(scene.chances.found) if one.better)
    scene.choose_finding(better)
    sitting.turn()
    found = scene.chances.found[better]
    assert "Better was" in found.better
    assert scene.moment.move == found.move - 1, "the position in which it was decided, hand and question included"
    assert scene.moment.asked is not None and scene.replay.names.seat(scene.moment.asked) in found.text
    list_box = sitting.widget("swings").box
    sitting.click((list_box.x + 30, list_box.y + 10))
    assert scene.chosen == 0
    sitting.key("a")
    assert not scene.showing


def test_an_analysis_can_be_left_off_and_is_thrown_away_with_the_scene(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = watch(sitting, finished())
    scene.effort = Effort(seconds=600)
    sitting.key("a")
    sitting.key("a")
    sitting.finish_work()
    assert scene.done_share is None
    scene.change_effort(600)
    sitting.key("a")
    sitting.key(pygame.K_ESCAPE)
    sitting.finish_work()
    assert sitting.top is not scene


def test_records_are_replayed_from_the_end_of_a_game_and_from_the_list(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(LocalMatch.resume(finished(), players_from("Ada,Ben:casual,Cleo:casual")))
    assert isinstance(sitting.top, GameOver)
    sitting.key("r")
    assert isinstance(sitting.top, ReplayScene)
    sitting.key(pygame.K_ESCAPE)
    sitting.key("e")
    text = (sitting.home / "records" / "game-1.csv").read_text("utf-8").splitlines()
    assert text[0] == "turn,Ada,Ben,Cleo" and "rank,name,dollars" in text
    assert text[1].startswith("1,6000")
    sitting.key(pygame.K_F7)
    sitting.app.push(SavedGamesPage(sitting.app))
    sitting.key("r")
    scene = sitting.top
    assert isinstance(scene, ReplayScene) and scene.replay.record.actions == finished().actions


# --- mergers ---

def before_merger(scene: ReplayScene) -> int:
    """Return the last stop before a chain is taken over whose holders are more than one."""
    for stop, (move, then) in enumerate(zip(scene.replay.stops, scene.replay.stops[1:], strict=False)):
        paid = [event for event in scene.replay.events_between(move, then) if isinstance(event, BonusPaid)]
        if len(paid) > 1 and scene.replay.moment_after(move).merger is None:
            return stop
    raise AssertionError("nothing is taken over")


def test_a_replay_shows_the_stage_of_a_merger_as_the_table_does(window: Callable[..., Window]) -> None:
    sitting = window(animation="normal")
    scene = watch(sitting, finished())
    scene.go_to_stop(before_merger(scene))
    assert scene.stage_moment is None and scene.focus_manager.widget_named("log") is not None
    sitting.key(pygame.K_RIGHT)
    assert scene.motion.stage.is_running and scene.focus_manager.widget_named("log") is None
    assert not any(text.startswith("+$") for text in sitting.written()), "nothing is counted yet"
    sitting.now_ms += 5000
    sitting.turn()
    written = sitting.written()
    assert not scene.motion.stage.is_running
    if scene.moment.merger is not None:
        assert any(text.startswith("+$") for text in written) and any(text.startswith("Merger by") for text in written)
    while scene.moment.merger is not None:
        sitting.key(pygame.K_RIGHT)
        sitting.key("x")
    assert scene.stage_moment is None and scene.focus_manager.widget_named("log") is not None


@pytest.mark.parametrize(("pause_ms", "is_counted"), [(800, True), (60, False)])
def test_a_game_that_plays_fast_does_not_wait_for_the_counting(window: Callable[..., Window], pause_ms: int,
                                                               is_counted: bool) -> None:
    sitting = window(animation="normal")
    scene = watch(sitting, finished())
    scene.go_to_stop(before_merger(scene))
    stop = scene.stop
    scene.pause_ms = pause_ms
    scene.play()
    sitting.now_ms += pause_ms
    sitting.turn()
    assert scene.stop == stop + 1 and scene.motion.stage.is_running is is_counted
    sitting.now_ms += pause_ms
    sitting.turn()
    assert scene.stop == stop + (1 if is_counted else 2)
    for _ in range(10):
        sitting.now_ms += 1000
        sitting.turn()
    assert scene.stop > stop + 2, "and then it goes on"
