"""The log: blocks, heads, acknowledgements and certificates, followed and checked without any secret (sections 2.1, 2.9).

A `Replica` is what every peer, spectator and verifier has alike. It is offered signed messages and says what became of each; it
makes none. A block is complete when every author of its step has contributed; it is applied then, tentatively, and final when
all live seats acknowledge the same head and state, or when a certificate of a view says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import cast

from acquire_net.crypto.transcript import digest
from acquire_net.protocol import messages
from acquire_net.protocol.codec import Signed, decode, encode, of_envelope
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.messages import Ack, Kind, View
from acquire_net.protocol.next_step import with_next_step
from acquire_net.protocol.redeal import without
from acquire_net.protocol.sealed_game import Finished
from acquire_net.protocol.state import Reader, Spectator, State, Wrong
from acquire_net.protocol.verifier import Verifier

FIRST_BLOCK_WITH_SID = 2
"""Blocks 0 and 1 commit and open the nonces that make sid; tid stands for it there."""


OTHER_STATE = "acknowledged another state than this head leads to"


class Fate(Enum):
    """What became of a message."""
    NEW = auto()
    KNOWN = auto()
    EARLY = auto()
    """Of a block or view that this replica has not reached, or of a relay whose predecessor is missing."""
    STALE = auto()
    FORGED = auto()
    """Its author did not sign it: whoever sent it is at fault, not the author."""
    GUILTY = auto()
    """Its author is convicted by it."""
    IDLE = auto()
    """Of nobody's interest: a seat that is gone, a view that cannot be."""


@dataclass(frozen=True, slots=True)
class Conviction:
    """A provable fault: these frames, after this much of the log, can only have come from a liar or a broken program."""
    seat: int
    block: int
    reason: str
    frames: tuple[bytes, ...]

    @property
    def is_about_state(self) -> bool:
        """Not a lie for certain: two programs come to different states from one log, and one of them is wrong."""
        return self.reason == OTHER_STATE


@dataclass(frozen=True, slots=True)
class Certificate:
    """A view that all remaining seats have signed (2.9)."""
    view: int
    lost: tuple[int, ...]
    block: int
    content: bytes
    frames: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class FinalBlock:
    """A closed page of the log. `certificate` closes a page that has no acknowledgements of all."""
    index: int
    view: int
    contents: tuple[Signed, ...]
    acks: Mapping[int, Signed]
    certificate: Certificate | None
    head: bytes


def mask_of(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in set(seats))


def seats_of(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(messages.MOST_SEATS) if mask >> seat & 1)


@dataclass
class OpenBlock:
    """What has come in for the block after the last final one, in the view of the state."""
    contents: dict[int, Signed] = field(default_factory=dict)
    parked: dict[int, Signed] = field(default_factory=dict)
    """Contributions to a relay whose turn has not come; nothing of them is checked but the signature."""
    acks: dict[int, Signed] = field(default_factory=dict)
    after: State | None = None
    ack: Ack | None = None
    """What to acknowledge once the block is complete, and then `after` is there too."""

    @property
    def head(self) -> bytes:
        return self.ack.head if self.ack is not None else b""


class Replica:
    def __init__(self, state: State, verifier: Verifier, reader: Reader | None = None) -> None:
        self.tid = state.table
        self.state = with_next_step(state)
        self.verifier = verifier
        self.reader = reader or Spectator()
        self.open = OpenBlock()
        self.log: list[FinalBlock] = []
        self.certificates: list[Certificate] = []
        self.views: dict[int, dict[int, Signed]] = {}
        self.left: dict[int, Signed] = {}
        self.convicted: dict[int, Conviction] = {}
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

    # --- messages

    def offer(self, message: Signed) -> Fate:
        """Content, acknowledgement, view or goodbye; other kinds are no business of the log."""
        if message.author >= len(self.state.identities):
            return Fate.FORGED
        if message.kind == Kind.LEAVE:
            return self._offer_leave(message)
        if message.kind == Kind.VIEW:
            return self._offer_view(message)
        if message.kind == Kind.HANDS:
            return self._offer_hands(message)
        if self.state.over or self.regroup:
            return Fate.IDLE
        if message.block != self.state.block or message.view != self.state.view:
            later = message.block > self.state.block or message.view > self.state.view
            return Fate.EARLY if later and message.block >= self.state.block else Fate.STALE
        if message.kind == Kind.ACK:
            return self._offer_ack(message)
        if message.is_content:
            return self._offer_content(message)
        return Fate.IDLE

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

    def _offer_content(self, message: Signed) -> Fate:
        author = message.author
        known = self.open.contents.get(author) or self.open.parked.get(author)
        if known is not None and known.frame == message.frame:
            return Fate.KNOWN
        if author not in self.state.live:
            return Fate.IDLE
        if not self.is_signed(message):
            return Fate.FORGED
        if known is not None:
            return self.convict(author, "signed two different messages for one block", known.frame, message.frame)
        step = self.state.step
        assert step is not None
        if message.fault:
            return self.convict(author, f"signed a malformed message: {message.fault}", message.frame)
        authors = step.authors(self.state)
        if author not in authors or message.kind != step.kind:
            return self.convict(author, f"speaks out of turn: {message.kind.name} where {step.kind.name} is asked of "
                                f"{', '.join(map(str, authors))}", message.frame)
        if step.relay and any(before not in self.open.contents for before in authors[:authors.index(author)]):
            self.open.parked[author] = message
            return Fate.EARLY
        return self._check(message)

    def _check(self, message: Signed) -> Fate:
        assert self.state.step is not None
        bodies = {seat: content.body for seat, content in self.open.contents.items()}
        try:
            self.state.step.check(self.state, message.author, message.body, bodies)
        except Wrong as wrong:
            return self.convict(message.author, str(wrong), message.frame)
        self.open.contents[message.author] = message
        self._complete_if_nobody_owes()
        return Fate.NEW

    def next_parked(self) -> Signed | None:
        """A parked contribution whose turn has come: to be offered again."""
        step = self.state.step
        if not self.open.parked or step is None:
            return None
        for author in step.authors(self.state):
            if author not in self.open.contents:
                return self.open.parked.pop(author, None)
        return None

    def _offer_ack(self, message: Signed) -> Fate:
        author = message.author
        known = self.open.acks.get(author)
        if known is not None and known.frame == message.frame:
            return Fate.KNOWN
        if author not in self.state.live:
            return Fate.IDLE
        if not self.is_signed(message):
            return Fate.FORGED
        if message.fault:
            return self.convict(author, f"signed a malformed message: {message.fault}", message.frame)
        if known is not None:
            return self.convict(author, "acknowledged two different heads for one block", known.frame, message.frame)
        self.open.acks[author] = message
        self._judge_ack(message)
        return Fate.GUILTY if author in self.convicted else Fate.NEW

    def _judge_ack(self, message: Signed) -> None:
        """The same head and another state: one of the two programs cannot replay, and anybody can replay the log to see which."""
        mine, theirs = self.open.ack, cast(Ack, message.body)
        if mine is not None and theirs.head == mine.head and theirs.state != mine.state:
            self.convict(message.author, OTHER_STATE, message.frame)

    def convict(self, seat: int, reason: str, *frames: bytes) -> Fate:
        if seat not in self.convicted:
            self.convicted[seat] = Conviction(seat, self.state.block, reason, frames)
        return Fate.GUILTY

    # --- blocks

    def owing(self) -> tuple[int, ...]:
        """Who must contribute to the open block now."""
        step = self.state.step
        if step is None or self.regroup:
            return ()
        missing = tuple(seat for seat in step.authors(self.state) if seat not in self.open.contents)
        return missing[:1] if step.relay else missing

    def told(self, mask: int) -> bytes:
        """Over the contributions of these seats to the open block."""
        known = self.open.contents | self.open.parked
        frames = (known[seat].frame for seat in seats_of(mask) if seat in known)
        return digest("told", self.state.head, *frames)[:32]

    def _complete_if_nobody_owes(self) -> None:
        step = self.state.step
        if step is None or self.open.after is not None or self.regroup:
            return
        if any(seat not in self.open.contents for seat in step.authors(self.state)):
            return
        state = self.state
        bodies = {seat: content.body for seat, content in self.open.contents.items()}
        parts = [bytes((seat, content.kind)) + content.envelope.body for seat, content in sorted(self.open.contents.items())]
        head = digest("head", state.head, step.event(state), *parts)
        after = with_next_step(replace(step.apply(state, bodies, self.reader), block=state.block + 1, head=head))
        self.open.after, self.open.ack = after, Ack(head, after.digest)
        for message in self.open.acks.values():
            self._judge_ack(message)

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
        page = FinalBlock(self.state.block, self.state.view, contents, dict(self.open.acks), certificate, self.open.head)
        self.log.append(page)
        self.state = after
        self.open = OpenBlock()
        self._complete_if_nobody_owes()
        return page

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
        """Live seats that do not count towards a majority: they said goodbye, or are convicted."""
        return frozenset(seat for seat in self.state.live if seat in self.left or seat in self.convicted)

    def may_go_on(self, lost: Iterable[int]) -> bool:
        """Whether those who would remain are more than half of those who count."""
        gone = set(lost)
        remaining = [seat for seat in self.state.live if seat not in gone]
        counting = [seat for seat in self.state.live if seat not in self.excused()]
        return len([seat for seat in remaining if seat in counting]) * 2 > len(counting) and bool(remaining)

    def _offer_view(self, message: Signed) -> Fate:
        if message.view <= self.state.view or self.state.over or self.regroup:
            return Fate.STALE
        known = self.views.get(message.view, {}).get(message.author)
        if known is not None and known.frame == message.frame:
            return Fate.KNOWN
        if message.author not in self.state.live:
            return Fate.IDLE
        if self.table_at(message.block) is None:
            return Fate.EARLY
        if not self.is_signed(message):
            return Fate.FORGED
        if message.fault:
            return self.convict(message.author, f"signed a malformed message: {message.fault}", message.frame)
        if known is not None:
            return self.convict(message.author, "signed two different views of one number", known.frame, message.frame)
        self.views.setdefault(message.view, {})[message.author] = message
        return Fate.NEW

    def certificate(self) -> Certificate | None:
        """The highest view that all remaining seats have signed alike, if this replica has what it takes to follow it."""
        return next((found for found in self._certified() if self._can_follow(found)), None)

    @property
    def lacks_contents(self) -> bool:
        """Whether a certificate makes contents of the open block final that are not here."""
        return any(found.block == self.state.block and not self._can_follow(found) for found in self._certified())

    def _certified(self) -> Iterator[Certificate]:
        for view in sorted(self.views, reverse=True):
            signed = self.views[view]
            for message in signed.values():
                body = cast(View, message.body)
                lost = tuple(seat for seat in seats_of(body.lost) if seat in self.state.live)
                same = {seat: other for seat, other in signed.items()
                        if seat not in lost and other.body == body and other.block == message.block}
                if set(same) == set(self.state.live) - set(lost) and self.may_go_on(lost):
                    yield Certificate(view, lost, message.block, body.content,
                                      tuple(other.frame for _, other in sorted(same.items())))

    def _can_follow(self, certificate: Certificate) -> bool:
        if certificate.block == self.state.block:
            return not certificate.content or certificate.content == self.open.head
        # A seat that is dropped may have had all acknowledgements of what the others make final without it.
        return bool(self.log and certificate.block == self.log[-1].index and certificate.content == self.log[-1].head
                    and self.log[-1].certificate is None)

    def follow(self, certificate: Certificate) -> FinalBlock | None:
        """Goes over to the view of a certificate: the open block becomes final or void, and the lost seats are gone."""
        page = self._close(certificate) if certificate.content and certificate.block == self.state.block else None
        state = replace(self.state, view=certificate.view)
        self.certificates.append(certificate)
        self.views = {view: signed for view, signed in self.views.items() if view > certificate.view}
        if certificate.lost and not isinstance(state.step, SignResult):  # after the last decision nobody is dropped
            if not state.game.has_begun:
                self.regroup = certificate.lost
                self.state = state
                return page
            for seat in certificate.lost:
                state = without(state, seat)
            # Not the number of the view: some may follow one, and others a higher one that says the same.
            head = digest("head", state.head, b"view", bytes(certificate.lost), certificate.content)
            state = replace(state, block=state.block + 1, head=head)
            self.log.append(FinalBlock(state.block - 1, certificate.view, (), {}, certificate, head))
            if isinstance(state.game.question(), Finished):
                state = replace(state, step=None, deal=replace(state.deal, unmatched=False))
        self.state = with_next_step(state)
        self.clear()
        return page
