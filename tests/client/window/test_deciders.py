"""Every kind of question, answered in every way that the rules allow: by keys and by clicks, and the match hears just that."""

import random
from collections.abc import Callable
from itertools import product

import pygame
import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.view_model.without_power import single_answers
from acquire_client.window.scenes.dialog import Dialog
from acquire_core.actions import CHANCE
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .driver import Window
from .hands import by_keys, by_mouse, possible_answers
from .screens import QUESTIONS


@pytest.mark.parametrize(("phase", "hands"), few_cases(
    pytest.mark.fully, product(QUESTIONS, ["keys", "mouse"]), lambda case: case[1] == "keys" or case[0] in ("buy", "dispose")))
def test_every_answer_can_be_given(window: Callable[..., Window], phase: str, hands: str,
                                   count: Count) -> None:
    sitting = window(bot_delay_ms=0, width=1024, height=640)
    QUESTIONS[phase](sitting)
    walk = 0
    while sitting.table.match.game.phase != phase and walk < 6:
        walk += 1
        table = sitting.table
        by_keys(sitting, table, possible_answers(table.match)[0])
        sitting.settle()
    assert sitting.table.match.game.phase == phase
    base = sitting.table.match
    legal = possible_answers(base)
    for action in random.Random(phase).sample(legal, min(count(3, 20), len(legal))):
        match = LocalMatch(base.game.copy(), base.players, merger=base.merger)
        table = sitting.sit_at(match)
        before = len(match.steps)
        (by_keys if hands == "keys" else by_mouse)(sitting, table, action)
        if isinstance(sitting.top, Dialog):
            sitting.key(pygame.K_RETURN)
        given = [step.action for step in match.steps[before:] if step.action.seat != CHANCE]
        expected = list(single_answers(phase, action))
        assert given[:len(expected)] == expected
