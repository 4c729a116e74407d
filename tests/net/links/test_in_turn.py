"""What many peers have said is given out one of each in turn, and no more is kept of one than anybody needs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.links.in_turn import EACH_AT_ONCE, MAX_WAITING, MAX_WAITING_BYTES, InTurn
from acquire_net.links.link_events import Arrival, CutOff, Event, LinkDown, LinkUp

LOUD, OTHER, THIRD = b"a" * 32, b"b" * 32, b"c" * 32


@pytest.fixture
def events() -> InTurn:
    return InTurn()


def all_of(events: InTurn) -> list[Event]:
    taken: list[Event] = []
    while events:
        taken += events.take()
    return taken


@pytest.mark.parametrize("before", [1, 100, MAX_WAITING, 5 * MAX_WAITING])
def test_however_much_somebody_has_said_the_first_word_of_another_comes_second(events: InTurn, before: int) -> None:
    for _ in range(before):
        events.add(Arrival(LOUD, b"!"))
    events.add(Arrival(OTHER, b"hello"))
    taken = events.take()
    assert taken[1] == Arrival(OTHER, b"hello")
    assert len(taken) == 1 + min(before, EACH_AT_ONCE)


def test_of_each_so_many_at_once_and_the_rest_in_the_next_turn(events: InTurn) -> None:
    for number in range(EACH_AT_ONCE + 3):
        for key in (LOUD, OTHER, THIRD):
            events.add(Arrival(key, bytes((number,))))
    assert [len(events.take()) for _ in range(3)] == [3 * EACH_AT_ONCE, 9, 0]
    assert not events


@given(st.lists(st.tuples(st.sampled_from((LOUD, OTHER, THIRD)), st.integers(0, 3), st.booleans()), max_size=120))
def test_what_one_peer_says_and_does_stays_in_its_order(steps: list[tuple[bytes, int, bool]]) -> None:
    events, added, taken = InTurn(), [], []
    for number, (key, kind, takes) in enumerate(steps):
        event: Event = (LinkUp(key), LinkDown(key), Arrival(key, b"%d" % number), Arrival(key, b""))[kind]
        events.add(event)
        added.append(event)
        if takes:
            taken += events.take()
    taken += all_of(events)
    for key in (LOUD, OTHER, THIRD):
        assert [event for event in taken if event.key == key] == [event for event in added if event.key == key]
    assert not events._waiting and not events._bytes


@pytest.mark.parametrize(("size", "most"), [(1, MAX_WAITING), (200_000, MAX_WAITING_BYTES // 200_000)])
def test_so_much_waits_and_not_more_and_what_becomes_of_the_link_is_reported(events: InTurn, size: int, most: int) -> None:
    for _ in range(2 * MAX_WAITING):
        events.add(Arrival(LOUD, bytes(size)))
    events.add(LinkDown(LOUD))
    taken = all_of(events)
    assert len(taken) == most + 1 and taken[-1] == LinkDown(LOUD)
    events.add(Arrival(LOUD, bytes(size)))
    assert events.take() == [Arrival(LOUD, bytes(size))], "there is room again"


def test_who_is_cut_off_is_not_heard_any_more(events: InTurn) -> None:
    for event in (LinkUp(LOUD), Arrival(LOUD, b"1"), Arrival(OTHER, b"2"), Arrival(LOUD, b"3")):
        events.add(event)
    events.forget_frames(LOUD)
    events.forget_frames(THIRD)
    events.add(LinkDown(LOUD))
    events.add(CutOff(LOUD, 30, "it sends more than it may"))
    assert [event for event in all_of(events) if event.key == LOUD] == [
        LinkUp(LOUD), LinkDown(LOUD), CutOff(LOUD, 30, "it sends more than it may")]
