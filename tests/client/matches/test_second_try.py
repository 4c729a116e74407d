"""A finished game is played again from the middle: the same position, players and tiles; other decisions end it otherwise."""

from dataclasses import replace
from functools import cache

import pytest

from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.players import players_from
from acquire_client.matches.second_try import refusal_to_try_again, try_again
from acquire_core import RULESETS
from acquire_core.actions import DrawTile
from acquire_core.ai import bot_named
from acquire_core.record import Record


@cache
def lost_game(seats: str = "Anna,Ada:casual,Ben:casual") -> Record:
    """Return a game in which the person plays like a casual player."""
    match = LocalMatch.start(RULESETS["classic"], players_from(seats), 4)
    while not match.is_over:
        match.answer(bot_named("casual", 1).choose(match.observe(match.asked_seat)).action)
    return match.record()


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_it_begins_in_the_position_of_that_moment_with_the_same_players(share: float) -> None:
    record = lost_game()
    move = next(move for move in range(int(share * len(record.actions)), len(record.actions))
                if record.actions[move].seat == 0 and not isinstance(record.actions[move], DrawTile))
    match = try_again(record, move)
    assert match.asked_seat == 0 and match.asks_person
    assert match.game.digest() == record.game(move).digest()
    assert [player.as_seat for player in match.players] == list(record.seats)


def test_the_tiles_come_in_the_order_of_the_record() -> None:
    """A player who decides as before gets the same game."""
    record = lost_game()
    move = len(record.actions) // 2
    match = try_again(record, move)
    for action in record.actions[len(match.game.actions()):]:
        if match.game.to_move == action.seat and not isinstance(action, DrawTile):
            match.answer(action)
    assert match.is_over and match.record().actions == record.actions


def test_a_game_tried_again_can_be_saved_and_continued() -> None:
    match = try_again(lost_game(), 60)
    while not match.asks_person:
        match.answer(match.bot_action())
    again = LocalMatch.resume(match.record())
    assert again.game.digest() == match.game.digest()


@pytest.mark.parametrize(("record", "words"), [
    (replace(lost_game(), seed=None), "tiles"),
    (lost_game("Ada:casual,Ben:casual"), "Only computer players"),
    (replace(lost_game(), seats=(*lost_game().seats[:2], lost_game().seats[2]._replace(kind="program"))), "program"),
    (replace(lost_game(), seats=(*lost_game().seats[:2], lost_game().seats[2]._replace(kind="bot-unheard"))), "not known"),
    (lost_game(), "")])
def test_why_a_record_cannot_be_played_again(record: Record, words: str) -> None:
    assert words in refusal_to_try_again(record) and bool(words) == bool(refusal_to_try_again(record))


def test_behind_the_end_there_is_nothing_to_try() -> None:
    record = lost_game()
    with pytest.raises(MatchError, match="over"):
        try_again(record, len(record.actions))
