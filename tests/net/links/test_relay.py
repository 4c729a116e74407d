"""The relay and its two ends: tables behind routers are reached, and the relay stays small, however many come."""

import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.discovery import card as card_module
from acquire_net.discovery.card import NotATableError, fetch_card
from acquire_net.links import relay as relay_module
from acquire_net.links import relay_ends
from acquire_net.links.link_events import LinkDown, LinkUp
from acquire_net.links.relay import (
    ACCEPT,
    CONNECT,
    LISTEN,
    NO,
    PING,
    REFUSALS,
    REQUEST_BYTES,
    SIGNAL_BYTES,
    TOKEN_BYTES,
    YES,
    Relay,
    RelayLimits,
    Request,
    Wire,
    room_of,
    signal_bytes,
    why_not,
)
from acquire_net.links.relay_ends import RelayLink, RelayTunnel
from acquire_net.links.sockets import PortTakenError
from tests.support.peers_on_loopback import (
    LOOPBACK,
    PATIENCE_S,
    MakePeers,
    OnePeer,
    as_much_as_comes,
    make_peers,
    nothing_left_behind,
    on_linux,
    run_until,
    wait_until,
)

__all__ = ["make_peers"]

ROOM = room_of(b"fives")
TOKEN = bytes(range(TOKEN_BYTES))
NO_TOKEN = bytes(TOKEN_BYTES)
STANDARD = RelayLimits()


@pytest.fixture
def open_relay() -> Iterator[Callable[..., Relay]]:
    opened: list[Relay] = []

    def open_one(limits: RelayLimits = STANDARD, port: int = 0) -> Relay:
        opened.append(Relay(port, hosts=[LOOPBACK], limits=limits))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


OpenRelay = Callable[..., Relay]


@contextmanager
def ends(relay: Relay, waits: OnePeer) -> Iterator[tuple[RelayLink, RelayTunnel]]:
    link = RelayLink(waits.gateway.take, LOOPBACK, relay.port, waits.room)
    tunnel = RelayTunnel(LOOPBACK, relay.port, waits.room)
    try:
        wait_until(lambda: link.is_up)
        yield link, tunnel
    finally:
        link.close()
        tunnel.close()


# --- through it

def test_a_table_that_nobody_can_reach_is_reached_through_a_relay(make_peers: MakePeers, open_relay: OpenRelay) -> None:
    relay = open_relay()
    ada, bo = make_peers(2)
    with ends(relay, ada) as (_, tunnel):
        card = fetch_card(LOOPBACK, tunnel.port)
        assert (card.identity, card.curve) == (ada.signer.public, ada.key)
        bo.mesh.connect_to(card.curve, [(LOOPBACK, tunnel.port)])
        run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))
        frames = [secrets.token_bytes(1 + 97 * number) for number in range(60)]
        for frame in frames:
            assert ada.mesh.send(bo.key, frame) and bo.mesh.send(ada.key, frame[::-1])
        run_until([ada, bo], lambda: len(ada.heard(bo)) == len(bo.heard(ada)) == len(frames))
        assert bo.heard() == frames and ada.heard() == [frame[::-1] for frame in frames]
        assert (relay.room_count, relay.pair_count) == (1, 1) and relay.joined >= 2
        wait_until(lambda: ada.gateway.strangers == 0 and ada.gateway.by_address == {LOOPBACK: 1})


def test_several_go_through_one_room(make_peers: MakePeers, open_relay: OpenRelay) -> None:
    relay = open_relay()
    ada, *others = make_peers(5)
    with ends(relay, ada) as (_, tunnel):
        for other in others:
            other.mesh.connect_to(ada.key, [(LOOPBACK, tunnel.port)])
        run_until([ada, *others], lambda: ada.has_link(*others) and all(other.has_link(ada) for other in others))
        assert relay.pair_count == 4


def test_where_nobody_waits_that_is_said(open_relay: OpenRelay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_module, "ASK_AGAIN_S", 0.0)
    relay = open_relay()
    tunnel = RelayTunnel(LOOPBACK, relay.port, ROOM)
    with pytest.raises(NotATableError):
        fetch_card(LOOPBACK, tunnel.port)
    wait_until(lambda: "nobody waits there" in tunnel.trouble)
    assert relay.refused == card_module.MAX_ASKED
    relay.close()
    with pytest.raises(NotATableError):
        fetch_card(LOOPBACK, tunnel.port)
    wait_until(lambda: "cannot be reached" in tunnel.trouble)
    tunnel.close()


def test_a_link_comes_back_when_the_relay_does(make_peers: MakePeers, open_relay: OpenRelay,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_ends, "FIRST_PAUSE_S", 0.02)
    relay = open_relay()
    ada, bo = make_peers(2)
    with ends(relay, ada) as (link, tunnel):
        bo.mesh.connect_to(ada.key, [(LOOPBACK, tunnel.port)])
        run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))
        port = relay.port
        relay.close()
        run_until([ada, bo], lambda: bool(ada.news(LinkDown) and bo.news(LinkDown)))
        wait_until(lambda: not link.is_up and "cannot be reached" in link.trouble)
        open_relay(port=port)
        run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))
        assert link.is_up and link.trouble == ""


@pytest.mark.fully
def test_a_line_that_swallows_everything_is_noticed_and_heals(make_peers: MakePeers, open_relay: OpenRelay) -> None:
    """A half-open link: neither side sees an end; only heartbeats fail to come."""
    relay = open_relay()
    ada, bo = make_peers(2)
    with ends(relay, ada) as (_, tunnel):
        bo.mesh.connect_to(ada.key, [(LOOPBACK, tunnel.port)])
        run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))
        heals = threading.Event()
        relay._loop.call_soon(lambda: heals.wait(PATIENCE_S))
        run_until([ada, bo], lambda: bool(ada.news(LinkDown) and bo.news(LinkDown)))
        heals.set()
        run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))
        assert len(ada.news(LinkUp)) == len(bo.news(LinkUp)) == 2


# --- what the relay allows

@contextmanager
def caller(relay: Relay, request: Request | bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection((LOOPBACK, relay.port), PATIENCE_S) as sock:
        sock.sendall(request.pack() if isinstance(request, Request) else request)
        yield sock


def heard(sock: socket.socket, size: int = SIGNAL_BYTES) -> bytes:
    data = b""
    while len(data) < size and (more := sock.recv(size - len(data))):
        data += more
    return data


def refusal(sock: socket.socket) -> str:
    """Return why a client was refused before it was disconnected."""
    data = heard(sock, 100)
    assert data[:1] == NO and len(data) == SIGNAL_BYTES
    return data[1:].rstrip(b"\0").decode()


def test_two_are_joined_by_a_token(open_relay: OpenRelay) -> None:
    relay = open_relay()
    with caller(relay, Request(LISTEN, ROOM, TOKEN)) as waits:
        assert heard(waits) == signal_bytes(YES)
        with caller(relay, Request(CONNECT, ROOM, NO_TOKEN)) as dials:
            answer = heard(waits)
            assert answer[:1] == b"D"
            with caller(relay, Request(ACCEPT, ROOM, answer[1:]).pack() + b"and more") as accepts:
                assert heard(accepts) == heard(dials) == signal_bytes(YES)
                assert heard(dials, 8) == b"and more"
                dials.sendall(b"through")
                assert heard(accepts, 7) == b"through"
                with caller(relay, Request(ACCEPT, ROOM, answer[1:])) as again:
                    assert refusal(again) == "no room"
            assert dials.recv(1) == b""
        wait_until(lambda: relay.pair_count == 0)
        waits.sendall(signal_bytes(PING))
        assert heard(waits) == signal_bytes(PING)
    wait_until(lambda: relay.room_count == 0)
    assert relay.joined == 1


def test_a_guessed_token_or_one_of_another_room_joins_nobody(open_relay: OpenRelay) -> None:
    relay = open_relay()
    with caller(relay, Request(LISTEN, ROOM, TOKEN)) as waits:
        assert heard(waits) == signal_bytes(YES)
        with caller(relay, Request(CONNECT, ROOM, NO_TOKEN)):
            with caller(relay, Request(ACCEPT, ROOM, TOKEN)) as guesses:
                assert refusal(guesses) == "no room"
            with caller(relay, Request(ACCEPT, bytes(32), heard(waits)[1:])) as elsewhere:
                assert refusal(elsewhere) == "no room"
            assert relay.pair_count == 0


@pytest.mark.parametrize("words", [b"GET / HTTP/1.1\r\nHost: relay.example\r\nAccept: everything\r\n\r\n", bytes(REQUEST_BYTES),
                                   Request(b"X", ROOM, TOKEN).pack(), b"\xff" * 100])
def test_what_is_no_request_is_refused(open_relay: OpenRelay, words: bytes) -> None:
    relay = open_relay()
    with caller(relay, words[:REQUEST_BYTES]) as sock:
        assert refusal(sock) == "what"
    assert relay.refused == 1


def test_who_says_nothing_or_half_of_it_is_hung_up_on(open_relay: OpenRelay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_module, "FIRST_WORDS_S", 0.1)
    relay = open_relay()
    for words in (b"", Request(LISTEN, ROOM, TOKEN).pack()[:-1]):
        with caller(relay, words) as sock:
            assert closed(sock)
    assert relay.room_count == 0


def test_a_table_that_does_not_answer_is_not_waited_for(open_relay: OpenRelay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_module, "UNPAIRED_S", 0.1)
    relay = open_relay()
    with caller(relay, Request(LISTEN, ROOM, TOKEN)) as waits:
        assert heard(waits) == signal_bytes(YES)
        with caller(relay, Request(CONNECT, ROOM, NO_TOKEN)) as dials:
            assert refusal(dials) == "no answer"
        with caller(relay, Request(ACCEPT, ROOM, heard(waits)[1:])) as late:
            assert refusal(late) == "no room"


def test_whoever_is_dialled_out_of_turn_is_hung_up_on(open_relay: OpenRelay) -> None:
    relay = open_relay()
    with caller(relay, Request(LISTEN, ROOM, TOKEN)) as waits:
        assert heard(waits) == signal_bytes(YES)
        with caller(relay, Request(CONNECT, ROOM, NO_TOKEN).pack() + b"!") as hasty:
            assert hasty.recv(100) == b""
        waits.sendall(signal_bytes(b"?"))
        heard(waits)
        assert waits.recv(100) == b""
    wait_until(lambda: relay.room_count == 0)


def test_a_control_line_that_is_not_kept_up_ends(open_relay: OpenRelay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_module, "SILENT_CONTROL_S", 0.1)
    relay = open_relay()
    with caller(relay, Request(LISTEN, ROOM, TOKEN)) as waits:
        assert heard(waits, 100) == signal_bytes(YES)
    wait_until(lambda: relay.room_count == 0)


def test_a_link_keeps_its_control_line_up(open_relay: OpenRelay, make_peers: MakePeers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_ends, "PING_S", 0.05)
    relay = open_relay()
    [ada] = make_peers(1)
    said = threading.Semaphore(0)
    pinged = relay._on_ping

    def count(wire: Wire, data: bytes) -> None:
        pinged(wire, data)
        said.release()

    monkeypatch.setattr(relay, "_on_ping", count)
    with ends(relay, ada) as (link, _):
        assert said.acquire(timeout=PATIENCE_S) and said.acquire(timeout=PATIENCE_S)
        assert link.is_up and relay.room_count == 1


def test_a_room_is_its_first_owners_who_alone_can_take_it_over(open_relay: OpenRelay) -> None:
    relay = open_relay()
    with caller(relay, Request(LISTEN, ROOM, TOKEN)) as first:
        assert heard(first) == signal_bytes(YES)
        with caller(relay, Request(LISTEN, ROOM, NO_TOKEN)) as thief:
            assert refusal(thief) == "taken"
        with caller(relay, Request(LISTEN, ROOM, TOKEN)) as again:  # after its line broke, which the relay has not noticed
            assert heard(again) == signal_bytes(YES)
            assert first.recv(100) == b""
            assert relay.room_count == 1


def test_rooms_and_connections_are_limited(open_relay: OpenRelay) -> None:
    relay = open_relay(RelayLimits(rooms=2, rooms_of_one_address=2, waiting_of_one_room=1, connections=5))
    rooms = [room_of(b"%d" % number) for number in range(3)]
    with caller(relay, Request(LISTEN, rooms[0], TOKEN)) as one, caller(relay, Request(LISTEN, rooms[1], TOKEN)) as two:
        assert heard(one) == heard(two) == signal_bytes(YES)
        with caller(relay, Request(LISTEN, rooms[2], TOKEN)) as three:
            assert refusal(three) == "full"
        with caller(relay, Request(CONNECT, rooms[0], NO_TOKEN)) as dials:
            heard(one)
            with caller(relay, Request(CONNECT, rooms[0], NO_TOKEN)) as another:
                assert refusal(another) == "full"
            with caller(relay), caller(relay), caller(relay) as sixth:
                assert closed(sixth)
            assert dials.fileno() >= 0
        wait_until(lambda: relay.refused == 3)


def test_a_room_is_not_dialled_without_end(open_relay: OpenRelay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_module, "DIALS_PER_S", 0.001)
    monkeypatch.setattr(relay_module, "BURST_DIALS", 2)
    relay = open_relay()
    with caller(relay, Request(LISTEN, ROOM, TOKEN)) as waits:
        assert heard(waits) == signal_bytes(YES)
        for _ in range(2):
            with caller(relay, Request(CONNECT, ROOM, NO_TOKEN)):
                assert heard(waits)[:1] == b"D"
        with caller(relay, Request(CONNECT, ROOM, NO_TOKEN)) as third:
            assert refusal(third) == "full"


def closed(sock: socket.socket) -> bool:
    try:
        return sock.recv(1) == b""
    except ConnectionResetError:
        return True


def test_a_table_of_six_behind_one_router_fits(open_relay: OpenRelay) -> None:
    """Each waits for the others and for those who watch; where they do not reach each other, each dials each."""
    relay = open_relay(RelayLimits())
    with ExitStack() as open_now:
        for number in range(12):
            waits = open_now.enter_context(caller(relay, Request(LISTEN, room_of(b"%05d" % number), TOKEN)))
            assert heard(waits) == signal_bytes(YES)
        for number in range(6 * 5):
            open_now.enter_context(caller(relay, Request(CONNECT, room_of(b"%05d" % (number % 6)), NO_TOKEN)))
        wait_until(lambda: relay.refused > 0 or len(relay._dialled) == 6 * 5)
        assert not relay.refused


@pytest.mark.parametrize("limits", [RelayLimits(rooms_of_one_address=1), RelayLimits(rooms=1)])
def test_rooms_of_one_address_are_limited(open_relay: OpenRelay, limits: RelayLimits) -> None:
    relay = open_relay(limits)
    with caller(relay, Request(LISTEN, ROOM, TOKEN)) as one, caller(relay, Request(LISTEN, bytes(32), TOKEN)) as two:
        assert {heard(one)[:1], heard(two)[:1]} == {YES, NO}


def test_connections_of_one_address_are_limited(open_relay: OpenRelay) -> None:
    relay = open_relay(RelayLimits(connections_of_one_address=1))
    with caller(relay, Request(LISTEN, ROOM, TOKEN)) as one:
        assert heard(one) == signal_bytes(YES)
        with caller(relay) as two:
            assert closed(two)


def joined(relay: Relay, waits: socket.socket) -> tuple[socket.socket, socket.socket]:
    dials = socket.create_connection((LOOPBACK, relay.port), PATIENCE_S)
    dials.sendall(Request(CONNECT, ROOM, NO_TOKEN).pack())
    accepts = socket.create_connection((LOOPBACK, relay.port), PATIENCE_S)
    accepts.sendall(Request(ACCEPT, ROOM, heard(waits)[1:]).pack())
    assert heard(dials) == heard(accepts) == signal_bytes(YES)
    return dials, accepts


def test_a_pair_is_slowed_down_to_its_rate(open_relay: OpenRelay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_module, "PAIR_BYTES_PER_S", 1)
    monkeypatch.setattr(relay_module, "PAIR_BURST_BYTES", 50_000)
    relay = open_relay()
    with caller(relay, Request(LISTEN, ROOM, TOKEN)) as waits:
        heard(waits)
        for ours, theirs in (pair := joined(relay, waits), pair[::-1]):
            ours.sendall(bytes(100_000))
            assert 45_000 <= as_much_as_comes(theirs, 45_000) <= 50_100
            ours.settimeout(PATIENCE_S)
        for sock in pair:
            sock.close()


def test_a_pair_that_is_idle_ends(open_relay: OpenRelay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_module, "IDLE_PAIR_S", 0.1)
    relay = open_relay()
    with caller(relay, Request(LISTEN, ROOM, TOKEN)) as waits:
        heard(waits)
        dials, accepts = joined(relay, waits)
        with dials, accepts:
            assert dials.recv(1) == accepts.recv(1) == b""


def test_a_relay_whose_port_is_taken_says_so(open_relay: OpenRelay) -> None:
    with pytest.raises(PortTakenError, match="choose another port"):
        open_relay(port=open_relay().port)


@on_linux
def test_relays_and_ends_that_were_closed_leave_nothing_behind() -> None:
    with nothing_left_behind():
        relay = Relay(0, hosts=[LOOPBACK])
        ada, bo = OnePeer(), OnePeer()
        with ends(relay, ada) as (link, tunnel):
            bo.mesh.connect_to(ada.key, [(LOOPBACK, tunnel.port)])
            run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))
            link.close()
            tunnel.close()
        with caller(relay), caller(relay, Request(LISTEN, ROOM, TOKEN)), caller(relay, Request(CONNECT, ROOM, NO_TOKEN)):
            relay.close()
            relay.close()
        nowhere = RelayLink(ada.gateway.take, LOOPBACK, relay.port, ROOM)
        wait_until(lambda: "cannot be reached" in nowhere.trouble)
        for each in (nowhere, ada, bo):
            each.close()


def test_a_name_that_nobody_knows_does_not_hold_up_the_end() -> None:
    link = RelayLink(lambda sock, host: sock.close(), "no-such-host.invalid", 1, ROOM)
    link.close()
    assert not link.is_up


# --- its words

@given(st.sampled_from([LISTEN, CONNECT, ACCEPT]), st.binary(min_size=32, max_size=32), st.binary(min_size=16, max_size=16))
def test_a_request_is_read_as_it_was_written(kind: bytes, room: bytes, token: bytes) -> None:
    request = Request(kind, room, token)
    assert len(request.pack()) == REQUEST_BYTES and Request.read(request.pack()) == request


@given(st.binary(max_size=80))
def test_noise_is_no_request(data: bytes) -> None:
    assert Request.read(data) is None


@given(st.binary(max_size=40))
def test_every_refusal_is_a_sentence(token: bytes) -> None:
    assert len(why_not(token)) > 20


def test_refusals_have_room_for_their_words() -> None:
    assert all(len(signal_bytes(NO, words)) == SIGNAL_BYTES and why_not(signal_bytes(NO, words)[1:]) == text for words,
               text in REFUSALS.items())


def test_a_room_is_no_fingerprint() -> None:
    assert len(ROOM) == 32 and b"fives" not in ROOM and room_of(b"other") != ROOM
