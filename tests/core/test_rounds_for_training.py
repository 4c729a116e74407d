"""Simultaneous play as numbers: bids have a few codes, observations a few more blocks, and neither shows an answer too soon."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from typing import Any

import pytest

from acquire_core import RULESETS, Game, IllegalAction, Observation, RandomPlayer, Reason, Ruleset, ShuffledBag
from acquire_core.actions import Bid
from acquire_core.tile_source import TILE_NAMES
from tests.support.counts import Count

from .policies import random_rounds
from .positions import play, position

np = pytest.importorskip("numpy", reason="NumPy is not installed: pip install 'acquire-p2p[rl]'")

from acquire_core.batch import (  # noqa: E402
    BIDS,
    CODE_COUNT,
    CODE_COUNT_IN_ROUNDS,
    FEATURE_COUNT,
    FEATURE_COUNT_IN_ROUNDS,
    LAYOUT,
    LAYOUT_IN_ROUNDS,
    LAYOUT_VERSION,
    PHASES,
    Batch,
    action_mask,
    block,
    code_in_game,
    features,
)

ROUNDS = RULESETS["classic"].replace(simultaneous=True)
SCARCE = ROUNDS.replace(max_buy=5, safe_size=41, end_size=60, start_cash=20_000)
"""Rules under which the market runs out, so that all three kinds of bidding come up."""
STEPS = ("place", "order", "dispose", "trade", "buy", "stock", "end")


def tables(count: int) -> list[tuple[Ruleset, int]]:
    rng = random.Random(3)
    mixed = [(random_rounds(rng, players), players) for players in (rng.randint(2, 6) for _ in range(count))]
    return [(ROUNDS, 3), (SCARCE, 6), (ROUNDS.replace(teams=True), 4), *mixed]


def games_in_steps(ruleset: Ruleset, players: int, seed: int, turns: int = 60) -> Iterator[Game]:
    """Yield a random game after each answer."""
    game, player = Game(ruleset, players, tiles=ShuffledBag(seed)), RandomPlayer(seed)
    while not game.over and game.turn < turns:
        yield game
        game.apply_code(player.code(game))


# --- play in turns is as it was ---------------------------------------------------------------------------------------

def test_numbers_and_codes_of_play_in_turns_are_as_before_rounds() -> None:
    """The hash was taken before rounds were known here."""
    assert (CODE_COUNT, FEATURE_COUNT, LAYOUT_VERSION) == (10_044, 1920, 1)
    seen = hashlib.sha256()
    for rules, players in ((RULESETS["classic"], 4), (RULESETS["revised-6515"], 3),
                           (Ruleset(special_powers=True, open_pick=True), 2)):
        batch = Batch(rules, players, games=3, seed=5)
        for _ in range(120):
            seen.update(batch.masks().tobytes())
            seen.update(batch.observe().tobytes())
            codes, starts = batch.legal()
            counts, chosen = np.diff(starts), np.zeros(3, np.int64)
            asked = counts > 0
            chosen[asked] = codes[starts[:-1][asked] + (counts[asked] * 7 // 11)]
            batch.step(chosen)
    assert seen.hexdigest()[:16] == "8b5b904c899ca11d"


def test_the_blocks_of_rounds_stand_behind_all_others() -> None:
    assert LAYOUT_IN_ROUNDS[:len(LAYOUT)] == LAYOUT and LAYOUT_IN_ROUNDS[len(LAYOUT)].start == FEATURE_COUNT
    assert [part.start for part in LAYOUT_IN_ROUNDS] == [0, *(part.stop for part in LAYOUT_IN_ROUNDS[:-1])]
    assert LAYOUT_IN_ROUNDS[-1].stop == FEATURE_COUNT_IN_ROUNDS and CODE_COUNT + len(BIDS) == CODE_COUNT_IN_ROUNDS
    assert PHASES[-1] == "bid" and PHASES.count("bid") == 1
    assert [bid for bid in BIDS if bid % 100] == [] and list(BIDS) == sorted(set(BIDS)) and BIDS[0] == 0


# --- lock step --------------------------------------------------------------------------------------------------------

def test_rounds_in_lock_step_are_those_of_game_with_the_same_bags(count: Count) -> None:
    """Codes, masks, the views of all seats and results, answer by answer."""
    for number, (rules, players) in enumerate(tables(count(3, 40))):
        rng = np.random.default_rng(number)
        batch = Batch(rules, players, games=2, seed=7, most_turns=60)
        games = [Game(batch.ruleset, players, tiles=ShuffledBag(7 + i)) for i in range(2)]
        while not batch.done.all():
            codes, masks = batch.random_codes(rng), batch.masks()
            looks = rng.random() < 0.1
            for i, game in enumerate(games):
                if batch.to_move[i] < 0:
                    continue
                assert (batch.to_move[i], PHASES[batch.phases[i]], batch.turns[i]) == (game.owed()[0], game.phase, game.turn)
                seen = game.observe(game.owed()[0])
                assert (action_mask(seen) == masks[i]).all()
                assert {code_in_game(code, batch.ruleset) for code in np.flatnonzero(masks[i])} <= set(game.legal_codes())
                for seat in range(players) if looks else ():
                    assert (batch.observe(seats=seat)[i] == features(game.observe(seat))).all(), (rules.changes(), game.phase)
                game.apply_code(code_in_game(int(codes[i]), batch.ruleset))
            batch.step(codes)
        assert batch.results().money.tolist() == [game.snapshot()["cash"] for game in games]


def test_bids_are_the_few_amounts_within_the_limit() -> None:
    limits = set()
    for seed in range(6):
        for game in games_in_steps(SCARCE, 6, seed, 25):
            if game.phase == "bid":
                seen = game.observe(game.owed()[0])
                offered = [BIDS[code - CODE_COUNT] for code in np.flatnonzero(action_mask(seen))]
                highest = max(action.dollars for action in seen.legal_actions() if isinstance(action, Bid))
                assert offered == [dollars for dollars in BIDS if dollars <= highest]
                meant = [seen.action_of(code_in_game(CODE_COUNT + BIDS.index(dollars), SCARCE)) for dollars in offered]
                assert meant == [Bid(seen.seat, dollars) for dollars in offered]
                limits.add(len(offered))
    assert min(limits) < len(BIDS) == max(limits)


def test_a_policy_plays_rounds_to_their_end() -> None:
    batch, rng = Batch(ROUNDS, 4, games=20, seed=1, auto_reset=True), np.random.default_rng(1)
    ended = 0
    while ended < 30:
        assert batch.observe().shape == (20, FEATURE_COUNT_IN_ROUNDS) and batch.masks().shape == (20, CODE_COUNT_IN_ROUNDS)
        results = batch.step(batch.random_codes(rng))
        ended += len(results)
        assert results.over.all() and np.allclose(results.win_shares.sum(axis=1), 1)


# --- nothing is shown too soon (M13) ----------------------------------------------------------------------------------

def test_no_number_tells_an_answer_that_waits() -> None:
    """In each sealed step two answers of one seat lead to the same numbers for all others, also in a batch, which knows all."""
    steps = set()
    for seed, (rules, players) in enumerate(((ROUNDS, 3), (SCARCE, 6), (SCARCE, 5))):
        game, rng, played = Game(rules, players, tiles=ShuffledBag(seed)), random.Random(seed), list[int]()
        while not game.over and game.turn < 25:
            seat, legal = game.owed()[0], np.flatnonzero(action_mask(game.observe(game.owed()[0])))
            if len(game.owed()) > 1 and len(legal) > 1:
                step = (game.sealed_step or "").split()[1]
                twins = [game.copy(), game.copy()]
                for twin, code in zip(twins, (legal[0], legal[-1]), strict=True):
                    twin.apply_code(code_in_game(int(code), rules))
                others = [other for other in range(players) if other != seat]
                for other in others:
                    one, two = (twin.observe(other) for twin in twins)
                    assert (features(one) == features(two)).all() and (action_mask(one) == action_mask(two)).all()
                if step not in steps:
                    batch, second = (played_batch(rules, players, seed, [*played, int(code)]) for code in (legal[0], legal[-1]))
                    for other in others:
                        assert (batch.observe(seats=other) == second.observe(seats=other)).all()
                    assert (batch.masks() == second.masks()).all()
                steps.add(step)
            played.append(int(rng.choice(legal)))
            game.apply_code(code_in_game(played[-1], rules))
    assert steps >= {"place", "buy", "order", "stock", "dispose"}


def played_batch(rules: Ruleset, players: int, seed: int, codes: list[int]) -> Batch:
    batch = Batch(rules, players, games=1, seed=seed)
    for code in codes:
        batch.step([code])
    return batch


# --- what the blocks say ----------------------------------------------------------------------------------------------

def read(seen: Observation, name: str) -> list[float]:
    scale = next(part.scale for part in LAYOUT_IN_ROUNDS if part.name == name)
    return [round(float(number) * scale, 2) for number in features(seen)[block(name)]]


def from_viewer(seen: Observation, by_seat: Any) -> list[Any]:
    """Return what is listed by seat, from the viewer on, with zeros for seats that are not there."""
    assert seen.seat is not None
    turned = [*by_seat[seen.seat:], *by_seat[:seen.seat]]
    return turned + [0] * (6 - len(turned))


@pytest.mark.fully
def test_the_blocks_of_rounds_say_what_the_observation_says() -> None:
    steps: set[str | None] = set()
    for seed, (rules, players) in enumerate(((ROUNDS, 3), (SCARCE, 6), (SCARCE, 5), (SCARCE, 4))):
        for number, game in enumerate(games_in_steps(rules, players, seed, 30)):
            seat = number % players
            seen = game.observe(seat)
            state = seen.as_dict()["round"]
            step = None if game.sealed_step is None else game.sealed_step.split()[1]
            steps.add(step)
            assert read(seen, "step") == [name == step for name in STEPS]
            concerned = [bool(game.legal_actions(other)) for other in range(players)]
            assert read(seen, "asked") == from_viewer(seen, concerned)
            assert read(seen, "current") == from_viewer(seen, [other == game.current for other in range(players)])
            chosen = read(seen, "chosen")
            assert [[tile for tile, there in zip(TILE_NAMES, chosen[108 * k:108 * k + 108], strict=True) if there]
                    for k in range(6)] == [[tile] if tile else [] for tile in from_viewer(seen, state["chosen"])]
            assert read(seen, "pledged") == from_viewer(seen, state["pledged"])
            auction = state["auction"] or {"for": None, "groups": [], "wanted": [0] * players}
            mine = next((group for group in auction["groups"] if seat in group), [])
            assert not mine or read(seen, "group") == from_viewer(seen, [other in mine for other in range(players)])
            against = mine if auction["for"] == "order" else [other for other in range(players) if concerned[other]]
            bids = game.phase == "bid" and concerned[seat]
            rivals = [bids and other in against and other != seat for other in range(players)]
            assert read(seen, "rivals") == from_viewer(seen, rivals)
            if auction["for"] == "stock":
                ordered, chains = read(seen, "ordered"), list(seen.sizes)
                at = chains.index(auction["chain"])
                assert [ordered[7 * k + at] for k in range(6)] == from_viewer(seen, auction["wanted"])
                assert read(seen, "dying") == [name == auction["chain"] for name in chains]
            else:
                assert not any(read(seen, "ordered"))
            highest = max(action.dollars for action in seen.legal_actions() if isinstance(action, Bid)) if bids else 0
            assert read(seen, "bid_limit") == [highest]
            assert read(seen, "phase") == [name == game.phase for name in PHASES[:-1]]
    assert steps >= {"place", "order", "dispose", "buy", "stock", "end", None}


def test_a_bidding_for_trades_shows_the_merger_and_what_is_asked_for() -> None:
    game = position("LLL.TT", hands=["4A 12I", "1F 1H", "9I 9G"], rules=ROUNDS,
                    shares=[{"tower": 4}, {"tower": 6}, {"luxor": 22}])
    play(game, "0 place 4A", "1 place 1F", "2 place 9I", "0 dispose hold 0 sell 0 trade 4", "1 dispose hold 0 sell 0 trade 6")
    assert game.sealed_step == "1 trade tower 4A" and game.owed() == (0, 1)
    seen = game.observe(1)
    chains = list(seen.sizes)
    assert read(seen, "traded") == [6, 0, 4, 0, 0, 0] and read(seen, "rivals") == [0, 0, 1, 0, 0, 0]
    assert read(seen, "survivor") == [name == "luxor" for name in chains]
    assert read(seen, "dying") == [name == "tower" for name in chains]
    assert [tile for tile, there in zip(TILE_NAMES, read(seen, "unsettled"), strict=True) if there] == ["4A"]
    assert read(seen, "bid_limit") == [seen.ledger[1][0]]
    watching = game.observe(2)
    assert not any(read(watching, "rivals")) and read(watching, "bid_limit") == [0] and not action_mask(watching).any()


def test_every_number_stays_in_its_bounds() -> None:
    highest = np.repeat([part.highest for part in LAYOUT_IN_ROUNDS], [part.stop - part.start for part in LAYOUT_IN_ROUNDS])
    for number, game in enumerate(games_in_steps(SCARCE, 6, 2)):
        numbers = features(game.observe(number % 6))
        assert (numbers >= 0).all() and (numbers <= highest * (1 + 1e-6)).all()


# --- refusals ---------------------------------------------------------------------------------------------------------

def test_codes_that_are_none_are_refused() -> None:
    for code, rules in ((CODE_COUNT, RULESETS["classic"]), (CODE_COUNT_IN_ROUNDS, ROUNDS), (-1, ROUNDS)):
        with pytest.raises(ValueError, match=f"{code} is not an action code; codes run from 0 to"):
            code_in_game(code, rules)
        with pytest.raises(ValueError, match=f"{code} is not an action code"):
            Batch(rules, 3, games=1).step([code])
    with pytest.raises(TypeError):
        code_in_game(1.5, ROUNDS)  # type: ignore[arg-type]


def test_a_bid_above_the_limit_and_one_at_another_time_are_refused() -> None:
    poor = ROUNDS.replace(start_cash=300)
    batch, rng = Batch(poor, 4, games=1, seed=1), np.random.default_rng(1)
    with pytest.raises(IllegalAction) as caught:
        batch.step([CODE_COUNT])
    assert caught.value.reason is Reason.WRONG_PHASE
    while PHASES[batch.phases[0]] != "bid":
        batch.step(batch.random_codes(rng))
    before = batch.observe()
    with pytest.raises(IllegalAction, match="seat .: bid") as caught:
        batch.step([CODE_COUNT + BIDS.index(6000)])
    assert caught.value.reason is Reason.BID_TOO_HIGH and (batch.observe() == before).all()


def test_other_arrays_than_those_of_rounds_are_refused() -> None:
    seen = Game(ROUNDS, 3, tiles=ShuffledBag(1)).observe(0)
    with pytest.raises(ValueError, match="the shape"):
        features(seen, np.zeros(FEATURE_COUNT, np.float32))
    with pytest.raises(ValueError, match="the shape"):
        Batch(ROUNDS, 3, games=2).observe(out=np.zeros((2, FEATURE_COUNT), np.float32))
