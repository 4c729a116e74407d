"""Ends of a view that rest on locks: what a certificate shows of them, and what convicts a liar that speaks against one."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from acquire_net.protocol.certificates import open_link
from acquire_net.protocol.codec import Signed, decode_frame
from acquire_net.protocol.evidence import judge_evidence_bytes
from acquire_net.protocol.messages import Kind, Propose
from acquire_net.protocol.session_events import SeatLost
from tests.net.adversaries.levers import LIAR, QuickTable
from tests.net.adversaries.opening import Opening

ABSENT = 3


class WithholdingTable(QuickTable):
    """A table at which some frames do not arrive."""

    def collect(self, *seats: int) -> None:
        first = len(self.wire)
        super().collect(*seats)
        self.wire[first:] = [sent for sent in self.wire[first:]
                             if self.withheld is None or not self.withheld(sent[0], sent[1], decode_frame(sent[2]))]


class LockedTable(WithholdingTable):
    """Four seats, of which one is absent and voted against; nobody's CONFIRM arrives, so that a lock follows upon the other."""

    def __init__(self) -> None:
        super().__init__(4)
        self.withheld = lambda sender, to, message: message.kind == Kind.CONFIRM
        self.cut.add(ABSENT)
        self.pass_time(31_000)
        for seat in (0, LIAR, 2):
            self.peers[seat].session.vote([ABSENT])

    @property
    def locks(self) -> list[int]:
        """Return the attempts of the locks that all honest seats have."""
        return sorted(set.intersection(*({link.attempt for link in session.replica.locks} for session in self.sessions)))

    def pass_until(self, holds: Callable[[], bool]) -> None:
        for _ in range(400):
            if holds():
                return
            self.pass_time(500)
        raise AssertionError(f"locks of attempts {self.locks}")


def test_who_is_lost_by_a_lock_reads_who_wanted_it_and_why() -> None:
    table = LockedTable()
    table.pass_until(lambda: bool(table.locks))
    locked = max(table.locks)
    table.withheld = lambda sender, to, message: message.kind == Kind.CONFIRM and message.attempt <= locked
    for seat in (0, LIAR, 2):
        table.peers[seat].session.vote([])
    table.pass_until_view(1)
    certificate = open_link(decode_frame(table.first.replica.certificates[0].frame))
    assert certificate.attempt > locked, "by another PROPOSE than that of the lock"
    for peer in table.players:
        assert [fact.seat for fact in cast(list[SeatLost], peer.facts_of(SeatLost))] == [ABSENT]
        assert len(cast(SeatLost, peer.facts_of(SeatLost)[0]).claims) >= 2
    table.check_honest(ABSENT)


def test_a_proposal_against_a_lock_convicts_its_author_before_strangers() -> None:
    table = LockedTable()
    seen: dict[int, Signed] = {}

    def keep_proposals(sender: int, to: int, message: Signed) -> bool:
        if message.kind == Kind.PROPOSE and message.author == LIAR:
            seen[message.attempt] = message
            return True
        return message.kind == Kind.CONFIRM

    table.withheld = keep_proposals
    table.pass_until(lambda: any(attempt > min(table.locks, default=99) for attempt in seen))
    honest = seen[max(seen)]
    table.hostile(table.sign(Kind.PROPOSE, replace(cast(Propose, honest.body), lost=0), honest.block))
    for session in table.sessions:
        assert set(session.replica.convicted) == {LIAR}
        assert "another outcome than the one that may have been decided" in session.replica.convicted[LIAR].reason
    assert len(table.evidence()) == len(table.players) == 2
    table.check_honest(ABSENT)


def test_all_who_prepare_a_bad_proposal_are_convicted_each_by_evidence_of_its_own() -> None:
    table = QuickTable(5)
    partner = 4
    attempt = table.led_attempt()
    proposal = table.proposal(attempt, 1 << 2)
    own = decode_frame(table.vote(Kind.PREPARE, proposal)).envelope.signature
    other = table.peers[partner].session._sign(Kind.PREPARE, decode_frame(table.vote(Kind.PREPARE, proposal)).body,
                                               proposal.block)
    assert other is not None
    table.hostile(table.link(proposal, [(LIAR, own), (partner, other.envelope.signature)]), to=[0, 2, 3])
    for seat in (0, 2, 3):
        assert set(table.peers[seat].session.replica.convicted) == {LIAR, partner}
    judged = [judge_evidence_bytes(data, Opening.make_state, table.opening.verifier).seat for data in table.evidence()]
    assert sorted(judged) == [LIAR] * 3 + [partner] * 3


def test_a_proposal_inside_a_lock_is_compared_with_others_of_its_author() -> None:
    table = QuickTable(4)
    table.keeps_quiet()
    attempt = table.led_attempt()
    first, second = table.proposal(attempt, 1 << 4), table.proposal(attempt, 1 << 5)  # of seats that nobody can judge here
    prepare = decode_frame(table.vote(Kind.PREPARE, second)).envelope.signature
    table.hostile(first.frame)
    assert not any(session.replica.convicted for session in table.sessions)
    table.hostile(table.link(second, [(LIAR, prepare)]))
    assert all(LIAR in session.replica.convicted for session in table.sessions)
    table.check_honest()


def test_a_certificate_counts_as_soon_as_the_evidence_is_here() -> None:
    """One seat misses what convicts the liar, and gets the certificate that does not count the liar any more."""
    table = WithholdingTable(4)
    table.keeps_quiet()
    two_reports = table.sync(5, 0), table.sync(5, 1)
    table.withheld = lambda sender, to, message: to == 2 and message.author == LIAR
    table.hostile(*two_reports, to=[0, ABSENT])
    table.pass_until_view(1, but=2)
    late = table.peers[2].session
    assert late.state.view == 0 and not late.replica.convicted
    for frame in two_reports:
        late.receive(0, frame)
    assert late.state.view == 1 and LIAR in late.state.lost, "at once, without another word of the others"
    table.check_honest()
