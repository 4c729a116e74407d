"""Each language has every text of the window, with the same places for values, and writes numbers in its own way."""

import ast
import re
import string
from collections import Counter

import pytest

from acquire_client.language import LANGUAGES, Words
from acquire_client.language.german import GERMAN

from .texts import FOLDER, texts_of_the_window, untranslated_texts


def fields(text: str) -> set[tuple[str, str]]:
    """Return the places of a text, and which of them are money, shares in percent, or large numbers."""
    return {(name, spec if spec in ("$", "%", ",") else "") for _, name, spec, _ in string.Formatter().parse(text) if name}


def test_german_has_every_text_and_no_other() -> None:
    texts = texts_of_the_window()
    assert len(texts) > 500
    assert texts - GERMAN.keys() == set()
    assert GERMAN.keys() - texts == set()


def test_every_text_goes_through_the_catalogue() -> None:
    assert untranslated_texts() == set()


def test_translations_have_the_same_places_for_values() -> None:
    assert not {text for text, german in GERMAN.items() if fields(text) != fields(german)}


def test_a_number_with_a_noun_has_one_in_german_too() -> None:
    counted = {text for text in GERMAN if re.search(r"{\w+:[^}]*\|", text)}
    assert len(counted) > 40
    assert not {text for text in counted if len(re.findall(r"\|", text)) > len(re.findall(r"\|", GERMAN[text]))}


def test_no_text_is_in_the_catalogue_twice() -> None:
    nodes = [node for path in FOLDER.glob("language/german*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    keys = [key.value for node in nodes if isinstance(node, ast.Dict) for key in node.keys if isinstance(key, ast.Constant)]
    assert len(keys) > 500
    assert not [key for key, times in Counter(keys).items() if times > 1]


def test_labels_of_choices_are_cut_at_the_same_place() -> None:
    """The window shows a label in two lines, before and behind the colon."""
    labels = [text for text in GERMAN if re.match(r"(announce the end|pass|stop): ", text)]
    assert len(labels) == 4 and all(GERMAN[text].count(": ") == 1 for text in labels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_with_values_is_filled_in(language: str) -> None:
    assert "7" in Words(language).translate("Turn {turn}", turn=7)


def test_numbers_are_written_as_each_language_writes_them() -> None:
    text = "{price:$}, {count:tile|tiles}, {chance:%}, {least:,} of {all}"
    values = {"price": 1200, "count": 1500, "chance": 0.5, "least": 9999}
    assert Words("en").translate(text, all=1500, **values) == "$1,200, 1,500 tiles, 50%, 9,999 of 1500"
    assert Words("de").translate(text, all=1500, **values) == "1.200\u00a0$, 1.500 tiles, 50\u00a0%, 9.999 of 1500"
    assert (Words("en").number(12.75, ".2f"), Words("de").number(12.75, ".2f")) == ("12.75", "12,75")


def test_an_unknown_language_is_english() -> None:
    assert Words("xx").translate("Quit") == "Quit"
