"""The log of links and tables has what happened in it, but no secrets, tiles or lines of people; strangers do not fill it."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from acquire_net import events
from acquire_net.event_log import with_log
from acquire_net.links.link_events import (
    NO_ANSWER,
    Arrival,
    CutOff,
    DialFailed,
    Event,
    Flooding,
    LinkDown,
    LinkUp,
    Shaken,
    Unauthorised,
)
from acquire_net.links.link_log import STRANGERS_BURST, LinkLog, key_mark
from acquire_net.lobby import events as lobby_events
from acquire_net.protocol import session_events as facts
from acquire_net.protocol.log_types import Conviction
from tests.support.logs import alone_in_the_log

KEY = bytes(range(32))


@pytest.fixture
def written(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> pytest.LogCaptureFixture:
    alone_in_the_log(monkeypatch)
    caplog.set_level(logging.INFO, "acquire")
    return caplog


@pytest.mark.parametrize(("event", "says"), [
    (LinkUp(KEY), "link to Ben (00010203) is up"), (LinkDown(KEY), "link to Ben (00010203) is lost"),
    (Shaken(KEY), "one of two ways to Ben (00010203) is lost"),
    (DialFailed(KEY, "fd77::2", 47108, NO_ANSWER), "no link to Ben (00010203) at [fd77::2]:47108: nobody answers there"),
    (Flooding(KEY, 3000, 9), "Ben (00010203) sends 3000 frames and 9 bytes a second"),
    (CutOff(KEY, 30.0, "it sends more than it may"), "link to Ben (00010203) is cut for 30 s: it sends more than it may"),
    (Unauthorised(KEY), "refused: Ben (00010203) is not of this table"),
])
def test_what_happens_on_a_link_is_written(written: pytest.LogCaptureFixture, event: Event, says: str) -> None:
    LinkLog(lambda key: "Ben").log_event(event)
    assert says in written.text and KEY.hex() not in written.text


def test_frames_are_not_written(written: pytest.LogCaptureFixture) -> None:
    LinkLog(lambda key: "Ben").log_event(Arrival(KEY, b"hello"))
    assert not written.text


def test_strangers_do_not_fill_it(written: pytest.LogCaptureFixture) -> None:
    log = LinkLog(lambda key: "")
    log.log_event(Unauthorised(KEY))
    log.log_event(Unauthorised(KEY))
    assert len(written.records) == 1
    for number in range(10_000):
        log.log_event(Unauthorised(number.to_bytes(32, "big")))
    assert len(written.records) <= STRANGERS_BURST + 1
    assert key_mark(bytes(32)) in written.text


def test_the_fate_of_a_table_is_written_and_no_secrets_of_its_people(written: pytest.LogCaptureFixture) -> None:
    heard: list[object] = []
    tell = with_log(heard.append)
    items = [events.Listening("R2M00-1XR0G", 47108, ("10.77.0.1:47108",)), lobby_events.Met(KEY, "Ben"),
             lobby_events.Said(KEY, "my secret plan"), lobby_events.LinkRefused(KEY, "another version"),
             events.Begun("ab12", None, ("Ada", "Ben"), 0, Path("ab12.acqlog")),  # type: ignore[arg-type]
             events.CheckPhrase(("apple", "bear")), events.WaitingFor((1,), False), events.WaitingFor((1,), True),
             events.Declined("'5Z' is not a tile"), facts.SeatLost(1, "did not answer"),
             events.Caught(1, "played 9I, which it did not hold", Path("ab12-seat-1.acqproof")),
             events.HandsOpened(("Ada", "Ben"), (("1A",), ("2B",))), events.Trouble("The relay cannot be reached."),
             events.Ended((), "all safe", (0, 1), "cd" * 32, None), events.PeerStopped("the disk is full")]
    for item in items:
        tell(item)
    assert heard == items, "all of it is passed on"
    for says in ("open at 10.77.0.1:47108", "Ben is here", "turned away: another version",
                 "table ab12: begun, 2 seats, own seat 0", "seat 1 is out: did not answer",
                 "seat 1 convicted; evidence ab12-seat-1.acqproof",
                 "The relay cannot be reached.", "the game is over: all safe; signed by seats 0, 1, head cdcdcdcdcdcdcdcd",
                 "stopped: the disk is full"):
        assert says in written.text
    for secret in ("secret plan", "apple", "5Z", "9I", "1A", "R2M00", KEY.hex(), "cd" * 32):
        assert secret not in written.text
    assert "waiting for" not in written.text, "that changes many times a turn"


CONVICTION = Conviction(2, 31, "acknowledged another state than this head leads to", ())


@pytest.mark.parametrize(("fact", "line"), [
    (facts.TableSplit("view 3 has ended in two ways"), "there are two logs of this table: view 3 has ended in two ways"),
    (facts.DrawVoid((0, 2), (1,)), "the draw for seats 0, 2 is void and made again: seat 1 left it unfinished"),
    (facts.Regroup((1,)), "lost before the game began: seat 1. The others begin again"),
    (facts.ClaimChanged(0, 1, 1, True, 1, 2), "seat 0 wants to go on without seat 1, which is silent: 1 of 2 votes"),
    (facts.ClaimChanged(0, 1, 4, True, 2, 2),
     "the program of seat 0 wants to go on without seat 1, which was absent for the grace: 2 of 2 votes"),
    (facts.ClaimChanged(0, 1, 1, False, 0, 2), "seat 0 no longer wants to go on without seat 1"),
    (facts.Disagreement(CONVICTION, b"secret", None), "seat 2 comes to another state in block 31; its state is not here yet"),
    (facts.Disagreement(CONVICTION, b"secret", b"secret"), "seat 2 comes to another state in block 31; its state is here"),
])
def test_what_the_table_agrees_on_is_written(written: pytest.LogCaptureFixture, fact: object, line: str) -> None:
    with_log(lambda item: None)(fact)
    [record] = written.records
    assert record.message == line
