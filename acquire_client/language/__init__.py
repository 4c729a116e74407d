"""The words and numbers of the window. The English text is the key; a catalogue for each other language has the rest.

Texts are whole sentences with named places, so each language has its own order of words. What depends on a number or a list is
said in the place itself: `{size:tile|tiles}`, `{price:$}`, `{chains:and}`.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from acquire_client.language.german import GERMAN

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch"}
_CATALOGUES: Mapping[str, Mapping[str, str]] = {"en": {}, "de": GERMAN}


def message(text: str) -> str:
    """Marks a text in a table, which is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """How a language writes numbers: `marks` replaces the comma and the point of English ones, the rest stands around them."""

    money: str
    percent: str
    marks: Mapping[int, int]


NUMBER_FORMATS: Mapping[str, NumberFormat] = {
    "en": NumberFormat("${}", "{}%", {}),
    "de": NumberFormat("{}\u00a0$", "{}\u00a0%", str.maketrans(",.", ".,")),
}


class _Formatter(string.Formatter):
    """Fills the places of a text in one language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def format_field(self, value: object, spec: str) -> str:
        words = self._words
        if isinstance(value, list | tuple):
            *first, last = value
            return f"{', '.join(first)} {spec} {last}" if first else str(last)
        if isinstance(value, int) and "|" in spec:
            one, many = spec.split("|")
            return f"{words.number(value)} {one if value == 1 else many}"
        if isinstance(value, int | float) and spec:
            return words.money(int(value)) if spec == "$" else words.percent(value) if spec == "%" else words.number(value, spec)
        return str(super().format_field(value, spec))


class Words:
    """Says texts in one language.

    >>> Words("de").say("Quit"), Words("en").say("Turn {turn}", turn=3)
    ('Beenden', 'Turn 3')
    >>> Words("de").say("{count:tile|tiles} in the bag.", count=1), Words("en").say("{price:$} a share", price=1200)
    ('1 Stein im Beutel.', '$1,200 a share')
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in _CATALOGUES else "en"
        self._texts = _CATALOGUES[self.language]
        self._format = NUMBER_FORMATS[self.language]
        self._formatter = _Formatter(self)

    def text(self, text: str) -> str:
        """Return a text as it stands, with its places."""
        return self._texts.get(text, text)

    def say(self, text: str, /, **values: object) -> str:
        told = self.text(text)
        return self._formatter.vformat(told, (), values) if values else told

    def number(self, value: float, spec: str = ",") -> str:
        """Return a number with the marks of the language.

        >>> Words("en").number(12300), Words("de").number(12300), Words("de").number(0.8, ".1f")
        ('12,300', '12.300', '0,8')
        """
        return f"{value:{spec}}".translate(self._format.marks)

    def money(self, dollars: int) -> str:
        """Return an amount of money.

        >>> Words("en").money(12300), Words("en").money(-700), Words("de").money(12300)
        ('$12,300', '-$700', '12.300\\xa0$')
        """
        return ("-" if dollars < 0 else "") + self._format.money.format(self.number(abs(dollars)))

    def percent(self, share: float) -> str:
        """Return a share from 0 to 1 in percent.

        >>> Words("en").percent(0.376), Words("de").percent(0.376)
        ('38%', '38\\xa0%')
        """
        return self._format.percent.format(self.number(100 * share, ".0f"))

    def listing(self, words: Iterable[str]) -> str:
        """
        >>> Words("de").listing(["Tower", "Luxor", "Imperial"])
        'Tower, Luxor und Imperial'
        """
        return self.say("{words:and}", words=list(words))

    def sentence(self, text: str, /, **values: object) -> str:
        """Return a text without a capital and a full stop, told with both.

        >>> Words("de").sentence("there is not enough cash")
        'Das Bargeld reicht nicht.'
        """
        told = self.say(text, **values)
        return f"{told[0].upper()}{told[1:]}."


ENGLISH = Words()
