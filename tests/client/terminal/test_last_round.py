"""A table that shows the last round only (A35), in a terminal: the log, the chart, the command line, and JSON."""

import json
from pathlib import Path

import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_core import RULESETS, RandomPlayer
from acquire_core.actions import Place
from acquire_core.record_header import LAST_ROUND, WHOLE
from tests.client.command_line import Acquire
from tests.support.text_play import sit_down


@pytest.mark.parametrize("presenter", ["plain", "screen"])
def test_the_log_of_the_last_round_forgets_what_came_before_the_own_last_turn(presenter: str) -> None:
    whole, last_round = (match_of_turn(9, log) for log in (WHOLE, LAST_ROUND))
    first = sit_down(whole, ["log 999"], presenter, columns=120).text
    shown = sit_down(last_round, ["log 999"], presenter, columns=120).text
    early = next(step.action.tile for step in whole.steps if isinstance(step.action, Place))
    assert f"places {early}" in first and f"places {early}" not in shown.split("The log shows only", 1)[1]
    assert "The log shows only what happened since your last turn." in shown and "The log shows only" not in first


def test_there_is_no_chart_before_the_end_of_such_a_table() -> None:
    shown = sit_down(match_of_turn(9, LAST_ROUND, holdings="open"), ["chart"]).text
    assert "only the last round is shown; there is no chart before the end" in shown and "Net worth, turn" not in shown
    assert "there is no chart" not in sit_down(match_of_turn(9, WHOLE, holdings="open"), ["chart"]).text


def match_of_turn(turn: int, log: str, **options: object) -> LocalMatch:
    match = LocalMatch.start(RULESETS["classic"].replace(**options), players_from("Ann,casual,casual"), 7, log)
    player = RandomPlayer(3)
    while match.game.turn < turn or match.asked_seat != 0:
        match.answer(match.game.action_of(player.code(match.game)))
    match.poll()
    return match


def test_the_command_line_sets_it_and_a_saved_game_brings_it_along(acquire: Acquire, tmp_path: Path) -> None:
    saved = tmp_path / "game.acquire"
    saved.write_text(match_of_turn(3, LAST_ROUND).record().text())
    answer = acquire("text", "--load", saved, "--log", "whole")
    assert answer.code == 2 and "--log contradicts --load" in answer.err
    answer = acquire("text", "--log", "nothing")
    assert answer.code == 2 and "invalid choice" in answer.err


def test_json_names_the_setting_where_it_is_not_the_usual_one() -> None:
    games = {}
    for log in (WHOLE, LAST_ROUND):
        lines = [json.loads(line) for line in sit_down(match_of_turn(9, log), ["log 999"], "json").text.splitlines()]
        games[log] = next(line for line in lines if line["type"] == "game")
    assert "log" not in games[WHOLE] and games[LAST_ROUND].pop("log") == LAST_ROUND and games[LAST_ROUND] == games[WHOLE]
