"""Thousands of games at once, with NumPy arrays at the edge: random games in bulk, and games that a policy plays side by side.

The compiled `ai/parallel_games.pyx` does the work, without the GIL; this file holds arrays and their shapes. Results depend on
seeds alone, and a game is the one that `Game` plays with the same seed. docs/developers/research.md explains how to use it.

>>> results = play_random_batch("classic", players=4, games=1000, seed=1)
>>> results.money.shape, float(results.win_shares.sum())
((1000, 4), 1000.0)
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError("acquire_core.batch needs NumPy: pip install 'acquire-p2p[rl]'") from error

from .ai.parallel_games import (
    BIDS,
    BLOCKS_IN_ROUNDS,
    BLOCKS_OF_FEATURES,
    CODE_COUNT_IN_ROUNDS,
    FEATURE_COUNT,
    FEATURE_COUNT_IN_ROUNDS,
    LAYOUT_VERSION,
    ParallelGames,
    observe_into,
    random_batch,
)
from .engine.game import CODE_COUNT, END_REASONS, MAX_TURNS, Game, Observation
from .engine.game import PHASES as PHASES_OF_TURNS
from .ruleset import Ruleset

__all__ = ["BIDS", "CODE_COUNT", "CODE_COUNT_IN_ROUNDS", "END_REASONS", "FEATURE_COUNT", "FEATURE_COUNT_IN_ROUNDS", "LAYOUT",
           "LAYOUT_IN_ROUNDS", "LAYOUT_VERSION", "PHASES", "Batch", "Block", "Results", "action_mask", "block", "code_count",
           "code_in_game", "feature_count", "features", "play_random_batch"]

PHASES = (*PHASES_OF_TURNS, "bid")
"""What may be asked; `bid` in simultaneous play alone."""
AT_ONCE = 20_000
"""Random games in one compiled call: between two of them Ctrl-C is heard."""

Floats: TypeAlias = NDArray[np.float32]
Numbers: TypeAlias = NDArray[Any]


# --- the layout of an observation -------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class Block:
    """Some neighbouring features: their place, what they were divided by, and the highest that each can be."""

    name: str
    start: int
    stop: int
    scale: float
    highest: float


def _list_layout(blocks: Sequence[tuple[str, int, float, float]], end: int) -> tuple[Block, ...]:
    stops = [start for _, start, _, _ in blocks[1:]] + [end]
    return tuple(Block(name, start, stop, scale, highest)
                 for (name, start, scale, highest), stop in zip(blocks, stops, strict=True))


LAYOUT: tuple[Block, ...] = _list_layout(BLOCKS_OF_FEATURES, FEATURE_COUNT)
"""All blocks in order; the table in docs/developers/research.md says what they mean."""
LAYOUT_IN_ROUNDS: tuple[Block, ...] = LAYOUT + _list_layout(BLOCKS_IN_ROUNDS, FEATURE_COUNT_IN_ROUNDS)
"""The same in simultaneous play, with what only rounds have behind it."""


def block(name: str) -> slice:
    """Return where a block lies.

    >>> observations = Batch(players=3, games=5).observe()
    >>> observations[0, block("seats")].tolist()
    [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]
    """
    for found in LAYOUT_IN_ROUNDS:
        if found.name == name:
            return slice(found.start, found.stop)
    raise KeyError(f"no block is called {name!r}; there are {', '.join(found.name for found in LAYOUT_IN_ROUNDS)}")


def feature_count(ruleset: Ruleset) -> int:
    """Return how many numbers an observation has under these rules."""
    return FEATURE_COUNT_IN_ROUNDS if ruleset.simultaneous else FEATURE_COUNT


def features(seen: Observation, out: Floats | None = None) -> Floats:
    """Return what one seat may know, as so many numbers as `feature_count` says."""
    numbers: Floats = _array_or_new(out, (feature_count(seen.ruleset),), np.float32)
    observe_into(seen, numbers)
    return numbers


# --- codes ------------------------------------------------------------------------------------------------------------

def code_count(ruleset: Ruleset) -> int:
    """Return how many codes there are under these rules: in simultaneous play there is one more for each of BIDS."""
    return CODE_COUNT_IN_ROUNDS if ruleset.simultaneous else CODE_COUNT


def code_in_game(code: int, ruleset: Ruleset) -> int:
    """Return the code that `Game` and `Observation` have for a code of this module. Only those of bids differ.

    >>> from acquire_core import RULESETS
    >>> rounds = RULESETS["classic"].replace(simultaneous=True)
    >>> [code_in_game(CODE_COUNT + number, rounds) - CODE_COUNT for number in (0, 3, 7, 15)]
    [0, 3, 8, 60]
    """
    number = operator.index(code)
    if not 0 <= number < code_count(ruleset):
        raise ValueError(f"{number} is not an action code; codes run from 0 to {code_count(ruleset) - 1}")
    return number if number < CODE_COUNT else CODE_COUNT + BIDS[number - CODE_COUNT] // 100


def action_mask(seen: Observation) -> NDArray[np.int8]:
    """Return 1 for each code that the seat may choose now; all 0 if it is not asked."""
    mask = np.zeros(code_count(seen.ruleset), np.int8)
    legal = seen.legal_codes()
    if seen.phase == "bid":
        legal = [CODE_COUNT + number for number, dollars in enumerate(BIDS) if dollars // 100 < len(legal)]
    mask[legal] = 1
    return mask


# --- results ----------------------------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """How games stand or ended, one row each. In team play ranks and parts of the win are those of a seat's team."""

    numbers: Numbers
    """Which games of the batch these are."""
    seeds: Numbers
    money: Numbers
    """Cash by seat, in dollars."""
    ranks: Numbers
    """By seat, from 1; equal money shares a rank."""
    win_shares: Numbers
    """By seat: 1 for winning alone, a part of it for sharing the first place."""
    turns: Numbers
    end_reasons: Numbers
    """Indices into END_REASONS; 0 is a game that is not over."""
    sizes: Numbers
    """Tiles of each chain, in list order."""

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def over(self) -> Numbers:
        """Return which of the games ended by the rules."""
        ended: Numbers = self.end_reasons != 0
        return ended

    @property
    def columns(self) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers, Numbers]:
        return self.money, self.ranks, self.win_shares, self.turns, self.end_reasons, self.sizes


def _empty_results(numbers: Numbers, seeds: Numbers, players: int) -> Results:
    """Return an empty table with a row for each of these games."""
    games = len(numbers)
    return Results(numbers, seeds, money=np.zeros((games, players), np.int32), ranks=np.zeros((games, players), np.uint8),
                   win_shares=np.zeros((games, players)), turns=np.zeros(games, np.int32),
                   end_reasons=np.zeros(games, np.uint8), sizes=np.zeros((games, 7), np.uint8))


def play_random_batch(ruleset: Ruleset | str = "classic", players: int = 4, games: int = 1000, seed: int = 1) -> Results:
    """Play whole random games. Game i is the one that `Game(ruleset, players).play_random(seed + i)` plays.

    The GIL is released, so several threads play several batches at once. A ruleset without the stall end may leave a game
    unfinished: see `Results.over`.
    """
    Game(ruleset, players)                           # refuses rules that do not exist, or not for so many
    if games < 0:
        raise ValueError(f"a number of games is not {games}")
    numbers = np.arange(games, dtype=np.int64)
    found = _empty_results(numbers, _seeds_of(seed, numbers), players)
    for first in range(0, games, AT_ONCE):
        part = slice(first, min(games, first + AT_ONCE))
        money, ranks, win_shares, turns, end_reasons, sizes = found.columns
        random_batch(ruleset, players, int(found.seeds[first]), part.stop - first,
                     (money[part], ranks[part], win_shares[part], turns[part], end_reasons[part], sizes[part]))
    return found


# --- lock step --------------------------------------------------------------------------------------------------------

class Batch:
    """Games that take a step at a time, all together: a policy sees them as one array and answers with one code a game.

    Game i has the bag `ShuffledBag(seed + i)`, and tiles come from it by themselves. A game is done when it is over, or given up
    behind `most_turns` turns; then its row of observations and masks is zeros, and its code is not looked at. With
    `auto_reset` the next game begins in its place at once, with the seed that is `games` higher.

    In simultaneous play a sealed step is asked seat by seat, in table order, and no observation shows an answer of others before
    the last is in.

    >>> batch = Batch("classic", players=4, games=3, seed=7)
    >>> batch.observe().shape, batch.masks().shape
    ((3, 1920), (3, 10044))
    >>> rng = np.random.default_rng(1)
    >>> while not batch.done.all():
    ...     ended = batch.step(batch.random_codes(rng))
    >>> batch.results().over.tolist()
    [True, True, True]
    """

    to_move: Numbers
    """The seat that is asked in each game; -1 where a game is done."""
    phases: Numbers
    """What it is asked, as an index into PHASES."""
    turns: Numbers
    seeds: Numbers

    def __init__(self, ruleset: Ruleset | str = "classic", players: int = 4, games: int = 1000, seed: int = 1, *,
                 auto_reset: bool = False, most_turns: int = MAX_TURNS) -> None:
        self.ruleset = Game(ruleset, players).ruleset
        self.players = players
        self.games = games
        self.auto_reset = auto_reset
        self.most_turns = most_turns
        self._games = ParallelGames(ruleset, players, games, seed, most_turns)
        self._read_heads()

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games, {self.ruleset.name}, {self.players} players, {int(self.done.sum())} done>"

    def __len__(self) -> int:
        return self.games

    @property
    def done(self) -> Numbers:
        """Return which games ask for nothing any more."""
        return self.to_move < 0

    def observe(self, seats: Any = None, out: Floats | None = None) -> Floats:
        """Return a row of features for each game, as the seat to move sees it, or as `seats` do (one for all, or one a game)."""
        wanted = None
        if seats is not None:
            wanted = np.ascontiguousarray(np.broadcast_to(_whole_numbers(seats, "seats"), (self.games,)))
            if wanted.min() < -1 or wanted.max() >= self.players:
                raise ValueError(f"seats run from 0 to {self.players - 1}, or -1 for none")
            wanted = wanted.astype(np.int8)
        numbers: Floats = _array_or_new(out, (self.games, feature_count(self.ruleset)), np.float32)
        self._games.observe(wanted, numbers)
        return numbers

    def masks(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Return True for each legal code, a row a game."""
        mask: NDArray[np.bool_] = _array_or_new(out, (self.games, code_count(self.ruleset)), np.bool_)
        self._games.masks(mask)
        return mask

    def legal(self) -> tuple[Numbers, Numbers]:
        """Return the same without the zeros: (codes, starts); those of game i are `codes[starts[i]:starts[i + 1]]`, ascending."""
        starts = np.zeros(self.games + 1, np.int64)
        return np.frombuffer(self._games.legal(starts), np.uint16), starts

    def random_codes(self, generator: np.random.Generator) -> Numbers:
        """Return a legal code for each game, uniform over all; 0 where a game is done."""
        codes, starts = self.legal()
        counts = np.diff(starts)
        chosen = np.zeros(self.games, np.int64)
        asked = counts > 0
        chosen[asked] = codes[starts[:-1][asked] + generator.integers(counts[asked])]
        return chosen

    def step(self, codes: Any) -> Results:
        """Carry out a code in each game, and the chance behind it; return the results of the games that this has ended.

        IllegalAction, or ValueError for anything but a code, names the first game with an illegal one; nothing has changed then.
        """
        given = np.ascontiguousarray(_whole_numbers(codes, "codes"), np.int64)
        if given.shape != (self.games,):
            raise ValueError(f"a step takes one code a game, so {self.games}, not an array of the shape {given.shape}")
        ended = np.zeros(self.games, np.bool_)
        self._games.step(given, ended)
        results = self._results_of(np.flatnonzero(ended))
        if self.auto_reset and len(results):
            self._games.begin_again(results.numbers)
        self._read_heads()
        return results

    def results(self) -> Results:
        """Return how all games stand now."""
        return self._results_of(np.arange(self.games, dtype=np.int64))

    def reset(self, seeds: Any = None) -> None:
        """Begin all games anew, each with its own of `seeds`, or with its next one."""
        given = None
        if seeds is not None:
            given = _whole_numbers(seeds, "seeds")
            if given.shape != (self.games,) or given.min() < 0:
                raise ValueError(f"{self.games} games need as many seeds from 0 to {2**64 - 1}")
            given = np.ascontiguousarray(given, np.uint64)
        self._games.begin_again(np.arange(self.games, dtype=np.int64), given)
        self._read_heads()

    def _results_of(self, numbers: Numbers) -> Results:
        found = _empty_results(numbers, self.seeds[numbers], self.players)
        self._games.results(numbers, found.columns)
        return found

    def _read_heads(self) -> None:
        """Read the state of all games into new arrays: what was read before a step stays as it was."""
        self.to_move = np.zeros(self.games, np.int8)
        self.phases = np.zeros(self.games, np.uint8)
        self.turns = np.zeros(self.games, np.int32)
        self.seeds = np.zeros(self.games, np.uint64)
        self._games.heads(self.to_move, self.phases, self.turns, self.seeds)


# --- arrays from outside ----------------------------------------------------------------------------------------------

def _seeds_of(first: int, numbers: Numbers) -> Numbers:
    """Return the seeds of games: 64-bit numbers that go round."""
    if not 0 <= first < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to {2**64 - 1}, not {first}")
    return np.uint64(first) + numbers.astype(np.uint64)


def _whole_numbers(values: Any, what: str) -> Numbers:
    """Return an array of whole numbers; raise a TypeError for floats and truth values, which are a mistake."""
    array = np.asarray(values)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what} are whole numbers, not {array.dtype}")
    return array


def _array_or_new(out: Any, shape: tuple[int, ...], kind: type) -> Any:
    """Return `out` if it is such an array, else a new one."""
    if out is None:
        return np.empty(shape, kind)
    if not isinstance(out, np.ndarray) or out.dtype != kind or out.shape != shape or not out.flags.c_contiguous:
        raise ValueError(f"out must be a contiguous array of {np.dtype(kind)} and the shape {shape}")
    return out
