"""A recorded game that is looked at again: any moment of it at once, where to stop, and the log with the move of each line.

Of a game that is over everything may be seen; of one that still goes on only what everybody at the table sees.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from acquire_client.language import ENGLISH, Words
from acquire_client.view_model.board import BoardPicture, board_picture
from acquire_client.view_model.log import LogLine, log_lines
from acquire_client.view_model.merger_card import MERGER_PHASES, MergerCard
from acquire_client.view_model.merger_stage import MergerFigures
from acquire_client.view_model.placing import TileEffect, dead_squares, tile_effects
from acquire_client.view_model.questions import QUESTIONS
from acquire_client.view_model.sheet import ScoreSheet, score_sheet, sheet_seen
from acquire_client.view_model.words import TableNames
from acquire_core import Game, Observation, Ruleset
from acquire_core.actions import CHANCE, Action, DrawTile, Place
from acquire_core.events import Event, StartTilePlaced, TilePlaced, seen_by
from acquire_core.record import Record

NO_FIGURES = MergerFigures({}, {})


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after `move` actions. `asked` is who decides then and `question` what, as a text of the window; `hand` are the
    tiles of that seat, as far as they may be seen."""

    move: int
    turn: int
    bag_count: int
    board: BoardPicture
    sheet: ScoreSheet
    asked: int | None
    question: str
    hand: tuple[str, ...]
    merger: MergerCard | None = None
    """The merger that is being settled then."""
    figures: MergerFigures = NO_FIGURES
    dead: frozenset[str] = frozenset()
    """The empty squares on which no tile can ever be placed."""


class RecordedStep(Protocol):
    """One move and what came of it. `turn` is the one to which it belonged."""

    @property
    def action(self) -> Action: ...

    @property
    def events(self) -> tuple[Event, ...]: ...

    @property
    def turn(self) -> int: ...


class RecordedGame(Protocol):
    """What is read of a match that is replayed."""

    @property
    def all_steps(self) -> Sequence[RecordedStep]: ...

    @property
    def names(self) -> TableNames: ...

    def record(self) -> Record: ...

    def game_after(self, move: int) -> Game:
        """Return a game of its own after so many moves."""

    def merger_after(self, move: int) -> MergerCard | None:
        """Return the merger that the first moves have come to; None if there is none."""


class RecordReplay:
    """
    >>> from acquire_client.matches.replay_match import ReplayMatch
    >>> from acquire_core import Game, ShuffledBag
    >>> replay = RecordReplay(ReplayMatch(Game("classic", players=2, tiles=ShuffledBag(1)).record()))
    >>> replay.moment_after(replay.stops[-1]).question
    '{who} places a tile.'
    """

    def __init__(self, match: RecordedGame, words: Words = ENGLISH) -> None:
        self._match = match
        self._steps = match.all_steps
        self.record = match.record()
        self.open = match.game_after(len(self._steps)).over
        # A drawn tile belongs to what was done before it.
        self.stops = tuple(number for number in range(1, len(self._steps) + 1)
                           if number == len(self._steps) or not isinstance(self._steps[number].action, DrawTile)) or (0,)
        self.set_language(words)

    def set_language(self, words: Words) -> None:
        """Tell everything in this language from now on."""
        self.names = self._match.names.in_language(words)
        self.lines, self._moves = self._build_log()

    @property
    def ruleset(self) -> Ruleset:
        return self.record.ruleset

    def _build_log(self) -> tuple[list[LogLine], list[int]]:
        lines: list[LogLine] = []
        moves: list[int] = []
        for number, step in enumerate(self._steps, 1):
            events = step.events if self.open else seen_by(step.events, None)
            new = log_lines(step.action, events, self.names, self.ruleset)
            lines += new
            moves += [number] * len(new)
        return lines, moves

    # --- where to go ---

    def stop_at(self, move: int) -> int:
        """Return the number of the stop that shows what a move has done; for the one before a move, what was there to decide
        on."""
        return min(len(self.stops) - 1, bisect_left(self.stops, move))

    def turn_from(self, stop: int, by: int) -> int:
        """Return where the next turn begins, or this one, or the one before."""
        here = self._turn_of(stop)
        at = stop
        while 0 <= at + by < len(self.stops) and self._turn_of(at) == here:
            at += by
        while by < 0 < at and self._turn_of(at - 1) == self._turn_of(at):
            at -= 1
        return at

    def _turn_of(self, stop: int) -> int:
        """Return the turn that goes on after a stop, as the game counts it."""
        at = min(self.stops[stop], len(self._steps) - 1)
        return self._steps[at].turn if self._steps else 0

    def lines_until(self, move: int) -> int:
        """Return how many lines the log has after a move."""
        return bisect_right(self._moves, move)

    def last_line_at(self, move: int) -> str:
        """Return the last thing worth telling that had happened at a stop; empty if it was nothing."""
        first = self.lines_until(self.stops[stop - 1]) if (stop := self.stop_at(move)) else 0
        lines = [line for line in self.lines[first:self.lines_until(move)] if not line.turn]
        return next((line.text for line in reversed(lines) if not line.quiet), lines[0].text if lines else "")

    def move_of_line(self, number: int) -> int:
        return self._moves[number]

    # --- what there is to see ---

    def observed_after(self, move: int) -> Observation:
        """Return what everybody at the table sees after so many moves."""
        return self._match.game_after(move).observe(None)

    def moment_after(self, move: int) -> Moment:
        game = self._match.game_after(move)
        stop = self.stop_at(move)
        done = self.events_between(self.stops[stop - 1] if stop else max(0, move - 1), move)
        new = [event.tile for event in done if isinstance(event, TilePlaced | StartTilePlaced)]
        seen = game.observe(None)
        asked = None if game.to_move in (None, CHANCE) else game.to_move
        sheet = score_sheet(game.snapshot(), game.ruleset, self.names) if self.open else sheet_seen(seen, self.names)
        hand = sheet.seats[asked].tiles if asked is not None and self.open else ()
        return Moment(move, game.turn, seen.bag_count, board_picture(seen.board, new), sheet, asked,
                      QUESTIONS["over" if game.over else game.phase], hand,
                      self._match.merger_after(move) if game.phase in MERGER_PHASES else None,
                      MergerFigures(seen.sizes, seen.prices, seen.shown_shares), dead_squares(seen))

    def effects_after(self, move: int) -> tuple[TileEffect, ...]:
        """Return what the tiles of the asked seat would do, as far as they may be seen."""
        game = self._match.game_after(move)
        seat = game.to_move
        if not self.open or seat is None or seat == CHANCE:
            return ()
        seen = game.observe(seat)
        refused = {tile: game.refusal(Place(seat, tile)) for tile in seen.hand} if game.phase == "place" else {}
        reasons = {tile: reason.value for tile, reason in refused.items() if reason is not None}
        return tile_effects(seen, reasons, self.names.words)

    def events_between(self, after: int, until: int) -> list[Event]:
        """Return what came of the moves between two moments."""
        return [event for step in self._steps[after:until] for event in step.events]
