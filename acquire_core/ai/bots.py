"""Computer players. A bot gets an `Observation` and answers with a `Decision`; it never sees a `Game`."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from acquire_core.actions import CHANCE, Action, DrawTile, Pick, Place
from acquire_core.engine.game import Observation
from acquire_core.refusals import IllegalAction

from .levels import Level, LevelError, find_level
from .personalities import Personality, PersonalityError, find_personality
from .search import Mind, Weights
from .weights import read_weights, shipped_weights

if TYPE_CHECKING:
    from .search import Found

HAND_PHASES = ("place", "replace_hand", "discard", "pick")
"""Decisions that nobody can take without knowing the hand."""
MAX_MS = 3_600_000
NO_CODE = -1
MAX_EXPLAINED = 128
"""Options with figures where a level that does not search is asked to explain; noise may have chosen any of them."""


@dataclass(frozen=True, slots=True)
class Considered:
    """One option that a search looked at; chances and money are means over the imagined games, by seat."""

    action: Action
    visits: int
    reward: float
    win_chances: tuple[float, ...]
    money: tuple[float, ...]
    line: tuple[Action, ...] = ()
    """What followed it in most of the imagined games: to the end of the turn, and further where they agree."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does, and on request what it looked at on the way (best first; empty where it did not search)."""

    action: Action
    code: int
    considered: tuple[Considered, ...] = ()


class BotError(ValueError):
    """A bot was asked what it cannot answer: another seat is to move, the game is over, there is no time, or it is thinking."""


class Bot:
    """A computer player of one level. Deterministic: the same seed and the same observations give the same decisions.

    Only a deadline or `stop` can make that depend on the machine, by ending a search early. It thinks in one thread at a time.
    """

    def __init__(self, level: Level, seed: int, personality: Personality | None = None, weights: Weights | None = None) -> None:
        refuse_personality(level, personality)
        self.level = level
        self.seed = seed
        self.personality = personality
        self._mind = Mind(seed)
        self._busy = threading.Lock()
        self._weights = (weights or shipped_weights(level.weights)) if level.weights else None

    def __repr__(self) -> str:
        of = "" if self.personality is None else f", personality={self.personality.name!r}"
        return f"make_bot({self.level.name!r}, seed={self.seed}{of})"

    def choose(self, observation: Observation, deadline_ms: float | None = None, explain: bool = False) -> Decision:
        """Return the decision for the seat whose observation this is, at most `deadline_ms` after the call."""
        if not isinstance(observation, Observation):
            raise BotError(f"a bot decides on an Observation, not on a {type(observation).__name__}")
        if observation.over:
            raise BotError("the game is over: there is nothing to decide")
        if not observation.is_asked:
            viewer = "the public" if observation.seat is None else f"seat {observation.seat}"
            raise BotError(f"this is the view of {viewer}, but {_name_mover(observation)} is to move")
        if observation.phase in HAND_PHASES and not observation.knows_own_hand:
            raise BotError(f"this view does not know all tiles that seat {observation.seat} holds: nobody can choose among them")
        if not self._busy.acquire(blocking=False):   # two searches would write into the same memory
            raise BotError("this bot is thinking about another decision, in another thread: each thread needs a bot of its own")
        try:
            with self._limit_time(deadline_ms):
                return self._find_decision(observation, explain)
        finally:
            self._busy.release()

    def stop(self) -> None:
        """End the decision that another thread is waiting for: it gets the best found so far."""
        self._mind.stop()

    def _find_decision(self, observation: Observation, explain: bool) -> Decision:
        level, mind = self.level, self._mind
        considered: tuple[Considered, ...] = ()
        found: list[Found] = []
        if level.algorithm == "random":
            code = mind.random_code(observation)
        elif level.algorithm == "greedy":
            code = mind.greedy_code(observation, level.blur_dollars, level.lookahead)
        elif level.algorithm == "value":
            assert self._weights is not None
            win_weight, style = self._reward_weights()
            code = mind.value_code(observation, self._weights, win_weight, level.noise, style)
            if explain:                              # by another mind: asking for figures must not change the decisions to come
                found = Mind(self.seed).search(observation, self._weights, 1, 0, win_weight, MAX_EXPLAINED, style=style,
                                               explain=True)
                found.sort(key=lambda option: option[0] != code)
        else:
            found = self._search_options(observation, explain)
            code = found[0][0] if found else NO_CODE
        if explain:
            considered = tuple(_describe_option(observation, option) for option in found)
        if code == NO_CODE:
            raise BotError(f"seat {observation.seat} is asked and has no choice: such an observation is corrupt")
        return Decision(observation.action_of(code), code, considered)

    def _reward_weights(self) -> tuple[float, tuple[float, ...] | None]:
        """Return how much of the reward is winning, and what the personality adds."""
        who = self.personality
        if who is None:
            return self.level.win_weight, None
        return self.level.win_weight if who.win_weight is None else who.win_weight, who.style

    def _search_options(self, observation: Observation, explain: bool) -> list[Found]:
        level = self.level
        win_weight, style = self._reward_weights()
        threads = search_threads() if level.lanes > 1 else None
        return self._mind.search(observation, self._weights, level.worlds, level.turns, win_weight, level.most_options,
                                 level.prior_weight, style, level.lanes, threads, level.believes, explain=explain)

    @contextmanager
    def _limit_time(self, deadline_ms: float | None) -> Iterator[None]:
        self._mind.start()
        if deadline_ms is None:
            deadline_ms = self.level.usual_ms
        if deadline_ms is None:
            yield
            return
        if isinstance(deadline_ms, bool) or not isinstance(deadline_ms, int | float) or not 0 < deadline_ms <= MAX_MS:
            raise BotError(f"a decision needs more than 0 and at most {MAX_MS} milliseconds, not {deadline_ms!r}")
        timer = threading.Timer(deadline_ms / 1000, self._mind.stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()                             # or it may ring in the next decision


def _describe_option(observation: Observation, found: Found) -> Considered:
    code, visits, reward, chances, money, line = found
    action = observation.action_of(code)
    return Considered(action, visits, reward, chances, money, tuple(_follow_line(observation, action, line)))


def _follow_line(observation: Observation, action: Action, codes: Sequence[int]) -> Iterator[Action]:
    """Yield the actions of a line, up to one that takes a tile which is only imagined there."""
    try:
        ahead = observation.after(action)[1]
        drawn = False
        for code in codes:
            while ahead.phase == "draw":
                ahead, drawn = ahead.after(DrawTile(ahead.current, None))[1], True
            if ahead.phase == "market_draw" or (drawn and ahead.phase == "discard"):
                return
            step = ahead.action_of(code)
            if isinstance(step, Place | Pick) and step.tile not in (*observation.hand, *(ahead.bag or ())):
                return
            ahead = ahead.after(step)[1]
            yield step
    except IllegalAction:                            # what was legal in imagined hands alone
        return


def _name_mover(observation: Observation) -> str:
    return "chance" if observation.to_move == CHANCE else f"seat {observation.to_move}"


@cache
def search_threads() -> ThreadPoolExecutor:
    """Return the threads of searches that use all cores: one pool for all bots, because there are no more cores."""
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="acquire-bot")


if hasattr(os, "register_at_fork"):                  # a forked process has none of these threads
    os.register_at_fork(after_in_child=search_threads.cache_clear)


def spread_seed(number: int) -> int:
    """Return a seed for a number, so that those of neighbours begin far from one another."""
    return number * 0x9E3779B97F4A7C15 % 2**64


def make_bot(level: int | str, seed: int, personality: str | Personality | None = None) -> Bot:
    """Return a bot of a level, by number or name, perhaps with a personality.

    >>> make_bot("casual", seed=1)
    make_bot('casual', seed=1)
    """
    return Bot(find_level(level), seed, find_personality(personality))


def refuse_personality(level: Level, personality: Personality | None) -> None:
    """Raise a PersonalityError if the level cannot show one."""
    if personality is not None and not level.weighs_options:
        raise PersonalityError(f"level {level.number} {level.name} has no personality: it does not weigh its options")


def who_is(name: str) -> tuple[Level, Personality | None]:
    """Return what `LEVEL` or `LEVEL/PERSONALITY` means; raise a NoSuchBot for anything else."""
    wanted, slash, liking = name.partition("/")
    level, personality = find_level(wanted), find_personality(liking) if slash else None
    refuse_personality(level, personality)
    return level, personality


def bot_named(name: str, seed: int) -> Bot:
    """Return a bot as the command line names it: `LEVEL` or `LEVEL/PERSONALITY`, each perhaps with `@FILE` of other weights.

    >>> bot_named("strong/raider", seed=1)
    make_bot('strong', seed=1, personality='raider')
    """
    who, at, path = name.partition("@")
    level, personality = who_is(who)
    if at and not level.weights:
        raise LevelError(f"level {level.number} {level.name} has no trained value, so it takes no weights")
    return Bot(level, seed, personality, _weights_of(path) if at else None)


def proper_name(name: str) -> str:
    """Return the one spelling of a level, perhaps with a personality; raise a NoSuchBot for anything else.

    >>> proper_name("4"), proper_name("5/raider")
    ('strong', 'expert/raider')
    """
    level, personality = who_is(name)
    return level.name if personality is None else f"{level.name}/{personality.name}"


@cache
def _weights_of(path: str) -> Weights:
    return read_weights(Path(path)).weights
