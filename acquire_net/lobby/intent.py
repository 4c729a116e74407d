"""What the person at this machine has agreed to, and the table that follows from what is known now.

A person agrees to rules, options, seats and names. When any of these changes, the person is asked again; when only keys or nonces
change, the program signs the new table by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from acquire_net.lobby.events import LobbyOutbox, NameClash, ProposalRefused
from acquire_net.lobby.messages import Proposal, Wants
from acquire_net.lobby.presence import Person
from acquire_net.lobby.proposal import Held, Judge, shown_names, table_of
from acquire_net.lobby.table_spec import AdmissionError, TableSpec
from acquire_net.players.names import looks_like
from acquire_net.protocol.codec import MalformedError


class Intent:
    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.table: TableSpec | None = None
        """What all seats would sign; None as long as a place is free or a seated peer is not known yet."""
        self._content: Proposal | None = None
        self._seats: dict[bytes, tuple[str, int]] = {}
        """For each seated identity: the name, and whether a computer player decides."""
        self._agreed: Proposal | None = None
        self._agreed_again: Proposal | None = None
        """What the program agrees to again whenever it is proposed, as long as nobody's name has changed."""
        self._made_of: tuple[bytes, ...] = ()
        self.seats_may_move_on = False
        """True after a game: a player who is ready for another one agrees to seats that have moved on by one."""

    @property
    def is_ready(self) -> bool:
        return self._agreed is not None

    def agree_to_content(self, again: bool = False) -> None:
        """Agree to the proposal as it is now; with `again` also if an older one takes its place and it is proposed anew."""
        self._agreed = self._content
        self._agreed_again = self._content if again else None

    def withdraw_consent(self) -> None:
        self._agreed = self._agreed_again = None

    def turn_to(self, held: Held, people: Sequence[Person], out: LobbyOutbox) -> None:
        """Follow a changed proposal or changed presences: make the table anew, and drop a consent to other content."""
        playing = [person for person in people if person.presence.wants == Wants.PLAY]
        made_of = held.name, *(person.body for person in playing)
        if made_of == self._made_of:
            return
        self._made_of = made_of
        presences = [person.presence for person in playing]
        names = shown_names(presences)
        self._content = replace(held.proposal, revision=0, before=b"", author=bytes(32), excluded=())
        if self._agreed is not None and self.seats_may_move_on and self._content != self._agreed:
            order = (*self._agreed.seated[1:], *self._agreed.seated[:1])
            if self._content == replace(self._agreed, seated=order):
                self._agreed, self.seats_may_move_on = self._content, False
        seats = {presence.identity: (names[presence.identity], presence.computer) for presence in presences}
        if any(seats.get(who, seat) != seat for who, seat in self._seats.items()):
            self.withdraw_consent()
        if self._content != self._agreed:
            self._agreed = self._content if self._content == self._agreed_again else None
        self._seats = seats
        for number, presence in enumerate(presences):
            shown = names[presence.identity]
            if shown != presence.name:
                like = next(names[other.identity] for other in presences[:number]
                            if looks_like(names[other.identity]) == looks_like(presence.name))
                out.report_once(NameClash(presence.identity, presence.name, shown, like))
        self.table = None
        if len(presences) == held.proposal.places:
            try:
                self.table = table_of(held, presences, self.judge)
            except (AdmissionError, MalformedError) as refusal:
                out.report_fact(ProposalRefused(held.proposal.author, str(refusal)))
