"""The pages behind a custom game: every option is reached by keyboard and by mouse, and editions are cards."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.view_model.option_sentences import OPTION_GROUPS, edition_differences, option_sentence
from acquire_client.window.layout.box import MIN_TARGET
from acquire_client.window.scenes.edition_cards import EditionCards
from acquire_client.window.scenes.house_rules import HouseRules
from acquire_client.window.scenes.new_game import NewGameScene
from acquire_client.window.scenes.table import TableScene
from acquire_core import RULESETS
from acquire_core.ruleset import ALL_OPTIONS
from tests.support.few_cases import few_cases

from .driver import Window


def custom(sitting: Window) -> NewGameScene:
    scene = NewGameScene(sitting.app)
    sitting.app.push(scene)
    sitting.turn()
    return scene


def focus_by_tab(sitting: Window, name: str) -> None:
    for _ in range(40):
        if sitting.top.focus_manager.focus == name:
            return
        sitting.key(pygame.K_TAB)
    raise AssertionError(f"the Tab key does not come to {name}")


# --- house rules ---

USUAL_OPTIONS = {*list(ALL_OPTIONS)[::4], "play4_mandatory"}


@pytest.mark.parametrize("name", few_cases(pytest.mark.fully, ALL_OPTIONS, lambda name: name in USUAL_OPTIONS))
def test_every_option_is_changed_by_the_keyboard_alone_and_says_what_it_means(window: Callable[..., Window], name: str) -> None:
    sitting = window()
    scene = custom(sitting)
    if name == "play4_mandatory":
        scene._set_option(special_powers=True)
    sitting.key(pygame.K_F3)
    page = sitting.top
    assert isinstance(page, HouseRules)
    sitting.key(str(next(number for number, (_, names) in enumerate(OPTION_GROUPS, 1) if name in names)))
    focus_by_tab(sitting, name)
    before = getattr(page.ruleset, name)
    sitting.key(pygame.K_SPACE if ALL_OPTIONS[name].kind is bool else pygame.K_RIGHT)
    assert getattr(page.ruleset, name) != before and not page.refusal
    sentence = option_sentence(name, page.ruleset, sitting.app.words)
    assert sentence in " ".join(sitting.written())
    sitting.key(pygame.K_RETURN)
    assert sitting.top is scene and getattr(scene.ruleset, name) != before
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, TableScene)
    assert sitting.table.match.game.ruleset == scene.ruleset


def test_every_option_is_on_the_page_for_the_mouse(window: Callable[..., Window]) -> None:
    sitting = window()
    custom(sitting)
    sitting.click("house")
    seen = set()
    for number in range(len(OPTION_GROUPS)):
        sitting.click(f"group {number + 1}")
        seen |= {widget.name for widget in sitting.top.focus_manager.widgets}
    assert set(ALL_OPTIONS) <= seen
    sitting.click("stall_end")
    sitting.click("use")
    scene = sitting.top
    assert isinstance(scene, NewGameScene) and not scene.ruleset.stall_end


def test_a_refused_combination_is_explained_and_not_started(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = custom(sitting)
    sitting.key(pygame.K_F3)
    sitting.key("2")
    sitting.click("play4_mandatory")
    assert "Play 4 is a special power" in " ".join(sitting.written())
    sitting.click("special_powers")
    sitting.click("play4_mandatory")
    assert "Play 4 is a special power" not in " ".join(sitting.written())
    sitting.key(pygame.K_ESCAPE)
    assert sitting.top is scene and scene.ruleset == RULESETS["classic"].replace(special_powers=True, play4_mandatory=True)


def test_all_house_rules_are_taken_back_at_once(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = custom(sitting)
    scene._set_option(holdings="open")
    scene._set_option(start_cash=8000)
    sitting.key(pygame.K_F3)
    assert "Classic, 2 rules changed" in " ".join(sitting.written())
    sitting.key("u")
    sitting.key(pygame.K_RETURN)
    assert scene.ruleset == RULESETS["classic"] and not scene.own_changes


def test_an_edition_says_which_house_rules_it_does_not_allow(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = custom(sitting)
    scene._set_option(safe_size=41)
    scene._set_option(holdings="hidden")
    scene._set_rules(RULESETS["revised-6515"])  # it ends at 40 tiles
    assert scene.ruleset == RULESETS["revised-6515"].replace(holdings="hidden")
    assert "This edition does not allow what you have changed: Tiles of a safe chain." in " ".join(sitting.written())


# --- the editions ---

@pytest.mark.parametrize("name", RULESETS)
def test_an_edition_is_taken_by_its_number_or_by_a_click_with_the_house_rules(window: Callable[..., Window], name: str) -> None:
    sitting = window()
    scene = custom(sitting)
    scene._set_option(start_cash=7000)
    sitting.key(pygame.K_F2)
    assert isinstance(sitting.top, EditionCards)
    sitting.key(str(list(RULESETS).index(name) + 1))
    assert sitting.top is scene and scene.ruleset == RULESETS[name].replace(start_cash=7000)
    scene._set_rules(RULESETS["classic"])
    sitting.click("editions")
    sitting.click(name)
    assert sitting.top is scene and scene.ruleset == RULESETS[name].replace(start_cash=7000)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_cards_say_year_and_three_differences_in_whole_words(window: Callable[..., Window], size: tuple[int, int],
                                                                  language: str) -> None:
    sitting = window(language=language, width=size[0], height=size[1])
    custom(sitting)
    sitting.key(pygame.K_F2)
    written = " ".join(sitting.written())
    for name in RULESETS:
        for sentence in edition_differences(name, sitting.app.words):
            assert sentence in written
    assert all(year in written for year in ("1999", "2008", "1988", "2023")) and not sitting.app.painter.clipped


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_house_rule_is_cut_or_too_small_to_hit(window: Callable[..., Window], size: tuple[int, int], language: str,
                                                   scale: float) -> None:
    sitting = window(language=language, width=size[0], height=size[1], scale=scale)
    custom(sitting)
    sitting.key(pygame.K_F3)
    page = sitting.top
    assert isinstance(page, HouseRules)
    for number in range(1, len(OPTION_GROUPS) + 1):
        sitting.key(str(number))
        sitting.written()
        assert not sitting.app.painter.clipped
        boxes = [sitting.widget(name).box for name in page.options()]
        assert all(min(box.w, box.h) >= MIN_TARGET for box in boxes)
        assert all(box.bottom <= page.panel.bottom for box in page.cells)
