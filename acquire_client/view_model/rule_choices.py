"""The rules that a person can choose by a name: the editions, the presets of a table, and the house rules that were kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_client.language import Words
from acquire_client.view_model.rule_changes import RULESET_TITLES, changed_rules
from acquire_client.view_model.table_presets import TABLE_PRESETS, TablePreset
from acquire_core import RULESETS, Ruleset


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """`preset` is that of a table, which sets more than rules; `about` says what the name does not."""

    title: str
    ruleset: Ruleset
    preset: TablePreset | None = None
    about: str = ""

    def is_set(self, ruleset: Ruleset, log: str) -> bool:
        return self.ruleset == ruleset if self.preset is None else self.preset.is_set(ruleset, log)


def rule_choices(own: Sequence[Ruleset], words: Words) -> list[RuleChoice]:
    """Return all of them: the editions, the presets, and those of the person, which have numbers."""
    editions = [RuleChoice(words.translate(RULESET_TITLES[name]), ruleset) for name, ruleset in RULESETS.items()]
    presets = [RuleChoice(words.translate(preset.title), preset.ruleset, preset) for preset in TABLE_PRESETS.values()]
    return [*editions, *presets, *(
        RuleChoice(words.translate("Own rules {number}", number=number), ruleset,
                   about="; ".join((editions[tuple(RULESETS).index(ruleset.name)].title, *changed_rules(ruleset, words))))
        for number, ruleset in enumerate(own, 1))]


def choice_at(choices: Sequence[RuleChoice], ruleset: Ruleset, log: str) -> int | None:
    """Return which choice a table with these rules and this log is; None if its rules have no name."""
    return next((number for number, choice in enumerate(choices) if choice.is_set(ruleset, log)), None)
