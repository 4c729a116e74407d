"""What every match has, local, over the network or a replay: who sits where, whose answer is due, what came of it.

`answer` submits what a seat decided, and the steps that follow arrive by `poll`: at once on one machine, over the network when
the table has agreed. A match has one owner that polls it: the screen that shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from acquire_client.matches.players import Player
from acquire_client.matches.steps import MatchStep
from acquire_client.view_model.merger_card import MergerCard
from acquire_client.view_model.prompts import Prompt, PromptContext, prompt_for
from acquire_client.view_model.words import TableNames
from acquire_core import Game, Observation
from acquire_core.actions import Action
from acquire_core.ai import Decision
from acquire_core.record import Record


class Match(Protocol):
    """All that a screen needs to show a match and to play it."""

    @property
    def game(self) -> Game:
        """Return the game as this machine knows it: other people's tiles may be unknown."""

    @property
    def players(self) -> Sequence[Player]: ...

    @property
    def log(self) -> str:
        """Return how much of the game screens show while it goes on: WHOLE or LAST_ROUND (A35)."""

    @property
    def names(self) -> TableNames: ...

    @property
    def people(self) -> Sequence[int]:
        """Return the seats of the persons at this machine."""

    @property
    def can_retire(self) -> bool:
        """Return True if a person at this machine leaves for good by an answer, `Retire`, like any other."""

    @property
    def merger(self) -> MergerCard | None:
        """Return the merger that is being settled; None if there is none."""

    @property
    def steps(self) -> Sequence[MatchStep]:
        """Return all steps so far, those that have not been polled included."""

    # --- what is asked ---

    @property
    def asked_seat(self) -> int | None:
        """Return the seat whose answer is due at this machine."""

    @property
    def asks_person(self) -> bool:
        """Return True if the answer that is due is a person's."""

    @property
    def answered_seats(self) -> tuple[int, ...]:
        """Return the seats whose answers to a sealed step wait for the others (simultaneous play); what they are, is secret."""

    @property
    def is_over(self) -> bool: ...

    def observe(self, seat: int | None) -> Observation:
        """Return all that a seat, or with None the public, may be shown."""

    def forced_answer(self) -> Action | None:
        """Return the answer that needs no asking: passing, buying nothing, stopping, where nothing else is legal."""

    def unplayable_tiles(self) -> dict[str, str]:
        """Return the tiles of the placing seat that may not be placed now, with the reason."""

    def refusal_of(self, action: Action) -> str | None:
        """Return why the rules refuse an answer, in a sentence without a full stop; None if they accept it."""

    # --- answers ---

    def answer(self, action: Action) -> None:
        """Submit what the asked seat decided."""

    def answer_forced(self, action: Action) -> None:
        """Submit an answer that nobody was asked for."""

    def poll(self) -> list[MatchStep]:
        """Return the steps that came since the last call, the oldest first. This never waits."""

    def is_final(self, action: Action, passes: bool = True) -> bool:
        """Return True if after this answer nothing of the turn can be taken back. Where the table `passes`, answers that need
        no asking follow by themselves."""

    @property
    def undoable_count(self) -> int:
        """Return how many answers of the asked seat can be taken back."""

    def undo(self, everything: bool = False) -> tuple[MatchStep, ...]:
        """Take back the last answer, or all of the turn; return the steps that are gone, none if nothing may be taken back."""

    def new_match(self) -> Match | None:
        """Return a new match of the same players; None where this machine cannot begin one."""

    # --- thinking, as work for another thread ---

    def decision_job(self) -> Callable[[], Action]:
        """Return work that decides for the computer player that is asked. It never looks at the match again."""

    def hint_job(self) -> Callable[[], Decision]:
        """Return work that finds what a strong computer player sees in the place of the asked seat."""

    # --- saving ---

    def record(self) -> Record:
        """Return the game so far; raise a `MatchError` if it has no record."""


def prompt_of(match: Match, names: TableNames) -> Prompt:
    """Return the question that the asked seat has to answer, with these names in it."""
    return prompt_for(match.observe(match.asked_seat), names, PromptContext.of_merger(match.merger, match.unplayable_tiles()))
