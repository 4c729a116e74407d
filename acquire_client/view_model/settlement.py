"""The final settlement: chain by chain, what its bonuses and shares bring, and how the money of the players grows by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_client.language import message
from acquire_client.view_model.words import TableNames, chain_title
from acquire_core.events import BlocksScored, BonusPaid, Event

PLACES = {1: message("You won by {amount:$}"), 2: message("You came second, {amount:$} behind {name}"),
          3: message("You came third, {amount:$} behind {name}"), 4: message("You came fourth, {amount:$} behind {name}"),
          5: message("You came fifth, {amount:$} behind {name}"), 6: message("You came sixth, {amount:$} behind {name}")}


@dataclass(frozen=True, slots=True)
class PaidChain:
    """One chain of the end, in dollars by seat."""

    chain: str
    bonuses: tuple[int, ...]
    shares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """The money of one player at some moment of the settlement."""

    cash: float
    bonuses: float
    shares: float

    @property
    def total(self) -> float:
        return self.cash + self.bonuses + self.shares


@dataclass(frozen=True, slots=True)
class Settlement:
    """`cash` is what each seat had before; chains follow in the order in which they are paid."""

    cash: tuple[int, ...]
    chains: tuple[PaidChain, ...]

    def worth_after(self, chains: float) -> tuple[Worth, ...]:
        """Return what each seat has after so many chains; a part of one counts in part.

        >>> Settlement((100, 0), (PaidChain("tower", (0, 2000), (400, 0)),)).worth_after(0.5)
        (Worth(cash=100, bonuses=0.0, shares=200.0), Worth(cash=0, bonuses=1000.0, shares=0.0))
        """
        found = []
        for seat, cash in enumerate(self.cash):
            bonuses = shares = 0.0
            for number, paid in enumerate(self.chains):
                part = min(1.0, max(0.0, chains - number))
                bonuses += part * paid.bonuses[seat]
                shares += part * paid.shares[seat]
            found.append(Worth(cash, bonuses, shares))
        return tuple(found)


def final_settlement(events: Sequence[Event], money: Sequence[int]) -> Settlement:
    """Return the settlement at the end of these events; `money` is what each seat has after it."""
    paid: dict[str, tuple[list[int], list[int]]] = {}
    for event in events:
        if (isinstance(event, BonusPaid) and event.final) or isinstance(event, BlocksScored):
            bonuses, shares = paid.setdefault(event.chain, ([0] * len(money), [0] * len(money)))
            (bonuses if isinstance(event, BonusPaid) else shares)[event.seat] += event.dollars
    chains = tuple(PaidChain(chain, tuple(bonuses), tuple(shares)) for chain, (bonuses, shares) in paid.items())
    cash = tuple(whole - sum(chain.bonuses[seat] + chain.shares[seat] for chain in chains) for seat, whole in enumerate(money))
    return Settlement(cash, chains)


def payout_text(paid: PaidChain, names: TableNames) -> str:
    """Return who gets what from a chain, most first."""
    totals = [(bonus + shares, seat) for seat, (bonus, shares) in enumerate(zip(paid.bonuses, paid.shares, strict=True))]
    payments = [names.translate("{name} +{amount:$}", name=names.seat(seat), amount=total)
                for total, seat in sorted(totals, key=lambda pair: (-pair[0], pair[1])) if total]
    return f"{chain_title(paid.chain)}: {', '.join(payments)}" if payments else chain_title(paid.chain)


def own_result(standings: Sequence[tuple[int, int, int]], own: int, names: TableNames) -> str:
    """Return how the game ended for one holder of a place, or nothing where several share it.

    >>> own_result([(1, 2, 900), (2, 0, 700)], 0, TableNames(("Ada", "Bo", "Cy")))
    'You came second, $200 behind Cy'
    """
    rank, money = next((rank, money) for rank, holder, money in standings if holder == own)
    others = [(place, holder, dollars) for place, holder, dollars in standings if holder != own]
    if not others or any(place == rank for place, _, _ in others):
        return ""
    if rank == 1:
        return names.translate(PLACES[1], amount=money - max(dollars for _, _, dollars in others))
    _, leader, best = min(others)
    return names.translate(PLACES[rank], amount=best - money, name=names.holder(leader))
