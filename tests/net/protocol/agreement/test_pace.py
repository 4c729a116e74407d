"""When a seat goes on to another attempt (docs/spec/protocol.md, section 9): no single seat hurries it or uses up its numbers."""

from __future__ import annotations

import pytest

from acquire_net.protocol.pace import JUMP_MS, RENEW_MS, Pace, jump_to, max_attempt, next_attempt
from tests.net.protocol.agreement.frames import VIEW, terms

SIZES = (2, 3, 4, 5, 6)


def lengths(pace: Pace, attempts: int) -> list[int]:
    found = []
    for _ in range(attempts):
        pace.begin_attempt(0)
        found.append(pace.lasts_ms)
    return found


def test_each_attempt_lasts_twice_as_long_up_to_a_minute() -> None:
    assert lengths(Pace(), 8) == [2000, 4000, 8000, 16_000, 32_000, 64_000, 64_000, 64_000]


def test_an_attempt_is_over_when_its_time_is() -> None:
    pace = Pace()
    pace.begin_attempt(1000)
    assert not pace.is_over(2999)
    assert pace.is_over(3000)


def test_a_view_begins_with_short_attempts() -> None:
    pace = Pace()
    lengths(pace, 5)
    pace.begin_view()
    assert lengths(pace, 1) == [2000]


def test_a_seat_that_is_heard_again_shortens_attempts_once_a_minute() -> None:
    pace = Pace()
    lengths(pace, 6)
    pace.begin_anew(0)
    assert pace.lasts_ms == 2000
    lengths(pace, 5)
    pace.begin_anew(RENEW_MS - 1)
    assert pace.lasts_ms == 64_000
    pace.begin_anew(RENEW_MS)
    assert pace.lasts_ms == 2000


def test_a_restart_begins_the_time_of_the_attempt_again() -> None:
    pace = Pace()
    pace.begin_attempt(0)
    pace.restart_pace(10_000)
    assert not pace.is_over(11_999)
    assert pace.is_over(12_000)


def test_nobody_is_hurried() -> None:
    pace = Pace()
    pace.begin_attempt(0)
    assert not pace.may_jump(JUMP_MS - 1)
    assert pace.may_jump(JUMP_MS)


# --- which attempt is the next

@pytest.mark.parametrize("seats", SIZES)
def test_the_next_attempt_is_led_by_a_seat_that_shall_stay(seats: int) -> None:
    given = terms(seats)
    for above in range(10):
        assert next_attempt(above, given, ()) == above + 1
        for unwanted in range(seats):
            found = next_attempt(above, given, {unwanted})
            assert given.leader_of(found) != unwanted
            assert found <= above + 2


def test_where_nobody_shall_stay_the_next_number_is_taken() -> None:
    assert next_attempt(4, terms(4), {0, 1, 2, 3}) == 5


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_one_alone_pulls_nobody(seats: int) -> None:
    assert jump_to(1, {1: 1 << 31}, terms(seats), (), ()) is None
    assert jump_to(1, {1: 1 << 31, 2: 1}, terms(seats), (), ()) is None


def test_of_three_seats_one_pulls_where_it_shall_stay() -> None:
    assert jump_to(1, {1: 3}, terms(3), (), ()) == 3
    assert jump_to(1, {1: 3}, terms(3), {1}, {1}) is None


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_two_pull_to_the_lower_of_theirs(seats: int) -> None:
    assert jump_to(1, {1: 3, 2: 6}, terms(seats), (), ()) == 3
    assert jump_to(1, {1: 1 << 31, 2: 2}, terms(seats), (), ()) == 2


@pytest.mark.parametrize("seats", SIZES[1:])
def test_nobody_jumps_further_than_two_rounds(seats: int) -> None:
    far = dict.fromkeys(range(1, seats), (1 << 32) - 1)
    assert jump_to(1, far, terms(seats), (), ()) == max_attempt(1, terms(seats)) == 1 + 2 * seats


@pytest.mark.parametrize("seats", SIZES[1:])
def test_seats_that_shall_go_pull_nobody(seats: int) -> None:
    everybody = {*range(1, seats)}
    assert jump_to(1, dict.fromkeys(everybody, 4), terms(seats), everybody, everybody) is None


def test_nobody_goes_back() -> None:
    assert jump_to(5, {1: 4, 2: 5, 3: 1}, terms(4), (), ()) is None


def test_a_jump_skips_leaders_that_shall_go() -> None:
    given = terms(4, VIEW)
    leader = given.leader_of(3)
    others = {seat: 3 for seat in range(4) if seat != leader}
    found = jump_to(1, others, given, {leader}, {leader})
    assert found is not None
    assert found > 3
    assert given.leader_of(found) != leader
