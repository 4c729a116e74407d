"""The last round (A35): what a log shows until the game is over, where the setting is kept, and that old saves are unchanged."""

from dataclasses import replace

import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.match import Match
from acquire_client.matches.online import OnlineMatch
from acquire_client.matches.players import players_from
from acquire_client.matches.replay_match import ReplayMatch
from acquire_client.matches.table_log import first_new_step, first_step_shown, new_tiles, shows_all
from acquire_core import RULESETS, RandomPlayer, read_record
from acquire_core.actions import Place, Retire
from acquire_core.events import SeatRetired, TilePlaced, TurnBegan
from acquire_core.record import RecordError
from acquire_core.record_header import LAST_ROUND, WHOLE, Header, Seat
from tests.support.text_play import position, positioned


def match_at(turn: int, log: str = LAST_ROUND, seats: str = "Ann,Ben,Cleo") -> LocalMatch:
    """Return a table of three that has come to this turn, which has not begun to be played."""
    match = LocalMatch.start(RULESETS["classic"], players_from(seats), 7, log)
    player = RandomPlayer(3)
    while match.game.turn < turn and not match.is_over:
        match.answer(match.game.action_of(player.code(match.game)))
    match.poll()
    return match


def turns_shown(match: Match, seat: int | None) -> list[tuple[int, int]]:
    """Return the turns that begin in what is shown, each with its seat."""
    return [(event.turn, event.seat) for step in match.steps[first_step_shown(match, seat):] for event in step.events
            if isinstance(event, TurnBegan)]


def test_a_player_sees_what_happened_since_their_own_last_turn() -> None:
    match = match_at(9)
    whole = turns_shown(match_at(9, WHOLE), 0)
    assert [turn for turn, _ in whole] == [*range(1, 10)]
    for seat in range(3):
        own = [turn for turn, whose in whole[:-1] if whose == seat]
        assert turns_shown(match, seat) == whole[own[-1]:], "from the turn behind their last one"
    mover = match.asked_seat
    assert len(turns_shown(match, mover)) == 3, "in their own turn the round of the others, and what they do themselves"


def test_before_the_own_first_turn_everything_is_seen() -> None:
    match = match_at(2)
    last = next(seat for seat in range(3) if all(whose != seat for _, whose in turns_shown(match_at(2, WHOLE), None)))
    assert first_step_shown(match, last) == 0


def test_who_has_no_seat_sees_the_round_of_the_one_who_decides() -> None:
    match = match_at(9)
    assert first_step_shown(match, None) == first_step_shown(match, match.asked_seat) > 0


def test_who_has_left_sees_the_last_round_and_not_all_since_then() -> None:
    match = match_at(6, seats="Ann,Ben,Cleo,Dan")
    leaver = next(seat for seat in range(4) if seat != match.asked_seat)
    match.answer(Retire(leaver))
    player = RandomPlayer(5)
    while match.game.turn < 18:
        match.answer(match.game.action_of(player.code(match.game)))
    assert any(isinstance(event, SeatRetired) for step in match.steps for event in step.events)
    assert turns_shown(match, leaver) == turns_shown(match, match.asked_seat) and len(turns_shown(match, leaver)) == 3


def test_when_the_game_is_over_everything_is_seen() -> None:
    match = match_at(1000)
    assert match.is_over and match.log == LAST_ROUND and shows_all(match) and first_step_shown(match, 0) == 0


def test_a_table_that_shows_the_whole_game_hides_nothing() -> None:
    assert first_step_shown(match_at(9, WHOLE), 0) == 0 and first_step_shown(ReplayMatch(match_at(9).record()), None) == 0


# --- saves and records ------------------------------------------------------------------------------------------------

def test_a_save_keeps_the_setting_and_so_does_the_next_game() -> None:
    match = match_at(5)
    text = match.record().text()
    assert "\nlog last_round\n" in text
    loaded = LocalMatch.resume(read_record(text))
    assert loaded.log == LAST_ROUND and loaded.new_match().log == LAST_ROUND and loaded.record().text() == text


def test_a_save_of_a_table_that_shows_everything_is_as_it_always_was() -> None:
    whole = match_at(5, WHOLE).record().text()
    assert "log" not in [line.split()[0] for line in whole.splitlines()]
    assert LocalMatch.resume(read_record(whole)).log == WHOLE
    assert replace(match_at(5).record(), log=WHOLE).text() == whole


@pytest.mark.parametrize("line", ["log whole", "log first_round", "log", "log last_round\nlog last_round", "log  last_round"])
def test_another_value_in_a_record_is_refused(line: str) -> None:
    text = match_at(5).record().text()
    with pytest.raises(RecordError):
        read_record(text.replace("log last_round", line))


def test_a_header_refuses_a_log_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="whole, last_round"):
        Header(ruleset=RULESETS["classic"], seats=(Seat("Ann"), Seat("Ben")), log="none")


def test_a_table_over_the_network_keeps_it_in_its_record() -> None:
    match = OnlineMatch(RULESETS["classic"], ("Ann", "Ben"), 0, lambda action: None, log=LAST_ROUND)
    assert match.log == LAST_ROUND and match.record().log == LAST_ROUND
    assert OnlineMatch(RULESETS["classic"], ("Ann", "Ben"), 0, lambda action: None).record().log == WHOLE


def test_what_others_placed_is_new_until_the_own_turn_is_over() -> None:
    match, seat, player = match_at(9, WHOLE), 0, RandomPlayer(5)
    while match.asked_seat != seat or match.game.phase != "place":
        match.answer(match.game.action_of(player.code(match.game)))
    turn, new = match.game.turn, new_tiles(match, seat)
    placed = [step.action.tile for step in match.steps if isinstance(step.action, Place)]
    assert new == tuple(placed[-2:])
    while match.game.turn == turn:
        assert new_tiles(match, seat) == new, "also behind the own tile, and while others decide in a merger"
        match.answer(match.game.action_of(player.code(match.game)))
    assert new_tiles(match, seat) == ()


def test_in_rounds_the_tiles_of_the_last_round_are_new() -> None:
    rules = RULESETS["classic"].replace(simultaneous=True)
    match = LocalMatch.start(rules, players_from("Ann,Ben,Cleo"), 7)
    player = RandomPlayer(3)
    while match.game.turn < 3 or not new_tiles(match, 0):
        match.answer(match.game.action_of(player.code(match.game)))
    new = new_tiles(match, 0)
    own = {event.tile for step in match.steps for event in step.events if isinstance(event, TilePlaced) and event.seat == 0}
    assert 0 < len(new) <= 2 and not own & set(new)


def test_a_game_from_a_position_begins_in_the_middle_of_a_turn() -> None:
    match = positioned(position(["AA.........."], [["4D", "9I"], ["6F", "7I"], ["8H", "9G"]], bag=("1I", "3H", "5G")))
    player = RandomPlayer(3)
    while match.asked_seat == 0 or match.game.turn < 2:
        assert new_tiles(match, 0) == () and first_new_step(match, 0) == 0
        match.answer(match.game.action_of(player.code(match.game)))
    assert first_new_step(match, 0) > 0
