"""Arrays at the edge: what acquire_core.batch promises about shapes, seeds and refusals.

That the games are the right ones is the business of test_parallel_games.py, which needs no NumPy.
"""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from acquire_core import Game, IllegalAction, Ruleset, RulesetError, ShuffledBag
from acquire_core.ruleset import RULESETS

np = pytest.importorskip("numpy", reason="NumPy is not installed: pip install 'acquire-p2p[rl]'")

from acquire_core.batch import (  # noqa: E402
    CODE_COUNT,
    END_REASONS,
    FEATURE_COUNT,
    LAYOUT,
    PHASES,
    Batch,
    Results,
    action_mask,
    block,
    features,
    play_random_batch,
)


def as_lists(results: Results) -> list[list[Any]]:
    return [getattr(results, name).tolist() for name in Results.__slots__]


def play_to_the_end(batch: Batch, seed: int) -> None:
    rng = np.random.default_rng(seed)
    while not batch.done.all():
        batch.step(batch.random_codes(rng))


# --- random games -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_come_as_arrays_by_game_and_seat(players: int) -> None:
    found = play_random_batch("classic", players, games=40, seed=9)
    assert (found.money.shape, found.money.dtype) == ((40, players), np.int32)
    assert found.ranks.shape == found.win_shares.shape == (40, players)
    assert found.sizes.shape == (40, 7)
    assert found.numbers.tolist() == list(range(40))
    assert found.seeds.tolist() == list(range(9, 49))
    assert len(found) == 40 and found.over.all()
    assert np.allclose(found.win_shares.sum(axis=1), 1)
    assert (found.ranks.min(axis=1) == 1).all()
    assert ((found.ranks == 1) == (found.money == found.money.max(axis=1, keepdims=True))).all()
    assert {END_REASONS[reason] for reason in found.end_reasons} <= set(END_REASONS) - {None}


def test_the_seed_of_each_row_plays_its_game_again() -> None:
    found = play_random_batch("revised-6515", 5, games=30, seed=4)
    for row in range(30):
        game = Game("revised-6515", 5)
        game.play_random(int(found.seeds[row]))
        assert game.snapshot()["cash"] == found.money[row].tolist()
        assert (game.turn, game.end_reason) == (found.turns[row], END_REASONS[found.end_reasons[row]])


def test_teams_share_rank_and_win() -> None:
    found = play_random_batch(Ruleset(teams=True), 4, games=200, seed=1)
    sides = found.money[:, :2] + found.money[:, 2:]
    won = sides == sides.max(axis=1, keepdims=True)
    assert (found.ranks == np.where(np.tile(won, 2), 1, 2)).all()
    assert np.allclose(found.win_shares, np.tile(won / won.sum(axis=1, keepdims=True) / 2, 2))


def test_games_do_not_depend_on_how_many_are_played_at_once() -> None:
    whole = play_random_batch("dos-1988", 3, games=25_000, seed=1)
    parts = [play_random_batch("dos-1988", 3, games=count, seed=seed) for count, seed in ((7, 1), (1, 8), (24_992, 9))]
    for name in ("seeds", "money", "ranks", "win_shares", "turns", "end_reasons", "sizes"):
        assert (getattr(whole, name) == np.concatenate([getattr(part, name) for part in parts])).all()


def test_threads_play_the_same_games() -> None:
    with ThreadPoolExecutor(3) as pool:
        parts = list(pool.map(lambda seed: as_lists(play_random_batch("classic", 4, 2000, seed)), [1, 2001, 1]))
    assert parts[0] == parts[2]
    assert parts[1] == as_lists(play_random_batch("classic", 4, 2000, 2001))


def test_no_games_are_empty_arrays() -> None:
    found = play_random_batch(games=0)
    assert len(found) == 0 and found.money.shape == (0, 4)


@pytest.mark.parametrize(("arguments", "error"), [
    (dict(games=-1), ValueError), (dict(players=1), ValueError), (dict(ruleset="chess"), RulesetError),
    (dict(seed=-1), ValueError), (dict(seed=2**64), ValueError), (dict(ruleset=Ruleset(teams=True), players=3), RulesetError)])
def test_random_games_that_cannot_be_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        play_random_batch(**arguments)


# --- the layout -------------------------------------------------------------------------------------------------------

def test_the_layout_covers_every_feature_once() -> None:
    assert [part.start for part in LAYOUT] == [0, *(part.stop for part in LAYOUT[:-1])]
    assert LAYOUT[-1].stop == FEATURE_COUNT
    assert [block(part.name) for part in LAYOUT] == [slice(part.start, part.stop) for part in LAYOUT]
    with pytest.raises(KeyError, match="no block is called 'money'; there are loose, chains"):
        block("money")


def test_one_observation_gives_one_row() -> None:
    game = Game("classic", 4, tiles=ShuffledBag(11))
    batch = Batch("classic", 4, games=1, seed=11)
    seat = game.owed()[0]
    seen = game.observe(seat)
    assert (features(seen) == batch.observe()[0]).all()
    assert (action_mask(seen) == batch.masks()[0]).all()
    assert np.flatnonzero(action_mask(seen)).tolist() == game.legal_codes()
    assert not action_mask(game.observe((seat + 1) % 4)).any()
    out = np.zeros(FEATURE_COUNT, np.float32)
    assert features(seen, out) is out and out.any()


# --- lock step --------------------------------------------------------------------------------------------------------

def test_a_policy_sees_arrays_and_answers_with_one() -> None:
    batch = Batch("tycoon-2023", 4, games=6, seed=3)
    games = [Game("tycoon-2023", 4, tiles=ShuffledBag(3 + i)) for i in range(6)]
    while not batch.done.all():
        observations, mask = batch.observe(), batch.masks()
        assert (observations.shape, observations.dtype) == ((6, FEATURE_COUNT), np.float32)
        assert (mask.shape, mask.dtype) == ((6, CODE_COUNT), np.bool_)
        codes = np.array([np.flatnonzero(row)[-1] if row.any() else 0 for row in mask], np.uint16)
        for i, game in enumerate(games):
            if not game.over:
                assert np.flatnonzero(mask[i]).tolist() == game.legal_codes()
                assert PHASES[batch.phases[i]] == game.phase and batch.to_move[i] == game.to_move
                game.apply_code(int(codes[i]))
        ended = batch.step(codes)
        assert ended.numbers.tolist() == [i for i in range(6) if games[i].over and batch.to_move[i] < 0 and i in ended.numbers]
    found = batch.results()
    assert found.money.tolist() == [game.snapshot()["cash"] for game in games]
    assert found.turns.tolist() == [game.turn for game in games]
    assert found.over.all()


def test_legal_codes_without_zeros_are_those_of_the_masks() -> None:
    batch = Batch("classic", 3, games=5, seed=1)
    rng = np.random.default_rng(1)
    for _ in range(60):
        codes, starts = batch.legal()
        mask = batch.masks()
        assert [codes[starts[i]:starts[i + 1]].tolist() for i in range(5)] == [np.flatnonzero(row).tolist() for row in mask]
        chosen = batch.random_codes(rng)
        assert all(mask[i, code] for i, code in enumerate(chosen))
        batch.step(chosen)


def test_results_depend_on_seeds_alone() -> None:
    one, other = (Batch("classic", 4, games=8, seed=5) for _ in range(2))
    play_to_the_end(one, seed=1)
    play_to_the_end(other, seed=1)
    assert as_lists(one.results()) == as_lists(other.results())


def test_what_was_read_before_a_step_stays_as_it_was() -> None:
    batch = Batch(games=4)
    before, mask, turns = batch.observe(), batch.masks(), batch.turns
    kept = before.copy(), mask.copy(), turns.copy()
    for _ in range(20):
        batch.step(batch.random_codes(np.random.default_rng(1)))
    assert (before == kept[0]).all() and (mask == kept[1]).all() and (turns == kept[2]).all()


def test_finished_games_wait_and_are_reported_once() -> None:
    batch = Batch("classic", 2, games=5, seed=1)
    rng = np.random.default_rng(2)
    finished: list[int] = []
    while not batch.done.all():
        ended = batch.step(batch.random_codes(rng))
        finished += ended.numbers.tolist()
        assert ended.over.all()
        assert not batch.observe()[batch.done].any() and not batch.masks()[batch.done].any()
    assert sorted(finished) == list(range(5))
    assert len(batch.step(np.zeros(5, int))) == 0


def test_with_auto_reset_the_next_game_begins_at_once_with_its_own_seed() -> None:
    batch = Batch("classic", 2, games=3, seed=50, auto_reset=True)
    rng = np.random.default_rng(2)
    ended: list[tuple[int, int]] = []
    while len(ended) < 12:
        results = batch.step(batch.random_codes(rng))
        ended += zip(results.numbers.tolist(), results.seeds.tolist(), strict=True)
        assert results.over.all() and not batch.done.any()
        assert batch.turns[results.numbers].tolist() == [1] * len(results)
    for number in range(3):
        seeds = [seed for i, seed in ended if i == number]
        assert seeds == [50 + number + 3 * k for k in range(len(seeds))]
        assert batch.seeds[number] == 50 + number + 3 * len(seeds)


def test_a_reset_begins_all_games_with_the_next_seeds_or_given_ones() -> None:
    batch = Batch(games=3, seed=10)
    play_to_the_end(batch, seed=1)
    batch.reset()
    assert batch.seeds.tolist() == [13, 14, 15] and not batch.done.any()
    batch.reset(np.array([7, 2**64 - 1, 0], np.uint64))
    assert batch.seeds.tolist() == [7, 2**64 - 1, 0]
    fresh = Batch(games=1, seed=7)
    assert (batch.observe()[0] == fresh.observe()[0]).all()


def test_any_seat_may_look() -> None:
    batch = Batch("classic", 4, games=3, seed=2)
    games = [Game("classic", 4, tiles=ShuffledBag(2 + i)) for i in range(3)]
    for seat in range(4):
        assert (batch.observe(seats=seat) == [features(game.observe(seat)) for game in games]).all()
    mixed = batch.observe(seats=[3, -1, 0])
    assert (mixed[0] == features(games[0].observe(3))).all() and not mixed[1].any()


def test_arrays_may_be_used_again() -> None:
    batch = Batch(games=3)
    numbers, mask = np.ones((3, FEATURE_COUNT), np.float32), np.ones((3, CODE_COUNT), np.bool_)
    assert batch.observe(out=numbers) is numbers and batch.masks(out=mask) is mask
    assert (numbers == batch.observe()).all() and (mask == batch.masks()).all()
    for wrong in (np.ones((3, FEATURE_COUNT)), np.ones((3, FEATURE_COUNT), np.int32), np.ones((FEATURE_COUNT, 3), np.float32).T,
                  np.ones((2, FEATURE_COUNT), np.float32), [0.0]):
        with pytest.raises(ValueError, match="out must be a contiguous array of float32"):
            batch.observe(out=wrong)


def test_an_illegal_code_is_refused_and_nothing_has_changed() -> None:
    batch = Batch("classic", 4, games=3, seed=1)
    before = batch.observe()
    codes = batch.random_codes(np.random.default_rng(1))
    for wrong, error in ((2861, IllegalAction), (2530, IllegalAction), (10_044, ValueError), (-1, ValueError)):
        codes[1] = wrong
        with pytest.raises(error, match="game 1 of the batch"):
            batch.step(codes)
        assert (batch.observe() == before).all()


@pytest.mark.parametrize(("codes", "error"), [
    ([1, 2], ValueError), ([[1, 2, 3]], ValueError), (3, ValueError), ([1.0, 2.0, 3.0], TypeError), ([True] * 3, TypeError),
    (None, TypeError), (["a", "b", "c"], TypeError)])
def test_codes_are_one_whole_number_a_game(codes: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Batch(games=3).step(codes)


@pytest.mark.parametrize("seats", [4, -2, [0, 1, 4], 300])
def test_seats_that_are_not_there_are_refused(seats: Any) -> None:
    with pytest.raises(ValueError, match="seats run from 0 to 3"):
        Batch(games=3).observe(seats=seats)


@pytest.mark.parametrize(("seeds", "error"), [([1, 2], ValueError), ([-1, 2, 3], ValueError), ([1.5, 2, 3], TypeError)])
def test_seeds_are_one_whole_number_a_game(seeds: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Batch(games=3).reset(seeds)


@pytest.mark.parametrize("name", RULESETS)
def test_a_batch_plays_every_ruleset_and_says_what_it_is(name: str) -> None:
    players = random.Random(name).randint(2, 6)
    batch = Batch(name, players, games=4, seed=1, most_turns=300)
    play_to_the_end(batch, seed=1)
    assert repr(batch) == f"<Batch of 4 games, {name}, {players} players, 4 done>"
    assert len(batch) == 4


# --- libraries stay outside -------------------------------------------------------------------------------------------

def run_python(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_rest_of_the_core_does_not_import_numpy() -> None:
    program = ("import sys, acquire_core.record, acquire_core.ai.external, acquire_core.arena, acquire_core.ai.parallel_games; "
               "print(sorted({'numpy', 'gymnasium', 'pettingzoo'} & set(sys.modules)))")
    assert run_python(program) == "[]"


@pytest.mark.parametrize(("module", "missing"), [("batch", "numpy"), ("rl", "numpy"), ("rl", "gymnasium"), ("rl", "pettingzoo")])
def test_without_the_libraries_the_import_says_what_to_install(module: str, missing: str) -> None:
    program = (f"import sys; sys.modules['{missing}'] = None\n"
               f"try:\n    import acquire_core.{module}\nexcept ImportError as error:\n    print(error)")
    assert run_python(program).endswith("pip install 'acquire-p2p[rl]'")
