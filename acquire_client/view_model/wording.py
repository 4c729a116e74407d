"""Texts of the network package in the language of the person: their pattern is looked up, and their values are filled in."""

from __future__ import annotations

from collections.abc import Callable

from acquire_client.language import Words, message
from acquire_client.view_model.system_errors import translate_system_text
from acquire_client.view_model.words import TableNames, capitalised, printable
from acquire_net import Wording


def text_in(words: Words, text: str) -> str:
    """Return a text of the network package in this language; one without a pattern is what the operating system says.

    >>> text_in(Words("de"), Wording("seat {seat} had to send {kind}", seat=2, kind="DECIDE"))
    'Platz 2 musste DECIDE schicken'
    """
    return _filled_in(text, words, lambda value: text_in(words, value))


SENTENCE = Wording("x").as_sentence.pattern

WITH_NAMES = {
    message("seat {seat}, {action}: {why}"): message("{seat}, {action}: {why}"),
    message("by the rules of this program seat {seat} acknowledged the right state: the file itself may be wrong"):
        message("by the rules of this program {seat} acknowledged the right state: the file itself may be wrong"),
    message("seat {seat} is not asked for a sealed answer"): message("{seat} is not asked for a sealed answer"),
    message("seats {seats} are not those that are asked"): message("{seats:and} are not those who are asked"),
    message("seat {seat} had to send {kind}"): message("{seat} had to send {kind}"),
    message("seats {seats} had to send {kind}"): message("{seats:and} had to send {kind}"),
    message("proposed with two reports of seat {seat}"): message("proposed with two reports of {seat}"),
    message("counted seat {seat} as excused and not excused"): message("counted {seat} as excused and not excused"),
    message("proposed to lose seat {seat} without a case"): message("proposed to lose {seat} without a case"),
    message("builds on what seat {author} has not signed"): message("builds on what {author} has not signed"),
}
"""The texts of the network package that name a seat by its number, as a table says them to people. The package has no names."""


def text_at_table(names: TableNames, text: str) -> str:
    """Return a text of the network package in the language of a table, with its names in the place of the numbers of seats.

    >>> text_at_table(TableNames(("Ada", "Bo", "Cy")), Wording("seat {seat} had to send {kind}", seat=2, kind="DECIDE"))
    'Cy had to send DECIDE'
    """
    if not isinstance(text, Wording) or text.pattern not in WITH_NAMES:
        return _filled_in(text, names.words, lambda value: text_at_table(names, value))
    values = {name: _value_at_table(names, name, value) for name, value in text.values.items()}
    return printable(names.translate(WITH_NAMES[text.pattern], **values))


def _value_at_table(names: TableNames, name: str, value: object) -> object:
    """Return a value of a text that names seats: the name for the number of a seat, the names for several."""
    if name in ("seat", "author"):
        return names.seat(int(str(value)))
    if isinstance(value, tuple):
        return [names.seat(int(str(seat))) for seat in value]
    return _value(value, names.words, lambda text: text_at_table(names, text))


def _filled_in(text: str, words: Words, tell: Callable[[str], str]) -> str:
    """Return a text in this language; `tell` gives the texts that are values in it."""
    if not isinstance(text, Wording):
        return printable(translate_system_text(text, words))
    written = words.translate(text.pattern, **{name: _value(value, words, tell) for name, value in text.values.items()})
    is_sentence = text.pattern == SENTENCE
    return printable(capitalised(written) if is_sentence else written)


def _value(value: object, words: Words, tell: Callable[[str], str]) -> object:
    if isinstance(value, tuple):
        return words.listing(str(_value(each, words, tell)) for each in value)
    return tell(value) if isinstance(value, str) else value if isinstance(value, int | float) else printable(str(value))
