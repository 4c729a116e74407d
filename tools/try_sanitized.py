"""Run the tests of what is compiled with sanitizers: `python -m tools.try_sanitized`.

The sanitizers find what Cython cannot: C arrays inside structs are not bounds-checked, and an `assert` in a `noexcept` function
is printed and ignored. The build is made in a temporary folder, and the tests run there, away from the sources, so that they
find the installed modules alone.

`.ci/run` takes the two halves apart: `--build FOLDER` makes the build, and `--use FOLDER --kernel` runs the tests of the rules,
of the levels of computer players and of the sums of points with a tenth of their counts. It needs gcc on Linux, and pip
in this Python.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.commands import CommandError, run
from tools.trees import copy_tests, copy_tree

KERNEL = (
    "tests/golden", "tests/core/test_against_reference.py", "tests/core/test_bots.py", "tests/core/test_engine_memory.py",
    "tests/core/test_invariants.py", "tests/core/test_observation.py", "tests/core/test_parsers_survive.py",
    "tests/core/test_partial_knowledge.py", "tests/core/test_perft.py", "tests/core/test_refusals.py",
    "tests/core/test_rounds.py", "tests/core/test_sealed_rounds.py", "tests/core/test_shown_shares.py",
    "tests/core/test_tile_source.py", "tests/core/test_trained_value.py", "tests/net/crypto/test_multiscalar.py",
)
"""Where a wrong index or bytes from outside would reach into memory: boards, shares, mergers, the search of each level, sums."""
ALL = ("tests/core", "tests/golden", "tests/net/crypto/test_multiscalar.py")
QUICK_ENOUGH = "not random_sums and not many_points"
"""What pytest gets behind -k: these sums take too long here."""
NOT_OF_MEMORY = "not higher_levels_win and not other_threads_run"
"""What it gets there, too, for the kernel alone: how well levels play and whether other threads run meanwhile is as true without
sanitizers, and other tests run the same functions."""
KERNEL_OPTIONS = ("--smoke", "-n", "0", "-k", f"{QUICK_ENOUGH} and {NOT_OF_MEMORY}")
"""In one process: `.ci/run` has another one beside it."""
MODULES = tuple(f"acquire_{name}" for name in ("core/engine/game", "core/ai/search", "net/crypto/multiscalar"))


class SanitizedError(Exception):
    """The build is not what it should be; the message says what is wrong."""


def python_in(folder: Path) -> Path:
    """Return the Python that has the sanitized build."""
    return folder / "venv" / "bin" / "python"


def make_build(folder: Path, source: Path | None) -> str:
    """Install the program with sanitizers, and what its tests need, into an environment in this folder. Return what was checked.

    Without a source it is built from a copy of the checkout, whose own build stays as it is.
    """
    if source is None:
        source = folder / "source"
        copy_tree(source)
    run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], folder)
    # What runs once need not be compiled to bytecode first.
    run([sys.executable, "-m", "pip", "--python", python_in(folder), "install", "-q", "--no-compile", ".[test]"], source,
        ACQUIRE_BUILD="sanitize")
    return check_build(folder)


def check_build(folder: Path) -> str:
    """Raise SanitizedError unless the modules report to both sanitizers. Return which were checked."""
    asked = run([python_in(folder), "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"], folder)
    packages = Path(asked.strip())
    for module in MODULES:
        binaries = list(packages.glob(f"{module}.*.so"))
        if not binaries:
            raise SanitizedError(f"there is no {module} in {packages}")
        for mark in (b"__asan_", b"__ubsan_"):
            if mark not in binaries[0].read_bytes():
                raise SanitizedError(f"{binaries[0].name} does not call {mark.decode()}…: it was built without a sanitizer")
    if list((packages / "acquire_core").glob("engine/playout_wide.*")):
        raise SanitizedError("there is a wide playout, which would be chosen instead of the sanitized one")
    return f"{', '.join(MODULES)} are sanitized"


def run_tests(folder: Path, tests: Sequence[str], *options: str) -> str:
    """Run these tests with the build in this folder; return what they print.

    Leaks are Python's own at exit; its allocator is replaced by malloc so that the sanitizer sees every object.
    """
    away = folder / "away"
    if not away.exists():
        copy_tests(away)
    compiler = os.environ.get("CC", "gcc")
    library = subprocess.run([compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True).stdout.strip()
    return run([python_in(folder), "-m", "pytest", "-q", "-n", "2", "-k", QUICK_ENOUGH, *options, *tests], away,
               LD_PRELOAD=library, PYTHONMALLOC="malloc", ASAN_OPTIONS="detect_leaks=0", UBSAN_OPTIONS="print_stacktrace=1",
               PYTHONPATH="")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.try_sanitized", description=(__doc__ or "").split("\n")[0])
    half = parser.add_mutually_exclusive_group()
    half.add_argument("--build", type=Path, metavar="FOLDER", help="only make the build, in this new folder")
    half.add_argument("--use", type=Path, metavar="FOLDER", help="only run the tests, with the build in this folder")
    parser.add_argument("--source", type=Path, metavar="FOLDER", help="build there, and not in a copy of the checkout")
    parser.add_argument("--kernel", action="store_true", help="the tests of the kernel alone, with a tenth of their counts")
    args = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory(prefix="acquire-sanitized-") as temporary:
            folder = (args.build or args.use or Path(temporary)).resolve()
            if args.use is None:
                folder.mkdir(exist_ok=True)
                print(make_build(folder, args.source), flush=True)
            if args.build is None:
                print(run_tests(folder, KERNEL, *KERNEL_OPTIONS) if args.kernel else run_tests(folder, ALL))
    except (CommandError, SanitizedError) as error:
        if isinstance(error, CommandError):
            print(error.output)  # the report of a sanitizer comes long before the end
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
