"""Cut a release: `python -m tools.cut_release X.Y.Z` makes the checkout ready for the tag vX.Y.Z.

towncrier moves the fragments in news/ into a new section of CHANGELOG.md, news/summary.md goes to its head, and pyproject.toml
gets the version. Nothing is committed or tagged: the maintainer reads the difference, and tools/release.py builds what the tag is
for. A checkout with other changes, a version that is not later, or a section that is there already ends it before anything is
changed.
"""

from __future__ import annotations

import argparse
import datetime
import re
import sys
from pathlib import Path

from tools.commands import CommandError, run
from tools.release import ReleaseError, project_version, release_notes
from tools.trees import ROOT

SUMMARY = Path("news", "summary.md")


def numbers_of(version: str) -> tuple[int, ...]:
    """Return a version as numbers. Raise ReleaseError where it is not X.Y.Z.

    >>> numbers_of("1.0.0")
    (1, 0, 0)
    """
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", version):
        raise ReleaseError(f"{version} is not a version such as 1.0.0")
    return tuple(map(int, version.split(".")))


def check_version(version: str, present: str, changelog: str) -> None:
    """Raise ReleaseError where this cannot be the next version."""
    if numbers_of(version) <= numbers_of(present):
        raise ReleaseError(f"{version} is not later than {present}, the version in pyproject.toml")
    if release_notes(changelog, version) is not None:
        raise ReleaseError(f"CHANGELOG.md has a section of {version} already")


def with_version(project: str, version: str) -> str:
    """Return the text of pyproject.toml with another version of the project.

    >>> with_version('[project]\\nname = "a"\\nversion = "0.1.0"  # why\\n', "1.0.0")
    '[project]\\nname = "a"\\nversion = "1.0.0"  # why\\n'
    """
    changed, count = re.subn(r'(?m)^(version = ")[^"]*(")', rf"\g<1>{version}\g<2>", project)
    if count != 1:
        raise ReleaseError(f"pyproject.toml has {count} lines with a version")
    return changed


def with_summary(changelog: str, version: str, summary: str) -> str:
    """Return the changelog with the summary at the head of the section of this version.

    >>> with_summary("## [1.0.0] - x\\n\\n### Added\\n", "1.0.0", "For people.\\n")
    '## [1.0.0] - x\\n\\nFor people.\\n\\n### Added\\n'
    """
    title = rf"(?m)^(## \[{re.escape(version)}\][^\n]*\n)\n*"
    changed, count = re.subn(title, lambda found: f"{found[1]}\n{summary.strip()}\n\n", changelog)
    if count != 1:
        raise ReleaseError(f"CHANGELOG.md has {count} sections of {version}")
    return changed


def cut(version: str, day: str, root: Path = ROOT) -> str:
    """Change the checkout into that of the release, and return its notes. Raise ReleaseError.

    A checkout that is not ready is left as it is; `git checkout .` takes back what a later error leaves.
    """
    changelog, project = root / "CHANGELOG.md", root / "pyproject.toml"
    check_version(version, project_version(root), changelog.read_text("utf-8"))
    try:
        changed = run(["git", "status", "--porcelain"], root)
    except (CommandError, OSError) as error:
        raise ReleaseError(f"this is not a checkout of git: {error}") from error
    if changed:
        raise ReleaseError(f"the checkout has other changes: {', '.join(line[3:] for line in changed.splitlines()[:5])}")
    new_project = with_version(project.read_text("utf-8"), version)
    try:
        run([sys.executable, "-m", "towncrier", "build", "--yes", "--version", version, "--date", day], root)
    except CommandError as error:
        raise ReleaseError(str(error)) from error
    if (root / SUMMARY).exists():
        new_changelog = with_summary(changelog.read_text("utf-8"), version, (root / SUMMARY).read_text("utf-8"))
        changelog.write_text(new_changelog, "utf-8")
        (root / SUMMARY).unlink()
    project.write_text(new_project, "utf-8")
    return release_notes(changelog.read_text("utf-8"), version) or ""


def main(arguments: list[str] | None = None) -> int:
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    parser = argparse.ArgumentParser(prog="python -m tools.cut_release", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("version", help="the version of the release, such as 1.0.0")
    parser.add_argument("--date", default=today, metavar="YYYY-MM-DD", help="the day of the release (default: today)")
    args = parser.parse_args(arguments)
    try:
        notes = cut(args.version, args.date)
    except ReleaseError as error:
        print(f"not cut: {error}", file=sys.stderr)
        return 1
    print(f"CHANGELOG.md has {args.version} with {len(notes.splitlines())} lines. Read the difference, then:")
    print(f"    git commit -am 'Release {args.version}' && git tag -a v{args.version} -m 'Version {args.version}'")
    return 0


if __name__ == "__main__":
    sys.exit(main())
