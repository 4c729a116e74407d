"""The mesh, between real sockets on loopback: links come up and go down, only with those who are meant; nobody can flood it."""

import os
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import zmq
from hypothesis import given
from hypothesis import strategies as st
from zmq.utils import z85

from acquire_net.crypto.curve import curve_keys
from acquire_net.links import backlog, transport
from acquire_net.links.addresses import AddressError, check_endpoint
from acquire_net.links.link_events import (
    NO_ANSWER,
    NOT_ADMITTED,
    WRONG_KEY,
    CutOff,
    DialFailed,
    Flooding,
    LinkDown,
    LinkUp,
    Unauthorised,
)
from acquire_net.links.meter import STANDARD, PeerLimits
from acquire_net.links.transport import MAX_FRAME_BYTES, Mesh
from tests.net.curve_by_hand import CurveByHand
from tests.net.links.gateway_ends import patience as patience_of_gateways
from tests.support.peers_on_loopback import (
    LOOPBACK,
    MakePeers,
    OnePeer,
    linked,
    make_peers,
    nothing_left_behind,
    on_linux,
    run_for,
    run_until,
    step,
    where_tcp_says_what_came,
)

__all__ = ["make_peers", "patience_of_gateways"]


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch, patience_of_gateways: None) -> None:
    """Nobody is hung up on because the machine is slow: a client that is written by hand answers no heartbeat."""
    for setting in (zmq.HEARTBEAT_IVL, zmq.HANDSHAKE_IVL):
        monkeypatch.setitem(transport._SETTINGS, setting, 0)


# --- links come up and go down

def test_two_peers_talk_over_their_fronts(make_peers: MakePeers) -> None:
    ada, bo = make_peers(2)
    linked(ada, bo)
    assert ada.mesh.send(bo.key, b"to bo") and bo.mesh.send(ada.key, b"to ada")
    run_until([ada, bo], lambda: bool(ada.heard(bo) and bo.heard(ada)))
    assert (ada.heard(), bo.heard()) == ([b"to ada"], [b"to bo"])
    assert ada.news(LinkUp, LinkDown) == [LinkUp(bo.key)] and bo.news(LinkUp, LinkDown) == [LinkUp(ada.key)]


def test_six_peers_talk_each_to_each(make_peers: MakePeers) -> None:
    peers = make_peers(6)
    linked(*peers)
    for peer in peers:
        for other in peers:
            assert peer is other or peer.mesh.send(other.key, b"%d" % peers.index(peer))
    run_until(peers, lambda: all(len(peer.heard()) == 5 for peer in peers))
    for peer in peers:
        assert all(peer.heard(other) == [b"%d" % peers.index(other)] for other in peers if other is not peer)
        assert len(peer.news(LinkUp)) == 5 and not peer.news(LinkDown, DialFailed)


def test_one_open_port_of_two_is_enough(make_peers: MakePeers) -> None:
    ada, bo = make_peers(2)
    bo.connect(ada)
    run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))
    assert ada.mesh.send(bo.key, b"back the way you came")
    run_until([ada, bo], lambda: bo.heard(ada) == [b"back the way you came"])


def test_frames_keep_their_order_and_the_largest_passes(make_peers: MakePeers) -> None:
    ada, bo = make_peers(2)
    linked(ada, bo)
    frames = [b"%d" % number for number in range(50)] + [bytes(MAX_FRAME_BYTES)]
    for frame in frames:
        assert ada.mesh.send(bo.key, frame)
    run_until([ada, bo], lambda: len(bo.heard()) == len(frames))
    assert bo.heard() == frames


def test_the_link_outlives_either_direction(make_peers: MakePeers) -> None:
    ada, bo = make_peers(2)
    linked(ada, bo)
    run_until([ada, bo], lambda: ada.mesh.direction_count(bo.key) == bo.mesh.direction_count(ada.key) == 2)
    bo.gateway.close()  # what ada had connected breaks, and does not come back
    run_until([ada, bo], lambda: DialFailed(bo.key, *bo.address, NO_ANSWER) in ada.events)
    assert ada.mesh.send(bo.key, b"still") and bo.mesh.send(ada.key, b"here")
    run_until([ada, bo], lambda: (bo.heard(), ada.heard()) == ([b"still"], [b"here"]))
    assert not ada.news(LinkDown) and not bo.news(LinkDown)
    bo.mesh.forget_peer(ada.key)
    run_until([ada, bo], lambda: bool(ada.news(LinkDown) and bo.news(LinkDown)))
    assert not ada.mesh.send(bo.key, b"gone") and not bo.mesh.send(ada.key, b"gone")


def test_a_peer_that_ends_is_noticed_and_found_again(make_peers: MakePeers) -> None:
    ada, bo = make_peers(2)
    linked(ada, bo)
    again = Mesh(bo.secret, bo.key)  # the program was started anew, with the key of the evening
    bo.mesh.close()
    run_until([ada], lambda: ada.news(LinkUp, LinkDown)[-1] == LinkDown(bo.key))
    bo.mesh = again
    again.connect_to(ada.key, [ada.address])
    run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))
    # Once, or more often: the line may be taken up again by the half of a program that is just closing.
    news = ada.news(LinkUp, LinkDown)
    assert len(news) >= 3 and news == [LinkUp(bo.key), LinkDown(bo.key)] * (len(news) // 2) + [LinkUp(bo.key)]


def test_addresses_are_tried_in_turn(make_peers: MakePeers) -> None:
    ada, bo, cy = make_peers(3)
    cy.close()
    ada.mesh.connect_to(bo.key, [cy.address, ("::1", cy.gateway.port), bo.address])
    run_until([ada, bo], lambda: ada.has_link(bo))
    assert DialFailed(bo.key, *cy.address, NO_ANSWER) in ada.events


def test_a_new_address_replaces_the_old_one(make_peers: MakePeers) -> None:
    ada, bo, cy = make_peers(3)
    cy.close()
    ada.mesh.connect_to(bo.key, [cy.address])
    run_until([ada, bo], lambda: bool(ada.news(DialFailed)))
    ada.mesh.connect_to(bo.key, [bo.address])
    run_until([ada, bo], lambda: ada.has_link(bo))
    assert [each.port for each in ada.news(DialFailed) if isinstance(each, DialFailed)] == [cy.gateway.port]
    ada.mesh.connect_to(bo.key, [cy.address])  # what works is kept
    run_for([ada, bo], 0.3)
    assert ada.has_link(bo) and not ada.news(LinkDown)


# --- only with those who are meant

def test_another_key_than_the_one_expected_gives_no_link(make_peers: MakePeers) -> None:
    ada, bo, cy = make_peers(3)
    ada.mesh.connect_to(cy.key, [bo.address])
    run_until([ada, bo, cy], lambda: DialFailed(cy.key, *bo.address, WRONG_KEY) in ada.events)
    assert not ada.mesh.send(cy.key, b"for cy only")
    assert not ada.news(LinkUp) and not bo.news(LinkUp)


def test_a_stranger_is_refused_until_admitted_and_again_afterwards(make_peers: MakePeers) -> None:
    ada, bo = make_peers(2)
    ada.mesh.admit([])
    bo.connect(ada)
    run_until([ada, bo], lambda: DialFailed(ada.key, *ada.address, NOT_ADMITTED) in bo.events)
    assert Unauthorised(bo.key) in ada.events and not ada.news(LinkUp) and not bo.mesh.send(ada.key, b"let me in")
    assert ada.mesh.refused
    ada.mesh.admit([bo.key])
    run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))
    assert bo.mesh.send(ada.key, b"in")
    run_until([ada, bo], lambda: ada.heard() == [b"in"])
    ada.mesh.admit([])
    bo.mesh.send(ada.key, b"late")
    refusals = ada.mesh.refused
    run_until([ada, bo], lambda: bool(bo.news(LinkDown)) and ada.mesh.refused > refusals)
    assert ada.heard() == [b"in"] and ada.news(LinkUp, LinkDown) == [LinkUp(bo.key), LinkDown(bo.key)]
    assert not ada.mesh.send(bo.key, b"out")


def test_who_is_not_admitted_is_not_connected_to_either(make_peers: MakePeers) -> None:
    ada, bo = make_peers(2)
    linked(ada, bo)
    ada.mesh.admit([])
    run_until([ada, bo], lambda: bool(bo.news(LinkDown)))
    assert not ada.has_link(bo)
    ada.mesh.admit(None)
    run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))


def test_nobody_connects_to_himself(make_peers: MakePeers) -> None:
    [ada] = make_peers(1)
    with pytest.raises(AddressError):
        ada.mesh.connect_to(ada.key, [ada.address])


class Stranger:
    """A DEALER of its own, which may do what a mesh never does."""

    def __init__(self, to: OnePeer, routing_id: bytes = b"", keys: tuple[bytes, bytes] | None = None) -> None:
        if keys is None:
            made = curve_keys(secrets.token_bytes)
            keys = (made.public, made.secret)
        self.key, self.keys = keys[0], keys
        self.context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.linger = 0
        self.socket.curve_serverkey = z85.encode(to.key)
        self.socket.curve_publickey, self.socket.curve_secretkey = z85.encode(keys[0]), z85.encode(keys[1])
        if routing_id:
            self.socket.routing_id = routing_id
        self.socket.connect(f"tcp://{LOOPBACK}:{to.gateway.port}")

    def hears(self) -> list[bytes]:
        found = []
        while self.socket.poll(0):
            found.append(self.socket.recv())
        return found

    def close(self) -> None:
        self.context.destroy(linger=0)


@pytest.fixture
def strangers() -> Iterator[list[Stranger]]:
    made: list[Stranger] = []
    yield made
    for each in made:
        each.close()


def test_a_frame_counts_for_its_key_and_never_for_its_routing_id(make_peers: MakePeers, strangers: list[Stranger]) -> None:
    [ada] = make_peers(1)
    first = Stranger(ada, b"the same")
    strangers.append(first)
    first.socket.send(b"I am the first")
    run_until([ada], lambda: ada.heard() == [b"I am the first"])
    second = Stranger(ada, b"the same")
    strangers.append(second)
    second.socket.send(b"I am the first as well")
    run_for([ada], 0.2)
    assert ada.heard(first.key) == [b"I am the first"]
    assert ada.mesh.send(first.key, b"for the first")
    run_until([ada], lambda: bool(first.socket.poll(0)))
    assert first.hears() == [b"for the first"] and second.hears() == []
    first.close()
    run_until([ada], lambda: LinkDown(first.key) in ada.events)
    third = Stranger(ada, b"the same")
    strangers.append(third)
    third.socket.send(b"and I am the third")
    run_until([ada], lambda: ada.heard(third.key) == [b"and I am the third"])
    assert not ada.mesh.send(first.key, b"for the first alone")
    run_for([ada], 0.05)
    assert third.hears() == [] and second.hears() == []


def test_two_connections_of_one_key_are_one_peer(make_peers: MakePeers, strangers: list[Stranger]) -> None:
    [ada] = make_peers(1)
    first = Stranger(ada)
    second = Stranger(ada, keys=first.keys)
    strangers += [first, second]
    first.socket.send(b"one")
    run_until([ada], lambda: ada.heard(first.key) == [b"one"])
    second.socket.send(b"two")
    run_until([ada], lambda: ada.heard(first.key) == [b"one", b"two"])
    assert ada.mesh.send(first.key, b"to the last heard")
    run_until([ada], lambda: bool(second.socket.poll(0)))
    second.close()
    run_until([ada], lambda: bool(ada.mesh.send(first.key, b"to the other") and first.socket.poll(10)))
    assert ada.news(LinkUp, LinkDown) == [LinkUp(first.key)]


# --- nobody can flood it

def test_an_oversize_frame_ends_the_connection_and_harms_nobody(make_peers: MakePeers, strangers: list[Stranger]) -> None:
    ada, bo = make_peers(2)
    linked(ada, bo)
    loud = Stranger(ada)
    strangers.append(loud)
    loud.socket.send(b"hello")
    run_until([ada, bo], lambda: ada.heard(loud.key) == [b"hello"])
    loud.socket.send(bytes(MAX_FRAME_BYTES + 1))
    run_until([ada, bo], lambda: LinkDown(loud.key) in ada.events)
    assert ada.heard(loud.key) == [b"hello"]
    assert bo.mesh.send(ada.key, b"well?")
    run_until([ada, bo], lambda: ada.heard(bo) == [b"well?"])
    assert not ada.news(LinkDown) or ada.news(LinkDown) == [LinkDown(loud.key)]


@pytest.mark.parametrize("frame", [b"", bytes(MAX_FRAME_BYTES + 1)], ids=["empty", "oversize"])
def test_a_frame_that_no_peer_would_take_is_not_sent(make_peers: MakePeers, frame: bytes) -> None:
    [ada] = make_peers(1)
    with pytest.raises(ValueError, match="frame"):
        ada.mesh.send(bytes(32), frame)


def test_a_flood_is_throttled_and_its_author_named(make_peers: MakePeers) -> None:
    ada, bo, cy = make_peers(3)
    linked(ada, bo, cy)
    began_s, left, asked = time.monotonic(), 10_000, 0
    while left and not ada.news(CutOff):
        for _ in range(200):
            left -= left > 0 and bo.mesh.send(ada.key, bytes(20))
        if left < 8000 and not asked:
            asked = cy.mesh.send(ada.key, b"may I?")
        run_for([ada, bo, cy], 0.002)
    run_until([ada, bo, cy], lambda: ada.heard(cy) == [b"may I?"])
    run_until([ada, bo, cy], lambda: bool(ada.news(Flooding)))
    seconds = time.monotonic() - began_s
    assert len(ada.heard(bo)) <= STANDARD.burst_frames + STANDARD.frames_per_s * seconds
    named = [each for each in ada.events if isinstance(each, Flooding)]
    assert {each.key for each in named} == {bo.key} and len(named) <= STANDARD.offences
    assert ada.has_link(cy)


def test_who_floods_again_and_again_is_cut_off_for_a_while(make_peers: MakePeers) -> None:
    [ada] = make_peers(1, PeerLimits(frames_per_s=20, burst_frames=10, offences=2, cut_s=0.5))
    [bo] = make_peers(1)
    linked(ada, bo)

    def cut_off() -> bool:
        for _ in range(20):
            bo.mesh.send(ada.key, b"!")
        return bool(ada.news(CutOff))

    run_until([ada, bo], cut_off)
    [cut] = ada.news(CutOff)
    assert isinstance(cut, CutOff) and (cut.key, cut.seconds) == (bo.key, 0.5)
    assert len(ada.news(Flooding)) == 2
    run_until([ada, bo], lambda: bool(ada.news(LinkDown) and bo.news(LinkDown)))
    run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))


def test_many_bytes_are_a_flood_too(make_peers: MakePeers) -> None:
    [ada] = make_peers(1, PeerLimits(bytes_per_s=1, burst_bytes=5000))
    [bo] = make_peers(1)
    linked(ada, bo)
    for _ in range(3):
        assert bo.mesh.send(ada.key, bytes(2000))
    run_until([ada, bo], lambda: bool(ada.news(Flooding)))
    assert len(ada.heard(bo)) == 2


def test_frames_in_pieces_are_not_heard(make_peers: MakePeers, strangers: list[Stranger]) -> None:
    [ada] = make_peers(1)
    odd = Stranger(ada)
    strangers.append(odd)
    for _ in range(STANDARD.offences):
        odd.socket.send_multipart([b"a", b"b", b"c"])
    run_until([ada], lambda: bool(ada.news(CutOff)))
    assert not ada.heard() and LinkDown(odd.key) in ada.events


@where_tcp_says_what_came
@pytest.mark.parametrize("is_known", [True, False])
def test_a_message_without_end_is_ended(make_peers: MakePeers, patience: None, monkeypatch: pytest.MonkeyPatch,
                                        is_known: bool) -> None:
    """ZeroMQ's own library would not send a piece before it has the last one; another library may."""
    monkeypatch.setattr(backlog, "MAX_UNSEEN_BYTES", 200_000)
    monkeypatch.setattr(transport, "HOUSEKEEPING_S", 0.05)
    ada, bo = make_peers(2)
    linked(ada, bo)
    endless = let_in(CurveByHand(ada.address, ada.key), ada, bo)
    if is_known:
        endless.say(b"hello")
        run_until([ada, bo], lambda: ada.heard(endless.keys.public) == [b"hello"])
    with suppress(ConnectionError):  # it may be ended before all is said
        for _ in range(50):
            endless.say(bytes(5000), more=True)
            step([ada, bo])
    endless.socket.settimeout(0)
    run_until([ada, bo], lambda: has_ended(endless.socket))
    assert len(ada.heard()) == is_known and ada.has_link(bo)
    assert [each.key for each in ada.events if isinstance(each, CutOff)] == [endless.keys.public] * is_known
    endless.close()


def let_in(client: CurveByHand, *peers: OnePeer) -> CurveByHand:
    run_until(list(peers), client.is_let_in)
    return client


def has_ended(sock: socket.socket) -> bool:
    try:
        while sock.recv(4096):
            pass
    except BlockingIOError:
        return False
    except ConnectionError:
        pass
    return True


def test_who_connects_again_and_again_is_refused_for_a_while(make_peers: MakePeers) -> None:
    [ada] = make_peers(1, PeerLimits(connections_per_s=0.001, burst_connections=3))
    [bo] = make_peers(1)
    for _ in range(3):
        bo.connect(ada)
        run_until([ada, bo], lambda: bo.has_link(ada) and ada.has_link(bo))
        bo.mesh.forget_peer(ada.key)
        run_until([ada, bo], lambda: not ada.has_link(bo))
    bo.connect(ada)
    run_until([ada, bo], lambda: DialFailed(ada.key, *ada.address, NOT_ADMITTED) in bo.events)


@on_linux
def test_what_is_unread_of_somebody_who_was_cut_off_harms_nobody_who_comes_after_him(
        make_peers: MakePeers, patience: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system gives the number of its connection to the next one, to which its frames do not belong."""
    [ada] = make_peers(1, PeerLimits(frames_per_s=10, burst_frames=100))
    taken = [os.open(os.devnull, os.O_RDONLY)]
    loud = let_in(CurveByHand((LOOPBACK, ada.mesh.port), ada.key), ada)
    loud.say(b"hello")
    run_until([ada], lambda: bool(ada.heard(loud.keys.public)))
    [number] = ada.mesh._incoming.connections_of(loud.keys.public)
    for _ in range(3_000):
        loud.say(b"!")
    run_until([ada], lambda: bool(ada.news(CutOff)))
    while number not in taken:  # it has gone, and all numbers before it are taken
        taken.append(os.open(os.devnull, os.O_RDONLY))
        if taken[-1] > number:
            os.close(taken.pop())
    os.close(taken.pop(0))  # for its own side of it
    os.close(taken.pop(taken.index(number)))
    monkeypatch.setattr(transport, "FRAMES_AT_ONCE", 0)
    next_one = let_in(CurveByHand((LOOPBACK, ada.mesh.port), ada.key), ada)
    monkeypatch.setattr(transport, "FRAMES_AT_ONCE", 1)  # so that much is left unread when this one is heard
    next_one.say(b"may I?")
    run_until([ada], lambda: bool(ada.heard(next_one.keys.public)))
    assert ada.mesh._incoming.connections_of(next_one.keys.public) == [number] and ada.mesh.is_behind
    run_until([ada], lambda: not ada.mesh.is_behind)
    next_one.say(b"may I still?")
    run_until([ada], lambda: ada.heard(next_one.keys.public) == [b"may I?", b"may I still?"])
    for each in (loud, next_one):
        each.close()
    for each_number in taken:
        os.close(each_number)


def test_a_mesh_that_cannot_read_all_at_once_says_so_until_it_has(make_peers: MakePeers, patience: None) -> None:
    [ada] = make_peers(1, PeerLimits(frames_per_s=1_000_000, burst_frames=1_000_000))
    bo = let_in(CurveByHand(ada.address, ada.key), ada)
    bo.say(b"hello")
    run_until([ada], lambda: bool(ada.heard()))
    assert not ada.mesh.is_behind

    def says_more_than_is_read() -> bool:
        for _ in range(2 * transport.FRAMES_AT_ONCE):
            bo.say(b"!")
        return ada.mesh.is_behind

    run_until([ada], says_more_than_is_read)
    run_until([ada], lambda: not ada.mesh.is_behind)
    bo.close()


def test_who_was_cut_off_takes_the_place_of_nobody_who_comes(make_peers: MakePeers, patience: None,
                                                             monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a stranger who is cut off under one key after the other would keep everybody out."""
    monkeypatch.setattr(transport, "MAX_MESH_PEERS", 3)
    ada, bo = make_peers(2)
    linked(ada, bo)
    for number in range(4):
        odd = let_in(CurveByHand(ada.address, ada.key), ada, bo)
        for _ in range(STANDARD.offences):
            odd.say(b"a", more=True)
            odd.say(b"b")
        run_until([ada, bo], lambda cuts=number + 1: len(ada.news(CutOff)) == cuts)  # type: ignore[misc]
        odd.close()
    assert ada.has_link(bo) and len(ada.mesh._peers) == 3


@pytest.mark.parametrize("what", ["broken_frames", pytest.param("torn_floods", marks=pytest.mark.fully)])
def test_a_frame_that_breaks_the_protocol_or_a_flood_that_is_torn_ends_no_program(what: str) -> None:
    """In a program of its own: it would end this one."""
    done = subprocess.run([sys.executable, "-m", f"tests.support.{what}"], cwd=Path(__file__).parents[3],
                          capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "alive\n", "")


def test_to_send_to_somebody_who_does_not_read_never_waits(make_peers: MakePeers) -> None:
    ada, bo = make_peers(2)
    linked(ada, bo)
    sent = 0
    while ada.mesh.send(bo.key, bytes(100_000)):  # bo's thread does not come round
        sent += 1
        assert sent < 1000
    assert sent >= 1


def test_a_link_that_is_cut_by_its_owner_ends_on_both_sides(make_peers: MakePeers) -> None:
    ada, bo = make_peers(2)
    linked(ada, bo)
    ada.mesh.cut_off(bo.key, 3600, "it sends what nobody can read")
    run_until([ada, bo], lambda: bool(bo.news(LinkDown)) and bool(bo.news(DialFailed)))
    assert ada.news(LinkDown, CutOff) == [LinkDown(bo.key), CutOff(bo.key, 3600, "it sends what nobody can read")]
    assert not bo.mesh.send(ada.key, b"please")


# --- the owner's side

def test_poll_ends_with_its_time_and_at_once_when_woken(make_peers: MakePeers) -> None:
    [ada] = make_peers(1)
    began_s = time.monotonic()
    assert ada.mesh.poll(30) == []
    assert time.monotonic() - began_s >= 0.029
    waker = threading.Timer(0.05, ada.mesh.wake)
    waker.start()
    assert ada.mesh.poll(60_000) == []
    waker.join()


def test_nothing_is_wrong_with_a_closed_mesh(make_peers: MakePeers) -> None:
    [ada] = make_peers(1)
    ada.mesh.close()
    ada.mesh.close()
    ada.mesh.wake()


@on_linux
def test_a_mesh_that_was_closed_leaves_nothing_behind() -> None:
    with nothing_left_behind():
        peers = [OnePeer() for _ in range(3)]
        linked(*peers)
        peers[0].mesh.connect_to(bytes(31) + b"x", [(LOOPBACK, 9)])
        run_for(peers, 0.15)
        began_s = time.monotonic()
        for peer in peers:
            peer.mesh.send(peers[1].key, b"unread")
            peer.close()
        assert time.monotonic() - began_s < 10


@pytest.mark.parametrize(("host", "port"), [("localhost", 1), ("1.2.3", 1), ("", 1), (LOOPBACK, 0), (LOOPBACK, 65536), ("*", 5),
                                            ("::1]:5;tcp://[::1", 5), (LOOPBACK, -1), ("x" * 10_000, 5)])
def test_what_is_no_address_is_not_connected_to(make_peers: MakePeers, host: str, port: int) -> None:
    [ada] = make_peers(1)
    with pytest.raises(AddressError) as refused:
        ada.mesh.connect_to(bytes(32), [(host, port)])
    assert len(str(refused.value)) < 150


@given(st.text(max_size=40), st.integers(1, 65535))
def test_an_address_is_refused_or_can_be_connected_to(host: str, port: int) -> None:
    try:
        check_endpoint(host, port)
    except AddressError:
        return
    assert not set(host) & set("[]/;, \0") and len(host) < 64


def test_keys_are_those_of_zeromq() -> None:
    keys = curve_keys(secrets.token_bytes)
    assert zmq.curve_public(z85.encode(keys.secret)) == z85.encode(keys.public)
    assert repr(keys.secret) not in repr(keys)


@on_linux
def test_a_mesh_that_was_forgotten_holds_nobody_up_and_leaves_nothing_behind() -> None:
    """Garbage that goes round in circles, as after an exception whose traceback knows the mesh."""
    with nothing_left_behind():
        keys = curve_keys(lambda count: bytes(range(count)))
        mesh = Mesh(keys.secret, keys.public)
        mesh.connect_to(bytes(31) + b"x", [(LOOPBACK, 9)])
        mesh.poll(50)
        mesh.itself = mesh  # type: ignore[attr-defined]
        del mesh
