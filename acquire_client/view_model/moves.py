"""Moves in a few words, one by one and as the line that somebody expects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from acquire_client.language import ENGLISH, Words
from acquire_client.view_model.words import TableNames, chain_title
from acquire_core import actions as act


def move_text(action: act.Action, words: Words = ENGLISH) -> str:
    """Return a move in a few words; empty for one that only lets things go on.

    >>> move_text(act.Buy(0, ("luxor", "luxor", "tower")))
    'buy 2 Luxor and 1 Tower'
    """
    say = words.say
    match action:
        case act.Place(_, tile):
            return say("place {tile}", tile=tile)
        case act.Found(_, chain):
            return say("found {chain}", chain=chain_title(chain)) if chain else say("found no chain")
        case act.ChooseSurvivor(_, chain):
            return say("let {chain} survive", chain=chain_title(chain))
        case act.ChooseNext(_, chain):
            return say("settle {chain} first", chain=chain_title(chain))
        case act.Dispose(_, hold, sell, trade):
            return words.listing(disposal_parts(hold, sell, trade, words)[::-1])
        case act.Buy(_, chains, sell):
            parts = purchase_parts(chains, sell, words)
            return words.listing(parts) if parts else say("buy nothing")
        case act.UsePower(_, power):
            return say("use {power}", power=say(act.POWER_TITLES[power])) if power else ""
        case act.Trade2(_, give, get):
            return say("trade 2 {give} for 1 {get}", give=chain_title(give), get=chain_title(get))
        case act.DeclareEnd(_, yes):
            return say("end the game") if yes else say("play on")
        case act.ReplaceHand(_, yes):
            return say("change the hand") if yes else say("keep the hand")
        case act.Discard(_, tiles):
            return say("lay {tiles:and} away", tiles=tiles) if tiles else say("keep the dead tiles")
        case act.Pick(_, tile):
            return say("pick {tile}", tile=tile)
        case act.Stop():
            return say("stop")
        case act.Pass():
            return say("pass")
        case act.Retire():
            return say("leave for good")
        case act.MarketTile(tile):
            return say("the market draws {tile}", tile=tile)
    return ""


def purchase_parts(bought: Sequence[str], sold: Sequence[str], words: Words) -> list[str]:
    """Return what is bought and what is sold; nothing if neither is."""
    parts = [words.say("buy {blocks:and}", blocks=_shares_by_chain(bought))] if bought else []
    return [*parts, words.say("sell {blocks:and}", blocks=_shares_by_chain(sold))] if sold else parts


def disposal_parts(hold: int, sell: int, trade: int, words: Words) -> list[str]:
    """Return what becomes of the shares of a defunct chain."""
    parts = ((hold, words.say("keep {count}", count=hold)), (sell, words.say("sell {count}", count=sell)),
             (trade, words.say("trade {count} for {got}", count=trade, got=trade // 2)))
    return [told for count, told in parts if count]


def _shares_by_chain(chains: Sequence[str]) -> list[str]:
    return [f"{count} {chain_title(chain)}" for chain, count in Counter(chains).items()]


def what_follows(line: Sequence[act.Action], seat: int, names: TableNames) -> str:
    """Return a line as a sentence, with names for others than the one who asks; empty where nothing follows that is worth a word.

    >>> what_follows((act.Found(0, "tower"), act.Buy(0, ("tower",))), 0, TableNames(("Ada", "Bo")))
    'Then: found Tower, buy 1 Tower.'
    """
    told = [words if action.seat == seat else f"{names.seat(action.seat or 0)}: {words}"
            for action in line if (words := move_text(action, names.words))]
    return names.say("Then: {moves}.", moves=", ".join(told)) if told else ""
