"""Try the compiled modules on processors that lack instructions of this one: `python -m tools.try_old_processors`.

A build that is chosen on the wrong processor ends the program without a word, and no test shows it on a machine that has the
instruction. qemu runs this Python as an older processor would: it refuses what that one did not have. There the builds must be
those that fit, `tests.check_wheel` must come to the digest of decisions that is right everywhere, and tests of all that is
compiled must pass.

It needs Linux on x86-64 and qemu-user-static; elsewhere it says so and does nothing. What the program and its tests need must be
in this Python.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tools.commands import run
from tools.trees import ROOT
from tools.verify_release import Row, VerificationError, table_lines, take_steps

EMULATORS = ("qemu-x86_64-static", "qemu-x86_64")
TESTS = ("tests/test_examples.py", "tests/net/crypto/test_multiscalar.py", "tests/net/crypto/test_vectors.py",
         "tests/golden", "tests/core/test_invariants.py", "tests/core/test_perft.py", "tests/core/test_trained_value.py")
WHICH_BUILDS = ("from acquire_core import cpu_variant; from acquire_net.crypto.cpu import build_of_sums; "
                "print(cpu_variant(), build_of_sums())")


@dataclass(frozen=True, slots=True)
class Processor:
    """A processor as qemu names it, what it lacks, and the builds of the random player and of the sums that fit it."""

    model: str
    lacks: str
    builds: tuple[str, str] = ("portable", "multiscalar")


PROCESSORS = (
    Processor("Nehalem", "of 2008, without AVX"),
    Processor("Haswell", "of 2013, without AVX-512", ("wide", "multiscalar")),
    Processor("Haswell,-abm", "the same without LZCNT"),
    Processor("Haswell,-bmi2", "the same without BMI2"),
)
TRIED_WHOLE = ("Nehalem", "Haswell")
"""The others have to choose the right builds and nothing else: what they choose runs on Nehalem too."""


def emulator() -> str | None:
    return next(filter(None, map(shutil.which, EMULATORS)), None)


def what_is_missing() -> str | None:
    """Return why no processor can be tried here, or None."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "this is not Linux on x86-64"
    return None if emulator() else "qemu-user-static is not installed"


def run_as(processor: Processor, *words: str) -> str:
    """Run this Python with these words as that processor would; return what it prints, without what the emulator warns of."""
    environment = {"PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    printed = run([emulator() or "", "-cpu", processor.model, sys.executable, *words], ROOT, **environment)
    lines = [line for line in printed.splitlines() if line and not line.startswith("qemu-")]
    if not lines:
        raise VerificationError("nothing was printed")
    return "\n".join(lines)


def check_builds(processor: Processor) -> str:
    """Raise VerificationError unless the builds that fit are chosen."""
    printed = run_as(processor, "-c", WHICH_BUILDS).splitlines()[-1]
    if printed.split() != list(processor.builds):
        raise VerificationError(f"{printed} are chosen, and {' '.join(processor.builds)} fit")
    return printed


def check_decisions(processor: Processor) -> str:
    return run_as(processor, "-m", "tests.check_wheel").splitlines()[0]


def check_tests(processor: Processor, tests: Sequence[str]) -> str:
    return run_as(processor, "-m", "pytest", "-q", "-n", "0", "--smoke", "-p", "no:cacheprovider", *tests).splitlines()[-1]


def steps_for(processors: Sequence[Processor], tests: Sequence[str]) -> dict[str, Callable[[], str]]:
    """Return the steps with their names."""
    steps: dict[str, Callable[[], str]] = {}
    for processor in processors:
        name = f"{processor.model}, {processor.lacks}"
        steps[f"{name}: builds"] = partial(check_builds, processor)
        if processor.model in TRIED_WHOLE:
            steps[f"{name}: decisions"] = partial(check_decisions, processor)
            steps[f"{name}: tests"] = partial(check_tests, processor, tests)
    return steps


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.try_old_processors", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", nargs="+", choices=[each.model for each in PROCESSORS], metavar="MODEL",
                        help=f"only these: {', '.join(each.model for each in PROCESSORS)}")
    parser.add_argument("--tests", nargs="+", default=TESTS, metavar="FILE", help="other tests")
    args = parser.parse_args(arguments)
    if reason := what_is_missing():
        print(f"not tried: {reason}")
        return 0
    os.environ.pop("ACQUIRE_CPU", None)
    rows: list[Row] = take_steps(steps_for([each for each in PROCESSORS if not args.only or each.model in args.only], args.tests))
    print("\n".join(table_lines(rows)))
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
