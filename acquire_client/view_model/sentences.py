"""What happened, in sentences: one function for each class of event, in one table.

`sentence` tells an event and `quiet_sentence` an action that caused none. Both say only what the event says: nobody
here looks at a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from acquire_core import actions as act
from acquire_core import events as ev

from .words import TableNames, chain_title, counted, dollars, listing

END_REASONS = {
    "declared": "The game ends as announced.",
    "automatic": "The game ends by itself: a chain is large enough, or all chains on the board are safe.",
    "last_drawn": "The game ends: the last tile has been drawn.",
    "cannot_refill": "The game ends: the bag is empty and a hand cannot be refilled.",
    "no_tile": "The game ends: no tile can be placed.",
    "stall": "The game ends: a whole round has changed nothing.",
    "retired": "The game ends: everybody else has left.",
}


def _chain_founded(event: ev.ChainFounded, names: TableNames) -> str:
    block = "and gets a block free" if event.free_block else "but the market has no block left to give"
    return f"{names.seat(event.seat)} founds {chain_title(event.chain)} with {counted(event.size, 'tile')} {block}."


def _chain_grew(event: ev.ChainGrew, names: TableNames) -> str:
    return f"{chain_title(event.chain)} grows to {counted(event.size, 'tile')}{_taking_in(event.absorbed)}."


def _taking_in(tiles: tuple[str, ...]) -> str:
    return f", taking in {listing(tiles)}" if tiles else ""


def _bonus_paid(event: ev.BonusPaid, names: TableNames) -> str:
    whose = f"{names.seat(event.seat)} gets {dollars(event.dollars)}"
    held = f"with {counted(event.blocks, 'block')} of {chain_title(event.chain)}"
    if event.reason == "sole holder":
        return f"{whose} as the sole holder of {chain_title(event.chain)} ({counted(event.blocks, 'block')})."
    if event.tied > 1:
        return f"{whose}, {event.reason} {held}; {event.tied} share the bonus."
    return f"{whose}, the {event.reason} bonus, {held}."


def _blocks_disposed(event: ev.BlocksDisposed, names: TableNames) -> str:
    parts = [f"keeps {event.hold}"] if event.hold else []
    if event.sell:
        parts.append(f"sells {event.sell} for {dollars(event.dollars)}")
    if event.trade:
        parts.append(f"trades {event.trade} for {event.trade // 2} of {chain_title(event.survivor)}")
    count = event.hold + event.sell + event.trade
    return f"{names.seat(event.seat)}, holding {counted(count, 'block')} of {chain_title(event.chain)}, {listing(parts)}."


def _blocks_bought(event: ev.BlocksBought, names: TableNames) -> str:
    what = f"{counted(event.count, 'block')} of {chain_title(event.chain)}"
    if event.dollars == 0:
        return f"{names.seat(event.seat)} takes {what} for nothing."
    return f"{names.seat(event.seat)} buys {what} for {dollars(event.dollars)}."


def _chains_merged(event: ev.ChainsMerged, names: TableNames) -> str:
    return f"{chain_title(event.survivor)} now has {counted(event.size, 'tile')}{_taking_in(event.absorbed)}."


_SENTENCES: dict[type, Callable[[Any, TableNames], str]] = {
    ev.StartTilePlaced: lambda e, n: f"{n.seat(e.seat)} opens with {e.tile}.",
    ev.StarterFound: lambda e, n: f"{n.seat(e.seat)} goes first.",
    ev.TurnBegan: lambda e, n: f"Turn {e.turn} begins: {n.seat(e.seat)}.",
    ev.EndDeclared: lambda e, n: f"{n.seat(e.seat)} announces the end of the game.",
    ev.PowerUsed: lambda e, n: f"{n.seat(e.seat)} uses the power {act.POWER_TITLES[e.power]}.",
    ev.HandShown: lambda e, n: f"{n.seat(e.seat)} shows a hand that cannot be placed: {listing(e.tiles or ('no tiles',))}.",
    ev.HandReplaced: lambda e, n: f"{n.seat(e.seat)} changes the whole hand of {counted(e.count, 'tile')}.",
    ev.TilePlaced: lambda e, n: f"{n.seat(e.seat)} places {e.tile}.",
    ev.PlacementPassed: lambda e, n: f"{n.seat(e.seat)} cannot place a tile.",
    ev.Stopped: lambda e, n: f"{n.seat(e.seat)} stops there.",
    ev.ChainFounded: _chain_founded,
    ev.FoundingDeclined: lambda e, n: f"{n.seat(e.seat)} founds no chain; the tiles stay loose.",
    ev.ChainGrew: _chain_grew,
    ev.ChainBecameSafe: lambda e, n: f"{chain_title(e.chain)} is safe.",
    ev.MergerBegan: lambda e, n: f"{e.tile} merges {listing(map(chain_title, e.chains))}.",
    ev.MergerBonusPaid: lambda e, n: f"{n.seat(e.seat)} gets {dollars(e.dollars)} for the merger.",
    ev.SurvivorFound: lambda e, n: f"{chain_title(e.chain)} survives.",
    ev.ChainDefunct: lambda e, n: f"{chain_title(e.chain)} is taken over: {counted(e.size, 'tile')}, {dollars(e.price)} a block.",
    ev.MarketDrew: lambda e, n: f"The market draws {e.tile}: it counts as holding {counted(e.blocks, 'block')} of "
                                f"{chain_title(e.chain)}.",
    ev.BonusPaid: _bonus_paid,
    ev.BlocksDisposed: _blocks_disposed,
    ev.ChainsMerged: _chains_merged,
    ev.BlocksBought: _blocks_bought,
    ev.BlocksSold: lambda e, n: f"{n.seat(e.seat)} sells {counted(e.count, 'block')} of {chain_title(e.chain)} for "
                                f"{dollars(e.dollars)}.",
    ev.BlocksTraded: lambda e, n: f"{n.seat(e.seat)} trades two blocks of {chain_title(e.give)} for one of {chain_title(e.get)}.",
    ev.TileDrawn: lambda e, n: f"{n.seat(e.seat)} draws {e.tile or 'a tile'}.",
    ev.TilePicked: lambda e, n: f"{n.seat(e.seat)} picks {e.tile} from the bag.",
    ev.TileLaidAway: lambda e, n: f"{n.seat(e.seat)} lays {e.tile} away.",
    ev.SeatRetired: lambda e, n: f"{n.seat(e.seat)} leaves for good; {counted(e.tiles, 'tile')} went back into the bag.",
    ev.GameEnded: lambda e, n: END_REASONS[e.reason],
    ev.BlocksScored: lambda e, n: f"{n.seat(e.seat)} gets {dollars(e.dollars)} for {counted(e.count, 'block')} of "
                                  f"{chain_title(e.chain)}.",
    ev.FinalRank: lambda e, n: f"{e.rank}. {n.holder(e.seat)} with {dollars(e.dollars)}.",
}

# Actions that may change nothing anybody could be told of.
_QUIET: dict[type, str] = {
    act.DeclareEnd: "does not announce the end",
    act.Buy: "buys nothing",
    act.UsePower: "uses no power",
    act.ReplaceHand: "keeps the hand",
    act.Discard: "keeps the dead tiles",
    act.Stop: "stops there",
}


def sentence(event: ev.Event, names: TableNames) -> str:
    """One event in one sentence.

    >>> sentence(ev.TilePlaced(1, "5E"), TableNames(("Ada", "Bo")))
    'Bo places 5E.'
    """
    return _SENTENCES[type(event)](event, names)


def quiet_sentence(action: act.Action, names: TableNames) -> str:
    """What an action meant that caused no event."""
    if action.seat is None or action.seat < 0 or type(action) not in _QUIET:
        return "Nothing changes."
    return f"{names.seat(action.seat)} {_QUIET[type(action)]}."


def is_quiet(action: act.Action) -> bool:
    """Whether an action has no event of its own; what comes with it follows by itself."""
    match action:
        case act.DeclareEnd(_, yes) | act.ReplaceHand(_, yes):
            return not yes
        case act.Buy(_, chains, sell):
            return not chains and not sell
        case act.UsePower(_, power):
            return power is None
        case act.Discard(_, tiles):
            return not tiles
    return False


def narration(action: act.Action, events: Iterable[ev.Event], names: TableNames) -> tuple[str, ...]:
    """What an action said and what came of it, for people at the table: draws of tiles that they may not see are left out.

    >>> narration(act.Buy(0), [ev.TileDrawn(0, None), ev.TurnBegan(1, 2)], TableNames(("Ada", "Bo")))
    ('Ada buys nothing.', 'Turn 2 begins: Bo.')
    """
    told = tuple(sentence(event, names) for event in events if not (isinstance(event, ev.TileDrawn) and event.tile is None))
    if action.seat is None or action.seat < 0:
        return told
    return (quiet_sentence(action, names), *told) if is_quiet(action) or not told else told


def sentences(action: act.Action, events: Iterable[ev.Event], names: TableNames) -> tuple[str, ...]:
    """All that came of an action, told at least in one sentence."""
    return tuple(sentence(event, names) for event in events) or (quiet_sentence(action, names),)
