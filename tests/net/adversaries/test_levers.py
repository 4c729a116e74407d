"""The levers that one seat once had on a table, each tried again, at every size under --ci, with real cryptography.

C1 to C3 froze, crashed or emptied a table by one frame; H1 to H5 split it, flooded it, or used up its numbers. Now the table goes
on, nobody honest is lost or convicted, the liar is convicted where a frame proves it, and all honest seats have one log.
"""

from __future__ import annotations

import pytest

from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.log_types import mask_of
from acquire_net.protocol.messages import (
    MAX_ATTEMPTS,
    MAX_VIEWS,
    Claim,
    Confirm,
    Hands,
    Kind,
    Prepare,
    SeatReport,
    Sync,
)
from tests.net.adversaries.levers import BAD, FLOODS, LIAR, SIZES, LeverTable
from tests.support.counts import Count
from tests.support.few_cases import few_cases
from tests.support.table_sizes import table_sizes

MAX_SIGNATURES = 100
"""For one frame: eighty of the largest PROPOSE, and what those lead to that were waiting."""

sizes = table_sizes(SIZES)


# --- C1: a frame that is offered again and again

@sizes
def test_c1_hands_before_the_end_hang_nobody(seats: int) -> None:
    table = LeverTable(seats)
    block = table.first.state.block
    for number in range(30):
        table.hostile(*(table.sign(Kind.HANDS, Hands((bytes([number]) * 32,)), at) for at in (block, block + 1)))
    assert table.most_signatures <= 1
    table.goes_on()
    table.check(convicted=False)


# --- C2: frames inside frames that nobody has signed, or nobody can read

def some_bad(seats: int, most: int) -> list[str]:
    """Return all of them at some size, and all at every size where there is time."""
    return [BAD[(2 * seats + number) % len(BAD)] for number in range(most)]


@sizes
def test_c2_what_stands_in_a_case_must_be_signed(seats: int, count: Count) -> None:
    for what in some_bad(seats, count(2, len(BAD))):
        table = LeverTable(seats)
        table.hostile(table.sync(1, mask_of([0]), (table.bad_frames()[what],)))
        assert table.is_rid_of_liar(), what
        table.goes_on(2)
        table.check(convicted=True)


@sizes
def test_c2_what_stands_in_a_proposal_must_be_signed(seats: int, count: Count) -> None:
    for what in some_bad(seats, count(2, len(BAD))):
        table = LeverTable(seats)
        attempt = table.led_attempt()
        table.hostile(table.proposal(attempt, mask_of([0]), (table.sync(attempt), table.bad_frames()[what])).frame)
        assert table.most_signatures <= MAX_SIGNATURES
        assert table.is_rid_of_liar(), what
        table.goes_on(2)
        table.check(convicted=True)


@sizes
def test_c2_a_link_of_such_frames_is_nothing(seats: int) -> None:
    """Not led by the liar, so the PROPOSE convicts nobody; nor does the LINK, which nobody has signed."""
    table = LeverTable(seats)
    attempt = table.led_attempt() + 1
    for what in BAD:
        proposal = table.proposal(attempt, mask_of([0]), (table.bad_frames()[what],))
        forged = [(seat, bytes(range(64))) for seat in range(seats)]
        table.hostile(table.link(proposal, forged, forged), table.link(proposal), table.link(proposal, (), forged))
        table.hostile(table.link(decode_frame(table.bad_frames()[BAD[0]])))
    assert table.most_signatures <= MAX_SIGNATURES
    table.goes_on()
    table.check(convicted=False)


# --- C3: a quorum of one

@sizes
@pytest.mark.parametrize("signed_by", ["the liar alone", "the liar, and forged for the others"])
def test_c3_nobody_is_lost_by_one_signature(seats: int, signed_by: str) -> None:
    table = LeverTable(seats)
    attempt = table.led_attempt()
    proposal = table.proposal(attempt, table.everybody_else, (table.sync(attempt, table.everybody_else),))
    votes = {kind: decode_frame(table.vote(kind, proposal)) for kind in (Kind.PREPARE, Kind.CONFIRM)}
    lists = {kind: {LIAR: vote.envelope.signature} for kind, vote in votes.items()}
    if signed_by != "the liar alone":
        for known in lists.values():
            known.update({seat: known.get(seat, bytes(range(64))) for seat in range(seats)})
    prepares, confirms = sorted(lists[Kind.PREPARE].items()), sorted(lists[Kind.CONFIRM].items())
    table.hostile(table.link(proposal, prepares), table.link(proposal, (), confirms), table.link(proposal, prepares, confirms))
    table.hostile(*(vote.frame for vote in votes.values()), proposal.frame)
    assert table.is_rid_of_liar()
    table.goes_on()
    table.check(convicted=True)


@sizes
def test_c3_a_proposal_of_one_excuses_nobody(seats: int) -> None:
    """It calls everybody else excused, so that a single signature would do."""
    table = LeverTable(seats)
    attempt = table.led_attempt()
    proposal = table.proposal(attempt, table.everybody_else, (table.sync(attempt),), excused=table.everybody_else)
    confirm = decode_frame(table.vote(Kind.CONFIRM, proposal)).envelope.signature
    table.hostile(table.link(proposal, (), [(LIAR, confirm)]))
    assert all(len(session.live) == seats and session.state.view == 0 for session in table.sessions)
    table.goes_on()
    table.check(convicted=False)


@sizes
def test_c3_the_others_can_still_vote_it_out(seats: int) -> None:
    """The freeze: after such frames the votes of the others, and their attempts, count as before."""
    table = LeverTable(seats)
    proposal = table.proposal(table.led_attempt() + 1, table.everybody_else)  # another leads: it convicts nobody
    confirm = decode_frame(table.vote(Kind.CONFIRM, proposal)).envelope.signature
    table.hostile(proposal.frame, table.vote(Kind.PREPARE, proposal), table.link(proposal, (), [(LIAR, confirm)]))
    for session in table.sessions:
        session.vote([LIAR])
    assert table.is_rid_of_liar()
    table.goes_on()
    table.check(convicted=False)


# --- H1: what nobody has signed says that a block is final

@sizes
def test_h1_a_tip_needs_signatures(seats: int) -> None:
    table = LeverTable(seats)
    state = table.first.state
    proof = tuple((seat, bytes(range(64))) for seat in state.live)
    report = SeatReport(bytes(64), bytes(32), proof, None, None)
    table.hostile(table.sign(Kind.SYNC, Sync(1, report, 0, (), 0), state.block + 1))
    assert table.is_rid_of_liar()
    table.goes_on()
    table.check(convicted=True)


@sizes
def test_h1_a_block_that_one_seat_has_closed_is_kept(seats: int) -> None:
    """The liar's ACK reaches seat 0 alone; then it lies to the others about that block, and is found out."""
    table = LeverTable(seats)
    held: list[bytes] = []

    def to_seat_0_alone(at: object, to: int, frame: bytes) -> list[bytes]:
        if decode_frame(frame).kind != Kind.ACK or to == 0:
            return [frame]
        held.append(frame)
        return []

    assert table.liar is not None
    table.liar.says = to_seat_0_alone  # type: ignore[assignment,method-assign]
    while not held:
        seat = table.asked()
        assert seat is not None
        session = table.peers[seat].session
        session.submit(table.opening.choose(session.state.game, seat, table.rng))
        table.settle()
    behind = table.peers[2].session
    assert len(table.first.replica.log) == len(behind.replica.log) + 1
    closed = [page.head for page in table.first.replica.log]
    table.liar.says = lambda at, to, frame: []  # type: ignore[assignment,method-assign]
    if seats > 3:
        table.cut.add(0)  # the others end the view without the one that knows
    report = SeatReport(behind.state.head, behind.view_change.report().state, behind.view_change.report().proof, None, None)
    lie = table.forger.sign(Kind.SYNC, Sync(1, report, 0, (), 0), behind.state.block, replica=behind.replica)
    assert lie is not None
    table.hostile(lie, to=[seat for seat in table.honest if seat])
    table.hostile(held[0], to=[2])
    assert table.is_rid_of_liar(60)
    table.cut.clear()
    table.pass_time(3000)
    table.goes_on()
    table.check(convicted=True)
    for session in table.sessions:
        assert [page.head for page in session.replica.log][:len(closed)] == closed


# --- H2: attempts that lose nobody

@sizes
def test_h2_thirty_attempts_a_second_are_joined_by_nobody(seats: int) -> None:
    table = LeverTable(seats)
    before = table.journal_bytes()
    for second in range(5):
        for number in range(30):
            table.hostile(table.sync(1 + 30 * second + number))
        table.pass_time(1000)
    assert not any(session.view_change.has_promised for session in table.sessions)
    assert table.journal_bytes() == before
    assert table.most_signatures <= 2
    table.goes_on()
    table.check(convicted=None)


# --- H3, H4: numbers and journals

@sizes
@pytest.mark.parametrize("restarted", [False, True])
def test_h3_no_number_is_used_up(seats: int, restarted: bool) -> None:
    table = LeverTable(seats)
    for number in (7, 1 << 20, 1 << 31, MAX_ATTEMPTS - 1):
        table.hostile(table.sync(number, table.everybody_else))
        table.hostile(table.sign(Kind.PREPARE, Prepare(number, bytes(64))))
        table.hostile(table.sign(Kind.CONFIRM, Confirm(number - 1, bytes(64))))
        table.hostile(table.proposal(number, table.everybody_else).frame)
    if restarted:
        for seat in table.honest:
            table.restart(seat)
    for session in table.sessions:
        session.vote([LIAR])
    assert table.is_rid_of_liar(60)
    assert all(session.view_change.book.attempt <= 4 * seats and session.state.view <= 4 for session in table.sessions)
    table.goes_on()
    for session in table.sessions:
        assert {*session.replica.convicted} <= {LIAR}
    table.check_heads()


@sizes
def test_h4_a_malformed_frame_in_the_journal_stops_no_later_loss(seats: int) -> None:
    table = LeverTable(seats, blocks=8)
    table.hostile(table.unreadable(view=0), table.unreadable(view=MAX_VIEWS - 1), table.unreadable(block=(1 << 24) - 1))
    assert table.is_rid_of_liar()
    for seat in table.honest:
        table.restart(seat)
    table.goes_on(2)
    if seats > 3:  # with two seats left nobody is lost by votes
        gone = seats - 1
        table.cut.add(gone)
        for second in range(60):
            if second % 20 == 0:
                for session in table.sessions:
                    session.vote([gone])
            if all(gone not in session.live for session in table.sessions):
                break
            table.pass_time(1000)
        assert all(gone not in session.live for session in table.sessions)
        table.restart(0)
    table.goes_on(2)
    for peer in table.players:
        assert {*peer.session.replica.convicted} == {LIAR}
        assert not peer.session.stopped
    table.check_heads()


# --- H5: one impatient seat

@sizes
@pytest.mark.parametrize("why", few_cases(pytest.mark.fully, [1, 0, 3, 4], 2))
def test_h5_eleven_seconds_of_silence_and_one_claim_lose_nobody(seats: int, why: int) -> None:
    """At three seats one honest seat has to agree, and it has not missed anybody for half a minute."""
    table = LeverTable(seats)
    away = seats - 1
    table.cut.add(away)
    table.pass_time(6000)
    table.hostile(table.sign(Kind.CLAIM, Claim(away, why, 1, 1)))
    case = (table.sign(Kind.CLAIM, Claim(away, why, 1, 1)),)
    table.hostile(table.sync(1, mask_of([away]), case), table.sync(2, mask_of([away]), case))
    table.first.vote([away])
    table.pass_time(5000)
    assert not any(session.state.view for session in table.sessions)
    table.first.vote([])
    table.cut.clear()
    table.pass_time(3000)
    table.goes_on()
    table.check(convicted=None)
    assert away in table.first.live


# --- two hundred frames a second of any kind

@table_sizes([3, 6])
@pytest.mark.parametrize("kind", FLOODS)
def test_two_hundred_frames_a_second_fill_no_journal(seats: int, kind: str, count: Count) -> None:
    table, seconds = LeverTable(seats), count(1, 5)
    before, make = table.journal_bytes(), table.floods()[kind]
    for number in range(200 * seconds):
        table.hostile(make(number))
        if number % 100 == 99:
            table.pass_time(500)
    after = table.journal_bytes()
    assert all(after[seat] - before[seat] <= 2000 * seconds for seat in table.honest), (before, after)
    assert table.most_signatures <= MAX_SIGNATURES
    table.goes_on(2)
    for session in table.sessions:
        assert {*session.replica.convicted} <= {LIAR}
        assert {*session.state.lost} <= {LIAR}
    table.check_heads()
