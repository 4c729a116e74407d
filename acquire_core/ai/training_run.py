"""The training of a value, round by round.

By self-play a round plays games by the value as it is, and learns from them. With a teacher it plays games of a level that
searches with the weights of the beginning, puts them to those of the rounds before, and learns from all of them, for such games
are dear (docs/decisions/0005).

While the machine learns from one round it plays the next one on other cores; so in self-play that one still has the weights of
before. What comes out depends on the plan alone, neither on the number of cores nor on being stopped and resumed at a round.
"""

from __future__ import annotations

import base64
import json
import math
import random
import re
from array import array
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import InitVar, asdict, dataclass, field
from pathlib import Path
from typing import Any

from acquire_core.engine.game import Game, Observation
from acquire_core.ruleset import RULESETS, Ruleset

from .lessons import play_lesson, read_lesson
from .levels import LEVELS
from .search import Weights
from .training import SelfPlay, Trainer
from .weights import KIND, LAYOUT, TrainedValue

STATE_FORMAT = "acquire training 1"
BATCHES = 4
"""Parts of a round that may be played at the same time; a constant, because results must not depend on the cores."""

# How often each table is played, of all together. Every option that changes what things are worth is seen sometimes.
TABLES: tuple[tuple[int, str, int, dict[str, Any]], ...] = (
    (40, "classic", 4, {}),
    (10, "classic", 3, {}),
    (8, "classic", 2, {}),
    (6, "classic", 5, {}),
    (8, "classic", 6, {}),
    (3, "wikipedia-2008", 4, {}),
    (3, "revised-6515", 4, {}),
    (1, "revised-6515", 3, {}),
    (1, "revised-6515", 6, {}),
    (3, "dos-1988", 4, {}),
    (4, "tycoon-2023", 4, {}),
    (1, "tycoon-2023", 3, {}),
    (1, "tycoon-2023", 6, {}),
    (1, "tycoon-2023", 2, {}),
    (4, "classic", 4, {"special_powers": True}),
    (3, "classic", 4, {"teams": True}),
    (2, "classic", 4, {"founder_buys_four": True}),
    (1, "classic", 4, {"open_pick": True}),
)


TEACHERS = tuple(level.name for level in LEVELS if level.algorithm == "search" and level.worlds is not None)
"""Levels that search with the value, and find the same on every machine."""


MAX_LESSONS = 50_000
"""Games of a teacher in a training: their samples take 7 GB."""


class TrainingError(ValueError):
    """A training that cannot be begun or resumed; the message says why."""


@dataclass(frozen=True)
class Plan:
    """All that decides what comes out."""

    rounds: int = 3000
    games: int = 128
    """Games in a round."""
    seed: int = 1
    noise: float = 0.06
    """Deviation of what is added to values when options are compared, for variety."""
    trust: float = 0.9
    """Lambda: how much a result counts against the values on the way to it. Files of weights and of trainings have it under
    this name."""
    first_rate: float = 2e-3
    last_rate: float = 4e-5
    only: str = ""
    """A ruleset that is played alone with four players, instead of the mixture."""
    teacher: str = ""
    """A level whose games are learnt from, instead of self-play by value with noise. It plays with the weights of `start`."""
    start: str = ""
    """The digest of the weights that it begins with, instead of chance."""

    def __post_init__(self) -> None:
        if self.only and self.only not in RULESETS:
            raise TrainingError(f"there is no ruleset {self.only!r}; there are {', '.join(RULESETS)}")
        if self.teacher and self.teacher not in TEACHERS:
            raise TrainingError(f"{self.teacher!r} is not a teacher; levels that search with the value, but without a clock, are "
                                f"{', '.join(TEACHERS)}")
        if self.teacher and not self.start:
            raise TrainingError("a teacher searches with weights that know something: the plan must begin with some")
        if not (isinstance(self.start, str) and (not self.start or re.fullmatch("[0-9a-f]{64}", self.start))):
            raise TrainingError("the start of a plan is the digest of weights")
        if any(type(number) is not int for number in (self.rounds, self.games, self.seed)):
            raise TrainingError("the rounds, games and seed of a plan are whole numbers")
        if not (self.rounds > 0 and self.games >= BATCHES and 0 <= self.trust <= 1 and 0 <= self.noise < 1):
            raise TrainingError("a plan needs rounds, at least four games a round, and a trust and a noise between 0 and 1")
        if self.teacher and self.rounds * self.games > MAX_LESSONS:
            raise TrainingError(f"the games of a teacher are kept, and more than {MAX_LESSONS:,} are too many for the memory")
        if not (0 <= self.seed < 2**64 and 0 < self.first_rate < 1 and 0 < self.last_rate < 1):
            raise TrainingError("the seed of a plan has 64 bits, and its rates are between 0 and 1")

    def rate_of_round(self, number: int) -> float:
        """Return the step of Adam in a round: it falls by the same factor each round."""
        return float(self.first_rate * (self.last_rate / self.first_rate) ** (number / self.rounds))

    def list_tables(self) -> list[Observation]:
        """Return the public views of games not begun, each as often as it is to be played."""
        rows: Sequence[tuple[int, str, int, dict[str, Any]]] = ((1, self.only, 4, {}),) if self.only else TABLES
        found = []
        for times, name, players, options in rows:
            rules: Ruleset = RULESETS[name].replace(**options) if options else RULESETS[name]
            found += [Game(rules, players).observe(None)] * times
        return found


@dataclass(frozen=True)
class TrainingRound:
    """What a round was like. The losses are mean surprises in nats over all that was learnt from: of who won, and of shares of
    the money."""

    number: int
    games: int
    samples: int
    win_loss: float
    share_loss: float
    turns: float

    def __post_init__(self) -> None:
        if not all(type(count) is int and count >= 0 for count in (self.number, self.games, self.samples)):
            raise TrainingError("the counts of a round are whole numbers")
        if not all(math.isfinite(mean) for mean in (self.win_loss, self.share_loss, self.turns)):
            raise TrainingError("the losses of a round are numbers")


@dataclass
class Part:
    """Some games of a round."""

    samples: SelfPlay
    lessons: list[array[int]]
    """Games of a teacher as codes, in their order: their samples can be made from them again."""


@dataclass
class TrainingRun:
    """A plan and how far it has come."""

    plan: Plan
    done: list[TrainingRound] = field(default_factory=list)
    start: InitVar[TrainedValue | None] = None
    """The weights that the plan begins with, if not with chance; a resumed run has them already."""

    def __post_init__(self, start: TrainedValue | None) -> None:
        if (start is None and self.plan.start and not self.done) or (
                start is not None and start.digest != self.plan.start):
            raise TrainingError("these are not the weights that the plan begins with")
        numbers = bytes(start.weights) if start is not None else None
        self.trainer = Trainer(Weights(numbers, seed=self.plan.seed))
        self._acting = self._copy()                  # what plays the next round; for a teacher always the weights of the start
        self._tables = self.plan.list_tables()
        self._ahead: list[Future[Part]] = []
        self._held: list[Part] = []
        """All games of a teacher so far."""

    @property
    def finished(self) -> bool:
        return len(self.done) >= self.plan.rounds

    @property
    def games_played(self) -> int:
        return sum(played.games for played in self.done)

    def play_round(self, executor: Executor) -> TrainingRound:
        """Play and learn one more round; the next one is begun on the way."""
        number = len(self.done)
        if not self._ahead:
            self._ahead = self._begin(number, executor)
        played = [future.result() for future in self._ahead]
        if self.plan.teacher:
            self._held += played
        else:
            self._acting = self._copy()
        self._ahead = self._begin(number + 1, executor) if number + 1 < self.plan.rounds else []
        win, share = self._learn_from(number, self._held or played)
        games = sum(part.samples.games for part in played)
        self.done.append(TrainingRound(number + 1, games, sum(part.samples.count for part in played), win, share,
                               sum(part.samples.turns for part in played) / max(1, games)))
        return self.done[-1]

    def _learn_from(self, number: int, parts: Sequence[Part]) -> tuple[float, float]:
        """Pass over all of these once; return the mean losses."""
        order = list(range(len(parts)))
        if self.plan.teacher:
            random.Random(_mix_seed(self.plan.seed, number, 1 << 21)).shuffle(order)
        win = share = 0.0
        for at in order:
            batch = parts[at].samples
            losses = self.trainer.learn(batch, self.plan.rate_of_round(number), _mix_seed(self.plan.seed, number, 1 << 20 | at))
            win += losses[0] * batch.count
            share += losses[1] * batch.count
        samples = max(1, sum(part.samples.count for part in parts))
        return win / samples, share / samples

    def trained_value(self) -> TrainedValue:
        """Return what has been learnt so far, with the plan beside it."""
        unused = {"noise"} if self.plan.teacher else set()
        notes = {key: str(text) for key, text in asdict(self.plan).items() if key not in unused and text != ""}
        notes["games played"] = str(self.games_played)
        return TrainedValue(self._copy(), notes)

    def _begin(self, number: int, executor: Executor) -> list[Future[Part]]:
        return [executor.submit(self._play, self._acting, number, part) for part in range(BATCHES)]

    def _play(self, weights: Weights, number: int, part: int) -> Part:
        found = Part(SelfPlay(), [])
        for game in range(part, self.plan.games, BATCHES):
            table, seed = self._game_of_round(number, game)
            if self.plan.teacher:
                found.lessons.append(play_lesson(self.plan.teacher, weights, table, seed))
                read_lesson(found.samples, weights, table, found.lessons[-1], seed, self.plan.trust)
            else:
                found.samples.play(weights, table, seed, self.plan.noise * (1 + game % 3) / 2, self.plan.trust)
        return found

    def _game_of_round(self, number: int, game: int) -> tuple[Observation, int]:
        """Return what is played as one game of a round, and the seed of all chance in it."""
        seed = _mix_seed(self.plan.seed, number, game)
        return self._tables[_mix_seed(seed, 0, 1) % len(self._tables)], seed

    def _read_again(self, lessons: Sequence[Sequence[str]]) -> None:
        """Make the samples of saved lessons again: the games of each part of each round."""
        if len(lessons) != (len(self.done) * BATCHES if self.plan.teacher else 0):
            raise TrainingError("there are not as many lessons as it has learnt from")
        for number, played in enumerate(self.done if self.plan.teacher else ()):
            parts = [self._part_again(number, part, lessons[number * BATCHES + part]) for part in range(BATCHES)]
            found = sum(part.samples.games for part in parts), sum(part.samples.count for part in parts)
            if found != (played.games, played.samples):
                raise TrainingError(f"the lessons of round {number + 1} are not those that it has learnt from")
            self._held += parts

    def _part_again(self, number: int, part: int, lessons: Sequence[str]) -> Part:
        found = Part(SelfPlay(), [])
        games = range(part, self.plan.games, BATCHES)
        if len(lessons) != len(games):
            raise TrainingError(f"round {number + 1} has not as many lessons as games")
        for game, text in zip(games, lessons, strict=True):
            table, seed = self._game_of_round(number, game)
            found.lessons.append(array("H", base64.b64decode(text, validate=True)))
            read_lesson(found.samples, self._acting, table, found.lessons[-1], seed, self.plan.trust)
        return found

    def _copy(self) -> Weights:
        return Weights(bytes(self.trainer.weights))

    # --- stopping and resuming ------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write everything that `resume` needs, into a file beside that is then moved: a crash leaves the older file."""
        state = {
            "format": STATE_FORMAT, "layout": LAYOUT, "plan": {"value": KIND, **asdict(self.plan)},
            "done": [asdict(played) for played in self.done],
            "steps": self.trainer.steps, "trainer": base64.b64encode(self.trainer.state()).decode(),
            "acting": base64.b64encode(bytes(self._acting)).decode(),
            "lessons": [[base64.b64encode(codes).decode() for codes in part.lessons] for part in self._held],
        }
        beside = path.with_name(path.name + ".new")
        beside.write_text(json.dumps(state), encoding="ascii")
        beside.replace(path)

    @classmethod
    def resume(cls, path: Path) -> TrainingRun:
        """Return a run as it was saved."""
        try:
            state = json.loads(path.read_text(encoding="ascii"))
            if state.get("format") != STATE_FORMAT or state.get("layout") != LAYOUT:
                raise TrainingError("it is none that this version can go on with")
            if state["plan"].pop("value") != KIND:
                raise TrainingError("it is not the training of a net")
            plan, done = Plan(**state["plan"]), [TrainingRound(**played) for played in state["done"]]
            acting = Weights(base64.b64decode(state["acting"], validate=True))
            begun_with = TrainedValue(acting, {}) if plan.teacher or (plan.start and not done) else None
            run = cls(plan, done, begun_with)
            run.trainer.restore(base64.b64decode(state["trainer"], validate=True), state["steps"])
            run._acting = acting
            run._read_again(state.get("lessons", []))
        except (OSError, ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            raise TrainingError(f"{path} cannot be read as a training: {_why_no_training(error)}") from None
        return run


def _why_no_training(error: Exception) -> str:
    """Return what is wrong with a file, in words that need no knowledge of how it was read."""
    match error:
        case OSError():
            return error.strerror or str(error)
        case UnicodeDecodeError(object=data) if bytes(data).startswith(b"\xef\xbb\xbf"):
            return "it begins with a byte order mark, which some program has added: save it as plain text without one"
        case UnicodeDecodeError() | json.JSONDecodeError() | RecursionError():
            return "it does not hold what 'acquire train' writes"
        case TypeError() | KeyError() | AttributeError() | OverflowError():
            return "a part of it is missing or is something else than it should be"
    return str(error)


def _mix_seed(*numbers: int) -> int:
    """Return one seed made of several numbers."""
    seed = 0x9E3779B97F4A7C15
    for number in numbers:
        seed = ((seed ^ number) * 0xBF58476D1CE4E5B9 + 0x94D049BB133111EB) % 2**64
        seed ^= seed >> 29
    return seed
