"""A game that stops at a question: one seat is the person's, and with its answer the puzzle is over."""

from __future__ import annotations

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import BOT_NAMES, Player
from acquire_client.matches.steps import MatchStep
from acquire_core.actions import Action
from acquire_core.puzzles import Puzzle


class PuzzleMatch(LocalMatch):
    def __init__(self, puzzle: Puzzle, person: str) -> None:
        """Set up the question. Raises PuzzleError where that cannot be."""
        game = puzzle.game()
        assert game.to_move is not None
        self.puzzle, self.person_seat = puzzle, game.to_move
        self.question = game.observe(self.person_seat)
        """What the person knows when the question is put."""
        self.given: Action | None = None
        """The answer of the person."""
        others = iter(name for name in BOT_NAMES if name.casefold() != person.casefold())
        players = [Player(person) if seat == self.person_seat else Player(next(others), "strong") for seat in range(game.players)]
        super().__init__(game, players, puzzle.seed)

    @property
    def asked_seat(self) -> int | None:
        """Return the person's seat until it has answered: nobody plays on."""
        return self.person_seat if self.given is None else None

    @property
    def is_over(self) -> bool:
        """Return False: what is over is the puzzle, and the table stays as the answer left it."""
        return False

    @property
    def can_retire(self) -> bool:
        return False

    @property
    def best(self) -> Action:
        return self.question.action_of(self.puzzle.best.code)

    @property
    def is_right(self) -> bool:
        return self.given == self.best

    def forced_answer(self) -> Action | None:
        return None

    def answer(self, action: Action) -> None:
        super().answer(action)
        self.given = action

    @property
    def undoable_count(self) -> int:
        """Return 0: a player who wants another try begins the puzzle again."""
        return 0

    def undo(self, everything: bool = False) -> tuple[MatchStep, ...]:
        return ()

    def chance_given(self) -> float | None:
        """Return the chance to win with the answer that was given; None if the search did not look at it closely."""
        code = next((code for code in self.question.legal_codes() if self.question.action_of(code) == self.given), None)
        return None if code is None else self.puzzle.chance_of(code)
