"""Beacons: the datagram, strictly read, and the sockets, on loopback."""

import random
import socket
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.discovery.beacon import (
    MAX_BEACON_BYTES,
    Announcement,
    BeaconError,
    BeaconSockets,
    TableStage,
    Withdrawn,
    decode_beacon,
    encode_probe,
    encode_table,
    encode_withdrawn,
    sender_of,
)
from acquire_net.links.adapters import LAN, OwnAddress
from tests.support.beacons_on_loopback import SENDER, TABLE, TABLES, heard_by, loopback_only, usable_port


@given(TABLES)
def test_a_beacon_comes_back(table: Announcement) -> None:
    data = encode_table(table, SENDER)
    assert decode_beacon(data) == table
    assert sender_of(data) == SENDER
    assert len(data) <= MAX_BEACON_BYTES


def test_the_largest_beacon_is_small_enough() -> None:
    largest = Announcement(bytes(8), bytes(10), 65535, 6, 6, "\u1f82" * 20, "r" * 24, "v" * 24)
    assert decode_beacon(encode_table(largest, SENDER)) == largest
    assert len(encode_table(largest, SENDER)) <= MAX_BEACON_BYTES


def test_a_table_of_a_program_of_before_is_read() -> None:
    """What a program before ACQ-MP/3 sends, with its fingerprint of 40 bits."""
    data = bytes.fromhex("4143514201000102030431323334353637386162636465b80401040353696407636c617373696305302e312e30")
    assert decode_beacon(data) == Announcement(b"12345678", b"abcde", 47108, 1, 4, "Sid", "classic", "0.1.0")


def test_a_game_that_runs_is_announced_as_one() -> None:
    for stage in TableStage:
        assert decode_beacon(encode_table(replace(TABLE, stage=stage), SENDER)) == replace(TABLE, stage=stage)


def test_probe_and_goodbye() -> None:
    assert decode_beacon(encode_probe(SENDER)) is None
    assert sender_of(encode_probe(SENDER)) == SENDER
    assert decode_beacon(encode_withdrawn(TABLE, SENDER)) == Withdrawn(TABLE.table_id, TABLE.fingerprint, TABLE.port)


@pytest.mark.parametrize("changed", [
    {"table_id": bytes(7)}, {"fingerprint": bytes(6)}, {"port": 0}, {"port": 65536}, {"places": 1}, {"places": 7}, {"taken": 5},
    {"taken": -1}, {"name": ""}, {"name": "a\x1b[31m"}, {"name": "a\u202eb"}, {"name": "x" * 21}, {"name": "\ud800"},
    {"rules": ""},
    {"rules": "r" * 25}, {"rules": "cl\u0430ssic"}, {"rules": "a\n"}, {"version": ""}, {"version": "v" * 25},
    {"version": "\u202e"},
])
def test_what_may_not_be_said_cannot_be_made(changed: dict[str, object]) -> None:
    said = {name: getattr(TABLE, name) for name in TABLE.__slots__}
    assert Announcement(**said) == TABLE
    with pytest.raises(BeaconError):
        Announcement(**{**said, **changed})  # type: ignore[arg-type]


def test_nor_can_it_be_smuggled_in() -> None:
    """A hostile program puts what it wants into the bytes."""
    good = encode_table(TABLE, SENDER)
    changes = [(4, 0), (4, 3), (5, 3), (5, 255), (30, 7), (31, 1), (31, 0), (32, 3), (33, 2), (33, 4), (33, 255), (34, 0x1B),
               (34, 0xFF)]
    for place, bad in changes:
        with pytest.raises(BeaconError):
            decode_beacon(good[:place] + bytes((bad,)) + good[place + 1:])


@given(TABLES, st.data())
def test_cut_off_lengthened_or_changed_beacons_are_refused_or_other_tables(table: Announcement, data: st.DataObject) -> None:
    good = encode_table(table, SENDER)
    cut = data.draw(st.integers(0, len(good) - 1))
    for bad in (good[:cut], good + b"\0", good + bytes(200)):
        with pytest.raises(BeaconError):
            decode_beacon(bad)
    changed = bytearray(good)
    changed[cut] ^= data.draw(st.integers(1, 255))
    try:
        other = decode_beacon(bytes(changed))
    except BeaconError:
        return
    assert not isinstance(other, Announcement) or other != table or 6 <= cut < 10


@given(st.binary(max_size=300))
def test_noise_is_refused(data: bytes) -> None:
    assert sender_of(data) == b""
    with pytest.raises(BeaconError):
        decode_beacon(data)


def test_20_000_hostile_beacons_are_refused_or_other_tables() -> None:
    rng = random.Random(7)
    good = encode_table(TABLE, SENDER)
    refused = 0
    for _ in range(20_000):
        bad = bytearray(good)
        bad[rng.randrange(len(bad))] = rng.randrange(256)
        try:
            decode_beacon(bytes(bad))
        except BeaconError:
            refused += 1
    assert refused > 5000


# --- sockets ------------------------------------------------------------------------------------------------------------------

@pytest.fixture
def port() -> int:
    return usable_port()


def test_programs_of_one_machine_hear_each_other_and_themselves(port: int) -> None:
    one, other = BeaconSockets(port, loopback_only), BeaconSockets(port, loopback_only)
    try:
        assert not one.trouble and not other.trouble
        one.send(encode_table(TABLE, SENDER))
        assert heard_by(other, encode_table(TABLE, SENDER)) == "127.0.0.1"
        assert heard_by(one, encode_table(TABLE, SENDER)) == "127.0.0.1"
        assert [way.trouble for way in one.ways] == [""]
    finally:
        one.close()
        other.close()


def test_a_beacon_is_heard_by_multicast_alone(port: int) -> None:
    """As on a network where the subnet's broadcast is filtered: a prefix of 32 has none."""
    one = BeaconSockets(port, lambda: [OwnAddress("loopback", "127.0.0.1", 32, LAN)])
    try:
        one.send(encode_table(TABLE, SENDER))
        if not heard_by(one, encode_table(TABLE, SENDER), 2.0):
            pytest.skip("no multicast on loopback here")
    finally:
        one.close()


def test_whoever_only_announces_holds_no_port(port: int) -> None:
    quiet, listening = BeaconSockets(port, loopback_only, listen=False), BeaconSockets(port, loopback_only)
    try:
        quiet.send(encode_table(TABLE, SENDER))
        assert heard_by(listening, encode_table(TABLE, SENDER))
        assert not quiet.listeners and not list(quiet.receive(10))
    finally:
        quiet.close()
        listening.close()


def test_an_oversize_datagram_is_no_beacon_and_no_harm(port: int) -> None:
    listening = BeaconSockets(port, loopback_only)
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as noise:
            for size in (0, 1, MAX_BEACON_BYTES + 1, 60_000):
                noise.sendto(encode_table(TABLE, SENDER)[:size] + bytes(max(0, size - 50)), ("127.0.0.1", port))
            noise.sendto(encode_table(TABLE, SENDER), ("127.0.0.1", port))
        assert heard_by(listening, encode_table(TABLE, SENDER)) == "127.0.0.1"
    finally:
        listening.close()


def test_adapters_come_and_go(port: int) -> None:
    here: list[OwnAddress] = []
    sockets = BeaconSockets(port, lambda: here)
    try:
        assert sockets.ways == ()
        sockets.send(encode_table(TABLE, SENDER))
        here += loopback_only()
        sockets.look_again()
        sockets.send(encode_table(TABLE, SENDER))
        assert heard_by(sockets, encode_table(TABLE, SENDER))
        here[:] = [OwnAddress("eth9", "198.51.100.77", 24, LAN), OwnAddress("eth9", "fd00::9", 64, LAN)]
        sockets.look_again()
        sockets.send(encode_table(TABLE, SENDER))
        (way,) = sockets.ways
        assert way.address.address == "198.51.100.77" and way.trouble
    finally:
        sockets.close()


def test_a_port_that_another_program_keeps_to_itself_is_reported() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as selfish:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            selfish.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        selfish.bind(("", 0))
        sockets = BeaconSockets(selfish.getsockname()[1], loopback_only)
        try:
            assert "cannot be listened on" in sockets.trouble
            sockets.send(encode_table(TABLE, SENDER))
            assert not list(sockets.receive(10))
        finally:
            sockets.close()
