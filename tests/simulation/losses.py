"""Whether each seat that was lost was lost for a reason: a goodbye, a lie, or a case (docs/spec/protocol.md, section 9)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import cast

from acquire_net.protocol.certificates import open_link
from acquire_net.protocol.claims import case_against, claim_in, readable_claims
from acquire_net.protocol.codec import Signed, decode_frame
from acquire_net.protocol.messages import Kind, Propose
from acquire_net.protocol.session import Session
from tests.simulation.process import Violation

PLACE_OF_KIND = 1
"""In a frame, which is an array that begins with its kind."""


class Losses:
    def __init__(self) -> None:
        self._proposals: dict[int, dict[bytes, Signed]] = defaultdict(dict)
        """Every PROPOSE that anybody has sent, by view: where a lock forces an end, the case may be in an earlier one."""

    def note(self, frame: bytes) -> None:
        """Look at a frame that is sent."""
        if len(frame) > PLACE_OF_KIND and frame[PLACE_OF_KIND] == Kind.PROPOSE:
            try:
                message = decode_frame(frame)
            except ValueError:
                return
            if not message.fault:
                self._proposals[message.view][frame] = message

    @staticmethod
    def by_view(session: Session) -> Iterator[set[int]]:
        """Yield who was lost when each view of a session began."""
        gone: set[int] = set()
        yield set(gone)
        for certificate in session.replica.certificates:
            gone |= set(certificate.lost)
            yield set(gone)

    def check(self, session: Session, seats: int, liar: int) -> None:
        """Raise a Violation where a seat was lost without a reason."""
        replica = session.replica
        for gone, certificate in zip(self.by_view(session), replica.certificates, strict=False):
            live = {*range(seats)} - gone
            for target in set(certificate.lost) - set(replica.left) - {liar}:
                decided = open_link(decode_frame(certificate.frame)).proposal
                proposals = (decided, *self._proposals[certificate.view - 1].values())
                if not any(self._has_case(session, proposal, target, live, liar) for proposal in proposals):
                    raise Violation(f"seat {session.seat} has lost honest seat {target} of {sorted(live)} without a case")

    @staticmethod
    def _has_case(session: Session, proposal: Signed, target: int, live: set[int], liar: int) -> bool:
        body = cast(Propose, proposal.body)
        excused = frozenset(seat for seat in live if body.excused >> seat & 1)
        claims = [claim for claim in readable_claims(body.case)
                  if claim.view == proposal.view and session.replica.bindings.is_signed(claim)]
        honest = any(claim.author != liar and claim_in(claim).target == target for claim in claims)
        return bool(body.lost >> target & 1) and honest and case_against(target, claims, live, excused)
