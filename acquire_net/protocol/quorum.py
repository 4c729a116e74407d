"""How many seats must agree on how a view ends, and how many must want to go on without another (protocol.md, section 9).

Any protocol in which q of m seats go on while the others are silent can be forked by 2q - m liars. So the number of seats that
are needed says how many liars a table bears. Excused seats, which said goodbye or are convicted, are not counted among the m.
"""

from __future__ import annotations

SAFE = (0, 1, 2, 2, 3, 4, 4)
MAJORITY = (0, 1, 2, 2, 3, 3, 4)
"""For a table that has agreed on `quorum` = `majority`: at five seats three go on, and one liar may fork them."""


def quorum_of(seats: int, majority: bool = False) -> int:
    """Return how many of these seats must report, prepare and confirm."""
    return (MAJORITY if majority else SAFE)[seats]


def max_liars(seats: int, majority: bool = False) -> int:
    """Return how many liars among these seats cannot fork the table.

    >>> [max_liars(seats) for seats in range(2, 7)], max_liars(5, majority=True)
    ([1, 0, 1, 2, 1], 0)
    """
    return 2 * quorum_of(seats, majority) - seats - 1


def missing_needs(others: int) -> int:
    """Return how many of the other live seats must miss a seat: more than half."""
    return others // 2 + 1


def is_case(others: int, missing: int, any_reason: int) -> bool:
    """Return True if so many claims against a seat, of its so many other live seats, are enough to go on without it.

    With one other seat there is no vote: then only a goodbye or evidence counts.
    """
    if others < 2:
        return False
    return missing >= missing_needs(others) or any_reason == others
