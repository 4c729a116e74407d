"""Sections 1, 7, 9 and 13 of docs/spec/protocol.md: a journal is read to its end, with lies, lost seats and new views in it."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import msgspec.msgpack as msgpack

from tests.net.second_reader.agreement import Bad, Outcome, Terms, Unknown, ack_of, contradict, name_of, outcome_of, seats_of
from tests.net.second_reader.curve import SODIUM, Curve, H, scalars, u8, u32
from tests.net.second_reader.shapes import (
    ACK,
    CLAIM,
    CONFIRM,
    HANDS,
    LEAVE,
    LINK,
    PREPARE,
    PROPOSE,
    RESULT,
    STATE,
    STATUS,
    SYNC,
    Frame,
    frame_of,
)
from tests.net.second_reader.steps import CONTENTS, RELAYS, Bodies, Position

UNBOUND = (STATUS, STATE, HANDS)
Entry = tuple[int, Any]
"""As in a journal: 1 and a frame, or 2 and the signatures that closed a block."""


def entries_of(data: bytes) -> list[Any]:
    line = b"acquire journal 3\n"
    assert data.startswith(line)
    place, found = len(line), []
    while place < len(data):
        size, crc = (int.from_bytes(data[at:at + 4], "little") for at in (place, place + 4))
        body = data[place + 8:place + 8 + size]
        assert zlib.crc32(body) == crc
        found.append(msgpack.decode(body))
        place += 8 + size
    return found


@dataclass
class Complete:
    """The open block with one version of each content."""
    contents: dict[int, Frame]
    after: Position
    state: bytes

    @property
    def ack(self) -> list[bytes]:
        return [self.after.head, self.state]


class SecondReader:
    """One journal, entry after entry."""

    def __init__(self, data: bytes, game: Any) -> None:
        """Of a file."""
        first, *entries = entries_of(data)
        assert first[0] == 0
        seats, _, options, _ = msgpack.decode(first[1])
        tid = H("tid", u32(3), first[1])
        identities = [seat[0] for seat in seats]
        for public, signature in zip(identities, first[2], strict=True):
            assert SODIUM.is_signed(public, H("table", tid), signature)
        self.begin(tid, identities, [(number, value) for number, value in entries], game, SODIUM,
                   dict(options).get("quorum") == "majority")

    @classmethod
    def of_table(cls, tid: bytes, identities: Sequence[bytes], entries: Sequence[Entry], game: Any, curve: Curve,
                 majority: bool = False) -> SecondReader:
        """Return the reader of a table that nobody has signed."""
        self = cls.__new__(cls)
        self.begin(tid, identities, entries, game, curve, majority)
        return self

    def begin(self, tid: bytes, identities: Sequence[bytes], entries: Sequence[Entry], game: Any, curve: Curve,
              majority: bool) -> None:
        self.tid, self.identities, self.entries, self.curve, self.majority = tid, list(identities), entries, curve, majority
        seats = list(range(len(identities)))
        self.at = Position(curve, self.identities, tid, game, seats, [[] for _ in seats])
        self.view = 0
        self.begins: dict[int, bytes] = {}
        """The heads with which the views after the first began."""
        self.start = (0, self.at.head, self.at.state_hash())
        self.heads: list[bytes] = []
        self.states: list[bytes] = []
        self.past: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        """Of closed blocks, by block and view: who contributed, and who acknowledged it."""
        self.lost: list[int] = []
        self.left: dict[int, Frame] = {}
        self.convicted: dict[int, str] = {}
        self.disagreeing: set[int] = set()
        self.regrouped: tuple[int, ...] = ()
        self.unjudged = 0
        """Certificates whose locks are not in the journal."""
        self.signed: dict[int, list[Frame]] = {seat: [] for seat in seats}
        self.locks: dict[bytes, tuple[int, Outcome]] = {}
        self.ended: dict[int, Terms] = {}
        """Of views that have ended: for lies that come to light later."""
        self.decided: Frame | None = None
        self.open_block()

    def open_block(self) -> None:
        self.versions: dict[int, list[Frame]] = {}
        self.good: dict[int, Frame] = {}
        self.failed: set[int] = set()
        """Whose first version was looked at and does not hold."""
        self.acks: dict[int, list[Frame]] = {}
        self.complete: Complete | None = None
        self.examine()

    @property
    def table(self) -> bytes:
        return self.at.table

    @property
    def live(self) -> list[int]:
        return self.at.live

    def read(self) -> None:
        """All of it."""
        for _ in self.blocks():
            pass

    def blocks(self) -> Iterator[dict[str, Any]]:
        """Yield every block as it becomes final."""
        for place, (number, value) in enumerate(self.entries):
            if number == 1:
                self.take(frame_of(value))
            elif len(value) > 1 or not self.is_shown_whole(value[0], self.entries[place:]):
                self.take_signatures(value)
            yield from self.settle()

    # --- signatures

    def bound_to(self, block: int, view: int) -> bytes:
        """Return what signatures of this block and view are bound to. Raises Unknown."""
        if block >= 2 and self.at.block < 2:
            raise Unknown
        base = self.tid if block < 2 else self.at.table
        if not view:
            return base
        if view not in self.begins:
            raise Unknown
        return H("view", base, self.begins[view])

    def holds(self, frame: Frame) -> bool:
        """Raises Unknown."""
        if frame.author >= len(self.identities):
            return False
        table = self.bound_to(frame.block, 0 if frame.kind in UNBOUND else frame.view)
        where = (u32(frame.block), u32(frame.view), u8(frame.author, frame.kind))
        message = H("sig", table, *where, H("body", frame.body))
        return self.curve.is_signed(self.identities[frame.author], message, frame.signature)

    # --- entries

    def take_signatures(self, signatures: Sequence[tuple[int, bytes]]) -> None:
        assert self.complete is not None
        for seat, signature in signatures:
            ack = ack_of(seat, self.at.block, self.view, *self.complete.ack, signature)
            assert self.holds(ack)
            self.remember(ack)
            self.take_ack(ack)

    @staticmethod
    def is_shown_whole(signed: tuple[int, bytes], later: Sequence[Entry]) -> bool:
        """Return True if the whole ACK that this signature is under stands later in the file."""
        whole = (frame_of(value) for number, value in later if number == 1 and value.endswith(signed[1]))
        return any((frame.kind, frame.author) == (ACK, signed[0]) for frame in whole)

    def take(self, frame: Frame) -> None:
        if frame.kind == LINK:
            self.take_link(frame)
            return
        assert self.holds(frame), "a journal holds what its author has signed"
        if frame.fields is None:
            self.convict(frame.author, "a body that cannot be read")
            return
        self.remember(frame)
        here = (frame.block, frame.view) == (self.at.block, self.view) and not self.at.is_over and not self.regrouped
        if frame.is_content and here:
            self.take_content(frame)
        elif frame.is_content and (frame.block, frame.view) in self.past:
            authors, acked = self.past[frame.block, frame.view]
            if frame.author not in authors and frame.author in acked:
                self.convict(frame.author, "out of turn in a closed block")
        elif frame.kind == ACK and here:
            self.take_ack(frame)
        elif frame.kind == LEAVE and frame.author not in self.lost:
            self.left.setdefault(frame.author, frame)
        elif frame.kind in (SYNC, PROPOSE):
            self.judge(frame)
        elif frame.kind == HANDS:
            assert [self.curve.total((x, self.curve.G)) for x in scalars(b"".join(frame.fields[0]))] == [
                key for (seat, _), key in sorted(self.at.keys.items()) if seat == frame.author]

    def convict(self, seat: int, reason: str) -> None:
        self.convicted.setdefault(seat, reason)

    def remember(self, frame: Frame) -> None:
        """Whatever its author has signed before that cannot stand beside it convicts."""
        known = self.signed[frame.author]
        if any(earlier.said == frame.said for earlier in known):
            return
        for earlier in known:
            if contradict(earlier, frame):
                self.convict(frame.author, f"kinds {earlier.kind} and {frame.kind} of block {frame.block}, view {frame.view}")
        known.append(frame)

    # --- the open block

    def take_content(self, frame: Frame) -> None:
        assert frame.fields is not None
        if frame.author not in self.live:
            return
        held = self.versions.get(frame.author, [])
        if not held and frame.kind == RESULT and frame.fields[0] != self.at.head:
            return
        if not held and (frame.author not in self.at.authors() or frame.kind != CONTENTS[self.at.step]):
            self.convict(frame.author, "out of turn")
            return
        if all(earlier.said != frame.said for earlier in held):
            self.versions.setdefault(frame.author, []).append(frame)
            self.examine()

    def examine(self) -> None:
        """Look at the first version of each author, in a relay behind all before it."""
        if self.complete is not None or self.at.is_over:
            return
        authors, relay = self.at.authors(), self.at.step in RELAYS
        for author in authors:
            if author in self.good:
                continue
            first = self.versions.get(author, [None])[0]
            if first is not None and author not in self.failed:
                self.check(first)
            if relay and author not in self.good:
                break
        if all(author in self.good for author in authors):
            self.complete = self.completed(self.good)

    def check(self, frame: Frame) -> None:
        assert frame.fields is not None
        try:
            liar = self.link_names(frame, self.good)
            if liar is not None:
                self.convict(liar, "what the next one in the relay was given")
                self.failed.add(frame.author)
                return
            self.at.check(frame.author, frame.fields, bodies_of(self.good))
        except (AssertionError, ValueError, IndexError, KeyError, StopIteration) as error:
            self.convict(frame.author, f"{self.at.step}: {error!r}")
            self.failed.add(frame.author)
            return
        self.good[frame.author] = frame

    def link_names(self, frame: Frame, earlier: dict[int, Frame]) -> int | None:
        """In a relay: who has signed something else before, or None. Raises AssertionError where the link names nobody's word."""
        assert frame.fields is not None
        if self.at.step not in RELAYS:
            return None
        before = max((seat for seat in earlier if seat < frame.author), default=None)
        named: bytes = frame.fields[-1]
        if before is None:
            assert not named
            return None
        digest, signature = named[:64], named[64:]
        where = (u32(frame.block), u32(frame.view), u8(before, frame.kind))
        table = self.bound_to(frame.block, frame.view)
        assert len(digest) == 64 and self.curve.is_signed(self.identities[before], H("sig", table, *where, digest), signature)
        return None if digest == H("body", earlier[before].body) else before

    def completed(self, contents: dict[int, Frame]) -> Complete:
        after = self.at.after({seat: frame.kind for seat, frame in contents.items()},
                              {seat: frame.body for seat, frame in contents.items()}, bodies_of(contents))
        return Complete(dict(contents), after, after.state_hash())

    def has(self, head: bytes) -> bool:
        """Return True if the open block is complete with this head, be it with another version of a liar's contents."""
        if self.complete is not None and self.complete.after.head == head:
            return True
        authors = self.at.authors()
        for chosen in product(*(self.versions.get(author, []) for author in authors)):
            parts = [u8(frame.author, frame.kind) + frame.body for frame in sorted(chosen, key=lambda frame: frame.author)]
            if H("head", self.at.head, self.at.event(), *parts) == head:
                good: dict[int, Frame] = {}
                for frame in chosen:
                    assert frame.fields is not None and self.link_names(frame, good) is None
                    self.at.check(frame.author, frame.fields, bodies_of(good))  # enough seats have confirmed that it holds
                    good[frame.author] = frame
                self.good, self.complete = good, self.completed(good)
                return True
        return False

    def take_ack(self, frame: Frame) -> None:
        if frame.author in self.live:
            self.acks.setdefault(frame.author, []).append(frame)

    def is_agreed(self) -> bool:
        return self.complete is not None and all(
            any(ack.fields == self.complete.ack for ack in self.acks.get(seat, [])) for seat in self.live)

    # --- what follows

    def settle(self) -> Iterator[dict[str, Any]]:
        while True:
            self.look_for_disagreements()
            if self.is_agreed():
                yield self.close()
            elif self.decided is not None and self.is_here(self.decided):
                yield from self.end_view(self.decided)
            else:
                return

    def look_for_disagreements(self) -> None:
        for seat, acks in self.acks.items() if self.complete is not None else ():
            for ack in acks:
                assert ack.fields is not None and self.complete is not None
                if ack.fields[0] == self.complete.after.head and ack.fields[1] != self.complete.state:
                    self.disagreeing.add(seat)

    def close(self) -> dict[str, Any]:
        assert self.complete is not None
        at, after, contents = self.at, self.complete.after, self.complete.contents
        summary = {"block": at.block, "view": self.view, "step": at.step, "event": at.event().hex(), "epoch": at.epoch,
                   "round": at.round, "authors": sorted(contents), "head": after.head.hex(), "state": self.complete.state.hex()}
        by_all = sorted(self.acks) if self.is_agreed() else []
        self.past[at.block, self.view] = sorted(contents), by_all
        self.heads.append(after.head)
        self.states.append(self.complete.state)
        self.at = after
        self.open_block()
        return summary

    def is_here(self, proposal: Frame) -> bool:
        assert proposal.fields is not None
        blocks, head = proposal.fields[3:5]
        if blocks == self.at.block:
            return bool(head == self.at.head)
        return bool(blocks == self.at.block + 1 and self.has(head))

    def end_view(self, proposal: Frame) -> Iterator[dict[str, Any]]:
        assert proposal.fields is not None
        lost = sorted(seats_of(proposal.fields[2]))
        if proposal.fields[3] > self.at.block:
            assert self.complete is not None and self.complete.state == proposal.fields[5]
            yield self.close()
        self.ended[self.view] = self.terms
        self.view += 1
        self.decided, self.locks = None, {}
        if lost and self.at.step != "SignResult":
            if not self.at.game.has_begun:
                self.regrouped = tuple(lost)
                return
            block = self.at.block
            self.at = self.at.without(lost)
            self.lost += lost
            self.heads.append(self.at.head)
            self.states.append(self.at.state_hash())
            yield {"block": block, "view": self.view, "step": "view", "authors": [], "head": self.at.head.hex(),
                   "state": self.states[-1].hex()}
        self.start = (self.at.block, self.at.head, self.at.state_hash())
        self.begins[self.view] = self.at.head
        self.open_block()

    # --- docs/spec/protocol.md, section 9

    @property
    def terms(self) -> Terms:
        locks = self.locks

        def lock(attempt: int, name: bytes) -> Outcome | None:
            found = locks.get(name)
            return found[1] if found is not None and found[0] == attempt else None

        return Terms(self.view, tuple(self.live), self.start, self.majority, self.holds, lock)

    def terms_of(self, view: int) -> Terms | None:
        return self.terms if view == self.view else self.ended.get(view)

    def judge(self, frame: Frame) -> None:
        """A SYNC or PROPOSE by itself."""
        assert frame.fields is not None
        terms = self.terms_of(frame.view)
        if terms is None:
            return
        try:
            if frame.kind == PROPOSE:
                terms.check_proposal(frame)
            else:
                for raw in frame.fields[3]:
                    terms.shown(raw, (CLAIM, LEAVE))
                terms.check_proof(frame)
        except Bad as bad:
            self.convict(frame.author, str(bad))
        except Unknown:
            self.unjudged += 1

    def take_link(self, link: Frame) -> None:
        assert link.fields is not None
        proposal = frame_of(link.fields[0])
        assert proposal.kind == PROPOSE and proposal.fields is not None
        assert (proposal.author, proposal.block, proposal.view) == (link.author, link.block, link.view)
        assert all(seats == sorted(set(seats)) for seats in ([seat for seat, _ in votes] for votes in link.fields[1:]))
        terms = self.terms_of(link.view)
        if terms is None or self.at.is_over or self.regrouped:
            return
        assert self.holds(proposal)
        name, excused = name_of(proposal), seats_of(proposal.fields[1])
        body = msgpack.encode([proposal.attempt, name])
        prepares, confirms = ([seat for seat, signature in votes if seat in terms.live and self.holds(
            Frame(kind, seat, proposal.block, proposal.view, body, signature, None))]
            for kind, votes in ((PREPARE, link.fields[1]), (CONFIRM, link.fields[2])))
        if link.view == self.view:
            self.take_goodbyes(proposal)
        try:
            terms.check_proposal(proposal)
        except Bad as bad:
            for seat in {*prepares, *confirms, proposal.author}:
                self.convict(seat, f"signed a proposal with {bad}")
        except Unknown:
            self.unjudged += 1
        if link.view != self.view:
            return
        if len(set(confirms) - excused) >= terms.needed(excused):
            assert all(seat in self.left or seat in self.convicted for seat in excused)
            assert self.decided is None or outcome_of(self.decided) == outcome_of(proposal), "two ends of one view"
            self.decided = proposal
        elif len(set(prepares) - excused) >= terms.needed(excused):
            self.locks[name] = proposal.attempt, outcome_of(proposal)

    def take_goodbyes(self, proposal: Frame) -> None:
        assert proposal.fields is not None
        for raw in proposal.fields[6]:
            shown = frame_of(raw)
            if shown.kind == LEAVE and shown.fields is not None and self.holds(shown) and shown.author not in self.lost:
                self.remember(shown)
                self.left.setdefault(shown.author, shown)


def bodies_of(contents: dict[int, Frame]) -> Bodies:
    return {seat: frame.fields for seat, frame in sorted(contents.items()) if frame.fields is not None}
