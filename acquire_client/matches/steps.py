"""What a match has come to, step by step: each action with its events, and the merger that is being settled.

Every match keeps its steps in a `StepLog`, which folds the merger: nobody else does.
"""

from __future__ import annotations

from dataclasses import dataclass

from acquire_client.view_model.merger_card import MergerCard, merger_after
from acquire_core import Game
from acquire_core import events as ev
from acquire_core.actions import CHANCE, Action


@dataclass(frozen=True, slots=True)
class MatchStep:
    """One action and what came of it. `turn` is the one to which the action belonged, 0 in the opening."""

    action: Action
    events: tuple[ev.Event, ...]
    turn: int

    def seen_by(self, seat: int | None) -> tuple[ev.Event, ...]:
        return ev.seen_by(self.events, seat)


def apply_in_steps(game: Game, action: Action) -> list[MatchStep]:
    """Apply an action and return what it comes to; an `IllegalAction` leaves the game untouched.

    In simultaneous play an answer waits for the others, and comes to nothing yet. The last one opens all of them, in table order,
    and what comes of them comes behind the last.
    """
    turn, known = game.turn, len(game.actions()) if game.ruleset.simultaneous else 0
    events = game.apply(action)
    if not game.ruleset.simultaneous or action.seat == CHANCE:
        return [MatchStep(action, events, turn)]
    opened = [answer for answer in game.actions(known) if answer.seat != CHANCE]
    return [MatchStep(answer, events if number == len(opened) else (), turn) for number, answer in enumerate(opened, 1)]


@dataclass(frozen=True, slots=True)
class Before:
    """How a match stood before an answer: what taking it back goes back to."""

    game: Game
    merger: MergerCard | None
    count: int
    """Of the steps."""
    waits: bool = False
    """The answer that follows waits for others, so nobody has seen it."""


class StepLog:
    """All steps of a match, the merger that they have come to, and which of them have been polled."""

    def __init__(self, merger: MergerCard | None = None) -> None:
        self.steps: list[MatchStep] = []
        self.merger = merger
        self._polled = 0
        self.polled_gone: tuple[MatchStep, ...] = ()
        """Of the steps that were cut back last, those that had been polled."""

    def add(self, step: MatchStep) -> None:
        """Add a step that has happened; the next `take_new` returns it."""
        self.steps.append(step)
        self.merger = merger_after(self.merger, step.events)

    def take_new(self) -> list[MatchStep]:
        """Return the steps that came since the last call, the oldest first."""
        new = self.steps[self._polled:]
        self._polled = len(self.steps)
        return new

    def before(self, game: Game) -> Before:
        """Return what `cut_back` goes back to, with a copy of the game of now."""
        return Before(game.copy(), self.merger, len(self.steps))

    def cut_back(self, before: Before) -> tuple[MatchStep, ...]:
        """Go back to what there was; return the steps that are gone."""
        gone = tuple(self.steps[before.count:])
        self.polled_gone = gone[:max(0, self._polled - before.count)]
        del self.steps[before.count:]
        self.merger = before.merger
        self._polled = min(self._polled, before.count)
        return gone
