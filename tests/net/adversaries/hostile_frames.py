"""What one seat may put on the wire: any frame of any kind, well or badly made, from all that has ever been sent at its table.

A `Forger` knows every frame that was sent and the state of every seat. It signs with the liar's key alone. Its habits decide what
it makes: some liars are found out at once, and others, which say only what cannot be proven wrong, never.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from acquire_net.protocol import messages
from acquire_net.protocol.bindings import UNBOUND
from acquire_net.protocol.certificates import proposal_digest
from acquire_net.protocol.codec import UNSIGNED, MalformedError, Signed, decode_frame, encode_message, to_sign
from acquire_net.protocol.log_types import mask_of
from acquire_net.protocol.messages import (
    BODIES,
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
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.reports import Outcome, Tip, account_of, conclude_reports
from acquire_net.protocol.session import Session
from acquire_net.protocol.verifier import Signer

MAX_KNOWN = 60
"""Frames of a kind that are remembered, to be shown again."""
CONTENT_KINDS = tuple(kind for kind in Kind if kind < messages.CONTENT_BELOW)
AGREEMENT_KINDS = (Kind.SYNC, Kind.PROPOSE, Kind.PREPARE, Kind.CONFIRM, Kind.CLAIM, Kind.LINK, Kind.LEAVE, Kind.ACK)

Sessions = Callable[[], Sequence[Session]]


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return these bytes with a few of them changed, missing or doubled."""
    changed = bytearray(data or b"\x00")
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(changed))
        match rng.randrange(5):
            case 0:
                changed[at] ^= 1 << rng.randrange(8)
            case 1:
                changed[at] = rng.choice((0, 0x7F, 0x80, 0x90, 0xC0, 0xC4, 0xCF, 0xDC, 0xDF, 0xFF))
            case 2:
                del changed[at:at + rng.randint(1, 40)]
            case 3:
                changed[at:at] = rng.randbytes(rng.randint(1, 8))
            case _:
                changed[at:at] = changed[at:at + rng.randint(1, 60)]
        if not changed:
            changed = bytearray(b"\x00")
    return bytes(changed)


class Forger:
    """Makes the frames of one liar."""

    def __init__(self, seat: int, signer: Signer, sessions: Sessions, rng: random.Random) -> None:
        self.seat = seat
        self.signer = signer
        self.sessions = sessions
        """The honest seats' sessions: a liar may have guessed all that they know."""
        self.rng = rng
        self.known: dict[Kind, deque[Signed]] = defaultdict(lambda: deque(maxlen=MAX_KNOWN))
        self.unreadable: deque[Signed] = deque(maxlen=MAX_KNOWN)
        """Frames whose bodies cannot be read, most of them the liar's own."""
        self._seen: set[bytes] = set()
        self._numbers: dict[int, int] = {}
        self.habits = self._choose_habits()

    def _choose_habits(self) -> list[tuple[Callable[[], bytes | None], int]]:
        """A liar that says things that convict is soon gone, so most have few habits of that kind."""
        subtle = [(self.replay, 4), (self.unsigned, 2), (self.raw_damage, 1), (self.claim, 3), (self.link, 3), (self.status, 1),
                  (self.honest_sync, 4), (self.honest_vote, 4), (self.honest_proposal, 4), (self.far_away, 2), (self.hands, 1),
                  (self.canonical_state, 1)]
        bold = [(self.leave, 1), (self.wild_sync, 2), (self.wild_proposal, 2), (self.wild_vote, 1), (self.content, 2),
                (self.ack, 1), (self.any_kind, 2), (self.damaged_body, 1)]
        chosen = [(habit, weight * self.rng.choice((0, 0, 1, 1, 4))) for habit, weight in subtle]
        boldness = self.rng.choice((0, 0, 0, 0.02, 0.2, 1))
        chosen += [(habit, weight * boldness * self.rng.choice((0, 1))) for habit, weight in bold]  # type: ignore[misc]
        return [habit for habit in chosen if habit[1]] or [(self.replay, 1)]

    def learn(self, frame: bytes) -> Signed | None:
        """Remember what was sent; return it where it is new and readable."""
        if frame in self._seen:
            return None
        if len(self._seen) > 20_000:
            self._seen.clear()
        self._seen.add(frame)
        try:
            message = decode_frame(frame)
        except MalformedError:
            return None
        if message.fault:
            self.unreadable.append(message)
            return None
        self.known[message.kind].append(message)
        return message

    def frame(self) -> bytes | None:
        """Return something to send, or None where the habit finds nothing to do now."""
        habits, weights = zip(*self.habits, strict=True)
        return cast(Callable[[], bytes | None], self.rng.choices(habits, weights)[0])()

    # --- what is known

    @property
    def session(self) -> Session:
        return self.rng.choice(self.sessions())

    def _known(self, *kinds: Kind) -> Signed | None:
        found = [message for kind in kinds or tuple(self.known) for message in self.known[kind]]
        if not kinds and self.rng.random() < 0.1:
            found += self.unreadable
        return self.rng.choice(found) if found else None

    def _some(self, *kinds: Kind, most: int) -> list[Signed]:
        found = [message for kind in kinds for message in self.known[kind]]
        return self.rng.sample(found, min(len(found), self.rng.randint(0, most)))

    def _mask(self) -> int:
        live = self.session.live
        return sum(1 << seat for seat in range(6) if seat in live and self.rng.random() < 0.4)

    def _attempt(self, session: Session) -> int:
        mine, seats = session.view_change.book.attempt, len(session.live)
        return max(1, min(messages.MAX_ATTEMPTS - 1, self.rng.choice(
            (mine, mine, mine + 1, mine + 1, mine + 2, mine + seats, mine + 2 * seats, mine + 2 * seats + 1, 1,
             self.rng.randrange(1, 50), self.rng.getrandbits(32), messages.MAX_ATTEMPTS - 1))))

    # --- what the liar signs

    def sign(self, kind: Kind, body: Message | bytes, block: int | None = None, view: int | None = None,
             replica: Replica | None = None) -> bytes | None:
        """Return a frame that the liar signs with its own key."""
        replica = replica or self.session.replica
        block = replica.state.block if block is None else max(0, min(block, messages.MAX_BLOCKS - 1))
        view = replica.state.view if view is None else max(0, min(view, messages.MAX_VIEWS - 1))
        data = body if isinstance(body, bytes) else encode_message(body)
        table = replica.bindings.table_at(block, 0 if kind in UNBOUND else view) or replica.bindings.table_at(block)
        if table is None or len(data) > messages.MAX_BODY_BYTES:
            return None
        signature = UNSIGNED if kind == Kind.LINK else self.signer.sign(to_sign(table, kind, self.seat, block, view, data))
        return encode_message(Envelope(kind, self.seat, block, view, data, signature))

    def _place(self, session: Session) -> tuple[int, int]:
        state, rng = session.state, self.rng
        return (state.block + rng.choice((0, 0, 0, 0, 1, -1, 2, 1000)),
                state.view + rng.choice((0, 0, 0, 0, 0, 1, -1, 7, 1 << 31)))

    # --- habits that cannot be proven wrong

    def replay(self) -> bytes | None:
        """Return something that was sent before, by anybody."""
        found = self._known(*AGREEMENT_KINDS) if self.rng.random() < 0.5 else self._known()
        return found.frame if found is not None else None

    def unsigned(self) -> bytes | None:
        """Return a frame in the name of anybody, with a signature that does not hold."""
        found = self._known(*AGREEMENT_KINDS) if self.rng.random() < 0.7 else self._known()
        if found is None:
            return None
        author = self.rng.choice(self.session.live)
        old, fresh = found.envelope, self._known(found.kind) or found
        signature = self.rng.choice((old.signature, fresh.envelope.signature, self.rng.randbytes(64), bytes(64)))
        if author == old.author and self.rng.random() < 0.5:
            return encode_message(replace(old, body=damaged(old.body, self.rng)))
        block, view = self._place(self.session)
        kind = self.rng.choice((old.kind, old.kind, self.rng.choice(list(Kind))))
        if not (0 <= block < messages.MAX_BLOCKS and 0 <= view < messages.MAX_VIEWS):
            return None
        frame = encode_message(Envelope(kind, author, block, view, old.body, signature))
        return frame if author != self.seat else None

    def raw_damage(self) -> bytes | None:
        found = self._known()
        return damaged(found.frame, self.rng) if found is not None else None

    def claim(self) -> bytes | None:
        """Claims rise in number, or do not."""
        target = self.rng.choice(self.session.live)
        number = self._numbers[target] = min(self._numbers.get(target, 0) + 1, (1 << 16) - 1)
        if self.rng.random() < 0.1:
            number = self.rng.choice((1, (1 << 16) - 1, self.rng.randint(1, 100)))
        session = self.session
        block, view = self._place(session) if self.rng.random() < 0.3 else (session.state.block, session.state.view)
        body = Claim(target, self.rng.randrange(5), number, self.rng.choice((1, 1, 0)))
        return self.sign(Kind.CLAIM, body, block, view, session.replica)

    def status(self) -> bytes | None:
        rng, session = self.rng, self.session
        body = Status(rng.randbytes(32), self._mask(), self._mask(), self._attempt(session), self._mask(), self._mask(),
                      self._mask(), self._mask(), rng.randbytes(8), rng.choice((rng.getrandbits(20), rng.getrandbits(61))),
                      self._mask(), self._mask(), self._mask(), rng.choice((0, rng.getrandbits(30), session.asking)),
                      rng.choice((0, session.asking)))
        return self.sign(Kind.STATUS, body, *self._place(session), session.replica)

    def hands(self) -> bytes | None:
        """C1: keys before the end."""
        keys = tuple(self.rng.randbytes(32) for _ in range(self.rng.choice((0, 1, 1, 2, 64))))
        return self.sign(Kind.HANDS, Hands(keys), *self._place(self.session))

    def canonical_state(self) -> bytes | None:
        session = self.session
        state = self.rng.choice((b"{}", self.rng.randbytes(50), b"[" * 5000, b'{"a":1}'))
        return self.sign(Kind.STATE, CanonicalState(session.state.head, self.rng.randrange(2), state), *self._place(session))

    def far_away(self) -> bytes | None:
        """Return something of its own, said again in another block, view or attempt."""
        found = [message for kind in self.known for message in self.known[kind] if message.author == self.seat]
        if not found:
            return None
        message, session = self.rng.choice(found), self.session
        block, view = self._place(session)
        if message.is_content or message.kind in (Kind.ACK, Kind.LEAVE):
            view += 2 + self.rng.randrange(100)  # not about this view
        return self.sign(message.kind, message.envelope.body, block, view, session.replica)

    # --- the agreement, as an honest seat could have said it

    def honest_sync(self) -> bytes | None:
        """Return the true report of some seat, the liar's own acknowledgement, any mask, any case that is signed."""
        session = self.session
        return self._sync(session, self._true_report(session), self._case(signed=True))

    def _true_report(self, session: Session) -> SeatReport:
        report = session.view_change.report()
        acks = session.replica.open.acks
        own = acks.get(self.seat)
        confirms = [message for message in self.known[Kind.CONFIRM] if message.author == self.seat
                    and message.view == session.state.view]
        lock = max((Lock(cast(Confirm, one.body).attempt, cast(Confirm, one.body).proposal) for one in confirms),
                   key=lambda lock: lock.attempt, default=None)
        return replace(report, acked=cast(Ack, own.body) if own is not None else None, lock=lock)

    def _sync(self, session: Session, report: SeatReport, case: tuple[bytes, ...]) -> bytes | None:
        convicted = self._mask() if self.rng.random() < 0.2 else 0
        body = Sync(self._attempt(session), report, self._mask(), case, convicted)
        return self.sign(Kind.SYNC, body, replica=session.replica)

    def _case(self, signed: bool) -> tuple[bytes, ...]:
        kinds = (Kind.CLAIM, Kind.LEAVE) if signed else tuple(self.known)
        frames = [message.frame for message in self._some(*kinds, most=10)]
        if not signed and frames and self.rng.random() < 0.5:
            frames[0] = damaged(frames[0], self.rng)
        return tuple(frame for frame in frames if len(frame) <= messages.MAX_CLAIM_BYTES)

    def honest_vote(self) -> bytes | None:
        """Return a PREPARE or CONFIRM of a PROPOSE that is there."""
        proposal = self._known(Kind.PROPOSE)
        if proposal is None:
            return None
        kind, make = self.rng.choice(((Kind.PREPARE, Prepare), (Kind.CONFIRM, Confirm)))
        body = make(cast(Propose, proposal.body).attempt, proposal_digest(proposal))
        return self.sign(kind, body, proposal.block, proposal.view)

    def honest_proposal(self) -> bytes | None:
        """Return what would follow from the reports that are there, as far as one seat can have them, with any choice of them."""
        session = self.session
        terms = session.replica.view_terms
        attempts = {cast(Sync, sync.body).attempt for sync in self.known[Kind.SYNC] if sync.view == session.state.view}
        led = [attempt for attempt in attempts if terms.leader_of(attempt) == self.seat]
        if not led:
            return None
        attempt = self.rng.choice(led)
        syncs = {sync.author: sync for sync in self.known[Kind.SYNC]
                 if sync.view == session.state.view and cast(Sync, sync.body).attempt == attempt}
        chosen = {seat: sync for seat, sync in syncs.items() if self.rng.random() < 0.85}
        reports = tuple(sync.frame for _, sync in sorted(chosen.items()))
        tip = self._what_follows(session, chosen)
        excused = mask_of(session.replica.excused_seats() - set(chosen)) if self.rng.random() < 0.7 else 0
        lost = excused | self.rng.choice((0, 0, self._mask(), mask_of(session.absence.current_situation(True).unwanted)))
        claims = tuple(claim.frame for claim in session.claims.fresh_claims(session.liveness.now, session.state.block))
        case = claims[:messages.MAX_CASE_FRAMES] if self.rng.random() < 0.8 else self._case(signed=True)
        proposal = Propose(attempt, excused, lost, tip.blocks, tip.head, tip.state, reports, case)
        return self.sign(Kind.PROPOSE, proposal, replica=session.replica)

    def _what_follows(self, session: Session, chosen: Mapping[int, Signed]) -> Tip:
        replica = session.replica
        accounts = {seat: account for seat,
                    sync in chosen.items() if (account := account_of(sync, replica.view_terms)) is not None}
        try:
            result = conclude_reports(accounts, frozenset(), self.rng.random() < 0.3, replica.view_terms,
                                      replica.locks.outcome_of)
        except LookupError:
            result = None
        if isinstance(result, Outcome):
            return result.tip
        if result is not None and self.rng.random() < 0.9:
            return result
        return Tip(session.state.block, session.state.head, session.view_change.report().state)

    def link(self) -> bytes | None:
        """Return any PROPOSE with any signatures below it, its own alone among them."""
        proposal = self._known(Kind.PROPOSE)
        if proposal is None or self.rng.random() < 0.2:
            frame = self.wild_proposal()
            if frame is None:
                return None
            proposal = decode_frame(frame)
        if len(proposal.frame) > messages.MAX_PROPOSAL_BYTES:
            return None
        name, attempt = proposal_digest(proposal), cast(Propose, proposal.body).attempt
        found = []
        for kind, make in ((Kind.PREPARE, Prepare), (Kind.CONFIRM, Confirm)):
            votes = {vote.author: vote.envelope.signature for vote in self.known[kind]
                     if vote.body.proposal == name and self.rng.random() < 0.8}  # type: ignore[attr-defined]
            if self.rng.random() < 0.5:
                own = self.sign(kind, make(attempt, name), proposal.block, proposal.view)
                if own is not None:
                    votes[self.seat] = decode_frame(own).envelope.signature
            if self.rng.random() < 0.3:
                votes[self.rng.choice(self.session.live)] = self.rng.randbytes(64)
            found.append(tuple(sorted(votes.items())) if self.rng.random() < 0.7 else ())
        envelope = Envelope(Kind.LINK, proposal.author, proposal.block, proposal.view,
                            encode_message(Link(proposal.frame, found[0], found[1])), UNSIGNED)
        return encode_message(envelope)

    # --- habits that convict, now and then or always

    def leave(self) -> bytes | None:
        session = self.session
        return self.sign(Kind.LEAVE, Leave(self.rng.choice((0, self._attempt(session))), self._true_report(session)),
                         *self._place(session), session.replica)

    def _wild_report(self, session: Session) -> SeatReport:
        rng, report = self.rng, self._true_report(session)
        acks = [cast(Ack, ack.body) for ack in self.known[Kind.ACK]]
        some = rng.choice(acks) if acks else Ack(rng.randbytes(64), rng.randbytes(32))
        locks = [link.lock for one in self.sessions() for link in one.replica.locks]
        proof = tuple(sorted({ack.author: ack.envelope.signature for ack in self._some(Kind.ACK, most=6)}.items()))
        return SeatReport(rng.choice((report.head, report.head, some.head)), rng.choice((report.state, report.state, some.state)),
                          rng.choice((report.proof, report.proof, proof, ())), rng.choice((None, report.acked, some)),
                          rng.choice((None, report.lock, Lock(self._attempt(session), rng.randbytes(64)),
                                      rng.choice(locks) if locks else None)))

    def wild_sync(self) -> bytes | None:
        session = self.session
        return self._sync(session, self._wild_report(session), self._case(signed=self.rng.random() < 0.5))

    def wild_proposal(self) -> bytes | None:
        rng, session = self.rng, self.session
        state, terms = session.state, session.replica.view_terms
        attempt = self._attempt(session)
        for _ in range(len(terms.live) if rng.random() < 0.8 else 0):
            if terms.leader_of(attempt) != self.seat:
                attempt = min(attempt + 1, messages.MAX_ATTEMPTS - 1)
        frames = [message.frame for message in self._some(Kind.SYNC, Kind.LEAVE, most=6)]
        if frames and rng.random() < 0.3:
            frames[0] = rng.choice((damaged(frames[0], rng), (self._known() or decode_frame(frames[0])).frame))
        reports = tuple(frame for frame in frames if len(frame) <= messages.MAX_SYNC_BYTES)
        ends = [(state.block, state.head, session.view_change.report().state), (state.block, rng.randbytes(64), bytes(32))]
        ack = session.replica.open.ack
        if ack is not None:
            ends.append((state.block + 1, ack.head, ack.state))
        blocks, head, digest = rng.choice(ends)
        body = Propose(attempt, self._mask(), self._mask(), blocks, head, digest, reports, self._case(signed=rng.random() < 0.7))
        return self.sign(Kind.PROPOSE, body, replica=session.replica)

    def wild_vote(self) -> bytes | None:
        session = self.session
        kind, make = self.rng.choice(((Kind.PREPARE, Prepare), (Kind.CONFIRM, Confirm)))
        return self.sign(kind, make(self._attempt(session), self.rng.randbytes(64)), *self._place(session), session.replica)

    def content(self) -> bytes | None:
        """Return a contribution that fits nothing, or another's under the own name."""
        found = self._known(*CONTENT_KINDS)
        if found is None:
            return None
        body = found.envelope.body if self.rng.random() < 0.6 else damaged(found.envelope.body, self.rng)
        session = self.session
        step = session.state.step
        kind = found.kind if step is None or self.rng.random() < 0.6 else step.kind
        return self.sign(kind, body, *self._place(session), session.replica)

    def ack(self) -> bytes | None:
        found, session = self._known(Kind.ACK), self.session
        if found is None:
            return None
        return self.sign(Kind.ACK, found.envelope.body, *self._place(session), session.replica)

    def any_kind(self) -> bytes | None:
        """Return a body of one kind in the envelope of another."""
        found, session = self._known(), self.session
        if found is None:
            return None
        return self.sign(self.rng.choice(list(BODIES)), found.envelope.body, *self._place(session), session.replica)

    def damaged_body(self) -> bytes | None:
        found, session = self._known(), self.session
        if found is None:
            return None
        return self.sign(found.kind, damaged(found.envelope.body, self.rng), *self._place(session), session.replica)
