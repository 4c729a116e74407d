"""What is counted on links: buckets, rates, offences, and bytes that nobody has seen."""

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.links import backlog
from acquire_net.links.backlog import received_bytes
from acquire_net.links.bucket import Bucket
from acquire_net.links.meter import Meter, PeerLimits
from tests.support.peers_on_loopback import LOOPBACK, wait_until, where_tcp_says_what_came


@given(st.floats(0.1, 1000), st.floats(1, 1000), st.lists(st.tuples(st.floats(0, 5), st.floats(0, 300)), max_size=60))
def test_a_bucket_never_gives_more_than_its_rate_and_burst(rate: float, burst: float, takes: list[tuple[float, float]]) -> None:
    bucket, now_s, given_out = Bucket(rate, burst, 0), 0.0, 0.0
    for pause_s, amount in takes:
        now_s += pause_s
        if bucket.take(amount, now_s):
            given_out += amount
        assert given_out <= burst + rate * now_s + 1e-6


def test_a_meter_tells_a_rate_once_in_a_second_and_forgets_old_offences() -> None:
    meter = Meter(PeerLimits(frames_per_s=10, burst_frames=10, offences=2, offences_within_s=5), 0)
    allowed = [meter.take(100, 0.5) for _ in range(30)]
    assert allowed == [True] * 10 + [False] * 20
    assert meter.rate_to_report(0.5) == (60, 6000) and meter.rate_to_report(0.9) is None
    assert meter.take(100, 1.5) and meter.rate_to_report(1.5) == (20, 2000), "the second before was the worse one"
    assert not meter.count_offence(0) and not meter.count_offence(6) and meter.count_offence(7) and not meter.count_offence(8)
    meter.take(100, 60)
    assert meter.rate_to_report(60) == (10, 1000)


def test_who_sends_far_too_much_offends_again_within_the_second() -> None:
    meter = Meter(PeerLimits(frames_per_s=10, burst_frames=10), 0)
    reported = [number for number in range(60) if not meter.take(100, 0.5) and meter.rate_to_report(0.5) is not None]
    assert reported == [10, 20, 30, 40, 50]


@where_tcp_says_what_came
def test_what_was_received_and_not_seen_is_known_by_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backlog, "MAX_UNSEEN_BYTES", 1000)
    with socket.create_server((LOOPBACK, 0)) as listener, socket.create_connection(listener.getsockname()) as ours:
        theirs, _ = listener.accept()
        with theirs:
            unseen, number = backlog.Backlog(), theirs.fileno()
            ours.sendall(bytes(700))
            wait_until(lambda: received_bytes(number) == 700)
            unseen.on_opened(number)
            for total in (1400, 2100):
                ours.sendall(bytes(700))
                wait_until(lambda total=total: received_bytes(number) == total)  # type: ignore[misc]
                assert unseen.too_long(5.0) == [number] * (total == 2100)
            unseen.on_frame(number)
            assert unseen.too_long(5.0) == unseen.too_long(5.0) == []
            unseen.on_closed(number)
        assert received_bytes(number) is None and unseen.too_long(5.0) == []


def test_heartbeats_alone_are_never_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    came, days_s = [0], 2 * 24 * 3600
    monkeypatch.setattr(backlog, "received_bytes", lambda number: came[0])
    unseen = backlog.Backlog()
    unseen.on_opened(7)
    for second in range(0, days_s, 10):
        assert not unseen.too_long(float(second))
        came[0] += 10 * 82
    for second in range(days_s, days_s + 120):
        came[0] += 20_000
        found = unseen.too_long(float(second))
    assert found == [7]
