"""What is said of a tile and of what it begins: the rules bring it about later."""

import random

import pytest

from acquire_client.view_model.merger_card import MergerCard, merger_after
from acquire_client.view_model.placing import dead_squares, price_after_merger
from acquire_core import RULESETS, Game, ShuffledBag
from acquire_core.actions import Place


@pytest.mark.parametrize("rules", ["classic", "wikipedia-2008", "dos-1988", "tycoon-2023"])
def test_the_price_after_a_merger_is_that_of_the_survivor_when_all_is_settled(rules: str) -> None:
    settled = 0
    for seed in range(6):
        game, chance = Game(RULESETS[rules], 4, tiles=ShuffledBag(seed)), random.Random(seed)
        card: MergerCard | None = None
        foretold: dict[str, int] = {}
        while not game.over:
            if game.phase == "dispose" and card is not None and card.survivor is not None:
                foretold[card.survivor] = price_after_merger(game.observe(game.to_move), card.survivor)
            card = merger_after(card, game.apply(chance.choice(game.legal_actions())))
            if card is None:
                assert all(game.observe(None).prices[chain] == price for chain, price in foretold.items())
                settled += len(foretold)
                foretold.clear()
    assert settled > 20


SAFE_BOARD = ["AAAAAAAAAAA.", "............", "TTTTTTTTTTT.", "............", ".FF.........", *["............"] * 4]
HANDS = [["9I"], ["10I"]]


@pytest.mark.parametrize(("rules", "dead"), [
    ("classic", {f"{column}B" for column in range(1, 12)}),
    ("revised-6515", set()),
])
def test_dead_squares_lie_between_safe_chains(rules: str, dead: set[str]) -> None:
    game = Game.from_position(RULESETS[rules], 2, board="\n".join(SAFE_BOARD), hands=HANDS)
    assert dead_squares(game.observe(0)) == dead


def test_where_a_safe_chain_never_merges_all_squares_between_it_and_another_are_dead() -> None:
    game = Game.from_position(RULESETS["classic"].replace(safe_merge="any_safe"), 2, board="\n".join(SAFE_BOARD), hands=HANDS)
    assert dead_squares(game.observe(0)) == {*(f"{column}B" for column in range(1, 12)), "2D", "3D"}


def test_a_tile_on_a_dead_square_is_refused_and_on_no_other_for_safe_chains() -> None:
    seen_dead = 0
    for seed in range(4):
        game, chance = Game(RULESETS["wikipedia-2008"], 4, tiles=ShuffledBag(seed)), random.Random(seed)
        while not game.over:
            if game.phase == "place":
                seen = game.observe(game.to_move)
                dead = dead_squares(seen)
                assert not dead & {action.tile for action in seen.legal_actions() if isinstance(action, Place)}
                seen_dead += len(dead & set(seen.hand))
            game.apply(chance.choice(game.legal_actions()))
    assert seen_dead
