"""The first minute: three cards for a new game, and what a first start asks."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from acquire_client.files.folders import Folders
from acquire_client.files.settings import SettingsFile
from acquire_client.matches.players import BOT_NAMES
from acquire_client.view_model.ready_games import CHALLENGE, QUICK_GAME, is_seat_name, person_name
from acquire_client.window.app import App
from acquire_client.window.scenes.first_start import FirstStart
from acquire_client.window.scenes.game_cards import GameCards
from acquire_client.window.scenes.new_game import NewGameScene
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.scenes.tutorial import TutorialScene
from acquire_client.window.widgets.card import CardButton
from acquire_core import RULESETS

from .driver import Window


def gold(sitting: Window) -> list[str]:
    return [widget.name for widget in sitting.top.focus_manager.widgets if getattr(widget, "kind", "") == "primary"]


# --- the games that need no choice ---

@pytest.mark.parametrize("name", ["Zoë", *BOT_NAMES, "ada"])
@pytest.mark.parametrize("game", [QUICK_GAME, CHALLENGE])
def test_four_players_have_four_names(game: object, name: str) -> None:
    assert game in (QUICK_GAME, CHALLENGE)
    players = (QUICK_GAME if game is QUICK_GAME else CHALLENGE).players(name)
    assert len({player.name.casefold() for player in players}) == 4
    assert players[0].is_person and players[0].name == name


def test_a_quick_game_is_casual_and_open_and_a_challenge_is_expert_and_classic() -> None:
    assert {player.level for player in QUICK_GAME.players("Zoë")[1:]} == {"casual"}
    assert QUICK_GAME.ruleset.changes() == {"holdings": "open"} and QUICK_GAME.ruleset.name == "classic"
    assert {player.level for player in CHALLENGE.players("Zoë")[1:]} == {"expert"}
    assert CHALLENGE.ruleset == RULESETS["classic"]


@pytest.mark.parametrize(("kept", "seats", "name"), [
    ("Zoë", "Max,Ada:casual", "Zoë"), (" Zoë ", "", "Zoë"), ("", "Ada:casual,Max", "Max"), ("", "", "Player"),
    ("", "Ada:casual,Ben:casual", "Player"), ("strong", "", "Player"), ("a,b", "nonsense", "Player"), ("Ben", "", "Ben")])
def test_the_person_has_the_name_that_was_kept(kept: str, seats: str, name: str) -> None:
    assert person_name(kept, seats, "Player") == name


@pytest.mark.parametrize("name", ["", "  ", "person", "Strong", "a,b", "cmd:x", "x" * 300, '"'])
def test_a_name_that_means_something_else_seats_nobody(name: str) -> None:
    assert not is_seat_name(name)


# --- the cards ---

@pytest.mark.parametrize(("key", "level", "holdings"), [
    (pygame.K_RETURN, "casual", "open"), (pygame.K_KP_ENTER, "casual", "open"), ("1", "casual", "open"),
    ("2", "expert", "piles"), (pygame.K_KP2, "expert", "piles"), (pygame.K_SPACE, "casual", "open")])
def test_one_key_begins_a_game(window: Callable[..., Window], key: int | str, level: str, holdings: str) -> None:
    sitting = window(bot_delay_ms=0, name="Zoë")
    sitting.key("n")
    assert isinstance(sitting.top, GameCards)
    sitting.key(key)
    assert isinstance(sitting.top, TableScene)
    match = sitting.table.match
    assert [player.level for player in match.players] == [None, level, level, level] and match.players[0].name == "Zoë"
    assert match.game.ruleset.holdings == holdings


@pytest.mark.parametrize(("name", "scene"), [("quick", TableScene), ("challenge", TableScene), ("custom", NewGameScene),
                                             ("back", TitleScene)])
def test_one_click_does_what_the_card_says(window: Callable[..., Window], name: str, scene: type) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.click("new")
    sitting.click(name)
    assert type(sitting.top) is scene


def test_the_arrows_move_the_gold_and_enter_begins_what_is_gold(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.key("n")
    assert gold(sitting) == ["quick"]
    sitting.key(pygame.K_RIGHT)
    assert gold(sitting) == ["challenge"]
    sitting.key(pygame.K_RIGHT)
    assert gold(sitting) == ["custom"]
    sitting.key(pygame.K_TAB)
    assert sitting.top.focus_manager.focus == "back" and gold(sitting) == ["custom"]
    card = sitting.widget("custom")
    assert isinstance(card, CardButton) and card.hint == "Enter"
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, NewGameScene)


def test_escape_goes_back_page_by_page(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.key("n")
    sitting.key("3")
    assert isinstance(sitting.top, NewGameScene)
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, GameCards)
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, TitleScene)


def test_a_quick_game_leaves_the_choice_of_a_custom_game_alone(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, seats="Max,Eva:strong", rules="tycoon-2023")
    sitting.key("n")
    sitting.key("1")
    assert sitting.table.match.players[0].name == "Max"
    assert (sitting.app.settings.seats, sitting.app.settings.rules) == ("Max,Eva:strong", "tycoon-2023")


def test_the_name_of_a_custom_game_is_kept_for_the_next_quick_game(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.key("n")
    sitting.key("3")
    sitting.key("a", pygame.KMOD_CTRL)
    sitting.type("Zoë")
    sitting.key(pygame.K_ESCAPE)
    sitting.key("1")
    assert sitting.table.match.players[0].name == "Zoë" and sitting.app.settings.name == "Zoë"


# --- the first start ---

def first(sitting: Window) -> FirstStart:
    page = FirstStart(sitting.app)
    sitting.app.push(page)
    sitting.turn()
    return page


def started_app(home: Path) -> App:
    app = App(SettingsFile(home), Folders(home, home, home / "records"))
    app.show_first_scene(app.file.is_missing)
    return app


def test_the_first_start_asks_and_the_next_one_does_not(tmp_path: Path) -> None:
    app = started_app(tmp_path)
    assert [type(scene) for scene in app.scenes] == [TitleScene, FirstStart]
    page = app.scenes[-1]
    assert isinstance(page, FirstStart)
    page.name = "Zoë"
    page.take("play")
    assert [type(scene) for scene in app.scenes] == [TitleScene, GameCards]
    app.quit()
    app.workers.close()
    app = started_app(tmp_path)
    assert [type(scene) for scene in app.scenes] == [TitleScene] and app.settings.name == "Zoë"
    app.quit()
    app.workers.close()


@pytest.mark.parametrize("text", ["{}", "damaged"])
def test_settings_that_exist_are_not_asked_again(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    app = started_app(tmp_path)
    assert [type(scene) for scene in app.scenes] == [TitleScene]
    app.quit()
    app.workers.close()


def test_a_newcomer_types_a_name_and_enter_begins_the_tutorial(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    first(sitting)
    assert gold(sitting) == ["learn"]
    sitting.type("Zoë")
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, TutorialScene) and sitting.app.settings.name == "Zoë"


def test_a_player_comes_to_a_quick_game_by_a_few_keys(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    first(sitting)
    sitting.type("Zoë")
    for _ in range(4):
        sitting.key(pygame.K_TAB)
    assert gold(sitting) == ["play"]
    sitting.key(pygame.K_RETURN)
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, TableScene) and sitting.table.match.players[0].name == "Zoë"


@pytest.mark.parametrize(("key", "scene"), [(pygame.K_F1, TutorialScene), (pygame.K_F2, GameCards)])
def test_each_answer_has_a_key_while_the_name_is_typed(window: Callable[..., Window], key: int, scene: type) -> None:
    sitting = window(bot_delay_ms=0)
    first(sitting)
    sitting.type("Zoë")
    sitting.key(key)
    assert type(sitting.top) is scene and sitting.app.settings.name == "Zoë"


def test_one_click_each_for_language_and_answer(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    first(sitting)
    sitting.type("Zoë")
    sitting.click("language de")
    assert sitting.app.settings.language == "de" and "Hast du Acquire schon gespielt?" in sitting.written()
    sitting.click("learn")
    assert isinstance(sitting.top, TutorialScene) and sitting.app.settings.name == "Zoë"


def test_escape_goes_to_the_title_and_keeps_the_name(window: Callable[..., Window]) -> None:
    sitting = window()
    first(sitting)
    sitting.type("Max")
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, TitleScene) and sitting.app.settings.name == "Max"


def test_a_name_that_seats_nobody_is_refused_with_a_sentence(window: Callable[..., Window]) -> None:
    sitting = window()
    page = first(sitting)
    sitting.type("strong")
    sitting.key(pygame.K_RETURN)
    assert sitting.top is page and any("cannot be used at a table" in text for text in sitting.written())
    assert sitting.top.focus_manager.focus == "name"


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("page", [FirstStart, GameCards])
def test_no_text_of_the_first_minute_is_cut(window: Callable[..., Window], page: type, language: str,
                                            size: tuple[int, int]) -> None:
    sitting = window(language=language, width=size[0], height=size[1])
    sitting.app.push(page(sitting.app))
    sitting.turn()
    assert sitting.written() and not sitting.app.painter.clipped


def test_a_name_can_be_typed_at_the_first_start_whatever_happens_before_its_first_picture(
        window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, sends_text = window(), [False]
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: sends_text.append(True))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: sends_text.append(False))
    sitting.app.push(FirstStart(sitting.app))
    sitting.app.scenes[0].on_restyle()  # the title below builds its widgets after those of the page
    sitting.turn(pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0)))
    assert sends_text[-1]
    sitting.key(pygame.K_TAB)
    assert sitting.top.focus_manager.focus == "language en" and not sends_text[-1]
    sitting.click("name")
    assert sends_text[-1]
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, TitleScene) and not sends_text[-1]
