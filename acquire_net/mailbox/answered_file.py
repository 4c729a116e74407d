"""Keep in a file beside the journal which STATUS of its mailbox a seat has answered, for a program that comes back.

A STATUS lies in the box until nothing before it is needed any more, which takes some visits. Where the file is lost, it is
answered once more.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from acquire_net.table.side_file import ANSWERED, SideFile

Number = Annotated[int, Meta(ge=0, lt=1 << 53)]


class AnsweredFile(SideFile[int]):
    def __init__(self, journal: Path) -> None:
        super().__init__(journal, ANSWERED, Number)

    def read(self) -> int:
        """Return the number in the box up to which every STATUS has been answered."""
        return self.read_said() or 0
