"""What a match has come to, step by step: each action with its events, and the merger that is being settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_core import events as ev
from acquire_core.actions import Action


@dataclass(frozen=True, slots=True)
class Merger:
    """The merger that is being settled: who survives and which chain is settled now, as far as that is known."""

    survivor: str | None = None
    defunct: str | None = None
    size: int = 0
    price: int = 0

    def after(self, events: Sequence[ev.Event]) -> Merger:
        """The merger after more events."""
        now = self
        for event in events:
            match event:
                case ev.MergerBegan():
                    now = Merger()
                case ev.SurvivorFound(_, chain):
                    now = Merger(chain)
                case ev.ChainDefunct(chain, size, price):
                    now = Merger(now.survivor, chain, size, price)
        return now


@dataclass(frozen=True, slots=True)
class Step:
    """One action and what came of it. `turn` is the one to which the action belonged, 0 in the opening."""

    action: Action
    events: tuple[ev.Event, ...]
    turn: int

    def seen_by(self, seat: int | None) -> tuple[ev.Event, ...]:
        return ev.seen_by(self.events, seat)
