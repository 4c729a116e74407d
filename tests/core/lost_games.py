"""Games that one seat has nearly lost, and how a player of some level goes on from there."""

from __future__ import annotations

from dataclasses import dataclass

from acquire_core import RULESETS, Game, Record, Ruleset, ShuffledBag
from acquire_core.ai import find_level, make_bot
from acquire_core.ai.bots import Bot
from acquire_core.ai.search import Mind
from acquire_core.ai.weights import shipped_weights

GOOD = "strong"
TAUGHT = "taught expert"
"""The level expert with the other trained value, which a review does not use."""
LOST = 0.4
"""A seat is lost below this part of an even chance."""
OPENING_TURNS = 3
"""Turns of each seat before a game counts as lost."""


@dataclass(frozen=True)
class TableOfGames:
    name: str
    players: int
    rules: Ruleset


TABLES = (
    TableOfGames("classic", 4, RULESETS["classic"]),
    TableOfGames("classic", 2, RULESETS["classic"]),
    TableOfGames("classic", 6, RULESETS["classic"]),
    TableOfGames("teams", 4, RULESETS["classic"].replace(teams=True)),
    TableOfGames("tycoon-2023", 4, RULESETS["tycoon-2023"]),
    TableOfGames("rounds", 4, RULESETS["classic"].replace(simultaneous=True)),
)


def bot_of(level: str, seed: int) -> Bot:
    if level == TAUGHT:
        return Bot(find_level("expert"), seed, weights=shipped_weights("taught"))
    return make_bot(level, seed)


def lost_game(table: TableOfGames, seed: int) -> tuple[Game, int] | None:
    """Return a game of strong players at the moment when a seat has nearly lost it, and the seat; None if that never happens."""
    game = Game(table.rules, table.players, tiles=ShuffledBag(seed))
    bots = [bot_of(GOOD, seed * 10 + seat) for seat in range(table.players)]
    turn, opening = 0, OPENING_TURNS * (1 if table.rules.simultaneous else table.players)
    while not game.over:
        if game.turn != turn:
            turn = game.turn
            chances = Mind(seed).estimate(game.observe(None), 64, shipped_weights("net"))[0]
            worst = chances.index(min(chances))
            if turn > opening and chances[worst] < LOST / table.players:
                return game, worst
        game.apply(bots[game.to_move].choose(game.observe(game.to_move)).action)
    return None


def played_on(game: Game, seat: int, level: str, seed: int) -> Record:
    """Return the record of the game, played to its end: one seat by the level, the others by strong players."""
    game = game.copy()
    bots = [bot_of(level if one == seat else GOOD, seed * 10 + one + 5) for one in range(game.players)]
    while not game.over:
        game.apply(bots[game.to_move].choose(game.observe(game.to_move)).action)
    return game.record()
