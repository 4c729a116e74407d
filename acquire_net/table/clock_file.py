"""Keep what the banks of a table's clock have lost in a file beside its journal, for a program that comes back.

No message depends on it, so a file that is lost or damaged costs nothing but this knowledge: all banks are full again.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from acquire_net.private_files import delete_privately, replace_file
from acquire_net.protocol.messages import MAX_SEATS

KEEP_EVERY_MS = 1000
MAX_BYTES = 1000

Used = Annotated[tuple[Annotated[int, Meta(ge=0, lt=1 << 40)], ...], Meta(max_length=MAX_SEATS)]


class ClockFile:
    def __init__(self, journal: Path) -> None:
        self.path = journal.with_suffix(".clock")
        self._kept: tuple[int, ...] = ()

    def read(self) -> tuple[int, ...]:
        """Return how many milliseconds each seat has used of its bank; nothing where that is not known."""
        try:
            with self.path.open("rb") as file:
                return msgspec.json.decode(file.read(MAX_BYTES), type=Used)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return ()

    def keep_used(self, used_ms: tuple[int, ...]) -> None:
        """Write the account when a second or more of it is new. A disk that does not take it is not a reason to stop."""
        before = self._kept or (0,) * len(used_ms)
        if sum(abs(now - then) for now, then in zip(used_ms, before, strict=True)) < KEEP_EVERY_MS:
            return
        self._kept = used_ms
        new = self.path.with_name(self.path.name + "-new")
        with contextlib.suppress(OSError):
            new.write_bytes(msgspec.json.encode(used_ms))
            replace_file(new, self.path)

    def delete_file(self) -> None:
        """Remove the file after the end of the game."""
        with contextlib.suppress(OSError):
            delete_privately(self.path)
