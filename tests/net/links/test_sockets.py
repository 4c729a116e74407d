"""Listeners as each system wants them, and what becomes of them where a program can open nothing more."""

import errno
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from acquire_net.discovery import diagnosis
from acquire_net.links import sockets
from acquire_net.links.gateway import Gateway
from acquire_net.links.relay import Relay
from acquire_net.links.relay_ends import RelayTunnel
from acquire_net.links.sockets import PortTakenError
from tests.support.peers_on_loopback import LOOPBACK, PATIENCE_S

EXCLUSIVE = 0xFFFF - 4
"""The number that Windows has for SO_EXCLUSIVEADDRUSE, as C prints it: ~SO_REUSEADDR."""


class NotedSocket(socket.socket):
    """A socket that notes which options are set before it is bound, and knows one that this system may not have."""

    noted: list[int]

    def setsockopt(self, level: int, option: int, *value: Any) -> None:  # type: ignore[override]
        self.noted.append(option)
        if option != EXCLUSIVE:
            super().setsockopt(level, option, *value)

    def bind(self, address: Any) -> None:
        self.noted.append(-1)
        super().bind(address)


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return what is set of the sockets that are opened now; -1 is the moment at which one is bound."""
    found: list[int] = []
    monkeypatch.setattr(NotedSocket, "noted", found, raising=False)
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", EXCLUSIVE, raising=False)
    monkeypatch.setattr(socket, "socket", NotedSocket)
    return found


@pytest.mark.parametrize(("system", "wanted", "unwanted"), [
    ("win32", EXCLUSIVE, socket.SO_REUSEADDR),
    *((system, socket.SO_REUSEADDR, EXCLUSIVE) for system in ("linux", "darwin")),
])
def test_a_listener_asks_for_its_port_as_the_system_wants_it(monkeypatch: pytest.MonkeyPatch, noted: list[int], system: str,
                                                             wanted: int, unwanted: int) -> None:
    monkeypatch.setattr(sys, "platform", system)
    listener, = sockets.open_listeners(["127.0.0.1"], 0)
    listener.close()
    assert wanted in noted[:noted.index(-1)] and unwanted not in noted
    noted.clear()
    assert diagnosis._check_table_port(0).good
    assert wanted in noted[:noted.index(-1)] and unwanted not in noted


OPENERS = [lambda: Gateway(9, {}, 0, hosts=[LOOPBACK]), lambda: Relay(0, hosts=[LOOPBACK]),
           lambda: RelayTunnel(LOOPBACK, 9, bytes(32))]


@pytest.mark.parametrize("open_one", OPENERS)
@pytest.mark.parametrize(("what", "trouble"), [("socketpair", OSError(errno.EMFILE, "Too many open files")),
                                               ("start", RuntimeError("can't start new thread"))])
def test_what_cannot_begin_keeps_no_port_open(open_one: Callable[[], object], what: str, trouble: Exception,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[socket.socket] = []
    open_really = sockets.open_listeners

    def open_noted(*where: Any) -> list[socket.socket]:
        opened.extend(open_really(*where))
        return opened[:]

    def fail(*args: object) -> None:
        raise trouble

    monkeypatch.setattr(sockets, "open_listeners", open_noted)
    monkeypatch.setattr(socket if what == "socketpair" else threading.Thread, what, fail)
    with pytest.raises(PortTakenError if what == "socketpair" else RuntimeError):
        open_one()
    assert opened and all(each.fileno() == -1 for each in opened)


def test_a_connection_that_cannot_be_welcomed_does_not_close_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", reported.append)
    welcomed, came = [], threading.Event()

    def welcome(sock: socket.socket, host: str) -> None:
        if not welcomed:
            welcomed.append(sock)
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        came.set()
        loop.drop_socket(sock)

    loop, listeners = sockets.open_loop("test", [LOOPBACK], 0)
    place = listeners[0].getsockname()
    sockets.start_accepting(loop, listeners, welcome)
    try:
        with socket.create_connection(place, PATIENCE_S) as first:
            assert first.recv(1) == b""
        with socket.create_connection(place, PATIENCE_S):
            assert came.wait(PATIENCE_S)
    finally:
        sockets.close_loop(loop, listeners)
    assert len(reported) == 1 and listeners[0].fileno() == -1
