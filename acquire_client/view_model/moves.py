"""Write moves in a few words, one by one, and as the sequence that a computer player expects."""

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
    translate = words.translate
    match action:
        case act.Place(_, tile):
            return translate("place {tile}", tile=tile)
        case act.Found(_, chain):
            return translate("found {chain}", chain=chain_title(chain)) if chain else translate("found no chain")
        case act.ChooseSurvivor(_, chain):
            return translate("let {chain} survive", chain=chain_title(chain))
        case act.ChooseNext(_, chain):
            return translate("settle {chain} first", chain=chain_title(chain))
        case act.Dispose(_, hold, sell, trade):
            return words.listing(disposal_parts(hold, sell, trade, words)[::-1])
        case act.Buy(_, chains, sell):
            parts = purchase_parts(chains, sell, words)
            return words.listing(parts) if parts else translate("buy nothing")
        case act.UsePower(_, power):
            return translate("use {power}", power=translate(act.POWER_TITLES[power])) if power else ""
        case act.Trade2(_, give, get):
            return translate("trade 2 {give} for 1 {get}", give=chain_title(give), get=chain_title(get))
        case act.DeclareEnd(_, yes):
            return translate("end the game") if yes else translate("play on")
        case act.ReplaceHand(_, yes):
            return translate("change the hand") if yes else translate("keep the hand")
        case act.Discard(_, tiles):
            return translate("set {tiles:and} aside", tiles=tiles) if tiles else translate("keep the dead tiles")
        case act.Pick(_, tile):
            return translate("pick {tile}", tile=tile)
        case act.Stop():
            return translate("stop")
        case act.Pass():
            return translate("pass")
        case act.Retire():
            return translate("leave for good")
        case act.Bid(_, dollars):
            return translate("bid {dollars:$}", dollars=dollars)
        case act.MarketTile(tile):
            return translate("the market draws {tile}", tile=tile)
    return ""


def purchase_parts(bought: Sequence[str], sold: Sequence[str], words: Words) -> list[str]:
    """Return what is bought and what is sold; nothing if neither is."""
    parts = [words.translate("buy {blocks:and}", blocks=_shares_by_chain(bought))] if bought else []
    return [*parts, words.translate("sell {blocks:and}", blocks=_shares_by_chain(sold))] if sold else parts


def disposal_parts(hold: int, sell: int, trade: int, words: Words) -> list[str]:
    """Return what becomes of the shares of a defunct chain."""
    parts = ((hold, words.translate("keep {count}", count=hold)), (sell, words.translate("sell {count}", count=sell)),
             (trade, words.translate("trade {count} for {got}", count=trade, got=trade // 2)))
    return [part for count, part in parts if count]


def _shares_by_chain(chains: Sequence[str]) -> list[str]:
    return [f"{count} {chain_title(chain)}" for chain, count in Counter(chains).items()]


def what_follows(line: Sequence[act.Action], seat: int, names: TableNames) -> str:
    """Return a line as a sentence, with names for others than the one who asks; empty where nothing follows that is worth a word.

    >>> what_follows((act.Found(0, "tower"), act.Buy(0, ("tower",))), 0, TableNames(("Ada", "Bo")))
    'Then: found Tower, buy 1 Tower.'
    """
    moves = [words if action.seat == seat else f"{names.seat(action.seat or 0)}: {words}"
             for action in line if (words := move_text(action, names.words))]
    return names.translate("Then: {moves}.", moves=", ".join(moves)) if moves else ""
