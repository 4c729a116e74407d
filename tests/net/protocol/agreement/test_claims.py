"""Claims: who wants to go on without whom, for how long that counts, and when it is a case (docs/spec/protocol.md, section 9)."""

from __future__ import annotations

from itertools import combinations

import pytest

from acquire_net.protocol.claims import (
    FRESH_MS,
    GAP_MS,
    MAX_NUMBER,
    MIN_ARRIVAL_GAP_MS,
    RENEW_MS,
    Claims,
    case_against,
    is_near,
    signed_claims,
)
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.messages import Claim, Kind
from tests.net.protocol.agreement.frames import VIEW, claim, is_signed, leave, say

NOBODY: frozenset[int] = frozenset()
NEEDS = {3: (2, 2), 4: (2, 3), 5: (3, 4), 6: (3, 5)}


# --- how many are a case

@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("why", [0, 1, 2, 3, 4])
def test_exactly_as_many_as_the_table_says(seats: int, why: int) -> None:
    """The target is missed by more than half of the others, or wanted by none of them; with two seats neither counts."""
    target = seats - 1
    for size in range(seats):
        for authors in combinations(range(seats - 1), size):
            claims = [claim(author, target, why) for author in authors]
            missing, unwanted = NEEDS.get(seats, (99, 99))
            assert case_against(target, claims, range(seats), NOBODY) == (size >= (missing if why else unwanted))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_reasons_are_counted_together_only_where_all_agree(seats: int) -> None:
    """One that misses it, and all but one of the rest that do not want it."""
    target, missing, unwanted = 0, *NEEDS[seats]
    for absent in range(seats):
        for present in range(seats - absent):
            authors = list(range(1, seats))
            claims = [claim(author, target, 3) for author in authors[:absent]]
            claims += [claim(author, target, 0) for author in authors[absent:absent + present]]
            assert case_against(target, claims, range(seats), NOBODY) == (absent >= missing or absent + present >= unwanted)


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_excused_seats_neither_vote_nor_count(seats: int) -> None:
    target, gone = 0, frozenset({seats - 1})
    missing = NEEDS[seats - 1][0]
    by_the_gone = [claim(seats - 1, target)]
    others = [claim(author, target) for author in range(1, seats - 1)]
    assert not case_against(target, by_the_gone + others[:missing - 1], range(seats), gone)
    assert case_against(target, others[:missing], range(seats), gone)


def test_of_three_with_one_excused_nobody_is_voted_out() -> None:
    assert not case_against(0, [claim(1, 0), claim(2, 0)], range(3), frozenset({2}))


def test_a_seat_counts_once_and_not_against_itself() -> None:
    assert not case_against(0, [claim(1, 0, number=number) for number in range(1, 5)], range(4), NOBODY)
    assert not case_against(0, [claim(0, 0), claim(1, 0)], range(4), NOBODY)
    assert not case_against(0, [claim(1, 0), claim(2, 0, holds=0)], range(4), NOBODY)
    assert not case_against(0, [claim(1, 0), claim(2, 3)], range(4), NOBODY)
    assert not case_against(0, [claim(1, 0), claim(5, 0)], range(4), NOBODY)


# --- which frames of a case are claims

def test_only_what_its_author_has_signed_in_this_view_near_this_block() -> None:
    good = claim(1, 0)
    bad = [claim(2, 0, view=VIEW + 1), claim(2, 0, view=VIEW - 1), claim(2, 0, block=7), claim(2, 0, block=3), leave(2),
           say(2, Kind.CLAIM, Claim(0, 1, 1, 1), signer=3), say(2, Kind.CLAIM, b"\x00")]
    frames = [good.frame, *(frame.frame for frame in bad), b"", b"\xff" * 30]
    assert [found.frame for found in signed_claims(frames, VIEW, 5, is_signed)] == [good.frame]
    for block in (4, 6):
        near = claim(1, 0, block=block)
        assert [found.frame for found in signed_claims([near.frame], VIEW, 5, is_signed)] == [near.frame]


def test_a_seat_is_at_most_one_block_behind_another() -> None:
    assert [block for block in range(10) if is_near(block, 5)] == [4, 5, 6]


# --- for how long a claim counts

def held(*messages: Signed, at_ms: int = 0) -> Claims:
    claims = Claims(0)
    for message in messages:
        assert claims.offer_claim(message, at_ms)
    return claims


def test_a_claim_counts_for_a_minute_after_it_has_arrived() -> None:
    claims = held(claim(1, 2), at_ms=1000)
    assert claims.fresh_claims(1000 + FRESH_MS - 1, 5)
    assert not claims.fresh_claims(1000 + FRESH_MS, 5)


def test_a_claim_counts_for_its_block_and_the_one_beside_it() -> None:
    claims = held(claim(1, 2, block=5))
    assert [block for block in range(10) if claims.fresh_claims(0, block)] == [4, 5, 6]


def test_a_claim_counts_in_its_view_only() -> None:
    claims = held(claim(1, 2))
    claims.begin_view()
    assert not claims.fresh_claims(0, 5)
    assert claims.is_empty


def test_the_highest_number_counts() -> None:
    claims = held(claim(1, 2, number=3))
    for number in (1, 2, 3):
        assert not claims.offer_claim(claim(1, 2, number=number, holds=0), FRESH_MS)
    assert claims.offer_claim(claim(1, 2, number=4, holds=0), FRESH_MS)
    assert not claims.fresh_claims(FRESH_MS, 5)


def test_a_replay_makes_no_claim_fresh_again() -> None:
    old = claim(1, 2)
    claims = held(old)
    assert not claims.offer_claim(old, FRESH_MS)
    assert not claims.fresh_claims(FRESH_MS, 5)


def test_what_is_taken_back_counts_nowhere() -> None:
    claims = held(claim(1, 2))
    assert not claims.is_taken_back(1, 2)
    claims.offer_claim(claim(1, 2, number=2, holds=0), MIN_ARRIVAL_GAP_MS)
    assert claims.is_taken_back(1, 2)
    assert not claims.is_taken_back(2, 1)
    assert not claims.case_frames([2], MIN_ARRIVAL_GAP_MS, 5)


def test_changes_that_come_too_soon_are_not_taken() -> None:
    claims = held(claim(1, 2))
    assert not claims.offer_claim(claim(1, 2, number=2), MIN_ARRIVAL_GAP_MS - 1)
    assert claims.offer_claim(claim(1, 2, number=2), MIN_ARRIVAL_GAP_MS)


def test_a_change_is_passed_on_once_in_a_while() -> None:
    claims, change = Claims(0), claim(1, 2)
    assert claims.may_pass_on(change, 0)
    assert not claims.may_pass_on(change, GAP_MS - 1)
    assert claims.may_pass_on(change, GAP_MS)
    assert claims.may_pass_on(claim(1, 3), 0)


def test_a_seat_says_nothing_against_itself() -> None:
    assert not Claims(0).offer_claim(claim(1, 1), 0)


def test_what_two_seats_know_is_compared_by_eight_bytes() -> None:
    assert held(claim(1, 2), claim(3, 2)).digest == held(claim(3, 2), claim(1, 2)).digest
    assert held(claim(1, 2)).digest != held(claim(1, 2, number=2)).digest
    assert len(held().digest) == 8


def test_a_case_shows_claims_against_those_that_would_be_lost() -> None:
    against, other = claim(1, 2), claim(1, 3)
    assert held(against, other).case_frames([2], 0, 5) == (against.frame,)


# --- what a seat says itself

def said(claims: Claims, target: int, why: int | None, now_ms: int, block: int = 5) -> Claim | None:
    body = claims.next_claim(target, why, now_ms, block)
    if body is not None:
        assert claims.offer_claim(say(0, Kind.CLAIM, body, block), now_ms)
    return body


def test_a_claim_is_said_renewed_and_taken_back() -> None:
    claims = Claims(0)
    assert said(claims, 1, None, 0) is None
    assert said(claims, 1, 1, 0) == Claim(1, 1, 1, 1)
    assert said(claims, 1, 1, RENEW_MS - 1) is None
    assert said(claims, 1, 1, RENEW_MS) == Claim(1, 1, 2, 1)
    assert said(claims, 1, None, RENEW_MS + GAP_MS) == Claim(1, 1, 3, 0)
    assert said(claims, 1, None, RENEW_MS + 2 * GAP_MS) is None
    assert claims.own_claim(1) is None


def test_nothing_changes_twice_in_ten_seconds() -> None:
    claims = Claims(0)
    assert said(claims, 1, 1, 0) is not None
    assert said(claims, 1, None, GAP_MS - 1) is None
    assert said(claims, 1, None, GAP_MS) is not None
    assert said(claims, 1, 1, 2 * GAP_MS - 1) is None
    assert said(claims, 1, 1, 2 * GAP_MS) is not None


def test_a_view_makes_nobody_hurry() -> None:
    claims = Claims(0)
    assert said(claims, 1, 1, 0) is not None
    claims.begin_view()
    assert said(claims, 1, 1, GAP_MS - 1) is None
    assert said(claims, 1, 1, GAP_MS) is not None


def test_a_new_reason_is_said_where_it_counts_otherwise() -> None:
    claims = Claims(0)
    assert said(claims, 1, 0, 0) is not None
    assert said(claims, 1, 1, GAP_MS) == Claim(1, 1, 2, 1)
    assert said(claims, 1, 3, 2 * GAP_MS) is None


def test_a_claim_goes_along_with_the_game() -> None:
    claims = Claims(0)
    assert said(claims, 1, 1, 0, block=5) is not None
    assert said(claims, 1, 1, GAP_MS, block=6) is None
    assert said(claims, 1, 1, GAP_MS, block=7) is not None


def test_what_has_grown_old_need_not_be_taken_back() -> None:
    claims = Claims(0)
    assert said(claims, 1, 1, 0) is not None
    assert said(claims, 1, None, FRESH_MS) is None


def test_numbers_end() -> None:
    claims = held(claim(0, 1, number=MAX_NUMBER))
    assert said(claims, 1, None, GAP_MS) is None
