"""Gather a release from the files that were built: `python -m tools.release DIST TARGET`.

DIST holds the sdist and the wheels. TARGET gets `dist/` with the same files, `SHA256SUMS`, `NOTES.txt` for people,
`sbom.cdx.json`, the list of parts for programs, and `LICENCES.txt`, the same parts with their licences. With `--installers
FOLDER` it gets `installers/` too, and `manifests/` that name these files. A file too many or too few, another version than that
of the tag, or a text that an index cannot show ends it.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.manifests import FILES, ManifestError, home_page, write_manifests
from tools.trees import ROOT

PLATFORMS = ("macosx_*_arm64", "macosx_*_x86_64", "manylinux*_aarch64", "manylinux*_x86_64", "win_amd64", "win_arm64")
"""The wheels of a release; each is good for every CPython from 3.11 on."""
MAX_WHEEL_BYTES = 2_500_000
ENDINGS = r"(\.tar\.gz|\.AppImage|\.dmg|\.exe|\.pyz)"
EXAMPLE_HOME = "https://github.com/OWNER/acquire-p2p"
"""What manifests name where no workflow runs."""


class ReleaseError(Exception):
    """This is not a release; the message says why."""


def project_version(root: Path = ROOT) -> str:
    return str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def checked_files(dist: Path, version: str, platforms: Sequence[str] = PLATFORMS) -> list[Path]:
    """Return the sdist and the wheels, if they are exactly those of a release."""
    files = sorted(path for path in dist.iterdir() if path.is_file())
    patterns = [f"acquire_p2p-{version}.tar.gz", *(f"acquire_p2p-{version}-cp311-abi3-{platform}.whl" for platform in platforms)]
    found = {pattern: [path for path in files if path.match(pattern)] for pattern in patterns}
    wrong = [f"{len(paths)} of {pattern}" for pattern, paths in found.items() if len(paths) != 1]
    strange = [path.name for path in files if not any(path in paths for paths in found.values())]
    if wrong or strange:
        raise ReleaseError("; ".join([*wrong, *(f"{name} does not belong to it" for name in strange)]))
    large = [path.name for path in files if path.suffix == ".whl" and path.stat().st_size > MAX_WHEEL_BYTES]
    if large:
        raise ReleaseError(f"more than {MAX_WHEEL_BYTES:,} bytes: {', '.join(large)}")
    return files


def checked_installers(folder: Path, version: str) -> list[Path]:
    """Return the installers, if all that manifests name are there and nothing is of another version."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    missing = {name.format(version=version) for name in FILES.values()} - {path.name for path in files}
    strange = [path.name for path in files if not re.fullmatch(rf"acquire-p2p-{re.escape(version)}-.*{ENDINGS}", path.name)]
    if missing or strange:
        raise ReleaseError("; ".join([*(f"no {name}" for name in sorted(missing)),
                                      *(f"{name} does not belong to it" for name in strange)]))
    return files


def check_tag(version: str, environment: dict[str, str]) -> None:
    """Raise ReleaseError where a tag of another version has started this."""
    if environment.get("GITHUB_REF_TYPE") == "tag" and environment.get("GITHUB_REF_NAME") != f"v{version}":
        raise ReleaseError(f"the tag is {environment.get('GITHUB_REF_NAME')}, and pyproject.toml says {version}")


def check_texts(files: Sequence[Path]) -> None:
    """Raise ReleaseError where an index could not show the description."""
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, files)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    if checked.returncode:
        raise ReleaseError(f"twine: {checked.stdout.strip() or checked.stderr.strip()}")


def checksum_lines(files: Sequence[Path], folder: Path) -> Iterator[str]:
    """Yield the lines that `sha256sum --check` reads in the folder."""
    for path in files:
        yield f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}"


def release_notes(changelog: str, version: str) -> str | None:
    """Return the section of a version in the changelog.

    >>> release_notes("# Changelog\\n\\n## [1.0.0] - 2026-12-01\\n\\n- All.\\n\\n## [0.1.0] - 2026-01-01\\n", "1.0.0")
    '- All.'
    """
    found = re.search(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## \[|\Z)", changelog, re.M | re.S)
    return found[1].strip() if found else None


def drafted_notes(version: str) -> str:
    """Return what the section of the changelog would be: the summary for people, if there is one, and the fragments in news/."""
    drafted = subprocess.run([sys.executable, "-m", "towncrier", "build", "--draft", "--version", version], cwd=ROOT,
                             capture_output=True, text=True, check=False)
    if drafted.returncode:
        raise ReleaseError(f"towncrier: {drafted.stderr.strip()}")
    summary = ROOT / "news" / "summary.md"
    found = re.search(r"^## [^\n]*\n(.*)", drafted.stdout, re.M | re.S)
    if found is None:
        raise ReleaseError(f"towncrier drafts no section of a version: {drafted.stdout[:200]!r}")
    changes = found[1].strip()
    return f"{summary.read_text('utf-8').strip()}\n\n{changes}" if summary.exists() else changes


def list_of_parts(wheel_or_sdist: Path) -> dict[str, object]:
    """Install a file into a new environment and return the parts of the program there, as CycloneDX lists them."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", str(wheel_or_sdist)], check=True)
        subprocess.run([python, "-m", "pip", "uninstall", "-q", "-y", "pip", "setuptools"], check=True)
        command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "--mc-type", "application",
                   "--pyproject", str(ROOT / "pyproject.toml"), str(python)]
        listed = subprocess.run(command, capture_output=True, text=True, check=False)
    if listed.returncode:
        raise ReleaseError(f"cyclonedx: {listed.stderr.strip()}")
    parts: dict[str, object] = json.loads(listed.stdout)
    return parts


def licence_lines(parts: dict[str, object]) -> Iterator[str]:
    """Yield a table of the parts and their licences."""
    yield "| part | version | licence |"
    yield "|---|---|---|"
    components: list[dict[str, object]] = parts.get("components", [])  # type: ignore[assignment]
    for part in sorted(components, key=lambda part: str(part["name"]).lower()):
        yield f"| {part['name']} | {part.get('version', '')} | {', '.join(licences_of(part)) or 'see its package'} |"


def licences_of(part: dict[str, object]) -> list[str]:
    """Return the licences of a part by name, the shortest form of each once."""
    found = []
    for entry in part.get("licenses", []):  # type: ignore[attr-defined]
        licence = entry.get("license", {})
        name = entry.get("expression") or licence.get("id") or licence.get("name", "")
        if name and "\n" not in name and not name.startswith("declared license file") and name not in found:
            found.append(name)
    return found


def moment_of_release() -> str:
    """Return the day of the release, which is today unless SOURCE_DATE_EPOCH says otherwise."""
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    return datetime.datetime.fromtimestamp(moment, datetime.UTC).date().isoformat()


def gather(dist: Path, target: Path, platforms: Sequence[str] = PLATFORMS, installers: Path | None = None) -> None:
    """Write the release into a new folder. Raise ReleaseError."""
    version = project_version()
    check_tag(version, dict(os.environ))
    files = checked_files(dist, version, platforms)
    packed = checked_installers(installers, version) if installers is not None else []
    check_texts(files)
    if target.exists():
        raise ReleaseError(f"{target} is there already")
    (target / "dist").mkdir(parents=True)
    kept = [Path(shutil.copy2(path, target / "dist")) for path in files]
    if installers is not None:
        (target / "installers").mkdir()
        kept += [Path(shutil.copy2(path, target / "installers")) for path in packed]
        write_manifests(installers, target / "manifests", version, home_page(os.environ) or EXAMPLE_HOME, moment_of_release())
    notes = release_notes((ROOT / "CHANGELOG.md").read_text("utf-8"), version) or drafted_notes(version)
    (target / "NOTES.txt").write_text(notes + "\n", "utf-8")
    here = next((path for path in kept if path.match("*manylinux*_x86_64.whl")), kept[0])
    parts = list_of_parts(here.resolve())
    (target / "sbom.cdx.json").write_text(json.dumps(parts, indent=1) + "\n", "utf-8")
    (target / "LICENCES.txt").write_text("\n".join(licence_lines(parts)) + "\n", "utf-8")
    others = [target / name for name in ("LICENCES.txt", "NOTES.txt", "sbom.cdx.json")]
    (target / "SHA256SUMS").write_text("\n".join(checksum_lines([*kept, *others], target)) + "\n", "utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="gather a release from the sdist and the wheels")
    parser.add_argument("dist", type=Path, help="the folder of the built files")
    parser.add_argument("target", type=Path, help="the folder to make")
    parser.add_argument("--platforms", nargs="+", default=PLATFORMS, metavar="TAG", help="the wheels that must be there")
    parser.add_argument("--installers", type=Path, metavar="FOLDER", help="the installers of all systems")
    args = parser.parse_args(arguments)
    try:
        gather(args.dist, args.target, args.platforms, args.installers)
    except (ReleaseError, ManifestError) as error:
        print(f"not a release: {error}", file=sys.stderr)
        return 1
    print((args.target / "SHA256SUMS").read_text("utf-8"), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
