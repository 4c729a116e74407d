"""Something that is done from time to time, however often there is occasion for it."""

from __future__ import annotations


class Rhythm:
    """
    >>> looks = Rhythm(100)
    >>> [looks.is_due(now) for now in (1000, 1050, 1099, 1100, 1250)]
    [True, False, False, True, True]
    """

    def __init__(self, every_ms: int) -> None:
        self._every_ms = every_ms
        self._last_ms: int | None = None

    def is_due(self, now_ms: int) -> bool:
        """Return True if it is time again, and count that as done."""
        if self._last_ms is not None and now_ms - self._last_ms < self._every_ms:
            return False
        self._last_ms = now_ms
        return True
