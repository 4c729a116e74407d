"""How much of a game its log shows: all of it, or what has happened since the last turn of the one who looks (A35).

It is a setting of the table: all who sit there play with it, a save keeps it, and a table over the network signs it. When the
game is over, everything is shown. The rules do not know it, and what can be seen on the table stays to be seen.
"""

from __future__ import annotations

from acquire_client.language import message
from acquire_client.matches.match import Match
from acquire_core import events as ev
from acquire_core.record_header import LAST_ROUND, WHOLE

LOG_NOTES = {
    WHOLE: message("The log shows the whole game."),
    LAST_ROUND: message("The log shows only what happened since your last turn."),
}
HEADING, HEADING_OF_LAST_ROUND = message("What happened"), message("Since your last turn")
NO_CHART = message("At this table only the last round is shown; there is no chart before the end.")


def shows_all(match: Match) -> bool:
    return match.log == WHOLE or match.is_over


def first_step_shown(match: Match, seat: int | None) -> int:
    """Return with which step the log of a match begins for this seat: behind its last turn that is over.

    A seat that has had no turn yet sees everything. A watcher, or a player who has left, sees what the player to move sees.
    """
    if shows_all(match):
        return 0
    turns = _turns_begun(match)
    if not turns:
        return 0
    left = {event.seat for step in match.steps for event in step.events if isinstance(event, ev.SeatRetired)}
    viewer = turns[-1][1] if seat is None or seat in left else seat
    return _behind_own_turn(turns, viewer)


def first_new_step(match: Match, seat: int) -> int:
    """Return with which step begins what is new to a seat: behind its last turn that is over, and so through its own turn too.

    In simultaneous play everybody places in each round: there it begins with the last round in which tiles were placed.
    """
    turns = _turns_begun(match)
    if not turns:
        return 0
    if not match.names.rounds:
        return _behind_own_turn(turns, seat)
    steps = match.steps
    placed = next((number for number in range(len(steps) - 1, -1, -1)
                   if any(isinstance(event, ev.TilePlaced) for event in steps[number].events)), 0)
    return max((number for number, _ in turns if number < placed), default=0)


def new_tiles(match: Match, seat: int) -> tuple[str, ...]:
    """Return the tiles that others have placed since then."""
    return tuple(event.tile for step in match.steps[first_new_step(match, seat):] for event in step.events
                 if isinstance(event, ev.TilePlaced) and event.seat != seat)


def _turns_begun(match: Match) -> list[tuple[int, int]]:
    """Return for each turn the step that began it, and whose turn it was. A game from a position begins in the middle of one."""
    turns = [(number, event.seat) for number, step in enumerate(match.steps) for event in step.events
             if isinstance(event, ev.TurnBegan)]
    first = match.steps[0].action.seat if match.steps and not match.game.from_start else None
    return turns if first is None else [(0, first), *turns]


def _behind_own_turn(turns: list[tuple[int, int]], seat: int) -> int:
    own = [at for at, (_, whose) in enumerate(turns[:-1]) if whose == seat]
    return turns[own[-1] + 1][0] if own else 0
