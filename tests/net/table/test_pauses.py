"""Pauses: each player asks in its own presence, each peer judges alone, and no pause lasts for ever."""

from __future__ import annotations

from acquire_net.lobby.lobby import Resumed
from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Wants
from acquire_net.protocol.liveness import Liveness, Timing
from acquire_net.table.pauses import MAX_PAUSE_MS, Pauses, who_may_pause
from tests.support.lobby_network import started_table

ADA, BEN, GUEST = b"a" * 32, b"b" * 32, b"g" * 32


def people(**wants: Wants) -> list[Participant]:
    keys = {"ada": ADA, "ben": BEN, "guest": GUEST}
    return [Participant(keys[name], name, keys[name], what, True, 0) for name, what in wants.items()]


def test_a_seat_that_asks_is_waited_for_until_it_goes_on() -> None:
    pauses = Pauses({ADA: 0, BEN: 1}, 0)
    assert pauses.take_change(people(ada=Wants.PLAY, ben=Wants.PLAY), 10) is None
    assert pauses.take_change(people(ada=Wants.PAUSE, ben=Wants.PLAY), 20) == {0}
    assert pauses.take_change(people(ada=Wants.PAUSE, ben=Wants.PLAY), 30) is None
    assert pauses.take_change(people(ada=Wants.PAUSE, ben=Wants.PAUSE), 40) == {0, 1}
    assert pauses.take_change(people(ada=Wants.PLAY, ben=Wants.PLAY), 50) == frozenset()


def test_who_has_no_seat_cannot_ask() -> None:
    assert Pauses({ADA: 0}, 0).take_change(people(guest=Wants.PAUSE), 10) is None


def test_nobody_holds_a_table_up_for_ever() -> None:
    """However often the player goes on for a moment."""
    pauses, now = Pauses({ADA: 0}, 0), 0
    for _ in range(4):
        assert pauses.take_change(people(ada=Wants.PAUSE), now) == {0}
        now += MAX_PAUSE_MS // 4
        assert pauses.take_change(people(ada=Wants.PLAY), now) == frozenset()
    assert pauses.take_change(people(ada=Wants.PAUSE), now) is None
    other = Pauses({ADA: 0}, 0)
    assert other.take_change(people(ada=Wants.PAUSE), 0) == {0}
    assert other.take_change(people(ada=Wants.PAUSE), MAX_PAUSE_MS) == frozenset()


def test_over_days_nobody_is_waited_for_who_has_asked_for_a_pause_and_gone() -> None:
    """Another player passes that on to a program that has just come: so the pause would begin anew at each visit."""
    network = started_table(3)
    seats = {network[number].identity: number for number in range(3)}
    signed_table, lobby_id = network[0].started, network[0].lobby_id
    assert signed_table is not None
    network[2].set_paused(True)
    network.run(2000)
    network.kill(2)
    network.kill(0)
    network.run(1000)
    network.add(0, resumed=Resumed(lobby_id, signed_table), knows=[1])
    network.run(3000)
    found = network[0].participants
    assert Pauses(seats, 0).take_change(found, 10) == {2}
    assert Pauses(seats, 0).take_change(who_may_pause(found, network[0].identity, False), 10) is None
    network[0].set_paused(True)
    network.run(1000)
    for number in (0, 1):
        there = who_may_pause(network[number].participants, network[number].identity, False)
        assert Pauses(seats, 0).take_change(there, 10) == {0}


def test_where_all_days_are_over_only_the_own_pause_counts() -> None:
    """A player who is there at each meeting of the others, and pauses, would keep a seat that nobody comes back to."""
    found = people(ada=Wants.PAUSE, ben=Wants.PAUSE)
    assert who_may_pause(found, BEN, False) == tuple(found) and who_may_pause(found, BEN, True) == (found[1],)


def test_silence_in_a_pause_costs_nobody_the_seat() -> None:
    liveness = Liveness(Timing(grace_ms=20_000), 2, 0)
    liveness.set_paused(True)
    for now in range(0, 60_000, 500):
        liveness.pass_time(now)
    assert not liveness.why_overdue(1) and not liveness.is_beyond_grace(1)
    liveness.set_paused(False)
    assert not liveness.why_overdue(1)
    for now in range(60_000, 91_000, 500):
        liveness.pass_time(now)
    assert liveness.why_overdue(1) and liveness.is_beyond_grace(1), "thirty seconds, though the grace is shorter"
