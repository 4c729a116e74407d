"""Make each mutant of tools/mutant_list.py in a copy of the checkout and see whether its tests notice it.

    python -m tools.mutants --state build/mutants.json            all, going on with what is missing
    python -m tools.mutants --only "claim" --only "quorum"        those with such a word in their name or file

The exit status is 1 where a mutant survives, or where tests cannot say: they fail without it too, or do not run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tools.mutant_list import MUTANTS, Mutant
from tools.trees import ROOT, copy_tree

KILLED, SURVIVED, UNKNOWN = "killed", "SURVIVED", "UNKNOWN"
TEST_SECONDS = 900
FAILED = 1
"""What pytest answers where tests ran and one of them failed; anything above is not a verdict."""


def mutated_text(text: str, mutant: Mutant) -> str:
    """Return the text with the mistake. Raises ValueError where the old text does not occur exactly once."""
    if text.count(mutant.old) != 1:
        raise ValueError(f"{mutant.file}: {text.count(mutant.old)} times instead of once: {mutant.old!r}")
    return text.replace(mutant.old, mutant.new)


def key_of(mutant: Mutant, root: Path = ROOT) -> str:
    """Return what a verdict holds for: the mutant and the file that it changes."""
    return hashlib.sha256(repr(mutant).encode() + (root / mutant.file).read_bytes()).hexdigest()[:16]


class Workshop:
    """A copy of the checkout in which one mutant at a time is made; its tests run there."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.folder = folder
        self._passed: dict[tuple[str, ...], bool] = {}
        self._is_stale = False
        """Whether the binaries still hold a mutant that was taken back in the sources."""
        copy_tree(folder, with_binaries=True, root=root)

    def build(self) -> bool:
        """Translate and compile what has changed; return whether it could be done."""
        self._is_stale = False
        return subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=self.folder, check=False,
                              env={**os.environ, "ACQUIRE_BUILD": "quick"}, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def test(self, tests: Sequence[str]) -> int:
        """Return the exit status of pytest; tests that hang have failed. With several workers it would hide that one failed."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests]
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            return subprocess.run(command, cwd=self.folder, env=environment, check=False, timeout=TEST_SECONDS,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        except subprocess.TimeoutExpired:
            return FAILED

    def pass_without_mutant(self, tests: tuple[str, ...]) -> bool:
        if tests not in self._passed:
            if self._is_stale:
                self.build()
            self._passed[tests] = self.test(tests) == 0
        return self._passed[tests]

    def judge(self, mutant: Mutant) -> str:
        """Make the mutant, run its tests, and take it back."""
        if not self.pass_without_mutant(mutant.tests):
            return UNKNOWN
        path = self.folder / mutant.file
        original = path.read_text("utf-8")
        path.write_text(mutated_text(original, mutant), encoding="utf-8")
        try:
            if (mutant.is_compiled or self._is_stale) and not self.build():
                return UNKNOWN
            status = self.test(mutant.tests)
        finally:
            path.write_text(original, encoding="utf-8")
            self._is_stale = self._is_stale or mutant.is_compiled
        return {0: SURVIVED, FAILED: KILLED}.get(status, UNKNOWN)


def judged_before(state: Path) -> dict[str, dict[str, object]]:
    try:
        found = json.loads(state.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--state", type=Path, help="a file that keeps the verdicts, to go on later")
    parser.add_argument("--only", action="append", default=[], metavar="WORD", help="mutants with this word in name or file")
    parser.add_argument("--list", action="store_true", help="print the names and stop")
    args = parser.parse_args(arguments)
    chosen = [mutant for mutant in MUTANTS if not args.only or any(word in mutant.name + mutant.file for word in args.only)]
    if args.list:
        print("\n".join(f"{mutant.file:<36} {mutant.name}" for mutant in chosen))
        return 0
    verdicts = judged_before(args.state) if args.state else {}
    with tempfile.TemporaryDirectory(prefix="acquire-mutants-") as folder:
        workshop: Workshop | None = None
        for mutant in chosen:
            key = key_of(mutant)
            if verdicts.get(key, {}).get("verdict") != KILLED:
                if workshop is None:
                    workshop = Workshop(Path(folder))
                    if any(other.is_compiled for other in chosen) and not workshop.build():
                        print("the copy cannot be built")
                        return 1
                began = time.monotonic()
                verdict = workshop.judge(mutant)
                verdicts[key] = {"verdict": verdict, "name": mutant.name, "seconds": round(time.monotonic() - began)}
                if args.state:
                    args.state.write_text(json.dumps(verdicts, indent=2) + "\n", encoding="utf-8")
            seen = verdicts[key]
            print(f"{seen['verdict']:<9} {seen['seconds']!s:>4} s  {mutant.file:<36} {mutant.name}", flush=True)
    ends = [str(verdicts[key_of(mutant)]["verdict"]) for mutant in chosen]
    print(f"{ends.count(KILLED)} of {len(ends)} killed, {ends.count(SURVIVED)} survived, {ends.count(UNKNOWN)} without a verdict")
    return 0 if ends.count(KILLED) == len(ends) else 1


if __name__ == "__main__":
    sys.exit(main())
