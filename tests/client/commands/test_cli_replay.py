"""`acquire replay`: any move of a record, for people and for programs, and good words for files that are none."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from acquire_client.commands import replay
from acquire_core import RULESETS, Game
from acquire_core.notation import format_action
from acquire_core.record import Record, load_record
from tests.client.command_line import SEATS, Acquire, Output, played
from tests.support.few_cases import few_cases

READERS = {"replay": ("--move", "0"), "analyse": ("--playouts", "1", "--level", "club")}
"""The commands that read records, and arguments with which they are quick."""


@pytest.fixture
def whole(record: Path) -> Record:
    return load_record(record)


def test_the_end_is_shown_unless_something_else_is_asked_for(acquire: Acquire, record: Path, game: Game) -> None:
    answer = acquire("replay", record)
    assert answer.code == 0
    moves = len(game.actions())
    assert f"Move {moves} of {moves}, turn {game.turn}" in answer.out
    assert "The game is over." in answer.out
    rank, seat, dollars = game.standings()[0]
    assert f"{rank}. {SEATS[seat][0]} with ${dollars:,}." in answer.out


def test_every_move_is_shown_with_its_line_and_a_sentence(acquire: Acquire, record: Path, whole: Record) -> None:
    number = next(number for number, action in enumerate(whole.actions, 1) if type(action).__name__ == "Found")
    answer = acquire("replay", record, "--move", number)
    assert format_action(whole.actions[number - 1], whole.ruleset.chain_names) in answer.out
    assert " founds " in answer.out
    line = record.read_text("utf-8").splitlines()[whole.action_lines()[number - 1] - 1]
    assert line == format_action(whole.actions[number - 1], whole.ruleset.chain_names)
    assert f"(line {whole.action_lines()[number - 1]})" in answer.out


def test_move_zero_is_the_empty_table(acquire: Acquire, record: Path) -> None:
    answer = acquire("replay", record, "--move", 0)
    assert answer.code == 0
    assert "Move 0 of" in answer.out
    assert "108 tiles in the bag" in answer.out


def test_board_and_sheet_are_those_of_the_game(acquire: Acquire, record: Path, whole: Record) -> None:
    game = whole.game(150)
    snapshot = game.snapshot()
    answer = acquire("replay", record, "--move", 150)
    rows = {line[1]: line for line in answer.lines if re.fullmatch(r" [A-I] ( [·oA-Z] |\[[oA-Z]\]){12}", line)}
    for row in "ABCDEFGHI":
        for column in range(1, 13):
            mark = rows[row][3 * column:3 * column + 3].strip(" []")
            tile = f"{column}{row}"
            chain = snapshot["board"].get(tile, "·")
            assert mark == ("o" if chain is None else chain[0].upper()), tile
    cash, = [line for line in answer.lines if line.startswith("cash")]
    assert cash.split()[1:] == [f"{dollars:,}" for dollars in snapshot["cash"]]
    for chain, size in snapshot["sizes"].items():
        line, = [line for line in answer.lines if line.startswith(f" {chain[0].upper()}  {chain.capitalize()} ")]
        figures = line.replace("safe", "").split()[2:]
        assert figures[0] == (str(size) if size else "-")
        assert figures[2] == str(snapshot["market"][chain])
        assert [int(blocks) for blocks in figures[3:]] == [shares[chain] for shares in snapshot["shares"] if shares[chain]]


def test_a_turn_is_shown_when_all_of_it_is_done(acquire: Acquire, record: Path, whole: Record) -> None:
    answer = acquire("replay", record, "--turn", 5)
    assert ", turn 5" in answer.out
    assert "Turn 6 begins" in answer.out
    assert ", opening" in acquire("replay", record, "--turn", 0).out


@pytest.mark.parametrize("words", ["--move 9999", "--turn 9999", "--move -1", "--move x", "--move 1 --turn 1", "--all --move 1"])
def test_a_move_that_there_is_not_is_refused(acquire: Acquire, record: Path, words: str) -> None:
    answer = acquire("replay", record, *words.split())
    assert answer.code == 2
    assert not answer.out


def test_all_moves_can_be_printed(acquire: Acquire, whole: Record, tmp_path: Path) -> None:
    beginning = tmp_path / "beginning.acquire"
    beginning.write_text(whole.game(40).record().text(), newline="\n")
    answer = acquire("replay", beginning, "--all")
    assert shown_moves(answer) == list(range(1, 41))


def test_json_prints_the_snapshot_after_each_action(acquire: Acquire, record: Path, whole: Record) -> None:
    answer = acquire("replay", record, "--json")
    lines = [json.loads(line) for line in answer.lines]
    assert len(lines) == len(whole.actions)
    for line, step in zip(lines, whole.replay(), strict=True):
        assert line.pop("action") == format_action(step.action, whole.ruleset.chain_names)
        assert line.pop("line") == step.line
        line.pop("move")
        assert line == json.loads(json.dumps(step.game.snapshot()))


def test_json_of_one_move_is_one_line(acquire: Acquire, record: Path, whole: Record) -> None:
    only, = acquire("replay", record, "--json", "--move", 40).lines
    assert json.loads(only)["board"] == whole.game(40).snapshot()["board"]
    first, = acquire("replay", record, "--json", "--move", 0).lines
    assert json.loads(first)["action"] is None


@pytest.mark.parametrize(("options", "text"), [
    ({}, "classic;"), ({"holdings": "open"}, "classic + open holdings;"),
    ({"max_buy": 4, "start_cash": 8000, "holdings": "open"},
     "classic + open holdings, Cash at the start: $8,000, Shares a turn: 4;"),
    ({"max_buy": 4, "start_cash": 8000, "holdings": "open", "safe_size": 9}, "classic with 4 changed options;")])
def test_the_head_names_a_few_changed_options(acquire: Acquire, tmp_path: Path, options: dict[str, Any], text: str) -> None:
    path = tmp_path / "changed.acquire"
    path.write_text(Game(RULESETS["classic"].replace(**options), 2).record().text(), "utf-8", newline="\n")
    answer = acquire("replay", path, columns=160)
    assert answer.lines[1].startswith(text)


# --- files ------------------------------------------------------------------------------------------------------------

def test_a_record_cut_off_is_read_on_request(acquire: Acquire, record: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.acquire"
    cut.write_bytes(record.read_bytes()[:4000])
    answer = acquire("replay", cut)
    assert answer.code == 1
    assert "line " in answer.err
    assert "--tolerate" in answer.err
    assert not answer.out
    tolerant = acquire("replay", cut, "--tolerate")
    assert tolerant.code == 0
    assert "reading the" in tolerant.err
    assert "Move " in tolerant.out


@pytest.mark.parametrize("command", READERS)
def test_a_changed_line_is_named(acquire: Acquire, record: Path, tmp_path: Path, command: str) -> None:
    lines = record.read_bytes().split(b"\n")
    number = next(number for number, line in enumerate(lines) if b" place " in line)
    lines[number] = lines[number].replace(b" place ", b" plaice ")
    changed = tmp_path / "changed.acquire"
    changed.write_bytes(b"\n".join(lines))
    for words in ([], ["--tolerate"], ["--json"]):
        answer = acquire(command, changed, *words)
        assert answer.code == 1
        assert f"line {number + 1}: " in answer.err
        assert not answer.out


@pytest.mark.parametrize("command", READERS)
def test_what_is_no_record_is_said_so(acquire: Acquire, tmp_path: Path, command: str) -> None:
    for name, data in (("empty", b""), ("text", b"hello\n"), ("bytes", bytes(range(256)) * 5000), ("long", b"x" * (1 << 21))):
        path = tmp_path / name
        path.write_bytes(data)
        answer = acquire(command, path)
        assert answer.code == 1
        assert name in answer.err
        assert not answer.out


@pytest.mark.parametrize("command", READERS)
def test_a_file_that_cannot_be_read_is_said_so(acquire: Acquire, tmp_path: Path, command: str) -> None:
    for path in (tmp_path / "missing", tmp_path, "nul\0l"):
        answer = acquire(command, path)
        assert answer.code == 1
        assert "cannot be read" in answer.err


@pytest.mark.parametrize("command", READERS)
@pytest.mark.skipif(sys.platform == "win32", reason="such names do not exist there")
@pytest.mark.parametrize("name", few_cases(pytest.mark.fully, [
    b"\x1b[31mred", b"[bold]:smile:", b"not \xff utf-8", b"new\nline", "right\u202eleft".encode(), b"- -x"], 3))
def test_a_hostile_file_name_does_no_harm(acquire: Acquire, record: Path, tmp_path: Path, name: bytes, command: str) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/" + name)
    Path(path).write_bytes(record.read_bytes())
    answer = acquire(command, path, *READERS[command], columns=500)
    assert answer.code == 0
    assert not {"\x1b", "\u202e"} & set(answer.out)
    assert answer.lines[0].startswith(str(tmp_path))
    assert answer.lines[1].startswith("classic; ")
    if name == b"[bold]:smile:":
        assert answer.lines[0].endswith("/[bold]:smile:")


# --- how it looks -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("columns", [60, 80, 140])
@pytest.mark.parametrize("players", few_cases(pytest.mark.more_cases, [6, 2]))
def test_nothing_is_wider_than_the_terminal_or_cut_off(acquire: Acquire, tmp_path: Path, players: int, columns: int) -> None:
    path = tmp_path / "game.acquire"
    game = played(players, special_powers=True)
    path.write_text(game.record([(f"Maximilian {seat}", "person") for seat in range(players)]).text(), newline="\n")
    for move in (0, 40, 200, len(game.actions())):
        answer = acquire("replay", path, "--move", move, columns=columns)
        assert answer.code == 0
        assert max(map(len, answer.lines)) <= columns
        assert "…" not in answer.out


def test_wide_the_sheet_stands_beside_the_board(acquire: Acquire, record: Path) -> None:
    assert any(line.startswith(" A ") and "────" in line for line in acquire("replay", record, columns=140).lines)
    assert not any(line.startswith(" A ") and "────" in line for line in acquire("replay", record, columns=80).lines)


def test_the_new_tile_stands_in_brackets(acquire: Acquire, record: Path, whole: Record) -> None:
    number = next(number for number, action in enumerate(whole.actions, 1) if type(action).__name__ == "Place")
    assert acquire("replay", record, "--move", number, columns=80).out.count("[") == 1


def test_unknown_tiles_of_a_sealed_game_are_question_marks(acquire: Acquire, tmp_path: Path) -> None:
    game = Game("classic", players=2, sealed=True)
    for line in ("* start 0 1A", "* start 1 12I", *["* draw 0 ??"] * 6, *["* draw 1 ??"] * 6, "0 place 5E"):
        game.play(line)
    path = tmp_path / "sealed.acquire"
    path.write_text(game.record().text(), newline="\n")
    answer = acquire("replay", path)
    assert answer.code == 0
    assert "sealed" in answer.out
    assert "??  " in answer.out


# --- stepping ---------------------------------------------------------------------------------------------------------

@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Type lines at a terminal, as a person would."""

    def at_terminal(text: str) -> None:
        lines: Iterator[str] = iter(text.split(","))

        def read(prompt: str) -> str:
            print(prompt, end="")
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(replay, "is_watched", lambda console: True)
        monkeypatch.setattr(sys, "stdin", type("Terminal", (), {"isatty": lambda self: True})())
        monkeypatch.setattr("builtins.input", read)

    return at_terminal


def shown_moves(answer: Output) -> list[int]:
    return [int(line.split()[1]) for line in answer.lines if line.startswith("Move ")]


def test_stepping_goes_where_it_is_ordered(acquire: Acquire, record: Path, whole: Record, typing: Callable[[str], None]) -> None:
    end = len(whole.actions)
    typing("s,n,,p,100,e,p,q")
    answer = acquire("replay", record)
    assert answer.code == 0
    assert shown_moves(answer) == [end, 0, 1, 2, 1, 100, end, end - 1]


def test_stepping_by_turns_stops_where_each_ends(acquire: Acquire, record: Path, whole: Record,
                                                 typing: Callable[[str], None]) -> None:
    typing("t,t,b,b,t 3,t 0")
    answer = acquire("replay", record, "--turn", 1)
    ends = replay.RecordPositions(whole)
    first, second, third = (ends.end_of_turn(turn) for turn in (1, 2, 3))
    assert shown_moves(answer) == [first, second, third, second, first, third, ends.end_of_turn(0)]


def test_stepping_answers_nonsense_and_stays(acquire: Acquire, record: Path, typing: Callable[[str], None]) -> None:
    typing("?,99999,t 999,xyzzy,\x1b[A,-1,1.5,p 3,s,p,Q")
    answer = acquire("replay", record, "--move", 3)
    assert answer.code == 0
    assert shown_moves(answer) == [3, 0]
    assert answer.out.count("not understood") == 5
    assert "That is where we are." in answer.out


def test_once_asks_nothing(acquire: Acquire, record: Path, typing: Callable[[str], None]) -> None:
    typing("s")
    assert "q: quit" not in acquire("replay", record, "--once").out
