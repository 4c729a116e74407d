"""Computer players. A bot gets an `Observation` and answers with a `Decision`; it never sees a `Game`."""

from __future__ import annotations

from dataclasses import dataclass

from acquire_core.actions import Action
from acquire_core.engine.game import Observation

from .levels import Level, find_level
from .search import Mind


@dataclass(frozen=True, slots=True)
class Considered:
    """One option that a search looked at; chances and money are means over the imagined games."""

    action: Action
    visits: int
    reward: float
    win_chance: float
    money: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does, and what it looked at on the way (empty where it did not search)."""

    action: Action
    code: int
    considered: tuple[Considered, ...] = ()


class BotError(ValueError):
    """A bot was asked what it cannot answer: another seat is to move, or the game is over."""


class Bot:
    """A computer player of one level. Deterministic: the same seed and the same observations give the same decisions."""

    def __init__(self, level: Level, seed: int) -> None:
        self.level = level
        self.seed = seed
        self._mind = Mind(seed)

    def __repr__(self) -> str:
        return f"make_bot({self.level.name!r}, seed={self.seed})"

    def choose(self, observation: Observation, explain: bool = False) -> Decision:
        """The bot's decision for the seat whose observation this is."""
        if observation.over:
            raise BotError("the game is over: there is nothing to decide")
        if observation.seat is None or observation.to_move != observation.seat:
            raise BotError(f"this is the view of seat {observation.seat}, but {observation.to_move} is to move")
        level, mind = self.level, self._mind
        if level.algorithm == "random":
            code = mind.random_code(observation)
        elif level.algorithm == "greedy":
            code = mind.greedy_code(observation, level.blur_dollars, level.lookahead)
        else:
            found = mind.flat_search(observation, level.playouts, level.win_weight, level.most_options)
            code = found[0][0]
            if explain:
                considered = tuple(Considered(observation.action_of(option), visits, reward, chance, money)
                                   for option, visits, reward, chance, money in found)
                return Decision(observation.action_of(code), code, considered)
        return Decision(observation.action_of(code), code)


def make_bot(level: int | str, seed: int) -> Bot:
    """A bot of a level, by number or name.

    >>> make_bot("casual", seed=1)
    make_bot('casual', seed=1)
    """
    return Bot(find_level(level), seed)
