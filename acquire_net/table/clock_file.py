"""Keep what the banks of a table's clock have lost in a file beside its journal, for a program that comes back.

Where the file is lost or damaged, all banks are full again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from acquire_net.protocol.messages import MAX_SEATS
from acquire_net.table.side_file import CLOCK, SideFile

KEEP_EVERY_MS = 1000

Used = Annotated[tuple[Annotated[int, Meta(ge=0, lt=1 << 40)], ...], Meta(max_length=MAX_SEATS)]


class ClockFile(SideFile[tuple[int, ...]]):
    def __init__(self, journal: Path) -> None:
        super().__init__(journal, CLOCK, Used)
        self._kept: tuple[int, ...] = ()

    def read(self) -> tuple[int, ...]:
        """Return how many milliseconds each seat has used of its bank; nothing where that is not known."""
        return self.read_said() or ()

    def keep_used(self, used_ms: tuple[int, ...]) -> None:
        """Write the account when a second or more of it is new."""
        before = self._kept or (0,) * len(used_ms)
        if sum(abs(now - then) for now, then in zip(used_ms, before, strict=True)) < KEEP_EVERY_MS:
            return
        self._kept = used_ms
        self.write_said(used_ms)
