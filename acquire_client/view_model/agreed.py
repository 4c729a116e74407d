"""What people read of the options that all at a table have agreed on, where one of them has a price."""

from __future__ import annotations

from collections.abc import Iterable

from acquire_client.language import ENGLISH, Words
from acquire_net import OptionLine, option_value, quorum_of


def is_majority(options: Iterable[OptionLine], seats: int) -> bool:
    """Return True if a table of so many seats has agreed on a quorum by majority, and it makes a difference there or later."""
    differs = any(quorum_of(left, majority=True) != quorum_of(left) for left in range(1, seats + 1))
    return differs and option_value(options, "quorum") == "majority"


def quorum_line(options: Iterable[OptionLine], seats: int, words: Words = ENGLISH) -> str:
    """Return what a quorum by majority means, before and while people play; empty where it makes no difference.

    >>> quorum_line((("quorum", "safe"),), 5), quorum_line((("quorum", "majority"),), 4)
    ('', '')
    """
    if not is_majority(options, seats):
        return ""
    return words.translate("Quorum by majority: among five players, three may go on without the other two. The price: one player "
                           "who cheats can then make two games of this table, while the others do not reach each other.")


def quorum_of_the_game(options: Iterable[OptionLine], seats: int, words: Words = ENGLISH) -> str:
    """Return what a result is worth that was reached with a quorum by majority; empty where it makes no difference."""
    if not is_majority(options, seats):
        return ""
    return words.translate("This table had agreed on a quorum by majority: 'acquire verify' says where one player who cheats "
                           "could have made two games of it.")
