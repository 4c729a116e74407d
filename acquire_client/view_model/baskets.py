"""Answers that are put together piece by piece: a purchase, a disposal, a trade, a handful of dead tiles.

Each is an immutable value. Whether a piece may be added is asked of the rules or read from the legal answers, never worked out
here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from acquire_core.actions import Action, Buy, Discard, Dispose, Trade2

Refusal = Callable[[Action], str | None]
"""Why an answer is not allowed; None if it is."""


@dataclass(frozen=True, slots=True)
class Cart:
    """Blocks to be bought, and sold where the rules allow it."""

    seat: int
    order: tuple[str, ...]
    bought: tuple[str, ...] = ()
    sold: tuple[str, ...] = ()

    @property
    def action(self) -> Buy:
        return Buy(self.seat, tuple(sorted(self.bought, key=self.order.index)), tuple(sorted(self.sold, key=self.order.index)))

    def net_shares(self, chain: str) -> int:
        """Return how many shares of a chain come in; below zero if they go out."""
        return self.bought.count(chain) - self.sold.count(chain)

    def one_more(self, chain: str) -> Cart:
        """Return a cart with one share more: one that was to be sold stays, else one is bought."""
        if chain in self.sold:
            return replace(self, sold=_without_one(self.sold, chain))
        return replace(self, bought=(*self.bought, chain))

    def one_less(self, chain: str) -> Cart:
        """Return a cart with one share less: one that was to be bought stays, else one is sold."""
        if chain in self.bought:
            return replace(self, bought=_without_one(self.bought, chain))
        return replace(self, sold=(*self.sold, chain))

    def refusal_of(self, refusal: Refusal) -> str | None:
        return refusal(self.action)


@dataclass(frozen=True, slots=True)
class Split:
    """How the blocks of a defunct chain are split; `legal` are all splits that the rules allow."""

    seat: int
    hold: int
    sell: int
    trade: int
    legal: frozenset[tuple[int, int, int]]

    @classmethod
    def begin(cls, seat: int, actions: Iterable[Action], last: Dispose | None = None) -> Split:
        """Begin with all kept, or what comes nearest; after an earlier disposal as then: what was traded or sold is so again."""
        legal = frozenset((action.hold, action.sell, action.trade) for action in actions if isinstance(action, Dispose))
        split = cls(seat, *max(legal), legal)
        if last is not None and last.trade:
            split = split.with_part("trade", split.max_of("trade"))
        if last is not None and last.sell:
            split = split.with_part("sell", split.sell + split.hold)
        return split

    @property
    def action(self) -> Dispose:
        return Dispose(self.seat, self.hold, self.sell, self.trade)

    def max_of(self, part: str) -> int:
        return max(split[_PARTS.index(part)] for split in self.legal)

    def with_part(self, part: str, count: int) -> Split:
        """Return a split with so many kept, sold or traded, as far as that is allowed. What is lacking is taken from those
        kept, then from the other; what is not kept any more is sold rather than traded."""
        at = _PARTS.index(part)
        allowed = [split for split in self.legal if split[at] <= max(0, count)]
        if not allowed:
            return self
        number = max(split[at] for split in allowed)
        now = (self.hold, self.sell, self.trade)
        other = 3 - at if at else 2
        fitting = [split for split in self.legal if split[at] == number]
        best = min(fitting, key=lambda split: (abs(split[other] - min(now[other], sum(now) - number)), -split[0]))
        return replace(self, hold=best[0], sell=best[1], trade=best[2])

    def with_share_moved(self, source: str, target: str) -> Split:
        """Return a split with one share moved from a part to another, or two for trading; the same where that is not allowed."""
        step = 2 if "trade" in (source, target) else 1
        now = {"hold": self.hold, "sell": self.sell, "trade": self.trade}
        now[source], now[target] = now[source] - step, now[target] + step
        hold, sell, trade = now.values()
        return replace(self, hold=hold, sell=sell, trade=trade) if (hold, sell, trade) in self.legal else self


def last_disposal(seat: int, past: Iterable[Action]) -> Dispose | None:
    """Return what a seat has done with its shares the last time."""
    return next((action for action in reversed(tuple(past)) if isinstance(action, Dispose) and action.seat == seat), None)


_PARTS = ("hold", "sell", "trade")


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two blocks of one chain for one of another; a side that is not chosen yet is None."""

    seat: int
    legal: frozenset[tuple[str, str]]
    give: str | None = None
    get: str | None = None

    @classmethod
    def begin(cls, seat: int, actions: Iterable[Action]) -> Exchange:
        """Begin with nothing chosen, but for a side that has one candidate."""
        legal = frozenset((action.give, action.get) for action in actions if isinstance(action, Trade2))
        return cls(seat, legal).begun_again()

    def begun_again(self) -> Exchange:
        return replace(self, give=None, get=None).with_single_sides()

    def with_single_sides(self) -> Exchange:
        """Return the exchange with each side chosen that has one candidate left."""
        gives = {give for give, _ in self.legal}
        give = next(iter(gives)) if self.give is None and len(gives) == 1 else self.give
        gets = {get for one, get in self.legal if one == give}
        return replace(self, give=give, get=next(iter(gets)) if self.get is None and len(gets) == 1 else self.get)

    def can_give(self, chain: str) -> bool:
        return any(give == chain for give, _ in self.legal)

    def can_get(self, chain: str) -> bool:
        return any(get == chain and self.give in (None, give) for give, get in self.legal)

    def with_given(self, chain: str) -> Exchange:
        get = self.get if (chain, self.get) in self.legal else None
        return replace(self, give=chain, get=get)

    def with_next(self, chain: str) -> Exchange:
        """Return the exchange behind one more letter: the first names what is given, the second what is got. Where both are
        chosen, a letter begins again; one that names nothing there changes nothing.

        >>> legal = frozenset({("luxor", "tower"), ("luxor", "american"), ("tower", "american")})
        >>> exchange = Exchange(0, legal).with_next("luxor").with_next("tower")
        >>> exchange.give, exchange.get, exchange.with_next("tower").get
        ('luxor', 'tower', 'american')
        """
        is_first = self.give is None or self.action is not None
        if is_first and self.can_give(chain) and len({give for give, _ in self.legal}) > 1:
            return replace(self, give=chain, get=None).with_single_sides()
        if self.give is not None and (self.give, chain) in self.legal:
            return self.with_got(chain)
        return self.with_given(chain).with_single_sides() if self.can_give(chain) else self

    def with_got(self, chain: str) -> Exchange:
        return replace(self, get=chain)

    @property
    def action(self) -> Trade2 | None:
        if self.give is None or self.get is None or (self.give, self.get) not in self.legal:
            return None
        return Trade2(self.seat, self.give, self.get)


@dataclass(frozen=True, slots=True)
class Handful:
    """The dead tiles that a player is going to set aside."""

    seat: int
    legal: frozenset[tuple[str, ...]]
    dead: tuple[str, ...]
    chosen: frozenset[str] = frozenset()

    @classmethod
    def begin(cls, seat: int, actions: Iterable[Action]) -> Handful:
        legal = frozenset(action.tiles for action in actions if isinstance(action, Discard))
        dead = max(legal, key=len)
        return cls(seat, legal, dead, frozenset(dead))

    def with_toggled(self, tile: str) -> Handful:
        return replace(self, chosen=self.chosen ^ {tile}) if tile in self.dead else self

    @property
    def action(self) -> Discard | None:
        tiles = tuple(tile for tile in self.dead if tile in self.chosen)
        return Discard(self.seat, tiles) if tiles in self.legal else None


def _without_one(chains: tuple[str, ...], chain: str) -> tuple[str, ...]:
    at = chains.index(chain)
    return chains[:at] + chains[at + 1:]
