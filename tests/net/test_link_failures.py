"""A link that does not come up is explained: by the addresses that were tried, and at every seat that needs it."""

from __future__ import annotations

from acquire_net import news
from acquire_net.link_failures import BEING_TRIED, MAX_PEERS, PATIENCE_MS, REMEDY, LinkFailures, MissingLinks, Tunnel
from acquire_net.links import NO_ANSWER, NOT_ADMITTED, WRONG_KEY, DialFailed, LinkUp
from tests.net.protocol.gatherings import Network, offer

KEY = b"k" * 32


def test_each_address_has_its_reason_until_the_link_is_there() -> None:
    failures = LinkFailures()
    assert failures.why(KEY) == ""
    for host, reason in (("10.77.0.3", NO_ANSWER), ("fd77::3", WRONG_KEY), ("10.77.0.4", NOT_ADMITTED), ("127.0.0.1", NO_ANSWER)):
        failures.note(DialFailed(KEY, host, 47108, reason))
    tunnel = Tunnel(47108, "10.77.0.9:47109", "nobody waits there behind the relay")
    assert failures.why(KEY, tunnel) == (
        "nobody answers at 10.77.0.3:47108; something else answers at [fd77::3]:47108; 10.77.0.4:47108 does not let this "
        "program in; through the relay 10.77.0.9:47109: nobody waits there behind the relay")
    assert failures.why(b"o" * 32) == ""
    failures.note(LinkUp(KEY))
    assert failures.why(KEY) == ""


def test_many_peers_are_not_remembered() -> None:
    failures = LinkFailures()
    for number in range(2 * MAX_PEERS):
        failures.note(DialFailed(number.to_bytes(32, "big"), "10.77.0.3", 1, NO_ANSWER))
    remembered = [number for number in range(2 * MAX_PEERS) if failures.why(number.to_bytes(32, "big"))]
    assert remembered == [*range(MAX_PEERS, 2 * MAX_PEERS)]


def walled_off() -> Network:
    """Three at a table, of whom the last two cannot reach each other."""
    network = Network()
    network.add(0, offer=offer(3))
    network.walls.add(frozenset((1, 2)))
    network.add(1, knows=[0])
    network.add(2, knows=[0])
    network.run(3000)
    return network


def test_a_missing_link_is_explained_at_every_seat_and_told_once_it_lasts() -> None:
    network = walled_off()
    names = [network[number].circle.me.name for number in range(3)]
    why = {1: "nobody answers at 10.0.0.2:47108", 2: ""}
    expected = {0: f"{names[1]} and {names[2]} have no link to each other yet.",
                1: f"There is no link to {names[2]} yet: nobody answers at 10.0.0.2:47108.",
                2: f"There is no link to {names[1]} yet: {BEING_TRIED}."}
    for number in range(3):
        missing = MissingLinks()
        shown = list(missing.look(network[number], lambda key, identity, number=number: why.get(number, ""), 1000))  # type: ignore[misc]
        assert len(shown) == 1 and isinstance(shown[0], news.MissingLinks)
        if number:
            assert shown[0].sentences == (expected[number], REMEDY)
        else:
            assert shown[0].sentences[0] in (expected[0], f"{names[2]} and {names[1]} have no link to each other yet.")
        look = lambda now, number=number: list(missing.look(network[number], lambda key, who: why.get(number, ""), now))  # noqa: E731, B023
        assert look(1000 + PATIENCE_MS - 1) == []
        assert look(1000 + PATIENCE_MS) == [news.Trouble(shown[0].sentences[0]), news.Trouble(REMEDY)]
        assert look(1000 + 9 * PATIENCE_MS) == []


def test_a_link_that_comes_up_is_no_longer_missing() -> None:
    network, missing = walled_off(), MissingLinks()
    assert list(missing.look(network[1], lambda key, identity: "", 0))
    network.heal(1, 2)
    network.connect(1, 2)
    network.run(3000)
    assert list(missing.look(network[1], lambda key, identity: "", 9000)) == [news.MissingLinks(())]
