"""Acquire: the rules of every edition, exact and fast.

A two-minute tour:

>>> from acquire_core import Game, ShuffledBag
>>> game = Game("classic", players=3, tiles=ShuffledBag(seed=7))
>>> game.to_move, game.phase, game.turn
(1, 'place', 1)
>>> [str(action.tile) for action in game.legal_actions()]
['3E', '4C', '4G', '6H', '8D', '12C']

Actions are intents, events are facts:

>>> events = game.play("1 place 8D")
>>> events[0]
TilePlaced(seat=1, tile='8D')
>>> game.phase
'buy'

A refused action has changed nothing and says why:

>>> game.play("1 buy Tower")
Traceback (most recent call last):
...
acquire_core.actions.IllegalAction: 1 buy Tower: that chain is not for sale

Programs that loop use integer codes, bots get observations:

>>> game.apply_code(game.legal_codes()[0])
>>> seen = game.observe(2)
>>> seen.hand_counts, len(seen.hand)
((6, 6, 6), 6)
"""

from .actions import (CHANCE, Action, Buy, ChooseNext, ChooseSurvivor, DeclareEnd, Discard, Dispose, DrawTile, Found,
                      IllegalAction, MarketTile, Pass, Pick, Place, Reason, ReplaceHand, Retire, Show, StartTile, Stop, Trade2,
                      UsePower)
from .engine.game import Game, Observation, RandomPlayer
from .ruleset import RULESETS, Ruleset, RulesetError
from .tile_source import ScriptedBag, ShuffledBag, TileSource

__all__ = [
    "CHANCE", "RULESETS", "Action", "Buy", "ChooseNext", "ChooseSurvivor", "DeclareEnd", "Discard", "Dispose", "DrawTile",
    "Found", "Game", "IllegalAction", "MarketTile", "Observation", "Pass", "Pick", "Place", "RandomPlayer", "Reason",
    "ReplaceHand", "Retire", "Ruleset", "RulesetError", "ScriptedBag", "ShuffledBag", "Show", "StartTile", "Stop", "TileSource",
    "Trade2", "UsePower",
]
