"""Measure which lines the tests reach: `python -m tools.measure_coverage python|cython FOLDER [TEST…]`.

`python` counts all Python of the three packages under the usual tests, in programs that they start as well. `cython` builds the
compiled modules with ACQUIRE_BUILD=coverage in a copy of the checkout and runs the tests that reach them, with the smallest
counts: a traced line costs a hundred times its price. FOLDER gets report.txt and coverage.json.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.trees import copy_tree

PACKAGES = ("acquire_core", "acquire_net", "acquire_client")
NOT_TRACED = "not ctrl_c_is_heard and not other_threads_run"
"""What pytest gets behind -k: a traced line takes the Ctrl-C for itself, so that a search of any length would go on to its end,
and traced random games hold the GIL."""
TESTS = {
    "python": ["tests"],
    "cython": ["--smoke", "-k", NOT_TRACED, "tests/core", "tests/golden", "tests/net/crypto/test_multiscalar.py"],
}

# `patch = subprocess` follows the workers of pytest and every Python that a test starts.
SETTINGS = """\
[run]
branch = {branch}
parallel = True
patch = subprocess
{plugin}source = {sources}
data_file = {folder}/.coverage

[report]
skip_empty = True
ignore_errors = True

[json]
output = {report}/coverage.json
"""


def coverage_settings(kind: str, folder: Path, report: Path) -> str:
    """Return the configuration for one kind of sources. Branches of compiled code cannot be seen."""
    is_cython = kind == "cython"
    sources = ("acquire_core/engine", "acquire_core/ai", "acquire_net/crypto") if is_cython else PACKAGES
    return SETTINGS.format(branch=not is_cython, plugin="plugins = Cython.Coverage\nomit = *.py\n" if is_cython else "",
                           sources=", ".join(str(folder / source) for source in sources), folder=folder, report=report)


def measure_lines(kind: str, report: Path, tests: Sequence[str]) -> int:
    """Run the tests in a copy and write the report; return 0 if the tests passed and the report could be made."""
    report = report.resolve()
    report.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="acquire-coverage-") as place:
        folder = Path(place).resolve()
        copy_tree(folder, with_binaries=kind == "python")
        (folder / "coverage.ini").write_text(coverage_settings(kind, folder, report), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        if kind == "cython":
            subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=folder, check=True,
                           env={**environment, "ACQUIRE_BUILD": "coverage"})

        def run(*words: str, shown: bool = False) -> subprocess.CompletedProcess[str]:
            return subprocess.run([sys.executable, "-m", "coverage", *words], cwd=folder, env=environment, check=False,
                                  stdin=subprocess.DEVNULL, stdout=None if shown else subprocess.PIPE, text=True)

        tested = run("run", "--rcfile=coverage.ini", "-m", "pytest", "-q", "--durations=30", "-p", "no:cacheprovider",
                     *(tests or TESTS[kind]), shown=True)
        run("combine", "-q", "--rcfile=coverage.ini")
        reported = run("report", "--rcfile=coverage.ini")
        run("json", "-q", "--rcfile=coverage.ini")
        text = reported.stdout.replace(f"{folder}/", "")
        (report / "report.txt").write_text(text, encoding="utf-8")
        print("\n".join(text.splitlines()[-3:]))
        return tested.returncode or reported.returncode


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.measure_coverage", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("kind", choices=TESTS)
    parser.add_argument("report", type=Path, help="the folder for the report")
    parser.add_argument("tests", nargs="*", help="options and tests for pytest (default: those of the night)")
    args, more = parser.parse_known_args()
    return measure_lines(args.kind, args.report, [*args.tests, *more])


if __name__ == "__main__":
    sys.exit(main())
