"""Write numbers as text that people read out and type: Crockford's base32, which has no I, L, O or U."""

from __future__ import annotations

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_GROUP = 5
_SAME = str.maketrans("OIL", "011")
_BETWEEN = " \t\n\r\u00a0-\u2010\u2011\u2012\u2013\u2014\u2212"
"""What may stand between characters: blanks, and hyphens as mail programs make them."""


def to_base32(number: int, characters: int) -> str:
    """
    >>> to_base32(1 << 5, 4)
    '0010'
    """
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(characters)))


def from_base32(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number << 5 | ALPHABET.index(letter)
    return number


def typed_letters(text: str) -> str:
    """Return what a person typed as it is written: in capitals, with digits for the letters that look like them, without what may
    stand between characters. What does not occur in these texts stays, to be refused with its place.

    >>> typed_letters("k7-qo l"), typed_letters("stra\u00dfe!")
    ('K7Q01', 'STRA\u00dfE!')
    """
    letters = (letter.upper() if letter.isascii() else letter for letter in text if letter not in _BETWEEN)
    return "".join(letters).translate(_SAME)


def in_groups(letters: str, size: int = _GROUP) -> str:
    return "-".join(letters[start:start + size] for start in range(0, len(letters), size))
