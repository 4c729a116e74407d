"""The lobby of a table before its game: who is there, what is proposed, who is ready, and the chat.

A lobby receives links, frames, ticks and the wishes of its person; it returns frames, the links that it wants, and facts. Each
second every peer sends a summary of what it has, and receives what it lacks: lost, doubled and reordered frames do no harm.
membership.py knows who is there, proposal_exchange.py what is proposed, seat_keeper.py whom this peer seats by itself, and
signatures.py who has signed. This module joins them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from acquire_net.crypto.hashing import Entropy
from acquire_net.errors import Wording
from acquire_net.lobby.chat import Chat
from acquire_net.lobby.events import (
    Away,
    Differs,
    Excluded,
    LobbyFact,
    LobbyOutbox,
    Parted,
    ProposalChanged,
    ProposalRefused,
    ReadyChanged,
    Said,
    Started,
    TableFull,
)
from acquire_net.lobby.intent import Intent
from acquire_net.lobby.membership import MemberLink, Membership, Participant, Program
from acquire_net.lobby.messages import (
    MAX_LOBBY_PEERS,
    LobbyKind,
    LobbyRound,
    Proposal,
    Wants,
    read_message,
    split_frame,
)
from acquire_net.lobby.options import checked_options, option_value
from acquire_net.lobby.proposal import Change, Held, Judge, names_at, proposal_of, what_changed, who_moved
from acquire_net.lobby.proposal_exchange import ProposalExchange, UnplayableProposalError
from acquire_net.lobby.seat_keeper import SeatKeeper
from acquire_net.lobby.seating import why_no_seat
from acquire_net.lobby.signatures import TableSignatures
from acquire_net.lobby.table_spec import AdmissionError, Hello, OtherTableError, SignedTable
from acquire_net.players.names import PlayerNameError, checked_name, cleaned_text
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.log_types import mask_of
from acquire_net.protocol.verifier import Signer, Verifier

ROUND_MS = 1000
"""How often every peer sends a summary of what it has."""
MAX_WITHOUT_ME = 2
"""Rounds in which another peer may have no room for this one by chance; after more of them the table counts as full."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The first proposal of a table's founder."""
    rules: tuple[str, ...]
    places: int
    options: Mapping[str, str] = field(default_factory=dict)


class Resumed(Struct, frozen=True):
    """A table that had begun before this program was started again, and the id and the host of its lobby."""
    lobby_id: bytes
    signed_table: SignedTable
    host: bytes = b""


class Outgoing(Struct, frozen=True):
    send: tuple[tuple[bytes, bytes], ...]
    """CURVE key and frame, for channel 0."""
    links: tuple[tuple[bytes, tuple[str, ...]], ...]
    """All links that are wanted and missing: CURVE key and addresses."""
    facts: tuple[LobbyFact, ...]
    wake_ms: int


class MissingLink(Struct, frozen=True):
    """Two seated peers that have no link to each other yet."""
    identities: tuple[bytes, bytes]
    names: tuple[str, str]
    is_own: bool
    """True if the first of the two is this peer."""
    key: bytes
    """The CURVE key of the second; empty where it is not known."""


class Lobby:
    """The peer (acquire_net/peer.py) owns it. Three kinds of input come in: what the person wants (`set_ready`,
    `propose_changes`, …), links and frames (`link_up`, `receive`), and time (`tick`). What may change the seats or the table
    ends in `_go_on`: it makes what the seat keeper proposes, signs the table when all is there, and reports. `_take_round` finds
    what another peer lacks; it asks every part, so it is here. Nothing is sent here: the owner calls `take_ready` after every
    input, and sends what that returns. While `signatures.is_frozen`, a game has begun, and proposal, names and seats stay as they
    are until `begin_without` or `begin_next_game`."""

    def __init__(self, signer: Signer, verifier: Verifier, entropy: Entropy, program: Program, name: str, curve: bytes,
                 addresses: Sequence[str], judge: Judge, offer: Offer | None = None, watches: bool = False,
                 computer: bool = False, resumed: Resumed | None = None, now_ms: int = 0,
                 keeps_out: Callable[[bytes], bool] = lambda identity: False) -> None:
        """Found a table with an offer; without one, join the table of the first peer that is met. `keeps_out` tells which
        identities get no seat from this peer where it keeps the table. Raises AdmissionError or PlayerNameError."""
        self.identity = signer.public
        self.signer = signer
        self.verifier = verifier
        self.entropy = entropy
        self.judge = judge
        self.has_left = False
        self.out = LobbyOutbox()
        self.membership = Membership.for_peer(signer, verifier, entropy, program, name, curve, addresses, watches, computer,
                                              self.out)
        self.proposals = ProposalExchange(signer, verifier, judge)
        self.seat_keeper = SeatKeeper(self.identity, self.proposals, self.membership.participants,
                                      self.membership.roster.presence_of, keeps_out, resumed.host if resumed else b"")
        self.proposals.keeps_out = self.seat_keeper.is_kept_out
        self.signatures = TableSignatures(signer, verifier)
        self.chat = Chat()
        self.intent = Intent(judge)
        self._bringer = b""
        """The link that brought the held proposal."""
        self._computer = computer
        """True if a computer player has this seat from the beginning, and not only in the place of its person."""
        self._shown: tuple[tuple[bytes, ...], bool] = ((), False)
        """Who was reported as ready last, and whether this peer was."""
        self.now = self._round_at = now_ms
        """`now` is the time of the last tick, `_round_at` that of the last round."""
        if resumed is not None:
            self.signatures.resume(resumed.signed_table)
            self.membership.join_lobby(resumed.lobby_id)
            self._shown = resumed.signed_table.identities, False  # that all were ready is not news in a game that runs
        elif offer is not None:
            lobby_id = entropy(32)
            options = checked_options(offer.options)
            first = Proposal(0, b"", self.identity, offer.places, offer.rules, options, (self.identity,), (), 0)
            self.proposals.make_proposal(first, lobby_id)
            self.membership.join_lobby(lobby_id)

    # --- what the program around it may look at

    @property
    def lobby_id(self) -> bytes:
        """Return the id of this lobby. It is kept with the journal, so that a peer that was started again still belongs here."""
        return self.membership.lobby_id

    @property
    def proposal(self) -> Proposal | None:
        return self.proposals.proposal

    @property
    def started(self) -> SignedTable | None:
        return self.signatures.started

    @property
    def participants(self) -> tuple[Participant, ...]:
        return self.membership.participants()

    @property
    def names(self) -> dict[bytes, str]:
        """Return the name on every screen of each player who is there."""
        proposal, table = self.proposal, self.started.table if self.started and self.signatures.is_frozen else None
        return names_at(table, proposal.seated if proposal else (), [person.presence for person in self.membership.roster])

    @property
    def host(self) -> bytes:
        """Return who hosts the table; empty where nobody sits yet."""
        return self.seat_keeper.host

    @property
    def keeps_table(self) -> bool:
        """Return True if this peer gives out the seats of the proposed table."""
        return self.seat_keeper.keeps_table

    def is_kept_out(self, identity: bytes) -> bool:
        """Return True if this peer keeps the table and gives this identity no seat by itself."""
        return self.seat_keeper.is_kept_out(identity)

    def name_of(self, identity: bytes) -> str:
        return self.names.get(identity) or self.membership.name_of(identity)

    def missing_links(self) -> tuple[MissingLink, ...]:
        """Return each pair of seated peers without a link to each other: until they have one, nobody can sign."""
        pairs = self.membership.missing_links(self.proposal.seated) if self.proposal is not None else ()
        keys = {each.identity: each.curve for each in self.participants}
        return tuple(MissingLink(pair, (self.membership.name_of(pair[0]), self.membership.name_of(pair[1])),
                                 pair[0] == self.identity,
                                 keys.get(pair[1], b"")) for pair in pairs)

    @property
    def watchers(self) -> tuple[bytes, ...]:
        """Return the CURVE keys of the peers without a seat that may be shown the game."""
        signed_table = self.started
        if signed_table is None or option_value(signed_table.table.options, "spectators") == "no":
            return ()
        not_shown = {*signed_table.identities, *self.proposals.without_a_say}
        return tuple(each.curve for each in self.participants if each.is_linked and each.identity not in not_shown)

    # --- what the person wants

    def propose_changes(self, rules: Sequence[str] | None = None, options: Mapping[str, str] | None = None,
                        places: int | None = None,
                        order: Sequence[bytes] | None = None) -> None:
        """Propose a change of everything that is not None. Raises AdmissionError with a sentence; then nothing has changed."""
        proposal = self._open_proposal()
        if order is not None and sorted(order) != sorted(proposal.seated):
            raise AdmissionError(Wording("an order of the seats names every seated player exactly once"))
        self._change_proposal(Change(None if rules is None else tuple(rules), options, places,
                                     None if order is None else tuple(order)))

    def exclude_player(self, identity: bytes) -> None:
        """Propose to play without this peer, and give it no seat again. Raises AdmissionError."""
        self._open_proposal()
        if identity == self.identity:
            raise AdmissionError(Wording("you cannot exclude yourself: leave the table instead"))
        self.proposals.banned.add(identity)
        self._change_proposal(Change(exclude=identity))

    def accept_player(self, identity: bytes) -> None:
        """Give a player who was excluded, or convicted in the game before, a seat again. Raises AdmissionError."""
        proposal = self._open_proposal()
        keeps = self.seat_keeper.keeper_of(proposal)
        if keeps != self.identity:
            who = "the founder" if keeps is None else self.name_of(keeps)
            raise AdmissionError(Wording("only {who} can accept a player again, because {who} gives out the places of this "
                                         "table", who=who))
        self.proposals.banned.discard(identity)
        self.proposals.barred.discard(identity)
        self._change_proposal(Change(accept=identity))

    def set_ready(self, ready: bool) -> None:
        """Agree to the present proposal, or withdraw; the table is signed as soon as it can be. Raises AdmissionError."""
        proposal = self._open_proposal()
        if not ready:
            self.intent.withdraw_consent()
            if self.signatures.is_signed:
                self.membership.renew_presence(nonce=self.entropy(32))  # what was signed is not the table any more
        elif self.identity not in proposal.seated:
            raise AdmissionError(Wording("you have no seat at this table, so there is nothing to be ready for"))
        else:
            self.intent.agree_to_content()
        self._go_on()

    def send_chat(self, text: str) -> None:
        """Send a line to everybody. Raises AdmissionError; then nothing was sent."""
        if not self.lobby_id:
            raise AdmissionError(Wording("nobody is there yet who could read this"))
        if not self.signatures.is_frozen and self.proposal is not None and self.identity in self.proposal.excluded:
            raise AdmissionError(Wording("you are excluded from this table, so nobody reads what you write"))
        self.out.report_fact(Said(self.identity, self.chat.add_own_line(text, self.now), self.name_of(self.identity)))
        self.membership.send_to_members(LobbyKind.SAY, self.chat.last_line(self.lobby_id, self.signer))

    def mute_player(self, identity: bytes, muted: bool = True) -> None:
        (self.chat.muted.add if muted else self.chat.muted.discard)(identity)

    def set_name(self, name: str) -> None:
        """Change the name of this player. Raises AdmissionError."""
        try:
            checked = checked_name(cleaned_text(name))
        except PlayerNameError as bad:
            raise AdmissionError(str(bad)) from None
        self._change_presence(name=checked)

    def set_watching(self, watches: bool) -> None:
        """Watch only, or play again if there is a place. Raises AdmissionError."""
        self._change_presence(wants=Wants.WATCH if watches else Wants.PLAY)

    def set_paused(self, paused: bool) -> None:
        """Ask the table to wait, or to go on. Raises AdmissionError."""
        if not self.signatures.is_frozen or self.has_left:
            raise AdmissionError(Wording("no game is running that could wait"))
        self.membership.renew_presence(wants=Wants.PAUSE if paused else Wants.PLAY)

    def leave_for_now(self) -> None:
        """Tell the table that this program closes and its player means to come back to the game. Who has asked the others to wait
        still does."""
        if self.signatures.is_frozen and not self.has_left and self.membership.me.wants == Wants.PLAY:
            self.membership.renew_presence(wants=Wants.BACK_LATER)

    def set_handed_over(self, handed: bool) -> None:
        """Tell the table that a computer player answers at this machine in the place of its person, or no longer does. Raises
        AdmissionError."""
        if not self.signatures.is_frozen or self.has_left:
            raise AdmissionError(Wording("no game is running in which a computer player could answer"))
        self.membership.renew_presence(computer=int(handed or self._computer))

    def _change_presence(self, **changes: Any) -> None:
        """Change what this peer says of itself before a game. Raises AdmissionError once one has begun."""
        if self.signatures.is_frozen or self.has_left:
            raise AdmissionError(Wording("names and seats cannot change now: the game has begun, or you have left this table"))
        self.membership.renew_presence(nonce=self.entropy(32), **changes)
        self._go_on()

    def set_addresses(self, addresses: Sequence[str]) -> None:
        """Change the addresses at which other peers try to reach this one. Raises AdmissionError."""
        try:
            self.membership.renew_presence(addresses=tuple(addresses))
        except MalformedError as bad:
            raise AdmissionError(Wording("these addresses cannot be sent to other peers: {bad}", bad=bad)) from None

    def leave(self) -> None:
        """Say goodbye. Call `tick` for a few rounds more, so that all peers receive it."""
        if not self.has_left:
            self.has_left = True
            self.intent.withdraw_consent()
            self.membership.renew_presence(wants=Wants.LEFT)

    def begin_without(self, lost: Sequence[bytes], left: Collection[bytes] = ()) -> None:
        """Propose the same table without seats that were lost before its game began, and agree to it. Raises AdmissionError.

        `left` are those of them who said goodbye: they sit down again when a place is free. The others are excluded.
        """
        signed_table, proposal = self.signatures.started, self.proposal
        if signed_table is None or not self.signatures.is_frozen:
            raise AdmissionError(Wording("no table has begun here, so none can begin again"))
        content = replace(proposal_of(signed_table.table, lost, proposal.excluded if proposal else (), left),
                          attempt=signed_table.table.next_attempt)
        try:
            self._make_proposal(content)
        except AdmissionError:  # too few for these rules (teams, for instance): the places stay, for other players
            self._make_proposal(replace(content, places=len(signed_table.table.seats)))
        self.signatures.give_up()
        self._renew_after_a_game()
        if self.proposal is not None and self.identity in self.proposal.seated:
            # A program that was started again holds no proposal: the one of the lost table counts more at first.
            self.intent.agree_to_content(again=proposal is None)
            self._go_on()

    def begin_next_game(self, convicted: Collection[bytes] = ()) -> None:
        """Begin anew after a game: the same players may play another one, for which each says again that they are ready.

        A fresh nonce makes it another table. It waits for players who have not reached the end of the last one yet.
        Players who were convicted in it get a seat only if the keeper of the table accepts them by name. Raises AdmissionError;
        then nothing has changed.
        """
        signed_table = self.signatures.started
        if signed_table is None or not self.signatures.is_frozen:
            raise AdmissionError(Wording("no game has been played here, so no next one can follow"))
        if self.proposal is None:  # the program was started again meanwhile
            self.proposals.make_proposal(replace(proposal_of(signed_table.table), attempt=0), self.lobby_id)
            self.proposals.is_guess = True
        self.signatures.give_up()
        self.proposals.barred.update(convicted)
        self.chat.begin_anew(signed_table.identities)
        self.seat_keeper.on_game_played(signed_table.identities)
        self.intent.seats_may_move_on = True
        self._renew_after_a_game()

    def _renew_after_a_game(self) -> None:
        """Begin anew: nobody is asked to wait, and nobody has handed a seat over."""
        self.membership.renew_presence(nonce=self.entropy(32), wants=Wants.PLAY, computer=int(self._computer))
        self._go_on()

    def _open_proposal(self) -> Proposal:
        if self.has_left:
            raise AdmissionError(Wording("you have left this table"))
        if self.started is not None:
            raise AdmissionError(Wording("the game has begun: what was agreed on stays"))
        if self.proposal is None:
            raise AdmissionError(Wording("nothing is proposed yet: wait until a player who has a table is found"))
        return self.proposal

    def _change_proposal(self, change: Change) -> None:
        old = self.proposal
        if self.proposals.change_proposal(change, self.lobby_id):
            self._proposal_changed(old)
        self._go_on()

    # --- links, frames and time

    def link_up(self, curve: bytes) -> None:
        self.membership.link_up(curve)

    def link_down(self, curve: bytes) -> None:
        link = self.membership.links.pop(curve, None)
        if link is not None and link.welcomed is not None and not self.membership.has_met(link.welcomed.identity):
            identity = link.welcomed.identity
            if identity in self.membership.roster:
                self.out.report_fact(Away(identity, self.name_of(identity)))
            else:
                self.chat.forget_author(identity)
        self._go_on()

    def receive(self, curve: bytes, frame: bytes) -> None:
        """Handle a lobby frame from the peer with this CURVE key. Raises MalformedError, the fault of this link; then nothing has
        changed."""
        kind, data = split_frame(frame)
        link = self.membership.links.get(curve)
        if link is None or link.refused:
            return
        if kind == LobbyKind.HELLO:
            self._take_hello(curve, link, data)
        elif link.welcomed is None:
            return
        elif kind == LobbyKind.ROUND:
            self._take_round(curve, link, link.welcomed, read_message(kind, data, LobbyRound))
        elif not self.lobby_id:
            return
        elif kind == LobbyKind.PRESENCE:
            self._take_presence(curve, data)
        elif kind == LobbyKind.PROPOSAL:
            self._take_proposal(curve, link, data)
        elif kind == LobbyKind.READY:
            self._take_signature(curve, link, data)
        else:
            self._take_line(link.welcomed.identity, data)
        self._go_on()

    def tick(self, now_ms: int) -> None:
        self.now = now_ms
        if 0 <= now_ms - self._round_at < ROUND_MS:
            return
        self._round_at = now_ms
        self.seat_keeper.begin_round()
        self.membership.new_round()
        for curve, link in self.membership.links.items():
            if not link.confirmed:
                self.membership.send_hello(curve)
            if link.welcomed is not None:
                self._send_round(curve, link.welcomed)
        self._go_on()

    def take_ready(self) -> Outgoing:
        """Return what is to be sent now, and what has happened. Call it after every input."""
        send, self.out.send = tuple(self.out.send), []
        facts, self.out.facts = tuple(self.out.facts), []
        links = () if self.has_left else self.membership.wanted_links(self.proposals.without_a_say)
        return Outgoing(send, links, facts, self._round_at + ROUND_MS)

    # --- HELLO and ROUND

    def _take_hello(self, curve: bytes, link: MemberLink, data: bytes) -> None:
        if self.membership.take_hello(curve, link, data) and link.welcomed is not None:
            self.chat.on_author(link.welcomed.identity, link.welcomed.nonce)
            self._send_round(curve, link.welcomed)

    def _send_round(self, curve: bytes, to: Hello) -> None:
        shown = self.signatures.compared_table
        what = LobbyRound(
            self.lobby_id, self.membership.roster.known_serials, *self.proposals.shown_rank,
            shown.tid if shown else b"", mask_of(shown.signatures) if shown else 0, int(self.signatures.is_frozen),
            self.chat.last_heard(to.identity), self.membership.links_of_mine())
        self.membership.send(curve, LobbyKind.ROUND, [msgspec.msgpack.encode(what)])

    def _take_round(self, curve: bytes, link: MemberLink, hello: Hello, theirs: LobbyRound) -> None:
        link.confirmed = True
        if not link.may_answer():
            return
        if not theirs.lobby_id:
            if self.lobby_id:
                self._send_round(curve, hello)
        elif self.lobby_id and theirs.lobby_id != self.lobby_id:
            self.membership.refuse_link(curve, Wording("{name} is at another table: one of the two leaves and joins the other",
                                                       name=hello.name))
        else:
            if not self.lobby_id:
                self.membership.join_lobby(theirs.lobby_id)
            if not link.joined:
                link.joined = True
                self.proposals.on_newcomer()
                self._send_round(curve, hello)
            link.sees = frozenset(known.identity for number, known in enumerate(theirs.known) if theirs.linked >> number & 1)
            no_room = len(theirs.known) == MAX_LOBBY_PEERS and self.identity not in (known.identity for known in theirs.known)
            link.without_me = link.without_me + 1 if no_room else 0
            link.revision = theirs.revision
            self._compare_revisions()
            self._send_missing(curve, hello.identity, theirs)

    def _compare_revisions(self) -> None:
        """Compare the held proposal with what the others hold."""
        author = self.proposal.author if self.proposal else b""
        others: list[int] = []
        senders: list[int] = []
        for curve, link in self.membership.links.items():
            if link.joined and link.revision and link.welcomed is not None:
                (senders if curve == self._bringer or link.welcomed.identity == author else others).append(link.revision)
        self.proposals.compare_revisions(others, senders)

    def _send_missing(self, curve: bytes, identity: bytes, theirs: LobbyRound) -> None:
        serials = {known.identity: known.serial for known in theirs.known}
        presences = [person.signed for person in self.membership.roster
                     if person.presence.serial > serials.get(person.presence.identity, -1)]
        self.membership.send(curve, LobbyKind.PRESENCE, presences)
        held = self.proposals.held
        if held is not None and held.rank > (theirs.revision, theirs.proposal):
            self.membership.send(curve, LobbyKind.PROPOSAL, [held.signed])
        self.membership.send(curve, LobbyKind.READY, self.signatures.missing_ready(theirs.table, theirs.ready))
        self.membership.send(curve, LobbyKind.SAY, self.chat.lines_after(theirs.heard, self.lobby_id, self.signer, identity))
        mine = self.signatures.started if self.signatures.is_frozen else None
        if mine is None:
            if theirs.started and self.signatures.go_back_to(theirs.table, identity):
                self.intent.withdraw_consent()
        elif theirs.table != mine.tid and identity in mine.identities:
            if theirs.started:
                self.out.report_once(Parted(identity, self.name_of(identity)))
            else:
                self.membership.send(curve, LobbyKind.READY, self.signatures.missing_ready(mine.tid, 0))

    # --- presences, proposals, signatures and chat lines

    def _take_presence(self, curve: bytes, data: bytes) -> None:
        table = self.started.table.seats if self.started else ()
        fixed = {seat.identity: seat.curve for seat in table} if self.signatures.is_frozen else {}
        seated = {*(self.proposal.seated if self.proposal else ()), *(seat.identity for seat in table)}
        forgotten = self.membership.take_presence(curve, data, seated, fixed)
        if forgotten is not None:
            self.chat.forget_author(forgotten)

    def _take_proposal(self, curve: bytes, link: MemberLink, data: bytes) -> None:
        if self.signatures.is_frozen:
            return
        old = self.proposal
        try:
            if not self.proposals.take(data, self.lobby_id, link.is_too_much):
                return
        except UnplayableProposalError as refusal:
            self.out.report_fact(ProposalRefused(refusal.author, str(refusal)))
            return
        self._bringer = curve
        self._proposal_changed(old, curve)
        self.seat_keeper.on_proposal_taken()
        new = self.proposal
        if old is not None and new is not None and new.author == self.seat_keeper.keeper_of(old):
            self.proposals.barred.difference_update(new.seated)
        if self.seat_keeper.may_propose and not self.has_left and self.proposals.repeat_change(self.lobby_id):
            self.seat_keeper.count_proposal()
            self._proposal_changed(new)

    def _take_signature(self, curve: bytes, link: MemberLink, data: bytes) -> None:
        try:
            if self.signatures.take(data):
                self.membership.send_to_members(LobbyKind.READY, data, curve)
        except OtherTableError as other:
            if not link.is_too_much(LobbyKind.READY) and not other.is_only_fresh:
                self.out.report_once(Differs(other.identity, str(other)))

    def _take_line(self, identity: bytes, data: bytes) -> None:
        person = self.membership.roster.person_of(identity)
        if person is None or person.presence.wants == Wants.LEFT or self.proposals.has_no_say(identity):
            return
        line = self.chat.receive_line(identity, data, self.lobby_id, self.verifier, self.now)
        if line:
            self.out.report_fact(Said(identity, line, self.name_of(identity), self.chat.is_heard_again(identity)))

    def _proposal_changed(self, old: Proposal | None, source: bytes = b"") -> None:
        held = self.proposals.held
        assert held is not None
        changes = what_changed(old, held.proposal, self.name_of)
        if changes:
            seating = () if old is None else who_moved(old, held.proposal, self.name_of)
            self.out.report_fact(ProposalChanged(held.proposal.author, changes, seating))
        if self.identity in held.proposal.excluded and (old is None or self.identity not in old.excluded):
            self.out.report_fact(Excluded(held.proposal.author, self.name_of(held.proposal.author)))
        self.membership.send_to_members(LobbyKind.PROPOSAL, held.signed, source)

    # --- what follows

    def _go_on(self) -> None:
        if not self.signatures.is_frozen and not self.has_left and self.proposal is not None:
            self._keep_seats()
        if not self.signatures.is_frozen and not self.has_left and self.proposals.held is not None:
            self._update_signatures(self.proposals.held)
        self._report_ready()
        self._report_if_full()

    def _make_proposal(self, content: Proposal) -> None:
        """Make a proposal of the program itself, not of its person."""
        old = self.proposal
        self.proposals.make_proposal(content, self.lobby_id)
        self._proposal_changed(old)

    def _keep_seats(self) -> None:
        content = self.seat_keeper.next_proposal()
        if content is not None:
            try:
                self._make_proposal(content)
            except AdmissionError:
                pass  # another peer has used the highest revision that exists

    def _update_signatures(self, held: Held) -> None:
        people = [self.membership.roster.person_of(identity) for identity in held.proposal.seated]
        self.intent.turn_to(held, [person for person in people if person is not None], self.out)
        self.signatures.set_table(self.intent.table)
        signed_table = self.signatures.begin()  # before anything else is signed
        wants_to_sign = self.intent.table is not None and self.intent.is_ready and not self.signatures.is_signed
        if signed_table is None and wants_to_sign and all(
                self.membership.is_linked(who) for who in held.proposal.seated if who != self.identity):
            self.proposals.is_guess = False
            self.membership.send_to_members(LobbyKind.READY, self.signatures.sign())
            signed_table = self.signatures.begin()
        if signed_table is not None:
            self.intent.withdraw_consent()
            self.out.report_fact(Started(signed_table, tuple(seat.curve for seat in signed_table.table.seats)))

    def _report_ready(self) -> None:
        current = self.signatures.compared_table
        ready = tuple(current.identities[seat] for seat in sorted(current.signatures)) if current else ()
        shown = ready, self.intent.is_ready
        if shown != self._shown:
            self._shown = shown
            self.out.report_fact(ReadyChanged(*shown))

    def _report_if_full(self) -> None:
        joined = [link for link in self.membership.links.values() if link.joined]
        has_no_room = 2 * sum(link.without_me > MAX_WITHOUT_ME for link in joined) > len(joined)  # one of many may lie
        full = why_no_seat(None if self.started else self.proposal, self.membership.me, has_no_room)
        if full is None:
            self.out.forget_kind(TableFull)
        else:
            self.out.report_once(full)
