"""A table with real cryptography in the middle of its game, and a seat that tries one lever after another on it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import cast

from msgspec.structs import replace

from acquire_net.protocol.certificates import proposal_digest
from acquire_net.protocol.codec import UNSIGNED, MalformedError, Signed, decode_frame, encode_message
from acquire_net.protocol.evidence import judge_evidence_bytes
from acquire_net.protocol.log_types import mask_of
from acquire_net.protocol.messages import (
    Ack,
    CanonicalState,
    Claim,
    Confirm,
    Envelope,
    Hands,
    Kind,
    Leave,
    Link,
    Lock,
    Message,
    Prepare,
    Propose,
    SeatReport,
    Status,
    Sync,
)
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import SeatLost
from tests.net.adversaries.hostile_frames import Forger
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import Liar, LiarsTable

LIAR = 1
SIZES = (3, 4, 5, 6)
STATEMENTS = (Kind.SYNC, Kind.PROPOSE, Kind.PREPARE, Kind.CONFIRM, Kind.LEAVE, Kind.CLAIM)
BAD = ("an ACK with the body of a report", "an unsigned ACK", "an unsigned goodbye", "an unsigned claim",
       "a signed frame of the wrong kind", "a signed frame that cannot be read", "no frame at all",
       "a goodbye with another's report")
FLOODS = ("claims", "statuses", "reports", "reports of locks", "proposals", "prepares", "confirms", "links", "hands", "states",
          "acks of later", "acks of later views")


class LeverFrames:
    """Frames of a liar, made from what the session `first` knows; `forger` signs them."""

    forger: Forger

    @property
    def first(self) -> Session:
        raise NotImplementedError

    @property
    def liar_seat(self) -> int:
        return self.forger.seat

    @property
    def honest_live(self) -> list[int]:
        return [seat for seat in self.first.live if seat != self.liar_seat]

    @property
    def everybody_else(self) -> int:
        """Return the mask of all live seats but the liar's."""
        return mask_of(self.honest_live)

    def sign(self, kind: Kind, body: Message | bytes, block: int | None = None, view: int | None = None) -> bytes:
        frame = self.forger.sign(kind, body, block, view, self.first.replica)
        assert frame is not None
        return frame

    def report(self) -> SeatReport:
        """Return what the liar would report if it were honest."""
        own = self.first.replica.open.acks.get(self.liar_seat)
        return replace(self.first.view_change.report(), acked=cast(Ack, own.body) if own is not None else None)

    def led_attempt(self, above: int = 0) -> int:
        terms = self.first.replica.view_terms
        attempts = range(above + 1, above + 1 + len(terms.live))
        return next(attempt for attempt in attempts if terms.leader_of(attempt) == self.liar_seat)

    def sync(self, attempt: int, mask: int = 0, case: tuple[bytes, ...] = (), report: SeatReport | None = None) -> bytes:
        return self.sign(Kind.SYNC, Sync(attempt, report or self.report(), mask, case, 0))

    def proposal(self, attempt: int, lost: int, reports: tuple[bytes, ...] = (), excused: int = 0,
                 case: tuple[bytes, ...] = ()) -> Signed:
        state = self.first.state
        body = Propose(attempt, excused, lost, state.block, state.head, self.report().state, reports, case)
        return decode_frame(self.sign(Kind.PROPOSE, body))

    def vote(self, kind: Kind, proposal: Signed) -> bytes:
        body = cast(Propose, proposal.body)
        make = Prepare if kind == Kind.PREPARE else Confirm
        return self.sign(kind, make(body.attempt, proposal_digest(proposal)), proposal.block)

    def link(self, proposal: Signed, prepares: Iterable[tuple[int, bytes]] = (),
             confirms: Iterable[tuple[int, bytes]] = ()) -> bytes:
        body = encode_message(Link(proposal.frame, tuple(prepares), tuple(confirms)))
        return encode_message(Envelope(Kind.LINK, proposal.author, proposal.block, proposal.view, body, UNSIGNED))

    def unsigned(self, kind: Kind, author: int, body: Message) -> bytes:
        """Return a frame in another's name, whose signature does not hold."""
        state = self.first.state
        return encode_message(Envelope(kind, author, state.block, state.view, encode_message(body), bytes(range(64))))

    def unreadable(self, block: int | None = None, view: int | None = None) -> bytes:
        return self.sign(Kind.SYNC, b"\x00", block, view)

    def leave_in_name_of(self, seat: int) -> bytes:
        return self.unsigned(Kind.LEAVE, seat, Leave(0, self.report()))

    def bad_frames(self) -> dict[str, bytes]:
        """Return C2: what stands inside another frame though nobody has signed it, or nobody can read it."""
        victim, other = self.honest_live[:2]
        sync, ack = self.report(), Ack(bytes(64), bytes(32))
        return {
            "an ACK with the body of a report": self.unsigned(Kind.ACK, victim, Confirm(1, bytes(64))),
            "an unsigned ACK": self.unsigned(Kind.ACK, victim, ack),
            "an unsigned goodbye": self.leave_in_name_of(victim),
            "an unsigned claim": self.unsigned(Kind.CLAIM, victim, Claim(2, 1, 1, 1)),
            "a signed frame of the wrong kind": self.sign(Kind.PREPARE, Prepare(1, bytes(64))),
            "a signed frame that cannot be read": self.unreadable(),
            "no frame at all": b"\xff" * 40,
            "a goodbye with another's report": self.unsigned(Kind.LEAVE, other, Leave(5, sync)),
        }

    def floods(self) -> dict[str, Callable[[int], bytes]]:
        """Return frames that the liar may go on to sign for ever without being convicted, a new one for each number."""
        state, terms = self.first.state, self.first.replica.view_terms
        target = self.honest_live[1]
        other = next(attempt for attempt in range(1, 7) if terms.leader_of(attempt) != self.liar_seat)
        lock = Lock(1, bytes(64))

        def status(number: int) -> Status:
            heads = number.to_bytes(32, "little"), number.to_bytes(8, "little")
            return Status(heads[0], 0, 0, number % 9, 0, 0, 0, 0, heads[1], number + 1, 63, 0, 0, number % 3, 0)

        def proposal(number: int) -> bytes:
            body = Propose(other + number * len(terms.live), 0, 0, state.block, state.head, number.to_bytes(32, "little"), (), ())
            return self.sign(Kind.PROPOSE, body)

        def link(number: int) -> bytes:
            found = decode_frame(proposal(number))
            return self.link(found, [(self.liar_seat, decode_frame(self.vote(Kind.PREPARE, found)).envelope.signature)])

        report = SeatReport(self.report().head, self.report().state, self.report().proof, self.report().acked, lock)
        return {
            "claims": lambda number: self.sign(Kind.CLAIM, Claim(target, number % 5, number + 1, number % 2)),
            "statuses": lambda number: self.sign(Kind.STATUS, status(number)),
            "reports": lambda number: self.sync(number + 1),
            "reports of locks": lambda number: self.sync(number + 2, self.everybody_else, report=report),
            "proposals": proposal,
            "prepares": lambda number: self.sign(Kind.PREPARE, Prepare(number + 1, bytes(64))),
            "confirms": lambda number: self.sign(Kind.CONFIRM, Confirm(number + 1, bytes(64))),
            "links": link,
            "hands": lambda number: self.sign(Kind.HANDS, Hands((number.to_bytes(32, "little"),))),
            "states": lambda number: self.sign(Kind.STATE, CanonicalState(state.head, 1, b"%d" % number)),
            "acks of later": lambda number: self.sign(Kind.ACK, Ack(bytes(64), bytes(32)), state.block + 2 + number),
            "acks of later views": lambda number: self.sign(Kind.ACK, Ack(bytes(64), bytes(32)), view=state.view + 1 + number),
        }


class LeverTable(LeverFrames, LiarsTable):
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
                except MalformedError:
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
            [] if decode_frame(frame).kind in STATEMENTS else [frame])

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
            assert judge_evidence_bytes(data, Opening.make_state, self.opening.verifier).seat == LIAR
