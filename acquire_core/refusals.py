"""Why the rules refuse an action: the reasons, and the exception that names one together with the line of the action."""

from __future__ import annotations

from enum import Enum

from .notation import format_action


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
    DISPOSAL_MISCOUNTS = "hold, sell and trade must add up to the shares held"
    TRADE_IS_ODD = "shares are traded two for one, so their number must be even"
    TRADE_EXCEEDS_MARKET = "the market has too few shares of the surviving chain"
    OVER_THE_LIMIT = "that is more shares than this purchase allows"
    CHAIN_NOT_FOR_SALE = "that chain is not for sale"
    KINDS_ARE_MIXED = "all shares bought in a turn must be of one chain"
    MARKET_IS_SHORT = "the market has too few shares of that chain"
    CASH_IS_SHORT = "there is not enough cash"
    SELLING_NOT_ALLOWED = "shares cannot be sold here"
    NOTHING_TO_SELL = "not that many shares of that chain are held"
    CHAIN_NOT_ACTIVE = "that chain is not on the board"
    BUYS_AND_SELLS = "a chain cannot be bought and sold in one turn"
    POWER_NOT_LEFT = "that power is used up"
    POWER_NOT_NOW = "that power belongs to another moment of the turn"
    SAME_CHAIN = "a chain is not traded for itself"
    TOO_FEW_TO_TRADE = "two shares of that chain are needed"
    SHOW_IS_INCOMPLETE = "the whole hand must be shown"
    SHOW_IS_PLAYABLE = "a shown tile can be placed"
    TILE_NOT_DEAD = "the tile is not dead"
    DEAD_TILE_KEPT = "every dead tile must be set aside"
    TILE_REPEATED = "a tile is named twice"
    TILE_NOT_IN_BAG = "the tile is not in the bag"
    WRONG_TARGET = "the tile is due to another seat"
    TILE_MUST_BE_KNOWN = "this tile must be known"
    ALREADY_RETIRED = "that seat has left already"
    NO_SUCH_SEAT = "there is no such seat"
    BID_IS_UNEVEN = "a bid is a whole number of hundreds of dollars"
    BID_TOO_HIGH = "that is more than this seat can bid now"
    MALFORMED = "the action has a value that no action can have"


class IllegalAction(ValueError):
    """The rules refuse `action` for `reason`; the game is untouched."""

    def __init__(self, action: object, reason: Reason, detail: str = "") -> None:
        super().__init__(action, reason, detail)
        self.action = action
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        try:
            what = format_action(self.action)  # type: ignore[arg-type]
        except Exception:  # a malformed action has no line; its repr is all there is to say
            what = repr(self.action)
        return f"{what}: {self.reason.value}" + (f" ({self.detail})" if self.detail else "")
