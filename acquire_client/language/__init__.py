"""The words of the window. The English text is the key; a catalogue for each other language has the rest.

What happened in a game is told by the view model in English alone (docs/decisions/0008-the-window.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from .german import GERMAN

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch"}
_CATALOGUES: Mapping[str, Mapping[str, str]] = {"en": {}, "de": GERMAN}


def message(text: str) -> str:
    """Marks a text in a table, which is translated where it is shown."""
    return text


class Words:
    """Says texts in one language.

    >>> Words("de").say("Quit"), Words("en").say("Turn {turn}", turn=3)
    ('Beenden', 'Turn 3')
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in _CATALOGUES else "en"
        self._texts = _CATALOGUES[self.language]

    def say(self, text: str, **values: object) -> str:
        told = self._texts.get(text, text)
        return told.format(**values) if values else told
