"""The log: blocks, heads, acknowledgements and certificates, followed and checked without any secret (sections 2.1, 2.9).

A `Replica` is what every peer, spectator and verifier has alike. It is offered signed messages and says what became of each; it
makes none. A block is complete when every author of its step has contributed; it is applied then, tentatively, and final when
all live seats acknowledge the same head and state, or when a certificate of a view says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

from acquire_net.crypto.transcript import digest
from acquire_net.protocol import messages, relays
from acquire_net.protocol.codec import Signed, decode, encode, of_envelope
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.messages import Ack, Kind, View
from acquire_net.protocol.next_step import with_next_step
from acquire_net.protocol.open_block import OpenBlock
from acquire_net.protocol.pages import OTHER_STATE, Certificate, Conviction, Fate, FinalBlock, Fork, seats_of
from acquire_net.protocol.redeal import without
from acquire_net.protocol.sayings import TWO_CONTENTS, Sayings, contradiction, is_same
from acquire_net.protocol.sealed_game import Finished
from acquire_net.protocol.state import Reader, Spectator, State, Wrong
from acquire_net.protocol.verifier import Verifier

FIRST_BLOCK_WITH_SID = 2
"""Blocks 0 and 1 commit and open the nonces that make sid; tid stands for it there."""
MOST_VIEWS_AHEAD = 1 << 20
"""How far beyond the own view a number is believed: attempts in a pause of weeks. A liar that jumps so far at a time, each time
with everybody's consent, would take some years to use all numbers up."""


class Replica:
    def __init__(self, state: State, verifier: Verifier, reader: Reader | None = None) -> None:
        self.tid = state.table
        self.state = with_next_step(state)
        self.verifier = verifier
        self.reader = reader or Spectator()
        self.open = OpenBlock()
        self.previous = self.state
        """The state before the last page that was closed."""
        self._fork: Fork | None = None
        self.log: list[FinalBlock] = []
        self.certificates: list[Certificate] = []
        self.views: dict[int, dict[int, Signed]] = {}
        self.sayings = Sayings()
        self.left: dict[int, Signed] = {}
        self.convicted: dict[int, Conviction] = {}
        self.disagreements: dict[int, Conviction] = {}
        """Seats that have acknowledged another state for a head: a lie, or another program, or this one is wrong. It excuses
        nobody from a majority, for two honest programs would each go on without the other."""
        self.hands: dict[int, Signed] = {}
        """Whoever opened his keys after the game."""
        self.regroup: tuple[int, ...] = ()
        """Seats that were lost before the game had begun: the table starts again without them, elsewhere."""
        self._complete_if_nobody_owes()

    # --- signatures

    def table_at(self, block: int) -> bytes | None:
        """What signatures of this block are bound to; None while that is unknown here."""
        if block < FIRST_BLOCK_WITH_SID:
            return self.tid
        return self.state.table if self.state.block >= FIRST_BLOCK_WITH_SID else None

    def is_signed(self, message: Signed) -> bool:
        table = self.table_at(message.block)
        if table is None or message.author >= len(self.state.identities):
            return False
        return self.verifier.verify(self.state.identities[message.author], of_envelope(table, message.envelope),
                                    message.envelope.signature)

    def may_be_signed(self, message: Signed) -> bool:
        """The same, but for messages of which that cannot be said here yet."""
        return self.table_at(message.block) is None or self.is_signed(message)

    # --- messages

    def offer(self, message: Signed, just_made: bool = False, later: bool = False) -> Fate:
        """Content, acknowledgement, view, promise or goodbye; other kinds are no business of the log, if they can be read.

        What this program has `just_made` itself for a relay is not proven to it once more. Contributions to a relay may be
        looked at `later`: they are parked until `check_parked`."""
        if message.author >= len(self.state.identities):
            return Fate.FORGED
        if message.fault:
            return self._offer_malformed(message)
        if message.kind == Kind.LEAVE:
            return self._offer_leave(message)
        if message.kind == Kind.VIEW:
            return self._offer_view(message)
        if message.kind == Kind.HANDS:
            return self._offer_hands(message)
        if message.kind == Kind.SYNC:
            return self._offer_sync(message)
        if self.regroup or not (message.is_content or message.kind == Kind.ACK):
            return Fate.IDLE
        here, there = (self.state.block, self.state.view), (message.block, message.view)
        if there == here and not self.state.over:
            return self._offer_ack(message) if message.kind == Kind.ACK else self._offer_content(message, just_made, later)
        if message.block >= self.state.block and (message.block > self.state.block or message.view > self.state.view):
            return Fate.IDLE if self.state.over else Fate.EARLY
        return self._offer_past(message)

    def _offer_malformed(self, message: Signed) -> Fate:
        """An honest program signs nothing that cannot be read, wherever it believes to be."""
        if message.author in self.convicted:
            return Fate.KNOWN
        if self.table_at(message.block) is None:
            return Fate.EARLY
        if not self.is_signed(message):
            return Fate.FORGED
        return self.convict(message.author, f"signed a malformed message: {message.fault}", message.frame)

    def _offer_leave(self, message: Signed) -> Fate:
        if message.author in self.left or message.author in self.state.lost:
            return Fate.KNOWN
        if self.table_at(message.block) is None:
            return Fate.EARLY
        if not self.is_signed(message):
            return Fate.FORGED
        self.left[message.author] = message
        return Fate.NEW

    def _offer_hands(self, message: Signed) -> Fate:
        """The keys of a seat, once nothing can be done with them any more but to look at what it held."""
        if message.author in self.hands:
            return Fate.KNOWN
        if not isinstance(self.state.game.question(), Finished):
            return Fate.EARLY
        if not self.is_signed(message):
            return Fate.FORGED
        epochs = self.epochs_of(message.author)
        opened = cast(messages.Hands, message.body).keys
        if message.fault or len(opened) != len(epochs):
            return Fate.IDLE
        try:
            publics = [self.state.group.times_base(self.state.group.scalar(key)) for key in opened]
        except ValueError:
            return Fate.IDLE
        if publics != [self.state.key(message.author, epoch) for epoch in epochs]:
            return Fate.IDLE
        self.hands[message.author] = message
        return Fate.NEW

    def epochs_of(self, seat: int) -> tuple[int, ...]:
        """The epochs in which a seat has a key."""
        return tuple(epoch for epoch, keys in sorted(self.state.deal.keys.items()) if seat in keys)

    def _offer_content(self, message: Signed, just_made: bool, later: bool) -> Fate:
        author = message.author
        versions = self.open.of(author)
        if any(is_same(known, message) for known in versions):
            return Fate.KNOWN
        if author not in self.state.live:
            return Fate.IDLE
        if not self.is_signed(message):
            return Fate.FORGED
        if versions:
            self.open.keep(message)
            return self._contradicts(versions[0], message)
        if message.kind == Kind.RESULT and cast(messages.Result, message.body).head != self.state.head:
            return Fate.IDLE  # of another log: a liar in the middle can make two of a table of three
        step = self.state.step
        assert step is not None
        authors = step.authors(self.state)
        if author not in authors or message.kind != step.kind:
            return self.convict(author, f"speaks out of turn: {message.kind.name} where {step.kind.name} is asked of "
                                f"{', '.join(map(str, authors))}", message.frame)
        is_early = step.relay and any(before not in self.open.contents for before in authors[:authors.index(author)])
        if is_early or later and relays.is_looked_at_later(step):
            self.open.parked[author] = message
            return Fate.PARKED
        return self._check(message, just_made)

    def _check(self, message: Signed, just_made: bool = False) -> Fate:
        step, author = self.state.step, message.author
        assert step is not None
        # A relay builds on what is there; whoever judges this later needs that too.
        earlier = [content.frame for content in self.open.contents.values()] if step.relay else []
        bodies = {seat: content.body for seat, content in self.open.contents.items()}
        try:
            if step.relay and not relays.builds_on_what_is_here(self, message):
                self.open.keep(message)
                before = relays.before(self, author)
                assert before is not None
                return self.convict(before.author, TWO_CONTENTS, *earlier, message.frame)
            if not (relays.is_looked_at_later(step) and (just_made or message.frame in self.open.proven)):
                step.check(self.state, author, message.body, bodies)
        except Wrong as wrong:
            self.open.keep(message)  # so that his next one is no longer checked, only compared
            return self.convict(author, str(wrong), *earlier, message.frame)
        self.open.contents[author] = message
        self._complete_if_nobody_owes()
        return Fate.NEW

    def adopt(self, head: bytes) -> bool:
        """Puts the block with this head together, where a liar has signed several versions; whether they are all here."""
        step = self.state.step
        if self.open.head == head or step is None:
            return self.open.head == head
        authors, held = step.authors(self.state), self.open
        chosen = next((found for found in held.combinations(authors) if self._head_of(found) == head), None)
        if chosen is None:
            return False
        self.open = OpenBlock(acks=dict(held.acks), other_acks=held.other_acks)
        for author in authors:
            self._check(chosen[author])
        if self.open.head != head:
            self.open = held
            return False
        self.open.others = {author: [other for other in held.of(author) if other is not chosen[author]] for author in authors}
        return True

    @property
    def parked_in_turn(self) -> Signed | None:
        """The parked contribution whose turn to be looked at has come."""
        return relays.parked_in_turn(self)

    def check_parked(self, own_frame: bytes = b"") -> bool:
        """Looks at it, or at all where everybody has spoken; whether there was one. `own_frame` was made by this program."""
        parked = self.parked_in_turn
        if parked is not None:
            relays.check_together(self, own_frame)
            self.offer(self.open.parked.pop(parked.author), just_made=parked.frame == own_frame)
        return parked is not None

    def _offer_ack(self, message: Signed) -> Fate:
        author = message.author
        known = self.open.acks.get(author)
        if known is not None and is_same(known, message):
            return Fate.KNOWN
        if author not in self.state.live:
            return Fate.IDLE
        if not self.is_signed(message):
            return Fate.FORGED
        if known is not None:
            if not any(is_same(other, message) for other in self.open.other_acks.get(author, [])):
                self.open.keep_ack(message)
                self.open.prefer_acks()
            return self._contradicts(known, message)
        self.open.acks[author] = message
        return self._judge_ack(message)

    def _judge_ack(self, message: Signed) -> Fate:
        """The same head and another state: one of the two programs cannot replay, and anybody can replay the log to see which."""
        mine, theirs = self.open.ack, cast(Ack, message.body)
        if mine is not None and theirs.head == mine.head and theirs.state != mine.state:
            contents = (content.frame for _, content in sorted(self.open.contents.items()))
            return self.convict(message.author, OTHER_STATE, *contents, message.frame)
        return Fate.NEW

    # --- what comes late

    def _offer_past(self, message: Signed) -> Fate:
        """About a block that is closed or void: nothing is proven any more, but a second version still convicts its author."""
        contents, acks, authors = self._past(message.block, message.view)
        if message.kind == Kind.ACK:
            versions = [acks[message.author]] if message.author in acks else []
        else:
            versions = contents.get(message.author, [])
        if any(is_same(known, message) for known in versions):
            return Fate.KNOWN
        unasked = message.is_content and message.author in acks and message.author not in authors and bool(authors)
        if not versions and not unasked:
            return Fate.STALE
        if not self.is_signed(message):
            return Fate.FORGED
        if versions:
            return self._contradicts(versions[0], message)
        return self.convict(message.author, f"speaks out of turn: block {message.block} was asked of "
                            f"{', '.join(map(str, sorted(authors)))}", message.frame, at=(message.block, message.view))

    def _past(self, block: int, view: int) -> tuple[Mapping[int, list[Signed]], Mapping[int, Signed], set[int]]:
        """Contributions, acknowledgements, and who was asked if that is certain: all of a page that all have acknowledged."""
        if (block, view) in self.sayings.void:
            void = self.sayings.void[block, view]
            return {author: void.of(author) for author in range(len(self.state.identities))}, void.acks, set()
        if block < len(self.log) and self.log[block].view == view:
            page = self.log[block]
            return ({content.author: [content] for content in page.contents}, page.acks,
                    {content.author for content in page.contents} if page.certificate is None else set())
        return {}, {}, set()

    def _contradicts(self, earlier: Signed, message: Signed) -> Fate:
        reason = contradiction(earlier, message)
        assert reason, "only what cannot stand beside each other comes here"
        return self.convict(message.author, reason, earlier.frame, message.frame, at=(message.block, message.view))

    def convict(self, seat: int, reason: str, *frames: bytes, at: tuple[int, int] | None = None) -> Fate:
        """`at` is the block and view where the frames convict, if that is not here."""
        block, view = at or (self.state.block, self.state.view)
        if reason == OTHER_STATE:
            self.disagreements[seat] = Conviction(seat, block, reason, frames, view, self.open.head)
        elif seat not in self.convicted:
            self.convicted[seat] = Conviction(seat, block, reason, frames, view)
        return Fate.GUILTY

    def disagreeing(self) -> frozenset[int]:
        """Who acknowledges the open block with another state."""
        mine = self.open.ack
        return frozenset(seat for seat, ack in self.open.acks.items() if mine is not None and seat in self.state.live
                         and cast(Ack, ack.body).head == mine.head and cast(Ack, ack.body).state != mine.state)

    # --- blocks

    def owing(self) -> tuple[int, ...]:
        """Who must contribute to the open block now; in a relay the first, however much of it is still to be checked."""
        step = self.state.step
        if step is None or self.regroup:
            return ()
        missing = tuple(seat for seat in step.authors(self.state) if seat not in self.open.said)
        return missing[:1] if step.relay else missing

    def told(self, mask: int) -> bytes:
        """Over the contributions of these seats to the open block."""
        said = self.open.said
        frames = (said[seat].frame for seat in seats_of(mask) if seat in said)
        return digest("told", self.state.head, *frames)[:32]

    def told_in(self, page: FinalBlock) -> bytes:
        """The same for a closed page, over all of its contributions."""
        return digest("told", page.before, *(content.frame for content in page.contents))[:32]

    def _complete_if_nobody_owes(self) -> None:
        step = self.state.step
        if step is None or self.open.after is not None or self.regroup:
            return
        if any(seat not in self.open.contents for seat in step.authors(self.state)):
            return
        state, head = self.state, self._head_of(self.open.contents)
        bodies = {seat: content.body for seat, content in self.open.contents.items()}
        after = with_next_step(replace(step.apply(state, bodies, self.reader), block=state.block + 1, head=head))
        self.open.after, self.open.ack = after, Ack(head, after.digest)
        self.open.prefer_acks()
        for message in self.open.acks.values():
            self._judge_ack(message)

    def _head_of(self, contents: Mapping[int, Signed]) -> bytes:
        assert self.state.step is not None
        parts = [bytes((seat, content.kind)) + content.envelope.body for seat, content in sorted(contents.items())]
        return digest("head", self.state.head, self.state.step.event(self.state), *parts)

    def agreed(self) -> bool:
        """Whether all live seats acknowledge the open block as it is here."""
        mine = self.open.ack
        return mine is not None and all(seat in self.open.acks and self.open.acks[seat].body == mine for seat in self.state.live)

    def close(self) -> FinalBlock | None:
        """Makes the open block final if all agree."""
        return self._close(None) if self.agreed() else None

    def _close(self, certificate: Certificate | None) -> FinalBlock:
        after = self.open.after
        assert after is not None
        contents = tuple(content for _, content in sorted(self.open.contents.items()))
        page = FinalBlock(self.state.block, self.state.view, contents, dict(self.open.acks), certificate, self.state.head,
                          self.open.head)
        self.log.append(page)
        self.previous, self.state, self._fork = self.state, after, None
        self.open = OpenBlock()
        self._complete_if_nobody_owes()
        return page

    def settle(self, together: bool = False) -> bool:
        """One thing that follows from what is here, for those who only read a log; whether there was one. The proofs of a relay
        are looked at `together`, when all have spoken: that costs less."""
        if (together and relays.may_wait(self) or not self.check_parked()) and self.close() is None:
            if (certificate := self.certificate()) is None:
                return False
            self.follow(certificate)
        return True

    def clear(self) -> None:
        """Forgets what has come in for the open block."""
        self.open = OpenBlock()
        self._complete_if_nobody_owes()

    def ack_from_signature(self, seat: int, signature: bytes) -> Signed | None:
        """The acknowledgement of the open block of which a journal keeps the signature alone."""
        if self.open.ack is None:
            return None
        body = encode(self.open.ack)
        return decode(encode(messages.Envelope(Kind.ACK, seat, self.state.block, self.state.view, body, signature)))

    # --- views (2.9)

    def excused(self) -> frozenset[int]:
        """Seats that do not count towards a majority: they said goodbye, or are convicted."""
        return frozenset(seat for seat in self.state.live if seat in self.left or seat in self.convicted)

    def may_go_on(self, lost: Iterable[int], live: tuple[int, ...] | None = None) -> bool:
        """Whether those who would remain are more than half of those who count. Who signed a view and left later counts in it."""
        gone, seats = set(lost), self.state.live if live is None else live
        excused = [seat for seat in seats if seat in gone and (seat in self.left or seat in self.convicted)]
        return 2 * sum(seat not in gone for seat in seats) > len(seats) - len(excused)

    def other(self, state: State) -> Replica:
        """A replica that begins at this state, with nothing in its open block: to see what messages come to."""
        new = Replica.__new__(Replica)
        new.__dict__.update(self.__dict__)
        new.state, new.previous, new._fork = state, state, None
        new.log, new.certificates, new.views = [], [], {}
        new.left, new.convicted, new.disagreements = dict(self.left), dict(self.convicted), dict(self.disagreements)
        new.clear()
        return new

    def _offer_view(self, message: Signed) -> Fate:
        fate = self._offer_saying(message)
        if fate is Fate.NEW:
            self.views.setdefault(message.view, {})[message.author] = message
        return fate

    def _offer_sync(self, message: Signed) -> Fate:
        """What it shows and whether it is followed is for views.py; here it only has to be the one of its number."""
        return self._offer_saying(message)

    def _offer_saying(self, message: Signed) -> Fate:
        earlier = self.sayings.earlier(message)
        if earlier is not None and is_same(earlier, message):
            return Fate.KNOWN
        if earlier is None and (message.view <= self.state.view or self.state.over or self.regroup):
            return Fate.STALE
        if message.author not in self.state.live or message.view > self.state.view + MOST_VIEWS_AHEAD:
            return Fate.IDLE
        if self.table_at(message.block) is None:
            return Fate.EARLY
        if not self.is_signed(message):
            return Fate.FORGED
        if earlier is not None:
            return self._contradicts(earlier, message)
        for view in self.sayings.keep(message):
            if message.kind == Kind.VIEW and view in self.views:
                self.views[view].pop(message.author, None)
        self.views = {view: signed for view, signed in self.views.items() if signed}
        return Fate.NEW

    def certificate(self) -> Certificate | None:
        """The highest view that all remaining seats have signed alike, if this replica has what it takes to follow it."""
        for view in sorted(self.views, reverse=True):
            found = self._certificate_of(view, self.state)
            if found is None and self._fork is not None:
                found = self._certificate_of(view, self._fork.state)
                if found is not None:
                    self._go_back(self._fork)
            if found is not None and (found.block < self.state.block or not found.content or self.adopt(found.content)):
                return found
        return None

    def _certificate_of(self, view: int, state: State) -> Certificate | None:
        """What all who remain of this state have signed about its open block, or about the one that it has just closed."""
        signed = self.views[view]
        for message in signed.values():
            body = cast(View, message.body)
            if message.block != state.block and not (message.block == state.block - 1 and body.content == state.head):
                continue
            lost = tuple(seat for seat in seats_of(body.lost) if seat in state.live)
            same = {seat: other for seat, other in signed.items()
                    if seat not in lost and other.body == body and other.block == message.block}
            if set(same) >= set(state.live) - set(lost) and self.may_go_on(lost, state.live):
                frames = tuple(other.frame for seat, other in sorted(same.items()) if seat in state.live)
                return Certificate(view, lost, message.block, body.content, frames)
        return None

    def _go_back(self, fork: Fork) -> None:
        """The higher view wins: those who signed it did not know that this replica had followed the lower one."""
        self.state, self._fork, self.regroup = fork.state, None, ()
        del self.log[fork.pages:], self.certificates[fork.certificates:]
        self.clear()

    def follow(self, certificate: Certificate) -> FinalBlock | None:
        """Goes over to the view of a certificate: the open block becomes final or void, and the lost seats are gone."""
        if not certificate.content:
            self.sayings.became_void(self.state.block, self.state.view, self.open)
        page = self._close(certificate) if certificate.content and certificate.block == self.state.block else None
        before, state = self.state, replace(self.state, view=certificate.view)
        self.certificates.append(certificate)
        self.views = {view: signed for view, signed in self.views.items() if view > certificate.view}
        if certificate.lost and not isinstance(state.step, SignResult):  # after the last decision nobody is dropped
            self._fork = Fork(before, len(self.log), len(self.certificates) - 1)
            if not state.game.has_begun:
                self.regroup = certificate.lost
                self.state = state
                return page
            for seat in certificate.lost:
                state = without(state, seat)
            # Not the number of the view: some may follow one, and others a higher one that says the same.
            head = digest("head", state.head, b"view", bytes(certificate.lost), certificate.content)
            self.log.append(FinalBlock(state.block, certificate.view, (), {}, certificate, state.head, head))
            state = replace(state, block=state.block + 1, head=head)
            if isinstance(state.game.question(), Finished):
                state = replace(state, step=None, deal=replace(state.deal, unmatched=False))
        self.state = with_next_step(state)
        self.clear()
        return page
