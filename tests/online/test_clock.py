"""A table with a clock, each seat a process of its own: a player who never answers loses nothing but the choice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.online.programs import Company, Program, proven

SHORT = """from msgspec.structs import replace
from acquire_net.lobby import options
options.TABLE_OPTIONS = {**options.TABLE_OPTIONS, "clock": replace(options.TABLE_OPTIONS["clock"], numbers=range(1, 3601))}"""
"""A clock of a second, which no table of people may have."""


def table(company: Company, *words: object) -> tuple[Program, Program]:
    """Return a person who never answers, and a computer player."""
    seat = ("--json", "--port", 0, "--no-announce", "--once")
    slow = company.run("Ann", "host", "--seats", 2, "--name", "Ann", *seat, *words, first=SHORT)
    code = slow.wait_for("table")["code"]
    return slow, company.run("Bob", "join", code, "--name", "Bob", "--bot", "2", *seat, first=SHORT)


def wait_for_action(program: Program, seat: int, line: str) -> None:
    """The answer of the program comes as a move like any other; a purchase of nothing may come before it, unasked."""
    program.wait_for(lambda event: event["event"] == "action" and (event["seat"], event["line"]) == (seat, line))


@pytest.mark.fully
def test_at_zero_the_own_program_answers(tmp_path: Path) -> None:
    with Company(tmp_path) as company:
        slow, other = table(company, "--clock", 1, "--bank", "none")
        for _ in range(5):
            question = slow.wait_for("question")
            assert 0 <= question["decision_ms"] <= 1000 and question["bank_ms"] == 0
            me, line = question["seat"], slow.wait_for("time_is_up")["line"]
            for program in (slow, other):
                wait_for_action(program, me, line)
        assert any(event["event"] == "clock" and event["seat"] == me and event["runs"] for event in other.events)
        assert not any(event["event"] == "error" for event in (*slow.events, *other.events))


@pytest.mark.fully
def test_a_bank_comes_before_zero_and_is_kept_over_a_restart(tmp_path: Path) -> None:
    with Company(tmp_path) as company:
        slow, _ = table(company, "--clock", 1, "--bank", 1)
        me = slow.wait_for("question")["seat"]

        def is_low(event: dict[str, object]) -> bool:
            return event["event"] == "clock" and event["seat"] == me and int(str(event["bank_ms"])) <= 55_000

        slow.wait_for(is_low)
        slow.kill()
        again = company.run("Ann", "resume", "--json", "--port", 0, "--no-announce", "--once", first=SHORT)
        question = again.wait_for("question")
        assert 0 < question["bank_ms"] < 57_000


@pytest.mark.more_cases
def test_a_whole_game_without_a_word(tmp_path: Path) -> None:
    with Company(tmp_path) as company:
        programs = table(company, "--clock", 1, "--bank", "none")
        finished = [program.wait_for("finished", 900.0) for program in programs]
        assert [program.end() for program in programs] == [0, 0]
        assert len({proven(program) for program in programs}) == 1
        assert all(event["signed"] == [0, 1] for event in finished)
        for program in programs:
            assert {path.suffix for path in program.journal.parent.iterdir()} == {".acqlog"}
