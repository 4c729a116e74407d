"""The page of a new game: Enter starts, the arrows change, and nothing that was chosen is lost without being asked."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.language import Words
from acquire_client.view_model.rule_changes import OPTION_TITLES, RULESET_TITLES, VALUE_WORDS, changed_rules, rules_title
from acquire_client.view_model.table_presets import TOURNAMENT
from acquire_client.window.scenes.new_game import NewGameScene
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.widgets.button import Toggle
from acquire_client.window.widgets.choice import Segments
from acquire_core import RULESETS
from acquire_core.ruleset import ALL_OPTIONS

from .driver import Window


def page(sitting: Window) -> NewGameScene:
    scene = NewGameScene(sitting.app)
    sitting.app.push(scene)
    sitting.turn()
    return scene


@pytest.mark.parametrize("name", ["kind 1", "level 2", "liking 3", "remove 1", "rules", "holdings", "max_buy",
                                  "special_powers", "add", "back"])
def test_enter_starts_wherever_the_focus_is(window: Callable[..., Window], name: str) -> None:
    sitting = window(seats="Anna,Ada:strong,Ben:casual,Cleo:strong", bot_delay_ms=0)
    scene = page(sitting)
    before = list(scene.seats), scene.ruleset
    scene.focus_manager.focus = name
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, TableScene)
    assert (list(scene.seats), scene.ruleset) == before


def test_a_choice_changes_by_left_and_right_only(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = page(sitting)
    scene.focus_manager.focus = "max_buy"
    sitting.key(pygame.K_RIGHT)
    assert scene.ruleset.max_buy == 4
    sitting.key(pygame.K_SPACE)
    assert scene.ruleset.max_buy == 4
    sitting.key(pygame.K_LEFT)
    assert scene.ruleset.max_buy == 3


def test_switches_go_along_when_another_edition_is_chosen(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = page(sitting)
    sitting.click("special_powers")
    scene._set_option(holdings="open")
    rules = sitting.widget("rules")
    for name in [*list(RULESETS)[1:], "tournament", "classic"]:
        sitting.click((rules.box.right - 12, rules.box.middle[1]))
        if name == "tournament":
            assert scene.ruleset == TOURNAMENT.ruleset, "a preset is chosen as it is, and what was changed waits behind it"
        else:
            assert scene.ruleset == RULESETS[name].replace(special_powers=True, holdings="open")
    assert "Others' holdings: open" in " ".join(sitting.written())
    sitting.click("plain")
    assert scene.ruleset == RULESETS["classic"]
    sitting.click((rules.box.right - 12, rules.box.middle[1]))
    assert scene.ruleset == RULESETS["wikipedia-2008"]


def test_escape_keeps_the_seats_for_the_next_time(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = page(sitting)
    sitting.click("add")
    sitting.click("special_powers")
    seats, rules = list(scene.seats), scene.ruleset
    sitting.key(pygame.K_ESCAPE)
    again = page(sitting)
    assert (again.seats, again.ruleset) == (seats, rules)


def test_the_buttons_for_seats_stay_under_the_pointer(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = page(sitting)
    before = sitting.widget("add").box
    for _ in range(2):
        sitting.click(before.middle)
    assert len(scene.seats) == 6 and sitting.widget("add").box == before
    removes = [sitting.widget(f"remove {number}").box for number in range(6)]
    sitting.click("remove 5")
    assert len(scene.seats) == 5 and sitting.widget("add").box == before
    sitting.click("add")
    assert [sitting.widget(f"remove {number}").box for number in range(6)] == removes


def test_a_seat_is_removed_where_its_card_is_and_two_stay(window: Callable[..., Window]) -> None:
    sitting = window(seats="Anna,Ada:strong,Ben:casual")
    scene = page(sitting)
    sitting.click("remove 1")
    assert [seat.name for seat in scene.seats] == ["Anna", "Ben"]
    assert not any(sitting.widget(f"remove {number}").enabled for number in range(2))


def test_a_card_has_what_its_player_needs(window: Callable[..., Window]) -> None:
    """A person has neither level nor style, and a weak computer player has no style; kinds are changed by keys and clicks."""
    sitting = window(seats="Anna,Ada:strong/raider,Ben:casual")
    scene = page(sitting)
    names = {widget.name for widget in scene.focus_manager.widgets}
    assert "level 0" not in names and {"level 1", "liking 1", "level 2"} <= names and "liking 2" not in names
    assert any("as many games have taught it. It merges early" in text for text in sitting.written())
    kind = sitting.widget("kind 0")
    assert isinstance(kind, Segments)
    sitting.click(kind.segment_boxes()[1].middle)
    assert scene.seats[0].kind == "casual" and sitting.widget("level 0")
    scene.focus_manager.focus = "kind 0"
    sitting.key(pygame.K_LEFT)
    assert scene.seats[0].kind == "person"
    scene.focus_manager.focus = "level 1"
    sitting.key(pygame.K_RIGHT)
    assert scene.seats[1].kind == "expert"


# --- which rules were changed ---

def test_every_option_and_every_value_has_a_word() -> None:
    assert set(OPTION_TITLES) == set(ALL_OPTIONS) and set(RULESET_TITLES) == set(RULESETS)
    values = {choice for option in ALL_OPTIONS.values() for choice in option.choices if option.name != "chains"}
    assert values <= set(VALUE_WORDS)


@pytest.mark.parametrize(("language", "shown"), [("en", "Classic, 3 rules changed"), ("de", "Klassisch, 3 Regeln geändert")])
def test_the_bar_says_how_many_rules_were_changed_and_which(window: Callable[..., Window], language: str, shown: str) -> None:
    sitting = window(bot_delay_ms=0, language=language)
    table = sitting.play(special_powers=True, open_pick=True, holdings="open")
    assert any(text.startswith(shown) for text in sitting.written())
    tip = sitting.widget("rules").tip.split("\n")
    assert tip == [shown, *changed_rules(table.match.game.ruleset, Words(language))] and len(tip) == 4
    sitting.key(pygame.K_F9)
    assert any(shown in text for text in sitting.written())


@pytest.mark.parametrize(("language", "shown"), [("en", "Classic + open holdings, teams"),
                                                 ("de", "Klassisch + offener Besitz, Teams")])
def test_the_bar_names_one_or_two_changed_rules_and_help_all(window: Callable[..., Window], language: str, shown: str) -> None:
    sitting = window(bot_delay_ms=0, language=language)
    table = sitting.play("Anna,Ada:casual,Ben:casual,Cleo:casual", holdings="open", teams=True)
    assert any(text.startswith(shown) for text in sitting.written())
    assert sitting.widget("rules").tip.count("\n") == 2
    sitting.key(pygame.K_F9)
    page = " ".join(sitting.written())
    assert all(changed in page for changed in changed_rules(table.match.game.ruleset, Words(language)))


def test_plain_rules_say_only_their_name(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.play()
    assert rules_title(RULESETS["dos-1988"], Words("en")) == "DOS 1988"
    assert any(text.startswith("Classic · ") for text in sitting.written()) and not sitting.widget("rules").tip


def test_one_tile_is_one_tile(window: Callable[..., Window]) -> None:
    words = Words("en")
    assert words.translate("{rules} · {count:tile|tiles} left", rules="Classic", count=1) == "Classic · 1 tile left"


def test_the_chart_is_closed_under_concealed_cash_and_says_why(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.play(holdings="piles")
    chart = sitting.widget("key F5")
    assert not chart.enabled and "concealed" in chart.tip
    sitting.play(holdings="open")
    assert sitting.widget("key F5").enabled and not sitting.widget("key F5").tip


def test_the_market_can_be_chosen_as_a_rival_for_two_players_only(window: Callable[..., Window]) -> None:
    """With three players and more the switch changes nothing."""
    sitting = window(seats="Anna,Ada:strong,Ben:casual")
    page(sitting)
    switch = sitting.widget("two_player_market")
    assert isinstance(switch, Toggle) and not switch.enabled and not switch.on and sitting.widget("teams").enabled
    sitting.click("remove 2")
    switch = sitting.widget("two_player_market")
    assert isinstance(switch, Toggle) and switch.enabled and switch.on


def test_one_control_sets_the_level_of_all_computers(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.app.show_custom_game()
    sitting.turn()
    scene = sitting.top
    assert isinstance(scene, NewGameScene)

    def press(key: int) -> None:
        choice = sitting.widget("levels")
        assert choice.press_key(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))

    def levels() -> list[str]:
        return [seat.kind for seat in scene.seats]

    assert levels() == ["person", "casual", "casual", "casual"] and "All computers: 2 Casual" in sitting.written()
    press(pygame.K_RIGHT)
    assert levels() == ["person", "club", "club", "club"]
    scene._change_seat(2, kind="master", liking="raider")
    assert "Different levels" in sitting.written()
    press(pygame.K_LEFT)
    assert levels() == ["person", "expert", "expert", "expert"] and scene.seats[2].liking == "raider"
    scene._change_seat(2, kind="person")
    scene._change_seat(3, kind="person")
    assert "levels" not in {widget.name for widget in scene.focus_manager.widgets}
