"""What an answer would bring about, asked of the rules before it is given: sentences, and what it does to the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from acquire_core import IllegalAction, Observation
from acquire_core.actions import Action
from acquire_core.events import BonusPaid, TileDrawn, TurnBegan

from .sentences import narration
from .words import TableNames


@dataclass(frozen=True, slots=True)
class Preview:
    """`seen` is what the asked seat would see behind the answer, `board`, `sizes` and `prices` are those then; `bonuses` are
    (seat, chain, dollars)."""

    told: tuple[str, ...]
    board: dict[str, str | None]
    sizes: dict[str, int]
    prices: dict[str, int]
    bonuses: tuple[tuple[int, str, int], ...]
    seen: Observation


def preview(seen: Observation, action: Action, names: TableNames) -> Preview | None:
    """None for an answer that the rules refuse. Tiles that would be drawn are nobody's knowledge and are left out."""
    try:
        events, ahead = seen.after(action)
    except IllegalAction:
        return None
    told = [event for event in events if not isinstance(event, TileDrawn | TurnBegan)]
    bonuses = tuple((event.seat, event.chain, event.dollars) for event in told if isinstance(event, BonusPaid))
    return Preview(narration(action, told, names), ahead.board, ahead.sizes, ahead.prices, bonuses, ahead)


def price_changes(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[tuple[str, int, int], ...]:
    """Chains whose blocks get dearer or cheaper, with both prices; those that come or go are told otherwise.

    >>> price_changes({"tower": 300, "luxor": 200, "american": 0}, {"tower": 400, "luxor": 200, "american": 300})
    (('tower', 300, 400),)
    """
    return tuple((chain, price, after[chain]) for chain, price in before.items() if price and after[chain] not in (0, price))
