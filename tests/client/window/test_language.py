"""Both languages say everything that the window says."""

import doctest
import importlib
import string

import pytest

from acquire_client.language import LANGUAGES, Words
from acquire_client.language.german import GERMAN
from acquire_client.scenes.deciders import CHOICE_WORDS
from acquire_client.view_model.prompts import POWER_HELP
from acquire_core.actions import POWER_TITLES

from .texts import texts_of_the_window


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_german_has_every_text_and_no_other() -> None:
    texts = texts_of_the_window()
    assert len(texts) > 200
    assert texts - GERMAN.keys() == set()
    assert GERMAN.keys() - texts == set()


def test_translations_have_the_same_places_for_values() -> None:
    assert not {text for text, german in GERMAN.items() if fields(text) != fields(german)}


def test_the_names_and_words_of_powers_are_among_the_choices() -> None:
    assert {*POWER_TITLES.values(), *POWER_HELP.values()} <= set(CHOICE_WORDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_with_values_is_filled_in(language: str) -> None:
    assert "7" in Words(language).say("Turn {turn}", turn=7)


@pytest.mark.parametrize("module", ["language", "layout.box", "settings", "scenes.deciders", "view_model.log",
                                    "view_model.majorities", "view_model.presets", "view_model.replaying", "view_model.history",
                                    "view_model.facts"])
def test_examples_in_docstrings_hold(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"acquire_client.{module}"))
    assert tried and not failed


def test_an_unknown_language_is_english() -> None:
    assert Words("xx").say("Quit") == "Quit"
