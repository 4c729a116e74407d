"""Texts of the network package in the language of the person, whole or inside of another text and of an error."""

import errno
import os
import re

import pytest
from msgspec.structs import replace

from acquire_client.language import Words
from acquire_client.view_model.system_errors import system_error_text
from acquire_client.view_model.wording import WITH_NAMES, text_at_table, text_in
from acquire_client.view_model.words import TableNames
from acquire_net import Wording
from acquire_net.errors import joined_wordings
from acquire_net.lobby.messages import Proposal
from acquire_net.lobby.options import checked_options
from acquire_net.lobby.proposal import what_changed
from acquire_net.lobby.table_spec import AdmissionError
from tests.support.documents import ROOT

ENGLISH, GERMAN = Words("en"), Words("de")


def test_a_text_is_written_in_the_language_of_the_person() -> None:
    text = Wording("There is no link to {other} yet: {why}.", other="Ben", why=Wording("it is being tried"))
    assert text == "There is no link to Ben yet: it is being tried." == text_in(ENGLISH, text)
    assert text_in(GERMAN, text) == "Zu Ben gibt es noch keine Verbindung: es wird versucht."


def test_a_text_stays_what_it_is_inside_of_an_error() -> None:
    inner = AdmissionError(Wording("a table has 2 to {most} places, not {places}", most=6, places=9))
    outer = Wording("{text}", text=inner).as_sentence
    assert str(outer) == "A table has 2 to 6 places, not 9." == text_in(ENGLISH, outer)
    assert text_in(GERMAN, outer) == "Ein Tisch hat 2 bis 6 Plätze, nicht 9."


def test_several_texts_in_one_are_all_translated() -> None:
    both = joined_wordings([Wording("nobody answers at {place}", place="10.0.0.7"), Wording("it is being tried")])
    assert both == "nobody answers at 10.0.0.7; it is being tried"
    assert text_in(GERMAN, both) == "bei 10.0.0.7 antwortet niemand; es wird versucht"
    assert joined_wordings([]) == ""


def test_changes_of_a_proposal_are_sentences_of_the_language() -> None:
    before = Proposal(0, b"", bytes(32), 3, ("ruleset classic",), checked_options({}), (b"a" * 32,), (), 0)
    after = replace(before, places=4, options=checked_options({"clock": "60", "bank": "1"}), seated=(b"a" * 32, b"b" * 32))
    changes = what_changed(before, after, lambda who: "Ben")
    assert [text_in(ENGLISH, change) for change in changes] == list(changes)
    assert [text_in(GERMAN, change) for change in changes] == [
        "Ben setzt sich", "4 Plätze statt 3", "Zeitvorrat: 1 Minute statt keine", "Uhr: 60 Sekunden statt keine"]


@pytest.mark.parametrize("text", ["an error of the system", "with {braces}"])
def test_a_text_without_a_pattern_stays_as_it_is(text: str) -> None:
    assert text_in(GERMAN, text) == text


@pytest.mark.parametrize("number", [errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENOSPC, errno.EADDRINUSE])
def test_what_the_system_says_is_translated(number: int) -> None:
    inner = Wording("the mailbox cannot be reached: {why}", why=os.strerror(number))
    german = system_error_text(number, GERMAN)
    assert text_in(GERMAN, inner).endswith(f": {german}") and german != os.strerror(number)
    assert text_in(ENGLISH, inner).endswith(f": {os.strerror(number)}")


def test_a_system_that_does_not_know_an_error_has_nothing_translated() -> None:
    assert text_in(GERMAN, "Unknown error") == "Unknown error"


def test_what_came_from_elsewhere_moves_no_cursor() -> None:
    assert text_in(GERMAN, Wording("{name} takes a seat", name="A\x1b[31m")) == "A\\x1b[31m setzt sich"


def test_at_a_table_players_have_their_names() -> None:
    names = TableNames(("Ada", "Ben", "Cleo"))
    late = Wording("sent a message out of turn: it sent {sent}, but {due}", sent="ACK",
                   due=Wording("seats {seats} had to send {kind}", seats=("0", "2"), kind="DECIDE"))
    assert late.endswith("but seats 0, 2 had to send DECIDE")
    assert text_at_table(names, late) == "sent a message out of turn: it sent ACK, but Ada and Cleo had to send DECIDE"
    assert text_at_table(names.in_language(GERMAN), late).endswith("aber Ada und Cleo mussten DECIDE schicken")
    assert text_at_table(names, "an error of seat 2 as a system says it") == "an error of seat 2 as a system says it"


def test_every_text_that_names_a_seat_by_its_number_has_a_form_with_names() -> None:
    """Those of tables that have not begun, and of journals that do not fit, have no names to put in."""
    folders = ("acquire_net/protocol/*.py", "acquire_net/table/acquire_game.py")
    found = {match for folder in folders for path in ROOT.glob(folder)
             for match in re.findall(r'Wording\("([^"]*seats? {[^"]*)"', path.read_text("utf-8"))}
    assert found and found == set(WITH_NAMES)


@pytest.mark.parametrize(("text", "filled_in"), [
    ("Turn {turn}", "Turn 7"), ("{turn}{turn}", "77"), ("{{turn}} {turn}", "{turn} 7"),
    ("{price:$}, {names:and}", "$1,200, Ada and Ben"),
    ("{turn:tile|tiles}", "7 tiles"), ("{turn!r:>{width}}", "   7"), ("{price.real}", "1200"),
])
def test_places_of_a_text_are_filled_in_as_python_does_it(text: str, filled_in: str) -> None:
    for _ in range(2):  # the second time from the parts that were kept
        assert Words("en").translate(text, turn=7, price=1200, names=["Ada", "Ben"], width=4) == filled_in
    with pytest.raises(KeyError):
        Words("en").translate(text, other=1)
