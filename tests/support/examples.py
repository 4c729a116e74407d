"""Run the examples in the docstrings of a module."""

import doctest
import importlib
from types import ModuleType


def check_examples(module: ModuleType | str) -> None:
    """Fail if the module has no examples, or if one of them does not hold."""
    failed, tried = doctest.testmod(importlib.import_module(module) if isinstance(module, str) else module)
    assert tried and not failed
