"""Run a part of the night: `python -m tools.nightly --part 2/6 --results FOLDER`; `bash .ci/nightly` prepares all for it.

Each job writes NAME.log and NAME.json into the folder of results, so that a part that was ended goes on with what is missing.
A job that fails does not stop the others. The exit status is 1 where one failed.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools.nightly_jobs import (
    CORES,
    JOBS,
    MAX_PART_MINUTES,
    Job,
    divide_jobs,
    expected_minutes,
    in_order,
    parse_part,
    parts_needed,
)
from tools.trees import ROOT, commit_of

LAST_LINES = 3
NO_READER = 141
"""The exit status that a shell gives where the reader of the output went away, as in the command `acquire`."""


@dataclass(frozen=True)
class Result:
    """How a job ended; `minutes` are those of the clock."""

    job: str
    status: int
    minutes: float
    expected_minutes: float
    commit: str
    date: str
    last_lines: list[str]

    @property
    def row(self) -> str:
        ended = "passed" if self.status == 0 else f"FAILED ({self.status})"
        closing = self.last_lines[-1] if self.last_lines else ""
        return f"{self.job:<18} {ended:<12} {self.minutes:6.1f} min, expected {self.expected_minutes:g}   {closing[:90]}"


def run_job(job: Job, folder: Path, commit: str, python: str = sys.executable) -> Result:
    """Run one job and write its log and its result."""
    log = folder / f"{job.name}.log"
    began = time.monotonic()
    with log.open("w", encoding="utf-8") as output:
        words = [word.replace("{results}", str(folder.resolve())) for word in job.command]
        status = subprocess.run([python, *words], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output,
                                stderr=subprocess.STDOUT, check=False).returncode
    lines = [line for line in log.read_text("utf-8", errors="replace").splitlines() if line.strip()]
    result = Result(job.name, status, round((time.monotonic() - began) / 60, 2), job.minutes, commit,
                    datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"), lines[-LAST_LINES:])
    (folder / f"{job.name}.json").write_text(json.dumps(vars(result), indent=2) + "\n", encoding="utf-8")
    print(result.row, flush=True)
    return result


def earlier_result(folder: Path, job: Job, commit: str) -> Result | None:
    """Return the result of an earlier run of this job at this commit, where it passed."""
    try:
        found = Result(**json.loads((folder / f"{job.name}.json").read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return found if found.commit == commit and found.status == 0 else None


def run_jobs(jobs: Sequence[Job], folder: Path, run: Callable[[Job], Result]) -> list[Result]:
    """Run the jobs that need the whole machine one by one, then the others, one on each core."""
    folder.mkdir(parents=True, exist_ok=True)
    ordered = in_order(jobs)
    results = [run(job) for job in ordered if job.cores == CORES]
    with ThreadPoolExecutor(CORES) as pool:
        return results + list(pool.map(run, [job for job in ordered if job.cores < CORES]))


def table_of_parts(parts: int) -> str:
    """Return the table of all parts, with the minutes that each is expected to take."""
    lines = []
    for number, part in enumerate(divide_jobs(JOBS, parts), 1):
        lines.append(f"part {number}/{parts}: about {expected_minutes(part):.0f} minutes")
        for job in in_order(part):
            cores = "both cores" if job.cores == CORES else "one core"
            lines.append(f"  {job.name:<18} {job.minutes:5g} min on {cores}{', guessed' * job.is_guessed}")
    return "\n".join(lines)


def print_table(table: str) -> int:
    """Print it; a reader that has enough, as `head` has, is not an error."""
    try:
        print(table, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python writes the rest when it ends, and complains
        return NO_READER
    return 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bash .ci/nightly", description=(__doc__ or "").split("\n")[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--part", metavar="K/N", help="the K-th of N parts")
    what.add_argument("--job", action="append", choices=[job.name for job in JOBS], metavar="NAME", help="this job alone")
    what.add_argument("--list", nargs="?", const=parts_needed(JOBS), type=int, metavar="N",
                      help=f"print the jobs in N parts; without N, in as many as none takes more than {MAX_PART_MINUTES} minutes")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "nightly", help="the folder of logs and results")
    args = parser.parse_args(arguments)
    if args.list is not None:
        if args.list < 1:
            parser.error("a night has at least one part")
        return print_table(table_of_parts(args.list))
    try:
        jobs = parse_part(args.part) if args.part else [job for job in JOBS if job.name in args.job]
    except ValueError as error:
        parser.error(str(error))
    commit = commit_of()

    def run(job: Job) -> Result:
        earlier = None if commit.endswith("+") or commit == "unknown" else earlier_result(args.results, job, commit)
        return earlier or run_job(job, args.results, commit)

    print(f"{len(jobs)} job{'s' * (len(jobs) != 1)}, about {expected_minutes(jobs):.0f} minutes, commit {commit}", flush=True)
    results = run_jobs(jobs, args.results, run)
    table = "\n".join(result.row for result in results)
    part = (args.part or "jobs").replace("/", "-of-")
    (args.results / f"part-{part}.txt").write_text(table + "\n", encoding="utf-8")
    print(f"\n{table}")
    return 1 if any(result.status for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
