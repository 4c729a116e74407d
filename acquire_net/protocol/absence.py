"""Who is waited for, who is away, and without whom this seat wants to go on (docs/spec/protocol.md, section 9).

Everything here is read from the log, from what is heard, and from clocks. What follows is returned: claims and facts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from msgspec import Struct

from acquire_net.protocol.claims import FRESH_MS, Claims, claim_in
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.debts import deciding_seats, owe_the_attempt, owe_the_block, patience_debts, program_debtors
from acquire_net.protocol.decision_clock import DecisionClock
from acquire_net.protocol.liveness import Debt, Liveness
from acquire_net.protocol.log_types import mask_of
from acquire_net.protocol.messages import Claim, Status
from acquire_net.protocol.quorum import missing_needs
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.seat_links import ReturningSeats
from acquire_net.protocol.session_events import Adjourned, ClaimChanged, Fact, NotAnswering, OutOfTime
from acquire_net.protocol.view_change import Situation, ViewChange


class OwnPart(Struct, frozen=True):
    """What this seat can do at the moment."""
    takes_part: bool
    asking: bool
    """True if this seat was restarted and signs nothing yet."""


class Absence:
    """The session owns it, and it shares the replica, the view change, the liveness and the clock with the session. At each
    tick the session calls `pass_time`, `report` and `next_claims`, and it hands `current_situation` to the view change. Nothing
    here changes the log: seats are lost only by a view change, for which `would_lose` says what this seat agrees to. Begin
    reading with `reason_to_claim`."""

    def __init__(self, seat: int, replica: Replica, view_change: ViewChange, liveness: Liveness, clock: DecisionClock,
                 computers: frozenset[int] = frozenset()) -> None:
        self.seat = seat
        self.replica = replica
        self.view_change = view_change
        self.liveness = liveness
        self.clock = clock
        self.computers = computers
        """The seats of computer players, which vote as most persons do."""
        self.votes: dict[int, int] = {}
        """Seats without whom the person wants to go on, and until when that counts."""
        self._restarted: set[int] = set()
        """Seats that ask what they have said before their restart; the clock gives each its time back once for each restart."""
        self._returning = ReturningSeats()
        self._returns: dict[int, Fact] = {}
        """The newest that is to be reported of each seat that comes back."""
        self._out_of_time: set[tuple[int, int]] = set()
        """Seats and blocks, each reported once."""
        self._not_answering: tuple[tuple[int, ...], bool] = ((), False)
        """What was reported last: who does not answer, and whether the table counts as paused."""
        self._too_few: tuple[int, ...] = ()
        """The seats whose absence was reported last, because without them the rest cannot go on."""
        self._unable: set[int] = set()
        """Seats that lack something, and so may not be able to answer."""

    @property
    def claims(self) -> Claims:
        return self.view_change.claims

    @property
    def _other_seats(self) -> list[int]:
        return [seat for seat in self.replica.state.live if seat != self.seat]

    @property
    def _is_decided(self) -> bool:
        """Return True after the last decision: then nobody is lost any more."""
        return isinstance(self.replica.state.step, SignResult)

    # --- what happens

    def vote(self, seats: Iterable[int]) -> None:
        """Note that the person wants to go on without these seats, for a minute; with none, a vote is taken back."""
        until = self.liveness.now + FRESH_MS
        self.votes = {seat: until for seat in seats if seat in self._other_seats}

    def on_restart(self, seat: int, asks: bool, block: int) -> None:
        """Note whether a seat asks what it has signed before its restart, and which block it has come to."""
        returns = self._returning.on_status(seat, block, self.replica.state.block, asks)
        if returns is not None:
            self._returns[seat] = returns
        if asks and seat not in self._restarted:
            self.clock.give_back(seat)
        (self._restarted.add if asks else self._restarted.discard)(seat)

    def pass_time(self, elapsed_ms: int, own: OwnPart) -> list[Fact]:
        """Count the time for everything that is owed, and return who has run out of it."""
        self.liveness.begin_block(self.replica.state.block)
        promised = self.view_change.has_promised
        if own.takes_part:  # also while it asks after a restart: what others have said, they show at once
            self.liveness.count_debts(elapsed_ms, program_debtors(self.replica) - {self.seat}, counts=not promised)
            self.liveness.count_missed(elapsed_ms, owe_the_attempt(self.view_change) if promised else frozenset())
        self.feed_the_clock(elapsed_ms, own)
        late = {(reading.seat, reading.block) for reading in self.clock.clock_readings
                if reading.overdue_ms and reading.seat != self.seat}
        news, self._out_of_time = sorted(late - self._out_of_time), self._out_of_time | late
        return [OutOfTime(seat) for seat, _ in news]

    def feed_the_clock(self, elapsed_ms: int, own: OwnPart) -> None:
        """Report to the clock of the decisions who is asked, what stops it, who is heard, and how much time has passed."""
        if self.liveness.timing.decision_ms is None:
            return
        clock, state, seats = self.clock, self.replica.state, deciding_seats(self.replica)
        clock.close_block(state.block - 1)
        if seats and not state.over:
            clock.start_decisions(seats, state.block)
        else:
            clock.stop_decision()
        clock.set_paused(self.liveness.paused)
        clock.set_attempting(self.view_change.has_promised or own.asking)
        silent_ms = self.liveness.timing.silent_ms
        clock.set_silent([other for other in self._other_seats if self.liveness.silence_ms(other) > silent_ms])
        clock.pass_time(elapsed_ms)

    # --- without whom this seat would go on

    def why_overdue(self, seat: int) -> int:
        return self.liveness.why_overdue(seat, self.clock.overdue_ms(seat))

    def reason_to_claim(self, seat: int) -> int | None:
        """Return why this seat wants to go on without another, as in a CLAIM, or None."""
        if self.liveness.paused:
            return None
        # An excused seat needs no claim, unless others make one because they cannot judge the evidence any more.
        if seat in self.replica.excused_seats():
            return self.why_overdue(seat) if self._is_claimed_against(seat) else None
        if self.liveness.timing.auto_drop and self.liveness.is_beyond_grace(seat, self.clock.overdue_ms(seat)):
            return 4
        if any(self.liveness.is_out_of_patience(debt) for debt in self.patience_debts if debt.seat == seat):
            return 4
        wants = self._persons_want(seat) if self.seat in self.computers else self.votes.get(seat, 0) > self.liveness.now
        return self.why_overdue(seat) if wants else None

    @property
    def patience_debts(self) -> frozenset[Debt]:
        """Return for what of the others a table over days waits now; nothing at another table."""
        return patience_debts(self.view_change) if self.liveness.timing.patience_days is not None else frozenset()

    @property
    def has_waited_all_days(self) -> bool:
        """Return True if a table over days has waited for a seat for as long as it has agreed on."""
        return any(map(self.liveness.has_waited_for, self.patience_debts))

    def note_lack(self, message: Signed) -> None:
        """Note whether the author of this STATUS, the newest that is known, lacks a block or a contribution that is here: it is
        sent what it lacks now, and may have owed for days what it could not know of."""
        replica, status = self.replica, cast(Status, message.body)
        here = (message.block, message.view) == (replica.state.block, replica.state.view)
        lacks = mask_of(replica.open.all_contributions) & ~status.contents & ~(1 << message.author) if here else 0
        if lacks or (message.block, message.view) < (replica.state.block, replica.state.view):
            self._unable.add(message.author)

    def take_unable(self) -> frozenset[int]:
        """Return the seats that were found to lack something since the last call."""
        found, self._unable = frozenset(self._unable), set()
        return found

    def _is_claimed_against(self, target: int) -> bool:
        return bool(set(self.claims_against(target)) - self.replica.excused_seats() - {self.seat})

    def _persons_want(self, target: int) -> bool:
        """Return True if more than half of the persons at the table want to go on without a seat.

        Where it is a person who is there, at least two must want it: else a host with computer players could remove the only
        guest.
        """
        persons = {*self.replica.state.live} - self.computers - self.replica.excused_seats() - {target}
        votes = len(persons & set(self.claims_against(target)))
        least = 1 if target in self.computers or self.why_overdue(target) else 2
        return votes >= least and 2 * votes > len(persons)

    def would_lose(self, seat: int) -> bool:
        return (seat in self.replica.excused_seats() or self.why_overdue(seat) > 0
                or (self.claims.own_claim(seat) is not None and self.reason_to_claim(seat) is not None))

    def current_situation(self, may_begin: bool) -> Situation:
        """Return what the view change needs to know."""
        unwanted = frozenset() if self._is_decided else frozenset(seat for seat in self._other_seats if self.would_lose(seat))
        heard = self.liveness.heard_seats(self.seat) & set(self.replica.state.live)
        return Situation(self.liveness.now, unwanted, heard, may_begin)

    def next_claims(self) -> list[Claim]:
        """Return what has changed about the seats without which this one wants to go on."""
        if self._is_decided:
            return []
        found = (self.claims.next_claim(seat, self.reason_to_claim(seat), self.liveness.now, self.replica.state.block)
                 for seat in self._other_seats)
        return [claim for claim in found if claim is not None]

    def claims_against(self, target: int) -> dict[int, int]:
        """Return who wants to go on without this seat now, and why."""
        fresh = self.claims.fresh_claims(self.liveness.now, self.replica.state.block)
        return {claim.author: claim_in(claim).why for claim in fresh if claim_in(claim).target == target}

    def claim_changed(self, message: Signed) -> ClaimChanged | None:
        """Return what people are shown of a claim: how many seats want to go on without the target, and how many it takes.

        Return None where one seat alone could vote, for there is no vote then (`is_case`).
        """
        body = claim_in(message)
        others = {*self.replica.state.live} - self.replica.excused_seats() - {body.target}
        if len(others) < 2:
            return None
        reasons = {seat: why for seat, why in self.claims_against(body.target).items() if seat in others}
        absent = sum(why > 0 for why in reasons.values())
        votes, needed = (absent, missing_needs(len(others))) if absent else (len(reasons), len(others))
        return ClaimChanged(message.author, body.target, body.why, bool(body.holds), votes, needed)

    # --- who is waited for

    def waited_for(self) -> frozenset[int]:
        """Return the seats without whose word nothing goes on."""
        if self.view_change.has_promised:
            return owe_the_attempt(self.view_change)
        return owe_the_block(self.replica)

    def report(self, waited_for: frozenset[int], own: OwnPart) -> list[Fact]:
        """Return what has changed about who is waited for."""
        far_ahead = self.view_change.goodbyes_far_ahead
        excused = self.replica.excused_seats() - far_ahead
        others = (waited_for | far_ahead) - {self.seat}
        if own.asking or others & excused:
            others = frozenset(self._other_seats) - excused  # to go on without a seat takes the votes of the rest
        silent, paused = self.liveness.silent_seats(others)
        late = {seat: max(self.liveness.owed_ms(seat), self.clock.overdue_ms(seat)) for seat in others}
        slow = {seat for seat, ms in late.items() if ms > self.liveness.timing.silent_ms}
        stuck = {seat for seat, ms in late.items() if ms > self.liveness.timing.pause_ms}
        facts, self._returns = list(self._returns.values()), {}
        found = (tuple(sorted({*silent, *slow})), paused or bool(stuck))
        if found != self._not_answering:
            self._not_answering = found
            facts.append(NotAnswering(*found))
        is_alone = waited_for == {self.seat}  # what it decides can become final without the others as little as anything else
        nothing_goes_on = found[1] or is_alone or bool(self._too_few)
        away = tuple(sorted({*self.liveness.away_seats(self._other_seats), *stuck})) if nothing_goes_on else ()
        remaining = {*self.replica.state.live} - excused - set(away)
        too_few = away if away and len(remaining) < self.replica.view_terms.needed_signers(excused) else ()
        if too_few != self._too_few:
            self._too_few = too_few
            facts.append(Adjourned(too_few))
        return facts
