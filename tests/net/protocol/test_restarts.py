"""What the simulator found, each by itself: clocks that are set, seats that ask each other, journals that were rolled back."""

import random
from typing import cast

from acquire_net.protocol.codec import Signed, decode_frame
from acquire_net.protocol.liveness import Liveness, Timing
from acquire_net.protocol.messages import Kind, Status
from acquire_net.protocol.missing_frames import MAX_RESTART_ANSWERS
from acquire_net.protocol.restart_answers import ROUNDS_TO_WAKE
from acquire_net.protocol.session_events import Adjourned, Finished, Regroup, RolledBack, SeatLost, SeatReturns
from tests.support.table_of_peers import Peers
from tests.support.toy_game import ToyGame

HOUR_MS = 3_600_000


def table(seats: int, seed: int = 0, **options) -> Peers:
    return Peers(lambda seat: ToyGame(seats, cards=3 * seats + 2, **options), seats, seed)


def test_a_clock_that_is_set_costs_nobody_his_patience_and_stops_nobody() -> None:
    liveness = Liveness(Timing(), 2, now_ms=HOUR_MS)
    liveness.pass_time(2 * HOUR_MS)
    assert not liveness.silent_seats({1})[0], "an hour forward is not an hour of silence"
    liveness.pass_time(HOUR_MS)
    before = liveness.now
    liveness.pass_time(HOUR_MS + 1000)
    assert liveness.now == before + 1000, "an hour back does not stop the time"
    assert liveness.shown_at(liveness.now + 500) == HOUR_MS + 1500


def test_two_who_have_been_restarted_answer_each_other_once() -> None:
    peers = table(2)
    peers.play(random.Random(0).choice, most=3)
    peers.cut = {0, 1}
    peers.restart(0)
    peers.restart(1)
    peers.cut = set()
    peers.collect()
    frames = 0
    while peers.wire:
        sender, to, frame = peers.wire.pop(0)
        frames += decode_frame(frame).kind == Kind.STATUS
        peers.peers[to].session.receive(sender, frame)
        peers.collect()
    assert frames <= 4
    assert not any(peer.session.asking for peer in peers.peers)


def test_an_old_status_that_another_seat_passes_on_shows_nobody_as_coming_back() -> None:
    peers = table(3, seed=2)
    kept: list[bytes] = []

    def note(sender: int, to: int, message: Signed) -> bool:
        if sender == message.author == 1 and to == 2 and message.kind == Kind.STATUS:
            kept.append(message.frame)
        return False

    peers.withheld = note
    peers.play(random.Random(2).choice, most=1)
    peers.pass_time(2000)
    old = kept[-1]
    peers.play(random.Random(2).choice, most=6)
    peers.pass_time(2000)
    session, peer = peers.peers[0].session, peers.peers[0]
    assert decode_frame(old).block + 1 < session.state.block
    for _ in range(3):
        session.receive(2, old)
        peers.pass_time(1000)
    assert not peer.facts_of(SeatReturns)


def test_a_seat_that_asks_without_end_is_answered_a_few_times_and_reported_once() -> None:
    peers = table(2)
    peers.settle()
    asked, asks = (peer.session for peer in peers.peers)
    before = len(peers.peers[0].facts_of(SeatReturns))
    peers.wire.clear()
    for number in range(1, 200):
        asks.asking = number
        status = asks._make_status()
        assert status is not None
        asked.receive(1, status.frame)
    asks.asking = 0
    peers.collect()
    answers = [line for line in peers.wire if line[0] == 0 and cast(Status, decode_frame(line[2]).body).answers]
    assert len(answers) == MAX_RESTART_ANSWERS
    asked.tick(peers.now + 100)
    peers.collect()
    assert len(peers.peers[0].facts_of(SeatReturns)) <= before + 1


def test_whoever_has_forgotten_what_it_acknowledged_begins_the_block_again() -> None:
    """The others hold its ACK and not its content: any other content would not fit, and convict it."""
    peers = table(3, seed=4)
    rng = random.Random(4)
    peers.settle()
    before = peers.asked()
    assert before is not None
    session = peers.peers[before].session
    session.submit(rng.choice(session.state.game.choices(before)))
    peers.collect()
    peers.wire = [line for line in peers.wire if decode_frame(line[2]).kind != Kind.DECIDE]
    for sender, to, frame in peers.wire:
        peers.peers[to].session.receive(sender, frame)
    peers.wire = []
    journal = peers.peers[before].journal
    del journal[[entry.frame != b"" and decode_frame(entry.frame).kind == Kind.DECIDE for entry in journal].index(True):]
    peers.restart(before)
    peers.settle()
    peers.pass_time(5000)
    assert peers.peers[before].facts_of(RolledBack)
    peers.play(rng.choice)
    assert all(len(peer.facts_of(Finished)) == 1 for peer in peers.peers)


def test_a_certificate_holds_though_one_of_those_who_signed_it_has_left_since() -> None:
    peers = table(3, seed=7, hand=2)
    rng = random.Random(7)
    peers.settle()
    peers.cut.add(1)
    peers.play(rng.choice, most=1)
    peers.pass_time(80_000)
    assert all(peers.peers[seat].facts_of(SeatLost) for seat in (0, 2))
    peers.peers[2].session.leave()
    peers.settle()
    peers.pass_time(3000)
    peers.cut = {2}
    peers.pass_time(5000)
    assert [fact.seat for fact in peers.peers[1].facts_of(SeatLost)] == [1, 2]
    assert peers.peers[1].session.state.head == peers.peers[0].session.state.head


def test_a_table_is_adjourned_whoever_of_those_who_are_away_has_to_speak() -> None:
    peers = table(5, seed=3)
    peers.settle()
    peers.cut = {seat for seat in range(5) if seat != peers.asked()} - {min(set(range(5)) - {peers.asked()})}
    peers.play(random.Random(3).choice, most=1)
    peers.pass_time(40_000)
    there = [peer for seat, peer in enumerate(peers.peers) if seat not in peers.cut]
    assert all(set(peer.facts_of(Adjourned)[-1].seats) >= peers.cut for peer in there)


def test_a_table_is_adjourned_where_a_restarted_seat_is_shown_nothing() -> None:
    """What the other seat signs is bound to the nonces of both, and it sends nothing but its STATUS any more."""
    peers = table(2)
    peers.settle()
    peer = peers.peers[0]
    while peer.session.state.block > 1:
        peer.journal.pop()
        peers.restart(0)
    peers.collect()
    peers.wire.clear()
    peers.withheld = lambda sender, to, message: sender == 1 and message.kind != Kind.STATUS
    peers.pass_time(40_000)
    assert peer.session.asking and peer.facts_of(Adjourned)
    peers.withheld = None
    peers.pass_time(5000)
    assert not peer.session.asking
    assert peer.session.state.head == peers.peers[1].session.state.head


def test_a_seat_without_a_disk_leaves_behind_what_it_has_said_about_the_next_block() -> None:
    """The other seat had its content and ACK of a block, and not its ACK of the block before: its goodbye contradicted them."""
    peers = table(2, seed=3)
    peers.settle()
    zero, one = (peer.session for peer in peers.peers)
    while True:
        block = one.state.block
        peers.withheld = lambda sender, to, message, block=block: (sender, message.kind, message.block) == (0, Kind.ACK, block)
        peers.play(random.Random(0).choice, most=1)
        if one.state.block == block and 0 in zero.replica.open.acks:
            break
        peers.withheld = None
        peers.pass_time(2000)
    assert zero.state.block == block + 1
    peers.peers[0].journal, peers.peers[0].secrets = [], b""
    peers.restart(0)
    peers.withheld = None
    peers.pass_time(1000 * (ROUNDS_TO_WAKE + 10))
    assert not any(peer.session.replica.convicted for peer in peers.peers)
    assert peers.peers[1].facts_of(Finished)


def test_a_journal_is_read_again_where_the_certificate_brought_the_last_acks_of_a_block() -> None:
    """The block is closed by the certificate, as the reader of the journal closes it, and not by the ACKs inside it."""
    peers = table(4, seed=5, hand=2)
    rng = random.Random(5)
    peers.play(rng.choice, most=2)
    behind = next(seat for seat in range(4) if seat != peers.asked())
    peers.withheld = lambda sender, to, message: to == behind and message.kind == Kind.ACK
    session = peers.peers[behind].session
    block = session.state.block
    peers.play(rng.choice, most=1)
    assert session.state.block == block and behind in session.replica.open.acks, "it has acknowledged the block alone"
    peers.cut.add(behind)
    leaver = next(seat for seat in range(4) if seat not in (behind, peers.asked()))
    peers.peers[leaver].session.leave()
    peers.settle()
    peers.pass_time(3000)
    other = peers.peers[next(seat for seat in range(4) if seat not in (behind, leaver))].session
    assert other.state.view == 1
    session.receive(other.seat, other.replica.certificates[-1].frame)
    peers.cut.discard(behind)
    peers.collect()
    assert session.state.view == 1 and session.replica.log[block].certificate is not None
    peers.restart(behind)
    again = peers.peers[behind].session.state
    assert (again.block, again.view, again.head) == (session.state.block, 1, session.state.head)


def test_a_seat_that_receives_its_own_deck_first_proves_it_when_the_deck_before_is_here() -> None:
    """An early proof was about the start deck then, and the others convicted this seat."""
    peers = table(3, seed=6)
    peers.withheld = lambda sender, to, message: message.kind == Kind.SHUFFLE and message.author == 2
    peers.settle()
    peer = peers.peers[1]
    assert 1 in peer.session.replica.open.all_contributions
    kinds = [decode_frame(entry.frame).kind if entry.frame else Kind.ACK for entry in peer.journal]
    del peer.journal[kinds.index(Kind.SHUFFLE):]
    peers.restart(1)
    peers.withheld = lambda sender, to, message: to == 1 and message.kind == Kind.SHUFFLE and message.author == 0
    peers.pass_time(3000)
    session = peer.session
    assert {0, 1} & set(session.replica.open.all_contributions) == {1}
    session.do_spare_work()
    peers.withheld = None
    peers.pass_time(3000)
    peers.play(random.Random(6).choice)
    assert not any(other.session.replica.convicted for other in peers.peers)
    assert all(other.facts_of(Finished) for other in peers.peers)


def test_two_seats_that_have_lost_a_content_which_both_acknowledged_say_goodbye() -> None:
    """Its author leaves because its ACK is known and its content is not. The other one could report no block that anybody has."""
    peers = table(3, seed=8)
    peers.cut.add(0)
    peers.settle()
    for seat in (1, 2):
        kinds = [decode_frame(entry.frame).kind if entry.frame else Kind.ACK for entry in peers.peers[seat].journal]
        assert kinds == [Kind.COMMIT, Kind.COMMIT]
    peers.cut.clear()
    peers.withheld = lambda sender, to, message: message.author == 1 and to == 0 and message.kind == Kind.COMMIT
    peers.pass_time(1500)
    assert [set(peer.session.replica.open.acks) for peer in peers.peers] == [{1, 2}] * 3
    for seat in (1, 2):
        peers.peers[seat].journal.clear()
        peers.restart(seat)
    peers.pass_time(10_000)
    assert peers.peers[1].facts_of(RolledBack) and peers.peers[2].facts_of(RolledBack)
    assert {1, 2} <= set(peers.peers[0].session.replica.left)
    assert peers.peers[0].facts_of(Regroup)
