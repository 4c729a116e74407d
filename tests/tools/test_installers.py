"""Installers are built from a wheel, and manifests are filled from what was built."""

from __future__ import annotations

import hashlib
import re
import struct
import sys
import tarfile
from pathlib import Path

import pygame
import pytest

from acquire_client.window.desktop import ENTRY
from tools import build_installers, manifests, try_installers, verify_release

from . import ROOT

HOME = "https://github.com/someone/acquire-p2p"
SPEC = (ROOT / "installers" / "acquire.spec").read_text("utf-8")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    folder.mkdir()
    for name in manifests.FILES.values():
        (folder / name.format(version="1.0.0")).write_text(name)
    return folder


def test_manifests_name_the_version_and_the_checksums(built: Path, tmp_path: Path) -> None:
    written = manifests.write_manifests(built, tmp_path / "manifests", "1.0.0", HOME, "2027-01-31")
    texts = {path.name: path.read_text("utf-8") for path in written}
    assert len(texts) == 6
    assert not any("${" in text for text in texts.values())
    for name, manifest in (("windows_amd64", "acquire-p2p.installer.yaml"), ("windows_arm64", "acquire-p2p.installer.yaml"),
                           ("macos_arm64", "acquire-p2p.rb"), ("macos_x86_64", "acquire-p2p.rb"),
                           ("linux_x86_64", "acquire_p2p.yml"), ("linux_aarch64", "acquire_p2p.yml")):
        file = built / manifests.FILES[name].format(version="1.0.0")
        assert hashlib.sha256(file.read_bytes()).hexdigest() in texts[manifest]
    assert '<release version="1.0.0" date="2027-01-31"/>' in texts["metainfo.xml"]


def test_a_missing_installer_and_an_unknown_word_are_refused(built: Path, tmp_path: Path) -> None:
    with pytest.raises(manifests.ManifestError, match="names 'unknown'"):
        manifests.filled("${unknown}", {})
    (built / "acquire-p2p-1.0.0-macos-arm64.dmg").unlink()
    with pytest.raises(manifests.ManifestError, match="acquire-p2p-1.0.0-macos-arm64.dmg"):
        manifests.write_manifests(built, tmp_path / "manifests", "1.0.0", HOME, "2027-01-31")
    with pytest.raises(manifests.ManifestError, match="is not the address of a repository"):
        manifests.application_name("github.com/someone")


def test_a_tar_is_of_nobody_and_the_same_twice(tmp_path: Path) -> None:
    folder = tmp_path / "acquire"
    folder.mkdir()
    (folder / "b").write_text("b")
    (folder / "a").write_text("a")
    (folder / "link").symlink_to("a")
    packed = [tmp_path / "1.tar.gz", tmp_path / "2.tar.gz"]
    for path in packed:
        build_installers.pack_tar(folder, path, 1_700_000_000)
    with tarfile.open(packed[0]) as archive:
        members = archive.getmembers()
    assert [member.name for member in members] == ["acquire", "acquire/a", "acquire/b", "acquire/link"]
    assert {(member.uid, member.uname, member.mtime) for member in members} == {(0, "", 1_700_000_000)}
    assert packed[0].read_bytes()[10:] == packed[1].read_bytes()[10:]


def test_icons_hold_the_picture_where_their_heads_say() -> None:
    picture = b"\x89PNG and more"
    ico, icns = build_installers.windows_icon(picture), build_installers.macos_icon(picture)
    size, offset = struct.unpack("<2I", ico[14:22])
    assert ico[offset:offset + size] == picture and ico[:6] == bytes([0, 0, 1, 0, 1, 0])
    assert struct.unpack(">I", icns[4:8]) == (len(icns),) and icns.endswith(picture)


def test_the_spec_packs_what_the_program_needs_and_doctor_asks_for() -> None:
    from acquire_client.tools.machine import NEEDED, PYGAMES

    assert all(f'"{name}"' in SPEC for name in (*NEEDED, *PYGAMES, "acquire_core", "acquire_net", "acquire_client"))


def test_macos_asks_for_the_network_with_the_service_that_tables_announce() -> None:
    from acquire_net.discovery.table_search import SERVICE

    assert re.search(r'"NSBonjourServices": \["([^"]+)"\]', SPEC)[1] == SERVICE.removesuffix(".local.")


def test_a_packed_program_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "acquire"
    program.write_bytes(bytes(100))
    trial = try_installers.Trial(program, tmp_path / "work")
    assert trial.size() == "100 bytes"
    monkeypatch.setattr(try_installers, "MAX_FOLDER_BYTES", 99)
    with pytest.raises(verify_release.VerificationError, match="100 bytes, and 99 are allowed"):
        trial.size()


def test_a_window_counts_when_it_shows_a_picture() -> None:
    """Before that it has one colour, in the frame of another one."""
    screen = pygame.Surface((640, 400))
    pygame.draw.rect(screen, "white", (100, 100, 300, 200))
    assert try_installers.number_of_colours(screen) == 2 < try_installers.MIN_COLOURS
    for x in range(640):
        screen.fill((x % 256, 0, 0), (x, 0, 1, 400))
    assert try_installers.number_of_colours(screen) >= try_installers.MIN_COLOURS


def test_the_start_of_a_window_is_judged_by_its_first_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best start counts, and the program of pip is shown beside it."""
    packed, of_pip = iter((3.0, 1.5, 2.5)), iter((0.75, 0.5, 1.0))
    trial = try_installers.Trial(tmp_path / "acquire", tmp_path)
    monkeypatch.setattr(try_installers.Trial, "_start_once", lambda self, words: try_installers.Start(
        next(packed if words == self.words else of_pip), 0.25))
    assert trial.start_of_the_window() == ("1.5 s (0.2 s of a core); the first time 3.0 s (0.2 s of a core); "
                                           "of pip 0.5 s (0.2 s of a core)")
    packed, trial.max_start_s = iter((3.0, 2.25, 2.5)), 2.0
    of_pip = iter((0.75, 0.5, 1.0))
    with pytest.raises(verify_release.VerificationError, match=r"2\.2 s .*, and 2 s are allowed"):
        trial.start_of_the_window()


def program_that_says(version: str, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {version}\n", "utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="an AppImage is for Linux")
def test_the_folder_of_an_appimage_starts_what_was_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real AppRun, as the build writes it where no tool makes one file of it, with a program that says its version."""
    monkeypatch.setattr("shutil.which", lambda name: None)
    program = program_that_says("acquire 1", tmp_path / "built" / "acquire" / "acquire")
    build = object.__new__(build_installers.Build)
    build.work = tmp_path / "work"
    build.work.mkdir()
    (build.work / "acquire-p2p.desktop").write_text(ENTRY.format(command="acquire", icon="acquire-p2p"), "utf-8")
    pygame.image.save(pygame.Surface((256, 256)), build.work / "acquire-p2p.png")
    build.wrap_as_app_image(program.parent, tmp_path / "built" / "acquire.AppImage")
    trial = try_installers.Trial(program, build.work)
    assert list(trial.steps())[-1] == "AppDir"
    assert trial.app_folder() == "acquire 1, and by a link acquire 1"
    (build.work / "a link").unlink()
    program_that_says("acquire 2", program)
    with pytest.raises(verify_release.VerificationError, match="is another program: acquire 1"):
        trial.app_folder()


def test_an_entry_for_another_program_and_a_small_icon_are_refused(tmp_path: Path) -> None:
    entry, icon = tmp_path / "acquire-p2p.desktop", tmp_path / "acquire-p2p.png"
    entry.write_text(ENTRY.format(command="acquire", icon="acquire-p2p"), "utf-8")
    try_installers.check_entry(entry, "acquire", "acquire-p2p")
    with pytest.raises(verify_release.VerificationError, match="starts acquire and shows acquire-p2p"):
        try_installers.check_entry(entry, "other", "acquire-p2p")
    pygame.image.save(pygame.Surface((64, 64)), icon)
    with pytest.raises(verify_release.VerificationError, match="has 64 x 64 points"):
        try_installers.check_icon(icon)


def test_all_that_is_packed_has_a_licence(tmp_path: Path) -> None:
    package = tmp_path / "_internal" / "segno-1.6.6.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Name: segno\nVersion: 1.6.6\nClassifier: License :: OSI Approved :: BSD License\n")
    for name in ("libSDL2-2-1667c208.0.so.0.2800.4", "libdbus-1-5d678da9.so.3.14.14", "libz.so.1"):
        (tmp_path / name).touch()
    assert list(build_installers.licence_lines(tmp_path)) == [
        "segno 1.6.6: BSD License", "D-Bus: AFL-2.1 OR GPL-2.0-or-later", "SDL: Zlib", "zlib: Zlib"]
    (tmp_path / "libreadline.so.8").touch()
    with pytest.raises(build_installers.BuildError, match=r"does not know libreadline\.so\.8"):
        list(build_installers.licence_lines(tmp_path))
