"""Replay a recorded game as a match: nobody is asked, and its steps arrive as the viewer goes forward.

`go_to` goes to any moment at once. `poll` returns the steps since the last poll if that was forward, and none if it was back.
"""

from __future__ import annotations

from collections.abc import Callable

from acquire_client.matches.final_answers import FinalAnswers
from acquire_client.matches.local import MatchError
from acquire_client.matches.players import Player
from acquire_client.matches.steps import MatchStep, StepLog
from acquire_client.view_model.merger_card import MergerCard
from acquire_client.view_model.words import TableNames
from acquire_core import Game, Observation
from acquire_core.actions import Action
from acquire_core.ai import Decision
from acquire_core.record import Record

MOVES_APART = 24
"""Moves between two games that are kept; from the one before it any moment is a few moves away."""


class ReplayMatch(FinalAnswers):
    """A record, and the move up to which it is shown."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._kept = [record.new_game()]
        log, turn = StepLog(), 0
        mergers: list[MergerCard | None] = [None]
        for step in record.replay():
            log.add(MatchStep(step.action, step.events, turn))
            mergers.append(log.merger)
            turn = step.game.turn
            if len(log.steps) % MOVES_APART == 0:
                self._kept.append(step.game.copy())
        self.all_steps = tuple(log.steps)
        """The whole game, also what comes after the move that is shown."""
        self._mergers = tuple(mergers)
        self.names = TableNames.of_seats([seat.name for seat in record.seats], record.ruleset)
        self.players = tuple(Player(seat.name) for seat in record.seats)
        self.people: tuple[int, ...] = ()
        self.game = self.game_after(0)
        self._move = self._polled = 0

    def go_to(self, move: int) -> None:
        """Show the table after so many moves."""
        self._move = move
        self._polled = min(self._polled, move)
        self.game = self.game_after(move)

    def poll(self) -> list[MatchStep]:
        new = list(self.all_steps[self._polled:self._move])
        self._polled = self._move
        return new

    def game_after(self, move: int) -> Game:
        """Return a game of its own after so many moves."""
        game = self._kept[move // MOVES_APART].copy()
        for step in self.all_steps[move // MOVES_APART * MOVES_APART:move]:
            game.apply(step.action, events=False)
        return game

    def merger_after(self, move: int) -> MergerCard | None:
        """Return the merger that the first moves have come to; None if there is none."""
        return self._mergers[move]

    @property
    def steps(self) -> tuple[MatchStep, ...]:
        return self.all_steps[:self._move]

    @property
    def merger(self) -> MergerCard | None:
        return self._mergers[self._move]

    # --- nobody is asked ---

    @property
    def asked_seat(self) -> int | None:
        return None

    @property
    def asks_person(self) -> bool:
        return False

    @property
    def is_over(self) -> bool:
        return self.game.over

    def observe(self, seat: int | None) -> Observation:
        return self.game.observe(seat)

    def forced_answer(self) -> Action | None:
        return None

    def unplayable_tiles(self) -> dict[str, str]:
        return {}

    def refusal_of(self, action: Action) -> str | None:
        reason = self.game.refusal(action)
        return None if reason is None else reason.value

    def answer(self, action: Action) -> None:
        raise MatchError("a replay takes no answers")

    def answer_forced(self, action: Action) -> None:
        self.answer(action)

    def decision_job(self) -> Callable[[], Action]:
        raise MatchError("in a replay nobody is asked")

    def hint_job(self) -> Callable[[], Decision]:
        raise MatchError("in a replay nobody is asked")

    def record(self) -> Record:
        return self._record
