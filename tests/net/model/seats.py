"""One seat of the model as a table of what can happen to it: local states with numbers, and what each event makes of them.

What an event does to a seat depends on that seat alone. So the session code runs once for every pair of a local state and an
event (and again to tell a trace), and a state of the whole table is a tuple of numbers (explorer.py). The network is everything
that anybody has ever sent: any of it may reach anybody at any time, again and again, or never. A seat that is slow for ever
cannot be told from one that has crashed, so a crash for good needs no event of its own.

What a seat can be given is asked in questions (`questions`): who has said what in which slot, for an honest seat says one thing
there. Frames come one by one or in batches, and what is left out makes no difference:

* **What is only remembered is as good as still on its way.** A SYNC that is not followed, a VIEW while others are missing, a
  message of the next block: nothing is said or signed because of them before the rest is there. So they come with the rest, or
  not at all.
* **An acknowledgement comes with all others of its block, or just before its receiver goes on without its author.** It does two
  things only: the last one closes the block, and those that a seat holds are in its SYNC. What follows from an attempt follows
  from all that its members show together (`ViewChange._conclude`), and a member shows its own acknowledgement itself: whether
  others hold it, too, changes nothing. (A liar need not show it, so his come alone.)
* **What nobody will ask for again is forgotten** (`_useful`, and table.py `forget_what_comes_again`), so that tables with a past
  that no longer matters are one. Counters and numbers of answers are forgotten, too: a seat that asks after a restart has been
  answered by these others, or not.

A test compares all this with ways at random on which nothing is left out or forgotten.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, combinations
from typing import Any, cast

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.facts import Entry, Ready, RolledBack, TwoOfUs
from acquire_net.protocol.lockstep import seats_of
from acquire_net.protocol.messages import Kind, Sync, View
from acquire_net.protocol.session import Session
from tests.net.model.liar import Liar
from tests.net.model.table import HONEST, Frames, clone, fingerprint, forget_what_comes_again, new_session, replayed

Event = tuple[str, Any]
"""`deliver` these frames at once, `decide`, `doubt` these seats (a mask) after getting these frames, `ask` a seat after a restart
(or get its `own` messages besides), `restart` with so many lines of the journal, or `torn`: the same in the middle of an event,
when nothing was sent yet."""

Slot = tuple[str, int, int]
"""What an honest seat says once: a word, the block and the view; the block of what is said of views is 0."""

NOTHING = -1


def slot_of(message: Signed) -> Slot:
    if message.kind in (Kind.SYNC, Kind.VIEW):
        return message.kind.name, 0, message.view
    return "content" if message.is_content else message.kind.name, message.block, message.view


ITSELF: Slot = ("itself", 0, 0)
"""Asks for the local state of a seat."""


@dataclass(frozen=True, eq=False, slots=True)
class Question:
    """What may happen to a seat, as soon as these seats have said something in these slots. `asking` makes them, one of each."""
    word: str
    asks: tuple[tuple[int, Slot], ...] = ()
    view: int = 0


asking = lru_cache(maxsize=None)(Question)


@dataclass(frozen=True)
class Model:
    """An instance, and its bounds."""
    seats: int
    blocks: int
    views: int
    """The highest view that is tried."""
    restarts: int | None = None
    """A seat that may crash once and come back."""
    liar: int | None = None
    """A seat that says to everybody whatever it likes; it is no session but the frames of liar.py."""
    doubts: tuple[int, ...] | None = None
    """The masks of seats that may be doubted together; each single one, and nobody, unless said otherwise."""

    @property
    def honest(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if seat != self.liar)

    def masks(self, seat: int) -> tuple[int, ...]:
        masks = self.doubts if self.doubts is not None else (0, *(1 << other for other in range(self.seats)))
        return tuple(mask for mask in masks if not mask >> seat & 1)

    def __str__(self) -> str:
        text = f"{self.seats} seats, {self.blocks} blocks, {self.views} views"
        if self.doubts is not None:
            text += ", doubts of " + " or ".join("+".join(map(str, seats_of(mask))) or "nobody" for mask in self.doubts)
        text += f", seat {self.restarts} restarts" if self.restarts is not None else ""
        return text + (f", seat {self.liar} lies" if self.liar is not None else "")


@dataclass(slots=True, eq=False)
class Seat:
    """A local state: the session, and what is remembered about it to judge it by."""
    number: int
    seat: int
    session: Session
    sent: frozenset[int]
    """What others may still be told, of any author."""
    signed: frozenset[int]
    """What it has signed since the beginning, across a restart, but for attempts that are over."""
    promise: int
    """The highest view that it has ever promised itself to, or signed."""
    finals: frozenset[tuple[int, bytes]]
    """Every head that was ever final for it, by block."""
    journal: tuple[Entry, ...] | None
    """Kept as long as it may still be restarted."""
    synced: int
    faults: tuple[str, ...] = ()
    slots: dict[Slot, int] = field(default_factory=dict)
    left_out: frozenset[int] = frozenset()
    """Whom the liar's VIEWs leave out that it has ever held; asked for at a table of three alone (`Explorer.is_beyond`)."""

    @property
    def is_at_the_end(self) -> bool:
        return self.session.state.over or isinstance(self.session.state.step, SignResult)


class Seats:
    """All local states that have come up."""

    def __init__(self, model: Model, forgetful: bool = True) -> None:
        self.model = model
        self.forgetful = forgetful
        self.frames = Frames()
        self.all: list[Seat] = []
        self.liar = Liar(model.seats, model.liar, self.frames) if model.liar is not None else None
        self._numbers: dict[Any, int] = {}
        self._marks: dict[bytes, int] = {}
        self._deliveries: list[dict[tuple[int, ...], int]] = []
        self._questions: dict[tuple[int, int], tuple[Question, ...]] = {}
        self._following: dict[tuple[int, Question, tuple[int, ...]], tuple[int, ...]] = {}
        self._help: dict[tuple[int, int], int] = {}
        self._told: dict[tuple[int, int], tuple[list[bytes], list[bytes]]] = {}
        self._replayed: dict[tuple[Entry, ...], int] = {}
        self.runs = 0
        """How often the session code was run."""

    def first(self, seat: int) -> int:
        session = new_session(seat, self.model.seats, self.model.blocks)
        nothing: frozenset[Any] = frozenset()
        return self._after(Seat(-1, seat, session, nothing, nothing, 0, nothing,
                                () if seat == self.model.restarts else None, 0), session)

    # --- what may happen

    def said(self, number: int, slot: Slot) -> int:
        """What this seat has said there, as the number of a frame."""
        if slot is ITSELF:
            return number
        return self.all[number].slots.get(slot, NOTHING)

    def questions(self, number: int, top: int) -> tuple[Question, ...]:
        """What to ask the others about; up to this view."""
        key = number, top
        if key not in self._questions:
            self._questions[key] = tuple(self._find_questions(self.all[number], top))
        return self._questions[key]

    def _find_questions(self, me: Seat, top: int) -> Iterable[Question]:
        session = me.session
        block, view = session.state.block, session.state.view
        others = [seat for seat in self.model.honest if seat != me.seat]
        live = [seat for seat in others if seat in session.live]
        acks = tuple((seat, ("ACK", block, view)) for seat in live)
        if me.journal is not None and not session.state.over:
            yield asking("restart")
        if session.asking:
            yield from (asking("ask", ((seat, ITSELF),)) for seat in others)
        if not me.is_at_the_end:
            yield from (asking("content", ((seat, ("content", block, view)),)) for seat in live
                        if seat not in session.replica.open.contents)
            yield asking("close", acks)
            if session.asked and not session.asking:
                yield asking("decide")
            least = max(view, session.views.promised) + 1
            for number in range(least, top + 1):
                before = tuple((seat, ("SYNC", 0, number - 1)) for seat in live) if number > least else ()
                yield asking("doubt", (*acks, *before), number)
                yield from (asking("join", ((seat, ("SYNC", 0, number)), *acks)) for seat in live)
            if session.views.trying:
                members = [seat for seat in live if seat in session.views.remaining]
                left = [seat for seat in live if seat in session.views.lost] if self.liar is not None else []
                slots = [("content", block, view), ("ACK", block, view),
                         *(("VIEW", 0, number) for number in range(view + 1, session.views.promised))]
                yield asking("conclude", (*((seat, ("SYNC", 0, session.views.promised)) for seat in members),
                                          *((seat, slot) for seat in left for slot in slots)))
            if self.liar is not None:
                yield asking("lie")
        for number in range(view + 1, top + 1):
            yield asking("certificate", tuple((seat, ("VIEW", 0, number)) for seat in others), number)

    def following(self, number: int, question: Question, said: tuple[int, ...]) -> tuple[int, ...]:
        """What may become of a seat after this, if it changes something."""
        key = number, question, said
        found = self._following.get(key)
        if found is None:
            results = dict.fromkeys(result for _, result in self.answers(number, question, said))
            results.pop(number, None)
            found = self._following[key] = tuple(results)
        return found

    def answers(self, number: int, question: Question, said: tuple[int, ...]) -> list[tuple[Event, int]]:
        """What may happen to a seat after this, and what becomes of it. Only `following` is remembered."""
        after = [(event, self.do(number, event)) for event in self._events(self.all[number], question, said)]
        if question.word == "lie":
            after = [move for move in after if self._is_followed(number, *move)]
        return after + self._torn(number, after)

    def _events(self, me: Seat, question: Question, said: tuple[int, ...]) -> Iterable[Event]:
        session = me.session
        match question.word:
            case "restart":
                assert me.journal is not None
                yield from (("restart", lines) for lines in range(me.synced, len(me.journal) + 1))
            case "ask":
                yield from (("ask", said[0]), ("own", said[0]))
            case "decide":
                yield "decide", None
            case "content":
                if said[0] != NOTHING:
                    yield "deliver", said
            case "close":
                if NOTHING not in said:
                    yield from (("deliver", (*said, *lie)) for lie in self._lies_to_close(me))
            case "doubt":
                acks = [(seat, frame) for (seat, slot), frame in zip(question.asks, said, strict=True)
                        if slot[0] == "ACK" and frame != NOTHING]
                before = [frame for (_, slot), frame in zip(question.asks, said, strict=True) if slot[0] == "SYNC"]
                syncs = [(frame,) for frame in before if frame != NOTHING] if before else [()]
                for mask in self.model.masks(me.seat):
                    left = [ack for seat, ack in acks if mask >> seat & 1]
                    yield from (("doubt", (mask, (*held, *sync), question.view)) for held in _subsets(left) for sync in syncs)
            case "join":
                sync, acks = said[0], said[1:]
                if sync != NOTHING:
                    lost = cast(Sync, self.frames.messages[sync].body).lost
                    left = [ack for (seat, _), ack in zip(question.asks[1:], acks, strict=True)
                            if lost >> seat & 1 and ack != NOTHING]
                    yield from (("deliver", (*acks, sync)) for acks in _subsets(left))
            case "conclude":
                yield from (("deliver", frames) for frames in self._conclusions(me, question, said))
            case "certificate":
                yield from (("deliver", frames) for frames in self._certificates(session, said))
            case "lie":
                assert self.liar is not None
                lies = self.liar.says(session, self.model.views, self.model.masks(self.liar.seat))
                yield from (("deliver", (lie,)) for lie in lies)

    def _is_followed(self, number: int, event: Event, after: int) -> bool:
        """A SYNC of the liar that is not followed is only remembered. What it shows he may say later."""
        return (self.frames.messages[event[1][0]].kind != Kind.SYNC
                or self.all[after].session.views.promised > self.all[number].session.views.promised)

    def _lies_to_close(self, me: Seat) -> list[tuple[int, ...]]:
        """With an acknowledgement of the liar, where one is needed."""
        liar, session = self.model.liar, me.session
        if self.liar is None or liar not in session.live or liar in session.replica.open.acks:
            return [()]
        return [(lie,) for lie in self.liar.acknowledges(session)]

    def _conclusions(self, me: Seat, question: Question, said: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        """The SYNCs of all members of the own attempt. What the liar shows is his own, or what those have said who are left out:
        all else is shown by others."""
        session, syncs, left = me.session, [], []
        for (_, slot), frame in zip(question.asks, said, strict=True):
            (syncs if slot[0] == "SYNC" else left).append(frame)
        if NOTHING in syncs or any(session.views.lost_by(self.frames.messages[sync]) != session.views.lost for sync in syncs):
            return
        if self.liar is None or self.model.liar not in session.views.remaining:
            yield tuple(syncs)
        else:
            shown = tuple(self.frames.messages[frame].frame for frame in left if frame != NOTHING)
            for sync in self.liar.promises(session, session.views.promised, session.views.lost_mask, shown):
                yield *syncs, sync

    def _certificates(self, session: Session, said: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        """VIEWs that say the same, as soon as all who remain have signed them."""
        groups: dict[Any, list[int]] = {}
        for frame in said:
            if frame != NOTHING:
                message = self.frames.messages[frame]
                groups.setdefault((message.view, message.block, message.body), []).append(frame)
        if self.liar is not None:  # with him alone
            own = session.replica.views.get(session.views.signed, {}).get(session.seat)
            if own is not None and own.view > session.state.view:
                groups.setdefault((own.view, own.block, own.body), [])
        for (view, block, body), group in groups.items():
            needed = set(session.live) - set(seats_of(cast(View, body).lost)) - {session.seat}
            frames = tuple(group)
            if self.liar is not None and self.model.liar in needed:
                frames = (*frames, self.liar.certifies(session, view, block, body))
            if needed <= {self.frames.messages[frame].author for frame in frames}:
                yield frames

    # --- doing it

    def do(self, number: int, event: Event) -> int:
        word, what = event
        match word:
            case "deliver":
                return self.deliver(number, what)
            case "decide":
                return self._run(number, lambda session: session.submit(HONEST))
            case "doubt":
                return self.doubt(number, *what)
            case "ask":
                return self._asked(number, what)
            case "own":
                return self._asked(number, what, with_own=True)
            case "restart":
                me = self.all[number]
                assert me.journal is not None
                return self._restart(me, me.journal[:what])
        raise AssertionError(word)

    def deliver(self, number: int, frames: tuple[int, ...]) -> int:
        known = self._deliveries[number]
        found = known.get(frames)
        if found is None:
            found = known[frames] = self._run(number, lambda session: self._receive(session, frames))
        return found

    def _receive(self, session: Session, frames: tuple[int, ...]) -> None:
        for message in (self.frames.messages[frame] for frame in frames):
            session.receive(message.author, message.frame)

    def decide(self, number: int) -> int:
        session = self.all[number].session
        return self.do(number, ("decide", None)) if session.asked and not session.asking else number

    def doubt(self, number: int, mask: int, frames: tuple[int, ...] = (), view: int | None = None) -> int:
        """The person gives up on these seats, and what is under way has taken long enough. What would be tried is a view of
        this number, or any."""

        def act(session: Session) -> None:
            self._receive(session, frames)
            if view is None or session.views.next_number == view:
                session.views.promised_at = -(10**9)
                session.vote(seats_of(mask))
                session.votes = set()

        return self._run(number, act)

    def _torn(self, number: int, done: list[tuple[Event, int]]) -> list[tuple[Event, int]]:
        """Crashes while something is dealt with: some lines of it have reached the disk, nothing was sent."""
        me = self.all[number]
        if me.journal is None:
            return []
        journals = [journal for _, result in done if (journal := self.all[result].journal) is not None]
        return [(("torn", lines), self._restart(me, journal[:lines]))
                for journal in journals for lines in range(len(me.journal) + 1, len(journal))]

    def _asked(self, number: int, helper: int, with_own: bool = False) -> int:
        """A restarted seat asks, and what else it is sent is on its way, as everything is; but for its own messages, which the
        other may hold and nobody else has any more."""
        frames, answers = self._help_of(number, helper)
        me = self.all[number].seat
        own = [frame for frame in frames if self._message(frame).author == me] if with_own else []
        return self._run_all(number, helper, [*own, *answers])

    def help(self, number: int, helper: int) -> int:
        """All that another seat sends to one that tells it by STATUS what it has, and its answer: as it goes in the end."""
        key = number, helper
        if key not in self._help:
            frames, answers = self._help_of(number, helper)
            self._help[key] = self._run_all(number, helper, [*frames, *answers])
        return self._help[key]

    def _help_of(self, number: int, helper: int) -> tuple[list[bytes], list[bytes]]:
        """What a seat lacks, as another sees it; and the answer, if it has asked for one."""
        me = self.all[number].session
        status = me._status()
        if status is None:
            return [], []
        key = self.frames.number(status.frame), helper
        if key not in self._told:
            other = clone(self.all[helper].session)
            other.receive(me.seat, status.frame)
            told = [frame for to, frame in other.take_ready().send if to == me.seat]
            answers = [frame for frame in told if self._message(frame).kind == Kind.STATUS]
            self._told[key] = [frame for frame in told if frame not in answers], answers
        return self._told[key]

    def _run_all(self, number: int, sender: int, frames: list[bytes]) -> int:
        if not frames:
            return number

        def act(session: Session) -> None:
            for frame in frames:
                session.receive(self.all[sender].seat, frame)

        return self._run(number, act)

    # --- making local states

    def _message(self, frame: bytes) -> Signed:
        return self.frames.messages[self.frames.number(frame)]

    def _run(self, number: int, act: Callable[[Session], None]) -> int:
        before = self.all[number]
        session = clone(before.session)
        act(session)
        return self._after(before, session)

    def _restart(self, before: Seat, journal: tuple[Entry, ...]) -> int:
        session = replayed(before.seat, self.model.seats, self.model.blocks, journal)
        session.resume(0, number=1)
        without = replace(before, session=session, journal=None, synced=0)
        return self._after(without, session)

    def _after(self, before: Seat, session: Session) -> int:
        self.runs += 1
        ready = session.take_ready()
        number = self.frames.number
        sent = before.sent | {number(frame) for _, frame in ready.send if self._message(frame).kind != Kind.STATUS}
        new = [self._message(entry.frame) for entry in ready.journal if not entry.acks]
        own = [message for message in new if message.author == before.seat]
        signed = before.signed | {number(message.frame) for message in own}
        promise = max([before.promise, *(message.view for message in own if message.kind in (Kind.SYNC, Kind.VIEW))])
        finals = before.finals | {(page.index, page.head) for page in session.replica.log}
        faults = (*before.faults, *self._signed_badly(before, own, signed), *self._judged(before, session, ready, finals))
        journal, synced = before.journal, before.synced
        if journal is not None:
            journal += ready.journal
            synced = len(journal) if ready.must_sync else min(synced, len(journal))
        # Before the own mark, for `keep_values` keeps what was looked at last.
        may_return = self._canonical(before.seat, journal, synced)
        mark = self._mark(session)
        if self.forgetful:
            sent, signed = self._useful(session, sent), self._useful(session, signed)
        left_out = before.left_out.union(self._left_out_in(session)) if self.model.seats == 3 else before.left_out
        key = before.seat, mark, sent, signed, promise, finals, may_return, faults, left_out
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.all)
            self.frames.keep_values()
            seat = Seat(found, before.seat, session, sent, signed, promise, finals, journal, synced, faults, left_out=left_out)
            for frame in sent:
                if self.frames.messages[frame].author == seat.seat:
                    seat.slots[slot_of(self.frames.messages[frame])] = frame
            self.all.append(seat)
            self._deliveries.append({})
        return found

    def _left_out_in(self, session: Session) -> Iterator[int]:
        followed = chain.from_iterable(certificate.frames for certificate in session.replica.certificates)
        held = (message for signed in session.replica.views.values() for message in signed.values())
        for message in chain(map(self._message, followed), held):
            if message.author == self.model.liar:
                yield from seats_of(cast(View, message.body).lost)

    def _mark(self, session: Session) -> int:
        """A number for all that its future can depend on."""
        if self.forgetful:
            forget_what_comes_again(session, self.model.liar)
        # Of what it looks like a digest is kept, which is smaller. Later formats than the second tell which parts are one object.
        seen = blake2b(marshal.dumps(fingerprint(session, self.frames), 2), digest_size=32).digest()
        return self._marks.setdefault(seen, len(self._marks))

    def _useful(self, session: Session, frames: frozenset[int]) -> frozenset[int]:
        """What is passed on comes from its author, too. And a SYNC of an attempt that its author has seen the end of is of no use
        to anybody: whoever is still a member of it has signed its VIEW, for there is a certificate, and nobody else joins it."""
        messages = self.frames.messages
        return frozenset(frame for frame in frames if messages[frame].author == session.seat
                         and (messages[frame].kind != Kind.SYNC or messages[frame].view > session.state.view))

    def _canonical(self, seat: int, journal: tuple[Entry, ...] | None, synced: int) -> tuple[int, frozenset[int]] | None:
        """A journal is what a restart makes of it, with all lines or without those that may not have reached the disk."""
        if journal is None:
            return None
        for lines in range(synced, len(journal) + 1):
            if journal[:lines] not in self._replayed:
                self._replayed[journal[:lines]] = self._mark(replayed(seat, self.model.seats, self.model.blocks, journal[:lines]))
        return self._replayed[journal], frozenset(self._replayed[journal[:lines]] for lines in range(synced, len(journal) + 1))

    # --- what must hold

    def _signed_badly(self, before: Seat, own: Iterable[Signed], signed: frozenset[int]) -> list[str]:
        """Whoever signed a view never signs about a block in a lower one; and one thing, once, for one slot.
        After the last decision there are no views any more, and nothing that could be void."""
        faults = []
        messages = self.frames.messages
        results = {(messages[frame].block, messages[frame].view) for frame in signed if messages[frame].kind == Kind.RESULT}
        known = {slot_of(messages[frame]): messages[frame].frame for frame in before.signed}
        for message in own:
            slot, of_block = slot_of(message), message.is_content or message.kind == Kind.ACK
            if of_block and before.promise > message.view and (message.block, message.view) not in results:
                faults.append(f"seat {before.seat} signs {message!r} after it promised itself to view {before.promise}")
            is_over = slot not in known and message.kind == Kind.SYNC and message.view <= before.promise
            if is_over or known.setdefault(slot, message.frame) != message.frame:
                faults.append(f"seat {before.seat} signs two different {message!r}")
        return faults

    def _judged(self, before: Seat, session: Session, ready: Ready, finals: frozenset[tuple[int, bytes]]) -> list[str]:
        faults = []
        for seat, conviction in session.replica.convicted.items():
            if seat != self.model.liar:
                faults.append(f"seat {before.seat} convicts seat {seat}: {conviction.reason}")
        if len({index for index, _ in finals}) != len(finals):
            faults.append(f"seat {before.seat} has two final heads for one block")
        if session.stopped:
            faults.append(f"seat {before.seat} stops: {session.stopped}")
        for fact in ready.facts:
            if isinstance(fact, (RolledBack, TwoOfUs)):
                faults.append(f"seat {before.seat} is told {type(fact).__name__}")
        return [fault for fault in faults if fault not in before.faults]


def _subsets(frames: Sequence[int]) -> Iterable[tuple[int, ...]]:
    return chain.from_iterable(combinations(frames, count) for count in range(len(frames) + 1))
