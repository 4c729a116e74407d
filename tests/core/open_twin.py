"""A sealed game and the open game that it comes to."""

from __future__ import annotations

from acquire_core import (
    Action,
    Discard,
    Game,
    Show,
    Stop,
)


def follow_openly(game: Game, action: Action) -> None:
    """Play a line of a sealed game on an open one, unless it is one of the lines that only a sealed table needs."""
    reason = game.refusal(action)
    if reason is None:
        game.apply(action, events=False)
    else:
        assert isinstance(action, Show | Discard | Stop), f"{action}: {reason}"


def agree(sealed: Game, open_game: Game) -> bool:
    """Return True if the two stand at the same question; where they do, they know the same of everything."""
    if (sealed.phase, sealed.turn, sealed.to_move) != (open_game.phase, open_game.turn, open_game.to_move):
        return False
    return sealed.snapshot() == open_game.snapshot()
