"""Files are replaced whole, and where another program has one open for a moment, as on Windows, the moment is waited for."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from acquire_net.private_files import WAITS_S, replace_file, replace_privately, retry_while_open


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Pretend to be on Windows; the waits are noted instead of waited."""
    waited: list[float] = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited


def refusing(times: int, act: Callable[..., Any], error: type[OSError] = PermissionError) -> Callable[..., Any]:
    """Return what refuses so many times, as Windows does where another program has the file open, and then acts."""
    left = [times]

    def maybe(*args: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise error(13, "Access is denied")
        return act(*args)

    return maybe


@pytest.mark.parametrize("times", [0, 1, len(WAITS_S)])
def test_a_file_that_is_open_for_a_moment_is_replaced_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waits: list[float],
                                                           times: int) -> None:
    path = tmp_path / "identity"
    path.write_text("old")
    monkeypatch.setattr(os, "replace", refusing(times, os.replace))
    replace_privately(path, b"new")
    assert path.read_text() == "new" and [each.name for each in tmp_path.iterdir()] == ["identity"]
    assert waits == list(WAITS_S[:times])


def test_a_file_that_stays_open_is_given_up_after_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                           waits: list[float]) -> None:
    (tmp_path / "new").write_text("new")
    monkeypatch.setattr(os, "replace", refusing(99, os.replace))
    with pytest.raises(PermissionError):
        replace_file(tmp_path / "new", tmp_path / "old")
    assert waits == list(WAITS_S) and sum(waits) < 1


def test_what_waiting_does_not_mend_is_reported_at_once(monkeypatch: pytest.MonkeyPatch, waits: list[float]) -> None:
    with pytest.raises(FileNotFoundError):
        retry_while_open(refusing(1, int, FileNotFoundError))
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(PermissionError):
        retry_while_open(refusing(1, int))
    assert waits == []
