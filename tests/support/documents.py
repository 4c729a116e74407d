"""Read the documents: their sections, tables, code words, links and files."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES, ARCHITECTURE, RESEARCH = "docs/players/rules.md", "docs/architecture.md", "docs/developers/research.md"
in_the_source_tree = pytest.mark.skipif(not (ROOT / RULES).is_file(), reason="no documents beside the tests")
Files = set[str]


def read(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def documents() -> list[str]:
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").rglob("*.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def files_of_the_tree() -> Files:
    """Return every file of the repository; what is built or cached may be among them, environments and git's own are not."""
    tops = ("acquire_core", "acquire_net", "acquire_client", "tests", "benchmarks", "docs", "tools", "news", ".ci", ".github")
    found = [path for top in tops for path in (ROOT / top).rglob("*") if path.is_file()]
    found += [path for path in ROOT.iterdir() if path.is_file()]
    return {path.relative_to(ROOT).as_posix() for path in found}


def section(text: str, heading: str) -> str:
    """Return what stands under a heading, up to the next one of any level."""
    for part in re.split(r"^(?=#+ )", text, flags=re.M):
        if part.split("\n", 1)[0].lstrip("#").strip() == heading:
            return part
    raise AssertionError(f"no heading {heading!r}")


def tables(text: str) -> Iterator[list[list[str]]]:
    """Yield each table as rows of cells, its head first."""
    for block in re.findall(r"(?:^\|.*\n?)+", text, re.M):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        yield [rows[0], *rows[2:]]


def table_with(text: str, *columns: str) -> list[dict[str, str]]:
    """Return the rows of the one table with this head."""
    found = [rows for rows in tables(text) if rows[0] == list(columns)]
    assert len(found) == 1, f"{len(found)} tables with the columns {columns}"
    return [dict(zip(columns, row, strict=True)) for row in found[0][1:]]


def code_words(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", text)
