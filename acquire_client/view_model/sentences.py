"""What happened, in sentences: one function for each class of event, in one table.

`sentence` tells an event and `quiet_sentence` an action that caused none. Both say only what the event says: nobody
here looks at a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from acquire_client.language import message
from acquire_client.view_model.rounds import answer_text
from acquire_client.view_model.words import TableNames, chain_title
from acquire_core import Ruleset
from acquire_core import actions as act
from acquire_core import events as ev

END_REASONS = {
    "declared": message("The game ends as announced."),
    "automatic": message("The game ends by itself: a chain is large enough, or all chains on the board are safe."),
    "last_drawn": message("The game ends: the last tile has been drawn."),
    "cannot_refill": message("The game ends: the bag is empty and a hand cannot be refilled."),
    "no_tile": message("The game ends: no tile can be placed."),
    "stall": message("The game ends: a whole round has changed nothing."),
    "retired": message("The game ends: everybody else has left."),
}


def end_sentence(reason: str | None, happened: Iterable[ev.Event], names: TableNames, condition: str = "") -> str:
    """Return why a game is over: where players have announced that, who they were; in rounds several can at once. `happened` are
    the events of the game, `condition` says what allowed the announcement (`end_condition`)."""
    by = [names.seat(event.seat) for event in happened if isinstance(event, ev.EndDeclared)]
    if reason != "declared" or not by:
        return names.translate(END_REASONS.get(reason or "", ""))
    if len(by) == 1:
        text = names.translate("{seat} announced the end of the game.", seat=by[0])
    else:
        text = names.translate("{seats:and} announced the end of the game.", seats=by)
    return f"{text} {condition}".rstrip()


def end_condition(sizes: Mapping[str, int], rules: Ruleset, names: TableNames) -> str:
    """Return what allowed a player to announce the end of a game that is over; `sizes` are those of all chains at its end.

    >>> from acquire_core import RULESETS
    >>> end_condition({"tower": 14, "luxor": 0}, RULESETS["classic"], TableNames(("Ada", "Bo")))
    'All chains on the board were safe.'
    """
    large = [chain for chain, size in sizes.items() if size >= rules.end_size]
    if large:
        return names.translate("{chain} has {size:tile|tiles}.", chain=chain_title(large[0]), size=sizes[large[0]])
    return names.translate("All chains on the board were safe.") if rules.end_all_safe else ""


_BONUSES = {
    "first": message("{seat} gets {dollars:$}, the first bonus, with {blocks:share|shares} of {chain}."),
    "second": message("{seat} gets {dollars:$}, the second bonus, with {blocks:share|shares} of {chain}."),
    "third": message("{seat} gets {dollars:$}, the third bonus, with {blocks:share|shares} of {chain}."),
    "tied for first":
        message("{seat} gets {dollars:$}, tied for first with {blocks:share|shares} of {chain}; "
                "the bonus is divided among {tied}."),
    "tied for second":
        message("{seat} gets {dollars:$}, tied for second with {blocks:share|shares} of {chain}; "
                "the bonus is divided among {tied}."),
    "tied for third":
        message("{seat} gets {dollars:$}, tied for third with {blocks:share|shares} of {chain}; "
                "the bonus is divided among {tied}."),
    "sole holder": message("{seat} gets {dollars:$} as the sole holder of {chain} ({blocks:share|shares})."),
}


def _founded_text(event: ev.ChainFounded) -> str:
    if event.free_block:
        return message("{seat} founds {chain} with {size:tile|tiles} and gets a share free.")
    return message("{seat} founds {chain} with {size:tile|tiles} but the market has no share left to give.")


def _grew_text(event: ev.ChainGrew) -> str:
    if event.absorbed:
        return message("{chain} grows to {size:tile|tiles}, taking in {absorbed:and}.")
    return message("{chain} grows to {size:tile|tiles}.")


def _merged_text(event: ev.ChainsMerged) -> str:
    if event.absorbed:
        return message("{survivor} now has {size:tile|tiles}, taking in {absorbed:and}.")
    return message("{survivor} now has {size:tile|tiles}.")


def _shown_text(event: ev.HandShown) -> str:
    if event.tiles:
        return message("{seat} shows a hand that cannot be placed: {tiles:and}.")
    return message("{seat} shows a hand that cannot be placed: no tiles.")


def _bought_text(event: ev.BlocksBought) -> str:
    if event.dollars:
        return message("{seat} buys {count:share|shares} of {chain} for {dollars:$}.")
    return message("{seat} takes {count:share|shares} of {chain} for nothing.")


# The places are the fields of the event, with names for seats, chains and powers.
_SENTENCES: Mapping[type, str | Callable[[Any], str]] = {
    ev.StartTilePlaced: message("{seat} opens with {tile}."),
    ev.StarterFound: message("{seat} goes first."),
    ev.TurnBegan: message("Turn {turn} begins: {seat}."),
    ev.EndDeclared: message("{seat} announces the end of the game."),
    ev.PowerUsed: message("{seat} uses the power {power}."),
    ev.HandShown: _shown_text,
    ev.HandReplaced: message("{seat} changes the whole hand of {count:tile|tiles}."),
    ev.TilePlaced: message("{seat} places {tile}."),
    ev.PlacementPassed: message("{seat} cannot place a tile."),
    ev.Stopped: message("{seat} stops there."),
    ev.ChainFounded: _founded_text,
    ev.FoundingDeclined: message("{seat} founds no chain; the tiles stay loose."),
    ev.ChainGrew: _grew_text,
    ev.ChainBecameSafe: message("{chain} is safe."),
    ev.MergerBegan: message("{tile} merges {chains:and}."),
    ev.MergerBonusPaid: message("{seat} gets {dollars:$} for the merger."),
    ev.SurvivorFound: message("{chain} survives."),
    ev.ChainDefunct: message("{chain} is taken over: {size:tile|tiles}, {price:$} a share."),
    ev.MarketDrew: message("The market draws {tile}: it counts as holding {blocks:share|shares} of {chain}."),
    ev.BonusPaid: lambda event: _BONUSES[event.reason],
    ev.BlocksDisposed: message("{seat}, holding {count:share|shares} of {chain}, {parts:and}."),
    ev.ChainsMerged: _merged_text,
    ev.BlocksBought: _bought_text,
    ev.BlocksSold: message("{seat} sells {count:share|shares} of {chain} for {dollars:$}."),
    ev.BlocksTraded: message("{seat} trades two shares of {give} for one of {get}."),
    ev.TileDrawn: lambda event: message("{seat} draws {tile}.") if event.tile else message("{seat} draws a tile."),
    ev.TilePicked: message("{seat} picks {tile} from the bag."),
    ev.TileLaidAway: message("{seat} sets {tile} aside."),
    ev.BidPaid: message("{seat} pays a bid of {dollars:$}."),
    ev.TileReturned: message("{seat} takes {tile} back: it cannot be placed any more."),
    ev.SeatRetired: message("{seat} leaves for good; {tiles:tile|tiles} went back into the bag."),
    ev.GameEnded: lambda event: END_REASONS[event.reason],
    ev.BlocksScored: message("{seat} gets {dollars:$} for {count:share|shares} of {chain}."),
    ev.FinalRank: message("{rank}. {seat} with {dollars:$}."),
}

# Sentences for actions that may have no event to report.
_QUIET: Mapping[type, str] = {
    act.DeclareEnd: message("{seat} does not announce the end."),
    act.Buy: message("{seat} buys nothing."),
    act.UsePower: message("{seat} uses no power."),
    act.ReplaceHand: message("{seat} keeps the hand."),
    act.Discard: message("{seat} keeps the dead tiles."),
    act.Stop: message("{seat} stops there."),
}


def _event_values(event: ev.Event, names: TableNames) -> dict[str, object]:
    """Return what stands in the places of a sentence."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    if "seat" in values:
        values["seat"] = names.holder(values["seat"]) if isinstance(event, ev.FinalRank) else names.seat(values["seat"])
    for name in {"chain", "survivor", "give", "get"} & values.keys():
        values[name] = chain_title(values[name])
    match event:
        case ev.MergerBegan(_, _, chains):
            values["chains"] = [chain_title(chain) for chain in chains]
        case ev.PowerUsed(_, power):
            values["power"] = names.translate(act.POWER_TITLES[power])
        case ev.BlocksDisposed():
            values |= {"count": event.hold + event.sell + event.trade, "parts": _disposal_parts(event, names)}
    return values


def _disposal_parts(event: ev.BlocksDisposed, names: TableNames) -> list[str]:
    parts = [names.translate("keeps {count}", count=event.hold)] if event.hold else []
    if event.sell:
        parts.append(names.translate("sells {count} for {dollars:$}", count=event.sell, dollars=event.dollars))
    if event.trade:
        parts.append(names.translate("trades {count} for {got} of {survivor}", count=event.trade, got=event.trade // 2,
                                     survivor=chain_title(event.survivor)))
    return parts


def event_sentence(event: ev.Event, names: TableNames) -> str:
    """Return one event in one sentence.

    >>> event_sentence(ev.TilePlaced(1, "5E"), TableNames(("Ada", "Bo")))
    'Bo places 5E.'
    """
    if names.rounds and isinstance(event, ev.TurnBegan):
        return names.translate("Round {turn} begins: {seat} leads.", turn=event.turn, seat=names.seat(event.seat))
    return names.translate(_pattern_of(event), **_event_values(event, names))


def seat_of_sentence(event: ev.Event) -> int | None:
    """Return the seat that the sentence of an event names, None if it names none.

    >>> seat_of_sentence(ev.TilePlaced(1, "5E")), seat_of_sentence(ev.SurvivorFound(1, "tower"))
    (1, None)
    """
    return getattr(event, "seat", None) if "{seat}" in _pattern_of(event) else None


def _pattern_of(event: ev.Event) -> str:
    text = _SENTENCES[type(event)]
    return text if isinstance(text, str) else text(event)


def quiet_sentence(action: act.Action, names: TableNames) -> str:
    """Return what an action meant that caused no event."""
    if action.seat is None or action.seat < 0 or type(action) not in _QUIET:
        return names.translate("Nothing changes.")
    return names.translate(_QUIET[type(action)], seat=names.seat(action.seat))


def own_sentence(action: act.Action, events: Sequence[ev.Event], names: TableNames) -> str:
    """Return what an action itself said; empty where the sentences of its events say it all. `events` are known to the reader."""
    if action.seat is None or action.seat < 0:
        return ""
    if names.rounds and isinstance(action, act.Place | act.Bid | act.Dispose | act.Buy):
        return "" if events and _says_the_same(events, action) else answer_text(action, names)
    if names.rounds and isinstance(action, act.DeclareEnd):
        text = message("{seat} wants the game to end.") if action.yes else message("{seat} wants to play on.")
        return names.translate(text, seat=names.seat(action.seat))
    return quiet_sentence(action, names) if is_quiet(action) or not events else ""


def _says_the_same(events: Sequence[ev.Event], action: act.Place | act.Bid | act.Dispose | act.Buy) -> bool:
    """Return True if what came of an open answer is just what it asked for, and nobody else's comes before it."""
    match action, events[0]:
        case act.Place(seat, tile), ev.TilePlaced(other, placed):
            return (seat, tile) == (other, placed)
        case act.Dispose(seat, hold, sell, trade), ev.BlocksDisposed() as done:
            return (seat, hold, sell, trade) == (done.seat, done.hold, done.sell, done.trade)
        case act.Buy(seat, chains, _), ev.BlocksBought():
            bought = [(event.seat, event.chain, event.count) for event in events if isinstance(event, ev.BlocksBought)]
            return bought == [(seat, chain, chains.count(chain)) for chain in dict.fromkeys(chains)]
    return False


def is_quiet(action: act.Action) -> bool:
    """Return True if an action has no event of its own; what comes with it follows by itself."""
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


class EndRefusals:
    """Who has not announced the end though it was possible: news once for each player, noise in every turn after it."""

    def __init__(self) -> None:
        self._seats: set[int] = set()

    def is_old(self, action: act.Action) -> bool:
        """Return True if this action is such a refusal of a seat that has refused before."""
        if not isinstance(action, act.DeclareEnd) or action.yes or action.seat is None:
            return False
        is_old = action.seat in self._seats
        self._seats.add(action.seat)
        return is_old


def narrate_action(action: act.Action, events: Iterable[ev.Event], names: TableNames, is_old: bool = False) -> tuple[str, ...]:
    """Return what an action said and what came of it, for people at the table: draws of tiles that they may not see are left out.
    Of an `is_old` action only what came of it is worth telling.

    >>> narrate_action(act.Buy(0), [ev.TileDrawn(0, None), ev.TurnBegan(1, 2)], TableNames(("Ada", "Bo")))
    ('Ada buys nothing.', 'Turn 2 begins: Bo.')
    """
    shown = without_hidden_draws(events)
    sentences = tuple(event_sentence(event, names) for event in shown)
    own = "" if is_old else own_sentence(action, shown, names)
    return (own, *sentences) if own else sentences


def without_hidden_draws(events: Iterable[ev.Event]) -> list[ev.Event]:
    """Return the events but for draws of others: of these there is nothing to say."""
    return [event for event in events if not (isinstance(event, ev.TileDrawn) and event.tile is None)]


def all_sentences(action: act.Action, events: Iterable[ev.Event], names: TableNames) -> tuple[str, ...]:
    """Return all that came of an action, in at least one sentence."""
    shown = tuple(events)
    own = own_sentence(action, shown, names) if names.rounds or not shown else ""
    sentences = tuple(event_sentence(event, names) for event in shown)
    return (own, *sentences) if own else sentences or (quiet_sentence(action, names),)
