"""Check that what the seats of a run have signed and received is a run of the agreement (docs/spec/model).

The input is plain: `Signed`, `Received`, `Entered` and `Convicts`, in the order of each seat's program. The checker keeps what
every honest seat has seen and signed. It asks of each step whether the abstract machine allows it: rules 1 to 5 of what an
honest seat signs by, what convinces it, quorums, certificates. It closes blocks by itself, where ACKs of all are there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from tests.net.model.explore import MAJORITY, SAFE
from tests.net.model.trace_events import (
    Ack,
    Claim,
    Confirm,
    Content,
    Convicts,
    Entered,
    Event,
    Head,
    Leave,
    Message,
    Prepare,
    Propose,
    Received,
    Report,
    Seats,
    Signed,
    Sync,
    Tip,
    Vote,
)


class NotAllowed(AssertionError):
    """A step that the agreement does not allow, or an end that it excludes."""


@dataclass
class _View:
    """What a seat knows and has signed in one view."""
    live: Seats
    start: Tip
    acks: dict[tuple[int, Head, Head], set[int]] = field(default_factory=dict)
    claims: dict[tuple[int, int], Claim] = field(default_factory=dict)
    ever_claimed: set[tuple[int, int]] = field(default_factory=set)
    syncs: set[Sync] = field(default_factory=set)
    proposes: dict[Hashable, Propose] = field(default_factory=dict)
    votes: dict[tuple[type[Vote], Hashable], set[int]] = field(default_factory=dict)
    own_contents: dict[tuple[int, Hashable], Hashable] = field(default_factory=dict)
    own_acks: dict[int, tuple[Head, Head]] = field(default_factory=dict)
    own_syncs: dict[int, Sync] = field(default_factory=dict)
    own_proposes: dict[int, Propose] = field(default_factory=dict)
    own_votes: dict[tuple[type[Vote], int], Hashable] = field(default_factory=dict)
    own_claims: set[Claim] = field(default_factory=set)

    @property
    def promised(self) -> int:
        return max(self.own_syncs, default=0)

    @property
    def lock(self) -> tuple[int, Hashable] | None:
        own = [(attempt, name) for (kind, attempt), name in self.own_votes.items() if kind is Confirm]
        return max(own, key=lambda lock: lock[0], default=None)

    def can_have(self, tip: Tip) -> bool:
        """Return True if every block of the view below this tip has ACKs of all live seats here, and the last one this head."""
        if tip.blocks == self.start.blocks:
            return (tip.head, tip.state) == (self.start.head, self.start.state)
        return self.can_reach(tip.blocks) and self.acks.get((tip.blocks - 1, tip.head, tip.state), set()) >= self.live

    def can_sign_of(self, block: int) -> bool:
        """Return True if this block is the open one, or may be."""
        return block >= self.start.blocks and self.can_reach(block)

    def can_reach(self, blocks: int) -> bool:
        final = {block for (block, _, _), authors in self.acks.items() if authors >= self.live}
        return all(block in final for block in range(self.start.blocks, blocks))


class TraceChecker:
    """Take events one after another; `finish` looks at the logs of all honest seats together."""

    def __init__(self, live: Iterable[int], start: Tip, honest: Iterable[int] | None = None, majority: bool = False,
                 loss_head: Callable[[Head, tuple[int, ...]], Head] = lambda head, lost: ("lost", head, lost)) -> None:
        self.first = Entered(-1, 0, frozenset(live), start)
        self.honest = frozenset(self.first.live if honest is None else honest)
        self.quorums = MAJORITY if majority else SAFE
        self.loss_head = loss_head
        self.seats = {seat: {0: _View(self.first.live, start)} for seat in self.honest}
        self.left: dict[int, dict[int, Leave]] = {seat: {} for seat in self.honest}
        """The LEAVEs that a seat has seen, by author."""
        self.convicted: dict[int, set[int]] = {seat: set() for seat in self.honest}
        self.early: dict[tuple[int, int], list[Message]] = {}
        """What came for views in which the seat was not yet."""
        self.checked = 0

    def take(self, event: Event) -> None:
        """Check one event. Raises NotAllowed."""
        if event.seat not in self.honest:
            return
        match event:
            case Received(seat, message):
                self._see(seat, message)
            case Signed(seat, message):
                if message.author != seat:
                    raise NotAllowed(f"seat {seat} signs in the name of seat {message.author}")
                self._check(seat, message)
                self._see(seat, message)
                self.checked += 1
            case Entered():
                self._enter(event)
            case Convicts(seat, target):
                self._need(target not in self.honest, f"seat {seat} convicts honest seat {target}")
                self.convicted[seat].add(target)

    def finish(self) -> None:
        """Check that no two honest seats have ended a view in two ways, or have two blocks of one place."""
        begun: dict[int, Entered] = {}
        blocks: dict[tuple[int, int], Head] = {}
        for seat in sorted(self.honest):
            for number, view in self.seats[seat].items():
                entered = Entered(-1, number, view.live, view.start)
                self._need(begun.setdefault(number, entered) == entered, f"view {number} begins in two ways")
                for (block, head, _), authors in view.acks.items():
                    if authors >= view.live:
                        self._need(blocks.setdefault((number, block), head) == head, f"block {block} is final with two heads")
        for (number, block), head in blocks.items():
            after = begun.get(number + 1)
            if after is not None and after.start.blocks <= block:
                raise NotAllowed(f"block {block} was final in view {number}, and the next view begins without it")
            if after is not None and after.start.blocks == block + 1:
                self._need(after.start.head == head, f"block {block} has another head in the next view")

    # --- what a seat sees

    def _see(self, seat: int, message: Message) -> None:
        if isinstance(message, Leave):
            self.left[seat].setdefault(message.author, message)
            return
        view = self.seats[seat].get(message.view)
        if view is None:
            self.early.setdefault((seat, message.view), []).append(message)
            return
        match message:
            case Ack(author, _, block, head, state):
                view.acks.setdefault((block, head, state), set()).add(author)
            case Claim(author, _, _, target, _, number):
                known = view.claims.get((author, target))
                if known is None or known.number < number:
                    view.claims[author, target] = message
                if message.holds:
                    view.ever_claimed.add((author, target))
            case Sync():
                view.syncs.add(message)
            case Propose():
                view.proposes.setdefault(message.name, message)
            case Prepare() | Confirm():
                view.votes.setdefault((type(message), message.proposal), set()).add(message.author)
            case Content():
                pass

    # --- what a seat signs

    def _need(self, holds: bool, text: str) -> None:
        if not holds:
            raise NotAllowed(text)

    def _check(self, seat: int, message: Message) -> None:
        view = self.seats[seat].get(message.view)
        gone = self.left[seat].get(seat)
        if gone is not None and message != gone:
            self._need(self._was_signed(view, message), f"seat {seat} signs after its LEAVE: {message}")
            return
        if view is None:
            raise NotAllowed(f"seat {seat} signs in view {message.view}, which it has not begun: {message}")
        if self._was_signed(view, message):
            return  # the same bytes again
        match message:
            case Content(_, _, block, version, kind):
                self._need(not view.promised, f"seat {seat} contributes after its promise")
                self._need((block, kind) not in view.own_contents, f"seat {seat} signs two contents of block {block}")
                self._need(view.can_sign_of(block), f"seat {seat} contributes to block {block} too early")
                view.own_contents[block, kind] = version
            case Ack(_, _, block, head, state):
                self._need(not view.promised, f"seat {seat} acknowledges after its promise")
                self._need(block not in view.own_acks, f"seat {seat} acknowledges two blocks {block}")
                self._need(view.can_sign_of(block), f"seat {seat} acknowledges block {block} too early")
                view.own_acks[block] = head, state
            case Sync():
                self._check_sync(seat, view, message)
                view.own_syncs[message.attempt] = message
            case Leave():
                self._need(message.promised == view.promised, f"seat {seat} leaves with a promise of {message.promised}")
                self._check_report(seat, view, message.report)
            case Propose():
                self._need(message.attempt not in view.own_proposes, f"seat {seat} proposes twice in attempt {message.attempt}")
                self._need(message.author == self._leader(message, view), f"seat {seat} proposes where another one leads")
                self._need(message.attempt == view.promised, f"seat {seat} proposes for another attempt than its own")
                view.own_proposes[message.attempt] = message
            case Prepare():
                self._check_vote(seat, view, message)
                self._check_convinces(seat, view, message)
                view.own_votes[Prepare, message.attempt] = message.proposal
            case Confirm():
                self._check_vote(seat, view, message)
                has_quorum = self._has_quorum(view, Prepare, message.proposal)
                self._need(has_quorum, f"seat {seat} confirms without a quorum of PREPAREs")
                view.own_votes[Confirm, message.attempt] = message.proposal
            case Claim(_, _, _, target):
                self._need(target in view.live and target != seat, f"seat {seat} claims seat {target}")
                view.own_claims.add(message)

    def _was_signed(self, view: _View | None, message: Message) -> bool:
        if view is None:
            return isinstance(message, Leave)
        match message:
            case Content(_, _, block, version, kind):
                return view.own_contents.get((block, kind), self) == version
            case Ack(_, _, block, head, state):
                return view.own_acks.get(block) == (head, state)
            case Sync(_, _, attempt):
                return view.own_syncs.get(attempt) == message
            case Propose(_, _, attempt):
                return view.own_proposes.get(attempt) == message
            case Prepare() | Confirm():
                return view.own_votes.get((type(message), message.attempt)) == message.proposal
            case Claim():
                return message in view.own_claims
        return False

    def _check_report(self, seat: int, view: _View, report: Report) -> None:
        self._need(view.can_have(report.tip), f"seat {seat} reports a tip that is not final: {report.tip}")
        signed = [*view.own_acks, *(block for block, _ in view.own_contents)]
        self._need(max(signed, default=0) <= report.tip.blocks, f"seat {seat} reports a tip below what it has signed")
        self._need(report.acked == view.own_acks.get(report.tip.blocks), f"seat {seat} does not report its ACK: {report}")
        self._need(report.lock == view.lock, f"seat {seat} does not report its lock {view.lock}: {report}")

    def _check_sync(self, seat: int, view: _View, sync: Sync) -> None:
        self._need(sync.attempt > view.promised, f"seat {seat} promises {sync.attempt} after {view.promised}")
        self._check_report(seat, view, sync.report)
        for claim in sync.case:  # a claim is not on the disk, so a killed program may leave it in its SYNC alone
            if isinstance(claim, Claim) and claim.author == seat:
                self._see(seat, claim)
        excused = self._excused(seat, view)
        if view.promised == 0:
            has_case = any(target in excused or self._is_case(view, target, excused, view.ever_claimed, view.claims.values())
                           for target in view.live)
            self._need(has_case, f"seat {seat} begins an attempt without a case")

    def _excused(self, seat: int, view: _View) -> Seats:
        return view.live & (set(self.left[seat]) | self.convicted[seat])

    @staticmethod
    def _is_case(view: _View, target: int, excused: Seats, claimed: set[tuple[int, int]],
                 claims: Iterable[Claim]) -> bool:
        """Return True if missing or unwanted. `claimed` says who has claimed at any time, `claims` for which reason."""
        others = view.live - excused - {target}
        reasons = {claim.author: claim.why for claim in claims if claim.target == target}
        authors = {author for author, at in claimed if at == target} & others
        missing = sum(reasons.get(author, 4) > 0 for author in authors)
        return len(others) >= 2 and (2 * missing > len(others) or len(authors) == len(others))

    # --- attempts

    def _leader(self, propose: Propose, view: _View) -> int:
        return sorted(view.live)[(propose.view + propose.attempt) % len(view.live)]

    def _needed(self, view: _View, excused: Seats) -> int:
        left = len(view.live) - len(excused)
        return int(self.quorums[left - 1]) if left else 1

    def _has_quorum(self, view: _View, kind: type[Vote], name: Hashable) -> bool:
        propose = view.proposes.get(name)
        if propose is None:
            return False
        signers = view.votes.get((kind, name), set()) & view.live - propose.excused
        return len(signers) >= self._needed(view, propose.excused)

    def _check_vote(self, seat: int, view: _View, vote: Vote) -> None:
        name = type(vote).__name__.upper()
        who = f"seat {seat} signs {name} "
        self._need(vote.attempt == view.promised, who + f"of attempt {vote.attempt}, its SYNC is {view.promised}")
        self._need((type(vote), vote.attempt) not in view.own_votes, who + f"twice in attempt {vote.attempt}")
        propose = view.proposes.get(vote.proposal)
        self._need(propose is not None and propose.attempt == vote.attempt, who + "of a PROPOSE that it has not")

    def _check_convinces(self, seat: int, view: _View, vote: Vote) -> None:
        propose = view.proposes[vote.proposal]
        who = f"seat {seat} prepares what should not convince it: "
        reports = {report.author: report for report in propose.reports}
        self._need(propose.author == self._leader(propose, view), who + "its author does not lead")
        is_set = len(reports) == len(propose.reports) and set(reports) <= view.live
        self._need(is_set, who + "two reports of one seat, or a stranger's")
        gone = {author for author, report in reports.items() if isinstance(report, Leave)}
        self._need(gone <= propose.excused <= gone | self.convicted[seat], who + "a seat is excused without a reason")
        for report in reports.values():
            self._check_counts(seat, view, propose, report, who)
        result = self._conclude(view, propose, reports, who)
        if isinstance(result, tuple):
            self._need(result == propose.outcome, who + "a lock holds it to another outcome")
            return
        self._need(result == propose.tip, who + "its reports lead to another log")
        keeps = propose.excused <= propose.lost and seat not in propose.lost
        self._need(keeps, who + "it keeps who is excused, or loses this seat")
        for target in propose.lost - propose.excused:
            named = sum(target in report.mask for report in reports.values() if isinstance(report, Sync))
            self._need(named >= self._needed(view, propose.excused), who + f"too few would lose seat {target}")
            claims = [claim for claim in propose.case if claim.target == target and claim.holds]
            self._need(self._is_case(view, target, propose.excused, {(claim.author, target) for claim in claims}, claims),
                       who + f"no case against seat {target}")

    def _check_counts(self, seat: int, view: _View, propose: Propose, report: Sync | Leave, who: str) -> None:
        if isinstance(report, Sync):
            self._need((report.view, report.attempt) == (propose.view, propose.attempt), who + "a report of another attempt")
            self._need(report.author not in propose.excused | self.convicted[seat], who + "it counts the SYNC of who is excused")
        else:
            self._need(report.view < propose.view or report.promised < propose.attempt, who + "it counts a LEAVE of this attempt")
        if report.view < propose.view:
            return
        self._need(view.can_have(report.report.tip), who + "it counts a tip without proof")
        lock = report.report.lock
        if lock is not None:
            is_lock = lock[0] < propose.attempt and self._has_quorum(view, Prepare, lock[1])
            self._need(is_lock, who + "it counts a lock without PREPAREs")

    def _conclude(self, view: _View, propose: Propose, reports: dict[int, Sync | Leave],
                  who: str) -> Tip | tuple[Seats, int, Head]:
        counted = {author: report.report if report.view == propose.view else Report(view.start)
                   for author, report in reports.items()}
        outside = len(set(counted) - propose.excused)
        self._need(outside >= self._needed(view, propose.excused), who + "too few reports")
        has_liar = any(not isinstance(reports.get(seat), Leave) for seat in propose.excused)
        locks = [report.lock for report in counted.values() if report.lock is not None]
        if locks:
            top = max(attempt for attempt, _ in locks)
            names = sorted({name for attempt, name in locks if attempt == top}, key=repr)
            outcomes = {view.proposes[name].outcome for name in names}
            self._need(len(outcomes) == 1 or has_liar, who + "two locks, and nobody is convicted")
            return view.proposes[min(names)].outcome  # type: ignore[type-var]
        tip = max((report.tip for report in counted.values()), key=lambda tip: tip.blocks)
        votes: dict[tuple[Head, Head], int] = {}
        for author, report in counted.items():
            if author not in propose.excused and report.tip == tip and report.acked is not None:
                votes[report.acked] = votes.get(report.acked, 0) + 1
        if not votes:
            return tip
        self._need(len(votes) == 1 or has_liar, who + "two versions of a block, and nobody is convicted")
        head, state = min(votes, key=lambda key: (-votes[key], key))
        return Tip(tip.blocks + 1, head, state)

    # --- views

    def _enter(self, event: Entered) -> None:
        views = self.seats[event.seat]
        known = views.get(event.view)
        who = f"seat {event.seat} begins view {event.view} "
        if known is not None:
            self._need((known.live, known.start) == (event.live, event.start), who + "in two ways")
            return
        before = views.get(event.view - 1)
        if before is None:
            raise NotAllowed(who + "without the one before it")
        certified = {propose.outcome for name, propose in before.proposes.items() if self._has_quorum(before, Confirm, name)}
        self._need(bool(certified), who + "without a certificate")
        self._need(len(certified) == 1, who + "with certificates of two outcomes")
        lost, blocks, head = next(iter(certified))
        if lost and not event.is_over:
            self._need(event.live == before.live - lost, who + f"with {set(event.live)}, and lost are {set(lost)}")
            blocks, head = blocks + 1, self.loss_head(head, tuple(sorted(lost)))
        else:
            self._need(event.live == before.live, who + "with other seats, though nobody is lost")
        self._need((event.start.blocks, event.start.head) == (blocks, head), who + "with another log than its certificate says")
        views[event.view] = _View(event.live, event.start)
        for message in self.early.pop((event.seat, event.view), []):
            self._see(event.seat, message)


def check_trace(checker: TraceChecker, events: Iterable[Event]) -> int:
    """Check a whole run; return how many signed statements were checked."""
    for number, event in enumerate(events):
        try:
            checker.take(event)
        except NotAllowed as wrong:
            raise NotAllowed(f"event {number}: {wrong}") from None
    checker.finish()
    return checker.checked


def statements(events: Iterable[Event], kind: type) -> Iterator[int]:
    """Yield the places of what was signed of one kind."""
    for number, event in enumerate(events):
        if isinstance(event, Signed) and isinstance(event.message, kind):
            yield number
