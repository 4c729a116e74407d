"""Tables announced and found by real sockets, on loopback only; and what goes on where one of the two ways fails."""

import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.discovery import found_tables
from acquire_net.discovery import table_search as discovery
from acquire_net.discovery.beacon import Announcement, BeaconError, BeaconSockets, encode_table
from acquire_net.discovery.diagnosis import diagnose, firewall_findings
from acquire_net.discovery.found_tables import BEACON, MAX_OF_ONE_SOURCE, MDNS, FoundTable
from acquire_net.discovery.table_search import (
    FAILED,
    OFF,
    ON,
    STARTING,
    DiscoveryState,
    TableSearch,
    from_txt,
    mdns_trouble,
    to_txt,
)
from acquire_net.links.adapters import LAN, OwnAddress
from tests.support.beacons_on_loopback import SENDER, TABLE, TABLES, loopback_only, usable_port

WAIT_S = 25.0
"""So long something may take on a busy machine; it ends at once where it works."""


NOWHERE = OwnAddress("eth9", "198.51.100.77", 24, LAN)
"""An address that no machine has."""


@pytest.fixture
def port() -> int:
    return usable_port()


class Seeing:
    """A discovery that is looked at until it shows what is waited for."""

    def __init__(self, **settings: object) -> None:
        self.changed = threading.Event()
        self.discovery = TableSearch(on_change=self.changed.set, **{"adapters": loopback_only, **settings})  # type: ignore[arg-type]

    def wait(self, right: Callable[[tuple[FoundTable, ...]], bool], wait_s: float = WAIT_S) -> tuple[FoundTable, ...]:
        until = time.monotonic() + wait_s
        while not right(found := self.discovery.snapshot()):
            left = until - time.monotonic()
            assert left > 0, (found, self.discovery.state())
            self.changed.wait(min(left, 1.0))
            self.changed.clear()
        return found

    def wait_for_mdns(self) -> DiscoveryState:
        """Return the state in which mDNS has come up or failed; after a failure it may be tried again at any time."""
        until = time.monotonic() + WAIT_S
        while (state := self.discovery.state()).mdns == STARTING and time.monotonic() < until:
            time.sleep(0.01)
        return state


@pytest.fixture
def see() -> Iterator[Callable[..., Seeing]]:
    opened: list[Seeing] = []
    before = set(threading.enumerate())

    def open_one(**settings: object) -> Seeing:
        opened.append(Seeing(**settings))
        return opened[-1]

    yield open_one
    for one in opened:
        one.discovery.close()
    began = [thread.name for thread in set(threading.enumerate()) - before]
    left = [name for name in began if "acquire" in name or "zeroconf" in name]
    assert not left, left


def test_a_table_is_announced_changed_and_withdrawn_by_beacons(see: Callable[..., Seeing], port: int) -> None:
    host, guest = see(port=port, mdns=False), see(port=port, mdns=False)
    host.discovery.announce_table(TABLE)
    (found,) = guest.wait(lambda tables: len(tables) == 1)
    assert (found.table_id, found.name, found.hosts, found.port) == (TABLE.table_id, "Sid", ("127.0.0.1",), TABLE.port)
    assert found.heard_by == {BEACON}
    host.discovery.announce_table(replace(TABLE, taken=3))
    guest.wait(lambda tables: tables[0].taken == 3)
    host.discovery.withdraw_table()
    guest.wait(lambda tables: not tables)
    assert host.discovery.snapshot() == ()


def test_a_closed_program_is_gone_at_once(see: Callable[..., Seeing], port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its last beacon says so; here silence alone would never end a table."""
    monkeypatch.setattr(found_tables, "SILENT_S", 1e9)
    host, guest = see(port=port, mdns=False), see(port=port, mdns=False)
    host.discovery.announce_table(TABLE)
    guest.wait(bool)
    host.discovery.close()
    guest.wait(lambda tables: not tables)
    host.discovery.close()


def test_the_own_beacon_is_heard_and_not_listed(see: Callable[..., Seeing], port: int) -> None:
    host, guest = see(port=port, mdns=False), see(port=port, mdns=False)
    host.discovery.announce_table(TABLE)
    guest.wait(bool)
    until = time.monotonic() + WAIT_S
    while not host.discovery.state().heard and time.monotonic() < until:
        time.sleep(0.01)
    assert host.discovery.state().heard == {"127.0.0.1"}
    assert host.discovery.snapshot() == ()
    assert guest.discovery.state().heard == frozenset()


def test_a_table_is_found_by_mdns(see: Callable[..., Seeing], port: int) -> None:
    """The host's beacons go to another port, so nobody hears them."""
    if mdns_trouble(loopback_only):
        pytest.skip(f"no mDNS here: {mdns_trouble(loopback_only)}")
    host, guest = see(port=port), see(port=port + 1 if port < 65535 else port - 1)
    said = replace(TABLE, table_id=secrets.token_bytes(8))
    assert host.wait_for_mdns().mdns == guest.wait_for_mdns().mdns == ON
    host.discovery.announce_table(said)

    def ours(tables: tuple[FoundTable, ...]) -> list[FoundTable]:
        """Other tests may be on the same loopback."""
        return [table for table in tables if table.table_id == said.table_id]

    try:
        (found,) = ours(guest.wait(lambda tables: bool(ours(tables)), 10.0))
    except AssertionError:
        assert guest.discovery.state().mdns == host.discovery.state().mdns == ON
        pytest.skip("no multicast on loopback here")
    assert (found.heard_by, found.hosts, found.port, found.fingerprint) == ({MDNS}, ("127.0.0.1",), TABLE.port, TABLE.fingerprint)
    assert (found.name, found.rules, found.version, found.taken, found.places) == ("Sid", "classic", "0.1.0", 1, 4)
    host.discovery.announce_table(replace(said, taken=2))
    guest.wait(lambda tables: ours(tables)[0].taken == 2)
    host.discovery.withdraw_table()
    guest.wait(lambda tables: not ours(tables))


def test_where_mdns_does_not_start_beacons_go_on_and_it_is_said(see: Callable[..., Seeing], port: int,
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(addresses: list[str]) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(discovery, "_open", taken)
    host, guest = see(port=port), see(port=port)
    host.discovery.announce_table(TABLE)
    assert guest.wait(bool)[0].heard_by == {BEACON}
    state = guest.wait_for_mdns()
    assert (state.mdns, state.mdns_trouble) == (FAILED, "Address already in use")


def test_an_mdns_that_hangs_holds_up_nobody(see: Callable[..., Seeing], port: int,
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def hangs(addresses: list[str]) -> None:
        asked.set()
        go_on.wait(60)
        raise OSError("never came up")

    monkeypatch.setattr(discovery, "_open", hangs)
    host, guest = see(port=port), see(port=port)
    try:
        assert asked.wait(WAIT_S)
        host.discovery.announce_table(TABLE)
        guest.wait(bool)
        host.discovery.announce_table(replace(TABLE, taken=2))
        guest.wait(lambda tables: tables[0].taken == 2)
    finally:
        go_on.set()


def test_without_any_network_nothing_is_found_and_nothing_breaks(see: Callable[..., Seeing], port: int) -> None:
    alone = see(port=port, adapters=tuple)
    alone.discovery.announce_table(TABLE)
    state = alone.wait_for_mdns()
    assert (state.mdns, state.mdns_trouble, state.ways) == (FAILED, "there is no address", ())
    assert alone.discovery.snapshot() == ()


def test_an_adapter_that_cannot_send_is_reported_with_its_reason(see: Callable[..., Seeing], port: int) -> None:
    alone = see(port=port, mdns=False, adapters=lambda: [NOWHERE])
    (way,) = alone.discovery.state().ways
    assert way.trouble
    assert alone.discovery.state().mdns == OFF


def test_a_storm_of_hostile_beacons_leaves_room_for_a_friend(see: Callable[..., Seeing], port: int) -> None:
    """All come from one address here, so the friend is known before the storm, and stays."""
    guest = see(port=port, mdns=False)
    sockets = BeaconSockets(port, loopback_only, listen=False)
    sockets.send(encode_table(TABLE, SENDER))
    guest.wait(bool)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as storm:
        for number in range(2000):
            said = Announcement(number.to_bytes(8, "big"), b"vwxyz", 1, 1, 6, f"M {number}", "classic", "9")
            storm.sendto(encode_table(said, SENDER), ("127.0.0.1", port))
            storm.sendto(b"\x1b[31m" * 40, ("127.0.0.1", port))
    for _ in range(3):
        sockets.send(encode_table(TABLE, SENDER))
    sockets.close()
    found = guest.wait(lambda tables: len(tables) > 1)
    assert len(found) <= MAX_OF_ONE_SOURCE
    assert any(table.table_id == TABLE.table_id for table in found)
    assert guest.discovery._thread.is_alive()


def test_only_what_may_be_said_is_announced(see: Callable[..., Seeing], port: int) -> None:
    host = see(port=port, mdns=False)
    host.discovery.announce_table(TABLE)
    with pytest.raises(BeaconError):
        host.discovery.announce_table(replace(TABLE, taken=5))


# --- TXT records ------------------------------------------------------------------------------------------------------

def as_heard(table: Announcement) -> dict[bytes, bytes | None]:
    return {str(key).encode(): str(value).encode() for key, value in to_txt(table).items()} | {b"v": b"2"}


@given(TABLES)
def test_txt_records_come_back(table: Announcement) -> None:
    assert from_txt(as_heard(table), table.port) == table


def test_txt_records_of_a_program_of_before_are_read() -> None:
    """They say nothing of a stage, and their fingerprint has 40 bits."""
    old = {key: value for key, value in as_heard(TABLE).items() if key != b"stage"} | {b"v": b"1", b"fp": b"6162636465"}
    assert from_txt(old, TABLE.port) == replace(TABLE, fingerprint=b"abcde")


@pytest.mark.parametrize("changed", [
    {b"v": b"3"}, {b"v": None}, {b"stage": b"3"}, {b"stage": b""}, {b"id": b"00"},
    {b"id": b"zz" * 8}, {b"id": None}, {b"fp": b""}, {b"seats": b"-1"}, {b"seats": b"12"},
    {b"places": b"9"}, {b"places": "٤".encode()}, {b"places": b""}, {b"name": b"\xff"}, {b"name": b"\x1b[31m"}, {b"name": None},
    {b"rules": b"x" * 200}, {b"program": b"\n"},
])
def test_hostile_txt_records_are_refused(changed: dict[bytes, bytes | None]) -> None:
    good = as_heard(TABLE)
    assert from_txt(good, TABLE.port) == TABLE
    with pytest.raises(BeaconError):
        from_txt(good | changed, TABLE.port)
    for key in changed:
        with pytest.raises(BeaconError):
            from_txt({name: value for name, value in good.items() if name != key}, TABLE.port)
    with pytest.raises(BeaconError):
        from_txt(good, 0)


@given(st.dictionaries(st.sampled_from([b"v", b"id", b"fp", b"seats", b"places", b"name", b"rules", b"program",
                                        b"stage"]),
                       st.none() | st.binary(max_size=40)), st.integers(-1, 70000))
def test_no_txt_record_does_harm(properties: dict[bytes, bytes | None], number: int) -> None:
    with pytest.raises(BeaconError):
        from_txt(properties, number)


# --- diagnosis --------------------------------------------------------------------------------------------------------

def test_a_diagnosis_of_loopback(port: int) -> None:
    findings = {finding.topic: finding for finding in diagnose(port, loopback_only, table_port=port)}
    assert findings["beacon on loopback"].good is True
    assert findings["addresses"].good is False and "connect to the network" in findings["addresses"].advice
    assert findings["mDNS"].good is not None
    assert findings["firewall"].text
    assert "join code" not in findings


def test_a_diagnosis_tells_what_is_taken_or_silent(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as taken, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as selfish:
        taken.bind(("", 0))
        taken.listen()
        selfish.bind(("", 0))
        findings = {finding.topic: finding for finding in diagnose(
            selfish.getsockname()[1], lambda: [NOWHERE, OwnAddress("tun0", "10.8.0.2", 24, "vpn")],
            table_port=taken.getsockname()[1], wait_s=0.1)}
    assert findings["beacons"].good is False and "cannot be listened on" in findings["beacons"].text
    assert "is taken" in findings["table port"].text
    assert findings["join code"].text == "would hold 198.51.100.77 (eth9)"
    assert "tun0" in findings["VPN"].text
    silent = {finding.topic: finding for finding in diagnose(port, lambda: [NOWHERE], wait_s=0.1)}
    assert silent["beacon on eth9"].good is False and "none goes out" in silent["beacon on eth9"].text
    nothing = {finding.topic: finding for finding in diagnose(port, tuple, wait_s=0.1)}
    assert nothing["beacons"].good is False and nothing["mDNS"].good is False
    assert nothing["addresses"].text == "none but this machine's own"


@pytest.mark.parametrize(("system", "there", "says"), [
    ("win32", set(), ["C:\\game\\python.exe", "Get-NetConnectionProfile", "public"]),
    ("darwin", set(), ["System Settings", "C:\\game\\python.exe", "Local Network"]),
    ("linux", {"/usr/sbin/ufw"}, ["sudo ufw allow 47108"]),
    ("linux", {"/usr/bin/firewall-cmd"}, ["--add-port=47108/udp"]),
    ("linux", set(), ["TCP and UDP port 47108"]),
])
def test_each_system_has_its_firewall_hint(system: str, there: set[str], says: list[str]) -> None:
    hints = " ".join(found.text for found in firewall_findings(47108, system, "C:\\game\\python.exe", there.__contains__))
    assert all(part in hints for part in says)
