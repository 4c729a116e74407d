"""What a night runs, as a table, and how it is divided into parts of about the same length.

The run before a change has every kind of test once; here are the full counts, the campaigns, the measurements and the mutants.
Code that did not change passes the games that it passed the night before. So a campaign of given games is spread over several
nights, and the simulator and the fuzzer have seeds that no other night has.

A job says how many minutes it takes on a quiet machine with two cores and how many of these it keeps busy. These minutes are
guesses until `python -m tools.nightly --save` has saved how long the job took.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

CORES = 2
MAX_PART_MINUTES = 120

FIRST_NIGHT = datetime.date(2026, 1, 1)
"""Night 0."""
SIMULATED_FIRST = 1_000_000_000
SIMULATED_ROUNDS_FIRST = 2_000_000_000
FUZZED_FIRST = 3_000_000_000
"""Where the seeds of the nights begin. Tests and campaigns by hand, which docs/roadmap.md names, have those below."""
SIMULATED_A_NIGHT = 10_000
SIMULATED_ROUNDS_A_NIGHT = 2000
FUZZED_A_JOB = 100_000
"""Many more games than the session fuzzer plays in the minutes of a job: a hundred a second."""


@dataclass(frozen=True)
class Job:
    """One command of the night, as words after the name of a Python; `{results}` in a word is the folder of results."""

    name: str
    minutes: float
    command: tuple[str, ...]
    cores: int = 1
    is_guessed: bool = True
    """False after the minutes of a saved run were put in."""

    @property
    def load(self) -> float:
        """Return the minutes of a machine with two cores that it needs, where others fill the second one."""
        return self.minutes * self.cores / CORES


def night_of(day: datetime.date) -> int:
    """Return the number of the night that begins on this day, in UTC."""
    return (day - FIRST_NIGHT).days


def pytest_job(name: str, minutes: float, *options: str, cores: int = 1) -> Job:
    return Job(name, minutes, ("-m", "pytest", "-q", "-rs", *options), cores)


def campaign_job(name: str, minutes: float, *tests: str, cores: int = 1) -> Job:
    """Return a campaign; on one core it stays in one process and shows what it prints: its seeds."""
    how = ("-n", str(cores), "--dist", "worksteal") if cores > 1 else ("-n", "0", "-s")
    return pytest_job(name, minutes, "-m", "campaign", *how, *tests, cores=cores)


def parts_of_night(night: int, parts: Sequence[T], count: int) -> Sequence[T]:
    """Return `count` of the parts of a campaign, the next ones each night. `count` has to divide the number of parts."""
    first = night * count % len(parts)
    return parts[first:first + count]


def slice_of_night(night: int, slices: int) -> tuple[str, str]:
    """Return the options with which pytest takes one slice of a campaign, the next one each night."""
    return "--slice", f"{night % slices + 1}/{slices}"


def games_against_the_reference(night: int) -> Job:
    """Return three thousand of thirty thousand games; ten nights in a row play all."""
    test = "tests/core/test_against_reference.py::test_kernel_and_reference_play_the_same_thirty_thousand_games"
    parts = parts_of_night(night, range(10_000, 40_000, 1000), 3)
    return campaign_job("reference", 12, *(f"{test}[{first}]" for first in parts), cores=2)


def games_between_programs(night: int) -> Job:
    """Return a hundred of five hundred games; five nights in a row play all. 325 games were seen to take 43 minutes."""
    test = "tests/online/test_games.py::test_five_hundred_games"
    return campaign_job("programs", 13, *(f"{test}[{part}]" for part in parts_of_night(night, range(20), 4)), cores=2)


def simulated_games(night: int, jobs: int = 2) -> list[Job]:
    """Return simulated games in several jobs; 20,000 were seen to take 43 minutes of a core."""
    each = SIMULATED_A_NIGHT // jobs
    first = SIMULATED_FIRST + night * SIMULATED_A_NIGHT
    return [Job(f"simulator-{number + 1}", 11, ("-m", "tests.simulation", "--games", str(each), "--first",
                                               str(first + number * each), "--go-on")) for number in range(jobs)]


def simulated_rounds(night: int) -> Job:
    games = SIMULATED_ROUNDS_A_NIGHT
    return Job("simulator-rounds", 20, ("-m", "tests.simulation", "--rounds", "--games", str(games), "--first",
                                        str(SIMULATED_ROUNDS_FIRST + night * games), "--go-on"))


def fuzzed_sessions(night: int, jobs: int = 2) -> list[Job]:
    """Return a quarter of an hour on each of two cores, about a million frames each."""
    first = FUZZED_FIRST + night * jobs * FUZZED_A_JOB
    return [Job(f"fuzz-{number + 1}", 15, ("-m", "tests.net.adversaries.session_fuzzer", "--minutes", "15",
                                          "--first", str(first + number * FUZZED_A_JOB))) for number in range(jobs)]


def jobs_of(night: int) -> tuple[Job, ...]:
    """Return all jobs of a night; their names are the same every night."""
    if night < 0:
        raise ValueError(f"night {night} does not exist; night 0 is that of {FIRST_NIGHT}")
    return (
        pytest_job("full-counts", 14, "--ci", "--dist", "worksteal", "--durations=50", cores=2),
        games_against_the_reference(night),
        games_between_programs(night),
        *simulated_games(night),
        *fuzzed_sessions(night),
        campaign_job("games-in-earnest", 9, "tests/net/protocol", "tests/net/crypto/test_proofs.py", "tests/net/privacy",
                     *slice_of_night(night, 3), cores=2),
        campaign_job("rounds", 10, "tests/core/test_rounds.py", "tests/core/test_sealed_rounds.py", *slice_of_night(night, 3),
                     cores=2),
        simulated_rounds(night),
        campaign_job("cup-of-forty", 3, "tests/client/commands/test_cli_cup.py"),
        campaign_job("cheats", 40, "tests/net/adversaries/test_cheats.py", "tests/net/adversaries/test_mutated_frames.py"),
        campaign_job("multiscalar", 15, "tests/net/crypto/test_multiscalar.py"),
        campaign_job("model", 20, "tests/net/model", *slice_of_night(night, 4)),
        campaign_job("bad-links", 42, "tests/online/test_bad_links.py", cores=2),
        campaign_job("over-days", 30, "tests/net/mailbox"),
        campaign_job("long-run", 16, "tests/online/test_long_run.py", cores=2),
        campaign_job("hosts-and-abuse", 14, "tests/online/test_hosts.py", "tests/online/test_abuse.py",
                     "tests/online/test_program_votes.py", cores=2),
        campaign_job("windows", 20, "tests/online/test_windows.py"),
        campaign_job("parsers", 20, "tests/core/test_parsers_survive.py"),
        campaign_job("blunders", 30, "tests/core/test_no_blunders.py", *slice_of_night(night, 3)),
        Job("minimal-debian", 14, ("-m", "tools.try_on_debian"), 2),
        Job("compilers", 10, ("-m", "tools.try_compilers")),
        Job("sanitized", 6, ("-m", "tools.try_sanitized"), 2),
        Job("release", 12, ("-m", "tools.verify_release")),
        Job("old-processors", 7, ("-m", "tools.try_old_processors")),
        Job("packed-program", 8, ("-m", "tools.try_installers", "--build")),
        Job("coverage-python", 15, ("-m", "tools.measure_coverage", "python", "{results}/coverage-python"), 2),
        Job("coverage-cython", 6, ("-m", "tools.measure_coverage", "cython", "{results}/coverage-cython")),
        Job("mutants-kernel", 25, ("-m", "tools.mutants", "--only", "acquire_core", "--state", "{results}/kernel-mutants.json")),
        Job("mutants-network", 10, ("-m", "tools.mutants", "--only", "acquire_net", "--state", "{results}/network-mutants.json")),
        Job("benchmarks", 8, ("-m", "tools.figures", "measure", "{results}/figures.json"), 2),
    )


def divide_jobs(jobs: Sequence[Job], parts: int) -> list[list[Job]]:
    """Divide the jobs into parts of about one length: each, the longest first, goes to the part that ends soonest with it."""
    if parts < 1:
        raise ValueError("a night has at least one part")
    divided: list[list[Job]] = [[] for _ in range(parts)]
    for job in sorted(jobs, key=lambda job: (-job.load, job.name)):
        ends = [(expected_minutes([*part, job]), load_of(part), number) for number, part in enumerate(divided)]
        divided[min(ends)[2]].append(job)
    return divided


def load_of(jobs: Sequence[Job]) -> float:
    """Return the minutes that the jobs take one after the other, those for one core two at a time."""
    return sum(job.load for job in jobs)


def expected_minutes(jobs: Sequence[Job]) -> float:
    """Return when the last job ends, as run_jobs in tools/nightly.py runs them."""
    free = [0.0] * CORES
    for job in in_order(jobs):
        if job.cores == CORES:
            free = [max(free) + job.minutes] * CORES
        else:
            free[free.index(min(free))] += job.minutes
    return max(free)


def in_order(jobs: Sequence[Job]) -> list[Job]:
    """Sort by what runs first: jobs that need the whole machine, then the others, the longest first."""
    return sorted(jobs, key=lambda job: (-job.cores, -job.minutes, job.name))


def parts_needed(jobs: Sequence[Job], max_minutes: float = MAX_PART_MINUTES) -> int:
    """Return the smallest number of parts in which none takes longer than that."""
    for parts in range(1, len(jobs) + 1):
        if max(map(expected_minutes, divide_jobs(jobs, parts))) <= max_minutes:
            return parts
    longest = max(jobs, key=lambda job: job.minutes)
    raise ValueError(f"the job {longest.name} alone takes longer than {max_minutes:g} minutes")


def parse_part(text: str, jobs: Sequence[Job]) -> list[Job]:
    """Return the jobs of a part such as `2/6`, the second of six."""
    number, slash, parts = text.partition("/")
    if not (slash and number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts)):
        raise ValueError(f"{text!r} is not a part; write K/N, such as 2/6 for the second of six")
    return divide_jobs(jobs, int(parts))[int(number) - 1]
