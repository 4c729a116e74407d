"""The score sheet takes from an observation what `as_dict` says of it, without writing out the history."""

import random

import pytest

from acquire_client.view_model.sheet import score_sheet, sheet_seen
from acquire_client.view_model.words import TableNames
from acquire_core import RULESETS, Game, ShuffledBag

NAMES = TableNames(("Ada", "Ben", "Cleo", "Dan"))
STEPS = 50


@pytest.mark.parametrize("has_powers", [False, True])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_sheet_that_everybody_may_see_in_full_is_the_one_of_the_dictionary(seed: int, has_powers: bool) -> None:
    """Each seat and a spectator see the same numbers where holdings are open, and no tile that is not known to them."""
    rules = RULESETS["classic"].replace(holdings="open", special_powers=has_powers)
    game, chance = Game(rules, 4, tiles=ShuffledBag(seed)), random.Random(seed)
    seen_used = False
    for _ in range(STEPS):
        for viewer in (None, 0, 2):
            seen = game.observe(viewer)
            sheet = sheet_seen(seen, NAMES)
            assert sheet == score_sheet(seen.as_dict(), rules, NAMES)
            seen_used |= any(0 < len(seat.powers_left) < 5 for seat in sheet.seats)
        game.apply(chance.choice(game.legal_actions()))
    assert seen_used == has_powers
