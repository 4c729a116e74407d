"""What people read of votes, and of why a player is out of the game."""

from __future__ import annotations

import json

import pytest

from acquire_client.language import Words
from acquire_client.terminal.presenters.events import EventPresenter
from acquire_client.view_model.votes import lost_reason, void_draw_line, void_draw_of_the_game, vote_line
from acquire_client.view_model.words import TableNames
from acquire_net.protocol.session_events import ClaimChanged, DrawVoid, SeatLost

NAMES = TableNames(("Ann", "Bob", "Carol", "Dot"))


@pytest.mark.parametrize(("vote", "viewer", "line"), [
    (ClaimChanged(0, 1, 1, True, 1, 2), 2, "Ann votes to go on without Bob: 1 of 2 needed."),
    (ClaimChanged(0, 1, 0, True, 2, 3), 1, "Ann votes to go on without you: 2 of 3 needed."),
    (ClaimChanged(0, 1, 1, True, 1, 2), 0, "You vote to go on without Bob: 1 of 2 needed. The vote counts for a minute."),
    (ClaimChanged(0, 1, 1, False, 0, 2), 2, "Ann no longer votes to go on without Bob."),
    (ClaimChanged(0, 1, 1, False, 0, 2), 0, "You no longer vote to go on without Bob."),
    (ClaimChanged(0, 1, 4, True, 1, 2), 2,
     "The program of Ann wants to go on without Bob, absent beyond the grace of this table: 1 of 2 needed."),
    (ClaimChanged(0, 1, 4, True, 1, 2), 0,
     "Your program wants to go on without Bob, absent beyond the grace of this table: 1 of 2 needed."),
])
def test_everybody_reads_who_votes_against_whom_and_how_many_it_takes(vote: ClaimChanged, viewer: int, line: str) -> None:
    assert vote_line(vote, NAMES, viewer) == line


@pytest.mark.parametrize(("lost", "reason"), [
    (SeatLost(1, "left"), "left"),
    (SeatLost(1, "signed two different messages for one block"), "signed two different messages for one block"),
    (SeatLost(1, "did not answer", ((0, 1), (2, 1)), 42_300), "absent for 42 seconds; voted out by Ann and Carol"),
    (SeatLost(1, "did not answer", ((0, 2), (2, 2)), 100), "out of time for too long; voted out by Ann and Carol"),
    (SeatLost(1, "did not answer", ((0, 3), (2, 3), (3, 1)), 100),
     "connected, but with a program that did not answer; voted out by Ann, Carol and Dot"),
    (SeatLost(1, "did not answer", ((0, 4), (2, 4)), 301_000), "absent for 301 seconds"),
    (SeatLost(1, "voted out", ((0, 0), (2, 0), (3, 0)), 100), "voted out by Ann, Carol and Dot"),
])
def test_the_reason_names_what_it_was_and_who_decided_it(lost: SeatLost, reason: str) -> None:
    assert lost_reason(lost, NAMES) == reason


def test_scripts_read_votes_as_events() -> None:
    lines: list[str] = []
    presenter = EventPresenter(lines.append)
    presenter.show_vote(ClaimChanged(0, 1, 1, True, 1, 2))
    presenter.show_vote(SeatLost(1, "did not answer", ((0, 1), (2, 4)), 42_000))
    assert [json.loads(line) for line in lines] == [
        {"event": "vote", "author": 0, "target": 1, "why": 1, "holds": True, "votes": 1, "needed": 2},
        {"event": "lost", "seat": 1, "reason": "did not answer", "silent_ms": 42_000,
         "votes": [{"author": 0, "why": 1}, {"author": 2, "why": 4}]}]


def test_a_draw_that_is_made_again_is_named_with_the_player_who_was_lost() -> None:
    void = DrawVoid((0,), (2, 3))
    assert void_draw_line(void, NAMES) == ("The draw of Ann is void, because the table lost Carol and Dot in the middle of it. "
                                           "It is made again from a new deck.")
    assert void_draw_of_the_game(void, NAMES).startswith("The draw of Ann was made again, because the table lost Carol and Dot")
    assert "Carol und Dot verloren" in void_draw_of_the_game(void, NAMES.in_language(Words("de")))


def test_scripts_read_a_draw_that_is_made_again() -> None:
    lines: list[str] = []
    EventPresenter(lines.append).show_void_draw(DrawVoid((0,), (2, 3)))
    assert json.loads(lines[0]) == {"event": "void_draw", "seats": [0], "lost": [2, 3]}
