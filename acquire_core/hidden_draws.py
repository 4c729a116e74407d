"""Hidden draws in the actions of a sealed game: taken out for one seat's view, and put together again from several views."""

from __future__ import annotations

from collections.abc import Sequence

from .actions import Action, DrawTile
from .notation import format_action
from .record_check import RecordError


def hide_draws(actions: Sequence[Action], seat: int | None) -> tuple[Action, ...]:
    """Return the actions without the tiles that went into other hands than this seat's; with None into any hand."""
    return tuple(DrawTile(action.target, None) if isinstance(action, DrawTile) and action.target != seat else action
                 for action in actions)


def merge_draws(actions: Sequence[Action], others: Sequence[Sequence[Action]], lines: Sequence[int]) -> tuple[Action, ...]:
    """Return the actions with every draw that one of the others knows. `lines` are those of the actions in the record's text.

    A `RecordError` names the line in which two contradict each other, or which none of them knows.
    """
    merged = list(actions)
    for other in others:
        merged = [_merge_draw(*pair) for pair in zip(merged, other, lines, strict=True)]
    for at, action in enumerate(merged):
        if isinstance(action, DrawTile) and action.tile is None:
            raise RecordError(lines[at], f"no record knows the tile that seat {action.target} drew")
    return tuple(merged)


def _merge_draw(mine: Action, theirs: Action, line: int) -> Action:
    if mine == theirs:
        return mine
    if isinstance(mine, DrawTile) and isinstance(theirs, DrawTile) and mine.target == theirs.target:
        if mine.tile is None:
            return theirs
        if theirs.tile is None:
            return mine
    raise RecordError(line, f"the records contradict each other: {format_action(mine)!r} in one, {format_action(theirs)!r} "
                            "in another")
