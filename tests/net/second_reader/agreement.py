"""Section 9 of docs/spec/protocol.md: quorums, cases, what follows from reports, and what convicts. No line of `acquire_net`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec.msgpack as msgpack

from tests.net.second_reader.curve import H, u8
from tests.net.second_reader.shapes import ACK, CLAIM, CONFIRM, IN_ATTEMPTS, LEAVE, SYNC, Frame, frame_of

QUORUM = {False: (0, 1, 2, 2, 3, 4, 4), True: (0, 1, 2, 2, 3, 3, 4)}
"""By whether the table has agreed on `majority`."""

Tip = tuple[int, bytes, bytes]
"""Number of blocks, head, state."""
Outcome = tuple[frozenset[int], int, bytes]
"""Lost seats, number of blocks, head."""


class Unknown(Exception):
    """It speaks of another log, or of something that is not here: nobody can judge it here."""


class Bad(Exception):
    """It does not follow from its own frames."""


def seats_of(mask: int) -> frozenset[int]:
    return frozenset(seat for seat in range(6) if mask >> seat & 1)


def name_of(proposal: Frame) -> bytes:
    return H("propose", u8(proposal.author), proposal.body)


def outcome_of(proposal: Frame) -> Outcome:
    assert proposal.fields is not None
    return seats_of(proposal.fields[2]), proposal.fields[3], proposal.fields[4]


@dataclass
class Terms:
    view: int
    live: tuple[int, ...]
    start: Tip
    majority: bool
    holds: Callable[[Frame], bool]
    """Whether a signature holds. Raises Unknown."""
    lock: Callable[[int, bytes], Outcome | None]
    """The outcome of a lock, by its attempt and its proposal."""

    def needed(self, excused: frozenset[int]) -> int:
        return max(1, QUORUM[self.majority][len(set(self.live) - excused)])

    def is_case(self, target: int, claims: Iterable[Frame], excused: frozenset[int]) -> bool:
        others = set(self.live) - {target} - excused
        why: dict[int, int] = {}
        for claim in claims:
            assert claim.fields is not None
            if claim.author in others and claim.fields[0] == target and claim.fields[3]:
                why[claim.author] = max(why.get(claim.author, 0), claim.fields[1])
        missing = sum(reason > 0 for reason in why.values())
        return len(others) > 1 and (2 * missing > len(others) or len(why) == len(others))

    def shown(self, raw: bytes, kinds: tuple[int, ...]) -> Frame:
        try:
            found = frame_of(raw)
        except AssertionError:
            raise Bad("what cannot be read") from None
        if found.kind not in kinds or found.fields is None or not self.holds(found):
            raise Bad("what nobody has signed")
        return found

    def tip_of(self, report: Frame) -> Tip:
        """Raises Unknown, or Bad where its proof does not hold."""
        if report.kind == LEAVE and report.view < self.view:
            return self.start
        if report.view != self.view:
            raise Unknown
        head, state, proof, _, _ = report.report
        self.check_proof(report)
        tip = report.block, head, state
        if tip[0] <= self.start[0] and (tip != self.start or proof):
            raise Unknown
        if tip[0] > self.start[0] and tuple(seat for seat, _ in proof) != self.live:
            raise Unknown
        return tip

    def check_proof(self, report: Frame) -> None:
        head, state, proof, _, _ = report.report
        for seat, signature in proof if report.block else ():
            if not self.holds(ack_of(seat, report.block - 1, report.view, head, state, signature)):
                raise Bad("a proof that does not hold")

    def check_proposal(self, proposal: Frame) -> None:
        """What anybody can check of a PROPOSE. Raises Bad or Unknown."""
        assert proposal.fields is not None
        attempt, e_mask, s_mask, blocks, head, state, raw_reports, raw_case = proposal.fields
        excused, lost = seats_of(e_mask), seats_of(s_mask)
        if proposal.author != self.live[(self.view + attempt) % len(self.live)] or not excused | lost <= set(self.live):
            raise Unknown
        case = [self.shown(raw, (CLAIM, LEAVE)) for raw in raw_case]
        reports: dict[int, Frame] = {}
        for raw in raw_reports:
            report = self.shown(raw, (SYNC, LEAVE))
            if report.author not in self.live or report.author in reports:
                raise Bad("two reports of one seat, or one of nobody")
            if report.kind == SYNC and report.attempt != attempt:
                raise Bad("a report of another attempt")
            if report.kind == LEAVE and report.view == self.view and report.attempt >= attempt:
                raise Bad("a goodbye of a seat that had promised itself")
            if (report.kind == LEAVE) != (report.author in excused):
                raise Bad("excused and not excused")
            reports[report.author] = report
        convicted = excused - {seat for seat, report in reports.items() if report.kind == LEAVE}
        tips = {seat: self.tip_of(report) for seat, report in reports.items()}
        if len(set(reports) - excused) < self.needed(excused):
            raise Bad("too few reports")
        forced, result = self.conclude(reports, tips, excused, bool(convicted))
        if forced:
            if result != outcome_of(proposal):
                raise Bad("another outcome than the lock's")
            return
        if result != (blocks, head, state):
            raise Bad("another end of the log")
        if not excused <= lost:
            raise Bad("keeps an excused seat")
        claims = [claim for claim in case if claim.kind == CLAIM and claim.view == self.view
                  and abs(claim.block - proposal.block) <= 1]
        for target in lost - excused:
            named = [seat for seat, report in reports.items() if seat not in excused and target in seats_of(_mask(report))]
            if len(named) < self.needed(excused) or not self.is_case(target, claims, excused):
                raise Bad("no case")

    def conclude(self, reports: Mapping[int, Frame], tips: Mapping[int, Tip], excused: set[int],
                 has_liar: bool) -> tuple[bool, Any]:
        in_view = {seat: report.report for seat, report in reports.items() if report.view == self.view}
        locks = [tuple(report[4]) for report in in_view.values() if report[4] is not None]
        if locks:
            top = max(attempt for attempt, _ in locks)
            outcomes = {name: self.lock(attempt, name) for attempt, name in locks if attempt == top}
            if None in outcomes.values():
                raise Unknown
            if len(set(outcomes.values())) > 1 and not has_liar:
                raise Bad("two outcomes")
            return True, outcomes[min(outcomes)]
        tip = max(tips.values(), key=lambda each: each[0])
        if any(other[0] == tip[0] and other != tip for other in tips.values()):
            raise Bad("two tips")
        votes = Counter(tuple(report[3]) for seat, report in in_view.items()
                        if seat not in excused and tips[seat] == tip and report[3] is not None)
        if not votes:
            return False, tip
        if len(votes) > 1 and not has_liar:
            raise Bad("two contents of one author")
        head, state = min(votes, key=lambda each: (-votes[each], each))
        return False, (tip[0] + 1, head, state)


def _mask(report: Frame) -> int:
    assert report.fields is not None
    return int(report.fields[2])


def ack_of(seat: int, block: int, view: int, head: bytes, state: bytes, signature: bytes) -> Frame:
    return Frame(ACK, seat, block, view, msgpack.encode([head, state]), signature, [head, state])


def contradict(one: Frame, other: Frame) -> bool:
    """Return True if no honest seat signs both (docs/spec/protocol.md, section 7)."""
    if one.author != other.author or one.said == other.said:
        return False
    return _contradicts(one, other) or _contradicts(other, one)


def _contradicts(one: Frame, other: Frame) -> bool:
    assert one.fields is not None and other.fields is not None
    if one.kind == LEAVE and other.view >= one.view:
        if other.view > one.view and (other.is_content or other.kind == ACK or other.kind in IN_ATTEMPTS):
            return True
        if other.view == one.view and other.kind in IN_ATTEMPTS and other.attempt > one.attempt:
            return True
    if one.view != other.view:
        return False
    if one.block == other.block and ((one.is_content and other.is_content) or one.kind == other.kind == ACK):
        return True
    if one.kind == other.kind and one.kind in IN_ATTEMPTS and one.attempt == other.attempt:
        return True
    if other.kind not in (SYNC, LEAVE):
        return False
    head, _, _, acked, lock = other.report
    if one.kind == ACK:
        if one.block == other.block:
            return bool(acked != one.fields)
        return one.block > other.block or (one.block == other.block - 1 and head != one.fields[0])
    if one.kind == CONFIRM and (other.kind == LEAVE or other.attempt > one.attempt):
        return lock is None or lock[0] < one.attempt or (lock[0] == one.attempt and lock[1] != one.fields[1])
    return False
