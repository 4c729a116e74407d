"""A link that does not come up is explained: by the addresses that were tried, and at every seat that needs it."""

from __future__ import annotations

from acquire_net import events
from acquire_net.links.link_events import NO_ANSWER, NOT_ADMITTED, WRONG_KEY, DialFailed, LinkUp
from acquire_net.links.link_failures import MAX_PEERS, LinkFailures, Tunnel
from acquire_net.neighbourhood import BEING_TRIED, PATIENCE_MS, REMEDY, SHOWN_MS, MissingLinkReports
from tests.support.lobby_network import LobbyNetwork, offer

KEY = b"k" * 32


def test_each_address_has_its_reason_until_the_link_is_there() -> None:
    failures = LinkFailures()
    assert failures.reason_for(KEY) == ""
    for host, reason in (("10.77.0.3", NO_ANSWER), ("fd77::3", WRONG_KEY), ("10.77.0.4", NOT_ADMITTED), ("127.0.0.1", NO_ANSWER)):
        failures.on_link_event(DialFailed(KEY, host, 47108, reason))
    tunnel = Tunnel(47108, "10.77.0.9:47109", "nobody waits there behind the relay")
    assert failures.reason_for(KEY, tunnel) == (
        "nobody answers at 10.77.0.3:47108; something else answers at [fd77::3]:47108; 10.77.0.4:47108 does not let this "
        "program in; through the relay 10.77.0.9:47109: nobody waits there behind the relay")
    assert failures.reason_for(b"o" * 32) == ""
    failures.on_link_event(LinkUp(KEY))
    assert failures.reason_for(KEY) == ""


def test_many_peers_are_not_remembered() -> None:
    failures = LinkFailures()
    for number in range(2 * MAX_PEERS):
        failures.on_link_event(DialFailed(number.to_bytes(32, "big"), "10.77.0.3", 1, NO_ANSWER))
    remembered = [number for number in range(2 * MAX_PEERS) if failures.reason_for(number.to_bytes(32, "big"))]
    assert remembered == [*range(MAX_PEERS, 2 * MAX_PEERS)]


def walled_off() -> LobbyNetwork:
    """Return three at a table, of whom the last two cannot reach each other."""
    network = LobbyNetwork()
    network.add(0, offer=offer(3))
    network.walls.add(frozenset((1, 2)))
    network.add(1, knows=[0])
    network.add(2, knows=[0])
    network.run(3000)
    return network


class Looking:
    """One seat that looks at its links again and again."""

    def __init__(self, network: LobbyNetwork, number: int, why: str = "") -> None:
        self._lobby = network[number]
        self._why = why
        self._missing = MissingLinkReports()

    def at(self, now_ms: int) -> list[object]:
        return list(self._missing.report_missing(self._lobby.missing_links(), lambda key, identity: self._why, now_ms))


def test_a_missing_link_is_explained_at_every_seat_and_reported_once_it_lasts() -> None:
    network = walled_off()
    names = [network[number].membership.me.name for number in range(3)]
    why = ("", "nobody answers at 10.0.0.2:47108", "")
    expected = ({f"{names[1]} and {names[2]} have no link to each other yet.",
                 f"{names[2]} and {names[1]} have no link to each other yet."},
                {f"There is no link to {names[2]} yet: nobody answers at 10.0.0.2:47108."},
                {f"There is no link to {names[1]} yet: {BEING_TRIED}."})
    for number in range(3):
        seat = Looking(network, number, why[number])
        assert seat.at(0) == [] == seat.at(SHOWN_MS - 1), "links are made one after the other: that is not reported"
        [shown] = seat.at(SHOWN_MS)
        assert isinstance(shown, events.MissingLinks) and len(shown.sentences) == 1 and shown.sentences[0] in expected[number]
        assert seat.at(PATIENCE_MS - 1) == []
        assert seat.at(PATIENCE_MS) == [events.MissingLinks((*shown.sentences, REMEDY)), events.Trouble(shown.sentences[0]),
                                        events.Trouble(REMEDY)]
        assert seat.at(9 * PATIENCE_MS) == []


def test_a_link_that_comes_up_is_no_longer_missing() -> None:
    network = walled_off()
    seat = Looking(network, 1)
    seat.at(0)
    assert seat.at(SHOWN_MS)
    network.heal(1, 2)
    network.connect(1, 2)
    network.run(3000)
    assert seat.at(9000) == [events.MissingLinks(())]
