"""Who is overdue, and what follows: claims after the grace, attempts and their pace, and who must not be left behind."""

import random
from collections.abc import Callable
from typing import cast

import pytest
from msgspec.structs import replace

from acquire_net.lobby.options import checked_options
from acquire_net.lobby.table_spec import AdmissionError, TableSpec
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.messages import Kind, Status, Sync
from acquire_net.protocol.missing_frames import missing_frames
from acquire_net.protocol.pace import FIRST_MS
from acquire_net.protocol.session_events import Adjourned, ClaimChanged, Finished, NotAnswering, OutOfTime, Regroup, SeatLost
from acquire_net.table.opening import hands_are_opened, timing_of
from tests.support.table_of_peers import Peers
from tests.support.toy_game import ToyGame

GRACE_MS = 60_000
MINUTE_MS = 60_000


def table(seats: int, seed: int = 0, timing: Timing | None = None) -> Peers:
    return Peers(lambda seat: ToyGame(seats, cards=4 * seats, hand=2), seats, seed, timing=timing or Timing(grace_ms=GRACE_MS))


def silent_about(liar: int, *kinds: Kind) -> Callable[[int, int, Signed], bool]:
    """All that a seat signs of these kinds stays with it; whatever others signed, and its STATUS, it sends."""
    return lambda sender, to, message: sender == message.author == liar and message.kind in kinds


def claims_of(peers: Peers, seat: int) -> list[ClaimChanged]:
    return [cast(ClaimChanged, fact) for fact in peers.peers[seat].facts_of(ClaimChanged)]


def lost(peers: Peers, seat: int) -> list[int]:
    return [fact.seat for fact in peers.peers[seat].facts_of(SeatLost)]  # type: ignore[union-attr]


def play_until_stuck(peers: Peers, seed: int = 0) -> None:
    peers.play(random.Random(seed).choice)


# --- who is there

def test_a_status_from_a_mailbox_does_not_end_a_silence_and_one_over_a_link_does() -> None:
    peers = table(3)
    peers.play(random.Random(1).choice, most=1)
    session, other = peers.peers[0].session, peers.peers[1].session
    peers.withheld = lambda sender, to, message: sender == 1
    peers.pass_time(20_000)
    silent_ms = session.liveness.silence_ms(1)
    status = other._make_status()
    assert status is not None and silent_ms >= 19_000
    session.receive(1, status.frame, is_live=False)
    assert session.liveness.silence_ms(1) == silent_ms
    status = other._make_status()
    assert status is not None
    session.receive(1, status.frame)
    assert session.liveness.silence_ms(1) == 0


# --- left behind

@pytest.mark.parametrize("kinds", [(Kind.SHARES,), (Kind.ACK, Kind.SYNC)])
def test_a_seat_that_is_there_and_keeps_what_its_program_owes_is_left_behind_after_the_grace(kinds: tuple[Kind, ...]) -> None:
    """A SYNC shows the ACKs of the tip, the own one too."""
    peers = table(4, seed=1)
    peers.play(random.Random(1).choice, most=1)
    peers.withheld = silent_about(2, *kinds)
    play_until_stuck(peers)
    peers.pass_time(GRACE_MS - 2000)
    assert all(not lost(peers, seat) and peers.peers[seat].facts_of(NotAnswering)[-1] == NotAnswering((2,), True)
               for seat in (0, 1, 3))
    peers.pass_time(10_000)
    assert all(peers.peers[seat].facts_of(SeatLost) == [SeatLost(2, "did not answer")] for seat in (0, 1, 3))
    peers.cut.add(2)
    play_until_stuck(peers)
    assert all(peers.peers[seat].facts_of(Finished) for seat in (0, 1, 3))


@pytest.mark.parametrize("kind", [Kind.COMMIT, Kind.OPEN, Kind.SHUFFLE])
def test_before_the_game_the_others_start_again_without_it(kind: Kind) -> None:
    peers = table(3)
    peers.withheld = silent_about(1, kind)
    peers.settle()
    peers.pass_time(GRACE_MS + 10_000)
    assert all(peers.peers[seat].facts_of(Regroup) == [Regroup((1,))] for seat in (0, 2))


def test_programs_claim_by_themselves_when_the_grace_is_over_and_not_before() -> None:
    peers = table(4, seed=1)
    peers.play(random.Random(1).choice, most=1)
    peers.withheld = silent_about(2, Kind.ACK, Kind.SYNC)
    play_until_stuck(peers)
    peers.pass_time(GRACE_MS - 2000)
    assert not any(claims_of(peers, seat) for seat in range(4)), "it is overdue for thirty seconds, and nobody has voted"
    peers.pass_time(10_000)
    assert {(claim.author, claim.target, claim.why) for claim in claims_of(peers, 0)} >= {(0, 2, 4), (1, 2, 4), (3, 2, 4)}
    [lost_seat] = peers.peers[0].facts_of(SeatLost)
    assert {why for _, why in cast(SeatLost, lost_seat).claims} == {4}


def test_a_grace_shorter_than_half_a_minute_is_half_a_minute_where_claims_are_about_absence() -> None:
    peers = table(3, timing=Timing(grace_ms=1000))
    peers.settle()
    asked = peers.asked()
    assert asked is not None
    peers.cut.add(asked)
    peers.pass_time(28_000)
    assert not any(peer.facts_of(ClaimChanged) or peer.session.view_change.has_promised for peer in peers.peers)
    peers.pass_time(10_000)
    assert all(lost(peers, seat) == [asked] for seat in range(3) if seat != asked)


def test_a_seat_that_stays_out_of_attempts_gains_no_time_by_it() -> None:
    """It is overdue with an ACK, and signs nothing of the attempt either. The block has one time, however often it begins."""
    peers = table(4, seed=1)
    peers.play(random.Random(1).choice, most=1)
    peers.withheld = silent_about(2, Kind.ACK, Kind.SYNC, Kind.PROPOSE, Kind.PREPARE, Kind.CONFIRM)
    play_until_stuck(peers)
    peers.pass_time(GRACE_MS + 15_000)
    assert all(lost(peers, seat) == [2] for seat in (0, 1, 3))


def test_a_liar_that_promises_itself_alone_pulls_nobody_and_is_overdue_itself() -> None:
    """It has no case, so nobody joins; what it owes then, it owes as long as it likes."""
    peers = table(4, seed=1)
    peers.play(random.Random(1).choice, most=1)
    liar = peers.peers[2].session
    liar.sign_and_send(Kind.SYNC, Sync(1, liar.view_change.report(), 0b1011, (), 0))
    play_until_stuck(peers)
    assert not any(peers.peers[seat].session.view_change.has_promised for seat in (0, 1, 3))
    peers.pass_time(GRACE_MS - 5000)
    assert not lost(peers, 0)
    peers.pass_time(20_000)
    assert all(lost(peers, seat) == [2] for seat in (0, 1, 3))


def test_an_attempt_that_its_leader_wastes_is_followed_by_the_next_after_its_time() -> None:
    """The leader of the first attempt is heard and proposes nothing: the seats go on to the next leader in seconds."""
    peers = table(5, seed=1)
    peers.play(random.Random(1).choice, most=1)
    leader = peers.peers[0].session.replica.view_terms.leader_of(1)
    gone = next(seat for seat in range(5) if seat not in (leader, peers.asked()))
    peers.withheld = lambda sender, to, message: message.kind == Kind.PROPOSE and message.author == leader
    peers.peers[gone].session.leave()
    peers.settle()
    there = [seat for seat in range(5) if seat not in (gone, leader)]
    assert all(peers.peers[seat].session.view_change.book.attempt == 1 and not lost(peers, seat) for seat in there)
    peers.pass_time(FIRST_MS + 1500)
    assert all(lost(peers, seat) == [gone] for seat in there)


@pytest.mark.fully
def test_attempts_that_come_to_nothing_grow_longer() -> None:
    """No PROPOSE comes through for ten minutes: a few attempts, not one every two seconds, and then the table goes on."""
    peers = table(4, seed=1)
    peers.play(random.Random(1).choice, most=1)
    peers.withheld = lambda sender, to, message: message.kind == Kind.PROPOSE
    peers.peers[3].session.leave()
    peers.settle()
    peers.pass_time(600_000, step_ms=1000)
    attempts = {peers.peers[seat].session.view_change.book.attempt for seat in range(3)}
    assert max(attempts) - min(attempts) <= 1 and 6 <= max(attempts) <= 24, attempts
    peers.withheld = None
    peers.pass_time(130_000, step_ms=1000)
    assert all(lost(peers, seat) == [3] for seat in range(3))


def test_locks_are_sent_to_a_seat_in_a_higher_attempt() -> None:
    """A goodbye or a report that names a lock counts only where that lock is."""
    peers = table(4)
    peers.settle()
    peers.withheld = lambda sender, to, message: message.kind == Kind.CONFIRM
    peers.peers[3].session.leave()
    peers.settle()
    peers.pass_time(20_000)
    session = peers.peers[0].session
    locks = {lock.message.frame for lock in session.replica.locks}
    message = session.catch_up.statuses[1]
    ahead = replace(cast(Status, message.body), attempt=session.view_change.book.attempt + 1)
    assert locks and locks <= set(missing_frames(session.replica, session.view_change, session.claims, message, ahead))


# --- not left behind

def two_of_five_away() -> tuple[Peers, int, list[int]]:
    """Return a table of five at which two are away, the seat that is asked, and the other seats, those who are away first."""
    peers = table(5)
    peers.settle()
    asked = peers.asked()
    assert asked is not None
    others = [seat for seat in range(5) if seat != asked]
    peers.cut |= {*others[:2]}
    peers.pass_time(2 * GRACE_MS)
    return peers, asked, others


def test_a_table_is_adjourned_when_somebody_leaves_while_another_is_away() -> None:
    """Two of three would have been enough."""
    peers = table(3, timing=Timing(grace_ms=10 * GRACE_MS))
    peers.settle()
    asked = peers.asked()
    assert asked is not None
    peers.cut.add(asked)
    peers.pass_time(GRACE_MS)
    leaves, stays = (seat for seat in range(3) if seat != asked)
    assert not peers.peers[stays].facts_of(Adjourned)
    peers.peers[leaves].session.leave()
    peers.settle()
    peers.pass_time(2000)
    assert peers.peers[stays].facts_of(Adjourned) == [Adjourned((asked,))]


def test_a_table_is_adjourned_when_somebody_leaves_in_the_midst_of_going_on_without_another() -> None:
    """The two would have been enough; the seat that stays tries for ever, and says why."""
    peers = table(3)
    peers.settle()
    asked = peers.asked()
    assert asked is not None
    peers.cut.add(asked)
    leaves, stays = (peers.peers[seat] for seat in range(3) if seat != asked)
    peers.withheld = lambda sender, to, message: message.kind == Kind.PROPOSE
    peers.pass_time(GRACE_MS + 5000)
    assert stays.session.view_change.has_promised and leaves.session.view_change.has_promised and not stays.facts_of(Adjourned)
    leaves.session.leave()
    peers.settle()
    peers.pass_time(GRACE_MS)
    assert stays.facts_of(Adjourned) == [Adjourned((asked,))]
    assert stays.facts_of(NotAnswering)[-1] == NotAnswering((asked,), True)
    peers.withheld = None
    peers.cut.clear()
    play_until_stuck(peers)
    peers.pass_time(GRACE_MS)
    play_until_stuck(peers)
    assert stays.facts_of(Finished)
    assert stays.facts_of(Adjourned) == [Adjourned((asked,)), Adjourned(())]


def test_an_adjournment_ends_when_enough_are_here_again_and_not_before() -> None:
    """Two of five are away and one leaves; what is owed changes meanwhile. One who comes back is enough."""
    peers, asked, others = two_of_five_away()
    peers.peers[asked].session.leave()
    peers.settle()
    stays = peers.peers[others[2]]
    for _ in range(20):
        peers.pass_time(3000)
        play_until_stuck(peers)
    assert stays.facts_of(Adjourned) == [Adjourned(tuple(others[:2]))]
    peers.cut.discard(others[0])
    peers.pass_time(3000)
    play_until_stuck(peers)
    assert stays.facts_of(Adjourned) == [Adjourned(tuple(others[:2])), Adjourned(())]


def test_a_table_is_adjourned_when_too_few_are_left_to_go_on_without_whoever_is_asked_and_leaves() -> None:
    """Two of five are away. The seat that left is still there and counts as present, and no other seat is asked anything."""
    peers, asked, others = two_of_five_away()
    there = [peers.peers[seat] for seat in others[2:]]
    assert not any(peer.facts_of(Adjourned) for peer in there)
    peers.peers[asked].session.leave()
    peers.settle()
    peers.pass_time(2000)
    assert all(peer.facts_of(Adjourned) == [Adjourned(tuple(others[:2]))] for peer in there)


def test_a_seat_does_not_count_itself_among_those_who_are_away() -> None:
    """It says nothing itself as long as nobody asks it anything, and two of three are enough."""
    peers = table(3, timing=Timing(grace_ms=10 * GRACE_MS))
    peers.settle()
    asked = peers.asked()
    assert asked is not None
    peers.cut.add(asked)
    peers.pass_time(2 * GRACE_MS)
    there = [peer for seat, peer in enumerate(peers.peers) if seat != asked]
    assert all(peer.facts_of(NotAnswering)[-1] == NotAnswering((asked,), True) for peer in there)
    assert not any(peer.facts_of(Adjourned) for peer in there)


def test_a_person_may_think_as_long_as_the_table_has_no_clock() -> None:
    peers = table(3)
    peers.settle()
    peers.pass_time(20 * GRACE_MS, step_ms=2000)
    assert peers.asked() is not None and not any(peer.facts_of(SeatLost) for peer in peers.peers)
    play_until_stuck(peers)
    assert all(peer.facts_of(Finished) for peer in peers.peers)


def test_whoever_asks_his_person_first_leaves_nobody_behind_by_the_clock() -> None:
    peers = table(3, timing=Timing(grace_ms=GRACE_MS, auto_drop=False))
    peers.play(random.Random(1).choice, most=1)
    peers.withheld = silent_about(2, Kind.ACK)
    play_until_stuck(peers)
    peers.pass_time(5 * GRACE_MS)
    assert not lost(peers, 0) and not lost(peers, 1)
    for seat in (0, 1):
        peers.peers[seat].session.vote({2})
    peers.settle()
    peers.pass_time(5000)
    assert lost(peers, 0) == lost(peers, 1) == [2]


def test_half_of_a_table_is_not_left_behind() -> None:
    peers = table(4, seed=1)
    peers.play(random.Random(1).choice, most=1)
    kept = Kind.ACK, Kind.SYNC, Kind.PREPARE, Kind.CONFIRM, Kind.PROPOSE
    peers.withheld = lambda sender, to, message: sender == message.author and sender in (2, 3) and message.kind in kept
    play_until_stuck(peers)
    peers.pass_time(3 * GRACE_MS)
    assert not any(peer.facts_of(SeatLost) for peer in peers.peers)
    assert peers.peers[0].facts_of(NotAnswering)[-1] == NotAnswering((2, 3), True)


def test_an_honest_seat_is_not_left_behind_for_what_another_gives_to_all_but_it() -> None:
    """The others have it, and hand it on."""
    peers = table(4, seed=1)
    peers.play(random.Random(1).choice, most=1)
    peers.withheld = lambda sender, to, message: sender == 2 and to == 0 and message.kind != Kind.STATUS
    play_until_stuck(peers)
    for _ in range(100):
        peers.pass_time(1000)
        play_until_stuck(peers)
    assert not any(peer.facts_of(SeatLost) for peer in peers.peers)
    assert all(peer.facts_of(Finished) for peer in peers.peers)


def test_in_a_relay_the_one_who_holds_it_up_is_left_behind_and_not_those_after_it() -> None:
    peers = table(5, seed=2)
    peers.settle()
    peers.peers[4].session.leave()
    peers.withheld = silent_about(1, Kind.SHUFFLE)
    peers.settle()
    peers.pass_time(GRACE_MS + 10_000)
    assert all(lost(peers, seat) == [4, 1] for seat in (0, 2, 3))


def test_who_does_not_answer_a_restarted_seat_does_not_get_it_left_behind() -> None:
    """The restarted seat sends nothing before all have answered; so it does not wait for a seat that holds back its answer."""
    peers = table(4, seed=1)
    peers.play(random.Random(1).choice, most=1)
    peers.withheld = silent_about(3, Kind.SHARES, Kind.ACK, Kind.DECIDE)
    play_until_stuck(peers)
    peers.withheld = lambda sender, to, message: (
        sender == 2 and to == 3 and message.kind == Kind.STATUS and cast(Status, message.body).answers > 0)
    peers.pass_time(40_000)
    peers.restart(3)
    peers.settle()
    peers.pass_time(8000)
    assert peers.peers[3].session.asking
    peers.pass_time(4000)
    assert not peers.peers[3].session.asking
    play_until_stuck(peers)
    assert not any(peer.facts_of(SeatLost) for peer in peers.peers)
    assert all(peer.facts_of(Finished) for peer in peers.peers)


def test_when_two_halves_meet_again_nobody_is_left_behind_for_the_time_between() -> None:
    """All have waited for long, and what one of them owes is lost for some seconds more."""
    peers = table(4, seed=1)
    peers.play(random.Random(1).choice, most=1)
    peers.withheld = lambda sender, to, message: (sender in (2, 3)) != (to in (2, 3)) and message.kind != Kind.DECIDE
    play_until_stuck(peers)
    peers.pass_time(10 * GRACE_MS)
    assert all(peer.session.waited_for() for peer in peers.peers)
    peers.withheld = lambda sender, to, message: message.author == 3 and message.kind != Kind.STATUS
    peers.pass_time(4000)
    assert all(peer.session.waited_for() == {3} for peer in peers.peers[:2])
    assert not any(peer.facts_of(SeatLost) for peer in peers.peers)
    peers.withheld = None
    peers.pass_time(20_000)
    assert not any(peer.facts_of(SeatLost) for peer in peers.peers)
    play_until_stuck(peers)
    assert all(peer.facts_of(Finished) for peer in peers.peers)


def test_a_seat_that_says_something_now_and_then_and_nothing_that_it_owes_is_left_behind() -> None:
    peers = table(4, seed=1)
    peers.play(random.Random(1).choice, most=1)
    for _ in range(12):
        peers.withheld = lambda sender, to, message: 2 in (sender, to)
        peers.pass_time(GRACE_MS - 2000)
        peers.withheld = silent_about(2, Kind.SHARES)
        play_until_stuck(peers)
        peers.pass_time(1500)
    assert all(lost(peers, seat) == [2] for seat in (0, 1, 3))


def late_again_and_again(ms: int, times: int) -> Peers:
    """Return a table at which a seat keeps its ACK for so long, again and again."""
    peers = table(3, seed=1)
    peers.play(random.Random(1).choice, most=1)
    for _ in range(times):
        peers.withheld = silent_about(2, Kind.ACK)
        play_until_stuck(peers)
        peers.pass_time(ms)
        peers.withheld = None
        peers.pass_time(1500)
        peers.play(random.Random(1).choice, most=1)
    return peers


def test_less_than_thirty_seconds_are_never_added_up() -> None:
    peers = late_again_and_again(28_000, 6)
    assert not any(peer.facts_of(SeatLost) for peer in peers.peers)


def test_what_a_seat_is_overdue_is_added_up_over_the_game() -> None:
    """Each time it comes back before the grace is over. What it was late beyond thirty seconds is more in all."""
    peers = late_again_and_again(GRACE_MS - 10_000, 2)
    assert not any(peer.facts_of(SeatLost) for peer in peers.peers)
    peers = late_again_and_again(GRACE_MS - 10_000, 4)
    assert all(lost(peers, seat) == [2] for seat in (0, 1))


# --- a clock for decisions

def test_a_clock_that_was_agreed_on_runs_for_decisions_and_the_grace_comes_on_top() -> None:
    peers = table(3, timing=Timing(grace_ms=GRACE_MS, decision_ms=2 * MINUTE_MS))
    peers.settle()
    slow = peers.asked()
    assert slow is not None
    others = [peer for seat, peer in enumerate(peers.peers) if seat != slow]
    peers.pass_time(2 * MINUTE_MS - 5000)
    assert not any(peer.facts_of(OutOfTime) for peer in others)
    peers.pass_time(10_000)
    assert all(peer.facts_of(OutOfTime) == [OutOfTime(slow)] for peer in others)
    assert not any(peer.facts_of(SeatLost) for peer in peers.peers)
    peers.pass_time(GRACE_MS + 5000)
    assert all(peer.facts_of(SeatLost) == [SeatLost(slow, "did not answer")] for peer in others)


def test_a_decision_in_time_is_a_new_clock_for_the_next() -> None:
    peers = table(3, timing=Timing(grace_ms=2000, decision_ms=MINUTE_MS))
    peers.settle()
    while peers.asked() is not None:
        peers.pass_time(MINUTE_MS - 4000)
        peers.play(random.Random(1).choice, most=1)
    assert not any(peer.facts_of(OutOfTime) or peer.facts_of(SeatLost) for peer in peers.peers)
    assert all(peer.facts_of(Finished) for peer in peers.peers)


def test_a_table_that_changes_no_option_has_the_patience_that_a_peer_has_by_itself() -> None:
    """The defaults stand in two tables, for what is agreed on and for what is not."""
    unchanged = TableSpec((), (), checked_options({}), 0)
    assert timing_of(unchanged) == timing_of(TableSpec((), (), (), 0)) == Timing()
    assert hands_are_opened(unchanged) and not hands_are_opened(TableSpec((), (), (("hands", "closed"),), 0))


def test_what_a_table_agrees_on_goes_before_what_a_peer_has_by_itself() -> None:
    options = checked_options({"clock": "60", "grace": "20", "dropping": "vote"})
    timing = timing_of(TableSpec((), (), options, 0), Timing(grace_ms=1, status_ms=7))
    assert timing == Timing(grace_ms=20_000, status_ms=7, decision_ms=60_000, auto_drop=False)
    with pytest.raises(AdmissionError):
        timing_of(TableSpec((), (), (("clock", "soon"),), 0))
