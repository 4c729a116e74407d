"""Computer players. A bot gets an `Observation` and answers with a `Decision`; it never sees a `Game`."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from acquire_core.actions import CHANCE, Action
from acquire_core.engine.game import Observation

from .levels import Level, find_level
from .search import Mind

MOST_MS = 3_600_000
NO_CODE = -1


@dataclass(frozen=True, slots=True)
class Considered:
    """One option that a search looked at; chances and money are means over the imagined games, by seat."""

    action: Action
    visits: int
    reward: float
    win_chances: tuple[float, ...]
    money: tuple[float, ...]
    line: tuple[Action, ...] = ()
    """What the bot would do after it in the same turn, as far as it has thought about that."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does, and on request what it looked at on the way (best first; empty where it did not search)."""

    action: Action
    code: int
    considered: tuple[Considered, ...] = ()


class BotError(ValueError):
    """A bot was asked what it cannot answer: another seat is to move, the game is over, or there is no time."""


class Bot:
    """A computer player of one level. Deterministic: the same seed and the same observations give the same decisions.

    Only a deadline or `stop` can make that depend on the machine, by ending a search early.
    """

    def __init__(self, level: Level, seed: int) -> None:
        self.level = level
        self.seed = seed
        self._mind = Mind(seed)

    def __repr__(self) -> str:
        return f"make_bot({self.level.name!r}, seed={self.seed})"

    def choose(self, observation: Observation, deadline_ms: float | None = None, explain: bool = False) -> Decision:
        """The bot's decision for the seat whose observation this is, at the latest `deadline_ms` after the call."""
        if not isinstance(observation, Observation):
            raise BotError(f"a bot decides on an Observation, not on a {type(observation).__name__}")
        if observation.over:
            raise BotError("the game is over: there is nothing to decide")
        if observation.seat is None or observation.to_move != observation.seat:
            viewer = "the public" if observation.seat is None else f"seat {observation.seat}"
            raise BotError(f"this is the view of {viewer}, but {_mover(observation)} is to move")
        with self._clock(deadline_ms):
            return self._decide(observation, explain)

    def stop(self) -> None:
        """End the decision that another thread is waiting for: it gets the best found so far."""
        self._mind.stop()

    def _decide(self, observation: Observation, explain: bool) -> Decision:
        level, mind = self.level, self._mind
        considered: tuple[Considered, ...] = ()
        if level.algorithm == "random":
            code = mind.random_code(observation)
        elif level.algorithm == "greedy":
            code = mind.greedy_code(observation, level.blur_dollars, level.lookahead)
        else:
            found = mind.flat_search(observation, level.playouts, level.win_weight, level.most_options)
            code = found[0][0] if found else NO_CODE
            if explain:
                considered = tuple(Considered(observation.action_of(option), visits, reward, chances, money)
                                   for option, visits, reward, chances, money in found)
        if code == NO_CODE:
            raise BotError(f"seat {observation.seat} is asked and has no choice: such an observation is corrupt")
        return Decision(observation.action_of(code), code, considered)

    @contextmanager
    def _clock(self, deadline_ms: float | None) -> Iterator[None]:
        self._mind.start()
        if deadline_ms is None:
            yield
            return
        if isinstance(deadline_ms, bool) or not isinstance(deadline_ms, int | float) or not 0 < deadline_ms <= MOST_MS:
            raise BotError(f"a decision needs more than 0 and at most {MOST_MS} milliseconds, not {deadline_ms!r}")
        timer = threading.Timer(deadline_ms / 1000, self._mind.stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _mover(observation: Observation) -> str:
    return "chance" if observation.to_move == CHANCE else f"seat {observation.to_move}"


def make_bot(level: int | str, seed: int) -> Bot:
    """A bot of a level, by number or name.

    >>> make_bot("casual", seed=1)
    make_bot('casual', seed=1)
    """
    return Bot(find_level(level), seed)
