"""Whole games through the window: by the keyboard alone and by the mouse alone, and the record is what was chosen."""

from collections.abc import Callable

import pytest

from acquire_client.files.unfinished_games import UnfinishedGames
from acquire_client.window.scenes.game_over import GameOver
from tests.client.window.whole_game import play_through

from .driver import Window
from .hands import by_keys, by_mouse, without_forced

# Enough kinds of rules that the kernel asks each of its questions at least once.
GAMES = [
    ("keys", "Anna,Ada:casual,Ben:casual", "classic", {}),
]
MORE_GAMES = [
    ("mouse", "Anna,Ada:casual", "classic", {"special_powers": True, "sell_shares": True}),
    ("keys", "Anna,Bea", "classic", {"open_pick": True, "found_optional": True}),
    ("mouse", "Anna,Ada:random,Ben:random", "dos-1988", {"end_mode": "end_of_turn", "no_tile": "replace_hand"}),
]
POWERS_BY_KEYS = ("keys", "Anna,Ada:casual", "classic", {"special_powers": True, "sell_shares": True})


@pytest.mark.parametrize(("hands", "seats", "rules", "options"),
                         [*GAMES, *(pytest.param(*game, marks=pytest.mark.fully) for game in MORE_GAMES),
                          pytest.param(*POWERS_BY_KEYS, marks=pytest.mark.more_cases)])
def test_a_whole_game_is_what_was_chosen(window: Callable[..., Window], hands: str, seats: str, rules: str,
                                         options: dict[str, object]) -> None:
    sitting = window(bot_delay_ms=0, width=1024, height=640)
    table = sitting.play(seats, rules, seed=11, **options)
    made = play_through(sitting, table, by_keys if hands == "keys" else by_mouse, hands == "mouse", seed=5)
    people = set(table.match.people)
    played = [action for action in table.match.game.actions() if action.seat in people]
    assert without_forced(played, made) == made
    assert table.match.is_over
    assert UnfinishedGames(sitting.home / "records").paths() == []
    assert isinstance(sitting.top, GameOver)
