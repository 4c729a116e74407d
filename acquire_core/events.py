"""What happened: one frozen dataclass per fact, in the order in which the facts came about.

`Game.apply` returns a tuple of these. They are rich enough that a screen never compares two boards. Events are
facts of the whole table, hidden tiles included; `seen_by` is what one seat, or the public, may see of them.
Chains are lower-case names, tiles `"5E"`, money dollars.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class StartTilePlaced:
    """A seat's opening tile lies on the board (R7)."""
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class StarterFound:
    """Who begins (R8)."""
    seat: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class EndDeclared:
    """The end is announced; the turn goes on (R41)."""
    seat: int


@dataclass(frozen=True, slots=True)
class PowerUsed:
    seat: int
    power: str


@dataclass(frozen=True, slots=True)
class HandShown:
    """The whole hand, none of which can be placed."""
    seat: int
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandReplaced:
    """A whole unplayable hand leaves the game (A18); its tiles follow as `TileLaidAway`."""
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class TilePlaced:
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class PlacementPassed:
    """No tile can be placed (R11)."""
    seat: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """No further tile of a Play 4, or no further trade of a Trade 2."""
    seat: int


@dataclass(frozen=True, slots=True)
class ChainFounded:
    """A chain out of a tile and its connected group; `absorbed` are the tiles that lay there before (R13 to R15)."""
    seat: int
    chain: str
    tile: str
    absorbed: tuple[str, ...]
    size: int
    free_block: bool


@dataclass(frozen=True, slots=True)
class FoundingDeclined:
    seat: int


@dataclass(frozen=True, slots=True)
class ChainGrew:
    """A tile joined a chain, with the loose tiles connected to it (R17)."""
    seat: int
    chain: str
    tile: str
    absorbed: tuple[str, ...]
    size: int


@dataclass(frozen=True, slots=True)
class ChainBecameSafe:
    chain: str


@dataclass(frozen=True, slots=True)
class MergerBegan:
    """A tile touches these chains (R18)."""
    seat: int
    tile: str
    chains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MergerBonusPaid:
    """The variant's bonus for the mergemaker (V2)."""
    seat: int
    dollars: int


@dataclass(frozen=True, slots=True)
class SurvivorFound:
    """Which chain takes the others over, by size or by the mergemaker's choice (R22)."""
    seat: int
    chain: str


@dataclass(frozen=True, slots=True)
class ChainDefunct:
    """The next chain to be settled, with the size and price that count (R21, R23)."""
    chain: str
    size: int
    price: int


@dataclass(frozen=True, slots=True)
class MarketDrew:
    """The market competes with as many shares as the tile's number (R35); the tile goes back."""
    chain: str
    tile: str
    blocks: int


@dataclass(frozen=True, slots=True)
class BonusPaid:
    """One holder's bonus. `reason`: first, second, third, tied for first, tied for second, tied for third, or
    sole holder; `tied` competitors (the market may be one) shared it; `final` is the end of the game."""
    seat: int
    chain: str
    dollars: int
    reason: str
    place: int
    tied: int
    blocks: int
    final: bool


@dataclass(frozen=True, slots=True)
class BlocksDisposed:
    """What a holder did with the shares of a defunct chain; `trade` shares became `trade // 2` of the survivor."""
    seat: int
    chain: str
    survivor: str
    hold: int
    sell: int
    trade: int
    dollars: int


@dataclass(frozen=True, slots=True)
class ChainsMerged:
    """The board after a merger: the survivor's new size and the loose tiles that joined it (R34)."""
    seat: int
    survivor: str
    tile: str
    absorbed: tuple[str, ...]
    size: int


@dataclass(frozen=True, slots=True)
class BlocksBought:
    """Shares of one chain from the market; 0 dollars with the power Free 3."""
    seat: int
    chain: str
    count: int
    dollars: int


@dataclass(frozen=True, slots=True)
class BlocksSold:
    """Shares of an active chain to the market, in the buying step (V3)."""
    seat: int
    chain: str
    count: int
    dollars: int


@dataclass(frozen=True, slots=True)
class BlocksTraded:
    """Two shares given for one, by the power Trade 2 (S3)."""
    seat: int
    give: str
    get: str


@dataclass(frozen=True, slots=True)
class TileDrawn:
    """A tile into a hand; `None` if it is not known here."""
    seat: int
    tile: str | None


@dataclass(frozen=True, slots=True)
class TilePicked:
    """A tile taken openly from the bag (V5)."""
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class TileLaidAway:
    """A tile out of a hand and out of the game, for all to see (R39, A18)."""
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class BidPaid:
    """Dollars to the bank for an earlier place in an order (simultaneous play, M4 to M7)."""
    seat: int
    dollars: int


@dataclass(frozen=True, slots=True)
class TileReturned:
    """A chosen tile that cannot be placed any more goes back to its hand (simultaneous play, M5)."""
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class SeatRetired:
    """A seat left for good; its tiles went back into the bag (docs/spec/rules.md, section 7)."""
    seat: int
    tiles: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The end, with its reason: declared, automatic, last_drawn, cannot_refill, no_tile, stall or retired."""
    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class BlocksScored:
    """Shares of a scored chain paid at the end (R42)."""
    seat: int
    chain: str
    count: int
    dollars: int


@dataclass(frozen=True, slots=True)
class FinalRank:
    """A seat's, or in team play a team's, final place and money (R43, V4)."""
    rank: int
    seat: int
    dollars: int


Event = (StartTilePlaced | StarterFound | TurnBegan | EndDeclared | PowerUsed | HandShown | HandReplaced | TilePlaced
         | PlacementPassed | Stopped | ChainFounded | FoundingDeclined | ChainGrew | ChainBecameSafe | MergerBegan
         | MergerBonusPaid | SurvivorFound | ChainDefunct | MarketDrew | BonusPaid | BlocksDisposed | ChainsMerged
         | BlocksBought | BlocksSold | BlocksTraded | TileDrawn | TilePicked | TileLaidAway | SeatRetired | GameEnded
         | BlocksScored | FinalRank | BidPaid | TileReturned)


def seen_by(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """Return the events as one seat, or with `None` the public, may see them: other hands' draws have no tile.

    >>> seen_by([TileDrawn(0, "5E"), TileDrawn(1, "6E")], seat=1)
    (TileDrawn(seat=0, tile=None), TileDrawn(seat=1, tile='6E'))
    """
    return tuple(replace(event, tile=None) if isinstance(event, TileDrawn) and event.seat != seat else event
                 for event in events)
