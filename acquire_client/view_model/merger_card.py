"""The merger that is being settled, put together from its events: who merges what, who survives, who was paid, who decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from acquire_core import events as ev

MERGER_PHASES = ("survivor", "next_defunct", "dispose", "market_draw")
"""The phases in which a merger is settled: its tile still lies loose between its chains."""


@dataclass(frozen=True, slots=True)
class SettledChain:
    """One defunct chain: what counted for it, and what has come of it so far."""

    chain: str
    size: int
    price: int
    bonuses: tuple[ev.BonusPaid, ...] = ()
    disposals: tuple[ev.BlocksDisposed, ...] = ()
    market_blocks: int | None = None


@dataclass(frozen=True, slots=True)
class MergerCard:
    seat: int
    tile: str
    chains: tuple[str, ...]
    survivor: str | None = None
    settled: tuple[SettledChain, ...] = ()
    """The last one is being settled now."""
    bonus: int = 0
    """What the player who merges gets for it, where the rules have that."""

    @property
    def settling(self) -> SettledChain | None:
        return self.settled[-1] if self.settled else None


def still_to_decide(card: MergerCard, deciding: int, blocks: Sequence[int | None],
                    majority_first: bool = False) -> tuple[int, ...] | None:
    """Return who decides about the chain that is settled now behind the seat that does; None where that cannot be seen.

    `blocks` are the holdings of that chain, seat by seat, or True and False for piles. `majority_first` is the order of some
    rules: the bonuses show who has the majority.
    """
    if None in blocks:
        return None
    order = [(card.seat + number) % len(blocks) for number in range(len(blocks))]
    if majority_first and card.settling is not None:
        places = {paid.seat: paid.place for paid in card.settling.bonuses if paid.place < 3}
        order.sort(key=lambda seat: places.get(seat, 3))
    return tuple(seat for seat in order[order.index(deciding) + 1:] if blocks[seat])


def merger_after(card: MergerCard | None, events: Iterable[ev.Event]) -> MergerCard | None:
    """Return the merger that is being settled after more events; None if there is none, or it is over."""
    for event in events:
        match event:
            case ev.MergerBegan(seat, tile, chains):
                card = MergerCard(seat, tile, chains)
            case ev.ChainsMerged() | ev.TurnBegan() | ev.GameEnded():
                card = None
            case _ if card is not None:
                card = _card_after(card, event)
    return card


def _card_after(card: MergerCard, event: ev.Event) -> MergerCard:
    match event:
        case ev.MergerBonusPaid(_, dollars):
            return replace(card, bonus=dollars)
        case ev.SurvivorFound(_, chain):
            return replace(card, survivor=chain)
        case ev.ChainDefunct(chain, size, price):
            return replace(card, settled=(*card.settled, SettledChain(chain, size, price)))
        case ev.BonusPaid() if card.settling is not None:
            return _with_settled(card, replace(card.settling, bonuses=(*card.settling.bonuses, event)))
        case ev.MarketDrew(_, _, blocks) if card.settling is not None:
            return _with_settled(card, replace(card.settling, market_blocks=blocks))
        case ev.BlocksDisposed() if card.settling is not None:
            return _with_settled(card, replace(card.settling, disposals=(*card.settling.disposals, event)))
    return card


def _with_settled(card: MergerCard, now: SettledChain) -> MergerCard:
    return replace(card, settled=(*card.settled[:-1], now))
