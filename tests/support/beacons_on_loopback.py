"""Beacons of this machine alone: a free port, something to say on it, and whether this system lets it be heard."""

import selectors
import socket
import time

import pytest
from hypothesis import strategies as st

from acquire_net.discovery.beacon import Announcement, BeaconSockets, TableStage, encode_probe
from acquire_net.links.adapters import LOOPBACK, OwnAddress
from acquire_net.players.names import PlayerNameError, checked_name

SENDER = b"\x01\x02\x03\x04"
TABLE = Announcement(b"12345678", b"abcdefghij", 47108, 1, 4, "Sid", "classic", "0.1.0")


def loopback_only() -> tuple[OwnAddress, ...]:
    """Return the address of loopback alone, for a table that nothing outside this machine should find."""
    return (OwnAddress("loopback", "127.0.0.1", 8, LOOPBACK),)


def is_name(text: str) -> bool:
    try:
        return checked_name(text) == text
    except PlayerNameError:
        return False


WORDS = st.text("abcABC019 .-+_*", min_size=1, max_size=24)
TABLES = st.integers(2, 6).flatmap(lambda places: st.builds(
    Announcement, st.binary(min_size=8, max_size=8), st.binary(min_size=10, max_size=10), st.integers(1, 65535),
    st.integers(0, places), st.just(places), st.text(min_size=1, max_size=16).filter(is_name), WORDS, WORDS,
    st.sampled_from(TableStage)))


def usable_port() -> int:
    """Return a UDP port on which beacons come through on loopback; skip the test where none do."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trying:
        trying.bind(("", 0))
        port = int(trying.getsockname()[1])
    sockets = BeaconSockets(port, loopback_only)
    try:
        sockets.send(encode_probe(SENDER))
        if not heard_by(sockets, encode_probe(SENDER), 2.0):
            pytest.skip(f"neither broadcast nor multicast on loopback here: {sockets.trouble or sockets.ways}")
    finally:
        sockets.close()
    return port


def heard_by(sockets: BeaconSockets, wanted: bytes, wait_s: float = 20.0) -> str:
    """Return where that datagram came from; empty if it never comes."""
    until = time.monotonic() + wait_s
    with selectors.DefaultSelector() as waiting:
        assert sockets.listeners
        for listener in sockets.listeners:
            waiting.register(listener, selectors.EVENT_READ)
        while (left := until - time.monotonic()) > 0:
            waiting.select(left)
            for data, source in sockets.receive(100):
                if data == wanted:
                    return source
    return ""
