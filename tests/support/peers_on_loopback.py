"""Peers with real sockets on loopback, all stepped by the test's own thread; and counting what a process holds."""

import gc
import os
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import pytest

from acquire_net.crypto.curve import curve_keys
from acquire_net.crypto.signing import SigningKey, fingerprint_of
from acquire_net.discovery.card import CARD_REQUEST, sign_card
from acquire_net.links.gateway import Gateway
from acquire_net.links.link_events import Arrival, Event
from acquire_net.links.meter import STANDARD, PeerLimits
from acquire_net.links.relay import room_of
from acquire_net.links.transport import Mesh

LOOPBACK = "127.0.0.1"
PATIENCE_S = 25.0


class OnePeer:
    """A mesh behind its gateway, and all events that the mesh has reported."""

    def __init__(self, limits: PeerLimits = STANDARD) -> None:
        keys = curve_keys(secrets.token_bytes)
        self.key, self.secret = keys.public, keys.secret
        self.signer = SigningKey(secrets.token_bytes(32))
        self.mesh = Mesh(keys.secret, keys.public, limits)
        self.gateway = Gateway(self.mesh.port, {CARD_REQUEST: sign_card(self.signer, self.key)}, 0, hosts=[LOOPBACK],
                             is_behind=lambda: self.mesh.is_behind)
        self.events: list[Event] = []

    @property
    def address(self) -> tuple[str, int]:
        return LOOPBACK, self.gateway.port

    @property
    def room(self) -> bytes:
        return room_of(fingerprint_of(self.signer.public))

    def connect(self, *others: "OnePeer") -> None:
        for other in others:
            self.mesh.connect_to(other.key, [other.address])

    def heard(self, other: "OnePeer | bytes | None" = None) -> list[bytes]:
        key = other.key if isinstance(other, OnePeer) else other
        return [each.frame for each in self.events if isinstance(each, Arrival) and key in (None, each.key)]

    def news(self, *kinds: type) -> list[Event]:
        return [each for each in self.events if isinstance(each, kinds)]

    def has_link(self, *others: "OnePeer") -> bool:
        return all(self.mesh.is_up(other.key) for other in others)

    def close(self) -> None:
        self.mesh.close()
        self.gateway.close()


MakePeers = Callable[..., list[OnePeer]]


@pytest.fixture
def make_peers() -> Iterator[MakePeers]:
    made: list[OnePeer] = []

    def make(count: int, limits: PeerLimits = STANDARD) -> list[OnePeer]:
        made.extend(OnePeer(limits) for _ in range(count))
        return made[-count:]

    yield make
    for each in made:
        each.close()


def step(peers: Iterable[OnePeer], timeout_ms: float = 2) -> None:
    for peer in peers:
        peer.events += peer.mesh.poll(timeout_ms)


def run_until(peers: list[OnePeer], done: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    """Step all until it is so; it must become so."""
    end_s = time.monotonic() + patience_s
    while not done():
        assert time.monotonic() < end_s, [peer.events[-5:] for peer in peers]
        step(peers)


def run_for(peers: list[OnePeer], seconds: float) -> None:
    """Step all for so long, to see that something does not happen: the longer, the surer."""
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        step(peers)


def linked(*peers: OnePeer) -> None:
    """Connect everybody to everybody, and wait for it."""
    for peer in peers:
        peer.connect(*(other for other in peers if other is not peer))
    run_until(list(peers), lambda: all(peer.has_link(*(other for other in peers if other is not peer)) for peer in peers))


def wait_until(done: Callable[[], bool]) -> None:
    """Wait for what other threads do."""
    end_s = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < end_s
        time.sleep(0.002)


def as_much_as_comes(sock: socket.socket, at_least: int) -> int:
    """Read until nothing has come for a while, and at least so much; return how many bytes came."""
    got = 0
    try:
        while True:
            sock.settimeout(PATIENCE_S if got < at_least else 0.3)
            got += len(sock.recv(65536))
    except TimeoutError:
        return got


on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts the files in /proc")


def tcp_says_what_came() -> bool:
    """Return True if the system says of a connection how many bytes came; an emulated Linux does not."""
    with socket.create_server((LOOPBACK, 0)) as listener, socket.create_connection(listener.getsockname()) as sock:
        return len(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 192)) > 136


where_tcp_says_what_came = pytest.mark.skipif(not sys.platform.startswith("linux") or not tcp_says_what_came(),
                                              reason="the system does not say how many bytes came")


def open_files() -> int:
    gc.collect()
    return len(os.listdir("/proc/self/fd"))


@contextmanager
def nothing_left_behind() -> Iterator[None]:
    """Check that neither threads nor files are left behind: sockets are files."""
    files, threads = open_files(), set(threading.enumerate())
    yield
    wait_until(lambda: open_files() <= files and not set(threading.enumerate()) - threads)
