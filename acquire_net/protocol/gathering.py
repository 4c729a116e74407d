"""People who want to play come together: who is there, what is proposed, who is ready, and what they say to each other.

A gathering is given links, frames and ticks, and what its person wants; it gives back frames, the links that it would like to
have, and facts. Everybody says each second what he has, and is sent what he lacks: lost, doubled and reordered frames do no
harm. Who is there stands in circle.py, what is proposed in suggesting.py, who sits in seating.py, who has signed in agreeing.py;
here they are put together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from acquire_net.crypto.transcript import Entropy
from acquire_net.protocol.agreeing import Agreeing, Resumed
from acquire_net.protocol.chat import Chat
from acquire_net.protocol.circle import Circle, Link, Program, Someone
from acquire_net.protocol.codec import Malformed
from acquire_net.protocol.lobby import Agreement, Hello, NotWelcome, OtherTable, Table
from acquire_net.protocol.lobby_facts import (
    Away,
    Differs,
    Excluded,
    LobbyFact,
    LobbyOutbox,
    NameClash,
    Parted,
    ProposalChanged,
    ProposalRefused,
    ReadyChanged,
    Said,
    Started,
    TableFull,
)
from acquire_net.protocol.names import checked_name, cleaned
from acquire_net.protocol.options import checked_options, setting
from acquire_net.protocol.pages import mask_of
from acquire_net.protocol.presence import Person, Roster
from acquire_net.protocol.proposal import Change, Judge, Offer, shown_names, table_of, what_changed, with_excluded
from acquire_net.protocol.seating import keeper, kept_seats
from acquire_net.protocol.suggesting import NotPlayed, Suggesting
from acquire_net.protocol.talk import Proposal, Round, TalkKind, Wants, read, taken_apart
from acquire_net.protocol.verifier import Signer, Verifier

ROUND_MS = 1000
"""How often everybody says what he has."""
MOST_OWN = 4
"""Proposals that this peer makes of itself between two rounds."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    send: tuple[tuple[bytes, bytes], ...]
    """CURVE key and frame, for channel 0."""
    links: tuple[tuple[bytes, tuple[str, ...]], ...]
    """All links that are wanted and not there: CURVE key and addresses."""
    facts: tuple[LobbyFact, ...]
    wake_ms: int


class Gathering:
    def __init__(self, signer: Signer, verifier: Verifier, entropy: Entropy, program: Program, name: str, curve: bytes,
                 addresses: Sequence[str], judge: Judge, offer: Offer | None = None, watches: bool = False,
                 resumed: Resumed | None = None, now_ms: int = 0) -> None:
        """With an offer it founds a table; without it joins that of the first peer that it meets. Raises NotWelcome, BadName."""
        self.entropy = entropy
        self.judge = judge
        self.has_left = False
        self.out = LobbyOutbox()
        self.circle = Circle.of(signer, verifier, entropy, program, name, curve, addresses, watches, self.out)
        self.chat = Chat()
        self.suggesting = Suggesting(signer, verifier, judge)
        self.agreeing = Agreeing(signer, verifier)
        self._ready_for: tuple[Proposal, dict[bytes, str]] | None = None
        self._table: tuple[tuple[bytes, ...], Table | None] = ((), None)
        self._shown: tuple[tuple[bytes, ...], bool] = ((), False)
        self._full = False
        self._own = MOST_OWN
        self.now = self._round_at = now_ms
        if resumed is not None:
            self.agreeing.resume(resumed.agreement)
            self.circle.join(resumed.gathering)
        elif offer is not None:
            gathering, me = entropy(32), self.identity
            first = Proposal(1, b"", me, offer.places, offer.rules, checked_options(offer.options), (me,), (), 0)
            self.suggesting.found(first, gathering)
            self.circle.join(gathering)

    # --- what the program around it may look at

    @property
    def identity(self) -> bytes:
        return self.circle.me.identity

    @property
    def gathering(self) -> bytes:
        """What everything that is signed here is bound to; empty until somebody who has one was met."""
        return self.circle.gathering

    @property
    def roster(self) -> Roster:
        return self.circle.roster

    @property
    def proposal(self) -> Proposal | None:
        return self.suggesting.held.proposal if self.suggesting.held else None

    @property
    def started(self) -> Agreement | None:
        return self.agreeing.started

    @property
    def people(self) -> tuple[Someone, ...]:
        return self.circle.people()

    @property
    def watchers(self) -> tuple[bytes, ...]:
        """The CURVE keys of those who may be shown the game and have no seat in it."""
        agreement = self.started
        if agreement is None or setting(agreement.table.options, "spectators") == "no":
            return ()
        seated = {seat.identity for seat in agreement.table.seats}
        return tuple(each.curve for each in self.people if each.is_linked and each.identity not in seated
                     and not self.suggesting.has_no_say(each.identity))

    # --- what the person wants

    def propose(self, rules: Sequence[str] | None = None, options: Mapping[str, str] | None = None, places: int | None = None,
                order: Sequence[bytes] | None = None) -> None:
        """Changes what is named. Raises NotWelcome with a sentence, and nothing has happened."""
        proposal = self._open_proposal()
        if order is not None and sorted(order) != sorted(proposal.seated):
            raise NotWelcome("an order names everybody who is seated, once")
        self._wish(Change(None if rules is None else tuple(rules), options, places, None if order is None else tuple(order)))

    def exclude(self, identity: bytes) -> None:
        """Proposes to play without somebody, and gives him no seat again. Raises NotWelcome."""
        self._open_proposal()
        if identity == self.identity:
            raise NotWelcome("nobody excludes himself: leave the table instead")
        self.suggesting.banned.add(identity)
        self._wish(Change(exclude=identity))

    def set_ready(self, ready: bool) -> None:
        """Agrees to what is proposed now; the table is signed as soon as it can be. Raises NotWelcome."""
        proposal = self._open_proposal()
        if not ready:
            self._ready_for = None
            if self.agreeing.is_signed:
                self.circle.renew(nonce=self.entropy(32))  # what was signed is not the table any more
        elif self.identity not in proposal.seated:
            raise NotWelcome("there is no seat for this person yet, so nothing to be ready for")
        else:
            self._ready_for = self._what_is_agreed(proposal)
        self._go_on()

    def say(self, text: str) -> None:
        """A line for everybody. Raises NotWelcome, and nothing was said."""
        if not self.gathering:
            raise NotWelcome("nobody is there yet who could read this")
        line = self.chat.say(text, self.now)
        self.out.tell(Said(self.identity, line))
        self.circle.push(TalkKind.SAY, self.chat.last_line(self.gathering, self.circle.signer))

    def mute(self, identity: bytes, muted: bool = True) -> None:
        (self.chat.muted.add if muted else self.chat.muted.discard)(identity)

    def set_name(self, name: str) -> None:
        """Raises BadName, or NotWelcome where the table has begun."""
        if self.agreeing.is_frozen:
            raise NotWelcome("the game has begun: names stay as they are")
        self.circle.renew(name=checked_name(cleaned(name)))
        self._go_on()

    def set_addresses(self, addresses: Sequence[str]) -> None:
        self.circle.renew(addresses=tuple(addresses))
        self._go_on()

    def set_watching(self, watches: bool) -> None:
        """To watch only, or to play again where there is a place. Raises NotWelcome."""
        if self.agreeing.is_frozen:
            raise NotWelcome("the game has begun: a seat is left by saying goodbye to the table")
        self.circle.renew(wants=Wants.WATCH if watches else Wants.PLAY)
        self._go_on()

    def leave(self) -> None:
        """Says goodbye; a few rounds more make it known to all."""
        if not self.has_left:
            self.has_left = True
            self._ready_for = None
            self.circle.renew(wants=Wants.LEFT)

    def regroup(self, lost: Sequence[bytes]) -> None:
        """Seats were lost before the game had begun: the same again without them, and ready by itself."""
        agreement, held = self.agreeing.started, self.suggesting.held
        if agreement is None or held is None or not self.agreeing.is_frozen:
            raise NotWelcome("no table has begun that could be begun again")
        self.agreeing.restart()
        seated = tuple(seat.identity for seat in agreement.table.seats if seat.identity not in lost)
        content = replace(held.proposal, places=max(2, len(seated)), seated=seated, attempt=agreement.table.attempt + 1,
                          excluded=with_excluded([who for who in held.proposal.excluded if who not in seated], lost))
        self.circle.renew(nonce=self.entropy(32))
        self._make(content)
        if len(seated) > 1:
            self._ready_for = self._what_is_agreed(content)
        self._go_on()

    def _open_proposal(self) -> Proposal:
        if self.has_left:
            raise NotWelcome("this table was left")
        if self.agreeing.is_frozen:
            raise NotWelcome("the game has begun: what was agreed on stays")
        if self.proposal is None:
            raise NotWelcome("nothing is proposed yet: wait until somebody is met who has a table")
        return self.proposal

    def _wish(self, change: Change) -> None:
        old = self.proposal
        if self.suggesting.wish(change, self.gathering):
            self._proposal_changed(old)
        self._go_on()

    # --- links and frames

    def link_up(self, curve: bytes) -> None:
        self.circle.link_up(curve)

    def link_down(self, curve: bytes) -> None:
        link = self.circle.links.pop(curve, None)
        if link is not None and link.welcomed is not None:
            identity = link.welcomed.identity
            if identity in self.roster:
                self.out.tell(Away(identity, self.circle.name_of(identity)))
            else:
                self.chat.forget(identity)
        self._go_on()

    def receive(self, curve: bytes, frame: bytes) -> None:
        """A frame of talk from the peer with this CURVE key. Raises Malformed, and nothing has happened: the link is at fault."""
        kind, data = taken_apart(frame)
        link = self.circle.links.get(curve)
        if link is None or link.refused:
            return
        if kind == TalkKind.HELLO:
            if self.circle.take_hello(curve, link, data) and link.welcomed is not None:
                self.chat.meet(link.welcomed.identity, link.welcomed.nonce)
                self._send_round(curve, link)
        elif link.welcomed is None:
            return
        elif kind == TalkKind.ROUND:
            self._take_round(curve, link, link.welcomed, read(kind, data, Round))
        elif not self.gathering:
            return
        elif kind == TalkKind.PRESENCE:
            forgotten = self.circle.take_presence(curve, data, self._kept(), self._fixed())
            if forgotten is not None:
                self.chat.forget(forgotten)
        elif kind == TalkKind.PROPOSAL:
            self._take_proposal(curve, data)
        elif kind == TalkKind.READY:
            self._take_ready(curve, data)
        else:
            self._take_line(link.welcomed.identity, data)
        self._go_on()

    def tick(self, now_ms: int) -> None:
        self.now = now_ms
        if 0 <= now_ms - self._round_at < ROUND_MS:
            return
        self._round_at = now_ms
        self._own = MOST_OWN
        self.circle.new_round()
        for curve, link in self.circle.links.items():
            if not link.confirmed:
                self.circle.send_hello(curve)
            if not link.refused:
                self._send_round(curve, link)
        self._go_on()

    def take_ready(self) -> Outgoing:
        send, self.out.send = tuple(self.out.send), []
        facts, self.out.facts = tuple(self.out.facts), []
        links = () if self.has_left else self.circle.wanted_links(self.suggesting.without_a_say)
        return Outgoing(send, links, facts, self._round_at + ROUND_MS)

    def _kept(self) -> set[bytes]:
        """Whose presence makes room for nobody's."""
        seated = self.proposal.seated if self.proposal else ()
        table = self.started.table.seats if self.started else ()
        return {*seated, *(seat.identity for seat in table)}

    def _fixed(self) -> dict[bytes, bytes]:
        """After the start a seat stays with the key that was agreed on."""
        agreement = self.started if self.agreeing.is_frozen else None
        return {} if agreement is None else {seat.identity: seat.curve for seat in agreement.table.seats}

    # --- ROUND

    def _send_round(self, curve: bytes, link: Link) -> None:
        if link.welcomed is None:
            what = Round(b"", 0, (), 0, b"", b"", 0, 0, 0)
        else:
            held, shown = self.suggesting.held, self.agreeing.shown
            what = Round(
                self.gathering, 1, self.roster.known if self.gathering else (), held.proposal.revision if held else 0,
                held.name if held else b"", shown.tid if shown else b"", mask_of(shown.signatures) if shown else 0,
                int(self.agreeing.is_frozen), self.chat.heard(link.welcomed.identity))
        self.circle.send(curve, TalkKind.ROUND, [msgspec.msgpack.encode(what)])

    def _take_round(self, curve: bytes, link: Link, hello: Hello, theirs: Round) -> None:
        link.confirmed = bool(theirs.welcomed)
        if not link.may_answer():
            return
        if not link.confirmed:
            self.circle.send_hello(curve)
        elif not theirs.gathering:
            if self.gathering:
                self._send_round(curve, link)
        elif self.gathering and theirs.gathering != self.gathering:
            self.circle.refuse(curve, f"{hello.name} is at another table: one of the two leaves and joins the other")
        else:
            if not self.gathering:
                self.circle.join(theirs.gathering)
            if not link.joined:
                link.joined = True
                self._send_round(curve, link)
            self._send_missing(curve, hello.identity, theirs)

    def _send_missing(self, curve: bytes, identity: bytes, theirs: Round) -> None:
        serials = {known.identity: known.serial for known in theirs.known}
        self.circle.send(curve, TalkKind.PRESENCE, [person.signed for person in self.roster
                                                    if person.presence.serial > serials.get(person.presence.identity, -1)])
        held = self.suggesting.held
        if held is not None and held.rank > (theirs.revision, theirs.proposal):
            self.circle.send(curve, TalkKind.PROPOSAL, [held.signed])
        if theirs.started:
            self._hear_of_start(identity, theirs.table)
        self.circle.send(curve, TalkKind.READY, self._missing_readys(identity, theirs))
        self.circle.send(curve, TalkKind.SAY, self.chat.lines_after(theirs.heard, self.gathering, self.circle.signer))

    def _missing_readys(self, identity: bytes, theirs: Round) -> list[bytes]:
        mine = self.agreeing.started
        lags = mine is not None and self.agreeing.is_frozen and theirs.table != mine.tid and not theirs.started
        if lags and mine is not None and identity in (seat.identity for seat in mine.table.seats):
            return self.agreeing.missing(mine.tid, 0)
        return self.agreeing.missing(theirs.table, theirs.ready)

    def _hear_of_start(self, identity: bytes, tid: bytes) -> None:
        mine = self.agreeing.started
        if mine is None or not self.agreeing.is_frozen:
            self.agreeing.go_back_to(tid, identity)
        elif tid != mine.tid and identity in (seat.identity for seat in mine.table.seats):
            self.out.tell_once(Parted(identity, self.circle.name_of(identity)))

    # --- proposals

    def _take_proposal(self, curve: bytes, data: bytes) -> None:
        if self.agreeing.is_frozen:
            return
        old = self.proposal
        try:
            if not self.suggesting.take(data, self.gathering):
                return
        except NotPlayed as refusal:
            self.out.tell(ProposalRefused(refusal.author, str(refusal)))
            return
        self._proposal_changed(old, curve)
        new = self.proposal
        if self._own > 0 and not self.has_left and self.suggesting.wish_again(self.gathering):
            self._own -= 1
            self._proposal_changed(new)

    def _proposal_changed(self, old: Proposal | None, source: bytes = b"") -> None:
        held = self.suggesting.held
        assert held is not None
        changes = what_changed(old, held.proposal, self.circle.name_of)
        if changes:
            self.out.tell(ProposalChanged(held.proposal.author, changes))
        if self.identity in held.proposal.excluded and (old is None or self.identity not in old.excluded):
            self.out.tell(Excluded(held.proposal.author, self.circle.name_of(held.proposal.author)))
        self.circle.push(TalkKind.PROPOSAL, held.signed, source)

    def _make(self, content: Proposal) -> None:
        """A proposal of the program itself, not of its person."""
        old = self.proposal
        self.suggesting.make(content, self.gathering)
        self._proposal_changed(old)

    def _keep_seats(self) -> None:
        """What whoever keeps the seats does: seats newcomers, and frees the seats of those who are gone."""
        proposal = self.proposal
        if proposal is None or self.has_left or self.agreeing.is_frozen or self._own <= 0:
            return
        content, people = proposal, self.people
        if keeper(proposal, people, self.identity) == self.identity:
            content = kept_seats(proposal, people, self.identity, self.suggesting.banned)
        if content != proposal or self.suggesting.must_exceed >= proposal.revision:
            self._own -= 1
            self._make(content)

    # --- the table

    def _go_on(self) -> None:
        self._keep_seats()
        if not self.agreeing.is_frozen and not self.has_left:
            self._agree()
        self._tell_who_is_ready()
        self._tell_if_full()

    def _what_is_agreed(self, proposal: Proposal) -> tuple[Proposal, dict[bytes, str]]:
        """What a person has in mind who is ready: rules, options, seats, and the names of those whom he can see."""
        content = replace(proposal, revision=0, before=b"", author=bytes(32), excluded=())
        return content, shown_names([person.presence for person in self._seated(proposal) if person])

    def _seated(self, proposal: Proposal) -> list[Person | None]:
        return [self.roster.get(identity) for identity in proposal.seated]

    def _agree(self) -> None:
        proposal = self.proposal
        if proposal is None:
            return
        if self._ready_for is not None:
            content, names = now = self._what_is_agreed(proposal)
            same = content == self._ready_for[0] and all(names.get(who, name) == name for who, name in self._ready_for[1].items())
            self._ready_for = now if same else None
        table = self._present_table(proposal)
        self.agreeing.turn_to(table)
        if table is not None and self._ready_for is not None and not self.agreeing.is_signed and all(
                self.circle.is_linked(who) for who in proposal.seated if who != self.identity):
            self.circle.push(TalkKind.READY, self.agreeing.sign())
        agreement = self.agreeing.begin()
        if agreement is not None:
            self._ready_for = None
            self.out.tell(Started(agreement, tuple(seat.curve for seat in agreement.table.seats)))

    def _present_table(self, proposal: Proposal) -> Table | None:
        """What follows from what is known, if that is a table; not computed again as long as it is the same."""
        people = self._seated(proposal)
        known = [person for person in people if person is not None and person.presence.wants == Wants.PLAY]
        key = (msgspec.msgpack.encode(proposal), *(person.body for person in known))
        if key == self._table[0]:
            return self._table[1]
        presences = [person.presence for person in known]
        table = None
        for presence in presences:
            shown = shown_names(presences)[presence.identity]
            if shown != presence.name:
                self.out.tell_once(NameClash(presence.identity, presence.name, shown))
        if len(presences) == proposal.places:
            try:
                table = table_of(proposal, presences, self.judge)
            except (NotWelcome, Malformed) as refusal:
                self.out.tell(ProposalRefused(proposal.author, str(refusal)))
        self._table = key, table
        return table

    def _take_ready(self, curve: bytes, data: bytes) -> None:
        try:
            if self.agreeing.take(data):
                self.circle.push(TalkKind.READY, data, curve)
        except OtherTable as other:
            self.out.tell_once(Differs(other.identity, f"{self.circle.name_of(other.identity)}: {other}"))

    # --- what is told

    def _take_line(self, identity: bytes, data: bytes) -> None:
        person = self.roster.get(identity)
        if person is None or person.presence.wants == Wants.LEFT or self.suggesting.has_no_say(identity):
            return
        line = self.chat.hear(identity, data, self.gathering, self.circle.verifier, self.now)
        if line:
            self.out.tell(Said(identity, line))

    def _tell_who_is_ready(self) -> None:
        current = self.agreeing.shown
        ready = tuple(current.table.seats[seat].identity for seat in sorted(current.signatures)) if current else ()
        shown = ready, self._ready_for is not None
        if shown != self._shown:
            self._shown = shown
            self.out.tell(ReadyChanged(*shown))

    def _tell_if_full(self) -> None:
        """Once, until there is a place again."""
        proposal = self.proposal
        is_full = (proposal is not None and not self.agreeing.is_frozen and self.circle.me.wants == Wants.PLAY
                   and self.identity not in (*proposal.seated, *proposal.excluded) and len(proposal.seated) >= proposal.places)
        if is_full and not self._full:
            assert proposal is not None
            may_watch = setting(proposal.options, "spectators") == "yes"
            words = ("you may watch, and sit down when one becomes free" if may_watch
                     else "and this table has no spectators: found another one, or wait until one becomes free")
            self.out.tell(TableFull(f"all {proposal.places} places of this table are taken; {words}", may_watch))
        self._full = is_full
