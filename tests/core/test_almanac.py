"""The almanac: its counts agree with a second look at the same games, and sums of parts are sums."""

import math

import pytest

from acquire_core import RULESETS, Game, ShuffledBag
from acquire_core.ai import make_bot
from acquire_core.almanac import Almanac, Mean, WinFact, almanac_of, fact_names

CLASSIC = RULESETS["classic"]
GAMES = 12


@pytest.fixture(scope="module")
def almanac() -> Almanac:
    return almanac_of(CLASSIC, 3, "casual", 7, range(GAMES))


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Return the same games once more, played from their seeds."""
    played = []
    for number in range(GAMES):
        seed = (7 << 32) + number
        game = Game(CLASSIC, 3, tiles=ShuffledBag(seed))
        bots = [make_bot("casual", (seed * 8 + seat) * 0x9E3779B97F4A7C15 % 2**64) for seat in range(3)]
        while not game.over:
            game.apply_code(bots[game.to_move].choose(game.observe(game.to_move)).code)
        played.append(game)
    return played


def lines_of(game: Game, word: str) -> list[str]:
    return [line for line in game.record().text().split("\n") if f" {word} " in line]


def win_of(game: Game, seat: int) -> float:
    winners = [each for rank, each, _ in game.standings() if rank == 1]
    return (seat in winners) / len(winners)


def test_every_win_is_divided_among_the_seats(almanac: Almanac) -> None:
    by_place = [almanac.wins[f"seat {place}"] for place in (1, 2, 3)]
    assert [fact.cases for fact in by_place] == [GAMES] * 3
    assert sum(fact.wins for fact in by_place) == pytest.approx(GAMES)


def test_who_moves_first_is_who_places_the_first_tile(almanac: Almanac, games: list[Game]) -> None:
    starters = [int(lines_of(game, "place")[0].split()[0]) for game in games]
    assert almanac.wins["seat 1"].wins == pytest.approx(sum(map(win_of, games, starters)))


def test_founders_are_those_of_the_records(almanac: Almanac, games: list[Game]) -> None:
    founders = [[int(line.split()[0]) for line in lines_of(game, "found")] for game in games]
    assert almanac.wins["founds first"].wins == pytest.approx(sum(win_of(game, seats[0]) for game, seats
                                                                  in zip(games, founders, strict=True)))
    assert almanac.means["chains founded"].value == pytest.approx(sum(map(len, founders)) / GAMES)
    without = [seat for seats in founders for seat in range(3) if seat not in seats]
    assert almanac.wins["founds none"].cases == len(without)


def test_money_is_that_of_the_standings(almanac: Almanac, games: list[Game]) -> None:
    money = [sorted((dollars for _, _, dollars in game.standings()), reverse=True) for game in games]
    for name, values in (("winner's money", [row[0] for row in money]), ("last player's money", [row[-1] for row in money]),
                         ("lead over the second", [row[0] - row[1] for row in money]),
                         ("turns", [game.turn for game in games])):
        mean = sum(values) / GAMES
        assert almanac.means[name].value == pytest.approx(mean), name
        deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / GAMES / GAMES)
        assert almanac.means[name].half_width == pytest.approx(1.96 * deviation), name
    assert 0 < almanac.means["bonuses in all money"].value < 1
    assert sum(almanac.ends.values()) == GAMES


def test_parts_add_up_to_the_whole(almanac: Almanac) -> None:
    parts = Almanac()
    for numbers in (range(5), range(5, GAMES)):
        parts.add_all(almanac_of(CLASSIC, 3, "casual", 7, numbers))
    assert parts.games == GAMES and parts.ends == almanac.ends
    for name, fact in almanac.wins.items():
        assert (parts.wins[name].wins, parts.wins[name].cases) == (pytest.approx(fact.wins), fact.cases)
    for name, mean in almanac.means.items():
        assert parts.means[name].value == pytest.approx(mean.value)


@pytest.mark.parametrize(("rules", "players"), [("dos-1988", 2), ("revised-6515", 6), ("tycoon-2023", 5)])
def test_every_edition_and_table_has_its_facts(rules: str, players: int) -> None:
    almanac = almanac_of(RULESETS[rules], players, "casual", 1, range(4))
    assert set(almanac.wins) <= set(fact_names(players))
    assert almanac.games == 4 and f"seat {players}" in almanac.wins


def test_few_games_say_little() -> None:
    assert Mean().half_width == math.inf and WinFact().share == 0.0 and WinFact().interval == (0.0, 1.0)
    low, high = WinFact(25, 100).interval
    assert 0.17 < low < 0.25 < high < 0.35
