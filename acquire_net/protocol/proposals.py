"""Whether a PROPOSE follows from its own frames (docs/spec/protocol.md, section 9): what anybody can check.

A PREPARE under a PROPOSE that fails here convicts its author, so nothing in it may depend on who looks. What cannot be judged
here, because something is missing or speaks of another log, raises LookupError: then it convinces nobody and convicts nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import cast

from msgspec import Struct

from acquire_net.errors import RemoteError, Wording
from acquire_net.protocol.certificates import outcome_in
from acquire_net.protocol.claims import case_against, signed_claims
from acquire_net.protocol.codec import MalformedError, Signed, decode_frame
from acquire_net.protocol.log_types import mask_of, seats_of
from acquire_net.protocol.messages import Kind, Leave, Lock, Propose, Sync
from acquire_net.protocol.reports import Outcome, SeatAccount, ViewTerms, account_of, conclude_reports, proof_in

IsSigned = Callable[[Signed], bool]


class ReadProposal(Struct, frozen=True):
    """The reports in a PROPOSE, each signed by its author and possible by itself."""
    body: Propose
    excused: frozenset[int]
    lost: frozenset[int]
    reports: Mapping[int, Signed]
    accounts: Mapping[int, SeatAccount]

    @property
    def goodbyes(self) -> frozenset[int]:
        """Return the seats that are excused because their LEAVE is among the reports."""
        return frozenset(seat for seat, message in self.reports.items() if message.kind == Kind.LEAVE)

    @property
    def convicted(self) -> frozenset[int]:
        """Return the seats that are excused because there is evidence against them."""
        return self.excused - self.goodbyes


class ProposalError(RemoteError, ValueError):
    """This PROPOSE does not follow from its own frames; the text says why."""


def case_is_signed(message: Signed, is_signed: IsSigned) -> bool:
    """Return True if every frame in the case of a SYNC or PROPOSE is readable and signed by its author."""
    for frame in cast(Sync | Propose, message.body).case:
        try:
            shown = decode_frame(frame)
        except MalformedError:
            return False
        if shown.fault or shown.kind not in (Kind.CLAIM, Kind.LEAVE) or not is_signed(shown):
            return False
    return True


def report_is_proven(message: Signed, is_signed: IsSigned) -> bool:
    """Return True if every signature under the ACKs of a report's tip holds."""
    return all(map(is_signed, proof_in(message)))


def read_proposal(message: Signed, terms: ViewTerms, is_signed: IsSigned) -> ReadProposal:
    """Check everything in a PROPOSE but its conclusion. Raises ProposalError."""
    body = cast(Propose, message.body)
    excused, lost = frozenset(seats_of(body.excused)), frozenset(seats_of(body.lost))
    if message.author != terms.leader_of(body.attempt):
        raise LookupError("its author does not lead this attempt here")
    if not excused | lost <= set(terms.live):
        raise LookupError("it names a seat that does not play here")
    if not case_is_signed(message, is_signed):
        raise ProposalError(Wording("proposed with a case that its authors did not sign"))
    reports: dict[int, Signed] = {}
    accounts: dict[int, SeatAccount] = {}
    for frame in body.reports:
        report = _read_report(frame, body.attempt, terms, is_signed)
        account = account_of(report, terms)
        if account is None:
            raise LookupError(f"the report of seat {report.author} does not fit this log")
        if report.author in reports:
            raise ProposalError(Wording("proposed with two reports of seat {seat}", seat=report.author))
        if (report.kind == Kind.LEAVE) != (report.author in excused):
            raise ProposalError(Wording("counted seat {seat} as excused and not excused", seat=report.author))
        reports[report.author], accounts[report.author] = report, account
    return ReadProposal(body, excused, lost, reports, accounts)


def _read_report(frame: bytes, attempt: int, terms: ViewTerms, is_signed: IsSigned) -> Signed:
    try:
        report = decode_frame(frame)
    except MalformedError:
        raise ProposalError(Wording("proposed with a report that cannot be read")) from None
    if report.fault or report.kind not in (Kind.SYNC, Kind.LEAVE) or report.author not in terms.live or not is_signed(report):
        raise ProposalError(Wording("proposed with a report that nobody has signed"))
    if report.kind == Kind.SYNC and cast(Sync, report.body).attempt != attempt:
        raise ProposalError(Wording("proposed with a report of another attempt"))
    if report.kind == Kind.LEAVE and report.view == terms.view and cast(Leave, report.body).promised >= attempt:
        raise ProposalError(Wording("counted a goodbye whose author had promised itself to this attempt"))
    if report.view == terms.view and not report_is_proven(report, is_signed):
        raise ProposalError(Wording("proposed with a report whose proof does not hold"))
    return report


def check_conclusion(read: ReadProposal, message: Signed, terms: ViewTerms, outcome_of: Callable[[Lock], Outcome | None],
                     is_signed: IsSigned) -> bool:
    """Check that the end of the view follows from the reports; return True where a lock forces it.

    Raises ProposalError, or LookupError where a lock is not known here.
    """
    result = conclude_reports(read.accounts, read.excused, bool(read.convicted), terms, outcome_of)
    proposed = outcome_in(message)
    if result is None:
        raise ProposalError(Wording("proposed what does not follow from these reports"))
    if isinstance(result, Outcome):
        if not result.agrees_with(proposed):
            raise ProposalError(Wording("proposed another outcome than the one that may have been decided"))
        return True
    if result != proposed.tip:
        raise ProposalError(Wording("proposed another end of the log than these reports lead to"))
    if not read.excused <= read.lost:
        raise ProposalError(Wording("kept a seat that is excused"))
    claims = signed_claims(read.body.case, terms.view, message.block, is_signed)
    for target in sorted(read.lost - read.excused):
        named = sum(bool(cast(Sync, report.body).mask >> target & 1) for seat, report in read.reports.items()
                    if seat not in read.excused)
        if named < terms.needed_signers(read.excused) or not case_against(target, claims, terms.live, read.excused):
            raise ProposalError(Wording("proposed to lose seat {seat} without a case", seat=target))
    return False


def fault_in_proposal(message: Signed, terms: ViewTerms, outcome_of: Callable[[Lock], Outcome | None],
                      is_signed: IsSigned) -> str:
    """Return what is wrong with a PROPOSE for everyone who looks at it, or nothing where it follows or cannot be judged here."""
    try:
        read = read_proposal(message, terms, is_signed)
        check_conclusion(read, message, terms, outcome_of, is_signed)
    except ProposalError as bad:
        return str(bad)
    except LookupError:
        return ""
    return ""


# --- what a leader proposes ---

def seats_to_name(wanted: Mapping[int, int], targets: Iterable[int], needed: int, turn: int) -> list[int]:
    """Return the seats that a leader names, of those against which there is a case.

    `wanted` has for each author of a report the mask of the seats that it wants to lose. Those who stay have to sign, and each
    signs only what it wants itself. So as many as are needed want to lose all of the seats that are named: naming one more could
    leave nobody to sign for the others. The seats that most reports name come first.

    A liar may report what it does not sign. So in every second `turn` of a leader it names one seat alone, and another one each
    time.

    >>> masks = dict(enumerate([0b010000, 0b111000, 0b111000, 0b110000, 0b101000, 0b011000]))
    >>> seats_to_name(masks, [3, 4, 5], 4, 0), seats_to_name(masks, [3, 4, 5], 3, 0)
    ([4], [4, 3])
    """
    counts = Counter({target: sum(mask >> target & 1 for mask in wanted.values()) for target in sorted(targets)})
    ordered = [target for target, count in counts.most_common() if count >= needed]
    start = turn // 2 % len(ordered) if ordered else 0
    named: list[int] = []
    for target in ordered[start:] + ordered[:start]:
        lost = mask_of([*named, target])
        signers = [seat for seat, mask in wanted.items() if mask & lost == lost and not lost >> seat & 1]
        if len(signers) >= needed:
            named.append(target)
            if turn % 2:
                break
    return named
