"""Where tiles come from. The kernel never draws: a tile source supplies chance (docs/architecture.md, "Seven ideas").

`ShuffledBag` and `ScriptedBag` are plain descriptions that a `Game` reads once and then follows by itself, so a game
and its copies share nothing. Any other object with the methods of `TileSource` may supply tiles too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

TILE_NAMES: tuple[str, ...] = tuple(f"{column}{row}" for column in range(1, 13) for row in "ABCDEFGHI")
"""All 108 tiles in the order of the rules: lower number, then earlier letter. The index is the tile's number."""

TILE_NUMBERS: dict[str, int] = {name: number for number, name in enumerate(TILE_NAMES)}

MAX_DRAWS = 168

_MASK = (1 << 64) - 1


@runtime_checkable
class TileSource(Protocol):
    """What a game asks of a source of its own making. `None` leaves the game waiting at `CHANCE`."""

    def draw(self, seat: int, bag: Sequence[str]) -> str | None:
        """Return a tile of `bag` (in board order) for `seat`, as start tile or into the hand."""

    def market(self, bag: Sequence[str]) -> str | None:
        """Return a tile of `bag` whose number is the market's holding; it goes back. With an empty bag `bag` has all 108."""


class ShuffledBag:
    """All tiles in an order that follows from a seed, the same on every machine and in every version.

    wyrand from the seed; Fisher–Yates from the last tile down to the second, each index by multiply-high of a
    32-bit draw. Market draws and re-mixing after a seat has left go on with the same generator.

    >>> ShuffledBag(seed=7).order[:3]
    ('8F', '2H', '4G')
    """

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        if type(seed) is not int or not 0 <= seed <= _MASK:
            raise ValueError(f"a seed is a whole number from 0 to {_MASK}, not {seed!r}")
        self.seed = seed

    @property
    def order(self) -> tuple[str, ...]:
        """Return all tiles, index 0 first. The engine shuffles for itself; this is the same, written to be read."""
        state = self.seed
        order = list(TILE_NAMES)
        for last in range(len(order) - 1, 0, -1):
            state, draw = wyrand(state)
            index = (draw >> 32) * (last + 1) >> 32
            order[last], order[index] = order[index], order[last]
        return tuple(order)

    def __repr__(self) -> str:
        return f"ShuffledBag(seed={self.seed})"


class ScriptedBag:
    """Tiles as written down: `order` for start tiles, hands and draws (index 0 first), `market` for market draws.

    A script may be short: when it is exhausted the game waits at `CHANCE`. A `pick` takes its tile out of the script;
    market tiles go back, so they take nothing out. A tile may come twice, for a seat that leaves puts its tiles back.
    """

    __slots__ = ("market", "order")

    def __init__(self, order: Iterable[str], market: Iterable[str] = ()) -> None:
        self.order = tuple(order)
        self.market = tuple(market)
        for tile in (*self.order, *self.market):
            if tile not in TILE_NUMBERS:
                raise ValueError(f"{tile!r} is not a tile; tiles run from '1A' to '12I'")
        if len(self.order) > MAX_DRAWS:
            raise ValueError(f"a script has at most {MAX_DRAWS} draws: 108 tiles, and those that seats put back when they leave")

    def __repr__(self) -> str:
        return f"ScriptedBag({list(self.order)!r}, market={list(self.market)!r})"


def wyrand(state: int) -> tuple[int, int]:
    """Return the next state and draw of the generator that the engine uses too (playout.pxd, `next64`)."""
    state = (state + 0xA0761D6478BD642F) & _MASK
    product = state * (state ^ 0xE7037ED1A0B428DB)
    return state, (product ^ product >> 64) & _MASK
