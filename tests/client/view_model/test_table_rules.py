"""The rules of a table in words: each edition and each option says what holds there, and nothing of another edition."""

import random

import pytest

from acquire_client.language import ENGLISH, Words
from acquire_client.view_model.table_rules import PARAGRAPHS, rules_in_words
from acquire_core import RULESETS
from acquire_core.ruleset import OPTIONS, Ruleset, RulesetError

UNSAID = {
    "chains": "the names stand on the price card", "start_cash": "it is in hand", "starting_tiles": "they lie on the board",
    "start_rule": "who begins is in the log", "dead_timing": "a detail of the exchange",
    "dead_repeat": "a detail of the exchange", "market_empty_bag": "a detail of the market's tile",
    "end_mode": "said together with end_all_safe",
}
"""Options that no sentence of their own speaks of, and why."""


def text(rules: Ruleset, language: str = "en") -> str:
    return " ".join(paragraph for _, paragraph in rules_in_words(rules, Words(language)))


@pytest.mark.parametrize(("name", "said", "unsaid"), [
    ("classic", ["up to 3 shares", "11 tiles is safe", "41 tiles or all chains", "two for one", "rounded up to $100",
                 "of which chains the others hold"], ["third bonus", "by itself", "exchange your whole hand"]),
    ("wikipedia-2008", ["exchange your whole hand", "All cash and shares are open", "Dead tiles stay"], ["You see of which"]),
    ("revised-6515", ["up to 2 shares", "of one chain", "before they are founded", "12 tiles is safe",
                      "safe chain and another chain",
                      "by itself when a chain has 40 tiles", "cannot be filled up", "not sold or traded", "rounded to the dollar",
                      "may not join a chain and loose tiles", "eighth stays loose", "not on the board are paid"],
     ["two for one", "decides first", "Only shares of chains on the board"]),
    ("dos-1988", ["12 tiles is safe", "by itself when a chain has 41 tiles.", "last tile is drawn",
                  "largest holder decides first", "may exchange dead tiles", "do not see the others"],
     ["or all chains", "player who merged decides"]),
    ("tycoon-2023", ["first, second and third bonus"], ["and the next the second"]),
])
def test_each_edition_has_its_own_rules(name: str, said: list[str], unsaid: list[str]) -> None:
    rules_text = text(RULESETS[name])
    assert not [words for words in said if words not in rules_text] and not [words for words in unsaid if words in rules_text]


@pytest.mark.parametrize("option", [name for name in OPTIONS if name not in UNSAID])
def test_each_option_changes_the_words(option: str) -> None:
    """Of each option at least two values have different words, in both languages."""
    base = RULESETS["classic"]
    if option == "play4_mandatory":
        base = base.replace(special_powers=True)
    given = OPTIONS[option]
    values = given.choices or ((True, False) if isinstance(given.default, bool) else (given.low, given.default, given.high))
    for language in ("en", "de"):
        texts = set()
        for value in values:
            try:
                texts.add(text(base.replace(**{option: value}), language))
            except RulesetError:
                continue
        assert len(texts) >= 2, (option, language)


def test_exceptions_are_still_needed() -> None:
    for option in UNSAID:
        base, given = RULESETS["classic"], OPTIONS[option]
        if given.choices and option != "end_mode":
            assert len({text(base.replace(**{option: value})) for value in given.choices}) == 1


def test_any_ruleset_has_every_paragraph_and_ends_its_sentences() -> None:
    rng = random.Random(1)
    for _ in range(300):
        changes = {name: rng.choice(option.choices) if option.choices else rng.random() < 0.5
                   for name, option in OPTIONS.items() if option.choices or isinstance(option.default, bool)}
        if changes["play4_mandatory"]:
            changes["special_powers"] = True
        for words in (ENGLISH, Words("de")):
            paragraphs = rules_in_words(RULESETS["classic"].replace(**changes), words)
            assert len(paragraphs) == len(PARAGRAPHS)
            assert all(paragraph.endswith(".") and "{" not in paragraph for _, paragraph in paragraphs)
