"""The news of a network table for a person, and what the table waits for."""

from __future__ import annotations

from pathlib import Path

import pytest

from acquire_client.language import LANGUAGES, Words
from acquire_client.view_model.seat_state import seat_state
from acquire_client.view_model.table_news import news_text, own_clock_text, silence_hint, waiting_text
from acquire_core.actions import Place
from acquire_net import events
from acquire_net.events import LinkState
from acquire_net.lobby.events import Excluded, Gone, ProposalChanged, Said
from acquire_net.protocol.session_events import (
    Adjourned,
    ClaimChanged,
    DrawVoid,
    NotAnswering,
    OutOfTime,
    SeatLost,
)
from tests.support.evenings import ADA, BEN, ReportedEvening, begun, lobby, member

ENGLISH = Words("en")


class Now:
    s = 100.0

    def __call__(self) -> float:
        return self.s


def at_table(*happened: events.PeerEvent, now: Now | None = None) -> ReportedEvening:
    """Ada, Ben and Cleo play; Ada sits here."""
    table = ReportedEvening(now or Now())
    table.report(lobby(places=3), begun(), *happened)
    return table


def waited(*happened: events.PeerEvent, after_s: float = 0) -> str:
    now = Now()
    table = at_table(*happened, now=now)
    now.s += after_s
    return waiting_text(table.evening, ENGLISH)


BEN_DECIDES = events.WaitingFor((1,), True)


@pytest.mark.parametrize(("happened", "after_s", "text"), [
    ((), 0, "The programs draw and check the tiles …"),
    ((BEN_DECIDES,), 0, "Waiting for Ben"),
    ((BEN_DECIDES,), 75, "Waiting for Ben · 1:15"),
    ((BEN_DECIDES, events.Clock(1, 3, 40_000, 60_000, True, (0, 60_000, 0))), 12, "Waiting for Ben · 0:28"),
    ((BEN_DECIDES, events.Clock(1, 3, 40_000, 60_000, True, (0, 60_000, 0))), 70, "Waiting for Ben · 0:30"),
    ((events.WaitingFor((1, 2), False),), 0, "Waiting for the program of Ben and Cleo …"),
    ((BEN_DECIDES, NotAnswering((1,), False)), 42, "No answer from Ben for 42 s."),
    ((BEN_DECIDES, events.Paused((2,))), 0, "A pause, asked for by Cleo: no clock runs, and no vote counts."),
    ((BEN_DECIDES, Adjourned((1, 2))), 0, "Too few players without Ben and Cleo. The game goes on when they are back."),
    ((BEN_DECIDES, events.DiskTrouble("no space left")), 0, "The table waits for the disk: no space left."),
])
def test_the_table_says_whom_it_waits_for_and_why(happened: tuple[events.PeerEvent, ...], after_s: float, text: str) -> None:
    assert waited(*happened, after_s=after_s) == text


@pytest.mark.parametrize(("happened", "hint"), [
    ((BEN_DECIDES,), ""),
    ((BEN_DECIDES, NotAnswering((2,), False)), ""),
    ((BEN_DECIDES, NotAnswering((1,), False)),
     "The seat is kept. You can wait, or vote under Seats (P) to go on without this player."),
    ((BEN_DECIDES, NotAnswering((1,), False), events.Paused((2,))), ""),
    ((BEN_DECIDES, NotAnswering((1,), False), Adjourned((1, 2))), ""),
    ((BEN_DECIDES, NotAnswering((1,), False), SeatLost(2, "gone", (), 0)),
     "The seat is kept. You can wait, or leave and return to this table later."),
])
def test_the_table_says_what_can_be_done_about_a_silent_seat(happened: tuple[events.PeerEvent, ...], hint: str) -> None:
    table = at_table(*happened)
    assert silence_hint(table.evening, ENGLISH) == hint
    assert hint == "" or silence_hint(table.evening, Words("de")).startswith("Der Platz bleibt erhalten. ")


def test_the_line_and_the_seat_count_the_same_seconds_without_an_answer() -> None:
    now = Now()
    table = at_table(BEN_DECIDES, now=now)
    now.s += 25
    table.report(NotAnswering((1,), False),
                 events.LinksChanged((LinkState.HERE, LinkState.AWAY, LinkState.HERE), (0, 7000, 0)))
    now.s += 1
    assert waiting_text(table.evening, ENGLISH) == "No answer from Ben for 8 s."
    assert seat_state(table.evening, 1, ENGLISH).text == "does not answer, 8 s"


def test_a_player_who_has_left_for_now_is_not_called_silent() -> None:
    now = Now()
    table = at_table(BEN_DECIDES, events.LeftForNow((1,)), now=now)
    assert seat_state(table.evening, 1, ENGLISH).text == "decides", "the program has not closed its links yet"
    table.report(NotAnswering((1,), False),
                 events.LinksChanged((LinkState.HERE, LinkState.AWAY, LinkState.HERE), (0, 7000, 0)))
    assert waiting_text(table.evening, ENGLISH) == "Ben has left for now and wants to come back."
    assert seat_state(table.evening, 1, ENGLISH).text == "has left for now"
    table.report(NotAnswering((1, 2), False), events.WaitingFor((1, 2), False))
    assert waiting_text(table.evening, ENGLISH).startswith("No answer from Ben and Cleo"), "nobody knows why Cleo is silent"
    table.report(events.LeftForNow(()))
    assert seat_state(table.evening, 1, ENGLISH).text.startswith("does not answer")


def test_leaving_for_now_is_news_once() -> None:
    table = at_table()

    def news(*seats: int) -> str:
        event = events.LeftForNow(seats)
        table.report(event)
        found = news_text(event, table.evening, ENGLISH)
        return found[0] if found else ""

    assert news(1) == "Ben has left for now and wants to come back."
    assert news(1, 2) == "Cleo has left for now and wants to come back."
    assert news(2) == news() == "", "the player who is back is in other news"


def test_when_enough_are_back_they_are_not_missed_any_more() -> None:
    table = at_table(BEN_DECIDES, Adjourned((1,)), events.SeatReturns(2, 3, 3))
    assert waiting_text(table.evening, ENGLISH).startswith("Too few players without Ben.")
    table.report(Adjourned(()))
    assert waiting_text(table.evening, ENGLISH).startswith("Waiting for Ben")


def test_an_answer_on_its_way_is_named_before_anything_else() -> None:
    table = at_table(events.Played((), True))
    assert table.evening.match is not None
    table.evening.match.poll()
    table.evening.match.answer(Place(0, "1A"))
    assert waiting_text(table.evening, ENGLISH) == "Sending your answer …"


def test_the_own_clock_is_shown_for_the_own_decision_alone() -> None:
    assert own_clock_text(at_table(events.Clock(0, 3, 40_000, 0, True, (0, 0, 0))).evening, ENGLISH).startswith("0:40 left")
    assert own_clock_text(at_table(events.Clock(1, 3, 40_000, 0, True, (0, 0, 0))).evening, ENGLISH) == ""


@pytest.mark.parametrize(("event", "text", "is_bad"), [
    (SeatLost(1, "it said goodbye"), "Ben is out of the game: it said goodbye. The others play on.", False),
    (SeatLost(0, "it was voted out"), "The others have gone on without you: it was voted out.", True),
    (ClaimChanged(2, 1, 1, True, 1, 2), "Cleo votes to go on without Ben: 1 of 2 needed.", False),
    (events.Caught(1, "it signed two different things", Path("evidence")),
     "Ben has broken the rules of the table: it signed two different things.", True),
    (OutOfTime(1), "Time is up for Ben: the program of that seat answers.", False),
    (events.AnsweredAtZero(Place(0, "5C")), "Your time is up. Your program answered for you: place 5C.", True),
    (events.Declined("the tile is not in the hand"), "The table did not accept that: the tile is not in the hand.", True),
    (Said(BEN, "hello", "Ben"), "Ben: hello", False),
    (Gone(BEN, "Ben"), "Ben has left.", False),
    (ProposalChanged(BEN, ("clock 60 seconds", "Cleo takes a seat"), ("Cleo takes a seat",)),
     "Ben changed: clock 60 seconds.", False),
    (Excluded(BEN, "Ben"), "Ben has excluded you from the table.", True),
    (events.Trouble("The port is taken."), "The port is taken.", True),
])
def test_what_happens_is_reported_in_one_sentence(event: events.PeerEvent, text: str, is_bad: bool) -> None:
    assert news_text(event, at_table().evening, ENGLISH) == (text, is_bad)


@pytest.mark.parametrize("event", [Said(ADA, "hello", "Ada"), events.Played((), True), OutOfTime(0),
                                   ProposalChanged(BEN, ("Cleo takes a seat",), ("Cleo takes a seat",))])
def test_what_a_person_sees_or_did_is_not_reported(event: events.PeerEvent) -> None:
    assert news_text(event, at_table().evening, ENGLISH) is None


def test_the_table_that_one_comes_to_is_not_shown_as_a_change_and_no_change_is_shown_again() -> None:
    table, reported = ReportedEvening(), []
    members = member(0), member(1), member(2, is_me=True)
    for lobby_now, event in (
            (lobby(*members, places=3), ProposalChanged(ADA, ("a table for 3",))),
            (lobby(*members, places=4), ProposalChanged(ADA, ("4 places instead of 3",))),
            (lobby(*members, member(3), places=4), ProposalChanged(ADA, ("Dan takes a seat",), ("Dan takes a seat",)))):
        table.report(lobby_now, event)
        reported.append(news_text(event, table.evening, ENGLISH))
    assert reported == [None, ("Ada changed: 4 seats.", False), None]


def test_a_void_draw_is_reported_with_its_cause() -> None:
    news = news_text(DrawVoid((0,), (2,)), at_table().evening, ENGLISH)
    assert news is not None and "Ada" in news[0] and "Cleo" in news[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_strangers_write_is_made_harmless(language: str) -> None:
    news = news_text(Said(BEN, "a\x1b[2Jb\u202e", "Ben\x07"), at_table().evening, Words(language))
    assert news is not None and not {"\x1b", "\x07", "\u202e"} & set(news[0])
