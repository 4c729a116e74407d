"""What records say at a glance, and what the history of finished games says of a person."""

from dataclasses import replace

import pytest

from acquire_client.language import ENGLISH
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.view_model.record_summary import RecordSummary, summarize_record
from acquire_client.view_model.statistics import (
    MAX_NAMES,
    WinRate,
    count_games,
    largest_merger,
    mergers_of,
    next_level,
    rates_by_name,
)
from acquire_client.view_model.table_presets import TOURNAMENT
from acquire_core import RULESETS
from acquire_core.ai import bot_named
from acquire_core.record import Record, Seat
from acquire_core.record_header import LAST_ROUND, WHOLE
from tests.client.languages import GERMAN


def finished(seats: str, seed: int, rules: str = "classic") -> LocalMatch:
    match = LocalMatch.start(RULESETS[rules], players_from(seats), seed)
    while not match.is_over:
        match.answer(bot_named("casual", 1).choose(match.observe(match.asked_seat)).action)
    return match


def test_a_summary_says_who_played_by_which_rules_and_who_won() -> None:
    match = finished("Anna,Ada:casual,Ben:strong", 3, "tycoon-2023")
    summary = summarize_record(match.record().text().encode())
    assert summary is not None and summary.is_over
    assert [seat.name for seat in summary.seats] == ["Anna", "Ada", "Ben"]
    assert summary.ruleset == match.game.ruleset
    assert summary.turn == match.game.turn
    assert list(summary.results) == match.game.standings()
    assert summary.winning_seats == tuple(seat for rank, seat, _ in match.game.standings() if rank == 1)


def test_a_summary_of_an_unfinished_game_says_its_turn() -> None:
    match = LocalMatch.start(RULESETS["classic"], players_from("Anna,Ada:casual"), 3)
    turns = set()
    while match.game.turn < 5:
        summary = summarize_record(match.record().text().encode())
        assert summary is not None and not summary.is_over and summary.turn == match.game.turn
        turns.add(summary.turn)
        match.answer(bot_named("casual", 1).choose(match.observe(match.asked_seat)).action)
    assert turns == {1, 2, 3, 4}


@pytest.mark.parametrize("data", [b"", b"nonsense\n", b"\xff\xfe\x00", b"acquire record 1\n",
                                  b"acquire record 1\nruleset none\n"])
def test_what_is_not_a_record_has_no_summary(data: bytes) -> None:
    assert summarize_record(data) is None


def test_a_seat_that_the_record_does_not_have_is_nobodys() -> None:
    data = finished("Anna,Bea", 3).record().text().encode()
    found = [summarize_record(data, own_seat) for own_seat in (None, 0, 1, 2)]
    assert [each and each.own_seat for each in found] == [None, 0, 1, None]


def test_results_that_are_not_whole_are_none() -> None:
    """A file that a full disk has cut off among them, or that was changed, must not end the list of all games."""
    text = finished("Anna,Bea", 3).record().text()
    for damaged in (text[:text.index("result 2")], text.replace("result 2 ", "result 9 "), text.replace("result 2 ", "result 0 "),
                    text.replace("result 2 ", "result 1 0 5\nresult 2 ")):
        for own_seat in (None, 0, 1):
            summary = summarize_record(damaged.encode(), own_seat)
            assert summary is not None and not summary.is_over and summary.results == ()


def test_a_record_that_was_cut_off_still_says_what_it_is() -> None:
    text = finished("Anna,Ada:casual", 3).record().text()
    summary = summarize_record(text[:len(text) // 2].encode())
    assert summary is not None and not summary.is_over and summary.turn > 3


def game(*kinds: str, winners: tuple[int, ...] = (0,), rules: str = "classic", teams: bool = False,
         seed: int | None = None) -> RecordSummary:
    seats = tuple(Seat(f"Seat {number}", kind) for number, kind in enumerate(kinds))
    holders = range(2) if teams else range(len(kinds))
    results = tuple((1 if number in winners else 2, number, 1000) for number in holders)
    return RecordSummary(seats, RULESETS[rules].replace(teams=teams), 40, results, seed)


def test_wins_are_counted_by_the_strongest_level_and_by_rules() -> None:
    counted = count_games([
        game("person", "bot-casual", "bot-strong"), game("bot-strong", "person", "bot-beginner"),
        game("person", "bot-expert-raider", rules="revised-6515"), game("person", "bot-casual", winners=(0, 1))])
    assert counted.games == 4 and counted.all == WinRate(4, 3)
    assert list(counted.by_level.items()) == [("casual", WinRate(1, 1)), ("strong", WinRate(2, 1)), ("expert", WinRate(1, 1))]
    assert rates_by_name(counted, (), ENGLISH) == {"Classic": WinRate(3, 2), "Revised 6515": WinRate(1, 1)}


def test_changed_rules_are_counted_by_their_own_name_or_as_changed() -> None:
    own, other = RULESETS["classic"].replace(max_buy=4), RULESETS["classic"].replace(max_buy=2, teams=True)
    played = [replace(game("person", "bot-casual"), ruleset=rules, log=log) for rules, log in (
        (other, WHOLE), (RULESETS["classic"], WHOLE), (own, WHOLE), (own, LAST_ROUND), (TOURNAMENT.ruleset, LAST_ROUND),
        (TOURNAMENT.ruleset, WHOLE))]
    counted = count_games(played)
    assert rates_by_name(counted, (own,), ENGLISH) == {
        "Classic": WinRate(1, 1), "Tournament": WinRate(1, 1), "Own rules 1": WinRate(2, 2), "Changed rules": WinRate(2, 2)}
    assert rates_by_name(counted, (), GERMAN) == {
        "Klassisch": WinRate(1, 1), "Turnier": WinRate(1, 1), "Geänderte Regeln": WinRate(4, 4)}


def test_there_is_room_for_some_names_of_rules() -> None:
    own = [RULESETS["classic"].replace(start_cash=cash) for cash in range(1000, 1600, 100)]
    counted = count_games([replace(game("person", "bot-casual"), ruleset=rules) for rules in (*RULESETS.values(), *own)])
    named = rates_by_name(counted, own, ENGLISH)
    assert len(named) == MAX_NAMES and sum(rate.games for rate in named.values()) == 11
    assert list(named)[-2:] == ["Own rules 3", "Changed rules"]


def test_only_games_of_one_person_say_who_won() -> None:
    unfinished = RecordSummary(game("person", "bot-casual").seats, RULESETS["classic"], 3, ())
    counted = count_games([game("person", "person"), game("bot-casual", "bot-casual"), unfinished,
                           game("person", "program", winners=(1,))])
    assert counted.games == 3 and counted.all == WinRate(1, 0) and counted.by_level == {}


def test_a_team_wins_together() -> None:
    kinds = ("bot-casual", "bot-casual", "person", "bot-casual")
    assert count_games([game(*kinds, winners=(0,), teams=True)]).all == WinRate(1, 1)
    assert count_games([game(*kinds, winners=(1,), teams=True)]).all == WinRate(1, 0)


def test_streaks_are_wins_in_a_row() -> None:
    won, lost = game("person", "bot-casual"), game("person", "bot-casual", winners=(1,))
    counted = count_games([won, won, won, lost, won, won])
    assert (counted.current_streak, counted.longest_streak) == (2, 3)
    assert count_games([won, lost]).current_streak == 0
    assert count_games([]).all.share == 0


def test_a_game_that_is_tried_again_does_not_count_for_the_win_rate() -> None:
    """Its tiles may be known. The first game of a bag counts, whatever comes after it."""
    lost, won = game("person", "bot-casual", winners=(1,), seed=7), game("person", "bot-casual", seed=7)
    counted = count_games([lost, won, won, game("person", "bot-casual", seed=8)])
    assert counted.games == 4 and counted.tried_again == 2
    assert counted.all == WinRate(2, 1) and counted.by_level == {"casual": WinRate(2, 1)} and counted.longest_streak == 1


def test_a_summary_knows_the_bag() -> None:
    match = finished("Anna,Ada:casual", 3)
    summary = summarize_record(match.record().text().encode())
    assert summary is not None and summary.seed == 3


def test_the_largest_merger_is_found_with_its_chains_and_bonuses() -> None:
    records: list[Record] = [finished("Anna,Ada:casual,Ben:casual", seed).record() for seed in (3, 4)]
    mergers = [merger for record in records for merger in mergers_of(record)]
    largest = largest_merger(records)
    assert largest in mergers and largest is not None
    assert largest.tiles == max(merger.tiles for merger in mergers) > 10
    assert largest.defunct and largest.bonus_dollars > 0
    assert largest_merger([LocalMatch.start(RULESETS["classic"], players_from("0,0"), 1).record()]) is None


# --- the next level ---

LOST = (1,)


@pytest.mark.parametrize(("last", "past", "level"), [
    (game("person", "bot-casual", seed=1), [game("person", "bot-casual", seed=2)], "club"),
    (game("bot-casual", "person", winners=(1,)), [game("person", "bot-beginner", "bot-casual-raider")], "club"),
    (game("person", "bot-expert"), [game("person", "bot-casual", winners=LOST), game("person", "bot-expert")], "master"),
    (game("person", "bot-casual"), [game("person", "person", winners=LOST), game("person", "bot-casual")], "club"),
    (game("person", "bot-casual"), [], None),
    (game("person", "bot-casual"), [game("person", "bot-club")], None),
    (game("person", "bot-casual"), [game("person", "bot-casual", winners=LOST), game("person", "bot-casual")], None),
    (game("person", "bot-casual", winners=LOST), [game("person", "bot-casual")] * 2, None),
    (game("person", "bot-master"), [game("person", "bot-master")] * 2, None),
    (game("person", "person", "bot-casual"), [game("person", "bot-casual")], None),
    (game("person", "person"), [game("person", "person")], None),
    (game("person", "bot-casual", seed=4), [game("person", "bot-casual", seed=4), game("person", "bot-casual", seed=3)], None)])
def test_the_next_level_is_proposed_after_two_wins_in_a_row(last: RecordSummary, past: list[RecordSummary],
                                                            level: str | None) -> None:
    assert next_level(last, past) == level
