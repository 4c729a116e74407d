"""The contact sheets have every scene and decision, and any two values of size, scale, look and language together."""

from itertools import combinations, product
from pathlib import Path

import pygame
import pytest

from acquire_client.theme import LOOKS
from tests.support.few_cases import few_cases

from .contact_sheets import GROUND, LANGUAGES, SCALES, SCENES, SIZES, WINDOWS, draw_sheet_of, pictures_of
from .contact_sheets import LOOKS as DRAWN_LOOKS
from .screens import QUESTIONS, SCREENS


def test_any_two_values_of_a_window_are_together_in_one_of_them() -> None:
    values = {"size": SIZES, "scale": SCALES, "look": DRAWN_LOOKS, "language": LANGUAGES}
    assert set(DRAWN_LOOKS) == set(LOOKS)
    for one, other in combinations(values, 2):
        drawn = {(getattr(kind, one), getattr(kind, other)) for kind in WINDOWS}
        assert drawn == set(product(values[one], values[other])), (one, other)


def test_every_scene_and_decision_has_a_sheet() -> None:
    assert set(SCENES.values()) == {*SCREENS.values(), *QUESTIONS.values()}


OFTEN_DRAWN = ("menu", "full-disk", "buy", "power-buy", "settings", "retire")


@pytest.mark.fully
@pytest.mark.parametrize("name", few_cases(pytest.mark.more_cases, SCENES, lambda name: name in OFTEN_DRAWN))
def test_no_text_is_cut_in_any_of_these_windows(name: str) -> None:
    cut = {kind.caption: texts for kind, _, texts in pictures_of(name, WINDOWS) if texts}
    assert not cut


def test_a_sheet_has_a_picture_of_each_window(tmp_path: Path) -> None:
    path = draw_sheet_of("settings", tmp_path, 160, 4, print)
    sheet = pygame.image.load(str(path))
    assert sheet.get_size() == (640, 22 + 4 * 122)
    for row in range(4):
        for column in range(4):
            x, y = 160 * column + 80, 22 + 122 * row + 60
            assert sheet.get_at((x, y)) != pygame.Color(GROUND), "here is a picture"
            assert sheet.get_at((160 * column + 157, y + 55)) == pygame.Color(GROUND), "and behind its caption nothing"
