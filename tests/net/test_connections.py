"""The ways out of a peer: which peers get a tunnel through a relay, although others ask for all of them."""

from __future__ import annotations

import errno
import secrets
import socket
import threading
from collections.abc import Iterator

import pytest

from acquire_net import connections as lines_module
from acquire_net.connections import MAX_TUNNELS, Connections
from acquire_net.crypto.curve import curve_keys
from acquire_net.crypto.signing import SigningKey, fingerprint_of
from acquire_net.discovery.beacon import Announcement
from acquire_net.discovery.join_code import JoinCodeError
from acquire_net.discovery.table_address import TableAddress
from acquire_net.links.adapters import LAN, OwnAddress
from acquire_net.links.addresses import RELAY_PREFIX, AddressError
from acquire_net.lobby.messages import MAX_LOBBY_PEERS
from acquire_net.protocol.messages import MAX_SEATS

RELAYS = tuple(f"{RELAY_PREFIX}127.0.0.1:{port}" for port in range(1, 9))
"""Nobody is there."""


@pytest.fixture
def lines() -> Iterator[Connections]:
    keys = curve_keys(secrets.token_bytes)
    lines = Connections(SigningKey(secrets.token_bytes(32)), keys, port=0, announces=False)
    yield lines
    lines.close()


def names_relays(lines: Connections, number: int, relays: tuple[str, ...] = RELAYS, present: tuple[int, ...] = ()) -> bool:
    """Return True if there is a way to this peer then."""
    lines.dial_peer(bytes((number, 1)) * 16, identity(number), relays, [identity(each) for each in present])
    return identity(number) in lines._tunnels


def identity(number: int) -> bytes:
    return bytes((number,)) * 32


def test_whoever_names_many_relays_has_one_way(lines: Connections) -> None:
    for hostile in (1, 2, 3):
        assert names_relays(lines, hostile, present=(1, 2, 3, 4))
        assert names_relays(lines, hostile, RELAYS[::-1], present=(1, 2, 3, 4))
    assert names_relays(lines, 4, RELAYS[:1], present=(1, 2, 3, 4))
    assert len(lines._tunnels) == 4


def test_whoever_names_the_same_relay_again_keeps_his_way_and_another_one_replaces_it(lines: Connections) -> None:
    assert names_relays(lines, 1)
    _, first = lines._tunnels[identity(1)]
    assert names_relays(lines, 1) and lines._tunnels[identity(1)][1] is first
    assert names_relays(lines, 1, RELAYS[1:]) and lines._tunnels[identity(1)][1] is not first
    assert first._listeners[0].fileno() < 0, "it is closed"


def test_all_who_are_there_have_a_way_and_those_who_have_gone_make_room(lines: Connections) -> None:
    assert MAX_TUNNELS >= MAX_LOBBY_PEERS + MAX_SEATS, "all who can be there"
    everybody = tuple(range(1, MAX_TUNNELS + 1))
    assert all(names_relays(lines, each, present=everybody) for each in everybody)
    assert not names_relays(lines, 100, present=everybody)
    assert names_relays(lines, 100, present=everybody[1:])
    assert len(lines._tunnels) == MAX_TUNNELS and identity(1) not in lines._tunnels
    assert all(identity(each) in lines._tunnels for each in everybody[1:])


MARK = bytes.fromhex("0123456789abcdef0123")
CODES = {
    TableAddress("192.168.0.7", 47108, MARK): "R2M00-1XR0G-0J6HB-7H6NW-VVR14-EZ",
    TableAddress("fd77::7", 47108, MARK): "[fd77::7]:47108#04HM-ASW9-NF6Y-Y093",
    TableAddress("fd77::6", 47109, MARK, relay=True): "R-[fd77::6]:47109#04HM-ASW9-NF6Y-Y093",
    TableAddress("relay.example.org", 47109, MARK, relay=True): "R-relay.example.org:47109#04HM-ASW9-NF6Y-Y093",
}


@pytest.mark.parametrize("place", CODES)
def test_a_place_comes_back_from_its_code(place: TableAddress) -> None:
    """An address that no join code can hold comes with the key beside it."""
    assert place.code() == CODES[place]
    assert TableAddress.read(place.code()) == TableAddress.read(f" {place.code().lower()} ") == place


@pytest.mark.parametrize(("text", "kind", "says"), [
    ("[fd77::7]:47108#04HM-ASW9-NF6Y-Y09", JoinCodeError, "sixteen characters"), ("[fd77::7#04HM-ASW9", AddressError, "written"),
    ("#04HM-ASW9", AddressError, "host:port"), ("R-#04HM-ASW9", AddressError, "host:port"),
    ("R-[fd77::7]:47109", AddressError, "is not an address"), ("nonsense", JoinCodeError, "27 characters"),
])
def test_a_place_that_cannot_be_has_its_sentence(text: str, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        TableAddress.read(text)


def test_a_machine_with_ipv6_alone_is_in_a_network(lines: Connections, monkeypatch: pytest.MonkeyPatch) -> None:
    own = OwnAddress("eth0", "fd77::7", 64, LAN, 2)
    monkeypatch.setattr(lines_module, "useful_addresses", lambda: [own])
    listening = lines.listening_event()
    assert not listening.trouble and listening.addresses == (f"[fd77::7]:{lines.gateway.port}",)
    place = TableAddress.read(listening.code)
    assert (place.host, place.port, place.fingerprint) == ("fd77::7", lines.gateway.port, fingerprint_of(lines.identity))


def test_only_a_machine_in_no_network_says_so(lines: Connections, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines_module, "useful_addresses", list)
    listening = lines.listening_event()
    assert "in no network" in listening.trouble and TableAddress.read(listening.code).host == "127.0.0.1"


def test_a_relay_is_taken_and_left_while_the_program_runs(lines: Connections) -> None:
    known: list[str] = []

    def set_relay(relay: str) -> None:
        lines.set_relay(relay, lambda: known.append(lines.relay))

    assert not lines.relay and not lines.listening_event().relay_code
    set_relay("127.0.0.1:9")
    assert lines.relay == "127.0.0.1:9" and lines.addresses()[-1].endswith("127.0.0.1:9")
    assert lines.listening_event().relay_code.startswith("R-")
    with pytest.raises(AddressError):
        set_relay("not an address")
    assert lines.relay == "127.0.0.1:9"
    set_relay("")
    assert not lines.relay and not lines.listening_event().relay_code and len(lines.addresses()) >= 1
    assert known == ["127.0.0.1:9", ""]


def test_nobody_waits_until_the_name_of_a_relay_is_looked_up(lines: Connections, monkeypatch: pytest.MonkeyPatch) -> None:
    may_answer, known = threading.Event(), threading.Event()

    def look_up(host: str) -> str:
        assert may_answer.wait(20)
        return "127.0.0.1"

    monkeypatch.setattr(socket, "gethostbyname", look_up)
    lines.set_relay("slow.example.org:9", known.set)
    assert lines.relay == "slow.example.org:9" and not known.is_set()
    assert TableAddress.read(lines.listening_event().relay_code).host == "slow.example.org"
    lines.set_relay("other.example.org:9", known.set)
    may_answer.set()
    assert known.wait(20)
    assert TableAddress.read(lines.listening_event().relay_code).host == "127.0.0.1"


def test_who_can_open_nothing_more_goes_on_without_a_relay(lines: Connections, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(socket, "socketpair", refuse)
    with pytest.raises(AddressError, match="Too many open files"):
        lines.set_relay("127.0.0.1:9", lambda: None)
    assert not lines.relay and not lines.listening_event().relay_code
    lines.dial_peer(b"k" * 32, b"i" * 32, [RELAYS[0]])


@pytest.mark.parametrize(("version", "announced"), [
    ("1.0.0", "1.0.0"), ("(run from its source)", "run from its source"),
    ("a version of my own, not released", "a version of my own not"),
    ("1.0.0.dev12+g1234567.d20261128", "1.0.0.dev12+g1234567.d20")])
def test_a_program_with_a_long_version_announces_its_table_too(monkeypatch: pytest.MonkeyPatch, version: str,
                                                               announced: str) -> None:
    heard: list[Announcement] = []

    class Search:
        def __init__(self, listen: bool) -> None:
            assert not listen

        def announce_table(self, table: Announcement) -> None:
            heard.append(table)

        def close(self) -> None:
            pass

    monkeypatch.setattr(lines_module, "TableSearch", Search)
    connections = Connections(SigningKey(secrets.token_bytes(32)), curve_keys(secrets.token_bytes), port=0)
    try:
        connections.announce_table(bytes(32), "Anna", 1, 2, "classic", version)
    finally:
        connections.close()
    assert [table.version for table in heard] == [announced]
