"""The set-up between lobby and board: ticks from real events, keys that hurry, the opening, and the way back to the lobby."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.lobby import LobbyScene
from acquire_client.window.scenes.online_table import OnlineTableScene
from acquire_client.window.scenes.setup import FLIP_MS, GLOW_MS, NAME_SIZE, STAGGER_MS, STATE_SIZE, TICK_MS, SetupScene
from acquire_net import events
from acquire_net.protocol.session_events import Regroup, SeatLost
from tests.support.evenings import ReportedEvening

from .driver import Window
from .online_screens import DRAWING, MIXING, PROVING, at_setup


@pytest.fixture
def setting_up(window: Callable[..., Window]) -> tuple[Window, ReportedEvening]:
    sitting = window()
    return sitting, at_setup(sitting)


Setup = tuple[Window, ReportedEvening]


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
def test_names_and_opening_tiles_are_no_smaller_than_the_sentence_below(window: Callable[..., Window], size: tuple[int, int],
                                                                        scale: float) -> None:
    sitting = window(width=size[0], height=size[1], scale=scale)
    at_setup(sitting)
    scene, unit = sitting.top, sitting.top.unit
    assert isinstance(scene, SetupScene)
    assert min(scene.name_h / NAME_SIZE, scene.state_h / STATE_SIZE) >= unit.size
    tile = scene.avatars[0].bottom + unit(6) + scene.name_h + unit(2) + scene.state_h + unit(10)
    assert scene.stage.bottom - tile >= unit(44), "the opening tile has room"


def ticks(sitting: Window) -> int:
    return sitting.written().count("✓ checked")


def pass_time(sitting: Window, ms: int, step_ms: int = 50) -> None:
    for _ in range(0, ms, step_ms):
        sitting.now_ms += step_ms
        sitting.turn()


def test_a_tick_stands_for_a_shuffle_that_this_program_has_checked(setting_up: Setup) -> None:
    sitting, table = setting_up
    table.report(MIXING)
    sitting.turn()
    assert ticks(sitting) == 0
    assert "Ben's program mixes 108 tiles and puts a new mask on each of them." in sitting.written()
    table.report(PROVING)
    sitting.turn()
    assert ticks(sitting) == 2 and "2 of 3 checked here." in " ".join(sitting.written())
    table.report(DRAWING)
    sitting.turn()
    assert ticks(sitting) == 3, "nothing is drawn before all proofs were checked"


def test_with_motion_the_ticks_come_one_after_the_other_and_any_key_hurries(window: Callable[..., Window]) -> None:
    sitting = window(animation="normal")
    table = at_setup(sitting)
    table.report(MIXING, DRAWING)
    pass_time(sitting, 50)
    assert ticks(sitting) == 1
    pass_time(sitting, TICK_MS + 50)
    assert ticks(sitting) == 2
    sitting.key("x")
    assert ticks(sitting) == 3


def test_the_opening_says_who_goes_first_and_leads_to_the_table(setting_up: Setup) -> None:
    sitting, table = setting_up
    table.report(MIXING, DRAWING)
    table.play_on()
    sitting.turn()
    assert "Ada goes first." in sitting.written()
    assert isinstance(sitting.top, SetupScene)
    pass_time(sitting, GLOW_MS)
    assert isinstance(sitting.top, OnlineTableScene) and "YOUR TURN" in sitting.written()
    assert sitting.app.notices.texts == ["Ada goes first. The opening tile in the lowest column decides it."]
    lines = [line.text for line in sitting.table.controller.log.lines]
    assert lines.count("Ada goes first.") == 1, "the log of the table tells the opening once"


def test_a_key_shows_the_table_as_soon_as_it_is_known_who_begins(setting_up: Setup) -> None:
    sitting, table = setting_up
    table.report(MIXING, DRAWING)
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, SetupScene), "nothing is known yet"
    table.play_on()
    sitting.turn()
    assert isinstance(sitting.top, OnlineTableScene)
    assert "Ada goes first. The opening tile in the lowest column decides it." in sitting.app.notices.texts, (
        "who skips the opening still reads it")


def test_with_motion_the_first_tile_can_be_placed_a_second_and_a_half_after_the_opening_is_known(
        window: Callable[..., Window]) -> None:
    """The picture is late by three ticks, three tiles that turn over one after the other, and the glow of one of them."""
    sitting = window(animation="normal")
    table = at_setup(sitting)
    table.report(MIXING, DRAWING)
    table.play_on()
    pass_time(sitting, 1500)
    assert isinstance(sitting.top, OnlineTableScene) and sitting.table.decider is not None
    assert sitting.app.notices.texts, "the story goes on as a notice at the table"


def test_the_set_up_sleeps_no_longer_than_until_its_next_step(window: Callable[..., Window]) -> None:
    sitting = window(animation="normal")
    table = at_setup(sitting)
    table.report(MIXING, DRAWING)
    table.play_on()
    began = sitting.now_ms
    while isinstance(sitting.top, SetupScene):
        wait = sitting.top.wait_ms(sitting.now_ms)
        assert wait is not None
        sitting.now_ms += wait
        sitting.turn()
    longest = 3 * TICK_MS + FLIP_MS + 2 * STAGGER_MS + GLOW_MS
    assert sitting.now_ms <= began + longest + 100, "a few pictures more, and no nap"


def test_no_tile_of_a_hand_is_shown_before_the_table(setting_up: Setup) -> None:
    sitting, table = setting_up
    table.report(DRAWING)
    table.play_on()
    sitting.turn()
    match = table.evening.match
    assert match is not None
    spoken = [node.name for node in sitting.top.accessible_content().parts]
    hand = set(match.observe(0).hand)
    assert hand and not hand & {word.strip(".,:") for text in (*sitting.written(), *spoken) for word in text.split()}


# --- back to the lobby ---

def test_enter_hurries_however_often_it_is_pressed_and_asks_nothing(setting_up: Setup) -> None:
    """Who pressed it once too often in the lobby does not want to go back there."""
    sitting, table = setting_up
    for event in (MIXING, PROVING, PROVING):
        table.report(event)
        sitting.key(pygame.K_RETURN)
        assert isinstance(sitting.top, SetupScene)
    assert table.peer.orders == []



def test_going_back_is_asked_about_and_gives_the_seat_up(setting_up: Setup) -> None:
    sitting, table = setting_up
    table.report(MIXING)
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, Dialog) and "The others begin again without you" in " ".join(sitting.written())
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [], "Enter stays"
    sitting.key(pygame.K_ESCAPE)
    sitting.click("answer 0")
    assert table.peer.orders == [("leave",)] and "Going back to the lobby …" in sitting.written()
    sitting.app._on_evening(table.evening, SeatLost(0, "left"))
    assert isinstance(sitting.top, SetupScene)
    table.report(Regroup((0,)))
    sitting.app._on_evening(table.evening, Regroup((0,)))
    assert isinstance(sitting.top, LobbyScene)


def test_a_game_that_has_begun_meanwhile_is_not_left(setting_up: Setup) -> None:
    sitting, table = setting_up
    sitting.key(pygame.K_ESCAPE)
    table.play_on()
    sitting.click("answer 0")
    assert table.peer.orders == []


def test_a_resumed_game_has_no_set_up(window: Callable[..., Window]) -> None:
    sitting = window()
    table = at_setup(sitting)
    for resumed, kind in ((True, OnlineTableScene), (False, SetupScene)):
        begun = events.Begun("table", table.evening.match.game.ruleset, ("Ada", "Ben"), 0, None, resumed)  # type: ignore[union-attr]
        table.report(begun)
        sitting.app._on_evening(table.evening, begun)
        assert isinstance(sitting.top, kind)
