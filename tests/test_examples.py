"""The examples in the docstrings of all packages, of the tools and of what the tests share hold."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

from acquire_net.crypto import cpu

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("acquire_core", "acquire_net", "acquire_client", "tools", "tests")
EXTRAS = {"acquire_core.batch": "numpy", "acquire_core.rl": "pettingzoo"}
"""What these modules need that a plain installation does not have."""
COMPILED = ("acquire_core.engine.game", *(module.__name__ for module in cpu.multiscalar_builds()))
"""The compiled modules with examples that run on this processor."""


def modules_with_examples() -> list[str]:
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))
             if not path.name.startswith("test_") and re.search("^ +>>> ", path.read_text("utf-8"), re.M)]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]
    return [*names, *COMPILED]


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings_hold(name: str) -> None:
    if name in EXTRAS:
        pytest.importorskip(EXTRAS[name], reason=f"{EXTRAS[name]} is not installed: pip install 'acquire-p2p[rl]'")
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried and not failed
