"""The errors of this package by fault: ours, another peer's, the disk's, or that of what is around the program; and their texts.

Every exception that the package raises by itself is one of these four, has a text that people can read, and a name that ends in
`Error`. Most are a ValueError, LookupError or OSError too, for code that asks for less. A fault in the middle of a game does not
reach the caller as an exception: it is an event (events.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def pattern(text: str) -> str:
    """Return a text as it is: mark it as the pattern of a `Wording` that is made elsewhere, for the catalogues of clients."""
    return text


SENTENCE = "{text}."
"""The pattern of a text that was made a sentence of its own."""


class Wording(str):
    """A text for people, in English, that is data as well: a pattern with named places, and the values in them.

    The pattern is the kind of the text, the same wherever it is said, so a client can write the sentence in another language. A
    value may be another text of this kind, a number, or a tuple of texts. It stays what it is in an error, also as `str(error)`.

    >>> text = Wording("nobody answers at {place}", place="192.168.0.7:47108")
    >>> text, text.pattern, str(ValueError(text)) is text
    ('nobody answers at 192.168.0.7:47108', 'nobody answers at {place}', True)
    """

    pattern: str
    values: Mapping[str, object]

    def __new__(cls, pattern: str, /, **values: object) -> Wording:
        kept = {name: str(value) if isinstance(value, BaseException) else value for name, value in values.items()}
        shown = {name: ", ".join(map(str, value)) if isinstance(value, tuple) else value for name, value in kept.items()}
        made = super().__new__(cls, pattern.format(**shown))
        made.pattern, made.values = pattern, kept
        return made

    def __str__(self) -> str:
        return self

    @property
    def as_sentence(self) -> Wording:
        """Return the same text with a capital and a full stop."""
        made = str.__new__(Wording, f"{self[:1].upper()}{self[1:]}.")
        made.pattern, made.values = SENTENCE, {"text": self}
        return made


def joined_wordings(texts: Iterable[str]) -> str:
    """Return several texts as one, each of which keeps its pattern; empty where there is none."""
    found = tuple(texts)
    if len(found) < 2:
        return found[0] if found else ""
    return Wording("; ".join(f"{{text{number}}}" for number in range(len(found))),
                   **{f"text{number}": text for number, text in enumerate(found)})


class AcquireNetError(Exception):
    """Catch this to catch all of them."""


class LocalError(AcquireNetError):
    """The caller's request is wrong: a text that a person typed, an action that the rules forbid, or a mistake in the program.
    Nothing has changed."""


class RemoteError(AcquireNetError):
    """Data from another machine, or from a file that came from one, is wrong. Nothing of it was used."""

    def __init__(self, text: str = "", evidence: bytes = b"") -> None:
        super().__init__(text)
        self.evidence = evidence
        """The data as it came; empty if it is more than the program keeps. It may be shown to others."""


class StorageError(AcquireNetError):
    """A file cannot be read, written or trusted; the text names it and says what can be done."""


class SetupError(AcquireNetError):
    """The surroundings do not fit: a network, a port, a version, the options of a table. Nothing has begun."""
