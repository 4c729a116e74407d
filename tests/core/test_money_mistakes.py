"""What moves cost of the money at the end: the part of a review that still says something where the game is lost."""

from __future__ import annotations

import math
from statistics import mean
from typing import Any

import pytest

from acquire_core import RULESETS, Game, RandomPlayer, ShuffledBag
from acquire_core import actions as act
from acquire_core import analysis as work
from acquire_core.ai import LEVELS, Explanation
from acquire_core.analysis import Analysis, DecisionVerdict, Effort, analyse
from acquire_core.analysis_findings import CHANCE_FOR_MONEY, MIN_MONEY_LOSS, error_of_money
from tests.support.counts import Count

from .lost_games import TABLES, TAUGHT, TableOfGames, lost_game, played_on


def verdict(played: float | None, best: float | None, error: float = 0.0, loss: float = 0.0) -> DecisionVerdict:
    """Return a verdict on a move that leaves this share of all money, where the better one leaves another."""
    why = Explanation("saves", dollars=900)
    return DecisionVerdict(7, 3, 0, "buy", act.Buy(0), act.Buy(0, ("tower",)), (), 0.5 - loss, 0.5, 0.0, 100, False, why, why,
                           played, best, error)


@pytest.mark.parametrize(("one", "loss", "is_mistake"), [
    (verdict(0.18, 0.20), 0.1, True), (verdict(0.20, 0.18), -1 / 9, False), (verdict(0.199, 0.20), 0.005, False),
    (verdict(0.18, 0.20, error=0.02), 0.1, False), (verdict(0.18, 0.20, error=0.009), 0.1, True),
    (verdict(0.0, 0.20), 1.0, True), (verdict(0.0, 0.0), 0.0, False), (verdict(None, None), 0.0, False),
    (verdict(0.018, 0.020), 0.1, True),
], ids=["tenth", "gain", "small", "noise", "clear", "all", "nothing-left", "same-move", "poor-seat"])
def test_a_money_mistake_is_a_clear_part_of_the_own_money(one: DecisionVerdict, loss: float, is_mistake: bool) -> None:
    assert one.money_loss == pytest.approx(loss)
    assert one.is_money_mistake == is_mistake


def test_money_that_was_given_for_a_better_chance_is_no_mistake() -> None:
    """What a level weighs as much as the money makes up for it."""
    assert verdict(0.18, 0.20, loss=-0.004).is_money_mistake
    assert not verdict(0.18, 0.20, loss=-0.006).is_money_mistake
    for level in LEVELS:
        if level.algorithm == "search":
            assert level.win_weight == pytest.approx(CHANCE_FOR_MONEY * (1 - level.win_weight))


def test_a_few_games_prove_little_about_money() -> None:
    errors = [error_of_money(0.2, 0.04, count) for count in (0, 1, 20, 64, 1000)]
    assert errors == sorted(errors, reverse=True)
    assert 2 * math.hypot(errors[2], errors[2]) > 2 * MIN_MONEY_LOSS * 0.2, "twenty games alone show no small loss"
    assert error_of_money(0.2, 0.05, 1000) == pytest.approx(math.sqrt(0.01 / 1000), rel=0.01)


# --- the figures of a review ------------------------------------------------------------------------------------------

def random_game(seed: int, players: int = 4, **options: Any) -> Game:
    game, player = Game(RULESETS["classic"].replace(**options), players, tiles=ShuffledBag(seed)), RandomPlayer(seed)
    while not game.over:
        game.apply_code(player.code(game))
    return game


@pytest.mark.parametrize(("players", "options"), [(4, {}), (2, {}), (4, {"teams": True}), (3, {"simultaneous": True})])
def test_the_money_of_a_point_is_shared_among_all_and_at_the_end_it_is_what_they_have(players: int,
                                                                                      options: dict[str, Any]) -> None:
    game = random_game(2, players, **options)
    found = analyse(game.record(), Effort(playouts=10, level="club"))
    for point in found.points:
        assert sum(point.money_shares) == pytest.approx(2 if game.ruleset.teams else 1)
        assert all(share >= 0 for share in point.money_shares)
    cash = game.snapshot()["cash"]
    sides = [cash[seat] + (cash[(seat + 2) % 4] if game.ruleset.teams else 0) for seat in range(players)]
    assert found.points[-1].money_shares == pytest.approx([side / sum(cash) for side in sides])


def test_each_seat_keeps_what_its_money_mistakes_leave() -> None:
    found = analyse(random_game(3).record(), Effort(playouts=60, level="club"))
    assert found.money_mistakes
    losses = [one.money_loss for one in found.money_mistakes]
    assert losses == sorted(losses, reverse=True) and losses[-1] >= MIN_MONEY_LOSS
    for total in found.sums:
        mine = [1 - one.money_loss for one in found.money_mistakes if one.seat == total.seat]
        assert (total.money_mistakes, total.money_kept) == (len(mine), pytest.approx(math.prod(mine)))
    for one in found.verdicts:
        assert (one.best_money_share is None) == (one.played == one.best)
        assert one.played != one.best or (one.money_loss == one.money_error == 0 and not one.is_money_mistake)


def test_money_is_compared_in_games_of_its_own_where_the_search_knows_the_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search adds up chances, and no money at the end."""
    monkeypatch.setattr(work, "ENOUGH_VISITS", 5)
    found = analyse(random_game(4).record(), Effort(playouts=30))
    searched = [one for one in found.verdicts if one.searched and one.played != one.best]
    assert searched and all(one.best_money_share and one.money_error > 0 for one in searched)


def test_the_answers_of_a_seat_in_a_round_lead_to_different_ends() -> None:
    """An observer that has answered is still shown the question; in the imagined games its answer stands."""
    found = analyse(random_game(2, 3, simultaneous=True).record(), Effort(playouts=40, level="club"))
    others = [one for one in found.verdicts if one.played != one.best]
    same = [one for one in others if one.played_money_share == one.best_money_share]
    assert len(others) > 30 and len(same) < len(others) / 4


# --- a lost game ------------------------------------------------------------------------------------------------------

def kept(found: Analysis, seat: int, first: int) -> tuple[float, float]:
    """Return what a seat's mistakes from a move on left of its chances, and of its money."""
    mine = [one for one in found.verdicts if one.seat == seat and one.move > first]
    return (math.prod(1 - one.loss for one in mine if one.is_mistake),
            math.prod(1 - one.money_loss for one in mine if one.is_money_mistake))


@pytest.mark.parametrize("table", [TABLES[0], *(
    pytest.param(one, marks=pytest.mark.fully if one.players == 2 or one.rules.simultaneous else pytest.mark.more_cases)
    for one in TABLES if not one.rules.teams and one is not TABLES[0])],
                         ids=lambda table: f"{table.name}-{table.players}")
def test_who_plays_at_random_in_a_lost_game_keeps_much_less_money_than_who_plays_well(table: TableOfGames, count: Count) -> None:
    """Chances hardly tell them apart, except between two players, where a fifth of a chance is left. `TAUGHT` plays by another
    trained value than the one that judges."""
    random: list[float] = []
    good: list[float] = []
    for seed in range(1, 1 + count(1, 3)):
        lost = lost_game(table, seed)
        if lost is None:
            continue
        game, seat = lost
        for level, into in (("random", random), ("expert", good), (TAUGHT, good)):
            found = analyse(played_on(game, seat, level, seed), Effort(playouts=64))
            chance, money = kept(found, seat, len(game.actions()))
            into.append(money)
            assert table.players == 2 or chance > 0.75
    assert mean(random) < 0.7
    assert mean(good) > 0.9 and min(good) > 0.8, "who plays well is not punished by noise"
