"""What the lobby shows of seats, terms and tables near here."""

from __future__ import annotations

import pytest

from acquire_client.language import Words
from acquire_client.view_model.lobby_cards import near_first, near_table_text, seat_cards, table_chips, waiting_line
from acquire_core import RULESETS
from acquire_net import TableStage, events
from tests.client.window.online_screens import found_table
from tests.support.evenings import BEN, lobby, member

ENGLISH = Words("en")


def notes_of(snapshot: events.LobbySnapshot, own_wish: bool = False) -> list[tuple[str, tuple[str, ...], bool]]:
    return [(card.name, card.notes[:-1] if card.member else (), card.is_ready)
            for card in seat_cards(snapshot, own_wish, ENGLISH)]


def test_seats_come_first_then_free_ones_then_who_only_watches() -> None:
    shown = lobby(member(0, is_me=True), member(3, is_seated=False), member(1, is_ready=True), places=3)
    assert notes_of(shown) == [("Ada", ("you", "host"), False), ("Ben", (), True), ("Free seat", (), False),
                               ("Dan", ("watching",), False)]
    assert [card.number for card in seat_cards(shown, False, ENGLISH)] == [0, 1, 2, 3]


def test_a_card_says_what_has_to_be_known_of_a_player() -> None:
    shown = lobby(member(0, is_me=True), member(1, is_here=False), member(2, computer=True, beside="Ben"),
                  member(3, is_seated=False, is_excluded=True, warning="another key than last time"), founder=BEN, places=3)
    assert [notes for _, notes, _ in notes_of(shown)] == [("you",), ("no link", "host"), ("computer player, with Ben",),
                                                          ("excluded",)]
    assert seat_cards(shown, False, ENGLISH)[3].warning == "another key than last time"


def test_every_card_of_a_person_ends_with_the_beginning_of_the_fingerprint() -> None:
    marks = [card.notes[-1] for card in seat_cards(lobby(), False, ENGLISH)]
    assert all(len(mark) == 9 and mark[4] == "-" for mark in marks) and len(set(marks)) == 2


def test_the_own_tick_is_there_as_soon_as_it_is_wished() -> None:
    """The signature takes a moment; the person has pressed the button already."""
    assert [ready for _, _, ready in notes_of(lobby(), own_wish=True)] == [True, False]


@pytest.mark.parametrize(("snapshot", "own_wish", "line"), [
    (lobby(places=4), False, "2 seats are free. Others on this network find this table by themselves."),
    (lobby(places=3), False, "1 seat is free. Others on this network find this table by themselves."),
    (lobby(), False, "All seats are taken. The game begins when everybody is ready."),
    (lobby(), True, "Waiting for Ben."),
    (lobby(member(0, is_me=True, is_ready=True), member(1, is_ready=True)), True, "Everybody is ready."),
    (lobby(member(0, is_me=True, is_seated=False), member(1), member(2)), False,
     "All seats are taken. You can wait for the next game."),
])
def test_the_lobby_says_what_it_waits_for(snapshot: events.LobbySnapshot, own_wish: bool, line: str) -> None:
    assert waiting_line(snapshot, own_wish, ENGLISH) == line


def test_terms_name_all_that_differs_from_the_edition() -> None:
    options = (("bank", "3"), ("clock", "60"), ("dropping", "vote"), ("hands", "closed"), ("quorum", "majority"),
               ("spectators", "no"))
    terms = table_chips(lobby(rules=RULESETS["classic"].replace(holdings="open"), options=options), ENGLISH)
    assert terms == ("Others' holdings: open", "Clock: 60 s for a decision, then 3 min for the whole game",
                     "Only votes of players end a wait", "Hands stay hidden after the game", "Nobody may watch",
                     "Quorum by majority")
    assert table_chips(lobby(), ENGLISH) == ()
    assert table_chips(lobby(options=(("bank", "none"), ("clock", "30"))), ENGLISH) == ("Clock: 30 s for a decision",)


def test_tables_with_a_free_seat_come_first() -> None:
    tables = [found_table("Dan", stage=TableStage.SHOWN), found_table("cleo"), found_table("Ben", taken=4), found_table("Ada")]
    assert [table.name for table in near_first(tables)] == ["Ada", "cleo", "Ben", "Dan"]


@pytest.mark.parametrize(("stage", "text"), [
    (TableStage.GATHERING, "2 of 4 seats taken · Tycoon 2023 · "),
    (TableStage.SHOWN, "a game of 4 is being played · Tycoon 2023"),
    (TableStage.PLAYING, "a game of 4 is being played, and nobody may watch · ")])
def test_a_table_near_here_says_how_far_it_is(stage: TableStage, text: str) -> None:
    found = found_table("Ada", stage=stage, taken=2, rules="tycoon-2023")
    title, stands = near_table_text(found, ENGLISH)
    assert title == "Ada's table" and stands.startswith(text) and stands.endswith(found.table_code)


def test_names_that_strangers_announce_are_made_harmless() -> None:
    assert "\x1b" not in near_table_text(found_table("A\x1b[31m"), ENGLISH)[0]
    assert "\x1b" not in near_table_text(found_table("Ada", rules="own\x1b"), ENGLISH)[1]
