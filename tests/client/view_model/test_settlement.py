"""The final settlement adds up to the result, chain by chain."""

import random

import pytest

from acquire_client.view_model.settlement import PaidChain, final_settlement, own_result, payout_text
from acquire_client.view_model.words import TableNames
from acquire_core import RULESETS, Game, ShuffledBag
from acquire_core.events import Event, GameEnded

NAMES = TableNames(("Ada", "Ben", "Cleo", "Dan"))


@pytest.mark.parametrize("rules", RULESETS)
def test_the_settlement_of_any_game_ends_with_its_standings(rules: str) -> None:
    rng = random.Random(rules)
    for seed in range(4):
        game = Game(rules, 4, tiles=ShuffledBag(seed))
        events: list[Event] = []
        while not game.over:
            codes = game.legal_codes()
            step = game.apply(game.action_of(rng.choice(codes)))
            events += step
        money = game.snapshot()["cash"]
        found = final_settlement(events, money)
        assert any(isinstance(event, GameEnded) for event in step)
        assert [round(worth.total) for worth in found.worth_after(len(found.chains))] == money
        assert sum(found.cash) <= sum(money) and all(worth.total == cash for worth, cash in zip(found.worth_after(0), found.cash,
                                                                                                strict=True))
        for half in range(2 * len(found.chains)):
            now, later = found.worth_after(half / 2), found.worth_after(half / 2 + 0.5)
            assert all(one.total <= other.total for one, other in zip(now, later, strict=True)), "money only grows"


def test_a_payout_names_who_gets_most_first_and_nobody_who_gets_nothing() -> None:
    paid = PaidChain("luxor", (0, 6000, 3000, 0), (200, 0, 400, 0))
    assert payout_text(paid, NAMES) == "Luxor: Ben +$6,000, Cleo +$3,400, Ada +$200"
    assert payout_text(PaidChain("luxor", (0, 0), (0, 0)), NAMES) == "Luxor"


@pytest.mark.parametrize(("standings", "own", "text"), [
    ([(1, 0, 46_200), (2, 1, 39_300), (3, 2, 100)], 0, "You won by $6,900"),
    ([(1, 1, 46_200), (2, 2, 46_000), (3, 0, 44_100)], 0, "You came third, $2,100 behind Ben"),
    ([(1, 1, 500), (1, 0, 500), (3, 2, 100)], 0, ""),
])
def test_the_own_result_is_said_in_one_sentence(standings: list[tuple[int, int, int]], own: int, text: str) -> None:
    assert own_result(standings, own, NAMES) == text
