"""The agreement on how each view of a log ends: its terms, its locks and its certificate (docs/spec/protocol.md, section 9).

A LINK, or a statement about a view, is judged by what is known of that view: who plays, where its log began, and which locks are
here. Signatures are looked up by a function that is given. Only the log knows who is excused, and which blocks are here: it
decides what is kept, and convicts the seats that a verdict charges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from msgspec import Struct, field

from acquire_net.errors import Wording
from acquire_net.protocol.certificates import Locks, OpenedLink, has_quorum, locks_in, make_link, reports_in
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.equivocation import find_contradiction
from acquire_net.protocol.log_types import Fate
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.proposals import IsSigned, case_is_signed, fault_in_proposal, report_is_proven
from acquire_net.protocol.reports import ViewTerms

MAX_UNEXCUSED = 4
"""LINKs that wait for the evidence against the seats that they do not count."""


class Charge(Struct, frozen=True):
    """What a seat is to be convicted of, and the frames that show it."""
    seat: int
    reason: str
    frames: tuple[bytes, ...]


class LinkVerdict(Struct, frozen=True):
    """What a LINK is worth. NEW means that it holds, if the seats that it excuses are excused here."""
    fate: Fate
    is_certificate: bool = False
    charges: tuple[Charge, ...] = ()


class ViewRecord(Struct):
    """What is known here of one view."""
    terms: ViewTerms
    locks: Locks = field(default_factory=Locks)
    end: OpenedLink | None = None
    """The certificate that ends it. In the open view it waits here for its block."""


class ViewAgreement:
    """The views of a log, and what is known of their ends: of the open one, and of those before it, to judge what comes late."""

    def __init__(self, terms: ViewTerms) -> None:
        self._views: dict[int, ViewRecord] = {}
        self.begin_view(terms)

    def begin_view(self, terms: ViewTerms) -> None:
        """Open the next view. What is known of the one before stays."""
        self.open = self._views[terms.view] = ViewRecord(terms)
        self._unexcused: list[OpenedLink] = []
        """LINKs of this view that wait: it is not known here why the seats that they excuse are excused."""

    def terms_of(self, view: int) -> ViewTerms | None:
        """Return the terms of a view that has begun here, or None."""
        record = self._views.get(view)
        return record.terms if record is not None else None

    def end_of(self, view: int) -> OpenedLink | None:
        """Return the certificate that is known here of this view, or None."""
        record = self._views.get(view)
        return record.end if record is not None else None

    # --- statements

    def fault_of(self, message: Signed, is_signed: IsSigned) -> str:
        """Return what is wrong with a statement or a LEAVE by itself. `is_signed` raises LookupError where it cannot be said."""
        try:
            if message.kind in (Kind.SYNC, Kind.PROPOSE) and not case_is_signed(message, is_signed):
                return Wording("showed a case that its authors did not sign")
            if message.kind in (Kind.SYNC, Kind.LEAVE) and not report_is_proven(message, is_signed):
                return Wording("reported a tip whose proof does not hold")
        except LookupError:
            return ""
        return self._fault_of_proposal(message, is_signed) if message.kind == Kind.PROPOSE else ""

    def _fault_of_proposal(self, message: Signed, is_signed: IsSigned) -> str:
        record = self._views.get(message.view)
        return fault_in_proposal(message, record.terms, record.locks.outcome_of, is_signed) if record is not None else ""

    def frames_to_judge(self, message: Signed) -> list[bytes]:
        """Return the frame of a statement behind those of the locks that a PROPOSE rests on: a judge of it needs them."""
        record = self._views.get(message.view)
        if message.kind != Kind.PROPOSE or record is None:
            return [message.frame]
        links = {link.name: link for lock in locks_in(message) for link in record.locks.lock_chain(lock)}
        return [*(link.message.frame for link in sorted(links.values(), key=lambda link: link.attempt)), message.frame]

    # --- LINKs

    def judge_link(self, link: OpenedLink, is_signed: IsSigned) -> LinkVerdict:
        """Judge a lock or a certificate of the open view or of one before it; its signatures can be checked here."""
        record = self._views.get(link.view)
        if record is not self.open:
            if link.confirms:
                return LinkVerdict(_compare_certificate(link, record, is_signed), is_certificate=True)
            if record is None or not is_signed(link.proposal):
                return LinkVerdict(Fate.STALE)
            return self._judge_lock(link, record, is_signed)
        if not is_signed(link.proposal):
            return LinkVerdict(Fate.FORGED)
        if has_quorum(link.confirms.values(), link.proposal, record.terms, is_signed):
            is_known = record.end is not None and record.end.outcome.agrees_with(link.outcome)
            return LinkVerdict(Fate.KNOWN if is_known else Fate.NEW, is_certificate=True)
        return self._judge_lock(link, record, is_signed)

    def _judge_lock(self, link: OpenedLink, record: ViewRecord, is_signed: IsSigned) -> LinkVerdict:
        """Judge a lock, or PREPAREs of what nobody may prepare."""
        prepares = [vote for vote in link.prepares.values() if vote.author in record.terms.live and is_signed(vote)]
        if not prepares:
            return LinkVerdict(Fate.FORGED)
        if link.lock in record.locks:
            return LinkVerdict(Fate.KNOWN)  # it was judged when it came first
        reason = self._fault_of_proposal(link.proposal, is_signed)
        if reason:
            return LinkVerdict(Fate.GUILTY, charges=tuple(self._charges_of(link.proposal, prepares, reason)))
        if not has_quorum(prepares, link.proposal, record.terms, is_signed):
            return LinkVerdict(Fate.IDLE)
        return LinkVerdict(Fate.NEW)

    def _charges_of(self, proposal: Signed, prepares: Iterable[Signed], reason: str) -> Iterator[Charge]:
        """Yield charges against all who have signed a PROPOSE that does not follow."""
        *locked, proposed = self.frames_to_judge(proposal)
        for vote in prepares:  # each by a LINK that convicts it first
            frame = make_link(proposal, [vote]).message.frame
            yield Charge(vote.author, Wording("prepared a proposal whose author {reason}", reason=reason), (*locked, frame))
        yield Charge(proposal.author, reason, (*locked, proposed))

    def wait_for_evidence(self, link: OpenedLink) -> None:
        """Keep a LINK of the open view that enough seats have signed until it is known here why it counts some as excused."""
        if link.view == self.open.terms.view:
            others = [kept for kept in self._unexcused if kept.message.frame != link.message.frame]
            self._unexcused = [*others, link][-MAX_UNEXCUSED:]

    def take_link_with_evidence(self, are_excused: Callable[[frozenset[int], Signed], bool]) -> OpenedLink | None:
        """Return a LINK that waited for evidence, and forget it, once the seats that it excuses are excused here."""
        for link in self._unexcused:
            if are_excused(link.excused, link.proposal):
                self._unexcused.remove(link)
                return link
        return None

    def keep_end(self, link: OpenedLink) -> None:
        """Keep the certificate of the open view, whose verdict was NEW, and whose seats are excused."""
        self.open.end = link

    def keep_lock(self, link: OpenedLink) -> Fate:
        """Keep a lock whose verdict was NEW, and whose seats are excused."""
        self._views[link.view].locks.keep(link)
        return Fate.NEW if link.view == self.open.terms.view else Fate.STALE


def _compare_certificate(link: OpenedLink, record: ViewRecord | None, is_signed: IsSigned) -> Fate:
    """Compare a certificate of a view that has ended with the one here; it is NEW if it ends the view in another way."""
    if record is None or record.end is None:
        return Fate.STALE
    if record.end.outcome.agrees_with(link.outcome):
        return Fate.KNOWN
    votes = [vote for vote in link.confirms.values() if is_signed(vote)]
    if not is_signed(link.proposal) or len(votes) < len(link.confirms):
        return Fate.FORGED
    return Fate.NEW if has_quorum(votes, link.proposal, record.terms, is_signed) else Fate.IDLE


def liars_behind(links: Iterable[OpenedLink], known_of: Callable[[int], Iterable[Signed]],
                 is_signed: IsSigned) -> Iterator[Charge]:
    """Yield a charge against each seat that contradicts itself, in these ends of one view or beside what is known of it."""
    found: dict[int, list[Signed]] = {}
    for link in links:
        for message in (link.proposal, *link.prepares.values(), *link.confirms.values(), *reports_in(link.proposal)):
            found.setdefault(message.author, []).append(message)
    for author, messages in found.items():
        for one, other in combinations((*messages, *known_of(author)), 2):
            reason = find_contradiction(one, other)
            if reason and is_signed(one) and is_signed(other):
                yield Charge(author, reason, (one.frame, other.frame))
                break
