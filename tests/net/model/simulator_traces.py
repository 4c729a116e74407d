"""Record games of the simulator as abstract events for `trace_checker`.

A frame counts as signed when it may have left its program: it was sent, or it is on the disk that a killed program leaves behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from acquire_net.crypto.hashing import digest
from acquire_net.protocol import messages as wire
from acquire_net.protocol.certificates import open_link, proposal_digest
from acquire_net.protocol.codec import MalformedError, decode_frame
from acquire_net.protocol.codec import Signed as Frame
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.log_types import Certificate, FinalBlock, seats_of
from acquire_net.protocol.messages import CONTENT_BELOW, Kind
from acquire_net.protocol.reports import proof_in
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import Ready
from tests.net.model.trace_checker import TraceChecker
from tests.net.model.trace_events import (
    Ack,
    Claim,
    Confirm,
    Content,
    Entered,
    Event,
    Leave,
    Message,
    Prepare,
    Propose,
    Received,
    Report,
    Signed,
    Sync,
    Tip,
)
from tests.simulation.process import Process
from tests.simulation.scenarios import choices, make_game, options_of
from tests.simulation.table import SimulatedTable


def loss_head(head: bytes, lost: tuple[int, ...]) -> bytes:
    """Return the head of the log after these seats were taken out of it."""
    return digest("head", head, b"view", bytes(lost))


# --- frames as abstract messages


def _report(block: int, report: wire.SeatReport) -> Report:
    acked = (report.acked.head, report.acked.state) if report.acked is not None else None
    lock = (report.lock.attempt, report.lock.proposal) if report.lock is not None else None
    return Report(Tip(block, report.head, report.state), acked, lock)


def _case(frames: tuple[bytes, ...]) -> tuple[Any, ...]:
    return tuple(message for frame in frames if (message := abstract(decode_frame(frame))) is not None)


def abstract(frame: Frame) -> Message | None:
    """Return what a frame says to the abstract machine, or None where it is nothing to it."""
    if frame.fault:
        return None
    author, view, body = frame.author, frame.view, frame.body
    match body:
        case wire.Ack():
            return Ack(author, view, frame.block, body.head, body.state)
        case wire.Claim():
            return Claim(author, view, frame.block, body.target, body.why, body.number, bool(body.holds))
        case wire.Leave():
            return Leave(author, view, body.promised, _report(frame.block, body.report))
        case wire.Sync():
            mask = frozenset(seats_of(body.mask))
            return Sync(author, view, body.attempt, _report(frame.block, body.report), mask, _case(body.case))
        case wire.Propose():
            return Propose(author, view, body.attempt, frozenset(seats_of(body.excused)), frozenset(seats_of(body.lost)),
                           Tip(body.blocks, body.head, body.state), _case(body.reports), _case(body.case), proposal_digest(frame))
        case wire.Prepare():
            return Prepare(author, view, body.attempt, body.proposal)
        case wire.Confirm():
            return Confirm(author, view, body.attempt, body.proposal)
    if frame.kind < CONTENT_BELOW:
        return Content(author, view, frame.block, frame.frame, frame.kind)
    return None


def opened(frame: Frame) -> Iterator[Frame]:
    """Yield the signed frames within a frame, and then the frame itself."""
    body = frame.body
    if isinstance(body, wire.Link):
        link = open_link(frame)
        yield from opened(link.proposal)
        yield from link.prepares.values()
        yield from link.confirms.values()
        return
    if isinstance(body, wire.Sync | wire.Leave):
        yield from proof_in(frame)
    if isinstance(body, wire.Propose):
        for inner in body.reports:
            yield from opened(decode_frame(inner))
    if isinstance(body, wire.Sync | wire.Propose):
        for inner in body.case:
            yield from opened(decode_frame(inner))
    yield frame


# --- a table that writes down what happens at it


@dataclass
class _Recorder:
    """What one program has signed and not yet let out."""
    seat: int
    pending: list[Event] = field(default_factory=list)
    frames: list[bytes] = field(default_factory=list)
    entered: list[Entered] = field(default_factory=list)


class TracedTable(SimulatedTable):
    def __init__(self, seed: int, kind: str | None = None) -> None:
        _, options = options_of(seed, kind)
        self.events: list[Event] = []
        self.recorders = [_Recorder(seat) for seat in range(options.seats)]
        super().__init__(seed, options, make_game, choices)
        session = self.new_session(0, None, 0, False, 0)
        self.checker = TraceChecker(session.live, _tip(session), loss_head=loss_head)
        for process in self.processes:
            self._watch(process)
        self._send, self.network.send = self.network.send, self._sent  # type: ignore[method-assign]

    def new_session(self, seat: int, stored: bytes | None, now_ms: int, resumed: bool, incarnation: int) -> Session:
        session = super().new_session(seat, stored, now_ms, resumed, incarnation)
        take_ready = session.take_ready
        session.take_ready = lambda: self._ready(seat, take_ready)  # type: ignore[method-assign]
        follow, recorder = session.replica.follow, self.recorders[seat]
        recorder.entered = []

        def followed(certificate: Certificate) -> FinalBlock | None:
            live = session.state.live
            page = follow(certificate)
            state = session.state
            is_over = state.live == live and (isinstance(state.step, SignResult) or bool(session.replica.regroup))
            recorder.entered.append(Entered(seat, state.view, frozenset(state.live), _tip(session), is_over))
            return page

        session.replica.follow = followed  # type: ignore[method-assign]
        return session

    def _watch(self, process: Process) -> None:
        receive, kill, recorder = process.receive, process.kill, self.recorders[process.seat]

        def received(sender: int, frame: bytes) -> None:
            if process.session is not None and process._pending is None:
                self._commit(recorder)
                self._note_received(process.seat, frame)
            receive(sender, frame)

        def killed() -> None:
            was_up = process.up
            kill()
            if was_up:
                kept = {entry.frame for entry in process.disk.journal}
                # Of an ACK the journal may have the signature alone, with which a frame ends.
                signatures = {signature for entry in process.disk.journal for _, signature in entry.acks}
                held = zip(recorder.pending, recorder.frames, strict=True)
                recorder.pending = [event for event, frame in held if frame in kept or frame.endswith(tuple(signatures))]
                self._commit(recorder)

        process.receive, process.kill = received, killed  # type: ignore[method-assign]

    def _note_received(self, seat: int, frame: bytes) -> None:
        try:
            frames = [*opened(decode_frame(frame))]
        except MalformedError:
            return
        for inner in frames:
            message = abstract(inner)
            if message is not None:
                self.events.append(Received(seat, message))

    def _ready(self, seat: int, take_ready: Callable[[], Ready]) -> Ready:
        ready, recorder = take_ready(), self.recorders[seat]
        self._commit(recorder)
        journal = {entry.frame: number for number, entry in enumerate(ready.journal)}
        own = {frame: decode_frame(frame) for frame in filter(None, [*(frame for _, frame in ready.send), *journal])}
        signed = [frame for frame in own.values() if frame.author == seat and frame.kind not in (Kind.STATUS, Kind.LINK)]
        # A claim is a reason for what comes after it; the others go out in the order of the journal.
        signed.sort(key=lambda frame: (frame.view, frame.kind != Kind.CLAIM, journal.get(frame.frame, -1)))
        for frame in signed:
            while recorder.entered and recorder.entered[0].view <= frame.view:
                self._hold(recorder, recorder.entered.pop(0), b"")
            message = abstract(frame)
            if message is not None:
                self._hold(recorder, Signed(seat, message), frame.frame)
        while recorder.entered:
            self._hold(recorder, recorder.entered.pop(0), b"")
        return ready

    def _hold(self, recorder: _Recorder, event: Event, frame: bytes) -> None:
        recorder.pending.append(event)
        recorder.frames.append(frame)

    def _sent(self, sender: int, receiver: int, frame: bytes) -> None:
        self._commit(self.recorders[sender])
        self._send(sender, receiver, frame)

    def _commit(self, recorder: _Recorder) -> None:
        self.events += recorder.pending
        recorder.pending, recorder.frames = [], []


def _tip(session: Session) -> Tip:
    """Return where the log of the view begins. A table that gathers again has no next block, and no state of its own any more."""
    start, state = session.replica.view_terms.start, session.state
    return Tip(state.block, state.head) if session.replica.regroup else Tip(start.blocks, start.head, start.state)
