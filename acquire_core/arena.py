"""Matches between computer players, measured fairly: the same bags with seats rotated, wins with their interval.

Results depend on the seed alone, never on the executor. A shared first place is divided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import sqrt

from .ai import make_bot
from .engine.game import Game
from .ruleset import Ruleset
from .tile_source import ShuffledBag

CONFIDENCE = 1.96
"""Standard deviations on either side of a 95 % interval."""


@dataclass(frozen=True)
class Match:
    """What is played: one entry a seat, by level number or name."""

    seats: tuple[str, ...]
    ruleset: Ruleset | str = "classic"
    seed: int = 1


@dataclass(frozen=True)
class GameResult:
    """One game: each seat's entry, part of the win, and money."""

    seats: tuple[str, ...]
    wins: tuple[float, ...]
    money: tuple[int, ...]
    turns: int


@dataclass(frozen=True)
class Entry:
    """How one kind of player did over all games it sat in; `games` counts seats."""

    bot: str
    games: int
    wins: float
    mean_money: float

    @property
    def win_share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share."""
        return wilson(self.wins, self.games)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval, which stays inside 0 and 1 and is right for few games too.

    >>> [round(x, 3) for x in wilson(50, 100)]
    [0.404, 0.596]
    """
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, CONFIDENCE**2
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = CONFIDENCE / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games**2))
    return max(0.0, centre - half), min(1.0, centre + half)


def play_game(match: Match, number: int) -> GameResult:
    """Game `number` of a match: every bag is played once with each rotation of the seats."""
    seats = len(match.seats)
    bag, rotation = divmod(number, seats)
    entries = tuple(match.seats[(seat + rotation) % seats] for seat in range(seats))
    game = Game(match.ruleset, seats, tiles=ShuffledBag((match.seed * 1_000_003 + bag) % 2**64))
    bots = [make_bot(entry, seed=(match.seed * 7919 + number * 64 + seat) % 2**63) for seat, entry in enumerate(entries)]
    while not game.over:
        seat = game.owed()[0]
        game.apply_code(bots[seat].choose(game.observe(seat)).code)
    return _result(game, entries)


def _result(game: Game, entries: tuple[str, ...]) -> GameResult:
    best = game.standings()[0][2]
    snapshot = game.snapshot()
    teams = game.ruleset.teams
    winners = {side for rank, side, _ in game.standings() if rank == 1}
    assert best == game.standings()[0][2]
    winning = [seat for seat in range(game.players) if (seat % 2 if teams else seat) in winners]
    return GameResult(entries, tuple(1 / len(winning) if seat in winning else 0.0 for seat in range(game.players)),
                      tuple(snapshot["cash"]), game.turn)


def play_match(match: Match, games: int, executor: Executor | None = None,
               tell: Callable[[int], None] = lambda done: None) -> list[Entry]:
    """Play games 0 … games-1 and add them up; `tell` hears how many are done."""
    results: list[GameResult] = []
    numbers = range(games)
    played = executor.map(lambda number: play_game(match, number), numbers) if executor else (play_game(match, n) for n in numbers)
    for result in played:
        results.append(result)
        tell(len(results))
    return add_up(match.seats, results)


def add_up(seats: Sequence[str], results: Sequence[GameResult]) -> list[Entry]:
    """One entry for each kind of player, in the order of the seats without repeats."""
    entries = []
    for bot in dict.fromkeys(seats):
        rows = [(wins, money) for result in results
                for seat, wins, money in zip(result.seats, result.wins, result.money, strict=True) if seat == bot]
        total = sum(wins for wins, _ in rows)
        entries.append(Entry(bot, len(rows), total, sum(money for _, money in rows) / len(rows) if rows else 0.0))
    return entries
