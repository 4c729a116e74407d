"""The night: every job is in exactly one part, no part takes too long, and every campaign of the tests has a job."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import nightly
from tools.nightly_jobs import (
    CORES,
    JOBS,
    MAX_PART_MINUTES,
    Job,
    divide_jobs,
    expected_minutes,
    load_of,
    parse_part,
    parts_needed,
)

from . import ROOT


@pytest.mark.parametrize("parts", range(1, 13))
def test_every_job_is_in_exactly_one_part(parts: int) -> None:
    divided = divide_jobs(JOBS, parts)
    assert len(divided) == parts
    assert sorted(job.name for part in divided for job in part) == sorted(job.name for job in JOBS)
    assert [parse_part(f"{number}/{parts}") for number in range(1, parts + 1)] == divided


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
    with pytest.raises(ValueError, match="120 minutes"):
        parts_needed([Job("long", 121, ())])


@pytest.mark.parametrize("text", ["", "1", "0/3", "4/3", "a/b", "1/0", "-1/3", "1/3/5"])
def test_a_part_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a part|write K/N"):
        parse_part(text)


def test_every_campaign_has_a_job() -> None:
    """A test with the mark is found by the path of a job, or its whole file is run by another command of the night."""
    marked = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")
              if "@pytest.mark.campaign\n" in path.read_text("utf-8")}
    words = {word.partition("::")[0] for job in JOBS for word in job.command}
    replaced = {"tests/simulation/test_simulation.py"}  # by the four jobs of the simulator
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


def test_every_parametrised_part_of_a_campaign_is_run_once() -> None:
    counts = {"test_five_hundred_games": 20, "test_kernel_and_reference_play_the_same_thirty_thousand_games": 30}
    words = [word for job in JOBS for word in job.command if "[" in word]
    assert len(set(words)) == len(words)
    for name, count in counts.items():
        assert sum(f"::{name}[" in word for word in words) == count


def test_a_run_writes_logs_and_results_and_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def job(name: str, code: str) -> Job:
        return Job(name, 1, ("-c", code))

    jobs = [job("good", "print('3 passed')"), job("bad", "raise SystemExit(3)"), job("folder", "print(r'{results}')")]
    results = nightly.run_jobs(jobs, tmp_path, lambda each: nightly.run_job(each, tmp_path, "abc"))
    assert {result.job: result.status for result in results} == {"good": 0, "bad": 3, "folder": 0}
    assert json.loads((tmp_path / "good.json").read_text())["last_lines"] == ["3 passed"]
    assert (tmp_path / "folder.log").read_text().strip() == str(tmp_path.resolve())
    assert re.search(r"^bad +FAILED \(3\)", capsys.readouterr().out, re.M)
    assert nightly.earlier_result(tmp_path, jobs[0], "abc") == next(result for result in results if result.job == "good")
    assert nightly.earlier_result(tmp_path, jobs[1], "abc") is None, "a job that failed is run again"
    assert nightly.earlier_result(tmp_path, jobs[0], "abd") is None, "another commit is another night"
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
