"""Games of a level that searches, as samples for the trained value: what it finds out by looking ahead, the value learns.

The level plays with the value as it is. What seats saw when a turn had ended becomes a sample; its target is the result, mixed
with the values of later positions, as in self-play.
"""

from __future__ import annotations

import random

from acquire_core.actions import CHANCE, DrawTile
from acquire_core.engine.game import Game, Observation

from .bots import Bot
from .levels import find_level
from .search import Weights
from .training import SelfPlay

SURPRISES = 0.08
"""How often a weaker level decides, so that games differ and what follows from mistakes is seen."""
WEAKER = "club"
MOST_TURNS = 1000
"""A game that does not come to its end teaches nothing."""


def play_lesson(batch: SelfPlay, teacher: str, weights: Weights, opening: Observation, seed: int, trust: float) -> None:
    """One game of the rules and seats of this opening. `trust` is lambda: 1 believes results alone."""
    rng = random.Random(seed)
    game = Game(opening.ruleset, opening.players)
    seats = range(game.players)
    teachers, others = ([Bot(find_level(level), rng.getrandbits(60), weights=weights) for _ in seats]
                        for level in (teacher, WEAKER))
    rests: list[tuple[tuple[Observation, Observation], list[tuple[float, float]]]] = []
    noted = 0
    while not game.over and game.turn < MOST_TURNS:
        seat = game.to_move
        if seat == CHANCE or seat is None:
            if game.turn != noted:
                seen = [game.observe(each) for each in seats]
                worth = [found for each in seen if (found := batch.worth(weights, each)) is not None]
                if worth:
                    noted = game.turn
                    other = (game.current + 1 + rng.randrange(game.players - 1)) % game.players
                    rests.append(((seen[game.current], seen[other]), worth))
            _draw(game, rng)
        else:
            bot = others[seat] if rng.random() < SURPRISES else teachers[seat]
            game.apply_code(bot.choose(game.observe(seat)).code)
    if not game.over:
        return
    later = batch.outcome(game.observe(None))
    for views, worth in reversed(rests):
        for view in views:
            assert view.seat is not None
            batch.keep(view, *later[view.seat])
        later = [(trust * win + (1 - trust) * chance, trust * money + (1 - trust) * share)
                 for (win, money), (chance, share) in zip(later, worth, strict=True)]


def _draw(game: Game, rng: random.Random) -> None:
    """What chance does, each tile as likely as any other."""
    known = [each for each in game.legal_actions() if not isinstance(each, DrawTile) or each.tile is not None]
    game.apply(rng.choice(known), events=False)
