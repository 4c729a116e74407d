"""A table at which one seat lies: real sessions, and between the liar's session and the wire a program that changes its frames.

The liar's own session is honest and believes that it was honest. After a lie it falls silent, or goes on with the
lie in place of what it replaced, so that the others can react to the lie itself. A false deck is another matter: it comes to
light only when its proof is due, so the session sends it as its own, goes along with it, and proves it as well as it can.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from acquire_net.crypto.group import Group
from acquire_net.crypto.hashing import digest
from acquire_net.protocol.bindings import UNBOUND
from acquire_net.protocol.codec import MalformedError, Signed, decode_frame, encode_message, to_sign
from acquire_net.protocol.dealing import opening_state
from acquire_net.protocol.evidence import EvidenceVerdict, evidence_of, judge_evidence_bytes
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.log_types import Conviction
from acquire_net.protocol.messages import Envelope, Kind, Message
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import BlockFinal, Disagreement, Finished, Regroup, SeatConvicted, SeatLost
from acquire_net.protocol.state import InvariantError, State
from acquire_net.protocol.verifier import Signer, Verifier
from tests.net.adversaries.opening import Opening
from tests.support.fake_signing import entropy_of
from tests.support.table_of_peers import Peer, Peers

LieFrames = list[bytes] | dict[int, list[bytes]]
"""What is said in place of a frame: the same to all, or to each seat something of its own."""

TIMING = Timing(grace_ms=20_000)


class CountingVerifier:
    """Counts what is verified, for a flood must not cost more than it says."""

    def __init__(self, verifier: Verifier) -> None:
        self.verifier = verifier
        self.calls = 0

    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        self.calls += 1
        return self.verifier.verify(public, message, signature)


@dataclass
class Scene:
    """What a lie is made from: the frame that the liar's session wants to send, and all that the liar knows."""
    table: LiarsTable
    session: Session
    message: Signed
    rng: random.Random

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def seat(self) -> int:
        return self.session.seat

    @property
    def others(self) -> list[int]:
        return [seat for seat in self.state.live if seat != self.seat]

    def body(self) -> Message:
        return self.message.body

    def says(self, body: Message | bytes, kind: Kind | None = None, block: int | None = None, view: int | None = None,
             author: int | None = None) -> bytes:
        """Return a frame that the liar signs with its own key, under any name."""
        old = self.message.envelope
        data = body if isinstance(body, bytes) else encode_message(body)
        kind, block, view = kind or old.kind, old.block if block is None else block, old.view if view is None else view
        table = self.session.replica.bindings.table_at(block, 0 if kind in UNBOUND else view)
        assert table is not None
        author = self.seat if author is None else author
        signature = self.session.signer.sign(to_sign(table, kind, author, block, view, data))
        return encode_message(Envelope(kind, author, block, view, data, signature))

    def split(self, one: list[bytes], other: list[bytes]) -> LieFrames:
        """Send this to some of the others and that to the rest; each goes to at least one if there are two."""
        seats = self.rng.sample(self.others, len(self.others))
        cut = self.rng.randint(1, max(1, len(seats) - 1))
        return {seat: one if place < cut else other for place, seat in enumerate(seats)}


Lie = Callable[[Scene], LieFrames | None]
"""None: this is not the moment for it."""


@dataclass
class Liar:
    """Waits for its moments: one lie after another, the first after `skip` other chances have passed."""
    seat: int
    lies: Sequence[tuple[Kind, Lie]]
    rng: random.Random
    skip: int = 0
    goes_on: bool = False
    sent_instead: dict[bytes, LieFrames] = field(default_factory=dict)
    """By honest frame, what this seat sends in its place."""
    lied: int = 0
    silent: bool = False
    deck: Lie | None = None
    """A false deck, to be sent in place of the first own one that it can be made of."""
    deck_sent: bool = False

    @property
    def has_lied(self) -> bool:
        return self.lied == len(self.lies) and (self.deck is None or self.deck_sent)

    def deck_instead(self, table: LiarsTable, session: Session, honest: Signed) -> Message:
        """Return what the session shuffles in place of its honest deck."""
        frames = None if self.deck is None or self.deck_sent else self.deck(Scene(table, session, honest, self.rng))
        if frames is None:
            return honest.body
        self.deck_sent = True
        assert isinstance(frames, list)
        return decode_frame(frames[0]).body

    def says(self, table: LiarsTable, to: int, frame: bytes) -> list[bytes]:
        if frame not in self.sent_instead and not self.silent and not self.has_lied:
            self._consider(table, frame)
        if frame in self.sent_instead:
            frames = self.sent_instead[frame]
            return frames.get(to, []) if isinstance(frames, dict) else frames
        return [] if self.silent else [frame]

    def _consider(self, table: LiarsTable, frame: bytes) -> None:
        if self.lied == len(self.lies):
            return
        message = decode_frame(frame)
        kind, lie = self.lies[self.lied]
        if message.kind != kind or message.author != self.seat:
            return
        session = table.peers[self.seat].session
        frames = lie(Scene(table, session, message, self.rng))
        if frames is None or (self.lied == 0 and self.skip):
            self.skip -= frames is not None
            self.sent_instead[frame] = [frame]
            return
        self.sent_instead[frame] = frames
        self.lied += 1
        self.silent = self.has_lied and not self.goes_on
        if not self.has_lied and isinstance(frames, list):  # another lie is to follow: its session has to go along with this one
            opened = session.replica.open
            (opened.parked if self.seat in opened.parked else opened.contents)[self.seat] = decode_frame(frames[0])


class Shameless(Session):
    """Says also what does not fit what it said before: an honest program would stop."""
    table: LiarsTable | None = None

    def sign_and_send(self, kind: Kind, body: Message, block: int | None = None) -> bool:
        if kind == Kind.SHUFFLE and self.table is not None and self.table.liar is not None:
            honest = self._sign(kind, body)
            assert honest is not None
            body = self.table.liar.deck_instead(self.table, self, honest)
        try:
            return super().sign_and_send(kind, body, block)
        except InvariantError:
            message = self._sign(kind, body, block)
            assert message is not None
            self._send_to_all(message.frame)
            return False


class LiarsTable(Peers):
    def __init__(self, opening: Opening, liar: Liar | None = None, seed: int = 0, timing: Timing = TIMING,
                 group: Group | None = None) -> None:
        self.opening = opening
        self.liar = liar
        self.verifier = CountingVerifier(opening.verifier)
        self.malformed: Counter[tuple[int, int]] = Counter()
        """Frames that nobody could have sent in good faith, by sender and receiver."""
        self.rng = random.Random(repr((seed, "choices")))
        self.keys: list[Signer] = [opening.signer(seat) for seat in range(opening.seats)]
        super().__init__(opening.make_game, opening.seats, seed, group or opening.group, timing)

    def new_session(self, seat: int, stored: bytes | None = None, resumed: bool = False) -> Session:
        game: SealedGame = self.make_game(seat)
        state = opening_state(self.group, self.opening.identities, self.tid_of(seat), game)
        secrets = SeatSecrets(self.group, seat, game.tile_count, entropy_of((self.seed, seat, stored, self.now)), stored)
        kind = Shameless if self.liar is not None and seat == self.liar.seat else Session
        session = kind(state, seat, self.keys[seat], self.verifier, secrets, self.timing, self.now, resumed)
        if isinstance(session, Shameless):
            session.table = self
        return session

    def tid_of(self, seat: int) -> bytes:
        return self.opening.tid

    # --- what comes and goes

    def collect(self, *seats: int) -> None:
        for seat in seats or range(len(self.peers)):
            if seat in self.cut:
                continue
            peer = self.peers[seat]
            ready = peer.session.take_ready()
            if ready.secrets is not None:
                peer.secrets = ready.secrets
            peer.journal += ready.journal
            peer.facts += ready.facts
            peer.has_work = ready.has_work
            for to, frame in ready.send:
                lies = self.liar is not None and seat == self.liar.seat
                said = self.liar.says(self, to, frame) if lies and self.liar is not None else [frame]
                self.wire += [(seat, to, one) for one in said]

    def deliver(self, sender: int, to: int, frame: bytes) -> None:
        try:
            self.peers[to].session.receive(sender, frame)
        except MalformedError:
            self.malformed[sender, to] += 1
        self.collect(to)

    # --- playing

    @property
    def honest(self) -> list[int]:
        return [seat for seat in range(self.opening.seats) if self.liar is None or seat != self.liar.seat]

    @property
    def players(self) -> list[Peer]:
        """Return the honest seats that are still at the table."""
        return [self.peers[seat] for seat in self.honest if seat not in self.cut]

    def is_over(self) -> bool:
        return all(peer.session.finished or peer.session.replica.regroup for peer in self.players)

    def all_have_gone_on(self) -> bool:
        """Return True if an honest seat is asked again after the liar was lost, or the table is over."""
        liar = self.liar.seat if self.liar is not None else -1
        return (all(liar in peer.session.state.lost for peer in self.players)
                and len({peer.session.state.head for peer in self.players}) == 1
                and any(peer.session.is_asked for peer in self.players))

    def is_rid_of_liars(self) -> bool:
        """Not while a convicted seat is still at the table: people need a while for a move, and in that time it is gone."""
        self.settle()
        return not any(seat in peer.session.live for peer in self.players for seat in peer.session.replica.convicted)

    def move(self) -> bool:
        """Make one decision, if a seat is asked that answers."""
        self.settle()
        for seat, peer in enumerate(self.peers):
            if seat not in self.cut and peer.session.is_asked and not peer.session.asking and peer.session.intent is None:
                peer.session.submit(self.opening.choose(peer.session.state.game, seat, self.rng))
                self.settle()
                if self.rng.random() < 0.2:
                    self.pass_time(self.timing.status_ms)
                return True
        return False

    def play_on(self, until: Callable[[], bool] | None = None, most: int = 3000) -> None:
        """Until everybody honest has finished, or this is so; time passes where nobody is asked."""
        idle = 0
        for _ in range(most):
            if self.is_over() or (until is not None and until()):
                return
            if self.is_rid_of_liars() and self.move():
                idle = 0
            else:
                idle += 2
                self.pass_time(2000, step_ms=2000)
            if idle == 60:
                self.lose_patience()
            if idle > 90:
                return

    def lose_patience(self) -> None:
        """Let people agree to go on without the seat that keeps them waiting, though it is there and sends a little."""
        for peer in self.players:
            liar = {self.liar.seat} if self.liar is not None else set()
            peer.session.vote(peer.session.waited_for() & liar)

    # --- what must hold

    def convicted(self) -> set[int]:
        return {seat for peer in self.players for seat in peer.session.replica.convicted}

    def verdicts(self) -> list[EvidenceVerdict]:
        """Return what a person who was not there finds from the evidence of each honest peer."""
        return [judge_evidence_bytes(data, Opening.make_state, self.opening.verifier) for data in self.evidence()]

    def evidence(self) -> list[bytes]:
        return [evidence_of(peer.session.replica, conviction, self.opening.to_bytes()).to_bytes()
                for peer in self.players for conviction in self.proven_by(peer).values()]

    @staticmethod
    def proven_by(peer: Peer) -> dict[int, Conviction]:
        """Return the seats of which this peer can show that a message does not fit the log, by a lie or by another program."""
        return peer.session.replica.convicted | peer.session.replica.disagreements

    def check_heads(self) -> None:
        heads = {digest("seats", *(page.head for page in peer.session.replica.log)) for peer in self.players}
        assert len(heads) == 1, "the honest do not have one log"

    @staticmethod
    def has_decided(peer: Peer) -> bool:
        """Return True if the last decision of the game had been made when a liar came to light: then nobody is dropped any
        more. A lie about an old block may come late."""
        log, convicted = peer.session.replica.log, peer.session.replica.convicted
        decisions = [page.index for page in log if any(content.kind in (Kind.DECIDE, Kind.ANSWER) for content in page.contents)]
        open_block, found_in = 0, {}
        for fact in peer.facts:
            if isinstance(fact, BlockFinal):
                open_block = fact.final_block.index + 1
            elif isinstance(fact, SeatConvicted):
                found_in[fact.conviction.seat] = open_block
        return bool(convicted) and all(max(conviction.block, found_in.get(seat, 0)) >= max(decisions, default=0) - 1
                                       for seat, conviction in convicted.items())

    def check_finished(self, without: set[int]) -> None:
        """All honest seats have the certificate, or have gone back to the lobby, without these seats and no others."""
        for peer in self.players:
            lost = {fact.seat for fact in peer.facts if isinstance(fact, SeatLost)} - self.cut
            if self.has_decided(peer):
                assert lost <= without, f"{peer.session.seat} lost {lost}, not {without}"
            else:
                assert lost == without, f"{peer.session.seat} lost {lost}, not {without}"
            ended = [fact for fact in peer.facts if isinstance(fact, Finished | Regroup)]
            assert ended, f"seat {peer.session.seat} neither finished nor regrouped: {peer.session.state.step}"
            if isinstance(ended[0], Finished):
                assert {other.session.seat for other in self.players} <= {*ended[0].signed}
        self.check_heads()

    def check_convicted(self, seats: set[int], reason: str) -> None:
        for peer in self.players:
            found = self.proven_by(peer)
            assert {*found} == seats, f"seat {peer.session.seat} convicts {found}, not {seats}"
            assert {fact.conviction.seat for fact in peer.facts if isinstance(fact, SeatConvicted | Disagreement)} == seats
            for conviction in found.values():
                assert reason in conviction.reason, f"{conviction.reason!r} instead of {reason!r}"
        verdicts = self.verdicts()
        assert {verdict.seat for verdict in verdicts} == seats
        assert all(reason in verdict.reason for verdict in verdicts), verdicts


class BadNetwork(LiarsTable):
    """Delivers in random order, and loses some of it; proofs are looked at between whatever else happens."""
    window = 16

    def __init__(self, opening: Opening, liar: Liar | None, seed: int, loss: float) -> None:
        self.network = random.Random(repr((seed, "network")))
        self.loss = loss
        super().__init__(opening, liar, seed)

    def step(self) -> bool:
        if self.network.random() < 0.1 and (busy := self.busy()):
            self.peers[self.network.choice(busy)].session.do_spare_work()
            self.collect()
        return super().step()

    def next_frame(self) -> tuple[int, int, bytes]:
        return self.wire.pop(self.network.randrange(min(len(self.wire), self.window)))

    def deliver(self, sender: int, to: int, frame: bytes) -> None:
        if self.network.random() >= self.loss:
            super().deliver(sender, to, frame)
