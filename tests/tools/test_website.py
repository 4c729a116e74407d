"""The site has every document, and its links lead somewhere. Building it is the work of `nox -s site`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import website

from . import ROOT


def test_every_document_has_its_place_on_the_site() -> None:
    known = website.pages()
    assert {"README.md", "docs/players/command-line.md", "docs/decisions/0001-the-shape-of-the-kernel.md"} <= set(known)
    assert len(set(known.values())) == len(known), "two documents would become one page"


def test_a_document_without_a_place_is_reported(tmp_path: Path) -> None:
    for document in (document for documents in website.CONTENTS.values() for document in documents):
        path = tmp_path / document.replace("*", "0001-x")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("# A\n")
    website.pages(tmp_path)
    (tmp_path / "docs" / "new.md").write_text("# New\n")
    with pytest.raises(website.SiteError, match=r"no place for docs/new\.md"):
        website.pages(tmp_path)
    (tmp_path / "docs" / "new.md").unlink()
    (tmp_path / "README.md").unlink()
    with pytest.raises(website.SiteError, match=r"README\.md, which is not there"):
        website.pages(tmp_path)


@pytest.mark.parametrize(("document", "text", "page"), [
    ("README.md", "[a](docs/players/rules.md#x) b", "[a](players/rules.md#x) b"),
    ("docs/players/rules.md", "[a](../../README.md)", "[a](../about.md)"),
    ("docs/players/rules.md", "[a](network.md) and [b](#here)", "[a](../players/network.md) and [b](#here)"),
    ("docs/players/rules.md", "[network.md](network.md#x)", "[Playing over a network](../players/network.md#x)"),
    ("docs/architecture.md", "see [a](README.md)", "see [a](index.md)"),
    ("README.md", "[a](news/README.md) [b](https://example.org/c.md)", "a [b](https://example.org/c.md)"),
    ("README.md", "`[a](docs/players/rules.md)` <!-- no --> c", "`[a](docs/players/rules.md)`  c"),
    ("README.md", "```\n[a](docs/players/rules.md)\n```\n", "```\n[a](docs/players/rules.md)\n```\n"),
])
def test_links_lead_to_pages(document: str, text: str, page: str) -> None:
    assert website.page_text(document, text, website.pages()) == (page, set())


def test_pictures_go_along() -> None:
    text, files = website.page_text("README.md", "![A table](docs/players/screens/place.png)", website.pages())
    assert text == "![A table](players/screens/place.png)" and files == {"docs/players/screens/place.png"}


def test_the_sources_of_the_site_are_laid_out(tmp_path: Path) -> None:
    website.lay_out(tmp_path)
    index = (tmp_path / "index.md").read_text("utf-8")
    assert index.count("```{toctree}") == len(website.CONTENTS)
    assert "(players/screens/place.png)" in index and (tmp_path / "players" / "screens" / "place.png").is_file()
    assert all((tmp_path / page).is_file() and page.removesuffix(".md") in index for page in website.pages().values())
    assert (tmp_path / "developers" / "example_bot.py").is_file()
    compile((tmp_path / "conf.py").read_text("utf-8"), "conf.py", "exec")


def test_broken_links_of_a_site_are_found(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a.html").write_text("<h1 id=x>A</h1><a href='b/c.html#y'></a><a href='#x'></a><a href='https://example.org'></a>")
    (tmp_path / "b" / "c.html").write_text("<p id=y>C</p><img src='../d%20e.png'><a href='../a.html#z'></a><a href='f.html'></a>")
    (tmp_path / "d e.png").touch()
    assert list(website.broken_links(tmp_path.resolve())) == [
        "b/c.html: ../a.html#z has no such place", "b/c.html: f.html is not there"]


def test_the_documents_are_readable_without_the_site() -> None:
    assert not [path for path in (ROOT / "docs").rglob("*.md") if "{toctree}" in path.read_text("utf-8")]
