"""What the history says of a game: opponents, edition, result, and whether its bag was known."""

import dataclasses

import pytest

from acquire_client.language import Words
from acquire_client.view_model.past_game import (
    only_person,
    opponents_text,
    result_text,
    standings_text,
    tried_again,
)
from acquire_client.view_model.record_summary import RecordSummary
from acquire_client.view_model.rule_changes import edition_title
from acquire_client.view_model.words import TableNames
from acquire_core import RULESETS
from acquire_core.record import Seat

RESULTS = ((1, 2, 9000), (2, 0, 7000), (3, 1, 5000))


def game(*kinds: str, results: tuple[tuple[int, int, int], ...] = RESULTS, rules: str = "classic", teams: bool = False,
         seed: int | None = None) -> RecordSummary:
    seats = tuple(Seat(name, kind) for name, kind in zip(("Anna", "Ada", "Ben", "Cleo"), kinds, strict=False))
    return RecordSummary(seats, RULESETS[rules].replace(teams=teams), 40, results, seed)


def names(one: RecordSummary) -> TableNames:
    return TableNames(tuple(seat.name for seat in one.seats), one.ruleset.teams)


@pytest.mark.parametrize(("kinds", "result", "opponents"), [
    (("person", "bot-casual", "bot-strong"), "2nd of 3", "Ada, Ben"),
    (("bot-casual", "person", "bot-strong"), "3rd of 3", "Anna, Ben"),
    (("bot-casual", "bot-strong", "person"), "won", "Anna, Ada"),
    (("person", "person", "bot-strong"), "won by Ben", "Anna, Ada, Ben"),
    (("bot-casual", "bot-casual", "bot-strong"), "won by Ben", "Anna, Ada, Ben")])
def test_a_game_ended_for_one_person_or_was_won_by_somebody(kinds: tuple[str, ...], result: str, opponents: str) -> None:
    one = game(*kinds)
    assert (result_text(one, names(one)), opponents_text(one, names(one))) == (result, opponents)


def test_of_several_persons_the_one_at_this_machine_counts() -> None:
    one = dataclasses.replace(game("person", "person", "bot-strong"), own_seat=1)
    assert only_person(one) == 1
    assert (result_text(one, names(one)), opponents_text(one, names(one))) == ("3rd of 3", "Anna, Ben")


def test_a_shared_win_is_won() -> None:
    one = game("person", "bot-casual", "bot-casual", results=((1, 0, 900), (1, 1, 900), (3, 2, 100)))
    assert result_text(one, names(one)) == "won"
    hot_seat = game("person", "person", "bot-casual", results=((1, 0, 900), (1, 1, 900), (3, 2, 100)))
    assert result_text(hot_seat, names(hot_seat)) == "won by Anna and Ada"


def test_a_team_has_one_place() -> None:
    one = game("bot-casual", "bot-casual", "person", "bot-casual", results=((1, 1, 900), (2, 0, 800)), teams=True)
    assert only_person(one) == 2 and result_text(one, names(one)) == "2nd of 2"


def test_the_edition_has_its_title_in_each_language() -> None:
    assert edition_title(game("person", "bot-casual").ruleset, Words("de")) == "Klassisch"
    assert edition_title(game("person", "bot-casual", rules="revised-6515").ruleset, Words("en")) != "revised-6515"


def test_standings_are_written_in_one_line() -> None:
    one = game("person", "bot-casual", "bot-strong")
    assert standings_text(one, names(one)) == "1. Ben $9,000, 2. Anna $7,000, 3. Ada $5,000"


def test_the_newer_games_of_a_bag_were_tried_again() -> None:
    first, again, other = game("person", seed=7), game("person", seed=7), game("person", seed=8)
    going_on = game("person", results=(), seed=8)
    assert tried_again([again, other, None, first, going_on]) == [True, False, False, False, False]
    assert tried_again([game("person"), game("person")]) == [False, False], "a bag that is not known is another one"
