"""What a table agrees on besides the rules: an option that came later is named only where it says something."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_core import RULESETS, Game
from acquire_core.record_header import LAST_ROUND, LOGS
from acquire_net import AdmissionError, TableSpec, checked_options, days_options, option_value, record_of, rules_lines
from acquire_net.links.addresses import DEFAULT_RELAY_PORT, parse_address
from acquire_net.lobby.options import TABLE_OPTIONS, check_options, is_machine_address
from acquire_net.lobby.table_spec import SeatAt
from acquire_net.table.acquire_game import AcquireGame


def test_the_values_are_those_of_records() -> None:
    assert TABLE_OPTIONS["log"].words == LOGS


def test_a_table_without_the_later_option_is_the_same_bytes_as_before() -> None:
    before = tuple(sorted((name, option.default) for name, option in TABLE_OPTIONS.items() if not option.is_later))
    assert checked_options({}) == before == checked_options({"log": "whole"})
    assert option_value(before, "log") == "whole"


def test_the_later_option_is_named_where_it_says_something_and_goes_again() -> None:
    lines = checked_options({"log": "last_round"})
    assert ("log", "last_round") in lines and option_value(lines, "log") == "last_round"
    check_options(lines)
    assert checked_options({**dict(lines), "log": "whole"}) == checked_options({})


@pytest.mark.parametrize(("value", "why"), [("whole", "only where it is not whole"), ("none", "whole or last_round")])
def test_two_ways_to_say_the_same_are_refused(value: str, why: str) -> None:
    lines = tuple(sorted({**dict(checked_options({})), "log": value}.items()))
    with pytest.raises(AdmissionError, match=why):
        check_options(lines)


def test_a_table_over_days_names_its_mailbox_and_every_other_one_none() -> None:
    lines = checked_options(days_options("mail.example.org:47109"))
    assert option_value(lines, "mailbox") == "mail.example.org:47109" and option_value(lines, "dropping") == "vote"
    assert "mailbox" not in dict(checked_options({"mailbox": ""}))
    for place in ("[2001:db8::7]:47109", "2001:db8::7", "192.0.2.7", "192.0.2.7:1", f"{'a' * 40}.{'b' * 39}"):
        check_options(checked_options(days_options(place)))


@pytest.mark.parametrize(("changes", "why"), [
    ({"dropping": "auto"}, "set dropping to vote"), ({"clock": "60", "bank": "3"}, "set clock to none"),
    ({"mailbox": "a b"}, "not an address"), ({"mailbox": "a" * 81}, "not an address"),
    ({"mailbox": "m\u00e4il"}, "not an address"),
    ({"mailbox": "mail\n"}, "not an address"), ({"mailbox": "..."}, "not an address"), ({"mailbox": "::::"}, "not an address"),
    ({"mailbox": "a:b"}, "not an address"), ({"mailbox": "den:99999"}, "not an address"),
    ({"mailbox": "den:0"}, "not an address"), ({"mailbox": "1.2.3"}, "not an address"), ({"mailbox": "[::1"}, "not an address")])
def test_what_a_table_over_days_cannot_be_is_refused(changes: dict[str, str], why: str) -> None:
    with pytest.raises(AdmissionError, match=why):
        checked_options(days_options("mail.example.org") | changes)


@given(st.text("01.:[]af-_z", max_size=12))
def test_every_address_that_all_have_signed_can_be_called(text: str) -> None:
    """Otherwise the program of each seat would end where the game begins."""
    if is_machine_address(text):
        assert parse_address(text, DEFAULT_RELAY_PORT).host in text


def test_the_record_of_a_table_has_its_log() -> None:
    seats = tuple(SeatAt(bytes((seat,)) * 32, bytes((seat + 9,)) * 32, bytes((seat + 19,)) * 32, name)
                  for seat, name in enumerate(("Ann", "Ben")))
    game = AcquireGame("classic", 2)
    assert isinstance(game._game, Game)
    for options, log in (((), "whole"), ((("log", "last_round"),), LAST_ROUND)):
        table = TableSpec(seats, rules_lines(RULESETS["classic"]), options, 0)
        assert record_of(table, game, []).log == log
