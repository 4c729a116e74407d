"""Moves in a few words, one by one and as the line that somebody expects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from acquire_core import actions as act

from .words import TableNames, chain_title, listing


def doing(action: act.Action) -> str:
    """A move in a few words; empty for one that only lets things go on.

    >>> doing(act.Buy(0, ("luxor", "luxor", "tower")))
    'buy 2 Luxor and 1 Tower'
    """
    match action:
        case act.Place(_, tile):
            return f"place {tile}"
        case act.Found(_, chain):
            return f"found {chain_title(chain)}" if chain else "found no chain"
        case act.ChooseSurvivor(_, chain):
            return f"let {chain_title(chain)} survive"
        case act.ChooseNext(_, chain):
            return f"settle {chain_title(chain)} first"
        case act.Dispose(_, hold, sell, trade):
            parts = [f"trade {trade} for {trade // 2}"] * bool(trade) + [f"sell {sell}"] * bool(sell)
            return listing(parts + [f"keep {hold}"] * bool(hold))
        case act.Buy(_, chains, sell):
            parts = [f"{verb} {_blocks(blocks)}" for verb, blocks in (("buy", chains), ("sell", sell)) if blocks]
            return listing(parts) if parts else "buy nothing"
        case act.UsePower(_, power):
            return f"use {act.POWER_TITLES[power]}" if power else ""
        case act.Trade2(_, give, get):
            return f"trade 2 {chain_title(give)} for 1 {chain_title(get)}"
        case act.DeclareEnd(_, yes):
            return "end the game" if yes else "play on"
        case act.ReplaceHand(_, yes):
            return "change the hand" if yes else "keep the hand"
        case act.Discard(_, tiles):
            return f"lay {listing(tiles)} away" if tiles else "keep the dead tiles"
        case act.Pick(_, tile):
            return f"pick {tile}"
        case act.Stop():
            return "stop"
        case act.Pass():
            return "pass"
        case act.Retire():
            return "leave for good"
        case act.MarketTile(tile):
            return f"the market draws {tile}"
    return ""


def _blocks(chains: Sequence[str]) -> str:
    return listing(f"{count} {chain_title(chain)}" for chain, count in Counter(chains).items())


def what_follows(line: Sequence[act.Action], seat: int, names: TableNames) -> str:
    """A line as a sentence, with names for others than the one who asks; empty where nothing follows that is worth a word.

    >>> what_follows((act.Found(0, "tower"), act.Buy(0, ("tower",))), 0, TableNames(("Ada", "Bo")))
    'Then: found Tower, buy 1 Tower.'
    """
    told = [words if action.seat == seat else f"{names.seat(action.seat or 0)}: {words}"
            for action in line if (words := doing(action))]
    return f"Then: {', '.join(told)}." if told else ""
