"""Actions as lines of text and back (docs/developers/record-format.md, section 3): `0 place 5E`, `* draw 2 ??`.

Here is spelling only: a line that can be read may still be against the rules, and `Game.apply` says so. One form is written;
read is that form with any run of spaces and tabs between its words and chains in any case, and nothing else: a line
that was damaged or meant otherwise must not pass for an action. What is read is bounded before it is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from . import actions as act
from .actions import POWERS, Action
from .ruleset import CHAIN_LISTS, MAX_PLAYERS
from .tile_source import TILE_NAMES, TILE_NUMBERS

MAX_LINE = 400
"""Characters of the longest line that is read. The longest that can be written has about a hundred."""

CHANCE_MARK = "*"
UNKNOWN_TILE = "??"
NONE = "none"

_SEATS = {str(seat): seat for seat in range(MAX_PLAYERS)}
_CHAINS = {name.lower(): name for names in CHAIN_LISTS.values() for name in names}
_MAX_COUNT = 99  # two digits; what a disposal may really say is a question of the rules
_DOLLARS = re.compile(r"0|[1-9][0-9]{0,6}")
_MAX_DOLLARS = 9_999_999  # seven digits; what a bid may really say is a question of the rules
_COUNTS = {str(count): count for count in range(_MAX_COUNT + 1)}


class NotationError(ValueError):
    """Text that is not a line of notation, or an action that no line can say; the message names what was expected."""


# --- reading ----------------------------------------------------------------------------------------------------------

class _Words:
    """The words of a line behind the seat, taken one by one; what is missing or too much is named."""

    def __init__(self, words: list[str], chains: Sequence[str] | None) -> None:
        self.words = words
        self.chains = chains
        self.next = 0

    def words_left(self) -> int:
        return len(self.words) - self.next

    def take(self, expected: str) -> str:
        if not self.words_left():
            raise NotationError(f"{' '.join(self.words)!r} ends where {expected} should follow")
        self.next += 1
        return self.words[self.next - 1]

    def expect_end(self) -> None:
        if self.words_left():
            raise NotationError(f"{_shorten(self.words[self.next])} is one word too many after "
                                f"{' '.join(self.words[:self.next])!r}")

    def take_tile(self) -> str:
        word = self.take("a tile")
        if word not in TILE_NUMBERS:
            raise NotationError(f"{_shorten(word)} is not a tile; tiles run from '1A' to '12I'")
        return word

    def take_chain(self, expected: str = "a chain") -> str:
        word = self.take(expected)
        name = word.lower()
        if name not in (_CHAINS if self.chains is None else self.chains):
            known = self.chains or sorted(_CHAINS)
            raise NotationError(f"{_shorten(word)} is not {expected}: {', '.join(map(_write_chain, known))}")
        return name

    def chain_or_none(self) -> str | None:
        if self.words_left() and self.words[self.next] == NONE:
            self.next += 1
            return None
        return self.take_chain("a chain or 'none'")

    def yes_or_no(self) -> bool:
        return self.one_of("yes", "no") == "yes"

    def one_of(self, *words: str) -> str:
        expected = " or ".join(map(repr, words))
        word = self.take(expected)
        if word not in words:
            raise NotationError(f"{_shorten(word)} is not {expected}")
        return word

    def take_count(self) -> int:
        word = self.take("a number of shares")
        if word not in _COUNTS:
            raise NotationError(f"{_shorten(word)} is not a number of shares from 0 to {_MAX_COUNT}")
        return _COUNTS[word]

    def take_dollars(self) -> int:
        word = self.take("a number of dollars")
        if not _DOLLARS.fullmatch(word):
            raise NotationError(f"{_shorten(word)} is not a number of dollars from 0 to {_MAX_DOLLARS}")
        return int(word)

    def take_seat(self) -> int:
        return _read_seat(self.take("a seat"))

    def take_tiles(self) -> tuple[str, ...]:
        found = []
        while self.words_left():
            found.append(self.take_tile())
        return _in_board_order(found)

    def take_chains(self) -> tuple[str, ...]:
        """Take the chains up to `sell` or the end, one for each share."""
        found = []
        while self.words_left() and self.words[self.next] != "sell":
            found.append(self.take_chain("a chain or 'sell'"))
        return _in_list_order(found, self.chains)


def _read_buy(seat: int | None, words: _Words) -> Action:
    bought = words.take_chains()
    sold: tuple[str, ...] = ()
    if words.words_left():
        words.one_of("sell")
        sold = words.take_chains()
        if not sold:
            raise NotationError("'sell' must be followed by the chains whose shares are sold")
    return act.Buy(seat, bought, sold)


def _read_dispose(seat: int | None, words: _Words) -> Action:
    counts = []
    for part in ("hold", "sell", "trade"):
        words.one_of(part)
        counts.append(words.take_count())
    return act.Dispose(seat, *counts)


def _read_power(seat: int | None, words: _Words) -> Action:
    power = words.one_of(*POWERS, NONE)
    return act.UsePower(seat, None if power == NONE else power)


def _read_draw(words: _Words) -> Action:
    target = words.take_seat()
    if words.words_left() and words.words[words.next] == UNKNOWN_TILE:
        words.next += 1
        return act.DrawTile(target, None)
    return act.DrawTile(target, words.take_tile())


_DECISIONS: dict[str, Callable[[int | None, _Words], Action]] = {
    "end": lambda seat, words: act.DeclareEnd(seat, words.yes_or_no()),
    "place": lambda seat, words: act.Place(seat, words.take_tile()),
    "pass": lambda seat, words: act.Pass(seat),
    "stop": lambda seat, words: act.Stop(seat),
    "found": lambda seat, words: act.Found(seat, words.chain_or_none()),
    "survivor": lambda seat, words: act.ChooseSurvivor(seat, words.take_chain()),
    "next": lambda seat, words: act.ChooseNext(seat, words.take_chain()),
    "dispose": _read_dispose,
    "buy": _read_buy,
    "power": _read_power,
    "trade2": lambda seat, words: act.Trade2(seat, words.take_chain(), words.take_chain()),
    "show": lambda seat, words: act.Show(seat, words.take_tiles()),
    "replace": lambda seat, words: act.ReplaceHand(seat, words.yes_or_no()),
    "discard": lambda seat, words: act.Discard(seat, words.take_tiles()),
    "pick": lambda seat, words: act.Pick(seat, words.take_tile()),
    "bid": lambda seat, words: act.Bid(seat, words.take_dollars()),
    "retire": lambda seat, words: act.Retire(seat),
}

_CHANCE_ACTIONS: dict[str, Callable[[_Words], Action]] = {
    "start": lambda words: act.StartTile(words.take_seat(), words.take_tile()),
    "draw": _read_draw,
    "market": lambda words: act.MarketTile(words.take_tile()),
}


def parse_action(text: str, chains: Sequence[str] | None = None) -> Action:
    """Return the action that a line says; without a seat in front its seat is None.

    `chains` are the names of a ruleset in list order (`Ruleset.chain_names`): with them no other chain is read, and shares
    of a purchase come out in that order.

    >>> parse_action("0 place 5E")
    Place(seat=0, tile='5E')
    >>> parse_action("buy TOWER luxor", chains=("luxor", "tower"))
    Buy(seat=None, chains=('luxor', 'tower'), sell=())
    """
    if not isinstance(text, str):
        raise NotationError(f"a line of notation is text, not {type(text).__name__}")
    if len(text) > MAX_LINE:
        raise NotationError(f"a line of {len(text)} characters; the longest that is read has {MAX_LINE}")
    if not (text.isascii() and text.replace("\t", " ").isprintable()):
        wrong = next(character for character in text if not " " <= character <= "~" and character != "\t")
        raise NotationError(f"{ascii(wrong)} cannot stand in a line of notation")
    words = text.split()
    if not words:
        raise NotationError("an empty line says nothing")
    first = words[0]
    by_chance, by_seat = first == CHANCE_MARK, not "a" <= first[0] <= "z"
    seat = _read_seat(first) if by_seat and not by_chance else None
    if by_seat:
        del words[0]
    if not words:
        raise NotationError(f"{_shorten(first)} is followed by no action")
    verb, rest = words[0], _Words(words, chains)
    rest.next = 1
    if by_chance and verb in _CHANCE_ACTIONS:
        action = _CHANCE_ACTIONS[verb](rest)
    elif by_chance:
        raise NotationError(f"{_shorten(verb)} is nothing that chance does; it can {', '.join(_CHANCE_ACTIONS)}")
    elif verb in _DECISIONS:
        action = _DECISIONS[verb](seat, rest)
    elif verb in _CHANCE_ACTIONS:
        raise NotationError(f"{verb!r} is what chance does: its line begins with {CHANCE_MARK!r}")
    else:
        raise NotationError(f"{_shorten(verb)} is not an action; there are {', '.join(_DECISIONS)}")
    rest.expect_end()
    return action


def _read_seat(word: str) -> int:
    if word not in _SEATS:
        raise NotationError(f"{_shorten(word)} is not a seat; seats run from 0 to {MAX_PLAYERS - 1}")
    return _SEATS[word]


def _shorten(word: str) -> str:
    """Return a word of unknown origin as it may stand in a message."""
    return ascii(word if len(word) <= 24 else word[:21] + "...")


# --- writing ----------------------------------------------------------------------------------------------------------

def format_action(action: Action, chains: Sequence[str] | None = None) -> str:
    """Return the one line that says an action, its seat in front if it has one.

    `chains` as in `parse_action`; without them bought and sold shares keep their order. Tiles of `show` and `discard` are
    always written in board order.

    >>> format_action(act.Buy(0, ("tower", "luxor")), chains=("luxor", "tower"))
    '0 buy Luxor Tower'
    """
    words = _without_seat(action, chains)
    if isinstance(action, (act.StartTile, act.DrawTile, act.MarketTile)):
        return f"{CHANCE_MARK} {words}"
    return words if action.seat is None else f"{_write_seat(action.seat)} {words}"


def _without_seat(action: Action, chains: Sequence[str] | None) -> str:
    def chain(name: object) -> str:
        if not isinstance(name, str) or name not in (_CHAINS if chains is None else chains):
            raise NotationError(f"{ascii(name)} is not a chain; names are lower case")
        return _write_chain(name)

    def shares(names: Sequence[str]) -> str:
        if not isinstance(names, (tuple, list)):
            raise NotationError(f"{ascii(names)} is not a list of chains, one for each share")
        written = {name: chain(name) for name in names}
        return "".join(f" {written[name]}" for name in _in_list_order(names, chains))

    match action:
        case act.DeclareEnd(_, yes):
            return f"end {_yes_or_no(yes)}"
        case act.Place(_, tile):
            return f"place {_write_tile(tile)}"
        case act.Pass():
            return "pass"
        case act.Stop():
            return "stop"
        case act.Found(_, name):
            return f"found {NONE if name is None else chain(name)}"
        case act.ChooseSurvivor(_, name):
            return f"survivor {chain(name)}"
        case act.ChooseNext(_, name):
            return f"next {chain(name)}"
        case act.Dispose(_, hold, sell, trade):
            return f"dispose hold {_write_count(hold)} sell {_write_count(sell)} trade {_write_count(trade)}"
        case act.Buy(_, bought, sold):
            bought_words, sold_words = shares(bought), shares(sold)
            return f"buy{bought_words} sell{sold_words}" if sold_words else f"buy{bought_words}"
        case act.UsePower(_, power):
            if power is not None and power not in POWERS:
                raise NotationError(f"{ascii(power)} is not a power; there are {', '.join(POWERS)}")
            return f"power {power or NONE}"
        case act.Trade2(_, give, get):
            return f"trade2 {chain(give)} {chain(get)}"
        case act.Show(_, tiles):
            return f"show{_write_tiles(tiles)}"
        case act.ReplaceHand(_, yes):
            return f"replace {_yes_or_no(yes)}"
        case act.Discard(_, tiles):
            return f"discard{_write_tiles(tiles)}"
        case act.Pick(_, tile):
            return f"pick {_write_tile(tile)}"
        case act.Bid(_, dollars):
            return f"bid {_write_dollars(dollars)}"
        case act.Retire():
            return "retire"
        case act.StartTile(target, tile):
            return f"start {_write_seat(target)} {_write_tile(tile)}"
        case act.DrawTile(target, drawn):
            return f"draw {_write_seat(target)} {UNKNOWN_TILE if drawn is None else _write_tile(drawn)}"
        case act.MarketTile(tile):
            return f"market {_write_tile(tile)}"
    raise NotationError(f"expected an action, not {ascii(action)}")


def _write_chain(name: str) -> str:
    """Return a chain as it stands in a line."""
    return _CHAINS.get(name) or name.capitalize()


def _write_seat(seat: object) -> str:
    if type(seat) is not int or not 0 <= seat < MAX_PLAYERS:
        raise NotationError(f"{ascii(seat)} is not a seat; seats run from 0 to {MAX_PLAYERS - 1}")
    return str(seat)


def _write_tile(tile: object) -> str:
    if not isinstance(tile, str) or tile not in TILE_NUMBERS:
        raise NotationError(f"{ascii(tile)} is not a tile; tiles run from '1A' to '12I'")
    return tile


def _write_tiles(tiles: Sequence[str]) -> str:
    if not isinstance(tiles, (tuple, list)):
        raise NotationError(f"{ascii(tiles)} is not a list of tiles")
    checked = [_write_tile(tile) for tile in tiles]
    return "".join(f" {tile}" for tile in _in_board_order(checked))


def _write_count(count: object) -> str:
    if type(count) is not int or not 0 <= count <= _MAX_COUNT:
        raise NotationError(f"{ascii(count)} is not a number of shares from 0 to {_MAX_COUNT}")
    return str(count)


def _write_dollars(dollars: object) -> str:
    if type(dollars) is not int or not 0 <= dollars <= _MAX_DOLLARS:
        raise NotationError(f"{ascii(dollars)} is not a number of dollars from 0 to {_MAX_DOLLARS}")
    return str(dollars)


def _yes_or_no(answer: object) -> str:
    if answer is True or answer is False:
        return "yes" if answer else "no"
    raise NotationError(f"{ascii(answer)} is neither True nor False")


# --- order ------------------------------------------------------------------------------------------------------------

def _in_board_order(tiles: Sequence[str]) -> tuple[str, ...]:
    return tuple(TILE_NAMES[number] for number in sorted(TILE_NUMBERS[tile] for tile in tiles))


def _in_list_order(names: Sequence[str], chains: Sequence[str] | None) -> tuple[str, ...]:
    """Sort a purchase, which is a multiset: with a list of chains it is written in list order (decision K34)."""
    return tuple(names) if chains is None else tuple(sorted(names, key=list(chains).index))
