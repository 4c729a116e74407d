"""A session in the words of the game: answers become the bytes that a table agrees on, and what the session knows becomes
events.

It only reads the session. Each call reports what is new since the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

from acquire_core import Action
from acquire_net import events
from acquire_net.lobby.options import option_value
from acquire_net.lobby.phrase import check_phrase
from acquire_net.lobby.table_spec import TableSpec
from acquire_net.protocol.bindings import FIRST_BLOCK_WITH_SID
from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.debts import deciding_seats
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import BlockFinal, Disagreement, Fact, Finished, SeatConvicted, SeatStopped
from acquire_net.table.acquire_game import AcquireGame
from acquire_net.table.answers_at_zero import answers_at_zero
from acquire_net.table.opening import computers_of, identities_of
from acquire_net.table.progress import SealedNews, deal_progress, proofs_checked
from acquire_net.table.reports import disagreement_path, evidence_path, stop_path

CLOCK_EVERY_MS = 5000
"""So often a clock that runs is reported, for screens that count down by themselves."""


class GameTranslation:
    """The `TableSeat` owns it and calls `report` with the facts of each output. It compares the session with the fields below,
    which hold what was reported last, and yields an event for each difference. The caller must take all that it yields, for
    nothing is reported twice."""

    def __init__(self, session: Session, table: TableSpec, journal: Path) -> None:
        self._session = session
        self._table = table
        self._journal = journal
        self._reported_actions = 0
        self._block = -1
        """The block, and with `_asked` the question, at the last look for new actions."""
        self._asked: bool | None = None
        self._waited: events.WaitingFor | None = None
        self._sealed = SealedNews()
        self._clock: tuple[object, ...] = ()
        """What of the clock was reported last, as far as it is worth an event."""
        self._phrase_is_reported = False
        self._deal = events.DealProgress(events.DealStage.DONE)
        self._proven_blocks = 0
        self._opened: tuple[int, ...] = ()

    @property
    def game(self) -> AcquireGame:
        """Return the game as it is after the last final block."""
        return cast(AcquireGame, self._session.state.game)

    # --- in

    def encode_answers(self, *answers: Action) -> bytes:
        """Return answers of the own seat as they are sent together. Raise ValueError where no seat can send one."""
        return self.game.action_bytes(*answers)

    def answers_at_zero(self) -> Iterator[Action]:
        """Yield what the program answers for the person whose time is up, the best first."""
        return answers_at_zero(self.game, self._session.state.block)

    # --- out

    def begun_events(self, resumed: bool) -> Iterator[events.PeerEvent]:
        """Yield that the table stands."""
        table = self._table
        yield events.Begun(self._journal.stem, self.game.ruleset, tuple(seat.name for seat in table.seats), self._session.seat,
                           self._journal, resumed, option_value(table.options, "conventions"), identities_of(table),
                           tuple(sorted(computers_of(table))), table.options)

    def report(self, facts: Iterable[Fact]) -> Iterator[events.PeerEvent]:
        """Yield what is new: the clock, the deal and its proofs, the game, what the session reports, and who is waited for."""
        yield from self._report_clock()
        yield from self._report_progress()
        yield from self._report_game()
        yield from self._sealed.new_events(self._session.replica, self._reported_actions)
        for fact in facts:
            if not isinstance(fact, BlockFinal):  # the game says it in its own words, by `Played`
                yield self._event_of(fact)
        opened = tuple(sorted(self._session.replica.hands))
        if opened != self._opened:
            self._opened = opened
            yield events.KeysOpened(opened)
        yield from self._report_waiting()

    def _report_clock(self) -> Iterator[events.PeerEvent]:
        clock = self._session.decision_clock
        own = self._session.seat
        reading = next((one for one in clock.clock_readings if one.seat == own), clock.clock_reading)
        if reading is None:
            return
        steps = -(-reading.left_ms // CLOCK_EVERY_MS)
        mark = reading.seat, reading.block, reading.runs, reading.decision_ms == 0, steps
        if mark != self._clock:
            self._clock = mark
            banks_ms = tuple(clock.bank_left_ms(seat) for seat in range(self.game.players))
            yield events.Clock(reading.seat, reading.block, reading.decision_ms, reading.bank_ms, reading.runs, banks_ms)

    def _report_progress(self) -> Iterator[events.PeerEvent]:
        replica = self._session.replica
        deal = deal_progress(replica, self.game.has_begun)
        if deal != self._deal:
            self._deal = deal
            yield deal
        if replica.state.block != self._proven_blocks:
            self._proven_blocks = replica.state.block
            yield proofs_checked(replica)

    def _report_game(self) -> Iterator[events.PeerEvent]:
        session, game = self._session, self.game
        if not self._phrase_is_reported and session.state.block >= FIRST_BLOCK_WITH_SID:
            self._phrase_is_reported = True
            yield events.CheckPhrase(tuple(check_phrase(session.state.table).split()))
        block, asked = session.state.block, session.is_asked and not session.asking
        if (block, asked) != (self._block, self._asked):
            self._block = block
            actions = game.actions(self._reported_actions)
            if actions or asked != self._asked:
                yield events.Played(tuple(actions), asked, game.opened_bag)
            self._reported_actions, self._asked = self._reported_actions + len(actions), asked

    def _event_of(self, fact: Fact) -> events.PeerEvent:
        match fact:
            case SeatConvicted(conviction):
                claim = decode_frame(conviction.frames[-1]).kind.name
                return events.Caught(conviction.seat, conviction.reason, _if_written(evidence_path(self._journal, conviction)),
                                     claim, conviction.block)
            case Disagreement(conviction):
                return replace(fact, report=str(_if_written(disagreement_path(self._journal, conviction)) or ""))
            case SeatStopped():
                return replace(fact, report=str(_if_written(stop_path(self._journal)) or ""))
            case Finished(_, signed):
                game, session = self.game, self._session
                return events.Ended(game.standings(), game.observe().end_reason or "", signed, session.state.head.hex(),
                                    self._journal, tuple(session.replica.void_draws))
            case BlockFinal():
                raise AssertionError("the game reports what a final block has brought")
        return fact

    def _report_waiting(self) -> Iterator[events.PeerEvent]:
        session = self._session
        deciding = bool(deciding_seats(session.replica))
        waited = events.WaitingFor(tuple(sorted(session.waited_for())), deciding)
        if waited != self._waited:
            self._waited = waited
            yield waited


def _if_written(path: Path) -> Path | None:
    """Return the path of a file that was to be written; None where the disk did not take it."""
    return path if path.exists() else None
