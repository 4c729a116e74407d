"""F5 and F10 at the prompts of a text game, as in the 1988 program: the chart, and who would win if it ended now."""

import json
from pathlib import Path

import pytest

from acquire_client.view_model.history import history_csv, history_of, picked
from acquire_core.record import load_record

from .text_play import in_notation, new_match, sit_down


def at_turn(turn: int, *lines: str):  # type: ignore[no-untyped-def]
    """Plays until a turn is reached, then types these lines."""
    waiting, policy = list(lines), in_notation(3)
    return lambda prompt, game: waiting.pop(0) if waiting and game.match.game.turn >= turn else policy(prompt, game)


@pytest.mark.parametrize("voice", ["screen", "plain", "json"])
@pytest.mark.parametrize("key", ["f5", "chart", "\x1b[15~"])
def test_f5_draws_the_net_worth_in_characters(voice: str, key: str) -> None:
    sitting = sit_down(new_match("Anna,2", holdings="open"), at_turn(9, key, "quit", "n"), voice)
    if voice == "json":
        chart = next(line for line in map(json.loads, sitting.text.splitlines()) if line["type"] == "chart")
        assert len(chart["net_worth"]) == 2 and {len(row) for row in chart["net_worth"]} == {len(chart["turns"])}
        assert chart["turns"][-1] >= 9 and chart["net_worth"][0][0] == 6000
    elif voice == "plain":
        assert "Net worth, turn 1: Anna $6,000" in sitting.text
    else:
        assert "Net worth by turn" in sitting.text and "turn 1" in sitting.text


def test_f5_does_not_tell_what_is_concealed() -> None:
    sitting = sit_down(new_match("Anna,2", "dos-1988"), at_turn(5, "f5", "f10", "n"), "plain")
    assert "Cash is concealed under these rules" in sitting.text
    assert "Who would win now cannot be told" in sitting.text
    assert "Net worth, turn" not in sitting.text


def test_f10_says_who_would_win_before_it_asks(tmp_path: Path) -> None:
    sitting = sit_down(new_match("Anna,Ben", holdings="open"), ["f10", "", "\x1b[21~", "n"], "plain", folder=tmp_path)
    assert sitting.text.count("If the game ended now, Anna and Ben would share the win with $6,000.") == 2
    assert sitting.text.index("would share the win") < sitting.text.index("Save the game first?")


def test_where_leaving_is_asked_a_function_key_does_what_it_does_and_the_game_goes_on(tmp_path: Path) -> None:
    sitting = sit_down(new_match("Anna,Ben", holdings="open"), ["f10", "f5", "f10", "f1", "f10", "n"], "plain", folder=tmp_path)
    assert sitting.text.count("Save the game first?") == 3
    assert "Net worth, turn 1: Anna $6,000" in sitting.text and "Rules: classic." in sitting.text


def test_a_chart_as_csv_has_a_row_for_each_turn_and_no_formulas(tmp_path: Path) -> None:
    sit_down(new_match("Anna,2", holdings="open"), at_turn(6, "quit", "y"), folder=tmp_path)
    record = load_record(next(tmp_path.iterdir()))
    match = new_match("=1+1,Ben")
    history = history_of(record, match.names)
    rows = history_csv(history, match.names, [(1, 0, 6000), (2, 1, 5000)], [100, 0]).splitlines()
    assert rows[0] == "turn,'=1+1,Ben"
    assert len(history.turns) == rows.index("") - 1
    assert rows[1] == "1,6000,6000" and "1,'=1+1,6000" in rows


def test_few_turns_are_picked_from_the_first_to_the_last() -> None:
    assert picked(3, 10) == [0, 1, 2] and picked(1, 5) == [0] and picked(0, 5) == []
    assert picked(100, 4) == [0, 33, 66, 99]
