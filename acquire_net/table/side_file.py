"""Small files beside a journal, for a program that comes back.

No message depends on one. If it is lost or damaged, only what it says is missing; a disk that does not take it stops nothing.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Generic, TypeVar, cast

import msgspec

from acquire_net.private_files import delete_privately, replace_file

CLOCK, PATIENCE, ANSWERED, CHAT = ".clock", ".patience", ".answered", ".chat"
SUFFIXES = (CLOCK, PATIENCE, ANSWERED, CHAT)
MAX_BYTES = 1000

Said = TypeVar("Said")


class SideFile(Generic[Said]):
    """`kind` is the type of what it says, as msgspec checks it."""

    def __init__(self, journal: Path, suffix: str, kind: object) -> None:
        self.path = journal.with_suffix(suffix)
        self._kind = kind

    def read_said(self) -> Said | None:
        """Return what the file says; None where that is not known."""
        try:
            with self.path.open("rb") as file:
                return cast(Said, msgspec.json.decode(file.read(MAX_BYTES), type=self._kind))
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return None

    def write_said(self, said: Said) -> None:
        new = self.path.with_name(self.path.name + "-new")
        with contextlib.suppress(OSError):
            new.write_bytes(msgspec.json.encode(said))
            replace_file(new, self.path)


def delete_side_files(journal: Path) -> None:
    """Remove what lies beside the journal, after the end of the game or when its seat has been left for good."""
    for suffix in SUFFIXES:
        with contextlib.suppress(OSError):
            delete_privately(journal.with_suffix(suffix))
