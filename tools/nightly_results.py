"""How jobs of the night ended, and the file of those that passed, benchmarks/results/night.json.

For each job that file says how long it last took, at which commit, and what it printed last. The expected minutes come from it.
"""

from __future__ import annotations

import dataclasses
import datetime
import json
import math
import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tools.nightly_jobs import CORES, Job
from tools.trees import ROOT

NIGHT_FILE = ROOT / "benchmarks" / "results" / "night.json"

T = TypeVar("T")


@dataclass(frozen=True)
class PassedRun:
    """A run of a job that passed; `minutes` are those of the clock, `cores` those that the job kept busy."""

    minutes: float
    commit: str
    date: str
    cores: int
    last_lines: list[str]

    @property
    def moment(self) -> datetime.datetime:
        return datetime.datetime.fromisoformat(self.date)

    @property
    def last_line(self) -> str:
        return self.last_lines[-1] if self.last_lines else ""


@dataclass(frozen=True)
class Result(PassedRun):
    """How a run of a job ended. `command` is that of its job, which has the seeds of the night."""

    job: str
    status: int
    expected_minutes: float
    command: list[str]

    @property
    def row(self) -> str:
        ended = "passed" if self.status == 0 else f"FAILED ({self.status})"
        return f"{self.job:<18} {ended:<12} {self.minutes:6.1f} min, expected {self.expected_minutes:g}   {self.last_line[:90]}"

    @property
    def run(self) -> PassedRun:
        return PassedRun(**{field.name: getattr(self, field.name) for field in dataclasses.fields(PassedRun)})


# --- files are checked, for people move, merge and edit them

def is_number(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < math.inf


def is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def is_list_of_text(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def is_date(value: Any) -> bool:
    try:
        return datetime.datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


CHECKS: dict[str, Callable[[Any], bool]] = {
    "minutes": is_number, "expected_minutes": is_number, "commit": is_text, "job": is_text, "date": is_date,
    "status": lambda value: type(value) is int, "cores": lambda value: type(value) is int and 1 <= value <= CORES,
    "last_lines": is_list_of_text, "command": is_list_of_text,
}


def parse_fields(kind: type[T], value: Any) -> T:
    """Return a record of this kind from an object of JSON. Raise ValueError unless it has exactly these fields, each with a value
    that can be."""
    names = {field.name for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    if not isinstance(value, dict) or set(value) != names or not all(CHECKS[name](value[name]) for name in names):
        raise ValueError(f"not a {kind.__name__}")
    return kind(**value)


def read_result(folder: Path, name: str) -> Result | None:
    """Return the result of this job, or None if there is none. Raises ValueError if the file is damaged or foreign."""
    path = folder / f"{name}.json"
    try:
        result = parse_fields(Result, json.loads(path.read_text("utf-8")))
        if result.job == name:
            return result
    except FileNotFoundError:
        return None
    except (ValueError, OSError):
        pass
    raise ValueError(f"{path} is damaged or not a result of the job {name}; delete it, or run the job again")


def read_passed_runs(path: Path = NIGHT_FILE) -> dict[str, PassedRun]:
    """Return the saved runs by the names of their jobs; none where no run was ever saved."""
    try:
        saved = json.loads(path.read_text("utf-8"))
        if isinstance(saved, dict):
            return {name: parse_fields(PassedRun, value) for name, value in saved.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, OSError):
        pass
    raise ValueError(f"{path} is damaged or was not written by `python -m tools.nightly --save`; take it from git again")


def save_results(folder: Path, names: Collection[str], path: Path = NIGHT_FILE) -> tuple[list[str], list[str]]:
    """Write the passed results of a folder into the file, and return the names of the jobs that passed and of those that failed.

    Of each job the newest run stays. Jobs that are not among the names leave the file. If a file is refused, nothing is written.
    """
    runs = {name: run for name, run in read_passed_runs(path).items() if name in names}
    results = [result for name in names if (result := read_result(folder, name))]
    passed = [result for result in results if result.status == 0]
    if not passed:
        raise ValueError(f"{folder} has no result of a job that passed")
    for result in passed:
        if result.job not in runs or runs[result.job].moment < result.moment:
            runs[result.job] = result.run
    path.write_text(json.dumps({name: vars(runs[name]) for name in sorted(runs)}, indent=2) + "\n", encoding="utf-8")
    return [result.job for result in passed], [result.job for result in results if result.status]


def with_saved_minutes(jobs: Iterable[Job], runs: Mapping[str, PassedRun]) -> list[Job]:
    """Return the jobs with the minutes that they took, rounded up; a run on another number of cores does not count."""
    return [dataclasses.replace(job, minutes=float(max(1, math.ceil(runs[job.name].minutes))), is_guessed=False)
            if job.name in runs and runs[job.name].cores == job.cores else job for job in jobs]


def table_of_runs(runs: Mapping[str, PassedRun], names: Iterable[str]) -> str:
    """Return the table of saved runs of these jobs, and which were never saved."""
    lines = [f"{name:<18} {run.minutes:6.1f} min  {run.commit:<13}  {run.date[:10]}  {run.last_line[:70]}".rstrip()
             for name, run in sorted(runs.items()) if name in set(names)]
    missing = ", ".join(sorted(set(names) - set(runs)))
    return "\n".join(lines + textwrap.wrap(f"never saved: {missing}", 110, break_on_hyphens=False) * bool(missing))
