"""Try the engine and the protocol on another kind of machine: `python -m tools.try_other_machine s390x`.

The other machine is emulated: aarch64 is what phones and new laptops are, s390x has the other order of bytes. debootstrap makes a
Debian for it, with Python and the libraries as Debian packs them. The compiler of this machine makes a wheel for it, because an
emulated compiler would take an hour, and pip installs the wheel there. Then `tests.check_wheel` compares what computer players
decide with the digest that is right everywhere, and the tests of the engine and of the network run, away from the sources. Some
libraries are newer than Debian's: pip fetches them there, or, where they have no wheel for that machine, their sources are built
like the wheel.

With `--go-on` the tests alone run there, with what the last run has installed in the folder of `--root`.

It needs what tools/try_on_debian.py needs, and qemu-user-static, which the system must use by itself (binfmt_misc), a compiler
for that machine, such as gcc-s390x-linux-gnu, and Cython, setuptools and cffi in this Python. Where one of these is missing it
reports that and does nothing. An emulated machine is ten to thirty times slower: tests that wait for a clock may fail there.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tools import try_on_debian
from tools.commands import CommandError, run
from tools.trees import copy_tests, copy_tree
from tools.try_on_debian import FOLDER, MinimalDebian, Trial, pip_variables, run_as_root

BINFMT = Path("/proc/sys/fs/binfmt_misc")
FOR_THE_ENGINE = ("python3-venv", "libpython3-dev", "python3-nacl", "python3-pytest", "python3-pytest-xdist",
                  "python3-hypothesis")
FOR_THE_NETWORK = ("python3-zmq", "python3-zeroconf", "python3-ifaddr")
"""Nothing for the window: it is drawn by a library with a hundred packages behind it."""
TESTS = ("tests/core", "tests/golden", "tests/net")
NEWER = {"hypothesis": "hypothesis", "msgspec": "msgspec", "pynacl": "nacl", "pytest-xdist": "xdist"}
"""Libraries of which Debian has none, or an older one than pyproject.toml asks for, and the packages in their sources."""
WORKERS = 2
"""Each has to read all tests first, which takes an emulated machine a minute, and says of each test what became of it."""
LIBRARIES = "libraries"
"""The folder beside the tests with the libraries that were built."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A kind of machine: its name for Linux, Debian and compilers, and which of the newer libraries have no wheel for it."""

    name: str
    debian: str
    compilers: str
    built: tuple[str, ...] = ()

    @property
    def compiler(self) -> str:
        return f"{self.compilers}-gcc"

    @property
    def fetched(self) -> tuple[str, ...]:
        return tuple(name for name in NEWER if name not in self.built)


MACHINES = {machine.name: machine for machine in (
    Machine("aarch64", "arm64", "aarch64-linux-gnu"), Machine("s390x", "s390x", "s390x-linux-gnu", built=("msgspec", "pynacl")))}


def what_is_missing(machine: Machine) -> str | None:
    """Return why this machine cannot be tried here, or None."""
    if reason := try_on_debian.what_is_missing():
        return reason
    if shutil.which(machine.compiler) is None:
        return f"{machine.compiler} is not installed"
    if not is_emulated(BINFMT / f"qemu-{machine.name}"):
        return f"this system does not start programs for {machine.name} by qemu-user-static in every folder"
    missing = [name for name in ("Cython", "setuptools", "cffi") if find_spec(name) is None]
    return f"this Python has no {' and no '.join(missing)}" if missing else None


def is_installed(root: Path | None) -> bool:
    """Return True if a run has installed the wheel in this folder."""
    return root is not None and (root / FOLDER.lstrip("/") / ".venv" / "pyvenv.cfg").exists()


def is_emulated(entry: Path) -> bool:
    """Return True if the system emulates these programs, also inside another root (flag F)."""
    if not entry.exists():
        return False
    lines = entry.read_text("utf-8").splitlines()
    return "enabled" in lines and any(line.startswith("flags:") and "F" in line for line in lines)


def python_of(root: Path) -> str:
    """Return the version of Python that a Debian has, such as 3.13."""
    return (root / "usr" / "bin" / "python3").readlink().name.removeprefix("python")


def cross_environment(machine: Machine, root: Path, settings: Path) -> dict[str, str]:
    """Return the variables with which setup.py builds for the Python of this Debian, with its headers and its settings.

    `settings` is a folder with the settings alone: this Python must import nothing else of the other one.
    """
    headers = root / "usr" / "include" / f"python{python_of(root)}"
    compile_for_it = f"{machine.compiler} {shlex.quote(f'--sysroot={root}')} {shlex.quote(f'-I{headers}')}"
    return {"CC": compile_for_it, "LDSHARED": f"{compile_for_it} -shared",
            "_PYTHON_HOST_PLATFORM": f"linux-{machine.name}",
            "_PYTHON_SYSCONFIGDATA_NAME": f"_sysconfigdata__{machine.compilers}",
            "PYTHONPATH": str(settings)}


def build_wheel(machine: Machine, root: Path, work: Path) -> Path:
    """Return a wheel for that machine, built from a clean copy of the checkout."""
    tree = work / "tree"
    tree.mkdir()
    copy_tree(tree)
    run([sys.executable, "setup.py", "-q", "bdist_wheel", "--dist-dir", work / "wheels"], tree,
        **cross_environment(machine, root, settings_of(machine, root, work)))
    return next((work / "wheels").glob(f"*linux_{machine.name}.whl"))


def settings_of(machine: Machine, root: Path, work: Path) -> Path:
    """Return a folder with the settings of the Python of this Debian, and nothing else."""
    settings = work / "settings"
    settings.mkdir(exist_ok=True)
    shutil.copy2(root / "usr" / "lib" / f"python{python_of(root)}" / f"_sysconfigdata__{machine.compilers}.py", settings)
    return settings


def build_libraries(machine: Machine, root: Path, work: Path) -> Path:
    """Return a folder with the libraries that have no wheel for that machine, each built from its newest sources."""
    built = work / LIBRARIES
    built.mkdir()
    variables = cross_environment(machine, root, settings_of(machine, root, work))
    for name in machine.built:
        place = work / name
        run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "--dest", place, name], work)
        with tarfile.open(next(place.glob("*.tar.gz"))) as packed:
            packed.extractall(place, filter="data")
        tree = next(each for each in place.iterdir() if each.is_dir())
        # The libsodium in the sources of PyNaCl is configured for `host_alias`, and its tests cannot run on this machine.
        run([sys.executable, "setup.py", "-q", "build"], tree, host_alias=machine.compilers,
            LIBSODIUM_MAKE_ARGS="TESTS= check_PROGRAMS=", **variables)
        shutil.copytree(next(tree.glob("build/lib*")) / NEWER[name], built / NEWER[name])
    return built


def trials(fetched: Sequence[str], tests: Sequence[str], options: Sequence[str]) -> tuple[Trial, ...]:
    """Return the lines that the user types there."""
    return (Trial("python3 -m venv --system-site-packages .venv && .venv/bin/pip install -q -U --no-deps --only-binary :all: "
                  f"{' '.join(fetched)} ./*.whl"),
            Trial(".venv/bin/python -c 'import platform, sys; print(platform.machine(), sys.byteorder, sys.version)'"),
            Trial(".venv/bin/python -m tests.check_wheel --only net"),
            trial_of_tests(tests, options))


def trial_of_tests(tests: Sequence[str], options: Sequence[str]) -> Trial:
    return Trial(f".venv/bin/python -m pytest -v -n {WORKERS} -p no:cacheprovider {' '.join([*options, *tests])}")


def try_there(debian: MinimalDebian, wheel: Path, libraries: Path, lines: Sequence[Trial]) -> list[str]:
    """Carry the wheel, the libraries and the tests there and run the lines; return what went wrong."""
    with tempfile.TemporaryDirectory() as place:
        away = Path(place) / "away"
        away.mkdir()
        copy_tests(away)
        shutil.copy2(wheel, away)
        shutil.copytree(libraries, away / LIBRARIES)
        debian.add_user_with(away)
    return run_there(debian, lines)


def run_there(debian: MinimalDebian, lines: Sequence[Trial]) -> list[str]:
    """Run the lines with what is there; return what went wrong."""
    variables = {**pip_variables(debian), "PYTHONPATH": f"{FOLDER}/{LIBRARIES}"}
    with debian.mounted_proc():
        return [fault for trial in lines if (fault := trial.run(debian, variables))]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.try_other_machine", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("machine", choices=MACHINES, help="the kind of machine")
    parser.add_argument("--suite", default="stable", help="a release of Debian (default: stable)")
    parser.add_argument("--root", type=Path, help="keep the Debian in this folder, and use the one that is there")
    parser.add_argument("--tests", nargs="+", metavar="FILE", help="only these tests")
    parser.add_argument("--all", action="store_true", help="the usual counts of the tests, not a tenth of them")
    parser.add_argument("--go-on", action="store_true", help="the tests alone, with what the last run has installed in --root")
    args = parser.parse_args(arguments)
    machine = MACHINES[args.machine]
    if args.go_on and not is_installed(args.root):
        parser.error("--go-on needs --root with the folder of a run that has installed the wheel")
    if reason := what_is_missing(machine):
        print(f"not tried: {reason}")
        return 0
    place = args.root or Path(tempfile.mkdtemp(prefix=f"acquire-{machine.name}-", dir="/var/tmp"))
    try:
        debian = MinimalDebian(place, args.suite, machine.debian)
        tests, options = args.tests or TESTS, [] if args.all else ["--smoke"]
        if args.go_on:
            wrong = run_there(debian, [trial_of_tests(tests, options)])
        else:
            debian.install_packages(FOR_THE_ENGINE + FOR_THE_NETWORK)
            with tempfile.TemporaryDirectory() as work:
                wheel = build_wheel(machine, place.resolve(), Path(work))
                libraries = build_libraries(machine, place.resolve(), Path(work))
                print(f"Debian {debian.version} for {machine.name}, Python {python_of(place)}, {wheel.name}", flush=True)
                wrong = try_there(debian, wheel, libraries, trials(machine.fetched, tests, options))
    except CommandError as error:
        print(f"not built: {error}", file=sys.stderr)
        return 1
    finally:
        if not args.root:
            run_as_root("rm", "-rf", "--one-file-system", place)
    print("\n".join(wrong) or f"all that was tried holds on {machine.name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
