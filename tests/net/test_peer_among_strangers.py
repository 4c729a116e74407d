"""Peers on loopback, and what strangers, disks and restarts must not do to them."""

from __future__ import annotations

import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from acquire_core import Ruleset
from acquire_net import events, lobby_snapshot
from acquire_net.config import Host, Join, PeerConfig, Resume
from acquire_net.crypto import signing
from acquire_net.crypto.signing import SigningKey
from acquire_net.discovery.table_address import TableAddress
from acquire_net.links.link_events import Event
from acquire_net.links.transport import Mesh
from acquire_net.lobby.events import LinkRefused, ProposalChanged
from acquire_net.lobby.lobby import Lobby, Offer
from acquire_net.lobby.membership import MemberLink, Membership, Program
from acquire_net.lobby.messages import LobbyKind, LobbyRound, Presence, Wants, frame_of, sign_line, sign_presence, sign_proposal
from acquire_net.lobby.table_spec import Hello, sign_hello
from acquire_net.peer import Peer
from acquire_net.protocol.session_events import Regroup
from acquire_net.protocol.version import PROTOCOL
from acquire_net.table.acquire_game import header_of, rules_lines

PATIENCE_S = 25.0
CLASSIC, TEAMS = rules_lines(Ruleset(name="classic")), rules_lines(Ruleset(name="classic").replace(teams=True))


class Somebody:
    def __init__(self, folder: Path, name: str, how: Host | Join | Resume, signer: SigningKey | None = None) -> None:
        self.signer = signer or SigningKey(secrets.token_bytes(32))
        self.folder = folder
        self._inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.reported: list[object] = []
        self.peer = Peer(PeerConfig(self.signer, name, folder, "1", port=0, announces=False), how, self._inbox.put)
        self.peer.start()

    def until(self, wanted: Callable[[object], bool]) -> object:
        """Return the first of all events."""
        for item in self.reported:
            if wanted(item):
                return item
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                self.reported.append(self._inbox.get(timeout=max(end - time.monotonic(), 0)))
            except queue.Empty:
                raise AssertionError(self.reported[-5:]) from None
            if wanted(self.reported[-1]):
                return self.reported[-1]

    def stopped(self) -> str:
        item = self.until(lambda item: isinstance(item, events.PeerStopped))
        assert isinstance(item, events.PeerStopped)
        return item.text

    @property
    def begun(self) -> int:
        return sum(isinstance(item, events.Begun) for item in self.reported)


Sit = Callable[..., list[Somebody]]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    made: list[Somebody] = []

    def table(count: int, rules: tuple[str, ...] = CLASSIC, mute: bool = False) -> list[Somebody]:
        """Return all at a table that has begun; with `mute` the last says nothing there, so that the game does not begin."""
        made.append(Somebody(tmp_path / "0", "Ada", Host(Offer(rules, count))))
        listening = made[0].until(lambda item: isinstance(item, events.Listening))
        assert isinstance(listening, events.Listening)
        made.extend(Somebody(tmp_path / str(number), f"Ben{number}", Join(TableAddress("127.0.0.1", listening.port)))
                    for number in range(1, count))
        for each in made:
            each.until(lambda item: isinstance(item, events.LobbySnapshot)
                       and sum(who.is_seated and who.is_here for who in item.members) == count)
        if mute:
            mesh = made[-1].peer._running_connections().mesh
            send = mesh.send
            mesh.send = lambda key, frame: frame[:1] != b"\0" or send(key, frame)  # type: ignore[method-assign]
        for each in made:
            each.peer.set_ready(True)
        for each in made:
            each.until(lambda item: isinstance(item, events.Begun))
        return made

    yield table
    for each in made:
        each.peer.stop()
    for each in made:
        each.peer.wait_until_stopped(10)


def test_a_disk_that_lets_go_of_nothing_does_not_keep_a_peer_from_its_end(sit: Sit) -> None:
    ada, _ = sit(2)
    links, = ada.folder.glob("*.links")
    links.unlink()
    links.mkdir()
    ada.peer.leave()
    ada.peer.stop()
    assert not ada.stopped()


def test_whoever_has_left_for_good_is_not_led_back(sit: Sit) -> None:
    ada, _ = sit(2)
    assert list(ada.folder.glob("*.links"))
    ada.peer.leave()
    ada.peer.stop()
    assert not ada.stopped() and not list(ada.folder.glob("*.links"))


def test_a_host_learns_of_a_newcomer_with_other_rules_even_if_the_newcomer_notices_it_first(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the newcomer sends is held back until it has refused the host, as on a busy machine."""
    host = Somebody(tmp_path / "0", "Ada", Host(Offer(CLASSIC, 3)))
    listening = host.until(lambda item: isinstance(item, events.Listening))
    assert isinstance(listening, events.Listening)
    of_host = host.peer._running_connections().mesh
    send, poll, refuse = Mesh.send, Mesh.poll, Membership.refuse_link
    unsent: list[tuple[bytes, bytes]] = []
    has_refused = threading.Event()

    def send_later(mesh: Mesh, key: bytes, frame: bytes) -> bool:
        if mesh is of_host:
            return send(mesh, key, frame)
        unsent.append((key, frame))
        return True

    def send_and_poll(mesh: Mesh, timeout_ms: float) -> list[Event]:
        if mesh is not of_host and has_refused.is_set():
            for key, frame in unsent:
                send(mesh, key, frame)
            unsent.clear()
        return poll(mesh, timeout_ms)

    def refuse_and_say_so(membership: Membership, curve: bytes, reason: str) -> None:
        refuse(membership, curve, reason)
        has_refused.set()

    monkeypatch.setattr(Membership, "refuse_link", refuse_and_say_so)
    monkeypatch.setattr(Mesh, "send", send_later)
    monkeypatch.setattr(Mesh, "poll", send_and_poll)
    monkeypatch.setattr(lobby_snapshot, "engine_digest", lambda: bytes(32))  # the host has asked for its own already
    newcomer = Somebody(tmp_path / "1", "Ben", Join(TableAddress("127.0.0.1", listening.port)))
    try:
        assert "their rules differ" in newcomer.stopped()
        host.until(lambda item: isinstance(item, LinkRefused))
    finally:
        host.peer.stop()
        host.peer.wait_until_stopped(10)


def test_a_team_that_lost_somebody_before_the_game_waits_for_somebody_else(sit: Sit) -> None:
    *others, last = sit(4, TEAMS, mute=True)
    del last.peer._running_connections().mesh.send  # type: ignore[method-assign]
    last.peer.leave()
    last.peer.stop()
    for each in others:
        each.until(lambda item: isinstance(item, Regroup))
        changed = each.until(lambda item: isinstance(item, ProposalChanged) and "attempt 1" in item.changes)
        assert isinstance(changed, ProposalChanged) and not any("places" in change for change in changed.changes)


@pytest.mark.fully
def test_whoever_was_started_again_begins_again_with_the_others(sit: Sit) -> None:
    ada, ben, last = sit(3, mute=True)
    ada.peer.stop()
    ada.stopped()
    ada.peer.wait_until_stopped(10)
    journal, = ada.folder.glob("*.acqlog")
    again = Somebody(ada.folder, "Ada", Resume(journal), ada.signer)
    try:
        again.until(lambda item: isinstance(item, events.Begun))
        del last.peer._running_connections().mesh.send  # type: ignore[method-assign]
        last.peer.leave()
        last.peer.stop()
        for each in (again, ben):
            each.until(lambda item, each=each: each.begun == 2)  # type: ignore[misc]
    finally:
        again.peer.stop()
        again.peer.wait_until_stopped(10)


# --- one lobby and a hostile peer, without sockets

PROGRAM = Program("1", bytes(32), bytes(64))


class Hostile:
    """A stranger with any number of keys, and the lobby that it attacks."""

    def __init__(self) -> None:
        self.victim = Lobby(SigningKey(secrets.token_bytes(32)), signing, secrets.token_bytes, PROGRAM, "Ada",
                            bytes([1]) * 32, (), header_of, Offer(CLASSIC, 4))
        self.signer = SigningKey(secrets.token_bytes(32))
        self.friend = bytes([9]) * 32
        self.victim.link_up(self.friend)
        self.victim.membership.links[self.friend] = MemberLink(joined=True)

    def send(self, key: bytes, kind: LobbyKind, data: bytes) -> None:
        self.victim.receive(key, frame_of(kind, data))

    def greet(self, key: bytes, run: bytes = bytes(32)) -> None:
        self.victim.link_up(key)
        hello = Hello(PROTOCOL, "1", bytes(32), bytes(64), run, self.signer.public, key, "Mallory", (), ())
        self.send(key, LobbyKind.HELLO, sign_hello(hello, self.signer, self.victim.membership.me.curve))
        self.send(key, LobbyKind.ROUND, msgspec.msgpack.encode(LobbyRound(self.victim.lobby_id, (), 0, b"", b"", 0, 0, 0, 0)))

    def present(self, key: bytes, signer: SigningKey, wants: Wants) -> None:
        presence = Presence(1, signer.public, key, secrets.token_bytes(32), wants, "Mallory", ())
        self.send(self.key, LobbyKind.PRESENCE, sign_presence(presence, self.victim.lobby_id, signer))

    key = bytes([2]) * 32


def test_who_is_there_twice_and_hangs_up_once_does_no_harm_with_what_he_says_then() -> None:
    hostile, other = Hostile(), bytes([3]) * 32
    hostile.greet(other)
    hostile.greet(hostile.key)
    hostile.victim.link_down(other)
    hostile.present(hostile.key, hostile.signer, Wants.WATCH)
    hostile.send(hostile.key, LobbyKind.SAY, sign_line(1, 1, "hello", hostile.victim.lobby_id, hostile.signer))
    assert [fact.line for fact in hostile.victim.take_ready().facts if hasattr(fact, "line")] == ["hello"]


def test_who_says_that_he_began_anew_may_not_say_more() -> None:
    hostile = Hostile()
    for run in range(5):
        hostile.greet(hostile.key, bytes([run]) * 32)
        if not run:
            hostile.present(hostile.key, hostile.signer, Wants.WATCH)
        for serial in (1, 2):
            hostile.send(hostile.key, LobbyKind.SAY, sign_line(serial, 1, "spam", hostile.victim.lobby_id, hostile.signer))
    assert sum(hasattr(fact, "line") for fact in hostile.victim.take_ready().facts) == 3


def test_strangers_of_whom_somebody_tells_are_handed_on_with_measure() -> None:
    hostile = Hostile()
    hostile.greet(hostile.key)
    hostile.victim.take_ready()
    for _ in range(200):
        signer = SigningKey(secrets.token_bytes(32))
        hostile.present(secrets.token_bytes(32), signer, Wants.LEFT)
    for number in range(50):
        signer = SigningKey(secrets.token_bytes(32))
        held = hostile.victim.proposal
        assert held is not None
        proposal = msgspec.structs.replace(held, revision=held.revision + 1, author=signer.public, places=3 + number % 2)
        hostile.send(hostile.key, LobbyKind.PROPOSAL, sign_proposal(proposal, hostile.victim.lobby_id, signer))
    assert 0 < sum(key == hostile.friend for key, _ in hostile.victim.take_ready().send) < 60
