"""The tutorial: eight steps on the real rules, in both languages, by any way that the steps allow."""

import random
from collections.abc import Callable

import pygame
import pytest

from acquire_client.matches.tutorial_match import BAG, PERSON, STEPS, TutorialMatch
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.scenes.tutorial import COACH_TEXTS, TutorialScene
from acquire_core.actions import Place
from tests.support.few_cases import few_cases

from .driver import Window
from .screens import SCREENS


def begun(window: Window) -> TutorialScene:
    window.key("t")
    window.settle()
    table = window.table
    assert isinstance(table, TutorialScene)
    return table


@pytest.mark.parametrize("seed", range(12))
def test_every_way_through_the_lesson_comes_to_its_end(seed: int) -> None:
    """Whatever the person does of what the steps allow, the others' plan holds and the end can be announced."""
    rng, lesson, seen = random.Random(seed), TutorialMatch("Anna"), set()
    while not lesson.is_over:
        if lesson.asked_seat == PERSON:
            seen.add(lesson.step)
            legal = [action for action in lesson.game.legal_actions() if lesson.refusal_of(action) is None]
            assert legal, lesson.game.phase
            lesson.answer(rng.choice(legal))
        else:
            planned = lesson._planned_action()
            assert planned is None or lesson.game.refusal(planned) is None
            lesson.answer(lesson.bot_action())
    assert seen == set(range(len(STEPS))) and lesson.step == len(STEPS)


def test_the_coach_answers_to_the_end(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = begun(sitting)
    for _ in range(40):
        if isinstance(sitting.top, Dialog):
            break
        sitting.click("show")
        sitting.settle()
    assert isinstance(sitting.top, Dialog) and table.match.is_over
    sitting.key(pygame.K_RETURN)
    assert type(sitting.top).__name__ == "GameCards"


def test_other_answers_are_refused_with_a_sentence_and_change_nothing(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = begun(sitting)
    steps = len(table.match.steps)
    assert table.match.refusal_of(Place(PERSON, "1B")) == "the lesson waits for another answer"
    assert "rules" not in str(table.match.unplayable_tiles()["1B"])
    for number, tile in enumerate(table.controller.shown.seen.hand, 1):
        if tile != "5E":
            sitting.key(str(number))
    assert len(table.match.steps) == steps and table.tutorial_match.step == 0
    sitting.key(str(table.controller.shown.seen.hand.index("5E") + 1))
    assert table.tutorial_match.step == 1
    sitting.key("u")
    assert table.tutorial_match.step == 0
    assert len(set(BAG)) == len(BAG)


def test_it_pauses_and_goes_on(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = begun(sitting)
    sitting.click("pause")
    for _ in range(3):
        sitting.click("show")
    steps = len(table.match.steps)
    for _ in range(5):
        assert sitting.app.workers.settle()
        sitting.now_ms += 2000
        sitting.turn()
    assert len(table.match.steps) == steps
    sitting.click("pause")
    sitting.settle()
    assert table.tutorial_match.step == 3 and table.match.asked_seat == PERSON


def test_it_is_left_at_any_time_and_leaves_nothing_behind(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = begun(sitting)
    for _ in range(4):
        sitting.click("show")
        sitting.settle()
    sitting.key(pygame.K_F7)
    assert table.tutorial_match.step > 3
    sitting.click("leave")
    sitting.app.workers.settle()
    sitting.turn()
    assert isinstance(sitting.top, TitleScene)
    assert not list(sitting.home.rglob("*.acquire"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_step_has_its_text_in_both_languages(window: Callable[..., Window], language: str) -> None:
    sitting = window(bot_delay_ms=0, language=language)
    texts = {sitting.app.translate(text) for _, text in COACH_TEXTS}
    assert len(texts) == len(STEPS)
    assert (texts == {text for _, text in COACH_TEXTS}) == (language == "en")


@pytest.mark.parametrize(("size", "language"), few_cases(pytest.mark.more_cases, [
    ((1920, 1080), "de"), ((1280, 720), "en"), ((2560, 1440), "de")]))
def test_the_merger_of_the_lesson_shows_who_is_paid_at_a_large_scale_too(window: Callable[..., Window], size: tuple[int, int],
                                                                         language: str) -> None:
    """The room was kept for the longest step, so that the shorter one of the merger had none for its podium."""
    sitting = window(width=size[0], height=size[1], scale=2.0, language=language, bot_delay_ms=0)
    SCREENS["tutorial-merger"](sitting)
    paid = {f"+{sitting.app.words.translate('{amount:$}', amount=amount)}" for amount in (3000, 1500)}
    assert paid <= set(sitting.written())
