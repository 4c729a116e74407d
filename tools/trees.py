"""Copies of the checkout to work in, and which commit it is. Git decides what belongs to it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILT = (".so", ".pyd")


def tracked_files(root: Path = ROOT) -> list[str]:
    """Return the files that git tracks or would track, as paths from the root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    return sorted(path for path in set(listed.split("\0")) if path and (root / path).is_file())


def built_files(root: Path = ROOT) -> list[str]:
    """Return the compiled modules that lie beside their sources."""
    found = (path for package in ("acquire_core", "acquire_net") for path in (root / package).rglob("*"))
    return sorted(path.relative_to(root).as_posix() for path in found if path.suffix in BUILT)


def copy_tree(target: Path, with_binaries: bool = False, root: Path = ROOT) -> None:
    """Copy the checkout into the new folder `target`; with binaries, a test can run there without a build."""
    for path in tracked_files(root) + (built_files(root) if with_binaries else []):
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / path, target / path)


def copy_tests(target: Path, root: Path = ROOT) -> None:
    """Copy the tests and their settings, and nothing else, into `target`: there they find the installed packages only."""
    shutil.copytree(root / "tests", target / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(root / "pyproject.toml", target)


def commit_of(root: Path = ROOT) -> str:
    """Return the commit, with `+` where files differ from it; `unknown` without git.

    A copy of a checkout has no history of its own: what made it says which commit it is in ACQUIRE_COMMIT.
    """
    if "ACQUIRE_COMMIT" in os.environ:
        return os.environ["ACQUIRE_COMMIT"]
    try:
        described = subprocess.run(["git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+"], cwd=root,
                                   capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return "unknown"
    return described.stdout.strip() or "unknown"
