"""The table of quorums (docs/spec/protocol.md, section 9): how many sign, how many silent seats and liars a table bears."""

from __future__ import annotations

import pytest

from acquire_net.protocol.quorum import is_case, max_liars, missing_needs, quorum_of
from acquire_net.protocol.reports import ViewTerms
from tests.net.protocol.agreement.frames import START

SEATS = (1, 2, 3, 4, 5, 6)
NEEDED = (1, 2, 2, 3, 4, 4)
SILENT = (0, 0, 1, 1, 1, 2)


def test_so_many_must_sign() -> None:
    assert tuple(map(quorum_of, SEATS)) == NEEDED
    assert tuple(seats - quorum_of(seats) for seats in SEATS) == SILENT


def test_so_many_liars_cannot_fork_the_table() -> None:
    assert [max_liars(seats) for seats in SEATS[1:]] == [1, 0, 1, 2, 1]


def test_majority_changes_five_seats_alone() -> None:
    assert [seats for seats in SEATS if quorum_of(seats, majority=True) != quorum_of(seats)] == [5]
    assert quorum_of(5, majority=True) == 3
    assert max_liars(5, majority=True) == 0


@pytest.mark.parametrize("majority", [False, True])
def test_one_more_to_sign_is_at_most_one_more_seat(majority: bool) -> None:
    """The proof rests on it: q(m) <= q(m - 1) + 1, and two quorums share a seat."""
    for seats in SEATS[1:]:
        assert quorum_of(seats, majority) <= quorum_of(seats - 1, majority) + 1
        assert 2 * quorum_of(seats, majority) > seats


def test_excused_seats_are_not_counted() -> None:
    for seats in SEATS[1:]:
        terms = ViewTerms(0, tuple(range(seats)), START)
        for excused in range(seats):
            assert terms.needed_signers(frozenset(range(excused))) == quorum_of(seats - excused)


def test_seats_that_do_not_play_excuse_nobody() -> None:
    terms = ViewTerms(0, (0, 2, 3), START)
    assert terms.needed_signers(frozenset({1, 4, 5})) == quorum_of(3)
    assert terms.needed_signers(frozenset({0, 1, 4, 5})) == quorum_of(2)


def test_somebody_must_sign_always() -> None:
    assert ViewTerms(0, (0, 1), START).needed_signers(frozenset({0, 1})) == 1


@pytest.mark.parametrize(("seats", "missing", "unwanted"), [(3, 2, 2), (4, 2, 3), (5, 3, 4), (6, 3, 5)])
def test_so_many_claims_are_a_case(seats: int, missing: int, unwanted: int) -> None:
    others = seats - 1
    assert missing_needs(others) == missing
    for absent in range(others + 1):
        for any_reason in range(absent, others + 1):
            assert is_case(others, absent, any_reason) == (absent >= missing or any_reason >= unwanted)


def test_with_two_seats_there_is_no_vote() -> None:
    assert not is_case(1, 1, 1)
    assert not is_case(0, 0, 0)
