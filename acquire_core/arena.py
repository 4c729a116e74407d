"""Matches between computer players, measured fairly: the same bags with seats rotated, wins with their interval, ratings.

Results depend on the seed alone, never on the executor; only the highest level thinks by the clock. A shared first
place is divided. Entries are computer players as `bot_named` reads them, or `cmd:` and the command line of a program
that speaks docs/developers/bot-protocol.md.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from .ai import bot_named
from .ai.external import ExternalBot, Limits, split_command
from .ai.levels import COMMAND
from .engine.game import MAX_TURNS, Game
from .rating import Order, plackett_luce, wilson_interval
from .ruleset import MAX_PLAYERS, MIN_PLAYERS, Ruleset
from .tile_source import ShuffledBag

MAX_ENTRIES = 12
GAMES_AHEAD = 64
"""Tasks, mostly of one game, that an executor is given before the first of them is back."""
LOOKS_PER_SECOND = 5
MAX_GIVEN_UP = 2
"""Games in which a program was given up, before it is not started any more in this run: its games would take minutes."""
PROGRAMS_AHEAD = 8
"""Where programs play: what became of one in a game counts from so many games later on, and no more are played at once. So the
games do not depend on how many those are."""


class ArenaMatchError(ValueError):
    """A match that cannot be played; the message says why."""


class Halted(Exception):
    """A game that was left because its match was halted."""


@dataclass(frozen=True)
class ArenaMatch:
    """What is played: entries, one for each seat. With fewer `players` than entries it is a round robin.

    Then every choice of so many entries sits down together; each bag is played at every table with each rotation of the seats.

    >>> ArenaMatch(("4", "2", "2"), seed=7).tables
    (('4', '2', '2'),)
    >>> ArenaMatch(("0", "1", "2"), players=2).tables
    (('0', '1'), ('0', '2'), ('1', '2'))
    """

    seats: tuple[str, ...]
    ruleset: Ruleset | str = "classic"
    seed: int = 1
    players: int | None = None
    limits: Limits = Limits()
    """How long programs may think."""
    think_ms: int | None = None
    """How long our levels may that think by the clock; None leaves it to them."""

    def __post_init__(self) -> None:
        size = self.table_size
        if not MIN_PLAYERS <= size <= MAX_PLAYERS:
            raise ArenaMatchError(f"a table has {MIN_PLAYERS} to {MAX_PLAYERS} seats, not {size}")
        if not size <= len(self.seats) <= MAX_ENTRIES:
            raise ArenaMatchError(f"{size} seats at a table need {size} to {MAX_ENTRIES} entries, not {len(self.seats)}")
        for entry in self.seats:
            check_entry(entry)
        Game(self.ruleset, size)                     # refuses rules that do not exist, or not for so many

    @property
    def table_size(self) -> int:
        return len(self.seats) if self.players is None else self.players

    @cached_property
    def tables(self) -> tuple[tuple[str, ...], ...]:
        return tuple(dict.fromkeys(combinations(self.seats, self.table_size)))

    @property
    def games_a_round(self) -> int:
        """Return the games in which every bag is played completely; a multiple of it is perfectly fair."""
        return len(self.tables) * self.table_size

    def seating_of(self, number: int) -> tuple[int, tuple[str, ...]]:
        """Return the bag of game `number`, and the entries by seat."""
        bag, within = divmod(number, self.games_a_round)
        rotation, table = divmod(within, len(self.tables))
        entries = self.tables[table]
        return bag, entries[rotation:] + entries[:rotation]


def check_entry(entry: str) -> None:
    """Raise a NoSuchBot or ArenaMatchError for what is neither a computer player of ours nor a command."""
    if not entry.startswith(COMMAND):
        bot_named(entry, 0)
        return
    try:
        words = split_command(entry.removeprefix(COMMAND))
    except ValueError as error:
        raise ArenaMatchError(f"the command of {entry!a} cannot be read: {error}") from None
    if not words:
        raise ArenaMatchError(f"{COMMAND!r} is followed by the command line of a program, for example '{COMMAND}./my-bot'")


@dataclass
class HaltFlag:
    """Whether the games of one run were halted. Only threads share it; other executors play all they were given."""

    halted: bool = False


@dataclass(frozen=True)
class GameResult:
    """One game by seat: entry, part of the win, rank, and money; the decisions lost by programs; time where it was taken."""

    number: int
    seats: tuple[str, ...]
    wins: tuple[float, ...]
    ranks: tuple[int, ...]
    money: tuple[int, ...]
    turns: int
    finished: bool
    faults: tuple[Mapping[str, int], ...]
    decisions: tuple[int, ...]
    given_up: tuple[str, ...]
    """Programs that were no longer asked in this game, or were not started at all."""
    seconds: tuple[float, ...] = field(compare=False)

    @property
    def finishing_order(self) -> Order:
        """Return the entries in the order in which they finished, best first."""
        groups: dict[int, list[str]] = {}
        for rank, entry in sorted(zip(self.ranks, self.seats, strict=True)):
            groups.setdefault(rank, []).append(entry)
        return list(groups.values())


@dataclass(frozen=True)
class EntryScore:
    """How one kind of player did over all games it sat in; `games` counts seats."""

    bot: str
    games: int
    wins: float
    mean_money: float
    rating: float = 0.0
    """Plackett–Luce, in points around a mean of 0."""
    faults: Mapping[str, int] = field(default_factory=dict)
    decisions: int = 0
    seconds: float = field(default=0.0, compare=False)

    @property
    def win_share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Return Wilson's 95 % interval of the share."""
        return wilson_interval(self.wins, self.games)

    @property
    def milliseconds(self) -> float:
        """Return the mean time of a decision."""
        return 1000 * self.seconds / self.decisions if self.decisions else 0.0


# --- one game ---------------------------------------------------------------------------------------------------------

def play_game(match: ArenaMatch, number: int, unwelcome: frozenset[str] = frozenset(),
              halt: HaltFlag | None = None) -> GameResult:
    """Play game `number` of a match; programs that are `unwelcome` are not started."""
    halt = halt or HaltFlag()
    bag, entries = match.seating_of(number)
    seats = range(len(entries))
    game = Game(match.ruleset, len(entries), tiles=ShuffledBag((match.seed * 1_000_003 + bag) % 2**64))
    decisions, seconds = [0 for _ in seats], [0.0 for _ in seats]
    with ExitStack() as running:
        programs: dict[int, ExternalBot] = {}
        players: list[Callable[[Game], int]] = []
        for seat, entry in enumerate(entries):
            seed = (match.seed * 7919 + number * 64 + seat) % 2**63
            if entry.startswith(COMMAND):
                program = ExternalBot(entry.removeprefix(COMMAND), game, seat, seed, match.limits, entry not in unwelcome)
                programs[seat] = running.enter_context(program)
                players.append(program.choose_code)
            else:
                players.append(level_player(entry, seat, seed, match.think_ms))
        while not game.over and game.turn <= MAX_TURNS:    # a game that is given up counts for nobody
            if halt.halted:
                raise Halted
            seat = game.owed()[0]
            began = time.perf_counter()
            code = players[seat](game)
            seconds[seat] += time.perf_counter() - began
            decisions[seat] += 1
            game.apply_code(code)
        for program in programs.values():
            program.finish_game(game)
    wins, ranks = _divide_win(game)
    faults = tuple(dict(programs[seat].faults) if seat in programs else {} for seat in seats)
    given_up = tuple(entries[seat] for seat, program in programs.items() if program.given_up)
    return GameResult(number, entries, wins, ranks, tuple(game.snapshot()["cash"]), game.turn, game.over, faults,
                      tuple(decisions), given_up, tuple(seconds))


def level_player(entry: str, seat: int, seed: int, think_ms: int | None) -> Callable[[Game], int]:
    """Return the function that decides for a computer player of ours; `think_ms` is for levels that think by the clock."""
    bot = bot_named(entry, seed)
    deadline_ms = None if bot.level.usual_ms is None else think_ms
    return lambda game: bot.choose(game.observe(seat), deadline_ms).code


def _divide_win(game: Game) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Return each seat's part of the win, and its rank; in team play those of its team."""
    by_side = {side: rank for rank, side, _ in game.standings()}
    ranks = tuple(by_side[seat % 2 if game.ruleset.teams else seat] for seat in range(game.players))
    return tuple((rank == 1) / ranks.count(1) for rank in ranks), ranks


# --- many games -------------------------------------------------------------------------------------------------------

def play_games(match: ArenaMatch, games: int, executor: Executor | None = None, halt: HaltFlag | None = None, *,
               batch: int = 1, ahead: int = GAMES_AHEAD) -> Iterator[GameResult]:
    """Yield games 0 … games-1 in this order, as far as they were played before the match was halted.

    Where a task costs more than a short game, as on another machine, a `batch` of games makes one task; `ahead` tasks are
    given away before the first of them is back. Where programs play, a task is one game, and at most `PROGRAMS_AHEAD` are given.
    """
    halt, unwelcome = halt or HaltFlag(), Unwelcome()
    if any(entry.startswith(COMMAND) for entry in match.seats):
        batch, ahead = 1, min(ahead, PROGRAMS_AHEAD)
    try:
        for result in (_one_by_one(match, games, halt, unwelcome) if executor is None else
                       _play_spread(match, games, executor, halt, unwelcome, batch, ahead)):
            unwelcome.note_result(result)
            yield result
    except Halted:
        return


class Unwelcome:
    """From which game on a program is not worth another start, as the results before it show."""

    def __init__(self) -> None:
        self._given_up: Counter[str] = Counter()
        self._from: dict[str, int] = {}

    def note_result(self, result: GameResult) -> None:
        for entry in set(result.given_up):
            self._given_up[entry] += 1
            if self._given_up[entry] == MAX_GIVEN_UP:
                self._from[entry] = result.number + PROGRAMS_AHEAD

    def in_game(self, number: int) -> frozenset[str]:
        return frozenset(entry for entry, first in self._from.items() if first <= number)


def _one_by_one(match: ArenaMatch, games: int, halt: HaltFlag, unwelcome: Unwelcome) -> Iterator[GameResult]:
    for number in range(games):
        yield play_game(match, number, unwelcome.in_game(number), halt)


def _play_spread(match: ArenaMatch, games: int, executor: Executor, halt: HaltFlag, unwelcome: Unwelcome, batch: int,
            ahead: int) -> Iterator[GameResult]:
    pending: deque[Future[list[GameResult]]] = deque()
    batches = (range(first, min(first + batch, games)) for first in range(0, games, batch))
    try:
        while True:
            while len(pending) < ahead and (numbers := next(batches, None)) is not None:
                pending.append(executor.submit(_play_all, match, numbers, unwelcome.in_game(numbers.start), halt))
            if not pending:
                return
            # Waiting in short pieces lets Ctrl-C through on every system.
            while not pending[0].done() and not halt.halted:
                wait(list(pending)[:1], timeout=1 / LOOKS_PER_SECOND)
            if not pending[0].done():
                return
            yield from pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()


def _play_all(match: ArenaMatch, numbers: range, unwelcome: frozenset[str], halt: HaltFlag) -> list[GameResult]:
    return [play_game(match, number, unwelcome, halt) for number in numbers]


def add_up(seats: Sequence[str], results: Sequence[GameResult]) -> list[EntryScore]:
    """Return one entry for each kind of player, in the order of the seats. Games that were stopped do not count."""
    finished = [result for result in results if result.finished]
    ratings = plackett_luce(result.finishing_order for result in finished)
    entries = []
    for bot in dict.fromkeys(seats):
        counted = [(result, seat) for result in finished for seat, entry in enumerate(result.seats) if entry == bot]
        sat = [(result, seat) for result in results for seat, entry in enumerate(result.seats) if entry == bot]
        faults: Counter[str] = Counter()
        for result, seat in sat:
            faults.update(result.faults[seat])
        entries.append(EntryScore(
            bot, len(counted), sum(result.wins[seat] for result, seat in counted),
            sum(result.money[seat] for result, seat in counted) / len(counted) if counted else 0.0,
            ratings.get(bot, 0.0), dict(sorted(faults.items())), sum(result.decisions[seat] for result, seat in sat),
            sum(result.seconds[seat] for result, seat in sat)))
    return entries
