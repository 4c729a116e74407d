"""Gatherings in one process, joined by links that lose, double and delay frames and can be cut: a seed decides what happens."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from acquire_net.lobby.events import LobbyFact, ProposalChanged, Started
from acquire_net.lobby.lobby import Lobby, Offer
from acquire_net.lobby.membership import Program
from acquire_net.lobby.table_spec import AdmissionError, TableSpec
from tests.support.fake_signing import TransparentSigner, TransparentVerifier, entropy_of

RULES = ("ruleset classic",)
PROGRAM = Program("1.0.0", bytes(32), bytes(64))
NAMES = ("Anna", "Bert", "Chris", "Dora", "Emil", "Frida", "Gustav", "Hanna")
VERIFIER = TransparentVerifier()

AnyFact = TypeVar("AnyFact", bound=LobbyFact)


def judge(table: TableSpec) -> None:
    if table.rules[0] != RULES[0]:
        raise AdmissionError(f"there is no {table.rules[0]!r}")


def table_without(table: TableSpec, lost: Sequence[int], nonces: Mapping[int, bytes]) -> TableSpec:
    """Return the table for the next attempt, without seats that were lost before the game began; each seat has a fresh nonce."""
    seats = tuple(msgspec.structs.replace(seat, nonce=nonces[number])
                  for number, seat in enumerate(table.seats) if number not in lost)
    if len(seats) < 2:
        raise AdmissionError("nobody is left to play with")
    return TableSpec(seats, table.rules, table.options, table.next_attempt)


@dataclass(frozen=True, slots=True)
class Weather:
    """What links do to frames."""
    loss: float = 0.0
    doubled: float = 0.0
    most_delay_ms: int = 0


FAIR = Weather()


class Peer:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.facts: list[LobbyFact] = []
        self.sent = 0

    def facts_of(self, kind: type[AnyFact]) -> list[AnyFact]:
        return [fact for fact in self.facts if isinstance(fact, kind)]

    @property
    def tid(self) -> bytes:
        started = self.lobby.started
        return started.tid if started else b""


def curve_of(number: int, run: int = 0) -> bytes:
    return bytes((number + 1, run)) * 16


def offer(places: int, **options: str) -> Offer:
    return Offer(RULES, places, options)


class LobbyNetwork:
    def __init__(self, seed: object = 0, weather: Weather = FAIR) -> None:
        self.chance = random.Random(repr(seed))
        self.seed = seed
        self.weather = weather
        self.now = 0
        self.peers: dict[int, Peer] = {}
        self.dead: set[int] = set()
        self.walls: set[frozenset[int]] = set()
        self.up: set[frozenset[int]] = set()
        self.wire: list[tuple[int, int, int, int, bytes]] = []
        self.eavesdrop: Callable[[int, int, bytes], None] | None = None

    # --- peers and links

    def add(self, number: int, knows: Iterable[int] = (), run: int = 0, signer: TransparentSigner | None = None,
            **changes: Any) -> Lobby:
        """Add a peer that knows some others; with an offer it founds a table."""
        signer = signer or TransparentSigner(b"%d" % number)
        fields: dict[str, Any] = {"program": PROGRAM, "name": NAMES[number % len(NAMES)], "curve": curve_of(number, run),
                                  "addresses": (f"10.0.0.{number}:47108",), "judge": judge, **changes}
        entropy = entropy_of((self.seed, number, run))
        lobby = Lobby(signer, VERIFIER, entropy, now_ms=self.now, **fields)
        self.peers[number] = Peer(lobby)
        self.dead.discard(number)
        for other in knows:
            self.connect(number, other)
        self.collect()
        return lobby

    def __getitem__(self, number: int) -> Lobby:
        return self.peers[number].lobby

    def connect(self, one: int, other: int) -> None:
        pair = frozenset((one, other))
        if pair not in self.up and pair not in self.walls and not pair & self.dead:
            self.up.add(pair)
            self[one].link_up(self[other].membership.me.curve)
            self[other].link_up(self[one].membership.me.curve)

    def cut(self, one: int, other: int, for_good: bool = True) -> None:
        pair = frozenset((one, other))
        if for_good:
            self.walls.add(pair)
        if pair in self.up:
            self.up.remove(pair)
            self[one].link_down(self[other].membership.me.curve)
            self[other].link_down(self[one].membership.me.curve)
            self.wire = [entry for entry in self.wire if {entry[2], entry[3]} != pair]

    def heal(self, one: int, other: int) -> None:
        self.walls.discard(frozenset((one, other)))

    def kill(self, number: int) -> None:
        """End the program of a peer without a goodbye."""
        for other in list(self.peers):
            if other != number:
                self.cut(number, other, for_good=False)
        self.dead.add(number)

    @property
    def alive(self) -> list[int]:
        return [number for number in self.peers if number not in self.dead]

    # --- time

    def collect(self) -> None:
        for number in self.alive:
            peer = self.peers[number]
            ready = peer.lobby.take_ready()
            peer.facts += ready.facts
            by_curve = {self[other].membership.me.curve: other for other in self.alive}
            for curve, _ in ready.links:
                if curve in by_curve:
                    self.connect(number, by_curve[curve])
            for curve, frame in ready.send:
                peer.sent += 1
                if curve in by_curve and frozenset((number, by_curve[curve])) in self.up:
                    self._post(number, by_curve[curve], frame)

    def _post(self, sender: int, to: int, frame: bytes) -> None:
        if self.eavesdrop:
            self.eavesdrop(sender, to, frame)
        for _ in range(2 if self.chance.random() < self.weather.doubled else 1):
            if self.chance.random() >= self.weather.loss:
                due = self.now + self.chance.randint(0, self.weather.most_delay_ms)
                self.wire.append((due, len(self.wire) if not self.weather.most_delay_ms else self.chance.randrange(1 << 30),
                                  sender, to, frame))

    def deliver(self) -> None:
        """Deliver whatever has arrived by now, and what is answered at once."""
        self.collect()
        for _ in range(100_000):
            due = min(self.wire, default=None, key=lambda entry: entry[:2])
            if due is None or due[0] > self.now:
                return
            self.wire.remove(due)
            _, _, sender, to, frame = due
            if to in self.alive and sender in self.alive:
                self[to].receive(self[sender].membership.me.curve, frame)
            self.collect()
        raise AssertionError("the peers never stop talking")

    def run(self, ms: int, step_ms: int = 200) -> None:
        end = self.now + ms
        while self.now < end:
            self.deliver()
            self.now += min(step_ms, end - self.now)
            for number in self.alive:
                self[number].tick(self.now)
        self.deliver()

    def run_until(self, done: Callable[[], bool], most_ms: int = 60_000) -> None:
        for _ in range(most_ms // 200):
            if done():
                return
            self.run(200)
        raise AssertionError(f"not after {most_ms} ms: {self.peers_text()}")

    def changes_reported(self, number: int) -> list[str]:
        return [change for fact in self.peers[number].facts_of(ProposalChanged) for change in fact.changes]

    def seated_names(self, number: int) -> list[str]:
        """Return who sits, as this peer sees it."""
        proposal = self[number].proposal
        return [self[number].membership.name_of(who) for who in proposal.seated] if proposal else []

    def peers_text(self) -> str:
        """Return what each peer holds and what its lobby reported last, for the message of a failure."""
        return "\n".join(f"{number}: {peer.lobby.proposal and peer.lobby.proposal.revision} {peer.facts[-6:]}"
                         for number, peer in self.peers.items())

    # --- what tests ask for

    def all_are_seated(self, count: int) -> bool:
        proposals = [self[number].proposal for number in self.alive]
        return (all(proposal is not None and len(proposal.seated) == count for proposal in proposals)
                and len(set(proposals)) == 1)

    def ready(self, *numbers: int) -> None:
        for number in numbers or self.alive:
            self[number].set_ready(True)
        self.deliver()

    def all_have_started(self, numbers: Iterable[int] | None = None) -> bool:
        tids = [self.peers[number].tid for number in (self.alive if numbers is None else numbers)]
        return all(tids) and len(set(tids)) == 1

    def assert_no_split(self) -> None:
        """Check that of those who sit at a table that has begun, none has begun another one."""
        begun = {number: fact.signed_table for number, peer in self.peers.items() for fact in peer.facts_of(Started)[-1:]}
        for number, signed_table in begun.items():
            assert signed_table.is_complete
            for other, theirs in begun.items():
                if self[other].identity in signed_table.identities and self[number].identity in theirs.identities:
                    assert theirs.tid == signed_table.tid, (number, other)


def two_at_a_table(places: int = 2, **options: str) -> LobbyNetwork:
    network = LobbyNetwork()
    network.add(0, offer=offer(places, **options))
    network.add(1, knows=[0])
    network.deliver()
    return network


def started_table(count: int, seed: object = 0, weather: Weather = FAIR) -> LobbyNetwork:
    network = LobbyNetwork(seed, weather)
    network.add(0, offer=offer(count))
    for number in range(1, count):
        network.add(number, knows=[0])
    network.run_until(lambda: network.all_are_seated(count))
    network.ready()
    network.run_until(network.all_have_started)
    return network
