"""What the tools know of the checkout they work on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.trees import commit_of


def test_the_commit_is_what_made_the_copy_or_unknown_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ACQUIRE_COMMIT", raising=False)
    assert commit_of() == "unknown"
    monkeypatch.setenv("ACQUIRE_COMMIT", "0123456789ab")
    assert commit_of() == "0123456789ab"
