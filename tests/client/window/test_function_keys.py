"""The function keys mean the same at every question: in a dialog, between two people, behind the end, in a replay."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.files.saves import load
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.hand_over import HandOver
from acquire_client.window.scenes.help import HelpPage
from acquire_client.window.scenes.pages import ChartPage, LinesPage, PricesPage
from acquire_client.window.scenes.replay import ReplayScene
from acquire_client.window.scenes.saved_games import SavedGamesPage
from acquire_client.window.scenes.scene import Scene
from acquire_client.window.scenes.settings import SettingsPage
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.scenes.tutorial import TutorialScene
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.choice import Segments
from acquire_core import RULESETS
from acquire_core.record import Record
from tests.client.window.replays import finished, unfinished, watch
from tests.support.few_cases import few_cases

from .driver import Window
from .screens import HAND, position

PAGES = {
    pygame.K_F1: PricesPage, pygame.K_F2: LinesPage, pygame.K_F3: LinesPage, pygame.K_F4: LinesPage, pygame.K_F5: ChartPage,
    pygame.K_F8: SavedGamesPage, pygame.K_F9: HelpPage,
}
TITLES = {pygame.K_F2: "Chains", pygame.K_F3: "Your tiles and shares", pygame.K_F4: "Players"}


def opens_every_page_and_comes_back(sitting: Window, titles: dict[int, str] = TITLES) -> None:
    """From whatever is on top."""
    below = sitting.top
    for key, kind in PAGES.items():
        sitting.key(key)
        assert type(sitting.top) is kind
        assert not isinstance(sitting.top, LinesPage) or sitting.top.title == titles[key]
        sitting.key(pygame.K_ESCAPE)
        assert sitting.top is below


def near_the_end() -> Record:
    """Return a game in which the first seat may announce the end."""
    match = LocalMatch.start(RULESETS["classic"].replace(holdings="open"), players_from("Ada:casual,Ben:casual"), 4)
    while match.asked_seat != 0 or not match.game.phase.startswith("declare"):
        match.answer(match.bot_action())
    return match.record()


def are_you_sure(window: Callable[..., Window]) -> Window:
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(LocalMatch.resume(near_the_end(), players_from("Anna,Ben:casual")))
    sitting.key("y")
    assert isinstance(sitting.top, Dialog)
    return sitting


def test_the_letter_of_yes_is_that_of_the_language(window: Callable[..., Window]) -> None:
    for language, letters in (("de", "jy"), ("en", "y")):
        for letter in letters:
            sitting = window(bot_delay_ms=0, language=language)
            sitting.sit_at(LocalMatch.resume(near_the_end(), players_from("Anna,Ben:casual")))
            button = sitting.widget("choice y")
            assert isinstance(button, Button) and button.hint == letters[0].upper()
            sitting.key(letter)
            assert isinstance(sitting.top, Dialog)


def shown(scene: Scene) -> str:
    assert isinstance(scene, Dialog)
    return scene.text()


def test_pages_open_over_a_dialog_and_come_back_to_it(window: Callable[..., Window]) -> None:
    sitting = are_you_sure(window)
    steps = len(sitting.table.match.steps)
    opens_every_page_and_comes_back(sitting)
    assert len(sitting.table.match.steps) == steps and "As it stands now, with all bonuses: " in shown(sitting.top)
    sitting.key(pygame.K_RETURN)
    assert sitting.table.match.game.observe(0).declared or sitting.table.match.is_over


def test_the_log_is_filtered_and_the_game_saved_beside_a_dialog(window: Callable[..., Window]) -> None:
    sitting = are_you_sure(window)
    dialog = sitting.top
    sitting.key(pygame.K_F6)
    sitting.key(pygame.K_F7)
    assert sitting.top is dialog and sitting.table.shows_passes
    kept = load(sitting.home / "records" / "game-1.acquire")
    assert kept.actions == sitting.table.match.record().actions


@pytest.mark.parametrize("key", [pygame.K_F10, pygame.K_ESCAPE])
def test_f10_asks_over_a_dialog_and_once_more_comes_back_to_it(window: Callable[..., Window], key: int) -> None:
    sitting = are_you_sure(window)
    asked = sitting.top
    sitting.key(pygame.K_F10)
    leaving = sitting.top
    assert leaving is not asked and "If the game ended now, " in shown(leaving)
    opens_every_page_and_comes_back(sitting)
    sitting.key(key)
    assert sitting.top is asked
    sitting.key(pygame.K_F10)
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, TitleScene) and sitting.top.unfinished is not None
    assert load(sitting.top.unfinished).game().phase.startswith("declare")


def test_a_dialog_speaks_another_language_when_that_was_set_over_it(window: Callable[..., Window]) -> None:
    sitting = are_you_sure(window)
    before = shown(sitting.top)
    sitting.key(pygame.K_F10)
    sitting.click("answer 1")
    assert isinstance(sitting.top, SettingsPage)
    language = sitting.widget("language")
    assert isinstance(language, Segments)
    sitting.click(language.segment_boxes()[1].middle)
    sitting.key(pygame.K_ESCAPE)
    assert before.startswith("The game ends after") and shown(sitting.top).startswith("Das Spiel endet nach")


def test_f3_tells_what_the_tiles_would_do_and_leaves_the_focus_on_them(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.play()
    sitting.key(pygame.K_F3)
    assert isinstance(sitting.top, LinesPage)
    assert [line.text.split(":")[0] for line in sitting.top.lines] == [
        *(f"{number}. {tile}" for number, tile in enumerate(table.controller.shown.seen.hand, 1)), "No shares."]
    sitting.key(pygame.K_F3)
    assert sitting.top is table and (table.focus_manager.focus or "").startswith("tile ")


def test_f3_between_two_people_tells_no_tile(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.play("Anna,Bea")
    assert isinstance(sitting.top, HandOver)
    sitting.key(pygame.K_F3)
    assert isinstance(sitting.top, LinesPage)
    assert [line.text for line in sitting.top.lines] == ["Hands are hidden while nobody is asked."]


def test_behind_the_end_they_work_too_and_f10_does_not_lose_the_record(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(LocalMatch.resume(finished(), players_from("Ada,Ben:casual,Cleo:casual")))
    over = sitting.top
    assert isinstance(over, GameOver)
    opens_every_page_and_comes_back(sitting)
    sitting.key(pygame.K_F10)
    assert "You find it again under saved games (F8), in the history." in shown(sitting.top)
    sitting.key(pygame.K_F7)
    assert load(sitting.home / "records" / "game-1.acquire").actions == finished().actions
    sitting.key(pygame.K_F10)
    assert sitting.top is over


def test_in_a_replay_they_tell_of_the_moment_that_is_shown(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = watch(sitting, finished())
    scene.go_to(120)
    asked = scene.moment.asked
    assert asked is not None
    opens_every_page_and_comes_back(sitting, TITLES | {pygame.K_F3: f"Tiles and shares of {scene.replay.names.seat(asked)}"})
    sitting.key(pygame.K_F3)
    assert isinstance(sitting.top, LinesPage)
    held = {row.chain: row.blocks[asked] for row in scene.moment.sheet.chains if row.blocks[asked]}
    assert [line.text.split(":")[0] for line in sitting.top.lines] == [
        *(f"{number}. {tile}" for number, tile in enumerate(scene.moment.hand, 1)), *map(str.capitalize, held)]
    assert all(line.text.rstrip(".").partition(": ")[2] for line in sitting.top.lines)
    texts = [line.text.partition(": ")[2] for line in sitting.top.lines[len(scene.moment.hand):]]
    assert [int(text.split()[0]) for text in texts] == list(held.values()) and len(held) > 1
    sitting.key(pygame.K_ESCAPE)
    sitting.key(pygame.K_F1)
    assert isinstance(sitting.top, PricesPage) and sitting.top.sizes == scene.replay.observed_after(scene.moment.move).sizes


def test_the_log_of_a_replay_is_filtered_and_still_leads_to_its_moves(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = watch(sitting, finished())
    sitting.key(pygame.K_END)
    rows = len(sitting.widget("log").rows)  # type: ignore[attr-defined]
    sitting.key(pygame.K_F6)
    log = sitting.widget("log")
    assert len(log.rows) < rows  # type: ignore[attr-defined]
    kept = [number for number, line in enumerate(scene.replay.lines) if not line.quiet]
    log.choose(len(kept) // 2)  # type: ignore[attr-defined]
    assert scene.stop == scene.replay.stop_at(scene.replay.move_of_line(kept[len(kept) // 2]))


def test_a_replay_of_a_game_that_goes_on_tells_no_hand_and_no_cash(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = watch(sitting, unfinished())
    sitting.key(pygame.K_END)
    sitting.key(pygame.K_F3)
    assert isinstance(sitting.top, LinesPage)
    assert [line.text for line in sitting.top.lines] == ["Only for a finished game: this would reveal the other players' tiles."]
    sitting.key(pygame.K_ESCAPE)
    sitting.key(pygame.K_F5)
    assert sitting.top is scene and "Cash is concealed" in sitting.app.notices.texts[-1]


def test_f7_in_a_replay_keeps_a_record_that_does_not_lie_on_the_disk(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    watch(sitting, finished())
    sitting.key(pygame.K_F7)
    assert sitting.app.notices.texts[-1] == "This record is saved already."
    sitting.sit_at(LocalMatch.resume(finished(), players_from("Ada,Ben:casual,Cleo:casual")))
    sitting.key("r")
    assert isinstance(sitting.top, ReplayScene)
    sitting.key(pygame.K_F7)
    assert load(sitting.home / "records" / "game-1.acquire").actions == finished().actions


def test_f10_in_a_replay_asks_first_and_an_analysis_is_not_lost(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = watch(sitting, finished())
    sitting.key(pygame.K_F10)
    assert shown(sitting.top) == "The record stays as it is."
    sitting.key(pygame.K_F10)
    assert sitting.top is scene
    sitting.key("a")
    sitting.key(pygame.K_F10)
    assert shown(sitting.top) == "The win chances that have been found go with it."
    sitting.key(pygame.K_ESCAPE)
    assert sitting.top is scene and scene.done_share is not None
    sitting.key("a")
    sitting.key(pygame.K_F10)
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, TitleScene)


def test_they_work_in_the_tutorial_and_at_its_end(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.app.push(TutorialScene(sitting.app))
    sitting.settle()
    opens_every_page_and_comes_back(sitting)
    while not isinstance(sitting.top, Dialog):
        sitting.click("show")
        sitting.settle()
    assert sitting.top.title == "That is all there is to it"
    opens_every_page_and_comes_back(sitting)


def retiring(window: Window) -> Dialog:
    """Choose in the menu to leave for good, and return the question that comes then."""
    window.key(pygame.K_F10)
    window.click("answer 2")
    assert isinstance(window.top, Dialog) and window.top.title == "Leave the game for good?"
    return window.top


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_F10])
def test_who_wants_to_leave_for_good_is_asked_and_no_key_but_the_chosen_button_does_it(window: Callable[..., Window],
                                                                                      key: int) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.play()
    asked = retiring(sitting)
    assert asked.focus_manager.focus == "answer 1" and sitting.widget("answer 1").label == "Play on"  # type: ignore[attr-defined]
    sitting.key(key)
    assert sitting.top is table and not table.match.game.retired
    assert shown(asked) == "You leave the game for good. The others play on without you."


@pytest.mark.fully
@pytest.mark.parametrize("mouse", few_cases(pytest.mark.more_cases, [False, True]))
def test_who_leaves_for_good_sees_how_the_others_play_to_the_end(window: Callable[..., Window], mouse: bool) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.play()
    retiring(sitting)
    if mouse:
        sitting.click("answer 0")
    else:
        sitting.key(pygame.K_TAB, pygame.KMOD_SHIFT)
        sitting.key(pygame.K_RETURN)
    assert table.match.game.retired == (0,)
    for _ in range(1000):
        if isinstance(sitting.top, GameOver):
            break
        sitting.settle(1)
    assert isinstance(sitting.top, GameOver) and table.match.game.retired == (0,)


def test_leaving_for_good_is_not_offered_where_nobody_is_asked_or_the_lesson_goes_on(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.play("Anna,Bea")
    sitting.key(pygame.K_F10)
    assert isinstance(sitting.top, Dialog) and len(sitting.top.answers) == 3, "nobody sits there"
    sitting.app.show_menu()
    sitting.app.push(TutorialScene(sitting.app))
    sitting.settle()
    sitting.key(pygame.K_F10)
    assert isinstance(sitting.top, Dialog) and len(sitting.top.answers) == 3


def test_f2_has_the_card_of_each_chain_and_its_tiles(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.sit_at(position(HAND))
    sitting.key(pygame.K_F2)
    page = sitting.top
    assert isinstance(page, LinesPage)
    lines = [line.text for line in page.lines]
    at = lines.index("Luxor: 3 tiles, $300 a share.")
    assert page.lines[at].chain == "luxor" and lines[at + 2] == "11C 12B 12C"
    assert lines[at + 1] == "1st bonus $3,000, 2nd $1,500. 1 more tile: $400. Dan 10, Clementine 4, Annabel 1; 10 left."
    assert lines[-1] == "Loose tiles: 5B 6H 9I." and not table.snapshot.dead


def test_f3_and_f4_carry_the_marks_of_chains_and_players(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(position(HAND))
    sitting.key(pygame.K_F3)
    assert isinstance(sitting.top, LinesPage)
    assert [line.chain for line in sitting.top.lines if line.chain] == [
        "luxor", "tower", "american", "festival", "worldwide", "continental", "imperial"]
    sitting.key(pygame.K_ESCAPE)
    sitting.key(pygame.K_F4)
    assert isinstance(sitting.top, LinesPage)
    assert [line.avatar[1] for line in sitting.top.lines if line.avatar] == ["Annabel", "Ben", "Clementine", "Dan"]


def test_a_page_is_as_high_as_what_it_says(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, width=1280, height=800)
    sitting.sit_at(position(HAND))
    heights = []
    for lines in (["one"], ["one", "two", "three"], ["many"] * 100):
        sitting.app.show_lines("Title", lines)
        sitting.turn()
        page = sitting.top
        assert isinstance(page, LinesPage)
        view = sitting.widget("lines")
        assert view.box.h >= view.rows_shown * view.line_height and page.foot.bottom <= page.frame.bottom  # type: ignore[attr-defined]
        heights.append(page.frame.h)
        sitting.key(pygame.K_ESCAPE)
    assert heights[0] < heights[1] < heights[2] <= 800
