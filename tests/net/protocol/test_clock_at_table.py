"""The clock of the decisions at a table of sessions: who is asked, what stops it, and what a seat that was cut off gets back."""

from __future__ import annotations

import random

from acquire_net.protocol.decision_clock import ClockReading
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.session_events import Finished, OutOfTime, SeatLost
from tests.support.table_of_peers import Peers
from tests.support.toy_game import ToyGame

MINUTE_MS = 60_000
TIMING = Timing(grace_ms=2 * MINUTE_MS, decision_ms=MINUTE_MS, bank_ms=3 * MINUTE_MS)


def table(seats: int = 3, timing: Timing = TIMING, cards: int = 12) -> tuple[Peers, int]:
    """Return a table, and the seat that decides first."""
    peers = Peers(lambda seat: ToyGame(seats, cards=cards, hand=2), seats, timing=timing)
    peers.settle()
    asked = peers.asked()
    assert asked is not None
    return peers, asked


def readings(peers: Peers) -> list[ClockReading]:
    found = [peer.session.decision_clock.clock_reading for seat, peer in enumerate(peers.peers) if seat not in peers.cut]
    return [reading for reading in found if reading is not None]


def test_every_peer_counts_the_same_seat_and_the_same_time() -> None:
    peers, slow = table()
    peers.pass_time(90_000)
    assert {(reading.seat, reading.runs) for reading in readings(peers)} == {(slow, True)} and len(readings(peers)) == 3
    assert all(reading.decision_ms == 0 and 149_000 <= reading.bank_ms <= 151_000 for reading in readings(peers))


def test_the_bank_runs_before_a_seat_is_out_of_time_and_the_grace_comes_on_top() -> None:
    peers, slow = table()
    others = [peer for seat, peer in enumerate(peers.peers) if seat != slow]
    peers.pass_time(4 * MINUTE_MS - 2000)
    assert not any(peer.facts_of(OutOfTime) for peer in peers.peers)
    peers.pass_time(5000)
    assert all(peer.facts_of(OutOfTime) == [OutOfTime(slow)] for peer in others)
    assert not peers.peers[slow].facts_of(OutOfTime), "its own program answers, and says so itself"
    peers.pass_time(TIMING.grace_ms - 10_000)
    assert not any(peer.facts_of(SeatLost) for peer in peers.peers)
    peers.pass_time(20_000)
    assert all(peer.facts_of(SeatLost) == [SeatLost(slow, "did not answer")] for peer in others)


def test_the_bank_is_used_up_over_several_decisions() -> None:
    peers, slow = table(cards=40)
    decisions = 0
    while not any(peer.facts_of(OutOfTime) for peer in peers.peers) and peers.asked() is not None:
        if peers.asked() == slow:
            decisions += 1
            peers.pass_time(2 * MINUTE_MS)
        peers.play(random.Random(1).choice, most=1)
    assert decisions == 4, "three banks of a minute, and then the time for one decision alone"


def test_while_people_pause_no_clock_runs() -> None:
    peers, _ = table()
    for peer in peers.peers:
        peer.session.liveness.set_paused(True)
    peers.pass_time(8 * MINUTE_MS)
    assert not any(peer.facts_of(OutOfTime) for peer in peers.peers)
    assert {(reading.decision_ms, reading.bank_ms, reading.runs) for reading in readings(peers)} == {
        (MINUTE_MS, 3 * MINUTE_MS, False)}


def test_while_a_view_change_is_attempted_no_clock_runs() -> None:
    peers, slow = table(4)
    gone = next(seat for seat in range(4) if seat != slow)
    other = next(peer for seat, peer in enumerate(peers.peers) if seat not in (slow, gone))
    peers.withheld = lambda sender, to, message: message.kind == Kind.PROPOSE  # so the attempt comes to nothing
    peers.peers[gone].session.leave()
    peers.settle()
    assert other.session.view_change.has_promised
    peers.pass_time(20_000)
    reading = other.session.decision_clock.clock_reading
    assert reading is not None and not reading.runs and reading.decision_ms > MINUTE_MS - 1000


def test_a_seat_that_was_cut_off_begins_its_decision_anew_when_it_is_back() -> None:
    peers, slow = table()
    peers.pass_time(10_000)
    peers.cut.add(slow)
    peers.pass_time(80_000)
    assert all(reading.decision_ms == 0 and reading.bank_ms < 3 * MINUTE_MS for reading in readings(peers))
    peers.cut.discard(slow)
    peers.pass_time(2000)
    of_others = [reading for seat, peer in enumerate(peers.peers) if seat != slow
                 for reading in [peer.session.decision_clock.clock_reading] if reading is not None]
    assert len(of_others) == 2
    assert all(reading.decision_ms >= MINUTE_MS - 2000 and reading.bank_ms == 3 * MINUTE_MS for reading in of_others)
    peers.play(random.Random(1).choice)
    assert all(peer.facts_of(Finished) and not peer.facts_of(SeatLost) for peer in peers.peers)


def test_after_a_restart_a_seat_and_the_others_begin_its_decision_anew() -> None:
    peers, slow = table()
    peers.pass_time(90_000)
    peers.restart(slow)
    peers.settle()
    peers.pass_time(3000)
    assert peers.peers[slow].session.is_asked and not peers.peers[slow].session.asking
    assert len(readings(peers)) == 3
    assert all(reading.decision_ms >= MINUTE_MS - 4000 and reading.bank_ms == 3 * MINUTE_MS for reading in readings(peers))


def test_without_a_clock_a_person_may_think_for_ever() -> None:
    peers, _ = table(timing=Timing(grace_ms=MINUTE_MS, bank_ms=MINUTE_MS))
    peers.pass_time(8 * MINUTE_MS, step_ms=1000)
    assert not readings(peers) and not any(peer.facts_of(OutOfTime) or peer.facts_of(SeatLost) for peer in peers.peers)
