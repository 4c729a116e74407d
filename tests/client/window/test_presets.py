"""Presets of rules: kept, chosen again, forgotten; whatever the settings say, the page opens."""

from collections.abc import Callable

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_client.view_model.presets import MAX_PRESETS, presets_from, presets_text, rules_from, rules_text
from acquire_client.view_model.table_presets import TABLE_PRESETS
from acquire_client.window.scenes.new_game import NewGameScene
from acquire_core import RULESETS
from acquire_core.ruleset import OPTIONS

from .driver import Window

OWN = RULESETS["classic"].replace(max_buy=4, holdings="open", teams=True)


def page(window: Window) -> NewGameScene:
    scene = NewGameScene(window.app)
    window.app.push(scene)
    window.turn()
    return scene


@pytest.mark.parametrize("name", RULESETS)
def test_every_ruleset_is_read_as_it_was_written(name: str) -> None:
    assert rules_from(rules_text(RULESETS[name])) == RULESETS[name]
    assert rules_from(rules_text(OWN)) == OWN
    assert presets_from(presets_text([OWN, RULESETS[name]])) == (OWN, RULESETS[name])


@given(st.text(alphabet=st.sampled_from("classic,;=yes0123 max_buyholdings-dos\x00ä"), max_size=200) | st.text(max_size=60)
       | st.lists(st.sampled_from(["classic", "dos-1988", *OPTIONS, "=yes", "=4", ",", ";"]), max_size=20).map("".join))
def test_any_text_gives_presets_that_can_be_played_or_none(text: str) -> None:
    presets = presets_from(text)
    assert len(presets) <= MAX_PRESETS
    assert presets_from(presets_text(presets)) == presets


def test_rules_are_kept_chosen_again_and_forgotten(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = page(sitting)
    assert not sitting.widget("keep").enabled
    scene._set_option(max_buy=4)
    sitting.click("keep")
    assert presets_from(sitting.app.settings.presets) == (RULESETS["classic"].replace(max_buy=4),)
    sitting.key(pygame.K_ESCAPE)
    again = page(sitting)
    assert again.ruleset.max_buy == 4, "what was chosen last is there again"
    rules = sitting.widget("rules")
    sitting.click((rules.box.right - 12, rules.box.middle[1]))
    assert again.ruleset == RULESETS["classic"]
    for _ in range(len(RULESETS) + len(TABLE_PRESETS)):
        sitting.click((rules.box.right - 12, rules.box.middle[1]))
    assert again.ruleset.max_buy == 4
    sitting.click("keep")
    assert sitting.app.settings.presets == "" and again.presets == []


def test_there_are_no_more_presets_than_fit(window: Callable[..., Window]) -> None:
    many = [RULESETS["classic"].replace(start_cash=cash) for cash in range(1000, 1000 + 100 * MAX_PRESETS, 100)]
    sitting = window(presets=presets_text(many))
    scene = page(sitting)
    assert len(scene.presets) == MAX_PRESETS
    scene._set_option(max_buy=5)
    assert not sitting.widget("keep").enabled


def test_all_that_was_changed_last_is_there_again(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = page(sitting)
    scene._set_option(max_buy=2, holdings="open", open_pick=True)
    wanted = scene.ruleset
    scene.start()
    assert page(sitting).ruleset == wanted
    assert page(window(rules="classic", options="nonsense=1")).ruleset == RULESETS["classic"]
