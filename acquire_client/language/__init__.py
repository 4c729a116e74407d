"""Translate the texts of the window, and write numbers. The English text is the key of the catalogue of each other language.

A text is a whole sentence with named places, so each language has its own order of words. A place says itself how it depends on a
number or a list: `{size:tile|tiles}`, `{price:$}`, `{chains:and}`.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from acquire_client.language.german import GERMAN

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch"}
_CATALOGUES: Mapping[str, Mapping[str, str]] = {"en": {}, "de": GERMAN}


def message(text: str) -> str:
    """Return a text as it is: mark it for the catalogue, because it is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """How a language writes numbers: `marks` replaces the English comma and point, the others are frames around a number."""

    money: str
    percent: str
    marks: Mapping[int, int]


NUMBER_FORMATS: Mapping[str, NumberFormat] = {
    "en": NumberFormat("${}", "{}%", {}),
    "de": NumberFormat("{}\u00a0$", "{}\u00a0%", str.maketrans(",.", ".,")),
}


class _Formatter(string.Formatter):
    """Fill the places of a text in one language."""

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


@lru_cache(maxsize=2000)
def _plain_parts(text: str) -> tuple[tuple[str, str | None, str], ...] | None:
    """Return what stands between the places of a text, and of each place the name and how it is written; None if a place is more
    than a name. The parts of a text are kept, for a log fills in hundreds of texts each time that something changes."""
    parts = []
    for literal, name, spec, conversion in string.Formatter().parse(text):
        if name is not None and (not name.isidentifier() or conversion or "{" in (spec or "")):
            return None
        parts.append((literal, name, spec or ""))
    return tuple(parts)


class Words:
    """Translate texts into one language, and write its numbers.

    >>> Words("de").translate("Quit"), Words("en").translate("Turn {turn}", turn=3)
    ('Beenden', 'Turn 3')
    >>> Words("de").translate("{count:tile|tiles} in the bag.", count=1), Words("en").translate("{price:$} a share", price=1200)
    ('1 Stein im Beutel.', '$1,200 a share')
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in _CATALOGUES else "en"
        self._texts = _CATALOGUES[self.language]
        self._format = NUMBER_FORMATS[self.language]
        self._formatter = _Formatter(self)

    def pattern(self, text: str) -> str:
        """Return a text in this language with its places still open."""
        return self._texts.get(text, text)

    def translate(self, text: str, /, **values: object) -> str:
        """Return a text in this language, with its places filled in."""
        translated = self.pattern(text)
        if not values:
            return translated
        parts = _plain_parts(translated)
        if parts is None:
            return self._formatter.vformat(translated, (), values)
        return "".join([literal if name is None else literal + self._formatter.format_field(values[name], spec)
                        for literal, name, spec in parts])

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
        return self.translate("{words:and}", words=list(words))

    def sentence(self, text: str, /, **values: object) -> str:
        """Return a text without a capital and a full stop with both, in this language.

        >>> Words("de").sentence("there is not enough cash")
        'Das Bargeld reicht nicht.'
        """
        translated = self.translate(text, **values)
        return f"{translated[0].upper()}{translated[1:]}."


ENGLISH = Words()
