"""Games between computer players in which one seat is judged (blunder_judge.py), and what was found, added up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from acquire_core import CHANCE, Game, Ruleset, ScriptedBag, ShuffledBag
from acquire_core.arena import level_player
from acquire_core.engine.game import MAX_TURNS

from .blunder_judge import Blunder, Judge

MIXED = ("1", "2", "3")
"""The others at the table, as often as there are seats."""

Player = Callable[[Game], int]
"""Asked for the code of a decision; a bot looks at its observation only."""


@dataclass
class Count:
    """What was found in some games: how often a blunder could have been made, and those that were, with their game."""

    games: int = 0
    not_judged: int = 0
    occasions: Counter[str] = field(default_factory=Counter)
    blunders: list[tuple[int, Blunder]] = field(default_factory=list)

    def add(self, other: Count) -> None:
        self.games += other.games
        self.not_judged += other.not_judged
        self.occasions.update(other.occasions)
        self.blunders.extend(other.blunders)

    def kinds(self) -> Counter[str]:
        return Counter(blunder.kind for _, blunder in self.blunders)


def judged_game(players: Sequence[Player], ruleset: Ruleset | str, bag_seed: int, judged: Collection[int],
                number: int = 0) -> Count:
    """Play a game to its end and judge some of the seats."""
    # The market's tiles are drawn here and not by the game: its copies wait for them too, so the judge can try others.
    game = Game(ruleset, len(players), tiles=ScriptedBag(ShuffledBag(bag_seed).order))
    chance, judge = random.Random(bag_seed), Judge()
    while not game.over and game.turn <= MAX_TURNS:
        if game.to_move == CHANCE:
            game.apply_code(chance.choice(game.legal_codes()))
            continue
        code = players[game.owed()[0]](game)
        judge.hear(game, code)
        game.apply_code(code)
    if not game.over:
        return Count(games=1)
    blunders = [(number, blunder) for blunder in judge.blunders(game) if blunder.seat in judged]
    occasions: Counter[str] = Counter()
    for (seat, kind), times in judge.occasions.items():
        occasions[kind] += times * (seat in judged)
    return Count(1, judge.not_judged, occasions, blunders)


def level_game(level: str, ruleset: Ruleset | str, seats: int, seed: int, think_ms: int | None, number: int) -> Count:
    """Game `number` of a level among others of mixed levels, seats rotating. Everything follows from the seed, but where a
    level thinks by the clock, here for so long."""
    judged = number % seats
    levels = [level if seat == judged else MIXED[(number // seats + seat) % len(MIXED)] for seat in range(seats)]
    players = [level_player(name, seat, (seed * 7919 + number * 64 + seat) % 2**63, think_ms) for seat, name in enumerate(levels)]
    return judged_game(players, ruleset, (seed * 1_000_003 + number) % 2**64, [judged], number)


def count_blunders(level: str, games: int, ruleset: Ruleset | str = "classic", seats: int = 4, seed: int = 1) -> Count:
    total = Count()
    for number in range(games):
        total.add(level_game(level, ruleset, seats, seed, None, number))
    return total
