"""News fragments have names that the changelog's tool knows, and one paragraph each."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from . import ROOT

CONFIGURATION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["towncrier"]
KINDS = [kind["directory"] for kind in CONFIGURATION["type"]]
MAX_COLUMNS = 120


def wrong_fragments(fragments: dict[str, str]) -> Iterator[str]:
    """Yield what is wrong with these fragments, given as texts by file name."""
    for name, text in fragments.items():
        if not re.fullmatch(rf"[a-z0-9]+(-[a-z0-9]+)*\.({'|'.join(KINDS)})\.md", name):
            yield f"{name}: write <a-few-words>.<kind>.md with one of {', '.join(KINDS)}"
        if not text.strip() or "\n\n" in text.strip() or re.search(r"^\s*[-*#]", text, re.M):
            yield f"{name}: one paragraph, without a bullet or a heading"
        if not text.endswith("\n") or any(len(line) > MAX_COLUMNS for line in text.split("\n")):
            yield f"{name}: lines of at most {MAX_COLUMNS} characters, with an end of line behind the last"


def test_all_fragments_are_good() -> None:
    paths = [path for path in (ROOT / CONFIGURATION["directory"]).iterdir() if path.name not in CONFIGURATION["ignore"]]
    assert list(wrong_fragments({path.name: path.read_text("utf-8") for path in paths})) == []


@pytest.mark.parametrize(("name", "text"), [
    ("a-word.new.md", "Text.\n"), ("A-Word.added.md", "Text.\n"), ("a-word.md", "Text.\n"), ("a-word.added.txt", "Text.\n"),
    ("a-word.added.md", ""), ("a-word.added.md", "- Text.\n"), ("a-word.added.md", "Text.\n\nMore.\n"),
    ("a-word.added.md", "Text."), ("a-word.added.md", "word " * 30 + "\n"),
])
def test_a_bad_fragment_is_refused(name: str, text: str) -> None:
    assert list(wrong_fragments({name: text}))


def test_a_good_fragment_passes() -> None:
    assert not list(wrong_fragments({"a-word.added.md": "A text of\ntwo lines.\n"}))


def test_the_changelog_has_the_place_for_the_next_version() -> None:
    changelog = (ROOT / CONFIGURATION["filename"]).read_text("utf-8")
    assert changelog.count(CONFIGURATION["start_string"]) == 1
    assert "[Unreleased]" not in changelog, "what is new has a file in news/"
    assert Path(ROOT / CONFIGURATION["template"]).is_file()
