"""The examples in the docstrings of the network package hold."""

from __future__ import annotations

import doctest

import acquire_net
from tests.support.modules import modules_of


def test_every_example_in_a_docstring_holds() -> None:
    results = {module.__name__: doctest.testmod(module) for module in modules_of(acquire_net)}
    assert not [name for name, result in results.items() if result.failed]
    assert sum(result.attempted for result in results.values()) > 50
