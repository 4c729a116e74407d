"""The four characters by which people on one network name a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.discovery.table_code import TABLE_CODE_CHARACTERS, read_table_code, table_code_of
from acquire_net.players.base32 import ALPHABET


@given(st.binary(min_size=8, max_size=32))
def test_a_code_of_the_lobby_is_the_code_of_its_beacon(number: bytes) -> None:
    """A beacon has the first eight bytes of the number that the lobby has whole."""
    code = table_code_of(number)
    assert code == table_code_of(number[:8]) and len(code) == TABLE_CODE_CHARACTERS and set(code) <= set(ALPHABET)


@given(st.binary(min_size=8, max_size=8), st.sampled_from(["{}", " {} ", "\t{}"]))
def test_however_it_is_typed_it_is_the_same(number: bytes, how: str) -> None:
    code = table_code_of(number)
    typed = code.lower().replace("0", "o").replace("1", "l")
    assert read_table_code(how.format(typed)) == code == read_table_code(f"{code[:2]}-{code[2:]}")


@pytest.mark.parametrize("text", ["", "K7Q", "K7QMX", "KU7M", "K7Q!", "K\u00c47M", "K7\u00df", "\uff2b7QM",
                                  "K7QM\x00", "127.0.0.1:47108"])
def test_other_texts_are_not_codes(text: str) -> None:
    assert read_table_code(text) == ""
