"""An observation shows one seat what it may know, and nothing else can be reached from it."""

from __future__ import annotations

import gc
import json
import random
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

from acquire_core import (
    Buy,
    DeclareEnd,
    Discard,
    DrawTile,
    Game,
    Observation,
    Pass,
    Pick,
    Place,
    RandomPlayer,
    Retire,
    ScriptedBag,
    Show,
    ShuffledBag,
)
from acquire_core.ruleset import Ruleset
from acquire_core.tile_source import TILE_NAMES
from tests.core.observed import observed_games, twins
from tests.support.counts import Count

from .policies import random_ruleset
from .positions import CLASSIC, SEVEN_CHAINS, TWO_SAFE, moments, play, position


def as_bytes(seen: Observation) -> bytes:
    return json.dumps(seen.as_dict(), sort_keys=True).encode()


def test_an_observation_says_what_is_public(count: Count) -> None:
    for game, seen, seat in observed_games(count(25, 150), seed=1):
        state = game.snapshot()
        assert seen.seat == seat
        assert (seen.ruleset, seen.players, seen.sealed) == (game.ruleset, game.players, game.sealed)
        assert seen.board == state["board"]
        assert seen.sizes == state["sizes"]
        assert seen.market == state["market"]
        assert seen.bag_count == state["bag_count"]
        assert list(seen.discard) == state["discard"]
        assert (seen.current, seen.to_move, seen.phase, seen.turn) == (game.current, game.to_move, game.phase, game.turn)
        assert (seen.declared, seen.end_reason, seen.over) == (state["declared"], state["end_reason"], game.over)
        assert seen.hand_counts == tuple(len(hand["tiles"]) for hand in state["hands"])
        assert seen.ledger == tuple(zip(state["cash"], state["shares"], strict=True))
        assert seen.retired == tuple(state["retired"])
        assert seen.standings == (tuple(game.standings()) if game.over else ())
        if game.ruleset.special_powers:
            for used, left in zip(state["powers_used"], seen.powers_left, strict=True):
                assert sorted([*used, *left]) == ["buy5", "free3", "play4", "take5", "trade2"]
        else:
            assert not any(seen.powers_left)


def test_the_own_hand_is_known_and_other_hands_are_numbers(count: Count) -> None:
    for game, seen, seat in observed_games(count(25, 150), seed=2):
        hands = [hand["tiles"] for hand in game.snapshot()["hands"]]
        assert list(seen.hand) == ([] if seat is None else hands[seat])
        for other in range(game.players):
            assert set(seen.known_tiles(other)) <= set(hands[other])
            assert (seen.known_tiles(other) == seen.hand) or other != seat
        known = {*seen.board, *seen.discard, *(tile for other in range(game.players) for tile in seen.known_tiles(other))}
        assert set(seen.unseen) == set(TILE_NAMES) - known
        assert list(seen.unseen) == [tile for tile in TILE_NAMES if tile in set(seen.unseen)]


@pytest.mark.parametrize(("holdings", "blocks", "money"), [
    ("open", {"luxor": 2, "tower": 0}, 5000), ("piles", {"luxor": True, "tower": False}, None), ("hidden", None, None)])
def test_holdings_decide_what_is_seen_of_others(holdings: str, blocks: Any, money: Any) -> None:
    rules = CLASSIC.replace(holdings=holdings)
    game = position("LL", hands=["9I", "", ""], shares=[{"luxor": 2}] * 3, cash=[5000] * 3, rules=rules)
    for seat in (0, 1, 2, None):
        seen = game.observe(seat)
        for other in range(3):
            if other == seat:
                assert (seen.cash[other], seen.shares[other]["luxor"], seen.shares[other]["tower"]) == (5000, 2, 0)
                assert type(seen.shares[other]["luxor"]) is int
                continue
            assert seen.cash[other] == money
            if blocks is None:
                assert seen.shares[other] is None
            else:
                assert {name: seen.shares[other][name] for name in blocks} == blocks
                assert type(seen.shares[other]["luxor"]) is type(blocks["luxor"])


def test_choices_are_those_of_the_game_for_the_seat_that_is_asked(count: Count) -> None:
    for game, _, _ in observed_games(count(20, 125), seed=3):
        for seat in (None, *range(game.players)):
            seen = game.observe(seat)
            if seat is None or seat not in game.owed():
                assert (seen.legal_actions(), seen.legal_codes()) == ((), [])
            elif game.phase == "pick" and game.sealed:
                # At a sealed table the kernel does not know who has opened the bag: it lists more tiles than the seat may pick.
                assert set(game.legal_codes()) <= set(seen.legal_codes())
            else:
                assert list(seen.legal_actions()) == game.legal_actions()
                assert seen.legal_codes() == game.legal_codes()


def test_history_masks_the_draws_of_others_and_nothing_else(count: Count) -> None:
    for game, seen, seat in observed_games(count(15, 100), seed=4):
        masked = tuple(DrawTile(action.target, None) if isinstance(action, DrawTile) and action.target != seat else action
                       for action in game.actions())
        assert seen.history() == masked


def test_games_that_differ_in_hidden_tiles_only_look_the_same(count: Count) -> None:
    """The observer cannot tell the twins apart."""
    tried = 0
    for _, twin, seen, seat in twins(count(15, 200), seed=5):
        tried += 1
        other = twin.observe(seat)
        assert as_bytes(other) == as_bytes(seen)
        assert other == seen
        assert hash(other) == hash(seen)
        assert other.legal_actions() == seen.legal_actions()
    assert tried >= count(30, 200) // 3


def test_the_order_of_the_bag_is_not_seen() -> None:
    start = ["9I", "5I", "3I"]
    deal = ["1A", "1C", "1E", "1G", "1I", "3A", "5A", "5C", "5E", "5G", "7A", "7C", "7E", "7G", "7I", "9A", "9C", "9E"]
    rest = [tile for tile in TILE_NAMES if tile not in start + deal]
    one = Game("classic", 3, tiles=ScriptedBag(start + deal + rest))
    two = Game("classic", 3, tiles=ScriptedBag(start + deal[:3] + deal[5:2:-1] + deal[6:] + rest[::-1]))
    assert one.observe(None) == two.observe(None)
    assert as_bytes(one.observe(1)) == as_bytes(two.observe(1))
    assert hash(one.observe(0)) == hash(two.observe(0))


def test_the_order_in_which_an_unseen_hand_was_drawn_is_not_seen_when_dead_tiles_go() -> None:
    """Seat 0 drew 4A and 4B in one order or the other; both go at once, and stand in board order for everybody."""
    rules = CLASSIC.replace(end_mode="end_of_turn")

    def game(*tiles: str) -> Game:
        fresh = position(*TWO_SAFE, hands=["9A 9C 9E 9G", "12I"], rules=rules)
        play(fresh, Place(0, "9G"), Buy(0), DeclareEnd(0, False), *(DrawTile(0, tile) for tile in tiles))
        return play(fresh, *(DrawTile(0, tile) for tile in ("1G", "1I")))

    one, two = game("4A", "4B", "11A"), game("4B", "4A", "11A")
    assert one.snapshot()["discard"] == ["4A", "4B"]
    assert as_bytes(one.observe(1)) == as_bytes(two.observe(1))
    assert one.observe(1) == two.observe(1)
    assert hash(one.observe(1)) == hash(two.observe(1))


def test_observations_of_equal_games_are_equal_however_many_rulesets_were_used_between() -> None:
    before = Game("classic", 3).observe(None)
    for dollars in range(0, 30_000, 100):
        Game(CLASSIC.replace(start_cash=dollars), 3)
    assert Game("classic", 3).observe(None) == before


def test_different_knowledge_is_not_equal() -> None:
    game = Game("classic", 3, tiles=ShuffledBag(1))
    assert game.observe(0) != game.observe(1)
    assert game.observe(0) != game.observe(None)
    assert game.observe(0) != Game("classic", 3, tiles=ShuffledBag(2)).observe(0)
    assert Game("classic", 3).observe(None) != Game("classic", 4).observe(None)
    assert Game("classic", 3).observe(None) != Game("dos-1988", 3).observe(None)
    assert Game("classic", 3).observe(None) != Game("classic", 3, sealed=True).observe(None)
    assert game.observe(0) != "observation"


def test_the_same_knowledge_is_the_same_bytes_in_a_partial_view(count: Count) -> None:
    """What a complete sealed game lets a seat observe is what the seat's own peer observes."""
    for seed in range(count(6, 50)):
        rng = random.Random(seed)
        players = rng.randint(2, 6)
        seat = rng.choice([None, *range(players)])
        rules = random_ruleset(rng, players)
        view = Game(rules, players, sealed=True)
        done = 0
        for game in moments(rules, players, rng, sealed=True, leaving=0.003, most_actions=600):
            for action in game.actions()[done:] if rng.random() < 0.05 or game.over else ():
                view.apply(DrawTile(action.target, None) if isinstance(action, DrawTile) and action.target != seat else action)
                done += 1
            if done and done == len(game.actions()):
                assert as_bytes(view.observe(seat)) == as_bytes(game.observe(seat))
                assert view.observe(seat) == game.observe(seat)


# Immutable, and on its own.

def test_an_observation_is_immutable() -> None:
    seen = Game("classic", 3, tiles=ShuffledBag(1)).observe(0)
    for name in [name for name in dir(seen) if not name.startswith("__")]:
        with pytest.raises((AttributeError, TypeError)):
            setattr(seen, name, None)
    with pytest.raises(AttributeError):
        seen.anything = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Observation()
    before = as_bytes(seen)
    for name in ("board", "sizes", "prices", "market"):
        getattr(seen, name).clear()
    seen.legal_codes().clear()
    seen.as_dict()["hands"].clear()
    seen.ledger[0][1].clear()
    assert as_bytes(seen) == before


@pytest.mark.parametrize("seed", range(4))
def test_an_observation_stays_as_it_was_while_the_game_goes_on(seed: int) -> None:
    game = Game("classic", 4, tiles=ShuffledBag(seed))
    rng = random.Random(seed)
    kept = []
    while not game.over:
        if rng.random() < 0.05:
            seen = game.observe(rng.choice([None, 0, 1, 2, 3]))
            kept.append((seen, as_bytes(seen), hash(seen), seen.history()))
        if rng.random() < 0.02:
            fork = game.copy()
            fork.play_random(seed, turns=2)
        if rng.random() < 0.05:
            fork = game.copy()
            fork.apply_code(fork.legal_codes()[0])
            if not fork.over and rng.random() < 0.5:
                game = fork
        if not game.over:
            game.apply_code(rng.choice(game.legal_codes()))
    game.play_random(1)
    for seen, text, number, history in kept:
        assert (as_bytes(seen), hash(seen), seen.history()) == (text, number, history)


def reachable(thing: Any) -> Iterator[Any]:
    """Yield everything that can be reached by references, or by attributes that ordinary programs read."""
    queue, met = [thing], set()
    while queue:
        here = queue.pop()
        if id(here) in met or isinstance(here, type | ModuleType | FunctionType | BuiltinFunctionType):
            continue
        met.add(id(here))
        yield here
        queue += gc.get_referents(here)
        for name in dir(here) if not isinstance(here, dict | list | tuple | str | int | float | bytes) else ():
            if not name.startswith("__"):
                try:
                    value = getattr(here, name)
                except Exception:
                    continue  # an option that has no such value here
                queue.append(value)
                if callable(value) and name in ("history", "legal_actions", "legal_codes", "as_dict"):
                    queue.append(value())


@pytest.mark.parametrize("seat", [0, 2, None])
def test_neither_game_nor_tile_source_is_reached_from_an_observation(seat: int | None) -> None:
    hidden = "secret"

    class Secret(str):
        pass

    class Source:
        name = Secret(hidden)

        def draw(self, seat: int, bag: Any) -> Any:
            return bag[0]

        market = draw

    for tiles in (ShuffledBag(3), ScriptedBag(TILE_NAMES), Source()):
        game = Game("classic", 3, tiles=tiles)
        found = list(reachable(game.observe(seat)))
        assert len(found) > 20
        forbidden = (Game, RandomPlayer, ShuffledBag, ScriptedBag, Source, Secret)
        assert not [thing for thing in found if isinstance(thing, forbidden)]


def test_other_hands_are_nowhere_in_what_is_reached() -> None:
    """Not even as text: tiles of others appear only among all the unseen ones."""
    game = Game("classic", 3, tiles=ShuffledBag(3))
    hand = set(game.snapshot()["hands"][1]["tiles"])
    for thing in reachable(game.observe(0)):
        if isinstance(thing, tuple | list) and 0 < len(thing) < 20:
            assert not hand <= {item for item in thing if isinstance(item, str)}


def test_copies_of_an_observation_are_itself_and_it_is_not_pickled() -> None:
    import copy

    seen = Game("classic", 3, tiles=ShuffledBag(3)).observe(0)
    assert copy.copy(seen) is seen
    assert copy.deepcopy(seen) is seen
    with pytest.raises(TypeError, match="as_dict"):
        seen.__reduce__()


# What became public.

def test_shown_tiles_are_known_to_all_until_they_are_placed() -> None:
    game = play(position(*SEVEN_CHAINS, hands=["2E 1F", "9I"], sealed=True), Show(0, ("2E", "1F")))
    for seat in (0, 1, None):
        assert game.observe(seat).known_tiles(0) == ("1F", "2E")
        assert not {"1F", "2E"} & set(game.observe(seat).unseen)
    assert game.observe(None).as_dict()["hands"][0] == {"tiles": ["1F", "2E"], "hidden": 0}
    assert game.observe(0).known_tiles(1) == ()
    assert game.observe(1).known_tiles(1) == ("9I",)


def test_a_player_who_passes_has_shown_his_tiles_to_all() -> None:
    """R11, at an open table too."""
    game = play(position(*SEVEN_CHAINS, hands=["2E 1F", "9I"]), Pass(0))
    assert game.observe(1).known_tiles(0) == ("1F", "2E")
    assert game.observe(None).known_tiles(0) == ("1F", "2E")
    play(game, Buy(0), *(DrawTile(0, tile) for tile in ("9A", "9C", "9E", "11E")))
    assert game.observe(1).as_dict()["hands"][0] == {"tiles": ["1F", "2E"], "hidden": 4}


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "open"])
def test_a_tile_that_was_picked_openly_stays_known_to_all(sealed: bool) -> None:
    """V5: a free pick from the undrawn tiles, and its line is public."""
    game = position(hands=["9I", "5I", "3I"], rules=CLASSIC.replace(open_pick=True), sealed=sealed)
    play(game, Place(0, "9I"), Buy(0), *(Pick(0, tile) for tile in ("1A", "1C", "1E", "1G", "3A", "3C")), Place(1, "5I"))
    assert game.observe(2).known_tiles(0) == ("1A", "1C", "1E", "1G", "3A", "3C")
    assert "1A" not in game.observe(None).unseen


def test_tiles_laid_away_are_known_to_all() -> None:
    rules: Ruleset = CLASSIC.replace(end_mode="end_of_turn", dead_policy="choice")
    game = position(*TWO_SAFE, hands=["4A 9A 9C 9E 9G 11A", "12I"], rules=rules)
    play(game, Place(0, "9G"), Buy(0), DeclareEnd(0, False), DrawTile(0, "1I"))
    assert "4A" in game.observe(1).unseen
    play(game, Discard(0, ("4A",)))
    assert game.observe(1).discard == ("4A",)
    assert "4A" not in game.observe(1).unseen


def test_tiles_of_a_seat_that_left_are_unseen_again_for_those_who_never_saw_them() -> None:
    game = position(hands=["9I 1A", "5I", "3I"])
    play(game, Retire(0))
    assert {"9I", "1A"} <= set(game.observe(1).unseen)
    assert game.observe(1).hand_counts == (0, 1, 1)
    assert game.observe(0).hand == ()


def test_the_public_has_no_hand_and_no_choice() -> None:
    game = Game("classic", 3, tiles=ShuffledBag(3))
    seen = game.observe(None)
    assert (seen.seat, seen.hand, seen.legal_actions(), seen.legal_codes()) == (None, (), (), [])
    assert [seen.known_tiles(seat) for seat in range(3)] == [(), (), ()]
    assert seen.as_dict()["seat"] is None


@pytest.mark.parametrize("seat", [-1, 3, 100])
def test_hands_of_seats_that_do_not_exist_are_an_error(seat: int) -> None:
    with pytest.raises(ValueError, match="seats run"):
        Game("classic", 3).observe(0).known_tiles(seat)


def test_prices_are_those_of_the_purchase() -> None:
    seen = position("LLL..CCCCCC", hands=["9I", ""]).observe(0)
    assert (seen.prices["luxor"], seen.prices["continental"], seen.prices["tower"]) == (300, 800, 0)
    seen = Game("revised-6515", 3, tiles=ShuffledBag(1)).observe(0)
    assert (seen.prices["sackson"], seen.prices["american"], seen.prices["tower"]) == (0, 200, 300)


def test_as_dict_is_json_that_comes_back(count: Count) -> None:
    for _, seen, _ in observed_games(count(5, 25), seed=6):
        assert json.loads(as_bytes(seen)) == seen.as_dict()


def test_an_observation_after_random_play_has_no_history() -> None:
    game = Game("classic", 3)
    game.play_random(1, turns=5)
    assert game.observe(0).history() == ()
    assert json.loads(as_bytes(game.observe(1)))["history"] == []
