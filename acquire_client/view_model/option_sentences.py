"""A sentence for every value of every rule option, and what makes an edition another one than Classic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from acquire_client.language import Words, message
from acquire_client.view_model.rule_changes import change_text
from acquire_client.view_model.words import chain_title
from acquire_core import RULESETS, Ruleset, RulesetError
from acquire_core.ruleset import ONLY_IN_TURNS, OPTIONS

OPTION_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (message("Start"), ("holdings", "chains", "start_cash", "starting_tiles", "start_rule", "teams")),
    (message("Turn"), ("simultaneous", "max_buy", "same_kind", "buy_inactive", "sell_shares", "founder_buys_four",
                       "found_optional", "special_powers", "play4_mandatory")),
    (message("Tiles"), ("open_pick", "no_tile", "dead_policy", "dead_timing", "dead_repeat", "mixed_growth", "eighth_chain")),
    (message("Mergers"), ("safe_size", "safe_merge", "bonus_places", "tie_rounding", "disposal", "disposal_order",
                          "merger_bonus", "two_player_market", "market_empty_bag")),
    (message("End"), ("end_mode", "end_size", "end_all_safe", "end_on_bag", "score_inactive", "stall_end")),
)
"""Every option once, in the groups of the page of house rules."""

NUMBER_SENTENCES = {
    "start_cash": message("Each player begins with {value:$}."),
    "max_buy": message("You buy up to {value:share|shares} in a turn."),
    "safe_size": message("A chain of {value:tile|tiles} is safe."),
    "end_size": message("A chain of {value:tile|tiles} allows the end."),
    "merger_bonus": message("Each merging tile pays its player {value:$}."),
}
CHAINS_SENTENCE = message("Cheap: {cheap}. Medium: {medium}. Expensive: {expensive}.")
THREE_BONUSES = message("Three players get a bonus, at a price of {price:$}: {first:$}, {second:$} and {third:$}.")
TWO_BONUSES = message("Two players get a bonus, at a price of {price:$}: {first:$} and {second:$}.")
BONUS_PRICE = 500
NO_MERGER_BONUS = message("A merging tile pays its player nothing at once.")

VALUE_SENTENCES: dict[str, dict[Any, str]] = {
    "starting_tiles": {True: message("Each player puts one tile on the board before the first turn."),
                       False: message("The board is empty at the first turn.")},
    "start_rule": {"lowest_number": message("The opening tile in the lowest column begins."),
                   "topmost_row": message("The opening tile in the top row begins."),
                   "closest_1A": message("The opening tile nearest to 1A begins."),
                   "closest_1A_manhattan": message("The opening tile with the fewest steps to 1A begins."),
                   "seat0": message("The first seat begins.")},
    "same_kind": {True: message("All shares that you buy in a turn are of one chain."),
                  False: message("The shares that you buy in a turn can be of several chains.")},
    "buy_inactive": {True: message("Medium and expensive chains are for sale before they are founded."),
                     False: message("Only shares of chains on the board are for sale.")},
    "safe_merge": {"two_safe": message("Two safe chains never merge, but a safe chain takes others over."),
                   "any_safe": message("A safe chain merges with no other chain.")},
    "end_all_safe": {True: message("The end is also allowed when all chains on the board are safe."),
                     False: message("Safe chains alone do not allow the end.")},
    "end_mode": {"anytime": message("You may end the game at any time of your turn."),
                 "end_of_turn": message("You may end the game at the end of your turn."),
                 "auto": message("The game ends by itself, without a decision.")},
    "end_on_bag": {"never": message("An empty bag does not end the game."),
                   "last_drawn": message("The game also ends when the last tile is drawn."),
                   "cannot_refill": message("The game also ends when a hand cannot be filled up.")},
    "tie_rounding": {"up_100": message("Players who tie share the bonuses, rounded up to $100."),
                     "nearest_1": message("Players who tie share the bonuses, rounded to the dollar.")},
    "disposal": {"hold_sell_trade": message("You keep, sell or trade the shares of a chain that is taken over."),
                 "none": message("Shares of a chain that is taken over stay: no selling, no trading.")},
    "disposal_order": {"mergemaker": message("After a merger the player who merged decides first."),
                       "majority": message("After a merger the largest holder decides first.")},
    "no_tile": {"skip": message("If you cannot place any tile, you only buy."),
                "replace_hand": message("If you cannot place any tile, you may exchange your whole hand once."),
                "end": message("If you cannot place any tile, the game ends.")},
    "dead_policy": {"auto": message("Dead tiles are exchanged at the end of your turn."),
                    "choice": message("At the end of your turn you may exchange dead tiles."),
                    "never": message("Dead tiles stay in your hand.")},
    "dead_timing": {"after_draw": message("Dead tiles are exchanged after you have drawn."),
                    "before_draw": message("Dead tiles are exchanged before you draw.")},
    "dead_repeat": {True: message("A new tile that is dead again is exchanged again."),
                    False: message("A new tile that is dead again stays for now.")},
    "mixed_growth": {"absorb": message("A tile may join a chain and loose tiles at once."),
                     "forbid": message("A tile may not join a chain and loose tiles at once.")},
    "eighth_chain": {"forbid": message("With seven chains on the board a founding tile has to wait."),
                     "unfounded": message("With seven chains on the board a founding tile stays loose.")},
    "found_optional": {True: message("You may leave tiles loose instead of founding a chain."),
                       False: message("Loose tiles side by side always found a chain.")},
    "two_player_market": {True: message("With two players the market takes part in the bonuses."),
                          False: message("With two players only the players get bonuses.")},
    "market_empty_bag": {"zero": message("With two players and an empty bag the market holds nothing."),
                         "full_set": message("With two players and an empty bag the market draws its number from all tiles.")},
    "score_inactive": {True: message("Medium and expensive chains off the board are paid at the end as well."),
                       False: message("At the end only chains on the board are paid.")},
    "stall_end": {True: message("The game ends when a whole round changes nothing."),
                  False: message("The game goes on when a whole round changes nothing.")},
    "holdings": {"open": message("All cash and shares are open."),
                 "piles": message("You see of which chains the others hold shares, but not how many, and not their cash."),
                 "hidden": message("You see neither the cash nor the shares of the others.")},
    "special_powers": {True: message("Each player has five markers, each good for one special power once in the game."),
                       False: message("There are no special powers.")},
    "play4_mandatory": {True: message("With the power Play 4 you must go on while a tile can be placed."),
                        False: message("With the power Play 4 you may stop before the fourth tile.")},
    "founder_buys_four": {True: message("If you found a chain, you may buy four of its shares instead."),
                          False: message("A founder buys like any other player.")},
    "sell_shares": {True: message("When you may buy, you may also sell shares of chains on the board."),
                    False: message("You sell shares only after a merger and at the end.")},
    "teams": {True: message("Four players are two teams: seats 1 and 3 against 2 and 4."),
              False: message("Each player plays alone.")},
    "open_pick": {True: message("Instead of drawing you pick any tile of the bag."),
                  False: message("You draw a tile from the bag unseen.")},
    "simultaneous": {True: message("All answer at once and secretly; who is in another's way bids for the order."),
                     False: message("The players take turns.")},
}

REFUSED: tuple[tuple[Callable[[Mapping[str, Any]], bool], str], ...] = (
    (lambda rules: rules["safe_size"] > rules["end_size"],
     message("A safe chain cannot need more tiles than the end: {safe} is more than {end}. Change one of the two.")),
    (lambda rules: rules["play4_mandatory"] and not rules["special_powers"],
     message("Play 4 is a special power: switch special powers on first, and Play 4 off before them.")),
    (lambda rules: rules["founder_buys_four"] and rules["max_buy"] >= 4,
     message("Founder buys four makes sense with at most three shares a turn. Change one of the two.")),
)
"""What the kernel refuses, and what to do about it."""

EDITION_ORIGINS = {
    "classic": "1999", "wikipedia-2008": "2008", "revised-6515": message("University course"), "dos-1988": "1988",
    "tycoon-2023": "2023",
}
"""The year of an edition; the source of "Revised" names none."""
DIFFERENCES = 3
IMPORTANCE = ("disposal", "bonus_places", "holdings", "end_mode", "same_kind", "max_buy", "no_tile", "safe_size", "end_size",
              "buy_inactive", "dead_policy", "chains", "starting_tiles", "start_cash", "safe_merge", "disposal_order")
"""The options that a player notices first; the others follow in the order of the rules."""


def option_sentence(name: str, ruleset: Ruleset, words: Words) -> str:
    """Return what an option of these rules means, with its value.

    >>> from acquire_client.language import ENGLISH
    >>> option_sentence("safe_size", RULESETS["classic"], ENGLISH), option_sentence("teams", RULESETS["classic"], ENGLISH)
    ('A chain of 11 tiles is safe.', 'Each player plays alone.')
    """
    value = getattr(ruleset, name)
    if name == "chains":
        names = [chain_title(chain) for chain in ruleset.chain_names]
        cheap, medium, expensive = (words.listing(part) for part in (names[:2], names[2:5], names[5:]))
        return words.translate(CHAINS_SENTENCE, cheap=cheap, medium=medium, expensive=expensive)
    if name == "bonus_places":
        paid = dict(zip(("first", "second", "third"), ruleset.bonuses(BONUS_PRICE), strict=False))
        return words.translate(TWO_BONUSES if value == 2 else THREE_BONUSES, price=BONUS_PRICE, **paid)
    if name == "merger_bonus" and not value:
        return words.translate(NO_MERGER_BONUS)
    if name in NUMBER_SENTENCES:
        return words.translate(NUMBER_SENTENCES[name], value=value)
    return words.translate(VALUE_SENTENCES[name][value])


def edition_differences(name: str, words: Words, most: int = DIFFERENCES) -> tuple[str, ...]:
    """Return in what an edition differs from Classic, what matters most first; of Classic what the others change.

    >>> from acquire_client.language import ENGLISH
    >>> edition_differences("dos-1988", ENGLISH)[1:]
    ('The game ends by itself, without a decision.', 'A chain of 12 tiles is safe.')
    """
    ruleset, classic = RULESETS[name], RULESETS["classic"]
    order = [*IMPORTANCE, *(option for option in OPTIONS if option not in IMPORTANCE)]
    shown = [option for option in order if getattr(ruleset, option) != getattr(classic, option)] or order
    sentences = [option_sentence(option, ruleset, words) for option in shown]
    if "bonus_places" in shown and ruleset != classic and len(sentences) < most:
        sentences.append(_second_bonus(ruleset, words))
    return tuple(sentences[:most])


def _second_bonus(ruleset: Ruleset, words: Words) -> str:
    """Return how much more the second place earns than in Classic."""
    more, less = ruleset.bonuses(BONUS_PRICE)[1], RULESETS["classic"].bonuses(BONUS_PRICE)[1]
    return words.translate("The second place earns more: {more:$} instead of {less:$} at a price of {price:$}.",
                           more=more, less=less, price=BONUS_PRICE)


def changed_or_refusal(ruleset: Ruleset, name: str, value: Any, words: Words) -> tuple[Ruleset, str]:
    """Return the rules with one option changed; or the same rules, and why they cannot be changed in this way.

    >>> from acquire_client.language import ENGLISH
    >>> changed_or_refusal(RULESETS["classic"], "max_buy", 4, ENGLISH)[1]
    ''
    """
    try:
        return ruleset.replace(**{name: value}), ""
    except RulesetError as error:
        options = {**ruleset.options(), name: value}
        if options.get("simultaneous"):
            wrong = [change_text(other, options[other], words) for other, only in ONLY_IN_TURNS.items() if options[other] != only]
            return ruleset, words.translate("All at once does not go together with {rules:and}. Change one of them.", rules=wrong)
        why = next((text for is_refused, text in REFUSED if is_refused(options)), None)
        if why is None:
            return ruleset, words.sentence(str(error))
        return ruleset, words.translate(why, safe=options["safe_size"], end=options["end_size"])
