"""Many games at once are the games that `Game` plays with the same seeds. Here without NumPy: any contiguous buffer will do."""

from __future__ import annotations

import copy
import pickle
import random
import threading
from array import array
from collections.abc import Callable
from typing import Any

import pytest

from acquire_core import Game, IllegalAction, Reason, Ruleset, RulesetError, ShuffledBag
from acquire_core.ai.parallel_games import FEATURE_COUNT, MAX_GAMES, ParallelGames, observe_into, random_batch
from acquire_core.engine.game import CODE_COUNT, END_REASONS, MAX_RANDOM_TURNS, PHASES
from acquire_core.ruleset import RULESETS
from tests.support.counts import Count

from .policies import random_ruleset
from .positions import any_code

Columns = tuple[Any, Any, Any, Any, Any, Any]

LEAVE, START_TILE, MARKET_TILE, BUY_NOTHING = 2530, 2536, 2753, 2861


def zeros(kind: str, items: int) -> array[Any]:
    return array(kind, [0]) * items


def columns(games: int, seats: int) -> Columns:
    return (zeros("i", games * seats), zeros("B", games * seats), zeros("d", games * seats), zeros("i", games), zeros("B", games),
            zeros("B", games * 7))


def rows(found: Columns, games: int) -> list[tuple[Any, ...]]:
    """Of each game: money, ranks, parts of the win, turns, end reason, sizes."""
    parts = [[column[i * len(column) // games:(i + 1) * len(column) // games].tolist() for i in range(games)] for column in found]
    return list(zip(*parts, strict=True))


def row_of(game: Game) -> tuple[Any, ...]:
    """Return the same of one game, from what it says of itself."""
    state = game.snapshot()
    by_side = {side: rank for rank, side, _ in game.standings()}
    ranks = [by_side[seat % 2 if game.ruleset.teams else seat] for seat in range(game.players)]
    wins = [(rank == 1) / ranks.count(1) for rank in ranks]
    return state["cash"], ranks, wins, [game.turn], [END_REASONS.index(game.end_reason)], list(state["sizes"].values())


def heads(batch: ParallelGames, games: int) -> list[tuple[int, str, int, int]]:
    """Of each game: the seat that is asked, phase, turn, seed."""
    seats, phases, turns, seeds = zeros("b", games), zeros("B", games), zeros("i", games), zeros("Q", games)
    batch.heads(seats, phases, turns, seeds)
    return list(zip(seats, (PHASES[phase] for phase in phases), turns, seeds, strict=True))


def legal(batch: ParallelGames, games: int) -> list[list[int]]:
    starts = zeros("q", games + 1)
    codes = array("H", batch.legal(starts))
    return [codes[starts[i]:starts[i + 1]].tolist() for i in range(games)]


def views(batch: ParallelGames, games: int, seats: Any = None) -> list[bytes]:
    numbers = zeros("f", games * FEATURE_COUNT)
    batch.observe(seats, numbers)
    return [numbers[i * FEATURE_COUNT:(i + 1) * FEATURE_COUNT].tobytes() for i in range(games)]


def view(game: Game, seat: int) -> bytes:
    numbers = zeros("f", FEATURE_COUNT)
    observe_into(game.observe(seat), numbers)
    return numbers.tobytes()


def masks(batch: ParallelGames, games: int) -> list[list[int]]:
    mask = bytearray(b"\7") * (games * CODE_COUNT)
    batch.masks(mask)
    return [[code for code in range(CODE_COUNT) if mask[i * CODE_COUNT + code]] for i in range(games)]


def step(batch: ParallelGames, *codes: int) -> list[bool]:
    ended = bytearray(len(codes))
    batch.step(array("q", codes), ended)
    return [bool(end) for end in ended]


def tables(count: int, seed: int) -> list[tuple[Ruleset, int]]:
    rng = random.Random(seed)
    named = [(rules, players) for rules in RULESETS.values() for players in range(2, 7)]
    mixed = [(random_ruleset(rng, players), players) for players in (rng.randint(2, 6) for _ in range(count))]
    return [*named, (Ruleset(teams=True), 4), (Ruleset(special_powers=True), 3), (Ruleset(open_pick=True), 3), *mixed]


# --- random games -----------------------------------------------------------------------------------------------------

def test_random_games_are_those_of_play_random(count: Count) -> None:
    for rules, players in tables(count(20, 100), seed=1):
        found = columns(5, players)
        random_batch(rules, players, 2**64 - 3, 5, found)
        for i, row in enumerate(rows(found, 5)):
            game = Game(rules, players)
            game.play_random((2**64 - 3 + i) % 2**64)
            assert row == row_of(game)


def test_a_random_game_without_an_end_is_cut_off_and_has_no_reason() -> None:
    endless = Ruleset(stall_end=False, end_size=108, end_all_safe=False)
    game, found = Game(endless, 2), columns(1, 2)
    game.play_random(1)
    random_batch(endless, 2, 1, 1, found)
    assert rows(found, 1) == [row_of(game)]
    assert rows(found, 1)[0][3:5] == ([game.turn], [0]) and game.turn >= MAX_RANDOM_TURNS


# --- lock step --------------------------------------------------------------------------------------------------------

def test_games_in_lock_step_are_those_of_game_with_the_same_bags(count: Count) -> None:
    """Choices, views of every seat and results, move by move."""
    for rules, players in tables(count(7, 75), seed=2):
        rng = random.Random(players)
        batch = ParallelGames(rules, players, 3, 100, 400)
        games = [Game(rules, players, tiles=ShuffledBag(100 + i)) for i in range(3)]
        done = [False] * 3
        while not all(done):
            expected = [[] if done[i] else game.legal_codes() for i, game in enumerate(games)]
            assert legal(batch, 3) == expected
            assert heads(batch, 3) == [(-1 if done[i] else game.to_move, game.phase, game.turn, 100 + i)
                                       for i, game in enumerate(games)]
            if rng.random() < 0.05:
                assert masks(batch, 3) == expected
                assert views(batch, 3) == [bytes(4 * FEATURE_COUNT) if done[i] else view(game, game.owed()[0])
                                           for i, game in enumerate(games)]
                seats = [rng.randrange(-1, players) for _ in games]
                assert views(batch, 3, array("b", seats)) == [
                    bytes(4 * FEATURE_COUNT) if seat < 0 else view(game, seat) for game, seat in zip(games, seats, strict=True)]
            codes = [rng.choice([-1, BUY_NOTHING]) if done[i] else any_code(game, rng) for i, game in enumerate(games)]
            ended = step(batch, *codes)
            for i, game in enumerate(games):
                if not done[i]:
                    game.apply_code(codes[i])
                    assert ended[i] == (game.over or game.turn > 400)
                    done[i] = ended[i]
                else:
                    assert not ended[i]
        found = columns(3, players)
        batch.results(array("q", [0, 1, 2]), found)
        assert rows(found, 3) == [row_of(game) for game in games]


def test_a_game_begins_again_with_the_seed_that_is_higher_by_the_number_of_games() -> None:
    batch = ParallelGames("classic", 4, 3, 2**64 - 2, 2000)
    assert [seed for *_, seed in heads(batch, 3)] == [2**64 - 2, 2**64 - 1, 0]
    batch.begin_again(array("q", [2, 0]))
    assert [seed for *_, seed in heads(batch, 3)] == [1, 2**64 - 1, 3]
    batch.begin_again(array("q", [1]), array("Q", [77]))
    assert [seed for *_, seed in heads(batch, 3)] == [1, 77, 3]
    assert views(batch, 3) == [view(game, game.owed()[0])
                               for game in (Game("classic", 4, tiles=ShuffledBag(seed)) for seed in (1, 77, 3))]


def test_a_game_is_given_up_behind_its_most_turns() -> None:
    batch = ParallelGames("classic", 2, 1, 5, 3)
    rng = random.Random(1)
    while not step(batch, rng.choice(legal(batch, 1)[0]))[0]:
        pass
    assert [(seat, turn) for seat, _, turn, _ in heads(batch, 1)] == [(-1, 4)]
    found = columns(1, 2)
    batch.results(array("q", [0]), found)
    assert rows(found, 1)[0][4] == [0]
    assert (legal(batch, 1), masks(batch, 1), views(batch, 1)) == ([[]], [[]], [bytes(4 * FEATURE_COUNT)])


# --- refusals ---------------------------------------------------------------------------------------------------------

def first_codes(batch: ParallelGames, games: int) -> list[int]:
    return [codes[0] for codes in legal(batch, games)]


@pytest.mark.parametrize(("code", "error", "message"), [
    (CODE_COUNT, ValueError, "10044 is not an action code"), (-1, ValueError, "-1 is not an action code"),
    (2**63 - 1, ValueError, "9223372036854775807 is not an action code"), (LEAVE, IllegalAction, "retire: this is not what"),
    *((code, IllegalAction, "this is not what is being decided now") for code in (BUY_NOTHING, START_TILE, MARKET_TILE))])
def test_an_illegal_code_names_its_game_and_changes_none(code: int, error: type[Exception], message: str) -> None:
    batch = ParallelGames("classic", 4, 5, 1, 2000)
    codes = first_codes(batch, 5)
    before = (heads(batch, 5), views(batch, 5), legal(batch, 5))
    seat = before[0][3][0]
    codes[3] = code
    with pytest.raises(error, match=message) as caught:
        step(batch, *codes)
    assert f"(game 3 of the batch, seat {seat}: place)" in str(caught.value)
    assert (heads(batch, 5), views(batch, 5), legal(batch, 5)) == before
    if isinstance(caught.value, IllegalAction):
        assert caught.value.reason is Reason.WRONG_PHASE


def test_a_tile_of_another_hand_is_refused_with_the_reason_of_the_rules() -> None:
    batch = ParallelGames("classic", 4, 2, 1, 2000)
    codes = first_codes(batch, 2)
    codes[1] = next(code for code in range(84, 192) if code not in legal(batch, 2)[1])
    with pytest.raises(IllegalAction) as caught:
        step(batch, *codes)
    assert caught.value.reason is Reason.TILE_NOT_IN_HAND


@pytest.mark.parametrize(("changes", "error", "message"), [
    (dict(ruleset="chess"), RulesetError, "no ruleset is called 'chess'"), (dict(players=7), ValueError, "2 to 6 players"),
    (dict(games=0), ValueError, "a batch has 1 to"), (dict(games=-1), ValueError, "a batch has 1 to"),
    (dict(games=MAX_GAMES + 1), ValueError, "a batch has 1 to"), (dict(seed=-1), ValueError, "a seed is a whole number"),
    (dict(seed=2**64), ValueError, "a seed is a whole number"), (dict(most_turns=0), ValueError, "at least one turn"),
    (dict(most_turns=-1), ValueError, "at least one turn"), (dict(seed=1.5), TypeError, "float")])
def test_a_batch_that_cannot_be_is_refused(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    wanted: dict[str, Any] = dict(ruleset="classic", players=4, games=2, seed=1, most_turns=2000)
    with pytest.raises(error, match=message):
        ParallelGames(*{**wanted, **changes}.values())


def calls(batch: ParallelGames) -> dict[str, Callable[[], object]]:
    """Return one call with one buffer of a wrong size each; the batch has two games of three."""
    right = columns(2, 3)
    both = array("q", [0, 1])
    return {
        "codes": lambda: batch.step(zeros("q", 3), bytearray(2)),
        "narrow codes": lambda: batch.step(zeros("i", 4), bytearray(2)),
        "ended": lambda: batch.step(zeros("q", 2), bytearray(1)),
        "features": lambda: batch.observe(None, zeros("f", FEATURE_COUNT)),
        "seats": lambda: batch.observe(zeros("b", 1), zeros("f", 2 * FEATURE_COUNT)),
        "mask": lambda: batch.masks(bytearray(CODE_COUNT)),
        "starts": lambda: batch.legal(zeros("q", 2)),
        "heads": lambda: batch.heads(zeros("b", 2), zeros("B", 2), zeros("i", 2), zeros("Q", 1)),
        "numbers": lambda: batch.results(array("i", [0, 1]), right),
        "seeds": lambda: batch.begin_again(both, zeros("Q", 1)),
        **{f"column {k}": lambda k=k: batch.results(both, (*right[:k], zeros("B", 1), *right[k + 1:])) for k in range(6)},
    }


@pytest.mark.parametrize("call", list(calls(ParallelGames("classic", 3, 2, 1, 9))))
def test_a_buffer_of_a_wrong_size_is_refused(call: str) -> None:
    batch = ParallelGames("classic", 3, 2, 1, 2000)
    before = views(batch, 2)
    with pytest.raises(ValueError, match="expected an array of"):
        calls(batch)[call]()
    assert views(batch, 2) == before


@pytest.mark.parametrize("number", [-1, 2, 2**62])
def test_games_that_are_not_there_are_refused(number: int) -> None:
    batch = ParallelGames("classic", 3, 2, 1, 2000)
    before, wanted = heads(batch, 2), array("q", [0, number])
    for call in (lambda: batch.begin_again(wanted), lambda: batch.results(wanted, columns(2, 3))):
        with pytest.raises(ValueError, match=f"there are the games 0 to 1, and no game {number}"):
            call()
    assert heads(batch, 2) == before


@pytest.mark.parametrize("seat", [-2, 3, 127])
def test_seats_that_are_not_there_are_refused(seat: int) -> None:
    with pytest.raises(ValueError, match=f"seats run from 0 to 2, or -1 for none, not {seat}"):
        views(ParallelGames("classic", 3, 2, 1, 2000), 2, array("b", [0, seat]))


def test_a_batch_is_neither_copied_nor_pickled() -> None:
    batch = ParallelGames("classic", 3, 2, 1, 2000)
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a batch is not pickled"):
            attempt(batch)


def test_other_threads_go_on_while_games_are_played() -> None:
    for _ in range(20):
        found, at_work, ticks = columns(20_000, 4), threading.Event(), 0

        def work(found: Columns = found, at_work: threading.Event = at_work) -> None:
            at_work.set()
            random_batch("classic", 4, 1, 20_000, found)
            at_work.clear()

        worker = threading.Thread(target=work)
        worker.start()
        while worker.is_alive():
            ticks += at_work.is_set()
        worker.join()
        if ticks > 1000:
            return
    pytest.fail("the GIL was held")


def test_a_second_thread_is_refused_while_one_is_at_work() -> None:
    batch = ParallelGames("classic", 4, 2000, 1, 2000)
    tries, stop = [0], threading.Event()

    def work() -> None:
        numbers = zeros("f", 2000 * FEATURE_COUNT)
        while not stop.is_set():
            batch.observe(None, numbers)
            tries[0] += 1

    worker = threading.Thread(target=work)
    worker.start()
    try:
        refused = False
        while not refused and tries[0] < 3000:
            try:
                heads(batch, 2000)                   # holds the GIL throughout, so the worker is never the one that is refused
            except RuntimeError as error:
                refused = "another thread is at work on this batch" in str(error)
    finally:
        stop.set()
        worker.join()
    assert refused
    assert heads(batch, 2000)[0][1] == "place"
