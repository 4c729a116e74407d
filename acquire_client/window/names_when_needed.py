"""Names of a module that are imported when they are first asked for, so that what opens the window does not wait for all of it.

A module takes `find` as its `__getattr__`. It imports the same names where only types are checked, so that mypy and readers of
the imports know them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence


class NamesWhenNeeded:
    """`home` says which module has which names; a module of a package counts as a name of it."""

    def __init__(self, module: str, home: Mapping[str, Sequence[str]]) -> None:
        self._module = module
        self._home_of = {name: where for where, names in home.items() for name in names}

    def find(self, name: str) -> object:
        """Import what is called so, and keep it in the module: the next time nobody asks here. Raises AttributeError."""
        if name not in self._home_of:
            raise AttributeError(f"module {self._module!r} has no attribute {name!r}")
        found: object = getattr(__import__(self._home_of[name], fromlist=(name,)), name)
        vars(sys.modules[self._module]).setdefault(name, found)
        return found

    def load_all(self) -> None:
        """Import all names; for a thread that has time for it."""
        for name in self._home_of:
            self.find(name)
