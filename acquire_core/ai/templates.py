"""The sentences of explanations: one template for each kind of reason, and the value that fills it.

An `Explanation` is data, so a screen can show names for seats, and another language brings a table of its own, with its own words
in the places: `{tiles:Stein|Steine}`, `{chains:und}`, `{your:deine|die}`. Which reason an option gets is decided in explain.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from acquire_core.actions import POWER_TITLES

_STANDINGS = {
    "ends_ahead": "ends the game, {dollars} ahead",
    "ends_level": "ends the game level with {seats}",
    "ends_behind": "ends the game, {dollars} behind {seats}",
    "announces_ahead": "announces the end, {dollars} ahead as things stand",
    "announces_level": "announces the end, level with {seats} as things stand",
    "announces_behind": "announces the end, {dollars} behind {seats} as things stand",
    "plays_on_ahead": "plays on, {dollars} ahead as things stand",
    "plays_on_level": "plays on, level with {seats} as things stand",
    "plays_on_behind": "plays on, {dollars} behind {seats} as things stand",
}

TEMPLATES: Mapping[str, str] = {
    **_STANDINGS,
    # With two players the market competes for bonuses, by a tile that nobody knows before.
    **{f"{kind}_market": f"{template}, the market's tiles aside" for kind, template in _STANDINGS.items()},

    "lies_alone": "lies alone and changes no chain",
    "lies_loose": "joins loose tiles and changes no chain",
    "may_found": "lets a new chain of {tiles} be founded",
    "grows": "grows {chain} to {tiles} at {dollars} a share as before",
    "raises": "raises {chain} to {dollars} a share, a gain of {rest} for {your} {blocks}",
    "raises_unheld": "raises {chain} to {dollars} a share without holding any",
    "secures": "makes {chain} safe at {tiles} and with it {your} majority of {got}",
    "makes_safe": "makes {chain} safe at {tiles}",
    "reaches_end": "grows {chain} to {tiles}, enough to end the game",

    "founds": "founds {chain} and gets a free share worth {dollars}",
    "founds_cheap": "founds {chain} and gets a free share; more are cheap at {dollars}",
    "founds_dear": "founds {chain} and gets a free share worth {dollars}; its bonuses are large",
    "founds_bare": "founds {chain}, but the market has no share to give",
    "founds_led": "founds {chain} and gets a free share, but {seats} leads there by {count}",
    "revives": "founds {chain} and makes {your} {blocks} of it worth {dollars}",
    "declines": "founds no chain and leaves the tiles loose",

    "merges": "merges {chains} for {dollars}",
    "merges_keeping": "merges {chains} for {dollars} and keeps {your} majority in {other} as things stand",
    "merges_handing": "merges {chains} for {dollars} but hands {seats} the survivor",
    "merges_sharing": "merges {chains} for {dollars} and leaves the survivor to {seats}",
    "merges_second": "merges {chains} for {dollars} while {seats} gets {rest}",
    "merges_feeding": "merges {chains} into {other}, where {your} majority is {count}",
    "merges_paying": "merges {chains} and pays {seats} {rest}",
    "merges_idle": "merges {chains} into {other} and pays nobody",
    "merges_market": "merges {chains} into {other}; a tile drawn for the market decides who is paid",
    "merges_tied": "merges {chains} with a choice of the survivor",
    "settles": "settles {chain} first, with {blocks} of it in hand",
    "settles_unheld": "settles {chain} first without holding any",

    "holds": "holds {count} {chain} for a chain that may come back",
    "sells": "sells {count} {chain} for {dollars}",
    "sells_holding": "sells {count} {chain} for {dollars} and holds {kept}",
    "trades": "trades {count} {chain} for {got} {other}",
    "trades_leading": "trades {count} {chain} for {got} {other} and takes the lead there",
    "trades_holding": "trades {count} {chain} for {got} {other} and holds {kept}",
    "trades_selling": "trades {count} {chain} for {got} {other} and sells {sold} for {dollars}",
    "splits": "trades {count} {chain} for {got} {other}, sells {sold} for {dollars} and holds {kept}",

    "takes_lead": "takes the lead in {chain} by {count}",
    "keeps_lead": "keeps {your} majority in {chain} by {count}",
    "draws_level": "draws level with {seats} in {chain}",
    "joins_bonuses": "gets into the bonuses of {chain}, {dollars} as things stand",
    "widens_lead": "widens {your} majority in {chain} to {count}",
    "adds": "buys {count} {chain} to hold {got}",
    "adds_early": "buys {count} {chain} while it is off the board",
    "leaves": "leaves {dollars} in cash",
    "sells_blocks": "sells {blocks} for {dollars}",
    "saves": "keeps {dollars} for the next merger",
    "saves_at_end": "keeps {dollars}, for the game ends here",
    "cannot_buy": "can buy nothing with {dollars}",

    "uses_power": "uses {power} with {powers} left after it",
    "saves_powers": "saves {powers} for later",
    "stops_trading": "trades no more shares",
    "stops_placing": "places no more tiles",
    "passes": "has no tile that can be placed",
    "shows": "shows {tiles}, none of which can be placed",
    "changes_hand": "sets all {tiles} aside for new ones",
    "keeps_hand": "keeps {tiles} that cannot be placed now",
    "lays_away": "sets {tiles} aside as dead",
    "keeps_dead": "keeps {tiles} although dead",
    "picks_beside": "picks {tile} beside {chains}",
    "picks_loose": "picks {tile} beside loose tiles",
    "picks_alone": "picks {tile}, which touches nothing",

    # What is true of anything, for actions that nobody offers as options.
    "gains": "brings in {dollars}",
    "costs": "costs {dollars}",
    "changes_nothing": "leaves {your} money as it is",
    "unclear": "depends on tiles that are not known",
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """One reason. What a field means for a kind can be read from its template; fields that it does not name are empty."""

    kind: str
    chain: str | None = None
    other: str | None = None
    """A second chain: the survivor of a merger."""
    chains: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    """A rival, or in team play the rival team."""
    count: int = 0
    got: int = 0
    sold: int = 0
    kept: int = 0
    dollars: int = 0
    rest: int = 0
    tile: str | None = None
    power: str | None = None


def sentence(why: Explanation, seat_name: Callable[[int], str] = "seat {}".format, *, your: str = "your",
             templates: Mapping[str, str] = TEMPLATES, powers: Mapping[str, str] = POWER_TITLES,
             money: Callable[[int], str] = "${:,}".format) -> str:
    """Return a reason in words, without a capital and a full stop. `your` is "the" where another player reads it.

    >>> sentence(Explanation("takes_lead", chain="imperial", count=2))
    'takes the lead in Imperial by 2'
    """
    return templates[why.kind].format(
        chain=_chain_title(why.chain), other=_chain_title(why.other), chains=_List([_chain_title(chain) for chain in why.chains]),
        seats=_List([seat_name(seat) for seat in why.seats]), your=_Whose(your), count=why.count, got=why.got, sold=why.sold,
        kept=why.kept, dollars=money(why.dollars), rest=money(why.rest), blocks=_CountedNoun(why.count, "share|shares"),
        tiles=_CountedNoun(why.count, "tile|tiles"), powers=_CountedNoun(why.count, "power|powers"), tile=why.tile,
        power=powers.get(why.power or "", ""))


def _chain_title(chain: str | None) -> str:
    return (chain or "").capitalize()


@dataclass(frozen=True, slots=True)
class _CountedNoun:
    """A number with its noun, for one and for many."""

    number: int
    nouns: str

    def __format__(self, nouns: str) -> str:
        one, many = (nouns or self.nouns).split("|")
        return f"{self.number} {one if self.number == 1 else many}"


class _List(list[str]):
    def __format__(self, last: str) -> str:
        return f" {last or 'and'} ".join(filter(None, [", ".join(self[:-1]), *self[-1:]]))


class _Whose(str):
    def __format__(self, words: str) -> str:
        your, their = words.split("|") if words else (self, self)
        return str(your if self == "your" else their)
