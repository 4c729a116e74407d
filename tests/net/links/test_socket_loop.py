"""The loop of a relay."""

from __future__ import annotations

import socket
import threading

import pytest

from acquire_net.links.socket_loop import READ, SocketLoop
from tests.support.peers_on_loopback import PATIENCE_S


def test_a_call_that_calls_again_leaves_the_sockets_their_turn() -> None:
    loop = SocketLoop("test loop")
    here, there = socket.socketpair()
    is_served, begun = threading.Event(), threading.Event()

    def call_again() -> None:
        begun.set()
        if not is_served.is_set() and loop.running:
            loop.call_soon(call_again)

    loop.watch_socket(here, READ, lambda events: is_served.set() or loop.drop_socket(here))
    loop.start()
    try:
        loop.call_soon(call_again)
        assert begun.wait(PATIENCE_S)
        there.send(b"!")
        assert is_served.wait(PATIENCE_S)
    finally:
        loop.close(there.close)


def test_a_call_that_fails_at_the_end_keeps_no_socket_open(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", reported.append)
    loop = SocketLoop("test loop")
    here, there = socket.socketpair()
    loop.start()

    def leave_a_call_behind() -> None:
        loop.running = False  # as `close` does in another thread
        loop.call_soon(lambda: 1 // 0)

    loop.call_soon(leave_a_call_behind)
    loop._thread.join(PATIENCE_S)
    loop.running = True
    loop.close(lambda: (here.close(), there.close()))
    assert [each.exc_type for each in reported] == [ZeroDivisionError]
    assert here.fileno() == there.fileno() == loop._ear.fileno() == -1
