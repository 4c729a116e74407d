"""Whole numbers for which C has no room are refused like other wrong ones, or mean as much as the largest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from acquire_core import Game, RandomPlayer, ShuffledBag
from acquire_core.ai.parallel_games import ParallelGames
from acquire_core.ai.search import Mind
from acquire_core.engine.game import random_games

GAME = Game("classic", 3, tiles=ShuffledBag(1))
SEEN = GAME.observe(GAME.to_move)
WIDTHS = [2**31, 2**32, 2**63, 2**64, 2**70, 10**400]
BOARD = "\n".join(["............"] * 9)


def position(**values: Any) -> Game:
    return Game.from_position("classic", 3, board=BOARD, hands=[["1A"], ["2B"], ["3C"]], **values)


@pytest.mark.parametrize("give", [
    lambda number: Game("classic", number),
    lambda number: position(current=number),
    lambda number: position(cash=[number, 0, 0]),
    lambda number: position(shares=[{"tower": number}, {}, {}]),
    lambda number: GAME.observe(number),
    lambda number: GAME.legal_actions(number),
    lambda number: GAME.action_of(number),
    lambda number: GAME.copy().apply_code(number),
    lambda number: SEEN.action_of(number),
    lambda number: SEEN.known_tiles(number),
    lambda number: ParallelGames("classic", 3, number, 1, 100),
    lambda number: Mind(1).search(SEEN, None, number, 0, 1.0, 4),
])
@pytest.mark.parametrize("number", [*WIDTHS, *(-width for width in WIDTHS)])
def test_a_number_that_is_too_large_is_refused_as_a_wrong_one(give: Callable[[int], object], number: int) -> None:
    with pytest.raises((ValueError, IndexError)):
        give(number)


@pytest.mark.parametrize("give", [
    lambda number: GAME.actions(number),
    lambda number: ParallelGames("classic", 3, 1, 1, number),
    lambda number: random_games("classic", 3, 1, number),
])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_number_below_zero_is_refused_however_far_below(give: Callable[[int], object], width: int) -> None:
    with pytest.raises(ValueError, match="negative|at least one|a number of games"):
        give(-width)


@pytest.mark.parametrize("width", WIDTHS)
def test_more_than_there_is_means_all(width: int) -> None:
    assert GAME.actions(width) == []
    ends = []
    for turns in (-1, width, -width):
        game = GAME.copy()
        game.play_random(1, turns)
        assert game.over
        ends.append(game.digest())
    assert len({*ends}) == 1
    ParallelGames("classic", 3, 1, 1, width)


@pytest.mark.parametrize("give", [lambda seed: ShuffledBag(seed), lambda seed: RandomPlayer(seed),
                                  lambda seed: GAME.copy().play_random(seed), lambda seed: random_games("classic", 3, seed, 1)])
@pytest.mark.parametrize("seed", [-1, 2**64, 2**70, 10**400])
def test_a_seed_has_64_bits(give: Callable[[int], object], seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        give(seed)
