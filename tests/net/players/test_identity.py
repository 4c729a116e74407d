"""One key for an installation, whatever happens to its file; and how people see it."""

import multiprocessing
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.crypto.signing import fingerprint_of, verify
from acquire_net.players.identity import (
    COLOURS,
    GRID,
    Emblem,
    FingerprintError,
    Identity,
    IdentityError,
    fingerprint_text,
    own_identity,
    read_fingerprint,
)

posix = pytest.mark.skipif(os.name != "posix", reason="modes of files are those of POSIX")
MARKS = st.binary(min_size=5, max_size=5) | st.binary(min_size=10, max_size=10)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deeper" / "identity"


def made(path: Path) -> Identity:
    return own_identity(path, secrets.token_bytes)


def test_the_key_is_made_once_and_stays(path: Path) -> None:
    first = made(path)
    again = own_identity(path, lambda count: pytest.fail("no chance is needed"))
    assert again.public == first.public
    assert again.fingerprint == first.fingerprint == fingerprint_of(first.public)
    assert verify(first.public, b"a table", again.key.sign(b"a table"))
    assert not first.warning
    assert [file.name for file in path.parent.iterdir()] == ["identity"]


def test_two_installations_differ(tmp_path: Path) -> None:
    assert made(tmp_path / "one").public != made(tmp_path / "other").public


@posix
def test_only_its_owner_reads_it(path: Path) -> None:
    made(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@posix
def test_a_key_that_others_could_read_is_closed_with_a_warning(path: Path) -> None:
    public = made(path).public
    path.chmod(0o644)
    found = made(path)
    assert found.public == public
    assert "could read" in found.warning
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not made(path).warning


def _in_a_process(path: str, start: object, results: object) -> None:
    start.wait()  # type: ignore[attr-defined]
    results.put(made(Path(path)).public)  # type: ignore[attr-defined]


@pytest.mark.fully
def test_two_processes_at_once_get_one_key(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    start, results = context.Event(), context.Queue()
    processes = [context.Process(target=_in_a_process, args=(str(path), start, results)) for _ in range(3)]
    for process in processes:
        process.start()
    start.set()
    keys = {results.get(timeout=30) for _ in processes}
    for process in processes:
        process.join(30)
    assert keys == {made(path).public}
    assert len(list(path.parent.iterdir())) == 1


def test_whoever_is_faster_counts(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process makes the file between our look and our link."""
    link, faster = os.link, []

    def slow_link(source: Path, target: Path) -> None:
        monkeypatch.setattr(os, "link", link)
        faster.append(made(path).public)
        link(source, target)

    monkeypatch.setattr(os, "link", slow_link)
    assert [made(path).public] == faster


def test_a_disk_without_links_will_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_link(source: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)
    assert made(path).public == made(path).public


DAMAGES: list[Callable[[bytes], bytes]] = [
    lambda data: b"", lambda data: data[:40], lambda data: data + b"more\n", lambda data: data.replace(b"1\n", b"2\n", 1),
    lambda data: data.replace(data[25:26], b"0" if data[25:26] != b"0" else b"1", 1), lambda data: b"\xff" * 2000,
    lambda data: data.replace(b"\n", b"\r\n"), lambda data: b"acquire identity 1\n\n\n",
    lambda data: b"acquire identity 1\n" + b"00" * 32 + b"\n" + b"00" * 32 + b"\n",
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_named_and_never_written_over(path: Path, damage: Callable[[bytes], bytes]) -> None:
    made(path)
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    with pytest.raises(IdentityError, match="is damaged.*move it away"):
        made(path)
    assert path.read_bytes() == damaged


def test_a_folder_in_its_place_is_refused(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(IdentityError):
        made(path)


def test_a_place_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(IdentityError, match="cannot be used"):
        made(tmp_path / "file" / "identity")
    with pytest.raises(IdentityError, match="cannot be used"):
        made(Path(str(tmp_path) + "/a\0b"))


def test_a_full_disk_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(IdentityError, match="No space left"):
        made(path)
    assert not list(path.parent.iterdir())


def test_nothing_of_it_shows_the_secret(path: Path) -> None:
    found = made(path)
    seed = path.read_text().split("\n")[1]
    assert len(seed) == 64
    assert seed not in repr(found)


# --- for people -------------------------------------------------------------------------------------------------------

@given(MARKS)
def test_a_fingerprint_is_read_as_it_was_written(mark: bytes) -> None:
    assert len(fingerprint_text(mark)) == (19 if len(mark) == 10 else 9)
    assert read_fingerprint(fingerprint_text(mark).lower()) == mark


@pytest.mark.parametrize("text", ["", "04HM-ASW", "04HM-ASW99", "04HM-ASWU", "04HM ASW9!", "04HM-ASW9-NF6Y-Y09",
                                  "04HM-ASW9-NF6Y"])
def test_a_wrong_fingerprint_is_refused(text: str) -> None:
    with pytest.raises(FingerprintError, match="sixteen characters"):
        read_fingerprint(text)


@given(MARKS)
def test_an_emblem_is_its_own_mirror_image_in_two_colours(mark: bytes) -> None:
    emblem = Emblem.of(mark)
    assert emblem == Emblem.of(mark)
    assert len(emblem.grid) == GRID and all(row == row[::-1] and len(row) == GRID for row in emblem.grid)
    figure, ground = emblem.colours
    assert figure != ground and {figure, ground} <= set(range(COLOURS))


def test_emblems_differ() -> None:
    emblems = {Emblem.of(fingerprint_of(bytes((number,) * 32))) for number in range(100)}
    assert len(emblems) == 100
    assert {emblem.colours[0] for emblem in emblems} == set(range(COLOURS))
