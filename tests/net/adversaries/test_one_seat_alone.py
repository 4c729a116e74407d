"""Levers that were found by reading the agreement with an attacker's eyes: each took one seat alone, and moved honest seats.

In each the table goes on, and no honest seat is convicted, lost or stopped. What convicts the liar convicts it before strangers.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from acquire_net.protocol.certificates import proposal_digest
from acquire_net.protocol.codec import Signed, decode_frame, encode_message
from acquire_net.protocol.messages import Claim, Confirm, Decide, Envelope, Kind, Leave, Lock, Propose
from acquire_net.protocol.open_block import MAX_VERSIONS, OpenBlock
from acquire_net.protocol.session_events import ClaimChanged, TableSplit
from tests.net.adversaries.levers import LIAR, LeverTable, QuickTable
from tests.support.few_cases import few_cases
from tests.support.table_sizes import table_sizes


def others(table: LeverTable) -> int:
    return sum(1 << seat for seat in table.first.live if seat != LIAR)


def lock_of_one(table: LeverTable, attempt: int) -> Signed:
    """Show PREPAREs of the liar alone, of a PROPOSE that excuses everybody else."""
    proposal = table.proposal(attempt, others(table), (table.sync(attempt, others(table)),), excused=others(table))
    prepare = decode_frame(table.vote(Kind.PREPARE, proposal)).envelope.signature
    table.hostile(table.link(proposal, [(LIAR, prepare)]))
    return proposal


@table_sizes([4, 5, 6])
@pytest.mark.parametrize("by_vote", [True, False])
def test_a_leader_that_excuses_all_others_has_no_lock(seats: int, by_vote: bool) -> None:
    table = QuickTable(seats)
    table.keeps_quiet()
    attempt = table.led_attempt()
    proposal = lock_of_one(table, attempt)
    assert not any(list(session.replica.locks) for session in table.sessions)
    report = replace(table.report(), lock=Lock(attempt, proposal_digest(proposal)))
    table.hostile(table.sync(attempt + 1, 0, (), report))
    if by_vote:
        for session in table.sessions:
            session.vote([LIAR])
    else:
        table.peers[2].session.leave()
    table.pass_until_view(1)
    lost = LIAR if by_vote else 2
    assert all(session.live == tuple(seat for seat in range(seats) if seat != lost) for session in table.sessions)
    table.check_honest(lost)


def test_locks_of_one_seat_fill_no_journal() -> None:
    table = QuickTable(4)
    before = table.journal_bytes()
    for number in range(50):
        lock_of_one(table, table.led_attempt() + 4 * number)
    assert table.journal_bytes() == before


@table_sizes([3, 4, 5, 6])
@pytest.mark.parametrize("false_state", [True, False])
def test_a_goodbye_with_a_false_proof_stops_nobody(seats: int, false_state: bool) -> None:
    table = QuickTable(seats)
    report = replace(table.report(), proof=tuple((seat, bytes([seat + 1]) * 64) for seat in table.first.live))
    if false_state:
        report = replace(report, state=bytes(32))
    table.cut.add(LIAR)
    table.hostile(table.sign(Kind.LEAVE, Leave(0, report)))
    table.pass_until_view(1)
    assert all(LIAR not in session.live and LIAR in session.replica.convicted for session in table.sessions)
    table.check_honest()


@table_sizes([4, 5, 6])
def test_nobody_shows_again_what_another_has_shown_and_nobody_has_signed(seats: int) -> None:
    """A claim of the next view cannot be checked yet. Shown again, it would convict the seats that did so one view later."""
    table = QuickTable(seats)
    table.keeps_quiet()
    gone, state = seats - 1, table.first.state
    forged = encode_message(Envelope(Kind.CLAIM, 0, state.block, 1, encode_message(Claim(2, 1, 1, 1)), bytes(range(64))))
    seen: list[bytes] = []
    deliver = table.deliver

    def watched(sender: int, to: int, frame: bytes) -> None:
        message = decode_frame(frame)
        if message.kind == Kind.SYNC and message.author != LIAR and message.view == 0:
            seen.append(frame)
        deliver(sender, to, frame)

    table.deliver = watched  # type: ignore[method-assign]
    table.hostile(table.sync(2, 1 << gone, (forged,)))
    table.peers[gone].session.leave()
    table.pass_until_view(1, but=gone)
    assert seen
    table.hostile(*dict.fromkeys(seen))
    table.settle()
    table.check_honest(gone)


@table_sizes([4, 5, 6])
def test_a_case_that_is_longer_than_a_report_may_be_stops_no_leader(seats: int) -> None:
    table = QuickTable(seats)
    table.keeps_quiet()
    gone = seats - 1
    table.peers[gone].session.leave()
    leave = table.peers[gone].session.replica.left[gone].frame
    frame = table.sync(2, 1 << gone, (leave,) * 10)
    for seat in table.honest:
        if seat != gone:
            table.peers[seat].session.receive(LIAR, frame)
    table.collect()
    table.pass_until_view(1, but=gone)
    table.check_honest(gone)


def test_a_claim_against_a_seat_that_does_not_play_is_nothing() -> None:
    table = QuickTable(3)
    table.hostile(table.sign(Kind.CLAIM, Claim(5, 1, 1, 1)))
    assert not any(peer.facts_of(ClaimChanged) for peer in table.players)


def test_of_many_versions_the_newest_are_kept() -> None:
    """The one that all others have may come last."""
    table = QuickTable(3)
    opened = OpenBlock()
    messages = [decode_frame(table.sign(Kind.DECIDE, Decide(b"%d" % number, (), b""))) for number in range(MAX_VERSIONS + 3)]
    for message in messages:
        opened.keep(message)
    assert opened.contributions_of(LIAR) == messages[-MAX_VERSIONS:]
    count = opened.version_count
    opened.keep(messages[0])
    assert opened.version_count > count, "so a head that could not be put together is tried again"


def test_moments_of_pause_hide_nobody_that_owes_something() -> None:
    table = QuickTable(4)
    assert table.liar is not None
    table.liar.says = lambda at, to, frame: (  # type: ignore[method-assign]
        [frame] if decode_frame(frame).kind == Kind.STATUS else [])
    table.move()
    for half in range(200):
        for session in table.sessions:
            session.liveness.set_paused(half % 50 == 0)
        table.pass_time(500)
        if half % 20 == 0:
            table.move()
        if all(LIAR not in session.live for session in table.sessions):
            return
    raise AssertionError("it withholds what it owes and is never overdue")


def without_seat_four() -> QuickTable:
    table = QuickTable(5)
    table.peers[4].session.leave()
    table.pass_until_view(1)
    table.cut.add(4)
    table.settle()
    return table


def test_one_confirm_is_not_a_second_end_of_a_view() -> None:
    table = without_seat_four()
    proposal = decode_frame(table.sign(Kind.PROPOSE, Propose(9, 0, 1, 3, bytes(64), bytes(32), (), ()), 5, 0))
    confirm = decode_frame(table.sign(Kind.CONFIRM, Confirm(9, proposal_digest(proposal)), 5, 0))
    table.hostile(table.link(proposal, (), [(LIAR, confirm.envelope.signature)]))
    assert not any(session.replica.split for session in table.sessions)
    assert not any(peer.facts_of(TableSplit) for peer in table.players)


@pytest.mark.parametrize("block", few_cases(pytest.mark.fully, [5, 0, (1 << 24) - 1]))
def test_late_evidence_convicts_before_a_stranger_whatever_block_it_names(block: int) -> None:
    table = without_seat_four()
    unsigned = table.unsigned(Kind.CLAIM, 0, Claim(2, 1, 1, 1))
    table.hostile(table.sign(Kind.PROPOSE, Propose(50, 0, 0, 3, bytes(64), bytes(32), (), (unsigned,)), block, 0))
    assert all(LIAR in session.replica.convicted for session in table.sessions)
    table.check_honest(4)
