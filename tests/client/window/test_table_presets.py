"""A table that is set by one name: on the command line, in a lobby of the terminal, and in the window."""

import json
from collections.abc import Callable

import pygame
import pytest

from acquire_client.matches.players import players_from
from acquire_client.view_model.table_presets import TOURNAMENT, drawn_order
from acquire_client.window.scenes.new_game import NewGameScene
from acquire_client.window.scenes.table import TableScene
from acquire_core import RULESETS
from acquire_core.record_header import LAST_ROUND, WHOLE
from tests.client.command_line import Acquire

from .driver import Window


def test_a_tournament_is_of_four_with_hidden_holdings_and_the_log_of_the_last_round() -> None:
    assert (TOURNAMENT.seats, TOURNAMENT.log, TOURNAMENT.ruleset.changes()) == (4, LAST_ROUND, {"holdings": "hidden"})
    assert not TOURNAMENT.is_set(TOURNAMENT.ruleset, WHOLE) and not TOURNAMENT.is_set(RULESETS["classic"], LAST_ROUND)
    people = [bytes((number,)) for number in range(20)]
    assert sorted(drawn_order(people)) == people and len({drawn_order(people) for _ in range(5)}) == 5


def begun(answer_text: str) -> dict[str, object]:
    found: dict[str, object] = next(event for event in map(json.loads, answer_text.splitlines()) if event["type"] == "game")
    return found


def test_the_command_line_knows_it_by_name_and_draws_the_seats(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    orders = set()
    for seed in range(6):
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        game = begun(acquire("text", "--rules", "tournament", "--seats", "Ann,Ben:casual,Cleo:casual,Dan:casual", "--seed", seed,
                             "--json").out)
        assert (game["rules"], game["options"], game["log"]) == ("classic", {"holdings": "hidden"}, LAST_ROUND)
        seats = game["seats"]
        assert isinstance(seats, list)
        orders.add(tuple(seat["name"] for seat in seats))
    assert len(orders) > 1 and {tuple(sorted(order)) for order in orders} == {("Ann", "Ben", "Cleo", "Dan")}


def test_what_is_set_by_the_name_may_be_changed_beside_it(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    game = begun(acquire("text", "--rules", "tournament", "--log", "whole", "--option", "max_buy=4", "--json").out)
    assert "log" not in game and game["options"] == {"holdings": "hidden", "max_buy": "4"}
    answer = acquire("text", "--rules", "tournament", "--seats", "Ann,casual")
    assert answer.code == 2 and "'tournament' is for 4 players, not 2" in answer.err


def test_a_custom_game_in_the_window_is_set_by_it(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    scene = NewGameScene(sitting.app)
    sitting.app.push(scene)
    sitting.turn()
    rules = sitting.widget("rules")
    for _ in RULESETS:
        sitting.click((rules.box.right - 12, rules.box.middle[1]))
    assert scene.is_tournament and len(scene.seats) == 4 and not scene.is_changed and "Tournament" in " ".join(sitting.written())
    sitting.click((rules.box.right - 12, rules.box.middle[1]))
    assert scene.ruleset == RULESETS["classic"] and scene.log == WHOLE, "the next choice is an edition as it is"
    for _ in RULESETS:
        sitting.click((rules.box.right - 12, rules.box.middle[1]))
    sitting.key(pygame.K_RETURN)
    match = sitting.table.controller.match
    assert isinstance(sitting.top, TableScene) and match.log == LAST_ROUND and len(match.players) == 4
    assert {player.name for player in match.players} == {player.name for player in players_from(sitting.app.settings.seats)}
    again = NewGameScene(sitting.app)
    sitting.app.push(again)
    sitting.turn()
    assert again.is_tournament, "what was chosen last is there again"
