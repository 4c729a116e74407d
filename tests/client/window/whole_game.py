"""Play a whole game in a window."""

import random
from collections.abc import Callable

import pygame

from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.hand_over import HandOver
from acquire_client.window.scenes.table import TableScene
from acquire_core.actions import Action
from tests.client.window.driver import IN_WHOLE_GAMES, Window
from tests.client.window.hands import possible_answers

MAX_DECISIONS = 2000


def chosen(table: TableScene, rng: random.Random) -> Action:
    """Return any legal answer, but one that takes the game on."""
    return rng.choice(possible_answers(table.match))  # type: ignore[arg-type]


def play_through(window: Window, table: TableScene, answer: Callable[[Window, TableScene, Action], None], mouse: bool,
                 seed: int) -> list[Action]:
    """Make every decision of every person, until the game is over; return what was chosen."""
    rng, made = random.Random(seed), []
    window.draws_each = IN_WHOLE_GAMES
    for _ in range(MAX_DECISIONS):
        top = window.top
        if isinstance(top, GameOver):
            return made
        if isinstance(top, HandOver):
            window.click("sit") if mouse else window.key(pygame.K_RETURN)
        elif isinstance(top, Dialog):
            window.click("answer 0") if mouse else window.key(pygame.K_RETURN)
        elif table.decider is not None:
            action = chosen(table, rng)
            made.append(action)
            answer(window, table, action)
            if isinstance(window.top, TableScene):
                assert table.decider is None or table.decider.prompt is not None
        window.settle()
    raise AssertionError("the game does not end")
