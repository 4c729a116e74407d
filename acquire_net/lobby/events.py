"""What a gathering tells the program around it: what has happened, in words where a person shall read them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from acquire_net.lobby.table_spec import Agreement


@dataclass(frozen=True, slots=True)
class Met:
    """Somebody introduced himself over his own link, and runs a program that fits."""
    identity: bytes
    name: str


@dataclass(frozen=True, slots=True)
class LinkRefused:
    """Nothing more is said over this link; why, and who must change what. The other side finds out by itself."""
    curve: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Away:
    """The link to somebody is down; nobody knows whether he comes back."""
    identity: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody said goodbye."""
    identity: bytes
    name: str


@dataclass(frozen=True, slots=True)
class KeyChanged:
    """Somebody speaks with a key again that another one had replaced: two programs use this identity at the same time."""
    identity: bytes
    name: str


@dataclass(frozen=True, slots=True)
class RunsTwice:
    """The own identity is used by another program at this table: one of the two has to stop."""


@dataclass(frozen=True, slots=True)
class NameClash:
    """Two names at the table look alike; the one that came later is shown with a number."""
    identity: bytes
    name: str
    shown: str
    like: str
    """The name that was there before, as it is shown."""


@dataclass(frozen=True, slots=True)
class ProposalChanged:
    author: bytes
    changes: tuple[str, ...]
    """A few words for each; who was ready has to say so again."""
    seating: tuple[str, ...] = ()
    """Of these, what the author's program does by itself: who takes a seat and who has given one up."""


@dataclass(frozen=True, slots=True)
class ProposalRefused:
    """Somebody proposed what this program does not play; what was proposed before stays."""
    author: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class ReadyChanged:
    identities: tuple[bytes, ...]
    """Those whose signature under the present table is here."""
    own_wish: bool
    """Whether the person at this machine has said that he is ready, and nothing has changed since."""


@dataclass(frozen=True, slots=True)
class Differs:
    """Somebody agrees to another table than the one that was signed here."""
    identity: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Said:
    identity: bytes
    line: str
    name: str = field(default="", compare=False)
    """What the author is called at this table."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """The person at this machine shall not sit at the table, says whoever proposed that."""
    author: bytes
    name: str


@dataclass(frozen=True, slots=True)
class TableFull:
    """There is no place for the person at this machine; why, and what is possible."""
    reason: str
    may_watch: bool


@dataclass(frozen=True, slots=True)
class Started:
    """All have signed. Whoever has no seat may watch, where the table says so."""
    agreement: Agreement
    curves: tuple[bytes, ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class Parted:
    """Somebody with a seat at the table that was begun here has begun another one: this one will not start."""
    identity: bytes
    name: str


LobbyFact = (Met | LinkRefused | Away | Gone | KeyChanged | RunsTwice | NameClash | ProposalChanged | ProposalRefused
             | ReadyChanged | Differs | Said | Excluded | TableFull | Started | Parted)

MAX_REMEMBERED_FACTS = 64
"""Facts that are told once and not again."""


@dataclass(slots=True)
class LobbyOutbox:
    """What a gathering collects until it is taken."""
    send: list[tuple[bytes, bytes]] = field(default_factory=list)
    facts: list[LobbyFact] = field(default_factory=list)
    told: deque[LobbyFact] = field(default_factory=lambda: deque(maxlen=MAX_REMEMBERED_FACTS))

    def report_fact(self, fact: LobbyFact) -> None:
        self.facts.append(fact)

    def report_once(self, fact: LobbyFact) -> None:
        if fact not in self.told:
            self.told.append(fact)
            self.report_fact(fact)

    def forget_kind(self, kind: type[LobbyFact]) -> None:
        """What is not so any more is told again when it is."""
        for fact in [fact for fact in self.told if isinstance(fact, kind)]:
            self.told.remove(fact)
