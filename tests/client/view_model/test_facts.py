"""What is said of the table in sentences: what players would have if the game ended now."""

from __future__ import annotations

import random

import pytest

from acquire_client.view_model.facts import ended_texts, standing_now
from acquire_client.view_model.merger_card import MERGER_PHASES
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.words import TableNames
from acquire_core import RULESETS, Game, Observation, ShuffledBag

OPEN = RULESETS["classic"].replace(holdings="open")
NAMES = TableNames(("Ada", "Bo", "Cy"))


def ended(seen: Observation) -> tuple[str, ...]:
    names = TableNames(NAMES.seats[:seen.players])
    return ended_texts(seen, sheet_seen(seen, names), names)


def test_in_a_merger_nobody_says_what_there_would_be_if_the_game_ended_now() -> None:
    """Its bonuses are paid while its chains lie on the board as before: they would count twice."""
    game, chance = Game(OPEN, 3, tiles=ShuffledBag(0)), random.Random(0)
    while game.phase != "dispose":
        assert len(ended(game.observe(None))) == (0 if game.phase in MERGER_PHASES else 3)
        game.apply(chance.choice(game.legal_actions()))
    seen = game.observe(None)
    assert ended(seen) == ()
    assert standing_now(seen, NAMES) == "A merger is being settled, so nobody can say yet who is ahead."


@pytest.mark.parametrize("market", [True, False])
def test_where_the_market_takes_part_nobody_gets_more_than_is_said(market: bool) -> None:
    rules, names, ends = OPEN.replace(two_player_market=market), TableNames(("Ada", "Bo")), 0
    for seed in range(60):
        game, chance = Game(rules, 2, tiles=ShuffledBag(seed)), random.Random(seed)
        assert "at most" not in ended(game.observe(None))[0], "no chain is on the board"
        said: Observation | None = None
        while not game.over:
            seen = game.observe(None)
            said = seen if seen.phase == "declare_end" else None
            game.apply(chance.choice(game.legal_actions()))
        if said is None:
            continue
        ends += 1
        assert all(("at most" in text) == market for text in ended(said))
        assert ("The shares of the market are left out" in standing_now(said, names)) == market
        money = game.observe(None).cash
        assert all(got is not None and got <= most for got, most in zip(money, said.if_ended, strict=True))
        assert market or money == said.if_ended
    assert ends > 10
