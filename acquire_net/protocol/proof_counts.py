"""How much of a log was proven, counted from its final blocks: for people, who want to know what has been checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from acquire_net.protocol import messages
from acquire_net.protocol.dealing import Coin, DecideAction, DrawTiles
from acquire_net.protocol.messages import Message
from acquire_net.protocol.sealed_answers import OpenAnswers
from acquire_net.protocol.shuffling import ProveShuffles
from acquire_net.protocol.state import Step


@dataclass(frozen=True, slots=True)
class ProofCounts:
    shuffles: int = 0
    """Decks of which their author has proven that nothing but their order and masks has changed."""
    draws: int = 0
    """Tiles that were drawn by proven shares, from the bag or by lot."""
    shown: int = 0
    """Tiles that left a hand, and were proven to have been in it."""

    def with_block(self, step: Step | None, bodies: Mapping[int, Message]) -> ProofCounts:
        """Return the counts after a block of this step has become final; a replica has checked all its contributions."""
        match step:
            case ProveShuffles():
                return replace(self, shuffles=self.shuffles + len(bodies))
            case DrawTiles(seats):
                return replace(self, draws=self.draws + len(seats))
            case Coin():
                return replace(self, draws=self.draws + 1)
            case DecideAction() | OpenAnswers():
                shown = sum(len(cast(messages.Decide | messages.Answer, body).openings) for body in bodies.values())
                return replace(self, shown=self.shown + shown)
        return self
