"""docs/spec/attacks.md names tests; they exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "spec" / "attacks.md"


@pytest.mark.skipif(not PAGE.is_file(), reason="no documents beside the tests")
def test_every_test_that_the_page_names_exists() -> None:
    sources = (path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    there = {name for text in sources for name in re.findall(r"^def (test_\w+)", text, re.M)}
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text("utf-8")))
    assert named
    assert named <= there, f"not there: {sorted(named - there)}"
