"""Whole games through the window: by the keyboard alone and by the mouse alone, and the record is what was chosen."""

import random
from collections.abc import Callable

import pygame
import pytest

from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.hand_over import HandOver
from acquire_client.window.scenes.table import Table
from acquire_core.actions import Action

from .driver import Window
from .hands import by_keys, by_mouse, without_forced

MOST_DECISIONS = 2000

# Enough kinds of rules that every question of the kernel is put to somebody.
GAMES = [
    ("keys", "Anna,Ada:casual,Ben:casual", "classic", {}),
]
MORE_GAMES = [
    ("mouse", "Anna,Ada:casual", "classic", {"special_powers": True, "sell_shares": True}),
    ("keys", "Anna,Ada:casual", "classic", {"special_powers": True, "sell_shares": True}),
    ("keys", "Anna,Bea", "classic", {"open_pick": True, "found_optional": True}),
    ("mouse", "Anna,Ada:random,Ben:random", "dos-1988", {"end_mode": "end_of_turn", "no_tile": "replace_hand"}),
]


def chosen(table: Table, rng: random.Random) -> Action:
    """Any legal answer, but one that takes the game on."""
    legal = table.match.game.legal_actions()
    return rng.choice(legal)


def play_through(window: Window, table: Table, answer: Callable[[Window, Table, Action], None], mouse: bool,
                 seed: int) -> list[Action]:
    """Every decision of every person, until the game is over; what was chosen."""
    rng, made = random.Random(seed), []
    for _ in range(MOST_DECISIONS):
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
            if isinstance(window.top, Table):
                assert table.decider is None or table.decider.prompt is not None
        window.settle()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("hands", "seats", "rules", "options"),
                         [*GAMES, *(pytest.param(*game, marks=pytest.mark.fully) for game in MORE_GAMES)])
def test_a_whole_game_is_what_was_chosen(window: Callable[..., Window], hands: str, seats: str, rules: str,
                                         options: dict[str, object]) -> None:
    sitting = window(bot_delay_ms=0, width=1024, height=640)
    table = sitting.play(seats, rules, seed=11, **options)
    made = play_through(sitting, table, by_keys if hands == "keys" else by_mouse, hands == "mouse", seed=5)
    people = set(table.match.people)
    played = [action for action in table.match.game.actions() if action.seat in people]
    assert without_forced(played, made) == made
    assert table.match.over
    assert not (sitting.home / "records" / "interrupted.acquire").exists()
    assert isinstance(sitting.top, GameOver)
