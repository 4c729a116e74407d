"""Votes to go on without a seat: how many it takes at each size of a table, what they do until then, and who sees them."""

import random
from typing import cast

import pytest

from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.session_events import Adjourned, BlockFinal, ClaimChanged, Finished, SeatLost
from tests.support.table_of_peers import Peers
from tests.support.table_sizes import table_sizes
from tests.support.toy_game import ToyGame

GRACE_MS = 60_000
BY_VOTES = Timing(grace_ms=GRACE_MS, auto_drop=False)
"""Of a table that was founded with --vote: only people decide to go on without a seat."""
BY_ITSELF = Timing(grace_ms=GRACE_MS)
SILENT_MS = 31_000
NEEDED = {3: 2, 4: 2, 5: 3, 6: 3}
"""Seats, and how many votes it takes where one of them is absent: more than half of the others."""


def table(seats: int, timing: Timing = BY_VOTES, seed: int = 1, computers: frozenset[int] = frozenset()) -> Peers:
    peers = Peers(lambda seat: ToyGame(seats, cards=4 * seats, hand=2), seats, seed, timing=timing, computers=computers)
    peers.settle()
    return peers


def asked(peers: Peers) -> int:
    seat = peers.asked()
    assert seat is not None
    return seat


def absent(seats: int, timing: Timing = BY_VOTES) -> tuple[Peers, int, list[int]]:
    """Return a table where the seat that is asked has been silent for thirty seconds; that seat, and the others."""
    peers = table(seats, timing)
    gone = asked(peers)
    peers.cut.add(gone)
    peers.pass_time(SILENT_MS)
    return peers, gone, [seat for seat in range(seats) if seat != gone]


def vote(peers: Peers, voters: list[int], *targets: int) -> None:
    for seat in voters:
        peers.peers[seat].session.vote(targets)
    peers.settle()


def losses(peers: Peers, seat: int) -> list[SeatLost]:
    return [cast(SeatLost, fact) for fact in peers.peers[seat].facts_of(SeatLost)]


def lost(peers: Peers) -> set[int]:
    return {loss.seat for seat in range(len(peers.peers)) for loss in losses(peers, seat)}


def has_promised(peers: Peers) -> bool:
    return any(peer.session.view_change.has_promised for peer in peers.peers)


def claims_of(peers: Peers, seat: int) -> list[ClaimChanged]:
    return [cast(ClaimChanged, fact) for fact in peers.peers[seat].facts_of(ClaimChanged)]


def play_on(peers: Peers, seed: int = 1) -> None:
    peers.play(random.Random(seed).choice)


# --- computer players

@table_sizes(range(3, 7))
def test_computer_players_and_one_person_remove_nobody_who_is_there(seats: int) -> None:
    """Else a host with computer players could remove the only guest alone."""
    guest, host = 0, 1
    peers = table(seats, computers=frozenset(range(2, seats)))
    vote(peers, [host], guest)
    peers.pass_time(30_000)
    assert {claim.author for claim in claims_of(peers, guest)} == {host}
    assert not lost(peers) and not has_promised(peers)


@table_sizes(range(4, 7))
def test_computer_players_follow_two_persons_who_are_most_of_them(seats: int) -> None:
    target, *voters = 0, 1, 2
    peers = table(seats, computers=frozenset(range(3, seats)))
    vote(peers, voters, target)
    peers.pass_time(5000)
    [loss] = losses(peers, target)
    assert loss == SeatLost(target, "voted out") and {voter for voter, _ in loss.claims} == {*range(1, seats)}


@table_sizes(range(3, 7))
def test_computer_players_follow_one_person_where_the_other_one_is_absent(seats: int) -> None:
    guest, host = 0, 1
    peers = table(seats, computers=frozenset(range(2, seats)))
    peers.cut.add(guest)
    peers.pass_time(SILENT_MS)
    assert not has_promised(peers), "computer players alone do not want it"
    vote(peers, [host], guest)
    peers.pass_time(5000)
    assert lost(peers) == {guest}


def test_computer_players_follow_one_person_against_a_computer_player() -> None:
    robot, host = 0, 1
    peers = table(3, computers=frozenset({robot, 2}))
    vote(peers, [host], robot)
    peers.pass_time(5000)
    assert lost(peers) == {robot}


# --- how many it takes

@table_sizes(NEEDED)
def test_an_absent_seat_is_lost_by_more_than_half_of_the_others_and_by_no_fewer(seats: int) -> None:
    peers, gone, others = absent(seats)
    needed = NEEDED[seats]
    vote(peers, others[:needed - 1], gone)
    peers.pass_time(15_000)
    assert not lost(peers) and not has_promised(peers)
    vote(peers, [others[needed - 1]], gone)
    peers.pass_time(5000)
    for seat in others:
        [loss] = losses(peers, seat)
        assert (loss.seat, loss.reason) == (gone, "did not answer")
        assert loss.claims == tuple((voter, 1) for voter in others[:needed])
        assert loss.silent_ms >= SILENT_MS - 1000
    play_on(peers)
    assert all(peers.peers[seat].facts_of(Finished) for seat in others)


@table_sizes(range(3, 7))
def test_a_seat_that_is_there_is_lost_by_all_others_and_by_no_fewer(seats: int) -> None:
    peers = table(seats)
    target = asked(peers)
    *most, last = others = [seat for seat in range(seats) if seat != target]
    vote(peers, most, target)
    peers.pass_time(15_000)
    assert not lost(peers) and not has_promised(peers)
    vote(peers, [last], target)
    peers.pass_time(5000)
    for seat in range(seats):
        [loss] = losses(peers, seat)
        assert loss == SeatLost(target, "voted out") and loss.claims == tuple((voter, 0) for voter in others)
    assert peers.peers[target].session.dropped
    play_on(peers)
    assert all(peers.peers[seat].facts_of(Finished) for seat in others)


@pytest.mark.parametrize("timing", [BY_VOTES, BY_ITSELF])
@pytest.mark.parametrize("is_there", [True, False])
def test_of_two_seats_no_vote_counts(is_there: bool, timing: Timing) -> None:
    peers = table(2, timing)
    target = asked(peers)
    if not is_there:
        peers.cut.add(target)
    for _ in range(10):
        vote(peers, [1 - target], target)
        peers.pass_time(30_000)
    assert not lost(peers) and not has_promised(peers)
    assert not claims_of(peers, target) and not claims_of(peers, 1 - target)  # nobody reads "1 of 2 votes"
    assert bool(peers.peers[1 - target].facts_of(Adjourned)) != is_there
    peers.cut.clear()
    peers.pass_time(2000)
    play_on(peers)
    assert all(peer.facts_of(Finished) for peer in peers.peers)


def test_of_six_seats_two_may_be_absent_and_of_five_only_one() -> None:
    for seats in (6, 5):
        peers = table(seats)
        gone = asked(peers)
        other = (gone + 1) % seats
        peers.cut |= {gone, other}
        peers.pass_time(SILENT_MS)
        there = [seat for seat in range(seats) if seat not in peers.cut]
        vote(peers, there, gone, other)
        peers.pass_time(30_000)
        if seats == 6:
            assert all({loss.seat for loss in losses(peers, seat)} == {gone, other} for seat in there)
        else:
            assert not lost(peers) and not has_promised(peers), "too few do not even promise themselves"
            assert all(peers.peers[seat].facts_of(Adjourned) for seat in there)


def test_a_seat_that_said_goodbye_is_not_one_of_the_others() -> None:
    """Of five one left while another is absent: two of three are more than half of those who are left."""
    peers, gone, [leaver, *others] = absent(5)
    peers.peers[leaver].session.leave()
    peers.settle()
    peers.pass_time(5000)
    assert lost(peers) == {leaver}
    vote(peers, others[:1], gone)
    peers.pass_time(12_000)
    assert lost(peers) == {leaver}
    vote(peers, others[1:2], gone)
    peers.pass_time(5000)
    assert all([loss.seat for loss in losses(peers, seat)] == [leaver, gone] for seat in others)


# --- what a vote does until then

@table_sizes(range(2, 7), usual=3)
def test_votes_that_are_not_enough_change_nothing_for_anybody(seats: int) -> None:
    """Every answer is final at once, with the same head, as at a table where nobody votes."""
    heads = []
    for votes in (False, True):
        peers = table(seats)
        for turn in range(200):
            target = peers.asked()
            if target is None:
                break
            if votes:
                voters = [seat for seat in range(seats) if seat != target]
                vote(peers, voters[:max(1, len(voters) - 1)], target)
            block = peers.peers[0].session.state.block
            peers.play(random.Random(turn).choice, most=1)
            assert all(peer.session.state.block > block for peer in peers.peers), "final without any time passing"
            assert not has_promised(peers)
        assert all(peer.facts_of(Finished) for peer in peers.peers) and not lost(peers)
        heads.append([cast(BlockFinal, fact).final_block.head for fact in peers.peers[0].facts_of(BlockFinal)])
    assert heads[0] == heads[1]


def test_a_vote_is_seen_by_all_and_by_the_seat_that_it_is_about() -> None:
    peers = table(4)
    target = asked(peers)
    one, two, _ = [seat for seat in range(4) if seat != target]
    vote(peers, [one], target)
    vote(peers, [two], target)
    for seat in range(4):
        assert claims_of(peers, seat) == [ClaimChanged(one, target, 0, True, 1, 3), ClaimChanged(two, target, 0, True, 2, 3)]


def test_votes_against_an_absent_seat_are_shown_with_what_they_need() -> None:
    peers, gone, [one, two, three, *_] = absent(6)
    vote(peers, [one], gone)
    vote(peers, [two], gone)
    for seat in (one, two, three):
        assert claims_of(peers, seat) == [ClaimChanged(one, gone, 1, True, 1, 3), ClaimChanged(two, gone, 1, True, 2, 3)]


def test_a_vote_reaches_a_seat_to_which_its_author_has_no_link() -> None:
    peers, gone, [one, two, three] = absent(4)
    peers.withheld = lambda sender, to, message: {sender, to} == {one, three}
    vote(peers, [one], gone)
    peers.pass_time(2000)
    assert [(claim.author, claim.votes) for claim in claims_of(peers, three)] == [(one, 1)]
    vote(peers, [three], gone)
    peers.pass_time(10_000)
    assert all([loss.seat for loss in losses(peers, seat)] == [gone] for seat in (one, two, three))


def test_a_vote_holds_for_a_minute_and_can_be_renewed() -> None:
    peers, gone, [one, two] = absent(3)
    vote(peers, [one], gone)
    peers.pass_time(62_000)
    vote(peers, [two], gone)
    peers.pass_time(15_000)
    assert not lost(peers) and not has_promised(peers), "the first vote has expired"
    vote(peers, [one], gone)
    peers.pass_time(5000)
    assert [loss.seat for loss in losses(peers, one)] == [loss.seat for loss in losses(peers, two)] == [gone]


def test_a_vote_that_is_renewed_in_time_goes_on_counting() -> None:
    peers, gone, [one, two] = absent(3)
    for _ in range(4):
        vote(peers, [one], gone)
        peers.pass_time(40_000)
    vote(peers, [two], gone)
    peers.pass_time(5000)
    assert [loss.seat for loss in losses(peers, one)] == [loss.seat for loss in losses(peers, two)] == [gone]


def test_a_vote_can_be_taken_back() -> None:
    peers, gone, [one, two] = absent(3)
    vote(peers, [one], gone)
    vote(peers, [one])
    peers.pass_time(12_000)
    for seat in (one, two):
        assert [(claim.holds, claim.votes) for claim in claims_of(peers, seat)] == [(True, 1), (False, 0)]
    vote(peers, [two], gone)
    peers.pass_time(15_000)
    assert not lost(peers) and not has_promised(peers)


def test_a_vote_against_oneself_or_nobody_is_none() -> None:
    peers = table(3)
    for seat in range(3):
        peers.peers[seat].session.vote({seat, 5})
    peers.settle()
    peers.pass_time(15_000)
    assert not any(claims_of(peers, seat) for seat in range(3))


# --- who comes back

@table_sizes([4, 5, 6])
def test_a_seat_that_comes_back_before_the_certificate_keeps_its_place(seats: int) -> None:
    """The attempt has begun. The votes still stand, but not all want to go on without a seat that is there."""
    peers, gone, others = absent(seats)
    peers.withheld = lambda sender, to, message: message.kind == Kind.PREPARE
    vote(peers, others[:NEEDED[seats]], gone)
    peers.pass_time(3000)
    assert has_promised(peers) and not lost(peers)
    peers.cut.clear()
    peers.pass_time(1000)
    peers.withheld = None
    peers.pass_time(40_000)
    assert not lost(peers) and not has_promised(peers)
    play_on(peers)
    assert all(peer.facts_of(Finished) for peer in peers.peers)


def test_a_seat_that_comes_back_too_late_reads_who_went_on_without_it() -> None:
    peers, gone, others = absent(4)
    vote(peers, others[:2], gone)
    peers.pass_time(5000)
    peers.cut.clear()
    peers.pass_time(5000)
    own = losses(peers, gone)[0]
    assert (own.seat, own.reason) == (gone, "did not answer")
    assert own.claims == tuple((voter, 1) for voter in others[:2])
    assert peers.peers[gone].session.dropped
    play_on(peers)
    peers.pass_time(3000)
    assert all(peers.peers[seat].facts_of(Finished) for seat in others)


# --- without anybody's vote

@table_sizes(range(3, 7))
def test_programs_go_on_by_themselves_after_the_grace(seats: int) -> None:
    peers, gone, others = absent(seats, BY_ITSELF)
    peers.pass_time(GRACE_MS - SILENT_MS - 2000)
    assert not lost(peers) and not any(claims_of(peers, seat) for seat in others)
    peers.pass_time(10_000)
    for seat in others:
        [loss] = losses(peers, seat)
        assert (loss.seat, loss.reason) == (gone, "did not answer") and {why for _, why in loss.claims} == {4}


@table_sizes(range(3, 7))
def test_where_people_vote_no_program_goes_on_by_itself(seats: int) -> None:
    peers, gone, others = absent(seats)
    peers.pass_time(20 * GRACE_MS, step_ms=1000)
    assert not lost(peers) and not has_promised(peers) and not any(claims_of(peers, seat) for seat in others)
    vote(peers, others[:NEEDED[seats]], gone)
    peers.pass_time(5000)
    assert all([loss.seat for loss in losses(peers, seat)] == [gone] for seat in others)


def test_a_paused_table_loses_nobody() -> None:
    """Neither by itself nor by its votes. The time of a pause is not counted, and the time before it is."""
    peers, gone, others = absent(4, BY_ITSELF)
    for peer in peers.peers:
        peer.session.liveness.set_paused(True)
    for _ in range(10):
        vote(peers, others[:2], gone)
        peers.pass_time(GRACE_MS)
    assert not lost(peers) and not has_promised(peers)
    vote(peers, others)
    for peer in peers.peers:
        peer.session.liveness.set_paused(False)
    peers.pass_time(GRACE_MS - 45_000)
    assert not lost(peers)
    peers.pass_time(60_000)
    assert all([loss.seat for loss in losses(peers, seat)] == [gone] for seat in others)
