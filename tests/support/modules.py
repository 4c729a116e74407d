"""All modules of a package, imported."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from acquire_net.crypto import cpu

FOR_SOME_PROCESSORS = "acquire_net.crypto.multiscalar_lanes"
"""Elsewhere one of its instructions would end the whole program."""


def modules_of(package: ModuleType) -> list[ModuleType]:
    """Import the package and all that is in it, and return the modules that run on this machine."""
    names = [module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    running = {module.__name__ for module in cpu.multiscalar_builds()}
    return [package, *(importlib.import_module(name) for name in names if name != FOR_SOME_PROCESSORS or name in running)]
