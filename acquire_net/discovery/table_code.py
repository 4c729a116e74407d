"""The four characters by which people on one network name a table to each other, such as `K7QM`.

They are the first twenty bits of the table's number, which its beacons carry, in Crockford's base32; so everyone who receives the
beacons knows them, and all members show the same ones. A table code only picks a table from the list: anybody could choose a
number that begins alike. Keys and the check phrase prove who sits there.
"""

from __future__ import annotations

from acquire_net.players.base32 import ALPHABET, to_base32, typed_letters

TABLE_CODE_CHARACTERS = 4


def table_code_of(table_id: bytes) -> str:
    """
    >>> table_code_of(bytes.fromhex("9a5f40"))
    'K9FM'
    """
    return to_base32(int.from_bytes(table_id[:3], "big") >> 4, TABLE_CODE_CHARACTERS)


def read_table_code(text: str) -> str:
    """Return a table code as it is written, or "" where the text cannot be one. Blanks and hyphens do not count.

    >>> read_table_code(" k9fm"), read_table_code("K9-FM"), read_table_code("Kong")
    ('K9FM', 'K9FM', 'K0NG')
    >>> read_table_code("K9F"), read_table_code("KURT")
    ('', '')
    """
    letters = typed_letters(text)
    is_code = len(letters) == TABLE_CODE_CHARACTERS and all(letter in ALPHABET for letter in letters)
    return letters if is_code else ""
