"""F5 and F10 at the prompts of a text game, as in the 1988 program: the chart, and who would win if it ended now."""

import json
from pathlib import Path
from typing import Any

import pytest

from acquire_client.terminal.text_game import TextGame
from acquire_client.view_model.history import history_csv, history_of, picked_columns
from acquire_client.view_model.prompts import Prompt
from acquire_core.record import load_record
from tests.support.text_play import NOWHERE, TILE, Sitting, in_notation, new_match, position, positioned, sit_down


def at_turn(turn: int, *lines: str):  # type: ignore[no-untyped-def]
    """Plays until a turn is reached, then types these lines."""
    waiting, policy = list(lines), in_notation(3)
    return lambda prompt, game: waiting.pop(0) if waiting and game.match.game.turn >= turn else policy(prompt, game)


@pytest.mark.parametrize("presenter", ["screen", "plain", "json"])
@pytest.mark.parametrize("key", ["f5", "chart", "\x1b[15~"])
def test_f5_draws_the_net_worth_in_characters(presenter: str, key: str) -> None:
    sitting = sit_down(new_match("Anna,2", holdings="open"), at_turn(9, key, "quit", "n"), presenter)
    if presenter == "json":
        chart = next(line for line in map(json.loads, sitting.text.splitlines()) if line["type"] == "chart")
        assert len(chart["net_worth"]) == 2 and {len(row) for row in chart["net_worth"]} == {len(chart["turns"])}
        assert chart["turns"][-1] >= 9 and chart["net_worth"][0][0] == 6000
    elif presenter == "plain":
        assert "Net worth, turn 1: Anna $6,000" in sitting.text
    else:
        assert "Net worth by turn" in sitting.text and "turn 1" in sitting.text


def test_f5_does_not_tell_what_is_concealed() -> None:
    sitting = sit_down(new_match("Anna,2", "dos-1988"), at_turn(5, "f5", "f10", "n"), "plain")
    assert "Cash is concealed under these rules" in sitting.text
    assert "so nobody can say who is ahead" in sitting.text
    assert "Net worth, turn" not in sitting.text


def test_who_leaves_without_saving_sees_who_was_ahead_even_where_cash_is_concealed(tmp_path: Path) -> None:
    """As in the program of 1988; a game that is saved can go on, so there it stays concealed."""
    left = sit_down(new_match("Anna,2", "dos-1988"), at_turn(12, "f10", "n"), folder=tmp_path)
    money = left.match.observe(None).if_ended
    best = left.match.names.seat(money.index(max(money)))
    assert left.text.rstrip().endswith(f"If the game ended now, {best} would win with ${max(money):,}.")
    saved = sit_down(new_match("Anna,2", "dos-1988"), at_turn(12, "f10", "y"), folder=tmp_path)
    assert saved.code == 0 and "Saved in" in saved.text and "would win" not in saved.text
    known = sit_down(new_match("Anna,2", holdings="open"), at_turn(12, "f10", "n"), folder=tmp_path)
    assert known.text.count("would win") == 1, "it was said before"


@pytest.mark.parametrize("presenter", ["plain", "screen"])
def test_f3_shows_the_tiles_with_their_numbers_and_the_shares_before_the_question(presenter: str) -> None:
    rows = ["LL..TTT....."]
    game = position(rows, [["3A", "12I"]], shares=[{"luxor": 4, "imperial": 2}, {"tower": 1}, {}])
    sitting = sit_down(positioned(game), ["f3", "1", "\x1bOR"], presenter)
    at_tiles, at_buying = sitting.text[:sitting.text.index("places 3A")], sitting.text[sitting.text.index("places 3A"):]
    for page in (at_tiles, at_buying):
        facts = [line.rpartition("> ")[2].removeprefix("Your shares: ").strip() for line in page.splitlines()]
        shares = [fact for fact in facts if "shares, " in fact]
        assert shares == [f"Luxor: 4 shares, ${300 if page is at_buying else 200} each.", "Imperial: 2 shares, not on the board."]
    assert "1. 12I: lies alone." in at_buying, "no tile is asked for, so the question does not list them"
    assert "2. 12I:" not in at_tiles and at_tiles.rindex("12I") > at_tiles.index("2 shares"), "the question lists the tiles"


def test_f10_says_who_would_win_before_it_asks(tmp_path: Path) -> None:
    sitting = sit_down(new_match("Anna,Ben", holdings="open"), ["f10", "", "\x1b[21~", "n"], "plain", folder=tmp_path)
    assert sitting.text.count("If the game ended now, Anna and Ben would share the win with $6,000.") == 2
    assert sitting.text.index("would share the win") < sitting.text.index("Save the game first?")


def test_where_leaving_is_asked_a_function_key_does_what_it_does_and_the_game_goes_on(tmp_path: Path) -> None:
    sitting = sit_down(new_match("Anna,Ben", holdings="open"), ["f10", "f5", "f10", "f1", "f10", "n"], "plain", folder=tmp_path)
    assert sitting.text.count("Save the game first?") == 3
    assert "Net worth, turn 1: Anna $6,000" in sitting.text and "Rules: classic." in sitting.text


def between(*typed: str, folder: Path | None = None, seats: str = "Anna,Ben,2", presenter: str = "plain",
            **options: Any) -> Sitting:
    """Let the first person decide until it is up to the second one; then this is typed before anybody sits down."""
    waiting, policy = list(typed), in_notation(3)

    def answer(prompt: Prompt, game: TextGame) -> str | None:
        if game.last_person in (None, game.match.asked_seat):
            return policy(prompt, game)
        return waiting.pop(0) if waiting else None

    return sit_down(new_match(seats, **options), answer, presenter, interactive=True, folder=folder or NOWHERE)


@pytest.mark.parametrize(("key", "text"), [
    ("f1", "Rules: classic."), ("\x1bOP", "Rules: classic."), ("f2", " in the bag."), ("f4", " in the bag."),
    ("f3", " are hidden."), ("board", "oose tiles"), ("f5", "Net worth, turn 1:"), ("f6", "goes first."),
    ("f8", "Which file? Type 'load FILE'."), ("f9", "chart: net worth by turn."), ("f10", "Save the game first?")])
def test_function_keys_work_between_two_people_and_tell_what_everybody_may_know(key: str, text: str) -> None:
    before, between_them = between(holdings="open").text, between(key, "n" if key == "f10" else "f3", holdings="open").text
    handed_over = "can see the screen.\n"
    rest = between_them[between_them.rindex("\x1b[2J"):]
    assert before.count("\x1b[2J") == between_them.count("\x1b[2J") == 1, "nobody else has sat down"
    assert text in rest[rest.index(handed_over):]


@pytest.mark.parametrize("presenter", ["plain", "screen"])
def test_no_key_between_two_people_tells_a_hand(presenter: str, tmp_path: Path) -> None:
    """F8 loads what F7 has saved: that is handed over too."""
    sitting = between(*(f"f{number}" for number in range(1, 10)), "board", "log 500", "f10", "f3", presenter=presenter,
                      folder=tmp_path)
    assert "The game goes on with turn" in sitting.text
    shown = sitting.text[sitting.text.index("\x1b[2J"):]
    public = set(sitting.match.observe(None).board) | {tile for step in sitting.match.steps for event in step.seen_by(None)
                                                       if (tile := getattr(event, "tile", None))}
    assert len(shown) > 1000 and set(TILE.findall(shown)) <= public
    assert not any(prompt.seat == sitting.match.asked_seat for prompt in sitting.prompts), "the question was not put"


def test_f7_and_f8_between_two_people_save_and_load(tmp_path: Path) -> None:
    sitting = between("f7", "load " + str(tmp_path / "game-1.acquire"), "", folder=tmp_path)
    kept = load_record(tmp_path / "game-1.acquire")
    assert "Saved in" in sitting.text and "The game goes on with turn" in sitting.text
    assert sitting.text.count("\x1b[2J") >= 2, "the player who is asked in the loaded game sits down first"
    assert sitting.match.record().actions[:len(kept.actions)] == kept.actions


def test_a_game_is_left_between_two_people_and_who_says_no_plays_on(tmp_path: Path) -> None:
    left = between("f10", "y", folder=tmp_path)
    assert left.code == 0 and load_record(tmp_path / "game-1.acquire").actions == left.match.record().actions
    stayed = between("f10", "", "f10", "f1", "", seats="Anna,Ben", folder=tmp_path)
    assert "The game goes on." in stayed.text and "Rules: classic." in stayed.text
    assert {prompt.seat for prompt in stayed.prompts} == {0, 1}


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
    assert picked_columns(3, 10) == [0, 1, 2] and picked_columns(1, 5) == [0] and picked_columns(0, 5) == []
    assert picked_columns(100, 4) == [0, 33, 66, 99]
