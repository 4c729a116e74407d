"""The card: shown at the open port, fetched from there, and judged."""

import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.crypto.signing import fingerprint_of
from acquire_net.discovery import card
from acquire_net.discovery.card import (
    CARD_REQUEST,
    MAX_ASKED,
    MAX_CARD_BYTES,
    CardError,
    NoAnswerError,
    NotATableError,
    OtherVersionError,
    UnreachableError,
    fetch_card,
    read_card,
    sign_card,
)
from acquire_net.links.gateway import Gateway
from acquire_net.protocol.version import PROTOCOL
from tests.net.links.gateway_ends import CARD, CURVE, SIGNER, all_of, caller, gateway, mesh_side, patience
from tests.support.peers_on_loopback import LOOPBACK, PATIENCE_S, MakePeers, make_peers, run_until

__all__ = ["gateway", "make_peers", "mesh_side", "patience"]


def test_the_card_is_fetched_and_says_who_waits(gateway: Gateway) -> None:
    shown = fetch_card(LOOPBACK, gateway.port)
    assert (shown.protocol, shown.identity, shown.curve) == (PROTOCOL, SIGNER.public, CURVE)
    mark = fingerprint_of(SIGNER.public)
    assert shown.is_of(mark) and shown.is_of(mark[:5]) and not shown.is_of(mark[:9] + b"?") and not shown.is_of(mark[:4])
    assert len(CARD) <= MAX_CARD_BYTES and len(mark) == 10


def test_a_card_that_is_asked_for_in_pieces_is_shown(gateway: Gateway) -> None:
    with caller(gateway) as sock:
        for byte in CARD_REQUEST:
            sock.sendall(bytes((byte,)))
        assert all_of(sock) == CARD


def test_a_link_follows_from_a_fetched_card(make_peers: MakePeers) -> None:
    ada, bo = make_peers(2)
    bo.mesh.connect_to(fetch_card(*ada.address).curve, [ada.address])
    run_until([ada, bo], lambda: bo.has_link(ada) and ada.has_link(bo))


Answer = Callable[[socket.socket], None]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that asks again does not wait first."""
    monkeypatch.setattr(card, "ASK_AGAIN_S", 0.0)


@contextmanager
def answering(*answers: Answer) -> Iterator[int]:
    """Yield the port of something that is not a table, or of a bad way to one.

    The first answer goes to the first client, and so on; the last answer goes to all after that.
    """
    left = list(answers)
    open_still = True
    with socket.create_server((LOOPBACK, 0)) as listener:
        def serve() -> None:
            while True:
                sock, _ = listener.accept()
                with sock:
                    if not open_still:
                        return
                    sock.settimeout(PATIENCE_S)
                    try:
                        (left.pop(0) if len(left) > 1 else left[0])(sock)
                    except OSError:  # the other one has hung up, as it should
                        pass

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            open_still = False
            socket.create_connection(listener.getsockname()).close()
            thread.join()


def says(words: bytes) -> Answer:
    def answer(sock: socket.socket) -> None:
        sock.recv(100)
        sock.sendall(words)

    return answer


def reset(sock: socket.socket) -> None:
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def reset_within(sock: socket.socket) -> None:
    sock.recv(100)
    sock.sendall(CARD[:60])
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@pytest.mark.parametrize("bad", [[reset], [reset_within], [says(b"")], [says(CARD[:5])], [reset, reset_within, says(b"")]],
                         ids=["at once", "within", "closed", "closed within", "again and again"])
def test_a_card_that_breaks_off_on_its_way_is_asked_for_again(bad: list[Answer]) -> None:
    with answering(*bad, says(CARD)) as port:
        assert fetch_card(LOOPBACK, port).curve == CURVE


def test_whoever_never_shows_a_whole_card_is_asked_a_few_times_only() -> None:
    asked = []

    def count(sock: socket.socket) -> None:
        asked.append(1)
        reset_within(sock)

    with answering(count) as port, pytest.raises(NotATableError):
        fetch_card(LOOPBACK, port)
    assert len(asked) == MAX_ASKED


def test_what_answers_otherwise_is_not_asked_again() -> None:
    with answering(says(b"SSH-2.0-"), says(CARD)) as port, pytest.raises(NotATableError, match="not an Acquire table"):
        fetch_card(LOOPBACK, port)


def test_who_has_no_time_left_does_not_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card, "ASK_AGAIN_S", 60.0)
    with answering(reset, says(CARD)) as port, pytest.raises(NotATableError):
        fetch_card(LOOPBACK, port)


@pytest.mark.parametrize(("words", "kind", "reason"), [
    (b"HTTP/1.1 400 Bad Request\r\n\r\n", NotATableError, "not an Acquire table"),
    (b"", NotATableError, "without a card"),
    (CARD[:-1], NotATableError, "138 belong"),
    (CARD + b"\0", NotATableError, "139 bytes"),
    (b"ACQCARD1" + b"\xff" * 500_000, NotATableError, "257 bytes"),
    (b"ACQCARD2" + bytes(100), OtherVersionError, "newer version"),
    (sign_card(SIGNER, CURVE, PROTOCOL + 1), OtherVersionError, "this machine needs a newer version"),
    (sign_card(SIGNER, CURVE, 0), OtherVersionError, "the other machine needs a newer version"),
    (CARD[:8] + b"\1" + CARD[9:], NotATableError, "not signed by its owner"),
], ids=["http", "nothing", "short", "long", "huge", "another card", "newer", "older", "forged version"])
def test_what_is_no_card_is_refused_with_the_reason(words: bytes, kind: type[CardError], reason: str) -> None:
    with answering(says(words)) as port, pytest.raises(kind, match=reason):
        fetch_card(LOOPBACK, port)


def test_somebody_who_keeps_us_waiting_is_left() -> None:
    def dribble(sock: socket.socket) -> None:
        for byte in CARD:
            sock.sendall(bytes((byte,)))
            time.sleep(0.02)

    def wait(sock: socket.socket) -> None:
        while sock.recv(1000):
            pass

    for answer in (wait, dribble):
        with answering(answer) as port, pytest.raises(NoAnswerError):
            fetch_card(LOOPBACK, port, timeout_s=0.3)


def test_where_nobody_listens_that_is_said() -> None:
    with socket.create_server((LOOPBACK, 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(UnreachableError, match=f"127.0.0.1:{port} .*is the table open"):
        fetch_card(LOOPBACK, port)


@pytest.mark.parametrize(("host", "port"), [("no such.host.invalid", 1), ("a" * 300, 1), ("\0", 1), ("1.2.3.4.5", 1), ("é..x", 1),
                                            (LOOPBACK, 1 << 70)])
def test_what_is_no_host_is_refused(host: str, port: int) -> None:
    with pytest.raises(UnreachableError):
        fetch_card(host, port, timeout_s=1)


@given(st.integers(0, len(CARD) - 1), st.integers(1, 255))
def test_a_card_with_a_changed_byte_is_refused(place: int, change: int) -> None:
    changed = bytearray(CARD)
    changed[place] ^= change
    with pytest.raises(CardError):
        read_card(bytes(changed))


@given(st.binary(max_size=300))
def test_no_card_comes_of_noise(data: bytes) -> None:
    with pytest.raises(CardError):
        read_card(data)
    with pytest.raises(CardError):
        read_card(CARD_REQUEST + data)
