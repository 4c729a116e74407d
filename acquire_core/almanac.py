"""Facts about the game, counted over many games of equal computer players: what helps to win, and how games go.

An `Almanac` is a sum over games. Sums of the same kind can be added, so games may be played on several cores, in any order.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from .ai.bots import make_bot, spread_seed
from .engine.game import Game
from .events import (
    BonusPaid,
    ChainFounded,
    ChainsMerged,
    EndDeclared,
    Event,
    FinalRank,
    GameEnded,
    MergerBegan,
    StarterFound,
)
from .rating import CONFIDENCE, wilson_interval
from .ruleset import TIER_NAMES, Ruleset
from .tile_source import ShuffledBag

__all__ = ["Almanac", "Mean", "WinFact", "almanac_of", "fact_names"]


@dataclass
class WinFact:
    """How often a seat won of which something was true."""

    wins: float = 0.0
    cases: int = 0

    @property
    def share(self) -> float:
        return self.wins / self.cases if self.cases else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson_interval(self.wins, self.cases)

    def add(self, wins: float, cases: int = 1) -> None:
        self.wins += wins
        self.cases += cases


@dataclass
class Mean:
    """The mean of a number over games."""

    total: float = 0.0
    squares: float = 0.0
    count: int = 0

    @property
    def value(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def half_width(self) -> float:
        """Return half the width of the 95 % interval."""
        if self.count < 2:
            return math.inf
        variance = max(0.0, self.squares / self.count - self.value**2)
        return CONFIDENCE * math.sqrt(variance / self.count)

    def add(self, value: float) -> None:
        self.total += value
        self.squares += value * value
        self.count += 1

    def add_mean(self, other: Mean) -> None:
        self.total += other.total
        self.squares += other.squares
        self.count += other.count


@dataclass
class Almanac:
    """All that was counted."""

    games: int = 0
    wins: dict[str, WinFact] = field(default_factory=lambda: defaultdict(WinFact))
    means: dict[str, Mean] = field(default_factory=lambda: defaultdict(Mean))
    ends: Counter[str] = field(default_factory=Counter)

    def add_all(self, other: Almanac) -> None:
        self.games += other.games
        for name, fact in other.wins.items():
            self.wins[name].add(fact.wins, fact.cases)
        for name, mean in other.means.items():
            self.means[name].add_mean(mean)
        self.ends.update(other.ends)


def almanac_of(ruleset: Ruleset, players: int, level: str, seed: int, numbers: Iterable[int]) -> Almanac:
    """Play the games of these numbers and count; equal arguments count equal games.

    >>> from acquire_core import RULESETS
    >>> almanac_of(RULESETS["classic"], 4, "casual", 1, range(3)).games
    3
    """
    almanac = Almanac()
    for number in numbers:
        _GameFacts(ruleset, players, level, (seed << 32) + number).add_to(almanac)
    return almanac


class _GameFacts:
    """One game, and what can be said of it."""

    def __init__(self, ruleset: Ruleset, players: int, level: str, seed: int) -> None:
        self.ruleset, self.players = ruleset, players
        self.starter = 0
        self.founders: list[int] = []
        self.mergemakers: list[int] = []
        self.first_merger_first: set[int] = set()
        """Who shared the first bonus of the first chain that went down."""
        self.final_first: dict[str, list[int]] = {}
        """Who shared the first bonus of each chain at the end."""
        self.merger_bonuses: Counter[int] = Counter()
        self.final_bonuses: Counter[int] = Counter()
        self.is_first_settled = False
        """Whether the first merger is over."""
        self.declarer: int | None = None
        self.largest = 0
        self.reason = ""
        self.money: dict[int, int] = {}
        self.ranks: dict[int, int] = {}
        self._play(level, seed)

    def _play(self, level: str, seed: int) -> None:
        game = Game(self.ruleset, self.players, tiles=ShuffledBag(seed))
        bots = [make_bot(level, spread_seed(seed * 8 + seat)) for seat in range(self.players)]
        self.starter = game.current
        while not game.over:
            seat = game.to_move
            assert seat is not None
            for event in game.apply(bots[seat].choose(game.observe(seat)).action):
                self._note(event)
        self.turns = game.turn
        self.largest = max(game.observe(None).sizes.values())

    def _note(self, event: Event) -> None:
        match event:
            case StarterFound(seat):
                self.starter = seat
            case ChainFounded():
                self.founders.append(event.seat)
            case MergerBegan():
                self.mergemakers.append(event.seat)
            case BonusPaid(final=False):
                self.merger_bonuses[event.seat] += event.dollars
                if event.place == 1 and not self.is_first_settled:
                    self.first_merger_first.add(event.seat)
            case BonusPaid(final=True):
                self.final_bonuses[event.seat] += event.dollars
                if event.place == 1:
                    self.final_first.setdefault(event.chain, []).append(event.seat)
            case ChainsMerged():
                self.is_first_settled = True
            case EndDeclared():
                self.declarer = event.seat
            case GameEnded():
                self.reason = event.reason
            case FinalRank():
                self.money[event.seat] = event.dollars
                self.ranks[event.seat] = event.rank

    def win_of(self, seat: int) -> float:
        """Return the part of the win that a seat has."""
        winners = [each for each, rank in self.ranks.items() if rank == 1]
        return 1 / len(winners) if seat in winners else 0.0

    def add_to(self, almanac: Almanac) -> None:
        almanac.games += 1
        almanac.ends[self.reason] += 1
        for name, seats in self._facts():
            for seat in seats:
                almanac.wins[name].add(self.win_of(seat))
        for name, value in self._numbers():
            almanac.means[name].add(value)

    def _facts(self) -> Iterable[tuple[str, Iterable[int]]]:
        """Yield what is counted, each with the seats of which it is true."""
        for place in range(self.players):
            yield f"seat {place + 1}", [(self.starter + place) % self.players]
        yield "founds first", self.founders[:1]
        yield "founds most", _alone_at_the_top(Counter(self.founders))
        yield "founds none", [seat for seat in range(self.players) if seat not in self.founders]
        yield "merges first", self.mergemakers[:1]
        yield "merges most", _alone_at_the_top(Counter(self.mergemakers))
        if len(self.first_merger_first) == 1:
            yield "first bonus of the first merger", self.first_merger_first
        yield "most merger bonuses", _alone_at_the_top(self.merger_bonuses)
        majorities = Counter(seats[0] for seats in self.final_first.values() if len(seats) == 1)
        yield "most majorities at the end", _alone_at_the_top(majorities)
        for tier, title in enumerate(TIER_NAMES):
            yield f"{title} majority at the end", [
                seats[0] for chain, seats in self.final_first.items()
                if len(seats) == 1 and self.ruleset.tiers[self.ruleset.chain_names.index(chain)] == tier]
        yield "announces the end", [] if self.declarer is None else [self.declarer]

    def _numbers(self) -> Iterable[tuple[str, float]]:
        money = sorted(self.money.values(), reverse=True)
        bonuses = sum(self.merger_bonuses.values()) + sum(self.final_bonuses.values())
        yield "turns", self.turns
        yield "chains founded", len(self.founders)
        yield "mergers", len(self.mergemakers)
        yield "largest chain", self.largest
        yield "winner's money", money[0]
        yield "lead over the second", money[0] - money[1]
        yield "last player's money", money[-1]
        yield "bonuses in all money", bonuses / sum(money)


def fact_names(players: int) -> tuple[str, ...]:
    """Return all that is counted of the seats that win, in the order of a table."""
    return (*(f"seat {place}" for place in range(1, players + 1)), "founds first", "founds most", "founds none", "merges first",
            "merges most", "first bonus of the first merger", "most merger bonuses", "most majorities at the end",
            *(f"{tier} majority at the end" for tier in TIER_NAMES), "announces the end")


def _alone_at_the_top(counts: Counter[int]) -> list[int]:
    """Return the seat with the largest count, if it is one seat."""
    top = max(counts.values(), default=0)
    best = [seat for seat, count in counts.items() if count == top and top]
    return best if len(best) == 1 else []
