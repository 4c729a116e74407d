"""`acquire puzzles`: searches records, adds to a file, and says what is wrong with the others."""

import json
from pathlib import Path

import pytest

from acquire_client.files.puzzle_book import OWN_FILE, load_puzzles, shipped_puzzles
from acquire_core import Game, ShuffledBag
from acquire_core.ai import make_bot
from acquire_core.puzzles import THEMES, write_puzzles
from tests.client.command_line import Acquire


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game of two computer players up to its first merger, in which one answer is clearly the best."""
    game = Game("classic", 2, tiles=ShuffledBag(1000))
    bots = [make_bot(level, seat) for seat, level in enumerate(("club", "strong"))]
    while game.turn < 28:
        game.apply_code(bots[game.to_move].choose(game.observe(game.to_move)).code)
    path = tmp_path_factory.mktemp("records") / "game.acquire"
    path.write_text(game.record().text(), encoding="utf-8", newline="\n")
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path))
    return tmp_path / "data" / OWN_FILE


def test_puzzles_are_shown_and_kept_for_the_window(acquire: Acquire, file: Path, home: Path) -> None:
    answer = acquire("puzzles", file, columns=120)
    assert answer.code == 0 and "merger" in answer.out and "let Imperial survive" in answer.out
    found = load_puzzles(home)
    assert "new puzzle" in answer.err and found
    again = acquire("puzzles", file)
    assert again.code == 0 and "new puzzle" not in again.err and load_puzzles(home) == found


@pytest.mark.fully
def test_they_are_added_to_those_of_a_file(acquire: Acquire, file: Path, home: Path, tmp_path: Path) -> None:
    target = tmp_path / "club.puzzles"
    target.write_text(write_puzzles(shipped_puzzles()[:3]))
    assert acquire("puzzles", file, "--save", target).code == 0
    assert load_puzzles(target)[:3] == shipped_puzzles()[:3] and len(load_puzzles(target)) > 3
    assert not home.exists()


@pytest.mark.fully
def test_json_has_every_answer_that_was_tried(acquire: Acquire, file: Path, home: Path) -> None:
    found = json.loads(acquire("puzzles", file, "--json").out)
    assert [puzzle["theme"] for puzzle in found] == [puzzle.theme for puzzle in load_puzzles(home)]
    assert found[0]["answers"][0]["chance"] - found[0]["answers"][1]["chance"] >= 0.0995


def test_themes_choose(acquire: Acquire, file: Path, home: Path) -> None:
    assert "No position was found" in acquire("puzzles", file, "--theme", "ending").out
    assert not home.exists()
    assert acquire("puzzles", file, "--theme", "chess").code == 2
    assert all(theme in acquire("puzzles", "--help").out for theme in THEMES)


def test_files_without_puzzles_are_named_and_the_others_are_searched(acquire: Acquire, file: Path, home: Path,
                                                                     tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada")
    answer = acquire("puzzles", tmp_path / "letter.txt", file, tmp_path / "missing.acquire")
    assert answer.code == 0 and load_puzzles(home)
    assert "letter.txt" in answer.err and "missing.acquire" in answer.err
    alone = acquire("puzzles", tmp_path / "letter.txt")
    assert alone.code == 1 and "no record" in alone.err and not alone.out
    (tmp_path / "cut.acquire").write_text(file.read_text("utf-8")[:-60], encoding="utf-8", newline="\n")
    alone = acquire("puzzles", tmp_path / "cut.acquire")
    assert alone.code == 1 and "cut off" in alone.err and "--tolerate" not in alone.err, "it has no such option"
    both = acquire("puzzles", tmp_path / "letter.txt", tmp_path / "missing.acquire")
    assert both.code == 1 and "letter.txt" in both.err and "missing.acquire" in both.err


def test_a_file_that_holds_something_else_is_not_written_over(acquire: Acquire, file: Path, tmp_path: Path) -> None:
    target = tmp_path / "notes.txt"
    target.write_text("my notes")
    answer = acquire("puzzles", file, "--save", target)
    assert answer.code == 1 and "holds no puzzles" in answer.err and target.read_text() == "my notes"


def test_a_record_that_does_not_say_which_tiles_come_is_refused(acquire: Acquire, home: Path, tmp_path: Path) -> None:
    acquire("simulate", "--games", 1, "--players", 2, "--record", tmp_path / "random")
    (path,) = (tmp_path / "random").iterdir()
    answer = acquire("puzzles", path)
    assert answer.code == 1 and "which tiles come next" in answer.err and not home.exists()
