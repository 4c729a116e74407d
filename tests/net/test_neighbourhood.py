"""What a peer announces of its table, decided from what it knows and without a socket."""

from __future__ import annotations

import pytest

from acquire_core import RULESETS
from acquire_net.discovery.beacon import TableStage
from acquire_net.lobby.messages import Proposal
from acquire_net.lobby.options import checked_options
from acquire_net.lobby.table_spec import SeatAt, TableSpec
from acquire_net.neighbourhood import CALLS_AT_ONCE, Neighbourhood, TableNotice, notice_of_game, notice_of_lobby
from acquire_net.table.acquire_game import rules_lines

RULES = rules_lines(RULESETS["classic"])
ANN, BEN = b"a" * 32, b"b" * 32


def test_the_first_seat_announces_a_table_that_has_not_begun_and_nobody_else_does() -> None:
    proposal = Proposal(1, b"", ANN, 3, RULES, (), (ANN, BEN), (), 0)
    assert notice_of_lobby(proposal, ANN) == TableNotice(2, 3, "classic", TableStage.GATHERING)
    assert notice_of_lobby(proposal, BEN) is None and notice_of_lobby(None, ANN) is None


def test_rules_without_a_known_meaning_are_announced_without_a_name() -> None:
    notice = notice_of_lobby(Proposal(1, b"", ANN, 3, ("ruleset unheard of",), (), (ANN,), (), 0), ANN)
    assert notice is not None and notice.rules == ""


@pytest.mark.parametrize(("spectators", "stage"), [("yes", TableStage.SHOWN), ("no", TableStage.PLAYING)])
def test_of_the_linked_seats_the_lowest_announces_a_game(spectators: str, stage: TableStage) -> None:
    seats = tuple(SeatAt(who, who, who, "Name") for who in (ANN, BEN))
    table = TableSpec(seats, RULES, checked_options({"spectators": spectators}), 0)
    assert notice_of_game(table, 1, [0]) is None
    assert notice_of_game(table, 0, [1]) == TableNotice(2, 2, "classic", stage)
    assert notice_of_game(table, 1, []) == TableNotice(1, 2, "classic", stage), "it says how many of its seats are there"


def test_a_newcomer_is_dialled_at_once_and_once() -> None:
    around = Neighbourhood(lambda key: "")
    assert around.newcomers([ANN], 1000) == {ANN}
    assert around.newcomers([ANN, BEN], 1010) == {BEN}
    assert around.newcomers([ANN, BEN], 1020) == frozenset(), "from now on the next look does it"
    assert around.newcomers([], 1030) == frozenset()
    assert around.newcomers([BEN], 1040) == {BEN}, "the link came up and was lost again"


def test_who_invents_newcomers_does_not_let_this_program_dial_all_the_time() -> None:
    around = Neighbourhood(lambda key: "")
    found = [around.newcomers([number.to_bytes(32, "big")], 1000 + number) for number in range(1000)]
    assert sum(map(len, found)) == CALLS_AT_ONCE, "a thousand of them in a second"
    assert around.newcomers([ANN], 4000) == {ANN}, "later one more is dialled at once"
