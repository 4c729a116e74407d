"""A moment of a game as one screen shows it: what was done, what came of it, the board, the sheet, and what is asked next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_client.view_model.board import BoardPicture, board_picture
from acquire_client.view_model.placing import dead_squares
from acquire_client.view_model.questions import question_text
from acquire_client.view_model.sentences import all_sentences
from acquire_client.view_model.sheet import ScoreSheet, score_sheet
from acquire_client.view_model.words import TableNames
from acquire_core import Game
from acquire_core.actions import Action
from acquire_core.events import Event, StartTilePlaced, TilePlaced, TurnBegan
from acquire_core.notation import format_action


@dataclass(frozen=True, slots=True)
class Position:
    """After `move` actions; move 0 is the table before the first one and has no `action`.

    `turn` is the one to which the action belongs, 0 in the opening.
    """

    move: int
    turn: int
    action: str
    lines: tuple[str, ...]
    board: BoardPicture
    sheet: ScoreSheet
    question: str


def position_of(game: Game, names: TableNames, move: int = 0, action: Action | None = None,
                events: Sequence[Event] = ()) -> Position:
    """Return the position of a game to which `action` has just been done."""
    snapshot = game.snapshot()
    new = [event.tile for event in events if isinstance(event, TilePlaced | StartTilePlaced)]
    return Position(
        move=move,
        turn=game.turn - sum(isinstance(event, TurnBegan) for event in events),
        action="" if action is None else format_action(action, game.ruleset.chain_names),
        lines=() if action is None else all_sentences(action, events, names),
        board=board_picture(snapshot["board"], new, dead_squares(game.observe(None))),
        sheet=score_sheet(snapshot, game.ruleset, names),
        question=question_text(game.phase, game.to_move, names),
    )
