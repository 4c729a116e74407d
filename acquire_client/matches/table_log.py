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
    turns = [(number, event.seat) for number, step in enumerate(match.steps) for event in step.events
             if isinstance(event, ev.TurnBegan)]
    if not turns:
        return 0
    left = {event.seat for step in match.steps for event in step.events if isinstance(event, ev.SeatRetired)}
    viewer = turns[-1][1] if seat is None or seat in left else seat
    own = [at for at, (_, whose) in enumerate(turns[:-1]) if whose == viewer]
    return turns[own[-1] + 1][0] if own else 0
