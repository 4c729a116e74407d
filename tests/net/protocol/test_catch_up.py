"""What a seat is sent that lacks something, and how much of it, without a session that sends it."""

from __future__ import annotations

from typing import cast

import pytest

from acquire_net.protocol import missing_frames
from acquire_net.protocol.catch_up import CatchUp
from acquire_net.protocol.claims import Claims
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.liveness import Liveness, Timing
from acquire_net.protocol.messages import Commit, Kind, Status
from acquire_net.protocol.missing_frames import MAX_RESTART_ANSWERS
from acquire_net.protocol.view_change import ViewChange
from tests.net.protocol.bare_table import SEATS, BareTable

STATUS_MS = 1000
START_MS = 50_000


class Helper(BareTable):
    """Seat 0 helps the others to catch up; what they have is what their own replicas say."""

    def __init__(self) -> None:
        super().__init__()
        self.liveness = Liveness(Timing(status_ms=STATUS_MS), len(SEATS), START_MS)
        replica, claims = self.replicas[0], Claims(0)
        self.catch_up = CatchUp(0, replica, ViewChange(replica, 0, claims), claims, self.liveness, first_beat=70)

    def commit(self, seat: int) -> Signed:
        return self.sign(seat, Kind.COMMIT, Commit(bytes([seat + 1]) * 64))

    def status_of(self, seat: int, hears: int = 0b111) -> Signed:
        """Return the STATUS of another seat."""
        replica, claims = self.replicas[seat], Claims(seat)
        body = missing_frames.status_of(replica, ViewChange(replica, seat, claims), claims, hears, 1, 0, 0)
        return self.sign(seat, Kind.STATUS, body)

    def pass_time(self, ms: int) -> None:
        for _ in range(ms // 100):
            self.liveness.pass_time(self.liveness.now + 100)


def test_a_seat_is_sent_what_it_lacks_and_nothing_else() -> None:
    table = Helper()
    known, missing = table.commit(0), table.commit(1)
    table.offer(known)
    table.offer(missing, to=[0, 1])
    assert table.catch_up.frames_for(table.status_of(2)) == [missing.frame]
    assert table.catch_up.frames_for(table.status_of(1)) == []


def test_a_seat_is_sent_first_the_status_of_those_that_it_does_not_hear() -> None:
    table = Helper()
    missing, status = table.commit(0), table.status_of(1)
    table.offer(missing, to=[0])
    assert table.catch_up.frames_for(table.status_of(2, hears=0b101)) == [missing.frame], "none has come of seat 1"
    table.catch_up.hold_status(status)
    assert table.catch_up.frames_for(table.status_of(2, hears=0b101)) == [status.frame, missing.frame]
    assert table.catch_up.frames_for(table.status_of(2, hears=0b111)) == [missing.frame]
    table.catch_up.hold_status(table.status_of(2))
    assert table.catch_up.frames_for(table.status_of(2, hears=0b001)) == [status.frame, missing.frame], "and not its own"
    table.pass_time(10_000)
    assert table.catch_up.frames_for(table.status_of(2, hears=0b101)) == [missing.frame], "it is not heard here either"


def test_in_a_round_a_seat_gets_so_much_and_not_more(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Helper()
    missing = table.commit(0)
    monkeypatch.setattr(missing_frames, "MAX_HELP_BYTES", 3 * len(missing.frame))
    table.offer(missing, to=[0])
    asks = table.status_of(2)
    assert [len(table.catch_up.frames_for(asks)) for _ in range(5)] == [1, 1, 1, 0, 0]
    assert table.catch_up.frames_for(table.status_of(1)) == [missing.frame], "each seat has a round of its own"
    table.catch_up.begin_round()
    assert table.catch_up.frames_for(asks) == [missing.frame]


def test_a_frame_for_which_there_is_no_room_takes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Helper()
    monkeypatch.setattr(missing_frames, "MAX_HELP_BYTES", 100)
    assert table.catch_up.may_send(1, bytes(60))
    assert not table.catch_up.may_send(1, bytes(60))
    assert table.catch_up.may_send(1, bytes(40))


def test_who_asks_after_a_restart_is_answered_a_few_times_in_a_round() -> None:
    table = Helper()
    assert sum(table.catch_up.may_answer(1) for _ in range(100)) == MAX_RESTART_ANSWERS
    assert table.catch_up.may_answer(2)
    table.catch_up.begin_round()
    assert table.catch_up.may_answer(1)


def test_a_round_is_due_when_its_time_has_passed() -> None:
    table = Helper()
    assert not table.catch_up.is_due and table.catch_up.due_ms == START_MS + STATUS_MS
    table.pass_time(STATUS_MS)
    assert table.catch_up.is_due
    table.catch_up.begin_round()
    assert not table.catch_up.is_due and table.catch_up.due_ms == START_MS + 2 * STATUS_MS


def test_each_status_has_a_higher_number_and_says_what_is_here() -> None:
    table = Helper()
    first = table.catch_up.next_status()
    table.offer(table.commit(1), to=[0])
    second = table.catch_up.next_status(asks=7)
    assert (first.beat, second.beat) == (71, 72)
    assert (first.contents, second.contents, second.asks, second.hears) == (0, 0b010, 7, 0b111)
    answer = table.catch_up.next_status(answers=9, asker=2)
    assert (answer.beat, answer.answers, answer.asks) == (73, 9, 0)


def test_the_newest_status_of_each_seat_is_held() -> None:
    table = Helper()
    for hears in (0b001, 0b011):
        table.catch_up.hold_status(table.status_of(1, hears))
    assert [*table.catch_up.statuses] == [1] and cast(Status, table.catch_up.statuses[1].body).hears == 0b011
