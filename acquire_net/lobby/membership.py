"""Who belongs to the lobby: links, introductions, and each peer's statement about itself, passed on to all.

A link is known by the CURVE key at its other end. Only HELLO is accepted over it until that peer has introduced itself, and
nothing signed is sent over it before that peer has named the same lobby.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from acquire_net.crypto.hashing import Entropy
from acquire_net.errors import Wording
from acquire_net.lobby.events import Gone, KeyChanged, LinkRefused, LobbyOutbox, Met, RunsTwice
from acquire_net.lobby.messages import LobbyKind, Presence, Wants, check_presence, frame_of, read_presence, sign_presence
from acquire_net.lobby.presence import Roster
from acquire_net.lobby.table_spec import AdmissionError, Hello, read_hello, sign_hello
from acquire_net.players.names import checked_name
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.verifier import Signer, Verifier
from acquire_net.protocol.version import PROTOCOL

MAX_ANSWERS = 6
"""Between two rounds, to one link."""
MAX_NEWS = 8
"""Presences of one author, proposals, and tables that differ, that one link may bring between two rounds."""
MAX_AUTHORS = 64
"""Authors whose presences one link may bring between two rounds."""
MAX_TWINS = 3
"""How often a foreign presence with this peer's identity is answered with a newer one: enough for both programs to notice."""


@dataclass(frozen=True, slots=True)
class Program:
    """What HELLO says of the program."""
    version: str
    engine: bytes
    generators: bytes
    protocol: int = PROTOCOL
    capabilities: tuple[str, ...] = ()


class Participant(Struct, frozen=True):
    """A peer in the lobby, as a screen shows it."""
    identity: bytes
    name: str
    curve: bytes
    wants: Wants
    is_linked: bool
    rounds_away: int
    computer: bool = False
    capabilities: tuple[str, ...] = ()
    """As its HELLO states them; empty where it has not introduced itself to this peer."""


class MemberLink(Struct):
    welcomed: Hello | None = None
    hello: bytes = b""
    """The frame of `welcomed`."""
    refused: bool = False
    confirmed: bool = False
    """True if the other peer has welcomed this one."""
    joined: bool = False
    """True if the other peer belongs to this lobby."""
    answers: int = MAX_ANSWERS
    sees: frozenset[bytes] | None = None
    """Identities to which the other peer says it has a link; None before its first round."""
    revision: int = 0
    """Of the proposal that the other peer holds, by its last round."""
    without_me: int = 0
    """Rounds in which the other peer had a full list of members without this one."""
    news: Counter[tuple[LobbyKind, bytes]] = field(default_factory=Counter)

    def may_answer(self) -> bool:
        self.answers -= 1
        return self.answers >= 0

    def is_too_much(self, kind: LobbyKind, author: bytes = b"") -> bool:
        """Return True if this link has brought more of a kind than is useful; the next round brings the newest of it."""
        if len(self.news) >= MAX_AUTHORS and (kind, author) not in self.news:
            return True
        self.news[kind, author] += 1
        return self.news[kind, author] > MAX_NEWS


class Membership(Struct):
    """The lobby makes it with `for_peer`, and looks up here who is there and which links they have. A link begins with
    `link_up`; `take_hello` fills its `welcomed`, and the lobby sets `joined` when that peer has named the same lobby. `me`
    changes only in `renew_presence` and `_on_own_presence`, and its serial number only grows: others drop a presence that is
    not newer than the one they have. Frames and facts go into `out`, which the lobby empties."""

    signer: Signer
    verifier: Verifier
    program: Program
    me: Presence
    """What this peer says of itself, as the others have it."""
    run: bytes
    """Fresh for this run of the program."""
    out: LobbyOutbox
    lobby_id: bytes = b""
    """Bound into every signature of the lobby; empty until a peer that knows it was met."""
    roster: Roster = field(default_factory=Roster)
    links: dict[bytes, MemberLink] = field(default_factory=dict)
    _twins: int = 0
    """How many presences with this identity and another CURVE key have come."""

    @classmethod
    def for_peer(cls, signer: Signer, verifier: Verifier, entropy: Entropy, program: Program, name: str, curve: bytes,
                 addresses: Sequence[str], watches: bool, computer: bool, out: LobbyOutbox) -> Membership:
        """Return the membership of this peer, with its first presence. Raises AdmissionError if others would refuse that, and
        PlayerNameError for the name."""
        # An earlier run may have used higher serial numbers; this is settled when its presence arrives.
        me = Presence(int.from_bytes(entropy(4), "little"), signer.public, curve, entropy(32),
                      Wants.WATCH if watches else Wants.PLAY, checked_name(name), tuple(addresses), int(computer))
        try:
            read_presence(sign_presence(me, b"", signer))
        except MalformedError as bad:
            raise AdmissionError(Wording("this name or these addresses cannot be sent to other peers: {bad}", bad=bad)) from None
        return cls(signer, verifier, program, me, entropy(32), out)

    # --- who is there

    def participants(self) -> tuple[Participant, ...]:
        return tuple(Participant(each.presence.identity, each.presence.name, each.presence.curve, Wants(each.presence.wants),
                                 self.is_linked(each.presence.identity), each.rounds_away, bool(each.presence.computer),
                                 self.capabilities_of(each.presence.identity))
                     for each in self.roster)

    def is_linked(self, identity: bytes) -> bool:
        """Return True if this peer has introduced itself over the link that its presence names, and belongs to this lobby."""
        person = self.roster.person_of(identity)
        link = self.links.get(person.presence.curve) if person else None
        return link is not None and link.joined and link.welcomed is not None and link.welcomed.identity == identity

    def has_met(self, identity: bytes) -> bool:
        """Return True if this peer has introduced itself over any link."""
        return any(link.welcomed is not None and link.welcomed.identity == identity for link in self.links.values())

    def capabilities_of(self, identity: bytes) -> tuple[str, ...]:
        """Return what this peer has stated in its HELLO; nothing where it has not introduced itself here."""
        if identity == self.me.identity:
            return self.program.capabilities
        return next((link.welcomed.capabilities for link in self.links.values()
                     if link.welcomed is not None and link.welcomed.identity == identity), ())

    def name_of(self, identity: bytes) -> str:
        person = self.roster.person_of(identity)
        return person.presence.name if person else f"unknown player ({identity[:4].hex()})"

    def links_of_mine(self) -> int:
        """Return a mask of the peers in the roster that have a link to this one."""
        return sum(1 << number for number, known in enumerate(self.roster.known_serials) if self.is_linked(known.identity))

    def missing_links(self, among: Collection[bytes]) -> tuple[tuple[bytes, bytes], ...]:
        """Return each pair of these peers without a link to each other, as this peer sees it or others report it.

        In a pair this peer comes first, or else the one that reports the missing link."""
        me = self.me.identity
        missing = {frozenset((me, other)): (me, other) for other in among if other != me and not self.is_linked(other)}
        for one in among:
            person = self.roster.person_of(one)
            link = self.links.get(person.presence.curve) if person is not None and self.is_linked(one) else None
            if link is not None and link.sees is not None:
                for other in {*among} - {one, me, *link.sees}:
                    missing.setdefault(frozenset((one, other)), (one, other))
        return tuple(missing.values())

    def wanted_links(self, without: Collection[bytes]) -> tuple[tuple[bytes, tuple[str, ...]], ...]:
        """Return key and addresses of every peer that has no link to this one, except for the identities in `without`."""
        wanted: dict[bytes, dict[str, None]] = {}
        for presence in (person.presence for person in self.roster):
            if (presence.wants != Wants.LEFT and presence.curve != self.me.curve and presence.curve not in self.links
                    and presence.identity not in without):
                wanted.setdefault(presence.curve, {}).update(dict.fromkeys(presence.addresses))
        return tuple((curve, tuple(addresses)) for curve, addresses in wanted.items())

    def new_round(self) -> None:
        for link in self.links.values():
            link.answers = MAX_ANSWERS
            link.news.clear()
        for person in self.roster:
            person.rounds_away = 0 if self.is_linked(person.presence.identity) else person.rounds_away + 1

    # --- sending

    def send(self, curve: bytes, kind: LobbyKind, messages: Iterable[bytes]) -> None:
        self.out.send += [(curve, frame_of(kind, message)) for message in messages]

    def send_to_members(self, kind: LobbyKind, data: bytes, source: bytes = b"") -> None:
        """Send a message to all members of the lobby, except over the link that brought it."""
        frame = frame_of(kind, data)
        self.out.send += [(curve, frame) for curve, link in self.links.items() if link.joined and curve != source]

    # --- HELLO

    def link_up(self, curve: bytes) -> None:
        if curve != self.me.curve and curve not in self.links:
            self.links[curve] = MemberLink()
            self.send_hello(curve)

    def _own_hello(self) -> Hello:
        program, me = self.program, self.me
        return Hello(program.protocol, program.version, program.engine, program.generators, self.run, me.identity, me.curve,
                     me.name, me.addresses, program.capabilities)

    def send_hello(self, curve: bytes) -> None:
        self.send(curve, LobbyKind.HELLO, [sign_hello(self._own_hello(), self.signer, curve)])

    def take_hello(self, curve: bytes, link: MemberLink, data: bytes) -> bool:
        """Return True if this HELLO is to be answered. Raises MalformedError."""
        if not link.may_answer():
            return False
        if data == link.hello:
            link.confirmed = False  # the other peer has not received the welcome, or its link is a new one
        else:
            try:
                hello = read_hello(data, self._own_hello(), curve, self.verifier)
            except AdmissionError as refusal:
                self.refuse_link(curve, str(refusal))
                return False
            if link.welcomed is None:
                self.out.report_fact(Met(hello.identity, hello.name))
            elif link.welcomed.identity != hello.identity:
                raise MalformedError("one peer introduces itself as two")
            link.welcomed, link.hello = hello, data
        return True

    def refuse_link(self, curve: bytes, reason: str) -> None:
        link = self.links[curve]
        link.refused, link.welcomed, link.joined = True, None, False
        self.out.report_fact(LinkRefused(curve, reason))

    # --- presences

    def join_lobby(self, lobby_id: bytes) -> None:
        self.lobby_id = lobby_id
        self.renew_presence()

    def renew_presence(self, **changes: Any) -> None:
        """Make this peer's presence anew with these changes and the next serial number, and send it."""
        me = replace(self.me, serial=self.me.serial + 1, **changes)
        data = sign_presence(me, self.lobby_id, self.signer)
        signed, _ = read_presence(data)  # a presence that other peers would refuse is not sent
        self.me = me
        if self.lobby_id:
            self.roster.put_person(me, signed.presence, data)
            self.send_to_members(LobbyKind.PRESENCE, data)

    def take_presence(self, source: bytes, data: bytes, kept: Collection[bytes], fixed: Mapping[bytes, bytes]) -> bytes | None:
        """Store a presence, if it counts, and pass it on. Return the identity that was forgotten to make room for it, if any.

        No other peer takes the places of the identities in `kept`; the CURVE keys in `fixed` cannot change any more. Raises
        MalformedError; then nothing has changed."""
        signed, presence = read_presence(data)
        identity = presence.identity
        kept = {*kept, self.me.identity, *(link.welcomed.identity for link in self.links.values() if link.welcomed)}
        if (not self.roster.is_news(presence, signed.presence) or not self.roster.has_room(presence, kept)
                or fixed.get(identity, presence.curve) != presence.curve
                or self.links[source].is_too_much(LobbyKind.PRESENCE, identity)):
            return None
        check_presence(signed, presence, self.lobby_id, self.verifier)
        if identity == self.me.identity:
            self._on_own_presence(presence)
            return None
        forgotten = self.roster.make_room(identity, kept)
        self._report_presence(presence)
        self.roster.put_person(presence, signed.presence, data)
        self.send_to_members(LobbyKind.PRESENCE, data, source)
        return forgotten

    def _report_presence(self, new: Presence) -> None:
        old = self.roster.person_of(new.identity)
        if old is None:
            return
        if new.wants == Wants.LEFT != old.presence.wants:
            self.out.report_fact(Gone(new.identity, new.name))
        elif old.presence.curve != new.curve and new.curve in old.former:  # a program that was merely restarted has a new key
            self.out.report_once(KeyChanged(new.identity, new.name))

    def _on_own_presence(self, presence: Presence) -> None:
        """Answer a presence of this peer's own identity: an earlier run has signed it, or another program signs it now."""
        if presence.curve != self.me.curve:
            self._twins += 1
        if self._twins >= MAX_TWINS:
            self.out.report_once(RunsTwice())
        if self._twins <= MAX_TWINS and presence.serial + 1 < 1 << 62:
            self.me = replace(self.me, serial=presence.serial)
            self.renew_presence()
