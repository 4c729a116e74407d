"""Both ends of the public port: callers from outside, and the mesh behind it."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from acquire_net.crypto.signing import SigningKey
from acquire_net.discovery.card import (
    CARD_REQUEST,
    sign_card,
)
from acquire_net.links import gateway as gateway_module
from acquire_net.links.gateway import Gateway
from tests.support.peers_on_loopback import (
    LOOPBACK,
    PATIENCE_S,
)

SIGNER = SigningKey(bytes(range(32)))
CURVE = bytes(range(100, 132))
CARD = sign_card(SIGNER, CURVE)


@pytest.fixture
def mesh_side() -> Iterator[socket.socket]:
    """Stands where the mesh listens."""
    with socket.create_server((LOOPBACK, 0)) as listener:
        listener.settimeout(PATIENCE_S)
        yield listener


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is hung up on because the machine is slow."""
    monkeypatch.setattr(gateway_module, "FIRST_WORDS_S", 1000)
    monkeypatch.setattr(gateway_module, "HANDSHAKE_S", 1000)


@pytest.fixture
def gateway(mesh_side: socket.socket, patience: None) -> Iterator[Gateway]:
    opened = Gateway(mesh_side.getsockname()[1], {CARD_REQUEST: CARD}, 0, hosts=[LOOPBACK])
    yield opened
    opened.close()


@contextmanager
def caller(gateway: Gateway, words: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection((LOOPBACK, gateway.port), PATIENCE_S) as sock:
        sock.sendall(words)
        yield sock


def all_of(sock: socket.socket) -> bytes:
    """Up to the end of the connection, however it ends."""
    data = b""
    try:
        while more := sock.recv(65536):
            data += more
    except ConnectionResetError:
        pass
    return data
