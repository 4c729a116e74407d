"""How fast the engine is: what is measured, and how. What is printed about it is the business of commands/bench.py.

Every figure is the best of several short repeats, with the median beside it: whatever else a machine does can only make a
program slower, so the best is nearest to what the engine can do, and the median shows how far to trust it. Before the repeats
the work runs until it is warm and its size is known; the garbage collector is off in the meantime.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat

from acquire_core import RULESETS, Game, RandomPlayer, ShuffledBag
from acquire_core.engine import game as engine
from acquire_core.ruleset import MAX_PLAYERS, MIN_PLAYERS

REPEATS = 7
MAX_AT_ONCE = 1 << 30
SEED = 1
MID_GAME_TURN = 30
CHECKSUM_GAMES = 1000

Work = Callable[[int], int]
"""Does about so many units of work, and says how many it did."""

PER_SECOND, NANOSECONDS = "per s", "ns"


@dataclass(frozen=True, slots=True)
class Figure:
    """Seconds for one unit of work: the best repeat and the median one."""

    best_s: float
    median_s: float

    @property
    def per_s(self) -> tuple[float, float]:
        return 1 / self.best_s, 1 / self.median_s

    @property
    def ns(self) -> tuple[float, float]:
        return self.best_s * 1e9, self.median_s * 1e9

    def values(self, unit: str) -> tuple[float, float]:
        """Return best and median in a unit."""
        return self.per_s if unit == PER_SECOND else self.ns


def measure(work: Work, seconds: float) -> Figure:
    """Return the times of a piece of work, repeated for about so many seconds in all."""
    clock = time.perf_counter
    collecting = gc.isenabled()
    gc.disable()
    try:
        amount, spent = 1, 0.0
        while True:
            began = clock()
            done = work(amount)
            spent = clock() - began
            if spent >= seconds / 20 or amount >= MAX_AT_ONCE:
                break
            amount *= 2
        amount = max(1, min(MAX_AT_ONCE, int(done * seconds / REPEATS / spent)))
        samples = []
        for _ in range(REPEATS):
            began = clock()
            done = work(amount)
            samples.append((clock() - began) / done)
    finally:
        if collecting:
            gc.enable()
    return Figure(min(samples), statistics.median(samples))


@contextmanager
def cpu_variant(name: str) -> Iterator[None]:
    """Use another variant of the engine, for a while."""
    before = engine.cpu_variant()
    engine.use_cpu_variant(name)
    try:
        yield
    finally:
        engine.use_cpu_variant(before)


def games_checksum(ruleset: str, players: int) -> int:
    """Return a number for the first random games of a table: variants and builds that agree in it play the same games."""
    return int(engine.random_games(ruleset, players, SEED, CHECKSUM_GAMES)[0])


# --- what is measured -------------------------------------------------------------------------------------------------

def playout_rate(ruleset: str, players: int) -> Work:
    """Return the rate of whole random games in one call, one thread."""

    def work(games: int) -> int:
        engine.random_games(ruleset, players, SEED, games)
        return games

    return work


def python_turns(ruleset: str, players: int) -> Work:
    """Whole random games with one call from Python for each turn."""
    empty = Game(ruleset, players)
    turn = RandomPlayer(SEED).turn

    def work(games: int) -> int:
        for _ in repeat(None, games):
            game = empty.copy()
            while turn(game):
                pass
        return games

    return work


def steps(ruleset: str, players: int) -> Work:
    """Measure decisions from Python: list the legal codes, index one of them, apply it; a seeded bag plays chance.

    The bags are shuffled beforehand, because that is done in Python, once a game. A multiplicative generator picks the index.
    """
    openings = [Game(ruleset, players, tiles=ShuffledBag(seed)) for seed in range(64)]

    def work(at_least: int) -> int:
        done, number, chance = 0, 0, 48271
        while done < at_least:
            game = openings[number % len(openings)].copy()
            number += 1
            legal_codes, apply_code = game.legal_codes, game.apply_code
            while codes := legal_codes():
                chance = chance * 48271 % 0x7FFFFFFF
                apply_code(codes[chance % len(codes)])
                done += 1
        return done

    return work


def actions_with_events(ruleset: str, players: int) -> Work:
    """Return the actions of finished games as objects, chance included, and the events of each."""
    return _actions(ruleset, players, events=True)


def actions_without_events(ruleset: str, players: int) -> Work:
    return _actions(ruleset, players, events=False)


def _actions(ruleset: str, players: int, events: bool) -> Work:
    empty = Game(ruleset, players)
    games = []
    for seed in range(8):
        game, player = empty.copy(), RandomPlayer(seed)
        while not game.over:
            game.apply_code(player.code(game))
        games.append(game.actions())

    def work(at_least: int) -> int:
        done, number = 0, 0
        while done < at_least:
            game = empty.copy()
            apply = game.apply
            for action in games[number % len(games)]:
                apply(action, events)
            done += len(games[number % len(games)])
            number += 1
        return done

    return work


def mid_game(ruleset: str, players: int) -> Game:
    """Return a game with half of its history behind it."""
    game, player = Game(ruleset, players, tiles=ShuffledBag(SEED)), RandomPlayer(SEED)
    while not game.over and game.turn < MID_GAME_TURN:
        game.apply_code(player.code(game))
    return game


def c_copies(ruleset: str, players: int) -> Work:
    """Return copies of the state inside the engine."""
    game = mid_game(ruleset, players)

    def work(rounds: int) -> int:
        engine.copy_benchmark(game, rounds)
        return rounds

    return work


def python_copies(ruleset: str, players: int) -> Work:
    """`Game.copy()` of a game with a history, loop included."""
    copy = mid_game(ruleset, players).copy

    def work(copies: int) -> int:
        for _ in repeat(None, copies):
            copy()
        return copies

    return work


@dataclass(frozen=True, slots=True)
class Measurement:
    """A row of the table: the key in the JSON, the unit, what it is in words, and the work that it times."""

    key: str
    unit: str
    title: str
    make: Callable[[str, int], Work]


# The first two run code that exists once for each CPU variant, the others code that exists once.
BY_VARIANT = (
    Measurement("playouts_per_s", PER_SECOND, "random games", playout_rate),
    Measurement("python_turns_games_per_s", PER_SECOND, "games with one Python call a turn", python_turns),
)
COMMON = (
    Measurement("steps_per_s", PER_SECOND, "steps by code: list, index, apply", steps),
    Measurement("no_events_steps_per_s", PER_SECOND, "actions applied, events=False", actions_without_events),
    Measurement("events_steps_per_s", PER_SECOND, "actions applied, with events", actions_with_events),
    Measurement("copy_ns", NANOSECONDS, "copy of the state in C", c_copies),
    Measurement("clone_py_ns", NANOSECONDS, "Game.copy() with its history", python_copies),
)


@dataclass(frozen=True)
class BenchReport:
    """All figures of one table; `best` is the variant that is chosen where nothing is said."""

    ruleset: str
    players: int
    best: str
    by_variant: dict[str, dict[str, Figure]]
    common: dict[str, Figure]
    checksums: dict[str, int]
    state_bytes: int


def cpu_variants() -> tuple[str, ...]:
    """Return the CPU variants that run here, the best one last."""
    return tuple(engine.cpu_variants())


def report(ruleset: str, players: int, seconds: float, tell: Callable[[str], None] = lambda what: None) -> BenchReport:
    """Measure everything, each figure for so many seconds; `tell` hears what is being measured."""
    by_variant: dict[str, dict[str, Figure]] = {}
    checksums = {}
    for name in cpu_variants():
        with cpu_variant(name):
            checksums[name] = games_checksum(ruleset, players)
            by_variant[name] = {}
            for row in BY_VARIANT:
                tell(f"{row.title}, {name}")
                by_variant[name][row.key] = measure(row.make(ruleset, players), seconds)
    common = {}
    for row in COMMON:
        tell(row.title)
        common[row.key] = measure(row.make(ruleset, players), seconds)
    return BenchReport(ruleset, players, cpu_variants()[-1], by_variant, common, checksums, int(engine.STATE_BYTES))


def every_table(seconds: float, tell: Callable[[str], None] = lambda what: None) -> dict[str, dict[int, Figure]]:
    """Random games under every ruleset with every number of players, by the best variant."""
    figures: dict[str, dict[int, Figure]] = {}
    with cpu_variant(cpu_variants()[-1]):
        for ruleset in RULESETS:
            figures[ruleset] = {}
            for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
                tell(f"{ruleset}, {players} players")
                figures[ruleset][players] = measure(playout_rate(ruleset, players), seconds)
    return figures
