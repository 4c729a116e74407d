"""The examples in the docstrings of the network package hold."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import acquire_net


def test_every_example_in_a_docstring_holds() -> None:
    names = ["acquire_net", *(module.name for module in pkgutil.walk_packages(acquire_net.__path__, "acquire_net."))]
    results = {name: doctest.testmod(importlib.import_module(name)) for name in names}
    assert not [name for name, result in results.items() if result.failed]
    assert sum(result.attempted for result in results.values()) > 50
