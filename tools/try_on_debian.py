"""Try both commands of the README on a minimal Debian: `python -m tools.try_on_debian`.

debootstrap makes a Debian with its essential packages alone. Into it come exactly the packages that the README names, a normal
user, and the checkout in a folder whose name has a space and an umlaut. Only /proc is mounted there, so there is no shared
memory, no terminal, no display and no sound card. The two commands are those of the README, letter for letter, and are timed.

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
from pathlib import Path

from tools.trees import ROOT, copy_tree

USER = "anna"
FOLDER = f"/home/{USER}/Spiele für Acquire"
NO_DISPLAY = 2
"""What `acquire` answers where there is no display."""


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

    def __init__(self, root: Path, suite: str) -> None:
        self.root = root
        if not (root / "etc" / "debian_version").exists():
            run_as_root(find_debootstrap() or "debootstrap", "--variant=minbase", suite, root)

    @property
    def version(self) -> str:
        return (self.root / "etc" / "debian_version").read_text("utf-8").strip()

    def install_packages(self, packages: Sequence[str]) -> None:
        """Install these packages and what they cannot do without, not what they recommend."""
        run_as_root("chroot", self.root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-qq",
                    "--no-install-recommends", *packages)

    def add_user_with_checkout(self) -> None:
        """Make the user and copy the checkout, as git would clone it, into their folder."""
        if not (self.root / "home" / USER).exists():
            run_as_root("chroot", self.root, "useradd", "--create-home", "--shell", "/bin/bash", USER)
        target = self.root / FOLDER.lstrip("/")
        with tempfile.TemporaryDirectory() as place:
            clone = Path(place) / "clone"
            copy_tree(clone)
            subprocess.run(["git", "init", "-q", "."], cwd=clone, check=True)
            subprocess.run(["git", "add", "-A"], cwd=clone, check=True)
            run_as_root("rm", "-rf", target)
            run_as_root("cp", "-R", clone, target)
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


def try_commands(debian: MinimalDebian, readme: str) -> list[str]:
    """Run both commands as the user and return what went wrong."""
    variables = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    if certificates := os.environ.get("PIP_CERT"):
        debian.carry_file(Path(certificates))
    wrong = []
    for command, expected in zip(commands_of(readme), (NO_DISPLAY, 0), strict=True):
        print(f"\n$ {command}", flush=True)
        began = time.monotonic()
        status = debian.run_as_user(command, variables)
        print(f"=== exit status {status} after {time.monotonic() - began:.0f} s", flush=True)
        if status != expected:
            wrong.append(f"exit status {status} instead of {expected}: {command}")
    return wrong


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.try_on_debian", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--suite", default="stable", help="a release of Debian, such as bookworm (default: stable)")
    parser.add_argument("--root", type=Path, help="keep the Debian in this folder, and use the one that is there")
    args = parser.parse_args(arguments)
    if reason := what_is_missing():
        print(f"not tried: {reason}")
        return 0
    readme = (ROOT / "README.md").read_text("utf-8")
    place = args.root or Path(tempfile.mkdtemp(prefix="acquire-debian-", dir="/var/tmp"))
    try:
        debian = MinimalDebian(place, args.suite)
        debian.install_packages(packages_of(readme))
        debian.add_user_with_checkout()
        print(f"Debian {debian.version} with {', '.join(packages_of(readme))}")
        with debian.mounted_proc():
            wrong = try_commands(debian, readme)
    finally:
        if not args.root:
            run_as_root("rm", "-rf", "--one-file-system", place)
    print("\n".join(wrong) or "both commands do what the README says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
