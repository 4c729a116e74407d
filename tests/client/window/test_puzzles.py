"""Puzzles in the window: the page, the question, the answer and what is said of it, by keyboard and mouse."""

import datetime
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from acquire_client.files.puzzle_book import OWN_FILE, puzzle_of_day, shipped_puzzles
from acquire_client.files.puzzle_scores import PuzzleScoresFile
from acquire_client.view_model.puzzles import ANY, OWN, next_puzzle
from acquire_client.window.layout.box import Box
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.puzzle import PuzzleScene
from acquire_client.window.scenes.puzzles import PuzzlesPage
from acquire_client.window.scenes.title import TitleScene
from acquire_core.puzzles import THEMES, Puzzle, write_puzzles
from tests.support.few_cases import few_cases

from .driver import Window

Open = Callable[..., Window]


def at_puzzle(window: Window, puzzle: Puzzle | None = None) -> PuzzleScene:
    if puzzle is not None:
        window.app.play_puzzle(puzzle)
    window.settle()
    scene = window.app.scenes[-1]
    assert isinstance(scene, PuzzleScene)
    return scene


def give(scene: PuzzleScene, number: int) -> None:
    """Give the answer of this number: 0 is the best one."""
    scene.answer(scene.match.game.action_of(scene.puzzle_match.puzzle.answers[number].code))


@pytest.mark.parametrize("theme", few_cases(pytest.mark.fully, THEMES, 2))
def test_the_best_answer_of_each_theme_is_right_and_another_is_not(window: Open, theme: str) -> None:
    puzzle = next(puzzle for puzzle in shipped_puzzles() if puzzle.theme == theme)
    sitting = window()
    scene = at_puzzle(sitting, puzzle)
    assert scene.verdict() is None and scene.decider is not None
    give(scene, 0)
    sitting.settle()
    verdict = scene.verdict()
    assert verdict is not None and verdict.title == "Right!" and scene.question_text() == "Right!"
    assert f"{puzzle.best.chance:.0%}" in verdict.lines[0]
    scene = at_puzzle(sitting, puzzle)
    give(scene, 1)
    verdict = scene.verdict()
    assert verdict is not None and verdict.title == "Not the best answer" and len(verdict.lines) == 4
    assert f"{puzzle.answers[1].chance:.0%}" in verdict.lines[2]


def test_the_best_answer_and_the_given_one_have_colours_of_their_own(window: Open) -> None:
    sitting = window()
    scene = at_puzzle(sitting, shipped_puzzles()[0])
    give(scene, 1)
    sitting.settle()
    painter, painted = sitting.app.painter, {}
    write = painter.paragraph

    def noted(box: Box, text: str, size: float = 13, colour: str = "text", **more: Any) -> int:
        painted[text] = colour
        return write(box, text, size, colour, **more)

    painter.paragraph = noted  # type: ignore[assignment]
    scene.paint_side(painter)
    verdict = scene.verdict()
    assert verdict is not None and [painted[line] for line in verdict.lines] == ["good", "text", "bad", "text"]


def test_an_answer_that_was_not_looked_at_closely_wins_less_than_the_next_best(window: Open) -> None:
    for puzzle in shipped_puzzles():
        game = puzzle.game()
        others = [code for code in game.legal_codes() if puzzle.chance_of(code) is None]
        if others:
            scene = at_puzzle(window(), puzzle)
            scene.answer(game.action_of(others[0]))
            verdict = scene.verdict()
            assert verdict is not None and f"wins fewer than {puzzle.answers[1].chance:.0%}" in verdict.lines[2]
            return
    pytest.fail("no puzzle has such an answer")


def test_nobody_plays_on_and_nothing_is_taken_back(window: Open) -> None:
    sitting = window(bot_delay_ms=0)
    scene = at_puzzle(sitting, shipped_puzzles()[0])
    give(scene, 1)
    steps = len(scene.match.steps)
    sitting.settle()
    sitting.key("u")
    sitting.key("h")
    assert len(scene.match.steps) == steps and not scene.controller.hinting
    assert scene.focus_manager.widget_named("hint") is None and scene.focus_manager.widget_named("undo") is None


def test_by_keyboard_from_the_title_to_the_puzzle_of_the_day_and_on(window: Open) -> None:
    sitting = window()
    sitting.key("d")
    page = sitting.top
    assert isinstance(page, PuzzlesPage)
    sitting.key(pygame.K_RETURN)
    scene = at_puzzle(sitting)
    assert scene.puzzle_match.puzzle == puzzle_of_day(page.today) and scene.day == page.today
    give(scene, 0)
    sitting.settle()
    assert PuzzleScoresFile(sitting.app.folders.data).load().days == {page.today.isoformat(): True}
    sitting.key(pygame.K_RETURN)
    following = at_puzzle(sitting)
    assert following.puzzle_match.puzzle != scene.puzzle_match.puzzle and following.day is None
    sitting.click("leave")
    assert isinstance(sitting.top, PuzzlesPage)
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, TitleScene)


def test_a_number_chooses_a_theme_and_the_next_ones_are_of_it(window: Open) -> None:
    sitting = window()
    sitting.key("d")
    sitting.key("3")
    scene = at_puzzle(sitting)
    assert scene.puzzle_match.puzzle.theme == THEMES[2]
    give(scene, 0)
    sitting.settle()
    sitting.click("result")
    following = at_puzzle(sitting)
    assert following.puzzle_match.puzzle.theme == THEMES[2] and following.puzzle_match.puzzle != scene.puzzle_match.puzzle


def test_a_second_try_changes_no_result(window: Open) -> None:
    sitting = window()
    scene = at_puzzle(sitting, shipped_puzzles()[0])
    give(scene, 1)
    sitting.settle()
    sitting.click("again")
    again = at_puzzle(sitting)
    assert again is not scene and again.puzzle_match.puzzle == scene.puzzle_match.puzzle and again.verdict() is None
    give(again, 0)
    scores = PuzzleScoresFile(sitting.app.folders.data).load()
    assert scores.answered == {shipped_puzzles()[0].digest: False} and scores.row == 0


def test_leaving_by_the_menu_says_that_nothing_is_kept(window: Open) -> None:
    sitting = window()
    at_puzzle(sitting, shipped_puzzles()[0])
    sitting.key(pygame.K_F10)
    assert isinstance(sitting.top, Dialog)
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.app.scenes[-1], PuzzlesPage)
    assert not list(sitting.app.records.rglob("*.acquire"))


@pytest.mark.parametrize("key", [pygame.K_F10, pygame.K_ESCAPE])
def test_an_answered_puzzle_is_left_without_a_question(window: Open, key: int) -> None:
    """Nothing is lost by it, and the button beside it does not ask either."""
    sitting = window()
    give(at_puzzle(sitting, shipped_puzzles()[0]), 1)
    sitting.settle()
    sitting.key(key)
    assert isinstance(sitting.app.scenes[-1], PuzzlesPage)


def test_an_end_is_announced_without_a_second_question(window: Open) -> None:
    """No game ends by it that anybody would play on."""
    ending = next(puzzle for puzzle in shipped_puzzles() if puzzle.theme == "ending"
                  and getattr(puzzle.game().action_of(puzzle.best.code), "yes", False))
    sitting = window(confirm=True)
    scene = at_puzzle(sitting, ending)
    give(scene, 0)
    sitting.settle()
    assert not isinstance(sitting.top, Dialog) and scene.puzzle_match.is_right


def test_only_the_tiles_of_the_own_seat_are_shown(window: Open) -> None:
    """The game of a puzzle knows all hands; what is drawn and spoken has those of the asked seat alone."""
    puzzle = next(puzzle for puzzle in shipped_puzzles() if puzzle.theme == "placing")
    sitting = window()
    scene = at_puzzle(sitting, puzzle)
    seen = scene.controller.shown.seen
    assert seen.seat == scene.puzzle_match.person_seat == scene.controller.viewer
    hands = puzzle.game().snapshot()["hands"]
    others = {tile for seat, hand in enumerate(hands) if seat != seen.seat for tile in hand["tiles"]} - set(seen.hand)
    assert not others & {effect.tile for effect in scene.controller.shown.effects}
    assert others <= set(seen.unseen)


def test_a_puzzle_of_another_version_is_refused_with_a_sentence(window: Open) -> None:
    sitting = window()
    sitting.app.play_puzzle(replace(shipped_puzzles()[0], digest="0" * 16))
    assert isinstance(sitting.top, TitleScene)
    assert "cannot be set up" in sitting.app.notices.texts[-1]


def test_own_puzzles_have_a_line_of_their_own(window: Open) -> None:
    sitting = window()
    sitting.key("d")
    assert sitting.top.focus_manager.widget_named("theme own") is None
    sitting.key(pygame.K_ESCAPE)
    sitting.app.folders.data.mkdir(parents=True, exist_ok=True)
    (sitting.app.folders.data / OWN_FILE).write_text(write_puzzles(shipped_puzzles()[7:8]))
    sitting.key("d")
    sitting.click("theme own")
    assert at_puzzle(sitting).puzzle_match.puzzle == shipped_puzzles()[7]


def test_the_next_puzzle_is_new_then_one_that_went_wrong_then_any() -> None:
    puzzles = shipped_puzzles()[:4]
    marks = [puzzle.digest for puzzle in puzzles]
    assert next_puzzle(puzzles, ANY, {}, puzzles[1]) == puzzles[2]
    assert next_puzzle(puzzles, ANY, {marks[2]: True, marks[3]: True}, puzzles[1]) == puzzles[0]
    assert next_puzzle(puzzles, ANY, dict(zip(marks, (True, True, True, False), strict=True)), puzzles[1]) == puzzles[3]
    assert next_puzzle(puzzles, ANY, dict.fromkeys(marks, True), puzzles[3]) == puzzles[0]
    assert next_puzzle(puzzles[:1], OWN, {marks[0]: True}, puzzles[0]) == puzzles[0]
    assert next_puzzle((), OWN, {}) is None


def test_the_page_tells_rows_and_results(window: Open) -> None:
    sitting = window()
    file = PuzzleScoresFile(sitting.app.folders.data)
    scores, today = file.load(), datetime.date.today()
    for number in range(3):
        scores.note_answer(shipped_puzzles()[number].digest, True, today - datetime.timedelta(days=number))
    file.save(scores)
    sitting.key("d")
    page = sitting.top
    assert isinstance(page, PuzzlesPage) and page.scores.days_in_a_row(today) == 3
    assert sum(row.right for row in page.rows) == 3
