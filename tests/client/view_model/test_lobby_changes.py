"""Who changed what in a lobby, and the score of an evening: in sentences, from what the peer reports."""

from __future__ import annotations

import pytest

from acquire_client.language import LANGUAGES, Words
from acquire_client.view_model.lobby_cards import (
    acquaintance_text,
    evening_score_text,
    seat_cards,
    seat_computer_text,
    table_chips,
)
from acquire_client.view_model.lobby_changes import change_line
from acquire_client.view_model.seat_state import seat_state
from acquire_core import RULESETS
from acquire_net import events
from acquire_net.lobby.events import ProposalChanged
from tests.support.evenings import ADA, BEN, CLEO, ReportedEvening, begun, lobby, member

ENGLISH = Words("en")
CLASSIC = RULESETS["classic"]
BEFORE = lobby(member(0, is_me=True), member(1), member(2), places=3)


def line_after(after: events.LobbySnapshot, author: bytes = BEN, before: events.LobbySnapshot = BEFORE,
               language: str = "en") -> str:
    table = ReportedEvening()
    table.report(before, after, ProposalChanged(author, ("something",)))
    assert table.evening.last_change is not None
    return change_line(table.evening.last_change, Words(language))


@pytest.mark.parametrize(("after", "line"), [
    (lobby(*BEFORE.members, places=3, rules=CLASSIC.replace(holdings="hidden", max_buy=2)),
     "Ben changed: Shares a turn: 2; Others' holdings: hidden."),
    (lobby(*BEFORE.members, places=3, rules=RULESETS["dos-1988"].replace(max_buy=2)), "Ben changed: DOS 1988, 1 rule changed."),
    (lobby(*BEFORE.members, places=4), "Ben changed: 4 seats."),
    (lobby(*BEFORE.members, places=3, options=(("bank", "5"), ("clock", "60"), ("hands", "closed"))),
     "Ben changed: Clock: 60 s for a decision, then 5 min for the whole game; Hands stay hidden after the game."),
    (lobby(*BEFORE.members[::-1], places=3), "Ben changed: the order of the seats."),
    (lobby(*BEFORE.members[:2], member(2, is_seated=False, is_excluded=True), places=3), "Ben changed: Cleo is excluded."),
])
def test_a_line_says_who_changed_what(after: events.LobbySnapshot, line: str) -> None:
    assert line_after(after) == line
    assert line_after(after, ADA).startswith("You changed: ")
    for language in LANGUAGES:
        assert line_after(after, language=language)


def test_what_is_taken_back_is_named_as_it_is_now() -> None:
    options = (("bank", "3"), ("clock", "60"), ("dropping", "vote"))
    before = lobby(*BEFORE.members, places=3, options=options)
    assert line_after(BEFORE, before=before) == "Ben changed: No clock; Programs end a long wait too."


def test_seats_that_move_on_behind_a_game_are_not_a_change_of_a_person() -> None:
    table = ReportedEvening()
    table.report(BEFORE, begun(), events.Ended(((1, 1, 9),), "", (0, 1, 2), "", None))
    moved = lobby(*BEFORE.members[1:], BEFORE.members[0], places=3)
    table.report(moved, ProposalChanged(ADA, ("the order is Ben, Cleo, Ada",)))
    assert table.evening.last_change is not None
    assert change_line(table.evening.last_change, ENGLISH) == "The seats have moved on by one: Ben has the first one now."
    table.report(begun())
    assert table.evening.last_change is None, "a game has begun"


def test_the_score_of_the_evening_goes_by_keys_and_shares_a_shared_win() -> None:
    table = ReportedEvening()
    assert evening_score_text(table.evening, ENGLISH) == ""
    for standings in (((1, 1, 9), (2, 0, 5)), ((1, 0, 9), (1, 1, 9), (3, 2, 0))):
        table.report(BEFORE, begun(), events.Ended(standings, "", (0, 1, 2), "", None))
    assert evening_score_text(table.evening, ENGLISH) == "Evening: Ben 2 · You 1 · Cleo 0"
    turned = events.Begun("table", CLASSIC, ("Cleo", "Ada"), 1, None, identities=(CLEO, ADA))
    table.report(turned, events.Ended(((1, 0, 9), (2, 1, 5)), "", (0, 1), "", None))
    assert evening_score_text(table.evening, ENGLISH) == "Evening: Ben 2 · You 1 · Cleo 1"


def test_the_money_of_the_evening_follows_the_keys_through_rotated_seats_and_substitutes() -> None:
    table = ReportedEvening()
    table.report(BEFORE, begun(), events.Ended(((1, 1, 900), (2, 0, 500), (3, 2, 100)), "", (0, 1, 2), "", None))
    rotated = events.Begun("table", CLASSIC, ("Ben", "Cleo", "Ada"), 2, None, identities=(BEN, CLEO, ADA))
    table.report(rotated, events.Ended(((1, 0, 700), (2, 2, 600), (3, 1, 50)), "", (0, 1, 2), "", None))
    dan = bytes((77,)) * 32
    with_dan = events.Begun("table", CLASSIC, ("Dan", "Ada"), 1, None, identities=(dan, ADA))
    table.report(with_dan, events.Ended(((1, 0, 12_300), (2, 1, 1000)), "", (0, 1), "", None))
    assert {each.name: (each.games, each.wins, each.dollars) for each in table.evening.score.players()} == {
        "Ben": (2, 2, 1600), "Dan": (1, 1, 12_300), "Ada": (3, 0, 2100), "Cleo": (2, 0, 150)}
    assert evening_score_text(table.evening, ENGLISH, with_money=True) == (
        "Evening: Ben 2 ($1,600) · Dan 1 ($12,300) · You 0 ($2,100) · Cleo 0 ($150)")
    german = evening_score_text(table.evening, Words("de"), with_money=True)
    assert "Dan 1 (12.300\u00a0$)" in german and german.startswith("Abend: ")


def test_both_partners_win_with_their_team() -> None:
    table = ReportedEvening()
    four = (member(0, is_me=True), member(1), member(2), member(3))
    teams = CLASSIC.replace(teams=True)
    table.report(lobby(*four, places=4, rules=teams), begun(names=("Ada", "Ben", "Cleo", "Dan"), rules=teams),
                 events.Ended(((1, 1, 9), (2, 0, 5)), "", (0, 1, 2, 3), "", None))
    assert evening_score_text(table.evening, ENGLISH) == "Evening: Ben 1 · Dan 1 · You 0 · Cleo 0"
    cards = seat_cards(lobby(*four, places=4, rules=teams), False, ENGLISH)
    assert [card.partner for card in cards] == ["plays with Cleo", "plays with Dan", "plays with Ada", "plays with Ben"]


def test_a_card_says_since_when_a_key_is_known() -> None:
    assert acquaintance_text(member(1, known_since=1_778_000_000), ENGLISH) == "known since May 2026"
    assert acquaintance_text(member(1), ENGLISH) == "new"
    assert acquaintance_text(member(1, known_since=5, is_blocked=True), ENGLISH) == "blocked"
    assert acquaintance_text(member(1, has_other_key=True), ENGLISH) == "another key than last time"
    robot = member(2, computer=True, plays="club", beside="Ada")
    mine, bens, computers = seat_cards(lobby(member(0, is_me=True), member(1), robot, places=3), False, ENGLISH)
    assert (mine.known, bens.known, computers.known) == ("", "new", "")
    assert computers.notes == ("computer player, level 3, with Ada",)


def test_chips_compare_with_the_classic_game() -> None:
    assert table_chips(lobby(), ENGLISH) == ()
    chips = table_chips(lobby(rules=RULESETS["dos-1988"], options=(("spectators", "no"),)), ENGLISH)
    assert "Tiles of a safe chain: 12" in chips and chips[-1] == "Nobody may watch"


def test_at_a_table_that_was_resumed_the_person_here_is_known_by_the_seat() -> None:
    table = ReportedEvening()
    table.report(begun(1, resumed=True), events.Ended(((1, 1, 9), (2, 0, 5)), "", (0, 1, 2), "", None))
    assert evening_score_text(table.evening, ENGLISH) == "Evening: You 1 · Ada 0 · Cleo 0"


def test_a_seat_at_the_table_is_the_computer_player_that_the_lobby_showed() -> None:
    table = ReportedEvening()
    assert seat_computer_text(table.evening, 2, ENGLISH) == "computer player"
    robot = member(2, computer=True, plays="club", beside="Ada")
    table.report(lobby(member(0, is_me=True), member(1), robot, places=3), begun(computers=(2,)))
    assert seat_computer_text(table.evening, 2, ENGLISH) == "computer player, level 3"
    assert seat_state(table.evening, 2, ENGLISH).text == "computer player, level 3"
