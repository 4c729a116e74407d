"""Random games and what they come to. Game number i has the seed of the first plus i, whichever way it is played.

`RandomGames.play` runs a game inside the engine and keeps no history; `step` plays the very same game action by action, for
mergers and for records. `Tally` adds games up and keeps no game.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from acquire_core import Game, RandomPlayer, Ruleset
from acquire_core.engine.game import MAX_RANDOM_TURNS
from acquire_core.events import MergerBegan

MAX_TURNS = MAX_RANDOM_TURNS
"""A game without `stall_end` need not end; the engine stops a random one after so many turns, and so does `step`."""

SHARES = 60  # a shared first place is split; 60 can be divided by any number of seats
FEW_GAMES = 30  # with fewer, the normal distribution is not a good approximation
CONFIDENCE = 1.96  # standard deviations on either side of an interval of 95 %


class RandomGames:
    """The random games of one table, by number.

    >>> from acquire_core import RULESETS
    >>> games = RandomGames(RULESETS["classic"], players=3, seed=1)
    >>> games.play(5).standings() == games.step(5)[0].standings()
    True
    """

    def __init__(self, ruleset: Ruleset, players: int, seed: int) -> None:
        self.empty = Game(ruleset, players)
        self.seed = seed

    def seed_of(self, number: int) -> int:
        return (self.seed + number) & ((1 << 64) - 1)

    def play(self, number: int) -> Game:
        game = self.empty.copy()
        game.play_random(self.seed_of(number))
        return game

    def step(self, number: int) -> tuple[Game, int, int]:
        """Return the game with its history, its mergers, and its actions."""
        game = self.empty.copy()
        player = RandomPlayer(self.seed_of(number))
        mergers = actions = 0
        while not game.over and game.turn <= MAX_TURNS:
            code = player.code(game)
            if game.phase == "place" or game.ruleset.simultaneous:       # there the last answer of any step may open a merger
                mergers += sum(isinstance(event, MergerBegan) for event in game.apply(game.action_of(code)))
            else:
                game.apply_code(code)
            actions += 1
        return game, mergers, actions


@dataclass
class Spread:
    """Least, mean and most of a series that is not kept."""

    count: int = 0
    total: int = 0
    least: int = 0
    most: int = 0

    def add(self, value: int) -> None:
        self.least = min(self.least, value) if self.count else value
        self.most = max(self.most, value) if self.count else value
        self.count += 1
        self.total += value

    @property
    def mean(self) -> float | None:
        return self.total / self.count if self.count else None

    def as_dict(self) -> dict[str, float | int | None]:
        return {"mean": self.mean, "min": self.least if self.count else None, "max": self.most if self.count else None}


@dataclass
class Holder:
    """A seat or, in team play, a team: how often it won, and with how much money it ended."""

    wins: int = 0
    shared: int = 0
    parts: int = 0
    """Won games in parts of `SHARES`, a shared one divided among those who shared it."""
    money: Spread = field(default_factory=Spread)


class Tally:
    """What games came to, added up one by one. A game that was stopped counts as unfinished and as nothing else."""

    def __init__(self, holders: int) -> None:
        self.holders = [Holder() for _ in range(holders)]
        self.finished = 0
        self.unfinished = 0
        self.turns = Spread()
        self.mergers = Spread()
        self.end_reasons: Counter[str] = Counter()

    @property
    def games(self) -> int:
        return self.finished + self.unfinished

    def add(self, game: Game, mergers: int | None = None) -> None:
        """`mergers` is None for a game that was not stepped through."""
        if not game.over:
            self.unfinished += 1
            return
        self.finished += 1
        self.turns.add(game.turn)
        self.end_reasons[str(game.end_reason)] += 1
        if mergers is not None:
            self.mergers.add(mergers)
        standings = game.standings()
        winners = sum(rank == 1 for rank, _, _ in standings)
        for rank, number, dollars in standings:
            holder = self.holders[number]
            holder.money.add(dollars)
            if rank == 1:
                holder.parts += SHARES // winners
                if winners == 1:
                    holder.wins += 1
                else:
                    holder.shared += 1

    def share(self, number: int) -> float | None:
        """Return the part of all finished games that a holder won, from 0 to 1."""
        return self.holders[number].parts / SHARES / self.finished if self.finished else None

    def share_margin(self, number: int) -> float | None:
        """Return half of the 95 % interval around that share; None where there are too few games for one."""
        share = self.share(number)
        return None if share is None or self.finished < FEW_GAMES else CONFIDENCE * math.sqrt(share * (1 - share) / self.finished)

    def as_dict(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "finished": self.finished,
            "unfinished": self.unfinished,
            "holders": [{"wins": holder.wins, "shared_wins": holder.shared, "share": self.share(number),
                         "share_margin_95": self.share_margin(number), "money": holder.money.as_dict()}
                        for number, holder in enumerate(self.holders)],
            "turns": self.turns.as_dict(),
            "mergers": {**self.mergers.as_dict(), "games": self.mergers.count},
            "end_reasons": dict(self.end_reasons.most_common()),
        }
