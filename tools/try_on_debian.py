"""Try both commands of the README on a minimal Debian: `python -m tools.try_on_debian`.

debootstrap makes a Debian with its essential packages alone. Into it come exactly the packages that the README names, a normal
user, and the checkout in a folder whose name has a space and an umlaut. Only /proc is mounted there, so there is no shared
memory, no terminal, no display and no sound card. The two commands are those of the README, letter for letter, and are timed.
Last come those who only want to play: the compiler is taken away again, and the wheel is installed and plays a game of computer
players, with an empty cache of pip. With `--only release`, `tools.verify_release` runs there with the Python of that Debian, for
which git comes in.

It needs Linux, debootstrap, and root or sudo without a password; where one of these is missing it reports that and does nothing.
The variables PIP_… go along, and the file of certificates that PIP_CERT names.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.trees import ROOT, copy_tree
from tools.verify_release import GAME, TOOLS

USER = "anna"
FOLDER = f"/home/{USER}/Spiele für Acquire"
NO_DISPLAY = 2
"""What `acquire` answers where there is no display."""
MAX_PLAYING_S = 15
"""How long it may take from a wheel to a game that was played, what pip downloads included."""
PYTHON = "python3"
KEPT = "python3-venv"
"""The one package that a wheel needs; the others are for the compiler."""
TRIALS = ("run", "test", "wheel")
MORE_TRIALS = ("release",)
"""What is tried only where it is asked for."""


def packages_of(readme: str) -> list[str]:
    """Return the packages that the README names for Debian."""
    found = re.findall(r"^\| Debian, Ubuntu \| `sudo apt install ([\w.+ -]+)` \|$", readme, re.M)
    if len(found) != 1:
        raise ValueError("the README must name the packages for Debian in one row")
    return str(found[0]).split()


def commands_of(readme: str) -> tuple[str, str]:
    """Return the two commands of the README: the one that runs the game, and the one that runs the tests."""
    found = re.findall(r"^python3 -m venv .*$", readme, re.M)
    if len(found) != 2 or not found[0].endswith("/acquire") or "pytest" not in found[1]:
        raise ValueError(f"the README must have two commands, and has {found}")
    return found[0], found[1]


def what_is_missing() -> str | None:
    """Return why a Debian cannot be made here, or None."""
    if sys.platform != "linux":
        return "this is not Linux"
    if find_debootstrap() is None:
        return "debootstrap is not installed"
    if subprocess.run([*as_root(), "true"], capture_output=True, check=False).returncode:
        return "this user is not root and may not become it without a password"
    return None


def find_debootstrap() -> str | None:
    """Return where debootstrap is; for a normal user its folder is not in PATH."""
    return shutil.which("debootstrap", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def as_root() -> list[str]:
    """Return the words that make root run the command behind them."""
    return [] if os.geteuid() == 0 else ["sudo", "-n"]


def run_as_root(*words: str | Path) -> None:
    subprocess.run([*as_root(), *map(str, words)], check=True, stdin=subprocess.DEVNULL)


class MinimalDebian:
    """A Debian in a folder, which root owns."""

    def __init__(self, root: Path, suite: str, architecture: str | None = None, python: str = PYTHON) -> None:
        """Make it, for the machine that runs this or for another one, unless it is there already."""
        self.root = root
        self.python = python
        if not (root / "etc" / "debian_version").exists():
            foreign = ["--arch", architecture] if architecture else []
            run_as_root(find_debootstrap() or "debootstrap", "--variant=minbase", *foreign, suite, root)
            run_as_root("chmod", "755", root)  # a temporary folder is its owner's alone, and the user there is another one

    @property
    def version(self) -> str:
        return (self.root / "etc" / "debian_version").read_text("utf-8").strip()

    def with_its_python(self, words: str) -> str:
        """Return a command or the name of a package with the name of the Python here, as the README says it of a later one."""
        return re.sub(rf"^{PYTHON}(?=[ -])", self.python, words)

    def install_packages(self, packages: Sequence[str]) -> None:
        """Install these packages and what they cannot do without, not what they recommend."""
        run_as_root("chroot", self.root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-qq",
                    "--no-install-recommends", *map(self.with_its_python, packages))

    def remove_packages(self, packages: Sequence[str]) -> None:
        """Remove these packages and what came with them alone."""
        run_as_root("chroot", self.root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "purge", "-qq", "--autoremove",
                    *map(self.with_its_python, packages))

    def add_user_with_checkout(self) -> None:
        """Make the user and copy the checkout, as git would clone it, into their folder."""
        with tempfile.TemporaryDirectory() as place:
            clone = Path(place) / "clone"
            copy_tree(clone)
            subprocess.run(["git", "init", "-q", "."], cwd=clone, check=True)
            subprocess.run(["git", "add", "-A"], cwd=clone, check=True)
            self.add_user_with(clone)

    def add_user_with(self, folder: Path) -> None:
        """Make the user, and let a copy of this folder be the one in which they work."""
        if not (self.root / "home" / USER).exists():
            run_as_root("chroot", self.root, "useradd", "--create-home", "--shell", "/bin/bash", USER)
        target = self.root / FOLDER.lstrip("/")
        run_as_root("rm", "-rf", target)
        run_as_root("cp", "-R", folder, target)
        run_as_root("chroot", self.root, "chown", "-R", f"{USER}:{USER}", FOLDER)

    def carry_file(self, path: Path) -> None:
        """Copy a file to the same place inside."""
        target = self.root / str(path.resolve()).lstrip("/")
        run_as_root("mkdir", "-p", target.parent)
        run_as_root("cp", path, target)

    @contextmanager
    def mounted_proc(self) -> Iterator[None]:
        run_as_root("mount", "-t", "proc", "proc", self.root / "proc")
        try:
            yield
        finally:
            run_as_root("umount", self.root / "proc")

    def run_as_user(self, command: str, variables: Mapping[str, str]) -> int:
        """Run a line of the shell in the checkout and return its exit status. Only these variables are set."""
        settings = {"HOME": f"/home/{USER}", "USER": USER, "LOGNAME": USER, "PATH": "/usr/local/bin:/usr/bin:/bin", **variables}
        return subprocess.run([*as_root(), "chroot", f"--userspec={USER}:{USER}", str(self.root), "env", "-i",
                               *(f"{name}={value}" for name, value in settings.items()),
                               "bash", "-c", f'cd "{FOLDER}" && {command}'], check=False, stdin=subprocess.DEVNULL).returncode


@dataclass(frozen=True, slots=True)
class Trial:
    """A line of the shell, the exit status that it must have, and the seconds that it may take."""

    command: str
    expected: int = 0
    max_seconds: float | None = None

    def fault(self, status: int, seconds: float) -> str | None:
        """Return what went wrong, or None."""
        if status != self.expected:
            return f"exit status {status} instead of {self.expected}: {self.command}"
        if self.max_seconds is not None and seconds > self.max_seconds:
            return f"{seconds:.0f} s, and {self.max_seconds:g} are allowed: {self.command}"
        return None

    def run(self, debian: MinimalDebian, variables: Mapping[str, str]) -> str | None:
        """Run it as the user, say how long it took, and return what went wrong."""
        command = debian.with_its_python(self.command)
        print(f"\n$ {command}", flush=True)
        began = time.monotonic()
        status = debian.run_as_user(command, variables)
        seconds = time.monotonic() - began
        print(f"=== exit status {status} after {seconds:.1f} s", flush=True)
        return self.fault(status, seconds)


def pip_variables(debian: MinimalDebian) -> dict[str, str]:
    """Return the variables of pip, and carry the file of certificates that one of them names."""
    if certificates := os.environ.get("PIP_CERT"):
        debian.carry_file(Path(certificates))
    return {name: value for name, value in os.environ.items() if name.startswith("PIP_")}


def trials_of_the_wheel() -> tuple[Trial, Trial, Trial]:
    """Return the lines that build a wheel, see that no compiler is left, and install the wheel and play."""
    return (Trial("python3 -m venv .build && .build/bin/pip wheel -q --no-deps --wheel-dir .wheels ."),
            Trial("command -v cc gcc", expected=1),
            Trial(f"python3 -m venv .player && .player/bin/pip install .wheels/*.whl && .player/bin/acquire {' '.join(GAME)}",
                  max_seconds=MAX_PLAYING_S))


def try_wheel(debian: MinimalDebian, packages: Sequence[str], variables: Mapping[str, str]) -> Iterator[str | None]:
    """Build a wheel, take the compiler away, play with the wheel; yield what went wrong in each step."""
    build, no_compiler, play = trials_of_the_wheel()
    fault = build.run(debian, variables)
    yield fault
    if fault is None:
        debian.remove_packages([name for name in packages if name != KEPT])
        yield no_compiler.run(debian, variables)
        yield play.run(debian, {**variables, "PIP_NO_CACHE_DIR": "1"})


def trial_of_the_release() -> Trial:
    """Return the line that builds, audits and tries what would be released, with the tools of .ci/tools.txt."""
    return Trial(f"python3 -m venv .tools && .tools/bin/pip install -q $(grep -E '^({'|'.join(TOOLS)})==' .ci/tools.txt) && "
                 ".tools/bin/python -m tools.verify_release")


def take_trials(debian: MinimalDebian, readme: str, chosen: Sequence[str]) -> list[str]:
    """Run the chosen trials and return what went wrong."""
    variables = pip_variables(debian)
    run, test = commands_of(readme)
    faults: list[str | None] = []
    if "run" in chosen:
        faults.append(Trial(run, NO_DISPLAY).run(debian, variables))
    if "test" in chosen:
        faults.append(Trial(test).run(debian, variables))
    if "release" in chosen:
        debian.install_packages(["git"])
        faults.append(trial_of_the_release().run(debian, variables))
    if "wheel" in chosen:
        faults += try_wheel(debian, packages_of(readme), variables)
    return [fault for fault in faults if fault is not None]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.try_on_debian", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--suite", default="stable", help="a release of Debian, such as bookworm (default: stable)")
    parser.add_argument("--root", type=Path, help="keep the Debian in this folder, and use the one that is there")
    parser.add_argument("--only", nargs="+", choices=TRIALS + MORE_TRIALS, default=TRIALS,
                        help="other trials: the first command, the second, the wheel without a compiler, the steps of a release")
    parser.add_argument("--python", default=PYTHON, help="a Python of that Debian, such as python3.15 (default: %(default)s)")
    args = parser.parse_args(arguments)
    if reason := what_is_missing():
        print(f"not tried: {reason}")
        return 0
    readme = (ROOT / "README.md").read_text("utf-8")
    place = args.root or Path(tempfile.mkdtemp(prefix="acquire-debian-", dir="/var/tmp"))
    try:
        debian = MinimalDebian(place, args.suite, python=args.python)
        debian.install_packages(packages_of(readme))
        debian.add_user_with_checkout()
        print(f"Debian {debian.version} with {', '.join(map(debian.with_its_python, packages_of(readme)))}")
        with debian.mounted_proc():
            wrong = take_trials(debian, readme, args.only)
    finally:
        if not args.root:
            run_as_root("rm", "-rf", "--one-file-system", place)
    print("\n".join(wrong) or f"all that was tried does what the README says: {', '.join(args.only)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
