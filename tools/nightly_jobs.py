"""What a night runs, as a table, and how it is divided into parts of about the same length.

The run before a change has every kind of test once; here are the full counts, the campaigns, the measurements and the mutants.
A job says how many minutes it takes on a quiet machine with two cores and how many of these it keeps busy. Minutes marked as
guessed were never seen on such a machine; the table that a night prints has what they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

CORES = 2
MAX_PART_MINUTES = 120


@dataclass(frozen=True)
class Job:
    """One command of the night, as words after the name of a Python; `{results}` in a word is the folder of results."""

    name: str
    minutes: float
    command: tuple[str, ...]
    cores: int = 1
    is_guessed: bool = False

    @property
    def load(self) -> float:
        """Return the minutes of a machine with two cores that it needs, where others fill the second one."""
        return self.minutes * self.cores / CORES


def pytest_job(name: str, minutes: float, *options: str, cores: int = 1, guessed: bool = False) -> Job:
    return Job(name, minutes, ("-m", "pytest", "-q", "-rs", *options), cores, guessed)


def campaign_job(name: str, minutes: float, *tests: str, cores: int = 1, guessed: bool = False) -> Job:
    """Return a campaign; on one core it stays in one process and shows what it prints: its seeds."""
    how = ("-n", str(cores), "--dist", "worksteal") if cores > 1 else ("-n", "0", "-s")
    return pytest_job(name, minutes, "-m", "campaign", *how, *tests, cores=cores, guessed=guessed)


def games_against_the_reference() -> list[Job]:
    """Return thirty thousand games in three jobs of ten tests."""
    test = "tests/core/test_against_reference.py::test_kernel_and_reference_play_the_same_thirty_thousand_games"
    parts = [[f"{test}[{first}]" for first in range(start, start + 10_000, 1000)] for start in (10_000, 20_000, 30_000)]
    return [campaign_job(f"reference-{number}", 40, *tests, cores=2, guessed=True) for number, tests in enumerate(parts, 1)]


def games_between_programs() -> list[Job]:
    """Return five hundred games in two jobs; 325 of them were seen to take 43 minutes."""
    test = "tests/online/test_games.py::test_five_hundred_games"
    return [campaign_job(f"programs-{number}", 33, *(f"{test}[{part}]" for part in parts), cores=2)
            for number, parts in enumerate((range(10), range(10, 20)), 1)]


def simulated_games(games: int = 20_000, jobs: int = 4, first: int = 1_000_000) -> list[Job]:
    """Return simulated games in several jobs; 20,000 were seen to take 43 minutes of a core."""
    each = games // jobs
    return [Job(f"simulator-{number + 1}", 11, ("-m", "tests.simulation", "--games", str(each), "--first",
                                               str(first + number * each), "--go-on")) for number in range(jobs)]


def fuzzed_sessions() -> list[Job]:
    """Return half an hour on each of two cores, about two million frames each."""
    return [Job(f"fuzz-{number}", 30, ("-m", "tests.net.adversaries.session_fuzzer", "--minutes", "30",
                                       "--first", str(1_000_000 * number))) for number in (1, 2)]


JOBS: tuple[Job, ...] = (
    pytest_job("full-counts", 14, "--ci", "--dist", "worksteal", "--durations=50", cores=2),
    *games_against_the_reference(),
    *games_between_programs(),
    *simulated_games(),
    *fuzzed_sessions(),
    campaign_job("games-in-earnest", 27, "tests/net/protocol", "tests/net/crypto/test_proofs.py", "tests/net/privacy",
                 "tests/net/adversaries/test_mutated_frames.py", cores=2),
    campaign_job("rounds", 10, "tests/core/test_rounds.py", "tests/core/test_sealed_rounds.py", cores=2, guessed=True),
    Job("simulator-rounds", 20, ("-m", "tests.simulation", "--rounds", "--games", "2000", "--first", "1000000", "--go-on")),
    campaign_job("cup-of-forty", 3, "tests/client/commands/test_cli_cup.py", guessed=True),
    campaign_job("cheats", 60, "tests/net/adversaries/test_cheats.py", guessed=True),
    campaign_job("multiscalar", 15, "tests/net/crypto/test_multiscalar.py", guessed=True),
    campaign_job("model", 60, "tests/net/model", guessed=True),
    campaign_job("bad-links", 42, "tests/online/test_bad_links.py", cores=2),
    campaign_job("over-days", 30, "tests/net/mailbox", guessed=True),
    campaign_job("long-run", 16, "tests/online/test_long_run.py", cores=2),
    campaign_job("hosts-and-abuse", 14, "tests/online/test_hosts.py", "tests/online/test_abuse.py",
                 "tests/online/test_program_votes.py", cores=2),
    campaign_job("windows", 20, "tests/online/test_windows.py", guessed=True),
    campaign_job("parsers", 20, "tests/core/test_parsers_survive.py", guessed=True),
    campaign_job("blunders", 90, "tests/core/test_no_blunders.py", guessed=True),
    Job("minimal-debian", 14, ("-m", "tools.try_on_debian"), 2),
    Job("compilers", 10, ("-m", "tools.try_compilers"), 1, True),
    Job("packed-program", 8, ("-m", "tools.try_installers", "--build"), 1, True),
    Job("coverage-python", 15, ("-m", "tools.measure_coverage", "python", "{results}/coverage-python"), 2, True),
    Job("coverage-cython", 30, ("-m", "tools.measure_coverage", "cython", "{results}/coverage-cython"), 2, True),
    Job("mutants-kernel", 25, ("-m", "tools.mutants", "--only", "acquire_core", "--state", "{results}/kernel-mutants.json"), 1),
    Job("mutants-network", 10, ("-m", "tools.mutants", "--only", "acquire_net", "--state", "{results}/network-mutants.json"), 1),
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
    raise ValueError(f"one job alone takes longer than {max_minutes:g} minutes")


def parse_part(text: str, jobs: Sequence[Job] = JOBS) -> list[Job]:
    """Return the jobs of a part such as `2/6`, the second of six."""
    number, slash, parts = text.partition("/")
    if not (slash and number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts)):
        raise ValueError(f"{text!r} is not a part; write K/N, such as 2/6 for the second of six")
    return divide_jobs(jobs, int(parts))[int(number) - 1]
