"""The log of the program in a test that looks at it."""

from __future__ import annotations

import logging

import pytest


def alone_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pytest hear each line of the program's log once.

    A test before may have had a log file of its own: then the logger keeps its lines to itself, and a newer pytest listens to
    that logger as well as to all.
    """
    logger = logging.getLogger("acquire")
    monkeypatch.setattr(logger, "propagate", True)
    monkeypatch.setattr(logger, "handlers", [])
