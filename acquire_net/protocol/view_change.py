"""One seat's part in ending a view: when it promises, proposes, prepares and confirms (docs/spec/protocol.md, section 9).

    SYNC     everybody who takes part: a report, and the promise to sign no content and no ACK of this view any more
    PROPOSE  the leader of the attempt: enough reports, and the outcome that follows from them
    PREPARE  everybody whom the PROPOSE convinces
    CONFIRM  everybody who sees enough PREPAREs; enough CONFIRMs are a certificate

The view change reads the log and what is known of the other seats, and returns what this seat has to say: it signs and sends
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import cast

from msgspec import Struct

from acquire_net.protocol.attempt import AttemptBook
from acquire_net.protocol.certificates import OpenedLink, excused_in, make_link, outcome_in, proposal_digest, reports_in
from acquire_net.protocol.claims import Claims, case_against, claim_in, is_near, readable_claims, signed_claims
from acquire_net.protocol.codec import MalformedError, Signed, decode_frame
from acquire_net.protocol.log_types import mask_of, seats_of
from acquire_net.protocol.messages import (
    MAX_ATTEMPTS,
    MAX_CASE_FRAMES,
    MAX_SYNC_BYTES,
    Ack,
    Confirm,
    Kind,
    Leave,
    Lock,
    Message,
    Prepare,
    Propose,
    SeatReport,
    Sync,
)
from acquire_net.protocol.pace import Pace, jump_to, max_attempt, next_attempt
from acquire_net.protocol.proposals import (
    ProposalError,
    ReadProposal,
    check_conclusion,
    read_proposal,
    report_is_proven,
    seats_to_name,
)
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.reports import Outcome, SeatAccount, Tip, account_of, conclude_reports

MAX_CASE_BYTES = 2000
"""Of the case in an own SYNC: with its report it stays shorter than a report in a PROPOSE may be."""
LEADER_WAITS_MS = 300
"""For more reports than are needed."""


class Situation(Struct, frozen=True):
    """What a view change knows of the seats and of time."""
    now_ms: int
    unwanted: frozenset[int]
    """The other seats that this one would lose now: excused, overdue here, or claimed against by itself."""
    heard: frozenset[int]
    """The seats that are heard over their own links, and this one."""
    may_begin: bool = True
    """True if this seat may begin an attempt for claims; with a journal near its limit only goodbyes and evidence count."""


class SignStatement(Struct, frozen=True):
    """Sign this, write it down and send it to all."""
    kind: Kind
    body: Message
    block: int


class ShowLink(Struct, frozen=True):
    """Take in this LINK, write it down and send it to all."""
    link: OpenedLink


class ViewChange:
    """`take` keeps what all seats have said in the attempt under way (`book`), and `next_step` tells what this one says next, if
    anything. The session signs it, hands it to `take` like any other statement, and asks for the next step.
    """

    def __init__(self, replica: Replica, seat: int, claims: Claims) -> None:
        self.replica = replica
        self.seat = seat
        self.claims = claims
        self.book = AttemptBook(seat)
        self.pace = Pace()
        self._view = replica.state.view
        self._own_signatures: set[bytes] = set()
        """Of what this seat has said about the view."""
        self._enough_since_ms: int | None = None
        """Since when this seat, as leader, has had enough reports."""
        self._is_joined = False
        """True once enough seats have joined the own attempt."""

    # --- what comes in

    def begin_view(self) -> None:
        """Forget the attempts of a view that has ended."""
        self.book, self._view, self._enough_since_ms = AttemptBook(self.seat), self.replica.state.view, None
        self._is_joined = False
        self._own_signatures.clear()
        self.pace.begin_view()
        self.claims.begin_view()

    def is_of_use(self, message: Signed) -> bool:
        """Return True if a statement is looked at, before its signature costs anything; of a lower attempt it may be evidence.

        What this seat has said itself is not: that another hands it back does not mean that there is a second program.
        """
        if message.envelope.signature in self._own_signatures:
            return False
        if message.kind in (Kind.CLAIM, Kind.SYNC) or message.fault or message.view != self._view:
            return True  # a SYNC is held however high it is: a seat that was away for long finds the others by it, step by step
        return message.attempt <= max_attempt(self.book.attempt, self.replica.view_terms)

    def take(self, message: Signed) -> None:
        """Hold a statement about this view that its author has signed."""
        if message.author == self.seat:
            self._own_signatures.add(message.envelope.signature)
        if message.view == self._view and message.kind != Kind.CLAIM and message.author not in self.replica.convicted:
            if message.attempt >= self.book.attempt or message.author == self.seat:
                self.book.keep(message)
                self.replica.statements.own_attempt = self.book.attempt
            if message.kind in (Kind.SYNC, Kind.PROPOSE):
                self._take_shown(message)

    def _take_shown(self, message: Signed) -> None:
        """Take in what a SYNC or PROPOSE shows that is signed: goodbyes, and ACKs that make the open block final."""
        if message.kind == Kind.SYNC:
            self.replica.take_proof(message)
            for frame in cast(Sync, message.body).case:
                self.replica.take_shown(frame)
            return
        self.replica.take_goodbyes(message)
        for report in reports_in(message):
            if report.kind == Kind.SYNC:
                self.replica.take_proof(report)

    @property
    def has_promised(self) -> bool:
        return self.book.has_promised

    @property
    def is_idle(self) -> bool:
        """Return True if there is nothing from which an attempt could follow: the usual case, so it is asked first."""
        return self.book.is_empty and self.claims.is_empty and not self.replica.left and not self.replica.convicted

    # --- what this seat reports

    def report(self) -> SeatReport:
        """Return what this seat has of the log in this view, as its disk has it."""
        replica, state = self.replica, self.replica.state
        proof: tuple[tuple[int, bytes], ...] = ()
        tip_state = replica.view_terms.start.state
        if state.block > replica.view_terms.start.blocks:
            final_block = replica.log[-1]
            proof = tuple((seat, ack.envelope.signature) for seat, ack in sorted(final_block.acks.items()) if seat in state.live)
            tip_state = cast(Ack, final_block.acks[state.live[0]].body).state
        own = replica.open.acks.get(self.seat)
        return SeatReport(state.head, tip_state, proof, cast(Ack, own.body) if own is not None else None, self.book.lock)

    def make_goodbye(self) -> Leave:
        return Leave(self.book.attempt, self.report())

    # --- what there is to do

    def next_step(self, now: Situation) -> SignStatement | ShowLink | None:
        """Return the next thing that follows from what is here, or None. It must be given to `take` before the next call."""
        if self.replica.decided is not None or self.replica.regroup:
            return None
        return (self._make_promise(now) or self._make_proposal(now) or self._prepare(now) or self._make_confirm()
                or self._make_certificate())

    def _make_statement(self, kind: Kind, body: Message, block: int | None = None) -> SignStatement:
        return SignStatement(kind, body, self.replica.state.block if block is None else block)

    # --- to promise

    def _make_promise(self, now: Situation) -> SignStatement | None:
        attempt = self._first_attempt(now) if not self.has_promised else self._higher_attempt(now)
        if attempt is None or attempt >= MAX_ATTEMPTS:
            return None
        self.pace.begin_attempt(now.now_ms)
        self._is_joined = False
        self._enough_since_ms = None
        convicted = mask_of(seat for seat in self.replica.convicted if seat in self.replica.state.live)
        return self._make_statement(Kind.SYNC,
                                    Sync(attempt, self.report(), mask_of(now.unwanted), self._current_case(now), convicted))

    def _first_attempt(self, now: Situation) -> int | None:
        replica = self.replica
        excused = replica.excused_seats()
        hears_enough = len(now.heard - excused) >= replica.view_terms.needed_signers(excused)
        if hears_enough and any(self._has_case(seat, now, excused) for seat in now.unwanted):
            return next_attempt(0, replica.view_terms, self._avoided_leaders(now))
        joined = [sync.attempt for sync in self._syncs_of_others() if self._case_holds(sync, excused)]
        if not joined:
            return None
        chosen = next_attempt(min(joined) - 1, replica.view_terms, self._avoided_leaders(now))
        return min(chosen, max_attempt(0, replica.view_terms))

    def _higher_attempt(self, now: Situation) -> int | None:
        terms = self.replica.view_terms
        if not self._is_joined and self._enough_take_part():
            self._is_joined = True
            self.pace.restart_pace(now.now_ms)
        if self._is_joined and self.pace.is_over(now.now_ms):
            return next_attempt(self.book.attempt, terms, self._avoided_leaders(now))
        if self.pace.may_jump(now.now_ms):
            return jump_to(self.book.attempt, self.book.attempts_by_seat(), terms, now.unwanted, self._avoided_leaders(now))
        return None

    def _avoided_leaders(self, now: Situation) -> frozenset[int]:
        """Return the seats in whose attempts this one takes no part: those that it wants to lose.

        After some tries a seat that is there may lead all the same. Two parts of a table that want to lose each other, and hear
        each other again, would otherwise never be in one attempt, though both want to lose a third seat.
        """
        if not self.pace.is_patient:
            return now.unwanted
        return now.unwanted - (now.heard - self.replica.excused_seats())

    def _enough_take_part(self) -> bool:
        """Return True if the own attempt could be concluded, or a higher one. Before, its time does not run.

        A seat that went on alone would be so far ahead when the others come back that they would never meet.
        """
        excused = self.replica.excused_seats()
        there = [seat for seat,
                 attempt in self.book.attempts_by_seat().items() if attempt >= self.book.attempt and seat not in excused]
        return 1 + len(there) >= self.replica.view_terms.needed_signers(excused)

    def _has_case(self, seat: int, now: Situation, excused: frozenset[int]) -> bool:
        if seat in excused:
            return True
        fresh = self.claims.fresh_claims(now.now_ms, self.replica.state.block)
        return now.may_begin and case_against(seat, self._still_mine(fresh, now), self.replica.state.live, excused)

    def _still_mine(self, claims: list[Signed], now: Situation) -> list[Signed]:
        """Leave out own claims that this seat does not mean any more, though it has not taken them back yet."""
        return [claim for claim in claims if claim.author != self.seat or claim_in(claim).target in now.unwanted]

    def _syncs_of_others(self) -> Iterator[Signed]:
        for seat in self.replica.state.live:
            sync = self.book.sync_of(seat)
            if sync is not None and seat != self.seat and seat not in self.replica.convicted:
                yield sync

    def _case_holds(self, sync: Signed, excused: frozenset[int]) -> bool:
        """Return True if another's SYNC shows why an attempt may begin, by signatures and evidence that are here."""
        replica, body = self.replica, cast(Sync, sync.body)
        if any(seat in excused - replica.given_up for seat in seats_of(body.convicted | body.mask)):
            return True
        if not is_near(sync.block, replica.state.block):
            return False
        # Its author cannot go back. So it is joined also if this seat is a block further than the claims, or knows that one of
        # them was taken back meanwhile: then the attempt ends without a loss.
        claims = signed_claims(body.case, replica.state.view, sync.block, replica.bindings.is_signed)
        return any(case_against(target, claims, replica.state.live, excused) for target in replica.state.live)

    def _current_case(self, now: Situation) -> tuple[bytes, ...]:
        """Return why an attempt may begin: the goodbyes and claims that are known here, and those that others have shown."""
        state, frames = self.replica.state, []
        for seat in state.live:
            if seat in self.replica.left and seat not in self.replica.convicted:
                frames.append(self.replica.left[seat].frame)
        frames += self.claims.case_frames(now.unwanted, now.now_ms, state.block)
        for sync in self._syncs_of_others():
            frames += [frame for frame in cast(Sync, sync.body).case if self._is_signed(frame)]
        fitting: list[bytes] = []
        for frame in frames:
            if (frame not in fitting and len(fitting) < MAX_CASE_FRAMES
                    and sum(map(len, fitting)) + len(frame) <= MAX_CASE_BYTES):
                fitting.append(frame)
        return tuple(fitting)

    def _is_signed(self, frame: bytes) -> bool:
        """Return True if a frame that another seat has shown is readable and signed: only then may this seat show it, too."""
        try:
            message = decode_frame(frame)
        except MalformedError:
            return False
        return not message.fault and self.replica.bindings.is_signed(message)

    # --- to propose

    def _counted_syncs(self) -> dict[int, Signed]:
        """Return the SYNCs of the own attempt that count here."""
        return {seat: sync for seat, sync in self.book.statements_of(Kind.SYNC).items()
                if seat not in self.replica.excused_seats() and self.account_of(sync) is not None}

    def account_of(self, message: Signed) -> SeatAccount | None:
        """Return a report as it counts here, or None while something that it speaks of is not here."""
        replica = self.replica
        account = account_of(message, replica.view_terms)
        if account is None or len(message.frame) > MAX_SYNC_BYTES or not replica.has_tip(account.tip):
            return None
        is_late = message.kind == Kind.LEAVE and message.view < replica.state.view  # then it says nothing of this view
        if not is_late and not report_is_proven(message, replica.bindings.is_signed):
            return None
        acked, lock = account.acked, account.lock
        if acked is not None and message.kind != Kind.LEAVE and replica.proven_ack(account.tip.blocks, acked.head) != acked:
            return None
        if lock is not None and not (lock.attempt < self.book.attempt and replica.locks.is_whole(lock)):
            return None
        return account

    def _make_proposal(self, now: Situation) -> SignStatement | None:
        replica, book, terms = self.replica, self.book, self.replica.view_terms
        if not book.has_promised or terms.leader_of(book.attempt) != self.seat or book.proposed >= book.attempt:
            return None
        syncs = self._counted_syncs()
        goodbyes = {seat: replica.left[seat] for seat in replica.excused_seats()
                    if seat not in replica.convicted and self._is_goodbye_for(replica.left[seat])}
        excused = frozenset(goodbyes) | (replica.excused_seats() & set(replica.convicted))
        if len(syncs) < terms.needed_signers(excused):
            return None
        if self._enough_since_ms is None:
            self._enough_since_ms = now.now_ms
        all_are_here = (now.heard & set(terms.live)) - replica.excused_seats() <= set(syncs)
        if not all_are_here and now.now_ms - self._enough_since_ms < LEADER_WAITS_MS:
            return None
        for chosen in _largest_first(syncs, terms.needed_signers(excused)):
            body = self._proposal_from(chosen, goodbyes, excused, now)
            if body is not None:
                return self._make_statement(Kind.PROPOSE, body)
        return None

    def _is_goodbye_for(self, leave: Signed) -> bool:
        if leave.view == self._view and cast(Leave, leave.body).promised >= self.book.attempt:
            return False
        return self.account_of(leave) is not None

    @property
    def goodbyes_far_ahead(self) -> frozenset[int]:
        """Return the live seats whose goodbye counts only in attempts far above the own one: as good as silent until then.

        Only a liar says such a goodbye, for honest seats are never far apart.
        """
        replica = self.replica
        if not replica.left:
            return frozenset()
        near = max_attempt(self.book.attempt, replica.view_terms)
        return frozenset(seat for seat in replica.state.live if seat in replica.left and seat not in replica.convicted
                         and replica.left[seat].view == self._view and cast(Leave, replica.left[seat].body).promised >= near)

    def _proposal_from(self, syncs: Mapping[int, Signed], goodbyes: Mapping[int, Signed], excused: frozenset[int],
                       now: Situation) -> Propose | None:
        replica, terms = self.replica, self.replica.view_terms
        accounts = {seat: account for seat, message in {**syncs, **goodbyes}.items()
                    if (account := self.account_of(message)) is not None}
        has_liar = bool(excused - set(goodbyes))
        result = conclude_reports(accounts, excused, has_liar, terms, replica.locks.outcome_of)
        if result is None:
            return None
        claims: list[Signed] = []
        if isinstance(result, Outcome):  # nothing is asked of the case then, and everybody may still read it
            claims = self._claims_behind(result, [account.lock for account in accounts.values() if account.lock is not None])
        else:
            named, claims = self._named_seats(syncs, excused, now)
            result = Outcome(excused | set(named), result)
        if not self._is_here(result.tip):
            return None
        reports = tuple(message.frame for _, message in sorted({**syncs, **goodbyes}.items()))
        tip = result.tip
        return Propose(self.book.attempt, mask_of(excused), mask_of(result.lost), tip.blocks, tip.head, tip.state, reports,
                       tuple(claim.frame for claim in claims))

    def _named_seats(self, syncs: Mapping[int, Signed], excused: frozenset[int],
                     now: Situation) -> tuple[list[int], list[Signed]]:
        """Return the seats without which the view can end, and the claims against them."""
        terms = self.replica.view_terms
        fresh = self._still_mine(self.claims.fresh_claims(now.now_ms, self.replica.state.block), now)
        cases = {target: [claim for claim in fresh if claim_in(claim).target == target]
                 for target in terms.live if target not in excused}
        with_case = [target for target, against in cases.items() if case_against(target, against, terms.live, excused)]
        wanted = {seat: cast(Sync, sync.body).mask for seat, sync in syncs.items()}
        named: list[int] = []
        claims: list[Signed] = []
        for target in seats_to_name(wanted, with_case, terms.needed_signers(excused), self.book.attempt // len(terms.live)):
            if len(claims) + len(cases[target]) <= MAX_CASE_FRAMES:
                named.append(target)
                claims += cases[target]
        return named, claims

    def _claims_behind(self, outcome: Outcome, locks: list[Lock]) -> list[Signed]:
        """Return the claims in the case of the highest lock that forces this outcome."""
        links = [link for lock in locks if (link := self.replica.locks.find_lock(lock)) is not None and link.outcome == outcome]
        return list(readable_claims(max(links, key=lambda link: link.attempt).body.case)) if links else []

    def _is_here(self, tip: Tip) -> bool:
        """Return True if the contents of this log are here and lead to this state."""
        state = self.replica.state
        if tip.blocks == state.block:
            return tip.head == state.head and tip.state == self.report().state
        return tip.blocks == state.block + 1 and self.replica.proven_ack(state.block, tip.head) == Ack(tip.head, tip.state)

    # --- to prepare

    def _prepare(self, now: Situation) -> SignStatement | None:
        book = self.book
        if not book.has_promised or book.prepared >= book.attempt:
            return None
        proposal = book.own_proposal(self.replica.view_terms.leader_of(book.attempt))
        if proposal is None or not self.is_convinced_by(proposal, now):
            return None
        return self._make_statement(Kind.PREPARE, Prepare(book.attempt, proposal_digest(proposal)), proposal.block)

    def is_convinced_by(self, proposal: Signed, now: Situation) -> bool:
        """Return True if this seat agrees that the view ends so."""
        replica, terms = self.replica, self.replica.view_terms
        try:
            read = read_proposal(proposal, terms, replica.bindings.certainly_is_signed)
            if not self._agrees_on_the_excused(read) or any(self.account_of(report) is None for report in read.reports.values()):
                return False
            is_forced = check_conclusion(read, proposal, terms, replica.locks.outcome_of, replica.bindings.certainly_is_signed)
        except (ProposalError, LookupError):
            return False
        outcome = outcome_in(proposal)
        if not self._own_lock_allows(read, outcome) or not self._is_here(outcome.tip):
            return False
        return is_forced or self._would_lose(read, proposal, now)

    def _agrees_on_the_excused(self, read: ReadProposal) -> bool:
        convicted = self.replica.convicted
        return all(seat in convicted for seat in read.convicted) and not any(seat in convicted for seat in read.goodbyes)

    def _own_lock_allows(self, read: ReadProposal, outcome: Outcome) -> bool:
        lock = self.book.lock
        if lock is None:
            return True
        shown = [account.lock.attempt for account in read.accounts.values() if account.lock is not None]
        if shown and max(shown) >= lock.attempt:
            return True
        own = self.replica.locks.outcome_of(lock)
        return own is not None and own.agrees_with(outcome)

    def _would_lose(self, read: ReadProposal, proposal: Signed, now: Situation) -> bool:
        if self.seat in read.lost or not read.lost - read.excused <= now.unwanted:
            return False
        claims = signed_claims(read.body.case, proposal.view, proposal.block, self.replica.bindings.is_signed)
        return not any(self.claims.is_taken_back(claim.author, claim_in(claim).target) for claim in claims)

    # --- to confirm, and to certify

    def _make_confirm(self) -> SignStatement | ShowLink | None:
        book, replica = self.book, self.replica
        if not book.has_promised or book.confirmed >= book.attempt:
            return None
        link = self._link_from(Kind.PREPARE)
        if link is None:
            return None
        if link.lock not in replica.locks:
            return ShowLink(link)
        return self._make_statement(Kind.CONFIRM, Confirm(book.attempt, link.name), link.proposal.block)

    def _make_certificate(self) -> ShowLink | None:
        link = self._link_from(Kind.CONFIRM) if self.has_promised else None
        return ShowLink(link) if link is not None else None

    def _link_from(self, kind: Kind) -> OpenedLink | None:
        """Return the PROPOSE of the own attempt with its votes, if they are enough."""
        replica, terms = self.replica, self.replica.view_terms
        proposal = self.book.own_proposal(terms.leader_of(self.book.attempt))
        if proposal is None:
            return None
        excused = excused_in(proposal)
        votes = [vote for vote in self.book.votes_for(kind, proposal) if vote.author in terms.live and vote.author not in excused]
        if len(votes) < terms.needed_signers(excused):
            return None
        try:
            if not replica.are_excused(excused, proposal):
                return None
        except MalformedError:
            return None
        return make_link(proposal, votes) if kind == Kind.PREPARE else make_link(proposal, (), votes)


def _largest_first(syncs: Mapping[int, Signed], needed: int) -> Iterator[dict[int, Signed]]:
    """Yield all choices of enough reports: where two cannot stand beside each other, the leader leaves one out."""
    for size in range(len(syncs), needed - 1, -1):
        for seats in combinations(sorted(syncs), size):
            yield {seat: syncs[seat] for seat in seats}
