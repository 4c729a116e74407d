"""Write numbers as text that people read out and type: Crockford's base32, which has no I, L, O or U."""

from __future__ import annotations

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_GROUP = 5


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


def in_groups(letters: str, size: int = _GROUP) -> str:
    return "-".join(letters[start:start + size] for start in range(0, len(letters), size))
