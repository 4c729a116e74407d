"""`acquire almanac`: editions side by side, as JSON, on several cores, and refusals."""

import json

import pytest

from acquire_core.almanac import fact_names
from acquire_core.ruleset import RULESETS
from tests.client.command_line import Acquire

FEW = ("--level", "casual", "--games", 6, "--players", 3)


def test_editions_stand_side_by_side_with_their_intervals(acquire: Acquire) -> None:
    answer = acquire("almanac", "--rules", "classic", "--rules", "tycoon-2023", *FEW, "--jobs", 1, columns=100)
    assert answer.code == 0 and "classic" in answer.out and "tycoon-2023" in answer.out
    for words in ("6 games of 3 casual players", "moves as number 3", "announces the end", "winner's money", "±",
                  "Equal seats would win 33.3%."):
        assert words in answer.out


def test_json_is_the_same_on_one_core_and_on_two(acquire: Acquire) -> None:
    answers = [acquire("almanac", *FEW, "--games", 101, "--json", "--jobs", jobs).out for jobs in (1, 2)]
    assert answers[0] == answers[1]
    found = json.loads(answers[0])
    edition = found["editions"]["classic"]
    assert edition["games"] == 101 and set(edition["wins"]) <= set(fact_names(3))
    assert sum(edition["wins"][f"seat {place}"]["share"] for place in (1, 2, 3)) == pytest.approx(1)


def test_another_seed_gives_other_games(acquire: Acquire) -> None:
    assert acquire("almanac", *FEW, "--jobs", 1).out != acquire("almanac", *FEW, "--jobs", 1, "--seed", 2).out


def test_one_game_has_no_interval_of_its_money(acquire: Acquire) -> None:
    answer = acquire("almanac", "--level", "casual", "--games", 1, "--jobs", 1)
    assert answer.code == 0 and "inf" not in answer.out


@pytest.mark.parametrize(("words", "why"), [
    (("--rules", "clasic"), "Did you mean 'classic'?"), (("--level", "genius"), "no level 'genius'"),
    (("--games", 0), "whole number from 1"), (("--players", 7), "from 2 to 6"), (("--seed", -1), "whole number"),
])
def test_what_does_not_exist_is_refused(acquire: Acquire, words: tuple[object, ...], why: str) -> None:
    answer = acquire("almanac", *words)
    assert answer.code == 2 and why in answer.err and not answer.out


def test_every_edition_can_be_asked_for(acquire: Acquire) -> None:
    for name in RULESETS:
        assert acquire("almanac", "--rules", name, "--level", "casual", "--games", 1, "--jobs", 1).code == 0
