"""Tell which rules of a table were changed: how many for the bar, and each with its name and value."""

from __future__ import annotations

from typing import Any

from acquire_client.language import Words, message
from acquire_core import Ruleset

RULESET_TITLES = {
    "classic": message("Classic"), "wikipedia-2008": message("Open 2008"), "revised-6515": message("Revised 6515"),
    "dos-1988": message("DOS 1988"), "tycoon-2023": message("Tycoon 2023"),
}
OPTION_TITLES = {
    "chains": message("Names of the chains"), "start_cash": message("Cash at the start"),
    "starting_tiles": message("Opening tiles"), "start_rule": message("First player"), "max_buy": message("Shares a turn"),
    "same_kind": message("Purchases of one chain only"), "buy_inactive": message("Shares before the founding"),
    "safe_size": message("Tiles of a safe chain"), "safe_merge": message("Safe chains and mergers"),
    "end_size": message("Tiles that allow the end"), "end_all_safe": message("End when all chains are safe"),
    "end_mode": message("Ending the game"), "end_on_bag": message("End with an empty bag"),
    "tie_rounding": message("Rounding of shared bonuses"), "bonus_places": message("Bonuses for each chain"),
    "disposal": message("Defunct shares"), "disposal_order": message("First to dispose"),
    "no_tile": message("No playable tile"), "dead_policy": message("Dead tiles"),
    "dead_timing": message("Dead tiles are changed"), "dead_repeat": message("Dead tiles changed again"),
    "mixed_growth": message("Joining a chain and loose tiles"), "eighth_chain": message("Founding tile with seven chains"),
    "found_optional": message("Founding is optional"), "two_player_market": message("Market competes"),
    "market_empty_bag": message("Market with an empty bag"), "score_inactive": message("Shares of missing chains at the end"),
    "stall_end": message("End when nothing changes"), "holdings": message("Others' holdings"),
    "special_powers": message("Special powers"), "play4_mandatory": message("Play 4 goes on"),
    "founder_buys_four": message("Founder buys four"), "merger_bonus": message("Bonus for the merging player"),
    "sell_shares": message("Selling shares"), "teams": message("Teams"), "open_pick": message("Open pick"),
    "simultaneous": message("All at once"),
}
MONEY_OPTIONS = ("start_cash", "merger_bonus")
VALUE_WORDS = {
    "lowest_number": message("lowest column"), "topmost_row": message("top row"), "closest_1A": message("nearest to 1A"),
    "closest_1A_manhattan": message("fewest steps to 1A"), "seat0": message("first seat"),
    "two_safe": message("two safe chains never merge"), "any_safe": message("a safe chain never merges"),
    "anytime": message("by the player, at any time of the turn"),
    "end_of_turn": message("by the player, at the end of the turn"), "auto": message("automatic"),
    "last_drawn": message("with the last tile"), "cannot_refill": message("when a hand stays short"),
    "up_100": message("up to $100"), "nearest_1": message("to the dollar"), "hold_sell_trade": message("keep, sell or trade"),
    "none": message("are kept"), "mergemaker": message("the merging player"), "majority": message("the largest holder"),
    "skip": message("skip"), "replace_hand": message("new hand"), "end": message("the game ends"),
    "choice": message("by choice"), "never": message("never"), "after_draw": message("after the draw"),
    "before_draw": message("before the draw"), "absorb": message("allowed"), "forbid": message("forbidden"),
    "unfounded": message("tiles stay loose"), "zero": message("holds nothing"), "full_set": message("holds a full set"),
    "open": message("open"), "piles": message("piles"), "hidden": message("hidden"),
}

SHORT_CHANGES: dict[tuple[str, Any], str] = {
    ("holdings", "open"): message("open holdings"), ("holdings", "piles"): message("holdings as piles"),
    ("holdings", "hidden"): message("hidden holdings"), ("special_powers", True): message("special powers"),
    ("open_pick", True): message("open pick"), ("sell_shares", True): message("selling shares"),
    ("founder_buys_four", True): message("founder buys four"), ("teams", True): message("teams"),
    ("simultaneous", True): message("all at once"),
}
MAX_NAMED_CHANGES = 2


def edition_title(ruleset: Ruleset, words: Words) -> str:
    """Return the name of the edition alone; one that is not known here goes by its name in records."""
    return words.translate(RULESET_TITLES.get(ruleset.name, ruleset.name))


def rules_title(ruleset: Ruleset, words: Words) -> str:
    """Return the name of the edition, and how many rules of it were changed.

    >>> from acquire_client.language import ENGLISH
    >>> from acquire_core import RULESETS
    >>> rules_title(RULESETS["classic"].replace(teams=True, max_buy=4), ENGLISH)
    'Classic, 2 rules changed'
    """
    title = edition_title(ruleset, words)
    count = len(ruleset.changes())
    return words.translate("{rules}, {count:rule|rules} changed", rules=title, count=count) if count else title


def change_names(ruleset: Ruleset, words: Words) -> tuple[str, ...]:
    """Return each changed rule in a few words; what of others' holdings is seen comes first.

    >>> from acquire_client.language import ENGLISH
    >>> from acquire_core import RULESETS
    >>> change_names(RULESETS["classic"].replace(start_cash=8000, holdings="open"), ENGLISH)
    ('open holdings', 'Cash at the start: $8,000')
    """
    changes = ruleset.changes()
    order = sorted(changes, key=lambda name: (name != "holdings", tuple(OPTION_TITLES).index(name)))
    return tuple(words.translate(SHORT_CHANGES[name, changes[name]]) if (name, changes[name]) in SHORT_CHANGES
                 else change_text(name, changes[name], words) for name in order)


def rules_summary(ruleset: Ruleset, words: Words) -> str:
    """Return the name of the edition with one or two changed rules by name; with more of them, how many.

    >>> from acquire_client.language import ENGLISH
    >>> from acquire_core import RULESETS
    >>> rules_summary(RULESETS["classic"].replace(holdings="open", teams=True), ENGLISH)
    'Classic + open holdings, teams'
    """
    if not 1 <= len(ruleset.changes()) <= MAX_NAMED_CHANGES:
        return rules_title(ruleset, words)
    title = edition_title(ruleset, words)
    return words.translate("{rules} + {changes}", rules=title, changes=", ".join(change_names(ruleset, words)))


def changed_rules(ruleset: Ruleset, words: Words) -> tuple[str, ...]:
    """Return each option in which a ruleset differs from its edition, with its value.

    >>> from acquire_client.language import ENGLISH
    >>> from acquire_core import RULESETS
    >>> changed_rules(RULESETS["classic"].replace(teams=True, start_cash=8000, holdings="open"), ENGLISH)
    ('Cash at the start: $8,000', "Others' holdings: open", 'Teams: on')
    """
    return tuple(change_text(name, value, words) for name, value in ruleset.changes().items())


def differences_to(ruleset: Ruleset, other: Ruleset, words: Words) -> tuple[str, ...]:
    """Return each option in which a ruleset differs from another one, with its value, in the order of the rules.

    >>> from acquire_client.language import ENGLISH
    >>> from acquire_core import RULESETS
    >>> differences_to(RULESETS["classic"].replace(max_buy=2), RULESETS["classic"], ENGLISH)
    ('Shares a turn: 2',)
    """
    return tuple(change_text(name, getattr(ruleset, name), words) for name in OPTION_TITLES
                 if getattr(ruleset, name) != getattr(other, name))


def change_text(name: str, value: Any, words: Words) -> str:
    return f"{words.translate(OPTION_TITLES[name])}: {_value_text(name, value, words)}"


def _value_text(name: str, value: Any, words: Words) -> str:
    if isinstance(value, bool):
        return words.translate("on") if value else words.translate("off")
    if isinstance(value, int):
        return words.money(value) if name in MONEY_OPTIONS else words.number(value)
    return words.translate(VALUE_WORDS.get(value, value))
