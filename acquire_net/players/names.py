"""What may be a name at the table: text that looks on every screen like what it is (docs/spec/protocol.md, section 2, "A name").

A name from another machine is hostile text. What is not allowed is refused with a reason, never repaired in silence, so that all
peers see the same name. `looks_like` finds names that look alike.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from acquire_net.errors import LocalError, Wording

MAX_NAME_CHARACTERS = 20
MAX_NAME_BYTES = 64
MAX_MARKS = 2
"""Accents on one letter; more of them climb over the lines above."""

FILLERS = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters and signs that show nothing."""

ALLOWED = "LMNPS"
"""Letters, marks, numbers, punctuation, symbols; and the space. No controls, no invisible or reversing characters."""

# The few letters that are used to look like another one in names; not the whole table of TR39.
_SAME_LOOK = str.maketrans({
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ј": "j", "ѕ": "s", "ԁ": "d", "һ": "h",
    "ӏ": "l", "α": "a", "ο": "o", "ρ": "p", "ν": "v", "ι": "i", "κ": "k", "τ": "t", "υ": "u", "χ": "x", "ı": "i", "ł": "l",
    "0": "o", "1": "l", "|": "l", "5": "s", "8": "b", "ƒ": "f", "ʟ": "l", "ɑ": "a", "в": "b", "н": "h", "м": "m", "т": "t",
    "к": "k", "з": "3", "ь": "b", "п": "n", "г": "r",
})


class PlayerNameError(LocalError, ValueError):
    """Not a name for the table; the text says why."""


def checked_name(name: str) -> str:
    """Return the name if it may be one, else raise PlayerNameError.

    >>> checked_name("Sid")
    'Sid'
    """
    characters = _count_characters(name, Wording("a name"), MAX_NAME_BYTES)
    if not 1 <= characters <= MAX_NAME_CHARACTERS or name.strip() != name or "  " in name:
        raise PlayerNameError(Wording("a name has 1 to {most} characters, no space at its ends and no two in "
                                      "a row", most=MAX_NAME_CHARACTERS))
    return name


def checked_line(text: str, most_bytes: int) -> str:
    """Return a line that a player wrote for the others, if it shows the same on every screen."""
    if not _count_characters(text, Wording("a line"), most_bytes) or not text.strip():
        raise PlayerNameError(Wording("there is nothing in this line"))
    return text


def cleaned_text(text: str) -> str:
    """Return what a person typed as a line or a name is written: composed, with single spaces for all white space.

    >>> cleaned_text("  good\\n luck ")
    'good luck'
    """
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _count_characters(text: str, what: str, most_bytes: int) -> int:
    """Return how many characters a text has, accents not counted; raise PlayerNameError if it may not be shown."""
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError:
        raise PlayerNameError(Wording("{what} has to be text that every screen can show: these bytes are not",
                                      what=what)) from None
    if size > most_bytes:
        raise PlayerNameError(Wording("{what} has at most {most} bytes", what=what, most=most_bytes))
    if text != unicodedata.normalize("NFC", text):
        raise PlayerNameError(Wording("{what} has to be written in composed characters (Unicode NFC)", what=what))
    marks = characters = 0
    for letter in text:
        category = unicodedata.category(letter)
        if (letter != " " and category[0] not in ALLOWED) or letter in FILLERS:
            sign = unicodedata.name(letter, "a control character").lower()
            raise PlayerNameError(Wording("{what} cannot contain U+{letter} ({sign}): not every screen shows it",
                                          what=what, letter=f"{ord(letter):04X}", sign=sign))
        marks = marks + 1 if category[0] == "M" else 0
        characters += not marks
        if marks > MAX_MARKS or (marks and not characters):
            raise PlayerNameError(Wording("too many accents on one letter"))
    return characters


def looks_like(name: str) -> str:
    """Return the same text for all names that a person could mistake for one another.

    >>> looks_like("Sid") == looks_like("SІD")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    plain = "".join(letter for letter in unicodedata.normalize("NFD", folded) if unicodedata.category(letter)[0] != "M")
    return plain.translate(_SAME_LOOK).replace(" ", "").replace("rn", "m").replace("vv", "w")


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of a table as they are shown: a name that looks like an earlier one gets a number.

    >>> told_apart(["Sid", "Anna", "SІD"])
    ('Sid', 'Anna', 'SІD 2')
    """
    found: list[str] = []
    looks: set[str] = set()
    for name in names:
        shown, number = name, 1
        while looks_like(shown) in looks:
            number += 1
            shown = _with_number(name, number)
        looks.add(looks_like(shown))
        found.append(shown)
    return tuple(found)


def _with_number(name: str, number: int) -> str:
    """Return a name with a number after it, cut where it would be too long."""
    while True:
        try:
            return checked_name(f"{name.rstrip()} {number}")
        except PlayerNameError:
            name = name[:-1]
