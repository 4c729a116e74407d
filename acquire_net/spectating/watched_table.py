"""A table as a spectator follows it: lines of a journal in, events out, everything checked on this machine.

A *showing* is one journal from its first line, shown by one seat. When that seat stops answering, another one shows its own
journal, whose lines have another order. It is read from its beginning, and what was shown before is not shown again. It must be
the same game as far as it was shown; otherwise nothing of it counts.
"""

from __future__ import annotations

from typing import cast

from msgspec import Struct, field

from acquire_net import events
from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519
from acquire_net.errors import Wording
from acquire_net.lobby.phrase import check_phrase
from acquire_net.lobby.table_spec import table_id
from acquire_net.protocol.bindings import FIRST_BLOCK_WITH_SID
from acquire_net.protocol.debts import deciding_seats
from acquire_net.protocol.session_events import SeatLost
from acquire_net.spectating.messages import ShownClock
from acquire_net.table.acquire_game import AcquireGame, OpenedHandsError, game_of, hands_of
from acquire_net.table.journal import MAX_JOURNAL_FILE_BYTES, DamagedJournalError, JournalOpening, decode_entry
from acquire_net.table.opening import computers_of, hands_are_opened, identities_of
from acquire_net.table.progress import SealedNews, proofs_checked
from acquire_net.table.verify import InvalidJournalError, JournalChecker, JournalReport, signed_table

OTHER_TABLE = Wording("it belongs to another table than it says")


class AlreadyShown(Struct):
    """What was shown of a table so far, by any seat."""
    begun: bool = False
    phrase: bool = False
    actions: tuple[object, ...] = ()
    lost: set[int] = field(default_factory=set)
    caught: set[int] = field(default_factory=set)
    void_draws: int = 0
    waited: events.WaitingFor | None = None
    sealed: SealedNews = field(default_factory=SealedNews)
    blocks: int = 0
    """How many final blocks there were when their proofs were counted last."""
    ended: bool = False
    hands: bool = False


class WatchedTable:
    """A spectator makes one for each visit to a seat. Each line of that seat's journal goes into `take`, and `take_events`
    returns what has become certain since. `shown` outlives the visit: it is the memory of what the person has seen, and each
    event must be noted there when it is returned, or the next showing repeats it. An InvalidJournalError from either method
    ends the showing, and its owner asks another seat."""

    def __init__(self, table: bytes, shown_by: bytes, shown: AlreadyShown) -> None:
        """Begin a showing of the table with this tid by the seat with the identity `shown_by`."""
        self.lines = 0
        """How many lines were taken; the next request begins behind them."""
        self._tid = table
        self._by = shown_by
        self._shown = shown
        self._bytes = 0
        self._watcher: JournalChecker | None = None
        """Checks the journal; None until its first line has come."""
        self._compared = False
        """True when this showing has come as far as the ones before, and was the same game."""

    # --- in

    def take(self, line: bytes) -> None:
        """Check the next line. Raises InvalidJournalError; then nothing of this showing counts."""
        self._bytes += len(line)
        if self._bytes > MAX_JOURNAL_FILE_BYTES:
            raise InvalidJournalError(Wording("it is longer than any journal of a game"))
        try:
            part = decode_entry(line)
        except DamagedJournalError as damage:
            raise InvalidJournalError(str(damage)) from None
        self.lines += 1
        if isinstance(part, JournalOpening) != (self._watcher is None):
            raise InvalidJournalError(Wording("line {number} does not belong there", number=self.lines))
        if isinstance(part, JournalOpening):
            self._open(part)
        elif self._watcher is not None:
            try:
                self._watcher.follow(part)
            except InvalidJournalError as error:
                raise InvalidJournalError(Wording("line {number}: {error}", number=self.lines, error=error)) from None

    def _open(self, opening: JournalOpening) -> None:
        table = signed_table(opening, signing)
        if table_id(table) != self._tid:
            raise InvalidJournalError(OTHER_TABLE)
        if all(seat.identity != self._by for seat in table.seats):
            raise InvalidJournalError(Wording("it is shown by a player who has no seat at that table"))
        self._watcher = JournalChecker(table, game_of, signing, Edwards25519())

    # --- what is known

    @property
    def progress(self) -> int:
        """Return a number that grows with everything that becomes certain."""
        if self._watcher is None:
            return 0
        replica = self._watcher.replica
        return 1 + len(replica.log) + len(replica.hands) + len(replica.open.all_contributions)

    @property
    def was_given_up(self) -> bool:
        """Return True if seats were lost before the game had begun: the others begin another table."""
        return self._watcher is not None and bool(self._watcher.replica.regroup)

    @property
    def all_is_said(self) -> bool:
        """Return True if nothing more can come of this showing."""
        if self._watcher is None or not self._shown.ended or not self._compared:
            return False
        replica = self._watcher.replica
        return not hands_are_opened(self._watcher.table) or set(replica.state.live) <= set(replica.hands)

    @property
    def identities(self) -> tuple[bytes, ...]:
        return () if self._watcher is None else tuple(seat.identity for seat in self._watcher.table.seats)

    def name_of(self, identity: bytes) -> str:
        seats = () if self._watcher is None else self._watcher.table.seats
        return next((seat.name for seat in seats if seat.identity == identity), Wording("the other player"))

    def clock_of(self, shown: ShownClock) -> events.Clock | None:
        """Return the clock that the seat shows; None before the game has begun here. It is this seat's account and is not proven.
        Raises InvalidJournalError if it belongs to another table."""
        if self._watcher is None or not self._shown.begun:
            return None
        seats = len(self._watcher.table.seats)
        if shown.seat >= seats or len(shown.banks_ms) != seats:
            raise InvalidJournalError(Wording("it shows the clock of a seat that is not at this table"))
        return events.Clock(shown.seat, shown.block, shown.decision_ms, shown.bank_ms, bool(shown.runs), shown.banks_ms)

    # --- out

    def take_events(self, closes: bool = False) -> list[events.PeerEvent]:
        """Return what has become certain and was not shown yet; when a showing closes, also a result that not all have signed.
        Raises InvalidJournalError if it is another game than the one shown before."""
        if self._watcher is None:
            return []
        report = self._watcher.report()
        game, state = cast(AcquireGame, self._watcher.game), self._watcher.replica.state
        found: list[events.PeerEvent] = []
        if not self._shown.begun and not game.actions():
            return []  # until its first tile a table may be given up and begun again
        if not self._shown.begun:
            self._shown.begun = True
            table = report.table
            found.append(events.Begun(self._tid[:16].hex(), game.ruleset, tuple(seat.name for seat in table.seats), None, None,
                                      False, dict(table.options).get("conventions", ""), identities_of(table),
                                      tuple(sorted(computers_of(table))), table.options))
        if not self._shown.phrase and state.block >= FIRST_BLOCK_WITH_SID:
            self._shown.phrase = True
            found.append(events.CheckPhrase(tuple(check_phrase(state.table).split())))
        if state.block > self._shown.blocks:
            self._shown.blocks = state.block
            found.append(proofs_checked(self._watcher.replica))
        found += self._new_about_people(report)
        found += self._new_actions(game)
        found += self._shown.sealed.new_events(self._watcher.replica, len(self._shown.actions))
        if not self._shown.ended and report.result is not None and (state.over or (closes and report.signed_by)):
            self._shown.ended = True
            found.append(events.Ended(game.standings(), game.observe().end_reason or "", report.signed_by, state.head.hex(), None,
                                      tuple(report.void_draws)))
        if self.all_is_said or (closes and self._shown.ended):
            found += self._opened_hands(report, game)
        return found

    def _new_about_people(self, report: JournalReport) -> list[events.PeerEvent]:
        assert self._watcher is not None
        replica, found = self._watcher.replica, list[events.PeerEvent]()
        for seat, conviction in replica.convicted.items():
            if seat not in self._shown.caught and not conviction.is_about_state:
                self._shown.caught.add(seat)
                found.append(events.Caught(seat, conviction.reason, None))
        for seat in sorted({*report.lost, *replica.regroup} - self._shown.lost):
            self._shown.lost.add(seat)
            convicted = replica.convicted.get(seat)
            found.append(SeatLost(seat, convicted.reason if convicted else
                                  Wording("left") if seat in replica.left else Wording("did not answer")))
        found += report.void_draws[self._shown.void_draws:]
        self._shown.void_draws = max(self._shown.void_draws, len(report.void_draws))
        waited = events.WaitingFor(tuple(sorted(report.waits_for)), bool(deciding_seats(replica)))
        if waited != self._shown.waited:
            self._shown.waited = waited
            found.append(waited)
        return found

    def _new_actions(self, game: AcquireGame) -> list[events.PeerEvent]:
        actions, before = tuple(game.actions()), self._shown.actions
        if not self._compared:
            if actions[:len(before)] != before[:len(actions)]:
                raise InvalidJournalError(Wording("it is another course of the game than was shown before"))
            self._compared = len(actions) >= len(before)
        if len(actions) <= len(before):
            return []
        self._shown.actions = actions
        return [events.Played(actions[len(before):], False, game.opened_bag)]

    def _opened_hands(self, report: JournalReport, game: AcquireGame) -> list[events.PeerEvent]:
        if self._shown.hands or not report.keys:
            return []
        self._shown.hands = True
        try:
            names = tuple(seat.name for seat in report.table.seats)
            return [events.HandsOpened(names, hands_of(game, report.drawn_tiles(Edwards25519())))]
        except OpenedHandsError as problem:
            return [events.Trouble(Wording("The opened hands show what nobody could see during the game: {problem}.",
                                           problem=problem))]
