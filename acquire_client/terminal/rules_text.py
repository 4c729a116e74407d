"""The rules of a game in sentences: what was changed in them, what wins, what a turn is, and the price card line by line."""

from __future__ import annotations

from acquire_client.view_model.price_card import price_card, range_text
from acquire_client.view_model.words import chain_title, dollars, listing
from acquire_core import Ruleset
from acquire_core.ruleset import TIER_NAMES, format_option


def changed_rule_facts(ruleset: Ruleset) -> tuple[str, ...]:
    """Return each option that differs from the edition, by the name with which it is typed.

    >>> from acquire_core import RULESETS
    >>> changed_rule_facts(RULESETS["classic"].replace(end_size=12))
    ('Changed: end_size is 12.',)
    """
    return tuple(f"Changed: {name} is {format_option(value)}." for name, value in ruleset.changes().items())


def aim_facts(ruleset: Ruleset) -> tuple[str, ...]:
    """Return what wins a game and what a turn is, for a player who is new to it.

    >>> from acquire_core import RULESETS
    >>> aim_facts(RULESETS["classic"])[0]
    'The most money at the end wins: cash, bonuses, and what the shares bring.'
    """
    shares = "a share" if ruleset.max_buy == 1 else f"up to {ruleset.max_buy} shares"
    who, turn = "The team with the most" if ruleset.teams else "The most", "round" if ruleset.simultaneous else "turn"
    return (f"{who} money at the end wins: cash, bonuses, and what the shares bring.",
            f"In a {turn} you place a tile and buy {shares}. Two tiles side by side found a chain, whose price grows with it.",
            "A tile between two chains merges them: the larger takes over the smaller, whose largest holders get bonuses.",
            f"A chain of {ruleset.safe_size} tiles is safe: it cannot be taken over.")


def rules_facts(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the name of the rules, what was changed in them, and the price card line by line."""
    card = price_card(ruleset)
    facts = [f"Rules: {ruleset.name}.", *changed_rule_facts(ruleset)]
    facts += [f"{tier.capitalize()}: {listing(map(chain_title, chains))}."
              for tier, chains in zip(TIER_NAMES, card.tiers, strict=True)]
    for row in card.rows:
        sizes = [f"{tier} {_spoken_ranges(range_text(ranges))}" for tier, ranges in zip(TIER_NAMES, row.sizes, strict=True)
                 if ranges]
        facts.append(f"{dollars(row.price)} a share: sizes {', '.join(sizes)}; bonuses {listing(map(dollars, row.bonuses))}.")
    return tuple(facts)


def _spoken_ranges(ranges: str) -> str:
    return ranges.replace("-", " to ").replace("+", " and more")
