"""What people read of the options that all at a table have agreed on, where one of them has a price."""

from __future__ import annotations

from collections.abc import Iterable

from acquire_net.protocol.lobby import OptionLine
from acquire_net.protocol.options import setting

from ..language import ENGLISH, Words


def is_majority(options: Iterable[OptionLine]) -> bool:
    return setting(options, "quorum") == "majority"


def quorum_line(options: Iterable[OptionLine], words: Words = ENGLISH) -> str:
    """Return what a quorum by majority means, before and while people play; empty at a table with the safe one.

    >>> quorum_line((("quorum", "safe"),))
    ''
    """
    if not is_majority(options):
        return ""
    return words.say("Quorum by majority: among five players, three may go on without the other two. The price: one player who "
                     "cheats can then make two games of this table, while the others do not reach each other.")


def quorum_of_the_game(options: Iterable[OptionLine], words: Words = ENGLISH) -> str:
    """Return what a result is worth that was reached with a quorum by majority; empty at a table with the safe one."""
    if not is_majority(options):
        return ""
    return words.say("This table had agreed on a quorum by majority: 'acquire verify' says where one player who cheats could "
                     "have made two games of it.")
