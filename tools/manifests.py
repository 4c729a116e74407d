"""Fill the manifests for winget, Homebrew and Flathub: `python -m tools.manifests INSTALLERS TARGET --home URL`.

They are texts in installers/ with the version, the names of the files and their checksums left open. INSTALLERS holds what
`python -m tools.build_installers` built on each system. The address of the project is that of the repository in which a release
runs; no other place has it.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import os
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from string import Template

from tools.build_installers import INSTALLERS
from tools.trees import ROOT

FOLDERS = ("winget", "homebrew", "flathub")
FILES = {
    "windows_amd64": "acquire-p2p-{version}-windows-amd64-setup.exe",
    "windows_arm64": "acquire-p2p-{version}-windows-arm64-setup.exe",
    "macos_arm64": "acquire-p2p-{version}-macos-arm64.dmg",
    "macos_x86_64": "acquire-p2p-{version}-macos-x86_64.dmg",
    "linux_x86_64": "acquire-p2p-{version}-linux-x86_64.tar.gz",
    "linux_aarch64": "acquire-p2p-{version}-linux-aarch64.tar.gz",
}
"""The files that manifests name, by the words that stand for them."""


class ManifestError(Exception):
    """A manifest cannot be filled; the message says why."""


def home_page(environment: Mapping[str, str]) -> str | None:
    """Return the address of the repository in which this runs.

    >>> home_page({"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "someone/acquire-p2p"})
    'https://github.com/someone/acquire-p2p'
    """
    server, repository = environment.get("GITHUB_SERVER_URL"), environment.get("GITHUB_REPOSITORY")
    return f"{server}/{repository}" if server and repository else None


def application_name(home: str) -> str:
    """Return the name that a desktop knows the program by: that of its page, the other way round.

    >>> application_name("https://github.com/some-one/acquire-p2p")
    'io.github.some_one.acquire_p2p'
    """
    found = re.fullmatch(r"https://([\w.-]+)/([\w.-]+)/([\w.-]+)", home)
    if not found:
        raise ManifestError(f"{home} is not the address of a repository, such as https://github.com/OWNER/NAME")
    host = "io.github" if found[1] == "github.com" else ".".join(reversed(found[1].split(".")))
    return ".".join([host, *(part.replace("-", "_") for part in (found[2], found[3]))])


def values_of(installers: Path, version: str, home: str, date: str) -> dict[str, str]:
    """Return what stands for each open word. Raise ManifestError where an installer is missing."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    values = {"version": version, "home": home, "date": date, "summary": project["description"], "app_id": application_name(home)}
    names = {word: name.format(version=version) for word, name in FILES.items()}
    missing = [name for name in names.values() if not (installers / name).is_file()]
    if missing:
        raise ManifestError(f"not in {installers}: {', '.join(missing)}")
    for word, name in names.items():
        values |= {word: name, f"{word}_sha256": hashlib.sha256((installers / name).read_bytes()).hexdigest()}
    return values


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return a manifest with its open words filled. Raise ManifestError for one that is not known."""
    try:
        return Template(text).substitute(values)
    except KeyError as unknown:
        raise ManifestError(f"a manifest names {unknown}, which is not known") from None


def write_manifests(installers: Path, target: Path, version: str, home: str, date: str) -> list[Path]:
    """Write all manifests and return them."""
    values = values_of(installers, version, home, date)
    written = []
    for folder in FOLDERS:
        for source in sorted((INSTALLERS / folder).iterdir()):
            place = target / folder / source.name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(filled(source.read_text("utf-8"), values), "utf-8")
            written.append(place)
    return written


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="fill the manifests for winget, Homebrew and Flathub")
    parser.add_argument("installers", type=Path, help="the folder of the installers of all systems")
    parser.add_argument("target", type=Path, help="the folder that gets the manifests")
    parser.add_argument("--home", default=home_page(os.environ), metavar="URL", help="the address of the project")
    parser.add_argument("--date", default=datetime.date.today().isoformat(), help="the day of the release (default: today)")
    args = parser.parse_args(arguments)
    version = str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])
    try:
        if args.home is None:
            raise ManifestError("name the address of the project with --home")
        for path in write_manifests(args.installers, args.target, version, args.home, args.date):
            print(path)
    except ManifestError as error:
        print(f"no manifests: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
