"""Whole games between programs on one machine: every journal proves the same result."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.online.programs import SHORT_GAME, Company, proven
from tests.support.few_cases import few_cases


def play(folder: Path, players: int, *words: object) -> list[dict[str, Any]]:
    with Company(folder) as company:
        programs = company.table(players, *words)
        finished = [program.wait_for("finished") for program in programs]
        assert [program.end() for program in programs] == [0] * players
        assert not any(program.errors for program in programs)
        proofs = {proven(program) for program in programs}
        assert len(proofs) == 1, proofs
        assert {event["head"] for event in finished} == {head for head, _ in proofs}
        assert all(event["signed"] == list(range(players)) for event in finished)
        standings = [event["standings"] for event in finished]
        assert standings.count(standings[0]) == players
        for program in programs:
            left = {path.suffix for path in program.journal.parent.iterdir()}
            assert left == {".acqlog"}, "no secrets outlive the game"
        return finished


@pytest.mark.fully
@pytest.mark.parametrize(("players", "words"), few_cases(pytest.mark.more_cases, [
    (2, ()), (2, ("--rules", "tycoon-2023")), (2, ("--rules", "dos-1988"))]))
def test_a_whole_game_between_programs(tmp_path: Path, players: int, words: tuple[str, ...]) -> None:
    play(tmp_path, players, *words)


@pytest.mark.more_cases
@pytest.mark.parametrize("number", range(17))
def test_more_games_of_every_size(tmp_path: Path, number: int) -> None:
    players = (6, 4, 3, 3, 4, 3)[number] if number < 6 else 2
    play(tmp_path, players, "--rules", ("classic", "dos-1988", "wikipedia-2008", "tycoon-2023")[number % 4])


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(20))
def test_five_hundred_games(tmp_path: Path, part: int) -> None:
    """In twenty parts, so that they can be run one by one."""
    rng = random.Random()
    for number in range(25):
        play(tmp_path / str(number), rng.choice((2, 3, 4, 6)), "--rules", rng.choice(("classic", "dos-1988", "tycoon-2023")))


@pytest.mark.fully
def test_somebody_who_is_lost_before_the_game_is_played_without(tmp_path: Path) -> None:
    """The others begin again by themselves, with a table of their own."""
    with Company(tmp_path) as company:
        programs = company.table(3, "--grace", 10, *SHORT_GAME)
        first, second, third = programs
        third.wait_for("started")
        third.kill()
        begun = first.wait_for("started")
        assert sorted(begun["names"]) == ["Ada", "Ben", "Cleo"]
        again = first.wait_for(lambda event: event["event"] in ("started", "finished"))
        if again["event"] == "started":  # else the game had begun already, and goes on without that player
            assert len(again["names"]) == 2
        finished = [again if again["event"] == "finished" else first.wait_for("finished"), second.wait_for("finished")]
        assert finished[0]["head"] == finished[1]["head"]
        assert [program.end() for program in (first, second)] == [0, 0]
