"""How each view of a log has ended, for people who read a journal: who was lost and why, who signed it, and how sure it is.

Everything is read from the certificates that a replica has followed. Signatures in a certificate that do not hold are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from acquire_net.protocol.certificates import OpenedLink, open_link
from acquire_net.protocol.claims import claim_in, signed_claims
from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.log_types import Certificate
from acquire_net.protocol.quorum import max_liars
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.reports import ViewTerms

MIN_SEATS_FOR_TWO_LOGS = 3
"""With fewer seats there are no two honest ones beside a liar."""


@dataclass(frozen=True, slots=True)
class LostSeat:
    """A seat without which the others went on. Where nothing of the rest is set, the certificate shows no case against it."""
    seat: int
    left: bool = False
    """True if it had said goodbye."""
    fault: str = ""
    """What it is convicted of."""
    claims: tuple[tuple[int, int], ...] = ()
    """Who wanted to go on without it, and why, as in a CLAIM."""


@dataclass(frozen=True, slots=True)
class ViewEnding:
    """How one view has ended."""
    view: int
    attempt: int
    blocks: int
    """How many blocks the log had then, before the loss."""
    lost: tuple[LostSeat, ...]
    signers: tuple[int, ...]
    """The seats that confirmed it."""
    needed: int
    """How many had to."""
    seats: int
    """How many seats played, without those that had said goodbye."""
    liars_for_two_logs: int | None
    """How many seats, beside those that are convicted, had to lie for two logs of the table from here on; None where it cannot
    be, because no two honest seats would be left."""


def view_endings(replica: Replica) -> Iterator[ViewEnding]:
    """Yield how each view of this log has ended, the first one first."""
    for certificate in replica.certificates:
        terms = replica.agreement.terms_of(certificate.view - 1)
        if terms is not None:
            yield _read_ending(replica, certificate, terms)


def _read_ending(replica: Replica, certificate: Certificate, terms: ViewTerms) -> ViewEnding:
    link = open_link(decode_frame(certificate.frame))
    signers = tuple(sorted(seat for seat, vote in link.confirms.items()
                           if seat in terms.live and seat not in link.excused and replica.bindings.is_signed(vote)))
    gone = set(replica.state.lost) | set(replica.regroup)
    lost = tuple(_lost_seat(replica, link, seat) for seat in certificate.lost if seat in gone)
    convicted = {seat for seat in link.excused if seat in replica.convicted}
    seats = len(terms.live) - len(link.excused - convicted)
    liars = None
    if seats >= MIN_SEATS_FOR_TWO_LOGS:
        liars = max(0, max_liars(seats, terms.majority) + 1 - len(convicted))
    return ViewEnding(terms.view, link.attempt, certificate.blocks, lost, signers, terms.needed_signers(link.excused), seats,
                      liars)


def _lost_seat(replica: Replica, link: OpenedLink, seat: int) -> LostSeat:
    if seat in link.excused:
        fault = replica.convicted[seat].reason if seat in replica.convicted else ""
        return LostSeat(seat, left=not fault, fault=fault)
    claims = signed_claims(link.body.case, link.view, link.proposal.block, replica.bindings.is_signed)
    return LostSeat(seat, claims=tuple(sorted((claim.author, claim_in(claim).why) for claim in claims
                                              if claim_in(claim).target == seat and claim_in(claim).holds)))
