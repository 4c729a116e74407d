"""Every edition's rules as data.

A `Ruleset` is a frozen row of options (docs/spec/rules.md, section 2); the named sets below are rows of one table.
Nothing in the program asks for a ruleset's *name*: the engine, the tests and the screens read options only.
A value is checked when it is born, so the rest of the program may trust it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

CHEAP, MEDIUM, EXPENSIVE = 0, 1, 2
TIER_NAMES = ("cheap", "medium", "expensive")

# Chain lists, cheapest first (R4; docs/spec/rules.md, section 4b): two cheap, three medium, two expensive.
CHAIN_LISTS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "1999": ("Luxor", "Tower", "American", "Festival", "Worldwide", "Continental", "Imperial"),
    "2008": ("Sackson", "Worldwide", "American", "Festival", "Imperial", "Continental", "Tower"),
    "2023": ("Sackson", "Tower", "American", "Festival", "Worldwide", "Continental", "Imperial"),
    "neutral": ("Lantern", "Timber", "Aspen", "Fountain", "Willow", "Cedar", "Ivory"),  # of no edition, with the letters of 1999
})
TIERS = (CHEAP, CHEAP, MEDIUM, MEDIUM, MEDIUM, EXPENSIVE, EXPENSIVE)

SHARES_PER_CHAIN = 25
TILE_COUNT = 108
HAND_SIZE = 6
MIN_PLAYERS, MAX_PLAYERS = 2, 6

# R5: the size from which a step of the price table holds, and the cheap chains' price there.
# A medium chain costs 100 more, an expensive one 200 more.
PRICE_STEPS = ((2, 200), (3, 300), (4, 400), (5, 500), (6, 600), (11, 700), (21, 800), (31, 900), (41, 1000))

# 003 prices chains that are not on the board: its table shows size 0 beside 200 for medium and
# beside 300 for expensive chains (I12, I13). Cheap chains have no such row.
PRICE_AT_ZERO = (0, 200, 300)

# docs/spec/rules.md, section 4b: the second of three bonus places, by price. First is 10 times and third 5 times the price.
SECOND_OF_THREE: Mapping[int, int] = MappingProxyType({
    200: 1500, 300: 2200, 400: 3000, 500: 3700, 600: 4200, 700: 5000,
    800: 5700, 900: 6200, 1000: 7000, 1100: 7700, 1200: 8200,
})


class RulesetError(ValueError):
    """A ruleset that does not exist or makes no sense; the message names the option and the remedy."""


def price_of(tier: int, size: int) -> int:
    """Return the price in dollars of one share of an active chain (R5); sizes below two have none."""
    price = 0
    for from_size, cheap in PRICE_STEPS:
        if size >= from_size:
            price = cheap + 100 * tier
    return price


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """One complete set of options.

    >>> RULESETS["classic"].replace(special_powers=True).changes()
    {'special_powers': True}
    """

    name: str = "classic"
    chains: str = "1999"
    start_cash: int = 6000
    starting_tiles: bool = True
    start_rule: str = "lowest_number"
    max_buy: int = 3
    same_kind: bool = False
    buy_inactive: bool = False
    safe_size: int = 11
    safe_merge: str = "two_safe"
    end_size: int = 41
    end_all_safe: bool = True
    end_mode: str = "anytime"
    end_on_bag: str = "never"
    tie_rounding: str = "up_100"
    bonus_places: int = 2
    disposal: str = "hold_sell_trade"
    disposal_order: str = "mergemaker"
    no_tile: str = "skip"
    dead_policy: str = "auto"
    dead_timing: str = "after_draw"
    dead_repeat: bool = True
    mixed_growth: str = "absorb"
    eighth_chain: str = "forbid"
    found_optional: bool = False
    two_player_market: bool = True
    market_empty_bag: str = "zero"
    score_inactive: bool = False
    stall_end: bool = True
    holdings: str = "piles"
    special_powers: bool = False
    play4_mandatory: bool = False
    founder_buys_four: bool = False
    merger_bonus: int = 0
    sell_shares: bool = False
    teams: bool = False
    open_pick: bool = False
    simultaneous: bool = False

    def __post_init__(self) -> None:
        for option in (*OPTIONS.values(), *LATER_OPTIONS.values()):
            option.check(getattr(self, option.name))
        for makes_sense, reason in _COMBINATIONS:
            if not makes_sense(self):
                raise RulesetError(reason)
        if self.simultaneous:
            wrong = [f"{name}={format_option(getattr(self, name))}" for name, value in ONLY_IN_TURNS.items()
                     if getattr(self, name) != value]
            if wrong:
                raise RulesetError(f"simultaneous does not go together with {', '.join(wrong)}: that is for play in turns")

    def replace(self, **changes: Any) -> Ruleset:
        """Return the same rules with some options changed; the result is checked like any other ruleset."""
        unknown = sorted(set(changes) - set(OPTIONS) - set(LATER_OPTIONS) - {"name"})
        if unknown:
            raise RulesetError(f"unknown option {unknown[0]!r}; the options are: {', '.join(OPTIONS)}")
        return replace(self, **changes)

    def changes(self) -> dict[str, Any]:
        """Return the options in which this ruleset differs from the named one it comes from."""
        base = RULESETS.get(self.name, CLASSIC)
        return {name: value for name, value in self.options().items() if value != getattr(base, name)}

    def options(self) -> dict[str, Any]:
        """Return all options by name, in the order of docs/spec/rules.md, section 2.

        A later one is among them where it is not at its default, so that rules which do without it keep their digest.
        """
        later = {name: getattr(self, name) for name, option in LATER_OPTIONS.items() if getattr(self, name) != option.default}
        return {name: getattr(self, name) for name in OPTIONS} | later

    @cached_property
    def chain_names(self) -> tuple[str, ...]:
        """Return the seven chains in list order, lower case: the names of the API. Index 0 is chain 0 everywhere."""
        return tuple(name.lower() for name in CHAIN_LISTS[self.chains])

    @property
    def tiers(self) -> tuple[int, ...]:
        return TIERS

    def price(self, chain: int, size: int) -> int:
        """Return the dollars for a share of chain number `chain` at `size`; 0 where it has no price.

        Size 0 is a chain off the board, priced only where it can be bought or is scored.
        """
        if size == 0:
            return PRICE_AT_ZERO[TIERS[chain]] if self.buy_inactive or self.score_inactive else 0
        return price_of(TIERS[chain], size)

    def bonuses(self, price: int) -> tuple[int, ...]:
        """Return the bonus of each place, most shares first, at a share price."""
        if self.bonus_places == 2:
            return (10 * price, 5 * price)
        return (10 * price, SECOND_OF_THREE[price], 5 * price)

    @cached_property
    def digest(self) -> bytes:
        """Return 32 bytes that name the rules: equal for equal options, whatever the ruleset is called."""
        text = "acquire ruleset 1\n" + "".join(f"{name} {format_option(value)}\n" for name, value in self.options().items())
        return hashlib.sha256(text.encode("ascii")).digest()


@dataclass(frozen=True)
class Option:
    """One option: its name, its kind, and the values that exist."""

    name: str
    default: Any
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1
    help: str = ""

    @property
    def kind(self) -> type:
        return type(self.default)

    def check(self, value: Any) -> None:
        if self.kind is bool:
            if value is not True and value is not False:
                raise RulesetError(f"{self.name} is yes or no, not {value!r}")
        elif self.kind is int:
            if type(value) is not int or not self.low <= value <= self.high or value % self.step:
                steps = f" in steps of {self.step}" if self.step > 1 else ""
                raise RulesetError(f"{self.name} is a whole number from {self.low} to {self.high}{steps}, not {value!r}")
        elif value not in self.choices:
            raise RulesetError(f"{self.name} is one of {', '.join(self.choices)}, not {value!r}")

    def parse(self, text: str) -> Any:
        """Return the value that `format_option` wrote, or raise a RulesetError."""
        value: Any = text
        if self.kind is bool:
            value = {"yes": True, "no": False}.get(text, text)
        elif self.kind is int:
            # isascii and isdigit: int() would also take "1_000", " 7" and the digits of other scripts.
            value = int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else text
        self.check(value)
        return value


def format_option(value: Any) -> str:
    """Return an option's value as text: yes, no, a number or a word."""
    if value is True or value is False:
        return "yes" if value else "no"
    return str(value)


# What each option may be, and what it means in a sentence. The order is that of docs/spec/rules.md, section 2.
_OPTION_VALUES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("chains", dict(choices=tuple(CHAIN_LISTS), help="names of the seven chains")),
    ("start_cash", dict(low=0, high=100_000, step=100, help="dollars each player begins with")),
    ("starting_tiles", dict(help="each player puts one tile on the board before the first turn")),
    ("start_rule", dict(choices=("lowest_number", "topmost_row", "closest_1A", "closest_1A_manhattan", "seat0"),
                        help="whose starting tile begins")),
    ("max_buy", dict(low=1, high=5, help="shares a player may buy in a turn")),
    ("same_kind", dict(help="all shares bought in a turn are of one chain")),
    ("buy_inactive", dict(help="chains off the board are for sale where the table prices size 0")),
    ("safe_size", dict(low=2, high=TILE_COUNT, help="tiles from which a chain is safe")),
    ("safe_merge", dict(choices=("two_safe", "any_safe"), help="which mergers a safe chain forbids")),
    ("end_size", dict(low=2, high=TILE_COUNT, help="tiles of one chain that allow the end")),
    ("end_all_safe", dict(help="the end is also allowed when every chain on the board is safe")),
    ("end_mode", dict(choices=("anytime", "end_of_turn", "auto"), help="who ends the game, and when")),
    ("end_on_bag", dict(choices=("never", "last_drawn", "cannot_refill"), help="does an empty bag end the game")),
    ("tie_rounding", dict(choices=("up_100", "nearest_1"), help="how a divided bonus is rounded")),
    ("bonus_places", dict(low=2, high=3, help="how many holders' places earn a bonus")),
    ("disposal", dict(choices=("hold_sell_trade", "none"), help="what holders of a defunct chain may do")),
    ("disposal_order", dict(choices=("mergemaker", "majority"), help="who disposes of defunct shares first")),
    ("no_tile", dict(choices=("skip", "replace_hand", "end"), help="what happens when no tile can be placed")),
    ("dead_policy", dict(choices=("auto", "choice", "never"), help="are dead tiles exchanged")),
    ("dead_timing", dict(choices=("after_draw", "before_draw"), help="dead tiles go after or before the draw")),
    ("dead_repeat", dict(help="a replacement that is dead again is exchanged again")),
    ("mixed_growth", dict(choices=("absorb", "forbid"), help="may a tile join a chain and loose tiles together")),
    ("eighth_chain", dict(choices=("forbid", "unfounded"), help="a founding tile while seven chains are active")),
    ("found_optional", dict(help="the founder may decline to found")),
    ("two_player_market", dict(help="with two players the market competes for bonuses")),
    ("market_empty_bag", dict(choices=("zero", "full_set"), help="the market's number when the bag is empty")),
    ("score_inactive", dict(help="chains off the board are paid at the end at their price for size 0")),
    ("stall_end", dict(help="the game ends when a whole round changes nothing")),
    ("holdings", dict(choices=("open", "piles", "hidden"), help="what the others see of a player's shares and cash")),
    ("special_powers", dict(help="five power markers for each player")),
    ("play4_mandatory", dict(help="the power Play 4 must go on while a tile can be placed")),
    ("founder_buys_four", dict(help="a founder may buy four of the new chain instead")),
    ("merger_bonus", dict(low=0, high=10_000, step=100, help="dollars to the mergemaker for each merging tile")),
    ("sell_shares", dict(help="shares of active chains may be sold in the buying step")),
    ("teams", dict(help="four players: seats 0 and 2 against 1 and 3")),
    ("open_pick", dict(help="a draw at the end of a turn is a free pick from the undrawn tiles")),
)

_DEFAULTS = {field.name: field.default for field in fields(Ruleset)}
OPTIONS: Mapping[str, Option] = MappingProxyType(
    {name: Option(name, _DEFAULTS[name], **values) for name, values in _OPTION_VALUES})
# Options that came after the format of records. Code that does not know them yet refuses them (`refuse_rounds`).
LATER_OPTIONS: Mapping[str, Option] = MappingProxyType({"simultaneous": Option(
    "simultaneous", False, help="all seats answer at once and secretly: rounds instead of turns")})

ALL_OPTIONS: Mapping[str, Option] = MappingProxyType({**OPTIONS, **LATER_OPTIONS})

# M11: options that stay as they are in simultaneous play, each with the only value that goes together with it.
ONLY_IN_TURNS: Mapping[str, Any] = MappingProxyType({
    "special_powers": False, "play4_mandatory": False, "founder_buys_four": False, "sell_shares": False, "open_pick": False,
    "found_optional": False, "same_kind": False, "buy_inactive": False, "no_tile": "skip", "disposal": "hold_sell_trade",
    "disposal_order": "mergemaker", "dead_policy": "auto", "dead_timing": "after_draw", "eighth_chain": "forbid",
    "mixed_growth": "absorb", "end_on_bag": "never",
})

# A combination that makes no sense is refused with its reason.
_COMBINATIONS: tuple[tuple[Callable[[Ruleset], bool], str], ...] = (
    (lambda r: r.safe_size <= r.end_size,
     "safe_size above end_size: a chain large enough to end the game could still be taken over"),
    (lambda r: r.special_powers or not r.play4_mandatory,
     "play4_mandatory needs special_powers: without the markers there is no Play 4"),
    (lambda r: not (r.founder_buys_four and r.max_buy >= 4),
     "founder_buys_four with max_buy of 4 or more: the normal purchase already allows it"),
)

CLASSIC = Ruleset()

# One row a ruleset, in the columns of docs/spec/rules.md, sections 2 and 4b; what a row does not name is as in classic.
RULESETS: Mapping[str, Ruleset] = MappingProxyType({ruleset.name: ruleset for ruleset in (
    # 002, the Avalon Hill rulebook; 001 and the publisher's FAQ where it is silent.
    CLASSIC,
    # 000, Wikipedia in July 2008.
    Ruleset(name="wikipedia-2008", chains="2008", start_rule="topmost_row", no_tile="replace_hand",
            dead_policy="never", holdings="open"),
    # 003, Northeastern course 6515, "Acquire, Revised".
    Ruleset(name="revised-6515", chains="2008", start_cash=8000, starting_tiles=False, start_rule="seat0",
            max_buy=2, same_kind=True, buy_inactive=True, safe_size=12, safe_merge="any_safe", end_size=40,
            end_mode="auto", end_on_bag="cannot_refill", tie_rounding="nearest_1", disposal="none",
            no_tile="end", dead_policy="never", mixed_growth="forbid", eighth_chain="unfounded",
            two_player_market=False, score_inactive=True, holdings="open"),
    # 004, the manual of the 1988 DOS program.
    Ruleset(name="dos-1988", start_rule="closest_1A", safe_size=12, end_all_safe=False, end_mode="auto",
            end_on_bag="last_drawn", disposal_order="majority", dead_policy="choice", dead_timing="before_draw",
            dead_repeat=False, two_player_market=False, holdings="hidden"),
    # The Tycoon mode of the 2023 edition: three bonus places.
    Ruleset(name="tycoon-2023", chains="2023", bonus_places=3),
)})


def refuse_rounds(ruleset: Ruleset) -> None:
    """Raise a RulesetError for simultaneous play. Code that does not know rounds yet calls it."""
    if ruleset.simultaneous:
        raise RulesetError("simultaneous play (option simultaneous) is not built yet for puzzles and training: leave it "
                           "at no")


def find_ruleset(name: str) -> Ruleset:
    """Return the named ruleset, or raise a RulesetError that lists those that exist."""
    try:
        return RULESETS[name]
    except (KeyError, TypeError):
        raise RulesetError(f"no ruleset is called {name!r}; there are {', '.join(RULESETS)}") from None
