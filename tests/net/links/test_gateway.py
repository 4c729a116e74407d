"""The one open port: friends pass, strangers are few and soon gone, and the card is shown, fetched and judged."""

import socket
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acquire_net.discovery.card import (
    CARD_REQUEST,
    fetch_card,
)
from acquire_net.links import gateway as gateway_module
from acquire_net.links.gateway import CALLERS_OF_ONE_ADDRESS, STRANGERS_OF_ONE_ADDRESS, Gateway
from acquire_net.links.link_events import LinkDown
from acquire_net.links.socket_loop import SocketLoop
from acquire_net.links.sockets import PortTakenError, accept_from, caller_group, open_listeners, prepare, start_connecting
from acquire_net.links.splice import BUFFER_BYTES, MIN_READ_BYTES, Splice
from tests.net.links.gateway_ends import CARD, CURVE, all_of, caller, gateway, mesh_side, patience
from tests.support.peers_on_loopback import (
    LOOPBACK,
    PATIENCE_S,
    MakePeers,
    as_much_as_comes,
    linked,
    make_peers,
    nothing_left_behind,
    on_linux,
    run_until,
    wait_until,
)

__all__ = ["gateway", "make_peers", "mesh_side", "patience"]


FIRST_WORDS_BYTES = 4096
"""Read at once, and passed on whatever else there is."""


# --- who is let through

def test_what_begins_like_zeromq_is_put_through_both_ways(gateway: Gateway, mesh_side: socket.socket) -> None:
    with caller(gateway, b"\xffhello") as outside:
        inside, _ = mesh_side.accept()
        with inside:
            assert inside.recv(100) == b"\xffhello"
            inside.sendall(b"who is there?")
            assert outside.recv(100) == b"who is there?"
            outside.sendall(b"me")
            assert inside.recv(100) == b"me"
            assert gateway.strangers == 1 and gateway.by_address == {LOOPBACK: 1}
        assert all_of(outside) == b""  # one end ends the other
    wait_until(lambda: gateway.by_address == {})


def test_what_was_said_before_the_end_still_arrives(gateway: Gateway, mesh_side: socket.socket) -> None:
    said = bytes(range(256)) * 2000
    with caller(gateway, b"\xff") as outside:
        inside, _ = mesh_side.accept()
        inside.sendall(said)
        inside.shutdown(socket.SHUT_WR)
        assert all_of(outside) == said
        inside.close()


@pytest.mark.parametrize("words", [b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"\0" * 4096, b"ACQCARD2",
                                   b"ACQ\n", b"SSH-2.0-x\r\n", b"A" * 9])
def test_other_words_are_not_answered(gateway: Gateway, words: bytes) -> None:
    with caller(gateway, words) as sock:
        assert all_of(sock) == b""
    wait_until(lambda: gateway.refused == 1 and gateway.strangers == 0)


def test_noise_is_not_answered(gateway: Gateway) -> None:
    @settings(max_examples=30, deadline=None)
    @given(st.binary(min_size=1, max_size=300).filter(lambda words: words[0] != 0xFF and not CARD_REQUEST.startswith(words[:8])))
    def noise(words: bytes) -> None:
        with caller(gateway, words) as sock:
            assert all_of(sock) == b""

    noise()


def test_who_says_nothing_or_stops_in_the_middle_is_hung_up_on(gateway: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway_module, "FIRST_WORDS_S", 0.1)
    for words in (b"", b"ACQ", CARD_REQUEST[:-1]):
        with caller(gateway, words) as sock:
            assert all_of(sock) == b""
    wait_until(lambda: gateway.refused == 3)


def test_who_begins_like_zeromq_and_is_no_friend_is_hung_up_on(gateway: Gateway, mesh_side: socket.socket,
                                                               monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway_module, "HANDSHAKE_S", 0.1)
    with caller(gateway, b"\xff") as sock:
        inside, _ = mesh_side.accept()
        with inside:
            inside.sendall(bytes(gateway_module.STRANGERS_HEAR_BYTES))
            assert len(all_of(sock)) == gateway_module.STRANGERS_HEAR_BYTES
    monkeypatch.setattr(gateway_module, "HANDSHAKE_S", PATIENCE_S)
    with caller(gateway, b"\xff") as sock:
        inside, _ = mesh_side.accept()
        with inside:
            inside.sendall(bytes(gateway_module.STRANGERS_HEAR_BYTES + 1))
            wait_until(lambda: gateway.strangers == 0 and gateway.by_address == {LOOPBACK: 1})
            [friend] = gateway._callers
            assert friend.timer is not None and friend.timer.do is None  # it may be quiet for as long as it likes


def test_the_mesh_says_more_to_a_friend_than_to_a_stranger(make_peers: MakePeers) -> None:
    ada, bo = make_peers(2)
    loop, splices = SocketLoop("count"), list[Splice]()
    [listener] = open_listeners([LOOPBACK], 0)

    def join(sock: socket.socket, host: str) -> None:
        prepare(sock)
        splices.append(Splice(loop, sock, start_connecting(socket.AF_INET, (LOOPBACK, ada.mesh.port))))

    accept_from(loop, listener, join)
    loop.start()
    ada.mesh.admit([])
    bo.mesh.connect_to(ada.key, [listener.getsockname()])
    run_until([ada, bo], lambda: ada.mesh.refused >= 2)
    ada.mesh.admit([bo.key])
    run_until([ada, bo], lambda: bo.has_link(ada))
    wait_until(lambda: splices[-1].bytes_out > gateway_module.STRANGERS_HEAR_BYTES)
    assert {each.bytes_out for each in splices[:-1]} == {gateway_module.STRANGERS_HEAR_BYTES}

    def hang_up() -> None:
        loop.drop_socket(listener)
        for each in splices:
            each.close()

    loop.close(hang_up)


# --- caps

def test_five_hundred_silent_connections_do_not_keep_friends_apart(make_peers: MakePeers) -> None:
    ada, bo, cy = make_peers(3)
    linked(ada, bo)
    silent = []
    try:
        for number in range(500):
            silent.append(socket.create_connection(ada.address, PATIENCE_S))
            if number % 50 == 0:
                said = b"%d" % number
                assert bo.mesh.send(ada.key, said)
                run_until([ada, bo], lambda said=said: ada.heard(bo)[-1:] == [said])  # type: ignore[misc]
            assert ada.gateway.strangers <= STRANGERS_OF_ONE_ADDRESS
            assert ada.gateway.by_address[LOOPBACK] <= STRANGERS_OF_ONE_ADDRESS + 1
        cy.connect(ada)  # and a newcomer gets in, though all are of one address
        run_until([ada, bo, cy], lambda: cy.has_link(ada) and ada.has_link(cy))
        assert not ada.news(LinkDown) and not bo.news(LinkDown)
        wait_until(lambda: ada.gateway.refused >= 500 - STRANGERS_OF_ONE_ADDRESS)
    finally:
        for sock in silent:
            sock.close()


def test_strangers_that_the_mesh_hears_are_capped_and_the_next_is_refused(gateway: Gateway, mesh_side: socket.socket) -> None:
    held = [socket.create_connection((LOOPBACK, gateway.port), PATIENCE_S) for _ in range(STRANGERS_OF_ONE_ADDRESS)]
    try:
        for sock in held:
            sock.sendall(b"\xff")
        inside = [mesh_side.accept()[0] for _ in held]
        with caller(gateway, b"\xff") as sock:
            assert all_of(sock) == b""
        assert gateway.refused == 1 and gateway.strangers == STRANGERS_OF_ONE_ADDRESS
        for each in inside:
            each.sendall(bytes(gateway_module.STRANGERS_HEAR_BYTES + 1))
        wait_until(lambda: gateway.strangers == 0)
        with caller(gateway, b"\xff") as sock:
            inside.append(mesh_side.accept()[0])
            assert inside[-1].recv(1) == b"\xff"
    finally:
        for sock in (*held, *inside):
            sock.close()


def test_friends_of_one_address_are_capped_too(gateway: Gateway, mesh_side: socket.socket) -> None:
    held: list[socket.socket] = []
    try:
        for count in range(CALLERS_OF_ONE_ADDRESS):
            sock = socket.create_connection((LOOPBACK, gateway.port), PATIENCE_S)
            sock.sendall(b"\xff")
            inside, _ = mesh_side.accept()
            held += [sock, inside]
            inside.sendall(bytes(gateway_module.STRANGERS_HEAR_BYTES + 1))
            wait_until(lambda count=count: gateway.by_address == {LOOPBACK: count + 1} and gateway.strangers == 0)  # type: ignore[misc]
        with caller(gateway, b"\xff") as sock:
            assert all_of(sock) == b""
    finally:
        for sock in held:
            sock.close()


def test_handshakes_of_one_address_are_slowed_down(gateway: Gateway, mesh_side: socket.socket,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway_module, "HANDSHAKES_PER_S", 0.001)
    monkeypatch.setattr(gateway_module, "BURST_HANDSHAKES", 3)
    for _ in range(3):
        with caller(gateway, b"\xff"):
            mesh_side.accept()[0].close()
    with caller(gateway, b"\xff") as sock:
        assert all_of(sock) == b""
    with caller(gateway, CARD_REQUEST) as sock:
        assert all_of(sock) == CARD
    mesh_side.settimeout(0)
    with pytest.raises(BlockingIOError):
        mesh_side.accept()


@pytest.mark.parametrize(("host", "group"), [
    ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8::1:2:3:4", "2001:db8::/64"),
    ("2001:db8::ffff", "2001:db8::/64"), ("fe80::1%eth0", "fe80::1%eth0"), ("fe80::2", "fe80::2"), ("::1", "::/64"),
    ("odd", "odd"),
])
def test_addresses_are_counted_in_groups(host: str, group: str) -> None:
    assert caller_group(host) == group


# --- bounded memory and speed

def test_while_the_mesh_is_behind_little_more_of_each_connection_is_passed_on(mesh_side: socket.socket, patience: None) -> None:
    behind = [True]
    gateway = Gateway(mesh_side.getsockname()[1], {CARD_REQUEST: CARD}, 0, hosts=[LOOPBACK], is_behind=lambda: behind[0])
    with caller(gateway, b"\xff" + bytes(300_000)) as loud:
        loud_inside, _ = mesh_side.accept()
        with caller(gateway, b"\xff") as quiet, loud_inside:
            least = gateway_module.UNREAD_BYTES - MIN_READ_BYTES
            came = as_much_as_comes(loud_inside, least)
            assert least <= came <= gateway_module.UNREAD_BYTES + FIRST_WORDS_BYTES
            quiet_inside, _ = mesh_side.accept()
            with quiet_inside:
                assert quiet_inside.recv(10) == b"\xff"
                for number in range(20):
                    quiet.sendall(bytes((number,)))
                    assert quiet_inside.recv(10) == bytes((number,))
            behind[0] = False
            assert as_much_as_comes(loud_inside, 300_001 - came) == 300_001 - came
        assert all_of(loud) == b""
    gateway.close()


def test_a_connection_is_read_no_faster_than_its_rate(gateway: Gateway, mesh_side: socket.socket,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway_module, "BYTES_PER_S", 1)
    monkeypatch.setattr(gateway_module, "BURST_BYTES", 100_000)
    with caller(gateway, b"\xff") as sock:
        inside, _ = mesh_side.accept()
        with inside:
            assert as_much_as_goes(sock, 101_000) > 101_000
            assert 90_000 <= as_much_as_comes(inside, 90_000) <= 101_000


def as_much_as_goes(sock: socket.socket, at_least: int = 0) -> int:
    """So much must be taken; and what else is, until nobody has taken more for a while."""
    sent = 0
    try:
        while sent < 200_000_000:
            sock.settimeout(PATIENCE_S if sent <= at_least else 0.3)
            sent += sock.send(bytes(65536))
    except TimeoutError:
        pass
    return sent


def test_what_the_other_side_does_not_take_is_not_read() -> None:
    loop = SocketLoop("splice")
    loop.start()
    (ada, outer), (inner, bo) = socket.socketpair(), socket.socketpair()
    ended = threading.Event()
    splices: list[Splice] = []
    for sock in (outer, inner):
        sock.setblocking(False)
    loop.call_soon(lambda: splices.append(Splice(loop, outer, inner, ended=ended.set)))
    sent = as_much_as_goes(ada)
    assert sent < 4_000_000 and len(splices[0]._in.waiting) <= BUFFER_BYTES
    bo.settimeout(PATIENCE_S)
    got = 0
    while got < sent:
        got += len(bo.recv(1 << 20))
    bo.sendall(b"all of it")
    assert ada.recv(100) == b"all of it"
    ada.close()
    assert ended.wait(PATIENCE_S) and bo.recv(1) == b""
    bo.close()
    loop.close(lambda: None)


def test_a_mistake_about_one_connection_costs_the_others_nothing(gateway: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(caller: object) -> None:
        raise ZeroDivisionError

    raised: list[type[BaseException]] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: raised.append(args.exc_type))
    monkeypatch.setattr(gateway, "_put_through", fail)
    with caller(gateway, b"\xff") as sock:
        assert all_of(sock) == b""
    assert raised == [ZeroDivisionError]
    assert fetch_card(LOOPBACK, gateway.port).curve == CURVE


# --- the port

def test_another_port_is_found_where_the_usual_one_is_taken(gateway: Gateway) -> None:
    other = Gateway(gateway.port, {CARD_REQUEST: CARD}, gateway.port, hosts=[LOOPBACK])
    assert other.port != gateway.port
    assert fetch_card(LOOPBACK, other.port).curve == CURVE
    other.close()


def test_a_port_that_must_be_that_one_is_refused_in_a_sentence(gateway: Gateway) -> None:
    with pytest.raises(PortTakenError, match=f"port {gateway.port} cannot be used: .* choose another port"):
        Gateway(1, {CARD_REQUEST: CARD}, gateway.port, any_port=False, hosts=[LOOPBACK])


def test_both_families_are_answered_at_one_port() -> None:
    opened = Gateway(1, {CARD_REQUEST: CARD}, 0)
    try:
        assert fetch_card(LOOPBACK, opened.port).curve == CURVE
        if socket.has_ipv6 and has_ipv6_loopback():
            assert fetch_card("::1", opened.port).curve == CURVE
            assert fetch_card("localhost", opened.port).curve == CURVE
    finally:
        opened.close()


def has_ipv6_loopback() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def test_a_connection_that_came_in_another_way_is_one_like_all(gateway: Gateway) -> None:
    ours, theirs = tcp_pair()
    with ours:
        gateway.take(theirs, "192.0.2.9")
        ours.sendall(CARD_REQUEST)
        assert all_of(ours) == CARD


def tcp_pair() -> tuple[socket.socket, socket.socket]:
    with socket.create_server((LOOPBACK, 0)) as listener:
        ours = socket.create_connection(listener.getsockname(), PATIENCE_S)
        return ours, listener.accept()[0]


@on_linux
def test_a_front_that_was_closed_leaves_nothing_behind(mesh_side: socket.socket) -> None:
    with nothing_left_behind():
        opened = Gateway(mesh_side.getsockname()[1], {CARD_REQUEST: CARD}, 0, hosts=[LOOPBACK])
        with caller(opened, b"\xff") as one, caller(opened) as two:
            inside, _ = mesh_side.accept()
            opened.close()
            opened.close()
            assert all_of(one) == all_of(two) == b""
            inside.close()
        ours, theirs = tcp_pair()
        opened.take(theirs, LOOPBACK)
        assert all_of(ours) == b""
        ours.close()
