"""What each event at a table sounds like: wood for tiles, paper for shares, coins for bonuses."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_client.matches.steps import MatchStep
from acquire_core.events import (
    BlocksBought,
    BlocksDisposed,
    BlocksSold,
    BlocksTraded,
    BonusPaid,
    ChainFounded,
    ChainsMerged,
    MergerBegan,
    TilePlaced,
)

SOUNDS = ((MergerBegan, "merge"), (ChainFounded, "found"), (TilePlaced, "place"), (ChainsMerged, "place"),
          (BlocksBought, "share"), (BlocksSold, "share"), (BlocksDisposed, "share"), (BlocksTraded, "share"))


def sounds_of(steps: Sequence[MatchStep], counts_coins: bool) -> tuple[str, ...]:
    """Return the sounds of what has been done, each once: of each step the first that is listed. Coins that are counted on the
    stage of a merger sound there."""
    names: dict[str, None] = {}
    for step in steps:
        kinds = {type(event) for event in step.events}
        names |= dict.fromkeys([name for kind, name in SOUNDS if kind in kinds][:1])
        if BonusPaid in kinds and not counts_coins:
            names["coin"] = None
    return tuple(names)
