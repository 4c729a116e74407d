"""The night: every job is in one part, no part takes too long, every campaign of the tests has a job, no seed comes again."""

from __future__ import annotations

import datetime
import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.slices import slice_of
from tools import nightly
from tools.nightly_jobs import (
    CORES,
    FUZZED_A_JOB,
    MAX_PART_MINUTES,
    Job,
    divide_jobs,
    expected_minutes,
    jobs_of,
    load_of,
    night_of,
    parse_part,
    parts_needed,
)
from tools.nightly_results import Result, read_passed_runs, with_saved_minutes

from . import ROOT
from .night_results import result_of

JOBS = with_saved_minutes(jobs_of(331), read_passed_runs())
USED_BEFORE = 100_000_000
"""Tests and campaigns by hand have used seeds below this one; docs/roadmap.md names some."""


@pytest.mark.parametrize("parts", range(1, 13))
def test_every_job_is_in_exactly_one_part(parts: int) -> None:
    divided = divide_jobs(JOBS, parts)
    assert len(divided) == parts
    assert sorted(job.name for part in divided for job in part) == sorted(job.name for job in JOBS)
    assert [parse_part(f"{number}/{parts}", JOBS) for number in range(1, parts + 1)] == divided


def test_parts_are_about_as_long_as_each_other() -> None:
    parts = divide_jobs(JOBS, parts_needed(JOBS))
    assert max(map(expected_minutes, parts)) <= MAX_PART_MINUTES
    longest_job = max(job.load for job in JOBS)
    assert max(map(load_of, parts)) - min(map(load_of, parts)) <= longest_job


def test_no_job_writes_over_a_result() -> None:
    results = {f"{{results}}/{job.name}{end}" for job in JOBS for end in (".json", ".log")}
    assert not results & {word for job in JOBS for word in job.command}


def test_names_are_unique_and_times_are_given() -> None:
    assert len({job.name for job in JOBS}) == len(JOBS)
    assert all(job.minutes > 0 and job.cores in (1, CORES) for job in JOBS)


def test_jobs_for_one_core_run_beside_each_other() -> None:
    def jobs(*what: tuple[float, int]) -> list[Job]:
        return [Job(str(number), minutes, (), cores) for number, (minutes, cores) in enumerate(what)]

    assert expected_minutes(jobs((10, 1), (10, 1))) == 10
    assert expected_minutes(jobs((10, 2), (10, 2))) == 20
    assert expected_minutes(jobs((5, 2), (10, 1), (7, 1), (4, 1))) == 16


def test_a_job_that_is_too_long_is_said() -> None:
    with pytest.raises(ValueError, match="long alone takes longer than 120 minutes"):
        parts_needed([Job("long", 121, ())])


@pytest.mark.parametrize("text", ["", "1", "0/3", "4/3", "a/b", "1/0", "-1/3", "1/3/5"])
def test_a_part_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a part|write K/N"):
        parse_part(text, JOBS)


def test_every_campaign_has_a_job() -> None:
    """A test with the mark is found by the path of a job, or its whole file is run by another command of the night."""
    marked = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")
              if "@pytest.mark.campaign\n" in path.read_text("utf-8")}
    words = {word.partition("::")[0] for job in JOBS for word in job.command}
    replaced = {"tests/simulation/test_simulation.py"}  # by the jobs of the simulator
    without = {path for path in marked - replaced if not any(path == word or path.startswith(word + "/") for word in words)}
    assert not without


def test_one_job_runs_all_that_a_usual_run_leaves_out() -> None:
    """With --ci alone nothing is left out but campaigns, so a test may be given the mark `fully` or `more_cases` anywhere."""
    job = next(job for job in JOBS if job.name == "full-counts")
    assert "--ci" in job.command
    assert not {"-k", "-m", "--counted", "--deselect", "--ignore"} & set(job.command[2:])
    assert not [word for word in job.command if word.startswith("tests")]


def test_every_path_of_a_job_exists() -> None:
    for job in JOBS:
        for word in job.command:
            path, _, test = word.partition("::")
            if path.startswith("tests/"):
                assert (ROOT / path).exists(), job.name
                if test:
                    assert f"def {test.partition('[')[0]}(" in (ROOT / path).read_text("utf-8"), word
        if job.command[1] not in ("pytest",):
            module = ROOT / job.command[1].replace(".", "/")
            assert module.with_suffix(".py").exists() or (module / "__main__.py").exists(), job.name


@pytest.mark.parametrize("first", [0, 331, 1004])
@pytest.mark.parametrize(("nights", "test", "parts"), [
    (5, "tests/online/test_games.py::test_five_hundred_games", range(20)),
    (10, "tests/core/test_against_reference.py::test_kernel_and_reference_play_the_same_thirty_thousand_games",
     range(10_000, 40_000, 1000)),
])
def test_every_part_of_a_campaign_is_run_once_in_some_nights(first: int, nights: int, test: str, parts: range) -> None:
    words = [word for night in range(first, first + nights) for job in jobs_of(night) for word in job.command if test in word]
    assert sorted(words) == sorted(f"{test}[{part}]" for part in parts)


@pytest.mark.parametrize("first", [0, 331, 1004])
@pytest.mark.parametrize(("name", "slices"), [("blunders", 3), ("model", 4), ("rounds", 3), ("games-in-earnest", 3)])
def test_every_slice_of_a_campaign_is_run_once_in_some_nights(first: int, name: str, slices: int) -> None:
    jobs = [job for night in range(first, first + slices) for job in jobs_of(night) if job.name == name]
    taken = sorted(job.command[job.command.index("--slice") + 1] for job in jobs)
    assert taken == [f"{number}/{slices}" for number in range(1, slices + 1)]


def test_each_night_searches_for_blunders_of_each_level() -> None:
    """Strong players take many times as long as casual ones: a night of these alone would take most of three nights' time."""
    found = subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", "campaign", "--collect-only",
                            "tests/core/test_no_blunders.py"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    games = [line for line in found.stdout.splitlines() if "::" in line]
    slices = [slice_of(games, f"{number}/3") for number in (1, 2, 3)]
    assert all(any(level in game for game in part) for part in slices for level in ("casual", "club", "strong"))


def test_only_known_tests_are_run_in_part() -> None:
    in_part = {job.name for job in JOBS for word in job.command if "[" in word or word == "--slice"}
    assert in_part == {"reference", "programs", "blunders", "model", "rounds", "games-in-earnest"}


def seeds_of(job: Job) -> tuple[str, range]:
    """Return which program plays the seeds of this job, and the seeds."""
    first = int(job.command[job.command.index("--first") + 1])
    if "--games" not in job.command:
        return "fuzzer", range(first, first + FUZZED_A_JOB)
    games = int(job.command[job.command.index("--games") + 1])
    return "rounds" if "--rounds" in job.command else "simulator", range(first, first + games)


def test_two_nights_never_share_a_seed() -> None:
    ranges = [seeds_of(job) for night in range(3000) for job in jobs_of(night) if "--first" in job.command]
    assert {program for program, _ in ranges} == {"fuzzer", "rounds", "simulator"}
    for program in ("fuzzer", "rounds", "simulator"):
        seeds = sorted((each for name, each in ranges if name == program), key=lambda each: each.start)
        assert seeds[0].start >= USED_BEFORE
        assert all(one.stop <= other.start for one, other in itertools.pairwise(seeds))


def test_a_night_simulates_ten_thousand_games_and_two_thousand_with_rounds() -> None:
    played = [seeds_of(job) for job in JOBS if "--games" in job.command]
    assert sum(len(seeds) for program, seeds in played if program == "simulator") == 10_000
    assert sum(len(seeds) for program, seeds in played if program == "rounds") == 2000


def test_no_job_names_seeds_that_do_not_follow_from_the_night() -> None:
    """Only the simulator and the fuzzer take seeds; if another job gets some, they belong into the table above."""
    changed = {one.name for one, other in zip(jobs_of(331), jobs_of(332), strict=True) if one != other}
    with_seeds = {job.name for job in JOBS if {"--first", "--seed"} & set(job.command)}
    assert changed == with_seeds | {"reference", "programs", "blunders", "model", "rounds", "games-in-earnest"}


def test_jobs_have_the_same_names_minutes_and_cores_every_night() -> None:
    tables = [[(job.name, job.minutes, job.cores) for job in jobs_of(night)] for night in range(10)]
    assert all(table == tables[0] for table in tables)


def test_a_night_is_a_day_in_utc() -> None:
    assert [night_of(datetime.date(2026, 1, day)) for day in (1, 2, 31)] == [0, 1, 30]
    assert night_of(datetime.date(2027, 1, 1)) == 365


def test_a_night_before_the_first_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        nightly.main(["--list", "--night=-1"])
    assert ended.value.code == 2
    assert "night -1 does not exist; night 0 is that of 2026-01-01" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "night"), [(["--night", "7"], 7), ([], 333)])
def test_the_jobs_of_the_chosen_night_are_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                              capsys: pytest.CaptureFixture[str], words: list[str], night: int) -> None:
    class Now(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Now:
            assert tz is datetime.UTC
            return cls(2026, 11, 30, 23, 59, tzinfo=tz)

    monkeypatch.setattr(datetime, "datetime", Now)
    commands = []

    def run_job(job: Job, folder: Path, commit: str) -> Result:
        commands.append(job.command)
        return result_of(job.name)

    monkeypatch.setattr(nightly, "run_job", run_job)
    tmp_path.joinpath("results").mkdir()
    assert nightly.main(["--job", "simulator-2", "--results", str(tmp_path / "results"), *words]) == 0
    assert commands == [job.command for job in jobs_of(night) if job.name == "simulator-2"]
    assert capsys.readouterr().out.startswith(f"night {night}: 1 job, ")


def test_a_run_writes_logs_and_results_and_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def job(name: str, code: str) -> Job:
        return Job(name, 1, ("-c", code))

    jobs = [job("good", "print('3 passed')"), job("bad", "raise SystemExit(3)"), job("folder", "print(r'{results}')")]
    results = nightly.run_jobs(jobs, tmp_path, lambda each: nightly.run_job(each, tmp_path, "abc"))
    assert {result.job: result.status for result in results} == {"good": 0, "bad": 3, "folder": 0}
    assert json.loads((tmp_path / "good.json").read_text())["last_lines"] == ["3 passed"]
    assert (tmp_path / "folder.log").read_text().strip() == str(tmp_path.resolve())
    assert json.loads((tmp_path / "folder.json").read_text())["last_lines"] == ["{results}"]
    assert re.search(r"^bad +FAILED \(3\)", capsys.readouterr().out, re.M)
    assert nightly.earlier_result(tmp_path, jobs[0], "abc") == next(result for result in results if result.job == "good")
    assert nightly.earlier_result(tmp_path, jobs[1], "abc") is None, "a job that failed is run again"
    assert nightly.earlier_result(tmp_path, jobs[0], "abd") is None, "another commit is another night"
    other_seeds = job("good", "print('4 passed')")
    assert nightly.earlier_result(tmp_path, other_seeds, "abc") is None, "other seeds are another night"
    (tmp_path / "good.json").write_text("{", encoding="utf-8")
    assert nightly.earlier_result(tmp_path, jobs[0], "abc") is None


def test_the_list_names_all_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    assert nightly.main(["--list", "3"]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {job.name} " in printed for job in JOBS)
    assert "part 3/3" in printed


def test_a_reader_that_has_enough_of_the_list_gets_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-m", "tools.nightly", "--list"], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE,
                          check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (nightly.NO_READER, b"")
