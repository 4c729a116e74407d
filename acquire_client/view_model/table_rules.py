"""The rules of a table in words: for every edition and every changed option what a player needs to know, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from acquire_client.language import Words, message
from acquire_core import Ruleset


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that holds for some rulesets."""

    text: str
    holds: Callable[[Ruleset], bool]


def _always(text: str) -> Sentence:
    return Sentence(text, lambda rules: True)


def _when(option: str, value: object, text: str) -> Sentence:
    return Sentence(text, lambda rules: getattr(rules, option) == value)


def _unless(option: str, value: object, text: str) -> Sentence:
    return Sentence(text, lambda rules: getattr(rules, option) != value)


TURN, CHAINS, MERGERS, SAFE, TILES, END, SEEN = (
    message("Turn"), message("Chains"), message("Mergers"), message("Safe"), message("Tiles"), message("End"),
    message("Holdings"))

PARAGRAPHS: tuple[tuple[str, tuple[Sentence, ...]], ...] = (
    (TURN, (
        _when("open_pick", False, message("In your turn you place a tile, then buy up to {most:share|shares}, then draw a "
                                          "tile.")),
        _when("open_pick", True, message("In your turn you place a tile, then buy up to {most:share|shares}, then pick "
                                         "any tile of "
                                         "the bag.")),
        _when("same_kind", True, message("All shares that you buy in a turn are of one chain.")),
        _when("buy_inactive", False, message("Only shares of chains on the board are for sale.")),
        _when("buy_inactive", True, message("Medium and expensive chains are for sale before they are founded.")),
        _when("sell_shares", True, message("When you may buy, you may also sell shares of chains on the board.")),
        _when("founder_buys_four", True, message("If you found a chain, you may buy exactly four of its shares instead.")),
        _when("special_powers", True, message("Each player has five markers, each good for one special power once in the "
                                              "game.")),
        _when("play4_mandatory", True, message("With the marker Play 4 you must go on while a tile can be placed.")),
        _when("teams", True, message("Four players are two teams: the first and third against the second and fourth.")),
    )),
    (CHAINS, (
        _always(message("Loose tiles side by side found a chain. The founder names it and gets a share free.")),
        _when("found_optional", True, message("The founder may decline; then the tiles stay loose.")),
        _always(message("A tile beside a chain makes it grow. The larger a chain, the more its shares cost.")),
        _when("mixed_growth", "forbid", message("A tile may not join a chain and loose tiles at once.")),
        _when("eighth_chain", "forbid", message("There are seven chains: a tile that would found an eighth has to wait.")),
        _when("eighth_chain", "unfounded", message("There are seven chains: a tile that would found an eighth stays loose.")),
    )),
    (MERGERS, (
        _always(message("A tile between chains merges them. The largest takes the others over; of equal ones you choose.")),
        _when("bonus_places", 2, message("For each chain that is taken over, the player with most shares gets the first "
                                         "bonus and "
                                         "the next the second.")),
        _when("bonus_places", 3, message("For each chain that is taken over, the three players with most shares get the first, "
                                         "second and third bonus.")),
        _when("tie_rounding", "up_100", message("Players who tie share the bonuses, rounded up to $100.")),
        _when("tie_rounding", "nearest_1", message("Players who tie share the bonuses, rounded to the dollar.")),
        _when("disposal", "hold_sell_trade", message("Then all holders keep, sell or trade their shares of it, two for "
                                                     "one of the "
                                                     "chain that survives.")),
        _when("disposal", "none", message("Its shares stay with their holders; they are not sold or traded.")),
        Sentence(message("The largest holder decides first."),
                 lambda rules: rules.disposal_order == "majority" and rules.disposal != "none"),
        Sentence(message("The player who merged decides first."),
                 lambda rules: rules.disposal_order == "mergemaker" and rules.disposal != "none"),
        _unless("merger_bonus", 0, message("Each merging tile pays its player {bonus:$} at once.")),
        _when("two_player_market", True, message("With two players the market takes part in the bonuses: it draws a tile, whose "
                                                 "number is its shares.")),
    )),
    (SAFE, (
        _always(message("A chain of {safe:tile|tiles} is safe: no chain takes it over.")),
        _when("safe_merge", "two_safe", message("A tile between two safe chains can never be placed. It is dead.")),
        _when("safe_merge", "any_safe", message("A tile between a safe chain and another chain can never be placed. It is "
                                                "dead.")),
    )),
    (TILES, (
        _when("dead_policy", "auto", message("Dead tiles are exchanged at the end of your turn.")),
        _when("dead_policy", "choice", message("At the end of your turn you may exchange dead tiles.")),
        _when("dead_policy", "never", message("Dead tiles stay in your hand.")),
        _when("no_tile", "skip", message("If you cannot place any tile, you only buy.")),
        _when("no_tile", "replace_hand", message("If you cannot place any tile, you may exchange your whole hand once.")),
        _when("no_tile", "end", message("If you cannot place any tile, the game ends.")),
    )),
    (END, (
        Sentence(message("On your turn you may end the game if a chain has {end:tile|tiles} or all chains on the board "
                         "are safe."),
                 lambda rules: rules.end_mode == "anytime" and rules.end_all_safe),
        Sentence(message("On your turn you may end the game if a chain has {end:tile|tiles}."),
                 lambda rules: rules.end_mode == "anytime" and not rules.end_all_safe),
        Sentence(message("At the end of your turn you may end the game if a chain has {end:tile|tiles} or all chains on "
                         "the board "
                         "are safe."), lambda rules: rules.end_mode == "end_of_turn" and rules.end_all_safe),
        Sentence(message("At the end of your turn you may end the game if a chain has {end:tile|tiles}."),
                 lambda rules: rules.end_mode == "end_of_turn" and not rules.end_all_safe),
        Sentence(message("The game ends by itself when a chain has {end:tile|tiles} or all chains on the board are safe."),
                 lambda rules: rules.end_mode == "auto" and rules.end_all_safe),
        Sentence(message("The game ends by itself when a chain has {end:tile|tiles}."),
                 lambda rules: rules.end_mode == "auto" and not rules.end_all_safe),
        _when("end_on_bag", "last_drawn", message("It also ends when the last tile is drawn.")),
        _when("end_on_bag", "cannot_refill", message("It also ends when a hand cannot be filled up.")),
        _always(message("Then all bonuses are paid and all shares of chains on the board are sold. The richest player wins.")),
        _when("score_inactive", True, message("Medium and expensive chains that are not on the board are paid as well.")),
        _when("stall_end", False, message("A game in which no tile can be placed goes on until the players end it.")),
    )),
    (SEEN, (
        _when("holdings", "open", message("All cash and shares are open.")),
        _when("holdings", "piles", message("You see of which chains the others hold shares, but not how many, and not "
                                           "their cash. "
                                           "In a merger all holders show their shares of the chain that is taken over.")),
        _when("holdings", "hidden", message("You do not see the others' cash and shares. In a merger all holders show "
                                            "their shares "
                                            "of the chain that is taken over.")),
    )),
)


def rules_in_words(ruleset: Ruleset, words: Words) -> tuple[tuple[str, str], ...]:
    """Return the rules of a table as paragraphs, each with its title.

    >>> from acquire_client.language import ENGLISH
    >>> from acquire_core import RULESETS
    >>> rules_in_words(RULESETS["dos-1988"], ENGLISH)[5][1][:55]
    'The game ends by itself when a chain has 41 tiles. It a'
    """
    values = {"most": ruleset.max_buy, "safe": ruleset.safe_size, "end": ruleset.end_size, "bonus": ruleset.merger_bonus}
    return tuple((words.translate(title), " ".join(words.translate(sentence.text, **values) for sentence in sentences
                                                   if sentence.holds(ruleset)))
                 for title, sentences in PARAGRAPHS)
