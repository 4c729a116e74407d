"""Acquire: the rules of every edition, exact and fast.

A two-minute tour:

>>> from acquire_core import Game, ShuffledBag
>>> game = Game("classic", players=3, tiles=ShuffledBag(seed=7))
>>> game.to_move, game.phase, game.turn
(1, 'place', 1)
>>> [action.tile for action in game.legal_actions()]
['3B', '5F', '7A', '7C', '8C', '9D']

Actions are intents, events are facts:

>>> events = game.play("1 place 9D")
>>> events[0]
TilePlaced(seat=1, tile='9D')
>>> game.phase
'buy'

A refused action has changed nothing and says why:

>>> game.play("1 buy Tower")
Traceback (most recent call last):
...
acquire_core.refusals.IllegalAction: 1 buy Tower: that chain is not for sale

Programs that loop use integer codes, bots get observations:

>>> game.apply_code(game.legal_codes()[0])
>>> seen = game.observe(2)
>>> seen.hand_counts, len(seen.hand)
((6, 6, 6), 6)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .actions import (
    CHANCE,
    Action,
    Bid,
    Buy,
    ChooseNext,
    ChooseSurvivor,
    DeclareEnd,
    Discard,
    Dispose,
    DrawTile,
    Found,
    MarketTile,
    Pass,
    Pick,
    Place,
    ReplaceHand,
    Retire,
    Show,
    StartTile,
    Stop,
    Trade2,
    UsePower,
)
from .cpu import cpu_variant
from .engine.game import Game, Observation, RandomPlayer, set_record_maker
from .notation import NotationError, format_action, parse_action
from .refusals import IllegalAction, Reason
from .ruleset import RULESETS, Ruleset, RulesetError
from .tile_source import ScriptedBag, ShuffledBag, TileSource

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .record import Record, RecordError, load_record, read_record

__all__ = [
    "CHANCE", "RULESETS", "Action", "Bid", "Buy", "ChooseNext", "ChooseSurvivor", "DeclareEnd", "Discard", "Dispose", "DrawTile",
    "Found", "Game", "IllegalAction", "MarketTile", "NotationError", "Observation", "Pass", "Pick", "Place", "RandomPlayer",
    "Reason", "Record", "RecordError", "ReplaceHand", "Retire", "Ruleset", "RulesetError", "ScriptedBag", "ShuffledBag", "Show",
    "StartTile", "Stop", "TileSource", "Trade2", "UsePower", "cpu_variant", "format_action", "load_record", "parse_action",
    "read_record",
]


def _make_record(game: Game, seats: Sequence[Sequence[str]] | None) -> Record:
    from .record import record_of

    return record_of(game, seats)


set_record_maker(_make_record)

_IN_RECORD = ("Record", "RecordError", "load_record", "read_record")


def __getattr__(name: str) -> Any:
    """Import records with their first use: a program that only plays need not wait for them."""
    if name in _IN_RECORD:
        from . import record

        return getattr(record, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
