"""What a lobby reports to the program around it: the facts, in words where a person reads them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from msgspec import Struct

from acquire_net.lobby.table_spec import SignedTable


class Met(Struct, frozen=True):
    """A peer has introduced itself over its own link, and its program fits this one."""
    identity: bytes
    name: str


class LinkRefused(Struct, frozen=True):
    """This peer sends nothing more over this link. `reason` says why, and which side must change what."""
    curve: bytes
    reason: str


class Away(Struct, frozen=True):
    """The link to a peer is down; it may come back."""
    identity: bytes
    name: str


class Gone(Struct, frozen=True):
    """A peer has said goodbye."""
    identity: bytes
    name: str


class KeyChanged(Struct, frozen=True):
    """A peer signs again with a key that it had replaced: two programs use this identity at the same time."""
    identity: bytes
    name: str


class RunsTwice(Struct, frozen=True):
    """Another program at this table uses this peer's identity: one of the two has to stop."""


class NameClash(Struct, frozen=True):
    """Two names at the table look alike; the one that came later is shown with a number."""
    identity: bytes
    name: str
    shown: str
    like: str
    """The name that was there before, as it is shown."""


class ProposalChanged(Struct, frozen=True):
    """A member has changed the table that is proposed."""
    author: bytes
    changes: tuple[str, ...]
    """A few words for each; a player who was ready has to say so again."""
    seating: tuple[str, ...] = ()
    """Of these, what the author's program does by itself: who takes a seat and who has given one up."""


class ProposalRefused(Struct, frozen=True):
    """A peer proposed what this program cannot play; the proposal before it stays."""
    author: bytes
    reason: str


class ReadyChanged(Struct, frozen=True):
    """Other members are ready than before."""
    identities: tuple[bytes, ...]
    """Those whose signature under the present table is here."""
    own_wish: bool
    """True if the person at this machine has agreed, and nothing has changed since."""


class Differs(Struct, frozen=True):
    """A peer has signed another table than this one."""
    identity: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Said:
    identity: bytes
    line: str
    name: str = field(default="", compare=False)
    """What the author is called at this table."""
    is_earlier: bool = False
    """True for a line that was shown here before this program was started again."""


class Excluded(Struct, frozen=True):
    """The author of the proposal has excluded the person at this machine."""
    author: bytes
    name: str


class TableFull(Struct, frozen=True):
    """There is no place for the person at this machine; why, and what is possible."""
    reason: str
    may_watch: bool


class Started(Struct, frozen=True):
    """All seats have signed. A person without a seat may watch, if the table allows it."""
    signed_table: SignedTable
    curves: tuple[bytes, ...]
    """By seat."""


class Parted(Struct, frozen=True):
    """A peer with a seat at the table that has begun here has begun another one: this one will not start."""
    identity: bytes
    name: str


LobbyFact = (Met | LinkRefused | Away | Gone | KeyChanged | RunsTwice | NameClash | ProposalChanged | ProposalRefused
             | ReadyChanged | Differs | Said | Excluded | TableFull | Started | Parted)

MAX_REMEMBERED_FACTS = 64
"""Facts that are remembered, so that each is reported once."""


@dataclass(slots=True)
class LobbyOutbox:
    """Frames and facts of a lobby, until the program around it takes them."""
    send: list[tuple[bytes, bytes]] = field(default_factory=list)
    facts: list[LobbyFact] = field(default_factory=list)
    reported: deque[LobbyFact] = field(default_factory=lambda: deque(maxlen=MAX_REMEMBERED_FACTS))

    def report_fact(self, fact: LobbyFact) -> None:
        self.facts.append(fact)

    def report_once(self, fact: LobbyFact) -> None:
        if fact not in self.reported:
            self.reported.append(fact)
            self.report_fact(fact)

    def forget_kind(self, kind: type[LobbyFact]) -> None:
        """Forget facts of a kind that no longer hold, so that they are reported again when they do."""
        for fact in [fact for fact in self.reported if isinstance(fact, kind)]:
            self.reported.remove(fact)
