"""Keep since when a table over days waits for what is open, in a file beside its journal, for a program that comes back.

Each program counts by its own calendar, from the day on which it saw the open block first: so a program that looks in seldom is
more patient, never less. Where the file is lost or damaged, the days are counted anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from acquire_net.table.side_file import PATIENCE, SideFile

DAY_S = 86_400

Seconds = Annotated[int, Meta(ge=0, lt=1 << 40)]


class OpenSince(msgspec.Struct, frozen=True):
    """The block that is open in a view, and when this program saw that first, in seconds since 1970."""
    block: Annotated[int, Meta(ge=0, lt=1 << 32)]
    view: Annotated[int, Meta(ge=0, lt=1 << 32)]
    since_s: Seconds


class PatienceFile(SideFile[OpenSince]):
    def __init__(self, journal: Path, calendar: Callable[[], float] = time.time) -> None:
        super().__init__(journal, PATIENCE, OpenSince)
        self._calendar = calendar
        self._known: OpenSince | None = None

    def days_open(self, block: int, view: int) -> float:
        """Return for how many days this block has been the open one of this view; note it if it was not."""
        known, now_s = self._known or self.read_said(), int(self._calendar())
        if known is None or (known.block, known.view) != (block, view) or known.since_s > now_s:
            known = OpenSince(block, view, now_s)  # also where the calendar was set back
            self.write_said(known)
        self._known = known
        return (now_s - known.since_s) / DAY_S
