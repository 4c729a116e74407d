"""Who is there: the newest presence of each peer, and no more peers than a table needs.

A presence may arrive from any peer and is signed by the one that it describes. When the list is full, a stranger that others only
report makes room for a connected peer; a seated or connected peer makes room for nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from acquire_net.lobby.messages import MAX_LOBBY_PEERS, KnownPresence, Presence, Wants

MAX_FORMER_KEYS = 4


class Person(Struct):
    presence: Presence
    body: bytes
    """The presence as its author encoded it."""
    signed: bytes
    """The signed presence as it is passed on."""
    rounds_away: int = 0
    """Rounds since there was a link to this peer."""
    former: tuple[bytes, ...] = ()
    """The last few CURVE keys before the present one."""


class Roster:
    """The people in the lobby by identity, in the order in which they came."""

    def __init__(self) -> None:
        self._people: dict[bytes, Person] = {}

    def __iter__(self) -> Iterator[Person]:
        return iter(self._people.values())

    def __contains__(self, identity: bytes) -> bool:
        return identity in self._people

    def person_of(self, identity: bytes) -> Person | None:
        return self._people.get(identity)

    def presence_of(self, identity: bytes) -> Presence | None:
        person = self._people.get(identity)
        return None if person is None else person.presence

    @property
    def known_serials(self) -> tuple[KnownPresence, ...]:
        return tuple(KnownPresence(person.presence.identity, person.presence.serial) for person in self)

    @property
    def is_full(self) -> bool:
        return len(self._people) >= MAX_LOBBY_PEERS

    def is_news(self, presence: Presence, body: bytes) -> bool:
        """Return True if this presence replaces the one that is here. Of two with the same serial all peers keep the same one."""
        old = self._people.get(presence.identity)
        return old is None or (presence.serial, body) > (old.presence.serial, old.body)

    def put_person(self, presence: Presence, body: bytes, signed: bytes) -> None:
        """Store a presence that was verified and for which there is room."""
        person = self._people.setdefault(presence.identity, Person(presence, body, signed))
        if person.presence.curve != presence.curve:
            person.former = (*person.former, person.presence.curve)[-MAX_FORMER_KEYS:]
        person.presence, person.body, person.signed = presence, body, signed

    def has_room(self, presence: Presence, kept: Collection[bytes]) -> bool:
        """Return True if there is a place for this presence; no other peer takes the places of `kept`, which may include it.

        The goodbye of a stranger takes nobody's place: goodbyes that drive each other out would go round for ever."""
        identity = presence.identity
        return (identity in self._people or not self.is_full
                or (presence.wants != Wants.LEFT and self._first_to_drop(identity, kept) is not None))

    def make_room(self, identity: bytes, kept: Collection[bytes]) -> bytes | None:
        """Forget a peer if its place is needed, and return its identity."""
        least = self._first_to_drop(identity, kept) if self.is_full and identity not in self._people else None
        if least is not None:
            del self._people[least]
        return least

    def _first_to_drop(self, identity: bytes, kept: Collection[bytes]) -> bytes | None:
        """Return the first peer that may be forgotten: one that has said goodbye, or, for a kept peer, any that is not kept."""
        for person in self:
            who = person.presence.identity
            if who not in kept and (identity in kept or person.presence.wants == Wants.LEFT):
                return who
        return None
