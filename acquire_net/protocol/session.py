"""One peer of a table: its secrets, its own messages, its patience with the others (sections 2.1, 2.8, 2.9).

A session is given frames, submitted actions and ticks, and gives back, through `take_ready`, what must be on disk first, what may
be sent then, and what has happened. What a message means is decided in lockstep.py, by the same code that a spectator runs; here
it is decided what this peer says, when it says it again, and when it gives up on another. Time is whatever the ticks say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import cast

from msgspec.structs import replace

from acquire_net.protocol import messages
from acquire_net.protocol.codec import Malformed, Signed, decode, encode, to_sign
from acquire_net.protocol.dealing import DecideAction, SignResult
from acquire_net.protocol.decision_clock import DecisionClock
from acquire_net.protocol.disagreeing import Disagreeing
from acquire_net.protocol.facts import (
    BlockFinal,
    Entry,
    Fact,
    Finished,
    Outbox,
    Ready,
    Regroup,
    RolledBack,
    SeatConvicted,
    SeatLost,
    TwoOfUs,
)
from acquire_net.protocol.helping import MOST_CLAIMS, MOST_HELP_BYTES, is_behind, missing_frames, status_of
from acquire_net.protocol.lockstep import Replica
from acquire_net.protocol.messages import Envelope, Kind, Message, Status
from acquire_net.protocol.pages import Conviction, Fate, FinalBlock, seats_of
from acquire_net.protocol.patience import Patience, Timing
from acquire_net.protocol.relays import check_all_parked, link
from acquire_net.protocol.replaying import offer_entry
from acquire_net.protocol.sealed_game import Refused
from acquire_net.protocol.secrets import Lost, SeatSecrets
from acquire_net.protocol.spare_time import SpareTime
from acquire_net.protocol.state import Impossible, State, Wrong
from acquire_net.protocol.stopping import stops
from acquire_net.protocol.verifier import Signer, Verifier
from acquire_net.protocol.view_change import ViewChange
from acquire_net.protocol.views import Views
from acquire_net.protocol.waiting import LEAST_ROUNDS, Waiting, feed_the_clock

MOST_EARLY = 8
"""Messages of one author kept for the next block and for views to come: a block has at most one content and one ACK of each."""


class Session:
    def __init__(self, state: State, seat: int, signer: Signer, verifier: Verifier, secrets: SeatSecrets,
                 timing: Timing | None = None, now_ms: int = 0, resumed: bool = False, opens_hand: bool = False) -> None:
        self.seat = seat
        self.signer, self.secrets = signer, secrets
        self.replica = Replica(state, verifier, secrets)
        self.views = Views(self.replica, seat)
        self.view_change = ViewChange(self)
        self.timing = timing or Timing()
        self.opens_hand = opens_hand
        """Whether this seat shows after the game what it held."""
        self.patience = Patience(self.timing, len(state.identities), now_ms)
        self.decision_clock = DecisionClock(len(state.identities), self.timing.decision_ms, self.timing.bank_ms)
        self.waiting, self.spare_time = Waiting(self), SpareTime(self)
        self.intent: bytes | None = None
        """The action that the person has chosen, until it is final."""
        self.stopped = ""
        """Why this session does nothing any more: something has happened that cannot be."""
        self.disagreeing = Disagreeing(self)
        self._reported: set[Conviction] = set()
        self.votes: set[int] = set()
        """Seats without whom the person wants to go on."""
        self.asking = 0
        """While it is not zero, this peer has been restarted and says nothing until the others have told it what it said."""
        self.dropped = self.finished = False
        self._asking_since = self._status_at = now_ms
        self._answers: dict[int, tuple[int, Status]] = {}
        self._claims: Counter[int] = Counter()
        """How often each has answered since anything new came."""
        self._early: dict[tuple[int, int, int, bool], Signed] = {}
        self._helped: Counter[int] = Counter()
        self._out = Outbox()
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
        """Whether this seat still has a say."""
        return not (self.stopped or self.dropped or self.finished or self.replica.regroup or self.state.over
                    or self.seat in self.replica.left or self.seat in self.replica.convicted)

    @property
    def asked(self) -> bool:
        """Whether this seat has to decide now."""
        step = self.state.step
        return (isinstance(step, DecideAction) and step.seat == self.seat and self.takes_part
                and self.seat not in self.replica.open.contents)

    @stops
    def submit(self, action: bytes) -> None:
        """The own decision. Raises Refused, and nothing has happened, where it is not asked for or not allowed."""
        if not self.asked:
            raise Refused("this seat is not asked for a decision now")
        if self.asking:
            raise Refused("the others have not answered yet since the restart")
        step = cast(DecideAction, self.state.step)
        step.declare(self.state, action, self.secrets, self.secrets)
        self.intent = action
        self._go_on()

    @stops
    def leave(self) -> None:
        """Says goodbye for good."""
        if self.takes_part:
            self.say(Kind.LEAVE, messages.Leave())
            self._go_on()

    @stops
    def vote(self, seats: Iterable[int]) -> None:
        """The person agrees to go on without these seats; an empty vote takes it back."""
        self.votes = {seat for seat in seats if seat != self.seat}
        self.view_change.consider()
        self._go_on()

    @stops
    def receive(self, sender: int, frame: bytes) -> None:
        """A frame from this seat's link, whoever wrote it. Raises Malformed, and nothing has happened."""
        message = decode(frame)
        if message.author >= len(self.state.identities):
            raise Malformed(f"author {message.author} at a table of {len(self.state.identities)}")
        if sender != self.seat:
            self.patience.heard(sender)
        if message.fault:
            self.offer(message)
        elif message.kind == Kind.STATUS:
            self._take_status(sender, message)
        elif message.kind == Kind.SYNC:
            self.view_change.take_sync(message)
        elif message.kind == Kind.STATE:
            self.disagreeing.take(sender, message)
        else:
            self.offer(message, later=True)
        self._go_on()

    @stops
    def work(self) -> None:
        """What is better done when nothing has come in; `Ready.has_work` says whether there is anything of that kind."""
        self.spare_time.work()
        self._go_on()

    def linked(self, seat: int) -> None:
        """A link to this seat has come up: it is told at once what is here, and sends what is missing."""
        status = self._status()
        if status is not None:
            self._send(seat, status.frame)

    @stops
    def tick(self, now_ms: int) -> None:
        self.waiting.pass_time(self.patience.pass_time(now_ms))
        if self.patience.now - self._status_at >= self.timing.status_ms:
            self._status_at = self.patience.now
            self._helped.clear()
            self._send_status()
            self.disagreeing.remind()
        self.waiting.tell()
        self.view_change.consider()
        self._finish_without_all()
        self._go_on()

    def take_ready(self) -> Ready:
        feed_the_clock(self, 0)
        out, self._out = self._out, Outbox()
        secrets = self.secrets.take_if_changed()
        return Ready(secrets, tuple(out.journal), out.must_sync or secrets is not None, tuple(out.send), tuple(out.facts),
                     self.patience.shown_at(self._status_at + self.timing.status_ms), self.spare_time.has_work)

    # --- resuming (2.8)

    def replay(self, entry: Entry) -> None:
        """One line of the own journal, before anything else is done with a resumed session. Raises Malformed."""
        for message, _ in offer_entry(self.replica, entry):
            if message.kind == Kind.SYNC:
                self.views.remember(message)
            elif message.kind == Kind.VIEW and message.author == self.seat:
                self.views.signed = max(self.views.signed, message.view)
        check_all_parked(self.replica)
        while self._settle():
            pass

    @stops
    def resume(self, now_ms: int, number: int) -> None:
        """After the journal was replayed: ask the others what this seat has said, before it says anything."""
        self.patience.restart(now_ms)
        self.views.promised_at = self._status_at = now_ms
        self._out, self._answers = Outbox(), {}
        self.asking, self._asking_since = number, self.patience.now
        self._claims.clear()
        self._reported = {*self.replica.convicted.values(), *self.replica.disagreements.values()}
        self._send_status()
        self._go_on()

    def _try_to_wake(self) -> None:
        """Whether the others have said enough: none of them is ahead, or has a message of this seat that is not here."""
        if not self.asking:
            return
        needed = set(self.live) - self.view_change.gone() - {self.seat}
        if self.patience.now - self._asking_since > max(self.timing.grace_ms // 2, LEAST_ROUNDS * self.timing.status_ms):
            # Who is there and does not answer must not keep this seat silent until the others lose patience with it.
            needed -= {seat for seat in needed if seat not in self._answers and self.patience.is_heard(seat)}
        if any(seat not in self._answers for seat in needed):
            return
        if not self.state.over and any(is_behind(self.replica, self.views, self.seat, *self._answers[seat])
                                       and self._claims[seat] < MOST_CLAIMS for seat in needed):
            return
        self.asking = 0
        if not self.secrets.fit(self.state):
            self.leave()

    # --- what comes in

    def offer(self, message: Signed, was_kept: bool = False, later: bool = False) -> Fate:
        """Believes it or not; a contribution to a relay may be looked at `later`."""
        mine = message.author == self.seat
        # An own goodbye that was said before the journal was rolled back binds, whenever it comes to light.
        if mine and not (self.asking or was_kept or message.kind == Kind.LEAVE or self._is_known(message)):
            here = (message.block, message.view) == (self.state.block, self.state.view)
            if here and message.kind not in (Kind.VIEW, Kind.HANDS) and self.replica.is_signed(message):
                self.tell(TwoOfUs())
            return Fate.IDLE
        fate = self.replica.offer(message, later=later)
        if fate is Fate.EARLY:
            self._keep(message)
        elif fate in (Fate.NEW, Fate.PARKED):  # in the journal, what this seat builds on stands before what it builds
            if mine or message.kind != Kind.SYNC:
                self._claims.clear()
            self.patience.alive(message.author)
            if mine:
                self.tell(RolledBack(message.block))
            if mine and message.kind == Kind.VIEW:
                self.views.signed = max(self.views.signed, message.view)
            if mine or message.kind not in (Kind.ACK, Kind.SYNC):
                self.record(Entry(message.frame))
        elif fate is Fate.GUILTY:
            self.record(Entry(message.frame))
        self._report_news()
        return fate

    def _is_known(self, message: Signed) -> bool:
        log, seat = self.replica, self.seat
        held = (known[seat] for known in (log.open.acks, log.left, log.hands, log.views.get(message.view, {})) if seat in known)
        return any(known.frame == message.frame for known in (*log.open.of(seat), *held))

    def record(self, entry: Entry) -> None:
        """Into the journal."""
        self._out.journal.append(entry)

    def tell(self, fact: Fact) -> None:
        self._out.facts.append(fact)

    def _report_news(self) -> None:
        """Whoever is convicted, or comes to another state, since this was asked before."""
        for conviction in (*self.replica.convicted.values(), *self.replica.disagreements.values()):
            if conviction not in self._reported:
                self._reported.add(conviction)
                self.report(conviction)
        if self.replica.disagreements:
            self.disagreeing.look()

    def report(self, conviction: Conviction) -> None:
        if not conviction.is_about_state:
            self.tell(SeatConvicted(conviction))
        for frame in conviction.frames:
            self.record(Entry(frame))  # some of it, like acknowledgements, is not there yet
            self._send_to_all(frame)

    def _keep(self, message: Signed) -> None:
        """For later: of the next block, or of a view to come. One of each author and kind, and not many at all."""
        if message.block > self.state.block + 1 or message.author not in self.live:
            return
        key = message.block, message.view, message.author, message.is_content
        is_full = sum(other[2] == message.author for other in self._early) >= MOST_EARLY
        # Unsigned, anybody could take the place of what the author says.
        if key not in self._early and not is_full and self.replica.may_be_signed(message):
            self._early[key] = message

    def _offer_early(self) -> bool:
        """Whether a kept message has found its place."""
        here = self.state.block, self.state.view
        for key in [key for key in self._early if key[:2] <= here]:
            message = self._early.pop(key)
            if key[:2] == here:
                self.offer(message, was_kept=True, later=True)
                return True
        return False

    # --- what is said

    def _sign(self, kind: Kind, body: Message, view: int, block: int | None = None) -> Signed | None:
        data, block = encode(body), self.state.block if block is None else block
        table = self.replica.table_at(block)
        if table is None:
            return None
        signature = self.signer.sign(to_sign(table, kind, self.seat, block, view, data))
        return decode(encode(Envelope(kind, self.seat, block, view, data, signature)))

    def say(self, kind: Kind, body: Message, view: int | None = None, block: int | None = None) -> bool:
        """Signs and believes; what is then sent, has been on disk before."""
        message = self._sign(kind, body, self.state.view if view is None else view, block)
        if message is None:
            return False
        if kind == Kind.SYNC:
            self.views.remember(message)
        elif self.replica.offer(message, just_made=True) is Fate.GUILTY:
            # This program is wrong about itself: nobody hears of it.
            raise Impossible(f"the own {kind.name} does not hold what it should prove")
        self.spare_time.note_own(message)
        self.record(Entry(message.frame))
        self._out.must_sync = True
        self._send_to_all(message.frame)
        return True

    def _send(self, seat: int, frame: bytes) -> None:
        if seat != self.seat:
            self._out.send.append((seat, frame))

    def show_state(self, seat: int, state: messages.CanonicalState, conviction: Conviction) -> None:
        """To a seat that came to another one, as often as there is room for it between two of the own STATUS."""
        message = self._sign(Kind.STATE, state, conviction.view, conviction.block)
        if message is not None and self._helped[seat] + len(message.frame) <= MOST_HELP_BYTES:
            self._helped[seat] += len(message.frame)
            self._send(seat, message.frame)

    def _send_to_all(self, frame: bytes) -> None:
        for seat in range(len(self.state.identities)):
            self._send(seat, frame)

    @property
    def may_not_sign(self) -> bool:
        return not self.takes_part or bool(self.asking) or self.views.trying or self.seat not in self.live

    def _go_on(self) -> None:
        """Does whatever can be done now, until nothing more can."""
        while True:
            while (self._settle() or self._offer_early() or self._contribute() or self._acknowledge() or self.view_change.sign()
                   or self._open_hand()):
                pass
            was_asking = self.asking
            self._try_to_wake()
            if self.asking == was_asking:
                break
        self._report_news()

    def _contribute(self) -> bool:
        step = self.state.step
        if (self.may_not_sign or step is None or self.seat not in self.replica.owing() or self.seat in self.replica.convicted
                or self.replica.open.of(self.seat)):  # built on what who was before has said to nobody else
            return False
        if self.seat in self.replica.open.acks and not isinstance(step, SignResult):  # which is the same whenever it is signed
            return self.view_change.start_afresh()
        bodies = {seat: content.body for seat, content in self.replica.open.said.items() if seat < self.seat}
        try:
            body = step.contribute(self.state, self.seat, bodies, self.secrets)
        except Lost:
            return self.say(Kind.LEAVE, messages.Leave())  # without its key this seat can only say goodbye
        except Wrong:  # nothing can be built on this; who said it is convicted when it is looked at
            return False
        if body is None and self.intent is not None and isinstance(step, DecideAction):
            try:
                body = step.declare(self.state, self.intent, self.secrets, self.secrets)
            except Refused:
                self.intent = None  # the table has changed since it was chosen; the person is asked again
        if isinstance(body, messages.Shuffle | messages.Tag):
            body = replace(body, before=link(self.replica, self.seat))
        return body is not None and self.say(step.kind, body)

    def _acknowledge(self) -> bool:
        ack, own = self.replica.open.ack, self.replica.open.acks.get(self.seat)
        if self.may_not_sign or ack is None:
            return False
        if own is not None:
            return cast(messages.Ack, own.body).head != ack.head and self.view_change.start_afresh()
        return self.say(Kind.ACK, ack)

    def _settle(self) -> bool:
        """Closes the open block if all agree, or goes over to a view that is certified."""
        page = self.replica.close()
        if page is not None:
            self.close(page)
            return True
        certificate = self.replica.certificate()
        if certificate is None:
            return False
        page = self.replica.follow(certificate)
        self.views.over(certificate)
        self._early = {key: message for key, message in self._early.items() if key[1] >= certificate.view}
        if page is not None:
            self.close(page)
        lost = [seat for seat in certificate.lost if seat not in self.live or self.replica.regroup]
        for seat in lost:
            self.tell(SeatLost(seat, self._why_lost(seat)))
            self.votes.discard(seat)
        if self.replica.regroup:
            self.tell(Regroup(self.replica.regroup))
        self.dropped = self.dropped or self.seat in lost
        self.patience.waiting_since = self.patience.now
        return True

    def _why_lost(self, seat: int) -> str:
        if seat in self.replica.convicted:
            return self.replica.convicted[seat].reason
        if seat in self.replica.disagreements:
            return self.replica.disagreements[seat].reason
        return "left" if seat in self.replica.left else "did not answer"

    def close(self, page: FinalBlock) -> None:
        if page.certificate is None:
            others = tuple((seat, ack.envelope.signature) for seat, ack in sorted(page.acks.items()) if seat != self.seat)
            if others:
                self.record(Entry(b"", others))
        if any(content.author == self.seat and content.kind == Kind.DECIDE for content in page.contents):
            self.intent = None
        self.tell(BlockFinal(page, self.state))
        self.patience.waiting_since = self.patience.now
        if self.state.over and not self.finished:
            self.finished = True
            result = cast(messages.Result, page.contents[0].body).result
            self.tell(Finished(result, tuple(content.author for content in page.contents)))

    def _open_hand(self) -> bool:
        """Once the game is over, if all wanted it so and the keys are still here."""
        if (not self.opens_hand or not self.finished or self.asking or self.seat not in self.live
                or self.seat in self.replica.hands or not self.secrets.fit(self.state)):
            return False
        keys = tuple(self.secrets.key(epoch) for epoch in self.replica.epochs_of(self.seat))
        return self.say(Kind.HANDS, messages.Hands(keys))

    def _finish_without_all(self) -> None:
        """After the last decision nobody is dropped; the certificate of the result may lack signatures."""
        step = self.state.step
        if not isinstance(step, SignResult) or self.asking or not self.takes_part:
            return
        waited = self.patience.now - self.patience.waiting_since
        if waited > self.timing.grace_ms and self.seat in self.replica.open.contents:
            self.finished = True
            self.tell(Finished(step.body(self.state).result, tuple(sorted(self.replica.open.contents))))

    def waited_for(self) -> frozenset[int]:
        """Seats without whose word nothing goes on."""
        return self.waiting.seats()

    # --- telling each other what is missing (2.8)

    def _status(self, answers: int = 0) -> Signed | None:
        asks = 0 if answers else self.asking  # or two who ask each other would never stop to answer
        body = status_of(self.replica, self.views, self.patience.hears(self.seat), asks, answers)
        return self._sign(Kind.STATUS, body, self.state.view)

    def _send_status(self) -> None:
        status = self._status()
        if status is not None:
            self._send_to_all(status.frame)

    def _take_status(self, sender: int, message: Signed) -> None:
        if message.author != sender or message.fault or not self.replica.is_signed(message):
            return
        status = cast(Status, message.body)
        if sender not in self.view_change.gone():
            for seat in seats_of(status.hears):
                if seat < len(self.state.identities):
                    self.patience.alive(seat)
        if not status.answers:
            self.waiting.restarted(sender, asks=bool(status.asks))
        if self.asking and status.answers == self.asking:
            self._answers[sender] = message.block, status
            self._claims[sender] += 1
        for frame in missing_frames(self.replica, self.views, message, status):
            self._helped[sender] += len(frame)
            if self._helped[sender] <= MOST_HELP_BYTES:
                self._send(sender, frame)
        if status.asks:
            # What it said about the next block is here already, and nobody can tell it otherwise.
            for message in (kept for kept in self._early.values() if kept.author == sender):
                self._send(sender, message.frame)
            answer = self._status(answers=status.asks)
            if answer is not None:
                self._send(sender, answer.frame)
