"""A seat at a table in the words of the game: actions in, news out. It knows neither sockets nor threads.

The driver (driver.py) keeps what was said and says what may be sent; here its facts become what a screen can show, and an answer
becomes the bytes that the table agrees on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from acquire_core import Action
from acquire_core.actions import Buy, DeclareEnd, Discard, Dispose, Pass, ReplaceHand, Stop, UsePower
from acquire_core.ai import bot_named
from acquire_net import events
from acquire_net.lobby.options import option_value
from acquire_net.lobby.phrase import check_phrase
from acquire_net.lobby.table_spec import TableSpec
from acquire_net.protocol.dealing import DecideAction
from acquire_net.protocol.facts import BlockFinal, Fact, Finished, JournalEntry, SeatConvicted
from acquire_net.protocol.lockstep import FIRST_BLOCK_WITH_SID
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.table.acquire_game import AcquireGame
from acquire_net.table.driver import Driver
from acquire_net.table.opening import computers_of, identities_of
from acquire_net.table.reports import evidence_path

ANSWERS_AFTER_MS = 500
"""So long after zero the own program answers: until then a person may, and the clocks of the others are at zero too."""
CLOCK_EVERY_MS = 5000
"""So often a clock that runs is reported, for screens that count down by themselves."""
LEVEL_AT_ZERO = "casual"
CHOICES = ("place", "found", "survivor", "next_defunct", "pick")
"""What has no empty answer, so a computer player chooses."""


@dataclass(frozen=True, slots=True)
class Told:
    """What may go out now, to which seat, and what has happened, in this order."""
    send: tuple[tuple[int, bytes], ...]
    news: tuple[events.PeerEvent, ...]
    wake_ms: int
    entries: tuple[JournalEntry, ...] = ()
    """By which the journal has grown, for those who watch."""


class SeatAtTable:
    def __init__(self, driver: Driver, table: TableSpec, resumed: bool = False) -> None:
        self.driver = driver
        self.table = table
        self.finished = self.left = False
        self.has_work = False
        """Whether there is something to do when nothing has come in."""
        self._news: list[events.PeerEvent] = []
        self._heard = 0
        self._block = -1
        self._asked: bool | None = None
        self._waited: events.WaitingFor | None = None
        self._clock: tuple[object, ...] = ()
        self._at_zero: tuple[int, int] | None = None
        """The block and view in which the own program has answered, because the clock was at zero."""
        self._phrase_told = False
        self._trouble = ""
        self._news.append(events.Begun(driver.journal.path.stem, self.game.ruleset, tuple(seat.name for seat in table.seats),
                                         driver.session.seat, driver.journal.path, resumed,
                                         option_value(table.options, "conventions"), identities_of(table),
                                         tuple(sorted(computers_of(table))), table.options))

    @property
    def game(self) -> AcquireGame:
        """As it is after the last final block."""
        return cast(AcquireGame, self.driver.session.state.game)

    @property
    def seat(self) -> int:
        return self.driver.session.seat

    @property
    def convicted(self) -> tuple[bytes, ...]:
        """Return the identities of those who broke the rules of the table, as it is proven here."""
        return tuple(self.table.seats[seat].identity for seat in self.driver.session.replica.convicted)

    @property
    def all_is_said(self) -> bool:
        """After the end: whether nothing that anybody still owed to the table is missing here."""
        session = self.driver.session
        return self.finished and (not session.opens_hand or set(session.live) <= set(session.replica.hands))

    # --- in

    def submit(self, action: Action) -> None:
        """The own answer; one that is not taken is told by `Declined`."""
        try:
            self.driver.submit(self.game.action_bytes(action))
        except (RefusedError, ValueError) as refused:
            self._news.append(events.Declined(str(refused)))

    def receive(self, seat: int, frame: bytes) -> None:
        """Raises MalformedError, and nothing has happened."""
        self.driver.receive(seat, frame)

    def work(self) -> None:
        """What is better done when nothing has come in, if there is anything of that kind."""
        if self.has_work:
            self.driver.work()

    def linked(self, seat: int) -> None:
        """A link to this seat has come up."""
        self.driver.linked(seat)

    def tick(self, now_ms: int) -> None:
        self.driver.tick(now_ms)
        self._answer_at_zero()

    def _answer_at_zero(self) -> None:
        """Decide for the person whose time is up, so that nobody waits for them any longer."""
        session = self.driver.session
        here = session.state.block, session.state.view
        if (session.decision_clock.overdue_ms(session.seat) < ANSWERS_AFTER_MS or not session.is_asked or session.asking
                or self.driver.trouble or self._at_zero == here):
            return
        self._at_zero = here
        for action in answers_at_zero(self.game, session.state.block):
            try:
                self.driver.submit(self.game.action_bytes(action))
            except RefusedError:
                continue
            self._news.append(events.AnsweredAtZero(action))
            return

    def set_paused(self, paused: bool) -> None:
        """Whether somebody at the table has asked to wait."""
        self.driver.set_paused(paused)

    def fail(self, reason: str) -> None:
        """Stop, because this program has made a mistake."""
        self.driver.session.fail(reason)

    def leave(self) -> None:
        """For good."""
        self.left = True
        self.driver.leave()

    def vote(self, seats: Iterable[int]) -> None:
        self.driver.vote(seats)

    def close(self) -> None:
        self.driver.close()

    # --- out

    def pump(self) -> Told:
        """After every input."""
        pumped = self.driver.pump()
        self.has_work = pumped.has_work
        if self.driver.trouble != self._trouble:
            self._trouble = self.driver.trouble
            self._news.append(events.DiskTrouble(self._trouble))
        if not self._trouble:  # what the disk does not have yet, has not happened
            self._report_the_clock()
            self._tell_the_game()
            for fact in pumped.facts:
                self._tell(fact)
            self._tell_who_is_waited_for()
        told, self._news = tuple(self._news), []
        return Told(pumped.send, told, pumped.wake_ms, pumped.entries)

    def _report_the_clock(self) -> None:
        clock = self.driver.session.decision_clock
        reading = clock.clock_reading
        if reading is None:
            return
        steps = -(-reading.left_ms // CLOCK_EVERY_MS)
        mark = reading.seat, reading.block, reading.runs, reading.decision_ms == 0, steps
        if mark != self._clock:
            self._clock = mark
            banks_ms = tuple(clock.bank_left_ms(seat) for seat in range(self.game.players))
            self._news.append(events.Clock(reading.seat, reading.block, reading.decision_ms, reading.bank_ms, reading.runs,
                                             banks_ms))

    def _tell_the_game(self) -> None:
        session, game = self.driver.session, self.game
        if not self._phrase_told and session.state.block >= FIRST_BLOCK_WITH_SID:
            self._phrase_told = True
            self._news.append(events.CheckPhrase(tuple(check_phrase(session.state.table).split())))
        block, asked = session.state.block, session.is_asked and not session.asking
        if (block, asked) != (self._block, self._asked):
            self._block = block
            actions = game.actions(self._heard)
            if actions or asked != self._asked:
                self._news.append(events.Played(tuple(actions), asked, game.opened_bag))
            self._heard, self._asked = self._heard + len(actions), asked

    def _tell(self, fact: Fact) -> None:
        match fact:
            case SeatConvicted(conviction):
                path: Path | None = evidence_path(self.driver.journal.path, conviction)
                self._news.append(events.Caught(conviction.seat, conviction.reason, path if path and path.exists() else None))
            case Finished(_, signed):
                self.finished = True
                game, state = self.game, self.driver.session.state
                self._news.append(events.Ended(game.standings(), game.observe().end_reason or "", signed, state.head.hex(),
                                                 self.driver.journal.path, tuple(self.driver.session.replica.void_draws)))
            case BlockFinal():
                pass  # told in the words of the game, by `Played`
            case _:
                self._news.append(fact)

    def _tell_who_is_waited_for(self) -> None:
        session = self.driver.session
        deciding = isinstance(session.state.step, DecideAction) and session.state.step.seat not in session.replica.open.contents
        waited = events.WaitingFor(tuple(sorted(session.waited_for())), deciding)
        if waited != self._waited:
            self._waited = waited
            self._news.append(waited)


def answers_at_zero(game: AcquireGame, seed: int) -> Iterator[Action]:
    """Yield what the program of a seat answers when its time is up, the best first: never a purchase, a sale or a power."""
    seen, legal = game.observe(), game.legal_actions()
    yield from (action for action in legal if _is_empty(action))
    if seen.phase in CHOICES:
        decision = bot_named(LEVEL_AT_ZERO, seed).choose(seen, explain=True)
        chosen = [decision.action, *(option.action for option in decision.considered)]
        yield from (action for action in chosen if action in legal)  # a pick may be of a tile that the opened bag does not have
    yield from legal


def _is_empty(action: Action) -> bool:
    """Return True if an answer changes nothing that could be left as it is."""
    match action:
        case Dispose(_, _, sell, trade):
            return not sell and not trade
        case Buy(_, chains, sell):
            return not chains and not sell
        case UsePower(_, power):
            return power is None
        case DeclareEnd(_, yes) | ReplaceHand(_, yes):
            return not yes
        case Discard(_, tiles):
            return not tiles
    return isinstance(action, Pass | Stop)
