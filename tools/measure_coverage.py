"""Measure which lines the tests reach: `python -m tools.measure_coverage python|cython FOLDER [TEST…]`.

`python` counts all Python of the three packages under the usual tests, in programs that they start as well, by coverage.py.
`cython` builds the compiled modules with ACQUIRE_BUILD=coverage in a copy of the checkout, runs the tests that reach them and
reads what gcc has counted. FOLDER gets report.txt and coverage.json.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.trees import copy_tree

PACKAGES = ("acquire_core", "acquire_net", "acquire_client")
Hits = dict[str, dict[int, bool]]
"""For each file of Cython its lines with code, and for each line whether it ran."""

# `patch = subprocess` follows the workers of pytest and every Python that a test starts.
SETTINGS = """\
[run]
branch = True
parallel = True
patch = subprocess
source = {sources}
data_file = {folder}/.coverage

[report]
skip_empty = True
ignore_errors = True

[json]
output = {report}/coverage.json
"""


def coverage_settings(folder: Path, report: Path) -> str:
    """Return the configuration of coverage.py for a copy in a folder."""
    return SETTINGS.format(sources=", ".join(str(folder / package) for package in PACKAGES), folder=folder, report=report)


def run_python(folder: Path, *words: str, is_shown: bool = False, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a copy of the checkout; return what it printed, unless that is shown."""
    return subprocess.run([sys.executable, *words], cwd=folder, env={**os.environ, "PYTHONPATH": str(folder), **variables},
                          check=False, stdin=subprocess.DEVNULL, stdout=None if is_shown else subprocess.PIPE, text=True)


def measure_python(folder: Path, report: Path, tests: Sequence[str]) -> int:
    """Run the tests in a folder and write the report; return 0 if the tests passed and the report could be made."""
    copy_tree(folder, with_binaries=True)
    (folder / "coverage.ini").write_text(coverage_settings(folder, report), encoding="utf-8")

    def coverage(*words: str, is_shown: bool = False) -> subprocess.CompletedProcess[str]:
        return run_python(folder, "-m", "coverage", words[0], "--rcfile=coverage.ini", *words[1:], is_shown=is_shown)

    tested = coverage("run", "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, is_shown=True)
    coverage("combine", "-q")
    reported = coverage("report")
    coverage("json", "-q")
    write_report(report, reported.stdout.replace(f"{folder}/", ""))
    return tested.returncode or reported.returncode


def measure_cython(folder: Path, report: Path, tests: Sequence[str]) -> int:
    """Build in a folder, run the tests and write the report; return 0 if the tests passed and something was counted."""
    copy_tree(folder, with_binaries=False)
    run_python(folder, "setup.py", "-q", "build_ext", "--inplace", ACQUIRE_BUILD="coverage").check_returncode()
    # In one process, which ends by itself and so writes down what it has counted.
    tested = run_python(folder, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *tests, is_shown=True)
    hits = lines_of_cython(gcov_reports(folder), folder)
    files = {name: {"executed_lines": [line for line, ran in lines.items() if ran],
                    "missing_lines": [line for line, ran in lines.items() if not ran]} for name, lines in hits.items()}
    (report / "coverage.json").write_text(json.dumps({"files": files}, indent=1) + "\n", encoding="utf-8")
    write_report(report, table_of(hits))
    return tested.returncode or int(not hits)


def gcov_reports(folder: Path) -> Iterator[Mapping[str, Any]]:
    """Yield what gcc has counted in each compiled module; one that no test loads has only zeros."""
    for notes in sorted((folder / "build").rglob("*.gcno")):
        found = subprocess.run(["gcov", "--json-format", "--stdout", str(notes)], cwd=folder, check=True, capture_output=True)
        yield json.loads(found.stdout)


def lines_of_cython(reports: Iterable[Mapping[str, Any]], folder: Path) -> Hits:
    """Return the lines of the Cython in a folder. A line that is compiled into several modules ran if it ran in one of them."""
    hits: Hits = {}
    for report in reports:
        for file in report["files"]:
            if file["file"].startswith(tuple(f"{package}/" for package in PACKAGES)):
                lines = hits.setdefault(file["file"], {})
                for line in file["lines"]:
                    number = line["line_number"]
                    lines[number] = lines.get(number, False) or line["count"] > 0
    code = {name: code_lines((folder / name).read_text(encoding="utf-8")) for name in hits}
    return {name: {number: ran for number, ran in sorted(lines.items()) if number in code[name]}
            for name, lines in sorted(hits.items())}


def code_lines(text: str) -> frozenset[int]:
    """Return the lines of Cython with anything but strings and comments.

    Cython also gives numbers of lines to C that comes from none: docstrings, and what it adds at the end of a module.
    """
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return frozenset(token.start[0] for token in tokens if token.type in (tokenize.NAME, tokenize.NUMBER, tokenize.OP))


def table_of(hits: Hits) -> str:
    """Return a table of files: lines with code, those that no test reaches, and which."""
    rows = [(name, len(lines), [line for line, ran in lines.items() if not ran]) for name, lines in hits.items()]
    width = max(map(len, hits), default=4)
    text = [f"{'Name':{width}}  Lines  Missed  Cover  Missing"]
    text += [f"{name:{width}} {count:6} {len(missed):7} {share(count, len(missed))}  {ranges_of(missed)}".rstrip()
             for name, count, missed in rows]
    all_lines, all_missed = sum(row[1] for row in rows), sum(len(row[2]) for row in rows)
    return "\n".join([*text, f"{'TOTAL':{width}} {all_lines:6} {all_missed:7} {share(all_lines, all_missed)}"]) + "\n"


def share(count: int, missed: int) -> str:
    """Return how many of the lines are not missed, in six columns.

    >>> share(300, 30)
    '   90%'
    """
    return f"{(count - missed) / max(count, 1):6.0%}"


def ranges_of(numbers: Sequence[int]) -> str:
    """Return ascending numbers, those in a row as one range.

    >>> ranges_of([1, 2, 3, 7, 9, 10])
    '1-3, 7, 9-10'
    """
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1] = [ranges[-1][0], number]
        else:
            ranges.append([number])
    return ", ".join("-".join(map(str, ends)) for ends in ranges)


def write_report(report: Path, text: str) -> None:
    """Write the table and print its end."""
    (report / "report.txt").write_text(text, encoding="utf-8")
    print("\n".join(text.splitlines()[-3:]))


KINDS = {
    "python": (measure_python, ["tests"]),
    "cython": (measure_cython, ["tests/core", "tests/golden", "tests/net/crypto/test_multiscalar.py"]),
}
"""What measures each kind, and by which tests."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.measure_coverage", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("report", type=Path, help="the folder for the report")
    parser.add_argument("tests", nargs="*", help="options and tests for pytest (default: those of the night)")
    args, more = parser.parse_known_args()
    report = args.report.resolve()
    report.mkdir(parents=True, exist_ok=True)
    measure, usual_tests = KINDS[args.kind]
    with tempfile.TemporaryDirectory(prefix="acquire-coverage-") as place:
        return measure(Path(place).resolve(), report, [*args.tests, *more] or usual_tests)


if __name__ == "__main__":
    sys.exit(main())
