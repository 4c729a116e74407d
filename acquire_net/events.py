"""Everything that a peer and a spectator report, under one name: typed, range-checked, in the order in which it happened, and
true for good.

What happens in the game is reported here in the kernel's own words. What happens before it is defined with the lobby
(lobby/events.py), and what happens to people who do not answer with the session (protocol/session_events.py): both reach a screen
as they are, so they are here too. `PeerEvent` is any of them; `PeerStopped` is always the last.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path

from msgspec import Struct

from acquire_core import Action, Ruleset
from acquire_net.lobby.events import (
    Away,
    Differs,
    Excluded,
    Gone,
    KeyChanged,
    LinkRefused,
    Met,
    NameClash,
    Parted,
    ProposalChanged,
    ProposalRefused,
    ReadyChanged,
    RunsTwice,
    Said,
    TableFull,
)
from acquire_net.lobby.options import is_over_days
from acquire_net.protocol.session_events import (
    Adjourned,
    ClaimChanged,
    Disagreement,
    DrawVoid,
    LinksChanged,
    LinkState,
    NotAnswering,
    OutOfTime,
    Regroup,
    RolledBack,
    SeatLost,
    SeatReturns,
    SeatStopped,
    TableSplit,
    TwoOfUs,
)

__all__ = [
    "Adjourned", "AnsweredAtZero", "AnswersSealed", "Away", "Begun", "Caught", "CheckPhrase", "ClaimChanged", "Clock",
    "DealProgress", "DealStage", "Declined", "Differs", "Disagreement", "DiskTrouble", "DrawVoid", "Ended", "Excluded",
    "GameRuns", "Gone", "HandedOver", "HandsOpened", "KeyChanged", "KeysOpened", "LeftForNow", "LettersRead",
    "LettersWritten", "LinkRefused", "LinkState", "LinksChanged", "Listening", "LobbySnapshot", "Member", "Met",
    "MissingLinks", "NameClash", "NotAnswering", "Notice", "OutOfTime", "Parted", "Paused", "PeerEvent", "PeerStopped",
    "Played", "ProofsChecked", "ProposalChanged", "ProposalRefused", "ReadingJournal", "ReadyChanged", "Regroup",
    "RolledBack", "RunsTwice", "Said", "SeatLost", "SeatReturns", "SeatStopped", "TableFull", "TableSplit", "Trouble",
    "TwoOfUs", "WaitingFor",
]


class Listening(Struct, frozen=True):
    """This peer can be found: under this code, at these addresses, on this port."""
    code: str
    port: int
    addresses: tuple[str, ...]
    relay_code: str = ""
    """For those who cannot reach this machine; empty where no relay is used."""
    trouble: str = ""
    """Why it may not be found by itself."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person or computer player in the lobby."""
    identity: bytes
    name: str
    is_me: bool
    is_seated: bool
    is_ready: bool
    is_here: bool
    """True if there is a link to this player."""
    computer: bool = False
    beside: str = ""
    """For a computer player: the person whose program has started it, as it says itself; or else a person whose program gives the
    same address, and so perhaps runs it."""
    is_excluded: bool = False
    warning: str = ""
    """What has to be known before anybody plays with this player; empty as a rule."""
    plays: str = ""
    """For a computer player: its level, and behind a slash its style, as its program says; empty where that says nothing."""
    known_since: int = 0
    """When this program met this player first, in seconds since 1970; 0 for one who is new on this evening."""
    has_other_key: bool = False
    """True if a player of this name is known with another key."""
    is_blocked: bool = False
    """True if the person here has blocked this key."""
    is_kept_out: bool = False
    """True if this program, as the keeper of the table, gives this player no seat by itself: blocked, convicted, or a stranger
    at a table for friends."""


@dataclass(frozen=True, slots=True)
class LobbySnapshot:
    """Who is there and what is proposed, whole, whenever something of it has changed."""
    members: tuple[Member, ...]
    places: int
    ruleset: Ruleset | None
    """None where nothing is proposed yet."""
    options: tuple[tuple[str, str], ...]
    founder: bytes = b""
    """Who founded the table, or has it now that the founder has left; empty where nobody sits yet."""
    table_code: str = ""
    """The four characters by which people on this network name the table; empty where this program does not announce it."""
    plays_without_me: bool = False
    """True if a game runs at this table in which this program has no seat."""

    @property
    def me(self) -> Member | None:
        """The person or computer player of this program; None before it has introduced itself."""
        return next((each for each in self.members if each.is_me), None)

    @property
    def is_mine(self) -> bool:
        """True if this program may change rules and options."""
        return self.me is not None and self.me.identity == self.founder


class GameRuns(Struct, frozen=True):
    """The table that this peer goes to plays already, so this peer waits for the next game; what people can do meanwhile."""
    may_watch: bool
    text: str


class MissingLinks(Struct, frozen=True):
    """Which links the table that has not begun waits for, and why they are missing: sentences, and none when all are there."""
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """The table stands: who sits where, under which rules. With seat None this peer watches."""
    table: str
    ruleset: Ruleset
    names: tuple[str, ...]
    seat: int | None
    journal: Path | None
    resumed: bool = False
    conventions: str = ""
    identities: tuple[bytes, ...] = ()
    """By seat."""
    computers: tuple[int, ...] = ()
    """The seats of computer players."""
    options: tuple[tuple[str, str], ...] = ()
    """What all have signed besides the rules."""

    @property
    def is_over_days(self) -> bool:
        """True if the players need not be there together; then a turn may be sent as one decision."""
        return is_over_days(self.options)


class CheckPhrase(Struct, frozen=True):
    """Six words that are the same for all at the table, unless an attacker sits between them."""
    words: tuple[str, ...]


class DealStage(Enum):
    """What the programs of a table do together until a new deck lies there."""
    KEYS = auto()
    """Each makes a key for the deck, commits to it, and proves that it knows it."""
    MIXING = auto()
    """Each in turn puts the tiles into another order and under another mask."""
    PROVING = auto()
    """Each proves that its deck has the tiles of the one before."""
    MATCHING = auto()
    """After a seat was lost: the tiles that lie in hands leave the new deck, without being shown."""
    DRAWING = auto()
    """The first tiles are drawn; later draws are not reported."""
    DONE = auto()


class DealProgress(Struct, frozen=True):
    """How far the programs are with a new deck; reported when it changes, with `DONE` at the end."""
    stage: DealStage
    seats: tuple[int, ...] = ()
    """Whose part is asked for in this stage, in their order."""
    arrived: tuple[int, ...] = ()
    """Whose part is here."""
    checked: tuple[int, ...] = ()
    """Whose part is here, and was found to be right by this program."""
    tiles: int = 0
    """How many tiles the deck has."""


@dataclass(frozen=True, slots=True)
class ProofsChecked:
    """What this program has checked of the game so far, in the blocks that are final."""
    shuffles: int
    """Decks of which their author has proven that nothing but their order and masks has changed."""
    draws: int
    """Tiles that were drawn, by shares each of which was proven."""
    shown: int
    """Tiles that left a hand, and were proven to have been in it."""
    blocks: int
    head: str
    """The fingerprint of all that; programs with equal heads have equal records."""
    agreed: tuple[int, ...]
    """The seats that have signed this head."""


class Played(Struct, frozen=True):
    """What has become final, as this seat knows it, and whether it is asked now."""
    actions: tuple[Action, ...]
    asked: bool
    opened_bag: tuple[str, ...] | None = None


class AnswersSealed(Struct, frozen=True):
    """In simultaneous play these seats have answered the step that is asked now; what, is shown when all have. Reported when it
    changes."""
    seats: tuple[int, ...]


class Declined(Struct, frozen=True):
    """The own answer was not taken, and the question stands; the sentence says why."""
    reason: str


class WaitingFor(Struct, frozen=True):
    """The seats that the table waits for, and whether it waits for a decision of theirs; reported when it changes."""
    seats: tuple[int, ...]
    deciding: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """What the seat that decides has left, by this peer's account. A screen counts down from here by itself while it runs; it is
    reported again when the clock stops or goes on, when the bank begins, and every few seconds."""
    seat: int
    block: int
    """Which decision it is: another one has another number."""
    decision_ms: int
    """For this decision."""
    bank_ms: int
    """Then, and for the rest of the game."""
    runs: bool
    banks_ms: tuple[int, ...]
    """The same for every seat."""

    def after(self, passed_ms: int) -> Clock:
        """Return the clock as it stands so much later, if nothing has been reported since."""
        if not self.runs:
            return self
        bank_ms = max(0, self.bank_ms - max(0, passed_ms - self.decision_ms))
        banks_ms = tuple(bank_ms if seat == self.seat else held for seat, held in enumerate(self.banks_ms))
        return replace(self, decision_ms=max(0, self.decision_ms - passed_ms), bank_ms=bank_ms, banks_ms=banks_ms)


class AnsweredAtZero(Struct, frozen=True):
    """The clock of the own seat was at zero, so this program has answered by itself."""
    action: Action


class Paused(Struct, frozen=True):
    """These seats have asked the table to wait, so no clock runs; with none the game goes on."""
    seats: tuple[int, ...]


class HandedOver(Struct, frozen=True):
    """For these seats a computer player answers now in the place of their persons, as their programs say; with none every person
    answers again."""
    seats: tuple[int, ...]


class LeftForNow(Struct, frozen=True):
    """The players of these seats have closed their programs and mean to come back, as the programs said; with none all are back
    who had."""
    seats: tuple[int, ...]


class ReadingJournal(Struct, frozen=True):
    """This peer returns to a table and has read so many entries of its journal, of all."""
    done: int
    total: int


class Caught(Struct, frozen=True):
    """A seat has broken the rules of the table, and here is the proof, for `acquire verify` on any machine."""
    seat: int
    reason: str
    evidence: Path | None
    claim: str = ""
    """The kind of the message that convicts it, such as `SHARES`: what the seat had claimed by it."""
    block: int = 0
    """With how many final blocks before it."""


class DiskTrouble(Struct, frozen=True):
    """The table waits until the disk takes what must be kept; with an empty text it goes on."""
    text: str


class Ended(Struct, frozen=True):
    """The game is over and its result signed by these seats."""
    standings: tuple[tuple[int, int, int], ...]
    """Rank, seat or team, money, best first."""
    reason: str
    signed: tuple[int, ...]
    head: str
    journal: Path | None
    void_draws: tuple[DrawVoid, ...] = ()
    """Draws of this game that were made again, and because of whom."""


class HandsOpened(Struct, frozen=True):
    """What each seat held at the end, reported to those who watch; `??` is a tile that its owner does not show."""
    names: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]


class KeysOpened(Struct, frozen=True):
    """These seats have opened their keys after the game, as the table has agreed: who verifies the journal sees their hands."""
    seats: tuple[int, ...]


class LettersWritten(Struct, frozen=True):
    """The letters of this seat at a table over days, as it was asked for: to which seat, and the text for people to carry."""
    texts: tuple[tuple[int, str], ...] = ()
    may_sign: bool = True
    """False while nobody has shown since the start of this program that its disk is not an old copy."""
    is_in_doubt: bool = False
    """True while this seat signs nothing by letters, because one has shown that its disk may be an old copy."""
    trouble: str = ""
    """Why there are none."""


class LettersRead(Struct, frozen=True):
    """What came of letters that this seat was given. What they bring of the game is reported by the other events."""
    senders: tuple[int, ...]
    """Of those that could be read."""
    has_news: bool = False
    is_in_doubt: bool = False
    troubles: tuple[str, ...] = ()
    """What is wrong with others; nothing of those was used."""


class Notice(Struct, frozen=True):
    """Something that people like to know."""
    text: str


class Trouble(Struct, frozen=True):
    """Something that people have to know and can do something about; the table goes on if it can."""
    text: str


class PeerStopped(Struct, frozen=True):
    """This peer has ended; with a text, because of something that it could not repair."""
    text: str = ""


PeerEvent = (Adjourned | AnsweredAtZero | AnswersSealed | Away | Begun | Caught | CheckPhrase | ClaimChanged | Clock |
             DealProgress | Declined | Differs | Disagreement | DiskTrouble | DrawVoid | Ended | Excluded | GameRuns |
             Gone | HandedOver | HandsOpened | KeyChanged | KeysOpened | LeftForNow | LettersRead | LettersWritten |
             LinkRefused | LinksChanged | Listening | LobbySnapshot | Met | MissingLinks | NameClash | NotAnswering |
             Notice | OutOfTime | Parted | Paused | PeerStopped | Played | ProofsChecked | ProposalChanged |
             ProposalRefused | ReadingJournal | ReadyChanged | Regroup | RolledBack | RunsTwice | Said | SeatLost |
             SeatReturns | SeatStopped | TableFull | TableSplit | Trouble | TwoOfUs | WaitingFor)
