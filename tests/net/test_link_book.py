"""The way back to a table: written whole, for its owner's eyes, and read with suspicion."""

from __future__ import annotations

import os
import random
import stat
from pathlib import Path

import pytest

from acquire_net.link_book import MOST_BYTES, LinkBook, NoLinks, forget_links, links_of

BOOK = LinkBook(b"s" * 32, b"p" * 32, 47108, {b"a" * 32: ("10.0.0.7:47108",), b"b" * 32: ("[fe80::1]:5", "host:9")}, "relay:1")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = links_of(tmp_path / "table.acqlog")
    BOOK.write(path)
    assert path.name == "table.links"
    assert LinkBook.read(path) == BOOK


@pytest.mark.skipif(os.name == "nt", reason="other rights there")
def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "table.links"
    path.write_bytes(b"somebody made it before")
    path.chmod(0o644)
    BOOK.write(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_key_is_not_shown() -> None:
    assert "ssss" not in repr(BOOK)


def test_any_damage_is_named_and_nothing_else_happens(tmp_path: Path) -> None:
    path = tmp_path / "table.links"
    BOOK.write(path)
    whole = path.read_bytes()
    rng = random.Random(1)
    refused = []
    for _ in range(300):
        data = bytearray(whole)
        place = rng.randrange(len(data))
        data[place:place + rng.choice((0, 1, 5))] = rng.randbytes(rng.choice((0, 1, 3)))
        path.write_bytes(data)
        try:
            LinkBook.read(path)
        except NoLinks as problem:
            refused.append(str(problem))
    assert len(refused) > 100 and all("table.links" in text for text in refused)


@pytest.mark.parametrize("data", [b"", b"acquire links 2\n", b"acquire links 1\n", b"x" * (MOST_BYTES + 1)])
def test_another_file_is_no_way_back(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "table.links"
    path.write_bytes(data)
    with pytest.raises(NoLinks):
        LinkBook.read(path)
    with pytest.raises(NoLinks, match="cannot be read"):
        LinkBook.read(tmp_path / "nothing")


def test_it_is_forgotten_with_what_was_half_written(tmp_path: Path) -> None:
    journal = tmp_path / "table.acqlog"
    BOOK.write(links_of(journal))
    (tmp_path / "table.links-new").write_bytes(b"half")
    forget_links(journal)
    forget_links(journal)
    assert not list(tmp_path.iterdir())
