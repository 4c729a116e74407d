"""What may be a name at the table: text that looks on every screen like what it is (section 7, number 17).

A name from another machine is hostile text. What is not allowed is refused with a reason, never repaired in silence, so that all
peers see the same name. Two names that look alike are told apart by `looks_like`.
"""

from __future__ import annotations

import unicodedata

MOST_CHARACTERS = 20
MOST_BYTES = 64
MOST_MARKS = 2
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


class BadName(ValueError):
    """Not a name for the table; the text says why."""


def checked_name(name: str) -> str:
    """The name itself, if it may be one.

    >>> checked_name("Sid")
    'Sid'
    """
    try:
        size = len(name.encode("utf-8"))
    except UnicodeEncodeError:
        raise BadName("a name with half a character") from None
    if size > MOST_BYTES:
        raise BadName(f"a name has at most {MOST_BYTES} bytes")
    if name != unicodedata.normalize("NFC", name):
        raise BadName("a name is written in composed characters (NFC)")
    marks = characters = 0
    for letter in name:
        category = unicodedata.category(letter)
        if (letter != " " and category[0] not in ALLOWED) or letter in FILLERS:
            raise BadName(f"U+{ord(letter):04X} cannot stand in a name")
        marks = marks + 1 if category[0] == "M" else 0
        characters += not marks
        if marks > MOST_MARKS or (marks and not characters):
            raise BadName("too many accents on one letter")
    if not 1 <= characters <= MOST_CHARACTERS or name.strip() != name or "  " in name:
        raise BadName(f"a name has 1 to {MOST_CHARACTERS} characters, no space at its ends and no two in a row")
    return name


def looks_like(name: str) -> str:
    """The same text for all names that a person could mistake for one another.

    >>> looks_like("Sid") == looks_like("SІD")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    plain = "".join(letter for letter in unicodedata.normalize("NFD", folded) if unicodedata.category(letter)[0] != "M")
    return plain.translate(_SAME_LOOK).replace(" ", "").replace("rn", "m").replace("vv", "w")
