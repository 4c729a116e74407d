"""Texts of the network package in the language of the person: their pattern is looked up, and their values are filled in."""

from __future__ import annotations

from acquire_client.language import Words
from acquire_client.view_model.words import printable
from acquire_net import Wording


def told_in(words: Words, text: str) -> str:
    """Return a text of the network package in this language; one without a pattern is a text of a system, and stays as it is.

    >>> told_in(Words("de"), Wording("seat {seat} had to send {kind}", seat=2, kind="DECIDE"))
    'Platz 2 musste DECIDE schicken'
    """
    if not isinstance(text, Wording):
        return printable(text)
    told = words.translate(text.pattern, **{name: _value(value, words) for name, value in text.values.items()})
    is_sentence = text.pattern == SENTENCE
    return printable(told[:1].upper() + told[1:] if is_sentence else told)


SENTENCE = Wording("x").as_sentence.pattern


def _value(value: object, words: Words) -> object:
    if isinstance(value, tuple):
        return words.listing(str(_value(each, words)) for each in value)
    return told_in(words, value) if isinstance(value, str) else value if isinstance(value, int | float) else printable(str(value))
