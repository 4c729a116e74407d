"""Every value of every option has its sentence, editions say what differs, and refusals are explained."""

from itertools import product

import pytest

from acquire_client.language import Words
from acquire_client.view_model.option_sentences import (
    EDITION_ORIGINS,
    NUMBER_SENTENCES,
    OPTION_GROUPS,
    REFUSED,
    VALUE_SENTENCES,
    changed_or_refusal,
    edition_differences,
    option_sentence,
)
from acquire_core import RULESETS, Ruleset, RulesetError
from acquire_core.ruleset import ALL_OPTIONS

CLASSIC = RULESETS["classic"]


def values_of(name: str) -> tuple[object, ...]:
    option = ALL_OPTIONS[name]
    if option.kind is bool:
        return False, True
    return option.choices or (option.low, option.default, option.high)


def test_the_groups_hold_every_option_once() -> None:
    grouped = [name for _, names in OPTION_GROUPS for name in names]
    assert sorted(grouped) == sorted(ALL_OPTIONS)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ALL_OPTIONS)
def test_each_value_of_an_option_has_a_sentence_of_its_own(name: str, language: str) -> None:
    values = values_of(name)
    sentences = set()
    for value in values:
        rules = object.__new__(Ruleset)  # also values that only other options allow
        for option, kept in CLASSIC.options().items():
            object.__setattr__(rules, option, kept)
        object.__setattr__(rules, name, value)
        sentences.add(option_sentence(name, rules, Words(language)))
    assert len(sentences) == len(set(values))
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)
    assert name in {*NUMBER_SENTENCES, *VALUE_SENTENCES, "chains", "bonus_places"}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", [name for name in RULESETS if name != "classic"])
def test_an_edition_names_three_differences_that_do_not_hold_in_classic(name: str, language: str) -> None:
    words = Words(language)
    differences = edition_differences(name, words)
    assert len(set(differences)) == 3
    assert not set(differences) & {option_sentence(option, CLASSIC, words) for option in ALL_OPTIONS}
    assert set(EDITION_ORIGINS) == set(RULESETS)


def test_an_edition_says_nothing_but_what_its_data_say() -> None:
    words = Words("en")
    for name, ruleset in RULESETS.items():
        sentences = {option_sentence(option, ruleset, words) for option in ALL_OPTIONS}
        assert len(set(edition_differences(name, words)) - sentences) == (name == "tycoon-2023")
    assert "$3,700 instead of $2,500" in edition_differences("tycoon-2023", words)[2]


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_the_kernel_refuses_is_explained_and_changes_nothing(language: str) -> None:
    words = Words(language)
    for rules, name, value in ((CLASSIC, "safe_size", 42), (CLASSIC, "end_size", 10), (CLASSIC, "play4_mandatory", True),
                               (CLASSIC.replace(founder_buys_four=True), "max_buy", 4),
                               (CLASSIC.replace(max_buy=5), "founder_buys_four", True),
                               (CLASSIC.replace(special_powers=True, play4_mandatory=True), "special_powers", False)):
        same, refusal = changed_or_refusal(rules, name, value, words)
        assert same == rules and refusal.endswith(".") and "_" not in refusal
    assert changed_or_refusal(CLASSIC, "safe_size", 12, words) == (CLASSIC.replace(safe_size=12), "")


def test_the_explanations_hold_exactly_where_the_kernel_refuses() -> None:
    for safe, end, powers, play4, four, most in product((11, 50), (41, 60), *[(False, True)] * 3, (3, 4)):
        changes = {"safe_size": safe, "end_size": end, "special_powers": powers, "play4_mandatory": play4,
                   "founder_buys_four": four, "max_buy": most}
        explained = any(is_refused({**CLASSIC.options(), **changes}) for is_refused, _ in REFUSED)
        try:
            CLASSIC.replace(**changes)
            assert not explained
        except RulesetError:
            assert explained


@pytest.mark.parametrize("option", ["two_player_market", "market_empty_bag"])
def test_what_holds_shares_beside_two_players_is_the_market_and_not_a_bank(option: str) -> None:
    """A bank is time on a clock."""
    said = " ".join(VALUE_SENTENCES[option].values())
    assert "market" in said and "bank" not in said
