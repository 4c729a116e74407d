"""Locks and certificates: a PROPOSE with enough signatures under its PREPAREs or CONFIRMs (docs/spec/protocol.md, section 9).

A LINK is not signed itself, so everything in it is looked at: nothing that its author did not sign counts anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from msgspec import Struct

from acquire_net.crypto.hashing import digest
from acquire_net.protocol.codec import UNSIGNED, MalformedError, Signed, decode_frame, encode_message
from acquire_net.protocol.log_types import seats_of
from acquire_net.protocol.messages import Confirm, Envelope, Kind, Link, Lock, Prepare, Propose
from acquire_net.protocol.reports import Outcome, Tip, ViewTerms, report_in


def proposal_digest(proposal: Signed) -> bytes:
    """Return the name of a PROPOSE in PREPAREs, CONFIRMs and locks: over its author and its body."""
    return digest("propose", bytes((proposal.author,)), proposal.envelope.body)


def outcome_in(proposal: Signed) -> Outcome:
    """Return how the view ends by this PROPOSE."""
    body = cast(Propose, proposal.body)
    return Outcome(frozenset(seats_of(body.lost)), Tip(body.blocks, body.head, body.state))


def excused_in(proposal: Signed) -> frozenset[int]:
    return frozenset(seats_of(cast(Propose, proposal.body).excused))


class OpenedLink(Struct, frozen=True, eq=False):
    """A LINK taken apart: nothing in it is believed yet."""
    message: Signed
    proposal: Signed
    name: bytes
    prepares: Mapping[int, Signed]
    confirms: Mapping[int, Signed]

    @property
    def view(self) -> int:
        return self.proposal.view

    @property
    def attempt(self) -> int:
        return self.proposal.attempt

    @property
    def lock(self) -> Lock:
        return Lock(self.attempt, self.name)

    @property
    def outcome(self) -> Outcome:
        return outcome_in(self.proposal)

    @property
    def excused(self) -> frozenset[int]:
        return excused_in(self.proposal)

    @property
    def body(self) -> Propose:
        return cast(Propose, self.proposal.body)


def vote_on(proposal: Signed, kind: Kind, seat: int, signature: bytes, name: bytes = b"") -> Signed:
    """Return the PREPARE or CONFIRM of which a LINK holds the signature alone."""
    body = (Prepare if kind == Kind.PREPARE else Confirm)(proposal.attempt, name or proposal_digest(proposal))
    return decode_frame(encode_message(Envelope(kind, seat, proposal.block, proposal.view, encode_message(body), signature)))


def open_link(message: Signed) -> OpenedLink:
    """Take a LINK apart. Raises MalformedError, which is the fault of the peer that sent it."""
    body = cast(Link, message.body)
    proposal = decode_frame(body.proposal)
    if proposal.kind != Kind.PROPOSE or proposal.fault:
        raise MalformedError("a LINK without a PROPOSE")
    if (proposal.author, proposal.block, proposal.view) != (message.author, message.block, message.view):
        raise MalformedError("a LINK that names another place than its PROPOSE")
    for votes in (body.prepares, body.confirms):
        seats = [seat for seat, _ in votes]
        if seats != sorted(set(seats)):
            raise MalformedError("a LINK whose signatures are not in the order of their seats")
    name = proposal_digest(proposal)
    votes_of = [{seat: vote_on(proposal, kind, seat, signature, name) for seat, signature in votes}
                for kind, votes in ((Kind.PREPARE, body.prepares), (Kind.CONFIRM, body.confirms))]
    return OpenedLink(message, proposal, name, *votes_of)


def make_link(proposal: Signed, prepares: Iterable[Signed] = (), confirms: Iterable[Signed] = ()) -> OpenedLink:
    """Put a lock or a certificate together."""
    def signatures(votes: Iterable[Signed]) -> tuple[tuple[int, bytes], ...]:
        return tuple(sorted((vote.author, vote.envelope.signature) for vote in votes))

    body = encode_message(Link(proposal.frame, signatures(prepares), signatures(confirms)))
    return open_link(decode_frame(encode_message(Envelope(Kind.LINK, proposal.author, proposal.block, proposal.view, body,
                                                          UNSIGNED))))


def has_quorum(votes: Iterable[Signed], proposal: Signed, terms: ViewTerms, is_signed: Callable[[Signed], bool]) -> bool:
    """Return True if enough live seats that are not excused have signed these."""
    excused = excused_in(proposal)
    signers = {vote.author for vote in votes if vote.author in terms.live and vote.author not in excused and is_signed(vote)}
    return len(signers) >= terms.needed_signers(excused)


class Locks:
    """The locks of one view that are known here, by the PROPOSE that they lock."""

    def __init__(self) -> None:
        self._of: dict[bytes, OpenedLink] = {}

    def keep(self, link: OpenedLink) -> None:
        self._of.setdefault(link.name, link)

    def __iter__(self) -> Iterator[OpenedLink]:
        return iter(sorted(self._of.values(), key=lambda link: link.attempt))

    def __contains__(self, lock: Lock) -> bool:
        return self.find_lock(lock) is not None

    def find_lock(self, lock: Lock) -> OpenedLink | None:
        found = self._of.get(lock.proposal)
        return found if found is not None and found.attempt == lock.attempt else None

    def outcome_of(self, lock: Lock) -> Outcome | None:
        found = self.find_lock(lock)
        return found.outcome if found is not None else None

    def lock_chain(self, lock: Lock | None) -> list[OpenedLink]:
        """Return the link of this lock and all links below it, the lowest attempt first."""
        return sorted(self._links_below(lock)[0].values(), key=lambda link: link.attempt)

    def is_whole(self, lock: Lock) -> bool:
        """Return True if the link of this lock and all links below it are here."""
        return self._links_below(lock)[1]

    def _links_below(self, lock: Lock | None) -> tuple[dict[bytes, OpenedLink], bool]:
        found: dict[bytes, OpenedLink] = {}
        todo, whole = [lock] if lock is not None else [], True
        while todo:
            link = self.find_lock(top := todo.pop())
            if link is None:
                whole = False
            elif link.name not in found:
                found[link.name] = link
                below = locks_in(link.proposal)
                whole = whole and all(other.attempt < top.attempt for other in below)
                todo += below
        return found, whole


def reports_in(proposal: Signed) -> Iterator[Signed]:
    """Yield the readable reports in a PROPOSE. Signatures are not looked at."""
    for frame in cast(Propose, proposal.body).reports:
        try:
            message = decode_frame(frame)
        except MalformedError:
            continue
        if not message.fault and message.kind in (Kind.SYNC, Kind.LEAVE):
            yield message


def locks_in(proposal: Signed) -> set[Lock]:
    """Return the locks that the reports in a PROPOSE name, in its own view."""
    reports = (report_in(message) for message in reports_in(proposal) if message.view == proposal.view)
    return {report.lock for report in reports if report.lock is not None}
