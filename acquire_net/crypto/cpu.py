"""Which build of `multiscalar` runs on this CPU. Chosen once, when the package is imported.

The environment variable ACQUIRE_CPU=portable chooses the one that runs everywhere, `multiscalar`, for measuring and for bug
reports; the sums are the same with each. `multiscalar_portable` is never chosen: only tests use it.
"""

from __future__ import annotations

import importlib
import os
from types import ModuleType
from typing import TYPE_CHECKING

__all__ = ["build_of_sums", "multiscalar", "multiscalar_builds"]

PORTABLE = "portable"
"""As for the random player in acquire_core/cpu.py."""


def multiscalar_builds() -> list[ModuleType]:
    """Return the builds that run here, the fastest last. Where nothing is compiled there are none: everything works without them,
    and verification takes six to eight times as long."""
    try:
        usual = importlib.import_module("acquire_net.crypto.multiscalar")
    except ImportError:
        return []
    if not usual.cpu_has_lanes():
        return [usual]
    try:
        return [usual, importlib.import_module("acquire_net.crypto.multiscalar_lanes")]
    except ImportError:
        return [usual]  # setup.py builds it for Linux on x86-64 alone, and not sanitized or traced


def _choose(wanted: str | None) -> ModuleType | None:
    builds = multiscalar_builds()
    if not builds:
        return None
    return builds[0 if wanted == PORTABLE else -1]


if TYPE_CHECKING:  # all builds have the same functions; None where nothing is compiled
    from acquire_net.crypto import multiscalar
else:
    multiscalar = _choose(os.environ.get("ACQUIRE_CPU"))


def build_of_sums() -> str | None:
    """Return the name of the module that adds points on this machine; None where none is compiled."""
    return None if multiscalar is None else multiscalar.__name__.rpartition(".")[2]
