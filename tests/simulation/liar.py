"""One seat that a clever liar runs: its own program plays along, and whatever a `Forger` makes up is sent besides."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from acquire_net.protocol.session import Session
from acquire_net.protocol.verifier import Signer
from tests.net.adversaries.hostile_frames import Forger
from tests.support.simulated_network import SimulatedNetwork


class Liar:
    def __init__(self, seat: int, signer: Signer, sessions: Callable[[], Sequence[Session]], network: SimulatedNetwork,
                 rng: random.Random) -> None:
        self.seat = seat
        self.sessions = sessions
        self.network = network
        self.rng = rng
        self.forger = Forger(seat, signer, sessions, rng)
        self.sent = 0
        shown = network.sees

        def learn(frame: bytes) -> None:
            shown(frame)
            self.forger.learn(frame)

        network.sees = learn

    def moments(self, until_ms: int) -> Iterator[int]:
        """Yield when it attacks: now and then, or all the time."""
        now, pause_ms = self.rng.randrange(until_ms), self.rng.choice((20, 100, 500))
        while now < until_ms:
            yield now
            now += 1 + self.rng.randrange(2 * pause_ms)

    def attack(self) -> None:
        """Send a few frames to some seats, each to one or to all."""
        if not self.sessions():
            return
        others = [seat for seat in range(self.network.seats) if seat != self.seat]
        for _ in range(self.rng.choice((1, 1, 2, 5))):
            frame = self.forger.frame()
            for to in others if self.rng.random() < 0.6 else [self.rng.choice(others)]:
                if frame is not None:
                    self.sent += 1
                    self.network.send(self.seat, to, frame)
