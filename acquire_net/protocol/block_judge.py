"""One block put together: what is offered for it is judged by the rules of its step (docs/spec/protocol.md, sections 1 and 7).

A contribution that its author did not have to send, or that proves too little, convicts; so does a second version of one. When
nobody owes anything, the block is applied, tentatively. Then it is known here which head and state its seats acknowledge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from acquire_net.crypto.hashing import digest
from acquire_net.protocol import messages, relay_steps
from acquire_net.protocol.bindings import Bindings
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.equivocation import TWO_CONTENTS, find_contradiction, is_same
from acquire_net.protocol.log_types import OTHER_STATE, Conviction, Fate, out_of_turn
from acquire_net.protocol.messages import Ack, Kind
from acquire_net.protocol.next_step import next_step
from acquire_net.protocol.open_block import OpenBlock
from acquire_net.protocol.state import InvalidContributionError, OutsideReader, Reader, State

MAX_VOID_BLOCKS = 8
"""Void blocks in which a second version is still looked for."""


class BlockJudge:
    """A log makes one for each block that it opens, and lets it `begin`; a void block keeps its own. `state` is the state before
    the block and never changes; `held` is what has come in. Each `offer_…` returns what became of a message. The judge convicts
    nobody itself: its owner asks `take_convictions` after each call, and knows who is convicted already."""

    def __init__(self, state: State, bindings: Bindings, reader: Reader) -> None:
        self.state = state
        self.bindings = bindings
        self.reader = reader
        self.held = OpenBlock()
        self._convictions: list[Conviction] = []

    def begin(self) -> None:
        """Apply the block at once if nobody has to contribute to it."""
        self._complete_if_nobody_owes()

    def take_convictions(self) -> list[Conviction]:
        """Return whom the messages since the last call convict, or find at another state."""
        found, self._convictions = self._convictions, []
        return found

    def _convict(self, seat: int, reason: str, *frames: bytes) -> Fate:
        head = self.held.head if reason == OTHER_STATE else b""
        self._convictions.append(Conviction(seat, self.state.block, reason, frames, self.state.view, head))
        return Fate.GUILTY

    def _convict_contradiction(self, earlier: Signed, message: Signed) -> Fate:
        reason = find_contradiction(earlier, message)
        assert reason, "only what cannot stand beside each other comes here"
        return self._convict(message.author, reason, earlier.frame, message.frame)

    # --- contributions

    def offer_content(self, message: Signed, just_made: bool = False, later: bool = False) -> Fate:
        """Take in a contribution. What this program has `just_made` itself for a relay is not proven to it once more.
        Contributions to a relay may be looked at `later`: they are parked until `take_parked`."""
        author = message.author
        versions = self.held.contributions_of(author)
        if any(is_same(known, message) for known in versions):
            return Fate.KNOWN
        if author not in self.state.live:
            return Fate.IDLE
        if not self.bindings.is_signed(message):
            return Fate.FORGED
        if versions:
            self.held.keep(message)
            return self._convict_contradiction(versions[0], message)
        if message.kind == Kind.RESULT and cast(messages.Result, message.body).head != self.state.head:
            return Fate.IDLE  # of another log: a liar in the middle can make two of a table of three
        step = self.state.step
        assert step is not None
        authors = step.required_authors(self.state)
        if author not in authors or message.kind != step.kind:
            return self._convict(author, out_of_turn(message.kind, authors, step.kind), message.frame)
        is_early = step.relay and any(before not in self.held.contents for before in authors[:authors.index(author)])
        if is_early or later and relay_steps.is_looked_at_later(step):
            self.held.parked[author] = message
            return Fate.PARKED
        return self._check(message, just_made)

    def _check(self, message: Signed, just_made: bool = False) -> Fate:
        step, author = self.state.step, message.author
        assert step is not None
        # A contribution to a relay builds on those before it; a later judge needs them too.
        earlier = [content.frame for content in self.held.contents.values()] if step.relay else []
        bodies = {seat: content.body for seat, content in self.held.contents.items()}
        try:
            if step.relay and not self._builds_on_what_is_here(message):
                self.held.keep(message)
                before = relay_steps.contribution_before(self.state, self.held, author)
                assert before is not None
                return self._convict(before.author, TWO_CONTENTS, *earlier, message.frame)
            if not (relay_steps.is_looked_at_later(step) and (just_made or message.frame in self.held.proven)):
                step.check(self.state, author, message.body, bodies)
        except InvalidContributionError as wrong:
            self.held.keep(message)  # so that the author's next one is only compared and not checked again
            return self._convict(author, str(wrong), *earlier, message.frame)
        self.held.contents[author] = message
        self._complete_if_nobody_owes()
        return Fate.NEW

    def _builds_on_what_is_here(self, message: Signed) -> bool:
        table = self.bindings.table_at(message.block, message.view)
        assert table is not None
        return relay_steps.builds_on_what_is_here(self.state, self.held, message, table, self.bindings.verifier)

    def adopt_version(self, head: bytes) -> bool:
        """Put the block with this head together, where a liar has signed several versions; return True if it is here."""
        step = self.state.step
        if self.held.head == head or step is None:
            return self.held.head == head
        authors, held = step.required_authors(self.state), self.held
        chosen = next((found for found in held.content_combinations(authors) if self._head_of(found) == head), None)
        if chosen is None:
            return False
        other_acks = {author: list(acks) for author, acks in held.other_acks.items()}
        self.held = OpenBlock(acks=dict(held.acks), other_acks=other_acks)
        for author in authors:
            if self._check(chosen[author]) is not Fate.NEW:
                break
        if self.held.head != head:
            self.held = held
            return False
        self.held.others = {author: [other for other in held.contributions_of(author) if other is not chosen[author]]
                            for author in authors}
        return True

    # --- what is parked

    @property
    def parked_in_turn(self) -> Signed | None:
        """Return the parked contribution whose turn to be looked at has come."""
        return relay_steps.parked_in_turn(self.state, self.held)

    def take_parked(self, own_frame: bytes = b"") -> Signed | None:
        """Return the parked contribution whose turn has come, to be offered again; None if there is none. If every author has
        contributed, all proofs are looked at together first, but for `own_frame`, which this program has made."""
        parked = self.parked_in_turn
        if parked is None:
            return None
        relay_steps.check_together(self.state, self.held, own_frame)
        return self.held.parked.pop(parked.author)

    def leave_to_the_proofs(self) -> None:
        """Skip decoding of decks that a seat has acknowledged: their proofs follow, and decode them."""
        if self.held.parked:
            relay_steps.leave_to_the_proofs(self.state, self.held, bool(self.owing_seats()))

    # --- acknowledgements

    def offer_ack(self, message: Signed, beside: Iterable[Signed]) -> Fate:
        """Take in an acknowledgement. It is compared with what its author has signed `beside` this block."""
        author = message.author
        known = self.held.acks.get(author)
        if known is not None and is_same(known, message):
            return Fate.KNOWN
        if author not in self.state.live:
            return Fate.IDLE
        if not self.bindings.is_signed(message):
            return Fate.FORGED
        if known is not None:
            if not any(is_same(other, message) for other in self.held.other_acks.get(author, [])):
                self.held.keep_ack(message)
                self.held.prefer_acks()
            return self._convict_contradiction(known, message)
        self.held.acks[author] = message
        for earlier in beside:
            if find_contradiction(earlier, message):
                return self._convict_contradiction(earlier, message)
        return self._compare_state(message)

    def _compare_state(self, message: Signed) -> Fate:
        """Note an ACK of the same head with another state: one of the two programs is wrong, and a replay shows which."""
        mine, theirs = self.held.ack, cast(Ack, message.body)
        if mine is not None and theirs.head == mine.head and theirs.state != mine.state:
            contents = (content.frame for _, content in sorted(self.held.contents.items()))
            return self._convict(message.author, OTHER_STATE, *contents, message.frame)
        return Fate.NEW

    def proven_ack(self, head: bytes) -> Ack | None:
        """Return what acknowledges the version of the block with this head, if all its contents are here and proven."""
        held = self.held
        if held.head == head:
            return held.ack
        if head in held.proven_heads:
            return held.proven_heads[head]
        if (head, held.version_count) in held.absent or not self.adopt_version(head):
            held.note_absent(head)
            return None
        ack, self.held = self.held.ack, held
        if ack is not None:
            held.proven_heads[head] = ack
        return ack

    # --- the whole block

    def owing_seats(self) -> tuple[int, ...]:
        """Return the seats that must contribute now; in a relay the first, even if others are to be checked."""
        step = self.state.step
        if step is None:
            return ()
        missing = tuple(seat for seat in step.required_authors(self.state) if seat not in self.held.all_contributions)
        return missing[:1] if step.relay else missing

    def _complete_if_nobody_owes(self) -> None:
        step = self.state.step
        if step is None or self.held.after is not None:
            return
        if any(seat not in self.held.contents for seat in step.required_authors(self.state)):
            return
        state, head = self.state, self._head_of(self.held.contents)
        bodies = {seat: content.body for seat, content in self.held.contents.items()}
        applied = step.apply(state, bodies, self.reader)
        after = replace(applied, block=state.block + 1, head=head, step=next_step(applied))
        self.held.after, self.held.ack = after, Ack(head, after.digest)
        self.held.prefer_acks()
        for message in self.held.acks.values():
            self._compare_state(message)

    def _head_of(self, contents: Mapping[int, Signed]) -> bytes:
        assert self.state.step is not None
        parts = [bytes((seat, content.kind)) + content.envelope.body for seat, content in sorted(contents.items())]
        return digest("head", self.state.head, self.state.step.event_bytes(self.state), *parts)


class VoidBlock(Struct, frozen=True):
    """A block that came to nothing. It proves nothing any more, but a second version of what was signed for it still convicts."""
    judge: BlockJudge
    left: Mapping[int, Signed]
    """The goodbyes that were known when it became void."""

    def offer_late(self, message: Signed) -> tuple[Fate, list[Conviction]]:
        """Judge a message as if the block were still open, and return whom it convicts. Which state anyone came to after this
        block does not matter any more."""
        if message.kind == Kind.ACK:
            fate = self.judge.offer_ack(message, [self.left[message.author]] if message.author in self.left else [])
        else:
            fate = self.judge.offer_content(message)
        while (parked := self.judge.take_parked()) is not None:
            self.judge.offer_content(parked)
        return fate, [found for found in self.judge.take_convictions() if not found.is_about_state]


class VoidBlocks:
    """The last few blocks that became void in their view, by block and view."""

    def __init__(self) -> None:
        self._blocks: dict[tuple[int, int], VoidBlock] = {}

    def __len__(self) -> int:
        return len(self._blocks)

    def add(self, judge: BlockJudge, left: Mapping[int, Signed]) -> None:
        """Keep the judge of a block that is void now. From now on it reads no tile: nobody has drawn one."""
        judge.reader = OutsideReader()
        self._blocks[judge.state.block, judge.state.view] = VoidBlock(judge, dict(left))
        while len(self._blocks) > MAX_VOID_BLOCKS:
            del self._blocks[min(self._blocks)]

    def block_at(self, block: int, view: int) -> VoidBlock | None:
        return self._blocks.get((block, view))

    def acks_by(self, author: int) -> Iterator[Signed]:
        """Yield the ACKs that a seat has signed for these blocks."""
        return (void.judge.held.acks[author] for void in self._blocks.values() if author in void.judge.held.acks)
