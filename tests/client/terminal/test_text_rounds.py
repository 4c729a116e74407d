"""Simultaneous play at one keyboard: secret answers, the hand-over between them, what is shown together, bids in plain words."""

from __future__ import annotations

import io
import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from acquire_client.files.saves import load
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.second_try import try_again
from acquire_client.terminal.presenters.plain import CLEAR
from acquire_client.view_model.answers import AnswerError, read_answer
from acquire_client.view_model.prompts import prompt_for
from acquire_core.actions import Bid, Place, Retire
from tests.client.command_line import Acquire
from tests.support.few_cases import few_cases
from tests.support.text_play import by_keys, in_notation, new_match, position, positioned, sit_down

ROUNDS: dict[str, Any] = {"simultaneous": True}
TABLES: list[tuple[str, str, dict[str, Any]]] = [
    ("Anna,Ben", "classic", {}),
    ("Anna,Ben,Cem", "classic", {"holdings": "open", "end_mode": "auto", "safe_size": 5}),
    ("Anna,Ben,Cem,Dia", "classic", {"teams": True, "merger_bonus": 500, "start_cash": 1000}),
    ("Anna,Ben,Cem,Dia,Eli", "tycoon-2023", {"max_buy": 5}),
]


def rounds(seats: str = "Anna,Ben,Cem", seed: int = 5, **options: Any) -> LocalMatch:
    return new_match(seats, seed=seed, **ROUNDS, **options)


def neighbours() -> LocalMatch:
    """Anna and Ben hold 5E and 6E, which are in each other's way; Cem holds 12I."""
    return positioned(position([], [["5E"], ["6E"], ["12I"]], options=ROUNDS))


# --- whole games ---

@pytest.mark.parametrize(("seats", "rules", "options"), TABLES)
@pytest.mark.parametrize("policy", few_cases(pytest.mark.fully, [by_keys, in_notation]))
@pytest.mark.parametrize("presenter", ["plain", pytest.param("json", marks=pytest.mark.fully)])
def test_whole_games_are_played_by_typing(seats: str, rules: str, options: dict[str, Any], policy: Any, presenter: str) -> None:
    sitting = sit_down(new_match(seats, rules, seed=5, **ROUNDS, **options), policy(7), presenter)
    assert sitting.match.is_over
    assert {"place", "buy"} <= sitting.phases
    assert "None" not in sitting.text


def test_bids_and_sealed_disposals_come_up() -> None:
    phases: set[str] = set()
    for seed in range(6):
        phases |= sit_down(rounds(seed=seed), by_keys(seed)).phases
        if phases >= {"place", "bid", "dispose", "buy", "found", "declare_end"}:
            return
    raise AssertionError(f"only {phases}")


def test_the_answers_stand_in_the_record_and_a_step_shows_them_together() -> None:
    match = rounds()
    sitting = sit_down(match, ["2", "5", "5"])
    chosen = [step.action for step in match.steps if step.turn == 1][:3]
    assert [action.seat for action in chosen] == [0, 1, 2]
    assert [action for action in match.game.actions() if isinstance(action, Place)] == chosen
    lines = sitting.text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.endswith("Anna chooses 3I."))
    assert lines[at + 1:at + 4] == ["Ben chooses 12B.", "Cem chooses 11F.", "Anna places 3I."]


# --- secrets ---

@pytest.mark.parametrize("presenter", ["plain", "screen", "json"])
def test_nothing_on_the_screen_tells_an_answer_that_waits(presenter: str) -> None:
    looks = ["board", "sheet", "log 100", "chart", "rules", "?", "hand", "undo", "", ""]
    said = [sit_down(rounds(), [answer, "", *looks], presenter, interactive=presenter != "json").text for answer in "123456"]
    # JSON takes the empty line for a mistake; whatever comes, it is the same for all answers.
    assert len(set(said)) == 1
    assert "Ben" in said[0]


def test_the_others_sit_down_one_by_one_and_all_see_the_answers_together() -> None:
    text = sit_down(neighbours(), ["1", "", "1", "", "1"], interactive=True).text
    first, second, third, shown = text.split(CLEAR)
    third, last = third.split("Cem> ")
    assert "All 3 answer secretly" in first and "Anna> " in first
    assert second.startswith("1 of 3 has answered.\nNow Ben decides. Press Enter when only Ben can see the screen.")
    assert third.startswith("2 of 3 have answered.\nNow Cem decides.")
    assert "5E" not in second + third and "6E" not in third
    assert last.startswith("Anna chooses 5E.\n")
    assert shown.splitlines()[:5] == ["Anna chooses 5E.", "Ben chooses 6E.", "Cem chooses 12I.",
                                      "All 2 answer secretly; the answers are shown together.",
                                      "Now Anna decides. Press Enter when only Anna can see the screen."]


def test_own_draws_are_read_after_the_screen_was_handed_over() -> None:
    match = rounds("Anna,Ben")
    text = sit_down(match, ["1", "", "1", ""], interactive=True).text
    assert match.game.turn == 2  # nobody could buy: that needs no answer
    public, own = text.rpartition("Press Enter when only Ben can see the screen.")[::2]
    assert "Ben draws" not in public and "Ben draws" in own and "Anna draws" not in text


# --- taking back ---

def test_an_answer_can_be_taken_back_until_all_have_answered() -> None:
    match = rounds("Anna,Ben")
    hand = match.observe(0).hand
    sitting = sit_down(match, ["1", "undo", "", "2", "", "1"], interactive=True)
    assert "The answer of Anna is taken back." in sitting.text
    assert hand[1] in match.game.snapshot()["board"] and hand[0] not in match.game.snapshot()["board"]
    assert match.undoable_count == 0


def test_the_next_player_may_let_the_one_before_change_it_without_seeing_it() -> None:
    match = rounds("Anna,Ben,Cem")
    sitting = sit_down(match, ["1", "", "undo", "", "2"], interactive=True)
    assert match.game.waiting() == [match.game.legal_actions(0)[1]]
    back = sitting.text.split("The answer of Anna is taken back.")[1]
    assert back.startswith("\n" + CLEAR) and "Now Anna decides." in back


def test_what_cannot_be_taken_back_is_not_said_to_be() -> None:
    """Ben leaves after Anna has answered, so her answer stands, and Cem has given none."""
    sitting = sit_down(rounds(), ["", "1", "", "retire!", "undo", "help", "", "quit", "n"], interactive=True)
    assert "is taken back" not in sitting.text and "Cannot undo" in sitting.text
    assert "undo: take back" not in sitting.text
    assert [answer.seat for answer in sitting.match.game.waiting()] == [0]


def test_what_all_have_seen_stands() -> None:
    match = rounds("Anna,Ben")
    sitting = sit_down(match, ["1", "1", "undo"])
    assert "Cannot undo" in sitting.text
    assert len(match.observe(None).board) == 4


def test_a_settled_tile_is_not_taken_back_by_the_next_who_buys() -> None:
    """Anna founds openly and has no money, so her purchase needs no answer; then Ben is asked."""
    match = positioned(position(["o..........."], [["2A"], ["12I"]], seats=2, options=ROUNDS | {"start_cash": 0}))
    sit_down(match, ["2A", "12I", "t", "undo"])
    assert match.game.snapshot()["sizes"]["tower"] == 2


def test_only_the_last_answer_of_a_step_is_confirmed() -> None:
    match = neighbours()
    sitting = sit_down(match, ["5E", "6E", "12I", "n", "12I", "y"], confirm=True)
    assert sitting.text.count("After this nothing can be taken back.") == 2
    assert match.game.phase == "bid"


# --- bids ---

def bidding() -> LocalMatch:
    match = neighbours()
    sit_down(match, ["1", "1", "1"])
    return match


def test_a_bid_is_asked_for_in_plain_words() -> None:
    text = sit_down(neighbours(), ["1", "1", "1"]).text
    for line in ("Anna bids.", "These tiles are in each other's way: Anna 5E and Ben 6E. The higher bid goes first.",
                 "The last in the order pays nothing. A tie goes to Anna.",
                 "Cash $6,000; bids in steps of $100, up to $6,000.", "0: bid nothing.",
                 "Type an amount of dollars, such as 300."):
        assert f"{line}\n" in text


@pytest.mark.parametrize(("typed", "dollars"), [("300", 300), ("$300", 300), ("1,200", 1200), ("bid 500", 500), ("0", 0),
                                                ("0 bid 700", 700), ("400 $", 400)])
def test_an_amount_is_read_as_people_write_it(typed: str, dollars: int) -> None:
    match = bidding()
    assert read_answer(prompt_for(match.observe(0), match.names), typed, match.names) == Bid(0, dollars)


@pytest.mark.parametrize("typed", ["many", "-100", "1,20", "3e2", "٣٠٠", "10000000", "300 400"])
def test_what_is_not_an_amount_is_refused(typed: str) -> None:
    match = bidding()
    with pytest.raises(AnswerError):
        read_answer(prompt_for(match.observe(0), match.names), typed, match.names)


def test_a_bid_that_cannot_be_is_refused_with_the_reason() -> None:
    match = bidding()
    text = sit_down(match, ["150", "6100", "200", "300"]).text
    assert "That is not allowed: a bid is a whole number of hundreds of dollars." in text
    assert "That is not allowed: that is more than this seat can bid now." in text
    assert "Anna bids $200.\nBen bids $300.\nBen pays a bid of $300.\n" in text
    assert match.game.snapshot()["cash"] == [6000, 5700, 6000]


def test_scarce_shares_are_bid_for_in_plain_words() -> None:
    match = positioned(position(["TT.........."], [[], [], ["12I"]], shares=[{}, {}, {"tower": 22}], options=ROUNDS))
    text = sit_down(match, ["1", "ttt", "tt", "n", "100", "200"]).text
    assert "The market has 3 shares of Tower, and more are wanted: Anna 3 and Ben 2. The higher bid is served first." in text
    assert "Anna orders 3 Tower.\nBen orders 2 Tower.\nCem buys nothing.\n" in text
    assert "Ben buys 2 shares of Tower for $400.\n" in text and "Anna buys 1 share of Tower for $200.\n" in text


def test_a_seat_that_can_bid_nothing_is_not_bothered() -> None:
    match = positioned(position([], [["5E"], ["6E"]], seats=2, options=ROUNDS | {"start_cash": 0}))
    sitting = sit_down(match, ["5E", "6E"])
    assert "bid" not in sitting.phases
    assert match.game.phase == "found"


# --- saving, and other ends ---

def test_a_save_in_the_middle_of_a_step_keeps_the_answers(tmp_path: Path) -> None:
    file = tmp_path / "mine.acquire"
    match = rounds()
    sit_down(match, ["2", "3", f"save {file}"], folder=tmp_path)
    assert [line.split()[:3] for line in file.read_text().splitlines() if line.startswith("waiting")] == [
        ["waiting", "0", "place"], ["waiting", "1", "place"]]
    again = LocalMatch.resume(load(file))
    assert (again.game.waiting(), again.asked_seat, again.record()) == (match.game.waiting(), 2, match.record())
    other = rounds(seed=9)
    sitting = sit_down(other, [f"load {file}", "1"], folder=tmp_path)
    assert sitting.match.game.waiting() == [] and sitting.match.seed == 5
    assert len(sitting.match.observe(None).board) == 6


def test_a_record_that_ends_among_the_answers_of_a_step_goes_on_there() -> None:
    match = rounds()
    sit_down(match, ["2", "5", "5"])
    record = match.record()
    last = max(number for number, action in enumerate(record.actions) if isinstance(action, Place))
    cut = LocalMatch.resume(replace(record, actions=record.actions[:last]))
    assert cut.game.waiting() == list(record.actions[last - 2:last]) and cut.asked_seat == 2
    again = try_again(record, last)
    assert again.game.waiting() == [] and again.asked_seat == 0 and again.game.turn == 1
    assert try_again(replace(record, waiting=(record.actions[last],)), last + 1).game.actions() == list(record.actions[:last + 1])


def test_autosave_keeps_each_answer(tmp_path: Path) -> None:
    file = tmp_path / "kept.acquire"
    sit_down(rounds(), ["2", "3"], folder=tmp_path, autosave=file)
    assert file.read_text().count("\nwaiting ") == 2


def test_the_end_of_the_input_keeps_them_too(tmp_path: Path) -> None:
    sit_down(rounds(), ["2"], folder=tmp_path)
    saved, = tmp_path.glob("*.acquire")
    assert saved.read_text().count("\nwaiting ") == 1


def test_a_finished_game_has_no_answers_that_wait(tmp_path: Path) -> None:
    match = sit_down(rounds(end_mode="auto", safe_size=3), by_keys(2)).match
    assert match.is_over and "waiting" not in match.record().text()
    assert LocalMatch.resume(match.record()).game.digest() == match.game.digest()


def test_who_leaves_takes_the_own_answer_along() -> None:
    match = neighbours()
    sitting = sit_down(match, ["1", "retire"])
    assert match.game.retired == (1,) and match.game.waiting() and match.asked_seat == 2
    assert "Ben leaves for good" in sitting.text
    sit_down(match, ["12I"])
    assert match.game.snapshot()["board"] == {"5E": None, "12I": None}  # nothing is in the way of 5E any more
    match.answer(Retire(0))
    assert match.game.retired == (0, 1)


def test_json_says_how_many_have_answered() -> None:
    said = [json.loads(line) for line in sit_down(neighbours(), ["0 place 5E", "1 place 6E"], "json").text.splitlines()]
    assert [(item["answered"], item["of"]) for item in said if item["type"] == "answered"] == [(0, 3), (1, 3), (2, 3)]
    assert not [item for item in said if item["type"] == "action"]
    asked = [item for item in said if item["type"] == "question"]
    assert [(item["seat"], item["phase"]) for item in asked] == [(0, "place"), (1, "place"), (2, "place")]


@pytest.mark.parametrize(("seats", "interactive"), [("Anna,2,2", True), ("1,Anna,2,Ben", False), ("2,3", False)])
def test_computer_players_answer_in_their_place(seats: str, interactive: bool) -> None:
    sitting = sit_down(rounds(seats, end_mode="auto", safe_size=4), by_keys(4), interactive=interactive)
    assert sitting.match.is_over
    assert CLEAR not in sitting.text  # one person needs no hand-over, and nobody clears what is not a terminal


def test_an_answer_before_that_of_a_computer_player_can_be_taken_back() -> None:
    match = rounds("Anna,2,Ben")
    hand = match.observe(0).hand
    sitting = sit_down(match, ["1", "undo", "2", "1"])
    chosen = [action for action in match.game.actions() if isinstance(action, Place)]
    assert "The answer of Anna is taken back." in sitting.text
    assert [action.seat for action in chosen] == [0, 1, 2] and chosen[0].tile == hand[1]


def test_every_kind_of_question_has_hints() -> None:
    for match, phase in ((rounds(), "place"), (bidding(), "bid")):
        text = sit_down(match, ["hint"]).text
        assert match.game.phase == phase and "Hint 1: " in text and " Wins " in text


def test_random_lines_do_no_harm() -> None:
    rng = random.Random(4)
    words = ["1", "2", "bid 300", "undo", "reset", "0", "n", "", "place 5E", "sheet", "log", "end no", "300", "2 place 1A",
             "buy Luxor", "dispose hold 1 sell 0 trade 0", "waiting 0 place 5E", "\x1b[2J", "k", "L", "T", "A", "chart", "?"]
    match = rounds("Anna,Ben,Cem,Dia")
    lines = iter([rng.choice(words) for _ in range(3000)])
    sitting = sit_down(match, lines, interactive=True)
    assert match.game.turn >= 2 and {"place", "buy", "bid"} <= sitting.phases


# --- the command ---

def test_the_command_plays_it(acquire: Acquire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\n"))
    answer = acquire("text", "--seats", "Anna,Ben", "--option", "simultaneous=yes", "--seed", 5, "--plain",
                     "--autosave", tmp_path / "a.acquire")
    assert answer.code == 0
    assert "Anna chooses" in answer.out and "1 of 2 has answered." in answer.out
    assert "option simultaneous yes" in (tmp_path / "a.acquire").read_text()
    shown = acquire("replay", tmp_path / "a.acquire", "--all")
    assert shown.code == 0 and "Ben chooses" in shown.out


def test_the_command_says_what_does_not_go_together(acquire: Acquire) -> None:
    answer = acquire("text", "--seats", "Anna,Ben", "--option", "simultaneous=yes", "--option", "sell_shares=yes",
                     "--option", "open_pick=yes")
    assert answer.code == 2 and "simultaneous does not go together with sell_shares=yes, open_pick=yes" in answer.err
    answer = acquire("text", "--option", "simultaneous=perhaps")
    assert answer.code == 2 and "simultaneous" in answer.err


def test_the_command_for_rules_shows_the_option(acquire: Acquire) -> None:
    answer = acquire("rules", "classic", "--option", "simultaneous=yes", "--json")
    assert json.loads(answer.out)["options"]["simultaneous"] == "yes"
