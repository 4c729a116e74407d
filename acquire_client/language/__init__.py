"""The words of the window. The English text is the key; a catalogue for each other language has the rest.

Texts are whole sentences with named places, so each language has its own order of words. What depends on a number or a list is
said in the place itself: `{size:tile|tiles}`, `{price:$}`, `{chains:and}`.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping

from acquire_client.language.german import GERMAN

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch"}
_CATALOGUES: Mapping[str, Mapping[str, str]] = {"en": {}, "de": GERMAN}


def message(text: str) -> str:
    """Marks a text in a table, which is translated where it is shown."""
    return text


class _Filling(string.Formatter):
    def format_field(self, value: object, spec: str) -> str:
        if isinstance(value, list | tuple):
            *first, last = value
            return f"{', '.join(first)} {spec} {last}" if first else str(last)
        if isinstance(value, int) and "|" in spec:
            one, many = spec.split("|")
            return f"{value:,} {one if value == 1 else many}"
        return f"${value:,}" if spec == "$" else str(super().format_field(value, spec))


_FILLING = _Filling()


class Words:
    """Says texts in one language.

    >>> Words("de").say("Quit"), Words("en").say("Turn {turn}", turn=3)
    ('Beenden', 'Turn 3')
    >>> Words("de").say("{count:tile|tiles} in the bag.", count=1), Words("de").say("{price:$} a share", price=1200)
    ('1 Stein im Beutel.', '$1,200 je Aktie')
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in _CATALOGUES else "en"
        self._texts = _CATALOGUES[self.language]

    def text(self, text: str) -> str:
        """A text as it stands, with its places."""
        return self._texts.get(text, text)

    def say(self, text: str, /, **values: object) -> str:
        told = self.text(text)
        return _FILLING.vformat(told, (), values) if values else told

    def listing(self, words: Iterable[str]) -> str:
        """
        >>> Words("de").listing(["Tower", "Luxor", "Imperial"])
        'Tower, Luxor und Imperial'
        """
        return self.say("{words:and}", words=list(words))

    def sentence(self, text: str, /, **values: object) -> str:
        """A text without a capital and a full stop, told with both.

        >>> Words("de").sentence("there is not enough cash")
        'Das Bargeld reicht nicht.'
        """
        told = self.say(text, **values)
        return f"{told[0].upper()}{told[1:]}."


ENGLISH = Words()
