"""Simultaneous play in words: how many have answered, and what is bid for against whom."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from acquire_client.language import message
from acquire_client.view_model.moves import disposal_parts
from acquire_client.view_model.words import TableNames, chain_title
from acquire_core import Game, Observation
from acquire_core.actions import Bid, Buy, Dispose, Place

BID_STEP = 100
ORDER, TRADE, STOCK = "order", "trade", "stock"


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of the seats that answer a step secretly have done so."""

    answered: int
    of: int
    seats: tuple[int, ...] = ()
    """Those that have answered, in the order of seats."""


def progress_of(game: Game, answered: Collection[int]) -> Progress | None:
    """Return how far a sealed step is that these seats have answered; None where one seat alone is asked, as in a turn."""
    if not game.ruleset.simultaneous or game.over:
        return None
    count = len({*answered, *game.owed()})
    return Progress(len(answered), count, tuple(sorted(answered))) if answered or count > 1 else None


def still_asked(game: Game, answered: Collection[int]) -> tuple[int, ...]:
    """Return the seats whose answer to a step is still to come."""
    return tuple(seat for seat in game.owed() if seat not in answered)


def short_progress_text(progress: Progress, names: TableNames) -> str:
    """Return how many have answered, in as few words as possible."""
    if progress.answered:
        return progress_text(progress, names)
    return names.translate("{count} answer secretly", count=progress.of)


def progress_text(progress: Progress, names: TableNames) -> str:
    """Return how many have answered, in a sentence.

    >>> progress_text(Progress(3, 4), TableNames(("Ada", "Bo", "Cy", "Di")))
    '3 of 4 have answered.'
    """
    if not progress.answered:
        return names.translate("All {count} answer secretly; the answers are shown together.", count=progress.of)
    if progress.answered == 1:
        return names.translate("1 of {count} has answered.", count=progress.of)
    return names.translate("{answered} of {count} have answered.", answered=progress.answered, count=progress.of)


@dataclass(frozen=True, slots=True)
class Bidder:
    """A seat that bids, with what it bids for: its tile, or so many shares."""

    seat: int
    tile: str = ""
    wanted: int = 0


@dataclass(frozen=True, slots=True)
class Auction:
    """What a seat bids for. `kind` is ORDER, TRADE or STOCK; the bidders stand in table order, so a tie goes to the first."""

    kind: str
    bidders: tuple[Bidder, ...]
    chain: str = ""
    left: int = 0
    """Shares of the chain that the market has."""


def auctions_in(seen: Observation) -> tuple[Auction, ...]:
    """Return all auctions of the step that is asked: one for each group of tiles, or the one for shares."""
    if seen.phase != "bid":
        return ()
    this_round = seen.as_dict()["round"]
    asked, order = this_round["auction"], _in_table_order(seen)
    if asked["for"] == ORDER:
        return tuple(Auction(ORDER, tuple(Bidder(seat, this_round["chosen"][seat]) for seat in order if seat in group))
                     for group in asked["groups"] if len(group) > 1)
    bidders = tuple(Bidder(seat, wanted=asked["wanted"][seat]) for seat in order if asked["wanted"][seat])
    return Auction(asked["for"], bidders, asked["chain"], seen.market[asked["chain"]]),


def auction_of(seen: Observation) -> Auction | None:
    """Return the auction in which the seat that sees bids; None where no bids are asked of it."""
    return next((auction for auction in auctions_in(seen) if seen.seat in [bidder.seat for bidder in auction.bidders]), None)


def _in_table_order(seen: Observation) -> list[int]:
    """Return all seats clockwise from the leader (M1)."""
    return [(seen.current + place) % seen.players for place in range(seen.players)]


def auction_facts(auction: Auction, names: TableNames) -> tuple[str, ...]:
    """Return what is bid for, what each bidder wants, and what a bid costs."""
    if auction.kind == ORDER:
        chosen = [names.translate("{who} {tile}", who=names.seat(bidder.seat), tile=bidder.tile) for bidder in auction.bidders]
        first = names.translate("These tiles are in each other's way: {chosen:and}. The higher bid goes first.", chosen=chosen)
    else:
        wanted = [names.translate("{who} {count}", who=names.seat(bidder.seat), count=bidder.wanted)
                  for bidder in auction.bidders]
        text = message("The market has {left:share|shares} of {chain}, and more are wanted: {wanted:and}. "
                       "The higher bid is served first.")
        first = names.translate(text, left=auction.left, chain=chain_title(auction.chain), wanted=wanted)
    favoured = names.seat(auction.bidders[0].seat)
    return first, names.translate("The last in the order pays nothing. A tie goes to {who}.", who=favoured)


def auction_title(auction: Auction, names: TableNames) -> str:
    """Return the heading of an auction."""
    if auction.kind == ORDER:
        return names.translate("Bids for the order of the tiles")
    return names.translate("Bids for {left:share|shares} of {chain}", left=auction.left, chain=chain_title(auction.chain))


def bidder_text(bidder: Bidder, names: TableNames) -> str:
    """Return what a seat bids for."""
    return bidder.tile or names.translate("{count:share|shares}", count=bidder.wanted)


# What a seat has answered, once it is open. What comes of it, events say.

def answer_text(action: Place | Bid | Dispose | Buy, names: TableNames) -> str:
    """Return what a seat has answered, in a sentence.

    >>> answer_text(Buy(1, ("luxor", "luxor", "tower")), TableNames(("Ada", "Bo")))
    'Bo orders 2 Luxor and 1 Tower.'
    """
    seat = names.seat(action.seat or 0)
    match action:
        case Place(_, tile):
            return names.translate("{seat} chooses {tile}.", seat=seat, tile=tile)
        case Bid(_, dollars):
            return names.translate("{seat} bids {dollars:$}.", seat=seat, dollars=dollars)
        case Dispose(_, hold, sell, trade):
            parts = disposal_parts(hold, sell, trade, names.words)
            return names.translate("{seat} wants to {parts:and}.", seat=seat, parts=parts)
        case Buy(_, chains, _):
            if not chains:
                return names.translate("{seat} buys nothing.", seat=seat)
            counts = [f"{chains.count(chain)} {chain_title(chain)}" for chain in dict.fromkeys(chains)]
            return names.translate("{seat} orders {shares:and}.", seat=seat, shares=counts)
