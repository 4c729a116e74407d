"""Evidence (docs/spec/protocol.md, section 7): what convinces a person who was not at the table that a seat has lied.

It is the description of the table, the log up to the offence, and the offending frames. `judge_evidence_bytes` replays the log
without a secret and looks at the frames with the same code as every peer. Whatever is missing, damaged or of another game raises
`EvidenceError`. Silence is never evidence, because it has nothing to show. Files are read in table/reports.py.

The log itself cannot be made up: every block of it carries the acknowledgement of each seat that is live, or the certificate of a
view. So no accuser can lead an honest seat's message to a place where it would be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

import msgspec
from msgspec import Struct

from acquire_net.errors import RemoteError, Wording
from acquire_net.protocol.codec import MalformedError, Signed, decode_frame
from acquire_net.protocol.equivocation import find_contradiction
from acquire_net.protocol.log_types import OTHER_STATE, Certificate, Conviction
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.replaying import offer_entry
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.protocol.state import InvariantError, State
from acquire_net.protocol.verifier import Verifier

MARK = b"acquire-net/evidence/3"
MAX_EVIDENCE_BYTES = 1 << 24
"""A whole game with several new decks has a tenth of that."""
MAX_EVIDENCE_FRAMES = 64
"""The longest are a shuffle of the last of six seats, with the five before it."""


class EvidenceError(RemoteError, ValueError):
    """These bytes convict nobody; the text says why."""


class EvidenceVerdict(Struct, frozen=True):
    """Whom a piece of evidence convicts, and of what."""
    seat: int
    reason: str

    @property
    def is_about_state(self) -> bool:
        """Return True if it is not certainly a lie: by the rules of the judge's program, this seat came to a wrong state."""
        return self.reason == OTHER_STATE


class _StoredEvidence(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    mark: bytes
    opening: bytes
    prefix: tuple[tuple[bytes, tuple[tuple[int, bytes], ...]], ...]
    frames: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    opening: bytes
    """The description of the table, from which its opening state, and with it tid, follows."""
    prefix: tuple[JournalEntry, ...]
    frames: tuple[bytes, ...]

    def to_bytes(self) -> bytes:
        prefix = tuple((entry.frame, entry.acks) for entry in self.prefix)
        return msgspec.msgpack.encode(_StoredEvidence(MARK, self.opening, prefix, self.frames))

    @staticmethod
    def from_bytes(data: bytes) -> Evidence:
        """Decode evidence. Raises EvidenceError for everything that `to_bytes` does not return."""
        if len(data) > MAX_EVIDENCE_BYTES:
            raise EvidenceError(Wording("{bytes} bytes are more than any evidence has", bytes=f"{len(data):,}"))
        try:
            stored = msgspec.msgpack.decode(data, type=_StoredEvidence)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise EvidenceError(Wording("this is not evidence: {error}", error=error)) from None
        if stored.mark != MARK:
            raise EvidenceError(Wording("this is not evidence, or of another version"))
        evidence = Evidence(stored.opening, tuple(JournalEntry(frame, acks) for frame, acks in stored.prefix), stored.frames)
        if evidence.to_bytes() != data:
            raise EvidenceError(Wording("not in the one encoding that evidence has"))
        return evidence


# --- making it

def evidence_of(replica: Replica, conviction: Conviction, opening: bytes) -> Evidence:
    """Return what proves this conviction of this replica to others."""
    return Evidence(opening, log_until(replica, conviction.block, conviction.view), conviction.frames)


def log_until(replica: Replica, block: int, view: int) -> tuple[JournalEntry, ...]:
    """Return the entries that bring another replica to this block and view."""
    return tuple(_entries_up_to(replica, block, view))


def _entries_up_to(replica: Replica, block: int, view: int) -> Iterator[JournalEntry]:
    certificates = [certificate for certificate in replica.certificates if certificate.view <= view]
    for final_block in replica.log[:block]:
        if final_block.view > view:
            break
        while certificates and certificates[0].view <= final_block.view:
            yield from _end_of_view(replica, certificates.pop(0))
        yield from (JournalEntry(content.frame) for content in final_block.contents)
        if final_block.certificate is None:
            yield JournalEntry(b"", tuple((seat, ack.envelope.signature) for seat, ack in sorted(final_block.acks.items())))
    for certificate in certificates:
        yield from _end_of_view(replica, certificate)


def _end_of_view(replica: Replica, certificate: Certificate) -> Iterator[JournalEntry]:
    """Yield a certificate, and before it what convicted the seats that it does not count."""
    for conviction in replica.convicted.values():
        if conviction.view == certificate.view - 1:
            yield from map(JournalEntry, conviction.frames)
    yield JournalEntry(certificate.frame)


# --- judging it

def judge_evidence_bytes(evidence_bytes: bytes, make_state: Callable[[bytes], State], verifier: Verifier) -> EvidenceVerdict:
    """Return whom these bytes convict, and of what. Raises EvidenceError.

    `make_state` turns the description of the table into its opening state as a spectator sees it; the state's `table` must be the
    tid that follows from the description, so that no signature fits a table with other options.
    """
    evidence = Evidence.from_bytes(evidence_bytes)
    if not evidence.frames:
        raise EvidenceError(Wording("silence is not evidence"))
    if len(evidence.frames) > MAX_EVIDENCE_FRAMES:
        raise EvidenceError(Wording("more frames than any offence needs"))
    try:
        replica = Replica(make_state(evidence.opening), verifier)
        follow(replica, evidence.prefix)
        replica.disagreements.clear()
        replica.convicted.clear()  # what happened on the way is not what the frames are accused of
        return _judge_frames(replica, [decode_frame(frame) for frame in evidence.frames])
    except (MalformedError, InvariantError, msgspec.MsgspecError) as error:
        raise EvidenceError(str(error)) from None


def _judge_frames(replica: Replica, frames: list[Signed]) -> EvidenceVerdict:
    for one, other in combinations(frames, 2):  # needs no more of the log than what their signatures are bound to
        reason = find_contradiction(one, other)
        if reason and replica.bindings.is_signed(one) and replica.bindings.is_signed(other):
            return EvidenceVerdict(one.author, reason)
    for message in frames:
        _offer_message(replica, message)
    for conviction in (*replica.convicted.values(), *replica.disagreements.values()):
        return EvidenceVerdict(conviction.seat, conviction.reason)
    for message in frames:
        if message.kind == Kind.ACK and message.body == replica.open.ack and replica.bindings.is_signed(message):
            why = Wording("by the rules of this program seat {seat} acknowledged the right state: the file itself may be wrong",
                          seat=message.author)
            raise EvidenceError(why)
    raise EvidenceError(Wording("after this log these frames convict nobody"))


def follow(replica: Replica, entries: Iterable[JournalEntry]) -> None:
    """Replay entries of any seat's journal without making anything. Raises MalformedError where they are not such entries."""
    for entry in entries:
        offer_entry(replica, entry)
        while replica.settle():
            pass


def _offer_message(replica: Replica, message: Signed) -> None:
    replica.offer_message(message)
    replica.check_all_parked()
