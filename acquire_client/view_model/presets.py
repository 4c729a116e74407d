"""Rules as a line of text, for the settings: a name and what differs from it, and several of them as presets.

What a file says is checked like any other ruleset; a line that makes no sense, or that another version wrote, is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from acquire_core import RULESETS, Ruleset, RulesetError
from acquire_core.ruleset import ALL_OPTIONS, format_option

MAX_PRESETS = 6
APART = ";"


def rules_text(ruleset: Ruleset) -> str:
    """
    >>> rules_text(RULESETS["classic"].replace(max_buy=4, teams=True))
    'classic,max_buy=4,teams=yes'
    """
    return ",".join([ruleset.name, *(f"{name}={format_option(value)}" for name, value in ruleset.changes().items())])


def rules_from(text: str) -> Ruleset | None:
    """Return the rules that a text names; None if there are none such.

    >>> rules_from("classic,max_buy=4").max_buy, rules_from("classic,max_buy=77"), rules_from("chess")
    (4, None, None)
    """
    name, *options = text.split(",")
    if name not in RULESETS:
        return None
    changes = {}
    try:
        for option in options:
            key, _, value = option.partition("=")
            if key not in ALL_OPTIONS:
                return None
            changes[key] = ALL_OPTIONS[key].parse(value)
        return RULESETS[name].replace(**changes)
    except RulesetError:
        return None


def presets_text(presets: Sequence[Ruleset]) -> str:
    return APART.join(map(rules_text, presets))


def presets_from(text: str) -> tuple[Ruleset, ...]:
    """Return the rulesets of a text, without what makes no sense and without twins."""
    found = [ruleset for one in text.split(APART) if (ruleset := rules_from(one)) is not None]
    return tuple(dict.fromkeys(found))[:MAX_PRESETS]
