"""What a player, or chance, may do: one frozen dataclass per decision, and the reasons for a refusal.

An action is an intent; what came of it is told by events (events.py). Actions carry the seat they belong to;
`None` means "whoever is asked". Tiles are written `"5E"`, chains by lower-case name, money in dollars.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
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
    """Split the blocks of the defunct chain; `trade` counts the blocks given up, two for one (R30)."""
    seat: int | None
    hold: int
    sell: int
    trade: int


@dataclass(frozen=True, slots=True)
class Buy:
    """The purchase of a turn, one entry a block in list order; selling only where the rules allow it (R37, V3)."""
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
    """Two blocks of one active chain for one of another (S3)."""
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
    """Lay dead tiles away; empty keeps them (A11)."""
    seat: int | None
    tiles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """Take a tile of one's choice from the bag (V5)."""
    seat: int | None
    tile: str


@dataclass(frozen=True, slots=True)
class Retire:
    """Leave for good (section 7). Never offered, always accepted before the end."""
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
          | Show | ReplaceHand | Discard | Pick | Retire | StartTile | DrawTile | MarketTile)


class Reason(Enum):
    """Why an action was refused; the value is a sentence for people. The engine's `Verdict` has the same order."""

    GAME_OVER = "the game is over"
    WRONG_SEAT = "it is another seat's decision"
    WRONG_PHASE = "this is not what is being decided now"
    CHANCE_IS_DUE = "a tile has to be drawn first"
    TILE_NOT_IN_HAND = "the tile is not in this hand"
    TILE_JOINS_SAFE_CHAINS = "the tile would merge chains that are safe"
    TILE_FOUNDS_EIGHTH_CHAIN = "all seven chains are on the board, so no chain can be founded"
    TILE_MIXES_GROWTH = "the tile touches a chain and a loose tile, which these rules forbid"
    MUST_PLACE = "a tile can be placed, so one must be"
    MUST_SHOW = "the hand must be shown first"
    MUST_FOUND = "a chain must be founded"
    CHAIN_IS_ACTIVE = "that chain is already on the board"
    CHAIN_NOT_TIED = "that chain is not among the tied ones"
    DISPOSAL_MISCOUNTS = "hold, sell and trade must add up to the blocks held"
    TRADE_IS_ODD = "blocks are traded two for one, so their number must be even"
    TRADE_EXCEEDS_MARKET = "the market has too few blocks of the surviving chain"
    OVER_THE_LIMIT = "that is more blocks than this purchase allows"
    CHAIN_NOT_FOR_SALE = "that chain is not for sale"
    KINDS_ARE_MIXED = "all blocks bought in a turn must be of one chain"
    MARKET_IS_SHORT = "the market has too few blocks of that chain"
    CASH_IS_SHORT = "there is not enough cash"
    SELLING_NOT_ALLOWED = "blocks cannot be sold here"
    NOTHING_TO_SELL = "not that many blocks of that chain are held"
    CHAIN_NOT_ACTIVE = "that chain is not on the board"
    BUYS_AND_SELLS = "a chain cannot be bought and sold in one turn"
    POWER_NOT_LEFT = "that power is used up"
    POWER_NOT_NOW = "that power belongs to another moment of the turn"
    SAME_CHAIN = "a chain is not traded for itself"
    TOO_FEW_TO_TRADE = "two blocks of that chain are needed"
    SHOW_IS_INCOMPLETE = "the whole hand must be shown"
    SHOW_IS_PLAYABLE = "a shown tile can be placed"
    TILE_NOT_DEAD = "the tile is not dead"
    DEAD_TILE_KEPT = "every dead tile must be laid away"
    TILE_REPEATED = "a tile is named twice"
    TILE_NOT_IN_BAG = "the tile is not in the bag"
    WRONG_TARGET = "the tile is due to another seat"
    TILE_MUST_BE_KNOWN = "this tile must be known"
    ALREADY_RETIRED = "that seat has left already"
    NO_SUCH_SEAT = "there is no such seat"
    MALFORMED = "the action has a value that no action can have"


class IllegalAction(ValueError):
    """The rules refuse `action` for `reason`; the game is untouched."""

    def __init__(self, action: object, reason: Reason, detail: str = "") -> None:
        super().__init__(action, reason, detail)
        self.action = action
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        from .notation import format_action  # notation knows actions; this is the only way back

        try:
            what = format_action(self.action)  # type: ignore[arg-type]
        except Exception:  # a malformed action has no line; its repr is all there is to say
            what = repr(self.action)
        return f"{what}: {self.reason.value}" + (f" ({self.detail})" if self.detail else "")
