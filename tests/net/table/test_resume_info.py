"""The way back to a table: written whole, for its owner's eyes, and read with suspicion."""

from __future__ import annotations

import os
import random
import stat
from pathlib import Path

import pytest

from acquire_net.table.resume_info import MAX_FILE_BYTES, ResumeInfo, ResumeInfoError, forget_resume_info, resume_info_path

BOOK = ResumeInfo(b"s" * 32, b"p" * 32, 47108, {b"a" * 32: ("10.0.0.7:47108",), b"b" * 32: ("[fe80::1]:5", "host:9")}, "relay:1")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = resume_info_path(tmp_path / "table.acqlog")
    BOOK.write(path)
    assert path.name == "table.links"
    assert ResumeInfo.read(path) == BOOK


@pytest.mark.skipif(os.name == "nt", reason="other rights there")
def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "table.links"
    path.write_bytes(b"somebody made it before")
    path.chmod(0o644)
    BOOK.write(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_key_is_not_shown() -> None:
    assert "ssss" not in repr(BOOK)


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    BOOK.write(tmp_path / "table.links")
    return (tmp_path / "table.links").read_bytes()


def test_one_changed_bit_anywhere_does_no_harm(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "table.links"
    for place in range(len(whole)):
        data = bytearray(whole)
        data[place] ^= 1 << place % 8
        path.write_bytes(data)
        assert ResumeInfo.read(path) == BOOK, place


def test_a_file_that_was_cut_off_is_read_from_its_first_half_or_named(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "table.links"
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        if size >= len(whole) // 2:
            assert ResumeInfo.read(path) == BOOK, size
        else:
            with pytest.raises(ResumeInfoError, match=r"table\.links' (is damaged: .*go on without this seat|does not hold)"):
                ResumeInfo.read(path)


def test_whatever_is_damaged_no_other_key_is_read(tmp_path: Path, whole: bytes) -> None:
    """A key that nobody admits is worse than none: the others would never be heard of."""
    path = tmp_path / "table.links"
    rng = random.Random(1)
    for _ in range(300):
        data = bytearray(whole)
        for start in (0, len(whole) // 2):
            place = start + rng.randrange(len(whole) // 2)
            data[place] ^= rng.randrange(1, 256)
        path.write_bytes(data)
        with pytest.raises(ResumeInfoError, match="table.links"):
            ResumeInfo.read(path)


@pytest.mark.parametrize("data", [b"", b"acquire links 2\n", b"acquire links 1\nx", b"x" * (MAX_FILE_BYTES + 1)])
def test_another_file_is_no_way_back(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "table.links"
    path.write_bytes(data)
    with pytest.raises(ResumeInfoError):
        ResumeInfo.read(path)
    with pytest.raises(ResumeInfoError, match="cannot be read"):
        ResumeInfo.read(tmp_path / "nothing")


def test_it_is_forgotten_with_what_was_half_written(tmp_path: Path) -> None:
    journal = tmp_path / "table.acqlog"
    BOOK.write(resume_info_path(journal))
    (tmp_path / "table.links-new").write_bytes(b"half")
    forget_resume_info(journal)
    forget_resume_info(journal)
    assert not list(tmp_path.iterdir())
