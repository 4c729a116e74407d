"""Keep in a file beside the journal how many lines of each player's chat were shown, for a program that comes back.

Players send their last lines again to a program that was started again. Where the file is lost, these lines are shown as new.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from acquire_net.protocol.messages import MAX_SEATS
from acquire_net.table.side_file import CHAT, SideFile

Key = Annotated[bytes, Meta(max_length=32)]
Heard = tuple[tuple[bytes, bytes, int], ...]
"""Author, run of its program, and number of the last line."""


class ChatFile(SideFile[Heard]):
    def __init__(self, journal: Path) -> None:
        kind = Annotated[tuple[tuple[Key, Key, Annotated[int, Meta(ge=0, lt=1 << 62)]], ...], Meta(max_length=MAX_SEATS)]
        super().__init__(journal, CHAT, kind)
        self._kept: Heard = ()

    def read(self) -> dict[bytes, tuple[bytes, int]]:
        """Return the run of each author's program and the number of its last line that was shown; nothing where that is not
        known."""
        return {author: (run, serial) for author, run, serial in self.read_said() or ()}

    def keep(self, heard: Heard) -> None:
        """Write what is new."""
        if heard != self._kept:
            self._kept = heard
            self.write_said(heard)
