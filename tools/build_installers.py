"""Build what people install who have no Python: `python -m tools.build_installers WHEEL TARGET`.

The wheel goes into a fresh environment, and PyInstaller packs that environment into one folder (installers/acquire.spec). Linux
gets it as a tar with an entry for the menu and an icon, and as the folder of an AppImage, which `appimagetool` makes one file
where it is installed. Windows gets a setup program of Inno Setup, macOS a disk image. `acquire-p2p-….pyz` is for people who have
Python: one file, by shiv. No system can build the installers of another one.
"""

from __future__ import annotations

import argparse
import gzip
import os
import platform
import re
import shutil
import struct
import sys
import tarfile
import tempfile
import venv
from collections.abc import Iterator, Sequence
from email import message_from_string
from email.message import Message
from pathlib import Path

from tools.commands import CommandError, run
from tools.trees import ROOT

INSTALLERS = ROOT / "installers"
MAX_FOLDER_BYTES = 110_000_000
KINDS = ("folder", "pyz")
INNO_SETUP = ("iscc", r"C:\Program Files (x86)\Inno Setup 6\ISCC.exe", r"C:\Program Files\Inno Setup 6\ISCC.exe")
"""Where the compiler of setup programs is: on the path, or where it installs itself."""

ASSETS = """
import sys
from pathlib import Path
from acquire_client.window.assets.shapes import save_icon
from acquire_client.window.desktop import ENTRY
folder = Path(sys.argv[1])
save_icon(folder / "acquire-p2p.png", 256)
(folder / "acquire-p2p.desktop").write_text(ENTRY.format(command="acquire", icon="acquire-p2p"), encoding="utf-8")
"""
"""What the installed program writes: its icon, and its entry for the menu of a desktop."""

APP_RUN = """#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/usr/lib/acquire/acquire" "$@"
"""

HOW_TO_START = """Acquire {version}

Start the window:              ./acquire/acquire
Put it into the menu:          ./acquire/acquire --install-desktop
All that it can do:            ./acquire/acquire help

It needs no Python. acquire/LICENCES.txt lists all parts and their licences.
"""


class BuildError(Exception):
    """An installer cannot be built; the message says why."""


def pinned(name: str) -> str:
    """Return a tool with its version of .ci/tools.txt."""
    lines = (ROOT / ".ci" / "tools.txt").read_text("utf-8").splitlines()
    return next(line for line in lines if line.startswith(f"{name}=="))


def platform_name() -> str:
    """Return the system and the machine as they stand in the names of files, such as `linux-x86_64`."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return f"{system}-{platform.machine().lower()}"


def version_of(wheel: Path) -> str:
    """Return the version in the name of a wheel.

    >>> version_of(Path("dist/acquire_p2p-1.0.0-cp311-abi3-win_amd64.whl"))
    '1.0.0'
    """
    return wheel.name.split("-")[1]


def size_of(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def windows_icon(picture: bytes) -> bytes:
    """Return an .ico that holds one PNG of 256 pixels, which is written as 0."""
    return struct.pack("<3H4B2H2I", 0, 1, 1, 0, 0, 0, 0, 1, 32, len(picture), 22) + picture


def macos_icon(picture: bytes) -> bytes:
    """Return an .icns that holds one PNG of 256 pixels."""
    return b"icns" + struct.pack(">I", len(picture) + 16) + b"ic08" + struct.pack(">I", len(picture) + 8) + picture


def pack_tar(folder: Path, target: Path, moment: int) -> None:
    """Pack a folder as files of nobody, in order, all with one time."""
    def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mtime = moment
        return member

    with (target.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=moment) as packed,
          tarfile.open(target.name, "w", fileobj=packed, format=tarfile.PAX_FORMAT) as archive):
        archive.add(folder, folder.name, filter=anonymous)


def known_libraries() -> dict[str, tuple[str, str]]:
    """Return what installers/libraries.txt says: the name and the licence of each library, by the name of its file."""
    lines = (INSTALLERS / "libraries.txt").read_text("utf-8").splitlines()
    rows = (line.split(" | ") for line in lines if line and not line.startswith("#"))
    return {file: (name, licence) for file, name, licence in rows}


def library_in(file: str) -> tuple[str, str] | None:
    """Return the name and the licence of a shared library of Linux, None for one that is not known.

    >>> library_in("libSDL2_image-2-6bbdaa8d.0.so.0.2.3"), library_in("libpcre2-8.so.0"), library_in("libpython3.13.so.1.0")
    (('SDL_image', 'Zlib'), ('PCRE2', 'BSD-3-Clause'), ('CPython', 'PSF-2.0'))
    """
    name = re.sub(r"-[0-9a-f]{8}.*", "", file.removeprefix("lib").partition(".so")[0])
    known = known_libraries()
    return known.get(name) or known.get(re.sub(r"[-.][\d.]+$", "", name))


def licence_of(metadata: Message) -> str:
    """Return the licence of a package in its shortest form."""
    said = metadata["License-Expression"] or metadata["License"] or ""
    named = [each.rpartition(" :: ")[2] for each in metadata.get_all("Classifier", []) if each.startswith("License ::")]
    return said if said and "\n" not in said else ", ".join(named) or "see its package"


def licence_lines(folder: Path) -> Iterator[str]:
    """Yield a line for each package and each library in the folder of a program. Raise BuildError for one that is not known."""
    for path in sorted(folder.rglob("*.dist-info/METADATA")):
        package = message_from_string(path.read_text("utf-8"))
        yield f"{package['Name']} {package['Version']}: {licence_of(package)}"
    files = sorted({path.name for path in folder.rglob("lib*.so*")})
    unknown = [file for file in files if library_in(file) is None]
    if unknown:
        raise BuildError(f"installers/libraries.txt does not know {', '.join(unknown)}: find the licence of each")
    yield from sorted({f"{found[0]}: {found[1]}" for file in files if (found := library_in(file))})


class Build:
    """One wheel on one system. `work` goes away, `target` stays."""

    def __init__(self, wheel: Path, target: Path, work: Path) -> None:
        self.wheel, self.target, self.work = wheel.resolve(), target.resolve(), work
        self.version = version_of(wheel)
        self.home = work / "venv"
        self.moment = int(os.environ.get("SOURCE_DATE_EPOCH", "1700000000"))
        self.target.mkdir(parents=True, exist_ok=True)

    @property
    def python(self) -> Path:
        return self.home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def make_environment(self) -> None:
        """Install the wheel and the tools, and let the program write its icon and its entry."""
        venv.create(self.home, with_pip=True)
        # Binary ones alone: what is packed must be what others have tested.
        run([self.python, "-m", "pip", "install", "-q", "--only-binary", ":all:", self.wheel, pinned("pyinstaller")], self.work)
        run([self.python, "-c", ASSETS, self.work], self.work, SDL_VIDEODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
        picture = (self.work / "acquire-p2p.png").read_bytes()
        (self.work / "acquire-p2p.ico").write_bytes(windows_icon(picture))
        (self.work / "acquire-p2p.icns").write_bytes(macos_icon(picture))

    def pack_folder(self) -> Path:
        """Return the folder of the program."""
        words: list[str | Path] = [self.python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
                                   "--distpath", self.target, "--workpath", self.work / "build", INSTALLERS / "acquire.spec"]
        endings = {"win32": "ico", "darwin": "icns"}
        if sys.platform in endings:
            words += ["--", self.work / f"acquire-p2p.{endings[sys.platform]}"]
        run(words, self.work, PYTHONHASHSEED="1", SOURCE_DATE_EPOCH=str(self.moment))
        folder = self.target / "acquire"
        shutil.copy2(ROOT / "LICENSE", folder)
        (folder / "LICENCES.txt").write_text("\n".join(licence_lines(folder)) + "\n", "utf-8")
        size = size_of(folder)
        if size > MAX_FOLDER_BYTES:
            raise BuildError(f"{folder} has {size:,} bytes, and {MAX_FOLDER_BYTES:,} are allowed")
        print(f"{folder}: {size:,} bytes")
        return folder

    def wrap_for_linux(self, folder: Path) -> None:
        name = f"acquire-p2p-{self.version}-{platform_name()}"
        place = self.work / name
        place.mkdir()
        shutil.copytree(folder, place / "acquire", symlinks=True)
        for file in ("acquire-p2p.desktop", "acquire-p2p.png"):
            shutil.copy2(self.work / file, place)
        (place / "README.txt").write_text(HOW_TO_START.format(version=self.version), "utf-8")
        tar = self.target / f"{name}.tar.gz"
        pack_tar(place, tar, self.moment)
        print(f"{tar}: {tar.stat().st_size:,} bytes")
        self.wrap_as_app_image(folder, self.target / f"{name}.AppImage")

    def wrap_as_app_image(self, folder: Path, target: Path) -> None:
        """Lay out the folder of an AppImage, and make it one file where there is a tool for that."""
        place = target.with_suffix(".AppDir")
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(folder, place / "usr" / "lib" / "acquire", symlinks=True)
        shutil.copy2(self.work / "acquire-p2p.desktop", place)
        for picture in ("acquire-p2p.png", ".DirIcon", "usr/share/icons/hicolor/256x256/apps/acquire-p2p.png"):
            (place / picture).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.work / "acquire-p2p.png", place / picture)
        (place / "AppRun").write_text(APP_RUN, "utf-8")
        (place / "AppRun").chmod(0o755)
        tool = shutil.which("appimagetool")
        if tool is None:
            print(f"{place}: appimagetool is not here, so it stays a folder")
            return
        run([tool, "--no-appstream", place, target], self.work, ARCH=platform.machine())
        shutil.rmtree(place)
        print(f"{target}: {target.stat().st_size:,} bytes")

    def wrap_for_windows(self, folder: Path) -> None:
        compiler = next(filter(None, (shutil.which(place) for place in INNO_SETUP)), None)
        if compiler is None:
            raise BuildError("iscc, the compiler of Inno Setup, is not on this machine")
        name = f"acquire-p2p-{self.version}-{platform_name()}-setup"
        run([compiler, f"/DVersion={self.version}", f"/DFolder={folder}", f"/DIcon={self.work / 'acquire-p2p.ico'}",
             f"/DName={name}", f"/O{self.target}", INSTALLERS / "acquire.iss"], self.work)

    def wrap_for_macos(self) -> None:
        """Make a disk image with the app and a link to where apps lie."""
        place = self.work / "image"
        place.mkdir()
        run(["ditto", self.target / "Acquire.app", place / "Acquire.app"], self.work)
        (place / "Applications").symlink_to("/Applications")
        image = self.target / f"acquire-p2p-{self.version}-{platform_name()}.dmg"
        run(["hdiutil", "create", "-volname", "Acquire", "-srcfolder", place, "-format", "UDZO", "-ov", image], self.work)

    def pack_pyz(self) -> None:
        """Pack one file for people who have this Python on this system: what it needs is compiled for both."""
        run([self.python, "-m", "pip", "install", "-q", pinned("shiv")], self.work)
        tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
        file = self.target / f"acquire-p2p-{self.version}-{tag}-{platform_name()}.pyz"
        run([self.python, "-m", "shiv", "--reproducible", "--compressed", "--console-script", "acquire", "--output-file", file,
             "--python", f"/usr/bin/env python{sys.version_info.major}.{sys.version_info.minor}",
             "--only-binary", ":all:", self.wheel], self.work, SOURCE_DATE_EPOCH=str(self.moment))
        print(f"{file}: {file.stat().st_size:,} bytes")

    def build(self, kinds: Sequence[str] = KINDS) -> None:
        self.make_environment()
        if "folder" in kinds:
            folder = self.pack_folder()
            if sys.platform == "win32":
                self.wrap_for_windows(folder)
            elif sys.platform == "darwin":
                self.wrap_for_macos()
            else:
                self.wrap_for_linux(folder)
        if "pyz" in kinds:
            self.pack_pyz()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="build what people install who have no Python")
    parser.add_argument("wheel", type=Path, help="the wheel of this system")
    parser.add_argument("target", type=Path, help="the folder that gets the installers")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=KINDS, help="not all of them")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="acquire-installers-") as work:
        try:
            Build(args.wheel, args.target, Path(work)).build(args.only)
        except (BuildError, CommandError) as error:
            print(f"not built: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
