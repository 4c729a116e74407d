"""The errors of this package by fault: ours, another peer's, the disk's, or that of what is around the program.

Every exception that the package raises by itself is one of these four, has a text that people can read, and a name that ends in
`Error`. Most are a ValueError, LookupError or OSError too, for code that asks for less. A fault in the middle of a game does not
reach the caller as an exception: it is an event (events.py).
"""

from __future__ import annotations


class AcquireNetError(Exception):
    """Catch this to catch all of them."""


class LocalError(AcquireNetError):
    """The caller's request is wrong: a text that a person typed, an action that the rules forbid, or a mistake in the program.
    Nothing has changed."""


class RemoteError(AcquireNetError):
    """Data from another machine, or from a file that came from one, is wrong. Nothing of it was used."""

    def __init__(self, text: str = "", evidence: bytes = b"") -> None:
        super().__init__(text)
        self.evidence = evidence
        """The data as it came; empty if it is more than the program keeps. It may be shown to others."""


class StorageError(AcquireNetError):
    """A file cannot be read, written or trusted; the text names it and says what can be done."""


class SetupError(AcquireNetError):
    """The surroundings do not fit: a network, a port, a version, the options of a table. Nothing has begun."""
