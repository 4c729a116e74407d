"""Play a finished game again from one of its moments, with the same players.

The bag stays the same: its tiles come in the order of the record. So only what the players decide differs, and a person who has
seen the game may know tiles that are still to come. Statistics count such a game as tried again (view_model/statistics.py).
"""

from __future__ import annotations

from dataclasses import replace

from acquire_client.language import message
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.players import SeatsError, players_of, to_be_named
from acquire_core.record import Record


def refusal_to_try_again(record: Record) -> str:
    """Return why no moment of this record can be played again, as a text of the window; empty if it can."""
    if record.sealed or record.seed is None:
        return message("This record does not say which tiles come next, so it cannot be played again.")
    try:
        players = players_of(record.seats)
    except SeatsError:
        return message("A player of this record is not known here, so it cannot be played again.")
    if to_be_named(players):
        return message("A program played here. The record does not say which, so it cannot be played again.")
    if not any(player.is_person for player in players):
        return message("Only computer players played here.")
    return ""


def _whole_steps(record: Record, move: int) -> int:
    """Return the last of so many moves after which no answer waits."""
    if not record.ruleset.simultaneous:
        return move
    game, whole = record.new_game(), 0
    for number, action in enumerate(record.actions[:move], 1):
        game.apply(action, events=False)
        if not game.waiting():
            whole = number
    return whole


def try_again(record: Record, move: int) -> LocalMatch:
    """Return the match as it stood after so many moves; raise a `MatchError` if that cannot be. Among the answers of a step of
    simultaneous play that is the beginning of the step, for they were given together."""
    match = LocalMatch.resume(replace(record, actions=record.actions[:_whole_steps(record, move)], waiting=()))
    if match.is_over:
        raise MatchError(message("The game was over then."))
    return match
