"""A part of the chosen tests, for campaigns that several nights play one after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def slice_of(chosen: Sequence[T], text: str) -> list[T]:
    """Return a slice K/N: of the chosen things every N-th one, from the K-th on.

    >>> slice_of("abcdefgh", "1/3"), slice_of("abcdefgh", "3/3")
    (['a', 'd', 'g'], ['c', 'f'])
    """
    number, count = slice_numbers(text)
    return list(chosen[number - 1::count])


def slice_numbers(text: str) -> tuple[int, int]:
    """Return K and N of a slice K/N.

    >>> slice_numbers("4/3")
    Traceback (most recent call last):
    ValueError: '4/3' is not a slice; write K/N, such as 1/3 for the first of three
    """
    match = re.fullmatch(r"([1-9][0-9]{0,3})/([1-9][0-9]{0,3})", text)
    if match is None or int(match[1]) > int(match[2]):
        raise ValueError(f"{text!r} is not a slice; write K/N, such as 1/3 for the first of three")
    return int(match[1]), int(match[2])
