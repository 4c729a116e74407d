"""The log: blocks, heads, ACKs and certificates, checked without any secret (docs/spec/protocol.md, sections 1 and 9).

A `Replica` is what every peer, spectator and verifier has alike. It is offered signed messages and says what became of each; it
makes none. The open block is put together in block_judge.py, by the rules of its step. It is final when all live seats
acknowledge the same head and state, or when a certificate of a view says so. What is signed about the end of a view is judged in
agreement.py. The log itself, who is convicted, and what convicts beside something else, is here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from acquire_net.crypto.hashing import digest
from acquire_net.errors import Wording
from acquire_net.protocol import messages, relay_steps
from acquire_net.protocol.agreement import ViewAgreement, liars_behind
from acquire_net.protocol.bindings import FIRST_BLOCK_WITH_SID, Bindings
from acquire_net.protocol.block_judge import BlockJudge, VoidBlock, VoidBlocks
from acquire_net.protocol.certificates import Locks, OpenedLink, open_link, reports_in
from acquire_net.protocol.codec import MalformedError, Signed, decode_frame, encode_message
from acquire_net.protocol.dealing import DrawTiles, SignResult
from acquire_net.protocol.equivocation import Statements, find_contradiction, is_same
from acquire_net.protocol.log_types import Certificate, Conviction, Fate, FinalBlock, out_of_turn
from acquire_net.protocol.messages import SEALED_KINDS, STATEMENTS, Ack, Kind, Propose
from acquire_net.protocol.next_step import with_next_step
from acquire_net.protocol.open_block import OpenBlock
from acquire_net.protocol.proof_counts import ProofCounts
from acquire_net.protocol.redeal import without_seat
from acquire_net.protocol.reports import Tip, ViewTerms, proof_in
from acquire_net.protocol.sealed_game import GameFinished
from acquire_net.protocol.session_events import DrawVoid
from acquire_net.protocol.state import InvariantError, OutsideReader, Reader, State
from acquire_net.protocol.verifier import Verifier


class Replica:
    """`log` holds the final blocks, `state` is the state after the last of them, and `open` is what has come in for the block
    after it.

    Every message goes through `offer_message`, which hands it to the `_offer_…` method of its kind. Each of these asks the cheap
    questions first: is the message known, is it of any use, is it signed, and only then whether what it says is right. What comes
    of it is a `Fate`. Judges of blocks and views say whom a message convicts; only `_hold_conviction` convicts. The open block
    ends by `close`, when all have acknowledged it, or by `follow`, when a certificate ends the view; both are called by the owner
    of the replica, and never while a message is being taken in.
    """

    def __init__(self, state: State, verifier: Verifier, reader: Reader | None = None) -> None:
        self.state = with_next_step(state)
        self.bindings = Bindings(state.table, state.identities, verifier)
        self.reader = reader or OutsideReader()
        self.clear_block()
        self.log: list[FinalBlock] = []
        self.proof_counts = ProofCounts()
        self.certificates: list[Certificate] = []
        """One for each view that has ended."""
        self.agreement = ViewAgreement(self._terms_from(self._own_tip()))
        self.void_blocks = VoidBlocks()
        self.statements = Statements()
        self.left: dict[int, Signed] = {}
        self.convicted: dict[int, Conviction] = {}
        self.disagreements: dict[int, Conviction] = {}
        """Seats that have acknowledged another state for a head: a lie, or another program, or this one is wrong. It excuses
        nobody from a quorum, for two honest programs would each go on without the other."""
        self.hands: dict[int, Signed] = {}
        """The seats that opened their keys after the game."""
        self.regroup: tuple[int, ...] = ()
        """Seats that were lost before the deal was done: the table starts again without them, elsewhere."""
        self.void_draws: list[DrawVoid] = []
        """Draws that were begun, and are made again because seats were lost that had not let go of the tiles."""
        self.given_up: set[int] = set()
        """Excused seats without which a view has ended after the last decision, when no seat is taken out any more."""
        self.split = ""
        """Why there are two logs of this table, where a second one has come to light."""

    @property
    def open(self) -> OpenBlock:
        """Return what has come in for the open block."""
        return self._judge.held

    def _own_tip(self) -> Tip:
        return Tip(self.state.block, self.state.head, self.state.digest)

    def _terms_from(self, start: Tip) -> ViewTerms:
        return ViewTerms(self.state.view, self.state.live, start, self.state.majority)

    @property
    def view_terms(self) -> ViewTerms:
        """Return what all seats know alike of the open view."""
        return self.agreement.open.terms

    @property
    def locks(self) -> Locks:
        """Return the locks of the open view."""
        return self.agreement.open.locks

    @property
    def decided(self) -> OpenedLink | None:
        """Return the certificate of the open view, until its block is here."""
        return self.agreement.open.end

    # --- messages

    def offer_message(self, message: Signed, just_made: bool = False, later: bool = False) -> Fate:
        """Take in a content, an ACK, a goodbye, a statement about the view, or how it has ended. Other kinds are not the log's.

        What this program has `just_made` itself for a relay is not proven to it once more. Contributions to a relay may be
        looked at `later`: they are parked until `check_parked`."""
        if message.author >= len(self.state.identities):
            return Fate.FORGED
        if message.kind in SEALED_KINDS and not self.state.game.asks_answers:
            return Fate.FORGED  # programs that do not know these kinds are at such a table too
        if message.fault:
            return self._offer_malformed(message)
        if message.kind == Kind.LEAVE:
            return self._offer_leave(message)
        if message.kind == Kind.HANDS:
            return self._offer_hands(message)
        if message.kind == Kind.LINK:
            return self._offer_link(message)
        if message.kind in STATEMENTS:
            return self._offer_statement(message)
        if self.regroup or not (message.is_content or message.kind == Kind.ACK):
            return Fate.IDLE
        here, there = (self.state.block, self.state.view), (message.block, message.view)
        if there == here and not self.state.over:
            return self._offer_to_block(message, just_made, later)
        if message.block >= self.state.block and (message.block > self.state.block or message.view > self.state.view):
            return Fate.IDLE if self.state.over else Fate.EARLY
        return self._offer_past(message)

    def _offer_malformed(self, message: Signed) -> Fate:
        """Convict the author of a message that cannot be read: an honest program signs none, at whatever block it is."""
        if message.author in self.convicted:
            return Fate.KNOWN
        if self.bindings.table_of(message) is None:
            return Fate.EARLY
        if not self.bindings.is_signed(message):
            return Fate.FORGED
        reason = Wording("signed a malformed message: {fault}", fault=message.fault)
        return self.convict_seat(message.author, reason, message.frame)

    def _offer_leave(self, message: Signed) -> Fate:
        author = message.author
        known = self.left.get(author)
        if (known is not None and is_same(known, message)) or author in self.state.lost:
            return Fate.KNOWN
        if self.bindings.table_of(message) is None:
            return Fate.EARLY
        if not self.bindings.is_signed(message):
            return Fate.FORGED
        if known is None:
            self.left[author] = message
        if message.view == self.state.view and (reason := self.agreement.fault_of(message, self.bindings.certainly_is_signed)):
            return self.convict_seat(author, reason, message.frame)
        fate = self._compare_statement(message)
        return Fate.NEW if fate is None and known is None else fate or Fate.KNOWN

    def _offer_hands(self, message: Signed) -> Fate:
        """Take in the keys of a seat, once they can do nothing any more but show what it held."""
        if message.author in self.hands:
            return Fate.KNOWN
        if not isinstance(self.state.game.next_question(), GameFinished):
            return Fate.IDLE
        if not self.bindings.is_signed(message):
            return Fate.FORGED
        if not self.state.are_keys_of(message.author, cast(messages.Hands, message.body).keys):
            return Fate.IDLE
        self.hands[message.author] = message
        return Fate.NEW

    def _offer_to_block(self, message: Signed, just_made: bool, later: bool) -> Fate:
        if message.kind == Kind.ACK:
            fate = self._judge.offer_ack(message, self._statements_of(message.author))
        else:
            fate = self._judge.offer_content(message, just_made, later)
        self._hold_convictions()
        return fate

    def _hold_convictions(self) -> None:
        for conviction in self._judge.take_convictions():
            self._hold_conviction(conviction)

    @property
    def parked_in_turn(self) -> Signed | None:
        """Return the parked contribution whose turn to be looked at has come."""
        return self._judge.parked_in_turn

    def check_parked(self, own_frame: bytes = b"") -> bool:
        """Check the next parked contribution, or all of them if every author has contributed. Return True if there was one.
        `own_frame` was made by this program."""
        parked = self._judge.take_parked(own_frame)
        if parked is not None:
            self.offer_message(parked, just_made=parked.frame == own_frame)
        return parked is not None

    def check_all_parked(self) -> None:
        """Look at everything in the open relay whose turn has come."""
        while self.check_parked():
            pass

    def leave_to_the_proofs(self) -> None:
        """Skip decoding of decks that a seat has acknowledged: their proofs follow, and decode them."""
        self._judge.leave_to_the_proofs()

    # --- what comes late

    def _offer_past(self, message: Signed) -> Fate:
        """Judge a message about a closed or void block: it proves nothing any more, but a second version still convicts."""
        void = self.void_blocks.block_at(message.block, message.view)
        if void is not None:
            return self._offer_void(void, message)
        closed = self.log[message.block] if message.block < len(self.log) else None
        if closed is None or closed.view != message.view:
            return self.look_back(message)
        known = closed.message_by(message.author, message.kind == Kind.ACK)
        if known is not None and is_same(known, message):
            return Fate.KNOWN
        authors = closed.certain_authors
        unasked = message.is_content and message.author in closed.acks and message.author not in authors and bool(authors)
        if known is None and not unasked:
            return self.look_back(message)
        if not self.bindings.is_signed(message):
            return Fate.FORGED
        if known is not None:
            reason = find_contradiction(known, message)
            assert reason, "two versions of one message cannot stand beside each other"
            return self.convict_seat(message.author, reason, known.frame, message.frame, at=(message.block, message.view))
        reason = out_of_turn(message.kind, authors, closed.contents[0].kind)
        return self.convict_seat(message.author, reason, message.frame, at=(message.block, message.view))

    def _offer_void(self, void: VoidBlock, message: Signed) -> Fate:
        """Judge a message for a void block: others may be rid of its author for it."""
        if message.author in self.convicted:
            return Fate.STALE
        fate, convictions = void.offer_late(message)
        for conviction in convictions:
            if conviction.seat not in self.convicted:
                fate = self._hold_conviction(conviction)
        if fate in (Fate.GUILTY, Fate.FORGED, Fate.KNOWN):
            return fate
        return self.look_back(message)

    def convict_seat(self, seat: int, reason: str, *frames: bytes, at: tuple[int, int] | None = None) -> Fate:
        """Convict a seat by these frames. `at` is the block and view where they convict, if that is not the open block."""
        block, view = at or (self.state.block, self.state.view)
        return self._hold_conviction(Conviction(seat, block, reason, frames, view))

    def _hold_conviction(self, conviction: Conviction) -> Fate:
        if conviction.is_about_state:
            self.disagreements[conviction.seat] = conviction
        else:
            self.convicted.setdefault(conviction.seat, conviction)
        return Fate.GUILTY

    # --- blocks

    def owing_seats(self) -> tuple[int, ...]:
        """Return the seats that must contribute to the open block now; in a relay the first, even if others are to be checked."""
        return () if self.regroup else self._judge.owing_seats()

    def close(self) -> FinalBlock | None:
        """Make the open block final if all agree."""
        return self._close(None) if self.open.is_agreed_by(self.state.live) else None

    def _close(self, certificate: Certificate | None) -> FinalBlock:
        after = self.open.after
        assert after is not None
        contents = tuple(content for _, content in sorted(self.open.contents.items()))
        self.proof_counts = self.proof_counts.with_block(self.state.step, {each.author: each.body for each in contents})
        final_block = FinalBlock(self.state.block, self.state.view, contents, dict(self.open.acks), certificate, self.state.head,
                                 self.open.head)
        self.log.append(final_block)
        self.state = after
        if after.block == FIRST_BLOCK_WITH_SID:
            self.bindings.begin_session(after.table)
        self.clear_block()
        return final_block

    def settle(self, together: bool = False) -> bool:
        """Do one thing that follows from what is here, for those who only read a log; return True if there was one.

        The proofs of a relay are looked at `together` when all authors have contributed, which costs less."""
        waits = not self.open.parked or together and relay_steps.may_wait(self.state, bool(self.owing_seats()))
        if (waits or not self.check_parked()) and self.close() is None:
            if (certificate := self.view_certificate()) is None:
                return False
            self.follow(certificate)
        return True

    def clear_block(self) -> None:
        """Forget what has come in for the open block."""
        self._judge = BlockJudge(self.state, self.bindings, self.reader)
        self._judge.begin()  # where that fails, the judge is already the one of this state

    def ack_from_signature(self, seat: int, signature: bytes) -> Signed | None:
        """Return an acknowledgement of the open block of which a journal keeps only the signature; None if it is not complete."""
        if self.open.ack is None:
            return None
        # Made here and not read from outside: its frame is the one encoding that it has.
        envelope = messages.Envelope(Kind.ACK, seat, self.state.block, self.state.view, encode_message(self.open.ack), signature)
        return Signed(envelope, self.open.ack, encode_message(envelope))

    # --- how a view ends (docs/spec/protocol.md, section 9)

    def excused_seats(self) -> frozenset[int]:
        """Return the live seats that said goodbye or are convicted: they are not counted."""
        return frozenset(seat for seat in self.state.live if seat in self.left or seat in self.convicted)

    def _statements_of(self, author: int) -> Iterator[Signed]:
        """Yield what convicts a seat beside another of its statements: what it has said about this view, and its ACKs in it."""
        yield from self.statements.statements_by(author)
        if author in self.left:
            yield self.left[author]
        if author in self.open.acks:
            yield self.open.acks[author]
        for final_block in self.log[-1:]:
            if author in final_block.acks:
                yield final_block.acks[author]

    def _acks_since(self, block: int, author: int) -> Iterator[Signed]:
        """Yield the ACKs of a seat that a report from this block on must know of."""
        yield from (final_block.acks[author] for final_block in self.log[max(0, block - 1):-1] if author in final_block.acks)
        yield from self.void_blocks.acks_by(author)

    def _compare_statement(self, message: Signed) -> Fate | None:
        """Convict the author if no honest seat signs this beside what it has signed before."""
        since = self._acks_since(message.block, message.author) if message.kind in (Kind.SYNC, Kind.LEAVE) else ()
        for earlier in (*self._statements_of(message.author), *since):
            reason = find_contradiction(earlier, message)
            if reason:
                return self.convict_seat(message.author, reason, earlier.frame, message.frame,
                                         at=(self.state.block, self.state.view))
        return None

    def look_back(self, message: Signed) -> Fate:
        """Judge a message that has no place here any more: others may be rid of its author for it, and show it as evidence."""
        if message.kind == Kind.CLAIM or message.author in self.convicted or self.bindings.table_of(message) is None:
            return Fate.STALE
        if not self.bindings.is_signed(message):
            return Fate.FORGED
        fate = self._compare_statement(message)
        if fate is not None:
            return fate
        self.statements.keep_recent(message)
        # At what is known here now: the block that its author names is the author's own choice.
        return self._convict_if_faulty(message, Fate.STALE) if message.kind in STATEMENTS else Fate.STALE

    def _offer_statement(self, message: Signed) -> Fate:
        if self.state.over or self.regroup:
            return Fate.STALE
        if message.view < self.state.view:
            return self.look_back(message)
        if message.view > self.state.view:
            return Fate.EARLY
        if self.statements.find_same(message) is not None:
            return Fate.KNOWN
        if message.author not in self.state.live:
            return Fate.IDLE
        if self.bindings.table_of(message) is None:
            return Fate.EARLY
        if not self.bindings.is_signed(message):
            return Fate.FORGED
        if message.kind == Kind.CLAIM:
            return Fate.NEW if cast(messages.Claim, message.body).target in self.state.live else Fate.IDLE
        fate = self._compare_statement(message)
        if fate is not None:
            return fate
        self.statements.keep(message)
        self.statements.keep_recent(message)
        return self._convict_if_faulty(message, Fate.NEW)

    def _convict_if_faulty(self, message: Signed, otherwise: Fate) -> Fate:
        reason = self.agreement.fault_of(message, self.bindings.certainly_is_signed)
        return self.convict_seat(message.author, reason, *self.agreement.frames_to_judge(message)) if reason else otherwise

    def _offer_link(self, message: Signed) -> Fate:
        """Take in a lock, how this view has ended, or how an earlier one has."""
        if self.state.over or self.regroup:
            return Fate.IDLE
        try:
            link = open_link(message)
        except MalformedError:
            return Fate.FORGED
        if link.view > self.state.view or self.bindings.table_of(link.proposal) is None:
            return Fate.EARLY
        verdict = self.agreement.judge_link(link, self.bindings.certainly_is_signed)
        for charge in verdict.charges:
            self.convict_seat(charge.seat, charge.reason, *charge.frames)
        return self._take_link(link, verdict.is_certificate) if verdict.fate is Fate.NEW else verdict.fate

    def _take_link(self, link: OpenedLink, is_certificate: bool) -> Fate:
        """Keep a LINK that holds, once the seats that it excuses are excused here."""
        if link.view == self.state.view or not is_certificate:  # a late certificate is compared, and nothing else
            self.take_goodbyes(link.proposal)
        if not self.are_excused(link.excused, link.proposal):  # a leader that excuses all others would need nobody else
            self.agreement.wait_for_evidence(link)
            return Fate.EARLY
        if not is_certificate:
            return self.agreement.keep_lock(link)
        known = self.agreement.end_of(link.view)
        if known is not None or link.body.blocks < self.state.block:
            return self._report_split(link, known)
        self.agreement.keep_end(link)
        return Fate.NEW

    def _report_split(self, link: OpenedLink, known: OpenedLink | None) -> Fate:
        """Report two logs: more seats have lied than the table bears. What the two certificates hold convicts a liar."""
        self.split = self.split or Wording("view {view} has ended in two ways", view=link.view)
        ends = [link] if known is None else [link, known]
        for charge in liars_behind(ends, self._statements_of, self.bindings.is_signed):
            self.convict_seat(charge.seat, charge.reason, *charge.frames, at=(self.state.block, link.view))
        return Fate.GUILTY

    def are_excused(self, seats: frozenset[int], proposal: Signed) -> bool:
        """Return True if each of these seats has said goodbye in this PROPOSE, or is convicted here."""
        goodbyes = {report.author for report in reports_in(proposal) if report.kind == Kind.LEAVE}
        return all(seat in self.convicted or (seat in goodbyes and seat in self.left) for seat in seats)

    def take_link_with_evidence(self) -> OpenedLink | None:
        """Return a LINK that waited for evidence, and forget it, once the seats that it excuses are convicted here or left."""
        return self.agreement.take_link_with_evidence(self.are_excused)

    def take_goodbyes(self, proposal: Signed) -> None:
        """Take in the LEAVE frames among the reports of a PROPOSE and in its case."""
        for frame in (*cast(Propose, proposal.body).reports, *cast(Propose, proposal.body).case):
            self.take_shown(frame)

    def take_shown(self, frame: bytes) -> None:
        """Take in a LEAVE that another seat has shown; ignore anything else."""
        try:
            message = decode_frame(frame)
        except MalformedError:
            return
        if message.kind == Kind.LEAVE and not message.fault and message.author < len(self.state.identities):
            self._offer_leave(message)

    def view_certificate(self, seat: int = -1) -> Certificate | None:
        """Return how the view has ended, if that has been decided and the block that stands is here.

        Raises InvariantError where this program computes another state, except for the seat that is lost with it.
        """
        if self.decided is None:
            return None
        body = self.decided.body
        if body.blocks == self.state.block:
            if body.head != self.state.head:
                return None
        elif body.blocks != self.state.block + 1 or not self._adopt_version(body.head):
            return None
        lost = tuple(other for other in self.state.live if body.lost >> other & 1)
        if (self.open.ack is not None and body.blocks > self.state.block and self.open.ack.state != body.state
                and seat not in lost):
            raise InvariantError("enough seats agree on another state after a block than this program computes")
        return Certificate(self.state.view + 1, lost, body.blocks, body.head, self.decided.message.frame)

    def _adopt_version(self, head: bytes) -> bool:
        is_here = self._judge.adopt_version(head)
        self._hold_convictions()
        return is_here

    def follow(self, certificate: Certificate) -> FinalBlock | None:
        """Go over to the next view: the open block becomes final or void, and the lost seats are gone."""
        final_block: FinalBlock | None = None
        drawers: tuple[int, ...] = ()
        if certificate.blocks > self.state.block:
            final_block = self._close(certificate)
        else:
            drawers = self._drawing_seats()
            self.void_blocks.add(self._judge, self.left)
        state = replace(self.state, view=certificate.view)
        self.certificates.append(certificate)
        self.statements.begin_view()
        if isinstance(state.step, SignResult):  # after the last decision nobody is dropped
            self.given_up |= set(certificate.lost)
        elif certificate.lost:
            if not state.game.has_begun:
                self.regroup = certificate.lost
                self.state = state
                self.agreement.begin_view(self._terms_from(self.view_terms.start))
                return final_block
            for seat in certificate.lost:
                state = without_seat(state, seat)
            if drawers:
                self.void_draws.append(DrawVoid(drawers, certificate.lost))
            head = digest("head", state.head, b"view", bytes(certificate.lost))
            self.log.append(FinalBlock(state.block, certificate.view, (), {}, certificate, state.head, head))
            state = replace(state, block=state.block + 1, head=head)
            if isinstance(state.game.next_question(), GameFinished):
                state = replace(state, step=None, deal=replace(state.deal, unmatched=False))
        self.state = with_next_step(state)
        self.agreement.begin_view(self._terms_from(self._own_tip()))
        self.bindings.begin_view(certificate.view, self.state.head)
        self.clear_block()
        return final_block

    def _drawing_seats(self) -> tuple[int, ...]:
        """Return for whom tiles are being drawn, if some of those who must let go of them have done so."""
        step = self.state.step
        if not isinstance(step, DrawTiles) or not self.open.all_contributions:
            return ()
        return tuple(sorted({seat for seat in step.seats if seat is not None}))

    # --- what a report is compared with

    def proven_ack(self, block: int, head: bytes) -> Ack | None:
        """Return what acknowledges the block of this index and head, if all its contents are here and proven."""
        if block < self.state.block:
            final_block = self.log[block] if block < len(self.log) else None
            if final_block is None or final_block.head != head or final_block.view != self.state.view:
                return None
            return next((cast(Ack, ack.body) for ack in final_block.acks.values() if cast(Ack, ack.body).head == head), None)
        if block > self.state.block:
            return None
        ack = self._judge.proven_ack(head)
        self._hold_convictions()
        return ack

    def has_tip(self, tip: Tip) -> bool:
        """Return True if this log has had that tip in this view, or could have it next."""
        if tip.blocks == self.state.block:
            return tip.head == self.state.head
        if tip.blocks > self.state.block:
            return True
        start = self.view_terms.start
        return tip.blocks >= start.blocks and (tip == start or self.log[tip.blocks - 1].head == tip.head)

    def take_proof(self, message: Signed) -> None:
        """Take in the ACKs by which a report proves that the open block is final."""
        if message.block == self.state.block + 1 and message.view == self.state.view:
            for ack in proof_in(message):
                if (ack.block, ack.view) == (self.state.block, self.state.view):
                    self.offer_message(ack)
