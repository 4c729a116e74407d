"""What a player, or chance, may do: one frozen dataclass per decision, and the reasons for a refusal.

An action is an intent; events (events.py) say what came of it. Actions carry the seat they belong to;
`None` means the seat to move. Tiles are written `"5E"`, chains by lower-case name, money in dollars.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

CHANCE = -1
"""`Game.to_move` while a tile source has to supply a tile."""

POWER_TITLES = {"free3": "Free 3", "buy5": "Buy 5", "trade2": "Trade 2", "take5": "Take 5", "play4": "Play 4"}
POWERS = tuple(POWER_TITLES)


@dataclass(frozen=True, slots=True)
class DeclareEnd:
    """Announce the end of the game, or do not (R41)."""
    seat: int | None
    yes: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Put a tile of the own hand on the board (R11, R12)."""
    seat: int | None
    tile: str


@dataclass(frozen=True, slots=True)
class Pass:
    """No tile can be placed (R11)."""
    seat: int | None


@dataclass(frozen=True, slots=True)
class Stop:
    """No further tile of a Play 4, or no further trade of a Trade 2 (S3, S5)."""
    seat: int | None


@dataclass(frozen=True, slots=True)
class Found:
    """Name the founded chain (R14); `None` declines where founding is optional."""
    seat: int | None
    chain: str | None


@dataclass(frozen=True, slots=True)
class ChooseSurvivor:
    """Which of the equally large chains survives (R22)."""
    seat: int | None
    chain: str


@dataclass(frozen=True, slots=True)
class ChooseNext:
    """Which of the equally large defunct chains is settled next (R23)."""
    seat: int | None
    chain: str


@dataclass(frozen=True, slots=True)
class Dispose:
    """Split the shares of the defunct chain; `trade` counts the shares given up, two for one (R30)."""
    seat: int | None
    hold: int
    sell: int
    trade: int


@dataclass(frozen=True, slots=True)
class Buy:
    """The purchase of a turn, one entry a share in list order; selling only where the rules allow it (R37, V3)."""
    seat: int | None
    chains: tuple[str, ...] = ()
    sell: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UsePower:
    """Turn over a power marker, or none (S1)."""
    seat: int | None
    power: str | None


@dataclass(frozen=True, slots=True)
class Trade2:
    """Two shares of one active chain for one of another (S3)."""
    seat: int | None
    give: str
    get: str


@dataclass(frozen=True, slots=True)
class Show:
    """Show the whole hand: none of it can be placed. Only of a hand that is not known to all, so mostly in sealed games."""
    seat: int | None
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplaceHand:
    """Change the whole unplayable hand, or keep it (A18)."""
    seat: int | None
    yes: bool


@dataclass(frozen=True, slots=True)
class Discard:
    """Set dead tiles aside; empty keeps them (A11)."""
    seat: int | None
    tiles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """Take a tile of one's choice from the bag (V5)."""
    seat: int | None
    tile: str


@dataclass(frozen=True, slots=True)
class Bid:
    """Simultaneous play: dollars for an earlier place in an order (docs/spec/rules.md, section 4c, M4)."""
    seat: int | None
    dollars: int


@dataclass(frozen=True, slots=True)
class Retire:
    """Leave for good (docs/spec/rules.md, section 7). Never offered, always accepted before the end."""
    seat: int | None


@dataclass(frozen=True, slots=True)
class StartTile:
    """Chance: the tile a seat draws for the opening (R7)."""
    target: int
    tile: str
    seat: ClassVar[int] = CHANCE


@dataclass(frozen=True, slots=True)
class DrawTile:
    """Chance: a seat draws a tile; `None` is a tile that this game object does not know."""
    target: int
    tile: str | None
    seat: ClassVar[int] = CHANCE


@dataclass(frozen=True, slots=True)
class MarketTile:
    """Chance: the tile whose number is the market's holding (R35); it goes back."""
    tile: str
    seat: ClassVar[int] = CHANCE


Action = (DeclareEnd | Place | Pass | Stop | Found | ChooseSurvivor | ChooseNext | Dispose | Buy | UsePower | Trade2
          | Show | ReplaceHand | Discard | Pick | Bid | Retire | StartTile | DrawTile | MarketTile)
