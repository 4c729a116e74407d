"""What is said of a tile and of what it begins: the rules bring it about later."""

import random

import pytest

from acquire_client.view_model.merger_card import MergerCard, merger_after
from acquire_client.view_model.placing import price_after_merger
from acquire_core import RULESETS, Game, ShuffledBag


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
