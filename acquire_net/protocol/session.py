"""One peer of a table: its secrets, what it signs, what it reports of others (docs/spec/protocol.md, sections 1, 8 and 9).

A session is given frames, submitted actions and ticks, and gives back, through `take_ready`, what must be on disk first, what may
be sent then, and what has happened. What a message means is decided in replica.py, by the same code that a spectator runs; here
it is decided what this peer says and when it says it again. Time is whatever the ticks say.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from acquire_net.errors import Wording
from acquire_net.protocol import messages
from acquire_net.protocol.absence import Absence, OwnPart
from acquire_net.protocol.background_work import BackgroundWork
from acquire_net.protocol.bindings import UNBOUND
from acquire_net.protocol.block_author import BlockAuthor, SayGoodbye
from acquire_net.protocol.catch_up import CatchUp
from acquire_net.protocol.certificates import OpenedLink, open_link
from acquire_net.protocol.claims import Claims, claim_in, claims_against
from acquire_net.protocol.codec import MalformedError, Signed, decode_frame, encode_message, to_sign
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.decision_clock import DecisionClock
from acquire_net.protocol.divergence import Divergence, ShowState
from acquire_net.protocol.early_messages import EarlyMessages
from acquire_net.protocol.fail_stop import guarded_call
from acquire_net.protocol.liveness import Liveness, Timing
from acquire_net.protocol.log_types import Certificate, Conviction, Fate, FinalBlock
from acquire_net.protocol.messages import STATEMENTS, Envelope, Kind, Message, Propose, Status
from acquire_net.protocol.own_decision import asks_person
from acquire_net.protocol.own_journal import OwnJournal
from acquire_net.protocol.replaying import offer_entry
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.restart_answers import RestartAnswers, Verdict
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.session_events import (
    BlockFinal,
    Disagreement,
    Fact,
    Finished,
    JournalEntry,
    Outbox,
    Ready,
    Regroup,
    RolledBack,
    SeatConvicted,
    SeatLost,
    SeatStopped,
    TableSplit,
    TwoOfUs,
)
from acquire_net.protocol.state import InvariantError, State
from acquire_net.protocol.verifier import RememberingVerifier, Signer, Verifier
from acquire_net.protocol.view_change import ShowLink, ViewChange

MAX_STEPS = 2000
"""That may follow from one frame or tick: a whole game of catching up has a few hundred."""


class Session:
    """Whatever comes in goes the same way. It is offered to the replica or to the view change; then `_go_on` takes one step after
    another (close a block, go over to the next view, contribute, acknowledge, leave, …) until none is possible. The steps only
    fill `outbox`: nothing is on the disk or sent before the driver has done what `take_ready` tells it to do.

    The parts decide and return what is to be done: `block_author` what this seat owes the open block, `view_change` what it says
    about the end of a view, `catch_up` what another seat lacks, `absence` whom the table waits for, `own_journal` what evidence
    adds to the journal. Only the session signs, writes down, sends and reports, in the one order in which that is safe.
    """

    def __init__(self, state: State, seat: int, signer: Signer, verifier: Verifier, secrets: SeatSecrets,
                 timing: Timing | None = None, now_ms: int = 0, resumed: bool = False, opens_hand: bool = False,
                 first_beat: int = 0, computers: frozenset[int] = frozenset()) -> None:
        self.seat = seat
        self.signer = signer
        self.secrets = secrets
        self.verifier = RememberingVerifier(verifier)
        self.replica = Replica(state, self.verifier, secrets)
        self.claims = Claims(seat)
        self.view_change = ViewChange(self.replica, seat, self.claims)
        self.timing = timing or Timing()
        self.opens_hand = opens_hand
        """True if this seat shows after the game what it held."""
        self.liveness = Liveness(self.timing, len(state.identities), now_ms)
        self.decision_clock = DecisionClock(len(state.identities), self.timing.decision_ms, self.timing.bank_ms)
        self.absence = Absence(seat, self.replica, self.view_change, self.liveness, self.decision_clock, computers)
        self.background_work = BackgroundWork(self.replica, seat, secrets)
        self.block_author = BlockAuthor(seat, self.replica, secrets)
        self.stopped = ""
        """Why this session does nothing any more: something has happened that cannot be."""
        self.stop_trace = ""
        """Where in the program that came up, for the log of its driver."""
        self.divergence = Divergence(self.replica)
        self._reported: set[Conviction] = set()
        self.asking = 0
        """While it is not zero, this peer has been restarted and signs nothing until the others have sent it what it said."""
        self.dropped = self.finished = False
        self.catch_up = CatchUp(seat, self.replica, self.view_change, self.claims, self.liveness, first_beat)
        self._restart_answers = RestartAnswers(self.replica, self.view_change, seat, self.liveness)
        self.early = EarlyMessages(self.replica, seat)
        self.own_journal = OwnJournal()
        self._split = ""
        """The split of the table that was reported last."""
        self.outbox = Outbox()
        if not resumed:
            self._go_on()

    # --- what the driver calls

    @property
    def state(self) -> State:
        return self.replica.state

    @property
    def live(self) -> tuple[int, ...]:
        return self.state.live

    @property
    def takes_part(self) -> bool:
        """Return True if this seat still has a say."""
        return not (self.stopped or self.dropped or self.finished or self.replica.regroup or self.state.over
                    or self.seat in self.replica.left or self.seat in self.replica.convicted)

    @property
    def is_asked(self) -> bool:
        """Return True if this seat has to decide now."""
        return (asks_person(self.state.step, self.state, self.seat) and self.takes_part
                and self.seat not in self.replica.open.contents)

    @property
    def intent(self) -> bytes | None:
        """Return the action that the person has chosen, until it is final."""
        return self.block_author.decision.action

    @guarded_call
    def submit(self, action: bytes) -> None:
        """Take in the own decision. Raises RefusedError, and changes nothing, where it is not asked for or not allowed."""
        if not self.is_asked:
            raise RefusedError(Wording("this seat is not asked for a decision now"))
        if self.asking:
            raise RefusedError(Wording("the others have not answered yet since the restart"))
        self.block_author.decision.choose(self.state, action)
        self._go_on()

    def fail(self, reason: str, trace: str = "") -> None:
        """Stop for good: this program is wrong about something. Another version can go on with the journal."""
        if not self.stopped:
            self.stopped, self.stop_trace = reason, trace
            self.report_fact(SeatStopped(reason))

    @guarded_call
    def leave(self) -> None:
        """Say goodbye for good."""
        if self.takes_part:
            self._leave_for_good()
            self._go_on()

    @guarded_call
    def vote(self, seats: Iterable[int]) -> None:
        """Note that the person wants to go on without these seats, for a minute; an empty vote takes it back."""
        self.absence.vote(seats)
        self._send_claims()
        self._go_on()

    @guarded_call
    def receive(self, sender: int, frame: bytes, is_live: bool = True) -> None:
        """Handle a frame that came over this seat's link, by any author. Raises MalformedError; then nothing has changed. One
        that has waited elsewhere does not show that the seat is there now."""
        message = decode_frame(frame)
        if message.author >= len(self.state.identities):
            raise MalformedError(f"author {message.author} at a table of {len(self.state.identities)}")
        if is_live and sender != self.seat and self.liveness.on_frame(sender):
            self.view_change.pace.begin_anew(self.liveness.now)
        if message.fault:
            self.offer_message(message)
        elif message.kind == Kind.STATUS:
            self._take_status(sender, message, is_live)
        elif message.kind == Kind.LINK:
            self._take_link(message)
        elif message.kind in STATEMENTS:
            self._take_statement(message)
        elif message.kind == Kind.STATE:
            self._show_states(self.divergence.take(sender, message))
        else:
            self.offer_message(message, later=True, sender=sender)
        self._go_on()

    @guarded_call
    def do_spare_work(self) -> None:
        """Do one job that can wait until nothing has come in; `Ready.has_work` says whether there is one."""
        self.background_work.do_one_job(not self.may_not_sign)
        self._go_on()

    @guarded_call
    def on_link_up(self, seat: int) -> None:
        """Note that a link to this seat has come up. Send it a STATUS at once, so that it sends what is missing here."""
        status = self._make_status()
        if status is not None:
            self._send(seat, status.frame)

    @guarded_call
    def tick(self, now_ms: int) -> None:
        elapsed = self.liveness.pass_time(now_ms)
        for fact in self.absence.pass_time(elapsed, self._own_part):
            self.report_fact(fact)
        if self.catch_up.is_due:
            self.catch_up.begin_round()
            self._send_status()
            if self.takes_part:
                self._show_states(self.divergence.remind_others())
        for fact in self.absence.report(self.waited_for(), self._own_part):
            self.report_fact(fact)
        self._send_claims()
        self._finish_without_all()
        self._go_on()

    def take_ready(self) -> Ready:
        self.absence.feed_the_clock(0, self._own_part)
        out, self.outbox = self.outbox, Outbox()
        secrets = self.secrets.take_if_changed()
        self.own_journal.count(out.journal)
        return Ready(secrets, tuple(out.journal), out.must_sync or secrets is not None, tuple(out.send), tuple(out.facts),
                     self.liveness.shown_at(self.catch_up.due_ms),
                     not self.stopped and self.background_work.has_work(not self.may_not_sign))

    # --- resuming (2.8)

    def replay(self, entry: JournalEntry) -> None:
        """Replay one entry of the own journal, before anything else is done with a resumed session. Raises MalformedError."""
        self.own_journal.note_read(entry)
        for message, fate in offer_entry(self.replica, entry):
            if message.author == self.seat and fate is Fate.FORGED:
                raise MalformedError(f"the own {message.kind.name} of block {message.block} does not fit what stands before it")
            if message.author == self.seat and message.kind in STATEMENTS and fate in (Fate.NEW, Fate.KNOWN):
                self._hold_statement(message)
        self.replica.check_all_parked()
        while self._settle():
            pass

    @guarded_call
    def resume(self, now_ms: int, number: int) -> None:
        """Ask the others, after the journal was replayed, what this seat has said, before it says anything."""
        self.liveness.restart_clock(now_ms)
        self.view_change.pace.restart_pace(now_ms)
        self.catch_up.restart()
        self.outbox = Outbox()
        self.asking = number
        self._restart_answers.begin()
        self._reported = {*self.replica.convicted.values(), *self.replica.disagreements.values()}
        self._send_status()
        self._go_on()

    def _try_to_wake(self) -> None:
        """Sign again if the others have said enough."""
        if not self.asking:
            return
        verdict = self._restart_answers.verdict(bool(self.early.kept_of(self.seat)))
        if verdict is Verdict.ASK_AGAIN:
            self._send_status()
        if verdict is Verdict.WAKE:
            self._wake_up()

    def _wake_up(self) -> None:
        self.asking = 0
        self.block_author.check_secrets()

    @guarded_call
    def trust_own_disk(self) -> None:
        """Sign again after a restart without an answer of the others: the driver knows that the own journal is the newest."""
        if self.asking:
            self._wake_up()
            self._go_on()

    # --- what comes in

    def offer_message(self, message: Signed, was_kept: bool = False, later: bool = False, sender: int = -1) -> Fate:
        """Take in a message if it counts, and return what became of it; a contribution to a relay may be looked at `later`."""
        mine = message.author == self.seat
        # An own goodbye that was said before the journal was rolled back binds, whenever it comes to light.
        if mine and not (self.asking or was_kept or message.kind == Kind.LEAVE or self._is_known(message)):
            here = (message.block, message.view) == (self.state.block, self.state.view)
            if here and message.kind != Kind.HANDS and self.replica.bindings.is_signed(message):
                self.report_fact(TwoOfUs())
            self.replica.look_back(message)  # two of these convict this seat, and it should read why the others go on
            self._report_news()
            return Fate.IDLE
        fate = self.replica.offer_message(message, later=later)
        if fate is Fate.EARLY:
            self.early.keep(message, sender)
        elif fate in (Fate.NEW, Fate.PARKED):  # in the journal, what this seat builds on stands before what it builds
            self._restart_answers.note_news()
            if mine:
                self.report_fact(RolledBack(message.block))
            if mine or message.kind != Kind.ACK:
                self.record(JournalEntry(message.frame))
        self._report_news()
        return fate

    def _is_known(self, message: Signed) -> bool:
        log, seat = self.replica, self.seat
        held = (known[seat] for known in (log.open.acks, log.left, log.hands) if seat in known)
        return any(known.frame == message.frame for known in (*log.open.contributions_of(seat), *held))

    def _take_statement(self, message: Signed) -> None:
        """Take in a SYNC, PROPOSE, PREPARE, CONFIRM or CLAIM."""
        if not self.view_change.is_of_use(message):
            return
        mine = message.author == self.seat
        if mine and self.asking and message.kind == Kind.SYNC:
            # The block that it proves is closed first, also in the journal: a replay reads both in this order.
            self.replica.take_proof(message)
            while self._settle():
                pass
        fate = self.replica.offer_message(message)
        if mine and fate is Fate.NEW and message.kind != Kind.CLAIM:
            if not self.asking:
                self.report_fact(TwoOfUs())
                return
            self.report_fact(RolledBack(message.block))
            self.record(JournalEntry(message.frame))
        if fate in (Fate.NEW, Fate.KNOWN):
            self._hold_statement(message)
        self._report_news()

    def _hold_statement(self, message: Signed) -> None:
        """Hold a signed statement about this view."""
        if message.kind != Kind.CLAIM:
            self.view_change.take(message)
            return
        before = self.absence.claims_against(claim_in(message).target)
        if not self.claims.offer_claim(message, self.liveness.now):
            return
        if self.claims.may_pass_on(message, self.liveness.now) and message.author != self.seat:
            self._send_to_all(message.frame)
        if before != self.absence.claims_against(claim_in(message).target) and (change := self.absence.claim_changed(message)):
            self.report_fact(change)

    def _take_link(self, message: Signed) -> None:
        """Take in a lock or a certificate, from any peer. Raises MalformedError."""
        opened = open_link(message)
        fate = self.replica.offer_message(message)
        if fate is Fate.NEW:
            self.record(JournalEntry(message.frame))
        if fate is not Fate.FORGED and message.view == self.state.view:  # each convicts its author beside another one
            for statement in (opened.proposal, *opened.prepares.values(), *opened.confirms.values()):
                if statement.author != self.seat:
                    self._take_statement(statement)
        self._report_news()

    def record(self, entry: JournalEntry) -> None:
        """Write an entry into the journal, with the next Ready."""
        self.outbox.journal.append(entry)

    def report_fact(self, fact: Fact) -> None:
        self.outbox.facts.append(fact)

    def _report_news(self) -> None:
        """Report the seats that were convicted, or that came to another state, since the last call."""
        for conviction in (*self.replica.convicted.values(), *self.replica.disagreements.values()):
            if conviction not in self._reported:
                self._reported.add(conviction)
                self.report(conviction)
        if self.replica.disagreements:
            self._show_states(self.divergence.look_for_disagreement())
        if self.replica.split != self._split:
            self._split = self.replica.split
            self.report_fact(TableSplit(self._split))

    def report(self, conviction: Conviction) -> None:
        if conviction.is_about_state:
            self._record_own_ack()
        else:
            self.report_fact(SeatConvicted(conviction))
        for frame in conviction.frames:
            self.record(self.own_journal.evidence_entry(frame))
            self._send_to_all(frame)

    def _record_own_ack(self) -> None:
        own = self.replica.open.acks.get(self.seat)
        entry = self.own_journal.whole_ack_entry(own) if own is not None else None
        if entry is not None:
            self.record(entry)

    def _offer_early(self) -> bool:
        """Offer a message that came early, if its block is open now; return True if there was one."""
        due = self.early.take_due()
        if due is not None:
            self.offer_message(due, was_kept=True, later=True)
        return due is not None

    # --- what is said

    def _sign(self, kind: Kind, body: Message, block: int | None = None, view: int | None = None) -> Signed | None:
        data = encode_message(body)
        block, view = self.state.block if block is None else block, self.state.view if view is None else view
        table = self.replica.bindings.table_at(block, 0 if kind in UNBOUND else view)
        if table is None:
            return None
        text = to_sign(table, kind, self.seat, block, view, data)
        signature = self.signer.sign(text)
        self.verifier.remember_own(self.signer.public, text, signature)
        return decode_frame(encode_message(Envelope(kind, self.seat, block, view, data, signature)))

    def sign_and_send(self, kind: Kind, body: Message, block: int | None = None) -> bool:
        """Sign a message, take it in, and send it to all once it is on the disk. Return False where nothing can be signed yet."""
        message = self._sign(kind, body, block)
        if message is None:
            return False
        if self.replica.offer_message(message, just_made=True) is Fate.GUILTY:
            self.replica.convicted.pop(self.seat, None)  # it has said nothing yet
            # This program is wrong about itself: nobody is sent it.
            raise InvariantError(f"the own {kind.name} does not hold what it should prove")
        if kind in STATEMENTS:
            self._hold_statement(message)
        self.background_work.note_own(message)
        if kind != Kind.CLAIM:
            acks = ((self.seat, message.envelope.signature),)
            self.record(JournalEntry(b"", acks) if kind == Kind.ACK else JournalEntry(message.frame))
            if kind == Kind.ACK and self.replica.open.disagreeing_seats(self.live):
                self._record_own_ack()
            self.outbox.must_sync = True
        self._send_to_all(message.frame)
        return True

    def _send(self, seat: int, frame: bytes) -> None:
        if seat != self.seat:
            self.outbox.send.append((seat, frame))

    def _show_states(self, wanted: Iterable[Disagreement | ShowState]) -> None:
        """Report a disagreement, and send the own state as often as there is room for it between two of the own STATUS."""
        for item in wanted:
            if isinstance(item, Disagreement):
                self.report_fact(item)
            elif not self.asking:
                message = self._sign(Kind.STATE, item.state, item.conviction.block, item.conviction.view)
                if message is not None and self.catch_up.may_send(item.seat, message.frame):
                    self._send(item.seat, message.frame)

    def _send_to_all(self, frame: bytes) -> None:
        for seat in range(len(self.state.identities)):
            self._send(seat, frame)

    @property
    def may_not_sign(self) -> bool:
        """Return True if this seat signs nothing about the open block."""
        return not self.takes_part or bool(self.asking) or self.view_change.has_promised or self.seat not in self.live

    def _go_on(self) -> None:
        """Do whatever can be done now, until nothing more can. Every step uses something up that only frames and ticks bring."""
        for _ in range(MAX_STEPS):
            if self._settle() or self._offer_early() or self._do_own_part() or self._end_view() or self._open_hand():
                continue
            was_asking = self.asking
            self._try_to_wake()
            if self.asking == was_asking:
                break
        else:
            raise InvariantError(f"one frame leads to more than {MAX_STEPS} steps")
        self._report_news()

    def _do_own_part(self) -> bool:
        """Sign what this seat owes the open block, or say goodbye if it cannot."""
        step = self.block_author.next_step(not self.may_not_sign, self._own_part, self.catch_up.statuses)
        if isinstance(step, SayGoodbye):
            return self._leave_for_good()
        return step is not None and self.sign_and_send(step.kind, step.body)

    def _leave_for_good(self) -> bool:
        self._send_locks()
        return self.sign_and_send(Kind.LEAVE, self.view_change.make_goodbye())

    # --- how a view ends (docs/spec/protocol.md, section 9)

    def _end_view(self) -> bool:
        """Take the next step of an attempt, if there is one."""
        if self.view_change.is_idle or self.asking or not self.takes_part or self.seat not in self.live:
            return False
        step = self.view_change.next_step(self.absence.current_situation(self.own_journal.has_room))
        if step is None:
            return False
        if isinstance(step, ShowLink):
            return self._show(step.link)
        if step.kind == Kind.SYNC:
            self.background_work.check_all()  # or a liar would stay at whom nobody has looked yet
            self._send_locks()
        return self.sign_and_send(step.kind, step.body, step.block)

    def _send_locks(self) -> None:
        """Send what the own lock rests on before the report that names it, so that the report counts."""
        for lower in self.replica.locks.lock_chain(self.view_change.book.lock):
            self._send_to_all(lower.message.frame)

    def _show(self, found: OpenedLink) -> bool:
        """Show the others a lock or certificate that has come about here."""
        if self.replica.offer_message(found.message) is not Fate.NEW:
            return False
        self.record(JournalEntry(found.message.frame))
        if found.confirms:
            for seat in set(range(len(self.state.identities))) - set(found.confirms):
                self._send(seat, found.message.frame)
        return True

    def _send_claims(self) -> None:
        """Say what has changed about the seats without which this one wants to go on."""
        if self.asking or not self.takes_part or self.seat not in self.live:
            return
        for claim in self.absence.next_claims():
            self.sign_and_send(Kind.CLAIM, claim)

    # --- who is waited for

    @property
    def _own_part(self) -> OwnPart:
        return OwnPart(self.takes_part, bool(self.asking))

    def waited_for(self) -> frozenset[int]:
        """Return the seats without whose word nothing goes on."""
        if self.state.over or self.finished or self.replica.regroup:
            return frozenset()
        return self.absence.waited_for()

    def _settle(self) -> bool:
        """Go over to the next view if that is decided, or close the open block if all agree.

        The certificate comes first. It is in the journal already, and who reads the journal knows nothing of ACKs that came
        inside it: it would be in the next view when it reads that they close the block.
        """
        certificate = self.replica.view_certificate(self.seat)
        if certificate is None:
            return self._close_if_agreed() or self._take_link_with_evidence()
        self._follow(certificate)
        return True

    def _close_if_agreed(self) -> bool:
        final_block = self.replica.close()
        if final_block is not None:
            self.close(final_block)
        return final_block is not None

    def _take_link_with_evidence(self) -> bool:
        link = self.replica.take_link_with_evidence()
        if link is not None:
            self._take_link(link.message)
        return link is not None

    def _follow(self, certificate: Certificate) -> None:
        silent = {seat: self.liveness.silence_ms(seat) for seat in certificate.lost}
        for content in self.replica.open.contents.values() if any(self.replica.open.others.values()) else ():
            self.record(JournalEntry(content.frame))  # of a liar's two, the one that stands
        void_draws = len(self.replica.void_draws)
        final_block = self.replica.follow(certificate)
        self.view_change.begin_view()
        self.early.forget_all()
        if final_block is not None:
            self.close(final_block)
        lost = [seat for seat in certificate.lost if seat not in self.live or self.replica.regroup]
        proposal = open_link(decode_frame(certificate.frame)).proposal
        for seat in lost:
            claims = claims_against(seat, cast(Propose, proposal.body).case)
            self.report_fact(SeatLost(seat, self._why_lost(seat, claims), claims, silent[seat]))
            self.absence.votes.pop(seat, None)
        for void in self.replica.void_draws[void_draws:]:
            self.report_fact(void)
        if self.replica.regroup:
            self.report_fact(Regroup(self.replica.regroup))
        self.dropped = self.dropped or self.seat in lost
        if not isinstance(self.state.step, SignResult):  # or ends of views would hold back the end of the game
            self.liveness.waiting_since = self.liveness.now

    def _why_lost(self, seat: int, claims: tuple[tuple[int, int], ...]) -> str:
        if seat in self.replica.convicted:
            return self.replica.convicted[seat].reason
        others = Wording("did not answer") if any(why for _, why in claims) else Wording("voted out")
        return Wording("left") if seat in self.replica.left else others

    def close(self, final_block: FinalBlock) -> None:
        if final_block.certificate is None and (entry := self.own_journal.closing_entry(final_block, self.seat)) is not None:
            self.record(entry)
        self.block_author.decision.on_final(final_block)
        self.report_fact(BlockFinal(final_block, self.state))
        self.liveness.waiting_since = self.liveness.now
        if self.state.over and not self.finished:
            self.finished = True
            result = cast(messages.Result, final_block.contents[0].body).result
            self.report_fact(Finished(result, tuple(content.author for content in final_block.contents)))

    def _open_hand(self) -> bool:
        """Show the own keys once the game is over, if all agreed to that and the keys are still here."""
        if not self.opens_hand or not self.finished or self.asking:
            return False
        hands = self.block_author.open_hand()
        return hands is not None and self.sign_and_send(Kind.HANDS, hands)

    def _finish_without_all(self) -> None:
        """After the last decision nobody is dropped; the certificate of the result may lack signatures."""
        step = self.state.step
        if not isinstance(step, SignResult) or self.asking or not self.takes_part:
            return
        waited = self.liveness.now - self.liveness.waiting_since
        if waited > self.timing.grace_ms and (self.seat in self.replica.open.contents or self.view_change.has_promised):
            self.finished = True
            self.report_fact(Finished(step.result_body(self.state).result, tuple(sorted(self.replica.open.contents))))

    # --- sending each other what is missing (2.8)

    def _make_status(self, answers: int = 0, asker: int = -1) -> Signed | None:
        asks = 0 if answers else self.asking  # or two seats that ask each other would answer for ever
        return self._sign(Kind.STATUS, self.catch_up.next_status(asks, answers, asker))

    def _send_status(self) -> None:
        status = self._make_status()
        if status is not None:
            self._send_to_all(status.frame)

    def _take_status(self, sender: int, message: Signed, is_live: bool) -> None:
        author, status = message.author, cast(Status, message.body)
        if author == self.seat or not self.replica.bindings.is_signed(message):
            return
        is_newest = self.liveness.on_status(author, status.beat, is_live)
        if is_newest:
            self.catch_up.hold_status(message)
            self.absence.note_lack(message)
        if is_live and not status.answers and (is_newest or author == sender):  # another seat may pass on one from long ago
            self.absence.on_restart(author, bool(status.asks), message.block)
        if author != sender:
            return  # another seat has passed it on, so this seat knows that its author is there
        if self.asking and status.answers == self.asking:
            self._restart_answers.take(sender, message, status)
        for frame in self.catch_up.frames_for(message):
            self._send(sender, frame)
        if status.asks and self.catch_up.may_answer(sender):
            # What it has signed about the next block is here already, and no other answer would show it.
            for kept in self.early.kept_of(sender):
                self._send(sender, kept.frame)
            answer = self._make_status(status.asks, sender)
            if answer is not None:
                self._send(sender, answer.frame)
