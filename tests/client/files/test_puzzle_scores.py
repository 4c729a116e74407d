"""What is kept of answered puzzles: first answers, rows of right ones, rows of days; and files that make no sense."""

import datetime
import json
from pathlib import Path

import pytest

from acquire_client.files.puzzle_book import OWN_FILE, load_puzzles, own_puzzles, puzzle_of_day, shipped_puzzles
from acquire_client.files.puzzle_scores import PuzzleScores, PuzzleScoresFile, scores_from
from acquire_core.puzzles import THEMES, PuzzleError, write_puzzles

DAY = datetime.date(2027, 3, 1)
MARKS = [f"{number:016x}" for number in range(9)]


def day(number: int) -> datetime.date:
    return DAY + datetime.timedelta(days=number)


# --- scores ---

def test_the_first_answer_counts() -> None:
    scores = PuzzleScores()
    assert scores.note_answer(MARKS[0], False) and not scores.note_answer(MARKS[0], True)
    assert scores.answered == {MARKS[0]: False} and scores.row == 0


def test_right_answers_make_a_row_and_a_wrong_one_ends_it() -> None:
    scores = PuzzleScores()
    for mark, right in zip(MARKS, (True, True, True, False, True), strict=False):
        scores.note_answer(mark, right)
    assert (scores.row, scores.longest_row) == (1, 3)


def test_days_in_a_row_end_at_a_gap_or_a_wrong_answer_but_today_may_be_open() -> None:
    scores = PuzzleScores()
    for number in (0, 1, 2):
        scores.note_answer(MARKS[number], True, day(number))
    assert [scores.days_in_a_row(day(number)) for number in (0, 2, 3, 4)] == [1, 3, 3, 0]
    scores.note_answer(MARKS[3], False, day(3))
    assert scores.days_in_a_row(day(3)) == scores.days_in_a_row(day(4)) == 0


def test_a_daily_puzzle_that_is_tried_again_stays_as_it_was_answered_first() -> None:
    scores = PuzzleScores()
    scores.note_answer(MARKS[0], False, DAY)
    scores.note_answer(MARKS[0], True, DAY)
    assert scores.days == {DAY.isoformat(): False}


# --- the file ---

def test_scores_are_kept(tmp_path: Path) -> None:
    file, scores = PuzzleScoresFile(tmp_path / "new folder"), PuzzleScores()
    assert file.load() == PuzzleScores() and file.complaint is None
    scores.note_answer(MARKS[0], True, DAY)
    assert file.save(scores) and PuzzleScoresFile(tmp_path / "new folder").load() == scores


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b" " * 1_000_001])
def test_a_damaged_file_is_set_aside_and_never_lost(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "puzzles.json").write_bytes(data)
    file = PuzzleScoresFile(tmp_path)
    assert file.load() == PuzzleScores() and "puzzles-damaged" in str(file.complaint)
    (aside,) = tmp_path.glob("puzzles-damaged*.json")
    assert aside.read_bytes() == data
    assert file.save(PuzzleScores())


def test_what_makes_no_sense_in_a_file_is_left_out() -> None:
    values = {"answered": {MARKS[0]: True, "x": True, MARKS[1]: 1, MARKS[2]: False},
              "days": {"2027-03-01": True, "yesterday": True, "20270302": True}, "row": -3, "longest_row": "many"}
    assert scores_from(json.loads(json.dumps(values))) == PuzzleScores({MARKS[0]: True, MARKS[2]: False}, {"2027-03-01": True})


def test_a_folder_that_cannot_be_written_to_costs_the_memory_alone(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in the way")
    file = PuzzleScoresFile(tmp_path / "data")
    assert file.load() == PuzzleScores()
    assert not file.save(PuzzleScores()) and file.complaint is not None


# --- the shipped puzzles ---

def test_there_is_a_puzzle_for_each_day_of_a_year_and_each_can_be_set_up() -> None:
    puzzles = shipped_puzzles()
    assert len(puzzles) == 365 == len({puzzle.digest for puzzle in puzzles})
    assert {puzzle.theme for puzzle in puzzles} == set(THEMES)
    for puzzle in puzzles:
        game = puzzle.game()
        assert game.observe(game.to_move).knows_own_hand
        assert puzzle.loss >= 0.0995


def test_the_themes_take_turns_over_the_year() -> None:
    themes = [puzzle.theme for puzzle in shipped_puzzles()]
    for theme in THEMES:
        days = [number for number, each in enumerate(themes) if each == theme]
        gaps = [later - earlier for earlier, later in zip(days, days[1:], strict=False)]
        assert max(gaps) <= 2 * 365 / len(days)


def test_every_day_has_the_same_puzzle_everywhere() -> None:
    assert [puzzle_of_day(day(number)) for number in range(365)] != [puzzle_of_day(DAY)] * 365
    assert puzzle_of_day(day(365)) == puzzle_of_day(DAY)
    assert {puzzle_of_day(day(number)) for number in range(365)} == set(shipped_puzzles())


# --- own puzzles ---

def test_own_puzzles_are_those_of_the_file_or_none(tmp_path: Path) -> None:
    assert own_puzzles(tmp_path) == ()
    (tmp_path / OWN_FILE).write_text(write_puzzles(shipped_puzzles()[:2]))
    assert own_puzzles(tmp_path) == shipped_puzzles()[:2]
    (tmp_path / OWN_FILE).write_text("something else")
    assert own_puzzles(tmp_path) == ()
    with pytest.raises(PuzzleError, match="begins with"):
        load_puzzles(tmp_path / OWN_FILE)
    (tmp_path / OWN_FILE).write_text(write_puzzles([]))
    with pytest.raises(PuzzleError, match="no puzzle"):
        load_puzzles(tmp_path / OWN_FILE)
