"""A table with real cryptography in the middle of its game, and a seat that tries one lever after another on it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import cast

from msgspec.structs import replace

from acquire_net.protocol.codec import UNSIGNED, Malformed, Signed, decode, encode
from acquire_net.protocol.evidence import judge
from acquire_net.protocol.facts import SeatLost
from acquire_net.protocol.links import proposal_digest
from acquire_net.protocol.messages import Ack, Confirm, Envelope, Kind, Leave, Link, Message, Prepare, Propose, SeatReport, Sync
from acquire_net.protocol.session import Session
from tests.net.adversaries.hostile_frames import Forger
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import Liar, LiarsTable

LIAR = 1
SIZES = (3, 4, 5, 6)
STATEMENTS = (Kind.SYNC, Kind.PROPOSE, Kind.PREPARE, Kind.CONFIRM, Kind.LEAVE, Kind.CLAIM)


class LeverTable(LiarsTable):
    """The liar's own session plays along; `hostile` frames come besides. What each cost is counted."""

    def __init__(self, seats: int, blocks: int = 10) -> None:
        self.most_signatures = 0
        self.refused = 0
        """Frames that are nobody's statement and cannot be read: the link to the liar ends, where there is one."""
        super().__init__(Opening(seats=seats, cards=4 * seats, real=True), Liar(LIAR, (), random.Random(0)), seed=seats)
        self.forger = Forger(LIAR, self.keys[LIAR], lambda: [self.first], random.Random(seats))
        self.play_on(lambda: len(self.peers[0].session.replica.log) >= blocks and self.asked() is not None)
        self.settle()
        assert not self.is_over()

    @property
    def first(self) -> Session:
        """Seat 0, which is honest."""
        return self.peers[0].session

    @property
    def sessions(self) -> list[Session]:
        return [peer.session for peer in self.players]

    # --- what the liar signs

    def sign(self, kind: Kind, body: Message | bytes, block: int | None = None, view: int | None = None) -> bytes:
        frame = self.forger.sign(kind, body, block, view, self.first.replica)
        assert frame is not None
        return frame

    def report(self) -> SeatReport:
        """Return what the liar would report if it were honest."""
        own = self.first.replica.open.acks.get(LIAR)
        return replace(self.first.view_change.report(), acked=cast(Ack, own.body) if own is not None else None)

    def led_attempt(self, above: int = 0) -> int:
        terms = self.first.replica.terms
        return next(attempt for attempt in range(above + 1, above + 1 + len(terms.live)) if terms.leader(attempt) == LIAR)

    def sync(self, attempt: int, mask: int = 0, case: tuple[bytes, ...] = (), report: SeatReport | None = None) -> bytes:
        return self.sign(Kind.SYNC, Sync(attempt, report or self.report(), mask, case, 0))

    def proposal(self, attempt: int, lost: int, reports: tuple[bytes, ...] = (), excused: int = 0,
                 case: tuple[bytes, ...] = ()) -> Signed:
        state = self.first.state
        body = Propose(attempt, excused, lost, state.block, state.head, self.report().state, reports, case)
        return decode(self.sign(Kind.PROPOSE, body))

    def vote(self, kind: Kind, proposal: Signed) -> bytes:
        body = cast(Propose, proposal.body)
        make = Prepare if kind == Kind.PREPARE else Confirm
        return self.sign(kind, make(body.attempt, proposal_digest(proposal)), proposal.block)

    def link(self, proposal: Signed, prepares: Iterable[tuple[int, bytes]] = (),
             confirms: Iterable[tuple[int, bytes]] = ()) -> bytes:
        body = encode(Link(proposal.frame, tuple(prepares), tuple(confirms)))
        return encode(Envelope(Kind.LINK, proposal.author, proposal.block, proposal.view, body, UNSIGNED))

    def unsigned(self, kind: Kind, author: int, body: Message) -> bytes:
        """Return a frame in another's name, whose signature does not hold."""
        state = self.first.state
        return encode(Envelope(kind, author, state.block, state.view, encode(body), bytes(range(64))))

    def unreadable(self, block: int | None = None, view: int | None = None) -> bytes:
        return self.sign(Kind.SYNC, b"\x00", block, view)

    def leave_in_name_of(self, seat: int) -> bytes:
        return self.unsigned(Kind.LEAVE, seat, Leave(0, self.report()))

    # --- what it does to the others

    def hostile(self, *frames: bytes, to: Sequence[int] | None = None) -> None:
        """Hand these frames to the honest seats, and count what each of them costs."""
        for frame in frames:
            for seat in self.honest if to is None else to:
                if seat in self.cut:
                    continue
                before = self.verifier.calls
                try:
                    self.peers[seat].session.receive(LIAR, frame)
                except Malformed:
                    self.refused += 1
                self.most_signatures = max(self.most_signatures, self.verifier.calls - before)
                assert not self.peers[seat].session.stopped
        self.collect()

    def journal_bytes(self) -> dict[int, int]:
        return {seat: sum(len(entry.frame) + 70 * len(entry.acks) for entry in self.peers[seat].journal) for seat in self.honest}

    # --- what must hold

    def is_rid_of_liar(self, seconds: int = 30) -> bool:
        for _ in range(2 * seconds):
            self.pass_time(500)
            if all(LIAR not in session.live for session in self.sessions):
                return True
        return False

    def goes_on(self, blocks: int = 4) -> None:
        """The honest seats make so many more blocks final, or end the game."""
        start = min(len(session.replica.log) for session in self.sessions)
        self.play_on(lambda: all(len(session.replica.log) >= start + blocks for session in self.sessions))
        assert self.is_over() or all(len(session.replica.log) >= start + blocks for session in self.sessions)

    def check(self, convicted: bool | None) -> None:
        """Nobody honest is lost or convicted, the liar is convicted if a frame proves it, and all have one log.

        None stands for a liar that has promised itself to an attempt and goes on signing: that convicts it sooner or later.
        """
        for peer in self.players:
            session = peer.session
            assert not session.stopped
            found = {*session.replica.convicted}
            assert found <= {LIAR} if convicted is None else found == ({LIAR} if convicted else set()), session.replica.convicted
            assert not session.replica.disagreements
            assert {fact.seat for fact in peer.facts if isinstance(fact, SeatLost)} <= {LIAR}
            assert not session.replica.split
        assert all(verdict.seat == LIAR for verdict in self.verdicts())
        self.settle()
        self.check_heads()


class QuickTable(LeverTable):
    """The same with transparent cryptography: nobody forges here."""

    def __init__(self, seats: int) -> None:
        self.most_signatures = self.refused = 0
        LiarsTable.__init__(self, Opening(seats=seats, cards=4 * seats), Liar(LIAR, (), random.Random(0)), seed=seats)
        self.forger = Forger(LIAR, self.keys[LIAR], lambda: [self.first], random.Random(seats))
        self.play_on(lambda: len(self.first.replica.log) >= 10 and self.asked() is not None)
        self.settle()
        assert not self.is_over()

    def keeps_quiet(self) -> None:
        """The liar's own session says nothing about views."""
        assert self.liar is not None
        self.liar.says = lambda table, to, frame: (  # type: ignore[method-assign]
            [] if decode(frame).kind in STATEMENTS else [frame])

    def pass_until_view(self, view: int, but: int = -1) -> None:
        for _ in range(120):
            if all(session.state.view >= view for session in self.sessions if session.seat != but):
                return
            self.pass_time(500)
        raise AssertionError(f"views {[session.state.view for session in self.sessions]}")

    def check_honest(self, lost: int = -1) -> None:
        for session in self.sessions:
            assert not session.stopped
            assert set(session.replica.convicted) <= {LIAR}
            assert set(self.honest) - {lost} <= set(session.live)
        for data in self.evidence():
            assert judge(data, Opening.make_state, self.opening.verifier).seat == LIAR
