"""Matches: the same from the same seed, fair to every seat, and ratings that find the strengths that made the results."""

import math
import pickle
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import islice
from typing import Any

import pytest

from acquire_core import RULESETS, rating
from acquire_core.ai import LevelError
from acquire_core.arena import (
    MAX_GIVEN_UP,
    PROGRAMS_AHEAD,
    ArenaMatch,
    ArenaMatchError,
    GameResult,
    HaltFlag,
    add_up,
    play_game,
    play_games,
)
from acquire_core.rating import Rating, plackett_luce, rated, wilson_interval
from acquire_core.ruleset import RulesetError
from tests.support.arena_matches import play_match
from tests.support.few_cases import few_cases


def test_level_2_beats_level_0_clearly() -> None:
    strong, weak = play_match(ArenaMatch(("2", "0", "0", "0")), 40)
    assert (strong.bot, strong.games, weak.bot, weak.games) == ("2", 40, "0", 120)
    assert strong.interval[0] > 0.5
    assert strong.wins + weak.wins == pytest.approx(40)
    assert strong.mean_money > weak.mean_money
    assert strong.rating > 100 > -100 > weak.rating
    assert strong.rating == pytest.approx(-weak.rating)


@pytest.mark.parametrize("seats", [
    ("casual", "1"), pytest.param(("2", "1", "0"), marks=pytest.mark.fully),
    pytest.param(("1", "1", "0", "2", "0", "1"), marks=pytest.mark.fully)])
@pytest.mark.parametrize("ruleset", few_cases(pytest.mark.more_cases, RULESETS, 2))
def test_threads_play_the_same_games_as_one(seats: tuple[str, ...], ruleset: str) -> None:
    match = ArenaMatch(seats, RULESETS[ruleset].replace(special_powers=True), seed=3)
    alone = list(play_games(match, 12))
    with ThreadPoolExecutor(3) as executor:
        assert list(play_games(match, 12, executor)) == alone
    assert list(play_games(match, 12)) == alone
    assert play_match(ArenaMatch(seats, match.ruleset, seed=4), 12) != add_up(seats, alone)


class Elsewhere(Executor):
    """What it is given and what it gives back goes over a wire, as to another machine."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        self.tasks += 1
        function, args, named = pickle.loads(pickle.dumps((function, args, named)))
        future: Future[Any] = Future()
        future.set_result(pickle.loads(pickle.dumps(function(*args, **named))))
        return future


@pytest.mark.parametrize(("batch", "tasks"), [(1, 11), (4, 3), (11, 1), (100, 1)])
def test_games_in_batches_on_other_machines_are_the_same(batch: int, tasks: int) -> None:
    match, elsewhere = ArenaMatch(("2", "1", "0"), seed=3), Elsewhere()
    alone = [play_game(match, number) for number in range(11)]
    assert list(play_games(match, 11, elsewhere, batch=batch, ahead=2)) == alone
    assert elsewhere.tasks == tasks


@pytest.mark.parametrize("batch", [1, 4, 100])
def test_games_of_programs_are_tasks_of_their_own(batch: int) -> None:
    """What becomes of a program counts some games later; so long the games are as each would be alone."""
    match, elsewhere = ArenaMatch(("2", "cmd:./no-such-program", "0"), seed=3), Elsewhere()
    assert list(play_games(match, 20, elsewhere, batch=batch, ahead=64)) == list(play_games(match, 20))
    assert elsewhere.tasks == 20
    alone = [play_game(match, number) for number in range(MAX_GIVEN_UP - 1 + PROGRAMS_AHEAD)]
    assert list(play_games(match, len(alone), elsewhere, batch=batch)) == alone


def test_more_games_begin_with_the_same_games() -> None:
    match = ArenaMatch(("2", "1", "1"))
    with ThreadPoolExecutor(2) as executor:
        assert list(islice(play_games(match, 200, executor), 5)) == list(play_games(match, 5))


def test_every_entry_gets_every_seat_of_every_bag() -> None:
    match = ArenaMatch(("4", "2", "2", "0"))
    for bag in range(3):
        seatings = [match.seating_of(4 * bag + turn) for turn in range(4)]
        assert {number for number, _ in seatings} == {bag}
        for seat in range(4):
            assert sorted(entries[seat] for _, entries in seatings) == sorted(match.seats)


def test_a_round_robin_plays_every_table_with_every_rotation() -> None:
    match = ArenaMatch(("0", "1", "2", "3"), players=3)
    assert match.games_a_round == 12
    seatings = [match.seating_of(number) for number in range(12)]
    assert {bag for bag, _ in seatings} == {0}
    assert len({entries for _, entries in seatings}) == 12
    assert set(Counter(entry for _, entries in seatings for entry in entries).values()) == {9}
    for seat in range(3):
        assert set(Counter(entries[seat] for _, entries in seatings).values()) == {3}
    entries = play_match(ArenaMatch(("0", "1", "2"), players=2), 24)
    assert [entry.games for entry in entries] == [16, 16, 16]
    assert entries[0].rating < entries[1].rating < entries[2].rating


def test_equal_players_on_equal_bags_sit_in_equal_luck() -> None:
    """The same deterministic player everywhere: what one seat wins in one rotation another wins in the next."""
    entry, = play_match(ArenaMatch(("1", "1", "1")), 9)
    assert (entry.games, entry.wins, entry.rating) == (27, pytest.approx(9), 0)
    assert entry.win_share == pytest.approx(1 / 3)


def test_entries_stand_as_given_in_the_order_of_the_seats() -> None:
    assert [entry.bot for entry in play_match(ArenaMatch(("casual", "0", "2", "0")), 4)] == ["casual", "0", "2"]


def test_teams_win_and_finish_together() -> None:
    match = ArenaMatch(("2", "0", "2", "0"), RULESETS["classic"].replace(teams=True))
    for result in play_games(match, 6):
        assert result.wins[:2] == result.wins[2:] and sum(result.wins) == 1
        assert result.ranks[:2] == result.ranks[2:]
    assert play_match(match, 10)[0].win_share > 0.3


def test_a_shared_win_is_divided_and_a_game_without_end_counts_for_nobody() -> None:
    def result(wins: tuple[float, ...], ranks: tuple[int, ...], finished: bool = True) -> GameResult:
        return GameResult(0, ("a", "b", "b"), wins, ranks, (5, 5, 2), 9, finished, ({}, {}, {}), (1, 1, 1), (), (0, 0, 0))

    a, b = add_up(("a", "b", "b"), [result((0.5, 0.5, 0), (1, 1, 3)), result((1, 0, 0), (1, 2, 2), finished=False)])
    assert (a.games, a.wins, a.mean_money, a.decisions) == (1, 0.5, 5, 2)
    assert (b.games, b.wins, b.mean_money) == (2, 0.5, 3.5)
    assert list(map(sorted, result((0.5, 0.5, 0), (1, 1, 3)).finishing_order)) == [["a", "b"], ["b"]]


def test_a_game_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acquire_core.arena.MAX_TURNS", 5)
    entry, = play_match(ArenaMatch(("0", "0")), 2)
    assert (entry.games, entry.win_share, entry.interval, entry.rating) == (0, 0, (0, 1), 0)


@pytest.mark.parametrize("threads", [0, 2])
def test_a_halted_match_keeps_what_was_played(threads: int) -> None:
    watch = HaltFlag()
    executor = ThreadPoolExecutor(threads) if threads else None
    games = play_games(ArenaMatch(("1", "1")), 10_000, executor, watch)
    played = list(islice(games, 3))
    watch.halted = True
    played += games
    assert len(played) < 1000
    assert played == list(play_games(ArenaMatch(("1", "1")), len(played)))
    if executor:
        executor.shutdown(wait=True)


@pytest.mark.parametrize(("seats", "words"), [
    (("2",), "2 to 6"), (("0",) * 7, "2 to 6"), (("0", "cmd:"), "my-bot"), (("0", "cmd:./x 'y"), "cannot be read"),
])
def test_a_match_that_makes_no_sense_is_refused(seats: tuple[str, ...], words: str) -> None:
    with pytest.raises(ArenaMatchError, match=words):
        ArenaMatch(seats)


def test_unknown_levels_rulesets_and_tables_are_refused() -> None:
    with pytest.raises(LevelError, match="no level 'grandmaster'"):
        ArenaMatch(("grandmaster", "0"))
    with pytest.raises(RulesetError):
        ArenaMatch(("0", "0"), "clasic")
    with pytest.raises(ValueError, match="four players"):
        ArenaMatch(("0", "0", "0"), RULESETS["classic"].replace(teams=True))
    with pytest.raises(ArenaMatchError, match="need 4 to"):
        ArenaMatch(("0", "1"), players=4)


def test_time_is_measured_and_no_part_of_the_result() -> None:
    first, second = play_game(ArenaMatch(("2", "2")), 0), play_game(ArenaMatch(("2", "2")), 0)
    assert first == second
    assert all(seconds > 0 for seconds in first.seconds)
    assert play_match(ArenaMatch(("2", "2")), 2)[0].milliseconds > 0


# --- rating -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("wins", "games", "low", "high"), [
    (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (1, 4, 0.0456, 0.6994), (81, 263, 0.2553, 0.3662),
    (0, 0, 0.0, 1.0),
])
def test_wilsons_interval_has_its_known_values(wins: float, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=1e-4)


def drawn_order(strength: dict[str, float], seats: list[str], luck: random.Random) -> list[list[str]]:
    order, left = [], list(seats)
    while left:
        chosen = luck.choices(range(len(left)), [strength[name] for name in left])[0]
        order.append([left.pop(chosen)])
    return order


def test_the_rating_recovers_known_strengths_from_mixed_tables() -> None:
    points = {"a": 300.0, "b": 100.0, "c": -50.0, "d": -350.0}
    strength = {name: 10 ** (value / 400) for name, value in points.items()}
    luck = random.Random(5)
    orders = [drawn_order(strength, luck.choices("abcd", k=luck.choice((2, 4, 6))), luck) for _ in range(6000)]
    found = plackett_luce(orders)
    assert sum(found.values()) == pytest.approx(0, abs=1e-6)
    for name, value in points.items():
        assert found[name] == pytest.approx(value, abs=20)


def test_two_players_rate_as_their_odds_say() -> None:
    rating = plackett_luce([[["a"], ["b"]]] * 30 + [[["b"], ["a"]]] * 10, prior=0)
    assert rating["a"] - rating["b"] == pytest.approx(190.85, abs=0.01)  # 400 log10(3)


def test_ties_are_half_a_win_each_and_the_order_of_a_tie_does_not_matter() -> None:
    assert plackett_luce([[["a", "b"]]] * 7) == pytest.approx({"a": 0, "b": 0})
    half = plackett_luce([[["a"], ["b"]]] * 20 + [[["b", "a"]]] * 20, prior=0)
    assert half == pytest.approx(plackett_luce([[["a"], ["b"]]] * 30 + [[["b"], ["a"]]] * 10, prior=0))
    assert plackett_luce([[["a", "b", "c"], ["d"]]]) == plackett_luce([[["c", "a", "b"], ["d"]]])


def test_somebody_who_never_loses_has_a_finite_rating_that_grows_with_the_games() -> None:
    few, many = (plackett_luce([[["a"], ["b"]]] * games)["a"] for games in (5, 50))
    assert 0 < few < many < 2000
    assert plackett_luce([]) == {}
    assert plackett_luce([[["a"], ["a"]]] * 9) == {"a": 0}


def test_the_interval_of_two_players_is_that_of_their_odds() -> None:
    found = rated([[["a"], ["b"]]] * 30 + [[["b"], ["a"]]] * 10, prior=0)
    width = 1.96 * 400 / math.log(10) / 2 / math.sqrt(40 * 0.75 * 0.25)  # each stands half of the difference away from the mean
    for name, points in (("a", 95.42), ("b", -95.42)):
        assert found[name].points == pytest.approx(points, abs=0.01)
        assert (found[name].low, found[name].high) == pytest.approx((points - width, points + width), abs=0.01)


def test_intervals_hold_the_true_strengths_as_often_as_they_say(count: Callable[[int, int], int]) -> None:
    luck = random.Random(8)
    points = {name: luck.gauss(0, 150) for name in "abcdef"}
    mean = sum(points.values()) / len(points)
    strength = {name: 10 ** (value / 400) for name, value in points.items()}
    held = total = 0
    for _ in range(max(40, count(40, 400))):  # fewer say nothing about the upper bound
        found = rated([drawn_order(strength, luck.sample("abcdef", 4), luck) for _ in range(60)])
        held += sum(found[name].low <= value - mean <= found[name].high for name, value in points.items())
        total += len(points)
    assert 0.9 < held / total < 0.99


def test_intervals_become_half_as_wide_with_four_times_as_many_games() -> None:
    orders = [[["a"], ["b"], ["c"]], [["b"], ["a"], ["c"]], [["c"], ["a"], ["b"]]]
    few, many = rated(orders * 20, prior=0), rated(orders * 80, prior=0)
    for name in "abc":
        assert many[name].half_width == pytest.approx(few[name].half_width / 2)
    assert rated([]) == {} and rated([[["a"], ["a"]]])["a"] == Rating(0, 0)


@pytest.mark.parametrize("prior", [0.5, 0.0])
def test_steps_of_newton_lead_where_the_rounds_lead(prior: float, monkeypatch: pytest.MonkeyPatch) -> None:
    luck = random.Random(2)
    strength = {name: 10 ** (luck.gauss(0, 200) / 400) for name in "abcdefghij"}
    orders = [drawn_order(strength, luck.sample([*strength], luck.choice((2, 3))), luck) for _ in range(120)]
    quick = plackett_luce(orders, prior)
    monkeypatch.setattr(rating, "FIRST_ROUNDS", rating.MAX_ROUNDS + 1)
    assert quick == pytest.approx(plackett_luce(orders, prior), abs=0.001)


def test_more_names_than_can_be_inverted_have_a_rating_and_an_interval_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    orders = [[["a"], ["b"], ["c"]], [["b"], ["a"], ["c"]], [["c"], ["a"], ["b"]]] * 20
    exact = rated(orders)
    monkeypatch.setattr(rating, "MAX_EXACT_INTERVALS", 2)
    for name, found in rated(orders).items():
        assert found.points == pytest.approx(exact[name].points, abs=0.5) and found.half_width > 0  # many are fitted less closely
