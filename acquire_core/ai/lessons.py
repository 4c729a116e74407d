"""Games of a level that searches, as samples for the trained value: what it finds out by looking ahead, the value learns.

The level plays with the weights that the training began with. What seats saw when a turn had ended becomes a sample; its target
is the result, mixed with the values of later positions, as in self-play. A game is kept as the codes of its actions, which are
small beside its samples: those are made from it again when a training goes on.
"""

from __future__ import annotations

import random
from array import array

from acquire_core.actions import CHANCE, DrawTile
from acquire_core.engine.game import Game, Observation

from .bots import Bot
from .levels import find_level
from .search import Weights
from .training import SelfPlay

SURPRISES = 0.08
"""How often a weaker level decides, so that games differ and what follows from mistakes is seen."""
WEAKER = "club"
MAX_TURNS = 1000
"""A game that does not come to its end teaches nothing."""


def play_lesson(teacher: str, weights: Weights, opening: Observation, seed: int) -> array[int]:
    """Return the codes of one game by the rules and seats of this opening, to its end or to `MAX_TURNS`."""
    rng = random.Random(seed)
    game = Game(opening.ruleset, opening.players)
    teachers, others = ([Bot(find_level(level), rng.getrandbits(60), weights=weights) for _ in range(game.players)]
                        for level in (teacher, WEAKER))
    codes = array("H")
    while not game.over and game.turn < MAX_TURNS:
        seat = game.to_move
        if seat == CHANCE or seat is None:
            code = _draw_code(game, rng)
        else:
            bot = others[seat] if rng.random() < SURPRISES else teachers[seat]
            code = bot.choose(game.observe(seat)).code
        codes.append(code)
        game.apply_code(code)
    return codes


def read_lesson(batch: SelfPlay, weights: Weights, opening: Observation, codes: array[int], seed: int,
                result_weight: float) -> None:
    """Add the samples of a game: what the mover and one other seat saw at the end of each turn.

    `result_weight` is lambda: with 1 the result alone counts.
    """
    rng = random.Random(seed)
    game = Game(opening.ruleset, opening.players)
    rests: list[tuple[tuple[Observation, Observation], list[tuple[float, float]]]] = []
    noted = 0
    for code in codes:
        if game.turn != noted and game.phase == "draw":
            seen = [game.observe(seat) for seat in range(game.players)]
            worth = [found for each in seen if (found := batch.worth(weights, each)) is not None]
            if worth:
                noted = game.turn
                other = (game.current + 1 + rng.randrange(game.players - 1)) % game.players
                rests.append(((seen[game.current], seen[other]), worth))
        game.apply_code(code)
    if not game.over:
        return
    later = batch.outcome(game.observe(None))
    for views, worth in reversed(rests):
        for view in views:
            assert view.seat is not None
            batch.keep(view, *later[view.seat])
        later = [(result_weight * win + (1 - result_weight) * chance, result_weight * money + (1 - result_weight) * share)
                 for (win, money), (chance, share) in zip(later, worth, strict=True)]


def _draw_code(game: Game, rng: random.Random) -> int:
    """Return what chance does, each tile as likely as any other."""
    known = [each for each in game.legal_actions() if not isinstance(each, DrawTile) or each.tile is not None]
    code = game.code_of(rng.choice(known))
    assert code is not None
    return code
