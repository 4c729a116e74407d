"""A table of sessions in one process, joined by a network that loses nothing: the plainest thing that plays a whole game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acquire_net.crypto.group import Group
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.protocol.codec import Signed, decode_frame
from acquire_net.protocol.dealing import opening_state
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import Fact, JournalEntry
from tests.support.fake_signing import TransparentSigner, TransparentVerifier, entropy_of
from tests.support.steps_of_time import steps_of_time

TID = bytes(range(64))


class Peer:
    """A session with its disk, which keeps everything at once, and what it has reported."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.journal: list[JournalEntry] = []
        self.secrets = b""
        self.facts: list[Fact] = []
        self.has_work = False

    def facts_of(self, kind: type[Fact]) -> list[Fact]:
        return [fact for fact in self.facts if isinstance(fact, kind)]


class Peers:
    """All peers of one table. Frames travel in the order in which they were sent."""

    def __init__(self, make_game: Callable[[int], SealedGame], seats: int, seed: int = 0, group: Group | None = None,
                 timing: Timing | None = None, computers: frozenset[int] = frozenset()) -> None:
        self.group = group or TransparentGroup()
        self.make_game = make_game
        self.timing = timing or Timing(grace_ms=60_000)
        self.seed = seed
        self.computers = computers
        self.signers = [TransparentSigner(b"%d" % seat) for seat in range(seats)]
        self.now = 0
        self.wire: list[tuple[int, int, bytes]] = []
        self.cut: set[int] = set()
        """Seats that neither send nor receive."""
        self.withheld: Callable[[int, int, Signed], bool] | None = None
        """What a seat that is there all the same does not say to another."""
        self.peers = [Peer(self.new_session(seat)) for seat in range(seats)]

    def new_session(self, seat: int, stored: bytes | None = None, resumed: bool = False) -> Session:
        game = self.make_game(seat)
        state = opening_state(self.group, [signer.public for signer in self.signers], TID, game)
        secrets = SeatSecrets(self.group, seat, game.tile_count, entropy_of((self.seed, seat, stored, self.now)), stored)
        return Session(state, seat, self.signers[seat], TransparentVerifier(), secrets, self.timing, self.now, resumed,
                       computers=self.computers)

    def restart(self, seat: int) -> None:
        peer = self.peers[seat]
        session = self.new_session(seat, peer.secrets or None, resumed=True)
        for entry in peer.journal:
            session.replay(entry)
        session.resume(self.now, number=self.now + 1)
        peer.session = session

    def collect(self, *seats: int) -> None:
        """Take what these seats have to send and to keep, or all of them: where only one was called, the others have nothing."""
        for seat in seats or range(len(self.peers)):
            if seat in self.cut:
                continue
            peer = self.peers[seat]
            ready = peer.session.take_ready()
            if ready.secrets is not None:
                peer.secrets = ready.secrets
            peer.journal += ready.journal
            self.wire += [(seat, to, frame) for to, frame in ready.send
                          if self.withheld is None or not self.withheld(seat, to, decode_frame(frame))]
            peer.facts += ready.facts
            peer.has_work = ready.has_work

    def settle(self) -> None:
        """Deliver until nobody has anything to send, or to look at."""
        self.collect()
        while self.step():
            pass

    def step(self) -> bool:
        """Let idle sessions do a bit of work; then deliver one frame. Return True if there was anything to do."""
        busy = [seat for seat in self.busy() if all(to != seat for _, to, _ in self.wire)]
        for seat in busy:
            self.peers[seat].session.do_spare_work()
        if busy:
            self.collect(*busy)
        elif self.wire:
            sender, to, frame = self.next_frame()
            if sender not in self.cut and to not in self.cut:
                self.deliver(sender, to, frame)
        else:
            return False
        return True

    def next_frame(self) -> tuple[int, int, bytes]:
        return self.wire.pop(0)

    def busy(self) -> list[int]:
        """Return the seats that have something to do when nothing comes in."""
        return [seat for seat, peer in enumerate(self.peers) if peer.has_work and seat not in self.cut]

    def deliver(self, sender: int, to: int, frame: bytes) -> None:
        self.peers[to].session.receive(sender, frame)
        self.collect(to)

    def pass_time(self, ms: int, step_ms: int = 0) -> None:
        for step in steps_of_time(ms, step_ms):
            self.now += step
            for seat, peer in enumerate(self.peers):
                if seat not in self.cut:
                    peer.session.tick(self.now)
            self.settle()

    def asked(self) -> int | None:
        """Return the seat that has to decide."""
        return next((seat for seat, peer in enumerate(self.peers) if seat not in self.cut and peer.session.is_asked), None)

    def play(self, choose: Callable[[Sequence[bytes]], bytes], most: int = 1000) -> None:
        """Play until nobody is asked any more."""
        self.settle()
        for _ in range(most):
            seat = self.asked()
            if seat is None:
                return
            session = self.peers[seat].session
            session.submit(choose(session.state.game.choices(seat)))  # type: ignore[attr-defined]
            self.settle()
