"""Tile sources: the order that a bag tells is the order in which a game draws."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from acquire_core import CHANCE, Game, IllegalAction, RandomPlayer, Retire, ScriptedBag, ShuffledBag, TileSource
from acquire_core.actions import DrawTile, StartTile
from acquire_core.tile_source import TILE_NAMES

from .positions import any_code


def drawn(game: Game) -> list[str | None]:
    return [action.tile for action in game.actions() if isinstance(action, StartTile | DrawTile)]


@pytest.mark.parametrize("seed", [0, 1, 7, 2**32, 2**64 - 1])
def test_a_game_draws_a_shuffled_bag_in_the_order_that_the_bag_tells(seed: int) -> None:
    """The engine shuffles by itself, so the order is written down twice."""
    order = ShuffledBag(seed).order
    assert sorted(order) == sorted(TILE_NAMES)
    rng = random.Random(seed)
    for players in (3, 6):
        shuffled, scripted = Game("classic", players, tiles=ShuffledBag(seed)), Game("classic", players, tiles=ScriptedBag(order))
        while not shuffled.over:
            code = any_code(shuffled, rng)
            shuffled.apply_code(code)
            scripted.apply_code(code)
        assert drawn(shuffled) == list(order[:len(drawn(shuffled))])
        assert scripted.snapshot() == shuffled.snapshot()


def test_a_game_goes_on_by_hand_when_the_script_is_exhausted() -> None:
    game = Game("classic", 2, tiles=ScriptedBag(["8I", "4I"]))
    assert (game.phase, drawn(game)) == ("draw", ["8I", "4I"])
    game.play("* draw 1 9I")
    assert game.snapshot()["hands"][1]["tiles"] == ["9I"]


def test_sources_of_ones_own_are_known_by_their_methods() -> None:
    class First:
        def draw(self, seat: int, bag: Sequence[str]) -> str:
            return bag[0]

        def market(self, bag: Sequence[str]) -> str:
            return bag[0]

    assert isinstance(First(), TileSource)
    game = Game("classic", 2, tiles=First())
    assert drawn(game) == list(TILE_NAMES[:14])


def test_a_script_can_tell_a_game_that_a_seat_left() -> None:
    """The tiles of a seat that leaves go back into the bag, so a script names some of them twice (K39)."""
    played = Game("classic", 4, tiles=ShuffledBag(11))
    player = RandomPlayer(3)
    while not played.over:
        played.apply(Retire(2)) if played.turn == 9 and not played.retired else played.apply_code(player.code(played))
    actions = played.actions()
    draws = [action.tile for action in actions if isinstance(action, StartTile | DrawTile) and action.tile]
    assert len(set(draws)) < len(draws)
    script = Game("classic", 4, tiles=ScriptedBag(draws))
    for action in actions:
        if action.seat != CHANCE:
            script.apply(action)
    assert script.snapshot() == played.snapshot()


def test_a_tile_that_is_not_in_the_bag_is_refused_when_it_is_due() -> None:
    game = Game("classic", 2, tiles=ScriptedBag(["1A"]))
    assert (game.phase, game.snapshot()["board"]) == ("start", {"1A": None})
    with pytest.raises(IllegalAction, match="not in the bag"):
        Game("classic", 2, tiles=ScriptedBag(["1A", "1A"]))
