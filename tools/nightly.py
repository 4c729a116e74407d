"""Run a part of the night: `python -m tools.nightly --part 2/4 --results FOLDER`; `bash .ci/nightly` prepares all for it.

Each job writes NAME.log and NAME.json into the folder of results, so that a part that was ended goes on with what is missing;
after midnight it needs `--night` with the number of the night that it belongs to, which the first line of its output names.
A job that fails does not stop the others. The exit status is 1 where one failed.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.nightly_jobs import (
    CORES,
    MAX_PART_MINUTES,
    Job,
    divide_jobs,
    expected_minutes,
    in_order,
    jobs_of,
    night_of,
    parse_part,
    parts_needed,
)
from tools.nightly_results import (
    NIGHT_FILE,
    Result,
    read_passed_runs,
    read_result,
    save_results,
    table_of_runs,
    with_saved_minutes,
)
from tools.trees import ROOT, commit_of

LAST_LINES = 3
NAMES = tuple(job.name for job in jobs_of(0))
AS_NEEDED = math.inf
"""As many parts as needed: what `--list` means without a number."""
NO_READER = 141
"""The exit status that a shell gives where the reader of the output went away, as in the command `acquire`."""


def run_job(job: Job, folder: Path, commit: str, python: str = sys.executable) -> Result:
    """Run one job and write its log and its result."""
    log = folder / f"{job.name}.log"
    began = time.monotonic()
    with log.open("w", encoding="utf-8") as output:
        words = [word.replace("{results}", str(folder.resolve())) for word in job.command]
        status = subprocess.run([python, *words], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output,
                                stderr=subprocess.STDOUT, check=False).returncode
    lines = [line for line in log.read_text("utf-8", errors="replace").splitlines() if line.strip()]
    result = Result(minutes=round((time.monotonic() - began) / 60, 2), commit=commit,
                    date=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"), cores=job.cores,
                    last_lines=[without_paths(line, folder) for line in lines[-LAST_LINES:]], job=job.name, status=status,
                    expected_minutes=job.minutes, command=list(job.command))
    (folder / f"{job.name}.json").write_text(json.dumps(vars(result), indent=2) + "\n", encoding="utf-8")
    print(result.row, flush=True)
    return result


def without_paths(line: str, folder: Path) -> str:
    """Return the line without the folders of this machine, for it may become part of the file of the night."""
    return line.replace(str(folder.resolve()), "{results}").replace(str(ROOT), ".")


def earlier_result(folder: Path, job: Job, commit: str) -> Result | None:
    """Return the result of an earlier run of this job at this commit with the same seeds, where it passed."""
    try:
        found = read_result(folder, job.name)
    except ValueError:
        return None
    right = found is not None and found.commit == commit and found.status == 0 and found.command == list(job.command)
    return found if right else None


def run_jobs(jobs: Sequence[Job], folder: Path, run: Callable[[Job], Result]) -> list[Result]:
    """Run the jobs that need the whole machine one by one, then the others, one on each core."""
    folder.mkdir(parents=True, exist_ok=True)
    ordered = in_order(jobs)
    results = [run(job) for job in ordered if job.cores == CORES]
    with ThreadPoolExecutor(CORES) as pool:
        return results + list(pool.map(run, [job for job in ordered if job.cores < CORES]))


def table_of_parts(jobs: Sequence[Job], parts: int) -> str:
    """Return the table of all parts, with the minutes that each is expected to take."""
    lines = []
    for number, part in enumerate(divide_jobs(jobs, parts), 1):
        lines.append(f"part {number}/{parts}: about {expected_minutes(part):.0f} minutes")
        for job in in_order(part):
            cores = "both cores" if job.cores == CORES else "one core"
            lines.append(f"  {job.name:<18} {job.minutes:5g} min on {cores}{', guessed' * job.is_guessed}")
    return "\n".join(lines)


def print_table(table: str) -> int:
    """Print it; return NO_READER where the reader of the output has ended, as `head` does: that is not an error."""
    try:
        print(table, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python writes the rest when it ends, and complains
        return NO_READER
    return 0


def save_passed_jobs(folder: Path) -> None:
    """Save what passed in a folder of results, and print in how many parts the night fits now."""
    passed, failed = save_results(folder, NAMES, NIGHT_FILE)
    print(f"{len(passed)} job{'s' * (len(passed) != 1)} saved in {NIGHT_FILE}: {', '.join(passed)}")
    if failed:
        print(f"not saved, because they failed: {', '.join(failed)}")
    try:
        print(f"the night needs {parts_needed(with_saved_minutes(jobs_of(0), read_passed_runs(NIGHT_FILE)))} parts")
    except ValueError as error:
        print(f"divide this job: {error}")


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bash .ci/nightly", description=(__doc__ or "").split("\n")[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--part", metavar="K/N", help="the K-th of N parts")
    what.add_argument("--job", action="append", choices=NAMES, metavar="NAME", help="this job alone")
    what.add_argument("--list", nargs="?", const=AS_NEEDED, type=int, metavar="N",
                      help=f"print the jobs in N parts; without N, in as many as none takes more than {MAX_PART_MINUTES} minutes")
    what.add_argument("--save", action="store_true",
                      help="save how long the passed jobs of the results took; do it when all parts of a night have ended")
    what.add_argument("--saved", action="store_true", help="print what was saved")
    parser.add_argument("--night", type=int, metavar="N",
                        help="the night, from which seeds follow; the default is the number of days since 2026-01-01 in UTC")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "nightly", help="the folder of logs and results")
    return parser


def main(arguments: list[str] | None = None) -> int:
    parser = make_parser()
    args = parser.parse_args(arguments)
    night = night_of(datetime.datetime.now(datetime.UTC).date()) if args.night is None else args.night
    try:
        if args.save:
            save_passed_jobs(args.results)
            return 0
        runs = read_passed_runs(NIGHT_FILE)
        if args.saved:
            return print_table(table_of_runs(runs, NAMES))
        jobs = with_saved_minutes(jobs_of(night), runs)
        if args.list is not None:
            return print_table(table_of_parts(jobs, parts_needed(jobs) if args.list == AS_NEEDED else args.list))
        chosen = parse_part(args.part, jobs) if args.part else [job for job in jobs if job.name in args.job]
    except ValueError as error:
        parser.error(str(error))
    commit = commit_of()

    def run(job: Job) -> Result:
        earlier = None if commit.endswith("+") or commit == "unknown" else earlier_result(args.results, job, commit)
        return earlier or run_job(job, args.results, commit)

    print(f"night {night}: {len(chosen)} job{'s' * (len(chosen) != 1)}, about {expected_minutes(chosen):.0f} minutes, "
          f"commit {commit}", flush=True)
    results = run_jobs(chosen, args.results, run)
    table = "\n".join(result.row for result in results)
    part = (args.part or "jobs").replace("/", "-of-")
    (args.results / f"part-{part}.txt").write_text(table + "\n", encoding="utf-8")
    print(f"\n{table}")
    return 1 if any(result.status for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
