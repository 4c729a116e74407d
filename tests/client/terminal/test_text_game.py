"""`acquire text` as a table sees it: whole games, hidden tiles, plain and JSON output, words, saving, hostile input."""

import io
import json
import os
import random
import re
import signal
import string
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from acquire_client.commands.text import MAX_LINE_CHARACTERS, line_reader
from acquire_client.files.past_games import PastGames
from acquire_client.files.unfinished_games import UnfinishedGames
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.terminal.text_game import TextGame
from acquire_client.view_model.hints import hints_from
from acquire_client.view_model.moves import what_follows
from acquire_client.view_model.prompts import prompt_for
from acquire_client.view_model.sheet import sheet_seen
from acquire_core import RULESETS, load_record
from acquire_core.actions import Place
from acquire_core.ai import Considered, Decision, explain, sentence
from acquire_core.events import HandShown, MarketDrew, TilePicked
from acquire_core.notation import format_action
from tests.client.command_line import Acquire
from tests.support.acquire_program import MAIN
from tests.support.few_cases import few_cases
from tests.support.text_play import TILE, Policy, by_keys, in_notation, new_match, position, positioned, sit_down

DECISIONS = {"declare_before", "replace_hand", "place", "found", "survivor", "next_defunct", "dispose", "trade2", "buy",
             "declare_end", "discard", "pick"}
"""A power is asked for beside the tile or the purchase that says that none is used."""
TABLES: list[tuple[str, str, dict[str, Any]]] = [
    ("Anna,Ben,Cem,Dia", "classic", {"special_powers": True, "found_optional": True}),
    ("Anna,2,2,2", "classic", {}),
    ("Anna,Ben", "classic", {}),
    ("Anna,2", "classic", {"market_empty_bag": "full_set"}),
    ("Anna,2,Cem,2", "classic", {"teams": True, "sell_shares": True}),
    ("Anna,2,2", "classic", {"open_pick": True, "founder_buys_four": True, "holdings": "open"}),
    ("Anna,Ben,2", "wikipedia-2008", {"safe_size": 2, "end_all_safe": False, "end_size": 108}),
    ("Anna,Ben,2", "revised-6515", {}),
    ("Anna,Ben,Cem", "dos-1988", {}),
    ("2,Anna,2,2,2,2", "tycoon-2023", {"merger_bonus": 500}),
]


@pytest.mark.parametrize(("seats", "rules", "options"), TABLES)
@pytest.mark.parametrize("policy", few_cases(pytest.mark.fully, [by_keys, in_notation]))
def test_whole_games_are_played_by_typing(seats: str, rules: str, options: dict[str, Any], policy: Any) -> None:
    sitting = sit_down(new_match(seats, rules, seed=5, **options), policy(7), "plain")
    assert sitting.match.is_over
    assert sitting.code == 0
    assert "Rank 1:" in sitting.text
    assert "None" not in sitting.text


def test_every_kind_of_decision_comes_up_and_is_answered() -> None:
    met: set[str] = set()
    for seed in range(40):
        for seats, rules, options in (TABLES[0], TABLES[6], TABLES[8], TABLES[5]):
            met |= sit_down(new_match(seats, rules, seed=seed, **options), in_notation(seed), "json").phases
        if met >= DECISIONS:
            break
    assert DECISIONS <= met <= DECISIONS | {"power_start"}


def test_the_answers_stand_in_the_record() -> None:
    match = new_match("Anna,Ben", seed=1)
    played = sit_down(match, by_keys(1), "plain")
    again = new_match("Anna,Ben", seed=1)
    sit_down(again, by_keys(1), "json")
    assert again.record() == played.match.record()


# --- hidden information ---

def public_tiles(game: TextGame) -> set[str]:
    seen = game.match.observe(None)
    events = [event for step in game.match.steps for event in step.events]
    drawn = {event.tile for event in events if isinstance(event, MarketDrew | TilePicked)}
    shown = {tile for event in events if isinstance(event, HandShown) for tile in event.tiles}
    return {*seen.board, *seen.discard, *(seen.bag or ()), *drawn, *shown}


@pytest.mark.parametrize(("seats", "rules", "options", "presenter"), [
    pytest.param(*table, presenter, marks=() if presenter == "plain" and number % 2 == 0 else pytest.mark.fully)
    for number, table in enumerate(TABLES) for presenter in ("plain", "screen", "json")
    if presenter != "screen" or table in TABLES[1:3]])
def test_hidden_tiles_are_never_printed(seats: str, rules: str, options: dict[str, Any], presenter: str) -> None:
    """Each piece of output is looked at when it comes: it may name public tiles and those of the person at the keyboard."""
    looked = [0]

    def watch(game: TextGame, text: str) -> None:
        person = game.viewing_seat if game.viewing_seat is not None else game.match.asked_seat if game.match.asks_person else None
        own = set(game.match.observe(person).hand) if person is not None else set()
        # What a person may know: own tiles, and those that were own until this very answer laid them down.
        named = set(TILE.findall(text.replace("nearest to 1A", "")))  # a square, in the reason why a player goes first
        looked[0] += len(named)
        assert named <= public_tiles(game) | own, (named - public_tiles(game) - own, text)

    commands = iter(["hint", "board", "sheet", "log 1000", "rules", "?", "hand"] * 3)
    typing = in_notation(9)

    def answers(prompt: Any, game: TextGame) -> str | None:
        return next(commands, None) or typing(prompt, game)

    sitting = sit_down(new_match(seats, rules, seed=6, **options), answers, presenter, watch=watch, interactive=False)
    assert sitting.match.is_over
    assert looked[0] > 200 or presenter == "screen"


@pytest.mark.parametrize("presenter", ["plain", "screen"])
def test_a_newcomer_reads_why_a_player_goes_first_and_what_wins(presenter: str) -> None:
    sitting = sit_down(new_match("Anna,Ben", "wikipedia-2008"), ["rules"], presenter)
    text = " ".join(sitting.text.split())
    assert "goes first. The opening tile nearest to the top decides it." in text
    assert "The most money at the end wins" in text and "A chain of 11 tiles is safe" in text


def test_the_rules_say_that_teams_win_and_that_rounds_are_played() -> None:
    teams = sit_down(new_match("Anna,Ben,Cleo,Dora", "classic", teams=True), ["rules"], "plain").text
    assert "The team with the most money at the end wins:" in teams and "In a turn you place a tile" in teams
    rounds = sit_down(new_match("Anna,Ben", "classic", simultaneous=True), ["rules"], "plain").text
    assert "The most money at the end wins:" in rounds and "In a round you place a tile" in rounds


@pytest.mark.parametrize(("holdings", "meaning"), [
    ("open", "bag"), ("piles", "bag; ? means concealed; + means some shares"), ("hidden", "bag; ? means concealed")])
def test_the_sheet_says_what_its_marks_mean_where_it_has_them(holdings: str, meaning: str) -> None:
    game = position(["LL.........."], [["12I"]], shares=[{"luxor": 2}, {"luxor": 4}, {}], options={"holdings": holdings})
    shown = sit_down(positioned(game), ["sheet"], "screen").text
    assert re.search(rf"tiles in the {re.escape(meaning)}\n", shown)


def test_concealed_holdings_stay_concealed() -> None:
    for holdings, others in (("open", 4), ("piles", True), ("hidden", None)):
        game = position(["LL.........."], [["12I"]], shares=[{"luxor": 2}, {"luxor": 4}, {}], options={"holdings": holdings})
        sheet = sheet_seen(game.observe(0), positioned(game).names)
        luxor, = [row for row in sheet.chains if row.size]
        assert luxor.blocks[0] == 2
        assert luxor.blocks[1] is others or luxor.blocks[1] == others
        assert (sheet.seats[1].cash is None) == (holdings != "open") == (sheet.seats[1].net_worth is None)
        sitting = sit_down(positioned(game), ["sheet"], "json")
        put = next(json.loads(line) for line in sitting.text.splitlines() if '"sheet"' in line)
        assert put["cash"][1] == (6000 if holdings == "open" else None)


@pytest.mark.parametrize("holdings", ["open", "piles", "hidden"])
def test_in_a_merger_the_sheet_has_the_shares_of_the_defunct_chain(holdings: str) -> None:
    """R25a: every holder shows them; what is held of other chains stays concealed."""
    shares = [{"luxor": 2}, {"luxor": 4, "tower": 1}, {}]
    game = position(["LL.TTT......"], [["3A"]], shares=shares, options={"holdings": holdings})
    sitting = sit_down(positioned(game), ["3A", "sheet"], "json")
    sheet = sheet_seen(game.observe(0), positioned(game).names)
    rows = {row.chain: row.blocks for row in sheet.chains}
    assert game.phase == "dispose" and rows["luxor"] == (2, 4, 0)
    assert type(rows["luxor"][1]) is int and rows["tower"][1] == {"open": 1, "piles": True, "hidden": None}[holdings]
    put = next(json.loads(line) for line in sitting.text.splitlines() if '"sheet"' in line)
    assert put["shown_shares"] == {"luxor": [2, 4, 0]}
    again = position(["LL.TTT......"], [["3A"]], shares=shares, options={"holdings": holdings})
    assert "The others show their shares: Ben 4." in sit_down(positioned(again), ["3A"], "screen").text, "the question has it too"


def test_the_seed_is_not_shown() -> None:
    for presenter in ("plain", "screen", "json"):
        assert "987654321" not in sit_down(new_match("Anna,2", seed=987654321), in_notation(1), presenter).text


# --- ways to say it ---

def test_plain_has_no_drawing_and_one_fact_a_line() -> None:
    commands = iter(["board", "sheet", "rules", "hint", "log", "?"])
    policy = in_notation(3)
    sitting = sit_down(new_match("Anna,2,2"), lambda prompt, game: next(commands, None) or policy(prompt, game), "plain")
    assert sitting.text.isascii()
    assert "\x1b" not in sitting.text
    assert not set(sitting.text) & set("|+_=#*[]{}")
    assert "  " not in sitting.text


def test_every_json_line_is_an_object_with_a_type() -> None:
    sitting = sit_down(new_match("Anna,2,Ben"), in_notation(2), "json")
    reported = [json.loads(line) for line in sitting.text.splitlines()]
    assert reported[0]["type"] == "game" and reported[-1]["type"] == "end"
    assert {line["type"] for line in reported} == {"game", "action", "event", "question", "end"}
    for line in reported:
        if line["type"] == "question":
            assert line["legal_count"] == len(line["legal"]) and line["legal"][0].startswith(f"{line['seat']} ")
        if line["type"] == "event" and line["event"] == "TileDrawn":
            assert line["tile"] is None, "with two people at one keyboard nobody sees what is drawn"


@pytest.mark.parametrize("columns", [40, pytest.param(80, marks=pytest.mark.fully),
                                     *few_cases(pytest.mark.more_cases, [60, 120], 0)])
def test_the_screen_fits_its_width(columns: int) -> None:
    commands = iter(["board", "sheet", "rules", "hint", "log", "?", "wrong"])
    policy = by_keys(3)
    sitting = sit_down(new_match("Anna,2,Ben,2,2,2", special_powers=True),
                       lambda prompt, game: next(commands, None) or policy(prompt, game), "screen", columns=columns)
    longest = max(len(line.rstrip()) for line in sitting.text.splitlines())
    assert longest <= columns + len("Anna> ")  # the cue has no line of its own where nobody presses Enter
    assert max(len(line.partition("> ")[2] or line) for line in sitting.text.splitlines()) <= columns


# --- words ---

def test_an_answer_is_taken_back_with_undo() -> None:
    match = positioned(position(["LL..TTT....."], [["3A", "12I"]]))
    sitting = sit_down(match, ["undo", "1", "undo", "12I", "reset", "1"])
    assert "Cannot undo" in sitting.text and "or another player decides." in " ".join(sitting.text.split())
    assert "Taken back: Anna places 3A." in sitting.text
    assert "Taken back: Anna places 12I." in sitting.text
    assert match.observe(0).sizes["luxor"] == 3


def test_what_cannot_be_taken_back_is_confirmed() -> None:
    match = positioned(position(["LL..TTT....."], [["3A"]], bag=("9I",)))
    sitting = sit_down(match, ["1", "b LLL", "no", "b L", "b TT", "board", "b TT", "y"], confirm=True)
    assert "Buy 3 Luxor: $900 in all, $5,100 cash left." in sitting.text
    assert sitting.text.count("Enter confirms") == 4
    assert match.observe(0).ledger[0][1]["tower"] == 2


def test_an_exclamation_mark_confirms_at_once() -> None:
    match = positioned(position(["LL..TTT....."], [["3A"]], bag=("9I",)))
    sitting = sit_down(match, ["1", "b L!"], confirm=True)
    assert "Enter confirms" not in sitting.text
    assert match.observe(0).ledger[0][1]["luxor"] == 1


def test_refusals_are_sentences_and_the_question_stands() -> None:
    match = positioned(position(["LL..TTT....."], [["3A"]]))
    sitting = sit_down(match, ["", "5E", "what", "buy Luxor", "1", "b WWW", "b LLLL", "b L"])
    assert "That is not allowed: the tile is not in this hand." in sitting.text
    assert "That is not allowed: that chain is not for sale." in sitting.text
    assert "That is not allowed: that is more shares than this purchase allows." in sitting.text
    assert "Anna buys 1 share of Luxor for $300." in sitting.text


def test_between_two_people_the_screen_is_handed_over() -> None:
    lines = ["1", "", "", "1", "", ""]
    for presenter in ("plain", "screen"):
        sitting = sit_down(new_match("Anna,Ben"), lines, presenter, interactive=True)
        assert "\x1b[2J\x1b[3J\x1b[H" in sitting.text
        assert "Now Ben decides." in sitting.text
        assert "last decided:" in sitting.text
    assert " decides." not in sit_down(new_match("Anna,2"), in_notation(1), "plain", interactive=True).text


def test_a_seat_may_be_left_for_good() -> None:
    sitting = sit_down(new_match("Anna,2,2"), ["retire"])
    assert "Anna leaves for good" in sitting.text
    assert sitting.match.is_over


@pytest.mark.parametrize("answer", ["", "n", "no", "what", "board"])
def test_a_person_at_a_terminal_is_asked_before_that_and_everything_but_yes_stays(answer: str) -> None:
    for how in ({"interactive": True}, {"confirm": True}):
        sitting = sit_down(new_match("Anna,2,2"), ["retire", answer, "retire", "yes"], **how)
        assert sitting.text.count("You leave the game for good. The others play on without you. 'yes' leaves, Enter stays.") == 2
        assert sitting.text.count("You stay.") == 1 and sitting.match.is_over
        assert sitting.text.index("You stay.") < sitting.text.index("Anna leaves for good")
    assert "Enter stays" not in sit_down(new_match("Anna,2,2"), ["retire!"], interactive=True).text
    assert "and it ends: one player alone is left." in sit_down(new_match("Anna,2"), ["retire", "n"], interactive=True).text


def test_tables_of_computer_players_play_by_themselves() -> None:
    sitting = sit_down(new_match("1,2,0"), [])
    assert sitting.match.is_over


# --- hints ---

@pytest.mark.parametrize("seed", few_cases(pytest.mark.more_cases, range(6), 2))
def test_hints_say_what_the_search_found(seed: int) -> None:
    match = new_match("Anna,2,2", seed=seed)
    policy = in_notation(seed)

    asked = [0]

    def answers(prompt: Any, game: TextGame) -> str | None:
        asked[0] += 1
        decision = game.match.hint_job()()
        seen = game.match.observe(prompt.seat)
        hints = hints_from(decision, seen, prompt, game.match.names)
        total = sum(option.visits for option in decision.considered)
        assert 1 <= len(hints) <= 3
        shown = sorted(decision.considered[:3], key=lambda option: -round(100 * option.win_chances[prompt.seat]))
        reasons = explain(seen, replace(decision, considered=tuple(shown)))
        for hint, option, reason in zip(hints, shown, reasons, strict=False):
            if not hint.games:
                assert "only answer" in hint.why
                assert not hint.outlook and hint.reason is None
                continue
            words = sentence(reason, game.match.names.seat)
            assert (hint.reason, hint.why) == (reason, f"{words[0].upper()}{words[1:]}.")
            assert hint.then == what_follows(option.line, prompt.seat, game.match.names)
            assert (hint.games, hint.win, hint.tried) == (option.visits, option.win_chances[prompt.seat], option.visits / total)
            rival = max(((money, -seat) for seat, money in enumerate(option.money) if seat != prompt.seat))
            assert f", in {option.visits:,} imagined game" in hint.outlook
            assert f"${round(option.money[prompt.seat] / 100) * 100:,} on average" in hint.outlook
            ahead = round((option.money[prompt.seat] - rival[0]) / 100) * 100
            assert (f"${abs(ahead):,} {'more' if ahead > 0 else 'less'} than" in hint.outlook) == (ahead != 0)
            assert game.match.names.seat(-rival[1]) in hint.outlook
            assert match.refusal_of(option.action) is None
        return policy(prompt, game) if asked[0] < 40 else None

    sit_down(match, answers, "plain")


def test_hints_stand_in_the_order_of_the_chances_that_are_shown() -> None:
    """The search tries the option most that it likes best, and it likes money too; between equal figures its order counts."""
    match = new_match("Anna,2,2")
    while match.asked_seat != 0:
        match.answer(match.bot_action())
    seen, prompt = match.observe(0), prompt_for(match.observe(0), match.names)
    options = [Considered(action, visits, 0.4, (win, 0.4, 0.4), (6000.0,) * 3)
               for action, visits, win in zip(seen.legal_actions(), (20, 10, 5, 1), (0.29, 0.301, 0.304, 0.9), strict=False)]
    decision = Decision(options[0].action, 0, tuple(options))
    hints = hints_from(decision, seen, prompt, match.names)
    assert [hint.option for hint in hints] == [options[1], options[2], options[0]]
    assert [hint.win for hint in hints] == [0.301, 0.304, 0.29]


def test_hints_in_teams_count_both_partners() -> None:
    match = new_match("Anna,2,Cem,2", teams=True, seed=2)
    while match.asked_seat != 0:
        match.answer(match.game.legal_actions()[0])
    decision, prompt = match.hint_job()(), prompt_for(match.observe(0), match.names)
    hint = hints_from(decision, match.observe(0), prompt, match.names)[0]
    option = hint.option
    assert option is not None
    assert f"${round((option.money[0] + option.money[2]) / 100) * 100:,} on average" in hint.outlook
    assert "Anna and Cem own" in hint.outlook


def test_a_hint_says_what_the_option_does_and_calls_rivals_by_name() -> None:
    """A merger that anybody can count: Anna alone holds Luxor at $300, so both bonuses are hers, and Ben leads in Tower."""
    game = position(["LLL.TTTT...."], [["4A", "12I"]], shares=[{"luxor": 3}, {"tower": 4}, {}])
    sitting = sit_down(positioned(game), ["hint"], "plain")
    assert "Merges Luxor for $4,500 but hands Ben the survivor." in sitting.text
    shown = next(json.loads(line) for line in sit_down(positioned(game), ["hint"], "json").text.splitlines() if '"hints"' in line)
    assert {hint["reason"] for hint in shown["options"]} == {"merges_handing", "lies_alone"}


# --- saving and leaving ---

def test_a_game_saved_in_the_middle_goes_on_alike(tmp_path: Path) -> None:
    whole = sit_down(new_match("Anna,2,3", seed=4), by_moves(4))
    count = [0]

    def some(prompt: Any, game: TextGame) -> str | None:
        count[0] += 1
        if count[0] < 25:
            return by_moves(4)(prompt, game)
        return f"save {tmp_path / 'half.acquire'}" if count[0] == 25 else None

    sit_down(new_match("Anna,2,3", seed=4), some)
    # Another game loads it as its first word.
    first = iter([f"load {tmp_path / 'half.acquire'}"])
    again = sit_down(new_match("Somebody,1", seed=99), lambda prompt, game: next(first, None) or by_moves(4)(prompt, game))
    assert "The game goes on with turn" in again.text
    assert again.match.record() == whole.match.record()


def by_moves(seed: int) -> Policy:
    """Return a policy that depends on the position alone, so that it goes on alike too."""

    def answer(prompt: Any, game: TextGame) -> str | None:
        return in_notation(seed + int.from_bytes(game.match.game.digest()[:4], "big"))(prompt, game)

    return answer


def test_the_end_of_the_input_saves_and_says_so(tmp_path: Path) -> None:
    sitting = sit_down(new_match("Anna,Ben"), ["1"], folder=tmp_path)
    assert sitting.code == 0
    assert f"Saved in '{tmp_path / 'game-1.acquire'}'" in sitting.text
    assert load_record(tmp_path / "game-1.acquire").players == 2
    sit_down(new_match("Anna,Ben"), [], folder=tmp_path)
    assert (tmp_path / "game-2.acquire").exists()


def test_quit_asks_whether_to_save(tmp_path: Path) -> None:
    sitting = sit_down(new_match("Anna,Ben"), ["quit", "", "quit", "n"], folder=tmp_path)
    assert "The game goes on." in sitting.text
    assert not list(tmp_path.iterdir())
    sit_down(new_match("Anna,Ben"), ["q", "y"], folder=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["game-1.acquire"]


def test_a_strangers_file_is_not_written_over(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("dear")
    lines = [f"save {other}", f"load {other}", "load", "load /nowhere/at/all", "save \0", "quit", "n"]
    sitting = sit_down(new_match("Anna,Ben"), lines, folder=tmp_path)
    assert "already" in sitting.text and "Nothing is loaded" in sitting.text and "Which file?" in sitting.text
    assert other.read_text() == "dear"
    sit_down(new_match("Anna,Ben"), [f"save! {other}", "quit", "n"], folder=tmp_path)
    assert load_record(other).players == 2


def test_autosave_keeps_the_game_while_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "kept.acquire"
    sitting = sit_down(new_match("Anna,2"), in_notation(5), autosave=path)
    assert load_record(path) == sitting.match.record()
    assert [file.name for file in tmp_path.iterdir()] == ["kept.acquire"]


def test_what_the_clock_decided_is_kept_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All other levels decide alike in the loaded game; this one would not, so a move that was seen could be had again."""
    path = tmp_path / "kept.acquire"
    monkeypatch.setattr(LocalMatch, "bot_action", lambda match: match.game.legal_actions()[0])
    match = new_match("Anna,2,6")
    assert [match.decides_alike(seat) for seat in range(3)] == [False, True, False]
    last = []

    def answer(prompt: Any, game: TextGame) -> str | None:
        by_level = [step.action.seat for step in match.steps if step.action.seat in (1, 2)]
        if by_level and by_level[-1] == 2:
            kept = [action for action in load_record(path).actions if action.seat == 2]
            last.append(kept == [step.action for step in match.steps if step.action.seat == 2])
        return in_notation(5)(prompt, game) if len(last) < 5 else None

    sit_down(match, answer, autosave=path)
    assert last == [True] * 5


# --- hostile input ---

@pytest.mark.fully
def test_ten_thousand_random_lines_do_no_harm(tmp_path: Path) -> None:
    rng = random.Random(1)
    words = ["place", "buy", "b", "dispose", "hold", "sell", "trade", "found", "k", "s", "t", "n", "y", "L", "T", "LLT", "-L",
             "5E", "1", "2", "undo", "reset", "board", "sheet", "log", "hint", "rules", "?", "hand", "load", "0", "*", "draw",
             "99", "all", "!", "pick", "discard", "power", "none", "end", "yes", "f3", "\u0662", "\udcff", "\0", "None"]
    lines = []
    for number in range(10_000):
        if number % 3 == 0:
            line = "".join(rng.choice(string.printable + "\x00\x1b\u202e\u0663é\ud800") for _ in range(rng.randint(0, 30)))
        else:
            line = " ".join(rng.choice(words) for _ in range(rng.randint(1, 5)))
        # Leaving does no harm, but it ends the test.
        lines.append(line if line.split()[:1] not in (["quit"], ["q"], ["retire"], ["f10"], ["save"], ["exit"]) else "x")
    match = new_match("Anna,Ben,2", seed=1, special_powers=True)
    good = in_notation(1)
    at = iter(lines)

    def answers(prompt: Any, game: TextGame) -> str | None:
        line = next(at, None)
        return good(prompt, game) if line is None else line

    sitting = sit_down(match, answers, "plain", folder=tmp_path)
    assert sitting.match.is_over
    assert "Rank 1:" in sitting.text
    assert "\x1b" not in sitting.text and "\0" not in sitting.text


# --- the command ---

def test_the_rest_of_a_line_that_is_too_long_is_not_the_next_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    long = "y" * MAX_LINE_CHARACTERS
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{long}1\n{long}\n{long[1:]}\n2\n{long}{long}1"))
    read = line_reader()
    assert [*iter(read, None)] == [long, long, long[1:], "2", long]


def test_the_command_plays_a_table_of_computer_players(acquire: Acquire) -> None:
    answer = acquire("text", "--seats", "0,2,1", "--seed", "3")
    assert answer.code == 0
    assert "rank" in answer.out
    assert acquire("text", "--seats", "0,2,1", "--seed", "3").out == answer.out


def test_the_command_speaks_plainly_and_in_json(acquire: Acquire) -> None:
    plain = acquire("text", "--seats", "0,2", "--seed", "3", "--plain")
    assert "Rank 1:" in plain.out and plain.out.isascii()
    lines = [json.loads(line) for line in acquire("text", "--seats", "0,2", "--seed", "3", "--json").lines]
    assert lines[-1]["type"] == "end"


@pytest.mark.parametrize("words", [["--seats", "Anna"], ["--seats", "Anna,99"], ["--rules", "none"], ["--option", "max_buy=9"],
                                   ["--seats", "Anna,2", "--option", "teams=yes"], ["--plain", "--json"], ["--seed", "-1"]])
def test_a_command_line_that_makes_no_sense_is_refused(acquire: Acquire, words: list[str]) -> None:
    answer = acquire("text", *words)
    assert answer.code == 2
    assert not answer.out


def test_files_that_cannot_be_used_are_named(acquire: Acquire, tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("dear")
    for words in (["--load", letter], ["--load", tmp_path / "none"], ["--autosave", letter, "--seats", "0,0"]):
        answer = acquire("text", *words)
        assert answer.code == 1
        assert "letter" in answer.err or "none" in answer.err


def test_a_finished_game_is_kept_and_shown_again(acquire: Acquire, tmp_path: Path) -> None:
    path = tmp_path / "kept.acquire"
    first = acquire("text", "--seats", "0,1,2", "--seed", "8", "--autosave", path, "--plain")
    again = acquire("text", "--load", path, "--plain")
    assert first.lines[-3:] == again.lines[-3:]
    assert set(RULESETS) and acquire("replay", path).code == 0


@pytest.mark.parametrize(("words", "named"), [
    (["--rules", "classic"], "--rules contradicts --load"), (["--option", "max_buy=2"], "--option contradicts --load"),
    (["--seed", "4", "--rules", "dos-1988"], "--rules and --seed contradict --load")])
def test_options_that_a_saved_game_would_ignore_are_refused_by_name(acquire: Acquire, tmp_path: Path, words: list[str],
                                                                    named: str) -> None:
    path = tmp_path / "kept.acquire"
    path.write_text(new_match("0,0").record().text())
    answer = acquire("text", "--load", path, *words)
    assert (answer.code, answer.out) == (2, "") and named in answer.err


def test_a_saved_game_that_was_cut_off_goes_on_where_it_is_wanted(acquire: Acquire, tmp_path: Path) -> None:
    path = tmp_path / "cut.acquire"
    whole = acquire("text", "--seats", "0,1,2", "--seed", "8", "--autosave", path, "--plain")
    path.write_text(path.read_text()[:4000])
    cut = path.read_text()
    refused = acquire("text", "--load", path, "--plain")
    assert refused.code == 1 and "--tolerate reads what is there" in refused.err
    answer = acquire("text", "--load", path, "--tolerate", "--plain")
    assert answer.code == 0 and "cut off" in answer.err
    assert answer.lines[-3:] == whole.lines[-3:], "the computer players decide alike"
    assert path.read_text() == cut
    assert acquire("text", "--tolerate", "--seats", "0,0").code == 2


def test_a_finished_game_with_a_person_in_it_goes_to_the_history(acquire: Acquire, tmp_path: Path,
                                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path))
    answers = in_notation(5)
    match = new_match("Anna,0", seed=4)
    kept = tmp_path / "kept.acquire"

    def played(prompt: Any, game: TextGame) -> str | None:
        typed = answers(prompt, game)
        lines.append(str(typed))
        return typed

    lines: list[str] = []
    sit_down(match, played)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
    assert acquire("text", "--seats", "Anna,0", "--seed", "4", "--plain", "--autosave", kept).code == 0
    past = PastGames(tmp_path / "data" / "records").paths()
    assert [path.read_text() for path in past] == [kept.read_text()] and load_record(kept).game().over
    for words in (["--load", kept], ["--seats", "0,0"]):
        assert acquire("text", "--plain", *words).code == 0
    assert PastGames(tmp_path / "data" / "records").paths() == past, "it was over before, and nobody plays among computer players"


def test_a_game_that_a_window_plays_is_not_loaded(acquire: Acquire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path))
    games = UnfinishedGames(tmp_path / "data" / "records")
    game = games.new_game()
    game.write(new_match("0,1", seed=4).record().text())
    refused = acquire("text", "--load", game.path, "--plain")
    assert refused.code == 1 and "is being played in a window" in refused.err
    game.release()
    assert acquire("text", "--load", game.path, "--seats", "nobody:nothing", "--plain").code != 0
    assert not games.is_open(game.path), "a command line that is refused lets go of the game"
    assert acquire("text", "--load", game.path, "--plain").code == 0
    assert not games.is_open(game.path)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are for other systems")
@pytest.mark.parametrize(("number", "code"), few_cases(pytest.mark.fully, [
    (signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)], 2))
def test_a_game_that_is_ended_from_outside_is_saved(tmp_path: Path, number: int, code: int) -> None:
    with subprocess.Popen([sys.executable, "-c", MAIN, "text", "--seats", "Anna,Bea", "--seed", "3", "--plain"],
                          env={**os.environ, "ACQUIRE_HOME": str(tmp_path)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        first = LocalMatch.start(RULESETS["classic"], players_from("Anna,Bea"), 3)
        action = first.game.legal_actions()[0]
        assert isinstance(action, Place)
        process.stdin.write(f"{format_action(action, first.game.ruleset.chain_names)}\n")
        process.stdin.flush()
        read = ""
        while f"places {action.tile}" not in read:
            line = process.stdout.readline()
            assert line, process.stderr.read()
            read += line
        process.send_signal(number)
        try:
            _, printed = process.communicate(timeout=30)
        finally:
            process.kill()
        assert process.returncode == code
    path = tmp_path / "data" / "records" / "game-1.acquire"
    assert f"--load {path}" in printed
    assert ("\ninterrupted. The game" if number == signal.SIGINT else f"ended by {signal.Signals(number).name}") in printed
    assert action in load_record(path).actions


def test_a_game_in_which_nobody_has_decided_is_not_saved_when_it_is_interrupted(tmp_path: Path) -> None:
    def interrupt(prompt: Any, game: TextGame) -> str | None:
        assert game.save_interrupted() is None
        return None

    sit_down(new_match("Anna,2"), interrupt, folder=tmp_path)


def test_a_closed_terminal_ends_the_input_and_the_game_is_saved_before_anything_is_written(tmp_path: Path) -> None:
    closed = []

    def write_fails(game: TextGame, text: str) -> None:
        if closed:
            raise OSError(5, "Input/output error")

    def answer(prompt: Any, game: TextGame) -> str | None:
        if len(game.match.steps) > 30:
            closed.append(True)
            return None
        return in_notation(5)(prompt, game)

    with pytest.raises(OSError, match="Input/output"):
        sit_down(new_match("Anna,Bea"), answer, folder=tmp_path, watch=write_fails)
    assert load_record(tmp_path / "game-1.acquire").players == 2
