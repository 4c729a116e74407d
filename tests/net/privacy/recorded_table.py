"""A table of the toy game whose every byte is kept: what is sent, what is written, and what all can compute from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import cast

import pytest

from acquire_net.crypto import dleq, possession, remask, shuffle_proof
from acquire_net.crypto.group import BYTES, Group
from acquire_net.crypto.hashing import Entropy
from acquire_net.protocol import messages
from acquire_net.protocol.codec import Signed, decode_frame
from acquire_net.protocol.dealing import opening_state
from acquire_net.protocol.messages import Kind, Message
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.state import State
from tests.support.fake_signing import TransparentVerifier, entropy_of
from tests.support.table_of_peers import TID, Peers
from tests.support.toy_game import ToyGame


@dataclass(frozen=True)
class Scenario:
    """Which game is played, and who leaves it."""
    seats: int = 3
    cards: int = 10
    hand: int = 2
    raffles: bool = False
    plays: int = 1
    leavers: tuple[int, ...] = ()
    """One after the other; after each, a new deck and as many plays as before the first."""

    def game(self, seat: int) -> SealedGame:
        return ToyGame(self.seats, self.cards, self.hand, self.raffles)

    def choices(self, game: SealedGame, seat: int) -> list[bytes]:
        return cast(ToyGame, game).choices(seat)

    def known_in_the_bag(self, game: SealedGame) -> set[int]:
        """Return tiles that all have seen and that were put back."""
        return {tile for _, tile in cast(ToyGame, game).raffled_at}


MakeEntropy = Callable[[int, Entropy], Entropy]


def recorded_secrets(tags: dict[bytes, bytes]) -> type[SeatSecrets]:
    """Secrets that write the power of each TAG down, where nothing in a seat's memory leads to."""
    class RecordedSecrets(SeatSecrets):
        def new_tag(self) -> bytes:
            tag = super().new_tag()
            tags[self.group.times_base(tag)] = tag
            return tag

    return RecordedSecrets


class RecordedTable(Peers):
    def __init__(self, scenario: Scenario, seed: int, group: Group, entropy: MakeEntropy = lambda seat, entropy: entropy) -> None:
        self.scenario = scenario
        self.make_entropy = entropy
        self.frames: list[tuple[int, int, bytes]] = []
        self.states: dict[int, State] = {}
        """What all know before each block."""
        self.seen: dict[int, set[int]] = {seat: set() for seat in range(scenario.seats)}
        """Every tile that a seat has ever held."""
        self.tags: dict[bytes, bytes] = {}
        """The powers of all TAGs by the key that was published for them; a seat itself forgets its own at once."""
        super().__init__(scenario.game, scenario.seats, seed, group)

    def new_session(self, seat: int, stored: bytes | None = None, resumed: bool = False) -> Session:
        state = opening_state(self.group, [signer.public for signer in self.signers], TID, self.make_game(seat))
        entropy = self.make_entropy(seat, entropy_of((self.seed, seat)))
        secrets = recorded_secrets(self.tags)(self.group, seat, self.scenario.cards, entropy, stored)
        return Session(state, seat, self.signers[seat], TransparentVerifier(), secrets, self.timing, self.now, resumed)

    def collect(self, *seats: int) -> None:
        sent = len(self.wire)
        super().collect(*seats)
        self.frames += self.wire[sent:]
        for seat in seats or range(len(self.peers)):
            peer = self.peers[seat]
            state = peer.session.state
            self.seen[seat] |= {*peer.session.secrets._tiles.values()}
            if seat not in self.cut and seat in state.live:
                self.states[state.block] = state

    def play_out(self, script: list[bytes] | None = None) -> list[bytes]:
        """Play the whole scenario. Decisions are those of the script, or by lot: then they are what is returned."""
        lot, done = random.Random(self.seed), []

        def plays(count: int) -> None:
            for _ in range(count):
                seat = self.asked()
                if seat is None:
                    return
                session = self.peers[seat].session
                action = script[len(done)] if script else lot.choice(self.scenario.choices(session.state.game, seat))
                session.submit(action)
                done.append(action)
                self.pass_time(500)

        self.settle()
        self.pass_time(1000)
        plays(self.scenario.plays)
        for leaver in self.scenario.leavers:
            self.peers[leaver].session.leave()
            self.pass_time(1500)
            self.cut.add(leaver)
            plays(self.scenario.plays)
        return done

    @property
    def last(self) -> Session:
        """Return a session that was there to the end."""
        return self.peers[next(seat for seat in range(self.scenario.seats) if seat not in self.cut)].session

    def sent_messages(self) -> Iterator[Signed]:
        """Yield every message that was sent, once, in the order of first sending."""
        for frame in dict.fromkeys(frame for _, _, frame in self.frames):
            yield decode_frame(frame)

    def hands(self, seats: Iterable[int]) -> dict[int, list[int]]:
        """Return what these seats hold, place by place."""
        found = {}
        for seat in seats:
            session = self.peers[seat].session
            found[seat] = [tile for slot in session.state.deal.hands[seat] if (tile := session.secrets.read(slot)) is not None]
        return found

    def written(self) -> Iterator[bytes]:
        """Yield all that journals hold, of every seat: they may be given to anybody."""
        for peer in self.peers:
            for entry in peer.journal:
                yield entry.frame or b"".join(bytes((seat,)) + signature for seat, signature in entry.acks)


def believing(patch: pytest.MonkeyPatch) -> None:
    """Nobody verifies a proof, which is most of the work, and tells nothing to those who look for what honest messages show."""
    for module in (dleq, possession, remask, shuffle_proof):
        patch.setattr(module, "verify", lambda *args, **named: True)


def cut_up(data: bytes) -> list[bytes]:
    return [data[at:at + BYTES] for at in range(0, len(data), BYTES)]


def points_of(kind: Kind, body: Message) -> list[bytes]:
    """Return all points of a message; those of a shuffle's proof too."""
    match body:
        case messages.Open():
            return [body.key]
        case messages.Shuffle():
            return cut_up(body.deck)
        case messages.ShuffleProof():
            return cut_up(body.proof[:(len(body.proof) - shuffle_proof.proof_bytes(0)) // 3 * 2])
        case messages.Shares():
            return cut_up(body.shares)
        case messages.Decide():
            return [opening.share for opening in body.openings]
        case messages.Remask():
            return cut_up(body.pairs)
        case messages.Tag():
            return [body.key, *cut_up(body.pairs)]
    assert kind in (Kind.COMMIT, Kind.RESULT) or kind >= messages.CONTENT_BELOW, f"who knows the points of {kind.name}?"
    return []
