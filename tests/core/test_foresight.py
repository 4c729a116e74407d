"""What an observation foresees of an action, and what it counts: the same as the game, as far as no hidden tile matters."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from acquire_core import CHANCE, Buy, DrawTile, Game, IllegalAction, Observation, Pick, Place, Reason, Retire, ScriptedBag
from acquire_core.ai.search import Mind
from acquire_core.ruleset import RULESETS
from tests.support.counts import Count

from . import reference_money as money
from .policies import random_ruleset
from .positions import CLASSIC, moments, play, position

PICK = CLASSIC.replace(open_pick=True)


def known(seen: Observation) -> dict[str, Any]:
    return {name: value for name, value in seen.as_dict().items() if name != "history"}


def decisions(count: int, seed: int) -> Iterator[tuple[Game, random.Random]]:
    """Yield some of the moments at which a seat is asked, in games of all kinds."""
    for number in range(count):
        rng = random.Random(seed + number)
        players = rng.randint(2, 6)
        rules = random_ruleset(rng, players) if rng.random() < 0.6 else rng.choice(list(RULESETS.values()))
        for game in moments(rules, players, rng, sealed=rng.random() < 0.3, leaving=0.002, most_actions=600):
            if not game.over and game.to_move != CHANCE and rng.random() < 0.2:
                yield game, rng


def test_an_own_action_leads_where_the_game_goes(count: Count) -> None:
    """To the next question or tile of the same turn: behind it hidden hands may decide what is asked."""
    compared = 0
    for game, rng in decisions(count(4, 40), seed=1):
        seen = game.observe(game.to_move)
        before = json.dumps(known(seen))
        action = rng.choice(seen.legal_actions())
        if game.refusal(action):
            continue  # at a sealed table a pick may name a tile that lies in a hand
        events, ahead = seen.after(action)
        now = game.copy()
        happened = now.apply(action)
        assert json.dumps(known(seen)) == before, "an observation never changes"
        assert ahead.seat == seen.seat and ahead.history() == ()
        if now.turn == game.turn and not now.over:
            assert sorted(map(repr, events)) == sorted(map(repr, happened)), "dead tiles go in any order"
            assert known(ahead) == known(now.observe(game.to_move))
            assert ahead.legal_actions() == now.observe(game.to_move).legal_actions()
            compared += 1
    assert compared > 10 * count(16, 40)


def test_what_is_foreseen_shows_no_hidden_tile(count: Count) -> None:
    for game, rng in decisions(count(8, 20), seed=2):
        seat = rng.choice([None, *range(game.players)])
        seen = game.observe(seat)
        action = rng.choice(game.legal_actions())
        try:
            _, ahead = seen.after(action)
        except IllegalAction:
            continue  # another seat's tile that this one cannot know
        named = {getattr(action, "tile", None), *getattr(action, "tiles", ())}
        for other in range(game.players):
            if other != seat:
                assert set(ahead.known_tiles(other)) <= {*seen.known_tiles(other), *named}
        assert set(ahead.unseen) <= set(seen.unseen)


def test_a_refusal_is_that_of_the_game() -> None:
    game = play(position("LL.", hands=["12I 5E", "12H"]), "0 place 12I")
    for action, reason in ((Place(0, "5E"), Reason.WRONG_PHASE), (Buy(1), Reason.WRONG_SEAT), (Buy(0, ("x",)), Reason.MALFORMED),
                           (Buy(0, ("tower",)), Reason.CHAIN_NOT_FOR_SALE), (Pick(0, "1I"), Reason.WRONG_PHASE)):
        assert game.refusal(action) == reason
        with pytest.raises(IllegalAction) as refused:
            game.observe(0).after(action)
        assert refused.value.reason == reason
    with pytest.raises(TypeError, match="expected an action"):
        game.observe(0).after("0 buy")  # type: ignore[arg-type]


def test_an_open_bag_stays_open_until_an_unknown_tile_moves() -> None:
    game = play(position("LL.......o..", hands=["12I", "12H 11I"], rules=PICK, tiles=ScriptedBag(())), "0 place 12I", "0 buy")
    seen = game.observe(0)
    assert seen.bag is not None
    _, ahead = seen.after(Pick(0, "5E"))
    assert ahead.bag == tuple(tile for tile in seen.bag if tile != "5E")
    assert ahead.hand == ("5E",)
    assert {action.tile for action in ahead.legal_actions() if isinstance(action, Pick)} == set(ahead.bag or ())
    with pytest.raises(IllegalAction, match="not in the bag"):
        seen.after(Pick(0, "11I"))  # it lies in a hidden hand
    _, left = seen.after(Retire(1))
    assert left.bag is None
    assert set(left.unseen) == set(seen.unseen)
    chances, *_ = Mind(1).estimate(ahead, 50)
    assert abs(sum(chances) - 1) < 1e-9


def test_chance_can_be_foreseen_too() -> None:
    game = play(position("LL.", hands=["12I", "12H"]), "0 place 12I", "0 buy")
    seen = game.observe(1)
    _, ahead = seen.after(DrawTile(0, None))
    assert ahead.hand_counts == (1, 1)
    assert ahead.unseen == seen.unseen


# --- money ------------------------------------------------------------------------------------------------------------

def test_bonuses_and_final_money_are_those_of_the_rules(count: Count) -> None:
    for game, rng in decisions(count(8, 20), seed=3):
        seen, rules, state = game.observe(rng.choice([None, *range(game.players)])), game.ruleset, game.snapshot()
        cash = list(state["cash"])
        bonuses = {}
        for number, (chain, size) in enumerate(state["sizes"].items()):
            price = money.price(number, size) if size else money.price_off_the_board(number) if rules.score_inactive else None
            if price is None:
                continue
            blocks = {seat: shares[chain] for seat, shares in enumerate(state["shares"])}
            paid = money.share_bonuses(blocks, money.bonuses_of_places(price, rules.bonus_places), rules.tie_rounding)
            if size:
                bonuses[chain] = tuple(paid.get(seat, 0) for seat in range(game.players))
            for seat, held in blocks.items():
                cash[seat] += paid.get(seat, 0) + held * price
        assert seen.bonuses == bonuses
        assert seen.if_ended == tuple(cash)


def test_after_the_end_there_is_nothing_left_to_pay() -> None:
    game = play(position("LLLLLLLLLLL", hands=["12I", "12H", "11I"], shares=[{"luxor": 3}, {}, {}]), "0 end yes", "0 place 12I")
    worth = game.observe(None).if_ended
    play(game, "0 buy")
    assert game.observe(None).if_ended == tuple(game.snapshot()["cash"]) == worth


# --- estimates --------------------------------------------------------------------------------------------------------

def test_any_view_of_any_moment_can_be_estimated(count: Count) -> None:
    """This holds for the public view too, where the hand of the asked seat is hidden; a finished game counts as it ended."""
    mind = Mind(1)
    for number in range(count(8, 20)):
        rng = random.Random(number)
        players = rng.randint(2, 6)
        rules = random_ruleset(rng, players) if rng.random() < 0.6 else rng.choice(list(RULESETS.values()))
        for game in moments(rules, players, rng, sealed=rng.random() < 0.3, leaving=0.002, most_actions=600):
            if rng.random() > 0.05 and not game.over:
                continue
            chances, dollars, *_ = mind.estimate(game.observe(rng.choice([None, *range(players)])), 3)
            assert len(chances) == len(dollars) == players
            assert abs(sum(chances) - (2 if rules.teams else 1)) < 1e-9
            if game.over and not rules.teams:
                best = [seat for rank, seat, _ in game.standings() if rank == 1]
                assert chances == pytest.approx([(seat in best) / len(best) for seat in range(players)])


def test_under_an_open_bag_whoever_is_asked_is_imagined_with_a_tile_to_place() -> None:
    """Each tile merges, which pays $10,000 and ends the game; so only seat 0 can have it."""
    rules = PICK.replace(two_player_market=False, merger_bonus=10_000, end_mode="auto", end_size=15)
    game = position("LLL.TTTT", "LLL.TTTT", hands=["4A", "4B"], rules=rules, bag="")
    chances, dollars, *_ = Mind(3).estimate(game.observe(None), 50)
    assert chances == (1, 0)
    assert dollars[1] == 6000
