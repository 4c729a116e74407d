"""`acquire analyse`: curves, swings and better moves in words, as JSON and in files; bounded, stoppable, and hard to break."""

import io
import json
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from acquire_client.terminal.review_screen import filled_rows, review_screen, tick_line
from acquire_client.view_model.moves import move_text, what_follows
from acquire_client.view_model.review import Curve, other_mistakes, swing_rows
from acquire_client.view_model.words import TableNames, percent
from acquire_core import Game, ShuffledBag, load_record
from acquire_core import actions as act
from acquire_core.ai import make_bot
from acquire_core.analysis import Analysis, Effort, analyse
from acquire_core.notation import format_action
from acquire_core.record import Record, read_record
from tests.client.command_line import Acquire, acquire_process, acquire_process_at_work, played
from tests.support.few_cases import few_cases

FEW = ("--playouts", 20, "--level", "club")
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals of POSIX")


@pytest.fixture(scope="module")
def bots_record() -> Record:
    """Return a game between computer players of two levels, in which something happens."""
    game = Game("classic", 4, tiles=ShuffledBag(3))
    bots = [make_bot(level, seat) for seat, level in enumerate(("casual", "beginner", "casual", "random"))]
    while not game.over:
        game.apply(bots[game.to_move].choose(game.observe(game.to_move)).action)
    return game.record([(name, "bot-casual") for name in ("Ada", "Bo", "Cy", "Di")])


@pytest.fixture(scope="module")
def found(bots_record: Record) -> Analysis:
    return analyse(bots_record, Effort(playouts=300))


@pytest.fixture
def file(bots_record: Record, tmp_path: Path) -> Path:
    return write(bots_record, tmp_path / "bots.acquire")


def write(record: Record, path: Path) -> Path:
    path.write_text(record.text(), encoding="utf-8", newline="\n")
    return path


def on_paper(found: Analysis, columns: int = 80) -> str:
    paper = io.StringIO()
    names = TableNames.of_seats([seat.name for seat in found.record.seats], found.record.ruleset)
    console = Console(file=paper, width=columns, markup=False, emoji=False, highlight=False, color_system=None)
    console.print(review_screen(found, names, console))
    return paper.getvalue()


# --- the report -------------------------------------------------------------------------------------------------------

@pytest.mark.fully
def test_every_seat_has_a_curve_from_its_first_chance_to_its_last(found: Analysis) -> None:
    text = on_paper(found)
    for total, name in zip(found.sums, ("Ada", "Bo", "Cy", "Di"), strict=True):
        line = next(line for line in text.splitlines() if re.match(rf"  {name} +\d+% [ ▁▂▃▄▅▆▇█]+", line))
        assert line.split()[1] == percent(total.first)
        assert line.split()[-1] == percent(total.last)
    assert re.search(r"turn 1 .*\b20\b", text)


def test_each_swing_says_whose_chance_moved_why_and_what_was_better(found: Analysis) -> None:
    text = " ".join(on_paper(found, 200).split())
    names = ("Ada", "Bo", "Cy", "Di")
    assert found.swings
    for swing in found.swings:
        before, after = percent(swing.before[swing.seat]), percent(swing.after[swing.seat])
        assert f"turn {swing.turn} {names[swing.seat]} {before} → {after}" in text
        if swing.cause == "rival":
            assert swing.mover is not None
            assert f"luck: turn of {names[swing.mover]}" in text
        if swing.verdict is not None:
            assert f"better: {move_text(swing.verdict.best)}, {percent(swing.verdict.best_chance)}" in text


def test_every_mistake_is_named_once(found: Analysis) -> None:
    names = TableNames(("Ada", "Bo", "Cy", "Di"))
    rows = [row.mistake for row in swing_rows(found, names) if row.mistake] + list(other_mistakes(found, names))
    assert sorted(row.move for row in rows) == sorted(verdict.move for verdict in found.mistakes)
    for row in rows:
        verdict = next(verdict for verdict in found.mistakes if verdict.move == row.move)
        assert (row.who, row.turn) == (names.seat(verdict.seat), verdict.turn)
        assert row.reason.endswith(".") and row.reason[0].isupper() and "your" not in row.reason
        assert row.played_chance < row.better_chance
        assert row.then == what_follows(verdict.best_line, verdict.seat, names)
    assert any(row.then for row in rows)


def test_the_better_move_can_be_looked_up_with_replay(acquire: Acquire, found: Analysis, file: Path) -> None:
    verdict = found.mistakes[0]
    answer = acquire("replay", file, "--move", verdict.move)
    assert format_action(verdict.played, found.record.ruleset.chain_names) in answer.out


@pytest.mark.parametrize(("action", "words"), [
    (act.Place(0, "5E"), "place 5E"), (act.Found(0, "tower"), "found Tower"), (act.Found(0, None), "found no chain"),
    (act.ChooseSurvivor(0, "luxor"), "let Luxor survive"), (act.ChooseNext(0, "luxor"), "settle Luxor first"),
    (act.Dispose(0, 1, 2, 4), "trade 4 for 2, sell 2 and keep 1"), (act.Buy(0), "buy nothing"),
    (act.Buy(0, ("luxor",), ("tower", "tower")), "buy 1 Luxor and sell 2 Tower"), (act.UsePower(0, "free3"), "use Free 3"),
    (act.UsePower(0, None), ""), (act.Trade2(0, "tower", "luxor"), "trade 2 Tower for 1 Luxor"),
    (act.DeclareEnd(0, True), "end the game"), (act.DeclareEnd(0, False), "play on"),
    (act.ReplaceHand(0, True), "change the hand"), (act.ReplaceHand(0, False), "keep the hand"),
    (act.Discard(0, ("1A", "2A")), "set 1A and 2A aside"),
    (act.Discard(0), "keep the dead tiles"), (act.Pick(0, "5E"), "pick 5E"), (act.Stop(0), "stop"), (act.Pass(0), "pass"),
    (act.Retire(0), "leave for good"), (act.MarketTile("5E"), "the market draws 5E"), (act.Show(0, ("1A",)), ""),
])
def test_moves_are_named_in_a_few_words(action: Any, words: str) -> None:
    assert move_text(action) == words


def test_what_follows_a_move_names_others_and_leaves_out_what_says_nothing() -> None:
    names = TableNames(("Ada", "Bo"))
    line = (act.ChooseSurvivor(0, "luxor"), act.Dispose(1, 1, 2, 0), act.UsePower(0, None), act.Buy(0))
    assert what_follows(line, 0, names) == "Then: let Luxor survive, Bo: sell 2 and keep 1, buy nothing."
    assert what_follows((act.UsePower(0, None),), 0, names) == what_follows((), 0, names) == ""


def test_teams_have_one_curve_each(acquire: Acquire, tmp_path: Path) -> None:
    game = played(4, teams=True)
    path = write(game.record([(name, "person") for name in ("Ada", "Bo", "Cy", "Di")]), tmp_path / "teams.acquire")
    answer = acquire("analyse", path, *FEW)
    assert answer.code == 0
    assert sum(bool(re.match(r"  (Ada and Cy|Bo and Di) +\d+% ", line)) for line in answer.lines) == 2


# --- curves -----------------------------------------------------------------------------------------------------------

def test_a_curve_is_filled_from_below() -> None:
    rows = filled_rows(Curve("Ada", (0.0, 0.02, 0.5, 1.0)), 2)
    assert rows == ["   █", " ▁██"]
    assert filled_rows(Curve("Ada", (0.0, 0.25, 0.5, 1.0)), 1) == [" ▂▄█"]
    assert filled_rows(Curve("Ada", (0.0, 0.02, 0.5, 1.0)), 2, unicode=False) == ["   #", " .##"]


def test_turns_stand_below_the_columns_where_they_begin() -> None:
    line = tick_line([1 + column // 2 for column in range(60)])
    for label, turn in re.findall(r"(?:turn )?((\d+))", line)[1:]:
        assert line.index(label) == 2 * (int(turn) - 1)
    assert line.startswith("turn 1")
    assert tick_line([7] * 10) == "turn 7"
    for turns in range(1, 400, 7):
        columns = [1 + column * turns // 60 for column in range(60)]
        assert len(tick_line(columns)) <= 65


# --- widths -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("columns", few_cases(pytest.mark.more_cases, [60, 80, 120, 200]))
@pytest.mark.parametrize("players", few_cases(pytest.mark.fully, [2, 6]))
def test_nothing_is_wider_than_the_terminal_or_cut_off(acquire: Acquire, tmp_path: Path, players: int, columns: int) -> None:
    game = played(players, special_powers=True)
    path = write(game.record([(f"Maximilian {seat}", "person") for seat in range(players)]), tmp_path / "game.acquire")
    answer = acquire("analyse", path, *FEW, columns=columns)
    assert answer.code == 0
    assert max(map(len, answer.lines[1:])) <= columns  # the first line is the path
    assert "…" not in answer.out
    assert "None" not in answer.out.replace("None that", "")


def test_ascii_terminals_get_ascii(tmp_path: Path, file: Path) -> None:
    process = acquire_process("analyse", file, *FEW, PYTHONIOENCODING="ascii")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert out.isascii() and "?" not in out
    assert " -> " in out


# --- JSON and files ---------------------------------------------------------------------------------------------------

def test_json_is_what_the_analysis_found(acquire: Acquire, file: Path) -> None:
    answer = acquire("analyse", file, *FEW, "--json")
    found = analyse(load_record(file), Effort(playouts=20, level="club"))
    assert json.loads(answer.out) == json.loads(json.dumps(found.as_dict()))
    assert answer.err == ""


def test_the_same_command_prints_the_same(acquire: Acquire, file: Path) -> None:
    assert acquire("analyse", file, *FEW).out == acquire("analyse", file, *FEW).out
    assert acquire("analyse", file, *FEW).out != acquire("analyse", file, *FEW, "--seed", 1).out


def test_an_analysis_is_kept_in_files(acquire: Acquire, file: Path, tmp_path: Path) -> None:
    text, data = tmp_path / "new" / "review.txt", tmp_path / "review.json"
    answer = acquire("analyse", file, *FEW, "--save", text, "--save", data, columns=100)
    assert answer.code == 0
    assert [line.rstrip() for line in answer.lines] == text.read_text("utf-8").splitlines()
    assert json.loads(data.read_text("utf-8")) == json.loads(acquire("analyse", file, *FEW, "--json").out)
    assert str(text) in answer.err and str(data) in answer.err


def test_a_file_that_is_there_is_not_written_over_unless_forced(acquire: Acquire, file: Path, tmp_path: Path) -> None:
    path = tmp_path / "review.txt"
    path.write_text("mine")
    answer = acquire("analyse", file, *FEW, "--save", path)
    assert (answer.code, path.read_text()) == (1, "mine")
    assert "--force" in answer.err and not answer.out
    assert acquire("analyse", file, *FEW, "--save", path, "--force").code == 0
    assert "Win chances" in path.read_text("utf-8")


def test_a_file_that_cannot_be_written_is_said_so_before_the_work(acquire: Acquire, file: Path, tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    for path, code in ((tmp_path / "review.csv", 2), (tmp_path / "review", 2), (tmp_path / "folder.txt", 1), ("nul\0l.txt", 1)):
        answer = acquire("analyse", file, "--time", 600, "--save", path, "--force")
        assert answer.code == code
        assert not answer.out and answer.err


@on_posix
def test_a_file_that_cannot_be_written_after_all_does_not_hide_the_work(acquire: Acquire, file: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    long = tmp_path / ("r" * 245 + ".txt")  # a name for a file, but too long for the one that is written beside
    answer = acquire("analyse", file, *FEW, "--save", long)
    assert answer.code == 1
    assert "Win chances" in answer.out
    assert "cannot be written" in answer.err
    assert acquire("analyse", file, "--time", 600, "--save", tmp_path / "file" / "review.txt").code == 1


# --- records of all kinds ---------------------------------------------------------------------------------------------

def test_an_unfinished_game_is_analysed_as_far_as_it_goes(acquire: Acquire, bots_record: Record, tmp_path: Path) -> None:
    for actions in (0, 10, 28, 31, 100):
        path = write(bots_record.game(actions).record(), tmp_path / f"{actions}.acquire")
        answer = acquire("analyse", path, *FEW)
        assert answer.code == 0
        assert "The record ends before the game does." in answer.out


def test_a_record_cut_off_is_read_on_request(acquire: Acquire, file: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.acquire"
    cut.write_bytes(file.read_bytes()[:2500])
    answer = acquire("analyse", cut, *FEW)
    assert answer.code == 1
    assert "--tolerate" in answer.err and not answer.out
    tolerant = acquire("analyse", cut, *FEW, "--tolerate")
    assert tolerant.code == 0
    assert tolerant.err.startswith("acquire analyse: ")
    assert "The record ends before the game does." in tolerant.out


def test_a_sealed_record_without_its_hands_says_what_cannot_be_judged(acquire: Acquire, tmp_path: Path) -> None:
    bag = ShuffledBag(4)
    game = Game("classic", 3, tiles=bag, sealed=True)
    bots = [make_bot("casual", seat) for seat in range(3)]
    while not game.over and len(game.actions()) < 120:
        game.apply(bots[game.to_move].choose(game.observe(game.to_move)).action)
    path = write(game.record().view(None), tmp_path / "sealed.acquire")
    answer = acquire("analyse", path, *FEW)
    assert answer.code == 0
    assert re.search(r"\d+ decisions cannot be judged: tiles are not known\.", answer.out)


def test_names_from_a_record_do_no_harm(acquire: Acquire, bots_record: Record, tmp_path: Path) -> None:
    text = bots_record.text()
    names = ["{chain}", "[bold]Bo[/]", "100%", "%s {0}"]
    record = read_record(text)
    record = Record(ruleset=record.ruleset, actions=record.actions, tiles=record.tiles, seed=record.seed,
                    seats=tuple((name, "person") for name in names))  # type: ignore[misc]
    answer = acquire("analyse", write(record, tmp_path / "names.acquire"), *FEW)
    assert answer.code == 0
    assert all(name in answer.out for name in names)


# --- time and interruption --------------------------------------------------------------------------------------------

def test_a_short_time_is_kept(acquire: Acquire, file: Path) -> None:
    began = time.monotonic()
    answer = acquire("analyse", file, "--time", "0.3")
    assert time.monotonic() - began < 10
    assert answer.code == 0
    assert "Win chances over the game" in answer.out


@pytest.mark.fully
@on_posix
def test_ctrl_c_keeps_what_was_found(file: Path) -> None:
    process = acquire_process_at_work("analyse", file, "--playouts", 1_000_000, "--json", after_step=False)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    found = json.loads(out)
    assert not found["finished"]
    assert "Traceback" not in err


@pytest.mark.parametrize("words", ["--time 0", "--time nan", "--time 1e9", "--playouts 0", "--playouts 10000000", "--seed -1",
                                   "--time 1 --playouts 1", "--level casual", "--level expret", "--level 9"])
def test_what_makes_no_sense_is_refused(acquire: Acquire, file: Path, words: str) -> None:
    answer = acquire("analyse", file, *words.split())
    assert answer.code == 2
    assert not answer.out
