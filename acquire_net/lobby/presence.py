"""Who is there: the last that each peer has said of itself, and no more peers than a table needs.

What is kept here came from anybody and is signed by whom it is about. A stranger of whom others only tell makes room for one who
is connected; who sits, and who is connected, makes room for nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from acquire_net.lobby.messages import MAX_LOBBY_PEERS, KnownPresence, Presence, Wants

MAX_FORMER_KEYS = 4


@dataclass(slots=True)
class Person:
    presence: Presence
    body: bytes
    """As its author encoded it."""
    signed: bytes
    """As it is handed on."""
    rounds_away: int = 0
    """For how many rounds there has been no link to it."""
    former: tuple[bytes, ...] = ()
    """The keys of its links before this one, the last few."""


class Roster:
    """By identity, in the order in which they came."""

    def __init__(self) -> None:
        self._people: dict[bytes, Person] = {}

    def __iter__(self) -> Iterator[Person]:
        return iter(self._people.values())

    def __contains__(self, identity: bytes) -> bool:
        return identity in self._people

    def person_of(self, identity: bytes) -> Person | None:
        return self._people.get(identity)

    @property
    def known_serials(self) -> tuple[KnownPresence, ...]:
        return tuple(KnownPresence(person.presence.identity, person.presence.serial) for person in self)

    @property
    def is_full(self) -> bool:
        return len(self._people) >= MAX_LOBBY_PEERS

    def is_news(self, presence: Presence, body: bytes) -> bool:
        """Whether this counts more than what is here. Of two of one number all keep the same one."""
        old = self._people.get(presence.identity)
        return old is None or (presence.serial, body) > (old.presence.serial, old.body)

    def put_person(self, presence: Presence, body: bytes, signed: bytes) -> None:
        """A presence that is believed, for which there is room."""
        person = self._people.setdefault(presence.identity, Person(presence, body, signed))
        if person.presence.curve != presence.curve:
            person.former = (*person.former, person.presence.curve)[-MAX_FORMER_KEYS:]
        person.presence, person.body, person.signed = presence, body, signed

    def has_room(self, presence: Presence, kept: Collection[bytes]) -> bool:
        """Whether there is a place for it; `kept` are those whose place nobody takes, itself perhaps among them. The goodbye of a
        stranger takes nobody's place: goodbyes that drive each other out would go round for ever."""
        identity = presence.identity
        return (identity in self._people or not self.is_full
                or (presence.wants != Wants.LEFT and self._first_to_drop(identity, kept) is not None))

    def make_room(self, identity: bytes, kept: Collection[bytes]) -> bytes | None:
        """Forgets somebody, if that is needed, and tells whom."""
        least = self._first_to_drop(identity, kept) if self.is_full and identity not in self._people else None
        if least is not None:
            del self._people[least]
        return least

    def _first_to_drop(self, identity: bytes, kept: Collection[bytes]) -> bytes | None:
        """Who can be forgotten: whoever has said goodbye, and for one who is connected also whoever is not."""
        for person in self:
            who = person.presence.identity
            if who not in kept and (identity in kept or person.presence.wants == Wants.LEFT):
                return who
        return None
