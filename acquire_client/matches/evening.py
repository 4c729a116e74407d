"""An evening at a table over the network, folded from the events of its peer: the lobby, a game, the lobby again.

A screen reads the fields, gives orders to the `peer`, and is called after each event. Everything happens in the thread of the
screen: `deliver` carries an event there from the thread of the peer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Protocol

from acquire_client.matches.evening_score import EveningScore
from acquire_client.matches.online import OnlineMatch
from acquire_core import Action
from acquire_core.ai import Decision
from acquire_net import Letter, TableAddress, events, option_value

MAX_CHAT_LINES = 200
UNKNOWN_TILE = "??"
"""A tile that its owner does not show."""


class EveningStage(Enum):
    ARRIVING = auto()
    """No proposal has arrived: this program looks for the table, or waits outside a running game."""
    LOBBY = auto()
    PLAYING = auto()
    OVER = auto()
    """The result is signed, and the lobby is open for the next game."""
    STOPPED = auto()


@dataclass(frozen=True, slots=True)
class ChatLine:
    author: bytes
    name: str
    text: str
    is_mine: bool
    is_earlier: bool = False
    """True if it was shown before this program was started again, so that it is not new."""


@dataclass(frozen=True, slots=True)
class LobbyChange:
    """A proposal that has taken the place of another one, with the lobby as it was and as it is."""

    name: str
    """Of the player who made it; empty where the player is not there any more."""
    is_mine: bool
    before: events.LobbySnapshot
    after: events.LobbySnapshot
    is_behind_game: bool = False
    """True if it is the next game after one of this evening that is proposed."""


@dataclass(frozen=True, slots=True)
class Votes:
    """The votes to go on without a seat, as they stand now."""

    count: int
    needed: int
    voters: frozenset[int]


@dataclass(slots=True)
class SeatsNow:
    """Seats of which something is true now, and since the last change."""

    now: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    """The same before the last change."""

    def change_to(self, seats: tuple[int, ...]) -> None:
        self.before, self.now = self.now, seats

    def new(self, mine: int | None = None) -> list[int]:
        """Return the seats that the last change has added, without the own one."""
        return sorted({*self.now} - {*self.before, mine})

    def gone(self, mine: int | None = None) -> list[int]:
        """Return the seats that it has taken away, without the own one."""
        return sorted({*self.before} - {*self.now, mine})


class TablePeer(Protocol):
    """What an evening wants of its peer; every call returns at once."""

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def wait_until_stopped(self, timeout_s: float | None = None) -> bool: ...

    def set_ready(self, ready: bool) -> None: ...

    def propose_changes(self, *, rules: tuple[str, ...] | None = None, options: Mapping[str, str] | None = None,
                        places: int | None = None, order: tuple[bytes, ...] | None = None) -> None: ...

    def exclude_player(self, identity: bytes) -> None: ...

    def accept_player(self, identity: bytes) -> None: ...

    def block_player(self, identity: bytes, blocked: bool = True) -> None: ...

    def set_friends_only(self, friends_only: bool) -> None: ...

    def set_relay(self, relay: str) -> None: ...

    def send_chat(self, text: str) -> None: ...

    def submit(self, *answers: Action) -> None: ...

    def vote(self, seats: Iterable[int]) -> None: ...

    def write_letters(self, everything: bool = False) -> None: ...

    def read_letters(self, letters: Sequence[Letter]) -> None: ...

    def set_paused(self, paused: bool) -> None: ...

    def hand_over(self, handed: bool) -> None: ...

    def mute_player(self, identity: bytes, muted: bool = True) -> None: ...

    def leave(self) -> None: ...


MakePeer = Callable[[Callable[[events.PeerEvent], None]], TablePeer]
Deliver = Callable[[Callable[[], None]], None]
RunJob = Callable[[Callable[[], Decision], Callable[[Decision], None]], None]


def run_at_once(job: Callable[[], Decision], done: Callable[[Decision], None]) -> None:
    done(job())


class Evening:
    """The window makes one for each table that it joins or watches, and drops it when the table is left. Every event goes
    through `receive_event`: `_receive_at_table` or `_receive_in_lobby` changes the fields, and then each listener is called.
    Scenes read the fields and do not write them; orders that must be remembered here have a method, such as
    `ready_for_another`, and all others go to `peer`. `_begin_game` clears what belongs to one game: a new field of that kind
    must be cleared there too."""

    def __init__(self, make_peer: MakePeer, deliver: Deliver, now_s: Callable[[], float] = time.monotonic) -> None:
        self.stage = EveningStage.ARRIVING
        self.watches = False
        """True if a spectator reports here, and no peer."""
        self.place: TableAddress | None = None
        """Where the table was found that was joined; None for a table of one's own."""
        self.typed_code = ""
        """The code that led there, as it was typed; empty where the table was chosen from a list."""
        self.listening: events.Listening | None = None
        self.lobby: events.LobbySnapshot | None = None
        """The newest snapshot of the lobby; None before the first."""
        self._proposed: events.LobbySnapshot | None = None
        """The lobby as it was when a proposal changed last."""
        self.last_change: LobbyChange | None = None
        """What a player has changed last; who only came or went changes nothing."""
        self.own_wish = False
        """True if the person here is ready, and nothing has changed since."""
        self.missing_links: tuple[str, ...] = ()
        """Sentences about seated players whose programs have no link to each other."""
        self.game_runs: events.GameRuns | None = None
        self.chat: list[ChatLine] = []
        self.lines_received = 0
        """How many lines of the chat there were this evening; only the last ones are kept."""
        self.phrase: tuple[str, ...] = ()
        """Words that are the same at all programs of the table, unless another program sits between them."""
        self.begun: events.Begun | None = None
        """What was reported when the game began; None before, and where the lobby begins anew without a game."""
        self.match: OnlineMatch | None = None
        self.deal = events.DealProgress(events.DealStage.DONE)
        self.mixed: tuple[int, ...] = ()
        """The seats whose shuffle of the new deck was checked here, in the order of the seats."""
        self.proofs: events.ProofsChecked | None = None
        """What was proven of the game so far; None until its first block is final."""
        self.opened: tuple[int, ...] = ()
        """The seats that have opened their keys after the game."""
        self.waiting = events.WaitingFor((), False)
        self.waiting_since_s = now_s()
        self.silent: tuple[int, ...] = ()
        """The seats that are waited for and do not answer."""
        self.lost: dict[int, events.SeatLost] = {}
        self.votes: dict[int, Votes] = {}
        """By the seat without which a player wants to go on."""
        self.proposals_heard = 0
        """How many proposals came to this peer; the first one was there before it."""
        self.paused: tuple[int, ...] = ()
        """The seats whose players ask the table to wait."""
        self.handed_over = SeatsNow()
        """The seats for which a computer player answers in the place of a person, the own one too when the others know of it."""
        self.left_for_now = SeatsNow()
        """The seats whose players have closed their programs and want to come back."""
        self.links: events.LinksChanged | None = None
        self._links_at_s = now_s()
        self.returning: dict[int, events.SeatReturns] = {}
        """The seats that are back and do not have everything yet."""
        self.journal_read: events.ReadingJournal | None = None
        """How far the own journal was read, on the way back to a table."""
        self.muted: set[bytes] = set()
        """The players whose lines are not shown here."""
        self.adjourned: tuple[int, ...] = ()
        """The seats without which the game cannot go on; empty while it can."""
        self.caught: list[events.Caught] = []
        """What seats were convicted of in this game."""
        self.disagreements: dict[int, events.Disagreement] = {}
        """By the seat whose program has come to another position."""
        self.disk_trouble = ""
        self.ended: events.Ended | None = None
        self.stopped: events.PeerStopped | None = None
        self.games: list[events.Ended] = []
        """The results of this evening."""
        self.score = EveningScore()
        self.friends_only = False
        """True if strangers get no seat here by themselves; only this program knows it."""
        self.relay = ""
        """The relay through which others can reach this program; empty without one."""
        self.listeners: list[Callable[[events.PeerEvent], None]] = []
        """Each is called with every event, behind the fields that it has changed."""
        self._wants_another = False
        """True if the person is to be ready for another game as soon as this one is signed."""
        self._decides_for: tuple[OnlineMatch, int] | None = None
        """For which match, and behind how many steps, a computer player thinks in the place of the person."""
        self._clock: events.Clock | None = None
        self._clock_at_s = 0.0
        self._now_s = now_s
        self.is_started = False
        self.run_job: RunJob = run_at_once
        """How a computer player thinks that stands in for the person here."""
        self.peer = make_peer(lambda event: deliver(partial(self.receive_event, event)))

    def start(self) -> None:
        self.is_started = True
        self.peer.start()

    @property
    def never_arrived(self) -> bool:
        """Return True if a table was to be joined, and nobody there has answered."""
        return self.place is not None and self.lobby is None and self.game_runs is None and self.match is None

    @property
    def is_at_table(self) -> bool:
        """Return True while a game runs to which this program can come back."""
        return self.stage is EveningStage.PLAYING and self.match is not None and self.match.seat is not None

    @property
    def me(self) -> events.Member | None:
        return None if self.lobby is None else self.lobby.me

    def is_me(self, identity: bytes) -> bool:
        begun = self.begun
        if self.me is None and begun is not None and begun.seat is not None and begun.identities:
            return begun.identities[begun.seat] == identity  # at a table that was resumed no lobby has been reported
        return self.me is not None and self.me.identity == identity

    @property
    def is_founder(self) -> bool:
        """Return True if the proposals of the person here may change rules and options."""
        return self.lobby is not None and self.lobby.is_mine

    def clock_now(self) -> events.Clock | None:
        """Return the clock of the decision as it stands at this moment; None where none is known."""
        return None if self._clock is None else self._clock.after(round(1000 * (self._now_s() - self._clock_at_s)))

    def waiting_s(self) -> float:
        """Return for how long the table has waited for the same seats."""
        return self._now_s() - self.waiting_since_s

    def set_friends_only(self, friends_only: bool) -> None:
        self.friends_only = friends_only
        self.peer.set_friends_only(friends_only)

    def set_relay(self, relay: str) -> None:
        self.relay = relay
        self.peer.set_relay(relay)

    def ready_for_another(self) -> None:
        """Be ready for another game as soon as this one is signed."""
        self._wants_another = self.stage is EveningStage.PLAYING
        if not self._wants_another:
            self.peer.set_ready(True)

    def vote_without(self, seat: int, wanted: bool) -> None:
        """Vote to go on without a seat, or take that vote back; votes against others stay."""
        mine = {target for target, votes in self.votes.items() if self.match is not None and self.match.seat in votes.voters}
        self.peer.vote(sorted(mine | {seat} if wanted else mine - {seat}))

    def silent_s(self, seat: int) -> float:
        """Return for how long nothing new of a seat has come."""
        if self.links is None:
            return 0
        return self.links.silent_ms[seat] / 1000 + self._now_s() - self._links_at_s

    def mute(self, identity: bytes, muted: bool) -> None:
        """Show no more lines of a player here, or show them again. Nobody else notices."""
        (self.muted.add if muted else self.muted.discard)(identity)
        self.peer.mute_player(identity, muted)

    # --- a computer player in the place of the person here ---

    @property
    def stand_in(self) -> str | None:
        """Return the level of the computer player that answers here in the place of the person; None if the person does."""
        return None if self.match is None else self.match.stand_in

    def hand_over(self, level: str | None) -> None:
        """Let a computer player of this level answer for the own seat until it is taken back, with None. The others see it."""
        if self.match is None or self.match.seat is None or level == self.match.stand_in:
            return
        is_new = (level is None) != (self.match.stand_in is None)
        self.match.stand_in = level
        if is_new:
            self.peer.hand_over(level is not None)
        self._let_stand_in_decide()

    def _let_stand_in_decide(self) -> None:
        match = self.match
        if match is None or match.stand_in is None:
            return
        match.poll_changes()
        job, count = match.stand_in_job(), len(match.steps)
        if job is None or self._decides_for == (match, count):
            return
        self._decides_for = match, count

        def decided(decision: Decision) -> None:
            if self._decides_for != (match, count):
                return  # a newer question is thought about
            self._decides_for = None
            if self.match is match and match.stand_in_job() is not None and len(match.steps) == count:
                match.answer_for_person(decision)
            else:
                self._let_stand_in_decide()

        self.run_job(job, decided)

    # --- what the peer reports ---

    def receive_event(self, event: events.PeerEvent) -> None:
        if self.stage is EveningStage.STOPPED:
            return
        if not self._receive_at_table(event):
            self._receive_in_lobby(event)
        for listener in tuple(self.listeners):
            listener(event)
        if isinstance(event, events.Played) or event == events.DiskTrouble(""):
            self._let_stand_in_decide()

    def _receive_in_lobby(self, event: events.PeerEvent) -> None:
        match event:
            case events.Listening():
                self.listening = event
            case events.LobbySnapshot():
                self.lobby = event
                self._proposed = self._proposed or (event if event.places else None)
                if self.stage is EveningStage.ARRIVING and event.ruleset is not None:
                    self.stage = EveningStage.LOBBY
                if event.ruleset is not None and not event.plays_without_me:
                    self.game_runs = None
            case events.ProposalChanged():
                self._note_change(event)
            case events.ReadyChanged():
                self.own_wish = event.own_wish
            case events.MissingLinks():
                self.missing_links = event.sentences
            case events.GameRuns():
                self.game_runs = event
            case events.Said():
                self._add_chat_line(event)
            case events.PeerStopped():
                self.stopped, self.stage = event, EveningStage.STOPPED

    def _note_change(self, event: events.ProposalChanged) -> None:
        before, after = self._proposed, self.lobby
        self._proposed = after
        self.proposals_heard += 1
        if before is not None and after is not None and set(event.changes) - set(event.seating):
            name = next((each.name for each in after.members if each.identity == event.author), "")
            self.last_change = LobbyChange(name, self.is_me(event.author), before, after, self.stage is EveningStage.OVER)

    def _add_chat_line(self, event: events.Said) -> None:
        if event.identity in self.muted:
            return
        self.chat.append(ChatLine(event.identity, event.name, event.line, self.is_me(event.identity), event.is_earlier))
        self.lines_received += 1
        del self.chat[:-MAX_CHAT_LINES]

    def _receive_at_table(self, event: events.PeerEvent) -> bool:
        """Take an event of a game; return False if it is another one."""
        match event:
            case events.Begun():
                self._begin_game(event)
            case events.Played(actions, asked, opened_bag) if self.match is not None:
                self.match.receive_actions(actions, asked, opened_bag)
            case events.AnswersSealed(seats) if self.match is not None:
                self.match.receive_sealed(seats)
            case events.Declined() if self.match is not None:
                self.match.receive_refusal()
            case events.AnsweredAtZero() if self.match is not None:
                self.match.receive_own_answer(event.action)
            case events.DealProgress():
                self._note_deal(event)
            case events.ProofsChecked():
                self.proofs = event
            case events.KeysOpened(seats):
                self.opened = seats
            case events.HandsOpened(_, hands):
                self.opened = tuple(seat for seat, hand in enumerate(hands) if UNKNOWN_TILE not in hand)
            case events.WaitingFor():
                self.waiting, self.waiting_since_s = event, self._now_s()
            case events.Clock():
                self._clock, self._clock_at_s = event, self._now_s()
            case events.NotAnswering():
                self.silent = event.seats
            case events.ClaimChanged():
                self._count_vote(event)
            case events.SeatLost():
                self.lost[event.seat] = event
                self.votes.pop(event.seat, None)
                self.returning.pop(event.seat, None)
            case events.Caught():
                self.caught.append(event)
            case events.Disagreement():
                self.disagreements[event.conviction.seat] = event
            case events.Paused():
                self.paused = event.seats
            case events.HandedOver():
                self.handed_over.change_to(event.seats)
            case events.LeftForNow():
                self.left_for_now.change_to(event.seats)
            case events.LinksChanged():
                self.links, self._links_at_s = event, self._now_s()
            case events.SeatReturns(seat, done, total):
                if done < total:
                    self.returning[seat] = event
                else:
                    self.returning.pop(seat, None)
            case events.ReadingJournal():
                self.journal_read = event
            case events.Adjourned():
                self.adjourned = event.seats
            case events.DiskTrouble():
                self.disk_trouble = event.text
            case events.CheckPhrase():
                self.phrase = event.words
            case events.Regroup():
                self.match, self.begun, self.stage = None, None, EveningStage.LOBBY
                self.own_wish = False
            case events.Ended():
                self.ended, self.stage = event, EveningStage.OVER
                self.games.append(event)
                if self.begun is not None:
                    self.score.record_game(self.begun, event)
                self.own_wish = False
                if self._wants_another:
                    self.ready_for_another()
            case _:
                return False
        return True

    def _note_deal(self, deal: events.DealProgress) -> None:
        self.deal = deal
        match deal.stage:
            case events.DealStage.KEYS | events.DealStage.MIXING:
                self.mixed = ()
            case events.DealStage.PROVING:
                self.mixed = deal.checked
            case _ if self.match is not None:  # a deck that counts was proven by all who are left
                self.mixed = tuple(seat for seat in range(len(self.match.players)) if seat not in self.lost)

    def _begin_game(self, begun: events.Begun) -> None:
        self.begun, self.stage, self.ended, self.last_change = begun, EveningStage.PLAYING, None, None
        self.waiting, self.waiting_since_s, self._clock = events.WaitingFor((), False), self._now_s(), None
        self.silent, self.paused, self.adjourned, self.disk_trouble, self.game_runs = (), (), (), "", None
        self.deal, self.mixed = events.DealProgress(events.DealStage.DONE), ()
        self.proofs, self.opened = None, ()
        self.handed_over, self.left_for_now, self.links, self.journal_read = SeatsNow(), SeatsNow(), None, None
        self.returning.clear()
        self.lost.clear()
        self.votes.clear()
        self.caught.clear()
        self.disagreements.clear()
        self.match = OnlineMatch(begun.ruleset, begun.names, begun.seat, self.peer.submit, computers=begun.computers,
                                 log=option_value(begun.options, "log"), whole_turns=begun.is_over_days)

    def _count_vote(self, event: events.ClaimChanged) -> None:
        before = self.votes.get(event.target, Votes(0, event.needed, frozenset()))
        voters = before.voters | {event.author} if event.holds else before.voters - {event.author}
        if voters:
            self.votes[event.target] = Votes(event.votes, event.needed, voters)
        else:
            self.votes.pop(event.target, None)
