"""Listeners as each system wants them: on Windows nobody else may take the port, elsewhere it is free again at once."""

import socket
import sys
from typing import Any

import pytest

from acquire_net.discovery import diagnosis
from acquire_net.links import sockets

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
